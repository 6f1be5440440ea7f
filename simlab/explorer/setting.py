"""A scenario as a page turns it: its controls, its rulings, one case of its sweep, its text as a TOML file.

Every change makes a new Scenario. Nothing is answered here and nothing is drawn.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from simlab.analysis.grid import Axis, axes_of
from simlab.contract import Choice, RulesSystem, Rulings
from simlab.errors import ScenarioError, toml_problem
from simlab.execute import Prepared
from simlab.explorer.controls import Control, number_control
from simlab.explorer.shapes import Leaf
from simlab.scenario import Scenario, parse_scenario


def study_axes(scenario: Scenario) -> tuple[Axis, ...]:
    """The axes of a study, none where the scenario is a single case."""
    return axes_of(scenario) if scenario.sweep else ()


def first_case(scenario: Scenario) -> tuple[Scenario, dict[str, str]]:
    """One case of a study without its sweep, and axis -> label: the one its file describes, else the first of each."""
    axes = study_axes(scenario)
    made, chosen = single(scenario), {}
    for axis in axes:
        described = (
            label for label, case in axis.cases.items() if all(scenario.value(key) == value for key, value in case)
        )
        chosen[axis.name] = next(described, next(iter(axis.cases)))
        made = at_case(made, axis, chosen[axis.name])
    return made, chosen


def single(scenario: Scenario) -> Scenario:
    """The scenario without what belongs to a study of many cases."""
    return replace(scenario, sweep={}, points={}, report={})


def at_case(scenario: Scenario, axis: Axis, label: str) -> Scenario:
    """The scenario with the keys that one label of an axis sets."""
    for key, value in axis.cases[label]:
        scenario = scenario.with_value(key, copy.deepcopy(value))
    return scenario


def changed(scenario: Scenario, key: str, value: Any) -> Scenario:
    """The scenario with another value; a whole number stays one, however a slider hands it over."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return scenario.with_value(key, value)


def value_of_text(text: str) -> Any:
    """A value as TOML spells it, as somebody types it into a field; anything else is a text.

    >>> value_of_text("[10, 20.5]"), value_of_text("popup")
    ([10, 20.5], 'popup')
    """
    import tomllib

    try:
        tree = tomllib.loads(f"value = {text}")
    except (ValueError, RecursionError):
        return text
    return tree["value"] if list(tree) == ["value"] else text


def text_of_value(value: Any) -> str:
    """A value as TOML spells it.

    >>> text_of_value([10, 20.5]), text_of_value(["noe", "low"])
    ('[10, 20.5]', '["noe", "low"]')
    """
    import tomlkit

    return str(tomlkit.item(value).as_string())


def without(scenario: Scenario, key: str) -> Scenario:
    """The scenario without a key, or without an entry of a list; a table that is left empty stays."""
    *above, last = key.split(".")
    place = scenario.value(".".join(above)) if above else scenario.body
    if isinstance(place, list):
        kept: Any = [item for number, item in enumerate(place) if str(number) != last]
    elif isinstance(place, Mapping):
        kept = {name: item for name, item in place.items() if name != last}
    else:
        return scenario
    return scenario.with_value(".".join(above), kept) if above else replace(scenario, body=kept)


def doubled(scenario: Scenario, key: str) -> Scenario:
    """The scenario with an entry of a list once more behind it; a name that must be its own is left out."""
    *above, last = key.split(".")
    place = scenario.value(".".join(above))
    if not isinstance(place, list):
        raise ScenarioError(f"{scenario.where}, {key}: no entry of a list")
    entry = copy.deepcopy(place[int(last)])
    if isinstance(entry, dict):
        entry.pop("name", None)
    return scenario.with_value(".".join(above), [*place[: int(last) + 1], entry, *place[int(last) + 1 :]])


