"""Laws of the sum, the greatest and the least of independent outcomes."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any, cast

from simlab.errors import SimlabError
from simlab.exact import dense
from simlab.exact.laws import MAX_OUTCOMES, Law, Probability, Weights, integer_weights, is_rational, law_of, whole


def add_weights(left: Weights, right: Weights) -> Weights:
    """Weights of the sum of two independent outcomes (product of the masses)."""
    summed: Weights = {}
    for a, weight_a in left.items():
        for b, weight_b in right.items():
            key = a + b
            summed[key] = summed.get(key, 0) + weight_a * weight_b
    return summed


def sum_laws(*laws: Mapping[Any, Probability]) -> Law:
    """Law of the sum of independent outcomes, one from each law; outcomes are added with ``+``.

    >>> from simlab.exact import die
    >>> sum_laws(die(6), die(6))[7]
    Fraction(1, 6)

    The sum of no laws is certainly 0.
    """
    if not laws:
        return {0: Fraction(1)}
    if all(is_rational(law.values()) for law in laws):
        weights, denominator = integer_weights(laws[0])
        for law in laws[1:]:
            more, scale = integer_weights(law)
            weights, denominator = add_weights(weights, more), denominator * scale
        return law_of(weights, denominator)
    weights = {outcome: float(p) for outcome, p in laws[0].items()}
    for law in laws[1:]:
        weights = add_weights(weights, {outcome: float(p) for outcome, p in law.items()})
    return law_of(weights, None)


def n_fold_sum(law: Mapping[Any, Probability], n: int) -> Law:
    """Law of the sum of n independent outcomes of one law, by squaring.

    >>> from simlab.exact import die
    >>> n_fold_sum(die(6), 3)[18]
    Fraction(1, 216)

    No outcomes add up to a certain 0. Whole-number outcomes in floats go through `dense.convolve_power`.
    Raises SimlabError if n is not a whole number from 0 up, or if the sum would take more than `MAX_OUTCOMES` values.
    """
    n = whole(n, 0, "n_fold_sum, n")
    if n == 0 or not law:
        return {0: Fraction(1)} if n == 0 else {}
    whole_numbers = all(isinstance(outcome, int) for outcome in law)
    if whole_numbers and len(law) > 1 and n * (max(law) - min(law)) >= MAX_OUTCOMES:
        raise SimlabError(f"n_fold_sum: {n} terms would give more than {MAX_OUTCOMES:,} outcomes")
    rational = is_rational(law.values())
    if whole_numbers and not rational and max(law) - min(law) < 16 * len(law):  # denser than that: arrays pay
        least = min(law)
        return cast(Law, dense.from_array(dense.convolve_power(dense.to_array(law, first=least), n), first=n * least))
    weights, scale = integer_weights(law) if rational else ({outcome: float(p) for outcome, p in law.items()}, 1)
    power, result = weights, None
    for bit in reversed(range(n.bit_length())):
        if result is not None:
            result = add_weights(result, result)
        if n >> bit & 1:
            result = power if result is None else add_weights(result, power)
    return law_of(cast(Weights, result), scale**n if rational else None)


def best_of(law: Mapping[Any, Probability], n: int) -> Law:
    """Law of the greatest of n independent outcomes of one law.

    >>> from simlab.exact import die
    >>> best_of(die(6), 2)[6]
    Fraction(11, 36)

    Raises SimlabError if n is not a whole number from 1 up.
    """
    return _extreme(law, whole(n, 1, "best_of, n"), sorted(law))


def worst_of(law: Mapping[Any, Probability], n: int) -> Law:
    """Law of the least of n independent outcomes of one law.

    >>> from simlab.exact import die
    >>> worst_of(die(6), 2)[6]
    Fraction(1, 36)

    Raises SimlabError if n is not a whole number from 1 up.
    """
    return _extreme(law, whole(n, 1, "worst_of, n"), sorted(law, reverse=True))


def _extreme(law: Mapping[Any, Probability], n: int, ranked: list[Any]) -> Law:
    """Law of that of n independent outcomes which stands last in `ranked`."""
    rational = is_rational(law.values())
    weights, denominator = integer_weights(law) if rational else (dict(law), 1)
    reached = [weights[ranked[0]] * 0] if ranked else []
    for outcome in ranked:
        reached.append(reached[-1] + weights[outcome])
    steps = {outcome: high**n - low**n for outcome, (low, high) in zip(ranked, pairwise(reached), strict=True)}
    return law_of(steps, denominator**n if rational else None)
