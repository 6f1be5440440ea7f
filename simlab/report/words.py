"""Plain words for what files and frames spell: axes, labels, outcomes, the glossary.

Each rules system has a file ``words/<system>.toml`` beside this module; a system without one is shown as it is spelled.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "words"


@dataclass(frozen=True)
class Words:
    """The words of one rules system; every method falls back to the spelling it was given."""

    tables: dict[str, dict[str, Any]] = field(default_factory=dict)

    def _find(self, table: str, name: str) -> Any:
        return self.tables.get(table, {}).get(name)

    def axis(self, name: str) -> str:
        """What an axis of a sweep is."""
        return str(self._find("axes", name) or name.split(".")[-1].replace("_", " "))

    def label(self, value: object) -> str:
        """A label of an axis, or an outcome, as people write it."""
        return str(self._find("labels", str(value)) or str(value).replace("_", " "))

    def short_unit(self, unit: str) -> str:
        """The short name of a unit by its id, "" where none is set."""
        return str(self._find("units", unit) or "")

    def doing(self, value: object) -> str:
        """What a helicopter does that flies so: "pops up"."""
        return str(self._find("doing", str(value)) or f"plays {self.label(value)}")

    def against(self, value: object) -> str:
        """What it stands against: "light air defence"."""
        return str(self._find("against", str(value)) or self.label(value))

    def title(self, value: object) -> str:
        """What it stands against, as a heading: "Light air defence"."""
        label = self.label(value)
        return str(self._find("titles", str(value)) or label[:1].upper() + label[1:])

    def headline(self, metric: str) -> tuple[str, str]:
        """A metric ``table:outcome`` as a verb and as a noun."""
        found = self._find("headlines", metric)
        if found:
            return str(found[0]), str(found[1])
        plain = metric.split(":")[-1].replace("_", " ")
        return f"comes to {plain}", plain

    def roles(self, part: str) -> list[str]:
        """Names of axes that play a part (subject, manner, threat)."""
        return list(self.tables.get("roles", {}).get(part, []))

    @property
    def counts(self) -> dict[str, str]:
        """Tables whose mean stands beside the headline of every case, with the head of the column."""
        return dict(self.tables.get("counts", {}))

    def per(self, axis: str) -> str:
        """What these means are also divided by along an axis of numbers: "per tonne"; "" where they are not."""
        return str(self._find("per", axis) or "")

    @property
    def stages(self) -> dict[str, str]:
        """The steps of the chain with their meanings."""
        return dict(self.tables.get("stages", {}))

    @property
    def glossary(self) -> dict[str, str]:
        """Terms and what they mean."""
        return dict(self.tables.get("glossary", {}))

    def note(self, name: str) -> str:
        """A remark that belongs beside a kind of figure, "" where there is none."""
        return str(self._find("notes", name) or "")


def capital(text: str) -> str:
    """A text with a capital at its beginning; all else stays.

    >>> capital("CP destroyed"), capital("abort chance")
    ('CP destroyed', 'Abort chance')
    """
    return text[:1].upper() + text[1:]


@cache
def words_of_system(system: str) -> Words:
    """The words of a rules system.

    >>> words_of_system("command_decision").label("popup"), words_of_system("another").label("no_effect")
    ('pop-up', 'no effect')
    """
    path = FOLDER / f"{system}.toml"
    return Words(tomllib.loads(path.read_text(encoding="utf-8"))) if path.is_file() else Words()
