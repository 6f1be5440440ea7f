"""Intervals against published values, SciPy, defining equations, and the truth they are meant to cover."""

import math
import subprocess
import sys
from decimal import Decimal, localcontext

import numpy as np
import pytest
import scipy.optimize as so
import scipy.stats as st
from hypothesis import given, settings
from hypothesis import strategies as some

from simlab.errors import SimlabError
from simlab.intervals import (
    clopper_pearson,
    decimals_for,
    format_rate,
    format_rates,
    half_width,
    kish_effective_size,
    mean_interval,
    mean_standard_error,
    normal_quantile,
    paired_difference,
    ratio_interval,
    standard_error,
    trials_for,
    trials_for_difference,
    variance_of,
    wilson,
)

METHODS = [(wilson, "wilson"), (clopper_pearson, "exact")]
rates_seen = some.integers(1, 10**12).flatmap(lambda n: some.tuples(some.integers(0, n), some.just(n)))
levels = some.floats(0.5, 0.9999)
quick = settings(deadline=None)


def leeway(runs, p=0.95):
    """What a share of `runs` may be off p: exceeded by chance seven times in a million."""
    return 4.5 * math.sqrt(p * (1 - p) / runs)


# --- rates -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "n", "by_wilson", "by_clopper_pearson"),
    [
        (0, 50, (0, 0.071348), (0, 0.071122)),
        (50, 50, (0.928652, 1), (0.928878, 1)),
        (0, 10, (0, 0.277533), (0, 0.308497)),
        (10, 10, (0.722467, 1), (0.691503, 1)),
    ],
)
def test_ends_of_the_range_keep_their_width(count, n, by_wilson, by_clopper_pearson):  # case C10
    assert wilson(count, n) == pytest.approx(by_wilson, abs=5e-7)
    assert clopper_pearson(count, n) == pytest.approx(by_clopper_pearson, abs=5e-7)


def test_the_true_rate_behind_nothing_in_fifty_is_inside():  # case C10: 1/729 and 0 of 50
    for method, _ in METHODS:
        low, high = method(0, 50)
        assert low < 1 / 729 < high


def test_rates_of_case_c11():
    assert standard_error(100, 200) == pytest.approx(0.035355, abs=5e-7)
    assert wilson(100, 200) == pytest.approx((0.431361, 0.568639), abs=5e-7)
    assert wilson(160, 200) == pytest.approx((0.739145, 0.849548), abs=5e-7)


