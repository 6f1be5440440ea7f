"""Clauses 3.2.1 to 3.2.3: who sees an aircraft, and who may fire at it. Each asks who fires, or how well."""

from fractions import Fraction as F

import pytest
from command_decision_scenarios import BARE, COBRA, PLANE, at, attacks, chances, engages, law, shot, sortie, survives

LYNX = {"unit": "lynx_ah1", **BARE}  # roof sight
KIOWA = {"unit": "oh58d", **BARE}  # mast sight
HOVER = {"hovering": True, "altitude": "low"}
NIGHT = {"visibility": "night"}


def sees_to(firer, target, nearest, furthest, **more):
    """It fires at both distances, and no further than the second."""
    found = [engages(shot(firer, target, d, **more)) for d in (nearest, furthest, furthest + 0.01)]
    return found == [True, True, False]


def test_3_2_1a_planes_are_always_spotted():
    """3.2.1a: by an optical missile to the end of its range of 150 in."""
    assert sees_to("rapier", PLANE, 9, 150)


def test_3_2_1b_helicopters_unless_they_hover():
    """3.2.1b: one that hovers is a vehicle in the open, spotted at 24 in (D7), by a suppressed spotter at 12."""
    assert sees_to("rapier", {**COBRA, "altitude": "low"}, 9, 150)
    assert sees_to("rapier", {**COBRA, **HOVER}, 9, 24)
    assert sees_to({"unit": "rapier", "suppressed": True}, {**COBRA, **HOVER}, 9, 12)


@pytest.mark.parametrize(("reading", "furthest"), [("always_spotted", 150), ("as_hovering", 24)])
def test_3_2_1b_a_pop_up_that_did_not_move(reading, furthest):
    target = {**COBRA, "hovering": True, "altitude": "popup"}
    assert sees_to("rapier", target, 9, furthest, rulings={"pop_up_spotting": reading})


def test_3_2_1c_a_roof_sight_behind_cover():
    """3.2.1c: a vehicle in cover, 12 in; without the cover, or with a nose sight, one in the open."""
    assert sees_to("rapier", {**LYNX, **HOVER}, 9, 12)
    assert sees_to("rapier", {**LYNX, **HOVER, "behind_cover": False}, 9, 24)
    assert sees_to("rapier", {**COBRA, **HOVER, "behind_cover": True}, 9, 24)


@pytest.mark.parametrize(
    ("firer", "range_in", "spotted"),
    [
        ("rapier_bf", 150, True),  # the same missile with a radar, NOE Y
        ("sa8b", 100, True),  # NOE 1/2 will do
        ("gepard", 40, True),  # a gun engages NOE targets
        ("sa6", 100, False),  # NOE N: its radar spots no hoverer
        ("rapier", 100, False),  # no radar
    ],
)
def test_3_2_1d_radar_that_serves_against_noe(firer, range_in, spotted):
    """3.2.1d: it spots a hoverer at once, roof sight and cover or not. All of them would fire at one that moves."""
    assert engages(shot(firer, {**LYNX, **HOVER}, range_in)) == spotted
    assert engages(shot(firer, {**LYNX, "altitude": "low"}, range_in))


def test_3_2_1e_a_mast_sight_behind_cover():
    """3.2.1e: infantry in cover, 6 in, to the eye and to radar alike."""
    assert sees_to("gepard", {**KIOWA, **HOVER}, 0, 6)
    assert sees_to("zsu57_2", {**KIOWA, **HOVER}, 0, 6)
    assert sees_to("gepard", {**KIOWA, **HOVER, "behind_cover": False}, 0, 40)


def test_3_2_2a_radar_sees_without_limit():
    """3.2.2a: a SA-11 takes a hoverer at the very end of its range, 700 in or 32 km."""
    assert sees_to("sa11", {**COBRA, **HOVER}, 66, 700)


def test_3_2_2b_night_blinds_the_eye_only():
    """3.2.2b: radar works at night. Without a visual line of sight manual range protects from no save."""
    assert sees_to("gepard", PLANE, 0, 40, geometry=NIGHT)
    assert not engages(shot("zsu57_2", PLANE, 10, geometry=NIGHT))
    assert not engages(shot("stinger", PLANE, 10, geometry=NIGHT))
    ecm = {**PLANE, "ecm": True}
    assert law(shot("gepard", ecm, 10))["abort"] == F(2, 9)
    assert law(shot("gepard", ecm, 10, geometry=NIGHT))["abort"] == F(8, 45)
    by_range = {"cm_manual_immunity": "range_only"}
    assert law(shot("gepard", ecm, 10, geometry=NIGHT, rulings=by_range))["abort"] == F(2, 9)


