"""Knobs: keys of a scenario that an analysis may turn, and their values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from simlab.errors import RunError
from simlab.execute import Prepared

Changes = tuple[tuple[str, Any], ...]


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
