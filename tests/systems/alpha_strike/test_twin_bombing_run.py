"""`bombing_run`: kernel and naive twin play the same numbered dice, and refuse the same runs."""

import random

import pytest
from alpha_strike_twins import assert_equal_trials, both_refuse, played_and_refused
from naive.alpha_strike_random import random_bombing_run, random_rulings

# Friends and foes about the points: 'Mechs, a tank, a helicopter, infantry, a landed fighter and a DropShip, one under
# water, one in a cellar.
TARGETS = [
    {"at": [10, 10], "unit": "atlas_as7_d"},
    {"at": [11, 10], "unit": "manticore_heavy_tank", "base_radius": 1},
    {"at": [12, 12], "unit": "foot_platoon_mg", "concealed": True},
    {"at": [10, 12], "unit": "locust_lct_1v", "depth": 1},
    {"at": [9, 11], "unit": "warrior_attack_helicopter_h_7"},
    {"at": [14, 10], "unit": "stuka_stu_k5", "elevation": 1},
    {"at": [10, 14], "unit": "union_2708", "base_radius": 2, "side": "friend"},
    {"at": [12, 10], "side": "friend", "heat_scale": True},
    {"at": [10, 10], "side": "friend", "immobile": True},
    {"at": [10, 9], "unit": "sylph_battle_armor_sqd5"},
]
PATH = {"p0": [10, 0], "heading": 0, "table": [20, 24]}
TRIALS = 700  # of each scenario: more than 2,000 of the kind, and a campaign plays 2,000 more of each
SCENARIOS = {
    "dive": {
        "kind": "bombing_run",
        "attack": "dive",
        "path": PATH,
        "attacker": {"skill": 5, "painted": True},
        "points": [[10, 10]],
        "bombs": [
            {"type": "he", "count": 2},
            {"type": "inferno", "count": 2},
            {"type": "laser_guided"},
            {"type": "cluster"},
            {"type": "thunder"},
        ],
        "target": TARGETS,
    },
    "altitude": {
        "kind": "bombing_run",
        "attack": "altitude",
        "path": PATH,
        "attacker": {"unit": "stuka_stu_k5", "heat": 1},
        "bombs": [
            {"type": "inferno", "at": [10, 12]},
            {"type": "cluster", "at": [10, 10]},
            {"type": "he", "at": [10, 8]},
        ],
        "target": TARGETS,
    },
    "near_the_edge": {
        "kind": "bombing_run",
        "attack": "altitude",
        "path": {"p0": [10, 12], "heading": 90, "table": [20, 24]},
        "points": [[16, 12], [18, 12]],
        "bombs": [{"type": "inferno", "count": 3}, {"type": "cluster", "count": 2}],
        "target": [{**target, "at": [target["at"][0] + 6, target["at"][1]]} for target in TARGETS],
    },
}


@pytest.mark.parametrize("name", SCENARIOS)
def test_twin_plays_the_same_trials_under_default_rulings(name):
    assert_equal_trials(SCENARIOS[name], {}, TRIALS)


@pytest.mark.campaign
@pytest.mark.parametrize("name", SCENARIOS)
def test_twin_plays_many_more(name):
    assert_equal_trials(SCENARIOS[name], {}, 2000, first=TRIALS)


@pytest.mark.parametrize("number", range(30))
@pytest.mark.parametrize("name", SCENARIOS)
def test_twin_plays_the_same_trials_under_random_rulings(name, number):
    rulings = random_rulings(random.Random(1000 + number), "bombing_run")
    if not both_refuse(SCENARIOS[name], rulings):
        assert_equal_trials(SCENARIOS[name], rulings, 20, first=5000)


def test_twin_plays_or_refuses_random_scenarios_under_random_rulings():
    """Most are played; some are refused, by both."""
    played, refused = played_and_refused(random_bombing_run, range(300), 5)
    assert played >= 150
    assert refused >= 30


@pytest.mark.parametrize("trial", [2**32, 2**40 + 7])
def test_late_trials_are_the_same(trial):
    assert_equal_trials(SCENARIOS["dive"], {}, 5, first=trial)
