"""The anytime-valid interval of a rate: a beta-binomial mixture.

Sources: J. Ville (1939); H. Robbins (1970), Annals of Mathematical Statistics 41, 1397-1409; C. Loader (2000), Fast
and accurate computation of binomial probabilities, for digits that survive 10^12 trials.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, overload

from simlab.intervals.rates import checked_arrays, checked_level, checked_numbers, is_number
from simlab.intervals.roots import rising_root

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


@overload
def confidence_sequence(count: float, n: float, level: float = 0.95) -> tuple[float, float]: ...
@overload
def confidence_sequence(count: ArrayLike, n: ArrayLike, level: float = 0.95) -> tuple[Any, Any]: ...
def confidence_sequence(count: ArrayLike, n: ArrayLike, level: float = 0.95) -> tuple[Any, Any]:
    """Interval of a rate that holds at all numbers of trials at once, so that stopping cannot spoil it.

    Weigh all rates evenly (a beta(1, 1) mixture): the chance of the trials seen under that mixture, over their chance
    under the true rate p, is a fair game with stake 1, and such a game ever reaches 1 / (1 - level) with chance
    1 - level at most (Ville 1939). The mixture gives every count 0..n the same chance 1 / (n + 1), so the interval
    is made of the rates with (n + 1) * binomial(count; n, p) > 1 - level. At 10,000 trials near p = 1/2 it is twice as
    wide as Wilson's.

    Args:
        count: trials that showed the outcome, 0..n; a number or an array.
        n: trials; a number or an array that broadcasts with `count`.
        level: confidence level, over the whole course of the run.

    Returns:
        Lower and upper end as `wilson`, with the same values at 0 of n, n of n and n = 0.

    Raises:
        SimlabError: a count outside 0..n, or a level outside 0..1.

    >>> tuple(round(end, 4) for end in confidence_sequence(5_000, 10_000))
    (0.4808, 0.5192)
    """
    error = 1.0 - checked_level(level)
    if is_number(count) and is_number(n):
        return _ends(*checked_numbers(count, n), error)
    import numpy as np

    hits, size = checked_arrays(count, n)
    ends = [_ends(float(h), float(s), error) for h, s in zip(hits.flat, size.flat, strict=True)]
    table = np.array(ends, np.float64).reshape((*hits.shape, 2))
    return table[..., 0], table[..., 1]


def _ends(count: float, n: float, error: float) -> tuple[float, float]:
    if n == 0.0:
        return 0.0, 1.0
    rate = count / n
    allowed = math.log(error) - math.log1p(n)

    def outside(p: float) -> float:
        return allowed - log_binomial(count, n, p)

    low = rising_root(lambda p: -outside(p), 0.0, rate) if count > 0.0 else 0.0
    high = rising_root(outside, rate, 1.0) if count < n else 1.0
    return low, high


def log_binomial(count: float, n: float, p: float) -> float:
    """Logarithm of the binomial chance of `count` in `n` trials at rate 0 < p < 1 (Loader 2000).

    Differences of log-gamma lose all digits at 10^12 trials; this sum of small terms keeps them.
    """
    if count == 0.0:
        return n * math.log1p(-p)
    if count == n:
        return n * math.log(p)
    rest = n - count
    return (
        _stirling_error(n)
        - _stirling_error(count)
        - _stirling_error(rest)
        - _deviance(count, n * p)
        - _deviance(rest, n * (1.0 - p))
        + 0.5 * math.log(n / (2.0 * math.pi * count * rest))
    )


def _stirling_error(x: float) -> float:
    """log(x!) less Stirling's formula: log(sqrt(2 pi x) (x / e)^x)."""
    if x < 16.0:
        return math.lgamma(x + 1.0) - (x + 0.5) * math.log(x) + x - 0.5 * math.log(2.0 * math.pi)
    square = x * x
    return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / 1188 / square) / square) / square) / square) / x


def _deviance(x: float, mean: float) -> float:
    """Deviance x log(x / mean) + mean - x, by a series where x is near the mean and the terms would cancel."""
    apart = x - mean
    if abs(apart) >= 0.1 * (x + mean):
        return x * math.log(x / mean) + mean - x
    ratio = apart / (x + mean)
    total, term, power = apart * ratio, 2.0 * x * ratio, ratio * ratio
    for odd in range(3, 1000, 2):
        term *= power
        before, total = total, total + term / odd
        if total == before:
            break
    return total
