"""``simlab sweep``, and ``simlab run`` of a file with a [sweep]: the same question at every point of a grid."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simlab.cli import options as o
from simlab.cli.answers import as_object, chosen, percent
from simlab.cli.exits import INTERRUPTED, USERS_INPUT, Stop
from simlab.cli.output import aligned, cell, check_writable, csv_text, emit, heading, json_text, remark, write_file
from simlab.cli.pictures import save_pictures
from simlab.cli.progress import Watcher
from simlab.cli.source import scenario_of, value_of
from simlab.errors import RunError, ScenarioError

if TYPE_CHECKING:
    from simlab.analysis.sweep import Sweep
    from simlab.result import Result
    from simlab.scenario import Scenario

MOST_HELD = 100  # points; of more than these each is kept on disk and read when it is needed
Resume = Annotated[
    Path | None,
    typer.Option("--resume", metavar="DIR", help="Keep finished points there; the same command again goes on."),
]
PointsFile = Annotated[
    Path | None,
    typer.Option("--points", metavar="CSV", help="Only these points: a column for each key, a row for each point."),
]


def sweep(
    file: o.File,
    trials: o.Trials = None,
    precision: o.Precision = None,
    verdict: o.Verdict = None,
    metric: o.Metric = None,
    seed: o.Seed = None,
    level: o.Level = None,
    method: o.Methods = None,
    set_: o.Sets = None,
    ruling: o.Turned = None,
    data: o.Data = None,
    tables: o.OwnTables = None,
    threads: o.Threads = None,
    scheduler: o.Scheduler = None,
    form: o.Formats = o.Format.TABLE,
    decimal: o.Decimals = o.Mark.POINT,
    table: o.Tables = None,
    out: o.Out = None,
    resume: Resume = None,
    points: PointsFile = None,
    picture: o.Picture = None,
    quiet: o.Quiet = False,
) -> None:
    """Answer a scenario at each point of its [sweep].

    All points roll the same dice, so that their differences are those of the cases.

    The table shows the headline (or --metric, or --table) of each point; CSV and JSON have every outcome. --picture
    draws the headline: lines along an axis of numbers, bars, or a heat map, as the grid asks for.
    """
    check_writable(out)
    check_writable(picture, o.PICTURES, "--picture")
    scenario = scenario_of(file, [*(set_ or ()), *_listed(points)], ruling, tables)
    if not scenario.sweep:
        raise ScenarioError(
            f"{scenario.where}: no [sweep] in it; `simlab run` answers it as it is; "
            'a sweep is also --set "sweep.geometry.range_in=[10, 20]"'
        )
    asked = {
        "trials": trials,
        "precision": precision,
        "verdict": verdict,
        "metric": metric,
        "seed": seed,
        "level": level,
        "method": method and method.value,
        "threads": threads,
        "data": data,
    }
    answer_sweep(scenario, asked, scheduler, form, decimal, table, out, quiet, resume, picture)


def _listed(file: Path | None) -> list[str]:
    """The override that stands for a file of points. RunError for a file without any."""
    if file is None:
        return []
    import json

    from simlab.catalog import read_rows

    rows = [{key: value_of(text) for key, text in cells.items()} for _, cells in read_rows(file)]
    if not rows:
        raise RunError(f"--points {file}: no rows below the keys")
    # the spelling of a list of inline tables in TOML, whose strings and numbers are those of JSON
    told = (", ".join(f"{json.dumps(key)} = {json.dumps(value)}" for key, value in row.items()) for row in rows)
    return [f"sweep.points=[{', '.join('{' + row + '}' for row in told)}]"]


def answer_sweep(
    scenario: Scenario,
    asked: dict[str, Any],
    scheduler: str | None,
    form: o.Format,
    mark: o.Mark,
    tables: Sequence[str] | None,
    out: Path | None,
    quiet: bool,
    resume: Path | None = None,
    picture: Path | None = None,
) -> None:
    """Play a sweep and print it; when it is stopped, print and save the points that were finished."""
    with ExitStack() as stack:
        folder = resume
        if folder is None and _points(scenario) > MOST_HELD and not asked.get("exact_fractions"):
            from tempfile import TemporaryDirectory

            folder = Path(stack.enter_context(TemporaryDirectory(prefix="simlab-sweep-")))
        _answer(scenario, asked, scheduler, form, mark, tables, out, quiet, folder, picture)


def _points(scenario: Scenario) -> int:
    from simlab.analysis.grid import axes_of, number_of_points

    return number_of_points(scenario, axes_of(scenario))


def _answer(
    scenario: Scenario, asked: dict[str, Any], scheduler: str | None, form: o.Format, mark: o.Mark,
    tables: Sequence[str] | None, out: Path | None, quiet: bool, folder: Path | None, picture: Path | None,
) -> None:  # fmt: skip
    from simlab.analysis.sweep import SweepFailed, SweepInterrupted
    from simlab.analysis.sweep import sweep as play
    from simlab.cli.cluster import client_at

    interrupted: str | None = None
    failed = ""
    _check_names(scenario, asked, tables)
    with Watcher(quiet, "points") as watcher, client_at(scheduler) as client:
        try:
            done = play(scenario, client=client, progress=watcher.progress, note=watcher.note, folder=folder, **asked)
        except SweepInterrupted as stopped:
            done, interrupted = stopped.sweep, str(stopped)
        except SweepFailed as stopped:
            done, failed = stopped.sweep, str(stopped)
    if not len(done):
        raise Stop(INTERRUPTED, interrupted or "interrupted before any point was finished")
    first = done.points[0][1]
    names = chosen(first.tables, tables)
    _tell_seed(done, asked["seed"] if asked["seed"] is not None else scenario.run.get("seed"))
    if form is o.Format.JSON:
        emit(json_text(sweep_object(done, scenario, names)))
    elif form is o.Format.CSV:
        emit(csv_of(done, mark, names))
    else:
        emit(_text(done, scenario, names if tables else None, asked["metric"]))
    if out is not None:  # after the answer is shown: a full disk takes no answer away
        save(done, out, mark, names)
    if picture is not None:
        _draw(done, scenario, asked["metric"], picture)
    if failed:
        raise Stop(USERS_INPUT, failed)
    if interrupted:
        raise Stop(INTERRUPTED, interrupted)


def _check_names(scenario: Scenario, asked: dict[str, Any], tables: Sequence[str] | None) -> None:
    """Refuse a table or a metric that the first point does not have, before anything is played."""
    from simlab.analysis.grid import axes_of, points_of
    from simlab.execute import metric_row, prepare

    first = next(iter(points_of(scenario, axes_of(scenario))))
    prepared = prepare(first.scenario, asked["data"])
    chosen([table.name for table in prepared.space.tables], tables)
    metric_row(prepared, asked["metric"])


def _tell_seed(done: Sweep, given: Any) -> None:
    seeds = {result.provenance["seed"] for _, result in done if not result.exact} if given is None else set()
    if len(seeds) == 1:
        (seed,) = seeds
        remark(f"seed {seed} was chosen; --seed {seed} gives the same again")


def save(done: Sweep, path: Path, mark: o.Mark, names: Sequence[str]) -> None:
    """Write the finished points: .csv and .parquet hold the tidy table, .json the object of ``--format json``."""
    if path.suffix == ".csv":
        write_file(path, csv_of(done, mark, names))
    elif path.suffix == ".json":
        write_file(path, json_text(sweep_object(done, None, names)) + "\n")
    else:
        done.write(path)


def _draw(done: Sweep, scenario: Scenario, metric: str | None, picture: Path) -> None:
    """The headline as pictures, one for each value of the axes that a picture has no room for."""
    from simlab.plots import sweep_pictures

    frame = done.headline(metric)
    words = str(frame["outcome"].iloc[0]).replace("_", " ")
    axes = [axis.name for axis in done.axes]
    numeric = [axis.name for axis in done.axes if axis.numbers]
    save_pictures(sweep_pictures(frame, axes, numeric, ylabel=words, title=scenario.title), picture)


def labels_shown(done: Sweep, labels: dict[str, str]) -> dict[str, Any]:
    """Axis -> its number or label at a point."""
    return {axis.name: axis.shown(labels[axis.name]) for axis in done.axes}


def csv_of(done: Sweep, mark: o.Mark, names: Sequence[str]) -> str:
    """A column for each axis, then the tidy table of each point."""
    from simlab.result import TIDY

    fractions = any(result.fractions is not None for _, result in done)
    columns = [*[axis.name for axis in done.axes], *TIDY, *(["fraction"] if fractions else [])]
    rows = (
        {**row, **labels_shown(done, labels)}
        for labels, result in done
        for row in result.tidy_rows()
        if row["table"] in names
    )
    return csv_text(rows, columns, mark)


def sweep_object(done: Sweep, scenario: Scenario | None, names: Sequence[str]) -> dict[str, Any]:
    """The object that ``--format json`` prints: axes, and for each point its labels and the object of `simlab run`."""
    about = done.points[0][1].provenance
    return {
        "title": scenario.title if scenario else about["title"],
        "system": about["system"],
        "kind": about["kind"],
        "axes": {axis.name: [axis.shown(label) for label in axis.cases] for axis in done.axes},
        "planned": done.planned,
        "finished": len(done),
        "points": [{"labels": labels_shown(done, labels), **as_object(result, names)} for labels, result in done],
    }


def _text(done: Sweep, scenario: Scenario, names: Sequence[str] | None, metric: str | None) -> str:
    """Title, a row for each point (or outcome), and what made the first point."""
    parts = ["\n".join(line for line in (heading(scenario.title) if scenario.title else "", scenario.question) if line)]
    if names is None:
        table, _, outcome = (metric or ":".join(done.points[0][1].provenance["headline"])).partition(":")
        rows = [(labels, result.exact, "", *_share(result, table, outcome.strip())) for labels, result in done]
        parts.append(_block(done, heading(f"{table}:{outcome}"), rows))
    for name in names or ():
        rows = [
            (labels, result.exact, row["outcome"], row["p"], row["p_lo"], row["p_hi"])
            for labels, result in done
            for row in result.tidy_rows()
            if row["table"] == name
        ]
        parts.append(_block(done, heading(name), rows))
    parts.append(_footer(done))
    return "\n\n".join(part for part in parts if part)


def _footer(done: Sweep) -> str:
    """What made the points: method, trials, seed, level, and the rulings that were changed at all of them."""
    changed, trials, seeds, level, exact, points = [], set(), set(), 0.0, 0, []
    for labels, result in done:
        points.append((labels, result.provenance["inputs"]))
        changed.append(result.provenance["changed_rulings"].items())
        if result.exact:
            exact += 1
        else:
            trials.add(result.trials or 0)
            seeds.add(str(result.provenance["seed"]))
            level = max(level, result.interval_level)
    made = []
    if exact:
        made.append("exact law, no dice" if not trials else f"{exact} points by the exact law")
    if trials:
        ends = dict.fromkeys((min(trials), max(trials)))
        made.append(" to ".join(f"{number:,}" for number in ends) + " trials a point")
        made.append("seed " + ", ".join(sorted(seeds)[:3]))
        made.append(f"{percent(level)} Wilson intervals")
    common = [f"{name} = {value}" for name, value in changed[0] if all((name, value) in other for other in changed)]
    swept = len({str(sorted(items)) for items in changed}) > 1
    made.append(f"rulings changed: {', '.join(common)}" if common else "rulings: all at their defaults")
    made[-1] += ", but for those swept" if swept else ""
    return "\n".join(
        ["; ".join(made), *(f"note: {name}: no value of it changes anything here" for name in _idle(done, points))]
    )


def _idle(done: Sweep, points: Sequence[tuple[dict[str, str], str]]) -> list[str]:
    """Axes whose every value packs to the same numbers, whatever stands on the others."""
    found = []
    for axis in done.axes:
        by_rest: dict[tuple[str, ...], set[str]] = {}
        for labels, inputs in points:
            rest = tuple(label for name, label in labels.items() if name != axis.name)
            by_rest.setdefault(rest, set()).add(inputs)
        if len(axis.cases) > 1 and len(points) > len(by_rest) and all(len(kinds) == 1 for kinds in by_rest.values()):
            found.append(axis.name)
    return found


def _share(result: Result, table: str, outcome: str) -> tuple[float, float, float]:
    """(p, p_lo, p_hi) of one outcome."""
    for row in result.tidy_rows():
        if row["table"] == table and row["outcome"] == outcome:
            return row["p"], row["p_lo"], row["p_hi"]
    raise RunError(f'metric "{table}:{outcome}": a point has no such outcome; --table NAME shows what there is')


def _block(done: Sweep, title: str, rows: Sequence[tuple[Any, ...]]) -> str:
    from simlab.intervals import format_rates

    shares = format_rates(tuple(row[3:6]) for row in rows)
    width = max(len(share.partition(" % ")[0]) for share in shares)
    named = any(row[2] for row in rows)
    lines = [[axis.name for axis in done.axes] + (["outcome"] if named else []) + ["share"]]
    for (labels, exact, outcome, *_), share in zip(rows, shares, strict=True):
        number, _, rest = share.partition(" % ")
        shown = [cell(value) for value in labels_shown(done, labels).values()]
        lines.append(
            shown + ([outcome] if named else []) + [f"{number.rjust(width)} % {'' if exact else rest}".rstrip()]
        )
    numeric = [place for place, axis in enumerate(done.axes) if axis.numbers]
    return "\n".join([title, aligned(lines, numeric, cut=True)])
