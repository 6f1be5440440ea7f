"""`sortie`: kernel and naive twin play the same numbered dice and count the same outcomes, trial by trial.

The twin (tests/naive/) was written from ROUNDS.md and the rules page alone: it searches all plans anew with exact
fractions, moves on the map zone by zone, and keeps engagements, instances and heat in plain lists (AS-3.1 to 3.4,
AS-4.1 to 4.7, AS-5.3 to 5.6, AS-12.1 to 12.9, AS-13.1 to 13.6, AS-14.1 to 14.5).
"""

from random import Random

import pytest
from naive.alpha_strike_rounds_sortie import play_sortie
from naive.alpha_strike_sortie_random import random_sortie_and_rulings, random_sortie_rulings
from naive_rounds import EXTRA, assert_equal_trials

GROUND = [
    {"unit": "partisan_air_defense_tank", "at": [24, 24]},
    {"unit": "atlas_as7_d", "at": [26, 24], "facing": 180, "overheat": 0},
    {"unit": "manticore_heavy_tank", "at": [24, 30], "terrain": ["woods"]},
    {"unit": "foot_platoon_srm", "at": [20, 20]},
]
SCENARIOS = {
    "a strike package": {
        "aircraft": [
            {"unit": "chippewa_chp_w5", "bombs": ["he", "cluster", "inferno"], "then": "strike", "overheat": 2},
            {"unit": "stuka_stu_k5", "bombs": ["he", "he"], "attack": "altitude", "then": "strafe"},
            {"unit": "corsair_csr_v12", "role": "escort"},
            {"unit": "samurai_sl_25", "side": "defender", "leaves": "when_structure"},
        ],
        "ground": GROUND,
    },
    "large craft": {
        "aircraft": [
            {"unit": "union_2708", "attack": "strafe", "then": "strike"},
            {"unit": "leopard_2537", "attack": "strike", "leaves": "when_damaged"},
            {"unit": "test_pinnace", "side": "defender"},
            {"unit": "test_tough", "side": "defender", "overheat": 2},
        ],
        "ground": [*GROUND[:3], {"unit": "test_plate", "at": [24, 26], "side": "attacker"}],
        "doctrine": {"ground_fire": "spread"},
    },
}


def assert_equal(body, rulings, trials, first=0):
    """Kernel and twin agree in every trial."""
    assert_equal_trials("sortie", play_sortie, {"data": EXTRA, **body}, rulings, trials, first)


@pytest.mark.parametrize("name", SCENARIOS)
def test_twin_plays_the_same_trials_under_default_rulings(name):
    assert_equal(SCENARIOS[name], {}, 500)


@pytest.mark.parametrize("number", range(30))
@pytest.mark.parametrize("name", SCENARIOS)
def test_twin_plays_the_same_trials_under_random_rulings(name, number):
    rulings = random_sortie_rulings(Random(1000 + number))
    if rulings.get("start_zone") == "scenario":
        rulings["start_zone"] = "inner"
    assert_equal(SCENARIOS[name], rulings, 5, first=5000)


def test_twin_plays_random_sorties_under_random_rulings():
    for number in range(80):
        assert_equal(*random_sortie_and_rulings(Random(number)), 3)


@pytest.mark.parametrize("trial", [2**32, 2**40 + 7])
def test_late_trials_are_the_same(trial):
    assert_equal(SCENARIOS["a strike package"], {}, 2, first=trial)


def test_a_spheroid_drop_ship_strafes_with_its_front_arc():
    """AS-8.6: front 6 strafes for 3 where rear 3 would strafe for 2; the rear arc is for strikes."""
    body = {
        "data": EXTRA,
        "aircraft": [{"unit": "union_2708", "attack": "strafe", "skill": 0, "leaves": "when_damaged"}],
        "ground": [{"unit": "atlas_as7_d", "at": [24, 24], "fires": False}],
        "game": {"turns": 1},
    }
    assert_equal(body, {"start_zone": "central", "attack_mods": "custom:0/0/0/0"}, 20)


def test_many_aircraft_of_a_long_name_keep_their_numbers():
    body = {
        "aircraft": [
            {"unit": "chippewa_chp_w5", "count": 2},
            {"unit": "protector_combat_support_fighter_asf_23", "side": "defender", "count": 3},
        ],
        "ground": GROUND[:1],
    }
    assert_equal(body, {}, 5)


def test_lines_of_one_place_are_equally_near():
    """The first of two aircraft on the same line, flown in opposite directions, draws the fire (`nearest`)."""
    body = {
        "aircraft": [
            {"unit": "jagatai_prime", "bombs": ["cluster", "he"]},
            {"unit": "chippewa_chp_w7", "bombs": ["laser_guided", "he", "he"], "attack": "altitude"},
        ],
        "ground": [
            {"unit": "test_umbrella", "at": [24, 22]},
            {"unit": "partisan_air_defense_tank", "at": [32, 29]},
            {"unit": "bulldog_medium_tank", "at": [26, 24]},
            {"unit": "hunchback_hbk_4g", "at": [24, 24]},
        ],
        "doctrine": {"ground_fire": "nearest"},
    }
    assert_equal(body, {"start_zone": "central"}, 30)


def test_submerged_targets_roll_and_cool():
    """AS-10.1: who is submerged rolls for every hit, of weapons too (`los_text_error = literal`); G-10: it cools."""
    body = {
        "aircraft": [{"unit": "vulcan_vlc_5n", "skill": 1, "count": 3}],
        "ground": [{"unit": "battlemaster_blr_1g", "at": [24, 24], "depth": 0.5, "overheat": 1}],
    }
    assert_equal(body, {"los_text_error": "literal", "start_zone": "central"}, 100)
