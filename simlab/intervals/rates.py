"""Intervals of a rate: `count` trials of `n` showed the outcome.

The textbook interval p +- 1.96 sqrt(p (1 - p) / n) (Wald) is not offered: it has no width at 0 of n, leaves 0..1, and
covers far less than it says where events are rare.

Sources: E. B. Wilson (1927), Journal of the American Statistical Association 22, 209-212; C. J. Clopper and
E. S. Pearson (1934), Biometrika 26, 404-413; L. D. Brown, T. T. Cai, A. DasGupta (2001), Statistical Science 16,
101-133, compares them.
"""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, overload

from simlab.errors import SimlabError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike

METHODS = ("wilson", "clopper_pearson")


def checked_level(level: float) -> float:
    """The confidence level itself, once it is known to lie strictly between 0 and 1."""
    if not 0.0 < level < 1.0:
        raise SimlabError(f"level: {level!r} is no confidence level; give a number between 0 and 1, such as 0.95")
    return float(level)


def normal_quantile(level: float) -> float:
    """Half-width, in standard errors, of the two-sided normal interval of this level.

    >>> round(normal_quantile(0.95), 6)
    1.959964
    """
    # The lower tail keeps its digits where (1 + level) / 2 would round to 1.
    return -NormalDist().inv_cdf((1.0 - checked_level(level)) / 2.0)


@overload
def wilson(count: float, n: float, level: float = 0.95) -> tuple[float, float]: ...
@overload
def wilson(count: ArrayLike, n: ArrayLike, level: float = 0.95) -> tuple[Any, Any]: ...
def wilson(count: ArrayLike, n: ArrayLike, level: float = 0.95) -> tuple[Any, Any]:
    """Score interval of a rate (Wilson 1927), the usual interval of simlab.

    It holds the rates that a normal test of their own standard error would not reject. Its coverage is right on
    average over rates and never strays far, with one known dip: for events so rare that about 0.2 are expected in all
    `n` trials a 95 % interval covers some 84 %. Where the rarest events decide, take `clopper_pearson`.

    Args:
        count: trials that showed the outcome, 0..n; a number or an array. Fractions are allowed, so that an effective
            sample size (`kish_effective_size`) can stand for `n`.
        n: trials; a number or an array that broadcasts with `count`.
        level: confidence level.

    Returns:
        Lower and upper end: two floats for two numbers, else two float64 arrays. At 0 of n the lower end is exactly
        0.0, at n of n the upper end exactly 1.0. Without a trial (n = 0) nothing is known: (0.0, 1.0).

    Raises:
        SimlabError: a count outside 0..n, or a level outside 0..1.

    >>> tuple(round(end, 6) for end in wilson(100, 200))
    (0.431361, 0.568639)
    >>> tuple(round(end, 6) for end in wilson(0, 50))
    (0.0, 0.071348)
    """
    z = normal_quantile(level)
    if not (is_number(count) and is_number(n)):
        return _wilson_arrays(count, n, z)
    hits, size = checked_numbers(count, n)
    if size == 0.0:
        return 0.0, 1.0
    rate = hits / size
    # Roots of (n + z^2) p^2 - (2 count + z^2) p + count^2 / n = 0. The lower one is taken from their product: a
    # difference would lose the digits of rare events. `_wilson_arrays` works in the same order, so results are equal.
    reach = hits + 0.5 * z * z + z * math.sqrt(hits * (1.0 - rate) + 0.25 * z * z)
    low = min(hits * rate / reach, rate) if hits > 0.0 else 0.0
    high = min(max(reach / (size + z * z), rate), 1.0) if hits < size else 1.0
    return low, high


def _wilson_arrays(count: ArrayLike, n: ArrayLike, z: float) -> tuple[np.ndarray, np.ndarray]:
    """Wilson's interval element by element; the same steps as for two numbers."""
    import numpy as np

    hits, size = checked_arrays(count, n)
    rate = hits / np.where(size > 0.0, size, 1.0)
    reach = hits + 0.5 * z * z + z * np.sqrt(hits * (1.0 - rate) + 0.25 * z * z)
    low = np.minimum(np.divide(hits * rate, reach, out=np.zeros_like(rate), where=reach > 0.0), rate)
    high = np.minimum(np.maximum(reach / np.where(size > 0.0, size + z * z, 1.0), rate), 1.0)
    return np.where(hits > 0.0, low, 0.0), np.where(hits < size, high, 1.0)


