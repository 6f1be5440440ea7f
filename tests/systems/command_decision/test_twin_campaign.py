"""`campaign`: kernel and naive twin play the same numbered dice over whole battles, and refuse the same scenarios.

The twin (tests/naive/command_decision_campaign.py) was written from the rules page and the README of the wing. It
counts named outcomes; the space of the kind says which cells they are.
"""

import csv
import random
import shutil

import campaign_scenarios
import pytest
import whole_trials
from naive.command_decision_campaign import Campaign
from naive.command_decision_campaign_random import random_campaign_rulings, random_campaign_scenario
from whole_trials import DATA


def body_of(tree):
    """A scenario as the twin takes it."""
    return {key: value for key, value in tree.items() if key not in ("system", "kind")}


def assert_same_answer(*arguments, **more):
    """Kernel and twin of a campaign, as in `whole_trials`."""
    return whole_trials.assert_same_answer("campaign", Campaign, *arguments, **more)


@pytest.mark.parametrize("name", ["bombers", "helicopters"])
def test_twin_plays_the_same_2000_battles_under_default_rulings(name):
    assert not assert_same_answer(body_of(campaign_scenarios.ALL[name]), {}, 2000)


@pytest.mark.parametrize("number", range(30))
def test_twin_plays_the_same_battles_under_random_rulings(number):
    rulings = random_campaign_rulings(random.Random(1000 + number))
    for tree in campaign_scenarios.ALL.values():
        assert not assert_same_answer(body_of(tree), rulings, 8, first=5000)


@pytest.mark.parametrize("number", range(100))
def test_twin_plays_or_refuses_random_campaigns_under_random_rulings(number):
    chooser = random.Random(number)
    body, rulings = random_campaign_scenario(chooser), random_campaign_rulings(chooser)
    refused = assert_same_answer(body_of(body), rulings, 6)
    flies = [body[side][sort] for side in ("blue", "red") for sort in ("plane", "helicopter")]
    assert refused == (not any(flies))


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


@pytest.mark.parametrize("shots", ["once_per_turn", "once_per_phase", "once_per_target_event"])
@pytest.mark.parametrize("effect", ["lose_attack_stay_in_place", "leave_table_shaken", "minus_3_penalty_only"])
def test_twin_counts_the_same_shots_of_a_turn(quick_fire, shots, effect):
    chooser = random.Random(f"{shots} {effect}")
    body = body_of(random_campaign_scenario(chooser))
    body["blue"]["air_defence"] = [{"unit": "zsu23_4", "at": [2, -6]}, {"unit": "stinger", "at": [0, -5], "count": 2}]
    body["red"] |= {"break_off": 1, "plane": [{"unit": "alphajet", "count": 3, "arrives": 0.7}]}
    body["red"]["helicopter"] = [{"unit": "mi24d", "at": [0, 4], "count": 3}, {"unit": "ah64a", "at": [3, 6]}]
    body["game"]["visibility"] = "clear"
    rulings = {
        "aa_shots_per_turn": shots,
        "chopper_forced_back_effect": effect,
        "chopper_removed_meaning": chooser.choice(["destroyed", "off_table_may_rearm"]),
        "aa_opportunity_bonus": chooser.choice([0, 1]),
        "cm_uses": chooser.choice([1, 2, "unlimited"]),
        "plane_may_return": chooser.choice([1, 3]),
    }
    assert not assert_same_answer(body, rulings, 30, data=quick_fire)


def test_late_trials_are_the_same():
    assert not assert_same_answer(body_of(campaign_scenarios.BOMBERS), {}, 5, first=2**40 + 7)


PLANE = {"plane": [{"unit": "su25"}]}
REFUSED = {
    "off the table": {"blue": PLANE, "red": {"stand": [{"at": [0, 24.001]}]}},
    "nothing flies": {"blue": {"stand": [{"at": [0, 0]}]}},
    "too many planes": {"blue": {"plane": [{"unit": "su25", "count": 16}, {"unit": "su25"}]}},
    "a helicopter among the planes": {"blue": {"plane": [{"unit": "mi24d"}]}},
    "no such load": {"blue": {"plane": [{"unit": "mig17f", "load": "asm"}]}},
}


@pytest.mark.parametrize("name", REFUSED)
def test_both_refuse(name):
    assert assert_same_answer(REFUSED[name], {}, 1)
