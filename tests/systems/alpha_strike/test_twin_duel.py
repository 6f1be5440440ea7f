"""`duel`: kernel and naive twin play the same numbered dice and count the same outcomes, trial by trial.

The twin (tests/naive/) was written from ROUNDS.md and the rules page alone (AS-12.1 to 12.9, AS-8.7, AS-10.4, AS-11.5,
AS-14.3 to 14.5).
"""

from random import Random

import pytest
from naive.alpha_strike_rounds_duel import play_duel
from naive.alpha_strike_rounds_random import random_duel, random_duel_rulings
from naive_rounds import EXTRA, assert_equal_trials, refused

TRIALS = 500  # of each scenario: 2,000 of the kind, and a campaign plays 2,000 more of each
SCENARIOS = {
    "fighters": {
        "a": {"unit": "chippewa_chp_w5", "overheat": 2, "bombs": 1, "breaks_off": "when_structure"},
        "b": {"unit": "samurai_sl_25", "skill": 3},
        "zone": "outer",
    },
    "large craft": {"a": {"unit": "leopard_2537"}, "b": {"unit": "test_pinnace", "skill": 2}, "rounds": 10},
    "odd ones": {
        "a": {"unit": "test_tough", "overheat": 2, "bombs": 2},
        "b": {"unit": "test_minimal", "skill": 2, "breaks_off": "when_damaged"},
        "altitude": "high",
        "range": "long",
        "zone": "middle",
    },
    "rear guns": {"a": {"unit": "jagatai_prime", "overheat": 2}, "b": {"unit": "kirghiz_prime"}, "rounds": 12},
}


def assert_equal(body, rulings, trials, first=0):
    """Kernel and twin agree in every trial."""
    assert_equal_trials("duel", play_duel, body, rulings, trials, first)


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
    assert_equal({"data": EXTRA, **SCENARIOS[name]}, random_duel_rulings(Random(1000 + number)), 20, first=5000)


def test_twin_plays_random_duels_under_random_rulings():
    for number in range(200):
        chooser = Random(number)
        body, rulings = random_duel(chooser), random_duel_rulings(chooser)
        assert not refused("duel", body, rulings)
        assert_equal(body, rulings, 6)


@pytest.mark.parametrize("trial", [2**32, 2**40 + 7])
def test_late_trials_are_the_same(trial):
    assert_equal({"data": EXTRA, **SCENARIOS["fighters"]}, {}, 5, first=trial)
