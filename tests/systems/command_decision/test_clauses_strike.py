"""Clauses of a plane strike turn: arrival, weapons, target selection, places of planes, morale (2.1 to 2.3)."""

from fractions import Fraction as F

import pytest
from strike_scenarios import BARE, MARKED, aborted, fate, law, mean, penalties, result, strike

from simlab.errors import SimlabError
from simlab.execute import prepare

AWAY = {"name": "own", "side": "own", "at": [0, -15]}
TWO_SIDES = [{"name": "platoon"}, AWAY]


def refusal(scenario):
    """The message with which a scenario is refused."""
    with pytest.raises(SimlabError) as caught:
        prepare(scenario)
    return str(caught.value)


# 2.1, 2.2


def test_2_1a_2_1b_penalties_of_aa_are_there_before_the_attack():
    """2.1a, 2.1b: AA fires before attacks are carried out: its penalties lower the hit number of 7."""
    one_gun = strike(BARE, aa=[{"unit": "zsu23_4"}])
    assert sum(penalties(one_gun).values()) == 1 - aborted(one_gun)
    hits = law(one_gun, "hits")
    assert hits[1] == F(4, 9) * F(7, 10) + F(1, 9) * (F(6, 10) + F(5, 10) + F(4, 10))


def test_2_1c_2_1d_a_plane_attacks_once():
    """2.1c, 2.1d: nothing of a strike goes beyond its turn: one attack a plane at most."""
    assert law(strike(BARE), "attacks") == {1: 1}
    assert mean(strike(BARE, BARE), "attacks") == 2


@pytest.mark.parametrize(("arrives", "chance"), [("ruling", F(3, 4)), (0.3, F(3, 10)), (1, 1), (0, 0)])
def test_2_2a_2_2b_arrival(arrives, chance):
    """2.2a, 2.2b: the scenario's chance, or the ruling's."""
    found = fate(strike({"arrives": arrives}, rulings={"plane_arrival_probability": 0.75}))
    assert found.get("attacks_primary", 0) == chance
    assert found.get("not_arrived", 0) == 1 - chance


# 2.3.1


def test_2_3_1a_2_3_1b_one_load_at_a_time():
    with_gun = {"gun_with_ordnance": "additional"}
    assert max(law(strike(BARE), "hits")) == 1  # one area of bombs
    assert max(law(strike(BARE, rulings=with_gun), "hits")) == 3  # and two attacks with the gun
    assert "load" in refusal(strike({"load": ["bombs", "rockets"]}))


def test_2_3_1c_aams_are_no_load():
    """2.3.1c: air-to-air missiles are carried besides a load, and are none that a strike can name."""
    assert prepare(strike({"unit": "f16a"})).catalog.unit("f16a", ("aircraft",), "here").aam_in_addition
    assert "load" in refusal(strike({"unit": "f16a", "load": "aam"}))


def test_2_3_1d_2_3_1e_the_scenario_names_the_load():
    assert prepare(strike({})).packed.slots.shape[0] == prepare(strike({"load": "bombs"})).packed.slots.shape[0]
    assert "carries no rockets" in refusal(strike({"unit": "tornado_ids", "load": "rockets"}))
    assert "no guided weapon" in refusal(strike({"unit": "tornado_ids", "load": "asm", "range_in": 100}))


# 2.3.3


def test_2_3_3a_2_3_3c_two_in_ten_attack_the_alternative_point():
    """2.3.3a, 2.3.3c: the attacker's point on 1 to 8."""
    found = fate(strike(stands=TWO_SIDES, rulings=MARKED))
    assert found == {"attacks_primary": F(8, 10), "attacks_alternative": F(2, 10)}


@pytest.mark.parametrize(("at", "refused"), [([0, -24], False), ([14.4, -19.2], False), ([0.5, -24], True)])
def test_2_3_3b_the_alternative_lies_within_24_in(at, refused):
    scenario = strike({"alternative": at})
    if refused:
        assert "more than 24 in" in refusal(scenario)
    else:
        assert fate(scenario)["attacks_alternative"] == F(2, 10)


