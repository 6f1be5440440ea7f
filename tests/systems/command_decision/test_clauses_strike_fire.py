"""Who fires at whom in a strike, and what the attacks then do (2.3.2 to 2.3.7, 3.1, 3.2): clauses and their rulings."""

from fractions import Fraction as F

import pytest
from strike_scenarios import BARE, aborted, law, mean, penalties, result, strike

from simlab.execute import prepare

GUN = {"unit": "s60_opt", "at": [0, 10]}  # no fire control: aborts on 9 and 10, -1 to -3 on 1 to 3


def own_rows(tmp_path, **changes):
    """A table with one gun and one missile of my own, aborting on 9 and 10."""
    columns = {"id": "gun", "name": "Gun", "side": "WP", "kind": "GUN", "mount": "vehicle", "rof": "1"}
    columns |= {"max_range_in": "100", "manual_range_in": "100", "quality": "9-10", "source": "mine"}
    columns |= {"confidence": "low", **changes}
    path = tmp_path / "air_defence.csv"
    path.write_text(",".join(columns) + "\n" + ",".join(columns.values()) + "\n", encoding="utf-8")
    return {"air_defence": str(path)}


# 2.3.3.1, 3.2.4: order and choice


def test_3_2_4_shots_one_by_one_stop_at_an_abort():
    """Two shots at one plane: 1 - (8/10)^2, the second only when the first did not abort."""
    scenario = strike(BARE, aa=[{**GUN, "count": 2}])
    assert aborted(scenario) == F(36, 100)
    assert mean(scenario, "aa_shots") == 1 + F(8, 10)


@pytest.mark.parametrize(
    ("order", "expected", "shots"),
    [("sequential_stop_on_abort", F(4, 10), 2), ("simultaneous_declared", F(38, 100), 2)],
)
def test_aa_shot_order_wastes_shots_at_aborted_planes(order, expected, shots):
    """Two shots at two planes alike: one by one they abort 0.4; declared together half of them meet at one plane."""
    scenario = strike(BARE, BARE, aa=[{**GUN, "count": 2}], rulings={"aa_shot_order": order})
    assert mean(scenario, "aborted") == expected
    assert mean(scenario, "aa_shots") == shots


def test_2_3_3_1a_equals_are_chosen_by_chance():
    scenario = strike(BARE, BARE, BARE, aa=[GUN])
    for plane in ("plane_1", "plane_2", "plane_3"):
        assert aborted(scenario, plane) == F(2, 10) / 3


@pytest.mark.parametrize(
    ("choice", "chosen"),
    [
        ("best_abort_probability", "plane_1"),  # no ECM
        ("nearest", "plane_2"),
        ("highest_value", "plane_3"),
        ("attacker_worst_case", "plane_4"),  # it alone has something to hit
    ],
)
def test_2_3_3_1a_choice_of_target(choice, chosen):
    planes = [
        {**BARE, "at": [15, 6]},
        {**BARE, "ecm": True, "at": [0, -10]},
        {**BARE, "ecm": True, "at": [15, 0], "value": 9},
        {**BARE, "ecm": True, "at": [-15, 0]},
    ]
    gun = {"unit": "zsu23_4", "at": [0, -30]}
    if choice == "best_abort_probability":
        gun["at"] = [15, 34]
    if choice == "highest_value":
        gun["at"] = [0, -25]
    if choice == "attacker_worst_case":
        gun["at"] = [-15, -28]
        planes[0]["at"] = [-12, -8]
    scenario = strike(*planes, aa=[gun], stands=[{"at": [-15, 0]}], rulings={"aa_target_choice": choice})
    assert {name for name in ("plane_1", "plane_2", "plane_3", "plane_4") if aborted(scenario, name)} == {chosen}


def test_2_3_3_1a_random_choice_asks_for_nothing():
    planes = [{**BARE, "value": 9, "at": [0, 5]}, {**BARE, "at": [0, -5]}]
    scenario = strike(*planes, aa=[GUN], rulings={"aa_target_choice": "random"})
    assert aborted(scenario, "plane_1") == aborted(scenario, "plane_2") == F(1, 10)


def test_2_3_3_1a_a_system_that_sees_nobody_does_not_fire():
    rulings = {"los_probability_plane": 0.25}
    assert aborted(strike(BARE, aa=[GUN], rulings=rulings)) == F(1, 4) * F(2, 10)
    both = strike(BARE, BARE, aa=[GUN], rulings=rulings)
    assert mean(both, "aa_shots") == 1 - F(3, 4) ** 2


