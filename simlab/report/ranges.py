"""The range part of a study: a rate along a number, such as a gun's abort chance by distance."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from simlab import plots
from simlab.plots.frames import per_cent
from simlab.plots.strips import alike
from simlab.report.figures import figure
from simlab.report.page import Block
from simlab.report.tables import Cell, Table, number_cell, rate_cell, rate_cells, rate_places, text_cell
from simlab.report.words import capital

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from simlab.report.studies import Study

FEW_LINES = 5


def range_block(study: Study) -> Block:
    """A picture of the headline along the study's axis of numbers, one for each facet, and a table."""
    frame = named(study)
    _, noun = study.words.headline(study.metric)
    along = study.words.axis(study.range_axis or "")
    figures = []
    for place, (facet, mine) in enumerate(frame.groupby("facet", sort=False)):
        ax, remark = _picture(mine, str(facet), along, noun)
        caption = f"{capital(noun)} by {_thing(along)}{', ' + str(facet) if facet else ''}.{remark}"
        told = "; ".join(_told(row) for row in best(mine).to_dict("records"))
        figures.append(figure(ax, f"{study.key}-range-{place}", caption, f"{caption} {told}.", study.command()))
    table = _reach_table(study, frame, noun, along) if has_reach(frame) else _value_table(study, frame, noun, along)
    return Block(f"{capital(noun)} by {_thing(along)}", figures=figures, tables=[table], beside=len(figures) == 1)


def _thing(along: str) -> str:
    """What the number is, without its unit: "range"."""
    return along.split(",")[0]


def unit_of(along: str) -> str:
    """The unit of the number: "inches", or what it counts."""
    return along.split(", ")[-1].removeprefix("number of ")


def _picture(frame: pd.DataFrame, facet: str, along: str, noun: str) -> tuple[Axes, str]:
    """Strips where rates are flat and fall to 0, else lines; and a remark for the caption."""
    if has_reach(frame):
        ax = plots.range_strips(frame, x="x", series="series", xlabel=along, decimals=1, title=facet)
        return ax, " Blank: it cannot fire so far. Systems that are alike share a strip."
    several = frame["series"].nunique() > 1
    ax = plots.rate_by_range(
        frame, x="x", series="series" if several else None, xlabel=along, ylabel=noun, title=facet, from_zero=True
    )
    return ax, ""


def has_reach(frame: pd.DataFrame) -> bool:
    """Does every rate stand in steps and come to 0 at the end, as one that is limited by a reach?"""
    steps = [pieces for _, pieces in alike(frame, "x", "label")]
    return all(pieces[-1][2] == 0 for pieces in steps) and max(map(len, steps)) <= FEW_LINES


def named(study: Study) -> pd.DataFrame:
    """The headline with columns x (the number), series and facet (the other axes in words) and label (both)."""
    others = [axis.name for axis in study.axes if axis.name != study.range_axis]
    main = max(others, key=lambda axis: len(study.labels(axis)), default="")
    rows = study.headline.to_dict("records")
    series = [study.name(main, str(row[main])) if main else study.title for row in rows]
    facet = [", ".join(study.name(axis, str(row[axis])) for axis in others if axis != main) for row in rows]
    label = [f"{one}, {other}" if other else one for one, other in zip(series, facet, strict=True)]
    axis = next(axis for axis in study.axes if axis.name == study.range_axis)
    numbers = [float(axis.numbers[str(row[axis.name])]) for row in rows]
    return study.headline.assign(series=series, facet=facet, label=label, x=numbers)


def best(frame: pd.DataFrame) -> pd.DataFrame:
    """One row a series and facet, where its rate is highest and how far it goes.

    Columns: name, best, lo, hi (the highest rate and its interval), full (farthest number at which it is so high),
    reach (farthest number at which it is above 0), far (its rate there); nan where it never is.
    """
    import pandas as pd

    rows = []
    for name, mine in frame.groupby("label", sort=False):
        first = mine.sort_values("p", kind="stable", ascending=False).iloc[0]
        row = {"name": name, "best": first["p"], "lo": first["p_lo"], "hi": first["p_hi"]}
        above = mine[mine["p"] > 0]
        if len(above):
            last = above.sort_values("x").iloc[-1]
            full = mine[mine["p"] >= first["p"] - 1e-12]["x"].max()
            row |= {"full": full, "reach": last["x"], "far": last["p"]}
        else:
            row |= {"full": float("nan"), "reach": float("nan"), "far": 0.0}
        rows.append(row)
    return pd.DataFrame(rows)


def _told(row: dict) -> str:
    near, far = per_cent(row["best"], 1), per_cent(row["far"], 1)
    return f"{row['name']}: {near} up to {row['full']:g}, {far} up to {row['reach']:g}"


def _reach_table(study: Study, frame: pd.DataFrame, noun: str, along: str) -> Table:
    found = best(frame)
    parts = frame.drop_duplicates("label").set_index("label")
    faceted = bool(parts["facet"].any())
    rates = rate_cells(zip(found["best"], found["lo"], found["hi"], strict=True))
    rows = []
    for row, (rate, interval) in zip(found.to_dict("records"), rates, strict=True):
        names = [text_cell(parts.at[row["name"], "series"], strong=True)]
        names += [text_cell(parts.at[row["name"], "facet"])] if faceted else []
        numbers = [number_cell(row["full"], 0), rate_cell(row["far"]), number_cell(row["reach"], 0)]
        rows.append([*names, rate, interval, *numbers])
    unit = unit_of(along)
    heads = ["System", *(["Case"] if faceted else []), f"Best {noun}", "Interval"]
    heads += [f"Best up to ({unit})", "At its reach", f"Reach ({unit})"]
    return Table(f"Best rate and reach: {study.title}", heads, rows, _grid(frame, unit))


def _value_table(study: Study, frame: pd.DataFrame, noun: str, along: str) -> Table:
    """A row a number, a column a series."""
    names = list(dict.fromkeys(frame["label"]))
    rates = {(row["x"], row["label"]): (row["p"], row["p_lo"], row["p_hi"]) for row in frame.to_dict("records")}
    places = rate_places(list(rates.values()))
    rows = [
        [Cell(f"{x:g}", float(x), True), *(rate_cell(rates[x, name][0], places) for name in names)]
        for x in sorted(frame["x"].unique())
    ]
    heads = [along[:1].upper() + along[1:], *names]
    note = "Exact: calculated, not rolled." if study.exact else ""
    return Table(f"{capital(noun)} by {_thing(along)}", heads, rows, note)


def _grid(frame: pd.DataFrame, unit: str) -> str:
    numbers = sorted(frame["x"].unique())
    steps = {round(b - a, 9) for a, b in pairwise(numbers)}
    every = f"every {steps.pop():g} {unit}" if len(steps) == 1 else f"at {len(numbers)} values"
    return f"Tried {every} from {numbers[0]:g} to {numbers[-1]:g} {unit}."
