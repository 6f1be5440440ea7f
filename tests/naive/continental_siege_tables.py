"""Tables of Continental Siege, from data/continental_siege: units, record sheets, combat results, map, scenarios."""

import csv
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path

DATA = Path(__file__).parents[2] / "data" / "continental_siege"

# Systems of the record sheets as files call them, in the rank of P1.
RANK = {"antipersonnel": 0, "secondary_battery": 1, "main_battery": 2, "missile": 3}
RANK |= {"ap_bombload": 0, "secondary_gun": 1, "main_gun": 2, "aam": 3, "bombload": 4}
ONE_SHOT = ("missile", "aam", "bombload", "ap_bombload")


def rows_of(name: str) -> list[dict[str, str]]:
    """The rows of a file of the data folder."""
    with (DATA / name).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


@dataclass(frozen=True)
class UnitType:
    """One row of units.csv. A sheet's own attack, range and defence are 0 here."""

    name: str
    kind: str
    attack: int
    range: int
    defence: int
    move: int
    second_move: int
    cost: Fraction
    points: int
    treads_cost: int


@dataclass(frozen=True)
class SystemType:
    """One line of a record sheet."""

    name: str
    count: int
    attack: int
    range: int
    defence: int


@dataclass(frozen=True)
class MapRow:
    """A crater or a rubble hexside."""

    feature: str
    qa: int
    ra: int
    qb: int
    rb: int


def _number(text: str) -> int:
    return int(text) if text.lstrip("-").isdigit() else 0


@cache
def unit_types() -> dict[str, UnitType]:
    """All units by name."""
    return {
        row["id"]: UnitType(
            name=row["id"],
            kind=row["unit_class"],
            attack=_number(row["attack"]),
            range=_number(row["range"]),
            defence=_number(row["defence"]),
            move=_number(row["move"]),
            second_move=_number(row["second_move"]),
            cost=Fraction(row["cost"]),
            points=_number(row["victory_points"]),
            treads_cost=_number(row["treads_cost"]),
        )
        for row in rows_of("units.csv")
    }


@cache
def sheet_of(unit: str) -> dict[str, SystemType]:
    """The record sheet of an Ogre or Flying Fortress: system -> line."""
    return {
        row["system"]: SystemType(
            row["system"], int(row["count"]), _number(row["attack"]), _number(row["range"]), _number(row["defence"])
        )
        for row in rows_of("ogre_systems.csv") + rows_of("fortress_systems.csv")
        if row["unit"] == unit
    }


@cache
def combat_results() -> dict[tuple[str, int], str]:
    """The table of B6: (column, die) -> NE, D or X."""
    return {
        (column.replace("_", "-"), int(row["die"])): row["odds_" + column]
        for row in rows_of("crt.csv")
        for column in ("1_2", "1_1", "2_1", "3_1", "4_1")
    }


@cache
def map_rows() -> list[MapRow]:
    """Craters and rubble hexsides."""
    return [
        MapRow(row["feature"], *(_number(row[name]) for name in ("qa", "ra", "qb", "rb")))
        for row in rows_of("map_ogre.csv")
    ]


@cache
def scenario_rows() -> dict[str, dict[str, str]]:
    """The rows of scenarios.csv by name."""
    return {row["id"]: row for row in rows_of("scenarios.csv")}
