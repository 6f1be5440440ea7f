"""``simlab run``: answer a scenario, exactly where that is offered, else with dice."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simlab.cli import options as o
from simlab.cli.exits import INTERRUPTED, Stop
from simlab.cli.output import check_writable, remark
from simlab.cli.progress import Watcher
from simlab.cli.source import scenario_of
from simlab.errors import RunError

if TYPE_CHECKING:
    from simlab.execute import Prepared
    from simlab.result import Result

Resumed = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Go on with the result of a stopped run; its trials are not played again."),
]


def run(
    file: o.File,
    trials: o.Trials = None,
    precision: o.Precision = None,
    verdict: o.Verdict = None,
    metric: o.Metric = None,
    seed: o.Seed = None,
    level: o.Level = None,
    method: o.Methods = None,
    exact_fractions: o.ExactFractions = False,
    resume: Resumed = None,
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
    quiet: o.Quiet = False,
    verbose: o.Verbose = False,
) -> None:
    """Answer the question of a scenario file.

    A file with a [sweep] section is answered point by point, as by `simlab sweep`.
    """
    check_writable(out)
    scenario = scenario_of(file, set_, ruling, tables)
    asked: dict[str, Any] = {
        "trials": trials,
        "precision": precision,
        "verdict": verdict,
        "metric": metric,
        "seed": seed,
        "level": level,
        "method": method and method.value,
        "threads": threads,
        "exact_fractions": exact_fractions,
    }
    if resume is not None:
        asked["resume"] = resume
    if scenario.sweep and resume is not None:
        raise RunError(f"--resume: {scenario.where} has a [sweep]; `simlab sweep --resume DIR` goes on with one")
    if scenario.sweep:
        from simlab.cli.sweeping import answer_sweep

        answer_sweep(scenario, {**asked, "data": data}, scheduler, form, decimal, table, out, quiet)
        return
    from simlab.cli.answers import chosen, save, show
    from simlab.execute import InterruptedRun, metric_row, prepare

    prepared = prepare(scenario, data)
    metric_row(prepared, metric)
    chosen([each.name for each in prepared.space.tables], table)
    interrupted: str | None = None
    with Watcher(quiet) as watcher:
        if verbose and not quiet:
            _tell_before(prepared)
        try:
            result = _answer(prepared, watcher, scheduler, asked)
        except InterruptedRun as stopped:
            if stopped.result is None:
                raise Stop(INTERRUPTED, "interrupted before any trial was finished") from None
            result, interrupted = stopped.result, f"interrupted after {stopped.result.trials:,} trials"
        seconds = watcher.seconds
    if result.trials and seed is None and resume is None and "seed" not in scenario.run:
        remark(f"seed {result.provenance['seed']} was chosen; --seed {result.provenance['seed']} gives the same again")
    if not result.trials and seed is not None and not quiet:
        remark("this answer is exact: no die was rolled, so --seed changes nothing")
    if not quiet:
        _tell_idle_cells(prepared)
    if verbose and not quiet:
        _tell_after(result, seconds)
    show(result, form, decimal, table)
    if out is not None:  # after the answer is shown: a full disk takes no answer away
        save(result, out, decimal)
    if verbose and not quiet:
        _tell_doubts(prepared)
    if interrupted:
        raise Stop(INTERRUPTED, interrupted)


def _answer(prepared: Prepared, watcher: Watcher, scheduler: str | None, asked: dict[str, Any]) -> Result:
    """The run itself, on threads or on the workers of a scheduler."""
    from simlab.cli.cluster import client_at
    from simlab.execute import run as answer

    with client_at(scheduler) as client:
        if client is not None and asked["threads"] is not None:
            watcher.note("threads: the workers of the scheduler decide; --threads is not used")
        return answer(prepared, client=client, progress=watcher.progress, note=watcher.note, **asked)


def _tell_before(prepared: Prepared) -> None:
    remark(f"{prepared.system.title}; behaviour version {prepared.system.behaviour}")
    remark(f"kind {prepared.kind.name}, digest {prepared.scenario.digest}, inputs {prepared.inputs}")
    remark(f"data from {prepared.catalog.folder}")
    if own := prepared.catalog.own_digests():
        remark(f"own tables: {', '.join(own)}")


def _tell_idle_cells(prepared: Prepared) -> None:
    from simlab.remarks import idle_cells

    about = (prepared.kind, prepared.shape, prepared.rulings, prepared.catalog, prepared.packed)
    for line in idle_cells(*about, prepared.scenario.body):
        remark(line)


def _tell_doubts(prepared: Prepared) -> None:
    """What the answer rests on; found by trying other values, so it comes after the answer."""
    from simlab.analysis.summary import doubts

    for row in doubts(prepared):
        if row["sort"] != "unit":
            remark(f"rests on: {row['text']}")


def _tell_after(result: Result, seconds: float) -> None:
    if result.trials:
        remark(f"{result.trials:,} trials in {seconds:.2f} s, {result.trials / max(seconds, 1e-9):,.0f} a second")
    else:
        remark(f"exact law in {1000 * seconds:.1f} ms")