@pytest.mark.parametrize("terrain", ["woods", "bua"])
@pytest.mark.parametrize("unit", ["gepard", "roland2", "stinger"])
def test_3_2_3a_no_fire_from_woods_or_built_up_areas(unit, terrain):
    """3.2.3a: guns and missiles, shoulder-launched ones too."""
    assert engages(shot(unit, PLANE, 20))
    assert not engages(shot({"unit": unit, "terrain": terrain}, PLANE, 20))


@pytest.mark.parametrize(
    ("unit", "range_in", "shoulder", "infantry"),
    [("stinger", 20, True, True), ("rbs70", 20, False, True), ("dshk", 8, False, True), ("gepard", 20, False, False)],
)
def test_3_2_3b_a_flat_roof(unit, range_in, shoulder, infantry):
    """3.2.3b: shoulder-launched missiles may fire from it; RBS-70 and DShK stand on the ground."""
    scenario = shot({"unit": unit, "terrain": "bua_flat_roof"}, PLANE, range_in)
    assert engages(scenario) == shoulder
    assert engages({**scenario, "rulings": {"hiw_meaning": "any_infantry_team"}}) == infantry


def test_3_2_3c_a_slow_helicopter_is_a_ground_target_too():
    """3.2.3c: the firer takes the better: 4/10 x 4/10 on the ground within manual range, else 2/9 x 1/2 in the air."""
    assert survives(sortie(at("gepard", 20))) == pytest.approx(1 - 0.16)
    assert survives(sortie(at("gepard", 20.01))) == pytest.approx(8 / 9)
    assert survives(sortie(at("gepard", 20, ground_role=False))) == pytest.approx(8 / 9)
    assert survives(sortie(at("gepard", 20), profile={"inches_moved": 31})) == pytest.approx(8 / 9)
    low_is_fast = {"slow_at_low": "noe_only"}
    assert survives(sortie(at("gepard", 20), rulings=low_is_fast)) == pytest.approx(8 / 9)


@pytest.mark.parametrize(
    ("choice", "removed"),
    [("firer_best_removal", 0.16), ("firer_best_any_effect", 1 / 9), ("both_methods", 1 / 9 + 7 / 9 * 0.16)],
)
def test_3_2_3c_what_is_better(choice, removed):
    """Any effect: 5/9 in the air against 4/10 on the ground. Both: the ground shot at one not yet driven off."""
    scenario = sortie(at("gepard", 20), rulings={"ground_vs_air_choice": choice})
    assert 1 - survives(scenario) == pytest.approx(removed)


@pytest.mark.parametrize(
    ("trigger", "near_miss"), [("hit_then_no_effect", 0.3 * 0.3), ("any_shot_without_kill", 0.3 * 0.3 + 0.7)]
)
def test_3_2_3d_a_near_miss_is_a_penalty_of_3(trigger, near_miss):
    """3.2.3d: a tank gun hits with 3/10, and 3/10 of the hits do nothing (Regular)."""
    tank = [{"weapon": "tank_gun", "range_in": 40}]
    scenario = sortie(altitude="popup", ground_fire=tank, rulings={"near_miss_trigger": trigger})
    assert attacks(scenario)["penalty_3"] == pytest.approx(near_miss)


@pytest.mark.parametrize("weapon", ["tank_gun", "mg", "autocannon", "atgm", "aa_gun"])
def test_3_2_3e_ground_weapons_do_not_reach_a_fast_one(weapon):
    """3.2.3e: only AA weapons may engage a helicopter that moved more than its BMA."""
    ground_fire = [{"weapon": weapon, "range_in": 10, "reach_in": 12}]
    assert chances(sortie(ground_fire=ground_fire, profile={"inches_moved": 31}))["survives"] == pytest.approx(1)
    assert chances(sortie(ground_fire=ground_fire))["lost_to_ground_fire"] > 0.1
    assert survives(sortie(at("gepard", 10), profile={"inches_moved": 31})) == pytest.approx(8 / 9)


