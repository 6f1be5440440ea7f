"""Clauses 3.2.7 and 3.2.8: gun-missile combinations, and the fire of everyone else."""

from fractions import Fraction as F

import pytest
from command_decision_scenarios import BARE, COBRA, PLANE, at, attacks, combo, law, shot, sortie, survives

TUNGUSKA = ["sa19_2s6", "g2s6"]  # missile 55 to 175 in, guns to 20 and 40 in
ECM = {**PLANE, "ecm": True}


@pytest.mark.parametrize(
    ("range_in", "missile", "guns"), [(20, 0, F(2, 9)), (40, 0, F(2, 9)), (40.01, 0, 0), (54.9, 0, 0), (55, F(1, 5), 0)]
)
def test_3_2_7a_the_2s6_by_range(range_in, missile, guns):
    """3.2.7a: inside the minimum range of the missile the guns fire alone; from 40 to 55 in nothing fires."""
    found = law(combo(TUNGUSKA, PLANE, range_in), "abort_by")
    assert found == {"firer_1": missile, "firer_2": guns, "nobody": 1 - missile - guns}


@pytest.mark.parametrize(
    ("order", "missile", "guns"),
    [
        ("sam_then_gun", F(1, 5), F(4, 5) * F(2, 9)),
        ("gun_then_sam", F(7, 9) * F(1, 5), F(2, 9)),
        ("owner_best", F(1, 5), F(4, 5) * F(2, 9)),
    ],
)
def test_3_2_7a_who_fires_first(order, missile, guns):
    """Missile at 60 in and guns at 30 in, so that both reach; without saves the order only says who aborts it."""
    firers = [{"unit": "sa19_2s6", "range_in": 60}, {"unit": "g2s6", "range_in": 30}]
    found = law(combo(firers, PLANE, rulings={"combo_order": order}), "abort_by")
    assert found == {"firer_1": missile, "firer_2": guns, "nobody": F(28, 45)}


@pytest.mark.parametrize(("trigger", "by_guns"), [("abort_after_cm", F(21, 25)), ("raw_abort_blocks_guns", F(4, 5))])
def test_3_2_7b_the_guns_fire_if_the_missile_fails(trigger, by_guns):
    """3.2.7b: 4/25 stand, 1/25 are saved; the guns fire in 21/25, or in the 4/5 in which no abort was rolled."""
    found = law(combo(["roland2", "gepard"], ECM, 30, rulings={"combo_trigger": trigger}), "abort_by")
    assert found["firer_1"] == F(4, 25)
    assert found["firer_2"] == by_guns * F(8, 45)


def test_3_2_7b_in_a_sortie():
    """Both halves at 30 in (guns of another vehicle than the 2S6): a + (1 - a) b, half of it a removal."""
    pair = at("roland2", 30, guns="gepard")
    abort = 1 / 5 + 4 / 5 * 2 / 9
    assert survives(sortie(pair)) == pytest.approx(1 - abort / 2)
    assert 1 - attacks(sortie(pair))["none"] == pytest.approx(1 - abort)


def test_a_list_that_is_no_combination_fires_in_order():
    """Three systems: each fires at what the others have left, a series of shots likewise."""
    found = law(combo(["zsu57_2", "gepard", "zsu57_2"], PLANE), "abort_by")
    expected = {"firer_1": F(1, 5), "firer_2": F(4, 5) * F(2, 9), "firer_3": F(4, 5) * F(7, 9) * F(1, 5)}
    assert found == expected | {"nobody": F(4, 5) * F(7, 9) * F(4, 5)}
    assert law(shot("zsu57_2", PLANE, 20, shots=3)) == law(combo(["zsu57_2"] * 3, PLANE, 20))


ROCKETS = {"unit": "mi24d", **BARE, "weapon": "rockets"}
MISSILES = {**COBRA, "weapon": "missile"}


def collective(helicopter=ROCKETS, army="normal", nearest=10, altitude="low", **more):
    """Chances of the penalties of a helicopter that nothing but collective fire touches, zeros left out."""
    ground = {"nearest_enemy_in": nearest, **more.pop("ground", {})}
    found = attacks(sortie(helicopter=helicopter, collective=army, altitude=altitude, ground=ground, **more))
    return {int(name.removeprefix("penalty_")): round(p, 12) for name, p in found.items() if name != "none"}


