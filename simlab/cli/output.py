"""Stdout and its three forms: aligned text, CSV, JSON. Also the check that a file can be written before the work."""

from __future__ import annotations

import csv
import io
import json
import math
import os
import shutil
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simlab.cli.exits import Stop, reader_has_left
from simlab.cli.options import Mark
from simlab.errors import RunError
from simlab.files import write_whole

if TYPE_CHECKING:
    import pandas as pd

NARROWEST = 12  # characters that a cut column keeps
KEY = 24  # and a column of words that are typed again
WIDEST = 110  # characters of a line that is read with ease


def emit(text: str) -> None:
    """Write to stdout, at once; end quietly when nobody reads any more."""
    try:
        sys.stdout.write(text if text.endswith("\n") else text + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        raise Stop(reader_has_left()) from None


def remark(text: str) -> None:
    """Write a line to stderr."""
    print("simlab:", text, file=sys.stderr, flush=True)


def on_terminal() -> bool:
    """Is stdout a terminal?"""
    return sys.stdout.isatty()


def heading(text: str) -> str:
    """Bold on a terminal that may show it (https://no-color.org), plain elsewhere."""
    plain = not on_terminal() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return text if plain else f"\x1b[1m{text}\x1b[0m"


def aligned(
    rows: Sequence[Sequence[str]],
    right: Iterable[int] = (),
    indent: int = 2,
    cut: bool = False,
    keys: Iterable[int] = (),
) -> str:
    """Rows of cells as lines of text with aligned columns.

    right: columns whose cells stand at the right; cut: on a terminal that is too narrow, break the names in the first
    row at their underscores, then shorten the widest columns of text, and where that is not enough, leave out the last
    columns and name them; keys: columns of words that are typed again, shortened only where they are very long.
    """
    if not rows:
        return ""
    names, at_right, keys = list(rows[0]), set(right), set(keys)
    room = shutil.get_terminal_size().columns - indent if cut and on_terminal() else None
    if room is not None and max(map(len, aligned(rows, at_right, 0).splitlines())) > room:
        rows = [*_stacked(names, rows[1:]), *rows[1:]]
    widths = [max(len(row[place]) for row in rows) for place in range(len(names))]
    if room is not None:
        if sum(widths) + 2 * (len(widths) - 1) > room:
            widths = [min(width, KEY) if place in keys else width for place, width in enumerate(widths)]
        widths = _cut_to_fit(widths, at_right | set(keys), room)
    lines = []
    for row in rows:
        cells = [
            text if len(text) <= width else text[: width - 1] + "…" for text, width in zip(row, widths, strict=False)
        ]
        cells = [
            text.rjust(width) if place in at_right else text.ljust(width)
            for place, (text, width) in enumerate(zip(cells, widths, strict=True))
        ]
        lines.append((" " * indent + "  ".join(cells)).rstrip())
    if left_out := names[len(widths) :]:
        told = f"({len(left_out)} more columns: {', '.join(left_out)}; widen the terminal)"
        lines.append(filled(told, " " * indent, " " * (indent + 1)))
    return "\n".join(lines)


def _stacked(names: Sequence[str], rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """Names of columns in several lines, broken at their underscores where what stands below them is narrower.

    >>> _stacked(["id", "max_range_in"], [["sa9", "180"], ["zsu23_4", "30"]])
    [['', 'max'], ['', 'range'], ['id', 'in']]
    """
    columns = []
    for place, name in enumerate(names):
        parts = name.split("_")
        width = max([*map(len, parts), *[len(row[place]) for row in rows]])
        broken = parts[:1]
        for part in parts[1:]:
            joined = f"{broken[-1]}_{part}"
            broken = [*broken[:-1], joined] if len(joined) <= width else [*broken, part]
        columns.append(broken)
    high = max(map(len, columns))
    return [[([""] * (high - len(column)) + column)[line] for column in columns] for line in range(high)]


def _cut_to_fit(widths: Sequence[int], firm: set[int], room: int) -> list[int]:
    """Widths of the columns that fit into a line: columns of text give way, not the firm ones; then the last ones go.

    >>> _cut_to_fit([10, 40, 6], {2}, 50), _cut_to_fit([20, 40, 6, 8], {2, 3}, 40)
    ([10, 30, 6], [15, 15, 6])
    """
    kept = list(widths)
    while True:
        text = [place for place in range(len(kept)) if place not in firm]
        while (over := sum(kept) + 2 * (len(kept) - 1) - room) > 0:
            widest = max(text, key=lambda place: kept[place], default=0)
            if not text or kept[widest] <= NARROWEST:
                break
            second = max([NARROWEST, *[kept[place] for place in text if place != widest]])
            kept[widest] = max(kept[widest] - over, min(second, kept[widest] - 1))
        if over <= 0 or len(kept) <= 2:
            return kept
        kept = list(widths[: len(kept) - 1])


def filled(text: str, first: str = "", others: str = "  ", less: int = 0) -> str:
    """A paragraph in lines that fit the terminal, of at most 110 letters; first, others: what lines begin with."""
    width = min(WIDEST, shutil.get_terminal_size().columns) if on_terminal() else WIDEST
    return textwrap.fill(
        text, max(width - less, 30), initial_indent=first, subsequent_indent=others, break_on_hyphens=False
    )


def cell(value: Any, mark: str = ".") -> str:
    """A value as CSV shows it: nothing for None, 0 and 1 for flags, whole floats without a point."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, float):
        text = str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
        return text.replace(".", mark)
    return str(value)


def csv_text(rows: Iterable[Mapping[str, Any]], columns: Sequence[str], mark: Mark = Mark.POINT) -> str:
    """Rows as CSV; with a decimal comma the cells are separated by semicolons, as spreadsheets expect there."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";" if mark == Mark.COMMA else ",", lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([cell(row.get(column), mark.value) for column in columns] for row in rows)
    return text.getvalue()


def json_text(value: Any) -> str:
    """A value as JSON for stdout; letters outside ASCII stand as they are where stdout can carry them."""
    utf_8 = (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "") == "utf8"
    return json.dumps(finite(value), ensure_ascii=not utf_8, indent=1, allow_nan=False, default=str)


def records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """A frame as rows of plain values."""
    return [{str(key): value for key, value in row.items()} for row in frame.to_dict("records")]


def finite(value: Any) -> Any:
    """The same with null for numbers that JSON cannot write (the error of a mean of one trial is unknown)."""
    if isinstance(value, Mapping):
        return {str(key): finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def check_writable(
    path: Path | None, endings: Sequence[str] = (".json", ".parquet", ".csv"), option: str = "--out"
) -> None:
    """Refuse a file that cannot be written before any work is done. RunError says why."""
    if path is None:
        return
    if path.suffix not in endings:
        raise RunError(f'{option} {path}: write to a file ending in {", ".join(endings)}, not "{path.suffix}"')
    try:
        there = path.exists()
        with path.open("ab"):
            pass
        if not there:
            path.unlink()
    except OSError as error:
        raise RunError(f"{option} {path}: cannot be written ({error.strerror or error})") from None


def check_folder(out: Path) -> None:
    """Make the folder of a page before the work; RunError when nothing can be written there."""
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RunError(f"--out {out}: cannot be written ({error.strerror or error})") from None
    check_writable(out / "index.html", (".html",))


def write_file(path: Path, text: str) -> None:
    """Write text to a file. RunError when that fails.

    CSV with letters outside ASCII starts with a byte order mark, without which Excel garbles them.
    """
    marked = path.suffix == ".csv" and not text.isascii()
    try:
        code = "utf-8-sig" if marked else "utf-8"
        write_whole(path, lambda file: file.write_text(text, encoding=code, newline="\n"))
    except OSError as error:
        raise RunError(f"{path}: cannot be written ({error.strerror or error})") from None
