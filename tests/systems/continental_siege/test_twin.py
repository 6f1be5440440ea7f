"""Kernel and naive twins play the same numbered dice: equality trial by trial, over random scenarios and rulings.

The twins (tests/naive/) were written from the rules page and the wing's README alone and import none of its code. What
they name, table by table, must be what the kernel counts. `best_dp` has no twin; its optimum is tested by itself.
"""

import random
from collections import Counter

import numpy as np
import pytest
from naive.continental_siege_kind_attack import play_attack
from naive.continental_siege_kind_attrition import play_attrition
from naive.continental_siege_kind_bombing_run import play_bombing_run
from naive.continental_siege_kind_interception import play_interception

from simlab.dice import key_from_seed
from simlab.errors import SimlabError
from simlab.execute import prepare
from simlab.systems.continental_siege.rulings import RULINGS

KEY = key_from_seed(4)
TWINS = {
    "attack": play_attack,
    "attrition": play_attrition,
    "bombing_run": play_bombing_run,
    "interception": play_interception,
}
UNITS = ["bomber", "fighter", "light_aa", "heavy_aa", "heavy_tank", "gev", "superheavy", "howitzer", "mobile_howitzer"]
SHEETS = {
    "csa10": ["bombload", "aam", "main_gun", "secondary_gun", "ap_bombload"],
    "csa15": ["bombload", "aam", "main_gun", "secondary_gun", "ap_bombload"],
    "ogre_mk3": ["missile", "main_battery", "secondary_battery", "antipersonnel"],
    "ogre_mk5": ["missile", "main_battery", "secondary_battery", "antipersonnel"],
}
WORDS = [
    *UNITS,
    "infantry_squad",
    "superheavy.gun",
    *[f"{unit}.{one}" for unit, many in SHEETS.items() for one in many],
]


def random_rulings(chooser, kind, share):
    """Each ruling that bears on a kind turned with that chance."""
    return {
        ruling.name: chooser.choice(ruling.alternatives[1:])
        for ruling in RULINGS
        if kind in ruling.bears_on and chooser.random() < share
    }


def random_attack(chooser):
    """Any attackers at any target."""
    words = [chooser.choice(WORDS) for _ in range(chooser.randint(1, 3))]
    attackers = [f"{chooser.randint(1, 5)} {word}" for word in words]
    body = {
        "attackers": attackers,
        "combine": chooser.random() < 1 / 2,
        "range_hexes": chooser.choice([0, 1, 1, 2, 4, 7]),
        "arc": chooser.choice(["inside", "inside", "boundary", "outside"]),
    }
    target = chooser.choice([*UNITS, "cp", "infantry_squad", "infantry_squad", *SHEETS])
    body["target"] = target
    if target in SHEETS:
        drive = "propulsion" if target.startswith("csa") else "treads"
        body["system_attacked"] = chooser.choice([*SHEETS[target], drive, drive])
    elif target == "infantry_squad":
        body["squads"] = chooser.randint(1, 3)
    elif target != "cp":
        body["disabled"] = chooser.random() < 1 / 4
    return body


def random_attrition(chooser):
    """A battery against a fortress, all priorities that have a twin."""
    types = ["heavy_aa", "light_aa", "howitzer", "mobile_howitzer", "fighter"]
    battery = {name: chooser.randint(0, 4) for name in chooser.sample(types, chooser.randint(1, 3))}
    battery[chooser.choice(types[:2])] = chooser.randint(1, 4)
    body = {
        "fortress": chooser.choice(["csa10", "csa15"]),
        "battery": battery,
        "priority": chooser.choice(
            ["pu_only", "bombs_first", "bombs_first_combined", "guns_first", "until_ma", "greedy_value"]
        ),
        "until_ma": chooser.randint(0, 3),
        "pu_weight": chooser.choice(["1/3", "1", "3", "0"]),
        "turns": chooser.randint(1, 10),
    }
    if chooser.random() < 1 / 2:
        body["approach"] = {"start_hexes": chooser.randint(1, 15)}
    return body


