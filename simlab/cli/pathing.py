"""``simlab paths``: the best ways to attack a layout, and what each costs in friends."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simlab.cli import options as o
from simlab.cli.output import aligned, check_writable, csv_text, emit, heading, json_text, records, write_file
from simlab.cli.source import scenario_of
from simlab.errors import RunError

if TYPE_CHECKING:
    import pandas as pd

    from simlab.analysis.paths import Paths

COLUMNS = ("rank", "attack", "value", "enemy", "friend", "efficient", "plan")
READING_COLUMNS = ("ruling", "option", "in_force", "attack", "value", "enemy", "friend", "plan")
Top = Annotated[int, typer.Option("--top", min=1, max=1000, metavar="N", help="Best plans of each attack to list.")]
Reading = Annotated[
    list[str] | None,
    typer.Option("--reading", metavar="RULING", help="How the best plan changes with this ruling (may be repeated)."),
]
Load = Annotated[
    str | None,
    typer.Option("--load", metavar="TYPE,TYPE", help="Which mix of these bomb types is best, as many as are carried."),
]
LOAD_COLUMNS = ("load", "attack", "value", "enemy", "friend", "plan")
Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE", help="The trade-off as a picture (.png, .svg), or all plans (.csv, .json)."),
]


def paths(
    file: o.File,
    top: Top = 3,
    reading: Reading = None,
    load: Load = None,
    set_: o.Sets = None,
    ruling: o.Turned = None,
    tables: o.OwnTables = None,
    data: o.Data = None,
    form: o.Formats = o.Format.TABLE,
    decimal: o.Decimals = o.Mark.POINT,
    out: Out = None,
) -> None:
    """Search good paths over a layout for every attack its attacker can make.

    Strafes, strikes, dives and altitude runs are ranked by what they are expected to do to enemies less what they do to
    friends (`friend_weight`, `worth` of the file). The trade-off lists the plans that no other of the same attack beats
    in both. It finds good paths, not provably the best.
    """
    from simlab.analysis import paths as search
    from simlab.execute import prepare

    check_writable(out, (".png", ".svg", ".csv", ".json"))
    prepared = prepare(replace(scenario_of(file, set_, ruling, tables), sweep={}), data)  # its own case
    found = search.paths(prepared, top=top)
    readings = search.by_reading(prepared, reading) if reading else None
    types = [] if load is None else [type_.strip() for type_ in load.split(",") if type_.strip()]
    loads = None if load is None else search.by_load(prepared, types)
    if form is o.Format.JSON:
        told: dict[str, Any] = {"weight": found.weight, "worth": found.worth, "tried": found.tried}
        more = {} if readings is None else {"readings": records(readings)}
        more |= {} if loads is None else {"loads": records(loads)}
        emit(json_text({**told, "refused": found.refused, "plans": records(found.frame), **more}))
    elif form is o.Format.CSV:
        shown: tuple[pd.DataFrame, tuple[str, ...]] = (found.frame, COLUMNS)
        shown = shown if readings is None else (readings, READING_COLUMNS)
        shown = shown if loads is None else (loads, LOAD_COLUMNS)
        emit(csv_text(records(shown[0]), shown[1], decimal))
    else:
        emit(_text(found, readings, loads, prepared.scenario.title or prepared.kind.name, top))
    if out is not None:
        _write(found, out, prepared.scenario.title or prepared.kind.name, decimal)


def _text(found: Paths, readings: pd.DataFrame | None, loads: pd.DataFrame | None, title: str, top: int) -> str:
    weight = "" if found.weight == 1 else f", friends counting {found.weight:g} times"
    what = "Point Value" if found.worth == "pv" else "damage"
    listed = found.frame.groupby("attack", sort=False).head(top)
    parts = [
        heading(title) + f": expected {what} on enemies less that on friends{weight}; {found.tried:,} plans tried",
        heading("the best plans") + "\n" + _table(listed, found.weight, "attack"),
        heading("what can be had for how little: plans that no other of their attack beats")
        + "\n" + _table(found.curve(), found.weight, "attack"),
    ]  # fmt: skip
    if readings is not None:
        parts.append(
            heading("the best plan by reading") + "\n" + _table(readings, found.weight, "ruling", "option", "attack")
        )
    if loads is not None:
        parts.append(heading("the best load") + "\n" + _table(loads, found.weight, "load", "attack"))
    parts += [f"no {attack}: {why}" for attack, why in found.refused.items()]
    return "\n\n".join(parts)


def _table(frame: pd.DataFrame, weight: float, *keys: str) -> str:
    from simlab.analysis.paths import shown

    lines = [[*keys, "value", "enemies", "friends", "plan"]]
    for row in frame.to_dict("records"):
        lines.append([*(str(row[key]) for key in keys), *shown(row, weight), str(row["plan"])])
    places = range(len(keys), len(keys) + 3)
    return aligned(lines, right=places, cut=True)


def _write(found: Paths, out: Path, title: str, decimal: o.Mark) -> None:
    if out.suffix in (".csv", ".json"):
        rows = records(found.frame)
        write_file(out, csv_text(rows, COLUMNS, decimal) if out.suffix == ".csv" else json_text(rows) + "\n")
        return
    from simlab.files import write_whole
    from simlab.plots import trade_off

    what = "PV" if found.worth == "pv" else "damage"
    ax = trade_off(
        found.curve(), title=title, xlabel=f"expected {what} on friends", ylabel=f"expected {what} on enemies"
    )
    figure: Any = ax.figure
    figure.patch.set_alpha(1.0)  # on paper, as every other picture in a file
    try:
        write_whole(out, lambda file: figure.savefig(file, format=out.suffix[1:], dpi=150))
    except OSError as error:
        raise RunError(f"--out {out}: cannot be written ({error.strerror or error})") from None
