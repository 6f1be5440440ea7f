"""`strike`: kernel and naive twin play the same numbered dice, and refuse the same scenarios.

The twin (tests/naive/command_decision_strike.py) was written from the rules page and the README of the wing. It counts
named outcomes; the space of the kind says which cells they are.
"""

import csv
import random
import shutil

import pytest
import whole_trials
from naive.command_decision_bombing_load import RefusedAttack
from naive.command_decision_strike import Strike
from naive.command_decision_strike_random import random_strike_rulings, random_strike_scenario, random_system
from whole_trials import DATA

# Both sides mixed at the front line, a battalion's air defence behind it.
STANDS = [
    {"at": [0, 0], "quality": "green"},
    {"at": [1.5, 0], "class": "gun", "dug_in": True, "radar": True},
    {"at": [1, 3], "class": "afv", "weight": 2},
    {"at": [-2, -2], "terrain": "woods", "edge": True},
    {"at": [2, 1.5], "side": "own", "quality": "trained"},
    {"at": [-3, -8], "side": "own", "class": "weak_afv"},
]
AIR_DEFENCE = [
    {"unit": "zsu23_4", "at": [3, 5], "count": 2},
    {"unit": "sa9", "at": [-4, 9]},
    {"unit": "sa19_2s6", "guns": "g2s6", "at": [0, 12], "name": "tunguska"},
]
CHECKS = [{"at": [5, 5]}, {"at": [-3, -9], "side": "own", "quality": "green", "modifier": 1}]
COMMON = {"stand": STANDS, "air_defence": AIR_DEFENCE, "check": CHECKS, "ground": {"collective": "heavy"}}
SCENARIOS = {
    "bombers": {
        "plane": [
            {"unit": "tornado_ids", "fac": True, "arrives": 0.9, "placement": "optimal"},
            {"unit": "alphajet", "count": 2, "at": [1, 2], "arrives": 1},
        ],
        **COMMON,
    },
    "loads": {
        "plane": [
            {"unit": "su25", "load": "rockets", "warhead": "heat", "arrives": 1},
            {"unit": "f4e", "load": "asm", "smoke": True, "arrives": 1},
            {"unit": "a10a", "load": "guns", "at": [1, 2], "arrives": 1},
            {"unit": "a10a", "load": "at_cluster", "at": [1, 2], "heading_deg": 45, "arrives": 1},
        ],
        "marking": {"dedicated": True},
        **COMMON,
    },
}


def assert_same_answer(*arguments, **more):
    """Kernel and twin of a strike, as in `whole_trials`."""
    return whole_trials.assert_same_answer("strike", Strike, *arguments, **more)


@pytest.mark.parametrize("name", SCENARIOS)
def test_twin_plays_the_same_2000_trials_under_default_rulings(name):
    assert not assert_same_answer(SCENARIOS[name], {}, 2000)


@pytest.mark.parametrize("number", range(30))
def test_twin_plays_the_same_trials_under_random_rulings(number):
    rulings = random_strike_rulings(random.Random(1000 + number))
    rulings["cover_attack_without_fac"] = "suppress_and_morale_only"
    for body in SCENARIOS.values():
        assert not assert_same_answer(body, rulings, 20, first=5000)


@pytest.mark.parametrize("number", range(60))
def test_twin_plays_or_refuses_random_scenarios_under_random_rulings(number):
    chooser = random.Random(number)
    assert_same_answer(random_strike_scenario(chooser), random_strike_rulings(chooser), 8)


def test_most_random_scenarios_are_played_and_some_are_refused():
    refused = 0
    for number in range(60):
        chooser = random.Random(number)
        try:
            Strike(random_strike_scenario(chooser), random_strike_rulings(chooser), DATA)
        except RefusedAttack:
            refused += 1
    assert 1 <= refused <= 15


@pytest.fixture(scope="module")
def quick_fire(tmp_path_factory):
    """The data with two shots a turn for every AA system: the shipped rows have one."""
    folder = tmp_path_factory.mktemp("data") / "command_decision"
    shutil.copytree(DATA, folder)
    with (folder / "air_defence.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    with (folder / "air_defence.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows({**row, "rof": 2} for row in rows)
    return folder


@pytest.mark.parametrize("choice", ["best_abort_probability", "nearest", "random", "attacker_worst_case"])
@pytest.mark.parametrize("fire", ["all_rof", "at_least_one", "optional"])
def test_twin_chooses_the_same_targets_for_several_shots(quick_fire, choice, fire):
    chooser = random.Random(f"{choice} {fire}")
    body = random_strike_scenario(chooser)
    body["plane"] = [{**plane, "arrives": 1, "count": 2} for plane in body["plane"][:2]]
    body["air_defence"] = [random_system(chooser) for _ in range(4)]
    rulings = {
        "aa_target_choice": choice,
        "aa_mandatory_fire": fire,
        **{
            name: chooser.choice(options)
            for name, options in {
                "aa_gun_split_fire": ["yes", "no"],
                "combo_gun_free_target": ["same_target_only", "any_target"],
                "combo_trigger": ["abort_after_cm", "raw_abort_blocks_guns"],
                "combo_order": ["sam_then_gun", "gun_then_sam", "owner_best"],
                "aa_shot_order": ["sequential_stop_on_abort", "simultaneous_declared"],
            }.items()
        },
    }
    assert not assert_same_answer(body, rulings, 20, data=quick_fire)


def test_late_trials_are_the_same():
    assert not assert_same_answer(SCENARIOS["bombers"], {}, 5, first=2**40 + 7)
