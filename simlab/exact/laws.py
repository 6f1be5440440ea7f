"""Making and combining laws (dicts outcome -> probability).

Rational laws are computed in whole numbers over one common denominator: adding Fractions one by one would
look for a common divisor at every step.
"""

import math
import operator
from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from typing import Any, SupportsIndex, TypeAlias, TypeVar, cast

from simlab.errors import SimlabError

Probability: TypeAlias = Fraction | float
"""A probability or a weight: Fraction (exact) or float; an int counts as exact."""

Law: TypeAlias = dict[Any, Probability]
"""Outcome -> probability."""

Outcome = TypeVar("Outcome", bound=Hashable)
NewOutcome = TypeVar("NewOutcome", bound=Hashable)
Weights: TypeAlias = dict[Any, Any]

MASS_TOLERANCE = 1e-9
"""How far float probabilities may add up from one."""

MAX_OUTCOMES = 10_000_000
"""A law with more outcomes than this would fill the memory before it could be looked at."""


def is_rational(values: Iterable[Probability]) -> bool:
    """Whether all values are Fractions or ints, so that the answer can be exact."""
    return all(isinstance(value, (int, Fraction)) for value in values)


def integer_weights(law: Mapping[Any, Probability]) -> tuple[Weights, int]:
    """Rational law -> (outcome -> whole number, common denominator)."""
    denominator = math.lcm(*(cast(Fraction, p).denominator for p in law.values()))
    return {outcome: int(p * denominator) for outcome, p in law.items()}, denominator


def law_of(weights: Weights, denominator: int | None) -> Law:
    """Law of the given weights, zeros left out; Fractions over the denominator, floats if it is None."""
    if denominator is None:
        return {outcome: float(weight) for outcome, weight in weights.items() if weight}
    return {outcome: Fraction(weight, denominator) for outcome, weight in weights.items() if weight}


def is_one(mass: Probability) -> bool:
    """Whether a mass is one: exactly for rationals, within `MASS_TOLERANCE` for floats."""
    return mass == 1 if is_rational([mass]) else abs(float(mass) - 1) <= MASS_TOLERANCE


def whole(number: SupportsIndex, least: int, what: str) -> int:
    """The number as an int if it is whole and at least `least`; otherwise a SimlabError that names `what`."""
    try:
        value = operator.index(number)
    except TypeError:
        value = least - 1
    if value >= least:
        return value
    raise SimlabError(f"{what}: {number!r} is no whole number from {least} up")


def die(sides: int) -> dict[int, Probability]:
    """Law of one fair die with faces 1..sides, in Fractions.

    >>> die(4)[1]
    Fraction(1, 4)

    Raises SimlabError if sides is not a whole number from 1 up.
    """
    sides = whole(sides, 1, "die, sides")
    return {face: Fraction(1, sides) for face in range(1, sides + 1)}


def total(law: Mapping[Any, Probability]) -> Probability:
    """Sum of the probabilities: 1 for a law, less for what is left of one. Floats are added without rounding loss."""
    if is_rational(law.values()):
        return sum(law.values(), Fraction(0))
    return math.fsum(law.values())


def normalise(law: Mapping[Outcome, Probability]) -> dict[Outcome, Probability]:
    """The law with all probabilities divided by their sum.

    >>> normalise({"hit": 1, "miss": 3})
    {'hit': Fraction(1, 4), 'miss': Fraction(3, 4)}

    Raises SimlabError if the sum is zero.
    """
    mass = total(law)
    if mass == 0:
        raise SimlabError("normalise: the probabilities add up to zero, so there is nothing to share out")
    return {outcome: Fraction(p) / mass if isinstance(p, int) else p / mass for outcome, p in law.items() if p}


def condition(law: Mapping[Outcome, Probability], predicate: Callable[[Outcome], object]) -> dict[Outcome, Probability]:
    """Law given that the predicate holds of the outcome.

    >>> condition(die(6), lambda face: face >= 5)
    {5: Fraction(1, 2), 6: Fraction(1, 2)}

    Raises SimlabError if the predicate holds of no possible outcome.
    """
    kept = {outcome: p for outcome, p in law.items() if p and predicate(outcome)}
    if not kept:
        raise SimlabError("condition: the condition holds of no possible outcome")
    return normalise(kept)


def map_law(
    law: Mapping[Outcome, Probability], function: Callable[[Outcome], NewOutcome]
) -> dict[NewOutcome, Probability]:
    """Law of function(outcome); outcomes that become equal are added.

    >>> map_law(die(10), lambda face: "abort" if face >= 9 else "goes on")
    {'goes on': Fraction(4, 5), 'abort': Fraction(1, 5)}
    """
    rational = is_rational(law.values())
    weights, denominator = integer_weights(law) if rational else (dict(law), None)
    moved: Weights = {}
    for outcome, weight in weights.items():
        if weight:
            image = function(outcome)
            moved[image] = moved.get(image, 0) + weight
    return law_of(moved, denominator)


def mixture(parts: Iterable[tuple[Probability, Mapping[Any, Probability]]]) -> Law:
    """Law of an outcome drawn from one of several laws: (weight, law) pairs, the weights adding up to one.

    What depends on an earlier outcome is a mixture over it:

    >>> hits = {"seen": {0: Fraction(3, 5), 1: Fraction(2, 5)}, "hidden": {0: Fraction(1)}}
    >>> mixture((p, hits[place]) for place, p in {"seen": Fraction(1, 4), "hidden": Fraction(3, 4)}.items())
    {0: Fraction(9, 10), 1: Fraction(1, 10)}

    Raises SimlabError if the weights do not add up to one (`normalise` helps).
    """
    parts = list(parts)
    mass = total(dict(enumerate(weight for weight, _ in parts)))
    if not is_one(mass):
        raise SimlabError(f"mixture: the weights add up to {mass}, not to 1")
    return blend(parts)


def blend(parts: Iterable[tuple[Probability, Mapping[Any, Probability]]]) -> Law:
    """`mixture` of weights that need not add up to one."""
    parts = [(weight, law) for weight, law in parts if weight]
    blended: Weights = {}
    if not all(is_rational([weight]) and is_rational(law.values()) for weight, law in parts):
        for share, law in parts:
            weight = float(share)
            for outcome, p in law.items():
                blended[outcome] = blended.get(outcome, 0.0) + weight * float(p)
        return law_of(blended, None)
    scaled = [(cast(Fraction, weight), *integer_weights(law)) for weight, law in parts]
    denominator = math.lcm(*(exact_weight.denominator * scale for exact_weight, _, scale in scaled))
    for exact_weight, weights, scale in scaled:
        factor = int(exact_weight * denominator) // scale
        for outcome, count in weights.items():
            blended[outcome] = blended.get(outcome, 0) + factor * count
    return law_of(blended, denominator)
