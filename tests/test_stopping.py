"""Stopping rules: what they plan, and what their intervals are worth after the stop.

Coverage is not sampled here but summed: the law of the count at each look, given that the run still goes on, is carried
from look to look. The campaigns roll instead, and search a grid of rates for the worst.
"""

import math

import numpy as np
import pytest
import scipy.special as sp
import scipy.stats as st
from hypothesis import given, settings
from hypothesis import strategies as some
from scipy.signal import fftconvolve

from simlab.errors import SimlabError
from simlab.intervals import (
    PrecisionRule,
    VerdictRule,
    confidence_sequence,
    half_width,
    looks,
    normal_quantile,
    trials_for,
    wilson,
)

quick = settings(deadline=None)
RATES = [0.02, 0.1, 0.5]


def carried(p, at, judge):
    """Sum of shares over the looks `at` of a run at rate p.

    `judge(counts, n, last)` gives two masks: which counts stop the run at n, and which of those are good. Returns the
    chance of a good stop, the chance of any stop, and the mean number of trials at the stop.
    """
    good = stopped = trials = 0.0
    before, first, mass = 0, 0, np.ones(1)
    for n in at:
        step = n - before
        reach = 12 * math.sqrt(step * p * (1 - p)) + 12
        low, high = max(0, math.floor(step * p - reach)), min(step, math.ceil(step * p + reach))
        mass = np.maximum(fftconvolve(mass, st.binom.pmf(np.arange(low, high + 1), step, p)), 0.0)
        first, before = first + low, n
        counts = first + np.arange(mass.size)
        mass[counts > n] = 0.0
        stops, holds = judge(np.minimum(counts, n), n, n == at[-1])
        good += mass[stops & holds].sum()
        stopped += mass[stops].sum()
        trials += n * mass[stops].sum()
        mass[stops] = 0.0
    return good, stopped, trials / stopped if stopped else math.inf


def rule_coverage(rule, p):
    def judge(counts, n, last):
        low, high = rule.interval(counts, n)
        stops = rule.precise(counts, n) | last
        return stops, (low <= p) & (p <= high)

    good, stopped, trials = carried(p, rule.looks, judge)
    assert stopped == pytest.approx(1.0, abs=1e-9)
    return good, trials


# --- looks -------------------------------------------------------------------------------------------------------


def test_looks_double_and_end_at_the_maximum():
    assert looks(10_000, 80_000) == (10_000, 20_000, 40_000, 80_000)
    assert looks(10_000, 50_000) == (10_000, 20_000, 40_000, 50_000)
    assert looks(10_000, 10_000) == (10_000,)
    assert looks(10_000, 500) == (500,)
    assert all(type(n) is int for n in looks(1, 10**9))
    for wrong in ((0, 10), (10, 0)):
        with pytest.raises(SimlabError, match="1 or more"):
            looks(*wrong)


# --- precision ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["wilson", "clopper_pearson"])
@pytest.mark.parametrize(("wanted", "minimum"), [(0.2, 1), (0.05, 20), (0.03, 100), (0.01, 500)])
def test_a_run_can_stop_at_the_looks_and_only_there(method, wanted, minimum):
    rule = PrecisionRule(wanted, minimum=minimum, method=method)
    assert rule.looks[-1] < 2 * trials_for(wanted, 0.5, rule.look_level) + 2 * minimum + 20
    parts = 0.05 / (1 - rule.look_level)
    assert parts == pytest.approx(round(parts), abs=1e-9)
    assert len(rule.looks) <= round(parts) <= len(rule.looks) + 1
    n = minimum
    while n <= rule.looks[-1]:
        reached = rule.precise(np.arange(n + 1), n)
        assert reached.any() == (n in rule.looks)
        assert reached.all() == (n == rule.looks[-1])
        n *= 2


def test_one_look_is_a_plain_interval():
    rule = PrecisionRule(0.01)
    assert rule.looks == (10_000,)
    assert rule.look_level == 0.95
    assert rule.interval(123, 10_000) == wilson(123, 10_000)


def test_looks_share_the_error():
    rule = PrecisionRule(0.002)
    assert len(rule.looks) > 4
    assert rule.interval(500, 20_000) == wilson(500, 20_000, rule.look_level)
    assert rule.interval(500, 20_000)[0] < wilson(500, 20_000)[0]