@pytest.mark.parametrize(
    ("unit", "furthest"),
    [("stinger", 100), ("sa13", 55), ("sa8b", 110), ("sa9", None), ("sa6", None), ("roland2", 140)],
)
def test_3_2_3g_noe_ratings(unit, furthest):
    """3.2.3g: Y full range, 1/2 half of 110 in and of 220 in, N no fire at NOE."""
    target = {**COBRA, "altitude": "noe"}
    assert engages(shot(unit, target, furthest or 90)) == (furthest is not None)
    assert not engages(shot(unit, target, (furthest or 90) + 0.01))


@pytest.mark.parametrize(("guns", "furthest"), [("full", 40), ("half", 20), ("none", None)])
def test_3_2_3g_guns_have_no_rating(guns, furthest):
    target, rulings = {**COBRA, "altitude": "noe"}, {"guns_noe_chop": guns}
    assert engages(shot("gepard", target, furthest or 1, rulings=rulings)) == (furthest is not None)
    assert not engages(shot("gepard", target, (furthest or 1) + 0.01, rulings=rulings))


@pytest.mark.parametrize(("unit", "furthest"), [("sa7b", 45), ("sa6", 262.5), ("stinger", 100), ("sa4b", None)])
def test_3_2_3h_chop_ratings(unit, furthest):
    """3.2.3h: 1/2 read as half range, N no fire at helicopters at all; planes are another matter."""
    target = {**COBRA, "altitude": "low"}
    assert engages(shot(unit, target, furthest or 500)) == (furthest is not None)
    assert not engages(shot(unit, target, (furthest or 500) + 0.01))
    assert engages(shot(unit, PLANE, (furthest or 500) - 1, bearing_deg=180))


@pytest.mark.parametrize(("combination", "furthest"), [("multiply", 22.5), ("single_halving", 45)])
def test_3_2_3g_3_2_3h_halves_together(combination, furthest):
    """SA-7 at one with a suppressor (3.2.6.1a): 90 in halved by the chop rating, and again, or once in all."""
    target, rulings = {**COBRA, "irs": True, "altitude": "low"}, {"half_rating_combination": combination}
    assert sees_to("sa7b", target, 17, furthest, rulings=rulings)


@pytest.mark.parametrize("bearing", [0, 45, 90, 180])
def test_3_2_3i_no_arcs_against_helicopters(bearing):
    """3.2.3i: an SA-7 takes a helicopter from ahead."""
    assert engages(shot("sa7b", {**COBRA, "altitude": "low"}, 30, bearing_deg=bearing))
    assert engages(shot("sa7b", {**COBRA, "altitude": "low"}, 30))


AROUND = {0: "", 45: "", 45.001: "I", 90: "I", 134.999: "I", 135: "TI", 180: "TI", 225: "TI", 225.001: "I", 270: "I"}
AROUND |= {
    314.999: "I",
    315: "",
    360: "",
    -45: "",
    -45.001: "I",
    -90: "I",
    -134.999: "I",
    -135: "TI",
    -180: "TI",
    -360: "",
}


@pytest.mark.parametrize("bearing", AROUND)
def test_3_2_3j_3_2_3k_arcs_against_planes(bearing):
    """3.2.3j: TCIR from 135 degrees off the nose on; 3.2.3k: IAIR beyond 45. Others from everywhere."""
    assert engages(shot("sa7b", PLANE, 50, bearing_deg=bearing)) == ("T" in AROUND[bearing])
    assert engages(shot("sa14", PLANE, 50, bearing_deg=bearing)) == ("I" in AROUND[bearing])
    assert engages(shot("stinger", PLANE, 50, bearing_deg=bearing))


@pytest.mark.parametrize(
    ("model", "rear", "not_front"),
    [
        ("uniform_bearing", F(1, 4), F(3, 4)),
        ("head_on", 0, 0),
        ("beam", 0, 1),
        ("tail", 1, 1),
        ("custom:0.5,0.75", F(1, 2), F(3, 4)),
    ],
)
def test_3_2_3j_3_2_3k_planes_of_unknown_bearing(model, rear, not_front):
    rulings = {"aspect_model": model}
    assert law(shot("sa7b", PLANE, 50, rulings=rulings), "before_save")["not_engaged"] == 1 - rear
    assert law(shot("sa14", PLANE, 50, rulings=rulings), "before_save")["not_engaged"] == 1 - not_front
