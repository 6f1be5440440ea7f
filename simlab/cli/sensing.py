"""``simlab sensitivity``: which readings of unclear rules (and values of units) move the answer, and how far."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from simlab.cli import options as o
from simlab.cli.balancing import read_knob
from simlab.cli.output import (
    aligned,
    check_writable,
    csv_text,
    emit,
    filled,
    heading,
    json_text,
    records,
    remark,
    write_file,
)
from simlab.cli.pictures import save_pictures
from simlab.cli.progress import Watcher
from simlab.cli.source import scenario_of, single_case
from simlab.errors import RunError

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

    from simlab.analysis.overall_sensitivity import OverallSensitivity
    from simlab.execute import Prepared

Overall = Annotated[bool, typer.Option("--global", help="Move all of them at once: shares of the variance.")]
Way = Annotated[str, typer.Option("--way", metavar="WAY", help="sobol (shares of the variance) or morris (cheaper).")]
Vary = Annotated[
    list[str] | None,
    typer.Option("--vary", metavar="KEY=LOW..HIGH", help="With --global, a value to move too: KEY=[a,b] or a range."),
]
Samples = Annotated[
    int | None,
    typer.Option("--samples", parser=o.whole_number, metavar="N", help="Size of the design (64; morris: 20)."),
]
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
    overall: Overall = False,
    way: Way = "sobol",
    vary: Vary = None,
    samples: Samples = None,
    picture: o.Picture = None,
    quiet: o.Quiet = False,
) -> None:
    """Turn every ruling to each of its other options, one at a time or, with --global, all of them at once.

    The largest swings stand first; rulings that move nothing are named at the end, which is as useful to know. --vary
    moves values of the scenario too, and cells of its tables: data.cells.helicopters.ah1s_mc.missile_range_in=40..80:5.
    """
    from simlab.analysis.sensitivity import bars, tornado
    from simlab.execute import prepare

    check_writable(out, (".csv", ".json"))
    check_writable(picture, o.PICTURES, "--picture")
    prepared = prepare(single_case(scenario_of(file, set_, ruling)), data)
    if overall:
        chosen = method.value if method else "auto"
        how: dict[str, Any] = {"way": way, "samples": samples, "trials": trials, "seed": seed or 0, "method": chosen}
        how["level"] = 0.95 if level is None else level
        _answer_overall(prepared, metric, only, vary, how, form, decimal, out, picture, quiet)
        return
    if vary or samples is not None:
        raise RunError("--vary and --samples: these are for --global; one at a time only rulings are turned")
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
    if picture is not None:
        from simlab.plots import tornado as draw

        ranked = bars(frame)
        if ranked.empty:
            raise RunError(f"--picture {picture}: no ruling moves the answer, so there is nothing to draw")
        answer = (metric or prepared.kind.headline[1][0]).split(":")[-1]
        save_pictures([draw(ranked, base=float(ranked["p_default"].iloc[0]), answer=answer, decimals=1)], picture)


def _answer_overall(
    prepared: Prepared, metric: str | None, only: list[str] | None, vary: list[str] | None, how: dict[str, Any],
    form: o.Format, decimal: o.Mark, out: Path | None, picture: Path | None, quiet: bool,
) -> None:  # fmt: skip
    from simlab.analysis.overall_sensitivity import overall_sensitivity

    with Watcher(quiet, "settings") as watcher:
        knobs = [read_knob(text, "--vary") for text in vary or ()]
        found = overall_sensitivity(prepared, metric, only, knobs, progress=watcher.progress, **how)
    rows, columns = records(found.frame), [str(column) for column in found.frame.columns]
    names = ("metric", "way", "mean", "spread", "noise", "settings", "refused")
    about: dict[str, Any] = {name: getattr(found, name) for name in names}
    about["dropped"] = {key: list(values) for key, (values, _) in found.dropped.items()}
    if found.dropped and form is not o.Format.TABLE:
        remark(found.left_out)
    if form is o.Format.JSON:
        emit(json_text({**about, "factors": rows}))
    elif form is o.Format.CSV:
        emit(csv_text(rows, columns, decimal))
    else:
        emit(_overall_text(found))
    if out is not None:
        whole = json_text({**about, "factors": rows}) + "\n"
        write_file(out, csv_text(rows, columns, decimal) if out.suffix == ".csv" else whole)
    if picture is not None:
        from simlab.plots import overall_bars

        save_pictures([overall_bars(found.frame, title=f"What moves {found.metric}")], picture)


def _overall_text(found: OverallSensitivity) -> str:
    """What moves the answer when all may move, the strongest first; what does not is named below."""
    names = ("total", "first") if found.way == "sobol" else ("change", "bend")
    units = "of the variance" if found.way == "sobol" else "of the answer, one move"
    lines = [["factor", f"{names[0]} %", f"{100 * found.level:g} % interval", f"{names[1]} %", ""]]
    for row in records(found.frame[found.frame["matters"] != "no"]):
        ends = f"{100 * row[names[0] + '_lo']:.1f} to {100 * row[names[0] + '_hi']:.1f}"
        word = "" if row["matters"] == "yes" else "unclear"
        lines.append([row["factor"], f"{100 * row[names[0]]:.1f}", ends, f"{100 * row[names[1]]:.1f}", word])
    noise = f"; {100 * found.noise:.1f} % of the variance seen was noise of the dice, left out" if found.noise else ""
    parts = [
        heading(found.metric)
        + f": {100 * found.mean:.2f} % on average over all settings, sigma {100 * found.spread:.2f} points",
        aligned(lines, (1, 3), cut=True) if len(lines) > 1 else "nothing moves it",
        f"{names[0]}, {names[1]}: {units}; {found.settings:,} settings ({found.way}){noise}",
    ]
    if found.idle:
        parts.append(filled(f"{found.idle_means}: " + ", ".join(sorted(found.idle))))
    if found.dropped:
        parts.append(filled(found.left_out))
    if found.refused:
        parts.append(f"{found.refused:,} settings were refused by the scenario and stand for the answer as it is")
    return "\n\n".join(parts)


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
