"""Worked examples of section 7 that are single attacks, and those of bombs: every number as an exact fraction.

W1, W2, W14, W15, W16, W17, W20, W21, W22 and, of splits, W13. Default rulings unless an example says otherwise.
"""

from fractions import Fraction as F

import pytest
from siege_scenarios import attack, bombing_run, chance, law, mean, packed

from simlab.systems.continental_siege.mission.splits import Part, Splitter, best_split, most_gained
from simlab.systems.continental_siege.stands import Book

RESULTS = {
    "W1 (B8, 12.02)": (
        attack("heavy_tank", "3 bomber"),
        {"destroyed": F(209, 216), "disabled": F(1, 36), "none": F(1, 216)},
    ),
    "W1 one load": (attack("heavy_tank", "bomber"), {"destroyed": F(1, 2), "disabled": F(1, 3), "none": F(1, 6)}),
    "W1 two loads": (attack("heavy_tank", "2 bomber"), {"destroyed": F(31, 36), "disabled": F(1, 9), "none": F(1, 36)}),
    "W1 combined": (
        attack("heavy_tank", "3 bomber", combine=True, rulings={"bombload_combination": "combinable"}),
        {"destroyed": F(1)},
    ),
    "W2 one load (12.03)": (attack("gev", "bomber"), {"destroyed": F(2, 3), "disabled": F(1, 3)}),
    "W2 two loads": (attack("missile_tank", "2 bomber"), {"destroyed": F(1)}),
    "W2 on a Heavy AA": (
        attack("heavy_aa", "2 bomber"),
        {"destroyed": F(31, 36), "disabled": F(1, 9), "none": F(1, 36)},
    ),
    "W15 on a CP (14.031)": (attack("cp", "csa10.ap_bombload"), {"destroyed": F(1)}),
    "W16 separate (15.03)": (
        attack("fighter", "2 heavy_aa"),
        {"destroyed": F(31, 36), "disabled": F(1, 9), "none": F(1, 36)},
    ),
    "W16 combined": (attack("fighter", "2 heavy_aa", combine=True), {"destroyed": F(5, 6), "disabled": F(1, 6)}),
    "W16 on a bomber": (attack("bomber", "2 heavy_aa", combine=True), {"destroyed": F(1)}),
    "W20 one main gun (14.05)": (
        attack("heavy_tank", "csa15.main_gun", range_hexes=2),
        {"destroyed": F(1, 6), "disabled": F(1, 6), "none": F(2, 3)},
    ),
    "W20 both main guns": (
        attack("heavy_tank", "2 csa15.main_gun", combine=True),
        {"destroyed": F(1, 3), "disabled": F(1, 3), "none": F(1, 3)},
    ),
}


@pytest.mark.parametrize("name", RESULTS)
def test_results_of_attacks(name):
    body, expected = RESULTS[name]
    assert law(body) == expected


def test_w1_loads_used_and_no_second_d():
    assert mean(attack("heavy_tank", "3 bomber"), "attackers_used") == F(59, 36)
    assert chance(attack("heavy_tank", "3 bomber", rulings={"second_d_armor": "no_extra"})) == F(7, 8)
    assert mean(attack("light_aa", "3 bomber"), "attackers_used") == F(4, 3)  # W2
    assert chance(attack("heavy_aa", "3 bomber")) == F(209, 216)


@pytest.mark.parametrize(("loads", "left"), [
    (1, {0: F(1, 3), 2: F(1, 3), 3: F(1, 3)}),
    (2, {0: F(5, 9), 1: F(1, 9), 2: F(2, 9), 3: F(1, 9)}),
    (3, {0: F(7, 9), 1: F(2, 27), 2: F(1, 9), 3: F(1, 27)}),
])  # fmt: skip
def test_w14_bombloads_on_three_squads(loads, left):
    """12.07: a bombload is halved to 3 against infantry."""
    assert law(attack("infantry_squad", f"{loads} bomber"), "squads_left") == left


def test_w14_the_same_at_full_strength():
    """Three attacks of 6 on three squads, here by howitzers, which nothing halves on the ground."""
    expected = {0: F(209, 216), 1: F(1, 54), 2: F(1, 108), 3: F(1, 216)}
    assert law(attack("infantry_squad", "3 howitzer"), "squads_left") == expected


def test_w15_antipersonnel_bombs():
    """14.031: strength 1 each, added up only by ruling."""
    combined = {"combine": True, "rulings": {"ap_bomb_combination": "combinable"}}
    two = attack("infantry_squad", "4 csa10.ap_bombload", squads=2)
    assert law(two, "squads_left") == {0: F(115, 162), 1: F(5, 54), 2: F(16, 81)}
    assert law({**two, **combined}, "squads_left") == {0: F(1, 2), 1: F(1, 3), 2: F(1, 6)}
    three = attack("infantry_squad", "12 csa10.ap_bombload")
    assert law(three, "squads_left") == {3: F(1)}
    assert law({**three, **combined}, "squads_left") == {0: F(5, 6), 2: F(1, 6)}