def random_bombing_run(chooser):
    """Bombers at any ground target."""
    target = chooser.choice(
        ["cp", "heavy_tank", "gev", "superheavy", "infantry_squad", "light_aa", "ogre_mk3", "ogre_mk5"]
    )
    body = {
        "target": target, "bombers": chooser.randint(1, 4),
        "distance_hexes": chooser.choice([1, 4, 5, 6, 9, 10, 11, 15, 16]),
        "drop": chooser.choice(["until_destroyed", "until_destroyed", "all_on_first"]),
        "fire": chooser.choice(["bombers_first", "pair_to_auto"]),
        "guns": {name: chooser.randint(0, 3) for name in chooser.sample(
            ["heavy_aa", "light_aa", "howitzer", "mobile_howitzer"], 2)},
    }  # fmt: skip
    if target == "infantry_squad":
        body["squads"] = chooser.randint(1, 3)
    if target.startswith("ogre"):
        body["bombers"] = chooser.randint(1, 2)
        body["split"] = chooser.choice(["missiles_3_3", "ap_sweep", "main4_plus2", "treads_6", "best_for"])
        if body["split"] == "best_for" and chooser.random() < 2 / 3:
            names = ["missile", "main_battery", "secondary_battery", "antipersonnel", "treads"]
            body["weights"] = {name: chooser.choice([0, 1, 2, "1/2", 8]) for name in chooser.sample(names, 3)}
    return body


def random_interception(chooser):
    """Few aircraft, every policy."""
    return {
        "bombers": chooser.randint(0, 3), "escorts": chooser.randint(0, 3), "interceptors": chooser.randint(1, 3),
        "turns_to_target": chooser.randint(1, 3), "contact": chooser.choice([1, 1, "1/2", 0.75, 0]),
        "first": chooser.choice(["bombers", "defenders"]),
        "intercept": chooser.choice(["bombers_first", "escorts_first", "focus"]),
        "escort": chooser.choice(["disabled_first", "fit_first"]),
        "guns": {} if chooser.random() < 2 / 3 else {"light_aa": chooser.randint(1, 2), "howitzer": 1},
    }  # fmt: skip


RANDOM = {
    "attack": random_attack,
    "attrition": random_attrition,
    "bombing_run": random_bombing_run,
    "interception": random_interception,
}


def counted(prepared, trial):
    """Table -> row -> count of one trial of the kernel."""
    vector = np.zeros(prepared.space.size, np.int64)
    prepared.kind.kernel.play(prepared.packed, KEY, trial, trial + 1, vector)
    return {
        table.name: {row: n for row, n in zip(table.rows, prepared.space.values(vector, table.name), strict=True) if n}
        for table in prepared.space.tables
    }


def assert_equal_trials(kind, body, rulings, trials):
    """Every table that either of them has holds the same rows; tables of what never happens may be missing."""
    prepared = prepare({"system": "continental_siege", "kind": kind, **body, "rulings": rulings})
    for trial in range(trials):
        kernel = counted(prepared, trial)
        twin = {name: dict(Counter(rows)) for name, rows in TWINS[kind](body, rulings, KEY, trial).items()}
        for name, rows in kernel.items():
            assert rows == twin.get(name, {}), (trial, name, body, rulings)
        for name, rows in twin.items():
            assert name in kernel or not set(rows) - {("not_reached",)}, (name, body)


def random_cases(kind, number, share, seed):
    """Random scenarios with rulings; those that are refused (a scenario too large) are passed over."""
    chooser = random.Random(f"{kind} {seed}")
    while number:
        body, rulings = RANDOM[kind](chooser), random_rulings(chooser, kind, share)
        try:
            prepare({"system": "continental_siege", "kind": kind, **body, "rulings": rulings})
        except SimlabError:
            continue
        number -= 1
        yield body, rulings


NUMBER = {"attack": 120, "attrition": 40, "bombing_run": 40, "interception": 30}


@pytest.mark.parametrize("share", [0, 0.25])
@pytest.mark.parametrize("kind", TWINS)
def test_twin_plays_the_same_trials(kind, share):
    for body, rulings in random_cases(kind, NUMBER[kind], share, 1):
        assert_equal_trials(kind, body, rulings, 8)


@pytest.mark.campaign
@pytest.mark.parametrize("kind", TWINS)
def test_twin_plays_the_same_trials_at_length(kind):
    for share in (0, 0.1, 0.3, 0.6):
        for body, rulings in random_cases(kind, 3 * NUMBER[kind], share, 2):
            assert_equal_trials(kind, body, rulings, 10)
