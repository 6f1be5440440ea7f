"""Parts of a battle, compiled without counting references, do what they do in plain Python and with the counting."""

import os
import subprocess
import sys

import pytest

PROGRAM = """
from typing import NamedTuple
import numpy as np
from simlab.jit import lanes, part, parts_count_references, rule

class State(NamedTuple):
    cells: np.ndarray
    table: np.ndarray

class Packed(NamedTuple):
    table: np.ndarray

@rule
def place(number):
    return number & 7

@part
def step(state, number):
    state.cells[place(number)] += state.table[place(number + 1)]
    return state.cells[place(number)]

@part
def walk(state, first, steps):
    total = 0
    for number in range(first, first + steps):
        total += step(state, number)
    return total

@lanes
def sums(packed, base, counts):
    state = State(np.zeros(8, np.int64), packed.table)
    for lane in range(base.size):
        counts[0] += walk(state, base[lane] & 15, 20) & 1023
        counts[1] += 1

packed, one, other = Packed(np.arange(8)), np.zeros(2, np.int64), np.zeros(2, np.int64)
sums.play(packed, 5, 0, 3000, one)
sums.play_plainly(packed, 5, 0, 3000, other)
assert one.tolist() == other.tolist(), (one, other)
print(one.tolist(), parts_count_references())
"""


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    folder = tmp_path_factory.mktemp("parts")
    (folder / "program.py").write_text(PROGRAM, encoding="utf-8")
    found = {}
    for counting in ("0", "1"):
        env = {**os.environ, "SIMLAB_COUNT_REFERENCES": counting, "SIMLAB_CACHE_DIR": str(folder), "SIMLAB_JIT": "1"}
        done = subprocess.run(
            [sys.executable, str(folder / "program.py")],
            env=env,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        found[counting] = done.stdout.strip()
    return found


def test_counting_references_changes_no_result(answers):
    assert answers["0"].rpartition(" ")[0] == answers["1"].rpartition(" ")[0]


def test_the_switch_is_heeded(answers):
    assert answers["1"].endswith("True")
    assert answers["0"].endswith("False")
