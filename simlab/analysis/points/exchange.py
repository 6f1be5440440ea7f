"""The cost at which an exchange is even: what a unit destroys and saves, over how many of it are lost.

With so many of the unit in the battle and without it, on the same dice, the margin of points (what the enemy loses less
what the own side loses) moves by so much; so many of the unit are lost. At the cost where the one pays for the other
the unit neither gains nor loses points by coming. Costs are in the points of the scenario, which those of the other
units and stands fix.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from simlab import display
from simlab.analysis.points.field import Game
from simlab.analysis.points.prices import Worth, number
from simlab.analysis.points.swap import BATCHES, TIMES
from simlab.analysis.points.units import Unit
from simlab.errors import RunError

TRIALS = 20_000


@dataclass(frozen=True, repr=False)
class Exchange:
    """What a unit brings and costs.

    margin: points that it moves the margin by, its own losses at their cost so far included; lost: how many of it are
    lost; cost: so far; worth: the cost at which the exchange is even, with its interval; count: how many came.
    """

    unit: str
    count: int
    margin: float
    lost: float
    cost: float
    worth: Worth
    level: float

    @property
    def sentence(self) -> str:
        """The answer in words."""
        head = f"{self.count} {self.unit} move the margin by {self.margin:+.3g} points and lose {self.lost:.3g} of them"
        if not math.isfinite(self.worth.worth):
            why = "none is ever lost, so no cost is too high" if self.lost <= 0 else (
                "they bring nothing that the dice can show, so no cost is low enough")  # fmt: skip
            return f"{head}: {why}."
        ends = f"{number(self.worth.lo)} to {number(self.worth.hi)} at {100 * self.level:g} %"
        return f"{head}: even at a cost of {number(self.worth.worth)} ({ends})."

    def __repr__(self) -> str:
        """The answer in one line."""
        return display.one_line(self, self.sentence)

    def _repr_html_(self) -> str:
        """Rich display in a notebook: the sentence."""
        return display.line(self.sentence)


def exchange(
    game: Game, losses: Game, units: Sequence[Unit], base: tuple[Sequence[int], Sequence[int]], unit: int, *,
    trials: int = TRIALS, seed: int = 0, level: float = 0.95, times: int = TIMES,
) -> Exchange:  # fmt: skip
    """The cost at which ``units[unit]`` neither gains nor loses points by coming.

    Args:
        game: measures the margin of points, better for the side of units that are no enemies.
        losses: the same scenario and dice, measures how many of the unit are lost.
        units: the unit must have a cost, the one that the scenario counts its losses with.
        base: (own, other) numbers of the units; the unit comes in the number that it has there.
        unit: its place.
        trials: with it and without it, on the same dice.
        seed: of the resampling.
        level: of the interval.
        times: resamples.

    Raises:
        RunError: the scenario has none of the unit, or it has no cost.
    """
    import numpy as np

    one, own, other = units[unit], list(base[0]), list(base[1])
    if not own[unit]:
        raise RunError(f"exchange: the scenario has no {one.name}; write how many come")
    if one.cost is None:
        raise RunError(f"exchange: {one.name} has no cost; write the points that the scenario counts it with")
    without = [0 if place == unit else many for place, many in enumerate(own)]
    change = one.sign * (game.values(own, other, 0, trials) - game.values(without, other, 0, trials))
    lost = losses.values(own, other, 0, trials)
    many = min(BATCHES, trials)
    size = trials // many * many
    batches = np.column_stack([part[:size].reshape(many, -1).mean(axis=1) for part in (change, lost)])
    generator = np.random.default_rng([abs(seed), 29])
    drawn = generator.multinomial(many, np.full(many, 1.0 / many), times) / many @ batches
    worth = _even(float(change.mean()), float(lost.mean()), one.cost, drawn, (1.0 - level) / 2.0)
    return Exchange(
        one.name, own[unit], float(change.mean()), float(lost.mean()), one.cost, Worth(one.name, *worth), level
    )


def _even(margin: float, lost: float, cost: float, drawn: object, tail: float) -> tuple[float, float, float]:
    """(cost at which the exchange is even, its lower and upper end); nan where there is none.

    >>> import numpy as np
    >>> _even(2.0, 0.5, 3.0, np.array([[2.0, 0.5], [1.9, 0.5], [2.1, 0.5]]), 0.025)
    (7.0, 6.8, 7.2)
    """
    import numpy as np

    pairs = np.asarray(drawn, float)
    if lost <= 0:
        return math.nan, 0.0, math.inf
    brought = pairs[:, 0] + cost * pairs[:, 1]
    with np.errstate(divide="ignore", invalid="ignore"):
        each = np.where(pairs[:, 1] > 0, brought / pairs[:, 1], np.where(brought > 0, math.inf, 0.0))
    low, high = (float(end) for end in np.quantile(each, [tail, 1.0 - tail], method="inverted_cdf"))
    price = margin / lost + cost
    if high <= 0:
        return math.nan, low, high
    return price, min(low, price), max(high, price)
