"""How many of n shots hit: against sums of single shots and icepool, and at sizes where naive formulas fail."""

import math
from fractions import Fraction as F

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simlab.errors import SimlabError
from simlab.exact import (
    at_least,
    at_least_k,
    binomial_law,
    die,
    mean,
    n_fold_sum,
    poisson_binomial,
    sum_laws,
    total,
    variance,
)

chances = st.fractions(0, 1, max_denominator=20)


def from_icepool(law):
    """An icepool die as a law."""
    return {outcome: F(law.probability(outcome)) for outcome in law.outcomes()}


def test_hits_of_a_pool_agree_with_icepool():
    hit = sum_laws(die(6), die(6))
    pool = 10 @ (2 @ icepool.d6 >= 8)
    p = at_least(hit, 8)
    assert p == F(15, 36)
    assert binomial_law(10, p) == from_icepool(pool)
    assert [at_least_k(p, 10, k) for k in range(12)] == [F((pool >= k).probability(True)) for k in range(12)]


@given(st.integers(0, 12), chances)
def test_binomial_against_the_sum_of_single_shots(n, p):
    assert binomial_law(n, p) == n_fold_sum({k: q for k, q in ((0, 1 - p), (1, p)) if q}, n)


@given(st.integers(0, 60), chances)
@settings(deadline=None)
def test_binomial_floats_follow_the_rationals(n, p):
    exact, floats = binomial_law(n, p), binomial_law(n, float(p))
    assert floats.keys() == exact.keys()
    assert all(floats[k] == pytest.approx(float(exact[k]), rel=1e-12) for k in exact)


def test_binomial_of_many_shots_neither_overflows_nor_loses_mass():
    law = binomial_law(100_000, 0.2)
    assert total(law) == pytest.approx(1, abs=1e-14)
    assert mean(law) == pytest.approx(20_000, rel=1e-12)
    assert variance(law) == pytest.approx(16_000, rel=1e-9)
    assert law[20_000] == pytest.approx(1 / math.sqrt(2 * math.pi * 16_000), rel=1e-4)


@pytest.mark.parametrize(("n", "p"), [(10**9, 0.2), (10**9, F(1, 5)), (10_000, F(1, 5))])
def test_too_many_shots_are_refused_before_allocation(n, p):
    with pytest.raises(SimlabError, match="is more than"):
        binomial_law(n, p)


@pytest.mark.parametrize("p", [-0.1, F(3, 2), math.nan])
def test_a_probability_outside_its_range_is_refused(p):
    for law in (lambda: binomial_law(3, p), lambda: poisson_binomial([p]), lambda: at_least_k(p, 3, 1)):
        with pytest.raises(SimlabError, match=r"outside 0\.\.1"):
            law()


@given(st.lists(chances, max_size=7))
def test_poisson_binomial_has_the_right_mean_and_variance(ps):
    law = poisson_binomial(ps)
    assert total(law) == 1
    assert mean(law) == sum(ps)
    assert variance(law) == sum(p * (1 - p) for p in ps)


def test_poisson_binomial_of_equal_shots_is_binomial():
    assert poisson_binomial([F(1, 5)] * 6) == binomial_law(6, F(1, 5))
    assert poisson_binomial([0, 1, 1]) == {2: 1}
