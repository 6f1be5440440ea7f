"""``simlab report``: the balance report of studies, as one page to open in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simlab.cli import options as o
from simlab.cli.completing import complete_scenario, complete_system
from simlab.cli.output import aligned, check_folder, emit, heading
from simlab.cli.progress import Watcher
from simlab.cli.source import split_pair, value_of

if TYPE_CHECKING:
    from simlab.report.studies import Study

Studies = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="[FILE]...",
        autocompletion=complete_scenario,
        help="Scenario files; left out, the studies that come with simlab.",
    ),
]
Systems = Annotated[
    list[str] | None,
    typer.Option(
        "--system",
        metavar="SYSTEM",
        autocompletion=complete_system,
        help="All studies of a rules system that come with simlab; repeatable.",
    ),
]
TurnedOfB = Annotated[
    list[str] | None,
    typer.Option("--ruling-b", metavar="NAME=OPTION", help="Compare: the studies against the same under this reading."),
]
SetsOfB = Annotated[
    list[str] | None, typer.Option("--set-b", metavar="KEY=VALUE", help="Compare: against the same with this value.")
]
DataOfB = Annotated[
    Path | None, typer.Option("--data-b", metavar="DIR", help="Compare: against the same with this data folder.")
]
Pdf = Annotated[bool, typer.Option("--pdf", help="Print every page to a PDF beside it, too; needs a Chromium.")]
Folder = Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="Folder of the page, made if needed.")]


def report(
    files: Studies = None,
    system: Systems = None,
    out: Folder = Path("report"),
    ruling_b: TurnedOfB = None,
    set_b: SetsOfB = None,
    data_b: DataOfB = None,
    pdf: Pdf = False,
    seed: o.SeedOrZero = None,
    trials: o.Trials = None,
    threads: o.Threads = None,
    quiet: o.Quiet = False,
) -> None:
    """Write the balance report, one page with figures for each game.

    The answer, the chain of events, survival curves, what hurts most, which rulings matter: index.html in the folder
    needs no network, and nothing beside it but the pages of several games. Its headline table is printed here. What is
    rolled has seed 0 unless another is given, so that equal files give an equal page.

    With --ruling-b, --set-b or --data-b the page says instead what that changes, answer by answer. --pdf prints the
    pages, fold-outs open but for long tables: by the Chromium that SIMLAB_CHROMIUM names, else by one on the path.
    """
    from simlab.report import Change, headline_rows, play_studies, shipped_studies, write_comparison, write_report
    from simlab.report.pdf import browser
    from simlab.shipped import found_file

    check_folder(out)
    if pdf:
        browser()  # told before the work
    how: dict[str, Any] = {"seed": 0 if seed is None else seed, "trials": trials, "threads": threads}
    headed: list[str] = []
    studies: list[Study] = []
    with Watcher(quiet, "cases") as watcher:
        named = [*(shipped_studies(*system) if system else []), *map(found_file, files or [])] or None
        if ruling_b or set_b or data_b:
            turned = dict(split_pair(text, "--ruling-b") for text in ruling_b or ())
            pairs = [split_pair(text, "--set-b") for text in set_b or ()]
            change = Change(turned, {key: value_of(text) for key, text in pairs}, data_b)
            page = write_comparison(named, change, out, seed=how["seed"], trials=trials, progress=watcher.progress)
        else:
            studies = play_studies(named, progress=watcher.progress, note=watcher.note, **how)
            headed = [headline(headline_rows(studies)), ""]
    if studies:
        with Watcher(quiet, "parts of the page") as watcher:
            page = write_report(studies, out, whole=not files, named=named is not None, parts=watcher.progress, **how)
    emit("\n".join([*headed, *opened(page, pdf, quiet)]))


def opened(page: Path, pdf: bool, quiet: bool) -> list[str]:
    """What to open; the PDF files are printed first where they are wanted."""
    from simlab.report.pdf import pages_of, write_pdf

    if not pdf:
        return [f"open {page}"]
    with Watcher(quiet, "pages") as watcher:
        return [f"open {page}", *(f"open {made}" for made in write_pdf(pages_of(page), watcher.progress))]


def headline(rows: list[dict[str, Any]]) -> str:
    """The answers as a table for the terminal, a block for each study."""
    blocks = []
    for study in dict.fromkeys(row["study"] for row in rows):
        lines = [[row["case"], row["answer"]] for row in rows if row["study"] == study]
        measures = ", ".join(dict.fromkeys(row["measure"] for row in rows if row["study"] == study))
        blocks.append("\n".join([heading(study) + f": {measures}", aligned(lines, cut=True)]))
    return "\n\n".join(blocks)
