"""Odds and the Combat Results Table (B5, B6). Strengths are counted in halves, so that all odds are exact.

The table itself is data (crt.csv): ``crt[column][die]`` is the result of a die in a column.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from simlab.jit import rule

NONE, ODDS_1_2, ODDS_1_1, ODDS_2_1, ODDS_3_1, ODDS_4_1, AUTOMATIC = range(7)  # columns of B5
COLUMNS = ("below_1_2", "odds_1_2", "odds_1_1", "odds_2_1", "odds_3_1", "odds_4_1", "odds_5_1")
NE, D, X = 0, 1, 2  # results of B6
RESULTS = ("NE", "D", "X")
FACES = range(1, 7)


@rule
def odds_column(halves, defence):
    """The column of B5 for a strength of ``halves``/2 (whole, 0 and up) against a defence (whole, 0 and up).

    The ratio is brought down to the next printed column, in the defender's favour; 5-1 and any strength at all
    against a defence of 0 are automatic.

    >>> odds_column(6, 4), odds_column(16, 3), odds_column(3, 3), odds_column(2, 3), odds_column(1, 0)
    (1, 3, 1, 0, 6)
    """
    if halves <= 0:
        return NONE
    if defence == 0 or halves >= 10 * defence:
        return AUTOMATIC
    if halves >= 2 * defence:
        return ODDS_1_2 + halves // (2 * defence)
    return ODDS_1_2 if halves >= defence else NONE


def strength_for(column: int, defence: int) -> Fraction:
    """The least strength that reaches a column (`ODDS_1_2` and up) against a defence.

    >>> strength_for(AUTOMATIC, 3), strength_for(ODDS_1_2, 3)
    (Fraction(15, 1), Fraction(3, 2))
    """
    if defence == 0:
        return Fraction(1, 2)
    return Fraction(defence, 2) if column == ODDS_1_2 else Fraction(defence * (column - ODDS_1_2))


def faces_of(crt: Sequence[Sequence[int]], column: int) -> tuple[int, ...]:
    """Results of the faces 1..6 in a column; the first and the last column need no die (B5, B6)."""
    return tuple(int(crt[column][die]) for die in FACES)


def result_law(crt: Sequence[Sequence[int]], column: int) -> tuple[Fraction, Fraction, Fraction]:
    """P(NE), P(D), P(X) of an attack in a column (B6)."""
    faces = faces_of(crt, column)
    ne, d, x = (Fraction(faces.count(result), len(faces)) for result in (NE, D, X))
    return ne, d, x
