"""What is measured of a battle: a chance, a mean, or the difference of two of them, as a weight for every cell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from simlab.errors import RunError, nearest
from simlab.result import label

if TYPE_CHECKING:
    import numpy as np

    from simlab.execute import Prepared
    from simlab.outcome import OutcomeSpace

MINUS = " - "


@dataclass(frozen=True)
class Term:
    """One chance (``table:outcome``) or mean (outcome empty: the mean of a tally), added or taken away."""

    table: str
    outcome: str
    sign: int = 1


@dataclass(frozen=True)
class Measure:
    """A number for every trial, whose mean is the metric.

    ``winner:defender`` is a chance, ``points`` the mean of a tally, ``points_lost_red - points_lost_blue`` a
    difference. is_rate: every trial counts 0 or 1; single: every trial adds to one weighted cell.
    """

    name: str
    terms: tuple[Term, ...]

    @property
    def is_rate(self) -> bool:
        """True for a single chance."""
        return len(self.terms) == 1 and bool(self.terms[0].outcome) and self.terms[0].sign > 0

    @property
    def single(self) -> bool:
        """True where sums over counts give the variance too."""
        return len(self.terms) == 1

    def weights(self, space: OutcomeSpace) -> np.ndarray:
        """What a trial is worth that adds to a cell: int64[cells]. A table or outcome that cannot happen is worth 0."""
        import numpy as np

        worth = np.zeros(space.size, np.int64)
        there = {table.name for table in space.tables}
        for term in self.terms:
            if term.table not in there:
                continue
            rows = space.table(term.table).rows
            for cell, row in space.links(term.table):
                worth[cell] += term.sign * _value(rows[row], term.outcome)
        return worth


def _value(row: tuple, outcome: str) -> int:
    if outcome:
        return int(label(row) == outcome)
    return int(row[0])


def measure_of(prepared: Prepared, metric: str | None) -> Measure:
    """A metric by its name: ``table:outcome``, ``tally``, or two of them with " - " between; None: the headline.

    Raises:
        RunError: no such table or outcome, a mean of what is no number, a table with a denominator of its own.
    """
    if metric is None:
        table, row = prepared.kind.headline
        return Measure(f"{table}:{label(row)}", (Term(table, label(row)),))
    first, minus, second = metric.partition(MINUS)
    terms = [_term(prepared, first.strip(), 1)]
    if minus:
        terms.append(_term(prepared, second.strip(), -1))
    return Measure(metric.strip(), tuple(terms))


def _term(prepared: Prepared, text: str, sign: int) -> Term:
    names = [table.name for table in prepared.space.tables]
    name = max((name for name in names if text == name or text.startswith(f"{name}:")), key=len, default="")
    if not name:
        wrong = text.partition(":")[0]
        raise RunError(f'metric "{text}": no table "{wrong}"; nearest: {nearest(wrong, names)}')
    table, outcome = prepared.space.table(name), text[len(name) + 1 :].strip()
    if table.kind in ("given", "events"):
        raise RunError(f'metric "{text}": {name} has its own denominator; take a chance of all trials, or a tally')
    if outcome:
        labels = [label(row) for row in table.rows]
        if outcome not in labels:
            raise RunError(f'metric "{text}": no outcome "{outcome}" in {name}; nearest: {nearest(outcome, labels)}')
        return Term(name, outcome, sign)
    if table.kind != "tally" or any(len(row) != 1 or not isinstance(row[0], int) for row in table.rows):
        labels = [f"{name}:{label(row)}" for row in table.rows]
        raise RunError(f'metric "{text}": {name} counts no numbers; write table:outcome, such as {nearest("", labels)}')
    return Term(name, "", sign)
