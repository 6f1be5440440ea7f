"""``simlab tune``: the weights and policies of each side that win most against each other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simlab.cli import options as o
from simlab.cli.output import aligned, check_writable, heading, records
from simlab.cli.progress import Watcher

if TYPE_CHECKING:
    import pandas as pd

    from simlab.analysis.polish import Polished
    from simlab.analysis.tuning import Tuning

TuningOf = Annotated[Path, typer.Argument(metavar="FILE", help="A tuning file, or the name of one that is shipped.")]
Rounds = Annotated[int | None, typer.Option("--rounds", metavar="N", min=0, help="Turns of each player; 0: none.")]
Budget = Annotated[
    int | None,
    typer.Option("--budget", parser=o.whole_number, metavar="N", help="Candidates that a turn answers at most."),
]
EachTrials = Annotated[
    int | None,
    typer.Option("--trials", "-n", parser=o.whole_number, metavar="N", help="Trials of each candidate."),
]
Pool = Annotated[
    int | None, typer.Option("--pool", metavar="N", min=1, help="Opponents at most: the first, the latest.")
]
Store = Annotated[
    Path | None,
    typer.Option("--store", metavar="FILE", help="Remember answers here; the same command goes on where it stopped."),
]
From = Annotated[
    list[Path] | None,
    typer.Option("--from", metavar="CSV",
                 help="Start where an earlier tuning ended: the file that its --out wrote (several with --mix)."),
]  # fmt: skip
Mix = Annotated[
    int | None,
    typer.Option("--mix", metavar="N", min=0,
                 help="Instead: a mix of doctrines for each side, with N searched replies each at most."),
]  # fmt: skip
Checked = Annotated[
    int | None,
    typer.Option("--deviations", parser=o.whole_number, metavar="N",
                 help="Then play each single deviation with N trials: does one gain more than its noise?"),
]  # fmt: skip
Polish = Annotated[
    int | None,
    typer.Option("--polish", parser=o.whole_number, metavar="N",
                 help="Then turn single dials, N trials each, as long as one gains on new dice."),
]  # fmt: skip
MOST_SHOWN = 15
OWN_DICE = 500_009  # between the dice of a tuning and those of its polish


def tune(
    file: TuningOf,
    rounds: Rounds = None,
    budget: Budget = None,
    trials: EachTrials = None,
    pool: Pool = None,
    from_: From = None,
    polish: Polish = None,
    mix: Mix = None,
    deviations: Checked = None,
    store: Store = None,
    data: o.Data = None,
    seed: o.SeedOrZero = None,
    level: o.Level = None,
    threads: o.Threads = None,
    form: o.Formats = o.Format.TABLE,
    decimal: o.Decimals = o.Mark.POINT,
    out: o.OutTable = None,
    quiet: o.Quiet = False,
) -> None:
    """Tune the doctrines of both sides against each other by seeded self-play.

    Each player in turn searches its dials against a growing pool of the other's settings, on the same numbered dice.
    Equal seeds give equal answers. Where settings beat each other in a circle, --mix finds a mix of them for each side.
    """
    from simlab.analysis.deviations import deviations as play_deviations
    from simlab.analysis.duels import Duels
    from simlab.analysis.polish import polish as turn_singly
    from simlab.analysis.tuning import tune as search
    from simlab.analysis.tuning_file import load_tuning, started_from
    from simlab.cli.mixing import emit_found, tell_mix
    from simlab.errors import RunError

    check_writable(out, (".csv", ".json"))
    told = load_tuning(file, data)
    if mix is not None:
        if rounds is not None or polish is not None or budget is not None or pool is not None:
            raise RunError("tune: --mix searches in its own way; leave out --rounds, --budget, --pool and --polish")
        tell_mix(
            told, from_ or [], mix, trials, deviations, told.search["seed"] if seed is None else seed,
            0.95 if level is None else level, threads or 1, Duels(store, data, told.only), form, decimal, out, quiet,
        )  # fmt: skip
        return
    if from_:
        if len(from_) > 1:
            raise RunError("tune: give --from once; several files are for --mix")
        told = started_from(told, from_[0])
    given = {"rounds": rounds, "budget": budget, "trials": trials, "pool": pool, "seed": seed}
    asked: dict[str, Any] = told.search | {key: value for key, value in given.items() if value is not None}
    level = 0.95 if level is None else level
    duels = Duels(store, data, told.only)
    with Watcher(quiet, "candidates") as watcher:
        found = search(
            told.cases, told.players, **asked, level=level, threads=threads or 1, duels=duels,
            progress=watcher.progress, note=watcher.note,
        )  # fmt: skip
    settled = None
    if polish is not None:
        with Watcher(quiet, "single changes") as watcher:
            polished = turn_singly(
                told.cases, told.players, found.settings, trials=polish, seed=asked["seed"] + OWN_DICE, level=level,
                duels=duels, progress=watcher.progress, note=watcher.note,
            )  # fmt: skip
        found, settled = replace(found, settings=polished.settings), polished
    steps = None
    if deviations is not None:
        with Watcher(quiet, "deviations") as watcher:
            steps = play_deviations(
                told.cases, told.players, found.settings, trials=deviations, seed=asked["seed"] - 1, level=level,
                duels=duels, progress=watcher.progress,
            )  # fmt: skip
    frame = found.frame()
    whole = {"settings": records(frame), "turns": records(found.history())}
    whole |= {} if settled is None else {"changes": records(settled.frame())}
    whole |= {} if steps is None else {"deviations": records(steps)}
    emit_found(frame, whole, lambda: _text(told.title, found, settled, steps), form, decimal, out)


def _text(title: str, found: Tuning, polished: Polished | None, steps: pd.DataFrame | None) -> str:
    turns = [["round", "player", "candidates", "gain on new dice", ""]]
    for turn in found.turns:
        turns.append([str(turn.round), turn.player, f"{turn.answered:,}", _points(turn.gain._asdict()),
                      "kept" if turn.kept else "not kept"])  # fmt: skip
    lines = [["player", "dial", "start", "tuned"]]
    lines += [[str(row[key]) for key in ("player", "key", "start", "value")] for row in records(found.frame())]
    parts = [heading(title), aligned(turns, (0, 2)), "", aligned(lines, (2, 3))]
    if polished is not None:
        parts += ["", _of_changes(polished)]
    if steps is not None:
        parts += ["", _of_deviations(steps)]
    return "\n".join(parts)


def _of_changes(polished: Polished) -> str:
    shown = [["round", "dial", "from", "to", "gain on new dice"]]
    for change in polished.changes:
        shown.append([str(change.round), change.key, str(change.value), str(change.other),
                      _points(change.gain._asdict())])  # fmt: skip
    end = "the last round found none" if polished.settled else "the last round still found some"
    return f"{heading(f'{len(polished.changes)} single changes kept; {end}')}\n{aligned(shown, (0, 2, 3))}"


def _of_deviations(steps: pd.DataFrame) -> str:
    gaining = int(steps["gains"].sum())
    shown = [["deviation", "from", "to", "gain, points", "p (Holm)"]]
    for row in records(steps)[:MOST_SHOWN]:
        shown.append([row["key"], str(row["value"]), str(row["other"]), _points(row), f"{row['p']:.2g}"])
    verdict = f"{gaining} of {len(steps)} single deviations gain more than their noise"
    rest = f"\n  and {len(steps) - MOST_SHOWN} more that gain less" if len(steps) > MOST_SHOWN else ""
    return f"{heading(verdict)}\n{aligned(shown, (1, 2, 4))}{rest}"


def _points(gain: dict[str, Any]) -> str:
    return f"{100 * gain['gain']:+.2f} ({100 * gain['lo']:+.2f} to {100 * gain['hi']:+.2f})"
