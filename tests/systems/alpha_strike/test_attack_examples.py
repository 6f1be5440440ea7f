"""Worked examples of section 24 for attacks on the ground, to the last digit, and cases C03, C04, C05."""

from fractions import Fraction as F

import pytest

from simlab.contract import Rulings
from simlab.errors import ScenarioError
from simlab.execute import run
from simlab.systems.alpha_strike.rules.damage import strafing_damage, striking_damage
from simlab.systems.alpha_strike.rules.dice import chance
from simlab.systems.alpha_strike.rules.heat import heat_after
from simlab.systems.alpha_strike.rules.scatter import covers_its_point
from simlab.systems.alpha_strike.rules.values import half_points
from simlab.systems.alpha_strike.rulings import RULINGS

DEFAULTS = Rulings(RULINGS, {})
X = {"name": "X", "at": [0, 0]}


def scenario(kind="bombing_run", target=(X,), rulings=None, **keys):
    return {"system": "alpha_strike", "kind": kind, "target": list(target), "rulings": rulings or {}, **keys}


def exactly(source):
    """The exact law of a scenario: table -> {outcome: Fraction}, impossible outcomes left out."""
    result = run(source, exact_fractions=True)
    tables = {}
    for table in result.space.tables:
        values = result.space.values(result.fractions, table.name)
        rows = (row if len(row) > 1 else row[0] for row in table.rows)
        tables[table.name] = {row: value for row, value in zip(rows, values, strict=True) if value}
    return tables


def mean(law):
    return sum(value * chance for value, chance in law.items())


def he(at, count=1, type="he"):
    return {"type": type, "at": list(at), "count": count}


def dive(*bombs, **keys):
    return scenario(attack="dive", bombs=list(bombs), **keys)


def test_we_1_target_numbers_of_the_four_attacks():
    """AS-6.10: dive 6, altitude 7, strike 6 + TMM, strafe 8 + TMM."""
    target = [{"name": "X", "tmm": 2, "move_in": 10}]
    attacker = {"short": 3}
    strike = exactly(scenario("attack", target, attack="strike", attacker=attacker))
    strafe = exactly(scenario("attack", target, attack="strafe", attacker=attacker))
    assert strike["enemy_hit"]["yes"] == F(5, 12)
    assert strafe["enemy_hit"]["yes"] == F(1, 6)
    alone = {"aoe_boundary": "exclusive"}  # no scattered bomb then comes back to its point
    assert exactly(dive(he((0, 0)), rulings=alone))["enemy_hit"]["yes"] == F(13, 18)
    far = [X, {"name": "far", "at": [-60, 0]}]
    run_ = exactly(scenario(target=far, attack="altitude", bombs=[he((0, 0)), he((2, 0))], rulings=alone))
    assert run_["damage:X"][2] == F(7, 12)


def test_we_2_one_bomb_on_a_unit():
    assert exactly(dive(he((0, 0))))["damage:X"][2] == F(83, 108)
    assert exactly(dive(he((0, 0)), rulings={"aoe_boundary": "exclusive"}))["damage:X"][2] == F(13, 18)


def test_we_3_three_bombs():
    law = exactly(dive(he((0, 0), 3)))["damage:X"]
    assert law == {0: F(15625, 1259712), 2: F(51875, 419904), 4: F(172225, 419904), 6: F(571787, 1259712)}
    assert mean(law) == F(83, 18)


def test_we_4_three_cluster_bombs():
    law = exactly(dive(he((0, 0), 3, "cluster")))["damage:X"]
    assert law[3] == F(29791, 46656)
    assert mean(law) == F(31, 12)
    assert exactly(dive(he((0, 0), 1, "cluster")))["damage:X"][1] == F(31, 36)


def test_we_5_two_units_under_one_bomb():
    tables = exactly(dive(he((0, 0)), target=[X, {"name": "Y", "at": [2, 0], "side": "friend"}]))
    assert tables["damage:X"][2] == F(83, 108)
    assert tables["damage:Y"][2] == F(61, 81)
    assert tables["joint"][2, 2] == F(161, 216)
    assert tables["joint"][0, 0] == F(145, 648)


LANE = [
    {"name": "Atlas", "unit": "atlas_as7_d", "at": [1, 0]},
    {"name": "Griffin", "unit": "griffin_grf_1n", "at": [3, 0]},
    {"name": "platoon", "unit": "foot_platoon_mg", "at": [5, 1]},
    {"name": "Elementals", "unit": "elemental_battle_armor_mg_sqd5", "at": [10, -1]},
]


