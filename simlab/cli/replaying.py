"""``simlab replay``: one trial of a run, alone, with the dice it had there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simlab.cli import options as o
from simlab.cli.output import aligned, check_writable, csv_text, emit, heading, json_text
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
    typer.Option(
        "--picture", metavar="FILE", help="Draw the table of that trial too: .png or .svg, where the kind can."
    ),
]


def replay(
    file: o.File,
    trial: TrialNumber,
    seed: o.Seed = None,
    set_: o.Sets = None,
    ruling: o.Turned = None,
    picture: Picture = None,
    data: o.Data = None,
    tables: o.OwnTables = None,
    form: o.Formats = o.Format.TABLE,
    decimal: o.Decimals = o.Mark.POINT,
) -> None:
    """Play one trial of a run again, alone.

    Trial 8123 here is trial 8123 of any run of the file with that seed, whatever its number of trials or threads.
    """
    from simlab.dice import key_from_seed
    from simlab.execute import prepare, replay_counts

    if not 0 <= trial < LAST_TRIAL:
        raise RunError(f"--trial {trial}: the first trial is 0, and none is beyond {LAST_TRIAL:,}")
    scenario = scenario_of(file, set_, ruling, tables)
    seed = scenario.run.get("seed") if seed is None else seed
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise RunError("--seed S: give the seed of the run; its answer states it")
    check_writable(picture, (".png", ".svg"))
    prepared = prepare(scenario, data)
    if picture is not None:
        _draw(prepared, key_from_seed(seed), trial, picture)
    happened = outcomes(prepared, replay_counts(prepared, seed, trial))
    lines = prepared.kind.replay(prepared.packed, key_from_seed(seed), trial) if prepared.kind.replay else []
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
                }
            )
        )
    elif form is o.Format.CSV:
        rows = [{"table": name, "outcome": outcome} for name, found in happened.items() for outcome in found]
        emit(csv_text(rows, ["table", "outcome"], decimal))
    else:
        cells = [[name, ", ".join(found) or "-"] for name, found in happened.items()]
        head = heading(f"trial {trial:,} of seed {seed}" + (f": {scenario.title}" if scenario.title else ""))
        emit("\n".join([head, *lines, aligned(cells)]))


def _draw(prepared: Prepared, key: int, trial: int, picture: Path) -> None:
    """The table of a trial as a picture. RunError where the kind has no table, or nothing can be written."""
    if prepared.kind.scene is None:
        raise RunError(f"--picture {picture}: kind {prepared.kind.name} has no table to draw")
    import pandas as pd

    from simlab.files import write_whole
    from simlab.plots import table_scene

    where = prepared.scenario.where
    things = prepared.kind.scene(prepared.shape, prepared.rulings, prepared.catalog, where, prepared.packed, key, trial)
    title = prepared.scenario.title or prepared.kind.name
    axes = table_scene(pd.DataFrame(things), title=f"{title}, trial {trial:,}")
    figure: Any = axes.figure
    try:
        write_whole(picture, lambda file: figure.savefig(file, format=picture.suffix[1:], dpi=150))
    except OSError as error:
        raise RunError(f"--picture {picture}: cannot be written ({error.strerror or error})") from None


def outcomes(prepared: Prepared, counts: Any) -> dict[str, list[str]]:
    """What one trial counted: table -> outcomes, " (x2)" behind one that came up twice."""
    from simlab.result import label

    found = {}
    for table in prepared.space.tables:
        values = prepared.space.values(counts, table.name)
        found[table.name] = [
            label(row) + (f" (x{int(value)})" if value > 1 else "")
            for row, value in zip(table.rows, values, strict=True)
            if value
        ]
    return found
