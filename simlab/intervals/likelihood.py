"""Empirical likelihood: intervals of means and ratios of means that are as skewed as the tally itself.

Weigh the trials anew, as little as possible, until their mean is m: the loss of likelihood says how well m agrees with
the trials. The interval holds every m (or ratio) whose loss stays within the normal law's z^2. It needs no standard
error, so it does not fail where events are rare, and for a histogram of 0 and 1 it is the binomial likelihood interval.

Sources: A. B. Owen (1988), Biometrika 75, 237-249; A. B. Owen (2001), Empirical Likelihood. The ratio is found by
W. Dinkelbach's iteration (1967), Management Science 13, 492-498.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from simlab.intervals.roots import rising_root

if TYPE_CHECKING:
    import numpy as np


def mean_ends(numbers: np.ndarray, weights: np.ndarray, z: float) -> tuple[float, float]:
    """Lower and upper end of the mean.

    numbers: float64[cells]; weights: float64[cells], trials of each cell; z: normal quantile of the level.
    """
    low = weights_of_lowest_mean(numbers, weights, z)
    high = weights_of_lowest_mean(-numbers, weights, z)
    return float(low @ numbers / low.sum()), float(high @ numbers / high.sum())


def ratio_ends(tops: np.ndarray, bottoms: np.ndarray, weights: np.ndarray, z: float) -> tuple[float, float]:
    """Lower and upper end of mean(tops) / mean(bottoms), both 0 or more and both seen above 0.

    tops, bottoms, weights: float64[cells].
    """
    ends = []
    for sign in (1.0, -1.0):
        ratio = float(weights @ tops) / float(weights @ bottoms)
        # Each step takes the least (or greatest) mean of top - ratio * bottom, whose weights give a better ratio; the
        # steps shorten faster than any fixed factor, and some six are enough.
        for _ in range(100):
            moved = weights_of_lowest_mean(sign * (tops - ratio * bottoms), weights, z)
            before, ratio = ratio, float(moved @ tops) / float(moved @ bottoms)
            if abs(ratio - before) <= 1e-13 * before:
                break
        ends.append(ratio)
    return ends[0], ends[1]


def weights_of_lowest_mean(numbers: np.ndarray, weights: np.ndarray, z: float) -> np.ndarray:
    """Weights, up to a factor, that make the mean as low as the likelihood allows: float64[cells].

    They are weights / (1 + slope * (number - mean)) for one slope from 0 up to where the lowest number seen would
    take all the weight; the loss of likelihood grows with the slope.
    """
    import numpy as np

    size = weights.sum()
    apart = numbers - weights @ numbers / size
    seen = weights > 0.0
    depth = -apart[seen].min()
    if not depth > 0.0:
        return weights
    counts, apart_seen = weights[seen], apart[seen]

    def excess(slope: float) -> float:
        tilt = slope * apart_seen
        loss = counts @ np.log1p(tilt) + size * np.log1p(-(counts @ (tilt / (1.0 + tilt))) / size)
        return float(2.0 * loss - z * z)

    slope = rising_root(excess, 0.0, 1.0 / depth)
    return np.where(seen, weights / (1.0 + slope * np.where(seen, apart, 0.0)), 0.0)
