"""A study of one case: its tables as bars."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simlab import plots
from simlab.plots.frames import per_cent
from simlab.report.figures import figure
from simlab.report.page import Block
from simlab.report.tables import Table, rate_cells, text_cell

if TYPE_CHECKING:
    from simlab.report.studies import Study

MOST_BARS = 12


def single_block(study: Study) -> Block:
    """Every small table of the one result, in which the outcomes exclude each other: bars, and its numbers."""
    result = study.result()
    figures, tables = [], []
    for table in result.space.tables:
        if table.kind != "partition" or len(table.variables) > 1 or len(table.rows) > MOST_BARS:
            continue
        frame = result.table(table.name)
        frame = frame[frame["p"] > 0] if len(frame) > 4 else frame
        outcomes = [study.words.label(value) for value in frame[table.variables[0]]]
        frame = frame.assign(outcome=outcomes)
        meaning = table.meaning or table.name.replace("_", " ")
        title = table.name.replace("_", " ").capitalize()
        ax = plots.distribution(frame, title=title, decimals=1)
        told = ", ".join(f"{row['outcome']} {per_cent(row['p'], 1)}" for row in frame.to_dict("records"))
        caption = f"{meaning[:1].upper() + meaning[1:]}: {told}."
        key = f"{study.key}-table-{table.name.replace('_', '-')}"
        figures.append(figure(ax, key, caption, f"Bars. {caption}", study.command()))
        cells = rate_cells(zip(frame["p"], frame["p_lo"], frame["p_hi"], strict=True))
        rows = [[text_cell(name, strong=True), *pair] for name, pair in zip(outcomes, cells, strict=True)]
        tables.append(Table(title, ["Outcome", "Chance", "Interval"], rows))
    folded = Block("The same in numbers", tables=tables, folded=True)
    return Block("What comes of it", figures=figures, blocks=[folded])
