"""Engine and naive twin of rounds side by side, for the tests of twins beside this file."""

from pathlib import Path

import numpy as np
from naive.dice_log import DiceLog

from simlab.dice import key_from_seed
from simlab.errors import SimlabError
from simlab.execute import prepare

DATA = Path(__file__).parents[2] / "data"
EXTRA = {"aerospace": str(DATA / "odd_aerospace.csv"), "ground": str(DATA / "odd_ground.csv")}
KEY = key_from_seed(0)


def prepared_with(kind, body, rulings):
    """The packed scenario."""
    return prepare({"system": "alpha_strike", "kind": kind, **body, "rulings": rulings})


def refused(kind, body, rulings):
    """Whether the engine refuses the scenario, in words."""
    try:
        prepared_with(kind, body, rulings)
    except SimlabError:
        return True
    return False


def assert_equal_trials(kind, play, body, rulings, trials, first=0):
    """Every trial of the kernel, plain Python too, adds to just the cells that the twin names."""
    prepared = prepared_with(kind, body, rulings)
    space = prepared.space
    vector = np.zeros(space.size, np.int64)
    for trial in range(first, first + trials):
        vector[:] = 0
        prepared.kind.kernel.play_plainly(prepared.packed, KEY, trial, trial + 1, vector)
        seen = {
            table.name: [row for row, count in zip(table.rows, space.values(vector, table.name), strict=True) if count]
            for table in space.tables
        }
        assert seen == play(body, rulings, DiceLog(KEY, trial)), f"trial {trial} of {body} under {rulings}"
        assert vector.max() == 1, trial
