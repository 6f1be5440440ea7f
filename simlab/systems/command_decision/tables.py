"""Cells and rows of the rulebook tables of the Command Decision wing, in data/command_decision/ and its tables/.

Metres, kilograms, millimetres; table inches (1 in = 45.72 m) where a name ends in ``_in``. An empty cell is "not
applicable". `units` makes unit tables of the same cells; what the files hold is in data/command_decision/SOURCES.md.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

Text = Annotated[str, StringConstraints(strip_whitespace=True)]
Ident = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.+-]+$")]
Inches = Annotated[float, Field(ge=0, le=10_000)]
Metres = Annotated[float, Field(ge=0, le=1_000_000)]
Kilograms = Annotated[float, Field(ge=0, le=500_000)]
Count = Annotated[int, Field(ge=0, le=1000)]
Flag = Annotated[bool, BeforeValidator(lambda cell: {"0": False, "1": True}.get(str(cell), cell))]
HALVES = {"½": "half", "1/2": "half"}  # as the rulebook and spreadsheets write it
Rating = Annotated[Literal["Y", "half", "N"], BeforeValidator(lambda cell: HALVES.get(cell, cell))]
Save = Literal["P", "V", "VV"]


class Row(BaseModel):
    """A row of a table: immutable, no unknown columns."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Value(Row):
    """A printed constant (part C1 of the rules page): a name and a number with its clause."""

    name: Ident
    value: float
    unit: Text = ""
    clause: Text = ""
    meaning: Text = ""
    status: Text = "printed"
    source: Text = ""


class GunRange(Row):
    """Ranges of AA guns from a calibre on (3.2.5c)."""

    calibre_from_mm: float
    calibre_below_mm: float | None = None
    manual_in: Inches
    fire_control_in: Inches
    status: Text
    source: Text


class CollectiveFace(Row):
    """One face of the collective fire die of an army that hurts (3.2.8c, 3.2.8d)."""

    army: Literal["normal", "heavy"]
    die: Annotated[int, Field(ge=1, le=10)]
    penalty: Annotated[int, Field(ge=0, le=9)]
    status: Text
    source: Text

    @property
    def key(self) -> tuple[str, int]:
        """Army and face."""
        return (self.army, self.die)


class CollectiveArmy(Row):
    """From when an army counts as heavily armed with machine guns (3.2.8e); blank: never; 0: at any time."""

    army: Ident
    heavy_from_year: int | None = None
    ruling: Text = ""
    status: Text
    source: Text


class HitResult(Row):
    """Highest die of each result of a hit, by quality of the troops hit (part D4)."""

    quality: Ident
    no_effect_to: Annotated[int, Field(ge=0, le=10)]
    forced_back_to: Annotated[int, Field(ge=0, le=10)]
    eliminated_to: Annotated[int, Field(ge=0, le=10)]
    status: Text
    source: Text


class Morale(Row):
    """Highest die that passes a morale check, by quality (part D6)."""

    quality: Ident
    pass_on: Annotated[int, Field(ge=0, le=10)]
    status: Text
    source: Text


class Spotting(Row):
    """Spotting ranges by state of the target (part D7)."""

    state: Ident
    personnel_in: Inches
    vehicle_in: Inches
    status: Text
    source: Text


class GroundWeapon(Row):
    """A ground weapon firing at a slow helicopter (part D9); blank range: its own or that of the scenario."""

    weapon: Ident
    hit_number: Annotated[int, Field(ge=0, le=10)]
    range_in: Inches | None = None
    armour_piercing: Annotated[int, Field(ge=0, le=30)]
    status: Text
    source: Text


class Armour(Row):
    """Armour of a target class by face struck (part D5)."""

    afv: Ident
    flank: int
    front: int
    status: Text
    source: Text
