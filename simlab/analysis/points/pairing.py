"""Two force lists of equal price, one with more of a unit than the other: how such pairs are found for any prices.

Random lists serve where prices are fine-grained. Where they are coarse (a unit of 7.3 beside one of 1, two units in
all) few totals meet, so every list is looked at, and what may differ is widened step by step until pairs come out. The
step is told, the differences that remain are made to cancel over the pairs, and numbers pass the bounds of the units
only where nothing within them costs nearly as much.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from simlab.analysis.points.forces import drawn_forces
from simlab.analysis.points.units import Unit

if TYPE_CHECKING:
    import numpy as np

# (how far totals may lie from the budget, how far the two of a pair from each other), shares
STEPS = ((0.1, 0.03), (0.25, 0.03), (0.25, 0.06), (0.5, 0.06), (0.5, 0.12))
LAST_STEPS = ((1.0, 0.25), (math.inf, 0.5))  # where the bounds of the units must hold and leave nothing better
EVEN = 0.01  # so much may the lists with the unit cost more or less on average, a share
OFFERED, LEAST_OFFERED = 200, 5_000  # random lists for each pair that is wanted, and at least
EVERY = 100_000  # so many lists are looked at one and all


@dataclass(frozen=True)
class Pairs:
    """Lists of equal price.

    rich, poor: int64[pairs, units], with more of the unit and with less; dearer: float64[pairs], by how much of their
    mean total the rich list costs more; number: int64[pairs], equal where the two lists are the same again (on other
    dice); apart: how far the two of a pair may differ, a share; near: how far totals may lie from the budget; beyond:
    do numbers pass the bounds of the units?
    """

    rich: np.ndarray
    poor: np.ndarray
    dearer: np.ndarray
    number: np.ndarray
    apart: float
    near: float
    beyond: bool = False

    def __len__(self) -> int:
        return len(self.rich)


def pairs_of(
    units: Sequence[Unit], prices: np.ndarray, total: float, place: int, many: int, seed: int,
    offered: np.ndarray | None = None, may_pass: bool = True,
) -> Pairs:  # fmt: skip
    """Pairs of lists of equal price for one unit; there are some whenever two units have a price and `may_pass`.

    Args:
        units: with the bounds of their numbers.
        prices: float64[units]; a unit without a price (0) has its least number in every list.
        total: what a list is to cost.
        place: of the unit that one list has more of.
        many: pairs wanted; the same lists meet again on other dice where there are fewer.
        seed: of the order of lists, any integer.
        offered: lists that come first, as `offered_lists` draws them.
        may_pass: may numbers pass the bounds of the units where nothing within them costs as much?

    >>> coarse = [Unit("tank", "a", most=30), Unit("fortress", "b", most=1)]
    >>> import numpy as np
    >>> found = pairs_of(coarse, np.array([1.0, 7.3]), 8.0, 1, 4, seed=0)
    >>> found.apart, len(found)
    (0.12, 4)
    """
    sound = prices > 0
    if offered is not None:
        near, apart = STEPS[0]
        found = _matched(offered, prices, total, place, units[place].least, many, near, apart, again=False)
        if len(found) >= many:
            return found
    wide_total, wide_units = _wider(units, prices, total, place)
    tries = [(step, units, total, False) for step in STEPS]
    tries += [(step, wide_units, wide_total, True) for step in (*STEPS, *LAST_STEPS)] if may_pass else []
    tries += [(step, units, total, False) for step in LAST_STEPS]
    made: list[Pairs] = []
    for (near, apart), bounds, middle, beyond in tries:
        lists = _lists(bounds, prices, sound, middle, near, many, seed)
        found = _matched(lists, prices, middle, place, units[place].least, many, near, apart, again=True)
        if len(found) and (found.number.max() > 0 or (near, apart) in LAST_STEPS):  # two different pairs if possible
            if abs(found.dearer.mean()) <= EVEN:
                return replace(found, beyond=beyond)
            made.append(replace(found, beyond=beyond))
    return min(made, key=lambda one: abs(float(one.dearer.mean())) + one.apart / 20.0, default=found)


def offered_lists(units: Sequence[Unit], prices: np.ndarray, total: float, many: int, seed: int) -> np.ndarray | None:
    """Random lists of about the total: int64[lists, units]; None where the least numbers cost more already."""
    return _drawn(units, prices, prices > 0, total, STEPS[0][0], many, seed)


def _drawn(
    units: Sequence[Unit], prices: np.ndarray, sound: np.ndarray, total: float, near: float, many: int, seed: int
) -> np.ndarray | None:
    import numpy as np

    bought = [units[one] for one in np.flatnonzero(sound).tolist()]
    top = (1.0 + min(near, 4.0)) * total
    if float(np.dot([unit.least for unit in bought], prices[sound])) > top:
        return None
    size = max(OFFERED * many, LEAST_OFFERED)
    drawn = np.tile([unit.least for unit in units], (size, 1))
    bottom = max(1.0 - near, 0.05) * total
    drawn[:, sound] = drawn_forces(bought, size, seed + 17, (bottom, top), prices[sound].tolist())
    return drawn


def _lists(
    units: Sequence[Unit], prices: np.ndarray, sound: np.ndarray, total: float, near: float, many: int, seed: int
) -> np.ndarray:
    """Every list of about the total in random order, or random ones where they are too many."""
    import numpy as np

    widths = [unit.most - unit.least + 1 if known else 1 for unit, known in zip(units, sound, strict=True)]
    if math.prod(widths) > EVERY:
        drawn = _drawn(units, prices, sound, total, near, many, seed)
        if drawn is not None:
            return np.random.default_rng([abs(seed), 23]).permutation(np.unique(drawn, axis=0))
        return np.zeros((0, len(units)), int)
    every = np.indices(widths).reshape(len(units), -1).T + [unit.least for unit in units]
    return np.random.default_rng([abs(seed), 23]).permutation(every)


def _wider(units: Sequence[Unit], prices: np.ndarray, total: float, place: int) -> tuple[float, list[Unit]]:
    """A total that pays the unit and the cheapest other, and bounds that reach it."""
    import numpy as np

    others = [price for one, price in enumerate(prices.tolist()) if one != place and price > 0]
    least = float(np.dot([unit.least for unit in units], prices))
    total = max(total, least + max(float(prices[place]), min(others)))
    made = []
    for unit, price in zip(units, prices.tolist(), strict=True):
        needed = unit.least + math.ceil(1.1 * total / price) if price > 0 else unit.most
        made.append(replace(unit, most=max(unit.most, needed)))
    return total, made


def _matched(
    lists: np.ndarray, prices: np.ndarray, total: float, place: int, least: int, many: int, near: float, apart: float,
    *, again: bool,
) -> Pairs:  # fmt: skip
    """Each rich list in turn with the poor list that makes the differences so far cancel best.

    again: may a list serve twice, and a pair be played again, until there are as many as wanted?
    """
    import numpy as np

    spent = lists @ prices
    fit = (spent > 0) & (abs(spent - total) <= near * total + 1e-9)
    rich, poor = np.flatnonzero(fit & (lists[:, place] > least)), np.flatnonzero(fit & (lists[:, place] == least))
    poor = poor[np.argsort(spent[poor], kind="stable")]
    costs = spent[poor]
    first = np.searchsorted(costs, spent[rich] * (2.0 - apart) / (2.0 + apart) - 1e-9)
    last = np.searchsorted(costs, spent[rich] * (2.0 + apart) / (2.0 - apart) + 1e-9, side="right")
    open_ = first < last
    rich, first, last = rich[open_], first[open_], last[open_]
    used = np.zeros(len(poor), int)
    played: dict[tuple[int, int], int] = {}
    chosen: list[tuple[int, int, float, int]] = []
    carried, turn = 0.0, 0
    while len(rich) and len(chosen) < many and turn < (many if again else 1) * len(rich):
        here = turn % len(rich)
        one, stretch = int(rich[here]), np.arange(first[here], last[here])
        turn += 1
        if not again:
            stretch = stretch[used[stretch] == 0]
            if not len(stretch):
                continue
        gap = 2.0 * (spent[one] - costs[stretch]) / (spent[one] + costs[stretch])
        known = np.array([(one, int(other)) in played for other in stretch]) if turn > len(rich) else used[stretch] < 0
        # first what makes the differences cancel, then a new pair, then a list that has served less
        best = int(np.lexsort((abs(gap + carried), used[stretch], known, np.rint(8.0 * abs(gap + carried) / apart)))[0])
        other = int(stretch[best])
        carried = float(np.clip(carried + gap[best], -apart, apart))
        used[other] += 1
        number = played.setdefault((one, other), len(played))
        chosen.append((one, int(poor[other]), float(gap[best]), number))
    at = np.array([[a, b, number] for a, b, _, number in chosen], int).reshape(-1, 3)
    return Pairs(lists[at[:, 0]], lists[at[:, 1]], np.array([gap for _, _, gap, _ in chosen]), at[:, 2], apart, near)