def test_the_widest_of_many_rates_decides():
    rule = PrecisionRule(0.005)
    n = rule.looks[0]
    assert rule.done([10, 20], n)
    assert not rule.done([10, n // 2], n)
    assert rule.done(np.array([10, n // 2]), rule.looks[-1])
    assert list(rule.precise([10, n // 2], n)) == [True, False]


def test_the_maximum_stops_the_run_and_counts_as_a_look():
    rule = PrecisionRule(0.00001, maximum=50_000)
    assert rule.looks == (50_000,)  # no rate can be that precise before: one look, plain interval
    assert rule.look_level == 0.95
    assert rule.done(25_000, 50_000)
    assert not rule.precise(25_000, 50_000)
    assert PrecisionRule(0.002, maximum=50_000).looks == (10_000, 20_000, 40_000, 50_000)
    assert PrecisionRule(0.1, maximum=100).looks == (100,)


def test_a_run_is_not_stopped_where_no_look_was_planned():
    with pytest.raises(SimlabError, match="no look of this rule"):
        PrecisionRule(0.01).done(5, 10_001)


@pytest.mark.parametrize(
    ("settings_of_rule", "words"),
    [
        ({"half_width": 0.0}, "half_width"),
        ({"half_width": 1.0}, "half_width"),
        ({"half_width": 0.1, "level": 95}, "level"),
        ({"half_width": 1e-300}, "would take more than"),
        ({"half_width": 0.1, "minimum": 0}, "1 trial or more"),
        ({"half_width": 0.1, "maximum": 0}, "1 trial or more"),
        ({"half_width": 0.1, "method": "wald"}, "options: wilson, clopper_pearson"),
    ],
)
def test_precision_rules_that_cannot_be(settings_of_rule, words):
    with pytest.raises(SimlabError, match=words):
        _ = PrecisionRule(**settings_of_rule).looks


@pytest.mark.parametrize("p", RATES)
@pytest.mark.parametrize("wanted", [0.01, 0.005, 0.002, 0.001])
def test_the_reported_interval_covers_at_least_its_level(p, wanted):
    covered, _ = rule_coverage(PrecisionRule(wanted), p)
    assert covered >= 0.95 - 0.002  # one look has the plain interval, whose coverage swings about its level


@pytest.mark.parametrize("p", RATES)
@pytest.mark.parametrize(("wanted", "minimum"), [(0.05, 50), (0.02, 100), (0.01, 200)])
def test_coverage_holds_from_few_trials(p, wanted, minimum):
    covered, _ = rule_coverage(PrecisionRule(wanted, minimum=minimum), p)
    assert covered >= 0.95


def test_the_textbook_interval_would_fail_this_check():
    # The run of the case studies: +- 1 point wanted, a look every hundred trials, true rate 2 %.
    def judge(counts, n, last):
        rate = counts / n
        reach = normal_quantile(0.95) * np.sqrt(rate * (1 - rate) / n)
        return (reach <= 0.01) | last, abs(rate - 0.02) <= reach

    covered, stopped, trials = carried(0.02, range(100, 10_001, 100), judge)
    assert stopped == pytest.approx(1.0, abs=1e-9)
    assert covered == pytest.approx(0.765, abs=0.01)
    assert trials == pytest.approx(676, rel=0.02)


def test_sharing_is_what_keeps_the_level():
    # The same looks with the plain interval: at the rates where two looks compete it falls short of its level.
    rule = PrecisionRule(0.01, minimum=200)

    def judge(counts, n, last):
        low, high = wilson(counts, n)
        return (half_width(counts, n) <= 0.01) | last, (low <= p) & (p <= high)

    plain, shared = [], []
    for p in np.linspace(0.01, 0.5, 50):
        plain.append(carried(p, rule.looks, judge)[0])
        shared.append(rule_coverage(rule, p)[0])
    assert min(plain) < 0.945
    assert min(shared) >= 0.95


# --- verdict -----------------------------------------------------------------------------------------------------


def mixture_less_likelihood(count, n, p):
    """log of the game's worth, by log-gammas: good for moderate n."""
    return sp.betaln(count + 1, n - count + 1) - sp.xlogy(count, p) - sp.xlog1py(n - count, -p)


@quick
@given(
    some.integers(1, 10**5).flatmap(lambda n: some.tuples(some.integers(0, n), some.just(n))), some.floats(0.5, 0.999)
)
def test_ends_of_the_sequence_are_where_the_game_pays_out(seen, level):
    count, n = seen
    low, high = confidence_sequence(count, n, level)
    assert 0.0 <= low <= count / n <= high <= 1.0
    assert (low == 0.0) == (count == 0)
    for end in (low, high):
        if 0.0 < end < 1.0:
            assert mixture_less_likelihood(count, n, end) == pytest.approx(-math.log(1 - level), abs=1e-5)


@pytest.mark.parametrize("count", [1, 3, 10**6, 10**12 // 2, 10**12 - 3])
def test_the_sequence_keeps_its_digits_at_a_million_million_trials(count):
    n = 10**12
    low, high = confidence_sequence(count, n)
    assert low > 0.0
    for end in (low, high) if high < 1.0 else (low,):
        assert st.binom.logpmf(count, n, end) == pytest.approx(math.log(0.05 / (n + 1)), abs=0.02)
    mirrored = confidence_sequence(n - count, n)
    assert (low, high) == pytest.approx((1 - mirrored[1], 1 - mirrored[0]), abs=1e-15)


def test_the_sequence_takes_arrays():
    lows, highs = confidence_sequence([[0, 5], [10, 3]], 10)
    assert lows.shape == (2, 2)
    assert (lows[1, 1], highs[1, 1]) == confidence_sequence(3, 10)
    assert (lows[0, 0], highs[1, 0]) == (0.0, 1.0)
    assert confidence_sequence(0, 0) == (0.0, 1.0)
    with pytest.raises(SimlabError, match="between 0"):
        confidence_sequence(11, 10)
    with pytest.raises(SimlabError, match="level"):
        confidence_sequence(1, 10, 1.0)


def wrong_verdicts(p, threshold, at):
    """Chance that a run at rate p, judged at the looks `at`, ever gets the wrong verdict, and any verdict.

    On the threshold every verdict is wrong.
    """
    rule = VerdictRule(threshold)

    def least(start, stop, answer, n):
        """Least count with that answer or a higher one, from `start` to `stop`, by bisection on the rule's answers."""
        order = ("below", "undecided", "above")
        while start < stop:
            middle = (start + stop) // 2
            if order.index(rule.decide(middle, n).answer) >= order.index(answer):
                stop = middle
            else:
                start = middle + 1
        return start

    # Counts `low`.. `high` - 1 are undecided. With m more trials neither border falls, or rises by more than m.
    low, high, before = 0, 1, 0

    def judge(counts, n, last):
        nonlocal low, high, before
        low = least(low, low + n - before, "undecided", n)
        high = least(high, min(high + n - before, n + 1), "above", n)
        before = n
        above, below = counts >= high, counts < low
        wrong = above | below if p == threshold else below if p > threshold else above
        return above | below, wrong

    wrong, decided, _ = carried(p, at, judge)
    return wrong, decided


def test_borders_of_the_undecided_move_as_the_sum_takes_for_granted():
    rule, before = VerdictRule(0.1), (0, 1)
    for n in range(1, 120):
        answers = [rule.decide(count, n).answer for count in range(n + 1)]
        border = answers.count("below"), n + 1 - answers.count("above")
        assert answers == sorted(answers, key=["below", "undecided", "above"].index)
        assert all(old <= new <= old + 1 for old, new in zip(before, border, strict=True))
        before = border


@pytest.mark.parametrize("p", RATES)
def test_peeking_after_every_trial_errs_at_most_five_times_in_a_hundred(p):
    wrong, _ = wrong_verdicts(p, p, range(1, 1001))
    assert 0.0005 < wrong <= 0.05


@pytest.mark.parametrize("p", RATES)
def test_peeking_at_the_looks_errs_at_most_five_times_in_a_hundred(p):
    wrong, _ = wrong_verdicts(p, p, looks(100, 1_000_000))
    assert 0.0 < wrong <= 0.05


def test_plain_intervals_would_fail_this_check():
    def judge(counts, n, last):
        low, high = wilson(counts, n)
        out = (low > 0.5) | (high < 0.5)
        return out, out

    wrong, _, _ = carried(0.5, range(10, 1001), judge)
    assert wrong > 0.25


@pytest.mark.parametrize(("p", "threshold"), [(0.55, 0.5), (0.45, 0.5), (0.03, 0.02), (0.08, 0.1)])
def test_a_difference_is_found_and_on_the_right_side(p, threshold):
    wrong, decided = wrong_verdicts(p, threshold, looks(100, 102_400))
    assert decided > 0.999
    assert wrong < 0.01


def test_answers_have_names():
    rule = VerdictRule(0.1, minimum=100, maximum=1000)
    verdict = rule.decide(200, 1000)
    assert (verdict.answer, verdict.method, verdict.level) == ("above", "beta_mixture", 0.95)
    assert (verdict.lo, verdict.hi) == rule.interval(200, 1000) == confidence_sequence(200, 1000)
    assert rule.decide(30, 1000).answer == "below"
    assert rule.decide(100, 1000).answer == "undecided"
    assert rule.looks == (100, 200, 400, 800, 1000)
    assert rule.done(100, 200)
    assert not rule.done(20, 200)
    assert rule.done(100, 1000)


def test_pairs_are_judged_by_those_that_differ():
    rule = VerdictRule()
    verdict = rule.decide_paired([[10**6, 30], [90, 10**6]])
    assert (verdict.answer, verdict.count, verdict.n, verdict.method) == ("a", 90, 120, "beta_mixture_of_pairs")
    assert (verdict.lo, verdict.hi) == confidence_sequence(90, 120)
    assert rule.decide_paired([[10**6, 90], [30, 10**6]]).answer == "b"
    assert rule.decide_paired([[10**6, 0], [0, 10**6]]).answer == "undecided"
    turned = rule.decide_paired([[10**6, 30], [90, 10**6]], [1, 0], [1, 0])  # the other outcome is what counts
    assert turned.answer == "b"
    three = rule.decide_paired([[500, 10, 20], [5, 500, 0], [60, 30, 500]], [0, 0, 1], [0, 0, 1])
    assert (three.answer, three.count, three.n) == ("a", 90, 110)


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: VerdictRule(0.0), "threshold"),
        (lambda: VerdictRule(1.0), "threshold"),
        (lambda: VerdictRule(level=95), "level"),
        (lambda: VerdictRule(minimum=0), "1 or more"),
        (lambda: VerdictRule(0.3).decide_paired([[1, 1], [1, 1]]), "threshold is 0.5"),
        (lambda: VerdictRule().decide_paired([[1, 1], [1, 1]], [0, 2]), "0 or 1"),
        (lambda: VerdictRule().decide_paired([1, 2]), "rows and columns"),
    ],
)
def test_verdicts_that_cannot_be(ask, words):
    with pytest.raises(SimlabError, match=words):
        ask()


def paired_errors(law, runs, seed, first=200, last=25_600):
    """Shares of runs that ever answer "a" and "b", judged at the looks on growing joint tables."""
    rule, dice = VerdictRule(), np.random.default_rng(seed)
    answers = {"a": 0, "b": 0, "undecided": 0}
    for _ in range(runs):
        table, before, answer = np.zeros(4, np.int64), 0, "undecided"
        for n in looks(first, last):
            table, before = table + dice.multinomial(n - before, law), n
            answer = rule.decide_paired(table.reshape(2, 2)).answer
            if answer != "undecided":
                break
        answers[answer] += 1
    return answers["a"] / runs, answers["b"] / runs


def test_variants_without_a_difference_are_seldom_told_apart():
    for law in ([0.6, 0.05, 0.05, 0.3], [0.35, 0.2, 0.2, 0.25]):
        assert sum(paired_errors(law, 400, seed=31)) <= 0.05


def test_the_better_variant_is_found():
    a, b = paired_errors([0.6, 0.02, 0.04, 0.34], 200, seed=32)
    assert a > 0.99
    assert b < 0.01


# --- campaigns ---------------------------------------------------------------------------------------------------


@pytest.mark.campaign
@pytest.mark.parametrize(("wanted", "minimum"), [(0.05, 100), (0.02, 100), (0.01, 100), (0.005, 1000), (0.002, 10_000)])
def test_no_rate_on_a_fine_grid_is_covered_less(wanted, minimum):
    rule = PrecisionRule(wanted, minimum=minimum)
    # Rarer events than five in the first look belong to Clopper and Pearson.
    grid = np.geomspace(5 / minimum, 0.5, 120)
    assert min(rule_coverage(rule, p)[0] for p in grid) >= 0.95


@pytest.mark.campaign
@pytest.mark.parametrize(("wanted", "minimum"), [(0.05, 100), (0.02, 100), (0.01, 100)])
def test_clopper_and_pearson_cover_the_rarest_rates_too(wanted, minimum):
    rule = PrecisionRule(wanted, minimum=minimum, method="clopper_pearson")
    assert min(rule_coverage(rule, p)[0] for p in np.geomspace(0.001 / minimum, 0.5, 120)) >= 0.95 - 1e-9


@pytest.mark.campaign
@pytest.mark.parametrize("p", RATES)
@pytest.mark.parametrize("wanted", [0.005, 0.002, 0.001])
def test_rolled_runs_cover(p, wanted):
    rule, dice, runs = PrecisionRule(wanted), np.random.default_rng(41), 200_000
    count, going, before, held = np.zeros(runs, np.int64), np.ones(runs, bool), 0, 0
    for n in rule.looks:
        count, before = count + dice.binomial(n - before, p, size=runs), n
        stops = going & (rule.precise(count, n) | (n == rule.looks[-1]))
        low, high = rule.interval(count[stops], n)
        held += ((low <= p) & (p <= high)).sum()
        going &= ~stops
    assert held / runs >= 0.95 - 4.5 * math.sqrt(0.95 * 0.05 / runs)


@pytest.mark.campaign
@pytest.mark.parametrize("p", [0.001, *RATES, 0.9])
def test_peeking_for_long_errs_at_most_five_times_in_a_hundred(p):
    assert wrong_verdicts(p, p, range(1, 5001))[0] <= 0.05


@pytest.mark.campaign
def test_many_variants_without_a_difference():
    for law in ([0.6, 0.05, 0.05, 0.3], [0.35, 0.2, 0.2, 0.25], [0.98, 0.005, 0.005, 0.01]):
        assert sum(paired_errors(law, 5000, seed=33, first=100, last=409_600)) <= 0.05
