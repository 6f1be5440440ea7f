"""Numbers asked of a law: mean, variance, quantile, chance to reach a threshold.

Mean, variance and quantile refuse a law whose mass is not one: what was cut off would bias them silently.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from simlab.errors import SimlabError
from simlab.exact.laws import Probability, is_one, is_rational, total

QUANTILE_TOLERANCE = 1e-12
"""Rounding allowed to a running sum of float probabilities before it counts as short of the level."""


def _need_mass_one(law: Mapping[Any, Probability], what: str) -> None:
    mass = total(law)
    if not is_one(mass):
        raise SimlabError(
            f"{what}: the probabilities add up to {float(mass):.6g}, not to 1: part of the law is missing"
        )


def mean(law: Mapping[Any, Probability]) -> Probability:
    """Mean of a law of numbers, in their own unit; a Fraction if outcomes and probabilities are rational.

    >>> mean({1: Fraction(1, 2), 4: Fraction(1, 2)})
    Fraction(5, 2)

    Raises SimlabError if the mass is not one.
    """
    _need_mass_one(law, "mean")
    return sum((outcome * p for outcome, p in law.items()), Fraction(0))


def variance(law: Mapping[Any, Probability]) -> Probability:
    """Variance of a law of numbers (unit squared), computed about the mean.

    >>> variance({0: Fraction(4, 5), 1: Fraction(1, 5)})
    Fraction(4, 25)

    Raises SimlabError if the mass is not one.
    """
    centre = mean(law)
    return sum(((outcome - centre) ** 2 * p for outcome, p in law.items()), Fraction(0))


def at_least(law: Mapping[Any, Probability], k: Any) -> Probability:
    """P(X >= k) for a law of outcomes that can be ordered.

    >>> at_least({1: Fraction(1, 2), 4: Fraction(1, 2)}, 2)
    Fraction(1, 2)
    """
    return total({outcome: p for outcome, p in law.items() if outcome >= k})


def quantile(law: Mapping[Any, Probability], level: Probability) -> Any:
    """Least outcome x with P(X <= x) >= level; the median at level 1/2.

    level: 0..1; a float level meets a rational law at its decimal value (0.9 is 9/10).

    >>> quantile({1: Fraction(1, 4), 2: Fraction(1, 2), 3: Fraction(1, 4)}, 0.75)
    2

    Raises SimlabError if the mass is not one or the level lies outside 0..1.
    """
    _need_mass_one(law, "quantile")
    if not 0 <= level <= 1:
        raise SimlabError(f"quantile: level {level!r} lies outside 0..1")
    if is_rational(law.values()):
        goal: Probability = level if isinstance(level, Fraction) else Fraction(str(level))
        reached: Probability = Fraction(0)
    else:
        goal, reached = float(level) - QUANTILE_TOLERANCE, 0.0
    possible = sorted(outcome for outcome, p in law.items() if p)
    for outcome in possible:
        reached += law[outcome]
        if reached >= goal:
            return outcome
    return possible[-1]
