"""A replay of an attack (alpha_strike) tells what the kernel counted, trial by trial."""

import re

import numpy as np
import pytest

from simlab.dice import key_from_seed
from simlab.execute import prepare
from simlab.systems import system_named

KEY = key_from_seed(3)
TARGET = [
    {"name": "atlas", "unit": "atlas_as7_d", "at": [0, 0]},
    {"name": "tank", "unit": "manticore_heavy_tank", "at": [2, 0]},
    {"name": "friend", "at": [3, 2], "side": "friend"},
]
BOMBS = [{"type": "he", "at": [0, 0], "count": 2}, {"type": "inferno", "at": [2, 0], "count": 2}]


def scenario(kind, attack, **keys):
    return {"system": "alpha_strike", "kind": kind, "attack": attack, "target": TARGET, **keys}


@pytest.mark.parametrize("source", [
    scenario("bombing_run", "altitude", bombs=BOMBS),
    scenario("bombing_run", "altitude", bombs=BOMBS, rulings={"scatter_grouping": "per_attack"}),
    scenario("attack", "altitude", bombs=BOMBS, rulings={"scatter_distance": "2xmof"}),
    scenario("attack", "strafe", attacker={"short": "0*", "ov": 2, "overheat": 1}, strafe={"start": -2}),
    scenario("attack", "strafe", attacker={"short": 5}, strafe={"start": -2}, rulings={"strafe_rolls": "single_roll"}),
], ids=["run", "shared", "bombs", "minimal", "lane"])  # fmt: skip
def test_a_replay_adds_up_to_the_counts(source):
    prepared = prepare(source)
    for trial in range(150):
        counts = np.zeros(prepared.space.size, np.int64)
        prepared.kind.kernel.play_plainly(prepared.packed, KEY, trial, trial + 1, counts)
        counted = {
            unit["name"]: sum(
                row[0] * int(count)
                for row, count in zip(
                    prepared.space.table(f"damage:{unit['name']}").rows,
                    prepared.space.values(counts, f"damage:{unit['name']}"),
                    strict=True,
                )
            )
            for unit in TARGET
        }
        told = dict.fromkeys(counted, 0)
        for line in prepared.kind.replay(prepared.packed, KEY, trial):
            if line.startswith("at "):
                name = line[3 : line.index(":")]
                told[name] += sum(int(points) for points in re.findall(r"(\d+) damage\b", line))
            else:
                for name, points in re.findall(r"(\w+) (\d+) damage", line):
                    told[name] += int(points)
        assert told == counted, trial


@pytest.mark.parametrize("kind", ["attack", "bombing_run"])
def test_the_example_can_be_replayed(kind):
    import tomllib

    prepared = prepare(tomllib.loads(system_named("alpha_strike").kinds[kind].example))
    lines = prepared.kind.replay(prepared.packed, KEY, 0)
    dice = [line for line in lines if "2d6 = " in line and not line.startswith("  ")]  # beside critical rolls of cards
    assert len(dice) == {"attack": 4, "bombing_run": 3}[kind]
