"""Single cells of tables that a scenario sets (``[data.cells]``), so that unit values are swept and tuned like keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from simlab.errors import ScenarioError, nearest

if TYPE_CHECKING:
    from simlab.catalog import TableSchema


def cells_of(data: dict[str, Any], schemas: Mapping[str, TableSchema], where: str) -> dict[str, Any]:
    """Table -> key -> column -> value of ``[data.cells]``, taken out of the data; keys may be dotted or nested."""
    found: dict[str, dict[str, dict[str, Any]]] = {}
    waiting = [(name, value) for name, value in data.items() if name.partition(".")[0] == "cells"]
    for name, _ in waiting:
        del data[name]
    while waiting:
        name, value = waiting.pop(0)
        parts = name.split(".")
        if isinstance(value, Mapping):
            waiting += [(f"{name}.{inner}", part) for inner, part in value.items()]
        elif len(parts) < 4:
            raise ScenarioError(f"{where}, data.{name}: name a cell as data.cells.TABLE.KEY.COLUMN")
        elif parts[1] not in schemas:
            raise ScenarioError(f"{where}, data.{name}: no such table; nearest: {nearest(parts[1], schemas)}")
        else:  # keys of rows may hold points, names of columns do not
            found.setdefault(parts[1], {}).setdefault(".".join(parts[2:-1]), {})[parts[-1]] = value
    return found


def with_cells(
    rows: Mapping[Any, Any], texts: Iterable[tuple[Any, Mapping[str, str]]],
    cells: Mapping[str, Mapping[str, Any]], schema: TableSchema, where: str,
) -> dict[Any, Any]:  # fmt: skip
    """The rows of a table with other values in some cells.

    rows: key -> row; texts: (row, its cells as the file spells them); cells: key -> column -> value. ScenarioError
    names the nearest key or column, or says why a value cannot stand there.
    """
    known, changed = {str(key): key for key in rows}, dict(rows)
    spelled = [(row, text) for row, text in texts]
    for name, columns in cells.items():
        if name not in known:
            raise ScenarioError(f'{where}: no "{name}" in it; nearest: {nearest(name, known)}')
        row = rows[known[name]]
        text = next(text for other, text in spelled if other == row)
        changed[known[name]] = _with_values(text, columns, schema, f"{where}.{name}")
    return changed


def _with_values(text: Mapping[str, str], columns: Mapping[str, Any], schema: TableSchema, where: str) -> Any:
    """A row with other values in some columns, read from its text like any row of a file."""
    from pydantic import ValidationError

    for column in columns:
        if column not in schema.row.model_fields or column == schema.key:
            near = nearest(column, [name for name in schema.row.model_fields if name != schema.key])
            raise ScenarioError(f'{where}: no column "{column}" to set; nearest: {near}')
    cells = {**text, **{column: str(value) for column, value in columns.items()}}
    try:
        return schema.row.model_validate({column: cell for column, cell in cells.items() if cell != ""})
    except ValidationError as problem:
        first = problem.errors(include_url=False)[0]
        column = ".".join(str(part) for part in first["loc"]) or "row"
        message = first["msg"].removeprefix("Value error, ").replace("Input should be", "must be")
        raise ScenarioError(f"{where}.{column}: {first['input']!r}; {message}") from None
