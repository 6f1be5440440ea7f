"""What an attack on a layout must give up to spare friends: the curve of the plans that no other beats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simlab import plots
from simlab.report.figures import figure
from simlab.report.page import Block
from simlab.report.tables import Table, number_cell, text_cell

if TYPE_CHECKING:
    from simlab.report.studies import Study

MOST_ROWS = 40


def has_paths(study: Study) -> bool:
    """Does it leave the path of its attack to a search?"""
    return study.prepared.kind.plans is not None and getattr(study.prepared.shape, "placement", None) == "best"


def paths_block(study: Study) -> Block:
    """The trade-off of every attack that can be made, as a curve and as a list of plans."""
    from simlab.analysis.paths import paths

    found = paths(study.prepared, top=1)
    curve = found.curve()
    what = "Point Value" if found.worth == "pv" else "damage"
    ax = plots.trade_off(
        curve, title="What sparing friends costs", xlabel=f"expected {what} on friends",
        ylabel=f"expected {what} on enemies",
    )  # fmt: skip
    told = "; ".join(
        f"{attack} {mine['enemy'].max():.1f} at most, {mine['enemy'].iloc[0]:.1f} when it costs friends "
        f"{mine['friend'].iloc[0]:.1f}"
        for attack, mine in curve.groupby("attack", sort=False)
    )
    caption = (
        f"Expected {what} on enemies over that on friends, by attack: {told}. {found.tried:,} plans tried: good paths, "
        "not provably the best."
    )
    command = f"simlab paths {study.file}"
    drawn = figure(ax, f"{study.key}-trade-off", caption, f"Steps. {caption}", command)
    rows = [
        [text_cell(row["attack"], strong=True), number_cell(row["enemy"], 2), number_cell(row["friend"], 2),
         text_cell(row["plan"])]
        for row in curve.head(MOST_ROWS).to_dict("records")
    ]  # fmt: skip
    plans = Table("Plans that no other of their attack beats", ["Attack", "On enemies", "On friends", "Plan"], rows)
    return Block("What sparing friends costs", figures=[drawn], tables=[plans])
