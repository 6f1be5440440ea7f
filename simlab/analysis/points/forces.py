"""Random force lists, and the loop that plays them: pairs of lists over threads, Ctrl-C keeps those that were finished.

Pair i plays trials i * T .. (i + 1) * T - 1, so no two pairs share dice, and the answer depends on seed, pairs and
trials alone, not on threads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from simlab.analysis.points.field import Game, Seen
from simlab.analysis.points.units import Unit
from simlab.errors import RunError

if TYPE_CHECKING:
    import numpy as np

TRIES = 60  # purchases that a list may take, times the units
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Played:
    """Pairs of forces and what came of them.

    own, other: int64[pairs, units]; n, mean, variance: float64[pairs], trials (0: exact), the metric, and its variance
    from trial to trial; interrupted: fewer than were asked for.
    """

    own: np.ndarray
    other: np.ndarray
    n: np.ndarray
    mean: np.ndarray
    variance: np.ndarray
    interrupted: bool = False

    @property
    def apart(self) -> np.ndarray:
        """float64[pairs, units]: the own number less that of the other side."""
        return (self.own - self.other).astype(float)

    def __len__(self) -> int:
        return len(self.own)


def drawn_forces(
    units: Sequence[Unit],
    pairs: int,
    seed: int,
    budget: tuple[float, float] | None = None,
    costs: Sequence[float] | None = None,
) -> np.ndarray:
    """Random lists: int64[pairs, units].

    Without a budget every number is drawn on its own, least to most. With one a list spends a total drawn from it: its
    tastes are drawn first (so some lists hold much of one unit, some a little of each), then it buys one by one.

    Args:
        units: with the bounds of their numbers.
        pairs: how many lists.
        seed: any integer.
        budget: least and most total of ``costs``.
        costs: price of each unit; those of the units when None.

    Raises:
        RunError: a budget without prices, or one that the least numbers already pass.
    """
    import numpy as np

    generator = np.random.default_rng([abs(int(seed)), 1 + (seed < 0)])
    least, most = (np.array([getattr(unit, end) for unit in units]) for end in ("least", "most"))
    if budget is None:
        return generator.integers(least, most + 1, (pairs, len(units)))
    prices = np.array([unit.cost if unit.cost is not None else np.nan for unit in units] if costs is None else costs)
    if not np.isfinite(prices).all():
        name = units[int(np.flatnonzero(~np.isfinite(prices))[0])].name
        raise RunError(f"budget: a budget needs a price for every unit; {name} has none")
    low, high = budget
    if not 0 < low <= high or float(least @ prices) > high:
        raise RunError(f"budget: {low:g} to {high:g}; the least numbers cost {float(least @ prices):g} already")
    totals = generator.uniform(low, high, pairs)
    tastes = generator.dirichlet(np.full(len(units), 0.5), pairs) + 1e-9
    counts = np.tile(least, (pairs, 1))
    left = totals - counts @ prices
    for _ in range(TRIES * len(units)):
        may = (counts < most) & (prices <= left[:, None] + 1e-9)
        going = may.any(axis=1)
        if not going.any():
            break
        weights = np.where(may, tastes, 0.0)
        steps = np.cumsum(weights, axis=1)
        pick = (generator.random(pairs)[:, None] * steps[:, -1:] < steps).argmax(axis=1)
        rows = np.flatnonzero(going)
        counts[rows, pick[rows]] += 1
        left[rows] -= prices[pick[rows]]
    return counts


def play_forces(
    game: Game, own: np.ndarray, other: np.ndarray, trials: int, *, first: int = 0, threads: int | None = None,
    progress: Progress | None = None,
) -> Played:  # fmt: skip
    """Play every pair of lists.

    Args:
        game: what is played.
        own: int64[pairs, units].
        other: the same for the other side; zeros where it buys nothing.
        trials: of each pair.
        first: number of the first trial of pair 0.
        threads: worker threads; they change no number.
        progress: called with (pairs finished, pairs).
    """
    from concurrent.futures import ThreadPoolExecutor

    many, stop = len(own), False

    def play(pair: int) -> Seen | None:
        start = first + pair * trials
        return None if stop else game.seen(own[pair].tolist(), other[pair].tolist(), start, start + trials)

    seen: list[Seen] = []
    pool = ThreadPoolExecutor(max_workers=workers(threads))
    try:
        if many:
            seen.append(
                game.seen(own[0].tolist(), other[0].tolist(), first, first + trials)
            )  # compiled before the rest
        for one in pool.map(play, range(1, many)):
            if one is None:
                break
            seen.append(one)
            if progress is not None:
                progress(len(seen), many)
    except KeyboardInterrupt:
        stop = True
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
    return played_of(own[: len(seen)], other[: len(seen)], seen, stop)


def workers(threads: int | None) -> int:
    """Worker threads: as many as cores where nobody says."""
    import os

    return threads or os.cpu_count() or 1


def played_of(own: np.ndarray, other: np.ndarray, seen: Sequence[Seen], interrupted: bool = False) -> Played:
    """The record of pairs that were played."""
    import numpy as np

    n, total, squares = (np.array([one[i] for one in seen], float) for i in range(3))
    many = np.maximum(n, 1.0)
    mean = total / many
    spread = np.maximum(squares / many - mean**2, 0.0)
    return Played(own, other, n, mean, spread, interrupted)