def test_2_3_3d_friends_near_the_front_are_attacked():
    found = result(strike(BARE, stands=TWO_SIDES, rulings=MARKED), "own")
    assert found["eliminated"] == F(2, 10) * F(7, 10) * F(4, 10)
    spared = strike(BARE, stands=TWO_SIDES, rulings={**MARKED, "friendly_fire": "no"})
    assert result(spared, "own") == {"untouched": F(8, 10), "suppressed": F(2, 10)}


def test_2_3_3d_without_friends_within_24_in_the_ground_is_empty():
    far = [{"name": "platoon"}, {**AWAY, "at": [0, -24.001]}]
    scenario = strike(BARE, stands=far, rulings=MARKED)
    assert fate(scenario)["attacks_alternative"] == F(2, 10)
    assert set(result(scenario, "own")) == {"untouched"}
    assert set(result(scenario)) == {"untouched", "hit", "forced_back", "eliminated", "suppressed"}


@pytest.mark.parametrize(
    ("keys", "rulings", "primary"),
    [
        ({"fac": True}, {}, F(9, 10)),
        ({"smoke": True}, {"smoke_marking_success": 1}, F(9, 10)),
        ({"smoke": True}, {"smoke_marking_success": 0}, F(8, 10)),
        ({"smoke": True, "fac": True}, {"smoke_marking_success": 1}, F(9, 10)),
        ({"smoke": True, "fac": True}, {"smoke_marking_success": 1, "fac_and_smoke_together": "yes"}, 1),
    ],
)
def test_2_3_3e_fac_and_smoke(keys, rulings, primary):
    """2.3.3e: 1 to 9 with either; both together only by ruling."""
    assert fate(strike(keys, stands=TWO_SIDES, rulings={**MARKED, **rulings}))["attacks_primary"] == primary


@pytest.mark.parametrize(
    ("battery", "faces"),
    [
        ({}, 3),
        ({"battery": "organic"}, 5),
        ({"dedicated": True}, 5),
        ({"dedicated": True, "quality": "elite"}, 6),
        ({"quality": "green"}, 2),
        ({"suppressed": True}, 1),
        ({"suppressed": True, "quality": "trained"}, 0),
    ],
)
def test_2_3_3f_2_3_3h_marking_is_a_request_for_fire(battery, faces):
    """2.3.3f, 2.3.3h: smoke marks only where the scenario asks for it, and when the battery answers."""
    scenario = strike({"smoke": True}, stands=TWO_SIDES, rulings=MARKED, marking=battery)
    assert fate(scenario)["attacks_primary"] == F(8, 10) + F(1, 10) * F(faces, 10)


def test_2_3_3g_one_battery_marks_one_point():
    same = strike({"smoke": True}, {"smoke": True}, stands=TWO_SIDES, rulings=MARKED)
    assert fate(same, "plane_1") == fate(same, "plane_2")
    assert "one battery marks one point" in refusal(strike({"smoke": True}, {"smoke": True, "at": [1, 0]}))


def test_2_3_3i_2_3_3j_marking_does_nothing_else():
    """2.3.3i, 2.3.3j: a plane that does not arrive leaves a smoked point as it was: no hit, no suppression."""
    scenario = strike({"smoke": True, "arrives": 0}, rulings={"smoke_marking_success": 1})
    assert result(scenario) == {"untouched": 1}
    assert "battery" in refusal(strike({"smoke": True}, marking={"battery": "harassment"}))


def test_2_3_3k_the_plane_is_put_at_the_point_it_attacks():
    """A gun that reaches the alternative point alone fires at the planes that attack it, 2 in 10."""
    gun = {"unit": "zu23", "at": [0, -30]}  # 15 in by eye
    scenario = strike(BARE, aa=[gun], stands=TWO_SIDES, rulings=MARKED)
    assert aborted(scenario) == F(2, 10) * F(2, 10)
    assert aborted(strike(BARE, aa=[gun], stands=TWO_SIDES, rulings={**MARKED, "selection_before_aa": "no"})) == 0


