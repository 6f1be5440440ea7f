"""``simlab matrix``: who can shoot at what, how far, with which save or chance; the missile matrix of the rulebook."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simlab.cli import options as o
from simlab.cli.listing import Added, Encoding
from simlab.cli.output import aligned, cell, check_writable, csv_text, emit, heading, json_text, on_terminal, remark
from simlab.cli.output import write_file as write
from simlab.cli.source import split_pair, value_of
from simlab.errors import RunError, nearest

if TYPE_CHECKING:
    from simlab.analysis.matrix import MatrixTable
    from simlab.contract import RulesSystem
    from simlab.scenario import Scenario

WIDTH = 120  # of text that goes to no terminal
SECTIONS = ("firer", "target", "geometry", "terrain", "rulings", "data")  # what --set can reach
WORDS = {"min_range_in": "min", "rof": "ROF"}  # headings of the columns about a firer, where they are not its name


class MatrixFormat(StrEnum):
    """How a matrix is printed."""

    TABLE = "table"
    CSV = "csv"
    HTML = "html"
    JSON = "json"


ENDINGS = {".txt": MatrixFormat.TABLE, ".csv": MatrixFormat.CSV, ".html": MatrixFormat.HTML, ".json": MatrixFormat.JSON}
Firers = Annotated[
    list[str] | None,
    typer.Option("--systems", metavar="A,B,...", help="AA systems: ids, names, or a side such as WP; left out, all."),
]
Aircraft = Annotated[
    list[str] | None,
    typer.Option(
        "--targets",
        metavar="A,B,...",
        help="Ids, names, a side, aircraft, helicopters; left out, all planes, or with --altitude all helicopters.",
    ),
]
View = Annotated[
    str,
    typer.Option("--values", metavar="VIEW", help="ranges (with saves), or per shot: abort (chance), penalty (mean)."),
]
Altitude = Annotated[
    str | None, typer.Option(metavar="WORD", help="Of helicopters: noe, low, popup or landed (low when left out).")
]
Range = Annotated[
    float | None, typer.Option("--range", metavar="INCHES", help="Only what can be fired at this range; else all.")
]
OwnSide = Annotated[bool, typer.Option("--own-side", help="Also systems against aircraft of their own side.")]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="KEY=VALUE", help="A key of `shot` for all pairs, such as geometry.visibility=night."
    ),
]
Form = Annotated[MatrixFormat, typer.Option("--format", "-f", help="How stdout is written.")]
File = Annotated[
    Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write it to a file too: .html, .csv, .json or .txt.")
]


def matrix(
    system: o.System = None,
    systems: Firers = None,
    targets: Aircraft = None,
    values: View = "ranges",
    altitude: Altitude = None,
    range_: Range = None,
    own_side: OwnSide = False,
    set_: Settings = None,
    ruling: o.Turned = None,
    add: Added = None,
    encoding: Encoding = None,
    data: o.Data = None,
    tables: o.OwnTables = None,
    form: Form = MatrixFormat.TABLE,
    decimal: o.Decimals = o.Mark.POINT,
    out: File = None,
) -> None:
    """Print the missile matrix: ranges and saves of AA systems against aircraft.

    A gun has two lines where a countermeasure helps: within manual range it is immune to it.

    Chances are those of `simlab run` on a `shot`; an aspect limit counts as ruling aspect_model says
    (--ruling aspect_model=tail: as if always kept). JSON has ranges, saves and chances of every pair.
    """
    from simlab.analysis.matrix import matrix as make
    from simlab.analysis.matrix import views_of

    check_writable(out, tuple(ENDINGS))
    rules = _rules(system)
    views = views_of(rules)
    if values not in views:
        raise RunError(f"--values {values}: no such view; nearest: {nearest(values, views)}")
    scenario = _settings(rules.name, set_, ruling, altitude, range_)
    rows: dict[str, Any] = dict(scenario.data) | dict(split_pair(pair, "--add") for pair in add or ())
    if tables is not None:
        rows["tables"] = str(tables.absolute())
    if encoding is not None:
        rows["encoding"] = encoding
    table = make(
        rules,
        _names(systems, "--systems"),
        _names(targets, "--targets"),
        scenario.body,
        scenario.rulings,
        own_side=own_side,
        rows=rows,
        data=data,
    )
    if table.idle:
        remark(f"note: {', '.join(table.idle)} does not bear on the matrix")
    if out is not None:
        write(out, written(table, values, ENDINGS[out.suffix], decimal, plain=True))
    emit(written(table, values, form, decimal))


def _rules(name: str | None) -> RulesSystem:
    """The rules system of that name, or the first one whose rules have a matrix."""
    from simlab.systems import NAMES, system_named

    if name is not None:
        return system_named(name)
    return next(found for found in map(system_named, NAMES) if found.matrix is not None)


def _names(given: Sequence[str] | None, option: str) -> list[str]:
    """The names of a list with commas that may be given more than once."""
    names = [name.strip() for text in given or () for name in text.split(",") if name.strip()]
    if given and not names:
        raise RunError(f"{option}: no unit is named; leave it out for all")
    return names


def _settings(system: str, sets: Sequence[str] | None, turned: Sequence[str] | None, altitude: str | None,
              distance: float | None) -> Scenario:  # fmt: skip
    """The settings of all pairs, as the keys of a scenario."""
    from simlab.scenario import Scenario

    scenario = Scenario(system, "matrix", where="--set")
    for key, value in (("target.altitude", altitude), ("geometry.range_in", distance)):
        scenario = scenario if value is None else scenario.with_value(key, value)
    for pair in sets or ():
        key, text = split_pair(pair, "--set")
        if key.partition(".")[0] not in SECTIONS:
            raise RunError(f"--set {key}: no such key of the matrix; it begins with one of {', '.join(SECTIONS)}")
        scenario = scenario.with_value(key, value_of(text))
    for pair in turned or ():
        name, option = split_pair(pair, "--ruling")
        scenario = scenario.with_rulings(**{name: option})
    return scenario


def remarks(table: MatrixTable, view: str) -> list[str]:
    """How to read the cells, and what is not as usual."""
    kind, changed = table.kind, table.rulings.changed()
    lines = [kind.key if view == "ranges" else kind.values[view]]
    lines += [f"only at {table.distance:g} {kind.unit}"] if table.distance is not None else []
    lines += ["rulings: " + ", ".join(f"{name} = {option}" for name, option in changed.items())] if changed else []
    return lines


def written(table: MatrixTable, view: str, form: MatrixFormat, mark: o.Mark, plain: bool = False) -> str:
    """The matrix in one of its forms. plain: for a file, so without regard to a terminal."""
    if form is MatrixFormat.JSON:
        return json_text(
            {
                "system": table.system.name,
                "matrix": table.kind.title,
                "range_unit": table.kind.unit,
                "values": dict(table.kind.values),
                "rulings_changed": table.rulings.changed(),
                "rows": table.rows(),
            }
        )
    if form is MatrixFormat.CSV:
        return csv_of(table, view, mark)
    if form is MatrixFormat.HTML:
        from simlab.cli.matrix_page import page

        return page(table, view, remarks(table, view), WORDS)
    return _text(table, view, plain)


def csv_of(table: MatrixTable, view: str, mark: o.Mark) -> str:
    """A row for each line of a system's cells: its columns, then range and save (or value) of each target."""
    shown = "save" if view == "ranges" else view
    columns = ["system", "name", "side", *table.columns]
    columns += [f"{target.id}_{part}" for target in table.targets for part in ("range", shown)]
    rows = []
    for firer in table.firers:
        cells = {target.id: _printed(table, firer, target, view, own="") for target in table.targets}
        for number in range(max(map(len, cells.values()))):
            row = {"system": firer.id, "name": firer.name, "side": firer.side, **table.about[firer.id]}
            for name, lines in cells.items():
                if number < len(lines):
                    row[f"{name}_range"], row[f"{name}_{shown}"] = lines[number]
            rows.append(row)
    return csv_text(rows, columns, mark)


