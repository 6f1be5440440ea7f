"""`bombing`: kernel and naive twin play the same numbered dice, and refuse the same attacks.

The twin (tests/naive/) was written from the rules page and follows the readings in the README of the wing. It counts
named outcomes; the space of the kind says which cells they are.
"""

import random
from functools import partial

import pytest
from naive.command_decision import play
from naive.command_decision_bombing_load import RefusedAttack
from naive.command_decision_bombing_random import random_bombing_rulings, random_bombing_scenario
from whole_trials import DATA, KEY, assert_counted_trials

from simlab.errors import SimlabError
from simlab.execute import prepare

# A company position: every class, every terrain, both sides, cover and edge, a MANPADS team.
STANDS = [
    {"at": [0, 0], "quality": "green"},
    {"at": [1.5, 0], "class": "gun", "dug_in": True, "quality": "veteran"},
    {"at": [0, 2.5], "class": "soft_vehicle"},
    {"at": [1, 3], "class": "afv", "weight": 2},
    {"at": [-2, -2], "terrain": "woods", "edge": True, "quality": "elite"},
    {"at": [-2.5, -1], "terrain": "bua", "class": "weak_afv"},
    {"at": [2, 1.5], "side": "own", "quality": "trained"},
    {"at": [-1, 1], "manpads": True, "cover": "hard"},
]
SCENARIOS = {
    "bombs": {
        "attacker": {"unit": "tornado_ids", "load": "bombs", "penalty": 1, "placement": "optimal"},
        "stand": STANDS,
    },
    "at_cluster": {
        "attacker": {"unit": "a10a", "load": "at_cluster", "placement": "spread"},
        "point": {"at": [0.5, 0.5], "fac": True},
        "stand": STANDS,
    },
    "helicopter_rockets": {
        "attacker": {"unit": "mi24d", "load": "rockets", "warhead": "heat", "placement": "optimal"},
        "stand": STANDS,
    },
}


def prepared_with(body, rulings):
    """The packed scenario."""
    return prepare({"system": "command_decision", "kind": "bombing", **body, "rulings": rulings})


def twin_plays(body, rulings, trial):
    """What the twin counts in one trial."""
    return play({"kind": "bombing", **body}, rulings, KEY, trial, DATA)


def assert_equal_trials(body, rulings, trials, first=0):
    """Every trial of the kernel adds to just the cells that the twin names; so do all of them together."""
    counted = partial(twin_plays, body, rulings)
    assert_counted_trials(prepared_with(body, rulings), counted, trials, first, f" of {body} under {rulings}")


@pytest.mark.parametrize("name", SCENARIOS)
def test_twin_plays_the_same_2000_trials_under_default_rulings(name):
    assert_equal_trials(SCENARIOS[name], {}, 2000)


@pytest.mark.parametrize("number", range(30))
@pytest.mark.parametrize("name", SCENARIOS)
def test_twin_plays_the_same_trials_under_random_rulings(name, number):
    assert_equal_trials(SCENARIOS[name], random_bombing_rulings(random.Random(1000 + number)), 70, first=5000)


def assert_same_answer(body, rulings, trials):
    """Both play the same, or both refuse; says whether they refuse."""
    try:
        prepared_with(body, rulings)
    except SimlabError:
        with pytest.raises(RefusedAttack):
            twin_plays(body, rulings, 0)
        return True
    assert_equal_trials(body, rulings, trials)
    return False


@pytest.mark.parametrize("number", range(300))
def test_twin_plays_or_refuses_random_scenarios_under_random_rulings(number):
    chooser = random.Random(number)
    body, rulings = random_bombing_scenario(chooser), random_bombing_rulings(chooser)
    del body["kind"]
    assert_same_answer(body, rulings, 12)


def test_most_random_scenarios_are_played_and_some_are_refused():
    refused = 0
    for number in range(300):
        chooser = random.Random(number)
        body, rulings = random_bombing_scenario(chooser), random_bombing_rulings(chooser)
        del body["kind"]
        refused += assert_same_answer(body, rulings, 1)
    assert 15 <= refused <= 75


ONE_STAND = {"stand": [{"at": [0, 0]}]}
REFUSED = {
    "warhead of a bomb": {"attacker": {"unit": "tornado_ids", "warhead": "heat"}, **ONE_STAND},
    "no bombs": {"attacker": {"unit": "oh58a"}, **ONE_STAND},
    "no rockets": {"attacker": {"unit": "oh58a", "load": "rockets"}, **ONE_STAND},
    "too far": {"attacker": {"unit": "tornado_ids", "templates": [[0, 6.001]]}, **ONE_STAND},
    "more areas than ROF": {"attacker": {"unit": "mig17f", "templates": [[0, 0], [0, 0]]}, **ONE_STAND},
    "no areas": {"attacker": {"unit": "mig17f", "templates": []}, **ONE_STAND},
    "nine areas": {"attacker": {"unit": "mig17f", "templates": [[0, 0]] * 9}, **ONE_STAND},
    "ROF left after split costs": {
        "attacker": {"unit": "mi24d", "load": "rockets", "templates": [[0, 0]] * 4},  # ROF 5 - 3
        **ONE_STAND,
    },
    "names twice": {"attacker": {"unit": "mig17f"}, "stand": [{"at": [0, 0], "name": "stand_2"}, {"at": [1, 0]}]},
    "sixty-five stands": {"attacker": {"unit": "mig17f"}, "stand": [{"at": [0, 0]}] * 65},
}


@pytest.mark.parametrize("name", REFUSED)
def test_both_refuse(name):
    assert assert_same_answer(REFUSED[name], {}, 1)


@pytest.mark.parametrize("trial", [2**32, 2**40 + 7])
def test_late_trials_are_the_same(trial):
    assert_equal_trials(SCENARIOS["bombs"], {}, 5, first=trial)
