"""One file of a balance search: the targets that are about it, and what it answers at other values.

What a file answers is remembered by the changes made in it, so a knob of one file plays no other file again.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from simlab.analysis.knobs import Changes
from simlab.analysis.paired import Metric, is_exact, metric_of
from simlab.errors import RunError, ScenarioError, nearest
from simlab.execute import Prepared, prepare, run

CHECK = 4  # times the trials of a candidate decide, on new dice, what the settings found are worth
WORTH = "worth"  # "worth:bomber": a price of the file's [points] block
Ends = tuple[float, float]


class Target(NamedTuple):
    """What shall lie in low .. high: a metric ("table:outcome", None for the headline) as a share of 1, or a mean.

    A metric without an outcome is the mean of that tally; "worth:UNIT" is what the ``[points]`` block of the file finds
    the unit worth. case: name of the file, the first one when empty.
    """

    metric: str | None
    low: float
    high: float
    case: str = ""

    def miss(self, value: float, mean: bool = False) -> float:
        """How far a share lies outside; of a mean or worth, in parts of the middle of its bounds (1 without any)."""
        if math.isnan(value):
            return 1.0
        outside = max(self.low - value, value - self.high, 0.0)
        return outside / max(abs(self.low + self.high) / 2.0, 1e-9) if mean else outside


@dataclass(frozen=True)
class How:
    """How candidates are answered: see `balance_search`."""

    trials: int
    seed: int
    method: str
    level: float


class Case:
    """One file of a search, and the targets that are about it."""

    def __init__(self, name: str, base: Prepared, targets: Sequence[tuple[int, Target]], how: How, alone: bool) -> None:
        self.name, self.base, self.targets, self.how = name, base, tuple(targets), how
        self.data = base.catalog.folder.parent
        self.metrics = [_metric_name(base, target.metric) for _, target in self.targets]
        front = "" if alone else f"{name}/"
        self.names = [f"{front}{metric}" for metric in self.metrics]
        self._known: dict[str, list[tuple[float, Ends]]] = {}

    def is_mean(self, place: int) -> bool:
        """Is its target number ``place`` a mean or a worth, not a share?"""
        return ":" not in self.metrics[place] or _is_worth(self.metrics[place])

    def prepared(self, changes: Changes) -> Prepared:
        """The file with changes; ScenarioError where it refuses them."""
        if not changes:
            return self.base
        scenario = self.base.scenario
        for key, value in changes:
            scenario = scenario.with_value(key, value)
        return prepare(scenario, self.data)

    def takes(self, key: str, values: Sequence[Any]) -> str:
        """Nothing where some value of a key can be played in this file, else why the last one cannot."""
        why = ""
        for value in values:
            try:
                self.prepared(((key, value),))
                return ""
            except ScenarioError as error:
                why = str(error)
        return why

    def answers(self, changes: Changes) -> list[tuple[float, Ends]]:
        """Value and interval for each of its targets, on the dice of the search."""
        name = repr(changes)
        if name not in self._known:
            self._known[name] = self._play(self.prepared(changes), self.how.trials, self.how.seed)
        return self._known[name]

    def checked(self, changes: Changes) -> list[tuple[float, Ends]]:
        """The same on dice that the search has not seen: the best of many were partly the luckiest."""
        prepared = self.prepared(changes)
        if is_exact(prepared, self.how.method) and not any(map(_is_worth, self.metrics)):
            return self.answers(changes)
        return self._play(prepared, CHECK * self.how.trials, self.how.seed + 1)

    def _play(self, prepared: Prepared, trials: int, seed: int) -> list[tuple[float, Ends]]:
        shares = [name for name in self.metrics if not _is_worth(name)]
        worths = _worths(prepared, self.how, seed) if len(shares) < len(self.metrics) else {}
        found = _shares(prepared, shares, self.how, trials, seed) if shares else {}
        return [found[name] if name in found else worths[name] for name in self.metrics]


def cases_of(sources: Mapping[str, Prepared], targets: Sequence[Target], how: How) -> list[Case]:
    """The files of a search by name, each with its targets; RunError for a target or bounds that make no sense."""
    names = list(sources)
    of_case: dict[str, list[tuple[int, Target]]] = {name: [] for name in names}
    for number, target in enumerate(targets):
        about = target.case or names[0]
        if about not in of_case:
            raise RunError(f'target {target.metric}: no file is called "{about}"; nearest: {nearest(about, names)}')
        of_case[about].append((number, target))
    cases = [Case(name, base, of_case[name], how, len(names) == 1) for name, base in sources.items()]
    for case in cases:
        for place, (_, target) in enumerate(case.targets):
            if not case.is_mean(place) and not 0.0 <= target.low <= target.high <= 1.0:
                name = case.names[place]
                raise RunError(f"target {name}: {target.low:g}..{target.high:g}; give bounds between 0 and 1")
    return cases


def _is_worth(metric: str) -> bool:
    return metric.startswith(f"{WORTH}:")


def _metric_name(base: Prepared, metric: str | None) -> str:
    """The full name of a metric, a tally or a worth; RunError names the nearest."""
    if metric is not None and _is_worth(metric):
        units = base.scenario.points.get("units", {})
        unit, where = metric.partition(":")[2], base.scenario.where
        if not units:
            raise RunError(f"target {metric}: {where} has no [points] block, which says how worth is found")
        if unit not in units:
            raise RunError(f'target {metric}: {where} prices no unit "{unit}"; nearest: {nearest(unit, units)}')
        return metric
    if metric in {table.name for table in base.space.tables if table.kind == "tally"}:
        return str(metric)  # the mean is meant
    return metric_of(base, metric).name


def _shares(
    prepared: Prepared, names: Sequence[str], how: How, trials: int, seed: int
) -> dict[str, tuple[float, Ends]]:
    """Share or mean, and its interval, of each metric."""
    exact = is_exact(prepared, how.method)
    result = run(prepared, trials=trials, seed=seed, method="exact" if exact else "sample", level=how.level)
    tallies = {row["table"]: row for row in result.means()}
    found = {}
    for name in names:
        if ":" not in name:
            row = tallies[name]
            found[name] = float(row["mean"]), (float(row["lo"]), float(row["hi"]))
        else:
            metric: Metric = metric_of(prepared, name)
            p, lo, hi = result.interval(metric.table, *metric.row)
            found[name] = p, (lo, hi)
    return found


def _worths(prepared: Prepared, how: How, seed: int) -> dict[str, tuple[float, Ends]]:
    """What the [points] block of a file finds its units worth, as much played as the block says."""
    from simlab.analysis.points.study import points

    study = points(
        prepared.scenario, seed=seed, level=how.level, method=how.method, check=False,
        data=str(prepared.catalog.folder.parent),
    )  # fmt: skip
    return {f"{WORTH}:{one.unit}": (one.worth, (one.lo, one.hi)) for one in study.prices.worths}
