"""``simlab replay``: one trial of a run, alone, with the dice it had there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from simlab.cli import options as o
from simlab.cli.output import aligned, check_folder, check_writable, csv_text, emit, heading, json_text, remark
from simlab.cli.progress import Watcher
from simlab.cli.source import scenario_of
from simlab.errors import RunError

if TYPE_CHECKING:
    from simlab.execute import Prepared

LAST_TRIAL = 2**62
TrialNumber = Annotated[
    int, typer.Option("--trial", "-t", parser=o.whole_number, metavar="N", help="Which trial; the first one is 0.")
]
Picture = Annotated[
    Path | None,
    typer.Option("--picture", metavar="FILE", help="Draw how that trial ended too: .png or .svg, where the kind can."),
]
Folder = Annotated[
    Path | None,
    typer.Option("--out", "-o", metavar="DIR", help="Write a page to watch it turn by turn, and its pictures, there."),
]


def replay(
    file: o.File,
    trial: TrialNumber,
    seed: o.Seed = None,
    set_: o.Sets = None,
    ruling: o.Turned = None,
    picture: Picture = None,
    out: Folder = None,
    data: o.Data = None,
    tables: o.OwnTables = None,
    form: o.Formats = o.Format.TABLE,
    decimal: o.Decimals = o.Mark.POINT,
    quiet: o.Quiet = False,
) -> None:
    """Play one trial of a run again, alone.

    Trial 8123 here is trial 8123 of any run of the file with that seed, whatever its number of trials or threads.
    `simlab replay FILE --trial 8123 --seed 1 --out DIR` makes DIR/index.html: a picture a turn, each die beside it.
    """
    from simlab.execute import prepare, replay_counts
    from simlab.moments import told_lines
    from simlab.report.replays import outcomes_of

    if not 0 <= trial < LAST_TRIAL:
        raise RunError(f"--trial {trial}: the first trial is 0, and none is beyond {LAST_TRIAL:,}")
    scenario = scenario_of(file, set_, ruling, tables)
    seed = scenario.run.get("seed") if seed is None else seed
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise RunError("--seed S: give the seed of the run; its answer states it")
    check_writable(picture, (".png", ".svg"), "--picture")
    prepared = prepare(scenario, data)
    if scenario.sweep:
        axes = ", ".join(key for key in scenario.sweep if key != "points")
        remark(f"note: the case that the file itself describes is played; --set chooses another of the sweep ({axes})")
    if picture is not None and prepared.kind.moments is None:
        raise RunError(f"--picture {picture}: kind {prepared.kind.name} has no picture of a trial")
    if out is not None and prepared.kind.moments is None and prepared.kind.replay is None:
        raise RunError(f"--out {out}: kind {prepared.kind.name} tells nothing of a trial but its outcomes")
    if picture is not None:
        _draw(prepared, seed, trial, picture)
    page = None
    if out is not None:
        check_folder(out)
        page = _write_page(prepared, file, seed, trial, out, quiet)
    happened = outcomes_of(prepared, replay_counts(prepared, seed, trial))
    lines = told_lines(prepared, seed, trial)
    if form is o.Format.JSON:
        emit(
            json_text(
                {
                    "title": scenario.title,
                    "system": scenario.system,
                    "kind": scenario.kind,
                    "digest": scenario.digest,
                    "seed": seed,
                    "trial": trial,
                    "outcomes": happened,
                    "events": lines,
                    **({"page": str(page)} if page else {}),
                }
            )
        )
    elif form is o.Format.CSV:
        rows = [{"table": name, "outcome": outcome} for name, found in happened.items() for outcome in found]
        emit(csv_text(rows, ["table", "outcome"], decimal))
    else:
        cells = [[name, ", ".join(found) or "-"] for name, found in happened.items()]
        head = heading(f"trial {trial:,} of seed {seed}" + (f": {scenario.title}" if scenario.title else ""))
        emit("\n".join([head, *lines, aligned(cells), *([f"\nopen {page}"] if page else [])]))


def _draw(prepared: Prepared, seed: int, trial: int, picture: Path) -> None:
    """The last picture of a trial. RunError where the kind has none, or nothing can be written."""
    from simlab.moments import replay_moments
    from simlab.report.replays import drawn, save_picture

    moments = replay_moments(prepared, seed, trial)
    moment = next((moment for moment in reversed(moments) if moment.drawings), None)
    if moment is None:
        raise RunError(f"--picture {picture}: kind {prepared.kind.name} has no picture of a trial")
    title = f"{prepared.scenario.title or prepared.kind.name}, trial {trial:,}"
    title += f": {moment.title}" if len(moments) > 1 else ""
    try:
        save_picture(drawn(moment.drawings[-1], title), picture, picture.suffix[1:])
    except OSError as error:
        raise RunError(f"--picture {picture}: cannot be written ({error.strerror or error})") from None


def _write_page(prepared: Prepared, file: Path, seed: int, trial: int, out: Path, quiet: bool) -> Path:
    """The page of a trial, with progress on stderr."""
    from simlab.report import write_replay

    with Watcher(quiet, "pictures") as watcher:
        command = f"simlab replay {file} --trial {trial} --seed {seed} --out {out}"
        return write_replay(prepared, out, trial=trial, seed=seed, command=command, progress=watcher.progress)
