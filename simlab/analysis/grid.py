"""The grid of a scenario's ``[sweep]`` section: its axes read, its points made.

An axis is written in one of three ways::

    [sweep]
    "firer.unit" = ["zsu23_4", "gepard"]                    # any key of the scenario over a list
    "geometry.range_in" = {from = 0, to = 65, step = 5}     # a range, both ends included
    "rulings.pop_up_penalty_mode" = ["abort_band", "none"]

    [[sweep.defence]]                                       # a named axis, which sets several keys at once;
    label = "light"                                         # labels that are numbers make an axis of numbers
    [[sweep.defence.set.air_defence]]
    unit = "zsu23_4"
    range_in = 25

Axes are applied in the order of the file, so that a later one may change part of what an earlier one sets. In ``set``
tables are merged into those of the scenario and lists take the place of theirs. The grid is full: every value of each
axis with every value of the others. A list of points, all with the same keys, takes the place of those it names::

    [sweep]
    points = [{"firer.unit" = "gepard", "geometry.range_in" = 10}, {"firer.unit" = "zsu23_4", "geometry.range_in" = 25}]
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from simlab.errors import ScenarioError, nearest
from simlab.execute import Prepared, prepare
from simlab.result import TIDY
from simlab.scenario import RUN_KEYS, Scenario

MOST_POINTS = 100_000
RANGE_KEYS = ("from", "to", "step")
ENTRY_KEYS = ("label", "set")
LISTED = "points"


@dataclass(frozen=True)
class Axis:
    """One axis of the grid.

    cases: label -> the keys it sets, with their values; numbers: label -> number, where all its values are numbers.
    """

    name: str
    cases: dict[str, tuple[tuple[str, Any], ...]]
    numbers: dict[str, int | float] = field(default_factory=dict)

    def shown(self, label: str) -> str | int | float:
        """What a frame shows for a label: the number where the axis is one of numbers."""
        return self.numbers.get(label, label)


@dataclass(frozen=True)
class Point:
    """One case of the grid: axis -> label, and its scenario (without a ``[sweep]``)."""

    labels: dict[str, str]
    scenario: Scenario


def expand(scenario: Scenario) -> list[Point]:
    """The full grid of a scenario's ``[sweep]`` in file order, the last axis fastest; ScenarioError as `sweep`."""
    return list(points_of(scenario, axes_of(scenario)))


def points_of(scenario: Scenario, axes: tuple[Axis, ...]) -> Iterator[Point]:
    """The points of a grid, one after another."""
    for labels in _labels_of(scenario, axes):
        yield _point(scenario, axes, labels)


def number_of_points(scenario: Scenario, axes: tuple[Axis, ...]) -> int:
    """How many points the grid has."""
    listed = _listed(scenario)
    free = axes[len(listed[0]) :] if listed else axes
    return max(len(listed), 1) * math.prod(len(axis.cases) for axis in free)


def _labels_of(scenario: Scenario, axes: tuple[Axis, ...]) -> Iterator[tuple[str, ...]]:
    """The labels of every point: those that are listed, each with the full grid of the other axes."""
    listed = _listed(scenario)
    free = axes[len(listed[0]) :] if listed else axes
    for row in listed or ({},):
        head = tuple(label_of(value) for value in row.values())
        for rest in itertools.product(*(axis.cases for axis in free)):
            yield (*head, *rest)


def _listed(scenario: Scenario) -> list[dict[str, Any]]:
    """The rows of ``sweep.points``: key -> value, in the order of the keys of the first; none where it is no list."""
    rows = scenario.sweep.get(LISTED)
    if not isinstance(rows, list) or not all(isinstance(row, Mapping) and "set" not in row for row in rows):
        return []  # an axis over a key of that name
    where = f"{scenario.where}, sweep.{LISTED}"
    flat: list[dict[str, Any]] = []
    for number, row in enumerate(rows):
        if not row:
            raise ScenarioError(f'{where}[{number}]: an empty table; write {{"geometry.range_in" = 10}}')
        flat.append(dict(_keys_below(row, "")))
        if flat[-1] in flat[:-1]:
            raise ScenarioError(f"{where}[{number}]: this point stands twice")
        if set(flat[-1]) != set(flat[0]):
            raise ScenarioError(
                f"{where}[{number}]: sets {', '.join(flat[-1])}; the first point sets {', '.join(flat[0])}, and all "
                "points set the same keys"
            )
    if not flat:
        raise ScenarioError(f"{where}: an empty list; give at least one point")
    return [{key: row[key] for key in flat[0]} for row in flat]


