"""``simlab points``: what units are worth, by swapping them, by regression over random forces, or one against one."""

from __future__ import annotations

import math
from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simlab.cli import options as o
from simlab.cli.exits import INTERRUPTED, Stop
from simlab.cli.output import aligned, check_writable, csv_text, emit, heading, json_text, records, write_file
from simlab.cli.pictures import save_pictures
from simlab.cli.progress import Watcher
from simlab.cli.source import scenario_of
from simlab.errors import RunError

if TYPE_CHECKING:
    from pathlib import Path

    from simlab.analysis.points.duels import Duels
    from simlab.analysis.points.prices import PriceList
    from simlab.analysis.points.study import Asked, PointsStudy
    from simlab.scenario import Scenario


class How(StrEnum):
    """How worth is found."""

    REGRESSION = "regression"
    SWAP = "swap"
    EXCHANGE = "exchange"
    DUELS = "duels"


Units = Annotated[
    list[str] | None,
    typer.Option(
        "--unit", metavar="KEY[:LEAST..MOST][@COST]",
        help="Where the number of a unit stands: defender.force.heavy_tank:0..6@1 (repeatable).",
    ),
]  # fmt: skip
Reference = Annotated[
    str | None, typer.Option("--reference", metavar="NAME", help="The unit the others are paid in (the first).")
]
Ways = Annotated[
    How | None,
    typer.Option(
        "--method", help="regression over random forces; swap; exchange; duels: a sweep of two axes, one to one."
    ),
]
MetricName = Annotated[
    str | None,
    typer.Option("--metric", metavar="METRIC", help="A chance (table:outcome), a tally, or one - another."),
]
Cost = Annotated[
    str | None, typer.Option("--cost", metavar="FORMULA", help="Your own cost: a column of the units, or a formula.")
]
Budget = Annotated[str | None, typer.Option("--budget", metavar="LOW..HIGH", help="Total cost of a random force.")]
Pairs = Annotated[
    int | None, typer.Option("--pairs", parser=o.whole_number, metavar="N", help="Random pairs of forces (2,000).")
]
EachTrials = Annotated[
    int | None,
    typer.Option("--trials", "-n", parser=o.whole_number, metavar="N", help="Of each pair (20), number (20,000)."),
]
Replace = Annotated[
    int | None, typer.Option("--replace", metavar="K", help="Swap: so many reference units go out (all).")
]
Even = Annotated[str | None, typer.Option("--even", metavar="LEVEL", help="Swap: the metric to reach, such as 50%.")]
Scale = Annotated[float | None, typer.Option("--scale", metavar="P", help="Points that a reference unit costs.")]
Margin = Annotated[str | None, typer.Option("--margin", metavar="M", help="Check: how far from 50 % still holds (5%).")]
NoCheck = Annotated[bool, typer.Option("--no-check", help="No lists of equal price against each other.")]


