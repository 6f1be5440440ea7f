"""Kernel and naive twin play the same numbered dice: equality trial by trial, under default and random rulings.

The twin (tests/naive/) was written from the rules page and the wing's README alone. It counts named outcomes; the
space of the kind says which cells they are.
"""

import random
from pathlib import Path

import numpy as np
import pytest
from naive.command_decision import play
from naive.random_scenarios import random_rulings, random_scenario

from simlab.dice import key_from_seed
from simlab.errors import SimlabError
from simlab.execute import prepare

DATA = Path(__file__).parents[3] / "data" / "command_decision"
KEY = key_from_seed(0)

SHOT = {"firer": {"unit": "zsu23_4"}, "target": {"unit": "tornado_ids"}, "geometry": {"range_in": 25}}
POPUP = {
    "helicopter": {"unit": "ah1s_mc"},
    "profile": {"altitude": "popup"},
    "air_defence": [{"unit": "zsu23_4", "range_in": 25}, {"unit": "sa9", "range_in": 25}],
    "ground": {"collective": "heavy"},
}
NOE = {
    "helicopter": {"unit": "mi24d", "weapon": "rockets"},
    "profile": {"altitude": ["noe", "popup"], "inches_moved": [20, 0], "after_firing": "stay"},
    "air_defence": [
        {"unit": "gepard", "range_in": 15},
        {"unit": "roland2", "range_in": 60, "count": 2},
        {"unit": "stinger", "range_in": 40},
    ],
    "ground_fire": [{"weapon": "tank_gun", "range_in": 40, "count": 2}],
}
COMBO = {
    "firer": [{"unit": "sa19_2s6"}, {"unit": "g2s6"}],
    "target": {"unit": "ah64a", "altitude": "popup"},
    "geometry": {"range_in": 30},
}
SCENARIOS = {
    "shot": ("shot", SHOT),
    "series": ("shot", {**SHOT, "shots": 3}),
    "helicopter_shot": ("shot", {**SHOT, "target": {"unit": "mi24d", "altitude": "noe"}}),
    "combo": ("combo", COMBO),
    "line": ("combo", {**COMBO, "firer": [{"unit": "zsu23_4"}, {"unit": "sa8b"}, {"unit": "sa9"}]}),
    "popup": ("sortie", POPUP),
    "noe": ("sortie", NOE),
}


def counts_of(prepared, records):
    """The flat vector of what the twin counted: its tables are tables of the space, or marginals of a counted block."""
    space = prepared.space
    if prepared.kind.name == "sortie":
        return space.vector_of(records)
    block = space.block("engagement")
    row = tuple(records[variable][0][0] for variable in block.variables)
    return space.vector_of({"engagement": [row]})


def assert_equal_trials(body, kind, rulings, trials, first=0):
    """Every trial of the kernel adds to just the cells that the twin names; so do all of them together."""
    tree = {"system": "command_decision", "kind": kind, **body}
    prepared = prepare({**tree, "rulings": rulings})
    twin = np.zeros(prepared.space.size, np.int64)
    singles = []
    for trial in range(first, first + trials):
        records = play({**body, "kind": kind}, rulings, KEY, trial, DATA)
        singles.append((trial, counts_of(prepared, records), records))
        twin += singles[-1][1]
    kernel = np.zeros(prepared.space.size, np.int64)
    for trial, expected, records in singles:
        kernel[:] = 0
        prepared.kind.kernel.play(prepared.packed, KEY, trial, trial + 1, kernel)
        assert (kernel == expected).all(), difference(prepared, kernel, trial, records)
    kernel[:] = 0
    prepared.kind.kernel.play(prepared.packed, KEY, first, first + trials, kernel)
    assert (kernel == twin).all()


def difference(prepared, kernel, trial, records):
    """What the kernel counted in a trial, and what the twin did."""
    space, seen = prepared.space, {}
    for block in space.counted:
        start = space.offset(block.name)
        seen[block.name] = [row for place, row in enumerate(block.rows) if kernel[start + place]]
    return f"trial {trial}: kernel {seen}, twin {records}"


@pytest.mark.parametrize("name", SCENARIOS)
def test_twin_plays_the_same_2000_trials_under_default_rulings(name):
    kind, body = SCENARIOS[name]
    assert_equal_trials(body, kind, {}, 2000)


@pytest.mark.parametrize("number", range(30))
@pytest.mark.parametrize("name", SCENARIOS)
def test_twin_plays_the_same_trials_under_random_rulings(name, number):
    kind, body = SCENARIOS[name]
    body = {**body, "terrain": {"blocking_frontage_in": 30, "table_in": [72, 48]}}
    rulings = random_rulings(random.Random(1000 + number))
    assert_equal_trials(body, kind, known(rulings), 70, first=5000)


def known(rulings):
    """Without the model that demands a bearing."""
    return {name: value for name, value in rulings.items() if value != "geometric"}


def refusal(tree):
    """The message with which a scenario is refused, None when it packs."""
    try:
        prepare(tree)
    except SimlabError as error:
        return str(error)
    return None


@pytest.mark.parametrize("number", range(400))
def test_twin_plays_random_scenarios_under_random_rulings(number):
    chooser = random.Random(number)
    body = random_scenario(chooser)
    rulings = known(random_rulings(chooser))
    kind = body.pop("kind")
    if kind != "sortie" and body["target"]["unit"] in PLANES:
        body["target"] = {k: v for k, v in body["target"].items() if k not in ("altitude", "hovering", "behind_cover")}
    elif kind != "sortie":
        body["target"].pop("artillery_spotter", None)
    message = refusal({"system": "command_decision", "kind": kind, **body, "rulings": rulings})
    if message is None:
        assert_equal_trials(body, kind, rulings, 12)
    else:  # the random scenarios give a helicopter weapons, and ground fire ranges, that its row may not have
        assert "carries" in message or "reach_in" in message, message


PLANES = {line.split(",")[0] for line in (DATA / "aircraft.csv").read_text(encoding="utf-8").splitlines()[1:]}
