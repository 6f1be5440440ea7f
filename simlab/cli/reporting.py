"""``simlab report``: the balance report of studies, as one page to open in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from simlab.cli import options as o
from simlab.cli.output import aligned, check_folder, emit, heading
from simlab.cli.progress import Watcher
from simlab.cli.source import found_file

Studies = Annotated[
    list[Path] | None,
    typer.Argument(metavar="[FILE]...", help="Scenario files; left out, the studies that come with simlab."),
]
Folder = Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="Folder of the page, made if needed.")]


def report(
    files: Studies = None,
    out: Folder = Path("report"),
    seed: o.SeedOrZero = None,
    trials: o.Trials = None,
    threads: o.Threads = None,
    quiet: o.Quiet = False,
) -> None:
    """Write the balance report, one page with figures.

    The answer, the chain of events, survival curves, what hurts most, which rulings matter: index.html in the folder
    needs nothing beside it, no network either. Its headline table is printed here. What is rolled has seed 0 unless
    another is given, so that equal files give an equal page.
    """
    from simlab.report import headline_rows, play_studies, write_report

    check_folder(out)
    how: dict[str, Any] = {"seed": 0 if seed is None else seed, "trials": trials, "threads": threads}
    with Watcher(quiet, "cases") as watcher:
        named = [found_file(file) for file in files] if files else None
        studies = play_studies(named, progress=watcher.progress, note=watcher.note, **how)
        page = write_report(studies, out, **how)
    emit(headline(headline_rows(studies)) + f"\n\nopen {page}")


def headline(rows: list[dict[str, Any]]) -> str:
    """The answers as a table for the terminal, a block for each study."""
    blocks = []
    for study in dict.fromkeys(row["study"] for row in rows):
        lines = [[row["case"], row["answer"]] for row in rows if row["study"] == study]
        measures = ", ".join(dict.fromkeys(row["measure"] for row in rows if row["study"] == study))
        blocks.append("\n".join([heading(study) + f": {measures}", aligned(lines, cut=True)]))
    return "\n\n".join(blocks)
