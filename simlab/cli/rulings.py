"""``simlab rulings``: the unclear clauses of a system, how each may be read, and why the default is the default."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from simlab.cli import options as o
from simlab.cli.completing import complete_kind, complete_ruling_name
from simlab.cli.output import csv_text, emit, filled, heading, json_text
from simlab.errors import ScenarioError, nearest

COLUMNS = ("name", "clause", "kinds", "question", "options", "default", "reason", "fixed", "no_case")
RulingName = Annotated[
    str | None, typer.Argument(metavar="[NAME]", autocompletion=complete_ruling_name, help="One ruling alone.")
]
KindFilter = Annotated[
    str | None,
    typer.Option("--kind", metavar="KIND", autocompletion=complete_kind, help="Only rulings that bear on this kind."),
]


def rulings(
    system: o.System = None,
    name: RulingName = None,
    kind: KindFilter = None,
    data: o.Data = None,
    form: o.Formats = o.Format.TABLE,
    decimal: o.Decimals = o.Mark.POINT,
) -> None:
    """List unclear clauses and the ways to read them, or show one alone.

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
    if name is not None:
        rows = _named(rows, name, f"{system} {kind}" if kind else str(system))
    if form is o.Format.JSON:
        emit(json_text(rows))
    elif form is o.Format.CSV:
        flat = [{**row, "kinds": " ".join(row["kinds"]), "options": " / ".join(row["options"])} for row in rows]
        emit(csv_text(flat, ["system", *COLUMNS], decimal))
    elif name is not None:
        emit("\n\n".join([*map(block, rows), _how(rows[0])]))
    else:
        emit(_text(rows))


def _named(rows: list[dict[str, Any]], name: str, where: str) -> list[dict[str, Any]]:
    """The rows of that name; ScenarioError names the nearest."""
    found = [row for row in rows if row["name"] == name.strip().lower()]
    if not found:
        raise ScenarioError(f'{where}: no ruling "{name}"; nearest: {nearest(name, [row["name"] for row in rows])}')
    return found


def _how(row: dict[str, Any]) -> str:
    """Where its clauses can be read, and how another option is chosen."""
    clauses = [word for word in row["clause"].replace(",", " ").split() if word]
    lines = [filled(f"simlab rules {row['system']} {clauses[0]} tells its clause" if clauses else "", "  ", "    ")]
    others = [option for option in row["options"] if option != str(row["default"])]
    if others and not row["fixed"]:
        other = others[0] if ".." not in others[0] else "NUMBER"
        lines.append(filled(f"simlab run FILE --ruling {row['name']}={other} reads it another way", "  ", "    "))
    return "\n".join(line for line in lines if line)


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
