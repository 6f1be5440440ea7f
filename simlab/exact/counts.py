"""How many of n independent shots hit: binomial and Poisson-binomial laws."""

import math
from collections.abc import Sequence
from fractions import Fraction

from simlab.errors import SimlabError
from simlab.exact.laws import MAX_OUTCOMES, Probability, is_rational, law_of, total, whole
from simlab.exact.sums import sum_laws

MAX_RATIONAL_SHOTS = 5_000
"""Beyond this many shots the numerators grow to tens of thousands of digits each; floats lose nothing one can see."""


def _probability(p: Probability, what: str) -> Probability:
    if not 0 <= p <= 1:
        raise SimlabError(f"{what}: probability {p!r} lies outside 0..1")
    return p


def binomial_law(n: int, p: Probability) -> dict[int, Probability]:
    """Law of the number of hits in n independent shots that each hit with probability p.

    >>> binomial_law(2, Fraction(1, 5))
    {0: Fraction(16, 25), 1: Fraction(8, 25), 2: Fraction(1, 25)}

    Raises SimlabError if n is no whole number from 0 up, p lies outside 0..1, or n is too great (5,000 for a
    rational p, 10,000,000 for a float).
    """
    n, p = whole(n, 0, "binomial_law, n"), _probability(p, "binomial_law")
    most = MAX_RATIONAL_SHOTS if is_rational([p]) else MAX_OUTCOMES
    if n > most:
        way_out = "; give p as a float" if n <= MAX_OUTCOMES else ""
        raise SimlabError(f"binomial_law: n = {n:,} is more than {most:,}{way_out}")
    if is_rational([p]):
        chance = Fraction(p)
        hit, miss = chance.numerator, chance.denominator - chance.numerator
        return law_of({k: math.comb(n, k) * hit**k * miss ** (n - k) for k in range(n + 1)}, chance.denominator**n)
    return _binomial_floats(n, float(p))


def _binomial_floats(n: int, p: float) -> dict[int, Probability]:
    """Neighbouring probabilities by their ratio, outwards from the mode: no term can overflow."""
    if p in (0.0, 1.0):
        return {n if p else 0: 1.0}
    odds, mode = p / (1 - p), min(n, int((n + 1) * p))
    weights = {mode: 1.0}
    for k in range(mode + 1, n + 1):
        weights[k] = weights[k - 1] * odds * (n - k + 1) / k
    for k in range(mode - 1, -1, -1):
        weights[k] = weights[k + 1] / odds * (k + 1) / (n - k)
    mass = math.fsum(weights.values())
    return {k: weights[k] / mass for k in sorted(weights) if weights[k]}


def at_least_k(p: Probability, n: int, k: int) -> Probability:
    """Chance that at least k of n independent shots hit, each with probability p.

    >>> at_least_k(Fraction(1, 5), 3, 1)
    Fraction(61, 125)

    Raises SimlabError as `binomial_law` does.
    """
    return total({hits: share for hits, share in binomial_law(n, p).items() if hits >= k})


def poisson_binomial(chances: Sequence[Probability]) -> dict[int, Probability]:
    """Law of the number of hits among independent shots, shot i hitting with probability chances[i].

    >>> poisson_binomial([Fraction(1, 2), Fraction(1, 3)])
    {0: Fraction(1, 3), 1: Fraction(1, 2), 2: Fraction(1, 6)}

    Raises SimlabError if a probability lies outside 0..1.
    """
    return sum_laws(*({0: 1 - _probability(p, "poisson_binomial"), 1: p} for p in chances))
