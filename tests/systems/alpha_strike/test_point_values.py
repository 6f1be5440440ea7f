"""Point Values (section 18): the formula gives back every published card, and prices cards of your own."""

import json
from fractions import Fraction as F

import pytest

from simlab.catalog import open_catalog
from simlab.cli.app import app
from simlab.contract import Rulings
from simlab.errors import CatalogError
from simlab.systems.alpha_strike.rules.value import price_at_skill, round_half
from simlab.systems.alpha_strike.rulings import PRICE_RULINGS
from simlab.systems.alpha_strike.units import TABLES, Aerospace, Ground, price_of

CATALOG = open_catalog("alpha_strike", TABLES)
CONSTANTS = {row.name: row.value for row in CATALOG.rows("constants")}
CARDS = [*CATALOG.rows("aerospace"), *CATALOG.rows("ground")]
OTHERWISE = {"mowang_class_courier_clandestine": (14, 15)}  # AS-18.3: the one card that the formula does not give


def price(row, **rulings):
    return price_of(row, Rulings(PRICE_RULINGS, rulings), CONSTANTS)


def fighter(**cells):
    plain = {"id": "own", "name": "Own", "type": "AF", "size": 2, "thrust": 6, "move_mode": "a", "dmg_s": "3",
             "dmg_m": "2", "dmg_l": "0", "armor": 6, "structure": 3, "threshold": 2, "specials": "BOMB2"}  # fmt: skip
    return Aerospace(**{**plain, **cells})


def ground(**cells):
    plain = {"id": "own", "name": "Own", "type": "BM", "size": 2, "move": "8", "dmg_s": "2", "dmg_m": "2",
             "dmg_l": "2", "armor": 5, "structure": 4}  # fmt: skip
    return Ground(**{**plain, **cells})


@pytest.mark.parametrize("row", CARDS, ids=lambda row: row.id)
def test_the_formula_gives_the_published_value(row):
    """AS-18.1, AS-18.2, AS-18.3 on all 131 cards; both columns of the data agree with it."""
    value = price(row).value
    assert (value, row.pv) == OTHERWISE.get(row.id, (row.pv, value))
    assert row.pv_formula == (None if row.id in OTHERWISE else value)


def test_we_16_the_stuka_step_by_step():
    found = price(CATALOG.unit("stuka_stu_k5", ("aerospace",), "test"))
    assert [(step.what, step.points) for step in found.steps] == [
        ("damage", 16), ("overheat", 1), ("bomb slots", 3), ("every aircraft", 4), ("Thrust / 4", F(5, 4)),
        ("armor and structure", F(43, 2)),
    ]  # fmt: skip
    assert sum(step.points for step in found.steps) == F(187, 4)
    assert found.value == 47
    assert (price_at_skill(47, 3), price_at_skill(47, 6)) == (56, 37)


def test_skill_adjustment():
    """AS-18.4: steps for better and for worse Skills, at both ends of the bands that the page prints."""
    better = {7: 1, 8: 2, 12: 2, 13: 3, 17: 3, 18: 4, 22: 4, 23: 5, 27: 5, 32: 6, 37: 7, 42: 8, 47: 9, 48: 10, 52: 10}
    worse = {14: 1, 15: 2, 24: 2, 25: 3, 34: 3, 44: 4, 54: 5, 64: 6, 74: 7, 84: 8, 94: 9, 95: 10, 104: 10}
    for value, step in better.items():
        assert price_at_skill(value, 3) - value == step
        assert price_at_skill(value, 0) - value == 4 * step
    for value, step in worse.items():
        assert value - price_at_skill(value, 5) == step
    assert price_at_skill(2, 8) == 1
    assert price_at_skill(30, 4) == 30


def test_halves_are_rounded_up():
    assert [round_half(F(n, 100)) for n in (2124, 2125, 2136)] == [21, F(43, 2), F(43, 2)]


@pytest.mark.parametrize(("cells", "more"), [
    ({"dmg_s": "4"}, 1), ({"dmg_m": "3"}, 2), ({"dmg_l": "1"}, 1), ({"dmg_l": "0*"}, F(1, 2)),  # Extreme counts nothing
    ({"dmg_e": "3"}, 0), ({"ov": 1}, 1), ({"ov": 3}, 2), ({"dmg_m": "0", "ov": 1}, F(-7, 2)),
    ({"specials": "BOMB3"}, 1), ({"specials": "BOMB2;TAG"}, F(1, 2)), ({"specials": "BOMB2;PNT2"}, 2),
    ({"specials": "BOMB2;ECM"}, 2), ({"specials": "BOMB2;AECM"}, 3), ({"specials": "BOMB2;MHQ5"}, 4),
    ({"specials": "BOMB2;HT1/1/-"}, F(3, 2)), ({"thrust": 8}, 1), ({"thrust": 10}, 2),
    ({"specials": "BOMB2;LG"}, F(-3, 2)),
    ({"specials": "BOMB2;ATAC"}, F(9, 10)), ({"type": "SV"}, F(-9, 5)), ({"type": "SV", "specials": "BOMB2;AFC"}, 0),
])  # fmt: skip
def test_what_adds_to_a_fighter(cells, more):
    def total(row):
        return sum(step.points for step in price(row).steps)

    assert total(fighter(**cells)) - total(fighter()) == more


