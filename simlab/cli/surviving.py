"""``simlab survival``: who lasts how long, what kills, and whether one profile lasts longer than another."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simlab.cli import options as o
from simlab.cli.comparing import Second, SetsOfB, TurnedOfB
from simlab.cli.output import aligned, check_writable, csv_text, emit, heading, json_text, records, write_file
from simlab.cli.pictures import save_pictures
from simlab.cli.progress import Watcher
from simlab.cli.source import scenario_of, single_case

if TYPE_CHECKING:
    import pandas as pd

    from simlab.analysis.lifetimes import LifeComparison
    from simlab.execute import Prepared

OfLife = Annotated[
    str | None,
    typer.Option(
        "--table", metavar="NAME", help="The table of lifetimes, or whose losses, where the kind has several."
    ),
]


def survival(
    file: o.File,
    second: Second = None,
    table: OfLife = None,
    set_: o.Sets = None,
    ruling: o.Turned = None,
    set_b: SetsOfB = None,
    ruling_b: TurnedOfB = None,
    data: o.Data = None,
    trials: o.Trials = None,
    seed: o.SeedOrZero = None,
    level: o.Level = None,
    method: o.Methods = None,
    threads: o.Threads = None,
    form: o.Formats = o.Format.TABLE,
    decimal: o.Decimals = o.Mark.POINT,
    out: o.OutTable = None,
    picture: o.Picture = None,
    quiet: o.Quiet = False,
) -> None:
    """Survival curves over turns, the median life, causes of loss, and the profiles compared.

    In a game of two sides and many turns --table says whose losses are followed, such as lost:defender:bomber.
    Profiles are the cases of a [sweep], or a second file, or the first one changed by --set-b and --ruling-b; each is
    compared with the first. Rolled curves use dice of their own and are tested by logrank.
    """
    from simlab.analysis.lifetimes import causes, compare_lives, conditional_means, play_lives

    check_writable(out, (".csv", ".json"))
    check_writable(picture, o.PICTURES, "--picture")
    level = 0.95 if level is None else level
    profiles = _profiles(file, second, set_, ruling, set_b, ruling_b, data)
    title = next(iter(profiles.values())).scenario.title
    with Watcher(quiet, "profiles") as watcher:
        results = play_lives(
            profiles, table, trials=trials, seed=0 if seed is None else seed, method=method.value if method else None,
            level=level, threads=threads, progress=watcher.progress,
        )  # fmt: skip
    found = compare_lives(results, table, level)
    means, killers = conditional_means(results), causes(results)
    whole = {name: records(getattr(found, name)) for name in ("curves", "medians", "differences", "tests")}
    whole |= {name: records(frame) for name, frame in (("means", means), ("causes", killers)) if frame is not None}
    rows, columns = records(found.curves), [str(column) for column in found.curves.columns]
    if form is o.Format.JSON:
        emit(json_text({"table": found.table, "level": level, **whole}))
    elif form is o.Format.CSV:
        emit(csv_text(rows, columns, decimal))
    else:
        emit(_text(found, means, killers, title))
    if out is not None:
        write_file(out, csv_text(rows, columns, decimal) if out.suffix == ".csv" else json_text(whole) + "\n")
    if picture is not None:
        from simlab.plots import survival_curves

        save_pictures(
            [survival_curves(found.curves, series="profile" if len(profiles) > 1 else None, title=title)], picture
        )


def _profiles(
    file: Any, second: Any, set_: Any, ruling: Any, set_b: Any, ruling_b: Any, data: Any
) -> dict[str, Prepared]:
    """Name -> packed scenario of each profile, the one that others are compared with first."""
    from simlab.analysis.grid import axes_of, points_of
    from simlab.execute import prepare

    scenario = scenario_of(file, set_, ruling)
    if scenario.sweep and second is None and not (set_b or ruling_b):
        axes = axes_of(scenario)
        return {", ".join(p.labels.values()): prepare(p.scenario, data) for p in points_of(scenario, axes)}
    first = single_case(scenario)
    found = {first.title or first.where: prepare(first, data)}
    if second is not None or set_b or ruling_b:
        changes = [*(set_ or ()), *(set_b or ())], [*(ruling or ()), *(ruling_b or ())]
        other = single_case(scenario_of(second or file, *changes))
        turned = ", ".join([*(ruling_b or ()), *(set_b or ())])
        name = other.title or other.where
        if second is None:  # short names: they stand beside the curves
            return {"as it stands": next(iter(found.values())), turned: prepare(other, data)}
        found[f"{name}, but {turned}" if name in found else name] = prepare(other, data)
    return found


def _text(found: LifeComparison, means: pd.DataFrame | None, killers: pd.DataFrame | None, title: str) -> str:
    curves = found.curves
    profiles = list(dict.fromkeys(curves["profile"]))
    lines = [["turn", *profiles]]
    for turn in sorted(set(curves["turn"])):
        mine = curves[curves["turn"] == turn].set_index("profile")["p"]
        lines.append([str(turn), *(f"{100 * mine[name]:.2f}" if name in mine else "" for name in profiles)])
    parts = [heading(f"{title}; {found.table}: still there at the end of each turn, %"),
             aligned(lines, range(1, len(lines[0])), cut=True)]  # fmt: skip
    tests = found.tested()
    lines = [["profile", "median life", "turns outlasted", "difference at the end", "logrank p"]]
    for row in records(found.medians):
        name = row["profile"]
        mine = found.differences[found.differences["profile"] == name] if len(found.differences) else None
        last = mine.iloc[-1] if mine is not None and len(mine) else None
        change = "" if last is None else _points(last["difference"], last["lo"], last["hi"])
        lines.append([name, _turns(row), f"{row['mean_turns']:.2f}", change, tests.get(name, "")])
    parts += [aligned(lines, (2,), cut=True)]
    if killers is not None and len(killers):
        lines = [["lost to", *profiles]]
        for cause in dict.fromkeys(killers["cause"]):
            mine = killers[killers["cause"] == cause].set_index("profile")["p"]
            lines.append([str(cause), *(f"{100 * mine.get(name, 0.0):.2f}" for name in profiles)])
        parts.append(aligned(lines, range(1, len(lines[0])), cut=True))
    if means is not None:
        lines = [["a game of one", *profiles]]
        for measure in dict.fromkeys(means["measure"]):
            mine = means[means["measure"] == measure].set_index("profile")["value"]
            lines.append([str(measure).replace("_", " "), *(f"{mine[name]:.3f}" for name in profiles)])
        parts.append(aligned(lines, range(1, len(lines[0])), cut=True))
    return "\n\n".join(parts)


def _points(change: float, lo: float, hi: float) -> str:
    ends = "" if lo == hi else f" ({100 * lo:+.2f} to {100 * hi:+.2f})"
    return f"{100 * change:+.2f}{ends}"


def _turns(row: dict[str, Any]) -> str:
    ends = [row["turn"], row["lo"], row["hi"]]
    value, lo, hi = ("outlasts the game" if math.isinf(end) else f"{end:.0f}" for end in ends)
    return value if lo == hi else f"{value} ({lo} to {hi})"
