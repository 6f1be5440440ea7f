"""``simlab luck``: how much of a result is dice, how often the lead changes, when a game was decided."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from simlab.cli import options as o
from simlab.cli.output import aligned, check_writable, csv_text, emit, heading, json_text, records, write_file
from simlab.cli.pictures import save_pictures
from simlab.cli.progress import Watcher
from simlab.cli.source import scenario_of
from simlab.errors import RunError

if TYPE_CHECKING:
    from simlab.analysis.dice_share import DiceShare
    from simlab.analysis.luck import CourseOfPlay


def luck(
    file: o.File,
    metric: o.MetricOf = None,
    set_: o.Sets = None,
    ruling: o.Turned = None,
    data: o.Data = None,
    trials: o.Trials = None,
    seed: o.SeedOrZero = None,
    level: o.Level = None,
    method: o.Methods = None,
    form: o.Formats = o.Format.TABLE,
    decimal: o.Decimals = o.Mark.POINT,
    out: o.OutTable = None,
    picture: o.Picture = None,
    quiet: o.Quiet = False,
) -> None:
    """Say how much of a result is dice.

    Of one game of two sides and many turns: who leads after each turn, how often the lead changes, when the game was
    decided, and how much of the result is settled by then. Of a file with a [sweep]: the share of the variance of the
    result over its cases that is dice, and the share that is the case.
    """
    from simlab.execute import prepare

    check_writable(out, (".csv", ".json"))
    check_writable(picture, o.PICTURES, "--picture")
    scenario = scenario_of(file, set_, ruling)
    how: dict[str, Any] = {"seed": 0 if seed is None else seed, "level": 0.95 if level is None else level}
    found: CourseOfPlay | DiceShare
    if scenario.sweep:
        from simlab.analysis.dice_share import dice_share

        if picture is not None:
            raise RunError("--picture: only of one game; fix the axes of the sweep, as in --set KEY=VALUE")
        with Watcher(quiet, "cases") as watcher:
            chosen = method.value if method else None
            found = dice_share(scenario, metric, trials=trials, method=chosen, progress=watcher.progress, **how)
        frame, whole = found.frame, {"metric": found.metric, "dice": found.dice, "total": found.total}
        text = _cases(found)
    else:
        from simlab.analysis.luck import TRIALS, course_of_play

        if metric is not None:
            raise RunError("--metric: only of a file with a [sweep]; one game is told by who leads and who wins")
        with Watcher(quiet, "turns") as watcher:
            chosen = method.value if method else "auto"
            played = TRIALS if trials is None else trials
            found = course_of_play(
                prepare(scenario, data), trials=played, method=chosen, progress=watcher.progress, **how
            )  # fmt: skip
        frame, whole = found.turns, {"sides": found.sides, "margin": found.meaning, "n": found.n}
        whole["measures"] = records(found.frame())
        text = _course(found, scenario.title)
        if picture is not None:
            from simlab.plots import lead_by_turn

            save_pictures([lead_by_turn(frame, sides=found.sides, title=scenario.title)], picture)
    rows, columns = records(frame), [str(column) for column in frame.columns]
    whole |= {"sentence": found.sentence, "level": found.level, "rows": rows}
    if form is o.Format.JSON:
        emit(json_text(whole))
    elif form is o.Format.CSV:
        emit(csv_text(rows, columns, decimal))
    else:
        emit(text)
    if out is not None:
        write_file(out, csv_text(rows, columns, decimal) if out.suffix == ".csv" else json_text(whole) + "\n")


def _cases(found: DiceShare) -> str:
    columns = [str(column) for column in found.frame.columns]
    lines = [columns]
    for row in records(found.frame):
        lines.append([f"{row[c]:.4f}" if c in ("mean", "deviation") else str(row[c]) for c in columns])
    right = (len(columns) - 2, len(columns) - 1)
    return "\n\n".join([heading(found.sentence), aligned(lines, right, cut=True)])


def _course(found: CourseOfPlay, title: str) -> str:
    first, second = found.sides
    lines = [["turn", f"{first} leads %", f"{second} leads %", "tied %", "decided %", "settled %"]]
    for row in records(found.turns):
        names = ("first_leads", "second_leads", "tied", "decided", "settled")
        shares = [row[name] for name in names]
        lines.append([str(row["turn"]), *("-" if isnan(share) else f"{100 * share:.1f}" for share in shares)])
    how = "exact law" if found.n is None else f"{found.n:,} games, {100 * found.level:g} % intervals"
    parts = [heading(title) if title else "", found.sentence, aligned(lines, range(1, 6)),
             f"the lead: {found.meaning}; settled: share of the result's variance that it explains; {how}"]  # fmt: skip
    return "\n\n".join(part for part in parts if part)
