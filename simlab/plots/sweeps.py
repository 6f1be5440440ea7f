"""Sweeps of any shape: lines along numbers, bars of few cases, heat maps of pairs; further cases get their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from simlab.plots.bars import distribution
from simlab.plots.curves import rate_by_range
from simlab.plots.frames import in_order, need
from simlab.plots.heat import heat_map

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

FEWEST_ON_A_LINE = 3
MOST_LINES = 6  # as many as can be told apart


def sweep_shape(frame: pd.DataFrame, axes: Sequence[str], numeric: Sequence[str] = ()) -> tuple[str, list[str]]:
    """How a sweep is drawn: ("lines", "bars" or "map", the axes of one picture); the others make pictures of their own.

    Lines run along the axis of numbers with the most values, at least three, a line for each value of another axis;
    bars stand for a single axis of names; all else is a map of the two longest axes. Axes of one value are left out.
    """
    sizes = {name: frame[name].nunique() for name in axes}
    varied = [name for name in axes if sizes[name] > 1] or list(axes[:1])
    by_size = sorted(varied, key=lambda name: -sizes[name])
    along = [name for name in by_size if name in numeric and sizes[name] >= FEWEST_ON_A_LINE]
    if along:
        series = [name for name in by_size if name != along[0] and sizes[name] <= MOST_LINES]
        if len(varied) == 1 or series:
            return "lines", [along[0], *series[:1]]
    return ("bars", varied) if len(varied) == 1 else ("map", by_size[:2])


def sweep_pictures(
    frame: pd.DataFrame,
    axes: Sequence[str],
    numeric: Sequence[str] = (),
    *,
    ylabel: str = "chance",
    title: str = "",
) -> list[Axes]:
    """The headline of a sweep as one picture or, with more than two axes, one for each case of the further ones.

    Args:
        frame: one row a point, with a column for each axis and ``p, p_lo, p_hi`` as shares of 1.
        axes: columns of the axes.
        numeric: those of them whose values are numbers.
        ylabel: what the share means.
        title: heading of every picture; the case of the further axes is added to it.

    Raises:
        SimlabError: a column is missing, or there are no rows.
    """
    need(frame, "p", "p_lo", "p_hi", *axes)
    shape, drawn = sweep_shape(frame, axes, numeric)
    further = [name for name in axes if name not in drawn and frame[name].nunique() > 1]
    pictures = []
    for case in in_order(frame[further].itertuples(index=False, name=None)) if further else [()]:
        rows = frame
        for name, value in zip(further, case, strict=True):
            rows = rows[rows[name] == value]
        cases = [f"{_plain(name)} {value}" for name, value in zip(further, case, strict=True)]
        heading = "; ".join([title, *cases] if title else cases)
        pictures.append(_picture(rows, shape, drawn, ylabel, heading))
    return pictures


def _picture(rows: pd.DataFrame, shape: str, drawn: Sequence[str], ylabel: str, title: str) -> Axes:
    if shape == "lines":
        series = drawn[1] if len(drawn) > 1 else None
        if series is not None:
            rows = rows.assign(**{series: rows[series].astype(str)})
        return rate_by_range(rows, x=drawn[0], series=series, xlabel=_plain(drawn[0]), ylabel=ylabel, title=title)
    if shape == "bars":
        rows = rows.assign(**{drawn[0]: rows[drawn[0]].astype(str)})
        return distribution(rows, outcome=drawn[0], xlabel=_plain(drawn[0]), ylabel=ylabel, title=title)
    return heat_map(rows, rows=drawn[0], columns=drawn[1], value_label=ylabel, title=title)


def _plain(axis: str) -> str:
    """An axis as people write it: the last part of a dotted key."""
    return axis.split(".")[-1].replace("_", " ")