@overload
def clopper_pearson(count: float, n: float, level: float = 0.95) -> tuple[float, float]: ...
@overload
def clopper_pearson(count: ArrayLike, n: ArrayLike, level: float = 0.95) -> tuple[Any, Any]: ...
def clopper_pearson(count: ArrayLike, n: ArrayLike, level: float = 0.95) -> tuple[Any, Any]:
    """Interval of a rate from the two binomial tails (Clopper and Pearson 1934), often called exact.

    It covers at least `level` at every rate and every n, and pays with width: it is the one to name where an event
    that was hardly ever seen decides. Ends are quantiles of beta laws. Arguments, result and errors as `wilson`.

    >>> tuple(round(end, 6) for end in clopper_pearson(0, 50))
    (0.0, 0.071122)
    """
    import numpy as np
    from scipy.special import betainccinv, betaincinv

    tail = (1.0 - checked_level(level)) / 2.0
    single = is_number(count) and is_number(n)
    hits, size = checked_arrays(count, n)
    misses = size - hits
    # Inside stand-ins keep SciPy's arguments legal at the two ends, which are known without it.
    low = betaincinv(np.where(hits > 0.0, hits, 1.0), misses + 1.0, tail)
    high = betainccinv(hits + 1.0, np.where(misses > 0.0, misses, 1.0), tail)
    low, high = np.where(hits > 0.0, low, 0.0), np.where(misses > 0.0, high, 1.0)
    return (float(low), float(high)) if single else (low, high)


def half_width(count: ArrayLike, n: ArrayLike, level: float = 0.95, method: str = "wilson") -> Any:
    """Half the width of the interval of a rate: the +- to print where one number has to do.

    Args:
        count: as in `wilson`.
        n: as in `wilson`.
        level: confidence level.
        method: "wilson" or "clopper_pearson".

    Returns:
        A float, or an array where `count` or `n` is one.

    >>> round(half_width(100, 200), 6)
    0.068639
    """
    low, high = rate_interval(count, n, level, method)
    return (high - low) / 2.0


def rate_interval(count: ArrayLike, n: ArrayLike, level: float = 0.95, method: str = "wilson") -> tuple[Any, Any]:
    """The interval of a rate by the name of its method: `wilson` or `clopper_pearson`."""
    if method == "wilson":
        return wilson(count, n, level)
    if method == "clopper_pearson":
        return clopper_pearson(count, n, level)
    raise SimlabError(f"method: {method!r} is no interval of a rate; options: {', '.join(METHODS)}")


def standard_error(count: float, n: float) -> float:
    """Estimated standard error sqrt(p (1 - p) / n) of a rate; for print, not for building an interval.

    It is 0 at 0 of n and at n of n, where the rate is anything but certain; infinite without a trial.

    >>> round(standard_error(100, 200), 6)
    0.035355
    """
    hits, size = checked_numbers(count, n)
    if size == 0.0:
        return math.inf
    rate = hits / size
    return math.sqrt(rate * (1.0 - rate) / size)


def is_number(value: Any) -> bool:
    """True for Python and NumPy numbers (no dimension), False for lists, arrays and series."""
    return getattr(value, "ndim", 1 if hasattr(value, "__len__") else 0) == 0


def checked_numbers(count: Any, n: Any) -> tuple[float, float]:
    """Count and number of trials as floats, once they are known to fit each other."""
    hits, size = float(count), float(n)
    if not 0.0 <= hits <= size < math.inf:
        raise SimlabError(f"count: {count!r} of n = {n!r}; a count lies between 0 and its number of trials")
    return hits, size


def checked_arrays(count: Any, n: Any) -> tuple[np.ndarray, np.ndarray]:
    """The same for arrays: float64, broadcast against each other."""
    import numpy as np

    try:
        hits, size = np.broadcast_arrays(np.asarray(count, np.float64), np.asarray(n, np.float64))
    except ValueError as error:
        raise SimlabError(f"count and n: {error}") from error
    wrong = ~((hits >= 0.0) & (hits <= size) & (size < np.inf))
    if wrong.any():
        first = np.unravel_index(int(np.argmax(wrong)), wrong.shape)
        raise SimlabError(
            f"count: {hits[first]:.15g} of n = {size[first]:.15g} at {[int(place) for place in first]}; "
            "a count lies between 0 and its number of trials"
        )
    return hits, size
