"""Candidates of a balance search: which changes a setting makes in which files, and the numbers that the targets name.

Several files may be searched together, each called by a name. A knob without a name moves every file that can take it,
one with a name that file alone; a target is about one file. What a file answers is remembered by the changes made in
it, so a knob of one file plays no other file again.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from simlab.analysis.paired import Metric, is_exact, metric_of
from simlab.errors import RunError, ScenarioError, nearest
from simlab.execute import Prepared, prepare, run

CHECK = 4  # times the trials of a candidate decide, on new dice, what the settings found are worth
WORTH = "worth"  # "worth:bomber": a price of the file's [points] block
Ends = tuple[float, float]
Changes = tuple[tuple[str, Any], ...]


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


class Knob(NamedTuple):
    """A key of the scenario, such as ``air_defence.0.range_in`` or ``rulings.pop_up_penalty_mode``, and its values.

    case: name of the file that it moves; every file that can take it when empty.
    """

    key: str
    values: tuple[Any, ...]
    case: str = ""

    @property
    def name(self) -> str:
        """How changes call it: its key, behind the name of its file where it has one."""
        return f"{self.case}/{self.key}" if self.case else self.key


def check_values(knobs: Sequence[Knob], what: str) -> None:
    """RunError for a knob that has no values, or one of them twice."""
    for knob in knobs:
        if not knob.values:
            raise RunError(f"{what} {knob.name}: no values; give one at least")
        for place, value in enumerate(knob.values):
            if any(value == other and type(value) is type(other) for other in knob.values[:place]):
                raise RunError(f"{what} {knob.name}: {value!r} is there twice; name each value once")


class Setting(NamedTuple):
    """Settings that were answered. changes: name of a knob -> value; distance: root mean square miss of the targets."""

    changes: Changes
    shares: tuple[float, ...]
    ends: tuple[Ends, ...]
    distance: float


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


class Candidates:
    """Answers candidates, each once."""

    def __init__(
        self, cases: Sequence[Case], targets: Sequence[Target], knobs: Sequence[Knob], budget: int,
        progress: Callable[[int, int], None] | None,
    ) -> None:  # fmt: skip
        self.cases, self.targets, self.budget, self.progress = tuple(cases), tuple(targets), budget, progress
        self.moved = {knob.name: self._moved_by(knob) for knob in knobs}
        self.keys = {knob.name: knob.key for knob in knobs}
        self._refuse_twice()
        self.stands = {
            knob.name: [value_at(case.base, knob.key) for case in self.moved[knob.name]] for knob in knobs
        }  # fmt: skip
        self.refused = ""  # why the last candidate was refused, for a message
        self._known: dict[Changes, Setting | None] = {}

    @property
    def answered(self) -> int:
        """Candidates answered so far."""
        return len(self._known)

    @property
    def left(self) -> int:
        """Candidates that the budget still has room for."""
        return max(self.budget - self.answered, 0)

    def _moved_by(self, knob: Knob) -> list[Case]:
        """The files that a knob moves."""
        if len(self.cases) == 1:
            return list(self.cases)
        if knob.case:
            return [case for case in self.cases if case.name == knob.case]
        why = {case.name: case.takes(knob.key, knob.values) for case in self.cases}
        taken = [case for case in self.cases if not why[case.name]]
        if not taken:
            raise RunError(f"knob {knob.key}: no file takes any of its values; {'; '.join(why.values())}")
        return taken

    def _refuse_twice(self) -> None:
        """RunError where two knobs move one key of one file."""
        seen: dict[tuple[str, str], str] = {}
        for name, cases in self.moved.items():
            for case in cases:
                other = seen.setdefault((case.name, self.keys[name]), name)
                if other != name:
                    raise RunError(f"knobs {other} and {name}: both move {self.keys[name]} of {case.name}")

    def answer(self, changes: Mapping[str, Any]) -> Setting | None:
        """The answer of a candidate; None where a file refuses it or the budget is spent."""
        made = tuple(
            (name, changes[name]) for name in sorted(changes) if any(changes[name] != v for v in self.stands[name])
        )
        known = tuple((name, repr(value)) for name, value in made)
        if known not in self._known:
            if not self.left:
                return None
            self._known[known] = self._answered(made)
            if self.progress is not None:
                self.progress(self.answered, self.budget)
        return self._known[known]

    def _answered(self, made: Changes) -> Setting | None:
        try:
            return self._setting(made, [case.answers(self._of(case, made)) for case in self.cases])
        except ScenarioError as error:
            self.refused = f"; {error}"
            return None

    def checked(self, setting: Setting) -> Setting:
        """Settings answered again on new dice."""
        made = setting.changes
        return self._setting(made, [case.checked(self._of(case, made)) for case in self.cases])

    def _of(self, case: Case, made: Changes) -> Changes:
        """What changes make in one file."""
        found = []
        for name, value in made:
            for place, moved in enumerate(self.moved[name]):
                if moved is case and value != self.stands[name][place]:
                    found.append((self.keys[name], value))
        return tuple(found)

    def _setting(self, made: Changes, found: Sequence[Sequence[tuple[float, Ends]]]) -> Setting:
        values = [math.nan] * len(self.targets)
        ends: list[Ends] = [(math.nan, math.nan)] * len(self.targets)
        misses = []
        for case, answers in zip(self.cases, found, strict=True):
            for place, (number, target) in enumerate(case.targets):
                values[number], ends[number] = answers[place]
                misses.append(target.miss(values[number], case.is_mean(place)))
        distance = math.sqrt(sum(miss * miss for miss in misses) / len(misses))
        return Setting(made, tuple(values), tuple(ends), distance)


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


def value_at(base: Prepared, key: str) -> Any:
    """The value of a key as the scenario stands: for a ruling the option in force, for a cell what its table says."""
    section, _, rest = key.partition(".")
    if section == "rulings":
        return base.rulings.in_force(base.kind.name).get(rest)
    if section == "data" and rest.startswith("cells."):
        _, table, *row, column = rest.split(".")
        return getattr(base.catalog.row(table, ".".join(row), base.scenario.where), column, None)
    value: Any = base.scenario.body
    for part in key.split("."):
        if isinstance(value, Mapping):
            value = value.get(part)
        elif isinstance(value, list | tuple) and part.isdigit() and int(part) < len(value):
            value = value[int(part)]
        else:
            return None
    return value


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
