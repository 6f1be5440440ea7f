"""The only reader of data/: tables of units and of rulebook values, checked row by row against a schema.

Where the data lie: the folder given, else SIMLAB_DATA, else the package (an installed wheel), else the checkout. A
scenario's ``[data]`` section may add a user's own rows: ``helicopters = "my_helicopters.csv"``; a row with a known
id replaces the shipped one. Its key ``tables`` names a folder of such files, and ``cells`` sets single cells::

    [data.cells]
    "helicopters.ah1s_mc.missile_range_in" = 60      # table, key of the row, column; may be swept and compared

What spreadsheets make of a file is dealt with in `spreadsheets`: NA, None and null are names, an empty cell is empty.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simlab.data_cells import cells_of, with_cells
from simlab.errors import CatalogError, ScenarioError, nearest
from simlab.spreadsheets import hint, read_rows

if TYPE_CHECKING:
    import pandas as pd
    from pydantic import BaseModel


@dataclass(frozen=True)
class TableSchema:
    """How a table of a system is read: its file below data/<system>/, the pydantic model of a row, its key column.

    units: rows are units that scenarios name by id or name; key_columns: what a short list of them shows; closed: the
    rules know these keys alone, so a user's own row of another key would lie there unread.
    """

    file: str
    row: type[BaseModel]
    key: str = "id"
    units: bool = False
    meaning: str = ""
    key_columns: tuple[str, ...] = ()
    closed: bool = False


def data_folder(given: str | Path | None = None) -> Path:
    """The folder data/ in use. CatalogError when a folder that was named does not exist."""
    package = Path(__file__).parent
    named = given or os.environ.get("SIMLAB_DATA")
    if named:
        if not Path(named).is_dir():
            raise CatalogError(f"{named}: no such data folder; leave SIMLAB_DATA unset to use the shipped data")
        return Path(named)
    for folder in (package / "_data", package.parent / "data"):
        if folder.is_dir():
            return folder
    raise CatalogError("the data folder of simlab is missing; install simlab again")


def check_rows(path: Path, schema: TableSchema, encoding: str | None = None) -> tuple[Any, ...]:
    """The rows of a file as instances of the schema's row model; CatalogError names file, line, column and value.

    Rows are immutable, so a process does not read a file twice unless it changed (sweeps pack many scenarios).
    """
    try:
        stat = path.stat()
    except OSError:
        return tuple(_check_rows(path, schema, encoding))  # says why it cannot be read
    stamp = (str(path.absolute()), stat.st_mtime_ns, stat.st_size, schema.row, schema.key, encoding)
    if stamp not in _checked:
        _checked[stamp] = tuple(_check_rows(path, schema, encoding))
    return _checked[stamp]


_checked: dict[tuple[Any, ...], tuple[Any, ...]] = {}


def _check_rows(path: Path, schema: TableSchema, encoding: str | None) -> list[Any]:
    """The rows of a file; CatalogError holds a line for each row and column that is wrong."""
    checked: list[Any] = []
    problems: list[str] = []
    seen: dict[Any, int] = {}  # key -> its line
    rows = read_rows(path, encoding, Path(schema.file).stem)
    header = list(rows[0][1]) if rows else []
    for column in header:
        if column not in schema.row.model_fields:
            near = nearest(column, [name for name in schema.row.model_fields if name not in header])
            problems.append(f'{path.name}, line 1: no column "{column}" in this table; nearest: {near}')
    for column, about in schema.row.model_fields.items():
        told = any(f'"{column}"' in problem for problem in problems)  # as the name that was meant
        if rows and about.is_required() and column not in header and not told:
            problems.append(f'{path.name}, line 1: the column "{column}" is missing')
    for line, cells in rows:
        row = _row_or_problems(schema, line, cells, problems, path.name)
        key = cells.get(schema.key) if row is None else getattr(row, schema.key, None)
        if key and key in seen:
            problems.append(f'{path.name}, line {line}: the {schema.key} "{key}" stands already in line {seen[key]}')
        seen.setdefault(key, line)
        checked.append(row)
    if problems:
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        raise CatalogError(problems[0] + more, problems)
    return checked


def _row_or_problems(schema: TableSchema, line: int, cells: dict[str, str], problems: list[str], name: str) -> Any:
    """The row of a line; None where it is wrong, with what is added to the problems."""
    from pydantic import ValidationError

    known = {column: cell for column, cell in cells.items() if cell != "" and column in schema.row.model_fields}
    try:
        return schema.row.model_validate(known)
    except ValidationError as problem:
        told: dict[str, str] = {}  # a cell that may be of several forms is told wrong for each of them
        for found in problem.errors(include_url=False):
            column = str(found["loc"][0]) if found["loc"] else "row"
            message = _in_words(found, schema.row)
            wrong = "empty" if found["type"] == "missing" else f"{found['input']!r}; {message}"
            if column in cells or column == "row":  # a column that is not there was told already
                told.setdefault(column, wrong + hint(cells.get(column, "")))
        problems += [f"{name}, line {line}, column {column}: {wrong}" for column, wrong in told.items()]
        return None


def _in_words(found: Mapping[str, Any], row: type[BaseModel]) -> str:
    """What is wrong with a cell, without the words of the library that found it."""
    if found["type"] == "string_pattern_mismatch":
        about = row.model_fields[str(found["loc"][0])].description
        return f"must have the form {found['ctx']['pattern']}" + (f" ({about})" if about else "")
    message = str(found["msg"]).removeprefix("Value error, ").replace("Input should be", "must be")
    return message.partition(", unable to parse")[0]


@dataclass
class Catalog:
    """The tables of one system, read when first asked for.

    folder: data/<system>; extra: table -> file with a user's own rows; encoding: of those files; cells: table -> key of
    a row -> column -> value that stands in its place; where: how messages name the scenario.
    """

    system: str
    schemas: Mapping[str, TableSchema]
    folder: Path
    extra: Mapping[str, Path] = field(default_factory=dict)
    encoding: str | None = None
    cells: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)
    where: str = "data"
    _rows: dict[str, tuple[Any, ...]] = field(default_factory=dict, repr=False)

    def rows(self, table: str) -> tuple[Any, ...]:
        """All rows of a table: shipped ones, with a user's own rows added or put in their place."""
        if table not in self._rows:
            schema = self.schemas[table]
            rows = {getattr(row, schema.key): row for row in check_rows(self.folder / schema.file, schema)}
            if table in self.extra:
                own = {getattr(r, schema.key): r for r in check_rows(self.extra[table], schema, self.encoding)}
                if not own and not schema.units:  # no unit of one's own is no mistake; a table without rows is
                    raise CatalogError(f"{self.extra[table].name}: no row stands below the header")
                for key in own:
                    if schema.closed and key not in rows:
                        known = f'no {schema.key} "{key}" in the rules; nearest: {nearest(key, map(str, rows))}'
                        raise CatalogError(f"{self.extra[table].name}: {known}")
                # of bands that overlap the first one counts, so a user's own go before those they do not replace
                rows = rows | own if schema.units else own | {key: rows[key] for key in rows if key not in own}
            if table in self.cells:
                files: list[tuple[Path, str | None]] = [(self.folder / schema.file, None)]
                files += [(self.extra[table], self.encoding)] if table in self.extra else []
                where = f"{self.where}, data.cells.{table}"
                sheet = Path(schema.file).stem
                texts = [
                    (row, cells)
                    for path, code in files
                    for row, (_, cells) in zip(
                        check_rows(path, schema, code), read_rows(path, code, sheet), strict=True
                    )
                ]
                rows = with_cells(rows, texts, self.cells[table], schema, where)
            self._rows[table] = tuple(rows.values())
        return self._rows[table]

    def file_of(self, table: str, key: Any = None) -> str:
        """How messages name the file of a table: a user's own first where there is one.

        key: of a row: then the one file that it comes from.
        """
        schema = self.schemas[table]
        own = self.extra.get(table)
        if own is None:
            return schema.file
        if key is None:
            return f"{own.name} or {schema.file}"
        keys = {getattr(row, schema.key) for row in check_rows(own, schema, self.encoding)}
        return own.name if key in keys else schema.file

    def own_digests(self) -> dict[str, str]:
        """Sixteen hex digits of each file of own rows, by table, and the cells that were set: part of a result."""
        own = {table: hashlib.sha256(path.read_bytes()).hexdigest()[:16] for table, path in sorted(self.extra.items())}
        cells = [
            f"{table}.{key}.{column} = {value}"
            for table, rows in sorted(self.cells.items())
            for key, columns in sorted(rows.items())
            for column, value in sorted(columns.items())
        ]
        return own | ({"cells": "; ".join(cells)} if cells else {})

    def row(self, table: str, key: Any, where: str) -> Any:
        """The row of a rulebook table with that key; ScenarioError names the nearest keys."""
        schema = self.schemas[table]
        for row in self.rows(table):
            if getattr(row, schema.key) == key:
                return row
        keys = [str(getattr(row, schema.key)) for row in self.rows(table)]
        raise ScenarioError(f'{where}: no "{key}" in {self.file_of(table)}; nearest: {nearest(key, keys)}')

    def unit(self, name: str, tables: Iterable[str], where: str) -> Any:
        """The unit with that id or name (letter case ignored) in any of the tables; ScenarioError names the nearest."""
        wanted, names = str(name).strip().casefold(), []
        for table in tables:
            for row in self.rows(table):
                if wanted in (row.id.casefold(), row.name.casefold()):
                    return row
                names += [row.id, row.name]
        raise ScenarioError(f'{where}: no unit "{name}" in {self.system}; nearest: {nearest(name, names)}')

    def frame(self, table: str) -> pd.DataFrame:
        """A table as a new pandas frame; changing it does not change the catalog."""
        import pandas as pd

        return pd.DataFrame([row.model_dump() for row in self.rows(table)])


