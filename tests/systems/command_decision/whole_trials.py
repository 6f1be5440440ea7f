"""Kernel and naive twin of a kind that counts named outcomes: the same trials, the same refusals."""

from pathlib import Path

import numpy as np
import pytest
from naive.command_decision_bombing_load import RefusedAttack
from naive.dice_log import DiceLog

from simlab.dice import key_from_seed
from simlab.errors import SimlabError
from simlab.execute import prepare

DATA = Path(__file__).parents[3] / "data" / "command_decision"
KEY = key_from_seed(0)


def assert_equal_trials(prepared, twin, trials, first=0):
    """Kernel and twin count the same. twin: plays the dice of a log."""
    assert_counted_trials(prepared, lambda trial: twin.play(DiceLog(KEY, trial)), trials, first)


def assert_counted_trials(prepared, counted, trials, first=0, where=""):
    """Every trial of the kernel adds to just the cells that the twin names; so do all of them together.

    counted: trial -> what the twin counts; where: told beside a trial that differs.
    """
    space = prepared.space
    total = np.zeros(space.size, np.int64)
    kernel = np.zeros(space.size, np.int64)
    for trial in range(first, first + trials):
        kernel[:] = 0
        prepared.kind.kernel.play(prepared.packed, KEY, trial, trial + 1, kernel)
        records = counted(trial)
        seen = {
            table.name: [row for row, count in zip(table.rows, space.values(kernel, table.name), strict=True) if count]
            for table in space.tables
        }
        assert seen == records, f"trial {trial}{where}"
        assert kernel.max() == 1, trial
        total += kernel
    together = np.zeros(space.size, np.int64)
    prepared.kind.kernel.play(prepared.packed, KEY, first, first + trials, together)
    assert (together == total).all()


def assert_same_answer(kind, twin, body, rulings, trials, first=0, data=DATA):
    """Both play the same, or both refuse; says whether they refuse. twin: (body, rulings, data) -> naive twin."""
    keys = {key: value for key, value in body.items() if key != "kind"}
    source = {"system": "command_decision", "kind": kind, **keys, "rulings": rulings}
    try:
        prepared = prepare(source, data=data.parent)
    except SimlabError:
        with pytest.raises(RefusedAttack):
            twin(body, rulings, data)
        return True
    assert_equal_trials(prepared, twin(body, rulings, data), trials, first)
    return False