def ruling_controls(prepared: Prepared) -> list[Control]:
    """A control for every ruling that bears on the kind, with the option in force."""
    known = {ruling.name: ruling for ruling in prepared.system.rulings}
    controls = []
    for name, value in prepared.rulings.in_force(prepared.kind.name).items():
        ruling = known[name]
        told = f"{ruling.clause}: {ruling.question} Default: {ruling.spell(ruling.default)}".removeprefix(": ")
        same: dict[str, Any] = {"help": told, "given": name in prepared.scenario.rulings, "value": value}
        same |= {"key": f"rulings.{name}", "label": name.replace("_", " ")}
        if isinstance(ruling, Choice):
            options = tuple((word.replace("_", " "), word) for word in ruling.choices)
            controls.append(Control(form="choice", options=options, **same))
        elif ruling.words:
            tries = dict.fromkeys([*map(str, ruling.alternatives), str(value)])
            same |= {"help": f"{told}; {ruling.allowed}", "value": str(value)}
            controls.append(Control(form="text", options=tuple((one, one) for one in tries), **same))
        else:
            form = "whole" if ruling.whole else "number"
            controls.append(number_control(same, Leaf(form, low=ruling.low, high=ruling.high)))
    return controls


def with_ruling(scenario: Scenario, system: RulesSystem, name: str, value: Any) -> Scenario:
    """The scenario under another reading; a reading that holds anyway is not written down."""
    ruling = system.ruling(name)
    value = int(value) if isinstance(value, float) and value.is_integer() else value
    others = {other: option for other, option in scenario.rulings.items() if other != name}
    plainly = Rulings(system.rulings, others, f"{scenario.where}, rulings")
    meant = ruling.parse(value, f"{scenario.where}, rulings.{name}")
    if getattr(plainly, name) == meant:
        return replace(scenario, rulings=others)
    return replace(scenario, rulings={**others, name: ruling.spell(meant)})


def tree_of(scenario: Scenario) -> dict[str, Any]:
    """The scenario in the form of a file: words first, then tables; own data files by their absolute paths."""
    data = {
        key: str((scenario.folder / value).absolute()) if key not in ("cells", "encoding") else value
        for key, value in scenario.data.items()
    }
    shared = {"title": scenario.title, "question": scenario.question, "system": scenario.system, "kind": scenario.kind}
    tree = {key: value for key, value in shared.items() if value} | _tables_last(scenario.body)
    for name, section in (("run", scenario.run), ("rulings", scenario.rulings), ("data", data)):
        if section:
            tree[name] = dict(section)
    return _tables_last(tree)


def _tables_last(value: Any) -> Any:
    """Tables with their plain keys before those that hold tables, as TOML wants them, all the way down."""
    if isinstance(value, Mapping):
        parts = {key: _tables_last(part) for key, part in value.items()}
        return dict(sorted(parts.items(), key=lambda item: _holds_tables(item[1])))
    if isinstance(value, list | tuple):
        return [_tables_last(part) for part in value]
    return value


def _holds_tables(value: Any) -> bool:
    return isinstance(value, Mapping) or (isinstance(value, list) and any(isinstance(one, Mapping) for one in value))


def toml_of(scenario: Scenario) -> str:
    """The text of a scenario file that `simlab run` takes, read back to make sure that it says the same."""
    import tomllib

    import tomlkit

    tree = tree_of(scenario)
    text = tomlkit.dumps(tree)
    read = parse_scenario(tomllib.loads(text), scenario.where, Path())
    assert tree_of(read) == tree, "a scenario file does not say what it was made of"
    return text


def scenario_of_text(text: str, name: str) -> Scenario:
    """A scenario from the text of a file that a browser sent: it may set cells of tables, but name no files."""
    import tomllib

    try:
        tree = tomllib.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise ScenarioError(f"{name}: {toml_problem(text, error)}") from None
    scenario = parse_scenario(tree, name)
    for key in scenario.data:
        if key != "cells":
            raise ScenarioError(
                f"{name}, data.{key}: a browser sends no files along; start with simlab explore and the file's name"
            )
    return scenario
