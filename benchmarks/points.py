"""A study of prices: 5,000 random forces of full battles, packed, played and explained.

The rules sell thirteen types of unit, eleven to the defender and two to the attacker; two house units of a designer's
own tables make fifteen. What is timed is a share of the forces, scaled up, for each costs the same; processor time,
because others may use the machine too. On two cores the interpreter packs one force at a time, while kernels play on
both. `--long` plays the whole study once, from the first force to the check with lists of equal price.
"""

from __future__ import annotations

import csv
import time
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from measuring import Row, at_most

from simlab.analysis.points.field import Field
from simlab.analysis.points.fit import fit
from simlab.analysis.points.forces import drawn_forces, play_forces
from simlab.analysis.points.study import Asked, points
from simlab.analysis.points.units import Unit
from simlab.catalog import data_folder

FORCES, BATTLES, TYPES, LISTS = 5_000, 20, 15, 12
SHORT = {"howitzer": 2, "mobile_howitzer": 2, "superheavy": 2, "light_tank": 0.5}
HOUSE = {"assault_gun": ("heavy_tank", {"attack": "5", "range": "2", "defence": "2"}),
         "rocket_carrier": ("missile_tank", {"attack": "2", "range": "6", "defence": "1"})}  # fmt: skip
DEFENDER = ("heavy_tank", "missile_tank", "gev", "light_tank", "howitzer", "mobile_howitzer", "superheavy", "light_aa",
            "heavy_aa", "bomber", "fighter", *HOUSE)  # fmt: skip
BATTLE: dict[str, Any] = {
    "system": "continental_siege", "kind": "battle", "scenario": "mk3_both_air",
    "defender": {"armour_units": 60, "force": [{"unit": "heavy_tank", "count": 8}]},
    "attacker": {"armour_units": 20, "force": [{"unit": "bomber", "count": 2}, {"unit": "fighter", "count": 1}]},
}  # fmt: skip


def units() -> list[Unit]:
    """Every unit that either side can buy."""
    own = [Unit(name, f"defender.force.{name}", most=6, cost=SHORT.get(name, 1)) for name in DEFENDER]
    enemy = [Unit(f"attacking_{name}", f"attacker.force.{name}", most=3, cost=1, enemy=True) for name in
             ("bomber", "fighter")]  # fmt: skip
    return [*own, *enemy]


def house_tables(folder: Path) -> Path:
    """A designer's own tables: two more units, which the defender of the battle may buy."""
    shipped = data_folder() / "continental_siege"
    for name in ("units.csv", "scenarios.csv"):
        with (shipped / name).open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            rows, columns = {row["id"]: row for row in reader}, list(reader.fieldnames or ())
        if name == "units.csv":
            own = [{**rows[like], **changes, "id": unit, "name": unit} for unit, (like, changes) in HOUSE.items()]
        else:
            row = rows[BATTLE["scenario"]]
            own = [{**row, "defender_may_buy": ";".join([row["defender_may_buy"], *HOUSE])}]
        with (folder / name).open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, columns)
            writer.writeheader()
            writer.writerows(own)
    return folder


def whole(doctrine: str, tables: Path) -> list[Row]:
    """The whole study once: forces, fit, resamples, interactions, and the check with lists of equal price."""
    tree = {**BATTLE, "data": {"tables": str(tables)}}
    if doctrine != "default":
        tree |= {side: {**BATTLE[side], "doctrine": doctrine} for side in ("defender", "attacker")}
    asked = Asked(
        tuple(units()), metric="winner:defender", budget=(8.0, 32.0), pairs=FORCES, trials=BATTLES, lists=LISTS
    )
    points(tree, replace(asked, pairs=200, trials=2), check=False)  # compiles
    clock, busy = time.perf_counter(), time.process_time()
    study = points(tree, asked)
    clock, busy = (time.perf_counter() - clock) / 60, (time.process_time() - busy) / 60
    made = study.regression
    assert made is not None
    assert study.check is not None
    assert len(made.played) == FORCES
    assert len(study.prices.worths) == TYPES
    name = f"{TYPES} types, {FORCES:,} forces, {BATTLES} battles each, {doctrine} doctrines, check included"
    priced = sum(row["suggested"] is not None for row in study.prices.rows())
    return [
        at_most(f"{name}: by the clock", clock, 10, "minutes"),
        Row(f"{name}: processor time", f"{busy:.2f} minutes"),
        Row(f"{name}: units with a price; share explained", f"{priced} of {TYPES}; {100 * made.explained:.0f} %"),
    ]


def report(trials: float, long: bool = False) -> list[Row]:
    """Time a share of the forces, then the fit of all. trials: one in 10,000 of it is a force that is timed.

    long: also play the whole study.
    """
    with TemporaryDirectory() as folder:
        tables = house_tables(Path(folder))
        rows = parts(trials, tables)
        return [*rows, *whole("default", tables), *whole("tuned", tables)] if long else rows


def parts(trials: float, tables: Path) -> list[Row]:
    """Packing, playing and fitting, each by itself."""
    several = units()
    field = Field({**BATTLE, "data": {"tables": str(tables)}}, several)
    many = max(100, int(trials) // 10_000)
    own = drawn_forces(several, many + 1, 1, (8, 32))
    nobody = np.zeros_like(own)
    play_forces(field, own[:1], nobody[:1], BATTLES)  # compiles
    began = time.process_time()
    for force in own[1:]:
        field.prepared(force.tolist(), nobody[0].tolist())
    packing = (time.process_time() - began) / many
    began = time.process_time()
    play_forces(field, own[1:], nobody[1:], BATTLES)
    played = (time.process_time() - began) / many
    generator = np.random.default_rng(1)
    apart = generator.integers(0, 5, (FORCES, TYPES)).astype(float)
    chance = 1.0 / (1.0 + np.exp(-0.2 * (apart - 2.0).sum(axis=1)))
    began = time.process_time()
    fit(apart, generator.binomial(BATTLES, chance) / BATTLES, np.full(FORCES, float(BATTLES)), is_rate=True)
    fitted = time.process_time() - began
    whole = (max(packing, played / 2) * FORCES + fitted) / 60
    return [
        Row("packing a force", f"{1e3 * packing:.1f} ms"),
        Row(f"packing and playing a force, {BATTLES} battles, on one core", f"{1e3 * played:.1f} ms"),
        Row(f"fit of {FORCES:,} forces of {TYPES} types, with 400 resamples", f"{fitted:.1f} s"),
        at_most(f"{FORCES:,} forces, {BATTLES} battles each, played and priced on two cores", whole, 10, "minutes"),
    ]
