"""``simlab diff``: every published number that moved between two versions of rules, data or scenarios."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simlab.cli import options as o
from simlab.cli.exits import Stop
from simlab.cli.output import aligned, check_writable, csv_text, emit, json_text, records, remark, write_file
from simlab.cli.pictures import save_pictures
from simlab.cli.progress import Watcher

if TYPE_CHECKING:
    from simlab.analysis.diff import Differences

MOVED = 3  # exit code when something moved, for a designer's own continuous integration
MOST_SHOWN = 40
Version = Annotated[
    Path, typer.Argument(help="A scenario, a saved result (.json, .parquet), or a folder of such files.")
]
OldData = Annotated[Path | None, typer.Option("--old-data", metavar="DIR", help="Data folder of the old version.")]
NewData = Annotated[Path | None, typer.Option("--new-data", metavar="DIR", help="Data folder of the new version.")]


def diff(
    old: Version,
    new: Version,
    old_data: OldData = None,
    new_data: NewData = None,
    trials: o.Trials = None,
    seed: o.SeedOrZero = None,
    level: o.Level = None,
    form: o.Formats = o.Format.TABLE,
    decimal: o.Decimals = o.Mark.POINT,
    out: o.OutTable = None,
    picture: o.Picture = None,
    quiet: o.Quiet = False,
) -> None:
    """Say which published numbers moved beyond their noise.

    Exit code 0 when nothing moved, 3 when something did: a regression test of the balance. The level is that of all
    numbers together.
    """
    from simlab.analysis.diff import COLUMNS
    from simlab.analysis.diff import diff as compared

    check_writable(out, (".csv", ".json"))
    check_writable(picture, o.PICTURES, "--picture")
    with Watcher(quiet, "files") as watcher:
        found = compared(
            old, new, old_data=old_data, new_data=new_data, trials=trials, seed=0 if seed is None else seed,
            level=0.95 if level is None else level, progress=watcher.progress,
        )  # fmt: skip
    rows = records(found.frame())
    whole = {"moved": found.moved, "compared": found.compared, "level": found.level, "numbers": rows}
    if form is o.Format.JSON:
        emit(json_text(whole))
    elif form is o.Format.CSV:
        emit(csv_text(rows, COLUMNS, decimal))
    else:
        emit(_text(found, rows))
    if out is not None:
        write_file(out, csv_text(rows, COLUMNS, decimal) if out.suffix == ".csv" else json_text(whole) + "\n")
    if picture is not None:
        _draw(found, picture)
    if found.moved:
        raise Stop(MOVED, found.sentence)


def _draw(found: Differences, picture: Path) -> None:
    """The numbers that moved farthest; where none did there is nothing to draw."""
    from simlab.plots import ranked_intervals

    moves = found.moves()
    if moves.empty:
        remark(f"nothing moved, so {picture} was not written")
        return
    ax = ranked_intervals(moves, value="difference", title="What moved farthest", xlabel="points, new less old")
    save_pictures([ax], picture)


def _text(found: Differences, rows: list[dict[str, Any]]) -> str:
    from simlab.analysis.diff import place_words

    lines = [["", "old %", "new %", "points", "number"]]
    for row in rows[:MOST_SHOWN]:
        shares = [_shown(100 * row[name]) for name in ("p_old", "p_new", "difference")]
        lines.append([row["change"], *shares, place_words(row)])
    parts = [found.sentence]
    if rows:
        parts.append(aligned(lines, (1, 2, 3), cut=True))
    if len(rows) > MOST_SHOWN:
        parts.append(f"and {len(rows) - MOST_SHOWN:,} more; --format csv shows all")
    return "\n".join(parts)


def _shown(number: float) -> str:
    return "-" if number != number else f"{number:.3f}"
