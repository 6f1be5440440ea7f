"""The unclear rules that matter most over all studies of a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from simlab.report.page import Block, Section
from simlab.report.tables import Cell, Table, number_cell, text_cell

if TYPE_CHECKING:
    import pandas as pd

    from simlab.report.studies import Study

FEW_STUDIES = 3
"""With fewer studies the tornado of each says it all."""


def largest_section(studies: Sequence[Study], turned: Mapping[str, pd.DataFrame]) -> list[Section]:
    """Which rulings move many studies, or one of them far; and those that move none. Nothing for a few studies.

    turned: key of a study -> its frame of rulings turned one at a time.
    """
    if len(studies) < FEW_STUDIES:
        return []
    rows, still = ranked(studies, turned)
    cells: list[list[Cell]] = [
        [
            text_cell(str(row["ruling"]), strong=True),
            text_cell(f"{row['question']} ({row['clause']})"),
            number_cell(row["moved"], 0, f" of {row['tried']}"),
            number_cell(100 * row["swing"], 1, " points"),
            text_cell(str(row["where"])),
        ]
        for row in rows
    ]
    heads = ["Ruling", "What is unclear (clause)", "Studies it moves", "Farthest", "In"]
    text = [
        f"{len(rows)} of {len(rows) + len(still)} rulings that bear on these studies move the answer of at least one: "
        "settle those at the top of this table first."
    ]
    if still:
        text.append(f"{len(still)} move none of them, whatever their option: {', '.join(still)}.")
    block = Block("Over all studies", text, tables=[Table("Rulings by how far they move an answer", heads, cells)])
    answer = f"{rows[0]['ruling']} most: {100 * rows[0]['swing']:.0f} points in “{rows[0]['where']}”." if rows else ""
    return [Section("largest", "Which unclear rules matter most", "", answer, [block])]


def ranked(studies: Sequence[Study], turned: Mapping[str, pd.DataFrame]) -> tuple[list[dict[str, Any]], list[str]]:
    """Rulings that move an answer, the farthest first, and the names of those that move none.

    A row has ruling, question, clause, moved and tried (numbers of studies), swing (highest less lowest share in the
    study that it moves most) and where (its title).
    """
    from simlab.analysis.sensitivity import bars

    found: dict[str, dict] = {}
    for study in studies:
        frame = turned[study.key]
        if frame.empty:
            continue
        swings = {row["ruling"]: row["p_high"] - row["p_low"] for row in bars(frame).to_dict("records")}
        for ruling, mine in frame.groupby("ruling", sort=False):
            head = mine.iloc[0]
            new = {"ruling": ruling, "question": head["question"], "clause": head["clause"]}
            row = found.setdefault(str(ruling), {**new, "moved": 0, "tried": 0, "swing": 0.0, "where": ""})
            row["tried"] += 1
            if ruling in swings:
                row["moved"] += 1
                if swings[ruling] > row["swing"]:
                    row |= {"swing": float(swings[ruling]), "where": study.title}
    rows = sorted((row for row in found.values() if row["moved"]), key=lambda row: (-row["swing"], row["ruling"]))
    return rows, sorted(name for name, row in found.items() if not row["moved"])