def test_we_6_a_lane_of_four():
    tables = exactly(scenario("attack", LANE, attack="strafe", attacker={"unit": "Stuka STU-K5"}))
    assert list(tables["hits"].values()) == [
        F(11011, 31104), F(7051, 15552), F(443, 2592), F(325, 15552), F(25, 31104),
    ]  # fmt: skip
    assert mean(tables["hits"]) == F(31, 36)
    assert mean(tables["damage_enemy"]) == F(31, 18)


def test_we_7_the_same_lane_with_overheat():
    attacker = {"unit": "chippewa_chp_w5", "overheat": 3}
    tables = exactly(scenario("attack", LANE, attack="strafe", attacker=attacker))
    assert mean(tables["damage_enemy"]) == F(155, 36)
    assert max(tables["damage:Atlas"]) == 5


ROW = [{"name": name, "at": [place, 0]} for name, place in zip("abc", (0, 2, 4), strict=True)]


@pytest.mark.parametrize("kind", ["bombing_run", "attack"])
def test_we_8_an_altitude_run_of_three_points(kind):
    tables = exactly(scenario(kind, ROW, attack="altitude", bombs=[he((place, 0)) for place in (0, 2, 4)]))
    means = [mean(tables[f"damage:{name}"]) for name in "abc"]
    assert means == [F(89, 36), F(413, 108), F(151, 54)]
    assert sum(means) == mean(tables["damage_enemy"]) == F(491, 54)
    assert tables["damage:b"] == {0: F(4375, 93312), 2: F(7825, 31104), 4: F(1535, 3456), 6: F(24017, 93312)}


def test_we_9_a_locust_under_three_bombs():
    locust = [{"name": "Locust", "unit": "locust_lct_1v"}]
    tables = exactly(scenario("attack", locust, attack="dive", bombs=[he((0, 0), 3)]))
    assert tables["fate:Locust"]["destroyed"] == tables["enemy_lost"]["yes"] == F(544231, 629856)


@pytest.mark.parametrize(("unit", "immobile", "any_loss"), [
    ("scorpion_light_tank", F(1, 36), F(5, 18)),
    ("savannah_master_hovercraft", F(1, 12), F(5, 12)),
    ("warrior_attack_helicopter_h_7", F(1, 6), F(7, 12)),
])  # fmt: skip
def test_we_15_motive_damage_after_one_bomb(unit, immobile, any_loss):
    """One damaging bomb; cards with 2 points of armor or more, so that nothing but the motive roll comes of it."""
    target = [{"name": "V", "unit": unit, "airborne": False}]
    source = scenario("attack", target, attack="dive", bombs=[he((0, 0), 1, "cluster")], attacker={"skill": 0},
                      rulings={"attack_mods": "custom:0/0/0/0"})  # fmt: skip
    fates = exactly(source)["fate:V"]
    assert fates.get("immobile", 0) + fates.get("destroyed", 0) == immobile  # a helicopter that falls is damaged too
    assert immobile + fates["slowed"] == any_loss
    assert fates["armor"] == 1 - any_loss


def test_we_18_infernos():
    two = [he((0, 0), 2, "inferno")]
    atlas = exactly(dive(*two, target=[{"name": "Atlas", "unit": "atlas_as7_d"}]))
    assert atlas["heat:Atlas"][2] == F(11039, 11664)
    assert atlas["damage:Atlas"] == {0: 1}
    platoon = exactly(scenario("attack", [{"name": "P", "unit": "foot_platoon_mg"}], attack="dive", bombs=two))
    assert platoon["fate:P"]["destroyed"] == F(6889, 11664)


def test_we_19_the_commanders_edition():
    law = exactly(dive(he((0, 0), 3), rulings={"ruleset": "asce"}, attacker={"altitude": "low"}))["damage:X"]
    assert law == {0: F(1, 216), 2: F(5, 72), 4: F(25, 72), 6: F(125, 216)}


def test_we_21_overheat_on_two_turns():
    """Chippewa on a TMM 1 target: the heat of the first turn burdens the second (AS-11.1 to AS-11.3, AS-11.5)."""

    def damage(overheat, heat):
        attacker = {"unit": "chippewa_chp_w5", "overheat": overheat, "heat": heat}
        target = [{"name": "X", "tmm": 1, "move_in": 8}]
        return mean(exactly(scenario("attack", target, attack="strike", attacker=attacker))["damage_enemy"])

    expected = {(0, 0): F(14, 3), (3, 0): F(19, 4), (3, 3): F(21, 4), (0, 3): F(77, 12)}
    for (first, second), total in expected.items():
        level = heat_after(0, first, 0, 1, 0, 0, 4)
        assert damage(first, 0) + damage(second, level) == total


