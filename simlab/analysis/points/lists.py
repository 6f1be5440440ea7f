"""Lists of equal price for a study: each side buys for itself while the other stands as in the scenario."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from simlab.analysis.points.check import Check, check_prices, even_total, joined
from simlab.analysis.points.field import Field, costs_of
from simlab.analysis.points.forces import Progress
from simlab.analysis.points.matchups import matchups
from simlab.analysis.points.units import Unit

if TYPE_CHECKING:
    from simlab.analysis.points.study import PointsStudy

CHECK_TRIALS, MOST_CHECK_TRIALS = 100, 1_000


def checked(
    field: Field, study: PointsStudy, units: Sequence[Unit], reference: int, seed: int, level: float,
    threads: int | None = None, progress: Progress | None = None,
) -> PointsStudy:  # fmt: skip
    """The study with lists of equal price played against each other, before and after."""
    prices = study.prices.prices()
    sound = [0 < price < math.inf for price in prices]
    costs = costs_of(units)
    found: list[Check] = []
    for places in _sides(units, sound):
        mine = [units[place] for place in places]
        # of two sides each buys for itself, while the other stands as in the scenario
        game = field if len(mine) == len(units) else Field(field.base, mine, study.asked.metric, seed, field.method)
        paid = [prices[place] for place in places]
        so_far = None if costs is None else [costs[place] for place in places]
        trials = max(CHECK_TRIALS, min(study.asked.trials or CHECK_TRIALS, MOST_CHECK_TRIALS))
        one = check_prices(
            game, mine, so_far, paid, _totals(study, game, places, mine, so_far, paid), lists=study.asked.lists,
            trials=trials, margin=study.asked.margin, seed=seed, level=level, threads=threads, progress=progress,
        )  # fmt: skip
        found.append(one.mirrored() if mine[0].enemy else one)
        if one.interrupted:
            break
    if not found:
        noted = (*study.prices.notes, "the list is not checked by battles: fewer than two units have a price")
        return replace(study, prices=replace(study.prices, notes=noted))
    both = joined(found)
    matches = None
    if field.mirrored and not both.interrupted and all(sound):
        whole = _totals(study, field, range(len(units)), units, costs, prices)
        matches = matchups(field, units, prices, whole[1] / prices[reference], reference=reference, seed=seed)
    return replace(study, check=both, matches=matches, interrupted=study.interrupted or both.interrupted)


def _sides(units: Sequence[Unit], sound: Sequence[bool]) -> list[list[int]]:
    """Places of the units of each side that has two or more with a price: all in one where no side is the enemy's."""
    sides = [[place for place, unit in enumerate(units) if unit.enemy is enemy] for enemy in (False, True)]
    return [places for places in sides if sum(sound[place] for place in places) > 1]


def _totals(
    study: PointsStudy, field: Field, places: Sequence[int], units: Sequence[Unit], costs: Sequence[float] | None,
    prices: Sequence[float],
) -> tuple[float, float]:  # fmt: skip
    """Totals of lists at the costs so far and at the prices found: where battles are open, or half of what may come."""
    import numpy as np

    found = []
    for money in (costs or prices, prices):
        paid = np.where([0 < price < math.inf for price in money], money, 0.0)
        if study.regression is None:
            found.append(max(2.0, float(np.dot([unit.most for unit in units], paid)) / 4.0))
            continue
        played = study.regression.played
        decided = field.is_rate and not field.mirrored
        spent = played.own[:, list(places)] @ paid
        mean = (1.0 if decided else 0.0) - played.mean if units[0].enemy else played.mean
        total, dearest = even_total(spent, mean, played.n, decided), float(paid.max())
        # units that few forces had (the enemy's, say): a list that cannot pay the dearest of them compares nothing
        found.append(total if total >= dearest else 2.0 * dearest)
    return found[0], found[1]
