"""Rows of a table as spreadsheets keep them: CSV in the ways of several countries, and .xlsx.

Text is read as it stands: NA, None and null are names, an empty cell is empty. What a spreadsheet adds by itself, such
as a byte order mark, a first line ``sep=;``, empty columns and rows at the ends, is passed over; what it spoils (a
formula without a value) is named by line and column.
"""

from __future__ import annotations

import csv
import io
import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from simlab.errors import CatalogError

DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+")
NAMED_SEPARATOR = re.compile(r"sep=([,;\t])\s*\r?\n", re.IGNORECASE)
FAILED = ("#N/A", "#REF!", "#VALUE!", "#DIV/0!", "#NAME?", "#NULL!", "#NUM!", "#NV", "#WERT!", "#BEZUG!")
MADE_A_DATE = re.compile(r"\d{1,2}\.?[- ][A-Za-z]{3}\w*|[A-Za-z]{3}\w*[- ]\d{1,4}|\d{4}-\d\d-\d\d")
Lines = Iterator[tuple[int, list[str]]]


def read_rows(path: Path, encoding: str | None = None, sheet: str = "") -> list[tuple[int, dict[str, str]]]:
    """The rows of a file as (line number, column -> text).

    A .csv file is UTF-8, or UTF-16 with its mark, unless ``encoding`` names another; separated by commas, or by
    semicolons or tabs with decimal commas. Of an .xlsx file the sheet of that name is read, else its first one.

    Raises:
        CatalogError: why the file cannot be read, by line where it can be told.
    """
    delimiter = ","
    if path.suffix.lower() == ".xlsx":
        lines = _lines_of_workbook(path, sheet)
    elif path.suffix.lower() in (".xls", ".ods", ".numbers"):
        raise CatalogError(f"{path.name}: save it as .xlsx or .csv; {path.suffix} files are not read")
    else:
        text = _text(path, encoding)
        if named := NAMED_SEPARATOR.match(text):
            text, delimiter = "\n" + text[named.end() :], named[1]  # an empty line keeps the numbers of the others
        else:
            delimiter = _delimiter(text)
        lines = _lines_of_text(path, text, delimiter)
    rows: list[tuple[int, dict[str, str]]] = []
    header: list[str] = []
    for line, cells in lines:
        if not any(cells):
            continue
        if not header:
            header = _trimmed(cells)
            if len(set(header)) != len(header):
                raise CatalogError(f"{path.name}, line {line}: a column stands twice in the header")
            continue
        cells = _trimmed(cells, len(header))
        if len(cells) != len(header):
            sign = {",": "comma", ";": "semicolon"}.get(delimiter, "tab")
            message = f"{len(cells)} cells, but the header has {len(header)}; a text with a {sign} needs quotes"
            raise CatalogError(f"{path.name}, line {line}: {message}")
        for column, cell in zip(header, cells, strict=True):
            if cell in FAILED:
                raise CatalogError(f"{path.name}, line {line}, column {column}: {cell}; a formula has no value there")
        values = cells if delimiter == "," else map(_with_point, cells)
        rows.append((line, dict(zip(header, values, strict=True))))
    if not header:
        raise CatalogError(f"{path.name}: the file is empty; its first line must name the columns")
    return rows


def hint(cell: str) -> str:
    """What a spreadsheet did to a cell that is wrong, for a message; nothing where it looks innocent.

    >>> hint("10-Sep"), hint("11")
    ('; a spreadsheet made a date of it: format the column as text', '')
    """
    return "; a spreadsheet made a date of it: format the column as text" if MADE_A_DATE.fullmatch(cell) else ""


def _trimmed(cells: list[str], least: int = 0) -> list[str]:
    """A line without the empty cells at its end, of which some spreadsheets write many, but for the first so many."""
    end = len(cells)
    while end > least and not cells[end - 1]:
        end -= 1
    return cells[:end]


def _text(path: Path, encoding: str | None) -> str:
    """The text of a file."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise CatalogError(f"{path}: cannot be read ({error.strerror or error})") from None
    if encoding is None and raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        encoding = "utf-16"
    try:
        return raw.decode(encoding or "utf-8-sig").lstrip("\ufeff")
    except LookupError:
        raise CatalogError(f'{path}: no encoding "{encoding}"; for example: utf-8, cp1252, latin-1') from None
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise CatalogError(
            f"{path.name}, line {line}: not {encoding or 'UTF-8'}; save it as UTF-8 or name its encoding (cp1252?)"
        ) from None
    except (UnicodeError, ValueError):  # a codec that does not read files, or a name that is none
        raise CatalogError(f"{path.name}: cannot be read as {encoding!r}; for example: utf-8, cp1252") from None


def _lines_of_text(path: Path, text: str, delimiter: str) -> Lines:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        for cells in reader:
            yield reader.line_num, [cell.strip() for cell in cells]
    except csv.Error as error:
        raise CatalogError(f"{path.name}, line {reader.line_num}: no valid CSV ({error})") from None


def _lines_of_workbook(path: Path, sheet: str) -> Lines:
    """The lines of a sheet of an .xlsx file, each cell as the text that a CSV file would have there."""
    from zipfile import BadZipFile

    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of forms and rules of the sheet that openpyxl leaves out
            book = load_workbook(path, read_only=True, data_only=True)
    except OSError as error:
        raise CatalogError(f"{path}: cannot be read ({error.strerror or error})") from None
    except (BadZipFile, InvalidFileException, KeyError, ValueError) as error:
        raise CatalogError(f"{path.name}: no valid .xlsx file ({error})") from None
    try:
        found = book[sheet] if sheet in book.sheetnames else book.worksheets[0]
        for line, values in enumerate(found.iter_rows(values_only=True), start=1):
            yield line, [_as_text(value) for value in values]
    finally:
        book.close()


def _as_text(value: Any) -> str:
    """A cell of a workbook as text.

    >>> _as_text(3.0), _as_text(2.5), _as_text(True), _as_text(None), _as_text(" NA ")
    ('3', '2.5', '1', '', 'NA')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value.date() if hasattr(value, "date") else value).strip()


def _delimiter(text: str) -> str:
    """What separates the cells: the comma, or the semicolon or tab that a spreadsheet of another country writes.

    >>> _delimiter("id,name"), _delimiter("id;name"), _delimiter('"id;x",name')
    (',', ';', ',')
    """
    header = next((line for line in text.splitlines() if line.strip(' ,;"')), "")
    outside = "".join(header.split('"')[::2])  # what stands between quotes is text
    return "," if "," in outside else ";" if ";" in outside else "\t" if "\t" in outside else ","


def _with_point(cell: str) -> str:
    """A number with a decimal comma, as files with semicolons have them, with a point; any other cell as it is.

    >>> _with_point("-2,5"), _with_point("flares, ecm"), _with_point("1,2,3")
    ('-2.5', 'flares, ecm', '1,2,3')
    """
    return cell.replace(",", ".") if DECIMAL_COMMA.fullmatch(cell) else cell
