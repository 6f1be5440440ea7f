"""A result on stdout and in a file: aligned tables with a footer, tidy CSV, or one JSON object."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simlab.cli.options import Format, Mark
from simlab.cli.output import aligned, csv_text, emit, heading, json_text, write_file
from simlab.errors import RunError, nearest

if TYPE_CHECKING:
    from simlab.result import Result

MOST_ROWS = 24  # longer tables are named in the text and shown when asked for


def show(result: Result, form: Format, mark: Mark, tables: Sequence[str] | None) -> None:
    """Print a result."""
    names = chosen(result.tables, tables)
    if form is Format.JSON:
        emit(json_text(as_object(result, names)))
    elif form is Format.CSV:
        emit(csv_of(result, mark, names))
    else:
        emit(text_of(result, names, everything=bool(tables)))


def save(result: Result, path: Path, mark: Mark) -> None:
    """Write a result to a file: .json and .parquet can be loaded again, .csv is for spreadsheets."""
    if path.suffix == ".csv":
        write_file(path, csv_of(result, mark, result.tables))
    else:
        result.save(path)


def chosen(known: Sequence[str], wanted: Sequence[str] | None) -> list[str]:
    """The tables that were asked for, all when none was. RunError names the nearest."""
    for name in wanted or ():
        if name not in known:
            raise RunError(f"--table {name}: no such table here; nearest: {nearest(name, known)}")
    return [name for name in known if not wanted or name in wanted]


def as_object(result: Result, names: Sequence[str]) -> dict[str, Any]:
    """The object that ``--format json`` prints."""
    whole = result.to_dict()
    return {
        **whole,
        "tables": {name: rows for name, rows in whole["tables"].items() if name in names},
        "means": [mean for mean in whole["means"] if mean["table"] in names],
    }


def csv_of(result: Result, mark: Mark, names: Sequence[str]) -> str:
    """The tidy table: a row per outcome of every table."""
    from simlab.result import TIDY

    columns = [*TIDY, *(["fraction"] if result.fractions is not None else [])]
    return csv_text([row for row in result.tidy_rows() if row["table"] in names], columns, mark)


def text_of(result: Result, names: Sequence[str], everything: bool = False) -> str:
    """Title and question, a block for each table, and what made the answer."""
    about = result.provenance
    head = [line for line in (heading(about["title"]) if about["title"] else "", about["question"]) if line]
    parts = ["\n".join(head)] if head else []
    means = {mean["table"]: mean for mean in result.means()}
    left_out = []
    for name in names:
        rows = len(result.space.table(name).rows)
        if rows <= MOST_ROWS or everything:
            parts.append(_block(result, name, means.get(name)))
        else:
            mean = f", mean {means[name]['mean']:.4f}" if name in means else ""
            left_out.append(f"{name} ({rows} rows{mean})")
    if left_out:
        parts.append(f"not shown for their length: {', '.join(left_out)}; --table NAME or --format csv shows them")
    return "\n\n".join([*parts, "\n".join(footer(result))])


def _block(result: Result, name: str, mean: Mapping[str, Any] | None) -> str:
    """One table: a row per outcome with its share and interval."""
    from simlab.intervals import format_rates

    table = result.space.table(name)
    rows = result.rows(name)
    shares = format_rates((row["p"], row["p_lo"], row["p_hi"]) for row in rows)
    numbers = [share.partition(" % ")[0] for share in shares]
    width = max(map(len, numbers), default=0)
    lines = [[str(row[variable]) for variable in table.variables] for row in rows]
    at_right = {place for place in range(len(table.variables)) if all(_is_number(line[place]) for line in lines)}
    for line, row, share, number in zip(lines, rows, shares, numbers, strict=True):
        behind = "" if result.exact else share.partition(" % ")[2]
        line.append(f"{number.rjust(width)} % {behind}".rstrip())
        if row["count"] is not None:
            line.append(f"{row['count']:,}")
        if "fraction" in row:
            line.append(row["fraction"])
    columns = len(lines[0]) if lines else 0
    if not result.exact or result.fractions is not None:
        at_right |= {columns - 1}
    title = heading(name) + (f": {table.meaning}" if table.meaning else "")
    if table.kind == "events" and table.per:
        title += f" (shares of all {table.per})"
    return "\n".join([title, aligned(lines, at_right), *([_mean_line(mean, result.exact)] if mean else [])])


def _is_number(text: str) -> bool:
    return text.lstrip("-").replace(".", "", 1).isdigit()


def _mean_line(mean: Mapping[str, Any], exact: bool) -> str:
    """Mean and standard deviation of a tally."""
    spread = f"standard deviation {mean['standard_deviation']:.3f}"
    if exact:
        return f"  mean {mean['mean']:.4f}, {spread}"
    error = f"{mean['lo']:.4f} to {mean['hi']:.4f}; standard error {mean['standard_error']:.4f}"
    return f"  mean {mean['mean']:.4f} ({error}), {spread}"


def footer(result: Result) -> list[str]:
    """What made the answer: method, trials, seed, level, rulings that were changed, digest."""
    about = result.provenance
    if result.exact:
        made = ["exact law, no dice"]
    else:
        made = [
            f"{result.trials:,} trials",
            f"seed {about['seed']}",
            f"{percent(result.interval_level)} Wilson intervals",
        ]
    changed = ", ".join(f"{name} = {value}" for name, value in about["changed_rulings"].items())
    made += ["rulings: all at their defaults" if not changed else f"rulings changed: {changed}"]
    made += [f"{about['system']} {about['kind']} {about['digest']}"]
    lines = ["; ".join(made)]
    if about.get("stopped"):
        lines.append(str(about["stopped"]))
    return [*lines, *(f"note: {line}" for line in about.get("notes", ()))]


def percent(level: float) -> str:
    """A confidence level as a percentage without noise.

    >>> percent(0.95), percent(0.9964285714)
    ('95 %', '99.64 %')
    """
    return f"{100 * level:.4g} %"
