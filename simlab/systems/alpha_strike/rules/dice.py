"""The law of 2d6 and target numbers (section 2)."""

from __future__ import annotations

from fractions import Fraction

from simlab.dice import face, rest
from simlab.jit import rule

WAYS = (0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)  # of each total of 2d6, by the total
OUTCOMES = 36
LOWEST, HIGHEST = 2, 12
SIDES = 6


@rule
def two_dice(hand):
    """Total of two d6 read from a hand, one after the other (AS-2.1).

    >>> two_dice(0), two_dice((1 << 32) - 1)
    (2, 12)
    """
    return face(hand, SIDES) + face(rest(hand, SIDES), SIDES)


@rule
def after_two_dice(hand):
    """What is left of a hand after two d6 were read from it."""
    return rest(rest(hand, SIDES), SIDES)


def ways_at_least(target: int) -> int:
    """Of the 36 ways of 2d6, those that reach a target number; all from 2 down, none from 13 up (AS-2.1).

    >>> [ways_at_least(tn) for tn in (2, 6, 12, 13)]
    [36, 26, 1, 0]
    """
    return sum(WAYS[max(target, 0) :])


def chance(target: int) -> Fraction:
    """P(2d6 >= target) (AS-2.1; also of Control Rolls, AS-2.2).

    >>> chance(6), chance(10)
    (Fraction(13, 18), Fraction(1, 6))
    """
    return Fraction(ways_at_least(target), OUTCOMES)


def total_law() -> dict[int, Fraction]:
    """Law of the total of 2d6."""
    return {total: Fraction(WAYS[total], OUTCOMES) for total in range(LOWEST, HIGHEST + 1)}


def target_numbers() -> dict[int, Fraction]:
    """The table of AS-2.1: target number -> chance, from 2 (always) to 13 (never).

    >>> target_numbers()[8]
    Fraction(5, 12)
    """
    return {target: chance(target) for target in range(LOWEST, HIGHEST + 2)}


def flak_graze(target: int, margin: int) -> Fraction:
    """P(the roll misses by 1 to ``margin``): flak then deals its FLK value (AS-13.6, ruling flak_margin).

    >>> flak_graze(8, 2)
    Fraction(11, 36)
    """
    return chance(target - margin) - chance(target)
