"""Matches of a tournament: each on dice of its own, and more of them where the order is still undecided.

Every pairing, seat and round of play has its own seed, made from the seed of the tournament, so matches are independent
(their errors add up as an average's do) and equal seeds give equal counts. Trials beyond the first go to pairings whose
interval does not yet say which side is better, doubling at each look; looks share the error of the level between them.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from simlab.intervals import wilson

if TYPE_CHECKING:
    from simlab.execute import Prepared

FIRST_TRIALS = 2_000  # of each match, where a budget is given
TIE = 0.005  # a match known to half a percentage point is even enough
FEWEST = 100  # trials that are worth a look
Play = Callable[[int, int, int, int], float]  # row, column, trials, seed -> trials that the row side won


def seed_of(seed: int, row: int, column: int, look: int) -> int:
    """A seed for one stretch of one match.

    >>> seed_of(0, 1, 2, 0) == seed_of(0, 1, 2, 0), seed_of(0, 1, 2, 0) == seed_of(0, 2, 1, 0)
    (True, False)
    """
    return int.from_bytes(hashlib.sha256(f"{seed} {row} {column} {look}".encode()).digest()[:7])


def most_looks(first: int, budget: int) -> int:
    """How many looks a match can have when its trials double at each."""
    return 1 + max(math.ceil(math.log2(max(budget, first) / first)), 0) + 1


def play_on(
    wins: np.ndarray, n: np.ndarray, play: Play, *, mirrored: bool, first: int, budget: int, seed: int, level: float,
    tie: float = TIE, progress: Callable[[int, int], None] | None = None,
) -> float:  # fmt: skip
    """Add trials where the order is undecided, until none is or the budget is spent; returns the level of each look.

    wins: float64[rows, columns], trials won so far, added to; n: int64[rows, columns], their trials, 0 where it is
    exact or nobody plays; play: plays more of them; mirrored: the order is who beats whom, and both seats of a pairing
    are played alike; else it is the order of the rows' means; first: trials that each had at the start; budget: trials
    in all.
    """
    look_level = 1.0 - (1.0 - level) / most_looks(first, budget)
    for look in range(1, most_looks(first, budget)):
        places = undecided(wins, n, mirrored, look_level, tie)
        left = budget - int(n.sum())
        if not places or left < FEWEST * len(places):
            break
        wanted = {place: int(n[place]) for place in places}
        whole = sum(wanted.values())
        if whole > left:
            wanted = {place: max(trials * left // whole, 1) for place, trials in wanted.items()}
        for row, column in places:
            wins[row, column] += play(row, column, wanted[row, column], seed_of(seed, row, column, look))
            n[row, column] += wanted[row, column]
            if progress is not None:
                progress(min(int(n.sum()), budget), budget)
    return look_level


def undecided(wins: np.ndarray, n: np.ndarray, mirrored: bool, level: float, tie: float = TIE) -> list[tuple[int, int]]:
    """Matches whose side is not clear at this level, and that are not yet known to be as good as even."""
    if mirrored:
        both = n + n.T
        lo, hi = wilson(wins + n.T - wins.T, both, level)
        open_ = (both > 0) & (lo <= 0.5) & (hi >= 0.5) & (hi - lo > 2.0 * tie)
    else:
        lo, hi = wilson(wins, n, level)
        open_ = (n > 0) & (hi - lo > 2.0 * tie) & _near_in_order(wins, n, lo, hi)[:, None]
    return [(int(row), int(column)) for row, column in np.argwhere(open_ & (n > 0))]


def _near_in_order(wins: np.ndarray, n: np.ndarray, lo: np.ndarray, hi: np.ndarray) -> np.ndarray:
    """bool[rows]: is the mean of the row too near to that of its neighbour in the order to tell them apart?"""
    p = np.where(n > 0, wins / np.maximum(n, 1), wins)
    below, above = np.where(n > 0, p - lo, 0.0), np.where(n > 0, hi - p, 0.0)
    mean, many = p.mean(axis=1), p.shape[1]
    down, up = (np.sqrt((part**2).sum(axis=1)) / many for part in (below, above))
    near = np.zeros(len(mean), bool)
    order = np.argsort(-mean, kind="stable")
    for better, worse in pairwise(order.tolist()):
        if mean[better] - mean[worse] <= math.hypot(down[better], up[worse]):
            near[[better, worse]] = True
    return near


def play_all(
    prepared: Sequence[Sequence[Prepared | None]], metric: str | None, *, method: str, trials: int | None, seed: int,
    threads: int | None, mirrored: bool, budget: int | None, level: float,
    progress: Callable[[int, int], None] | None, note: Callable[[str], None] | None,
) -> tuple[np.ndarray, np.ndarray, float]:  # fmt: skip
    """(wins, trials, level of each interval) of a whole tournament; None stands for a match that nobody plays."""
    from simlab.analysis.paired import exact_share, is_exact, metric_like, metric_of
    from simlab.execute import run

    shape = (len(prepared), len(prepared[0]))
    wins, n = np.full(shape, 0.5), np.zeros(shape, np.int64)
    some = next(match for row in prepared for match in row if match is not None)
    wanted = metric_of(some, metric)
    cells = [(i, j) for i in range(shape[0]) for j in range(shape[1]) if prepared[i][j] is not None]
    first = trials or (FIRST_TRIALS if budget is not None else some.kind.trials)

    def play(row: int, column: int, many: int, own: int) -> float:
        match = prepared[row][column]
        assert match is not None
        result = run(match, trials=many, seed=own, method="sample", threads=threads, note=note)
        rows = zip(match.space.table(wanted.table).rows, result.rows(wanted.table), strict=True)
        return float({found: row["p"] for found, row in rows}.get(wanted.row, 0.0)) * many

    for number, (i, j) in enumerate(cells, start=1):
        match = prepared[i][j]
        assert match is not None
        if is_exact(match, method):
            wins[i, j] = exact_share(metric_like(wanted, match))
        else:
            wins[i, j], n[i, j] = play(i, j, first, seed_of(seed, i, j, 0)), first
        if progress is not None:
            progress(number, len(cells))
    if budget is None or not n.any():
        return wins, n, level
    look_level = play_on(
        wins, n, play, mirrored=mirrored, first=first, budget=budget, seed=seed, level=level, progress=progress
    )  # fmt: skip
    return wins, n, look_level
