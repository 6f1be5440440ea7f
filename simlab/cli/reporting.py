"""``simlab report``: the balance report of studies, as one page to open in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from simlab.cli import options as o
from simlab.cli.output import emit
from simlab.cli.progress import Watcher

Studies = Annotated[
    list[Path] | None,
    typer.Argument(metavar="[FILE]...", help="Scenario files; left out, the studies that come with simlab."),
]
Folder = Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="Folder of the page, made if needed.")]
ReportSeed = Annotated[int, typer.Option("--seed", "-s", parser=o.whole_number, metavar="S", help="Any integer.")]


def report(
    files: Studies = None,
    out: Folder = Path("report"),
    seed: ReportSeed = 0,
    trials: o.Trials = None,
    threads: o.Threads = None,
    quiet: o.Quiet = False,
) -> None:
    """Write the balance report, one page with figures.

    The answer, the chain of events, survival curves, what hurts most, which rulings matter: index.html in the folder
    needs nothing beside it, no network either. Its headline table is printed here.
    """
    from simlab.report import write_report

    with Watcher(quiet, "studies") as watcher:
        page = write_report(
            files or None, out, seed=seed, trials=trials, threads=threads, progress=watcher.progress, note=watcher.note
        )
    emit(f"open {page}")
