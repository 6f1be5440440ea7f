"""How many trials before the first one is rolled. Source: W. G. Cochran (1977), Sampling Techniques, chapter 4."""

from __future__ import annotations

import math
from statistics import NormalDist

from simlab.errors import SimlabError
from simlab.intervals.rates import normal_quantile


def trials_for(half_width: float, p: float = 0.5, level: float = 0.95) -> int:
    """Trials that bring Wilson's interval of a rate near p to +- half_width.

    At p = 1/2 this is the textbook's z^2 / (4 half_width^2). Towards 0 and 1 the textbook's
    z^2 p (1 - p) / half_width^2 falls short, and comes to no trial at p = 0, where Wilson's interval needs
    z^2 / (2 half_width).

    Args:
        half_width: wanted half-width as a share of 1: 0.01 is one percentage point.
        p: expected rate; 0.5 asks for the most and is right whatever the rate turns out to be.
        level: confidence level.

    Returns:
        Number of trials, 1 or more.

    Raises:
        SimlabError: half_width not between 0 and 1, p outside 0..1, or level outside 0..1.

    >>> trials_for(0.01), trials_for(0.001)
    (9604, 960365)
    """
    if not 0.0 < half_width < 1.0:
        raise SimlabError(f"half_width: {half_width!r}; give a share of 1, such as 0.01 for one percentage point")
    _checked_rate("p", p)
    z = normal_quantile(level)
    # Wilson's half-width h at p solves N^2 h^2 = z^2 (N p (1 - p) + z^2 (1/4 - p (1 - p))) with N = n + z^2. N itself
    # is planned: z^2 (3.8 at 95 %) trials to spare, and the number everybody knows at p = 1/2.
    spread = p * (1.0 - p)
    root = math.sqrt(spread**2 + 4.0 * half_width**2 * (0.25 - spread))
    return max(_whole(z * z * (spread + root) / (2.0 * half_width**2)), 1)


def trials_for_difference(
    delta: float, p: float, power: float = 0.8, level: float = 0.95, paired_correlation: float = 0.0
) -> int:
    """Trials of each of two variants that show a difference of rates with the wanted power.

    (z_level + z_power)^2 variance(B - A) / delta^2 with rates p and p + delta. Shared dice make the outcomes of the
    two variants alike, and the variance of their difference small; it cannot fall below |delta| (1 - |delta|), which is
    left where no trial turns against the trend.

    Args:
        delta: difference to be seen, as a share of 1, of either sign.
        p: rate of the first variant; p + delta must be a rate too.
        power: chance of seeing the difference if it is there.
        level: confidence level of the (two-sided) interval that shall exclude 0.
        paired_correlation: correlation of the two outcomes over trials with the same dice; 0 for independent dice.
            A pilot run gives it: `paired_difference(...).correlation`.

    Returns:
        Number of trials of each variant, 1 or more.

    Raises:
        SimlabError: delta 0, a rate or the power outside 0..1, a correlation outside -1..1.

    >>> trials_for_difference(0.02, 0.3)
    8391
    >>> trials_for_difference(0.02, 0.3, paired_correlation=0.9)
    841
    """
    if delta == 0.0:
        raise SimlabError("difference: 0; no number of trials shows a difference of nothing")
    _checked_rate("p", p)
    if not 0.0 <= p + delta <= 1.0:
        raise SimlabError(f"difference: {delta!r}; from a rate of {p:.4g} give one from {-p:.4g} to {1.0 - p:.4g}")
    if not 0.0 < power < 1.0:
        raise SimlabError(f"power: {power!r}; give a number between 0 and 1, such as 0.8")
    if not -1.0 <= paired_correlation <= 1.0:
        raise SimlabError(f"paired_correlation: {paired_correlation!r} lies outside -1..1")
    first, second = p * (1.0 - p), (p + delta) * (1.0 - p - delta)
    variance = first + second - 2.0 * paired_correlation * math.sqrt(first * second)
    variance = max(variance, abs(delta) * (1.0 - abs(delta)))
    reach = normal_quantile(level) + NormalDist().inv_cdf(power)
    return max(_whole(reach**2 * variance / delta**2), 1)


def _whole(trials: float) -> int:
    # Rounding up is meant for what is missing, not for the last bits of the arithmetic.
    return math.ceil(trials * (1.0 - 1e-12))


def _checked_rate(name: str, rate: float) -> None:
    if not 0.0 <= rate <= 1.0:
        raise SimlabError(f"{name}: {rate!r} is no rate; give a share of 1 between 0 and 1")