def test_3_2_3a_3_2_3b_terrain_and_3_2_2b_night():
    assert aborted(strike(BARE, aa=[{**GUN, "terrain": "woods"}])) == 0
    stinger = {"unit": "stinger", "terrain": "bua_flat_roof", "at": [0, 10]}
    assert aborted(strike(BARE, aa=[stinger])) == F(2, 10)
    assert aborted(strike(BARE, aa=[GUN], visibility="night")) == 0
    assert aborted(strike(BARE, aa=[{"unit": "zsu23_4"}], visibility="night")) == F(2, 9)


# 3.2.3: arcs


@pytest.mark.parametrize(
    ("unit", "heading", "fires"),
    [
        ("sa9", 0, False), ("sa9", 45, False), ("sa9", 45.1, True), ("sa9", 180, True), ("sa9", 315, False),
        ("sa7b", 134.9, False), ("sa7b", 135, True), ("sa7b", 180, True), ("sa7b", 225, True), ("sa7b", 226, False),
        ("stinger", 0, True),
    ],
)  # fmt: skip
def test_3_2_3i_3_2_3j_3_2_3k_arcs_by_real_bearing(unit, heading, fires):
    """The system stands due north of the plane."""
    scenario = strike({**BARE, "heading_deg": heading}, aa=[{"unit": unit, "at": [0, 22]}])
    assert (aborted(scenario) > 0) == fires


def test_3_2_3j_the_owner_turns_the_nose_to_the_worst_infrared_system():
    systems = [{"unit": "sa9", "at": [0, 30]}, {"unit": "sa13", "at": [30, 0]}]
    rulings = {"attack_heading": "owner_best"}
    assert aborted(strike(BARE, aa=systems[:1], rulings=rulings)) == 0
    assert aborted(strike(BARE, aa=systems, rulings=rulings)) == F(1, 10)  # nose to the first of equals
    assert aborted(strike(BARE, aa=[GUN], rulings=rulings)) == F(2, 10)


# 3.2.5: a gun engages a single target


def test_3_2_5a_a_gun_keeps_its_target(tmp_path):
    """ROF 2 at two planes: one target for both shots, or by ruling one after another."""
    data, gun = own_rows(tmp_path, rof="2"), {"unit": "gun", "at": [0, 10]}
    kept = strike(BARE, BARE, aa=[gun], data=data)
    assert mean(kept, "aborted") == F(36, 100)
    assert mean(kept, "aa_shots") == 1 + F(8, 10)
    split = strike(BARE, BARE, aa=[gun], data=data, rulings={"aa_gun_split_fire": "yes"})
    assert mean(split, "aborted") == F(4, 10)
    assert mean(split, "aa_shots") == 2


def test_3_2_5a_missiles_may_spread(tmp_path):
    data = own_rows(tmp_path, kind="SAM", guidance="SACLOS", rof="2", manual_range_in="")
    assert mean(strike(BARE, BARE, aa=[{"unit": "gun"}], data=data), "aborted") == F(4, 10)


@pytest.mark.parametrize(("rule", "shots"), [("all_rof", 2), ("at_least_one", 1), ("optional", 0)])
def test_2_3_3_1a_each_point_of_rof(tmp_path, rule, shots):
    """A plane at its alternative point: what need not be fired at it is saved."""
    data = own_rows(tmp_path, rof="2", quality="10", manual_range_in="15")
    plane = {**BARE, "alternative": [0, -20]}
    scenario = strike(plane, aa=[{"unit": "gun", "at": [0, -25]}], data=data, rulings={"aa_mandatory_fire": rule})
    fired = law(scenario, "aa_shots")
    assert max(fired) == shots
    assert 1 - fired[0] == (F(2, 10) if shots else 0)


# 3.2.6


def test_3_2_6_2_countermeasures_run_out_plane_by_plane():
    """Two shots of a missile rated P (saves on 2 of 10) at a plane with ECM and one use: the second abort stands."""
    pair = [{"unit": "roland2", "count": 2, "at": [0, 30]}]
    plane = {**BARE, "ecm": True}
    assert aborted(strike(plane, aa=pair)) == 1 - (1 - F(16, 100)) ** 2
    once = aborted(strike(plane, aa=pair, rulings={"cm_uses": 1}))
    saved, none = F(4, 100), F(8, 10)
    assert once == F(16, 100) + saved * F(2, 10) + none * F(16, 100)
    two = strike(plane, plane, aa=pair, rulings={"cm_uses": 1})
    assert mean(two, "aborted") < 2 * F(16, 100) + F(1, 100)


def test_3_2_4b_lost_planes():
    found = law(strike(BARE, aa=[GUN], rulings={"plane_abort_loss_fraction": 0.25}), "fate:plane_1")
    assert (found["lost"], found["sent_home"]) == (F(2, 40), F(6, 40))
    assert law(strike(BARE, aa=[{**GUN, "name": "S-60"}]), "by:plane_1") == {"S-60": F(2, 10), "nobody": F(8, 10)}


# 3.2.7


PAIR = {"unit": "rapier", "guns": "s60_opt", "at": [0, 20]}


