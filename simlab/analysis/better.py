"""P(A better than B): a number of the game under both, its means, and in how many games each does better."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from simlab import display
from simlab.analysis.paired import CHUNK, is_exact, same_inputs
from simlab.errors import RunError, nearest
from simlab.execute import Prepared, weighed_trials
from simlab.intervals import paired_difference, wilson

if TYPE_CHECKING:
    import pandas as pd

Estimate = tuple[float, float, float]


class Better(NamedTuple):
    """One number of the game under A and under B.

    name: of the number; mean_a, mean_b, difference (B - A), lo, hi; a_more, b_more, alike: (share of games, lo, hi) in
    which the number is larger under A, under B, or the same; same_dice: those games rolled the same dice; else they
    are separate games, by the exact laws; variance_ratio, n, method: as in `Difference`.
    """

    name: str
    mean_a: float
    mean_b: float
    difference: float
    lo: float
    hi: float
    a_more: Estimate
    b_more: Estimate
    alike: Estimate
    same_dice: bool
    variance_ratio: float
    n: int | None
    method: str

    @property
    def sentence(self) -> str:
        """Who has more of it, in words."""
        games = "On the same dice" if self.same_dice else "In two separate games"
        shares = [_told(share) for share in (self.b_more, self.a_more, self.alike)]
        return f"{games} B has more of {self.name} in {shares[0]}, A in {shares[1]}, both as much in {shares[2]}."

    def __repr__(self) -> str:
        """The answer in one line."""
        return display.one_line(self, self.sentence)

    def _repr_html_(self) -> str:
        """Rich display in a notebook: both means, and who has more how often."""
        change = f"{self.difference:+.4g}" + ("" if self.lo == self.hi else f" ({self.lo:+.4g} to {self.hi:+.4g})")
        rows = [["mean under A", f"{self.mean_a:.4g}"], ["mean under B", f"{self.mean_b:.4g}"], ["B - A", change]]
        return display.page(self.name, display.line(self.sentence), display.table(["", ""], rows))

    def row(self) -> dict[str, Any]:
        """One row of a frame: shares without their ends."""
        flat = {name: value for name, value in self._asdict().items() if name not in ("a_more", "b_more", "alike")}
        return {**flat, "a_more": self.a_more[0], "b_more": self.b_more[0], "alike": self.alike[0]}


def _told(share: Estimate) -> str:
    p, lo, hi = (100.0 * end for end in share)
    return f"{p:.2f} %" if lo == hi else f"{p:.2f} % ({lo:.2f} to {hi:.2f})"


def worth_of_outcome(prepared: Prepared, table: str, row: tuple) -> np.ndarray:
    """int64[cells]: 1 for a trial that comes to this row; 0 everywhere where it has no such row."""
    rows = prepared.space.table(table).rows
    worth = np.zeros(prepared.space.size, np.int64)
    for cell, place in prepared.space.links(table):
        worth[cell] += rows[place] == row
    return worth


def worth_of_tally(prepared: Prepared, table: str) -> np.ndarray:
    """int64[cells]: the number that a tally counts. RunError for a table that is none."""
    tallies = [found.name for found in prepared.space.tables if found.kind == "tally"]
    if table not in tallies:
        raise RunError(f'number "{table}": no tally of {prepared.kind.name}; nearest: {nearest(table, tallies)}')
    rows = prepared.space.table(table).rows
    worth = np.zeros(prepared.space.size, np.int64)
    for cell, place in prepared.space.links(table):
        worth[cell] += int(float(str(rows[place][0])))
    return worth


def better(
    a: Prepared, b: Prepared, name: str, worth_a: np.ndarray, worth_b: np.ndarray, *, trials: int, seed: int = 0,
    level: float = 0.95, method: str = "auto",
) -> Better:  # fmt: skip
    """Compare one number of the game: by both exact laws, else trial by trial on the same dice.

    Args:
        a: what A plays.
        b: what B plays.
        name: of the number.
        worth_a: int64[cells], what a trial of A that counts in a cell adds to it; of one block, each trial one cell.
        worth_b: the same for B.
        trials: played under each, where there is no quick law.
        seed: any integer.
        level: confidence level.
        method: auto, exact or sample.
    """
    if is_exact(a, method) and is_exact(b, method):
        return _by_laws(a, b, name, worth_a, worth_b)
    joint: dict[tuple[int, int], int] = {}
    same = same_inputs(a, b)
    for first in range(0, trials, CHUNK):
        last = min(first + CHUNK, trials)
        one = weighed_trials(a, worth_a, seed, first, last)
        other = one if same else weighed_trials(b, worth_b, seed, first, last)
        pairs, counts = np.unique(np.stack([one, other]), axis=1, return_counts=True)
        for (x, y), count in zip(pairs.T.tolist(), counts.tolist(), strict=True):
            joint[x, y] = joint.get((x, y), 0) + count
    values_a, values_b = sorted({x for x, _ in joint}), sorted({y for _, y in joint})
    table = np.array([[joint.get((x, y), 0) for y in values_b] for x in values_a])
    found = paired_difference(table, values_a, values_b, level)
    shares = []
    for count in (
        sum(n for (x, y), n in joint.items() if x > y), sum(n for (x, y), n in joint.items() if x < y),
        sum(n for (x, y), n in joint.items() if x == y),
    ):  # fmt: skip
        lo, hi = wilson(count, trials, level)
        shares.append((count / trials, float(lo), float(hi)))
    lo, hi = (0.0, 0.0) if same else (found.lo, found.hi)
    means = found.mean_a, found.mean_b, found.difference
    way = "same inputs" if same else found.method
    first_more, second_more, both = shares
    ends = lo, hi
    return Better(name, *means, *ends, first_more, second_more, both, True, found.variance_ratio, trials, way)


def _by_laws(a: Prepared, b: Prepared, name: str, worth_a: np.ndarray, worth_b: np.ndarray) -> Better:
    (values_a, law_a), (values_b, law_b) = (_law(*pair) for pair in ((a, worth_a), (b, worth_b)))
    mean_a, mean_b = float(values_a @ law_a), float(values_b @ law_b)
    joint = np.outer(law_a, law_b)
    more = [float(joint[np.sign(np.subtract.outer(values_a, values_b)) == sign].sum()) for sign in (1, -1, 0)]
    shares = [(p, p, p) for p in more]
    change = mean_b - mean_a
    first, second, both = shares
    return Better(name, mean_a, mean_b, change, change, change, first, second, both, False, math.nan, None, "exact")


def _law(prepared: Prepared, worth: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(numbers, chances): the rest of all trials, which count in no cell that is worth anything, has the number 0."""
    assert prepared.kind.exact is not None
    chances = np.asarray(prepared.kind.exact(prepared.packed), float)
    held = worth != 0
    values, place = np.unique(worth[held], return_inverse=True)
    law = np.bincount(place, weights=chances[held], minlength=values.size) if values.size else np.zeros(0)
    return np.r_[values, 0], np.r_[law, max(1.0 - law.sum(), 0.0)]


def all_tallies(
    a: Prepared, b: Prepared, *, trials: int, seed: int = 0, level: float = 0.95, method: str = "auto"
) -> pd.DataFrame:
    """A row for each tally that both have: the means, their difference, and who has more in how many games."""
    import pandas as pd

    shared = {table.name for table in b.space.tables if table.kind == "tally"}
    names = [table.name for table in a.space.tables if table.kind == "tally" and table.name in shared]
    how: dict[str, Any] = {"trials": trials, "seed": seed, "level": level, "method": method}
    rows = [better(a, b, n, worth_of_tally(a, n), worth_of_tally(b, n), **how).row() for n in names]
    return pd.DataFrame(rows)
