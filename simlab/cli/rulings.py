"""``simlab rulings``: the unclear clauses of a system, how each may be read, and why the default is the default."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from simlab.cli import options as o
from simlab.cli.completing import complete_kind
from simlab.cli.output import csv_text, emit, filled, heading, json_text

COLUMNS = ("name", "clause", "kinds", "question", "options", "default", "reason", "fixed", "no_case")
KindFilter = Annotated[
    str | None,
    typer.Option("--kind", metavar="KIND", autocompletion=complete_kind, help="Only rulings that bear on this kind."),
]


def rulings(
    system: o.System = None,
    kind: KindFilter = None,
    data: o.Data = None,
    form: o.Formats = o.Format.TABLE,
    decimal: o.Decimals = o.Mark.POINT,
) -> None:
    """List unclear clauses and the ways to read them.

    `simlab run FILE --ruling NAME=OPTION` or [rulings] in a file chooses one; those that stand fixed say why.
    """
    from simlab.listing import ruling_rows
    from simlab.systems import NAMES, system_named

    rows = []
    for found in map(system_named, [system] if system else NAMES):
        if kind is not None and (system or kind in found.kinds):
            found.kind(kind, "--kind")
        rows += [{"system": found.name, **row} for row in ruling_rows(found, data)]
    if kind is not None:
        rows = [row for row in rows if kind in row["kinds"]]
    if form is o.Format.JSON:
        emit(json_text(rows))
    elif form is o.Format.CSV:
        flat = [{**row, "kinds": " ".join(row["kinds"]), "options": " / ".join(row["options"])} for row in rows]
        emit(csv_text(flat, ["system", *COLUMNS], decimal))
    else:
        emit(_text(rows))


def block(row: dict[str, Any], less: int = 0) -> str:
    """One ruling in words; less: columns that the caller indents it by."""
    others = [option for option in row["options"] if option != str(row["default"])]
    head = heading(row["name"]) + f"  ({row['clause']})" + (f"  {', '.join(row['kinds'])}" if row["kinds"] else "")
    choice = f"{row['default']} (default)" + "".join(f", {option}" for option in others)
    lines = [row["question"][:1].upper() + row["question"][1:]]
    lines += [f"stands at {row['default']}: {row['fixed']}"] if row["fixed"] else [choice]
    lines += [f"Why: {row['reason']}"] if row["reason"] else []
    lines += [f"No case in {row['no_case']}"] if row["no_case"] else []
    return "\n".join([head, *[filled(line, "  ", "    ", less) for line in lines]])


def _text(rows: list[dict[str, Any]]) -> str:
    free = [row for row in rows if not row["fixed"]]
    fixed = [row for row in rows if row["fixed"]]
    parts = [block(row) for row in free]
    if fixed:
        parts += [heading(f"Fixed, because nothing that can be played depends on them ({len(fixed)})")]
        parts += [block(row) for row in fixed]
    return "\n\n".join(parts or ["no ruling bears on it"])
