"""What units are worth: the price list of a study with a ``[points]`` block, and whether its prices hold."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from simlab import plots
from simlab.report.figures import figure
from simlab.report.page import Block
from simlab.report.tables import Cell, Table, text_cell

if TYPE_CHECKING:
    from simlab.analysis.points.study import PointsStudy
    from simlab.report.studies import Study

PAIRS, LISTS, SWAP_TRIALS = 400, 12, 4_000
"""A report plays no more than so many pairs of forces, lists a unit and trials of a swap; `simlab points` plays all."""


def has_points(study: Study) -> bool:
    """Does the file ask what units are worth?"""
    return bool(study.scenario.points)


def priced(study: Study) -> PointsStudy:
    """The price list of the study, from fewer forces than `simlab points` plays."""
    from simlab.analysis.points.study import asked_of, points

    asked = asked_of(study.scenario)
    assert asked is not None
    few = replace(asked, pairs=min(asked.pairs, PAIRS), lists=min(asked.lists, LISTS))
    if asked.method != "regression":
        few = replace(few, trials=min(asked.trials or SWAP_TRIALS, SWAP_TRIALS))
    return points(study.scenario, few, seed=study.seed)


def points_block(study: Study) -> Block:
    """The picture and table of prices, what stands behind them, and lists of equal price before and after."""
    found = priced(study)
    command = f"simlab points {study.file} --seed {study.seed}"
    frame = found.prices.frame()
    named = [study.unit_names.get(str(name).casefold(), str(name).replace("_", " ")) for name in frame["unit"]]
    frame = frame.assign(unit=named)
    measure = found.prices.reference.replace("_", " ")
    scale = f"points, {measure} = {found.prices.scale:g}" if measure else "points of the scenario"
    ax = plots.price_list(frame, unit=scale, title="What the units are worth")
    caption = found.prices.sentence.replace("_", " ")
    drawn = figure(ax, f"{study.key}-prices", caption, f"Prices. {caption}", command)
    told = [caption, *(f"{note[:1].upper()}{note[1:]}." for note in found.prices.notes)]
    if found.regression is not None:
        told += [f"{_interactions(found)}."] if len(found.regression.interactions) else []
        told.append(_played(found, _asked_pairs(study)))
    tables = [_price_table(found, named)]
    if found.check is not None:
        told.append(found.check.sentence)
        tables.append(_check_table(found))
    told = [line.replace("_", " ") for line in told]
    return Block("What the units are worth", told, figures=[drawn], tables=tables, command=command)


def _played(found: PointsStudy, wanted: int) -> str:
    """How much was played for the page, and how much the command plays."""
    made = found.regression
    assert made is not None
    how = f"{made.trials} trials each" if made.played.n.any() else "their chances exact"
    more = f"; the command below plays {wanted:,}" if wanted > len(made.played) else ""
    return f"From {len(made.played):,} pairs of forces, {how}{more}."


def _asked_pairs(study: Study) -> int:
    from simlab.analysis.points.study import asked_of

    asked = asked_of(study.scenario)
    return asked.pairs if asked is not None else 0


def _interactions(found: PointsStudy) -> str:
    from simlab.analysis.points.regression import interaction_words

    assert found.regression is not None
    words = "; ".join(interaction_words(found.regression.interactions)[:4])
    return words[:1].upper() + words[1:]


def _amount(value: Any, decimals: int = 2) -> Cell:
    """A cell with an amount; nothing where there is none."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return Cell("none", -1.0, True)
    number = float(value)
    return Cell(f"{number:,.{decimals}f}" if math.isfinite(number) else "without bound", number, True)


def _ends(low: Any, high: Any) -> Cell:
    low, high = float(low), float(high)
    if low == high:
        return Cell("exact", 0.0, True)
    words = [f"{end:,.2f}" if math.isfinite(end) else "without bound" for end in (low, high)]
    return Cell(" to ".join(words), high - low, True)


def _price_table(found: PointsStudy, named: list[str]) -> Table:
    rows = []
    costs = found.prices.costs is not None
    for name, row in zip(named, found.prices.rows(), strict=True):
        own = [_amount(row["cost"]), _amount(row["worth_per_point"])] if costs else []
        round_one = text_cell("" if row["suggested"] is None else f"{row['suggested']:g}")
        rows.append([text_cell(name, strong=True), _amount(row["price"]), _ends(row["price_lo"], row["price_hi"]), *own,
                     round_one, text_cell(row["verdict"])])  # fmt: skip
    heads = ["Unit", "Worth", "Interval", *(["Cost so far", "Worth per point"] if costs else []), "Round number", ""]
    level = f"Intervals at {100 * found.prices.level:g} %, by resampling. Worth per point: 1 is the measure."
    return Table("Price list", heads, rows, level)


def _check_table(found: PointsStudy) -> Table:
    assert found.check is not None
    rows = []
    for row in found.check.rows.to_dict("records"):
        if row["lists"]:
            low, high = row["lo"], row["hi"]
            cells = [_share(row["won"]), Cell(f"{100 * low:.1f} to {100 * high:.1f} %", high - low, True)]
            rows.append([text_cell(str(row["unit"]).replace("_", " ")), text_cell(row["prices"]), *cells,
                         text_cell(row["verdict"])])  # fmt: skip
    margin = (
        f"Lists with the unit against lists of the same price without it; wanted 50 % +/- {100 * found.check.margin:g}."
    )
    return Table("Lists of equal price", ["Unit", "Prices", "Does better", "Interval", ""], rows, margin)


def _share(value: float) -> Cell:
    return Cell(f"{100 * value:.1f} %", float(value), True)
