"""Worked examples of the rules page for return fire, duels and the rules of rounds, exactly."""

from fractions import Fraction as F

import pytest
from alpha_strike_rounds import Bench, Speeds, fight, fire, law, mean

from simlab.systems.alpha_strike.engagement.harm import HarmLaw
from simlab.systems.alpha_strike.rules.condition import GONE, MOVE, SEVEN, part
from simlab.systems.alpha_strike.rules.dice import chance
from simlab.systems.alpha_strike.rules.heat import heat_after, outside_heat
from simlab.systems.alpha_strike.rules.radar_map import speed_table, thrust_now, zone_steps
from simlab.systems.alpha_strike.rules.thresholds import damage_control_number


def test_we_10_a_partisan_at_medium_range():
    tree = fire(("partisan_air_defense_tank", 12), unit="corsair_csr_v12")
    damage = law("return_fire", tree, "damage_first_pass", exactly=True)
    assert damage == {0: F(5, 18), 1: F(11, 36), 2: F(5, 12)}
    assert mean(damage) == F(41, 36)
    assert law("return_fire", tree, "damaged_first_pass", exactly=True)["yes"] == F(13, 18)


def test_we_11_a_damage_control_roll():
    bench = Bench("leopard_2537")
    assert 1 - chance(damage_control_number(bench.card, bench.settings, bench.fresh)) == F(5, 18)
    assert 1 - chance(damage_control_number(bench.card, bench.settings, bench.fresh | 1 << 32)) == F(5, 6)  # Thruster


def test_we_12_control_of_an_engagement():
    tree = fight("corsair_csr_v12", {"unit": "corsair_csr_v12", "skill": 3})
    assert law("duel", tree, "control_first_round", exactly=True) == {
        "both": F(65, 108), "a_tails": F(13, 108), "b_tails": F(25, 108), "neither": F(5, 108),
    }  # fmt: skip


@pytest.mark.parametrize(("applied", "dealt"), [("not_applied", F(2899, 1296)), ("applied", F(403, 216))])
def test_we_13_damage_of_one_round(applied, dealt):
    """The example counts the forward weapons alone, so the REAR 1 of a tailed Corsair is left out."""
    tree = fight("corsair_csr_v12", "corsair_csr_v12")
    turned = {"air_range_choice": "short", "airborne_mod_air_to_air": applied}
    found = law("duel", tree, "damage_by_a_first_round", exactly=True, tailed_return_fire="none", **turned)
    assert mean(found) == dealt


def test_we_13_with_the_rear_weapon():
    tree = fight("corsair_csr_v12", "corsair_csr_v12")
    found = law("duel", tree, "damage_by_a_first_round", exactly=True, air_range_choice="short")
    assert mean(found) == F(2899, 1296) + F(65, 324) * F(11, 12)


def test_we_14_four_damage_on_a_corsair():
    bench = Bench("corsair_csr_v12")
    after = HarmLaw(bench.card, bench.columns, bench.settings).after(bench.fresh, 4)
    untouched = bench.fresh - 4
    assert sum(p for state, p in after.items() if state & GONE) == F(1, 18)
    assert 1 - after[untouched] == F(5, 9)


@pytest.mark.parametrize(
    ("unit", "immobilized", "slower"),
    [("vedette_medium_tank", F(1, 36), F(5, 18)), ("saracen_medium_hover_tank", F(1, 12), F(5, 12)),
     ("warrior_attack_helicopter_h_7", F(1, 6), F(7, 12))],
)  # fmt: skip
def test_we_15_motive_damage(unit, immobilized, slower):
    bench = Bench(unit)
    after = HarmLaw(bench.card, bench.columns, bench.settings).after(bench.fresh, 1)  # armor alone: no critical roll
    move = part(bench.fresh, MOVE, SEVEN)
    assert sum(p for state, p in after.items() if part(state, MOVE, SEVEN) == 0) == immobilized
    assert sum(p for state, p in after.items() if part(state, MOVE, SEVEN) < move) == slower


@pytest.mark.parametrize(
    ("unit", "bombs", "thrust", "zones"),
    [("stuka_stu_k5", 3, 2, 1), ("lightning_ltn_g15", 0, 6, 2), ("lightning_ltn_g15", 1, 5, 1),
     ("cheetah_f_10", 1, 11, 3), ("seydlitz_syd_z1", 0, 11, 3), ("seydlitz_syd_z1", 1, 10, 2)],
)  # fmt: skip
def test_we_17_bombs_and_zones(unit, bombs, thrust, zones):
    bench = Bench(unit)
    now = thrust_now(bench.card, bench.settings, bench.fresh, bombs)
    assert now == thrust
    speeds = Speeds(speed_table("1-5:1, 6-10:2, 11+:3", "test"))
    assert zone_steps(speeds, 0, now) == zones


def test_we_18_heat_is_capped_at_two_a_turn():
    assert heat_after(0, 0, 0, 0, 0, outside_heat(2, 2, 2), 4) == 2
    assert heat_after(0, 0, 0, 0, 0, outside_heat(2, 2, 9), 4) == 4


def test_we_20_over_a_partisan_at_short_range():
    tree = fire(("partisan_air_defense_tank", 3))
    assert law("return_fire", tree, "damaged_first_pass", exactly=True)["yes"] == F(11, 12)
    assert law("return_fire", tree, "fate", exactly=True)["crash"] == F(55, 216)


def test_we_21_overheat_is_best_saved_for_the_last_turn():
    """A strike at base TN 7 in two turns, points x then y; heat of the first turn is in the second's TN."""

    def expected(x, y):
        heat = heat_after(0, x, 0, 1, 0, 0, 4)
        return chance(7) * (4 + x) + chance(7 + heat) * (4 + y)

    assert [expected(*points) for points in ((0, 0), (3, 0), (3, 3), (0, 3))] == [
        F(14, 3),
        F(19, 4),
        F(21, 4),
        F(77, 12),
    ]


def test_we_22_three_passes():
    one = law("return_fire", fire(("partisan_air_defense_tank", 3)), "lost", exactly=True)["no"]
    assert one**3 == F(4173281, 10077696)
