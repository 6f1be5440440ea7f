"""Clauses of sections 13 to 16 one by one: fire from the ground, End Phase, large craft, landing."""

from fractions import Fraction as F

import pytest
from alpha_strike_rounds import Bench, fight, fire, law, mean, prepared

from simlab.errors import ScenarioError
from simlab.systems.alpha_strike.rules import critical_hits as crits
from simlab.systems.alpha_strike.rules import landing, large_craft
from simlab.systems.alpha_strike.rules.condition import (
    BY_CRASH,
    BYTE,
    CAUSE,
    ENGINE,
    STRUCTURE,
    THREE,
    TWO,
    marked,
    part,
)
from simlab.systems.alpha_strike.rules.dice import chance, flak_graze
from simlab.systems.alpha_strike.rules.end_phase import after_fall, leaves_engagements, level_after_fall
from simlab.systems.alpha_strike.rules.fighting_card import (
    ALTITUDE_TRACK,
    LEAVE_ZONE,
    NO_LOSS,
    RING_INWARD,
)
from simlab.systems.alpha_strike.rules.ground_to_air import ALL_ROUND, HALF, LANE, distance_to_path, part_of_path


def critical(bench, state, effect):
    return crits.with_critical(bench.card, bench.settings, state, crits.EFFECTS[effect], 0)


def cause(state):
    return part(state, CAUSE, THREE)


@pytest.mark.parametrize(
    ("loss", "ends"),
    [(RING_INWARD, [(BY_CRASH, 0, 0), (0, 0, 1), (0, 1, 1)]),
     (ALTITUDE_TRACK, [(BY_CRASH, 0, 0), (0, 0, 0), (0, 1, 0)]),
     (LEAVE_ZONE, [(4, 0, 1), (4, 1, 1), (4, 2, 1)]), (NO_LOSS, [(0, 0, 0), (0, 1, 0), (0, 2, 0)])],
)  # fmt: skip
def test_falls(loss, ends):
    """AS-14.4, AS-14.6: a ring inward, an altitude down, out of the zone, nothing; at the bottom a crash."""
    fresh = Bench("corsair_csr_v12").fresh
    found = [
        (cause(after_fall(fresh, loss, at)), level_after_fall(loss, at), leaves_engagements(loss, at))
        for at in range(3)
    ]
    assert found == ends


def test_thrust_0_and_shutdown_fall_without_a_roll():
    """AS-14.5: a fighter of Thrust 1 whose engine is hit comes down over the table at once."""
    tree = fire(("demolisher_heavy_tank_gauss", 3), unit="test_crawler")
    crash = law("return_fire", tree, "fate", exactly=True, damage_control_loss="none")
    assert "crash" not in crash
    hit = law("return_fire", tree, "fate", exactly=True)["crash"]
    fails = law("return_fire", fire(("demolisher_heavy_tank_gauss", 3), unit="test_swift"), "lost", exactly=True)
    assert hit > F(5, 18) * chance(6)  # more than failed Control Rolls alone
    assert fails["yes"] > 0


def test_one_control_roll_or_one_for_each_hit():
    """AS-14.1, AS-14.3; ruling control_roll_once: two certain hits, one roll of 5/18 or two."""
    tree = fire(
        (
            "partisan_air_defense_tank",
            3,
        ),
        ("partisan_air_defense_tank", 3),
        skill=4,
    )
    tree["defender"][0]["skill"] = tree["defender"][1]["skill"] = 0
    once = law("return_fire", tree, "fate", exactly=True)["crash"]
    each = law("return_fire", tree, "fate", exactly=True, control_roll_once="per_hit")["crash"]
    assert once == F(5, 18)
    assert each == 1 - F(13, 18) ** 2


def test_bombs_aboard_take_away_the_range():
    """AS-14.2, AS-12.5: a duel with bombs aboard is one with less Thrust."""
    clean = law("duel", fight("stuka_stu_k5", "stuka_stu_k5"), "damage_by_a_first_round", exactly=True)
    laden = law("duel", fight({"unit": "stuka_stu_k5", "bombs": 3}, "lightning_ltn_g15"), "result", exactly=True)
    assert mean(clean) > 0
    assert laden != law("duel", fight("stuka_stu_k5", "lightning_ltn_g15"), "result", exactly=True)


def test_flak():
    """AS-13.6: a miss by 1 or 2 deals the FLK value."""
    assert [flak_graze(number, 2) for number in range(6, 13)] == [F(n, 36) for n in (7, 9, 11, 11, 9, 7, 5)]
    tree = fire(("partisan_air_defense_tank", 12))
    assert law("return_fire", tree, "damage_first_pass", exactly=True, flak_margin=0) == {0: F(7, 12), 2: F(5, 12)}