def _listed_axes(scenario: Scenario) -> Iterator[Axis]:
    """An axis for each key of the listed points."""
    rows = _listed(scenario)
    for key in rows[0] if rows else ():
        _check_key(key, f"{scenario.where}, sweep.{LISTED}: {key}")
        values = {label_of(row[key]): row[key] for row in rows}
        yield Axis(key, {label: ((key, value),) for label, value in values.items()}, _numbers(list(values.values())))


def _point(scenario: Scenario, axes: tuple[Axis, ...], labels: tuple[str, ...]) -> Point:
    named = {axis.name: label for axis, label in zip(axes, labels, strict=True)}
    where = f"{scenario.where} [{', '.join(f'{name} = {label}' for name, label in named.items())}]"
    made = replace(scenario, sweep={}, where=where)
    for axis, label in zip(axes, labels, strict=True):
        for key, value in axis.cases[label]:
            made = made.with_value(key, value)
    return Point(named, made)


def check(scenario: Scenario, axes: tuple[Axis, ...], data: str | Path | None = None) -> None:
    """Prepare one point for every value of every axis, so that a slip shows before the first point is played.

    Raises:
        ScenarioError, CatalogError: the first point that cannot be played, with the nearest valid names.
    """
    if listed := _listed(scenario):
        many = number_of_points(scenario, axes) // len(listed)
        for labels_of_point in itertools.islice(_labels_of(scenario, axes), 0, None, many):
            _check_names(scenario, axes, prepare(_point(scenario, axes, labels_of_point).scenario, data))
    labels = [list(axis.cases) for axis in axes]
    if listed:
        axes, labels = axes[len(listed[0]) :], labels[len(listed[0]) :]
        scenario = next(points_of(replace(scenario, sweep={LISTED: listed}), tuple(_listed_axes(scenario)))).scenario
    for place, axis in enumerate(axes):
        for number, label in enumerate(axis.cases):
            if number or not place:  # the first label of later axes is met with the first one of the first axis
                chosen = tuple(label if i == place else labels[i][0] for i in range(len(axes)))
                prepared = prepare(_point(scenario, axes, chosen).scenario, data)
                _check_names(scenario, axes, prepared)


def _check_names(scenario: Scenario, axes: tuple[Axis, ...], prepared: Prepared) -> None:
    """Refuse an axis whose name is a column of the tables it would stand beside."""
    taken = {*TIDY, "digest"} | {variable for table in prepared.space.tables for variable in table.variables}
    for axis in axes:
        if axis.name in taken - {"system", "kind"}:
            where = f"{scenario.where}, sweep.{axis.name}"
            raise ScenarioError(f'{where}: "{axis.name}" is a column of the result; give the axis another name')


def axes_of(scenario: Scenario) -> tuple[Axis, ...]:
    """The axes of a scenario's ``[sweep]``; ScenarioError where it has none or is ill-formed."""
    if not scenario.sweep:
        raise ScenarioError(f'{scenario.where}, sweep: missing; write [sweep] and below it "key" = [value, value]')
    listed = tuple(_listed_axes(scenario))
    crossed = {name: value for name, value in scenario.sweep.items() if not (listed and name == LISTED)}
    axes = (*listed, *_axes_below(crossed, "", scenario.where))
    points = number_of_points(scenario, axes)
    if points > MOST_POINTS:
        raise ScenarioError(
            f"{scenario.where}, sweep: {points:,} points; at most {MOST_POINTS:,}: shorten a list or a range"
        )
    _check_overlap(axes, scenario.where)
    return axes


def _axes_below(section: Mapping[str, Any], above: str, where: str) -> Iterator[Axis]:
    """Axes in file order; ``helicopter.unit = [...]`` without quotes is a nested table and means the same."""
    for name, value in section.items():
        key, place = f"{above}{name}", f"{where}, sweep.{above}{name}"
        if isinstance(value, Mapping) and not set(value) & {"from", "to"}:
            if not value:
                raise ScenarioError(f"{place}: an empty table; give a list of values")
            yield from _axes_below(value, f"{key}.", where)
        elif isinstance(value, Mapping):
            _check_key(key, place)
            yield _number_axis(key, range_values(value, place), place)
        elif not isinstance(value, list) or not value:
            raise ScenarioError(f"{place}: {value!r}; give a list of values, or {{from = 5, to = 60, step = 5}}")
        elif any(isinstance(entry, Mapping) and "set" in entry for entry in value):
            yield _named_axis(key, value, place)
        else:
            _check_key(key, place)
            yield _number_axis(key, value, place)


