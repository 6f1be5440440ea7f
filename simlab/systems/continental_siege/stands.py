"""From the words of a scenario to attackers and targets: record sheets, unit rows, the Combat Results Table.

A *word* names an attacker: a unit (``heavy_aa``), or a system of a record sheet (``csa10.main_gun``,
``ogre_mk3.missile``). ``bomber`` means one of its bombloads, ``superheavy.gun`` one of its two guns.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict

from simlab.catalog import Catalog
from simlab.errors import ScenarioError, nearest
from simlab.systems.continental_siege.rules.odds import COLUMNS, RESULTS
from simlab.systems.continental_siege.rules.strength import HALF, Aim, Sort, Weapon

UNIT_TABLES = ("units",)
_BY_CLASS = {"aa": Sort.AA, "infantry": Sort.INFANTRY, "armour": Sort.OTHER_GROUND}
_BY_ID = {
    "fighter": Sort.FIGHTER,
    "bomber": Sort.BOMBLOAD,
    "howitzer": Sort.HOWITZER,
    "mobile_howitzer": Sort.MOBILE_HOWITZER,
    "superheavy": Sort.SUPERHEAVY,
}
_BY_SYSTEM = {
    "bombload": Sort.BOMBLOAD,
    "ap_bombload": Sort.AP_BOMBLOAD,
    "aam": Sort.AAM,
    "main_gun": Sort.FF_GUN,
    "secondary_gun": Sort.FF_GUN,
    "missile": Sort.OGRE_MISSILE,
    "main_battery": Sort.OGRE_MAIN,
    "secondary_battery": Sort.OGRE_SECONDARY,
    "antipersonnel": Sort.OGRE_AP,
}
BOX_SYSTEMS = ("propulsion", "treads")
SUPERHEAVY_GUNS = 2  # it may fire as two 3s (B15)


class Shape(BaseModel):
    """A table of scenario keys: unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Sheet(NamedTuple):
    """A record sheet. rows: system -> its row; move: movement allowance when whole."""

    unit: Any
    rows: dict[str, Any]

    @property
    def boxes(self) -> Any:
        """The row of its propulsion or treads."""
        return next(row for row in self.rows.values() if row.system in BOX_SYSTEMS)

    @property
    def weapons(self) -> list[Any]:
        """Its other rows, in the order of the sheet."""
        return [row for row in self.rows.values() if row.system not in BOX_SYSTEMS]


class Armed(NamedTuple):
    """An attacker of a scenario: its weapon, the unit it belongs to, and how many of it that unit has (0: no limit)."""

    word: str
    weapon: Weapon
    unit: str
    most: int = 0


class Book:
    """The tables of one catalog, read when first needed."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog

    @property
    def crt(self) -> tuple[tuple[int, ...], ...]:
        """``crt[column][die]``: result code of B6; die 0 is unused."""
        rows = {row.die: row for row in self.catalog.rows("crt")}
        return tuple((0, *(RESULTS.index(getattr(rows[die], name)) for die in range(1, 7))) for name in COLUMNS)

    def unit(self, name: str, where: str) -> Any:
        """The row of a unit, by id or name."""
        return self.catalog.unit(name, UNIT_TABLES, where)

    def sheet(self, unit: Any, where: str) -> Sheet:
        """The record sheet of a Flying Fortress or an Ogre."""
        if unit.unit_class not in ("ff", "ogre"):
            raise ScenarioError(f"{where}: {unit.id} has no record sheet")
        table = "fortress_systems" if unit.unit_class == "ff" else "ogre_systems"
        rows = {row.system: row for row in self.catalog.rows(table) if row.unit == unit.id}
        wanted = "propulsion" if unit.unit_class == "ff" else "treads"
        if wanted not in rows:
            raise ScenarioError(f'{where}: no row "{unit.id}.{wanted}" in {self.catalog.file_of(table)}')
        return Sheet(unit, rows)

    def armed(self, word: str, where: str) -> Armed:
        """The attacker that a word names. ScenarioError names the nearest."""
        head, _, system = word.strip().partition(".")
        unit = self.unit(head, where)
        if unit.unit_class in ("ff", "ogre"):
            sheet = self.sheet(unit, where)
            names = [row.system for row in sheet.weapons]
            if system not in names:
                raise ScenarioError(
                    f'{where}: "{word}"; write {unit.id} and a weapon: {unit.id}.{nearest(system, names)}'
                )
            row = sheet.rows[system]
            return Armed(f"{unit.id}.{system}", Weapon(_BY_SYSTEM[system], row.attack, row.range), unit.id, row.count)
        weapon = self.weapon_of(unit, where)
        if system == "gun" and weapon.sort == Sort.SUPERHEAVY:
            one = weapon._replace(attack=weapon.attack // SUPERHEAVY_GUNS)
            return Armed(f"{unit.id}.gun", one, unit.id, SUPERHEAVY_GUNS)
        if system:
            raise ScenarioError(f'{where}: "{word}"; {unit.id} has no systems of its own, write "{unit.id}"')
        return Armed(unit.id, weapon, "")

    def weapon_of(self, unit: Any, where: str) -> Weapon:
        """The attack of a unit without a record sheet; ScenarioError if it has none (a CP)."""
        if not unit.attack:
            raise ScenarioError(f"{where}: {unit.id} has no attack")
        carries_bombs = unit.unit_class == "aircraft" and unit.loads > 0
        other = Sort.BOMBLOAD if carries_bombs else Sort.FIGHTER if unit.unit_class == "aircraft" else None
        sort = _BY_ID.get(unit.id, other if other is not None else _BY_CLASS[unit.unit_class])
        if sort == Sort.OTHER_GROUND and unit.may_attack_aircraft:
            sort = Sort.HOWITZER  # a user's own unit that may attack aircraft, halved as its row says
        air, ground = (int(Fraction(cell) * HALF) for cell in (unit.multiplier_vs_aircraft, unit.multiplier_vs_ground))
        return Weapon(sort, unit.attack, unit.range or 0, air, ground)


def aim_at(unit: Any) -> Aim:
    """What a unit without a record sheet is as a target."""
    return {"aircraft": Aim.AIRCRAFT, "infantry": Aim.INFANTRY, "structure": Aim.CP}.get(unit.unit_class, Aim.ARMOUR)


def aim_at_system(row: Any) -> Aim:
    """What a line of a record sheet is as a target."""
    return {
        "propulsion": Aim.PROPULSION,
        "treads": Aim.TREADS,
        "bombload": Aim.FF_BOMB,
        "ap_bombload": Aim.FF_BOMB,
        "antipersonnel": Aim.OGRE_AP_GUN,
        "missile": Aim.OGRE_WEAPON,
        "main_battery": Aim.OGRE_WEAPON,
        "secondary_battery": Aim.OGRE_WEAPON,
    }.get(row.system, Aim.FF_WEAPON)
