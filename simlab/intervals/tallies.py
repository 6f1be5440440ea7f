"""Tallies: a number per trial (helicopters lost, attacks delivered), kept as a histogram over trials.

A tally has no binomial interval, since one trial may add several events: its mean goes with an interval of a mean. A
*pooled* rate (hits per attack over all attacks of all trials) is a rate of clustered events; it goes with an effective
sample size, or better with `simlab.intervals.ratio_interval`.

Sources: W. G. Cochran (1977), Sampling Techniques, 3rd edition, chapter 2; L. Kish (1965), Survey Sampling, chapters
5 and 8; A. B. Owen (1988), Biometrika 75, 237-249; J. A. Hanley and A. Lippman-Hand (1983), JAMA 249, 1743-1745, on
what a run without any event still says.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from simlab.errors import SimlabError
from simlab.intervals.histograms import checked_histogram, mean_of_cells, variance_of_cells
from simlab.intervals.likelihood import mean_ends
from simlab.intervals.rates import checked_level, normal_quantile, wilson

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


def mean_standard_error(values: ArrayLike, counts: ArrayLike) -> tuple[float, float]:
    """Mean of a tally and the standard error that the dice leave on it.

    Args:
        values: [cells] the number that a trial of each cell adds.
        counts: [cells] trials that fell into each cell.

    Returns:
        Mean, in the unit of `values`, and its standard error: the root of the sample variance over the number of
        trials. One trial alone gives no idea of the error: infinite.

    Raises:
        SimlabError: shapes differ, a count is negative, or there is no trial.

    >>> mean, error = mean_standard_error([0, 1, 2], [25, 50, 25])
    >>> round(mean, 6), round(error, 6)
    (1.0, 0.071067)
    """
    numbers, weights = checked_histogram(values, counts)
    size = float(weights.sum())
    return mean_of_cells(numbers, weights), math.sqrt(variance_of_cells(numbers, weights) / size)


def variance_of(values: ArrayLike, counts: ArrayLike) -> float:
    """Sample variance (divisor trials - 1) of a tally; infinite for one trial. Arguments as `mean_standard_error`.

    >>> round(variance_of([0, 1, 2], [25, 50, 25]), 6)
    0.505051
    """
    return variance_of_cells(*checked_histogram(values, counts))


def mean_interval(
    values: ArrayLike, counts: ArrayLike, level: float = 0.95, method: str = "likelihood"
) -> tuple[float, float]:
    """Interval of the mean of a tally.

    "likelihood", the default, is the empirical likelihood interval, skewed like the tally. "normal" is mean +- z
    standard errors, "t" the same with Student's t and trials - 1 degrees of freedom: the textbook's, for comparison,
    and (t) for a few dozen trials of a tally without a tail. All three cover too little where hardly any trial shows
    an event, the default least so: with 3, 10, 30 such trials expected in a run and one to three events in each,
    90, 94, 95 % for a nominal 95 %, against 87, 92, 94 % of "normal".

    List every value that a trial can take, also those with count 0. Where all trials fell on one value no method has
    anything to work on, but the mean is not certain: the interval then reaches as far as the other values could pull
    it at the rate that `wilson` leaves open at 0 of n. "normal" and "t" are cut at the range of `values`.

    Args:
        values: [cells] the number that a trial of each cell adds.
        counts: [cells] trials that fell into each cell.
        level: confidence level.
        method: "likelihood", "normal" or "t".

    Returns:
        Lower and upper end, in the unit of `values`.

    Raises:
        SimlabError: as `mean_standard_error`; an unknown method; a level outside 0..1.

    >>> tuple(round(end, 6) for end in mean_interval([0, 1, 2], [25, 50, 25]))
    (0.861442, 1.138558)
    >>> tuple(round(end, 6) for end in mean_interval([0, 1, 2], [97, 1, 2]))         # mostly nothing happens
    (0.012145, 0.132651)
    >>> tuple(round(end, 6) for end in mean_interval([0, 1, 2], [50, 0, 0]))
    (0.0, 0.142695)
    """
    numbers, weights = checked_histogram(values, counts)
    size = float(weights.sum())
    mean, variance = mean_of_cells(numbers, weights), variance_of_cells(numbers, weights)
    if method not in ("likelihood", "normal", "t"):
        raise SimlabError(f"method: {method!r} is no interval of a mean; options: likelihood, normal, t")
    lowest, highest = float(numbers.min()), float(numbers.max())
    if variance == 0.0:
        unseen = wilson(0, size, level)[1]
        return mean - unseen * (mean - lowest), mean + unseen * (highest - mean)
    if variance == math.inf:
        return lowest, highest
    if method == "likelihood":
        return mean_ends(numbers, weights, normal_quantile(level))
    quantile = normal_quantile(level) if method == "normal" else _t_quantile(level, size - 1.0)
    reach = quantile * math.sqrt(variance / size)
    return max(mean - reach, lowest), min(mean + reach, highest)


def kish_effective_size(events_per_trial: ArrayLike, counts: ArrayLike) -> float:
    """Number of independent events that clustered events are worth at least (Kish 1965).

    Several events of one trial share its weather, its defenders, its course: a binomial interval over all events
    would be too narrow. With M events in a trial the worst case, all of a trial alike, leaves
    (sum M)^2 / sum M^2 events, never more than the trials that had any. Used as `n` of `wilson` it gives a conservative
    interval, provided that trials with many events have the same rate as trials with few; where they need not,
    `ratio_interval` from the joint histogram assumes nothing of the kind.

    Args:
        events_per_trial: [cells] events in a trial of each cell, 0 or more.
        counts: [cells] trials that fell into each cell.

    Returns:
        Effective number of events; 0.0 where there was none.

    Raises:
        SimlabError: as `mean_standard_error`, or negative events.

    >>> size = kish_effective_size([0, 1, 4], [100, 40, 15])      # 100 attacks in 155 trials
    >>> round(size, 3)
    35.714
    >>> tuple(round(end, 3) for end in wilson(0.3 * size, size))  # 30 of the 100 hit
    (0.175, 0.464)
    """
    numbers, weights = checked_histogram(events_per_trial, counts)
    if numbers.min() < 0.0:
        raise SimlabError("events_per_trial: a trial has no fewer than 0 events")
    total = float(weights @ numbers)
    return total / float(weights @ numbers**2) * total if total > 0.0 else 0.0


def _t_quantile(level: float, degrees: float) -> float:
    from scipy.special import stdtrit

    return float(-stdtrit(degrees, (1.0 - checked_level(level)) / 2.0))