def points(
    file: o.File,
    unit: Units = None,
    reference: Reference = None,
    method: Ways = None,
    metric: MetricName = None,
    cost: Cost = None,
    budget: Budget = None,
    pairs: Pairs = None,
    trials: EachTrials = None,
    replaced: Replace = None,
    even: Even = None,
    scale: Scale = None,
    margin: Margin = None,
    no_check: NoCheck = False,
    set_: o.Sets = None,
    ruling: o.Turned = None,
    seed: o.SeedOrZero = None,
    level: o.Level = None,
    threads: o.Threads = None,
    form: o.Formats = o.Format.TABLE,
    decimal: o.Decimals = o.Mark.POINT,
    out: o.OutTable = None,
    picture: o.Picture = None,
    quiet: o.Quiet = False,
) -> None:
    """Find what units are worth, in reference units, with intervals; beside it what they cost so far.

    The units stand in the [points] block of the file, or are named with --unit. Ends with a check: lists of equal
    price, not used before, against each other.
    """
    check_writable(out, (".csv", ".json"))
    check_writable(picture, o.PICTURES, "--picture")
    scenario = scenario_of(file, set_, ruling)
    found_seed, found_level = seed or 0, 0.95 if level is None else level
    if method is How.DUELS:
        idle = {"--unit": unit, "--budget": budget, "--pairs": pairs, "--replace": replaced, "--even": even,
                "--margin": margin}  # fmt: skip
        if told := [name for name, value in idle.items() if value is not None]:
            raise RunError(f"{', '.join(told)}: not asked with --method duels, which takes its units from the sweep")
        with Watcher(quiet, "matches") as watcher:
            met = _duels(scenario, metric, cost, reference, trials, found_seed, found_level, threads, scale, watcher)
        _tell(met.frame, _duels_text(met, scenario), _duels_object(met), form, decimal, out)
        _draw(met.prices, scenario, picture)
        return
    asked = _asked(scenario, unit, {
        "reference": reference, "metric": metric, "method": method.value if method else None, "cost": cost,
        "budget": _ends(budget), "pairs": pairs, "trials": trials, "replaced": replaced,
        "even": None if even is None else o.share(even), "scale": scale,
        "margin": None if margin is None else o.share(margin),
    })  # fmt: skip
    from simlab.analysis.points.study import points as find

    with Watcher(quiet, "forces") as watcher:
        study = find(scenario, asked, seed=found_seed, level=found_level, check=not no_check, threads=threads,
                     progress=watcher.progress, note=None if quiet else watcher.note)  # fmt: skip
    _tell(study.prices.frame(), _text(study), _object(study), form, decimal, out)
    _draw(study.prices, scenario, picture)
    if study.interrupted:
        raise Stop(INTERRUPTED, "interrupted; the prices rest on the forces that were finished")


def _draw(prices: PriceList, scenario: Scenario, picture: Path | None) -> None:
    """The price list as a picture, beside the costs so far."""
    if picture is None:
        return
    from simlab.plots import price_list

    measure = prices.reference.replace("_", " ")
    scale = f"points, {measure} = {prices.cost_of_reference():g}" if measure else "points of the scenario"
    save_pictures([price_list(prices.frame(), unit=scale, title=scenario.title or "What the units are worth")], picture)


def _asked(scenario: Scenario, units: list[str] | None, told: dict[str, Any]) -> Asked:
    """What the file asks, with what the command line says in its place."""
    from simlab.analysis.points.study import Asked, asked_of
    from simlab.analysis.points.units import unit_of_text

    asked = asked_of(scenario)
    if units:
        named = tuple(unit_of_text(text) for text in units)
        asked = Asked(named) if asked is None else replace(asked, units=named, reference=None)
    if asked is None:
        raise RunError(f"{scenario.where}: no [points] block; {_way_out(scenario)}")
    return replace(asked, **{key: value for key, value in told.items() if value is not None})


def _way_out(scenario: Scenario) -> str:
    """What to write where a file asks for no prices."""
    if len(scenario.sweep) == 2:
        return "it sweeps two axes: write --method duels, or name units, as in --unit defender.force.heavy_tank:0..6"
    return "name units, as in --unit defender.force.heavy_tank:0..6"


def _ends(text: str | None) -> tuple[float, float] | None:
    """``LOW..HIGH`` as numbers.

    >>> _ends("6..12"), _ends(None)
    ((6.0, 12.0), None)
    """
    if text is None:
        return None
    low, dots, high = text.partition("..")
    try:
        return float(low), float(high if dots else low)
    except ValueError:
        raise RunError(f'--budget "{text}": write LOW..HIGH, such as 6..12') from None


def _tell(frame: Any, text: str, whole: dict[str, Any], form: o.Format, decimal: o.Mark, out: Path | None) -> None:
    """Print in the form asked for, and write the file."""
    columns, rows = [str(column) for column in frame.columns], _plain(records(frame))
    as_csv = csv_text(rows, columns, decimal)
    emit({o.Format.JSON: json_text(whole), o.Format.CSV: as_csv}.get(form, text))
    if out is not None:
        write_file(out, as_csv if out.suffix == ".csv" else json_text(whole) + "\n")


