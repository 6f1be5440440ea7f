"""Tables of the page: real ones, that sort and can be copied, with the same decimals down a column of rates."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from simlab.intervals.wording import rate_decimals

if TYPE_CHECKING:
    from simlab.report.studies import Study

EXACT_DECIMALS = 1
MOST_DECIMALS = 3
TALL_ROWS = 40


@dataclass(frozen=True)
class Cell:
    """One cell: what it shows, and the value it sorts by (a number or a text)."""

    text: str
    sort: float | str
    numeric: bool = False
    strong: bool = False
    code: bool = False


@dataclass
class Table:
    """A table with its caption. heads: column titles; rows: cells; note: a line below; wide: may need scrolling."""

    caption: str
    heads: Sequence[str]
    rows: list[list[Cell]] = field(default_factory=list)
    note: str = ""

    @property
    def tall(self) -> bool:
        """Is it so long that it gets a window of its own?"""
        return len(self.rows) > TALL_ROWS

    @property
    def numeric(self) -> list[bool]:
        """Is each column one of numbers, which stand at the right?"""
        return [bool(self.rows) and all(row[place].numeric for row in self.rows) for place in range(len(self.heads))]


def text_cell(value: object, strong: bool = False) -> Cell:
    """A cell of words."""
    return Cell(str(value), str(value).casefold(), strong=strong)


def code_cell(value: object) -> Cell:
    """A cell with something to type or compare letter by letter: a command, a file, a digest."""
    return Cell(str(value), str(value).casefold(), code=True)


def number_cell(value: float, decimals: int = 1, suffix: str = "") -> Cell:
    """A cell with a number; infinity is spelled out."""
    if math.isinf(value):
        return Cell("no loss", math.inf, True)
    if math.isnan(value):
        return Cell("–", -math.inf, True)
    return Cell(f"{value:,.{decimals}f}{suffix}", value, True)


def axis_cell(study: Study, axis: str, label: str) -> Cell:
    """A cell with a label of an axis: a number where the axis is one of numbers, else its short name."""
    numbers = next(a.numbers for a in study.axes if a.name == axis)
    return Cell(label, numbers[label], True) if label in numbers else text_cell(study.name(axis, label, short=True))


def rate_cells(rates: Iterable[tuple[float, float, float]]) -> list[tuple[Cell, Cell]]:
    """(rate, interval) of the rows of one table, all with the same decimals.

    Exact rates show one decimal of a percentage; rolled ones as many as the best known row supports.
    """
    rows = list(rates)
    decimals = rate_places(rows)
    return [(_rate(p, decimals), _interval(lo, hi, decimals)) for p, lo, hi in rows]


def rate_places(rows: Sequence[tuple[float, float, float]]) -> int:
    """Decimals of the percentages of a table with these rates and intervals."""
    rolled = [rate_decimals(lo, hi) for _, lo, hi in rows if lo != hi]
    return min(MOST_DECIMALS, max(rolled)) if rolled else EXACT_DECIMALS


def rate_cell(p: float, decimals: int = EXACT_DECIMALS) -> Cell:
    """A cell with a share as a percentage."""
    return _rate(p, decimals)


def _rate(p: float, decimals: int) -> Cell:
    return Cell("–", -1.0, True) if math.isnan(p) else Cell(f"{100.0 * p + 0.0:.{decimals}f} %", p, True)


def _interval(lo: float, hi: float, decimals: int) -> Cell:
    if lo == hi:
        return Cell("exact", 0.0, True)
    return Cell(f"{100.0 * lo + 0.0:.{decimals}f} to {100.0 * hi + 0.0:.{decimals}f} %", hi - lo, True)


def points_cell(change: float, decimals: int = EXACT_DECIMALS) -> Cell:
    """A difference of two shares in percentage points, with its sign."""
    shown = f"{100.0 * change:+.{decimals}f}"
    return Cell(("0." + "0" * decimals if float(shown) == 0 else shown) + " points", change, True)
