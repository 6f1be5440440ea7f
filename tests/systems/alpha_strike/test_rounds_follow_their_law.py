"""Counts against exact laws for the odd scenarios: large craft, drones, minimal damage, every ruling turned.

Each test fails by chance once in a million keys (chi-square on every counted block; impossible cells stay empty).
"""

import numpy as np
import pytest
from scipy.stats import chisquare
from test_rounds_rulings_matter import MADE, OWN, TURNED

from alpha_strike_rounds import prepared  # isort: skip
from simlab.dice import key_from_seed

KEY, TRIALS, P_LIMIT = key_from_seed(7), 20_000, 1e-6


def counts(ready, trials, plainly=False):
    vector = np.zeros(ready.space.size, np.int64)
    play = ready.kind.kernel.play_plainly if plainly else ready.kind.kernel.play
    play(ready.packed, KEY, 0, trials, vector)
    return vector


@pytest.mark.parametrize(("kind", "name", "option"), TURNED)
def test_counts_follow_the_law(kind, name, option):
    tree, around = OWN.get((kind, name, option), MADE[kind][name])
    ready = prepared(kind, tree, **{**around, name: option})
    law, seen = ready.kind.exact(ready.packed), counts(ready, TRIALS)
    assert seen[law <= 0].sum() == 0
    for block in ready.space.counted:
        first = ready.space.offset(block.name)
        cells = slice(first, first + len(block.rows))
        expected, found = law[cells] * TRIALS, seen[cells].astype(float)
        large = expected >= 10
        expected = np.append(expected[large], expected[~large].sum())
        found = np.append(found[large], found[~large].sum())
        if len(expected) > 1 and expected[-1] > 0:
            assert chisquare(found, expected * found.sum() / expected.sum()).pvalue > P_LIMIT, block.name


@pytest.mark.parametrize("kind", MADE)
def test_plain_code_counts_the_same(kind):
    for tree, around in MADE[kind].values():
        ready = prepared(kind, tree, **around)
        assert (counts(ready, 30) == counts(ready, 30, plainly=True)).all()
