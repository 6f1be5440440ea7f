"""A scenario file with what the command line changes in it: ``--set``, ``--ruling``, ``--tables``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simlab.errors import RunError

if TYPE_CHECKING:
    from simlab.scenario import Scenario


def value_of(text: str) -> Any:
    """A value as TOML spells it; anything that is no TOML value is text.

    >>> value_of("20"), value_of("[10, 20]"), value_of("true"), value_of("popup"), value_of('"25"')
    (20, [10, 20], True, 'popup', '25')
    """
    import tomllib

    try:
        tree = tomllib.loads(f"value = {text}")
    except (ValueError, RecursionError):
        return text
    return tree["value"] if list(tree) == ["value"] else text


def split_pair(text: str, option: str) -> tuple[str, str]:
    """Both sides of ``KEY=VALUE``. RunError when there is no "=" or nothing before it."""
    key, equals, value = text.partition("=")
    if not equals or not key.strip():
        raise RunError(f'{option} "{text}": write {option} NAME=VALUE, without blanks around the equals sign')
    return key.strip(), value.strip()


def scenario_of(
    file: Path, sets: Sequence[str] | None = None, turned: Sequence[str] | None = None, tables: Path | None = None
) -> Scenario:
    """The scenario of a file with its overrides; checked for the shared keys, not yet for its kind.

    tables: a folder of the user's own tables, in place of that of the file. A key that the file sweeps and the command
    line fixes is swept no more. ``sweep.KEY=LIST`` sweeps a key; ``AXIS=LABEL`` takes one case of an axis of cases.
    """
    from simlab.scenario import parse_scenario
    from simlab.shipped import load_scenario

    scenario = load_scenario(file)
    fixed: list[str] = []
    sweep = dict(scenario.sweep)
    for pair in sets or ():
        key, text = split_pair(pair, "--set")
        key = re.sub(r"\[(\d+)\]", r".\1", key)  # forces[1].unit, as messages write it
        if key.startswith("sweep."):
            sweep[key.removeprefix("sweep.")] = value_of(text)
        elif key in sweep and (case := _case_of(scenario, key, text)) is not None:
            for name, value in case:
                scenario = scenario.with_value(name, value)
            sweep = _without(sweep, [key])
        else:
            scenario = scenario.with_value(key, value_of(text))
            fixed.append(key)
    for pair in turned or ():
        name, option = split_pair(pair, "--ruling")
        scenario = scenario.with_rulings(**{name: option})
        fixed.append(f"rulings.{name}")
    if tables is not None:
        scenario = scenario.with_value("data.tables", str(tables.absolute()))
        fixed.append("data.tables")
    for key in fixed:
        sweep = _without(sweep, key.split("."))
    shared = ("system", "kind", "title", "question", "run", "rulings", "points", "report", "data")
    tree = {**{key: getattr(scenario, key) for key in shared}, "sweep": sweep, **scenario.body}
    made = parse_scenario(tree, scenario.where, scenario.folder)
    if made.sweep and fixed:
        _refuse_undone(made, fixed)
    return made


def _case_of(scenario: Scenario, name: str, label: str) -> tuple[tuple[str, Any], ...] | None:
    """The keys that one case of an axis sets; None where it is an axis of plain values, RunError for no such case.

    An axis of cases has a name of its own and is no key of the scenario, so only a label can fix it.
    """
    from simlab.analysis.grid import axes_of
    from simlab.errors import nearest

    axis = next((axis for axis in axes_of(scenario) if axis.name == name), None)
    if axis is None or all([key for key, _ in case] == [name] for case in axis.cases.values()):
        return None
    if label not in axis.cases:
        raise RunError(f'--set {name}={label}: the axis has no case "{label}"; nearest: {nearest(label, axis.cases)}')
    return axis.cases[label]


def _without(sweep: dict[str, Any], path: list[str]) -> dict[str, Any]:
    """A sweep without one dotted key, whether the file quotes it or nests tables."""
    kept = {key: value for key, value in sweep.items() if key != ".".join(path)}
    head, *tail = path
    if tail and isinstance(kept.get(head), dict):
        inner = _without(kept[head], tail)
        kept = {**kept, head: inner} if inner else {key: value for key, value in kept.items() if key != head}
    return kept


def _refuse_undone(scenario: Scenario, fixed: Sequence[str]) -> None:
    """Refuse a value that an axis of the sweep would set to something else at every point."""
    from simlab.analysis.grid import axes_of

    for axis in axes_of(scenario):
        for key in sorted({key for case in axis.cases.values() for key, _ in case}):
            for mine in fixed:
                if f"{mine}.".startswith(f"{key}."):
                    raise RunError(
                        f"{mine}: axis {axis.name} of the sweep sets {key} at every point, so it would change nothing"
                    )


def single_case(scenario: Scenario) -> Scenario:
    """The scenario, refused while it still sweeps: a comparison has two sides."""
    if scenario.sweep:
        from simlab.analysis.grid import axes_of

        axes = axes_of(scenario)
        words = " ".join(f'--set "{axis.name}={next(iter(axis.cases))}"' for axis in axes)
        raise RunError(
            f"{scenario.where}: it sweeps {', '.join(axis.name for axis in axes)}; fix each to compare two single "
            f"cases, as in {words}"
        )
    return scenario
