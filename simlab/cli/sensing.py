"""``simlab sensitivity``: which readings of unclear rules move the answer, and how far."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Annotated

import typer

from simlab.cli import options as o
from simlab.cli.output import aligned, check_writable, csv_text, emit, heading, json_text, records, write_file
from simlab.cli.progress import Watcher
from simlab.cli.source import scenario_of, single_case

if TYPE_CHECKING:
    import pandas as pd

Names = Annotated[
    list[str] | None, typer.Option("--only", metavar="RULING", help="Turn only this ruling (may be repeated).")
]
COLUMNS = ("ruling", "clause", "question", "default", "option", "p_default", "p_option", "difference", "lo", "hi",
           "matters", "paired", "method", "swing")  # fmt: skip


def sensitivity(
    file: o.File,
    metric: o.MetricOf = None,
    only: Names = None,
    set_: o.Sets = None,
    ruling: o.Turned = None,
    data: o.Data = None,
    trials: o.PairedTrials = None,
    seed: o.SeedOrZero = None,
    level: o.Level = None,
    method: o.Methods = None,
    form: o.Formats = o.Format.TABLE,
    decimal: o.Decimals = o.Mark.POINT,
    out: o.OutTable = None,
    quiet: o.Quiet = False,
) -> None:
    """Turn every ruling to each of its other options, one at a time.

    The largest swings stand first; rulings that move nothing are named at the end, which is as useful to know.
    """
    from simlab.analysis.sensitivity import tornado
    from simlab.execute import prepare

    check_writable(out, (".csv", ".json"))
    prepared = prepare(single_case(scenario_of(file, set_, ruling)), data)
    with Watcher(quiet, "options") as watcher:
        frame = tornado(
            prepared,
            metric,
            only,
            trials,
            0 if seed is None else seed,
            level=0.95 if level is None else level,
            method=method.value if method else "auto",
            progress=watcher.progress,
        )
    rows = records(frame)
    if form is o.Format.JSON:
        emit(json_text(rows))
    elif form is o.Format.CSV:
        emit(csv_text(rows, COLUMNS, decimal))
    else:
        name, row = prepared.headline
        emit(_text(frame, metric or f"{name}:{' '.join(map(str, row))}"))
    if out is not None:
        write_file(out, csv_text(rows, COLUMNS, decimal) if out.suffix == ".csv" else json_text(rows) + "\n")


def _text(frame: pd.DataFrame, metric: str) -> str:
    if frame.empty:
        return f"{metric}: no ruling bears on it"
    moved = frame[frame["matters"] == "yes"]
    lines = [["ruling", "option", "share %", "points", "95 % interval"]]
    for row in moved.to_dict("records"):
        ends = "exact" if row["lo"] == row["hi"] else f"{100 * row['lo']:+.2f} to {100 * row['hi']:+.2f}"
        shares = [f"{100 * row['p_option']:.2f}", f"{100 * row['difference']:+.2f}"]
        lines.append([row["ruling"], row["option"], *shares, ends])
    default = 100 * float(frame["p_default"].iloc[0])
    parts = [heading(metric) + f": {default:.2f} % as the rulings stand"]
    parts.append(aligned(lines, (2, 3), cut=True) if len(moved) else "no ruling moves it")
    still = [str(name) for name, mine in frame.groupby("ruling", sort=True) if (mine["matters"] == "no").all()]
    unsure = sorted(set(frame["ruling"]) - set(moved["ruling"]) - set(still))
    if still:
        parts.append(filled("move nothing: " + ", ".join(still)))
    if unsure:
        parts.append(filled("within the noise of the dice: " + ", ".join(unsure)))
    return "\n\n".join(parts)


def filled(text: str) -> str:
    """A paragraph in lines that fit a terminal."""
    return textwrap.fill(text, 110, subsequent_indent="  ", break_on_hyphens=False)