def test_3_2_7a_3_2_7b_guns_fire_when_the_missile_failed():
    scenario = strike(BARE, aa=[PAIR])
    assert aborted(scenario) == F(2, 10) + F(8, 10) * F(2, 10)
    assert mean(scenario, "aa_shots") == 1 + F(8, 10)


def test_3_2_7b_both_halves_have_one_target():
    """Of two planes alike one takes both shots; by ruling the guns choose anew, and may take the other."""
    same = strike(BARE, BARE, aa=[PAIR])
    assert mean(same, "aborted") == F(36, 100)
    free = strike(BARE, BARE, aa=[PAIR], rulings={"combo_gun_free_target": "any_target"})
    assert mean(free, "aborted") == F(4, 10)
    assert mean(free, "aa_shots") == 2


def test_3_2_7b_a_saved_abort_may_silence_the_guns():
    plane, pair = {**BARE, "ecm": True}, {"unit": "roland2", "guns": "s60_opt", "at": [0, 20]}
    raw = F(2, 10)  # of which countermeasures save 2 in 10
    assert aborted(strike(plane, aa=[pair])) == raw * F(8, 10) + (1 - raw * F(8, 10)) * F(2, 10)
    blocked = {"combo_trigger": "raw_abort_blocks_guns"}
    assert aborted(strike(plane, aa=[pair], rulings=blocked)) == raw * F(8, 10) + (1 - raw) * F(2, 10)
    guns_first = {**blocked, "combo_order": "owner_best"}
    assert aborted(strike(plane, aa=[pair], rulings=guns_first)) == F(2, 10) + F(8, 10) * raw * F(8, 10)


def test_3_2_7b_guns_alone_inside_the_minimum_range():
    near = {**PAIR, "at": [0, 5]}  # the missile needs 9 in
    assert aborted(strike(BARE, aa=[near])) == F(2, 10)
    assert mean(strike(BARE, aa=[near]), "aa_shots") == 1


# 3.2.8


def test_3_2_8a_collective_fire_of_stands_that_are_near():
    rulings = {"collective_fire_radius": 20}
    for at, share in (([0, -20], F(9, 10)), ([0, -20.001], 1)):
        scenario = strike({"at": [0, 0]}, stands=[{"at": at}], collective="normal", rulings=rulings)
        assert penalties(scenario)[0] == share
    own = strike(stands=[{"at": [0, -30]}, {"side": "own"}], collective="normal", rulings=rulings)
    assert penalties(own) == {0: 1}


@pytest.mark.parametrize(("load", "exempt"), [("asm", True), ("gb", True), ("bombs", False), ("guns", False)])
def test_3_2_8b_planes_with_guided_weapons_are_exempt(load, exempt):
    scenario = strike({"unit": "a10a", "load": load}, collective="heavy")
    assert penalties(scenario)[0] == (1 if exempt else F(8, 10))


def test_3_2_8e_armies():
    for year, share in ((1975, F(9, 10)), (1976, F(8, 10))):
        army = {"army": "warsaw_pact", "year": year}
        assert penalties(strike(collective="army", ground=army))[0] == share


# attacks: what the penalty does, and where strikes differ from single attacks


@pytest.mark.parametrize(
    ("applies", "load", "felt"),
    [
        ("all_attacks", "bombs", True), ("all_attacks", "asm", True), ("unguided_only", "asm", False),
        ("unguided_only", "guns", True), ("guns_and_missiles_only", "bombs", False),
        ("guns_and_missiles_only", "guns", True),
    ],
)  # fmt: skip
def test_3_2_4a_which_attacks_feel_the_penalty(applies, load, felt):
    plane = {"unit": "a10a", **BARE, "load": load, "heading_deg": 0}
    guns = [{"unit": "s60_fc", "at": [0, -20]}]
    found = penalties(strike(plane, aa=guns, rulings={"penalty_applies_to": applies}))
    assert (set(found) != {0}) == felt


def test_2_3_1b_a_strafe_besides_the_bombs():
    """ROF 2 with the gun, hit number 5; the same penalty as the bombs, or by ruling none."""
    rulings = {"gun_with_ordnance": "additional"}
    assert mean(strike(rulings=rulings), "hits") == F(7, 10) + 2 * F(5, 10)
    loud = mean(strike(collective="normal", rulings=rulings), "hits")
    assert loud == F(7, 10) + 2 * F(5, 10) - 3 * F(1, 100)
    first_only = {**rulings, "penalty_duration": "next_attack_only"}
    assert mean(strike(collective="normal", rulings=first_only), "hits") == F(7, 10) + 1 - F(1, 100)
    each = {**rulings, "collective_fire_frequency": "per_attack"}
    assert mean(strike(collective="normal", rulings=each), "hits") == loud - 2 * F(1, 100)