@pytest.mark.parametrize(("method", "name"), METHODS)
@pytest.mark.parametrize("level", [0.5, 0.8, 0.95, 0.999])
@pytest.mark.parametrize("n", [1, 2, 7, 50, 1000, 98765])
def test_scipy_agrees(method, name, level, n):
    for count in sorted({0, 1, n // 3, n // 2, n - 1, n}):
        interval = st.binomtest(count, n).proportion_ci(level, name)
        assert method(count, n, level) == pytest.approx((interval.low, interval.high), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("count", [1, 3, 10**6, 10**12 // 3, 10**12 - 1])
def test_wilson_keeps_its_digits_at_a_million_million_trials(count):
    n = 10**12
    with localcontext() as context:
        context.prec = 60
        hits, size, z = Decimal(count), Decimal(n), Decimal(normal_quantile(0.95))
        middle = hits + z * z / 2
        reach = z * (hits * (size - hits) / size + z * z / 4).sqrt()
        exact = ((middle - reach) / (size + z * z), (middle + reach) / (size + z * z))
    assert wilson(count, n) == pytest.approx([float(end) for end in exact], rel=2e-15)


@pytest.mark.parametrize("count", [1, 3, 10**6, 10**12 // 3, 10**12 - 3])
def test_clopper_pearson_cuts_both_tails_at_a_million_million_trials(count):
    low, high = clopper_pearson(count, 10**12)
    assert st.binom.sf(count - 1, 10**12, low) == pytest.approx(0.025, rel=1e-3)
    assert st.binom.cdf(count, 10**12, high) == pytest.approx(0.025, rel=1e-3)


@quick
@given(rates_seen, levels)
@pytest.mark.parametrize("method", [wilson, clopper_pearson])
def test_order_and_range(method, seen, level):
    count, n = seen
    low, high = method(count, n, level)
    assert 0.0 <= low <= count / n <= high <= 1.0
    assert math.copysign(1.0, low) == 1.0  # never -0.0
    assert low < high
    assert (low == 0.0) == (count == 0)
    assert (high == 1.0) >= (count == n)


@quick
@given(rates_seen, levels, levels)
@pytest.mark.parametrize("method", [wilson, clopper_pearson])
def test_a_higher_level_is_wider(method, seen, one, other):
    (wide_low, wide_high), (low, high) = (method(*seen, level) for level in (max(one, other), min(one, other)))
    # A last bit may fall either way where the two levels nearly agree.
    assert wide_low <= low * (1 + 1e-9)
    assert wide_high >= high * (1 - 1e-9)


@quick
@given(rates_seen, levels)
@pytest.mark.parametrize("method", [wilson, clopper_pearson])
def test_misses_mirror_hits(method, seen, level):
    count, n = seen
    low, high = method(count, n, level)
    mirrored_low, mirrored_high = method(n - count, n, level)
    assert (low, high) == pytest.approx((1 - mirrored_high, 1 - mirrored_low), abs=1e-12)


@quick
@given(some.lists(rates_seen, min_size=1, max_size=6), levels)
@pytest.mark.parametrize("method", [wilson, clopper_pearson])
def test_arrays_give_what_numbers_give(method, seen, level):
    lows, highs = method([count for count, _ in seen], np.array([n for _, n in seen]), level)
    assert list(zip(lows, highs, strict=True)) == [method(count, n, level) for count, n in seen]


def test_arrays_broadcast_and_numbers_stay_numbers():
    lows, highs = wilson(np.arange(11), 10)
    assert lows.shape == highs.shape == (11,)
    assert (lows[0], highs[-1]) == (0.0, 1.0)
    assert wilson(np.arange(3)[:, None], [10, 20])[0].shape == (3, 2)
    assert [type(end) for end in wilson(np.int64(3), np.int64(10))] == [float, float]
    assert [type(end) for end in clopper_pearson(np.int64(3), 10)] == [float, float]
    assert half_width([0, 5], 10).shape == (2,)
    assert half_width(0, 10, method="clopper_pearson") == pytest.approx(0.308497 / 2, abs=5e-7)


def test_without_a_trial_nothing_is_known():
    assert wilson(0, 0) == clopper_pearson(0, 0) == (0.0, 1.0)
    for method, _ in METHODS:
        lows, highs = method([0, 5], [0, 10])
        assert (lows[0], highs[0]) == (0.0, 1.0)
    assert standard_error(0, 0) == math.inf


def test_wilson_and_the_import_leave_scipy_alone():
    use = "wilson(3, 10); wilson([3], [10]); mean_interval([0, 1], [5, 5])"
    words = f"import sys; from simlab.intervals import mean_interval, wilson; {use}; print('scipy' in sys.modules)"
    answer = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True, timeout=60)
    assert answer.stdout.strip() == "False"


@pytest.mark.parametrize("level", [0.0, 1.0, -0.5, 95, math.nan])
def test_a_level_is_a_share(level):
    for ask in (wilson, clopper_pearson, half_width):
        with pytest.raises(SimlabError, match="level"):
            ask(3, 10, level)


@pytest.mark.parametrize(("count", "n"), [(-1, 10), (11, 10), (math.nan, 10), (0, -1), (1, math.inf)])
def test_a_count_fits_its_trials(count, n):
    for ask in (wilson, clopper_pearson):
        with pytest.raises(SimlabError, match="between 0 and its number of trials"):
            ask(count, n)
        with pytest.raises(SimlabError, match=r"at \[1\]"):
            ask([0, count], [1, n])
    with pytest.raises(SimlabError, match="options: wilson, clopper_pearson"):
        half_width(3, 10, 0.95, "wald")
    with pytest.raises(SimlabError, match="broadcast"):
        wilson([1, 2], [3, 4, 5])


def fixed_coverage(method, n, p, level=0.95):
    """Chance that the interval from n trials holds p: a sum over all counts, no dice."""
    counts = np.arange(n + 1)
    low, high = method(counts, n, level)
    return st.binom.pmf(counts, n, p)[(low <= p) & (p <= high)].sum()


def wald(count, n, level=0.95):
    rate = np.asarray(count) / n
    reach = normal_quantile(level) * np.sqrt(rate * (1 - rate) / n)
    return rate - reach, rate + reach


def test_coverage_for_a_fixed_number_of_trials():
    grid = np.linspace(0.0005, 0.9995, 400)
    for n in (50, 500):
        covered = np.array([fixed_coverage(clopper_pearson, n, p) for p in grid])
        assert covered.min() >= 0.95
        covered = np.array([fixed_coverage(wilson, n, p) for p in grid])
        assert covered.mean() == pytest.approx(0.953, abs=0.004)
        assert covered.min() > 0.83
    for p in (0.02, 0.1, 0.5):
        assert fixed_coverage(wilson, 10_000, p) == pytest.approx(0.95, abs=0.003)
    assert fixed_coverage(wald, 50, 0.02) < 0.65  # what the textbook interval would do: the check can fail


def test_the_known_dip_of_wilson_is_where_its_docstring_says():
    dip = min(fixed_coverage(wilson, 10_000, expected / 10_000) for expected in np.linspace(0.1, 0.3, 101))
    assert dip == pytest.approx(0.84, abs=0.01)


# --- tallies -----------------------------------------------------------------------------------------------------

VALUES, COUNTS = [0, 1, 2, 5], [40, 25, 10, 3]
SAMPLE = np.repeat(VALUES, COUNTS)


def test_moments_are_those_of_the_expanded_sample():
    mean, error = mean_standard_error(VALUES, COUNTS)
    assert mean == pytest.approx(SAMPLE.mean(), rel=1e-14)
    assert error == pytest.approx(SAMPLE.std(ddof=1) / math.sqrt(SAMPLE.size), rel=1e-14)
    assert variance_of(VALUES, COUNTS) == pytest.approx(SAMPLE.var(ddof=1), rel=1e-14)


def test_survivors_of_four_fighters():  # case C12: each of four survives with chance 1/2
    assert mean_standard_error(range(5), [1, 4, 6, 4, 1])[0] == pytest.approx(2)
    assert mean_standard_error(range(1, 5), [4, 6, 4, 1])[0] == pytest.approx(32 / 15)


@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
def test_interval_of_a_mean_is_named(level):
    by_t = st.ttest_1samp(SAMPLE, 0).confidence_interval(level)
    assert mean_interval(VALUES, COUNTS, level, "t") == pytest.approx((by_t.low, by_t.high), rel=1e-12)
    error = SAMPLE.std(ddof=1) / math.sqrt(SAMPLE.size)
    normal = st.norm.interval(level, SAMPLE.mean(), error)
    assert mean_interval(VALUES, COUNTS, level, "normal") == pytest.approx(normal, rel=1e-12)


def test_likelihood_of_a_rate_is_the_binomial_one():
    count, n = 7, 400
    for end in mean_interval([0, 1], [n - count, count]):
        loss = st.binom.logpmf(count, n, count / n) - st.binom.logpmf(count, n, end)
        assert 2 * loss == pytest.approx(normal_quantile(0.95) ** 2, rel=1e-9)


def test_likelihood_of_a_mean_against_a_general_optimiser():
    share = np.array(COUNTS) / sum(COUNTS)
    for end in mean_interval(VALUES, COUNTS):
        best = so.minimize(
            lambda law: -2 * sum(COUNTS) * (share @ np.log(law / share)),
            share,
            bounds=[(1e-9, 1)] * len(share),
            constraints=[
                {"type": "eq", "fun": lambda law: law.sum() - 1},
                {"type": "eq", "fun": lambda law, end=end: law @ VALUES - end},
            ],
            tol=1e-12,
        )
        assert best.fun == pytest.approx(normal_quantile(0.95) ** 2, rel=1e-5)


def test_likelihood_of_a_ratio_is_that_of_the_mean_it_makes_zero():
    low, high = ratio_interval(JOINT)[1:3]
    for end, side in ((low, 0), (high, 1)):
        apart = [row - end * column for row, column in np.ndindex(JOINT.shape)]
        ends = mean_interval(apart, JOINT.ravel())
        assert ends[side] == pytest.approx(0.0, abs=1e-9)
        assert ends[0] < ends[1]


def test_many_trials_make_the_mean_normal():
    counts = np.array(COUNTS) * 10**8
    assert mean_interval(VALUES, counts) == pytest.approx(mean_interval(VALUES, counts, method="normal"), rel=1e-7)


def test_a_tally_that_never_varied_is_not_certain():
    assert mean_interval([0, 1, 2], [50, 0, 0]) == pytest.approx((0, 2 * wilson(0, 50)[1]))
    low, high = mean_interval([0.1, 0.7], [0, 50])
    assert (low, high) == pytest.approx((0.7 - 0.6 * wilson(0, 50)[1], 0.7))
    assert variance_of([0.1, 0.7], [0, 50]) == 0.0
    assert mean_interval([3], [50]) == (3.0, 3.0)  # there is nothing else it could be


def test_one_trial_tells_the_mean_but_not_the_error():
    assert mean_standard_error([0, 1, 2], [0, 1, 0]) == (1.0, math.inf)
    for method in ("likelihood", "normal", "t"):
        assert mean_interval([0, 1, 2], [0, 1, 0], method=method) == (0.0, 2.0)


def test_a_mean_stays_among_its_values():
    low, high = mean_interval([0, 1, 2], [49, 0, 1], method="normal")
    assert low == 0.0
    assert 0.04 < high < 2.0
    low, high = mean_interval([0, 1, 2], [49, 0, 1])
    assert 0.0 < low < 0.04 < high < 2.0


@pytest.mark.parametrize(
    ("values", "counts", "words"),
    [
        ([0, 1], [1], "one count for each value"),
        ([[0, 1]], [[1, 2]], "one count for each value"),
        ([0, 1], [0, 0], "no trial"),
        ([0, 1], [3, -1], "0 or more"),
        ([0, math.inf], [3, 1], "finite"),
        ([], [], "no trial"),
    ],
)
def test_a_histogram_has_a_shape(values, counts, words):
    for ask in (mean_standard_error, variance_of, mean_interval, kish_effective_size):
        with pytest.raises(SimlabError, match=words):
            ask(values, counts)
    with pytest.raises(SimlabError, match="options: likelihood, normal, t"):
        mean_interval([0, 1], [1, 1], method="bootstrap")


def mean_coverage(events, runs, seed, trials=1000):
    """Share of runs whose interval holds the true mean, by method; `events` trials of a run show one to three."""
    law = np.array([1 - events / trials, 0.5 * events / trials, 0.3 * events / trials, 0.2 * events / trials])
    tables = np.random.default_rng(seed).multinomial(trials, law, size=runs)
    truth, held = law @ range(4), {}
    for name in ("likelihood", "normal"):
        ends = np.array([mean_interval(range(4), table, method=name) for table in tables])
        held[name] = ((ends[:, 0] <= truth) & (truth <= ends[:, 1])).mean()
    return held


def test_mean_interval_covers():
    held = mean_coverage(100, 800, seed=20)
    assert held["likelihood"] == pytest.approx(0.95, abs=leeway(800))
    held = mean_coverage(10, 800, seed=20)
    assert held["likelihood"] > 0.94 - leeway(800)
    assert held["normal"] < held["likelihood"]


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("events", "likelihood", "normal"), [(3, 0.90, 0.87), (10, 0.94, 0.92), (30, 0.95, 0.94), (100, 0.95, 0.95)]
)
def test_mean_interval_covers_as_its_docstring_says(events, likelihood, normal):
    held = mean_coverage(events, 10_000, seed=5)
    assert held == pytest.approx({"likelihood": likelihood, "normal": normal}, abs=0.01)


def test_effective_size_of_clusters():
    assert kish_effective_size([1], [80]) == pytest.approx(80)
    assert kish_effective_size([0, 4], [20, 80]) == pytest.approx(80)
    assert kish_effective_size([0], [10]) == 0.0
    with pytest.raises(SimlabError, match="fewer than 0"):
        kish_effective_size([-1, 2], [1, 1])


@quick
@given(some.lists(some.integers(0, 10**6), min_size=1, max_size=8))
def test_effective_size_never_exceeds_trials_with_events_nor_events(counts):
    if sum(counts) == 0:
        counts = [1]
    events = np.arange(len(counts))
    size = kish_effective_size(events, counts)
    assert size <= sum(counts[1:]) * (1 + 1e-12)
    assert size <= events @ counts * (1 + 1e-12)


def test_effective_size_saves_the_interval_of_clustered_events():
    # The worst case the docstring speaks of: all attacks of a trial go the same way.
    dice = np.random.default_rng(21)
    held = {"as if independent": 0, "kish": 0}
    runs, p = 3000, 0.2
    for _ in range(runs):
        trials = np.bincount(dice.integers(0, 9, size=200), minlength=9)
        hits = dice.binomial(trials, p) @ np.arange(9)
        events = trials @ np.arange(9)
        size = kish_effective_size(range(9), trials)
        low, high = wilson(hits, events)
        held["as if independent"] += low <= p <= high
        low, high = wilson(hits / events * size, size)
        held["kish"] += low <= p <= high
    assert held["as if independent"] / runs < 0.75
    assert held["kish"] / runs == pytest.approx(0.95, abs=leeway(runs))


# --- ratios ------------------------------------------------------------------------------------------------------

JOINT = np.array([[30, 90, 4], [900, 80, 2], [880, 20, 1]])  # attacks delivered 0..2, helicopters lost 0..2


def expanded(table):
    rows, columns = np.indices(table.shape)
    return np.repeat(rows.ravel(), table.ravel()), np.repeat(columns.ravel(), table.ravel())


def fieller_distance(table, ratio):
    """Squared distance, in standard errors, of the mean of (row - ratio * column) from 0."""
    rows, columns = expanded(table)
    apart = rows - ratio * columns
    return apart.mean() ** 2 / (apart.var(ddof=1) / apart.size)


@pytest.mark.parametrize("table", [JOINT, JOINT // 8, JOINT[:, :2], np.array([[0, 5], [3, 40]])])
def test_ends_of_fieller_are_just_not_rejected(table):
    result = ratio_interval(table, method="fieller")
    assert result.method == "fieller"
    assert result.lo < result.ratio < result.hi < math.inf
    for end in (result.lo, result.hi):
        assert fieller_distance(table, end) == pytest.approx(normal_quantile(0.95) ** 2, rel=1e-9)


def test_delta_is_the_first_order_error():
    rows, columns = expanded(JOINT)
    ratio = rows.mean() / columns.mean()
    error = (rows - ratio * columns).std(ddof=1) / math.sqrt(rows.size) / columns.mean()
    result = ratio_interval(JOINT, method="delta")
    reach = normal_quantile(0.95) * error
    assert result[:3] == pytest.approx((ratio, ratio - reach, ratio + reach), rel=1e-9)
    assert result.method == "delta"


def test_many_trials_make_the_methods_agree():
    plain = ratio_interval(JOINT * 10_000)
    assert plain.method == "likelihood"
    for name in ("fieller", "delta"):
        assert ratio_interval(JOINT * 10_000, method=name)[:3] == pytest.approx(plain[:3], rel=1e-4)


@pytest.mark.parametrize("method", ["fieller", "delta"])
def test_a_denominator_not_told_from_nothing_has_no_upper_end(method):
    table = np.array([[10, 1], [500, 1], [400, 0]])  # 1301 attacks, two losses: 2 +- 1.4
    result = ratio_interval(table, method=method)
    assert result.ratio == pytest.approx(1301 / 2)
    assert result.hi == math.inf
    assert 0 <= result.lo < result.ratio
    if method == "fieller":
        assert fieller_distance(table, result.lo) == pytest.approx(normal_quantile(0.95) ** 2, rel=1e-9)


def test_neither_told_from_nothing_leaves_all_ratios_open():
    result = ratio_interval([[500, 1], [2, 0]], method="fieller")
    assert (result.lo, result.hi) == (0.0, math.inf)


def test_no_loss_seen_still_bounds_the_ratio_from_below():
    result = ratio_interval([[10, 0], [90, 0]])
    assert (result.ratio, result.hi, result.method) == (math.inf, math.inf, "bounds")
    low = mean_interval([0, 1], [10, 90], 0.975)[0] / wilson(0, 100, 0.975)[1]
    assert result.lo == pytest.approx(low)


def test_no_attack_seen_still_bounds_the_ratio_from_above():
    result = ratio_interval([[50, 50], [0, 0]])
    assert (result.ratio, result.lo, result.method) == (0.0, 0.0, "bounds")
    assert result.hi == pytest.approx(wilson(0, 100, 0.975)[1] / mean_interval([0, 1], [50, 50], 0.975)[0])


def test_nothing_seen_of_either_kind():
    result = ratio_interval([[50, 0], [0, 0]])
    assert math.isnan(result.ratio)
    assert (result.lo, result.hi) == (0.0, math.inf)


def test_numbers_that_never_part_company_are_not_certain():
    result = ratio_interval([[40, 0], [0, 60]])
    assert (result.ratio, result.method) == (1.0, "bounds")
    assert result.lo < 0.9 < 1.1 < result.hi


@quick
@given(some.lists(some.integers(0, 500), min_size=6, max_size=6), some.floats(0.01, 100), some.floats(0.01, 100))
@pytest.mark.parametrize("method", ["likelihood", "fieller", "delta"])
def test_units_scale_the_ratio(method, cells, up, down):
    table = np.array(cells).reshape(2, 3)
    if table.sum() < 2:
        table[1, 1] += 2
    plain = ratio_interval(table, method=method)
    scaled = ratio_interval(table, np.arange(2) * up, np.arange(3) * down, method=method)
    assert 0.0 <= plain.lo <= plain.hi
    assert math.isnan(plain.ratio) or plain.lo <= plain.ratio <= plain.hi
    assert scaled[:3] == pytest.approx([number * up / down for number in plain[:3]], rel=1e-6, nan_ok=True)


def ratio_coverage(losses, runs, seed, trials=1500):
    """Share of runs whose interval holds the true ratio, by method; `losses` are expected in a run."""
    # Three attacks are planned; an aircraft lost on the way has delivered none, one or two of them.
    lost = losses / trials
    law = np.array([[0.0, 0.2 * lost], [0.0, 0.4 * lost], [0.2, 0.4 * lost], [0.8 - lost, 0.0]])
    truth = (np.arange(4) @ law.sum(axis=1)) / lost
    tables = np.random.default_rng(seed).multinomial(trials, law.ravel(), size=runs).reshape(-1, *law.shape)
    held = {}
    for name in ("likelihood", "fieller", "delta"):
        ends = np.array([ratio_interval(table, method=name)[1:3] for table in tables])
        held[name] = ((ends[:, 0] <= truth) & (truth <= ends[:, 1])).mean()
    return held


@pytest.mark.parametrize("losses", [6, 60])
def test_ratio_covers(losses):
    held = ratio_coverage(losses, 500, seed=22)
    assert held["likelihood"] > 0.95 - leeway(500)
    if losses == 6:
        assert held["delta"] < held["likelihood"]


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("losses", "likelihood", "fieller", "delta"),
    [(3, 0.97, 0.85, 0.92), (6, 0.97, 0.93, 0.91), (15, 0.94, 0.92, 0.95), (45, 0.95, 0.95, 0.95)],
)
def test_ratio_covers_as_its_docstring_says(losses, likelihood, fieller, delta):
    held = ratio_coverage(losses, 10_000, seed=5)
    assert held == pytest.approx({"likelihood": likelihood, "fieller": fieller, "delta": delta}, abs=0.015)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (([1, 2],), "rows and columns"),
        (([[0, 0], [0, 0]],), "no trial"),
        (([[1, -1], [0, 0]],), "0 or more"),
        (([[1, 1], [1, 1]], [0, 1, 2]), "do not fit"),
        (([[1, 1], [1, 1]], [0, -1]), "0 or more"),
        (([[1, 1], [1, 1]], [0, 1], [0, 0]), "never be anything but 0"),
        (([[1, 1], [1, 1]], [0, math.nan]), "finite"),
        (([[1, 1], [1, 1]], None, None, 0.95, "bootstrap"), "options: likelihood, fieller, delta"),
        (([[1, 1], [1, 1]], None, None, 1.5), "level"),
    ],
)
def test_a_ratio_needs_a_joint_histogram(arguments, words):
    with pytest.raises(SimlabError, match=words):
        ratio_interval(*arguments)


# --- pairs -------------------------------------------------------------------------------------------------------


def yang_sun_hardin(only_a, only_b, n, level):
    """Tango's interval from its quartic (Yang, Sun and Hardin 2013), another road to the same ends."""
    g, d, s = normal_quantile(level) ** 2, only_b - only_a, only_b + only_a
    quartic = [
        n**2 * (n / g + 1) ** 2,
        -n * d * (n / g + 1) * (4 * n / g + 1),
        2 * n * d**2 * (3 * n / g + 2) / g - n**2 * (s / g + 1),
        n * d * (2 * s / g + 1) - d**3 * (4 * n / g + 1) / g,
        d**2 * (d**2 / g - s) / g,
    ]
    roots = np.roots(quartic)
    real = np.sort(roots[np.abs(roots.imag) < 1e-6].real)
    return real[0], real[-1]


def test_published_intervals_of_paired_rates():
    # Airway reactivity before and after transplantation, Bentur et al. 2009, in Fagerland et al. (2014).
    change = paired_difference([[12, 7], [1, 1]])
    assert (-change.hi, -change.lo) == pytest.approx((-0.517, -0.026), abs=5e-4)
    # PropCIs::scoreci.mp(25, 28, 618) at 90 %.
    change = paired_difference([[300, 28], [25, 265]], level=0.9)
    assert (change.lo, change.hi) == pytest.approx((-0.0148, 0.0247), abs=5e-5)


@quick
@given(some.integers(0, 300), some.integers(0, 300), some.integers(0, 1000), some.floats(0.6, 0.999))
def test_another_road_to_the_interval_of_paired_rates(only_a, only_b, alike, level):
    n = only_a + only_b + alike
    if n == 0 or n in (only_a, only_b):
        return  # the quartic has no use at the ends of the range; they are tested below
    change = paired_difference([[alike, only_b], [only_a, 0]], level=level)
    assert (change.lo, change.hi) == pytest.approx(yang_sun_hardin(only_a, only_b, n, level), abs=2e-6)
    assert -1 <= change.lo <= change.difference <= change.hi <= 1
    back = paired_difference([[alike, only_a], [only_b, 0]], level=level)
    assert (back.lo, back.hi) == (-change.hi, -change.lo)


def test_ends_of_the_range_of_paired_rates():
    alike = paired_difference([[50, 0], [0, 50]])
    z2 = normal_quantile(0.95) ** 2
    assert (alike.lo, alike.hi) == pytest.approx((-z2 / (100 + z2), z2 / (100 + z2)))
    assert alike.variance_ratio == math.inf
    turned = paired_difference([[0, 80], [0, 0]])
    assert turned.difference == turned.hi == 1.0
    assert 0.9 < turned.lo < 1.0
    assert math.isnan(turned.variance_ratio)
    assert math.isnan(turned.correlation)


def test_moments_of_pairs_are_those_of_the_expanded_sample():
    a, b = expanded(JOINT)
    change = paired_difference(JOINT)
    assert change.method == "paired_likelihood"
    assert change.n == a.size
    assert (change.mean_a, change.mean_b) == pytest.approx((a.mean(), b.mean()))
    assert change.difference == pytest.approx((b - a).mean())
    assert change.standard_error == pytest.approx((b - a).std(ddof=1) / math.sqrt(a.size))
    assert change.correlation == pytest.approx(np.corrcoef(a, b)[0, 1])
    assert change.variance_ratio == pytest.approx((a.var(ddof=1) + b.var(ddof=1)) / (b - a).var(ddof=1))
    apart, trials = np.unique(b - a, return_counts=True)
    assert (change.lo, change.hi) == pytest.approx(mean_interval(apart, trials))


def test_values_pick_the_outcome_that_counts():
    table = [[50, 6, 1], [4, 30, 2], [1, 2, 4]]
    change = paired_difference(table, [0, 0, 1], [0, 0, 1])
    same = paired_difference([[90, 3], [3, 4]])
    assert change == same
    points = paired_difference(table, [0, 1, 3], [0, 1, 3])
    assert points.method == "paired_likelihood"
    assert points.difference == pytest.approx((6 * 1 + 1 * 3 - 4 * 1 + 2 * 2 - 1 * 3 - 2 * 2) / 100)


def test_independent_dice_save_nothing():
    a, b = np.array([0.7, 0.3]), np.array([0.6, 0.4])
    change = paired_difference(np.outer(a, b) * 10_000)
    assert change.variance_ratio == pytest.approx(1.0)
    assert change.correlation == pytest.approx(0.0, abs=1e-12)


def test_one_pair_leaves_the_error_open():
    change = paired_difference([[0, 1], [0, 0]])
    assert change.standard_error == math.inf
    assert math.isnan(change.variance_ratio)


def paired_coverage(law, n, runs, seed):
    truth = law[0, 1] - law[1, 0]
    tables = np.random.default_rng(seed).multinomial(n, law.ravel(), size=runs).reshape(-1, 2, 2)
    changes = [paired_difference(table) for table in tables]
    return np.mean([change.lo <= truth <= change.hi for change in changes])


@pytest.mark.parametrize(("gain", "loss"), [(0.0, 0.0), (0.02, 0.0), (0.03, 0.01), (0.2, 0.15)])
def test_paired_interval_covers(gain, loss):
    law = np.array([[0.6 - gain, gain], [loss, 0.4 - loss]])
    assert paired_coverage(law, 1000, 2000, seed=23) > 0.95 - leeway(2000)


# --- planning ----------------------------------------------------------------------------------------------------


def test_trials_of_case_c11():
    assert trials_for(0.01) == 9_604
    assert trials_for(0.001) == pytest.approx(960_400, abs=50)


@quick
@given(some.floats(1e-4, 0.2), some.floats(0.0, 1.0), some.sampled_from([0.8, 0.95, 0.99]))
def test_planned_trials_reach_the_wanted_width(wanted, p, level):
    n = trials_for(wanted, p, level)
    assert half_width(p * n, n, level) <= wanted * (1 + 1e-12)
    if n > 1000:
        assert half_width(p * n, n, level) > 0.99 * wanted


def test_planned_trials_show_the_difference():
    p, delta, correlation = 0.3, 0.03, 0.8
    for rho in (0.0, correlation):
        n = trials_for_difference(delta, p, paired_correlation=rho)
        both = p * (p + delta) + rho * math.sqrt(p * (1 - p) * (p + delta) * (1 - p - delta))
        law = [1 - 2 * p - delta + both, p + delta - both, p - both, both]
        tables = np.random.default_rng(24).multinomial(n, law, size=1500).reshape(-1, 2, 2)
        shown = np.mean([paired_difference(table).lo > 0 for table in tables])
        assert shown == pytest.approx(0.8, abs=leeway(1500, 0.8))


def test_shared_dice_cannot_save_more_than_there_is():
    n = trials_for_difference(0.02, 0.3, paired_correlation=1.0)
    reach = normal_quantile(0.95) + st.norm.ppf(0.8)
    assert n == math.ceil(reach**2 * 0.02 * 0.98 / 0.02**2)
    assert trials_for_difference(0.02, 0.3) == trials_for_difference(-0.02, 0.32)


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: trials_for(0.0), "half_width"),
        (lambda: trials_for(1.0), "half_width"),
        (lambda: trials_for(0.01, 1.1), "p: 1.1"),
        (lambda: trials_for(0.01, 0.5, 95), "level"),
        (lambda: trials_for_difference(0.0, 0.5), "difference: 0"),
        (lambda: trials_for_difference(0.6, 0.5), "difference: 0.6; .* from -0.5 to 0.5"),
        (lambda: trials_for_difference(math.nan, 0.5), "difference: nan"),
        (lambda: trials_for_difference(0.1, 0.5, power=1.0), "power"),
        (lambda: trials_for_difference(0.1, 0.5, paired_correlation=2), "paired_correlation"),
    ],
)
def test_plans_that_cannot_be(ask, words):
    with pytest.raises(SimlabError, match=words):
        ask()


# --- wording -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "decimals"),
    [
        (12, 0),
        (3.5355, 0),
        (1.0, 0),
        (0.99, 1),
        (0.1, 1),
        (0.02, 2),
        (1e-30, 8),
        (0.0, 8),
        (math.inf, 0),
        (math.nan, 0),
    ],
)
def test_decimals_end_where_the_error_begins(error, decimals):
    assert decimals_for(error) == decimals


