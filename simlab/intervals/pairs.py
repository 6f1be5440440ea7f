"""Two variants of a scenario on the same numbered dice: the difference, and what sharing the dice saved.

Sources: T. Tango (1998), Statistics in Medicine 17, 891-908, for rates; the paired comparison of means is the mean of
the differences, as in any textbook (W. G. Cochran 1977, chapter 2).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from simlab.intervals.histograms import checked_joint, joint_moments
from simlab.intervals.rates import normal_quantile
from simlab.intervals.roots import rising_root
from simlab.intervals.tallies import mean_interval, variance_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


@dataclass(frozen=True)
class PairedDifference:
    """What changes from A to B when both roll the same dice.

    Attributes:
        n: trials, each played under A and under B.
        mean_a: mean of A; the rate, where the values are 0 and 1.
        mean_b: mean of B.
        difference: mean_b - mean_a, so positive where B gives more.
        lo: lower end of the interval of the difference.
        hi: upper end.
        level: confidence level.
        method: "tango" (score interval, rates) or "paired_likelihood" (empirical likelihood of the mean difference).
        standard_error: of the difference, estimated from the pairs.
        correlation: of A and B over the trials; nan where one of them never varies.
        variance_ratio: variance the difference would have with independent dice over the one it has; 9.7 means that
            independent dice need 9.7 times the trials. Infinite where no pair differs from another, nan where
            nothing varies at all.
    """

    n: int
    mean_a: float
    mean_b: float
    difference: float
    lo: float
    hi: float
    level: float
    method: str
    standard_error: float
    correlation: float
    variance_ratio: float


def paired_difference(
    counts: ArrayLike, values_a: ArrayLike | None = None, values_b: ArrayLike | None = None, level: float = 0.95
) -> PairedDifference:
    """Difference B - A of means or rates from a joint table of trials played on the same dice.

    Where all values are 0 or 1 the difference is one of rates and the interval is Tango's score interval: it keeps a
    width where no pair disagrees, and covers well where few do. Otherwise it is `mean_interval` of the difference per
    trial. A table from independent dice is no error: the saving then comes out near 1.

    Args:
        counts: [outcomes of A, outcomes of B] trials with each pair of outcomes.
        values_a: the number each outcome of A stands for; by default 0, 1, 2, ... For the rate of one outcome put 1
            there and 0 elsewhere.
        values_b: the same for B; by default 0, 1, 2, ...
        level: confidence level.

    Returns:
        A `PairedDifference`.

    Raises:
        SimlabError: shapes that do not fit, negative counts, no trial, a level outside 0..1.

    >>> change = paired_difference([[900, 20], [5, 75]])          # shot down under A (row) and under B (column)
    >>> round(change.difference, 4), round(change.lo, 4), round(change.hi, 4), change.method
    (0.015, 0.0057, 0.0263, 'tango')
    >>> round(change.variance_ratio, 1)                           # trials saved by sharing the dice
    6.4
    """
    import numpy as np

    table, rows, columns = checked_joint(counts, values_a, values_b)
    moments = joint_moments(table, rows, columns)
    per_trial = np.subtract.outer(columns, rows).T  # [outcomes of A, outcomes of B]: B - A
    apart, place = np.unique(per_trial, return_inverse=True)
    histogram = np.bincount(place.ravel(), weights=table.ravel(), minlength=apart.size)
    if np.isin(rows, (0.0, 1.0)).all() and np.isin(columns, (0.0, 1.0)).all():
        only_b, only_a = float(table[per_trial == 1.0].sum()), float(table[per_trial == -1.0].sum())
        low, high = _tango(only_a, only_b, moments.n, normal_quantile(level))
        method = "tango"
    else:
        low, high = mean_interval(apart, histogram, level)
        method = "paired_likelihood"
    # From the differences themselves: digits survive where A and B nearly always agree.
    spread = variance_of(apart, histogram)
    independent = moments.variance_a + moments.variance_b
    both = math.sqrt(moments.variance_a * moments.variance_b)
    return PairedDifference(
        n=int(moments.n),
        mean_a=moments.mean_a,
        mean_b=moments.mean_b,
        difference=float(histogram @ apart) / moments.n,
        lo=low,
        hi=high,
        level=level,
        method=method,
        standard_error=math.sqrt(spread / moments.n),
        correlation=moments.covariance / both if 0.0 < both < math.inf else math.nan,
        variance_ratio=math.nan if moments.n <= 1.0 or independent == 0.0 else _over(independent, spread),
    )


def _over(whole: float, part: float) -> float:
    return whole / part if part > 0.0 else math.inf


def _tango(only_a: float, only_b: float, n: float, z: float) -> tuple[float, float]:
    """Score interval of p_b - p_a: the differences d at which |only_b - only_a - n d| is z standard errors or less.

    The standard error is that of the most likely law with difference d (Tango 1998, equations 5 and 9).
    """
    return -_tango_upper(only_b, only_a, n, z), _tango_upper(only_a, only_b, n, z)


def _tango_upper(only_a: float, only_b: float, n: float, z: float) -> float:
    observed = (only_b - only_a) / n
    if observed == 1.0:
        return 1.0

    def excess(difference: float) -> float:
        # q: most likely share of pairs with A alone, given the difference; root of 2n q^2 + linear q + constant = 0.
        linear = (2.0 * n - only_b + only_a) * difference - only_a - only_b
        constant = -only_a * difference * (1.0 - difference)
        root = math.sqrt(max(linear**2 - 8.0 * n * constant, 0.0))
        q = -2.0 * constant / (linear + root) if linear > 0.0 else (root - linear) / (4.0 * n)
        variance = max(2.0 * q + difference * (1.0 - difference), 0.0) / n
        return difference - observed - z * math.sqrt(variance)

    return rising_root(excess, observed, 1.0)
