"""Laws as float arrays and chains as matrices: against the rational laws, and what is refused.

`absorb_matrix` is compared with `absorb` and `iterate` in test_exact_chains.
"""

from fractions import Fraction as F

import numpy as np
import pytest

from simlab.errors import SimlabError
from simlab.exact import (
    absorb_matrix,
    binomial_law,
    convolve,
    convolve_power,
    die,
    from_array,
    n_fold_sum,
    sum_laws,
    to_array,
)


def as_floats(law):
    return {outcome: float(p) for outcome, p in law.items()}


def test_arrays_and_laws_are_two_forms_of_one_thing():
    law = {-2: 0.25, 0: 0.5, 1: 0.25}
    array = to_array(law, first=-2)
    assert array.tolist() == [0.25, 0.0, 0.5, 0.25]
    assert from_array(array, first=-2) == law
    assert to_array(die(4), size=7).shape == (7,)


@pytest.mark.parametrize(("law", "size"), [({-1: 1.0}, None), ({"a": 1.0}, None), ({0.5: 1.0}, None), ({5: 1.0}, 5)])
def test_what_does_not_fit_an_array_is_refused(law, size):
    with pytest.raises(SimlabError, match="to_array: outcome"):
        to_array(law, size)


def test_convolution_follows_the_law_of_the_sum():
    one = to_array(die(10))
    assert from_array(convolve(one, one)) == pytest.approx(as_floats(sum_laws(die(10), die(10))), rel=1e-12)
    assert from_array(convolve_power(one, 9)) == pytest.approx(as_floats(n_fold_sum(die(10), 9)), rel=1e-12)
    assert convolve_power(one, 0).tolist() == [1.0]


def test_tails_keep_their_relative_precision():
    assert convolve_power(to_array(die(10)), 60)[60] == pytest.approx(1e-60, rel=1e-12)
    assert convolve_power(np.array([0.5, 0.5]), 200)[0] == pytest.approx(0.5**200, rel=1e-12)


def test_an_attrition_as_a_matrix():
    """60 points, each turn 4 attacks hit on 5-6 and remove 8: mean 6.374991 turns, most often 6."""
    points = [60, 52, 44, 36, 28, 20, 12, 4, 0]
    matrix = np.zeros((9, 9))
    for row, left in enumerate(points):
        for hits, p in binomial_law(4, F(1, 3)).items():
            matrix[row, points.index(max(0, left - 8 * hits))] += float(p)
    fate = absorb_matrix(matrix, start=0, steps=300)
    assert fate.laws.shape == (301, 9)
    assert fate.unfinished < 1e-14
    assert (fate.time * np.arange(301)).sum() == pytest.approx(6.374991, abs=5e-7)
    assert fate.time.argmax() == 6


def test_a_start_given_as_a_law():
    fate = absorb_matrix([[0.5, 0.5], [0.0, 1.0]], start=[0.5, 0.5], steps=2)
    assert fate.time.tolist() == [0.5, 0.25, 0.125]
    assert fate.laws.tolist() == [[0.5, 0.5], [0.25, 0.75], [0.125, 0.875]]
    assert fate.unfinished == 0.125


@pytest.mark.parametrize(
    ("matrix", "start", "steps", "message"),
    [
        ([[0.5, 0.5]], 0, 1, "must be square"),
        (np.zeros((0, 0)), 0, 1, "must be square"),
        ([[0.5, 0.4], [0.0, 1.0]], 0, 1, "row 0 is no law"),
        ([[1.0, 0.0], [1.5, -0.5]], 0, 1, "row 1 is no law"),
        ([[1.0, 0.0], [np.nan, 1.0]], 0, 1, "row 1 is no law"),
        (np.eye(2), 2, 1, r"start 2 is no state of 0\.\.1"),
        (np.eye(2), [0.5, 0.4], 1, "start is no law of 2 states"),
        (np.eye(2), [1.0], 1, "start is no law of 2 states"),
        (np.eye(2), 0, -1, "steps: -1"),
        (np.eye(2), 0, 10**12, "more than 100,000,000 cells"),
    ],
)
def test_matrices_that_are_no_chain_are_refused(matrix, start, steps, message):
    with pytest.raises(SimlabError, match=message):
        absorb_matrix(matrix, start, steps)
