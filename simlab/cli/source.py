"""A scenario file with what the command line changes in it: ``--set KEY=VALUE`` and ``--ruling NAME=OPTION``."""

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


def scenario_of(file: Path, sets: Sequence[str] | None = None, turned: Sequence[str] | None = None) -> Scenario:
    """The scenario of a file with its overrides; checked for the shared keys, not yet for its kind.

    A key that the file sweeps and ``--set`` fixes is swept no more. ``sweep.KEY=LIST`` sweeps a key.
    """
    from simlab.scenario import load_scenario, parse_scenario

    scenario = load_scenario(file)
    sweep = dict(scenario.sweep)
    for pair in sets or ():
        key, text = split_pair(pair, "--set")
        key = re.sub(r"\[(\d+)\]", r".\1", key)  # forces[1].unit, as messages write it
        value = value_of(text)
        if key.startswith("sweep."):
            sweep[key.removeprefix("sweep.")] = value
        else:
            scenario = scenario.with_value(key, value)
            for swept in [name for name in _keys_of(sweep) if name == key]:
                sweep = _without(sweep, swept.split("."))
    for pair in turned or ():
        name, option = split_pair(pair, "--ruling")
        scenario = scenario.with_rulings(**{name: option})
        sweep = _without(sweep, ["rulings", name])
    tree = {**scenario.body, "system": scenario.system, "kind": scenario.kind, "title": scenario.title,
            "question": scenario.question, "run": scenario.run, "rulings": scenario.rulings, "sweep": sweep,
            "data": scenario.data}  # fmt: skip
    return parse_scenario(tree, scenario.where, scenario.folder)


def _keys_of(sweep: dict[str, Any], above: str = "") -> list[str]:
    """Dotted keys of a sweep, whether the file quotes them or nests tables."""
    found = []
    for key, value in sweep.items():
        found.append(above + key)
        if isinstance(value, dict):
            found += _keys_of(value, f"{above}{key}.")
    return found


def _without(sweep: dict[str, Any], path: list[str]) -> dict[str, Any]:
    """A sweep without one dotted key, whether the file quotes it or nests tables."""
    kept = {key: value for key, value in sweep.items() if key != ".".join(path)}
    head, *tail = path
    if tail and isinstance(kept.get(head), dict):
        inner = _without(kept[head], tail)
        kept = {**kept, head: inner} if inner else {key: value for key, value in kept.items() if key != head}
    return kept
