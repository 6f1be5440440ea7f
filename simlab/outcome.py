"""Outcome spaces: named tables on one side, one flat vector on the other.

A kernel adds to an int64 vector, an exact law fills a float (or rational) vector of the same length. Everything that
people read is a *table* made from that vector by adding cells up, so counts and laws meet no other code on the way. The
kinds of table differ in what a share of them means:

* ``partition``: each trial adds one; shares of the trials sum to 1 (Wilson interval).
* ``given``: its own denominator, at most one a trial (Wilson interval on that denominator).
* ``rates``: each row is an event of its own, true or not in each trial.
* ``tally``: a partition by a number of events; its mean is worth reading.
* ``events``: pooled over several events a trial; the interval uses the effective sample size of the tally it names.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

KINDS = ("partition", "given", "rates", "tally", "events")
Row = tuple[Hashable, ...]


@dataclass(frozen=True)
class Counted:
    """A block of the flat vector: ``rows[i]`` says what cell i counts, one value for each of ``variables``."""

    name: str
    variables: tuple[str, ...]
    rows: tuple[Row, ...]

    def __post_init__(self) -> None:
        if len(set(self.rows)) != len(self.rows) or any(len(row) != len(self.variables) for row in self.rows):
            raise ValueError(f"counted table {self.name}: rows must be unique and name each of {self.variables}")


@dataclass(frozen=True)
class Table:
    """A table that people read, made from one counted block.

    source: name of the counted block; pick: row of the block -> rows of this table that it adds to (none, one, or for
    ``rates`` several); meaning: one sentence; per: for ``events`` the tally that says how many events a trial held.
    """

    name: str
    variables: tuple[str, ...]
    rows: tuple[Row, ...]
    kind: str
    source: str
    pick: Callable[[Row], Sequence[Row]]
    meaning: str = ""
    per: str = ""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"table {self.name}: kind {self.kind} is none of {KINDS}")


@dataclass(frozen=True)
class OutcomeSpace:
    """The counted blocks, in the order of the flat vector, and the tables read from them."""

    counted: tuple[Counted, ...]
    tables: tuple[Table, ...]
    _cache: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def size(self) -> int:
        """Length of the flat vector."""
        return sum(len(block.rows) for block in self.counted)

    def offset(self, name: str) -> int:
        """Place of the first cell of a counted block in the flat vector."""
        place = 0
        for block in self.counted:
            if block.name == name:
                return place
            place += len(block.rows)
        raise KeyError(name)

    def block(self, name: str) -> Counted:
        """The counted block of that name."""
        return next(block for block in self.counted if block.name == name)

    def table(self, name: str) -> Table:
        """The table of that name; KeyError names those there are."""
        for table in self.tables:
            if table.name == name:
                return table
        raise KeyError(f"no table {name}; there are {', '.join(table.name for table in self.tables)}")

    def links(self, name: str) -> list[tuple[int, int]]:
        """Pairs (cell of the flat vector, row of the table of that name)."""
        if name not in self._cache:
            table = self.table(name)
            start, place = self.offset(table.source), {row: i for i, row in enumerate(table.rows)}
            self._cache[name] = [
                (start + cell, place[target])
                for cell, row in enumerate(self.block(table.source).rows)
                for target in table.pick(row)
            ]
        return self._cache[name]

    def values(self, vector: Sequence[Any] | np.ndarray, name: str) -> list[Any]:
        """The rows of a table filled from a flat vector (counts, probabilities or fractions)."""
        table = self.table(name)
        filled: list[Any] = [0] * len(table.rows)
        for cell, row in self.links(name):
            filled[row] = filled[row] + vector[cell]
        return filled

    def worth(self, block: str, value: Callable[[Row], Any]) -> np.ndarray:
        """int64[size]: what a trial is worth that counts in a cell of a counted block; 0 in all other cells."""
        worth = np.zeros(self.size, np.int64)
        start, rows = self.offset(block), self.block(block).rows
        worth[start : start + len(rows)] = [value(row) for row in rows]
        return worth

    def vector_of(self, records: dict[str, Sequence[Row]], counted: bool = True) -> np.ndarray:
        """The int64 vector of records ``counted block -> rows seen``; for tests that count another way."""
        vector = np.zeros(self.size, np.int64)
        for name, rows in records.items():
            start, place = self.offset(name), {row: i for i, row in enumerate(self.block(name).rows)}
            for row in rows:
                vector[start + place[row]] += 1
        return vector


def whole(block: Counted, kind: str = "partition", meaning: str = "") -> Table:
    """The table that shows a counted block as it is."""
    return Table(block.name, block.variables, block.rows, kind, block.name, lambda row: (row,), meaning)


def marginal(
    block: Counted, name: str, variable: str, outcomes: Sequence[Hashable], kind: str = "partition", meaning: str = ""
) -> Table:
    """The table of one variable of a counted block."""
    place = block.variables.index(variable)
    rows = tuple((outcome,) for outcome in outcomes)
    return Table(name, (variable,), rows, kind, block.name, lambda row: ((row[place],),), meaning)