@pytest.mark.parametrize(
    ("rule", "shots"), [("all_rof", {1: 1}), ("at_least_one", {1: 1}), ("optional", {0: F(2, 10), 1: F(8, 10)})]
)
def test_2_3_3_1a_2_3_3_1b_diverted_planes_are_shot_at_too(rule, shots):
    """AA must fire; only under `optional` does it save its fire for planes that attack their primary point."""
    gun = {"unit": "s60_fc", "at": [0, -5]}
    scenario = strike(BARE, aa=[gun], stands=TWO_SIDES, rulings={**MARKED, "aa_mandatory_fire": rule})
    assert law(scenario, "aa_shots") == shots


# 2.3.5.1


def test_2_3_5_1a_a_fighter_strafes_when_no_enemy_aircraft_is_on_the_board():
    fighter = {"load": "guns", "fighter": True}
    assert max(law(strike(fighter), "hits")) == 2
    assert "enemy plane or chopper" in refusal(strike(fighter, ground={"enemy_aircraft": True}))
    assert "enemy plane or chopper" in refusal(strike(fighter, fighter=[{"at": [30, 20]}]))
    assert "has no gun" in refusal(strike({**fighter, "unit": "f111f"}))
    assert "strafes" in refusal(strike({"fighter": True}))


def test_2_3_5_1a_patrols_block_attacks_by_ruling():
    near, cancelled = [{"at": [0, 12]}], [{"at": [0, 12]}, {"at": [0, 20], "side": "own"}]
    assert fate(strike(fighter=near)) == {"attacks_primary": 1}
    for fighters, end in ((near, "blocked"), (cancelled, "attacks_primary")):
        assert fate(strike(fighter=fighters, rulings={"fighter_patrol": 12})) == {end: 1}
    assert fate(strike(fighter=[{"at": [0, 12.001]}], rulings={"fighter_patrol": 12})) == {"attacks_primary": 1}


def test_2_3_5_1b_a_strafing_fighter_is_shot_at():
    fighter = {**BARE, "load": "guns", "fighter": True}
    assert aborted(strike(fighter, aa=[{"unit": "zsu23_4"}])) == F(2, 9)
    assert penalties(strike(fighter, collective="heavy"))[0] == F(8, 10)
    assert penalties(strike(fighter, collective="heavy", rulings={"strafing_exposure": "no"})) == {0: 1}


# 2.3.6, 2.3.7: where planes are


def reaches(plane, range_in, **more):
    """Is a plane heading up the table, at [0, 0], within this distance of a gun far behind it?"""
    gun = {"unit": "s60_opt", "at": [0, -range_in - 30]}  # 30 in by eye
    scenario = strike({**BARE, "heading_deg": 0, **plane}, aa=[gun], table={"size_in": [500, 500]}, **more)
    return aborted(scenario) > 0


@pytest.mark.parametrize(
    ("plane", "distance"),
    [
        ({"load": "bombs"}, 0),
        ({"load": "guns"}, 0),
        ({"load": "rockets"}, 24),  # 2.3.7.1a
        ({"unit": "a10a", "load": "asm"}, 80),  # 2.3.6a: a range of 285 in
        ({"unit": "a10a", "load": "asm", "range_in": 100}, 80),
        ({"unit": "a10a", "load": "asm", "range_in": 60}, 45),  # 2.3.6b
        ({"unit": "f15e", "load": "gb"}, 80),
    ],
)
def test_2_3_6a_2_3_6b_2_3_7_1a_3_1_1_1a_place_of_the_model(plane, distance):
    assert reaches(plane, distance)
    assert not reaches(plane, distance + 0.01)
    measured = {"range_measured_to": "target_point"}
    assert reaches(plane, 0, rulings=measured)
    assert reaches(plane, distance, rulings=measured) == (distance == 0)
    both = {"range_measured_to": "closest_of_both"}
    assert reaches(plane, 0, rulings=both)
    assert reaches(plane, distance, rulings=both)


