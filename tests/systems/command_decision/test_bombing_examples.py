"""Worked examples of the rules page (part G) about bombs and rockets, and its tables B4 and B6."""

from fractions import Fraction as F
from types import SimpleNamespace

import pytest
from bombing_scenarios import areas, bombing, hit_chance, hit_number, law, result

from simlab.catalog import open_catalog
from simlab.contract import Rulings
from simlab.execute import prepare, run
from simlab.systems import system_named
from simlab.systems.command_decision.rules.loads import bomb_factor, bomb_load, bomb_side, rocket_formula, rocket_rof

SYSTEM = system_named("command_decision")
CATALOG = open_catalog("command_decision", SYSTEM.tables)
CONSTANTS = {row.name: row.value for row in CATALOG.rows("constants")}


def rulings(**given):
    return Rulings(SYSTEM.rulings, given)


def load(usable_kg, **given):
    """Load class of a plane by its usable load."""
    return bomb_load(2 * usable_kg, False, rulings(**given), CONSTANTS)


@pytest.mark.parametrize(
    ("unit", "rof", "light"),
    [
        ("su24", 2, False), ("tornado_ids", 3, False), ("f111f", 4, False), ("su25", 2, False), ("mig21bis", 1, True),
        ("alphajet", 1, False), ("f104g", 1, True),
    ],
)  # fmt: skip
def test_w14_rof_and_class(unit, rof, light):
    scenario = bombing({}, unit=unit)
    assert len(areas(scenario)) == rof
    assert hit_number(scenario) == (6 if light else 7)


# Case C09: usable load -> ROF, light; the edges of "each 2000 kg or part of it" and of light attack.
C09_BOMBS = {500: (1, 1), 1000: (1, 1), 1001: (1, 0), 2000: (1, 0), 2000.5: (2, 0), 2001: (2, 0), 4000: (2, 0),
             6000: (3, 0), 8001: (5, 0)}  # fmt: skip


@pytest.mark.parametrize(("usable", "expected"), C09_BOMBS.items())
def test_c09_bombing_rof(usable, expected):
    found = load(usable)
    assert (found.rof, found.light) == expected
    assert bomb_factor(found, CONSTANTS) == (6 if found.light else 7)
    assert bomb_side(found, CONSTANTS) == (1000 if found.light else 2000)


def test_c09_load_of_8001_kg_lays_five_areas_on_at_most_four_places(tmp_path):
    rows = CATALOG.folder / "aircraft.csv"
    header, *lines = rows.read_text(encoding="utf-8").splitlines()
    tornado = next(line for line in lines if line.startswith("tornado_ids,"))
    heavy = tmp_path / "heavy.csv"
    heavy.write_text("\n".join([header, tornado.replace("9000,4500,3", "16002,8001,5")]), encoding="utf-8")
    apart = [{"at": [3 * x - 6, 0]} for x in range(5)]
    scenario = {**bombing(*apart, unit="tornado_ids", placement="spread"), "data": {"aircraft": str(heavy)}}
    laid = areas(scenario)
    assert len(laid) == 5
    assert len(set(laid)) == 4


C09_ROCKETS = {2: 0, 3: 1, 11: 1, 12: 2, 31: 2, 32: 3, 65: 3, 66: 4}


@pytest.mark.parametrize(("rockets", "rof"), C09_ROCKETS.items())
def test_c09_rocket_rof(rockets, rof):
    assert rocket_rof([rockets], rulings(), CONSTANTS) == rof


def test_c09_four_pods_of_19_are_76_rockets():
    assert rocket_rof([19] * 4, rulings(), CONSTANTS) == 4
    assert rocket_rof([19] * 4, rulings(rocket_rof_method="pod_floor_sum"), CONSTANTS) == 8


@pytest.mark.parametrize(
    ("fit", "pod_sum", "pod_floors", "total"),
    [
        ([7] * 2, 3, 2, 2), ([7] * 4, 6, 4, 2), ([8] * 4, 6, 4, 3), ([16] * 4, 9, 8, 3), ([18] * 2, 4, 4, 3),
        ([18] * 4, 9, 8, 4), ([19] * 2, 4, 4, 3), ([19] * 4, 9, 8, 4), ([19] * 6, 14, 12, 4), ([19] * 8, 19, 16, 5),
        ([20] * 2, 4, 4, 3), ([20] * 4, 9, 8, 4), ([32] * 2, 6, 6, 3), ([32] * 4, 12, 12, 5), ([32] * 6, 18, 18, 6),
        ([19, 19, 7, 7], 8, 6, 3),
    ],
)  # fmt: skip
def test_table_b6_and_w21(fit, pod_sum, pod_floors, total):
    for method, rof in (("pod_sum_floor", pod_sum), ("pod_floor_sum", pod_floors), ("total_formula_floor", total)):
        assert rocket_rof(fit, rulings(rocket_rof_method=method), CONSTANTS) == rof, method


