"""The matrix of firers and targets beside a study that sweeps both: ranges as the rulebook prints them, and chances."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simlab.report.page import Block
from simlab.report.tables import Cell, Table, text_cell

if TYPE_CHECKING:
    from simlab.analysis.matrix import MatrixTable
    from simlab.report.studies import Study

MANY_FIRERS = 10  # a study of so many asks about all of them, not about a few


def has_matrix(study: Study) -> bool:
    """Is the study one of the kind that the matrix of its rules is about, with many firers and no axis of ranges?"""
    matrix = study.prepared.system.matrix
    firers = next((len(axis.cases) for axis in study.axes if axis.name == "firer.unit"), 0)
    asked = matrix is not None and study.prepared.kind.name == matrix.kind
    return asked and study.range_axis is None and firers >= MANY_FIRERS


def matrix_block(study: Study) -> Block:
    """All firers against all targets of the other side; targets that nothing tells apart share a column."""
    from simlab.analysis.matrix import RANGES, matrix

    table = matrix(study.prepared.system, rulings=study.scenario.rulings)
    views = {RANGES: "range / save", **table.kind.values}
    ranges = [_table(table, side, RANGES, views[RANGES]) for side in _sides(table)]
    first = next(iter(table.kind.values))
    chances = [_table(table, side, first, views[first]) for side in _sides(table)]
    folded = Block(f"The same with the exact {views[first]}", tables=chances, folded=True)
    return Block(
        table.kind.title,
        [
            "Every system against every aircraft of the other side. A cell names each stretch of ranges by its far "
            "limit, and what the target may roll to save itself. Aircraft in one column are alike to these systems."
        ],
        tables=ranges,
        blocks=[folded],
        command="simlab matrix",
    )  # fmt: skip


def _sides(table: MatrixTable) -> list[str]:
    return list(dict.fromkeys(firer.side for firer in table.firers))


def _table(table: MatrixTable, side: str, view: str, told: str) -> Table:
    firers = [firer for firer in table.firers if firer.side == side]
    faced = [target for target in table.targets if not all(table.is_own_side(firer, target) for firer in firers)]
    columns: dict[tuple[Any, ...], list[Any]] = {}
    for target in faced:
        alike = tuple(tuple(table.lines(firer, target, view)) for firer in firers)
        columns.setdefault(alike, []).append(target)
    rows: list[list[Cell]] = []
    for place, firer in enumerate(firers):
        about = [_fact(value) for value in table.about[firer.id].values()]
        cells = [text_cell(_told(column[place], view)) for column in columns]
        rows.append([text_cell(firer.name, strong=True), *about, *cells])
    heads = ["System", *(name.replace("_", " ") for name in table.columns)]
    heads += [_names(targets) for targets in columns.values()]
    note = "; ".join(f"{_names(t)}: {', '.join(one.name for one in t)}" for t in columns.values() if len(t) > 1)
    return Table(f"{side} systems: {told}", heads, rows, note)


def _fact(value: Any) -> Cell:
    return text_cell(value or "–") if isinstance(value, str) else Cell(f"{value:g}", value, True)


def _told(lines: tuple[tuple[str, str], ...], view: str) -> str:
    sign = " / " if view == "ranges" else ": "
    return "; ".join(f"{far}{sign}{shown}" for far, shown in lines) or "no fire"


def _names(targets: list[Any]) -> str:
    first = targets[0].name.split(" / ")[0].split(" (")[0]
    return first if len(targets) == 1 else f"{first} and {len(targets) - 1} more"
