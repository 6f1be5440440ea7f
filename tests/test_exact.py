"""Laws: combining them, asking them for numbers, float arrays. Closed forms, properties, and icepool as an oracle."""

from fractions import Fraction as F

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simlab.errors import CatalogError, RunError, ScenarioError, SimlabError
from simlab.exact import (
    at_least,
    best_of,
    condition,
    die,
    map_law,
    mean,
    mixture,
    n_fold_sum,
    normalise,
    quantile,
    sum_laws,
    total,
    variance,
    worst_of,
)


def from_icepool(law):
    """An icepool die as a law."""
    return {outcome: F(law.probability(outcome)) for outcome in law.outcomes()}


def as_floats(law):
    return {outcome: float(p) for outcome, p in law.items()}


laws = st.dictionaries(st.integers(-6, 12), st.integers(1, 40), min_size=1, max_size=6).map(normalise)
chances = st.fractions(0, 1, max_denominator=20)


def test_errors_are_told_apart_but_caught_as_one():
    assert all(issubclass(error, SimlabError) for error in (ScenarioError, CatalogError, RunError))
    assert issubclass(SimlabError, Exception)
    assert not issubclass(SimlabError, ValueError)


# --- making laws ---------------------------------------------------------------------------------------------------


def test_a_die_shows_each_face_alike_and_no_other():
    assert die(6) == {face: F(1, 6) for face in (1, 2, 3, 4, 5, 6)}
    assert die(1) == {1: 1}


@pytest.mark.parametrize("sides", [0, -3, 2.5, 6.0, "6", None])
def test_a_die_without_whole_sides_is_refused(sides):
    with pytest.raises(SimlabError, match=r"die, sides: .* whole number from 1 up"):
        die(sides)


def test_mixture_weighs_each_law_and_leaves_out_the_impossible():
    law = mixture([(F(1, 4), {"hit": F(1, 2), "miss": F(1, 2)}), (F(3, 4), {"miss": 1}), (0, {"never": 1})])
    assert law == {"hit": F(1, 8), "miss": F(7, 8)}
    assert all(isinstance(p, F) for p in law.values())


def test_one_float_makes_a_mixture_float():
    law = mixture([(0.25, {"hit": F(1, 2), "miss": F(1, 2)}), (0.75, {"miss": 1})])
    assert law == {"hit": 0.125, "miss": 0.875}
    assert all(type(p) is float for p in law.values())


def test_mixture_of_weights_that_are_no_law_is_refused():
    with pytest.raises(SimlabError, match="weights add up to 3, not to 1"):
        mixture([(2, die(6)), (1, die(10))])


def test_mixture_takes_a_generator_once():
    assert mixture((p, {face * 2: 1}) for face, p in die(4).items()) == {2: F(1, 4), 4: F(1, 4), 6: F(1, 4), 8: F(1, 4)}


def test_condition_against_closed_form():
    two = sum_laws(die(6), die(6))
    assert condition(two, lambda score: score >= 11) == {11: F(2, 3), 12: F(1, 3)}
    with pytest.raises(SimlabError, match="no possible outcome"):
        condition(two, lambda score: score > 12)
    with pytest.raises(SimlabError, match="no possible outcome"):
        condition({1: F(1), 2: F(0)}, lambda outcome: outcome == 2)


def test_normalise_keeps_fractions_and_refuses_nothing_at_all():
    assert normalise({"a": 2, "b": F(2, 3), "c": 0}) == {"a": F(3, 4), "b": F(1, 4)}
    assert normalise({"a": 0.5, "b": 1.5}) == {"a": 0.25, "b": 0.75}
    with pytest.raises(SimlabError, match="add up to zero"):
        normalise({"a": 0})


# --- sums, best and worst -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "sides"), [(1, 6), (2, 6), (5, 10), (20, 10)])
def test_sums_of_dice_agree_with_icepool(n, sides):
    assert n_fold_sum(die(sides), n) == from_icepool(n @ icepool.d(sides))


def test_sum_of_different_dice_agrees_with_icepool():
    assert sum_laws(die(4), die(6), die(10)) == from_icepool(icepool.d4 + icepool.d6 + icepool.d10)


@pytest.mark.parametrize("n", [1, 2, 5])
def test_best_and_worst_of_n_agree_with_icepool_pools(n):
    assert best_of(die(10), n) == from_icepool(icepool.d10.pool(n).highest(1).sum())
    assert worst_of(die(10), n) == from_icepool(icepool.d10.pool(n).lowest(1).sum())


def test_best_of_floats_and_words():
    assert best_of(as_floats(die(2)), 3) == {1: 0.125, 2: 0.875}
    assert worst_of({"a": F(1, 3), "b": F(2, 3)}, 2) == {"b": F(4, 9), "a": F(5, 9)}


