"""What a scenario sets and nothing in it reads: single cells of tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from simlab.contract import Kind, Rulings
from simlab.errors import SimlabError

if TYPE_CHECKING:
    from simlab.catalog import Catalog


def idle_cells(
    kind: Kind, shape: Any, rulings: Rulings, catalog: Catalog, packed: Any, body: Mapping[str, Any]
) -> Iterator[str]:
    """A line for each cell of ``[data.cells]`` without which the scenario packs to the very same numbers.

    Every cell costs one packing, so this is asked once for an answer and not at the points of a sweep.
    """
    words = {word.strip().casefold() for word in _words(body)}
    for table, rows in catalog.cells.items():
        for key, columns in rows.items():
            field = catalog.schemas[table].key
            row = next((row for row in catalog.rows(table) if str(getattr(row, field)) == key), None)
            names = {key.casefold(), str(getattr(row, "name", key)).casefold()}
            named = not catalog.schemas[table].units or bool(names & words)
            for column in columns:
                others = {name: value for name, value in columns.items() if name != column}
                without = replace(catalog, cells={**catalog.cells, table: {**rows, key: others}}, _rows={})
                if _same(_packed(kind, shape, rulings, without), packed):
                    why = "plays the same without it" if named else f"has no {key} in its forces"
                    yield f"data.cells.{table}.{key}.{column} is set, but changes nothing: this scenario {why}"


def _packed(kind: Kind, shape: Any, rulings: Rulings, catalog: Catalog) -> Any:
    try:
        return kind.pack(shape, rulings, catalog, catalog.where)
    except SimlabError:
        return None


def _same(one: Any, other: Any) -> bool:
    return one is not None and all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def _words(value: Any) -> Iterator[str]:
    """Every text in the body of a scenario, names of keys included (forces count units by name)."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, part in value.items():
            yield str(name)
            yield from _words(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _words(part)