def test_2_3_2c_a_point_in_cover_is_only_suppressed():
    wood = [{"name": "platoon", "terrain": "woods", "edge": True}]
    assert result(strike(stands=wood)) == {"suppressed": 1}
    assert result(strike({"fac": True}, stands=wood))["eliminated"] == F(5, 10) * F(4, 10)
    with pytest.raises(Exception, match="forbidden"):
        prepare(strike(stands=wood, rulings={"cover_attack_without_fac": "forbidden"}))


def test_2_3_2c_at_an_alternative_point_a_barred_attack_does_nothing():
    stands = [{"name": "platoon"}, {"name": "hidden", "terrain": "woods", "at": [0, -20]}]
    plane = {"alternative": [0, -20]}
    assert result(strike(plane, stands=stands), "hidden") == {"untouched": F(8, 10), "suppressed": F(2, 10)}
    barred = strike(plane, stands=stands, rulings={"cover_attack_without_fac": "forbidden"}, check=[{"at": [0, -20]}])
    assert result(barred, "hidden") == {"untouched": 1}
    assert law(barred, "checks_near") == {0: 1}


def test_2_3_3d_a_fac_at_the_primary_point_sees_nothing_at_another():
    stands = [{"name": "platoon"}, {"name": "hidden", "terrain": "woods", "edge": True, "at": [0, -20]}]
    plane = {"alternative": [0, -20], "fac": True}
    assert result(strike(plane, stands=stands), "hidden") == {"untouched": F(9, 10), "suppressed": F(1, 10)}


@pytest.mark.parametrize(("limit", "touched"), [("attacked_point", True), ("primary_point", False)])
def test_3_1_1_3c_centres_lie_near_the_counter(limit, touched):
    """The alternative point is empty; a stand lies 5 in from it, but 25 in from the primary point."""
    stands = [{"name": "platoon"}, {"name": "far", "at": [0, -25]}]
    scenario = strike({"alternative": [0, -20]}, stands=stands, rulings={"template_centre_limit": limit})
    assert (set(result(scenario, "far")) != {"untouched"}) == touched


def test_2_3_4_the_worst_of_several_attacks_counts():
    one, two = result(strike()), result(strike({}, {}))
    assert 1 - two["eliminated"] == (1 - one["eliminated"]) ** 2
    assert law(strike({}, {}), "hits")[2] == F(49, 100)


def test_2_3_6_1a_gps_weapons_and_moved_stands():
    plane = {"unit": "f15e", "load": "gb", "guidance": "GPS"}
    assert "eliminated" in result(strike(plane))
    for moved, rulings in (
        ("this_turn", {}),
        ("since_last_strike", {"gps_moved_window": "since_previous_strike_phase"}),
    ):
        assert result(strike(plane, stands=[{"name": "platoon", "moved": moved}], rulings=rulings)) == {"untouched": 1}
    assert "eliminated" in result(strike(plane, stands=[{"name": "platoon", "moved": "since_last_strike"}]))


def test_anti_radar_missiles_take_a_stand_with_a_radar():
    plane = {"unit": "f16c", "load": "arm", "range_in": 200}
    stands = [{"name": "platoon"}, {"name": "radar", "at": [2, 0], "radar": True, "class": "soft_vehicle"}]
    scenario = strike(plane, stands=stands)
    assert result(scenario) == {"untouched": 1}
    assert result(scenario, "radar")["eliminated"] > 0


@pytest.mark.parametrize(
    ("policy", "attacked"),
    [("empty_ground", None), ("attacker_stands_if_possible", "green 1"), ("least_own_loss", "lone")],
)
def test_2_3_3b_what_the_opponent_marks(policy, attacked):
    """Two green own stands beside one of his, a lone elite one elsewhere: he takes the two, or spares his own."""
    stands = [
        {"name": "platoon"}, {"name": "his", "at": [1, -15]},
        {"name": "green 1", "side": "own", "at": [0, -15], "quality": "green"},
        {"name": "green 2", "side": "own", "at": [0, -16], "quality": "green"},
        {"name": "lone", "side": "own", "at": [12, -15], "quality": "elite"},
    ]  # fmt: skip
    rulings = {"alternative_declined": "no", "alternative_point_policy": policy}
    scenario = strike(stands=stands, rulings=rulings)
    for name in ("green 1", "lone"):
        assert result(scenario, name).get("untouched", 0) == (F(8, 10) if name == attacked else 1)


def test_2_3_3b_random_points_are_twelve():
    stands = [{"name": "platoon"}, {"name": "own", "side": "own", "at": [3.106, 11.591]}]  # 12 in along 15 degrees
    rulings = {"alternative_declined": "no", "alternative_point_policy": "random_within_24"}
    found = law(strike(stands=stands, rulings=rulings), "attacks_own")
    assert found[1] == F(2, 10) / 12
