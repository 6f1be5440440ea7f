"""``simlab rules``: a clause in our words, where it is implemented and tested, and the rulings on it."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simlab.cli import options as o
from simlab.cli.clauses import as_rows, clauses_like, implemented, read_clauses, tested
from simlab.cli.completing import complete_clause
from simlab.cli.output import aligned, csv_text, emit, filled, heading, json_text
from simlab.cli.rulings import block

if TYPE_CHECKING:
    from pathlib import Path

    from simlab.contract import RulesSystem

ClauseName = Annotated[
    str | None,
    typer.Argument(
        metavar="[CLAUSE]",
        autocompletion=complete_clause,
        help="A clause such as 3.2.4c, or a section such as 3.2.4.",
    ),
]
COLUMNS = ("clause", "section", "title", "summary", "dice", "rulings")


def rules(
    system: o.System = None,
    clause: ClauseName = None,
    data: o.Data = None,
    form: o.Formats = o.Format.TABLE,
    decimal: o.Decimals = o.Mark.POINT,
) -> None:
    """Look up a clause of a rulebook.

    Our summary of it, where it is implemented and tested, the rulings on it. Without a clause, the list of clauses;
    without a system, the systems.
    """
    from simlab.cli.listing import units
    from simlab.systems import system_named

    if system is None:
        units(None, form=form, decimal=decimal)
        return
    from simlab.catalog import data_folder

    found = system_named(system)
    known = read_clauses(data_folder(data) / found.name)
    names = clauses_like(clause, known) if clause else list(known)
    if len(names) == 1 and form is not o.Format.CSV:
        about = _about(found, known[names[0]], data)
        emit(json_text(about) if form is o.Format.JSON else _text(about))
    elif form is o.Format.JSON:
        emit(json_text([known[name] for name in names]))
    elif form is o.Format.CSV:
        emit(csv_text([known[name] for name in names], COLUMNS, decimal))
    else:
        lines = [[known[name][column] for column in ("clause", "section", "title")] for name in names]
        emit(aligned([["clause", "section", "title"], *lines], cut=True))


def rulings_on(clause: str, written: str, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rulings that name a clause, or that the list of clauses files under it."""
    filed = {name for name in written.split(";") if name}
    return [row for row in rows if row["name"] in filed or clause in re.split(r"[,\s]+", row["clause"])]


def _about(system: RulesSystem, row: dict[str, str], data: Path | None) -> dict[str, Any]:
    """All that is known of one clause."""
    from simlab.listing import ruling_rows

    clause = row["clause"]
    tests = tested(system.name, clause)
    return {
        "system": system.name,
        **{column: row[column] for column in COLUMNS if column != "rulings"},
        "implemented": as_rows(implemented(system.name, clause)),
        "tested": None if tests is None else as_rows(tests),
        "rulings": rulings_on(clause, row["rulings"], ruling_rows(system, data)),
    }


def _text(about: dict[str, Any]) -> str:
    """One clause in words."""
    head = heading(f"{about['clause']}  {about['title']}") + f"  ({about['section']}; {about['system']})"
    lines = [head, filled(about["summary"], "  ", "  ")]
    if about["dice"]:
        lines.append(filled(f"Dice: {about['dice']}", "  ", "    "))
    parts = ["\n".join(lines), _places("Implemented", about["implemented"], "nowhere: no kind plays it yet")]
    parts.append(
        _places("Tested", about["tested"], "no test names it", "the tests are in the source tree, not in this package")
    )
    rows = about["rulings"]
    parts.append(heading("Rulings") + ("" if rows else "\n  none: the clause is clear"))
    return "\n\n".join([*parts, *[textwrap.indent(block(row, 2), "  ") for row in rows]])


def _places(title: str, places: list[dict[str, Any]] | None, none: str, absent: str = "") -> str:
    rows = [[f"{place['file']}:{place['line']}", place["name"]] for place in places or ()]
    return heading(title) + "\n" + (aligned(rows) if rows else f"  {absent if places is None else none}")
