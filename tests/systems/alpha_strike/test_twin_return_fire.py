"""`return_fire`: kernel and naive twin play the same numbered dice and count the same outcomes, trial by trial.

The twin (tests/naive/) was written from ROUNDS.md and the rules page alone (AS-8.7, AS-10.4, AS-11.5, AS-13.1 to 13.6,
AS-14.3 to 14.5).
"""

from random import Random

import pytest
from naive.alpha_strike_rounds_random import random_fire_rulings, random_return_fire
from naive.alpha_strike_rounds_return_fire import play_return_fire
from naive.dice_log import DiceLog
from naive_rounds import EXTRA, KEY, assert_equal_trials, refused

TRIALS = 700  # of each scenario: more than 2,000 of the kind, and a campaign plays 2,000 more of each
SCENARIOS = {
    "a battery": {
        "passes": 4,
        "aircraft": {"unit": "corsair_csr_v12"},
        "defender": [
            {"unit": "partisan_air_defense_tank", "range_in": 5, "count": 3},
            {"unit": "rifleman_rfl_3n", "range_in": 10, "overheat": 2},
            {"unit": "patton_tank", "range_in": 30, "skill": 3},
        ],
    },
    "a large craft": {
        "passes": 6,
        "aircraft": {"unit": "leopard_2537", "skill": 3},
        "path": {"p0": [24, 0]},
        "defender": [
            {"unit": "atlas_as7_d", "at": [20, 24], "facing": 90, "count": 4},
            {"unit": "rifleman_iic_6", "at": [30, 40], "facing": 180, "count": 4},
            {"unit": "manticore_heavy_tank", "at": [22, 4], "facing": 270},
            {"unit": "union_2708", "at": [40, 10], "count": 2},
        ],
    },
    "odd ones": {
        "passes": 3,
        "aircraft": {"unit": "test_tough", "altitude": "middle"},
        "defender": [
            {"unit": "test_mast", "range_in": 9, "count": 3},
            {"unit": "test_umbrella", "range_in": 4, "count": 2},
            {"unit": "test_hot", "range_in": 6, "overheat": 3},
            {"unit": "test_digger", "range_in": 20, "count": 2},
        ],
    },
}


def assert_equal(body, rulings, trials, first=0):
    """Kernel and twin agree in every trial."""
    assert_equal_trials("return_fire", play_return_fire, body, rulings, trials, first)


@pytest.mark.parametrize("name", SCENARIOS)
def test_twin_plays_the_same_trials_under_default_rulings(name):
    assert_equal({"data": EXTRA, **SCENARIOS[name]}, {}, TRIALS)


@pytest.mark.campaign
@pytest.mark.parametrize("name", SCENARIOS)
def test_twin_plays_many_more(name):
    assert_equal({"data": EXTRA, **SCENARIOS[name]}, {}, 2000, first=TRIALS)


@pytest.mark.parametrize("number", range(30))
@pytest.mark.parametrize("name", SCENARIOS)
def test_twin_plays_the_same_trials_under_random_rulings(name, number):
    assert_equal({"data": EXTRA, **SCENARIOS[name]}, random_fire_rulings(Random(1000 + number)), 20, first=5000)


def test_twin_plays_random_scenarios_under_random_rulings():
    played = 0
    for number in range(200):
        chooser = Random(number)
        body, rulings = random_return_fire(chooser), random_fire_rulings(chooser)
        if not refused("return_fire", body, rulings):
            assert_equal(body, rulings, 6)
            played += 1
    assert played >= 150


@pytest.mark.parametrize("trial", [2**32, 2**40 + 7])
def test_late_trials_are_the_same(trial):
    assert_equal({"data": EXTRA, **SCENARIOS["a battery"]}, {}, 5, first=trial)


@pytest.mark.parametrize(("unit", "facing", "fires"), [("test_launch", 180, False), ("union_2708", 180, True)])
def test_of_landed_spheroids_only_drop_ships_fire_all_round(unit, facing, fires):
    """AS-13.2: small craft have a forward arc, spheroid or not."""
    body = {
        "data": EXTRA,
        "aircraft": {"unit": "corsair_csr_v12"},
        "path": {"p0": [0, 30], "heading": 90},
        "defender": [{"unit": unit, "at": [20, 25], "facing": facing, "skill": 0, "count": 4}],
    }
    assert_equal(body, {}, 100)
    damaged = {play_return_fire(body, {}, DiceLog(KEY, trial))["damaged_first_pass"][0][0] for trial in range(100)}
    assert ("yes" in damaged) == fires


def test_turret_with_flak_alone_fires_nothing_behind_its_back():
    """AS-13.2, AS-13.6: brackets without plain values; FLK alone fires nothing."""
    defender = {"unit": "test_umbrella", "at": [20, 25], "facing": 180, "count": 4}
    body = {"data": EXTRA, "aircraft": {"unit": "corsair_csr_v12"}, "path": {"p0": [0, 30], "heading": 90}}
    assert_equal({**body, "defender": [defender]}, {"flak_margin": 10}, 50)
    record = play_return_fire({**body, "defender": [defender]}, {"flak_margin": 10}, DiceLog(KEY, 0))
    assert record["damage_first_pass"] == [(0,)]