def test_formula_of_b6():
    for rockets, value in ((1, 0.6), (7, 1.5939), (32, 3.0181), (64, 3.9705), (128, 5.1884), (152, 5.5396)):
        assert rocket_formula(rockets, CONSTANTS) == pytest.approx(value, abs=5e-5)


@pytest.mark.parametrize(("method", "rof"), [("pod_sum_floor", 12), ("total_formula_floor", 5)])
def test_w21_hind(method, rof):
    scenario = bombing({}, unit="mi24d", load="rockets", placement="superimpose", rulings={"rocket_rof_method": method})
    assert [rolls for _, _, rolls in areas(scenario)] == [rof]


def test_w21_every_row_has_the_rof_that_its_fit_gives():
    for table in ("aircraft", "helicopters"):
        for row in CATALOG.rows(table):
            if row.rocket_fit:
                rofs = {"total_formula_floor": row.rocket_rof_total, "pod_sum_floor": row.rocket_rof_pod_sum}
                for method, rof in rofs.items():
                    given = {"rocket_rof_method": method}
                    laid = areas(bombing({}, unit=row.id, load="rockets", placement="superimpose", rulings=given))
                    assert laid[0][2] == rof, row.id


def test_b4_every_row_has_the_rof_that_its_load_gives():
    for row in CATALOG.rows("aircraft"):
        found = bomb_load(row.max_load_kg, False, rulings(), CONSTANTS)
        assert (found.rof, found.light, bomb_factor(found, CONSTANTS)) == (
            row.bomb_rof, row.light_attack, row.bomb_he_factor), row.id  # fmt: skip
        by_maximum = bomb_load(row.max_load_kg, False, rulings(light_attack_basis="maximum"), CONSTANTS)
        assert by_maximum.light == row.light_attack_if_max_basis, row.id


PENALTIES = {0: F(4, 9), 1: F(1, 9), 2: F(7, 45), 3: F(1, 9)}  # ZSU-23-4 at 25 in, ECM P; the rest is an abort


def on_one_stand(penalty, **more):
    return bombing({}, placement="superimpose", penalty=penalty, **more)


def test_w16_the_penalty_law_is_that_of_the_shot():
    shot = {"system": "command_decision", "kind": "shot", "firer": {"unit": "zsu23_4"},
            "target": {"unit": "su24", "ecm": True}, "geometry": {"range_in": 25}}  # fmt: skip
    found = {row["effect"]: F(row["fraction"]) for row in run(shot, exact_fractions=True).rows("effect")}
    assert [found[name] for name in ("none", "minus_1", "minus_2", "minus_3")] == list(PENALTIES.values())


def test_w16_expected_hits_and_at_least_one():
    expected = 0
    for penalty, chance in PENALTIES.items():
        packed = prepare(on_one_stand(penalty)).packed
        assert len(packed.rolls) == 2
        expected += chance * sum(F(int(hits_on).bit_count(), 10) for hits_on in packed.rolls[:, 2])
        assert hit_chance(on_one_stand(penalty)) == 1 - (1 - F(7 - penalty, 10)) ** 2
    assert expected == 1
    assert sum(p * hit_chance(on_one_stand(penalty)) for penalty, p in PENALTIES.items()) == F(617, 900)


def test_w17_stand_eliminated():
    chances = {penalty: result(on_one_stand(penalty))["eliminated"] for penalty in PENALTIES}
    assert chances[2] == 1 - (1 - F(4 * 5, 100)) ** 2
    assert sum(PENALTIES[penalty] * chance for penalty, chance in chances.items()) == F(1967, 5625)


def test_w20_cluster_on_an_afv():
    afv = {"class": "afv", "weight": 3}
    assert hit_number(bombing(afv, load="at_cluster", penalty=1)) == 4
    scenario = bombing(afv, unit="alphajet", load="at_cluster", penalty=1)  # ROF 1
    assert hit_chance(scenario) == F(2, 5)
    assert result(scenario)["eliminated"] == F(2, 5) * F(1, 10)  # D4's fourth column: on a 10


def test_two_stands_by_hand():
    """Four rolls at two stands, written out: an area each, one of them under both."""
    scenario = bombing({"quality": "green"}, {"at": [1.6, 0], "quality": "elite"}, templates=[[0, 0], [1, 0]])
    green, elite = F(7, 10) * F(5, 10), F(7, 10) * F(2, 10)  # green under both areas, elite under the second only
    lost = [1 - (1 - green) ** 2, elite]
    assert law(scenario, "eliminated_enemy") == {
        0: (1 - lost[0]) * (1 - lost[1]),
        1: lost[0] * (1 - lost[1]) + (1 - lost[0]) * lost[1],
        2: lost[0] * lost[1],
    }
    assert law(scenario, "any_eliminated")["yes"] == 1 - (1 - lost[0]) * (1 - lost[1])


def test_the_formula_is_read_from_the_constants():
    """A designer's own exponent and offset count."""
    assert rocket_rof([100], SimpleNamespace(rocket_rof_method=0, rocket_min_rof=0),
                      {"rocket_exponent": 0.5, "rocket_offset": 2}) == 8  # fmt: skip
