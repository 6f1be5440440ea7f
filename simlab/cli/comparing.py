"""``simlab compare``: two scenarios, or one read two ways, on the same numbered dice."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simlab.cli import options as o
from simlab.cli.output import aligned, check_writable, csv_text, emit, heading, json_text, records, write_file
from simlab.cli.progress import Watcher
from simlab.cli.source import scenario_of, single_case
from simlab.errors import RunError

if TYPE_CHECKING:
    from simlab.analysis.compare import Comparison

Second = Annotated[
    Path | None, typer.Argument(metavar="[FILE]", help="The other scenario; left out, the first one again, changed.")
]
SetsOfB = Annotated[
    list[str] | None, typer.Option("--set-b", metavar="KEY=VALUE", help="Another value for a key, under B only.")
]
TurnedOfB = Annotated[
    list[str] | None, typer.Option("--ruling-b", metavar="NAME=OPTION", help="Another reading, under B only.")
]
DataOfB = Annotated[Path | None, typer.Option("--data-b", metavar="DIR", help="Another data folder, under B only.")]
Everything = Annotated[bool, typer.Option("--all", help="Every outcome of every table, not the headline alone.")]
COLUMNS = ("table", "outcome", "p_a", "p_b", "difference", "lo", "hi", "matters", "variance_ratio", "n", "method")


def compare(
    first: o.File,
    second: Second = None,
    metric: o.MetricOf = None,
    everything: Everything = False,
    set_: o.Sets = None,
    ruling: o.Turned = None,
    set_b: SetsOfB = None,
    ruling_b: TurnedOfB = None,
    data: o.Data = None,
    data_b: DataOfB = None,
    trials: o.PairedTrials = None,
    seed: o.SeedOrZero = None,
    level: o.Level = None,
    method: o.Methods = None,
    form: o.Formats = o.Format.TABLE,
    decimal: o.Decimals = o.Mark.POINT,
    out: o.OutTable = None,
    quiet: o.Quiet = False,
) -> None:
    """Say whether B is better than A, and by how much.

    Both roll the same numbered dice, so chance cancels out of the difference; where both have a quick exact law there
    is no chance in it at all. --set and --ruling hold for both, --set-b and --ruling-b for B alone.
    """
    from simlab.analysis.compare import compare_all
    from simlab.analysis.paired import PAIRED_TRIALS
    from simlab.execute import prepare

    check_writable(out, (".csv", ".json"))
    if second is None and not (set_b or ruling_b or data_b):
        raise RunError("compare: name a second file, or what differs under B: --ruling-b, --set-b or --data-b")
    a = prepare(single_case(scenario_of(first, set_, ruling)), data)
    changes = [*(set_ or ()), *(set_b or ())], [*(ruling or ()), *(ruling_b or ())]
    other = single_case(scenario_of(second or first, *changes))
    if second is None:
        turned = ", ".join([*(ruling_b or ()), *(set_b or ()), *([f"data of {data_b}"] if data_b else [])])
        other = other.with_value("title", f"{other.title or other.where}, but {turned}")
    b = prepare(other, data_b or data)
    with Watcher(quiet, "outcomes") as watcher:
        found = compare_all(
            a,
            b,
            None if everything else [metric],
            PAIRED_TRIALS if trials is None else trials,
            0 if seed is None else seed,
            level=0.95 if level is None else level,
            method=method.value if method else "auto",
            progress=watcher.progress,
        )
    rows = records(found.frame())
    if form is o.Format.JSON:
        emit(json_text(_plain(found)))
    elif form is o.Format.CSV:
        emit(csv_text(rows, COLUMNS, decimal))
    else:
        emit(_text(found.comparisons, rows, found.level))
    if out is not None:
        write_file(out, csv_text(rows, COLUMNS, decimal) if out.suffix == ".csv" else json_text(_plain(found)) + "\n")


def _plain(found: Any) -> dict[str, Any]:
    names = {"a": found.name_a, "b": found.name_b, "level": found.level}
    sentences = [one.sentence for one in found.comparisons[:1]]
    return {**names, "sentence": sentences[0] if sentences else "", "differences": records(found.frame())}


def _text(comparisons: Sequence[Comparison], rows: Sequence[dict[str, Any]], level: float) -> str:
    """One sentence for a single metric, a table for many."""
    if len(comparisons) == 1:
        return comparisons[0].sentence
    from simlab.cli.answers import percent

    head = ["table", "outcome", "A %", "B %", "B - A, points", f"{percent(level)} interval", ""]
    lines = [head]
    for row in rows:
        ends = "exact" if row["lo"] == row["hi"] else f"{100 * row['lo']:+.2f} to {100 * row['hi']:+.2f}"
        shares = [f"{100 * row[name]:.2f}" for name in ("p_a", "p_b")]
        word = {"yes": "differs", "no": "-", "unclear": "unclear"}[row["matters"]]
        lines.append([row["table"], row["outcome"], *shares, f"{100 * row['difference']:+.2f}", ends, word])
    names = f"A: {comparisons[0].name_a}\nB: {comparisons[0].name_b}"
    return "\n".join([heading("every outcome"), names, "", aligned(lines, (2, 3, 4), cut=True)])