def test_rates_in_print():
    assert format_rate(0.5, *wilson(100, 200)) == "50 % (43 to 57)"
    assert format_rate(0.5, *wilson(5_000_000, 10_000_000)) == "50.00 % (49.97 to 50.03)"
    assert format_rate(0.0, *wilson(0, 50)) == "0 % (0 to 7)"
    assert format_rate(-0.0, -0.0, 0.07) == "0 % (0 to 7)"
    assert format_rate(0.8, 0.74, 0.85, decimals=2) == "80.00 % (74.00 to 85.00)"
    assert format_rate(0.8, 0.8, 0.8) == "80.0000 % (exact)"
    with pytest.raises(SimlabError, match="lo <= p <= hi"):
        format_rate(0.5, 0.6, 0.7)
    with pytest.raises(SimlabError, match="negative"):
        decimals_for(-1.0)


def test_a_table_has_one_number_of_decimals():
    rows = [(count / 10_000, *wilson(count, 10_000)) for count in (0, 3, 120, 9_877)]
    texts = format_rates([*rows, (0.25, 0.25, 0.25)])
    numbers = [word.strip("()") for text in texts for word in text.split() if word.strip("()")[0].isdigit()]
    decimals = {len(number.partition(".")[2]) for number in numbers}
    assert len(decimals) == 1
    assert texts[-1].endswith("(exact)")
    assert not texts[1].startswith("0.00 %")  # the rare event shows
    assert format_rates([]) == []
    assert format_rates([(0.25, 0.25, 0.25)]) == ["25.0000 % (exact)"]


@quick
@given(some.integers(1, 10**8).flatmap(lambda n: some.tuples(some.integers(0, n), some.just(n))))
def test_a_sampled_rate_never_reads_as_certain(seen):
    text = format_rate(seen[0] / seen[1], *wilson(*seen))
    low, high = text.split("(")[1].rstrip(")").split(" to ")
    assert low != high
