"""``simlab compare``: two scenarios, or one read two ways, on the same numbered dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simlab.cli import options as o
from simlab.cli.output import aligned, check_writable, csv_text, emit, heading, json_text, records, write_file
from simlab.cli.pictures import save_pictures
from simlab.cli.progress import Watcher
from simlab.cli.source import scenario_of, single_case, split_pair
from simlab.errors import RunError

if TYPE_CHECKING:
    from simlab.analysis.compare import Comparison
    from simlab.scenario import Scenario

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
UnitsOfB = Annotated[
    list[str] | None,
    typer.Option("--unit-b", metavar="OLD=NEW", help="Another unit in place of one, wherever it stands, under B only."),
]
TablesOfB = Annotated[Path | None, typer.Option("--tables-b", metavar="DIR", help="Other own tables, under B only.")]
Everything = Annotated[bool, typer.Option("--all", help="Every outcome of every table, not the headline alone.")]
MOST_BARS = 12
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
    unit_b: UnitsOfB = None,
    data: o.Data = None,
    data_b: DataOfB = None,
    tables: o.OwnTables = None,
    tables_b: TablesOfB = None,
    trials: o.PairedTrials = None,
    seed: o.SeedOrZero = None,
    level: o.Level = None,
    method: o.Methods = None,
    form: o.Formats = o.Format.TABLE,
    decimal: o.Decimals = o.Mark.POINT,
    out: o.OutTable = None,
    picture: o.Picture = None,
    quiet: o.Quiet = False,
) -> None:
    """Say whether B is better than A, and by how much.

    Both roll the same numbered dice, so chance cancels out of the difference; where both have a quick exact law there
    is no chance in it at all. --set and --ruling hold for both; --set-b, --ruling-b, --unit-b, --tables-b for B alone.
    """
    from simlab.analysis.better import all_tallies, better, worth_of_outcome
    from simlab.analysis.compare import compare_all
    from simlab.analysis.paired import PAIRED_TRIALS
    from simlab.execute import prepare
    from simlab.result import label

    check_writable(out, (".csv", ".json"))
    check_writable(picture, o.PICTURES, "--picture")
    if second is None and not (set_b or ruling_b or data_b or unit_b or tables_b):
        raise RunError(
            "compare: name a second file, or what differs under B: --ruling-b, --set-b, --unit-b or --data-b"
        )
    a = prepare(single_case(scenario_of(first, set_, ruling, tables)), data)
    changes = [*(set_ or ()), *(set_b or ())], [*(ruling or ()), *(ruling_b or ())]
    other = single_case(scenario_of(second or first, *changes, tables_b or tables))
    for pair in unit_b or ():
        other = with_unit(other, *split_pair(pair, "--unit-b"))
    if second is None:
        folders = [f"{word} of {folder}" for word, folder in (("data", data_b), ("tables", tables_b)) if folder]
        turned = ", ".join([*(ruling_b or ()), *(set_b or ()), *(unit_b or ()), *folders])
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
    how: dict[str, Any] = {"trials": PAIRED_TRIALS if trials is None else trials, "seed": seed or 0}
    how |= {"level": found.level, "method": method.value if method else "auto"}
    whole = _plain(found)
    more = ""
    if everything:
        tallies = all_tallies(a, b, **how)
        whole["means"] = records(tallies)
        more = _means(records(tallies))
    elif a.space.table(rows[0]["table"]).kind not in ("events", "given"):
        metric_a = found.comparisons[0]
        row = next(r for r in a.space.table(rows[0]["table"]).rows if label(r) == rows[0]["outcome"])
        worths = (worth_of_outcome(side, rows[0]["table"], row) for side in (a, b))
        chances = better(a, b, metric_a.metric, *worths, **how)
        whole["better"] = chances._asdict()
        more = "" if chances.same_dice is False else chances.sentence
    if form is o.Format.JSON:
        emit(json_text(whole))
    elif form is o.Format.CSV:
        emit(csv_text(rows, COLUMNS, decimal))
    else:
        emit("\n\n".join(part for part in (_text(found.comparisons, rows, found.level), more) if part))
    if out is not None:
        write_file(out, csv_text(rows, COLUMNS, decimal) if out.suffix == ".csv" else json_text(whole) + "\n")
    if picture is not None:
        _draw(rows, picture)


def with_unit(scenario: Scenario, old: str, new: str) -> Scenario:
    """The scenario with another unit wherever one stands as ``unit``. RunError when it stands nowhere."""
    places: list[str] = []

    def changed(value: Any, key: str) -> Any:
        if isinstance(value, Mapping):
            return {name: changed(item, name) for name, item in value.items()}
        if isinstance(value, list | tuple):
            return [changed(item, key) for item in value]
        if key == "unit" and str(value).casefold() == old.casefold():
            places.append(str(value))
            return new
        return value

    made = replace(scenario, body=changed(scenario.body, ""))
    if not places:
        raise RunError(f'--unit-b "{old}={new}": {scenario.where} names no unit {old}')
    return made


def _draw(rows: Sequence[dict[str, Any]], picture: Path) -> None:
    """The largest differences as bars with their intervals."""
    import pandas as pd

    from simlab.plots import ranked_intervals

    ranked = sorted(rows, key=lambda row: -abs(row["difference"]))[:MOST_BARS]
    frame = pd.DataFrame(ranked)
    names = [f"{row['table']}: {row['outcome']}" for row in ranked]
    frame = frame.assign(name=names, **{key: 100.0 * frame[key] for key in ("difference", "lo", "hi")})
    texts = [f"{change:+.2f}" for change in frame["difference"]]
    drawn = ranked_intervals(
        frame.assign(text=texts), value="difference", text="text", title="B less A", xlabel="points"
    )
    save_pictures([drawn], picture)


def _means(rows: Sequence[dict[str, Any]]) -> str:
    """Means of numbers of the game, and in how many games each side has more."""
    if not rows:
        return ""
    lines = [["mean", "A", "B", "B - A", "interval", "A more %", "B more %", "alike %"]]
    for row in rows:
        ends = "exact" if row["lo"] == row["hi"] else f"{row['lo']:+.4f} to {row['hi']:+.4f}"
        means = [f"{row[name]:.4f}" for name in ("mean_a", "mean_b")]
        shares = [f"{100 * row[name]:.2f}" for name in ("a_more", "b_more", "alike")]
        lines.append([row["name"], *means, f"{row['difference']:+.4f}", ends, *shares])
    games = "on the same dice" if rows[0]["same_dice"] else "in two separate games"
    return f"{aligned(lines, (1, 2, 3, 5, 6, 7), cut=True)}\n  more, alike: {games}"


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
