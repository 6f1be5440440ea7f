"""``simlab tune --mix``: mixed doctrines, the replies that led to them, and what single deviations gain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simlab.cli import options as o
from simlab.cli.output import aligned, csv_text, emit, heading, json_text, records, write_file
from simlab.cli.progress import Watcher

if TYPE_CHECKING:
    import pandas as pd

    from simlab.analysis.double_oracle import Mixed
    from simlab.analysis.duels import Duels
    from simlab.analysis.tuning_file import TuningFile

MOST_SHOWN = 15


def tell_mix(
    told: TuningFile, starts: Sequence[Path], rounds: int, trials: int | None, checked: int | None, seed: int,
    level: float, threads: int, duels: Duels, form: o.Format, decimal: o.Mark, out: Path | None, quiet: bool,
) -> None:  # fmt: skip
    """Search mixes, check single deviations if asked, and write both."""
    from simlab.analysis.deviations import mixed_deviations
    from simlab.analysis.double_oracle import TRIALS, double_oracle
    from simlab.analysis.tuning_file import pools_from

    with Watcher(quiet, "replies") as watcher:
        found = double_oracle(
            told.cases, told.players, pools_from(told, starts), rounds=rounds, trials=trials or TRIALS, seed=seed,
            level=level, threads=threads, duels=duels, progress=watcher.progress, note=watcher.note,
        )  # fmt: skip
    steps = None
    if checked is not None:
        with Watcher(quiet, "deviations") as watcher:
            steps = mixed_deviations(
                told.cases, found, trials=checked, seed=seed - 1, level=level, threads=threads, duels=duels,
                progress=watcher.progress,
            )  # fmt: skip
    frame = found.frame()
    whole: dict[str, Any] = {
        "settings": records(frame), "replies": records(found.history()), "value": found.value,
        "settled": found.settled, "matrix": found.matrix.tolist(),
    }  # fmt: skip
    whole |= {} if steps is None else {"deviations": records(steps)}
    emit_found(frame, whole, lambda: _text(told.title, found, steps), form, decimal, out)


def emit_found(
    frame: pd.DataFrame, whole: dict[str, Any], text: Callable[[], str], form: o.Format, decimal: o.Mark,
    out: Path | None,
) -> None:  # fmt: skip
    """Print what a tuning found in the form asked for; its frame as CSV, or the whole as JSON, goes to a file."""
    rows, columns = records(frame), [str(column) for column in frame.columns]
    if form is o.Format.JSON:
        emit(json_text(whole))
    elif form is o.Format.CSV:
        emit(csv_text(rows, columns, decimal))
    else:
        emit(text())
    if out is not None:
        write_file(out, csv_text(rows, columns, decimal) if out.suffix == ".csv" else json_text(whole) + "\n")


def _text(title: str, found: Mixed, steps: pd.DataFrame | None) -> str:
    from simlab.analysis.double_oracle import points_of

    first, second = found.players
    replies = [["round", "player", "gain of the reply, points", ""]]
    for reply in found.replies:
        replies.append([str(reply.round), reply.player, points_of(reply.gain), "joined" if reply.joined else "no gain"])
    end = "the last replies gain nothing" if found.settled else "the last replies still gained"
    end = end if found.replies else "no reply was searched"
    names = [f"{second.name} {number}" for number in range(1, len(found.matrix[0]) + 1)]
    table = [["", "share", *names], ["share", "", *(_percent(share) for share in found.shares[second.name])]]
    for number, (share, line) in enumerate(zip(found.shares[first.name], found.matrix, strict=True), 1):
        table.append([f"{first.name} {number}", _percent(share), *(_percent(rate) for rate in line)])
    parts = [heading(title), aligned(replies, (0,)), ""] if found.replies else []
    parts += [
        heading(f"What {first.name} wins; the mixes are worth {100 * found.value:.1f} % to him; {end}"),
        aligned(table, tuple(range(1, len(names) + 2))),
    ]  # fmt: skip
    if steps is not None:
        gaining = int(steps["gains"].sum())
        shown = [["player", "member", "deviation", "from", "to", "gain, points", "p (Holm)"]]
        for row in records(steps)[:MOST_SHOWN]:
            points = f"{100 * row['gain']:+.2f} ({100 * row['lo']:+.2f} to {100 * row['hi']:+.2f})"
            shown.append([row["player"], str(row["member"]), row["key"], str(row["value"]), str(row["other"]), points,
                          f"{row['p']:.2g}"])  # fmt: skip
        verdict = f"{gaining} of {len(steps)} single deviations gain more than their noise"
        parts += ["", heading(verdict), aligned(shown, (1, 3, 4, 6))]
    return "\n".join(parts)


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %" if share else "-"