def _plain(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows with nothing where there is no number."""
    return [{key: None if isinstance(value, float) and math.isnan(value) else value for key, value in row.items()}
            for row in rows]  # fmt: skip


def _object(study: PointsStudy) -> dict[str, Any]:
    made = study.regression
    return {
        "title": study.scenario.title, "system": study.scenario.system, "kind": study.scenario.kind,
        "digest": study.scenario.digest, "metric": study.metric, "method": study.asked.method,
        "reference": study.prices.reference, "level": study.prices.level, "seed": study.seed,
        "sentence": study.prices.sentence, "notes": list(study.prices.notes), "prices": records(study.prices.frame()),
        "pairs": len(made.played) if made else None, "trials": made.trials if made else study.asked.trials,
        "explained": made.explained if made else None, "even_force": vars(made.even) if made else None,
        "calibration": records(made.calibration) if made else [],
        "interactions": records(made.interactions) if made else [],
        "swaps": [{"unit": one.unit, "even": one.even, "lo": one.lo, "hi": one.hi, "wanted": one.wanted,
                   "replaced": one.replaced, "sentence": one.sentence, "curve": records(one.curve)}
                  for one in study.swaps],
        "check": None if study.check is None else {"held": study.check.held, "margin": study.check.margin,
                                                   "sentence": study.check.sentence, "rows": records(study.check.rows)},
        "matchups": None if study.matches is None else {
            "rows": records(study.matches[0]), "cyclic_share": study.matches[1], "noise": study.matches[2],
            "circle": study.matches[3]},
        "interrupted": study.interrupted,
    }  # fmt: skip


def _text(study: PointsStudy) -> str:
    from simlab.analysis.points.prices import number
    from simlab.analysis.points.regression import interaction_words

    rows = study.prices.rows()
    costs = study.prices.costs is not None
    lines = [["unit", "worth", "interval", *(["cost", "worth per point"] if costs else []), "round", ""]]
    for row in rows:
        ends = f"{number(row['price_lo'])} to {number(row['price_hi'])}"
        priced = number(row["price"]) or "no price"
        per = f"{number(row['worth_per_point'])} ({number(row['wpp_lo'])} to {number(row['wpp_hi'])})" if costs else ""
        mine = [f"{row['cost']:g}", per] if costs else []
        round_one = "" if row["suggested"] is None else f"{row['suggested']:g}"
        lines.append([row["unit"], priced, ends, *mine, round_one, row["verdict"]])
    title = study.scenario.title or "Worth"
    measured = study.metric + (f"; paid in {study.prices.reference}" if study.prices.reference else "")
    parts = [heading(title), measured, "",
             aligned(lines, (1, 3) if costs else (1,), cut=True), "", study.prices.sentence]  # fmt: skip
    parts += [f"  {note}" for note in study.prices.notes]
    if study.regression is not None:
        parts += _even_words(study)
        parts += [f"  {told}" for told in interaction_words(study.regression.interactions)[:8]]
    parts += [f"  {one.sentence}" for one in study.swaps if math.isfinite(one.even)]
    if study.matches is not None:
        _, share, noise, circle = study.matches
        told = f"  {100 * share:.0f} % of the match-ups of lists of one unit are a circle that no price expresses"
        told += f" (noise alone: up to {100 * noise:.1f} %)"
        parts.append(told + (f": {' over '.join([*circle, circle[0]])}" if circle and share > noise else ""))
    if study.check is not None:
        parts += ["", heading("Check: lists of equal price, with the unit against without it"), _check_table(study)]
        parts.append(study.check.sentence)
    parts += ["", _footer(study)]
    return "\n".join(parts)


def _even_words(study: PointsStudy) -> list[str]:
    """The force that makes it even, where there is one and only one side buys."""
    from simlab.analysis.points.prices import number

    made = study.regression
    if made is None or not math.isfinite(made.even.worth) or any(unit.mirror for unit in made.units):
        return []
    spent = made.played.own @ [row["worth"] if math.isfinite(row["worth"]) else 0.0 for row in study.prices.rows()]
    beyond = "" if spent.min() <= made.even.worth <= spent.max() else ", beyond all forces that were played"
    return [f"  a force worth {number(made.even.worth)} {study.prices.reference} ({number(made.even.lo)} to "
            f"{number(made.even.hi)}) makes it even{beyond}"]  # fmt: skip


def _check_table(study: PointsStudy) -> str:
    assert study.check is not None
    lines = [["unit", "so far %", "found %", "interval", "lists", ""]]
    by: dict[str, dict[str, dict[str, Any]]] = {}
    for row in records(study.check.rows):
        by.setdefault(row["unit"], {})[row["prices"]] = row
    for name, found in by.items():
        before, after = found.get("so far"), found.get("new")
        old = f"{100 * before['won']:.1f}" if before and before["lists"] else ""
        if after is None or not after["lists"]:
            lines.append([name, old, "", "", "0", "not drawn"])
            continue
        ends = f"{100 * after['lo']:.1f} to {100 * after['hi']:.1f}"
        lines.append([name, old, f"{100 * after['won']:.1f}", ends, str(after["lists"]), after["verdict"]])
    return aligned(lines, (1, 2, 4), cut=True)


def _footer(study: PointsStudy) -> str:
    made = []
    if study.regression is not None:
        made.append(f"{len(study.regression.played):,} pairs of forces, {study.regression.trials:,} trials each")
    elif study.swaps:
        made.append(f"{len(study.swaps)} swaps")
    made.append(f"seed {study.seed}; {100 * study.prices.level:g} % bootstrap intervals")
    made.append(f"{study.scenario.system} {study.scenario.kind} {study.scenario.digest}")
    return "; ".join(made)


def _duels(
    scenario: Scenario, metric: str | None, cost: str | None, reference: str | None, trials: int | None, seed: int,
    level: float, threads: int | None, scale: float | None, watcher: Watcher,
) -> Duels:  # fmt: skip
    """Strengths from a sweep of two axes of the same units."""
    from simlab.analysis.points.duels import duels
    from simlab.analysis.points.formula import with_costs
    from simlab.analysis.points.units import Unit, checked_units
    from simlab.analysis.sweep import expand
    from simlab.analysis.tournament import tournament
    from simlab.execute import prepare

    block = scenario.points
    formula = cost or (block.get("cost") if isinstance(block.get("cost"), str) else None)
    met = tournament(
        scenario, metric or block.get("metric"), trials=trials, seed=seed, level=level, threads=threads,
        progress=watcher.progress, note=watcher.note,
    )  # fmt: skip
    units = [Unit(name, name) for name in met.rows]
    _, place = checked_units(units, reference or block.get("reference"), f"{scenario.where}, points")
    costs = None
    if formula is not None:
        prepared = prepare(expand(scenario)[0].scenario)
        costs = [unit.cost or 0.0 for unit in with_costs(prepared, units, formula)]
    return duels(met, costs, place, level=level, seed=seed, scale=scale or 1.0)


def _duels_text(met: Duels, scenario: Scenario) -> str:
    costs = met.prices.costs is not None
    lines = [["unit", "strength", "interval", *(["cost", "fair cost", "interval"] if costs else []), ""]]
    for row in records(met.frame):
        mine = []
        if costs:
            mine = [f"{row['cost']:g}", f"{row['fair']:.1f}", f"{row['fair_lo']:.1f} to {row['fair_hi']:.1f}"]
        lines.append([row["unit"], f"{row['strength']:+.2f}", f"{row['lo']:+.2f} to {row['hi']:+.2f}", *mine,
                      row["verdict"]])  # fmt: skip
    slope = f"; a point of cost stands for {met.slope:.3f} of log odds" if math.isfinite(met.slope) else ""
    return "\n".join([heading(scenario.title or "Strength"), f"log odds to win, one against one{slope}", "",
                      aligned(lines, (1, 3, 4), cut=True), "", met.sentence])  # fmt: skip


def _duels_object(met: Duels) -> dict[str, Any]:
    return {
        "units": records(met.frame), "slope": met.slope, "cyclic_share": met.share, "noise": met.noise,
        "circle": list(met.circle), "sentence": met.sentence, "prices": records(met.prices.frame()),
    }  # fmt: skip
