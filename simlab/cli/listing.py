"""``simlab units``: the rules systems, the units of one with their key figures, and one unit with all its columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simlab.cli import options as o
from simlab.cli.completing import complete_unit
from simlab.cli.output import aligned, cell, csv_text, emit, filled, heading, json_text
from simlab.cli.source import split_pair
from simlab.errors import CatalogError, nearest

if TYPE_CHECKING:
    from simlab.catalog import Catalog
    from simlab.contract import RulesSystem

FIRST, LAST = ("id", "name", "side"), ("confidence", "source")
LONGEST_VALUE = 24  # letters of a value beside which its meaning stands in a column
PLAIN = {"id", "name", "side", "source"}  # columns of the short list that need no legend
UnitName = Annotated[
    str | None,
    typer.Argument(
        metavar="[ID]", autocompletion=complete_unit, help="One unit, by id or name: all its columns, one a line."
    ),
]
Added = Annotated[
    list[str] | None,
    typer.Option("--add", metavar="TABLE=FILE", help="Your own rows too, as [data] of a scenario has them."),
]
Encoding = Annotated[
    str | None, typer.Option(metavar="NAME", help="Encoding of files that are not UTF-8, such as cp1252.")
]


def units(
    system: o.System = None,
    unit: UnitName = None,
    table: o.Tables = None,
    add: Added = None,
    encoding: Encoding = None,
    data: o.Data = None,
    form: o.Formats = o.Format.TABLE,
    decimal: o.Decimals = o.Mark.POINT,
) -> None:
    """List the rules systems, the units of one, or all of one unit.

    The table shows key figures, and with an id every column of that unit, with its meaning; CSV and JSON have every
    column. The CSV of one table, edited, serves as a file of your own rows: [data] of a scenario names it.
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
    if unit is not None:
        _show_one(catalog, names, unit, form, decimal)
        return
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
        emit("\n".join(blocks) + "\n\nsimlab units SYSTEM lists its units, simlab units SYSTEM ID shows all of one")


def _csv(catalog: Catalog, names: Sequence[str], decimal: o.Mark) -> str:
    """Every column of one table as its file has it; of several, with the table in front."""
    return csv_text(*_csv_rows(catalog, {name: catalog.rows(name) for name in names}), decimal)


def _csv_rows(catalog: Catalog, tables: Mapping[str, Sequence[Any]]) -> tuple[list[dict[str, Any]], list[str]]:
    """Rows of tables as CSV has them, and its columns."""
    columns = ["table"] if len(tables) > 1 else []
    rows: list[dict[str, Any]] = []
    for name, found in tables.items():
        columns += [column for column in catalog.schemas[name].row.model_fields if column not in columns]
        rows += [{"table": name, **row.model_dump()} for row in found]
    return rows, columns


def _show_one(catalog: Catalog, names: Sequence[str], unit: str, form: o.Format, decimal: o.Mark) -> None:
    """One unit alone: every column, a line each. CatalogError names the nearest."""
    wanted, known = unit.strip().casefold(), []
    found: dict[str, list[Any]] = {}
    for name in names:
        for row in catalog.rows(name):
            words = [str(getattr(row, column, "")) for column in (catalog.schemas[name].key, "name")]
            known += words
            if wanted in (word.casefold() for word in words):
                found.setdefault(name, []).append(row)
    if not found:
        where = f"{catalog.system}: no unit" if len(names) > 1 else f"{catalog.system}, {names[0]}: no row"
        raise CatalogError(f'{where} "{unit}"; nearest: {nearest(unit, known)}')
    if form is o.Format.JSON:
        tables = {name: [row.model_dump() for row in rows] for name, rows in found.items()}
        emit(json_text({"system": catalog.system, "tables": tables}))
    elif form is o.Format.CSV:
        emit(csv_text(*_csv_rows(catalog, found), decimal))
    else:
        emit("\n\n".join(_all_of(catalog, name, row) for name, rows in found.items() for row in rows))


def _all_of(catalog: Catalog, name: str, row: Any) -> str:
    """A row with every column on a line of its own: what it is called, what stands there, what it means."""
    schema = catalog.schemas[name]
    fields = schema.row.model_fields
    wide = max(map(len, fields))
    shown = {column: _shown(getattr(row, column)) for column in fields}
    told = [text for column, text in shown.items() if column not in PLAIN and len(text) <= LONGEST_VALUE]
    apart = max(map(len, told), default=0)
    key = str(getattr(row, schema.key))
    lines = [heading(key) + f": {getattr(row, 'name', key)} ({catalog.system}, {schema.meaning or name})"]
    for column, field in fields.items():
        text, about = f"{column.ljust(wide)}  {shown[column].ljust(apart)}", field.description or ""
        if column in PLAIN or column == "notes":
            lines.append(filled(text.rstrip(), "  ", " " * (wide + 4)))
        elif len(shown[column]) > apart:
            lines += [filled(text, "  ", " " * (wide + 4)), filled(about, " " * (wide + 4), " " * (wide + 4))]
        else:
            lines.append(filled(f"{text}  {about}".rstrip(), "  ", " " * (wide + apart + 6)))
    return "\n".join(lines)


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
    about = {column: schema.row.model_fields[column].description for column in columns if column not in PLAIN}
    wide = max(map(len, about), default=0)
    legend = [filled(f"{column.ljust(wide)}  {text}", "  ", " " * (wide + 4)) for column, text in about.items() if text]
    return "\n".join([title, aligned([columns, *lines], right, cut=True, keys={0}), *([""] if legend else []), *legend])


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "-"
    return "-" if value is None or value == "" else cell(value)
