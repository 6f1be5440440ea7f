"""From a scenario to the controls that a page shows for it: a section for each table, a control for each key.

A control says what its key may hold: a choice among words or units, a flag, a number with its ends, a text, or any
value as TOML spells it. Nothing here knows a game or draws anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from simlab.explorer.shapes import Leaf, default_of, fields_of

Options = Callable[[str, str], "tuple[tuple[str, str], ...]"]
"""(key, value) -> (name shown, word of the scenario) of each option, none where any text will do."""
LONG = 60
"""A stretch of numbers that is longer is not shown whole on a slider."""
MANY = 4
"""Entries of a longer list are folded."""


@dataclass(frozen=True)
class Control:
    """One key of a scenario.

    key: dotted, list entries by number; form: "choice", "flag", "whole", "number", "text" or "toml"; value: as the
    scenario has it, else the default; options: (name shown, value) of a choice; low, high: ends of a number, None
    where open; least, most, step: of its slider; needed: it cannot be left out; given: it stands in the scenario.
    """

    key: str
    label: str
    form: str
    value: Any
    options: tuple[tuple[str, Any], ...] = ()
    low: float | None = None
    high: float | None = None
    least: float = 0.0
    most: float = 1.0
    step: float = 1.0
    help: str = ""
    needed: bool = False
    given: bool = True


@dataclass(frozen=True)
class Section:
    """One table of a scenario, or one entry of a list of tables.

    missing: keys that may be set and are not -> what they would begin with; entry: it may be doubled or taken out;
    quiet: nothing in it stands in the scenario, or there are many like it.
    """

    key: str
    title: str
    controls: tuple[Control, ...]
    missing: Mapping[str, Any]
    entry: bool = False
    quiet: bool = False


def sections_of(
    shape: Any, body: Mapping[str, Any], options: Options, help_: Mapping[str, str], example: Mapping[str, Any]
) -> list[Section]:
    """The sections of a scenario body, its own keys first.

    Args:
        shape: pydantic model of the kind.
        body: the kind's own keys.
        options: what a text may be, see `Options`.
        help_: meaning of a key, by its name, see `comments`.
        example: body of another scenario of the kind: what a list without entries begins with.
    """
    return list(_Walk(options, help_, dict(_first_entries(example, ""))).table("", shape, body, False))


def comments(example: str) -> dict[str, str]:
    r"""Key -> what its comment says in a commented scenario, dotted keys first and bare ones where they are unknown.

    >>> comments("[game]\nturns = 12   # how long\n# first = 1  # who\n")
    {'game.turns': 'how long', 'turns': 'how long', 'game.first': 'who', 'first': 'who'}
    """
    found: dict[str, str] = {}
    table = ""
    for line in example.splitlines():
        if head := re.match(r"(?:# )?\[+([\w.]+)\]+", line):
            table = head[1] + "."
        if told := re.match(r"(?:# )?(\w+) = (?:\"[^\"]*\"|[^#\"]*?)\s*#\s*(.+)", line):
            found.setdefault(table + told[1], told[2])
            found.setdefault(told[1], told[2])
    return found


class _Walk:
    """One walk over a shape and a body."""

    def __init__(self, options: Options, help_: Mapping[str, str], entries: Mapping[str, Any]) -> None:
        self.options, self.help, self.entries = options, help_, entries

    def table(self, key: str, model: Any, given: Mapping[str, Any], entry: bool) -> Iterator[Section]:
        """The section of a table and those of the tables in it. given: its keys in the scenario."""
        controls: list[Control] = []
        below: list[Section] = []
        missing: dict[str, Any] = {}
        for name, (field, leaves) in fields_of(model).items():
            default, here = default_of(field), _under(key, name)
            value = given.get(name, default)
            if value in (None, [], {}) or (entry and name not in given and not field.is_required()):
                missing[name] = beginning(leaves, default, self.entries.get(_pattern(here)))
                continue
            tables = list(self._below(here, leaves, value, name in given))
            below += tables
            if tables:
                continue
            controls.append(self.control(here, leaves, value, name in given, field.is_required()))
        missing = {name: value for name, value in missing.items() if value is not None}
        if controls or missing or entry:
            yield Section(key, title_of(key), tuple(controls), missing, entry, not controls or not given)
        yield from below

    def _below(self, key: str, leaves: tuple[Leaf, ...], value: Any, given: bool) -> Iterator[Section]:
        """Sections of a value that is a table, a list of tables, a list of words, or a table of own names."""
        if isinstance(value, Mapping):
            model = _model_for(leaves, value)
            if model is not None:
                yield from self.table(key, model, value if given else {}, False)
            elif names := next((leaf for leaf in leaves if leaf.sort == "names"), None):
                controls = [self.control(_under(key, name), names.items, value[name], given, False) for name in value]
                known = self.options(_under(key, next(iter(value))), next(iter(value))) if value else ()
                missing = {word: 1 for _, word in known if word not in value}
                yield Section(key, title_of(key), tuple(controls), missing, quiet=not given)
        elif isinstance(value, list) and value:
            items = next((leaf.items for leaf in leaves if leaf.sort == "list"), ())
            tables = all(isinstance(item, Mapping) and _model_for(items, item) for item in value)
            for number, item in enumerate(value if tables else ()):
                head, *rest = self.table(_under(key, str(number)), _model_for(items, item), item, True)
                name = f": {item['name']}" if "name" in item else ""
                yield replace(head, title=head.title + name, quiet=len(value) > MANY)
                yield from rest
            if not tables and given and all(isinstance(item, str) for item in value):
                for number, item in enumerate(value):
                    here = _under(key, str(number))
                    yield Section(here, title_of(here), (self.control(here, items, item, True, True),), {}, True)

    def control(self, key: str, leaves: tuple[Leaf, ...], value: Any, given: bool, needed: bool) -> Control:
        """The control of one key."""
        if isinstance(value, list) and len(value) == 1 and not given:
            value = value[0]  # one value for all turns may be written without brackets
        sorts = {leaf.sort: leaf for leaf in leaves}
        if "list" in sorts and not isinstance(value, list | Mapping):
            sorts = {leaf.sort: leaf for leaf in sorts["list"].items} | sorts
        name = key.rsplit(".", 1)[-1]
        about: dict[str, Any] = {
            "help": self.help.get(_pattern(key), self.help.get(name, "")),
            "needed": needed, "given": given,
        }  # fmt: skip
        about["key"] = key
        last = key.rsplit(".", 2)[-2] if name.isdigit() else name
        about["label"] = label_of(last, is_number=bool({"number", "whole"} & set(sorts)))
        about["value"] = value
        words = [word for leaf in sorts.values() for word in leaf.words]
        if words and "flag" in sorts:
            words = [True, False, *words]
        if value in words and not isinstance(value, list | Mapping):
            return Control(form="choice", options=tuple((_shown(word), word) for word in words), **about)
        if isinstance(value, bool) and "flag" in sorts:
            return Control(form="flag", **about)
        number = sorts.get("number") or sorts.get("whole")
        if isinstance(value, int | float) and not isinstance(value, bool) and number is not None:
            return number_control(about, number)
        if isinstance(value, str):
            known = self.options(key, value)
            if known:
                return Control(form="choice", options=known, **about)
            if "text" in sorts:
                return Control(form="text", **about)
        return Control(form="toml", **about)


def beginning(leaves: tuple[Leaf, ...], default: Any, entry: Any = None) -> Any:
    """What a key that is set anew holds at first; None where nothing could be guessed. entry: a first one of a list."""
    if default not in (None, [], {}):
        return default
    for leaf in leaves:
        match leaf.sort:
            case "words":
                return leaf.words[0]
            case "flag":
                return True
            case "whole" | "number":
                return int(max(leaf.low or 0, min(1, leaf.high or 1)))
            case "text":
                return ""
            case "table" if leaf.model is not None:
                needed = {name: beginning(found, None) for name, (field, found) in fields_of(leaf.model).items()
                          if field.is_required()}  # fmt: skip
                return needed if None not in needed.values() else None
            case "list":
                first = beginning(leaf.items, None) if entry is None else entry
                return None if first is None else [first]
            case "fixed":
                return [0, 0]
    return None


def number_control(about: Mapping[str, Any], leaf: Leaf) -> Control:
    """A number with a slider over the stretch where people look first; further values may be typed.

    about: key, label, value and whatever else a control is told.
    """
    low, high, value = leaf.low, leaf.high, float(about["value"])
    least = low if low is not None and low > -1000 else min(0.0, 2.0 * value)
    most = high if high is not None and high - least <= LONG else max(2.0 * value, least + 20.0)
    most = most if high is None else min(most, high)
    fine = leaf.sort == "number" and most - least <= 2.0
    step = 0.05 if fine else 1.0
    return Control(form=leaf.sort, low=low, high=high, least=least, most=most, step=step, **about)


def label_of(name: str, is_number: bool) -> str:
    """The label of a key: units of measure stand in brackets.

    >>> label_of("range_in", True), label_of("dug_in", False), label_of("heading_deg", True)
    ('range (inches)', 'dug in', 'heading (degrees)')
    """
    for ending, unit in (("_in", "inches"), ("_deg", "degrees")):
        if is_number and name.endswith(ending):
            return f"{name.removesuffix(ending).replace('_', ' ')} ({unit})"
    return name.replace("_", " ")


def title_of(key: str) -> str:
    """The heading of a section.

    >>> title_of("air_defence.0"), title_of("defender.policies"), title_of("")
    ('air defence 1', 'defender: policies', '')
    """
    parts = re.sub(r"\.(\d+)", lambda found: f" {int(found[1]) + 1}", key).split(".")
    return ": ".join(part.replace("_", " ") for part in parts)


def _pattern(key: str) -> str:
    """A key without the numbers of entries."""
    return re.sub(r"\.\d+", "", key)


def _first_entries(tree: Any, key: str) -> Iterator[tuple[str, Any]]:
    """(key without numbers, first entry) of every list of tables."""
    for name, value in tree.items():
        here = _under(key, name)
        if isinstance(value, Mapping):
            yield from _first_entries(value, here)
        elif isinstance(value, list) and value and isinstance(value[0], Mapping):
            yield here, value[0]
            yield from _first_entries(value[0], here)


def _under(key: str, name: str) -> str:
    return f"{key}.{name}" if key else name


def _shown(word: Any) -> str:
    return {True: "yes", False: "no"}[word] if isinstance(word, bool) else str(word)


def _model_for(leaves: tuple[Leaf, ...], value: Mapping[str, Any]) -> Any:
    """The model among the leaves that knows the keys of a table, else the first one; None without any."""
    models = [leaf.model for leaf in leaves if leaf.model is not None]
    return next((model for model in models if set(value) <= set(fields_of(model))), models[0] if models else None)
