"""Rows of the rulebook tables of the Alpha Strike wing, in data/alpha_strike/; each row names its source.

Inches on the table (1 in is about 15 m) where a name ends in ``_in``. `units` makes unit tables of the same cells; what
the files hold is in data/alpha_strike/SOURCES.md.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from simlab.cells import Flag, Ident, Row, Text
from simlab.systems.alpha_strike.rulings.declaring import Ruleset

Count = Annotated[int, Field(ge=0, le=1000)]
Inches = Annotated[float, Field(ge=0, le=1000)]


class Value(Row):
    """A printed constant: a name and a number with its clause."""

    name: Ident
    value: float
    unit: Text = ""
    clause: Text = ""
    meaning: Text = ""
    source: Text = ""
    status: Text = ""


class ToHit(Row):
    """A modifier of attack rolls, one value for each edition; the six columns say which attacks use it (AS-6.1)."""

    key: Ident
    group: Text
    condition: Text
    value_as2013: Text
    value_asce: Text
    strike: Flag
    strafe: Flag
    altitude: Flag
    dive: Flag
    air_to_air: Flag
    ground_to_air: Flag
    stacking: Text = ""
    source_as2013: Text = ""
    source_asce: Text = ""
    note: Text = ""
    status: Text = ""


class Critical(Row):
    """A row of a critical table or of the motive table (AS-10.3, AS-10.5): which effect a roll of 2d6 has."""

    table: Literal["mech", "protomech", "vehicle", "aerospace", "dropship_small_craft", "motive"]
    roll: Annotated[str, StringConstraints(pattern=r"^\d+(-\d+|\+)?$")]
    result: Text
    code: Ident
    ways: Annotated[int, Field(ge=0, le=36)]
    of: Annotated[int, Field(ge=1, le=36)]
    effect: Text = ""
    source: Text = ""
    status: Text = ""

    @property
    def key(self) -> tuple[str, str]:
        """Table and roll."""
        return (self.table, self.roll)


class Bomb(Row):
    """A type of bomb or store (section 9)."""

    key: Ident
    name: Text
    slots: Count
    damage: Count
    heat: Count
    radius_in: Inches | None = None
    asce_diameter_in: Inches | None = None
    attack: Text
    to_hit_mod: Annotated[int, Field(ge=-10, le=10)] = 0
    painted_to_hit_mod: Annotated[int, Field(ge=-10, le=10)] = 0
    scatters: Flag
    expended: Flag
    automatic_critical: Flag = False
    targets: Text = ""
    special: Text = ""
    source: Text = ""
    status: Text = ""


class Zone(Row):
    """A zone of the Radar Map (AS-4.1, AS-4.2); adjacent: separated by ``|``."""

    zone: Ident
    ring: Literal["central", "inner", "middle", "outer"]
    distance_to_central: Count
    adjacent: Text
    source: Text = ""
    status: Text = ""


def modifiers(rows: Any, ruleset: int) -> dict[str, int]:
    """Key of to_hit.csv -> its whole number in the edition in force; rows that are no number are left out (AS-6.1).

    Stealth stands by range as three numbers: ``stealth_non_infantry_0`` (Short), ``_1`` (Medium), ``_2`` (Long).
    """
    found: dict[str, int] = {}
    for row in rows:
        text = row.value_asce if ruleset == Ruleset.ASCE else row.value_as2013
        parts = text.split("/")
        for place, part in enumerate(parts):
            key = row.key if len(parts) == 1 else f"{row.key}_{place}"
            if part.lstrip("+-").isdigit():
                found[key] = int(part)
    return found