def _printed(table: MatrixTable, firer: Any, target: Any, view: str, own: str) -> list[tuple[str, str]]:
    """The lines of a cell, at least one."""
    from simlab.analysis.matrix import NO_FIRE

    if table.is_own_side(firer, target):
        return [(own, "")]
    return table.lines(firer, target, view) or [(NO_FIRE, "")]


def _text(table: MatrixTable, view: str, plain: bool) -> str:
    """The matrix for the terminal, cut into as many tables as its width demands."""
    on_screen = on_terminal() and not plain
    room = shutil.get_terminal_size().columns if on_screen else WIDTH

    def lines_of(firers: Sequence[Any], targets: Sequence[Any]) -> str:
        heads = ["system", *[WORDS.get(name, name) for name in table.columns], *[target.id for target in targets]]
        rows = [heads]
        for firer in firers:
            facts = [cell(value) for value in table.about[firer.id].values()]
            cells = [[_joined(table, line, view) for line in _printed(table, firer, target, view, "(own side)")]
                     for target in targets]  # fmt: skip
            for number in range(max(map(len, cells))):
                about = [firer.id, *facts] if number == 0 else [""] * (1 + len(facts))
                rows.append([*about, *[lines[number] if number < len(lines) else "" for lines in cells]])
        return aligned(rows)

    def fits(firers: Sequence[Any], targets: Sequence[Any]) -> bool:
        return max(map(len, lines_of(firers, targets).splitlines())) <= room

    title = f"{table.system.name} {table.kind.title}"
    head = (heading(title) if on_screen else title) + ": " + "; ".join(remarks(table, view))
    return "\n\n".join([head, *[lines_of(firers, targets) for firers, targets in table.blocks(fits)]])


def _joined(table: MatrixTable, line: tuple[str, str], view: str) -> str:
    """A line of a cell; a number at the only range looked at needs no range before it."""
    if view != "ranges" and table.distance is not None:
        return line[1] or line[0]
    return (" / " if view == "ranges" else ": ").join(part for part in line if part)
