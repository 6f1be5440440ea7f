"""Where force lists are played: a scenario with other numbers of units, packed and played on numbered trials.

Whatever has the two methods of `Game` will do, so a game with known worth can stand in for a scenario in tests.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from simlab.analysis.paired import is_exact
from simlab.analysis.points.measure import Measure, measure_of
from simlab.analysis.points.units import Unit, with_counts
from simlab.blocks import normalised
from simlab.errors import RunError, ScenarioError
from simlab.execute import Prepared, Source, block_counts, prepare, weighed_trials
from simlab.scenario import check_shape

if TYPE_CHECKING:
    import numpy as np

Forces = tuple[int, ...]


class Seen(NamedTuple):
    """What trials of one pair of forces gave. n: trials, 0 for an exact law; total, squares: sums over the trials."""

    n: int
    total: float
    squares: float

    @property
    def mean(self) -> float:
        """The metric."""
        return self.total / max(self.n, 1)


class Game(Protocol):
    """Something that pairs of forces can play. own, other: numbers of the units, in their order."""

    is_rate: bool

    def seen(self, own: Sequence[int], other: Sequence[int], first: int, last: int) -> Seen:
        """Play trials first .. last - 1."""

    def values(self, own: Sequence[int], other: Sequence[int], first: int, last: int) -> np.ndarray:
        """The number of each trial: float64[last - first]; equal trials of different forces roll the same dice."""


class Field:
    """A scenario as a `Game`.

    Args:
        source: a Scenario, a mapping, the path of a file, or what `prepare` returned; everything but the numbers of
            the units stays as it stands there.
        units: whose numbers change.
        metric: see `measure_of`.
        seed: any integer; names the dice.
        method: auto (the exact law where it is offered and quick), exact or sample.
        data: another data folder than the shipped one.

    Raises:
        SimlabError: the scenario, a unit or the metric is wrong.
    """

    def __init__(
        self, source: Source | Prepared, units: Sequence[Unit], metric: str | None = None, seed: int = 0,
        method: str = "auto", data: str | Path | None = None,
    ) -> None:  # fmt: skip
        self.base = source if isinstance(source, Prepared) else prepare(source, data)
        self.units, self.seed, self.method = tuple(units), seed, method
        self.measure: Measure = measure_of(self.base, metric)
        self.is_rate = self.measure.is_rate
        self.exact = is_exact(self.base, method)
        self._ready: dict[tuple[Forces, Forces], tuple[Prepared, np.ndarray]] = {}

    def counts(self, own: Sequence[int], other: Sequence[int]) -> dict[str, int]:
        """Key -> number, for both sides."""
        counts = {unit.key: int(number) for unit, number in zip(self.units, own, strict=True)}
        for unit, number in zip(self.units, other, strict=True):
            if unit.mirror:
                counts[unit.mirror] = int(number)
        return counts

    def prepared(self, own: Sequence[int], other: Sequence[int]) -> Prepared:
        """The scenario with these forces, packed; what forces do not change is taken from the base."""
        base = self.base
        body = with_counts(base.scenario.body, self.counts(own, other), base.scenario.where)
        shape = check_shape(base.kind.shape, body, base.scenario.where)
        packed = normalised(base.kind.pack(shape, base.rulings, base.catalog, base.scenario.where))
        return Prepared(
            base.scenario, base.system, base.kind, base.rulings, base.catalog, shape, packed, base.kind.space(packed)
        )

    def _made(self, own: Sequence[int], other: Sequence[int]) -> tuple[Prepared, np.ndarray]:
        name = tuple(map(int, own)), tuple(map(int, other))
        found = self._ready.get(name)
        if found is None:
            try:
                prepared = self.prepared(own, other)
            except ScenarioError as error:
                raise ScenarioError(f"{error} (force: {self.words(own)})") from None
            found = prepared, self.measure.weights(prepared.space)
            self._ready = {name: found}  # the last one: swaps and checks come back to it at once, or not at all
        return found

    def words(self, own: Sequence[int]) -> str:
        """A force in words: 2 heavy_tank, 1 bomber."""
        return ", ".join(f"{n} {unit.name}" for n, unit in zip(own, self.units, strict=True) if n) or "nothing"

    def seen(self, own: Sequence[int], other: Sequence[int], first: int, last: int) -> Seen:
        """Sums over trials first .. last - 1, or the exact law."""
        import numpy as np

        prepared, weights = self._made(own, other)
        if self.exact and prepared.kind.exact is not None:
            law = np.asarray(prepared.kind.exact(prepared.packed), np.float64)
            return Seen(0, float(law @ weights), float(law @ weights**2))
        if not self.measure.single:
            drawn = self.values(own, other, first, last)
            return Seen(last - first, float(drawn.sum()), float((drawn**2).sum()))
        counts = block_counts(prepared, self.seed, first, last)
        return Seen(last - first, float(counts @ weights), float(counts @ weights**2))

    def values(self, own: Sequence[int], other: Sequence[int], first: int, last: int) -> np.ndarray:
        """The number of each trial; equal trials roll the same dice."""
        prepared, weights = self._made(own, other)
        return weighed_trials(prepared, weights, self.seed, first, last).astype(float)

    def base_counts(self) -> tuple[Forces, Forces]:
        """The numbers as the scenario has them: (own side, other side)."""
        from simlab.analysis.points.units import count_at

        body, where = self.base.scenario.body, self.base.scenario.where
        own = tuple(count_at(body, unit.key, where) for unit in self.units)
        other = tuple(count_at(body, unit.mirror, where) if unit.mirror else 0 for unit in self.units)
        return own, other

    @property
    def mirrored(self) -> bool:
        """Do both sides buy from one list?"""
        return any(unit.mirror for unit in self.units)


def check_trials(trials: int, most: int = 10**8) -> None:
    """RunError unless this is a number of trials that can be played."""
    if isinstance(trials, bool) or not isinstance(trials, int) or not 2 <= trials <= most:
        raise RunError(f"trials: {trials!r}; give a whole number from 2 to {most:,}")


def names_of(units: Sequence[Unit]) -> list[str]:
    """Names of units."""
    return [unit.name for unit in units]


def costs_of(units: Sequence[Unit], found: Mapping[str, float] | None = None) -> list[float] | None:
    """What each costs so far, None unless all of them have a price.

    found: prices by name, where the unit itself has none.
    """
    costs = [unit.cost if unit.cost is not None else (found or {}).get(unit.name) for unit in units]
    return None if any(cost is None for cost in costs) else [float(cost) for cost in costs if cost is not None]