def open_catalog(
    system: str,
    schemas: Mapping[str, TableSchema],
    data: Mapping[str, Any] | None = None,
    folder: Path = Path(),
    root: str | Path | None = None,
    where: str = "data",
) -> Catalog:
    """The catalog of a system, with the ``[data]`` section of a scenario (paths relative to its folder).

    ``tables`` names a folder of a user's own tables, each under the name of the shipped file; ``cells`` sets single
    cells; the other keys are tables with the file of each; ``encoding`` is that of all these files.
    """
    data = dict(data or {})
    cells = cells_of(data, schemas, where)
    encoding, own_folder = data.pop("encoding", None), data.pop("tables", None)
    if encoding is not None and not isinstance(encoding, str):
        raise ScenarioError(f'{where}, data.encoding: {encoding!r}; give a name such as "cp1252"')
    for table, value in data.items():
        if table not in schemas:
            raise ScenarioError(f"{where}, data.{table}: no such table; nearest: {nearest(table, schemas)}")
        if not isinstance(value, str) or "\0" in value:
            raise ScenarioError(f"{where}, data.{table}: {value!r} is no file name")
    shipped = data_folder(root) / system
    extra = {table: folder / value for table, value in data.items()}
    if own_folder is not None:
        if not isinstance(own_folder, str) or "\0" in own_folder:
            raise ScenarioError(f"{where}, data.tables: {own_folder!r} is no name of a folder")
        extra = tables_in(folder / own_folder, schemas, shipped, f"{where}, data.tables") | extra
    return Catalog(system, schemas, shipped, extra, encoding, cells, where)