def test_c03_ways_to_apply_damage():
    """A strike for 4 that needs 9: the law of one roll for all, beside a roll for each point."""
    target = [{"name": "X", "type": "CI", "armor": 3, "structure": 1}]
    tables = exactly(scenario("attack", target, attack="strike", attacker={"skill": 7, "short": 4}))
    law = tables["damage:X"]
    assert law == {0: F(13, 18), 4: F(5, 18)}
    assert mean(law) == F(10, 9)
    assert round(float(mean({v * v: p for v, p in law.items()}) - mean(law) ** 2), 4) == 3.2099
    assert tables["enemy_lost"]["yes"] == F(5, 18)
    each = scenario(
        "attack",
        [{"name": f"point_{number}", "at": [number, 0]} for number in range(4)],
        attack="strafe",
        attacker={"skill": 5, "short": 1},
    )  # four rolls of one point each at 9: a lane of four points
    by_point = exactly(each)["damage_enemy"]
    assert mean(by_point) == F(10, 9)
    assert float(by_point[0]) == pytest.approx(0.27207, abs=1e-5)
    assert float(by_point[4]) == pytest.approx(0.0059537, abs=1e-7)


@pytest.mark.parametrize(("type", "radius", "law"), [("he", 2, F(67, 72)), ("cluster", 6, F(23, 24))])
def test_c04_a_near_miss_still_catches_its_target(type, radius, law):
    plain = {"attack_mods": "custom:0/0/0/0"}
    found = exactly(dive(he((0, 0), 1, type), rulings=plain))["enemy_hit"]["yes"]
    assert found == covers_its_point(4, radius) == law
    edge_out = exactly(dive(he((0, 0), 1, type), rulings={**plain, "aoe_boundary": "exclusive"}))["enemy_hit"]["yes"]
    assert edge_out == {"he": F(11, 12), "cluster": F(17, 18)}[type]


def test_c04_four_bombs_on_one_point():
    law = exactly(dive(he((0, 0), 4), rulings={"attack_mods": "custom:0/0/0/0"}))["damage:X"]
    assert mean(law) == F(67, 9)
    assert float(law[8]) == pytest.approx(0.749841, abs=1e-6)


def test_c05_halves_are_rounded_up():
    """Short 1 to 9; overheat after halving; a strike takes Short and overheat whole."""
    points = [strafing_damage(half_points(str(short)), 0, False, DEFAULTS).points for short in range(1, 10)]
    assert points == [1, 1, 2, 2, 3, 3, 4, 4, 5]
    assert strafing_damage(half_points("5"), 2, False, DEFAULTS).points == 5
    assert striking_damage(half_points("5"), 2).points == 7


def test_c05_overheat_with_bombs_is_refused():
    with pytest.raises(ScenarioError, match="overheat never goes with bombs"):
        run(scenario("attack", [X], attack="dive", bombs=[he((0, 0))], attacker={"overheat": 1, "ov": 3}))
    with pytest.raises(ScenarioError, match="overheat never goes with bombs"):
        run(dive(he((0, 0)), attacker={"overheat": 1}))


def test_table_of_as_7_7():
    """P(one bomb covers its point) for target numbers 3 to 12, HE and cluster."""
    rows = {
        3: (F(211, 216), F(71, 72)), 4: (F(67, 72), F(23, 24)), 5: (F(31, 36), F(11, 12)), 6: (F(83, 108), F(31, 36)),
        7: (F(47, 72), F(19, 24)), 8: (F(37, 72), F(17, 24)), 9: (F(43, 108), F(23, 36)), 10: (F(11, 36), F(7, 12)),
        11: (F(17, 72), F(13, 24)), 12: (F(41, 216), F(37, 72)),
    }  # fmt: skip
    for number, (small, large) in rows.items():
        assert (covers_its_point(number, 2), covers_its_point(number, 6)) == (small, large)
        skill = {"skill": number - 2}
        for kind in ("dive", "altitude"):
            rulings = {"attack_mods": "custom:0/0/2/2", "altitude_min_pois": 1}
            for type, value in (("he", small), ("cluster", large)):
                bombs = [he((0, 0), 1, type)]
                law = exactly(scenario(attack=kind, bombs=bombs, attacker=skill, rulings=rulings))["enemy_hit"]
                assert law["yes"] == value
    assert chance(13) == 0
