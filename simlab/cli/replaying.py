"""``simlab replay``: one trial of a run, alone, with the dice it had there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from simlab.cli import options as o
from simlab.cli.output import aligned, csv_text, emit, heading, json_text
from simlab.cli.source import scenario_of
from simlab.errors import RunError

if TYPE_CHECKING:
    from simlab.execute import Prepared

LAST_TRIAL = 2**62
TrialNumber = Annotated[
    int, typer.Option("--trial", "-t", parser=o.whole_number, metavar="N", help="Which trial; the first one is 0.")
]


def replay(
    file: o.File,
    trial: TrialNumber,
    seed: o.Seed = None,
    set_: o.Sets = None,
    ruling: o.Turned = None,
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
    prepared = prepare(scenario, data)
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