def tables_in(folder: Path, schemas: Mapping[str, TableSchema], shipped: Path, where: str) -> dict[str, Path]:
    """A user's own tables in a folder, or in its subfolder tables/: table -> file, named as the shipped one.

    A file that is the shipped one to the last byte counts for nothing, so a copy of the whole data folder of a system
    will do. ScenarioError for a file that no kind reads and for a folder without any.
    """
    by_name = {Path(schema.file).name: table for table, schema in schemas.items()}
    files = [*sorted(folder.glob("*.csv")), *sorted((folder / "tables").glob("*.csv"))]
    if not files:
        raise ScenarioError(f"{where}: {folder}: " + ("no .csv file is in it" if folder.is_dir() else "no such folder"))
    found: dict[str, Path] = {}
    for path in files:
        table = by_name.get(path.name)
        theirs = [other for other in (shipped / path.name, shipped / "tables" / path.name) if other.is_file()]
        if any(path.read_bytes() == other.read_bytes() for other in theirs):
            continue
        if table is None:
            why = "is read by no kind" if theirs else "is no table"
            raise ScenarioError(f"{where}: {path.name} {why}; nearest: {nearest(path.name, by_name)}")
        if table in found:
            raise ScenarioError(f"{where}: {path.name} lies in {folder} and in its tables/; keep one of them")
        found[table] = path
    return found