NORMAL, HEAVY, NOTHING = {0: 0.9, 1: 0.1}, {0: 0.8, 1: 0.1, 2: 0.1}, {0: 1.0}


@pytest.mark.parametrize(
    ("radius", "nearest", "expected"), [("none", 60, NORMAL), (10, 10, NORMAL), (10, 10.01, NOTHING)]
)
def test_3_2_8a_all_small_arms_fire_at_every_aircraft(radius, nearest, expected):
    """3.2.8a: however far the nearest enemy, unless a ruling sets a radius."""
    assert collective(nearest=nearest, rulings={"collective_fire_radius": radius}) == expected


@pytest.mark.parametrize(("ruling", "expected"), [("no", NOTHING), ("yes", NORMAL)])
def test_3_2_8a_not_at_one_they_cannot_see(ruling, expected):
    """Ruling collective_vs_noe; a pop-up is seen."""
    assert collective(altitude="noe", rulings={"collective_vs_noe": ruling}) == expected
    assert collective(altitude="popup", rulings={"collective_vs_noe": ruling}) == NORMAL


@pytest.mark.parametrize(
    ("helicopter", "nearest", "reading", "expected"),
    [
        (MISSILES, 20, "20_in", NORMAL),
        (MISSILES, 20.01, "20_in", NOTHING),
        (MISSILES, 7.87, "20_cm", NORMAL),  # 20 cm = 7.874 in
        (MISSILES, 7.88, "20_cm", NOTHING),
        (ROCKETS, 100, "20_in", NORMAL),
    ],
)
def test_3_2_8b_missiles_from_stand_off_are_exempt(helicopter, nearest, reading, expected):
    """3.2.8b: from more than 20 from any enemy; rockets are fired from nearer and never exempt."""
    assert collective(helicopter, nearest=nearest, rulings={"collective_standoff_distance": reading}) == expected


@pytest.mark.parametrize(
    ("frequency", "expected"),
    [
        ("per_aircraft_per_turn", NORMAL),
        ("per_attack", NORMAL),
        ("per_phase", {0: 0.81, 1: 0.18, 2: 0.01}),
    ],
)
def test_3_2_8b_one_roll(frequency, expected):
    """One that fires in general fire was up for two phases."""
    found = collective(profile={"inches_moved": 10}, rulings={"collective_fire_frequency": frequency})
    assert found == expected


def test_3_2_8c_3_2_8d_what_the_die_does():
    """3.2.8c: 1 gives -1; 3.2.8d: against heavy machine guns 2 gives -2 too (table B8)."""
    assert collective(army="normal") == NORMAL
    assert collective(army="heavy") == HEAVY
    assert collective(army="none") == NOTHING


@pytest.mark.parametrize(
    ("army", "year", "expected"),
    [
        ("warsaw_pact", 1975, NORMAL),  # "after the mid 70s", and the ruling names 1975
        ("warsaw_pact", 1976, HEAVY),
        ("soviet_supplied", 1974, NORMAL),
        ("soviet_supplied", 1980, HEAVY),
        ("us", 1945, HEAVY),
        ("us_supplied", 1950, HEAVY),
        ("israel", 1950, HEAVY),
        ("other", 2000, NORMAL),
    ],
)
def test_3_2_8e_heavy_armies(army, year, expected):
    """3.2.8e: US and US-supplied at any time, Israel too, Soviet arms after the mid seventies."""
    assert collective(army="army", ground={"army": army, "year": year}) == expected


@pytest.mark.parametrize(
    ("army", "rulings", "year", "expected"),
    [
        ("warsaw_pact", {"heavy_mg_year": 1977}, 1977, NORMAL),
        ("warsaw_pact", {"heavy_mg_year": 1977}, 1978, HEAVY),
        ("israel", {"heavy_mg_israel_year": 1967}, 1967, NORMAL),
        ("israel", {"heavy_mg_israel_year": 1967}, 1968, HEAVY),
    ],
)
def test_3_2_8e_years_of_the_rulings(army, rulings, year, expected):
    assert collective(army="army", ground={"army": army, "year": year}, rulings=rulings) == expected
