"""``simlab units``: the rules systems, and the units of one with their key figures, sources and confidence."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simlab.cli import options as o
from simlab.cli.output import aligned, cell, csv_text, emit, heading, json_text
from simlab.cli.source import split_pair
from simlab.errors import CatalogError, nearest

if TYPE_CHECKING:
    from simlab.catalog import Catalog
    from simlab.contract import RulesSystem

FIRST, LAST = ("id", "name", "side"), ("confidence", "source")
Added = Annotated[
    list[str] | None,
    typer.Option("--add", metavar="TABLE=FILE", help="Your own rows too, as [data] of a scenario has them."),
]
Encoding = Annotated[
    str | None, typer.Option(metavar="NAME", help="Encoding of files that are not UTF-8, such as cp1252.")
]


def units(
    system: o.System = None,
    table: o.Tables = None,
    add: Added = None,
    encoding: Encoding = None,
    data: o.Data = None,
    form: o.Formats = o.Format.TABLE,
    decimal: o.Decimals = o.Mark.POINT,
) -> None:
    """List the rules systems, or the units of one.

    The table shows key figures; CSV and JSON have every column. The CSV of one table, edited, serves as a file of your
    own rows: [data] of a scenario names it.
    """
    if system is None:
        _list_systems(form, decimal)
        return
    from simlab.catalog import open_catalog
    from simlab.systems import system_named

    found = system_named(system)
    extra: dict[str, Any] = dict(split_pair(pair, "--add") for pair in add or ())
    if encoding is not None:
        extra["encoding"] = encoding
    catalog = open_catalog(found.name, found.tables, extra, Path(), data, "--add")
    names = unit_tables(found, table)
    if form is o.Format.JSON:
        tables = {name: [row.model_dump() for row in catalog.rows(name)] for name in names}
        emit(json_text({"system": found.name, "tables": tables}))
    elif form is o.Format.CSV:
        emit(_csv(catalog, names, decimal))
    else:
        emit("\n\n".join(_text(catalog, name) for name in names))


def unit_tables(system: RulesSystem, wanted: Sequence[str] | None) -> list[str]:
    """Tables of units of a system, or those of its tables that were asked for. CatalogError names the nearest."""
    for name in wanted or ():
        if name not in system.tables:
            raise CatalogError(
                f"--table {name}: no such table in {system.name}; nearest: {nearest(name, system.tables)}"
            )
    return list(dict.fromkeys(wanted)) if wanted else [name for name, schema in system.tables.items() if schema.units]


def _list_systems(form: o.Format, decimal: o.Mark) -> None:
    from simlab.systems import NAMES, system_named

    rows = []
    for system in map(system_named, NAMES):
        tables = [name for name, schema in system.tables.items() if schema.units]
        rows.append(
            {
                "system": system.name,
                "title": system.title,
                "dice": system.dice,
                "kinds": ", ".join(system.kinds),
                "unit_tables": ", ".join(tables),
            }
        )
    if form is o.Format.JSON:
        emit(json_text(rows))
    elif form is o.Format.CSV:
        emit(csv_text(rows, list(rows[0]), decimal))
    else:
        blocks = [
            "\n".join(
                [
                    heading(row["system"]) + f": {row['title']}",
                    f"  dice   {row['dice']}",
                    f"  kinds  {row['kinds']}",
                    f"  units  {row['unit_tables']}",
                ]
            )
            for row in rows
        ]
        emit("\n".join(blocks) + "\n\nsimlab units SYSTEM lists its units")


def _csv(catalog: Catalog, names: Sequence[str], decimal: o.Mark) -> str:
    """Every column of one table as its file has it; of several, with the table in front."""
    columns = ["table"] if len(names) > 1 else []
    rows: list[dict[str, Any]] = []
    for name in names:
        columns += [column for column in catalog.schemas[name].row.model_fields if column not in columns]
        rows += [{"table": name, **row.model_dump()} for row in catalog.rows(name)]
    return csv_text(rows, columns, decimal)


def _text(catalog: Catalog, name: str) -> str:
    """A table of units with its key figures."""
    schema, rows = catalog.schemas[name], catalog.rows(name)
    fields = list(schema.row.model_fields)
    wanted = [*FIRST, *(schema.key_columns or ()), *LAST] if schema.units else fields
    columns = [column for column in wanted if column in fields]
    lines = [[_shown(getattr(row, column)) for column in columns] for row in rows]
    numbers = [any(isinstance(getattr(row, column), int | float) for row in rows) for column in columns]
    right = [place for place, number in enumerate(numbers) if number]
    title = heading(name) + f": {schema.meaning}, {len(rows)} rows"
    return "\n".join([title, aligned([columns, *lines], right, cut=True)])


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "-"
    return "-" if value is None or value == "" else cell(value)