@pytest.mark.parametrize("function", [best_of, worst_of])
def test_best_of_no_dice_is_refused(function):
    with pytest.raises(SimlabError, match="whole number from 1 up"):
        function(die(6), 0)


def test_sum_of_nothing_is_zero():
    assert sum_laws() == {0: 1} == n_fold_sum(die(6), 0)


def test_sums_need_only_a_plus_sign():
    assert n_fold_sum({("a",): F(1, 2), ("b",): F(1, 2)}, 2)[("a", "b")] == F(1, 4)


def test_sums_of_floats_stay_floats_on_both_paths():
    dense, sparse = {1: 0.5, 2: 0.5}, {0: 0.5, 1000: 0.5}
    assert n_fold_sum(dense, 3) == {3: 0.125, 4: 0.375, 5: 0.375, 6: 0.125}
    assert n_fold_sum(sparse, 3) == {0: 0.125, 1000: 0.375, 2000: 0.375, 3000: 0.125}
    assert n_fold_sum({-1: 0.5, 1: 0.5}, 2) == {-2: 0.25, 0: 0.5, 2: 0.25}
    assert sum_laws({0: F(1, 2), 1: F(1, 2)}, {0: 0.25, 1: 0.75}) == {0: 0.125, 1: 0.5, 2: 0.375}


def test_a_sum_beyond_memory_is_refused_before_it_starts():
    with pytest.raises(SimlabError, match="more than 10,000,000 outcomes"):
        n_fold_sum(die(10), 10**9)


@given(st.lists(laws, min_size=1, max_size=4))
def test_sum_has_mass_one_and_the_sum_of_means_and_variances(parts):
    law = sum_laws(*parts)
    assert total(law) == 1
    assert mean(law) == sum(mean(part) for part in parts)
    assert variance(law) == sum(variance(part) for part in parts)


@given(laws, st.integers(1, 7))
def test_n_fold_sum_equals_repeated_sums(law, n):
    assert n_fold_sum(law, n) == sum_laws(*[law] * n)


@given(laws, st.integers(1, 7))
@settings(deadline=None)
def test_float_sums_follow_the_rational_ones(law, n):
    exact, floats = n_fold_sum(law, n), n_fold_sum(as_floats(law), n)
    assert floats.keys() == exact.keys()
    assert all(floats[outcome] == pytest.approx(float(p), rel=1e-12) for outcome, p in exact.items())


@given(laws, st.integers(1, 5))
def test_best_and_worst_mirror_each_other(law, n):
    mirrored = map_law(law, lambda outcome: -outcome)
    assert best_of(law, n) == map_law(worst_of(mirrored, n), lambda outcome: -outcome)
    assert total(best_of(law, n)) == 1


@given(st.lists(st.tuples(st.integers(1, 9), laws), min_size=1, max_size=4))
def test_mean_of_a_mixture_is_the_mean_of_means(parts):
    shares = normalise(dict(enumerate(weight for weight, _ in parts)))
    law = mixture((shares[index], part) for index, (_, part) in enumerate(parts))
    assert total(law) == 1
    assert mean(law) == sum(shares[index] * mean(part) for index, (_, part) in enumerate(parts))


@given(laws)
def test_mapped_law_keeps_the_mass_and_gathers_equals(law):
    parity = map_law(law, lambda outcome: outcome % 2)
    assert total(parity) == 1
    assert parity.get(1, 0) == sum(p for outcome, p in law.items() if outcome % 2)


# --- summaries ------------------------------------------------------------------------------------------------------


def test_mean_and_variance_of_a_die():
    assert mean(die(10)) == F(11, 2)
    assert variance(die(10)) == F(99, 12)
    assert isinstance(mean(die(10)), F)
    assert type(mean(as_floats(die(4)))) is float


@pytest.mark.parametrize("summary", [mean, variance, lambda law: quantile(law, F(1, 2))])
def test_a_law_with_a_missing_part_has_no_summary(summary):
    with pytest.raises(SimlabError, match=r"add up to 0\.9, not to 1"):
        summary({1: F(1, 2), 2: F(2, 5)})


def test_quantiles():
    law = die(10)
    assert [quantile(law, level) for level in (0, F(1, 10), 0.1, 0.11, F(1, 2), 0.9, 1)] == [1, 1, 1, 2, 5, 9, 10]
    assert [quantile(as_floats(law), level) for level in (0, 0.3, 0.7, 0.9, 1)] == [1, 3, 7, 9, 10]
    with pytest.raises(SimlabError, match=r"outside 0\.\.1"):
        quantile(law, 1.5)


def test_at_least():
    assert at_least(die(10), 9) == F(1, 5)
    assert at_least(die(10), 11) == 0
    assert at_least(die(10), -1) == 1
