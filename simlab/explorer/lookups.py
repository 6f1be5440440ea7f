"""Which units or rows of a table a text of a scenario may name, learnt from what packing asks of the catalog.

A wing alone knows that a helicopter is looked for among helicopters. So a scenario is packed once with a catalog that
notes every question, and a text that was asked for is a choice among the rows it was looked for in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from simlab.catalog import Catalog
from simlab.errors import SimlabError
from simlab.execute import Prepared


@dataclass
class AskedCatalog(Catalog):
    """A catalog that notes what it is asked for. asked: (text in lower case, tables, where)."""

    asked: list[tuple[str, tuple[str, ...], str]] = field(default_factory=list)

    def unit(self, name: str, tables: Iterable[str], where: str) -> Any:
        """As `Catalog.unit`, noted."""
        tables = tuple(tables)
        self.asked.append((str(name).strip().casefold(), tables, where))
        return super().unit(name, tables, where)

    def row(self, table: str, key: Any, where: str) -> Any:
        """As `Catalog.row`, noted."""
        self.asked.append((str(key).casefold(), (table,), where))
        return super().row(table, key, where)


class Lookups:
    """What texts of the scenarios of one kind may be; it learns from every scenario that it is shown."""

    def __init__(self) -> None:
        self._tables: dict[str, tuple[str, ...]] = {}  # key with * for numbers -> tables
        self._catalog: AskedCatalog | None = None

    def learn(self, prepared: Prepared) -> None:
        """Pack the scenario once more and note what is looked up in which tables."""
        known = prepared.catalog
        noted = AskedCatalog(
            known.system, known.schemas, known.folder, known.extra, known.encoding, known.cells, known.where
        )
        try:
            prepared.kind.pack(prepared.shape, prepared.rulings, noted, prepared.scenario.where)
        except SimlabError:  # it was packed before; a text that only this reading of it refuses teaches nothing
            return
        self._catalog = noted

    def options(self, key: str, value: str) -> tuple[tuple[str, str], ...]:
        """(name shown, word) of everything that the text at a key may be; none where nobody looked it up."""
        pattern = re.sub(r"\.\d+", ".*", key)
        if self._catalog is None:
            return ()
        asked = [(tables, where) for name, tables, where in self._catalog.asked if name == value.strip().casefold()]
        if asked:
            self._tables[pattern] = max(asked, key=lambda one: _likeness(key, one[1]))[0]
        tables = self._tables.get(pattern) or self._named_alike(key, value)
        if not tables:
            return ()
        return _with_own(self._rows(tables), value)

    def _named_alike(self, key: str, value: str) -> tuple[str, ...]:
        """The table that is named as the key, where it holds the value: a ``doctrine`` is a row of ``doctrines``."""
        if self._catalog is None:
            return ()
        if key.rsplit(".", 1)[-1] == "unit":  # not looked up yet: any unit of the system
            return tuple(name for name, schema in self._catalog.schemas.items() if schema.units)
        table = key.rsplit(".", 1)[-1] + "s"
        known = table in self._catalog.schemas
        return (table,) if known and value in (word for _, word in self._rows((table,))) else ()

    def _rows(self, tables: Iterable[str]) -> list[tuple[str, str]]:
        assert self._catalog is not None
        found = []
        for table in tables:
            schema = self._catalog.schemas[table]
            for row in self._catalog.rows(table):
                word = str(getattr(row, schema.key))
                name = getattr(row, "name", None) if schema.units else None
                found.append((f"{name} ({word})" if name and name != word else word.replace("_", " "), word))
        return list(dict(reversed(found)).items())[::-1]  # of rows of one name the first counts


def _with_own(rows: list[tuple[str, str]], value: str) -> tuple[tuple[str, str], ...]:
    """The rows, with the scenario's own spelling of the one it names."""
    spelled = value.strip().casefold()
    same = [
        place for place, (name, word) in enumerate(rows)
        if spelled in (word.casefold(), name.removesuffix(f" ({word})").casefold())
    ]  # fmt: skip
    if not same:
        return ((value, value), *rows)
    return tuple((name, value if place == same[0] else word) for place, (name, word) in enumerate(rows))


def _likeness(key: str, where: str) -> int:
    """How many of the last parts of a key the place that a message names has too."""
    place = re.findall(r"\w+", where)
    parts = key.split(".")
    return max((n for n in range(1, len(parts) + 1) if parts[-n:] == place[-n:]), default=0)