def test_numbers_of_ground_fire():
    """AS-13.4, AS-13.5, AS-15.5: + 2 airborne, - 2 DropShip, - 1 small craft; heat, hits, spotting."""

    def number(unit="corsair_csr_v12", distance=3, **keys):
        tree = fire({"unit": "rifleman_rfl_3n", "range_in": distance, **keys}, unit=unit)
        return int(prepared("return_fire", tree).packed.shots[0, 0, 0, 0])

    assert [number(distance=d) for d in (6, 6.5, 24, 24.5)] == [6, 8, 8, 10]
    assert (number("leopard_2537"), number("test_pinnace")) == (4, 5)
    assert number(heat=2, fire_control_hits=1, spotting=True, skill=3) == 5 + 2 + 2 + 1
    assert number(distance=43) == 99  # ground cards have nothing at Extreme
    assert number(hidden=True) == 99  # AS-13.1
    assert number(engaged_on_ground=True) == 99


def test_overheat_of_ground_fire_brings_heat():
    """AS-13.5, AS-11.3: a Rifleman with 1 point a pass is hotter each time, up to level 3."""
    tree = fire({"unit": "rifleman_rfl_3n", "range_in": 3, "overheat": 1}, passes=5)
    shots = prepared("return_fire", tree).packed.shots[0, :, 0].tolist()
    assert [shot[0] for shot in shots] == [6, 7, 8, 9, 9]
    assert [shot[2] for shot in shots] == [1, 1, 1, 0, 0]


def test_arcs_and_distances():
    """AS-13.2, AS-13.3, AS-15.6: 180 degrees ahead, edge included; turrets all round; an aerodyne's nose a lane."""
    path = ((24, 0), 0, 48)
    assert part_of_path(*path, (20, 24), 90, HALF) == (0, 48)
    assert part_of_path(*path, (20, 24), 270, HALF) is None
    assert part_of_path(*path, (24, 24), 0, HALF) == (24, 48)
    assert part_of_path(*path, (20, 24), 270, ALL_ROUND) == (0, 48)
    lane = part_of_path(*path, (20, 24), 90, LANE)
    assert [round(end, 6) for end in lane] == [23, 25]
    assert distance_to_path((24, 0), 0, (0, 48), (20, 24), 0.5) == pytest.approx(3.5)
    assert distance_to_path((24, 0), 0, (24, 48), (24, 12), 0) == pytest.approx(12)
    with pytest.raises(ScenarioError, match="range_in"):
        prepared("return_fire", fire({"unit": "rifleman_rfl_3n"}))


def test_a_turret_fires_behind_with_the_values_in_its_brackets():
    """AS-13.2: a Vedette has 1 at Short, its turret only 0*."""
    over = {"path": {"p0": [24, 0]}}
    ahead = {**fire({"unit": "vedette_medium_tank", "at": [20, 24], "facing": 90}), **over}
    behind = {**fire({"unit": "vedette_medium_tank", "at": [20, 24], "facing": 270}), **over}
    tokens = [int(prepared("return_fire", tree).packed.shots[0, 0, 0, 1]) for tree in (ahead, behind)]
    assert tokens == [2, 1]


def test_large_craft():
    """AS-15.1, AS-15.4, AS-15.7: one attack an arc, four at most; spheroids and airships hover half their Thrust."""
    assert large_craft.most_attacks("DA", 4, False) == 4
    assert large_craft.most_attacks("SC", 4, True) == 1
    assert large_craft.most_attacks("AF", 1, False) == 1
    assert large_craft.hover_inches(5) == 2
    assert [large_craft.may_hover(mode) for mode in "aip"] == [False, True, True]
    assert large_craft.air_to_ground_arcs("DS", "p", False)["strike"] == ("front",)
    assert large_craft.air_to_ground_arcs("SC", "p", True)["strike"] == ("front",)


def test_landing_and_liftoff():
    """AS-16.1, AS-16.2, AS-16.3, AS-16.4, AS-16.5, AS-16.6, AS-16.7."""
    assert landing.taxi_inches(5) == 5
    assert [landing.runway_length("liftoff", vstol) for vstol in (False, True)] == [14, 8]
    assert [landing.runway_length("landing", vstol) for vstol in (False, True)] == [10, 4]
    assert [landing.runway_width(code) for code in ("", "LG", "VLG")] == [1, 2, 4]
    assert landing.can_lift_off(2, False, False)
    assert not landing.can_lift_off(1, False, False)
    assert landing.can_lift_off(1, True, False)
    assert not landing.can_lift_off(5, False, True)
    assert landing.landing_number(4, 0, 0, 0, 0) == 6
    assert landing.landing_number(4, 1, 1, 1, 1) == 16
    results = [landing.landing_result(total, 6, obstructed) for total, obstructed in ((6, 0), (6, 1), (5, 0))]
    assert results == [landing.LANDS, landing.LANDS_DAMAGED, landing.CRASHES]
    assert landing.landing_damage(3, True) == (3, "rear")
    assert landing.landing_damage(2, False) == (2, "front")
    assert landing.RUBBLE_DIAMETER_IN == 4  # AS-16.6
    assert [landing.launches_per_turn(2, engaged) for engaged in (False, True)] == [2, 0]


def test_engine_counts_and_structure_marks():
    """AS-1.13: a condition keeps what play has done to a unit."""
    bench = Bench("atlas_as7_d")
    worn = critical(bench, marked(bench.fresh, 12), "engine")
    assert (part(worn, 0, BYTE), part(worn, STRUCTURE, BYTE), part(worn, ENGINE, TWO)) == (0, 6, 1)
