"""``simlab pv``: the Point Value of an Alpha Strike card, with its working; of all cards, beside what is printed."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simlab.cli import options as o
from simlab.cli.listing import Added, Encoding
from simlab.cli.output import aligned, csv_text, emit, heading, json_text
from simlab.cli.source import split_pair

if TYPE_CHECKING:
    from simlab.catalog import Catalog
    from simlab.contract import Rulings

SYSTEM = "alpha_strike"
STEP_COLUMNS = ("step", "figures", "points", "total")
ALL_COLUMNS = ("table", "id", "name", "type", "printed", "formula", "difference", "at_skill", "skill")
UnitName = Annotated[str | None, typer.Argument(metavar="[UNIT]", help="Id or name of a card; left out, all of them.")]
Skill = Annotated[
    int, typer.Option("--skill", min=0, max=8, metavar="S", help="Skill for which to price it (4 is what cards print).")
]


def pv(
    unit: UnitName = None,
    skill: Skill = 4,
    table: o.Tables = None,
    add: Added = None,
    encoding: Encoding = None,
    ruling: o.Turned = None,
    data: o.Data = None,
    form: o.Formats = o.Format.TABLE,
    decimal: o.Decimals = o.Mark.POINT,
) -> None:
    """Price Alpha Strike cards by the published Point Value formula, step by step.

    A card of your own is a row of a CSV file with the columns of `simlab units alpha_strike`: --add ground=mine.csv.
    Without a unit, all cards: printed beside computed, those that differ named.
    """
    from simlab.catalog import open_catalog
    from simlab.contract import Rulings
    from simlab.systems import system_named
    from simlab.systems.alpha_strike.rulings import PRICE_RULINGS

    system = system_named(SYSTEM)
    rulings = Rulings(PRICE_RULINGS, dict(split_pair(pair, "--ruling") for pair in ruling or ()), "--ruling")
    extra: dict[str, Any] = dict(split_pair(pair, "--add") for pair in add or ())
    if encoding is not None:
        extra["encoding"] = encoding
    catalog = open_catalog(system.name, system.tables, extra, Path(), data, "--add")
    from simlab.cli.listing import unit_tables

    names = unit_tables(system, table)
    if unit is None:
        _all_cards(catalog, names, rulings, skill, form, decimal)
    else:
        _one_card(catalog, names, unit, rulings, skill, form, decimal)


def priced(row: Any, catalog: Catalog, rulings: Rulings, skill: int) -> dict[str, Any]:
    """All that is known of the price of a card; steps with running totals, as exact fractions."""
    from simlab.systems.alpha_strike.rules.value import is_drone_card, price_at_skill
    from simlab.systems.alpha_strike.units import price_of

    price = price_of(row, rulings, {one.name: one.value for one in catalog.rows("constants")})
    steps, total = [], Fraction(0)
    for step in price.steps:
        total += step.points
        steps.append({"step": step.what, "figures": step.figures, "points": step.points, "total": total})
    as_skill = skill + is_drone_card(row)  # AS-18.5
    return {
        "id": row.id, "name": row.name, "type": row.type, "steps": steps, "formula": price.value, "printed": row.pv,
        "difference": None if row.pv is None else price.value - row.pv, "skill": skill,
        "at_skill": price_at_skill(price.value, as_skill), "drone": is_drone_card(row), "source": row.source,
    }  # fmt: skip


def _one_card(
    catalog: Catalog, names: list[str], unit: str, rulings: Rulings, skill: int, form: o.Format, decimal: o.Mark
) -> None:
    about = priced(catalog.unit(unit, names, "pv"), catalog, rulings, skill)
    steps = [{**step, "points": float(step["points"]), "total": float(step["total"])} for step in about["steps"]]
    if form is o.Format.JSON:
        emit(json_text({"system": SYSTEM, **about, "steps": steps, "rulings": rulings.changed()}))
    elif form is o.Format.CSV:
        emit(csv_text(steps, STEP_COLUMNS, decimal))
    else:
        emit(_working(about, steps, rulings))


def _working(about: dict[str, Any], steps: list[dict[str, Any]], rulings: Rulings) -> str:
    lines = [[step["step"], step["figures"], f"{step['points']:+.4g}", f"{step['total']:.4g}"] for step in steps]
    parts = [heading(about["name"]) + f"  ({about['id']}, {about['type']})", aligned(lines, right=(2, 3))]
    parts.append(f"  Point Value {about['formula']} (halves up), {_beside(about)}")
    if about["skill"] != 4 or about["drone"]:
        drone = ", a drone as if one worse" if about["drone"] else ""
        parts.append(f"  at Skill {about['skill']}{drone}: {about['at_skill']}")
    if turned := rulings.changed():
        parts.append("  rulings changed: " + ", ".join(f"{name} = {option}" for name, option in turned.items()))
    return "\n".join(parts)


def _beside(about: dict[str, Any]) -> str:
    if about["printed"] is None:
        return "none printed"
    return "as printed" if about["difference"] == 0 else f"printed {about['printed']}"


def _all_cards(
    catalog: Catalog, names: list[str], rulings: Rulings, skill: int, form: o.Format, decimal: o.Mark
) -> None:
    rows = [
        {"table": name, **{key: value for key, value in priced(row, catalog, rulings, skill).items() if key != "steps"}}
        for name in names
        for row in catalog.rows(name)
    ]
    if form is o.Format.JSON:
        emit(json_text({"system": SYSTEM, "cards": rows, "rulings": rulings.changed()}))
    elif form is o.Format.CSV:
        emit(csv_text(rows, ALL_COLUMNS, decimal))
    else:
        columns = [column for column in ALL_COLUMNS if skill != 4 or column not in ("at_skill", "skill")]
        lines = [["-" if row[column] is None else str(row[column]) for column in columns] for row in rows]
        other = [row["id"] for row in rows if row["difference"]]
        equal = sum(row["difference"] == 0 for row in rows)
        said = f"{equal} of {sum(row['printed'] is not None for row in rows)} printed values are those of the formula"
        differ = f"; others: {', '.join(other)}" if other else ""
        emit(aligned([columns, *lines], right=(4, 5, 6), cut=True) + f"\n\n{said}{differ}")