@pytest.mark.parametrize(("rule", "distance"), [("min_edge_both", 24), ("edge_caps_80_only", 45)])
def test_2_3_6a_2_3_6b_nothing_is_launched_from_beyond_the_edge(rule, distance):
    """On a table of 72 x 48 the edge is 24 in behind the middle."""
    gun = {"unit": "s60_opt", "at": [0, -distance - 30]}
    plane = {**BARE, "unit": "a10a", "load": "asm", "range_in": 60, "heading_deg": 0}
    assert aborted(strike(plane, aa=[gun], rulings={"asm_launch_distance": rule})) > 0
    gun = {"unit": "s60_opt", "at": [0, -distance - 30.01]}
    assert aborted(strike(plane, aa=[gun], rulings={"asm_launch_distance": rule})) == 0


@pytest.mark.parametrize(("edge", "behind"), [("south", [0, -24]), ("north", [0, 24]), ("west", [-36, 0])])
def test_2_3_6a_heading_from_the_own_edge(edge, behind):
    gun = {"unit": "zpu4", "at": behind}  # 10 in
    plane = {**BARE, "unit": "a10a", "load": "asm"}
    rulings = {"attack_heading": "from_own_edge"}
    assert aborted(strike(plane, aa=[gun], rulings=rulings, table={"own_edge": edge})) == F(2, 10)


# 2.3.8


def shaken(scenario, name="check_1"):
    return 1 - law(scenario, f"morale:{name}")["good"]


@pytest.mark.parametrize("side", ["own", "enemy"])
def test_2_3_8a_both_sides_within_12_in(side):
    check = [{"at": [0, 12], "side": side, "modifier": 1}]  # passes on 8, near a strike on 6
    assert shaken(strike(check=check)) == F(4, 10)
    assert shaken(strike(check=[{**check[0], "at": [0, 12.001]}])) == F(2, 10)
    assert shaken(strike(check=check, rulings={"morale_own_side": "no"})) == (F(2, 10) if side == "own" else F(4, 10))


def test_2_3_8a_two_strikes_and_aborted_ones():
    two = strike({}, {}, check=[{"at": [0, 5]}])
    assert shaken(two) == F(5, 10)
    stacked = strike({}, {}, check=[{"at": [0, 5]}], rulings={"morale_stacking": "per_strike"})
    assert shaken(stacked) == F(7, 10)
    shot = {"aa": [{"unit": "zsu23_4"}], "check": [{"at": [0, 5]}]}
    assert shaken(strike(BARE, **shot)) == F(5, 10) - F(2, 10) * F(2, 9)
    assert shaken(strike(BARE, **shot, rulings={"morale_aborted_strike": "yes"})) == F(5, 10)


def test_2_3_8b_measured_from_the_impact():
    """Rockets come from 24 in away, and their areas lie on the stands, up to 6 in from the counter."""
    stands = [{"name": "platoon", "at": [6, 0]}]
    plane = {"load": "rockets", "heading_deg": 270}
    for at, near in (([18, 0], True), ([18.001, 0], False), ([24, 0], False), ([-11, 0], False)):
        assert (law(strike(plane, stands=stands, check=[{"at": at}]), "checks_near") == {1: 1}) == near, at
    counter = strike(plane, stands=stands, check=[{"at": [18, 0]}], rulings={"morale_centre": "target_counter"})
    assert law(counter, "checks_near") == {0: 1}


def test_2_3_8c_fighters_count_when_they_strafe_alone():
    """2.3.8c: a fighter on patrol does nothing to morale; one that strafes does."""
    check = {"check": [{"at": [0, 5]}]}
    assert law(strike({"arrives": 0}, fighter=[{"at": [0, 0]}], **check), "checks_near") == {0: 1}
    assert law(strike({"load": "guns", "fighter": True}, **check), "checks_near") == {1: 1}
