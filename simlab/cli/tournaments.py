"""``simlab tournament``: everybody against everybody, from a scenario with a sweep of two axes."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simlab.cli import options as o
from simlab.cli.output import aligned, check_writable, csv_text, emit, heading, json_text, records, write_file
from simlab.cli.pictures import save_pictures
from simlab.cli.progress import Watcher
from simlab.cli.source import scenario_of
from simlab.errors import RunError, nearest

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from simlab.analysis.tournament import Tournament

Wanted = Annotated[
    Path | None,
    typer.Option("--wanted", metavar="CSV", help="A wanted matrix, names in its first row and column; how far is it?"),
]
Budget = Annotated[
    int | None,
    typer.Option(
        "--budget", parser=o.whole_number, metavar="N",
        help="Trials of all matches together; the later ones go where the order is still undecided.",
    ),
]  # fmt: skip
LowIsGood = Annotated[
    bool, typer.Option("--low-is-good", help="The rows want the metric low, such as losses; else they want it high.")
]
MOST_COLUMNS = 12


def tournament(
    file: o.File,
    metric: o.MetricOf = None,
    low_is_good: LowIsGood = False,
    wanted: Wanted = None,
    set_: o.Sets = None,
    ruling: o.Turned = None,
    data: o.Data = None,
    trials: o.Trials = None,
    budget: Budget = None,
    seed: o.Seed = None,
    level: o.Level = None,
    method: o.Methods = None,
    threads: o.Threads = None,
    form: o.Formats = o.Format.TABLE,
    decimal: o.Decimals = o.Mark.POINT,
    out: o.OutTable = None,
    picture: o.Picture = None,
    quiet: o.Quiet = False,
) -> None:
    """Play every unit of one axis against every unit of the other.

    Who is dominated, who beats whom in a circle, which are statistically tied, and the mix nobody can exploit.
    """
    from simlab.analysis.tournament import tournament as play

    check_writable(out, (".csv", ".json"))
    check_writable(picture, o.PICTURES, "--picture")
    scenario = scenario_of(file, set_, ruling)
    with Watcher(quiet, "matches") as watcher:
        found = play(
            scenario, metric, trials=trials, budget=budget, data=data, seed=0 if seed is None else seed,
            method=method.value if method else None, level=0.95 if level is None else level, threads=threads,
            low_is_good=low_is_good, progress=watcher.progress, note=watcher.note,
        )  # fmt: skip
    target = None if wanted is None else _read_wanted(wanted, found)
    frame = found.frame() if target is None else found.distance(target)
    columns = [str(column) for column in frame.columns]
    if form is o.Format.JSON:
        emit(json_text(_plain(found, records(frame))))
    elif form is o.Format.CSV:
        emit(csv_text(records(frame), columns, decimal))
    else:
        emit(_text(found, target))
    if out is not None:
        as_csv = csv_text(records(frame), columns, decimal)
        write_file(out, as_csv if out.suffix == ".csv" else json_text(_plain(found, records(frame))) + "\n")
    if picture is not None:
        save_pictures(drawn(found, scenario.title), picture)


def drawn(found: Tournament, title: str = "") -> list[Axes]:
    """The matrix as a heat map, and the overall rates with their intervals."""
    from simlab.plots import heat_map, ranked_intervals

    outcome = found.metric.split(":")[-1].replace("_", " ")
    matrix = heat_map(found.frame(), rows=found.axes[0], columns=found.axes[1], value_label=outcome, title=title)
    way = " (low is good)" if found.low_is_good else ""
    over = found.overall()
    over = over.assign(**{name: 100.0 * over[name] for name in ("p", "p_lo", "p_hi")})
    bars = ranked_intervals(
        over, name=found.axes[0], value="p", lo="p_lo", hi="p_hi", title=title, xlabel=f"{outcome} overall, %{way}"
    )
    return [matrix, bars]


def _read_wanted(path: Path, found: Tournament) -> list[list[float]]:
    """The wanted matrix in the order of the tournament; RunError names the cell or name that is wrong."""
    from simlab.catalog import read_rows

    wanted = {row: dict.fromkeys(found.columns, float("nan")) for row in found.rows}
    for line, cells in read_rows(path):
        name, *rest = cells.items()
        if name[1] not in wanted:
            raise RunError(f'{path.name}, line {line}: no row "{name[1]}"; nearest: {nearest(name[1], found.rows)}')
        for column, cell in rest:
            if column not in found.columns:
                raise RunError(f'{path.name}, line 1: no column "{column}"; nearest: {nearest(column, found.columns)}')
            try:
                wanted[name[1]][column] = o.share(cell) if cell else float("nan")
            except (ValueError, typer.BadParameter):
                raise RunError(f'{path.name}, line {line}, column {column}: "{cell}" is no share') from None
    if all(math.isnan(share) for row in wanted.values() for share in row.values()):
        raise RunError(f"{path.name}: no rate is wanted; write names in the first row and column, and shares in cells")
    return [list(row.values()) for row in wanted.values()]


def _plain(found: Tournament, matches: list[dict[str, Any]]) -> dict[str, Any]:
    more = {"cycles": found.cycles(), "alpha_rank": records(found.alpha_rank())} if found.mirrored else {}
    return {
        "metric": found.metric, "low_is_good": found.low_is_good, "level": found.level, "mirrored": found.mirrored,
        "matches": matches,
        "overall": records(found.overall()), "dominated": found.dominated(), "mix": records(found.mix()),
        "value": found.value, **more,
    }  # fmt: skip


def _text(found: Tournament, target: list[list[float]] | None) -> str:
    shown = found.columns[:MOST_COLUMNS]
    lines = [["", *shown]] + [
        [row, *(f"{100 * found.p[i, j]:.1f}" for j in range(len(shown)))] for i, row in enumerate(found.rows)
    ]
    parts = [f"{heading(found.metric)}, %: {found.wants}", aligned(lines, range(1, len(shown) + 1), cut=True)]
    if len(shown) < len(found.columns):
        parts.append(f"and {len(found.columns) - len(shown)} more columns; --format csv shows all")
    first = "overall, lowest first" if found.low_is_good else "overall, highest first"
    over = [[first, "mean %", "interval", "group"]]
    for row in records(found.overall()):
        ends = f"{100 * row['p_lo']:.1f} to {100 * row['p_hi']:.1f}" if row["p_lo"] < row["p_hi"] else "exact"
        over.append([row[found.axes[0]], f"{100 * row['p']:.1f}", ends, str(row["group"])])
    parts += ["", aligned(over, (1,))]
    by: dict[str, list[str]] = {}
    for worse, better in found.dominated():
        by.setdefault(worse, []).append(better)
    parts += [f"  {worse} is dominated by {', '.join(better)}" for worse, better in by.items()]
    if found.mirrored:
        parts += [f"  a circle: {a} beats {b}, {b} beats {c}, {c} beats {a}" for a, b, c in found.cycles()]
    mix = [["mix nobody can exploit", "", "share %", "interval", *(["alpha-rank %"] if found.mirrored else [])]]
    ranked = dict(zip(found.rows, found.alpha_rank()["share"], strict=True)) if found.mirrored else {}
    for row in records(found.mix()):
        evolved = ranked.get(row["name"], 0.0)
        if row["share"] > 0.0005 or row["hi"] > 0.0005 or evolved > 0.0005:
            ends = f"{100 * row['lo']:.1f} to {100 * row['hi']:.1f}" if row["lo"] < row["hi"] else ""
            beside = [f"{100 * evolved:.1f}"] if found.mirrored else []
            mix.append([row["axis"], row["name"], f"{100 * row['share']:.1f}", ends, *beside])
    parts += [
        "",
        aligned(mix, (2, 4) if found.mirrored else (2,)),
        f"  with these mixes {found.metric} is {100 * found.value:.2f} %",
    ]
    if target is not None:
        far = found.distance(target)
        worst = max(records(far), key=lambda row: abs(row["difference"]))
        mean = 100 * float((far["difference"] ** 2).mean() ** 0.5)
        parts.append(
            f"\n{int(far['held'].sum())} of {len(far)} wanted rates held; {mean:.1f} points away on average (RMS), "
            f"at most {100 * abs(worst['difference']):.1f} ({worst[found.axes[0]]} against {worst[found.axes[1]]})"
        )
    return "\n".join(parts)
