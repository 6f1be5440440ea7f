"""Kernel and naive twin (tests/naive/alpha_strike*.py) on the same numbered dice, for the tests beside this file.

The twin counts named outcomes; the space of the kind says which cells they are. A unit that nothing can heat has no
table of heat in the space: there the twin must count 0.
"""

import random

import numpy as np
import pytest
from naive.alpha_strike import play
from naive.alpha_strike_random import random_rulings
from naive.alpha_strike_rulings import RefusedAttack

from simlab.dice import key_from_seed
from simlab.errors import SimlabError
from simlab.execute import prepare

KEY = key_from_seed(0)
NO_HEAT = [(0,)]


def assert_equal_trials(body, rulings, trials, first=0):
    """Every trial of the kernel adds to just the cells that the twin names."""
    prepared = prepare({"system": "alpha_strike", **body, "rulings": rulings})
    space = prepared.space
    kernel = np.zeros(space.size, np.int64)
    for trial in range(first, first + trials):
        kernel[:] = 0
        prepared.kind.kernel.play_plainly(prepared.packed, KEY, trial, trial + 1, kernel)
        records = play(body, rulings, KEY, trial)
        seen = {
            table.name: [row for row, count in zip(table.rows, space.values(kernel, table.name), strict=True) if count]
            for table in space.tables
        }
        for name in set(records) - set(seen):
            assert name.startswith("heat:")
            assert records.pop(name) == NO_HEAT, name
        assert seen == records, f"trial {trial} of {body} under {rulings}"
        assert kernel.max() == 1, trial


def both_refuse(body, rulings):
    """Whether the kind refuses a scenario; then the twin must refuse it too, else it must play it."""
    try:
        prepare({"system": "alpha_strike", **body, "rulings": rulings})
    except SimlabError:
        with pytest.raises(RefusedAttack):
            play(body, rulings, KEY, 0)
        return True
    play(body, rulings, KEY, 0)
    return False


def played_and_refused(maker, numbers, trials):
    """Compare random scenarios under random rulings; returns how many were played, how many both refused."""
    counts = [0, 0]
    for number in numbers:
        chooser = random.Random(number)
        body = maker(chooser)
        rulings = random_rulings(chooser, body["kind"])
        refused = both_refuse(body, rulings)
        counts[refused] += 1
        if not refused:
            assert_equal_trials(body, rulings, trials)
    return counts