def test_w16_the_second_d_decides():
    rulings = {"aircraft_second_d": "no_extra"}
    separate, together = (
        chance(attack("fighter", "2 heavy_aa", combine=combine, rulings=rulings)) for combine in (False, True)
    )
    assert (separate, together) == (F(3, 4), F(5, 6))


@pytest.mark.parametrize(("count", "separate", "on_bomber", "on_fighter"), [
    (1, F(1, 3), F(1, 3), F(1, 3)),
    (2, F(2, 3), F(1, 2), F(1, 2)),
    (3, F(23, 27), F(5, 6), F(2, 3)),
    (4, F(76, 81), F(1), F(5, 6)),
])  # fmt: skip
def test_w17_massed_fighters(count, separate, on_bomber, on_fighter):
    fighters = f"{count} fighter"
    assert chance(attack("bomber", fighters)) == chance(attack("fighter", fighters)) == separate
    assert chance(attack("bomber", fighters, combine=True)) == on_bomber
    assert chance(attack("fighter", fighters, combine=True)) == on_fighter


@pytest.mark.parametrize(("ruling", "option", "destroyed"), [
    ("fractional_strength", "exact", F(5, 6)),
    ("fractional_strength", "floor_each", F(2, 3)),
    ("fractional_strength", "ceil_each", F(1)),
    ("ff_guns_vs_ground", "full", F(1)),
])  # fmt: skip
def test_w20_all_guns_of_a_csa15(ruling, option, destroyed):
    guns = attack("heavy_tank", "2 csa15.main_gun", "6 csa15.secondary_gun", combine=True, range_hexes=2)
    assert chance({**guns, "rulings": {ruling: option}}) == destroyed


def test_w21_a_mark_iii_at_one_aircraft():
    """11.081: missiles and main battery; best against a fighter: the missiles together, then the main battery."""
    all_three = ("2 ogre_mk3.missile", "ogre_mk3.main_battery")
    assert chance(attack("bomber", *all_three, combine=True)) == 1
    assert chance(attack("bomber", *all_three)) == F(17, 18)
    assert chance(attack("fighter", *all_three, combine=True)) == F(5, 6)
    assert chance(attack("fighter", *all_three)) == F(23, 27)
    missiles = law(attack("fighter", "2 ogre_mk3.missile", combine=True))
    main = law(attack("fighter", "ogre_mk3.main_battery"))
    main_on_disabled = law(attack("fighter", "ogre_mk3.main_battery", disabled=True))
    best = missiles["destroyed"] + missiles["disabled"] * main_on_disabled["destroyed"]
    assert best + missiles.get("none", 0) * main["destroyed"] == F(8, 9)


def test_w22_the_same_mark_iii_at_propulsion():
    """14.02: each weapon alone at 1-1, an X takes its strength."""
    body = attack("csa10", "2 ogre_mk3.missile", "ogre_mk3.main_battery", system_attacked="propulsion")
    lost = {0: F(8, 27), 4: F(4, 27), 6: F(8, 27), 10: F(4, 27), 12: F(2, 27), 16: F(1, 27)}
    assert law(body, "boxes_lost") == lost
    assert mean(body, "boxes_lost") == F(16, 3)


def splitter(**weights):
    """Splits of a bombload on an intact Mark III."""
    prepared = packed(bombing_run("ogre_mk3"))
    book = Book(prepared.catalog)
    sheet = book.sheet(book.unit("ogre_mk3", "test"), "test")
    return Splitter(sheet, book.crt, prepared.rulings, "best_for", {name: F(value) for name, value in weights.items()})


NO_TREADS = {"treads": 0}


@pytest.mark.parametrize(("weights", "parts", "gain"), [
    ({"missile": 1, "main_battery": 1, "secondary_battery": 1, "antipersonnel": 1, "treads": 0}, [Part(3, 1)] * 6, 2),
    (NO_TREADS, [Part(0, 3)] * 2, F(4)),
    ({"missile": 0, "antipersonnel": 0, **NO_TREADS}, [Part(2, 3)] * 2, F(2)),
    ({"missile": 0, "secondary_battery": 0, "antipersonnel": 0, "main_battery": 1, **NO_TREADS}, [Part(1, 4)], F(1, 3)),
    ({"missile": 0, "main_battery": 0, "secondary_battery": 0, "antipersonnel": 0}, [Part(4, 6)], F(2)),
])  # fmt: skip
def test_w13_best_splits_of_a_bombload(weights, parts, gain):
    """12.081, 12.082: most weapons, most strength, only guns, the main battery alone, treads."""
    best = splitter(**weights)
    assert list(best_split(best, best.boxes)) == parts
    assert most_gained(best) == gain


def test_w13_with_weights_for_a_main_battery():
    best = splitter(main_battery=8, secondary_battery=4, missile=1, antipersonnel=1, treads=1)
    assert most_gained(best) == F(10, 3)
    assert best_split(best, best.boxes)[0] == Part(1, 4)
    named = [[Part(0, 6)], [Part(1, 4), Part(0, 2)], [Part(0, 3), Part(0, 2), Part(3, 1)]]
    gains = [sum(splitter(**NO_TREADS).gain(part, best.boxes) for part in parts) for parts in named]
    assert gains == [F(3), F(7, 3), F(10, 3)]
