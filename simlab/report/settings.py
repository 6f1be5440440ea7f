"""What was played, in words: the cases of each axis, and the keys that stay the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from simlab.report.page import Block
from simlab.report.tables import Table, text_cell

if TYPE_CHECKING:
    from simlab.report.studies import Study

UNIT_KEYS = ("unit", "air_defence", "ground_fire", "altitude", "firer")
"""Keys whose values speak for themselves."""


def setting_block(study: Study) -> Block:
    """What was played: the cases of each axis, and the keys that stay the same."""
    rows = []
    for axis in study.axes:
        if axis.name == study.range_axis:
            numbers = list(axis.numbers.values())
            shown = f"{numbers[0]:g} to {numbers[-1]:g}, {len(numbers)} values"
            rows.append([text_cell(study.words.axis(axis.name)), text_cell("all"), text_cell(shown)])
            continue
        for label, keys in axis.cases.items():
            told = "; ".join(
                f"{'' if key.split('.')[-1] in UNIT_KEYS else key.replace('_', ' ') + ': '}{spoken(study, value)}"
                for key, value in keys
            )
            rows.append(
                [
                    text_cell(study.words.axis(axis.name)),
                    text_cell(study.name(axis.name, label), strong=True),
                    text_cell(told),
                ]
            )
    swept = {key for axis in study.axes for keys in axis.cases.values() for key, _ in keys}
    for key, value in _leaves(study.prepared.scenario.body, ""):
        if not any(key == mine or key.startswith(f"{mine}.") or mine.startswith(f"{key}.") for mine in swept):
            rows.append([text_cell("always"), text_cell(key.replace("_", " ")), text_cell(spoken(study, value))])
    note = study.words.note("game") if "survival" in study.tables else ""
    table = Table("What was played", ["Part", "Case", "Setting"], rows, note)
    return Block("What was played", tables=[table], folded=True)


def _leaves(value: Any, above: str) -> Iterator[tuple[str, Any]]:
    for name, part in value.items():
        if isinstance(part, Mapping) and part:
            yield from _leaves(part, f"{above}{name}.")
        else:
            yield f"{above}{name}", part


def spoken(study: Study, value: Any) -> str:
    """A value of a scenario in words: units by name, lists of systems with their distances."""
    if isinstance(value, Mapping):
        rest = dict(value)
        names = [spoken(study, rest.pop(key)) for key in ("unit", "weapon") if key in rest]
        guns = [spoken(study, rest.pop("guns"))] if "guns" in rest else []
        count = int(rest.pop("count", 1))
        text = (f"{count} × " if count > 1 else "") + " with ".join([*names, *guns])
        if "range_in" in rest:
            text += f" at {rest.pop('range_in'):g} in"
        others = ", ".join(f"{key.replace('_', ' ')} {spoken(study, part)}" for key, part in rest.items())
        return f"{text} ({others})" if others and text else text or others
    if isinstance(value, list):
        return ", ".join(spoken(study, part) for part in value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    known = study.unit_names.get(str(value).casefold())
    return (
        known or study.words.label(value)
        if isinstance(value, str)
        else f"{value:g}"
        if isinstance(value, float)
        else str(value)
    )


def threats_in_words(study: Study) -> str:
    """What each kind of defence is: "light: ZSU-23-4 Shilka at 25 in; medium: adds SA-9 at 30 in"."""
    axis = next((axis for axis in study.axes if axis.name == study.parts["threat"]), None)
    if axis is None:
        return ""
    told: list[str] = []
    before: list[str] = []
    for label, keys in axis.cases.items():
        systems = [
            spoken(study, entry) for _, value in keys for entry in (value if isinstance(value, list) else [value])
        ]
        more = before and systems[: len(before)] == before and len(systems) > len(before)
        words = f"adds {', '.join(systems[len(before) :])}" if more else ", ".join(systems) or "nothing"
        told.append(f"{study.name(axis.name, label)}: {words}")
        before = systems
    return "; ".join(told)