def _number_axis(key: str, values: list[Any], place: str) -> Axis:
    """An axis over the values of one key; numbers stay numbers in frames."""
    cases: dict[str, tuple[tuple[str, Any], ...]] = {}
    for value in values:
        label = label_of(value)
        if label in cases:
            raise ScenarioError(f'{place}: "{label}" stands twice')
        cases[label] = ((key, value),)
    return Axis(key, cases, _numbers(values))


def _numbers(values: list[Any]) -> dict[str, int | float]:
    """Label -> number where all values are numbers, else nothing."""
    plain = all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)
    return {label_of(value): value for value in values} if plain else {}


def _named_axis(name: str, entries: list[Any], place: str) -> Axis:
    """An axis of labelled cases, each setting several keys."""
    cases: dict[str, tuple[tuple[str, Any], ...]] = {}
    for number, entry in enumerate(entries):
        here = f"{place}[{number}]"
        if not isinstance(entry, Mapping) or not {"label", "set"} <= set(entry):
            raise ScenarioError(f'{here}: each entry of a named axis needs label = "..." and set = {{...}}')
        for key in entry:
            if key not in ENTRY_KEYS:
                raise ScenarioError(f"{here}.{key}: no such key; nearest: {nearest(key, ENTRY_KEYS)}")
        label, sets = label_of(entry["label"]), entry["set"]
        if not isinstance(sets, Mapping) or not sets:
            raise ScenarioError(f"{here}.set: {sets!r}; give a table of keys and values")
        if label in cases:
            raise ScenarioError(f'{here}.label: "{label}" stands twice')
        cases[label] = tuple(_keys_below(sets, ""))
        for key, _ in cases[label]:
            _check_key(key, f"{here}.set.{key}")
    return Axis(name, cases, _numbers([entry["label"] for entry in entries]))


def _keys_below(section: Mapping[str, Any], above: str) -> Iterator[tuple[str, Any]]:
    for name, value in section.items():
        if isinstance(value, Mapping) and value:
            yield from _keys_below(value, f"{above}{name}.")
        else:
            yield f"{above}{name}", value


def range_values(given: Mapping[str, Any], place: str) -> list[int | float]:
    """The values of {from, to, step}, both ends included; counted in fractions, so that none is missed or blurred.

    >>> range_values({"from": 0, "to": 1, "step": 0.1}, "")[:4]
    [0, 0.1, 0.2, 0.3]
    >>> range_values({"from": 60, "to": 0, "step": -30}, "")
    [60, 30, 0]
    """
    for key in given:
        if key not in RANGE_KEYS:
            raise ScenarioError(f"{place}.{key}: no such key of a range; nearest: {nearest(key, RANGE_KEYS)}")
    numbers = {"step": 1, **given}
    for key in RANGE_KEYS:
        value = numbers.get(key)
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise ScenarioError(f"{place}.{key}: {value!r}; a range needs numbers: {{from = 5, to = 60, step = 5}}")
    first, last, step = (Fraction(str(numbers[key])) for key in RANGE_KEYS)
    if step == 0 or (last - first) / step < 0:
        raise ScenarioError(f"{place}.step: {numbers['step']} never leads from {numbers['from']} to {numbers['to']}")
    count = math.floor((last - first) / step) + 1
    if count > MOST_POINTS:
        raise ScenarioError(f"{place}: {count:,} values; at most {MOST_POINTS:,}")
    values = [first + number * step for number in range(count)]
    return [int(value) if value.denominator == 1 else float(value) for value in values]


def label_of(value: Any) -> str:
    """A short text for a value of an axis.

    >>> label_of(2.5), label_of(True), label_of(["noe", "popup"]), label_of({"unit": "sa9", "range_in": 30})
    ('2.5', 'true', 'noe + popup', 'unit sa9, range_in 30')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return " + ".join(map(label_of, value)) or "none"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {label_of(part)}" for key, part in value.items())
    return str(value)


def _check_key(key: str, place: str) -> None:
    section, _, rest = key.partition(".")
    if section == "sweep":
        raise ScenarioError(f"{place}: a sweep does not sweep itself")
    if section == "run" and rest not in RUN_KEYS:
        raise ScenarioError(f"{place}: no such key; nearest: {nearest(rest, [f'run.{name}' for name in RUN_KEYS])}")


def _check_overlap(axes: tuple[Axis, ...], where: str) -> None:
    """Refuse axes of which the later one would undo the earlier one."""
    for later, axis in enumerate(axes):
        keys = {key for case in axis.cases.values() for key, _ in case}
        for other in axes[:later]:
            for key in (key for case in other.cases.values() for key, _ in case):
                if any(key == mine or key.startswith(f"{mine}.") for mine in keys):
                    raise ScenarioError(f"{where}, sweep.{axis.name}: would undo {key} of sweep.{other.name} above it")
