"""Unit tables of the Continental Siege wing: columns, ranges, units of measure, meanings; all tables by name.

The wing's README prints these columns as tables (`simlab.papers`). The rows stand in data/continental_siege/.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from simlab.catalog import TableSchema
from simlab.cells import Flag, Ident, Row, Text
from simlab.systems.continental_siege.tables import (
    Boxes,
    Confidence,
    Cost,
    CrtRow,
    DoctrineRow,
    GeometryTest,
    Hexes,
    MapFeature,
    Multiple,
    Points,
    ScenarioRow,
)


def column(meaning: str, default: Any = ..., unit: str = "") -> Any:
    """A column: what it means, what a blank cell stands for (none given: it must be filled), its unit of measure."""
    return Field(default, description=meaning, json_schema_extra={"unit": unit} if unit else None)


class Unit(Row):
    """A unit of either side (10.0, 11.02, 15.02, B13, B15). Fortresses and Ogres have their numbers on a sheet."""

    id: Ident = column("name in scenario files, for good: letters, digits and `_ . + -`")
    name: Text = column("name for people; scenarios may use it too")
    unit_class: Literal["aircraft", "ff", "aa", "armour", "infantry", "structure", "ogre"] = column(
        "what it counts as; `ff` and `ogre` have a record sheet"
    )
    attack: Points | None = column("attack strength; of a bomber that of one bombload", None, "points")
    range: Hexes | None = column("range of its attack", None, "hexes")
    defence: Points | None = column("defence strength; of infantry that of one squad", None, "points")
    move: Hexes = column("movement allowance", unit="hexes")
    second_move: Hexes = column("allowance of a GEV after the fire phase (B2)", 0, "hexes")
    loads: Points = column("bombloads that a bomber carries (12.02)", 0, "bombloads")
    treads_cost: Points | None = column("treads that an Ogre loses by ramming it (B14)", None, "treads")
    cost: Cost = column("price, one heavy tank being 1", unit="armour units")
    cost_rule: Text = column("where the price comes from", "")
    victory_points: Points | None = column("victory points for destroying it", None, "points")
    has_facing: Flag = column("1: it faces a corner of its hex (11.04)", False)
    may_attack_aircraft: Flag = column("1: it may attack aircraft (11.08); rulings may change it", False)
    multiplier_vs_aircraft: Multiple = column("its strength counts so many times against aircraft", "1")
    multiplier_vs_ground: Multiple = column(
        "its strength counts so many times against ground units (13.03, 15.03)", "1"
    )
    confidence: Confidence = column("how sure its figures are")
    source: Text = column("where its figures come from")
    notes: Text = column("what else to know", "")


class FortressSystem(Row):
    """A line of the record sheet of a Flying Fortress (14.03 to 14.06)."""

    id: Ident = column("unit and system, joined by a dot")
    unit: Ident = column("the Flying Fortress")
    system: Literal["bombload", "aam", "main_gun", "secondary_gun", "ap_bombload", "propulsion"] = column(
        "which system it is"
    )
    name: Text = column("name for people")
    count: Boxes = column("boxes on the sheet", unit="boxes")
    attack: Points | None = column("attack strength of one; blank for propulsion", None, "points")
    range: Hexes | None = column("range of its attack; 0: dropped in the hex below", None, "hexes")
    defence: Points | None = column("defence strength of one; blank: always 1-1 (14.02)", None, "points")
    targets: Literal["ground", "aircraft", "all", "infantry_cp", ""] = column("what it may attack", "")
    arc: Literal["below", "all_round", "forward", ""] = column("where its targets lie", "")
    used_up: Flag = column("1: gone once used; rulings may change it", False)
    confidence: Confidence = column("how sure its figures are")
    source: Text = column("where its figures come from")
    notes: Text = column("what else to know", "")


class OgreSystem(Row):
    """A line of the record sheet of an Ogre (B13)."""

    id: Ident = column("unit and system, joined by a dot")
    unit: Ident = column("the Ogre")
    system: Literal["missile", "main_battery", "secondary_battery", "antipersonnel", "treads"] = column(
        "which system it is"
    )
    name: Text = column("name for people")
    count: Boxes = column("boxes on the sheet", unit="boxes")
    attack: Points | None = column("attack strength of one; blank for treads", None, "points")
    range: Hexes | None = column("range of its attack", None, "hexes")
    defence: Points | None = column("defence strength of one; blank: always 1-1 (B11)", None, "points")
    targets: Literal["ground", "all", "infantry_d0", ""] = column("what it may attack (11.081, B12)", "")
    used_up: Flag = column("1: gone once fired", False)
    confidence: Confidence = column("how sure its figures are")
    source: Text = column("where its figures come from")
    notes: Text = column("what else to know", "")


TABLES = {
    "units": TableSchema("units.csv", Unit, "id", True, "units of both sides",
                         ("attack", "range", "defence", "move", "cost")),
    "fortress_systems": TableSchema("fortress_systems.csv", FortressSystem, "id", True,
                                    "record sheets of the Flying Fortresses", ("count", "attack", "range", "defence")),
    "ogre_systems": TableSchema("ogre_systems.csv", OgreSystem, "id", True, "record sheets of the Ogres",
                                ("count", "attack", "range", "defence")),
    "crt": TableSchema("crt.csv", CrtRow, "die", meaning="Combat Results Table"),
    "map_ogre": TableSchema("map_ogre.csv", MapFeature, meaning="craters and rubble of the published map"),
    "geometry_tests": TableSchema("geometry_tests.csv", GeometryTest, meaning="worked cases of the hex geometry"),
    "doctrines": TableSchema("doctrines.csv", DoctrineRow, meaning="doctrines of battles: policies, weights"),
    "scenarios": TableSchema("scenarios.csv", ScenarioRow, meaning="scenarios of battles and drills"),
}  # fmt: skip
