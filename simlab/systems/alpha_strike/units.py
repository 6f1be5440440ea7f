"""Unit tables of the Alpha Strike wing: columns, ranges, units of measure, meanings; all tables by name.

The wing's README prints these columns as tables (`simlab.papers`). Where a name says no unit of measure, `column` does.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints, field_validator

from simlab.catalog import TableSchema
from simlab.cells import Flag, Ident, Row, Text
from simlab.systems.alpha_strike.rules.to_hit import tmm_of_move
from simlab.systems.alpha_strike.rules.value import Price, fighter_price, ground_price, large_craft_price
from simlab.systems.alpha_strike.rules.values import number_of, special
from simlab.systems.alpha_strike.tables import (
    Bomb,
    Count,
    Critical,
    ToHit,
    Value,
    Zone,
)

DamageValue = Annotated[str, StringConstraints(pattern=r"^(0\*|\d{1,3}|-)$")]
ARCS = ("front", "left", "right", "rear")
LARGE_TYPES = ("SC", "DA", "DS")
DAMAGE_ABILITIES = ("FLK", "HT", "IATM", "IF", "REAR", "TOR")  # what follows them is damage by range (section 17)
ARC_CARD = re.compile(r"^(front|left|right|rear):((0\*|\d+|-)/){3}(0\*|\d+|-)$")


def column(meaning: str, default: Any = ..., unit: str = "") -> Any:
    """A column: what it means, what a blank cell stands for (none given: it must be filled), its unit of measure."""
    return Field(default, description=meaning, json_schema_extra={"unit": unit} if unit else None)


class Card(Row):
    """What aerospace and ground cards share (AS-1.1)."""

    id: Ident = column("name in scenario files, for good: letters, digits and `_ . + -`")
    name: Text = column("name for people; scenarios may use it too")
    tons: Annotated[float, Field(ge=0)] | None = column("mass of the unit", None, "t")
    size: Annotated[int, Field(ge=1, le=5)] = column("size class (AS-1.4)", unit="class")
    dmg_s: DamageValue = column("damage at Short; `0*` is minimal damage, `-` or `0` none (AS-1.5)", unit="damage")
    dmg_m: DamageValue = column("damage at Medium", unit="damage")
    dmg_l: DamageValue = column("damage at Long", unit="damage")
    ov: Annotated[int, Field(ge=0, le=9)] = column(
        "overheat value: points of damage to be bought with heat", 0, "points"
    )
    armor: Count = column("armor points", unit="points")
    structure: Annotated[int, Field(ge=1, le=1000)] = column("structure points", unit="points")
    heat_scale: Flag = column("1: owns a heat scale ('Mechs and aerospace fighters, AS-1.6)", False)
    pv: Count | None = column("printed Point Value at Skill 4; blank: not published", None, "points")
    pv_formula: Count | None = column(
        "Point Value by the formula of section 18; blank: differs from the card", None, "points"
    )
    role: Text = column("battlefield role", "")
    specials: Text = column("special abilities, separated by `;` (section 17)", "")
    source: Text = column("where the row comes from", "")
    confidence: Literal["high", "medium", "low", ""] = column("how sure the figures are", "")
    notes: Text = column("why they are not surer, or what else to know", "")

    @field_validator("specials")
    @classmethod
    def _damage_is_readable(cls, specials: str) -> str:
        for code in DAMAGE_ABILITIES:
            for token in (special(specials, code) or "").split("/"):
                if not re.fullmatch(r"0\*|\d{1,3}|-|", token.strip()):
                    raise ValueError(f'"{token}" in {code} is no damage; write {code}1/1/-, with 0* for minimal damage')
        return specials


class Aerospace(Card):
    """An aerospace unit (section 1); capital weapons are not on its card (AS-15.7)."""

    type: Literal["AF", "CF", "SC", "DA", "DS", "SV"] = column(
        "aerospace fighter, conventional fighter, small craft, aerodyne or spheroid DropShip, support vehicle (AS-1.3)"
    )
    thrust: Annotated[int, Field(ge=0, le=30)] = column("Thrust of the undamaged unit", unit="thrust")
    move_mode: Literal["a", "i", "p"] = column("aerodyne, airship, spheroid (AS-1.2)")
    dmg_e: DamageValue = column("damage at Extreme", "0", "damage")
    threshold: Count | None = column("damage threshold; blank: by armor (AS-1.7)", None, "damage")
    bomb: Count | None = column("bomb slots; blank: those of the ability BOMB# (AS-1.10)", None, "bombs")
    arcs: Text = column("damage by arc, `front:S/M/L/E|left:...`; blank: the front arc alone (AS-15.3)", "")

    @field_validator("arcs")
    @classmethod
    def _arcs_are_readable(cls, arcs: str) -> str:
        for part in filter(None, arcs.split("|")):
            if not ARC_CARD.match(part):
                raise ValueError(f'"{part}"; write front:4/4/3/0|left:3/3/2/0')
        return arcs

    @property
    def is_large(self) -> bool:
        """Small craft and DropShips: they attack by arcs and roll on their own critical column."""
        return self.type in LARGE_TYPES

    @property
    def th(self) -> int:
        """Damage threshold: printed, else armor / 3, of units with four arcs armor / 12, rounded up (AS-1.7)."""
        if self.threshold is not None:
            return self.threshold
        return -(-self.armor // (12 if self.arcs else 3))

    @property
    def slots(self) -> int:
        """Bomb slots (AS-1.10)."""
        return self.bomb if self.bomb is not None else number_of(self.specials, "BOMB")

    def damage(self, arc: str = "front") -> tuple[str, str, str, str]:
        """Damage tokens at Short, Medium, Long, Extreme of an arc; "-" for an arc that the card lacks (AS-15.3)."""
        for part in filter(None, self.arcs.split("|")):
            name, _, values = part.partition(":")
            if name == arc:
                short, medium, long, extreme = values.split("/")
                return short, medium, long, extreme
        return (self.dmg_s, self.dmg_m, self.dmg_l, self.dmg_e) if arc == "front" else ("-", "-", "-", "-")


class Ground(Card):
    """A unit on the ground (section 1)."""

    type: Literal["BM", "IM", "PM", "CV", "SV", "CI", "BA"] = column(
        "BattleMech, IndustrialMech, ProtoMech, combat vehicle, support vehicle, infantry, battle armor (AS-1.3)"
    )
    move: Annotated[str, StringConstraints(pattern=r"^\d+[a-z]*(/\d+[a-z]*)*$")] = column(
        "Move as printed, inches and motive code: j jumps, t tracked, w wheeled, h hover, v VTOL, g WiGE, n naval, "
        "s submarine, f foot, m motorised"
    )
    move_in: Annotated[int, Field(ge=0, le=200)] | None = column(
        "Move that counts for its modifier; blank: as printed", None
    )
    jump_in: Annotated[int, Field(ge=0, le=200)] | None = column("jumping Move; blank: as printed", None, "in")
    tmm: Annotated[int, Field(ge=0, le=10)] | None = column(
        "target movement modifier; blank: by Move (AS-6.6)", None, "modifier"
    )

    @property
    def inches(self) -> int:
        """Move that counts for the target movement modifier: the highest printed."""
        if self.move_in is not None:
            return self.move_in
        return max(int(re.match(r"\d+", part).group()) for part in self.move.split("/"))  # type: ignore[union-attr]

    @property
    def jumps(self) -> bool:
        """Can it jump?"""
        return bool(self.jump_in) if self.jump_in is not None else "j" in self.move

    @property
    def motive(self) -> str:
        """Motive code of a vehicle: t, w, h, v, g, n, s...; "" when none is printed."""
        return "".join(re.findall("[a-z]", self.move.split("/")[0]))

    @property
    def flies(self) -> bool:
        """VTOL or WiGE movement: airborne unless it is said to have landed (AS-1.3, G-10); battle armor too."""
        return any(code in self.motive for code in "vg")

    @property
    def is_vehicle(self) -> bool:
        """Does it roll for motive damage (AS-8.7)?"""
        return self.type in ("CV", "SV")


SHOWN = {
    "aerospace": ("type", "thrust", "dmg_s", "dmg_m", "dmg_l", "ov", "armor", "structure", "threshold", "bomb", "pv"),
    "ground": ("type", "move", "tmm", "dmg_s", "dmg_m", "dmg_l", "armor", "structure", "pv"),
}
UNIT_TABLES = ("aerospace", "ground")
TABLES: dict[str, TableSchema] = {
    "aerospace": TableSchema(
        "aerospace.csv", Aerospace, units=True, meaning="aerospace units", key_columns=SHOWN["aerospace"]
    ),
    "ground": TableSchema("ground.csv", Ground, units=True, meaning="units on the ground", key_columns=SHOWN["ground"]),
    "bombs": TableSchema("bombs.csv", Bomb, key="key", meaning="bombs and other stores"),
    "to_hit": TableSchema("to_hit.csv", ToHit, key="key", meaning="modifiers of attack rolls, both editions"),
    "crits": TableSchema("crits.csv", Critical, key="key", meaning="critical hits and motive damage"),
    "zones": TableSchema("zones.csv", Zone, key="zone", meaning="zones of the Radar Map"),
    "constants": TableSchema("constants.csv", Value, key="name", meaning="printed constants"),
}


def price_of(row: Any, rulings: Any, constants: dict[str, float]) -> Price:
    """Point Value of a card at Skill 4 by the formula of section 18, with its working.

    rulings: pv_bomb, pv_stealth, pv_da_divisor; constants: printed ones, for the TMM of a ground unit's Move (AS-6.6).
    """
    if isinstance(row, Ground):
        return ground_price(row, tmm_of_move(row.inches, constants), rulings)
    return large_craft_price(row, rulings) if row.is_large else fighter_price(row, rulings)