@pytest.mark.parametrize(("cells", "more"), [
    ({"dmg_s": "3"}, 1), ({"size": 3}, F(1, 2)), ({"specials": "AMS"}, 1), ({"specials": "RCN"}, 2),
    ({"specials": "TRN"}, 2), ({"specials": "C3S"}, F(3, 2)), ({"specials": "ARTLT-1"}, 27),
    ({"specials": "CR"}, F(1, 4)),
    ({"specials": "ARM"}, F(1, 2)), ({"specials": "BHJ2"}, 1), ({"specials": "STL"}, F(3, 2)),
    ({"specials": "IF1"}, 1), ({"specials": "MEL"}, F(1, 2)), ({"specials": "RHS"}, F(1, 4)),
])  # fmt: skip
def test_what_adds_to_a_mech(cells, more):
    def total(row):
        return sum(step.points for step in price(row).steps)

    assert total(ground(**cells)) - total(ground()) == more


def test_rulings_on_prices():
    assert price(fighter(), pv_bomb="no").value == price(fighter()).value - 2
    stealth = fighter(specials="BOMB2;STL")
    assert price(stealth, pv_stealth="yes").value > price(stealth).value == price(fighter()).value
    leopard = CATALOG.unit("leopard_2537", ("aerospace",), "test")
    assert (price(leopard).value, price(leopard, pv_da_divisor=4).value) == (63, 42)


def test_minimal_damage_counts_nothing_for_large_craft():
    row = fighter(type="SC", move_mode="p", arcs="front:1/1/0*/0|left:1/1/0*/0|right:1/1/0*/0|rear:0/0/0/0")
    assert [step.points for step in price(row).steps][:3] == [2, 2, 2]


def shell(capsys, *words):
    """Exit code and stdout of the shell."""
    code = 0
    try:
        app(list(words), standalone_mode=False)
    except SystemExit as end:
        code = end.code or 0
    return code, capsys.readouterr().out


def test_the_shell_shows_the_working(capsys):
    _, out = shell(capsys, "pv", "stuka_stu_k5", "--skill", "3")
    assert "S 4 + 2 x M 5 + L 2" in out
    assert "Point Value 47 (halves up), as printed" in out
    assert "at Skill 3: 56" in out


def test_the_shell_lists_cards_that_differ(capsys):
    _, out = shell(capsys, "pv")
    assert out.rstrip().endswith("130 of 131 printed values are those of the formula; others: " + ", ".join(OTHERWISE))


def test_a_card_of_your_own_is_priced(capsys, tmp_path):
    mine = tmp_path / "mine.csv"
    mine.write_text(
        "id,name,type,size,thrust,move_mode,dmg_s,dmg_m,dmg_l,armor,structure,specials\n"
        "drone,Own Drone,AF,1,9,a,2,2,0*,3,2,BOMB1;DRO\n",
        encoding="utf-8",
    )
    _, out = shell(capsys, "pv", "Own Drone", "--add", f"aerospace={mine}", "--skill", "4", "--format", "json")
    about = json.loads(out)
    assert about["printed"] is None
    assert about["formula"] == 22  # 6.5 + 1, 4 + 2.25 + 0.5, (3 x 1.4 + 2) x 1.2 to a half: 21.75
    assert about["at_skill"] == price_at_skill(about["formula"], 5)  # AS-18.5


@pytest.mark.parametrize(("cells", "said"), [
    ("own,Own,XX,1,9,a,2,2,0,3,2,", "column type"), ("own,Own,AF,1,9,a,,2,0,3,2,", "column dmg_s"),
    ("own,Own,AF,1,9,a,2,2,0,-3,2,", "column armor"), ("own,Own,AF,1,9,a,2*,2,0,3,2,", "column dmg_s"),
    ("own,Own,AF,1,9,a,2,2,0,3,2,HT1/x", 'column specials: .*"x" in HT is no damage; write HT1/1/-'),
    ("own one,Own,AF,1,9,a,2,2,0,3,2,", "column id: 'own one'; must have the form .*letters, digits"),
    ("own,Own,AF,1.5,9,a,2,2,0,3,2,", "column size: '1.5'; must be a valid integer$"),
])  # fmt: skip
def test_what_is_wrong_in_a_row_is_named(cells, said, tmp_path):
    """Section 22: a negative number, a missing damage field, an unknown type name row and column."""
    mine = tmp_path / "mine.csv"
    head = "id,name,type,size,thrust,move_mode,dmg_s,dmg_m,dmg_l,armor,structure,specials"
    mine.write_text(f"{head}\n{cells}\n", encoding="utf-8")
    with pytest.raises(CatalogError, match=f"mine.csv, line 2, {said}"):
        open_catalog("alpha_strike", TABLES, {"aerospace": str(mine)}).rows("aerospace")
