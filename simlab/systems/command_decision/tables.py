"""Cells and rows of the rulebook tables of the Command Decision wing, in data/command_decision/ and its tables/.

Metres, kilograms, millimetres; table inches (1 in = 45.72 m) where a name ends in ``_in``. An empty cell is "not
applicable". `units` makes unit tables of the same cells; what the files hold is in data/command_decision/SOURCES.md.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from simlab.cells import Ident, Row, Text

Inches = Annotated[float, Field(ge=0, le=10_000)]
Metres = Annotated[float, Field(ge=0, le=1_000_000)]
Kilograms = Annotated[float, Field(ge=0, le=500_000)]
Count = Annotated[int, Field(ge=0, le=1000)]
HALVES = {"½": "half", "1/2": "half"}  # as the rulebook and spreadsheets write it
Rating = Annotated[Literal["Y", "half", "N"], BeforeValidator(lambda cell: HALVES.get(cell, cell))]
Save = Literal["P", "V", "VV"]


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


class HeModifier(Row):
    """Modifier of an HE hit number by attack, target and cover (part D2); per_weight times the weight of an AFV."""

    attack: Literal["he", "at_cluster"]
    target_class: Literal["personnel", "gun", "soft_vehicle", "weak_afv", "afv"]
    cover: Literal["open", "medium", "hard", "fortification", "any"]
    modifier: Annotated[int, Field(ge=-10, le=10)]
    per_weight: Annotated[int, Field(ge=-10, le=10)]
    status: Text
    source: Text

    @property
    def key(self) -> tuple[str, str, str]:
        """Attack, target and cover."""
        return (self.attack, self.target_class, self.cover)


class TerrainCover(Row):
    """Cover that a terrain gives to a stand in it (part D2)."""

    terrain: Ident
    cover: Literal["open", "medium", "hard", "fortification"]
    status: Text
    source: Text


class RocketPod(Row):
    """A rocket pod (part B6)."""

    pod: Text
    rockets: Annotated[int, Field(ge=1, le=1000)]
    calibre_mm: Annotated[float, Field(gt=0, le=1000)]
    status: Text
    source: Text


class RocketHe(Row):
    """HE factor of rockets from a calibre on (part D3)."""

    calibre_from_mm: float
    calibre_below_mm: float | None = None
    he_factor: Annotated[int, Field(ge=0, le=10)]
    status: Text
    source: Text


class SmallArms(Row):
    """Modifier and effect of small arms fire, aircraft guns included, by target and cover (part D5)."""

    target_class: Literal["personnel", "gun", "soft_vehicle", "weak_afv", "afv"]
    cover: Literal["open", "medium", "hard", "fortification", "any"]
    modifier: Annotated[int, Field(ge=-10, le=10)]
    effect: Literal["hit_results", "eliminated_on_10", "none"]
    status: Text
    source: Text

    @property
    def key(self) -> tuple[str, str]:
        """Target and cover."""
        return (self.target_class, self.cover)


class ArmourPiercing(Row):
    """AP of an aircraft gun by its name, else by its calibre (part D5); the first row that fits counts."""

    gun_starts_with: Text = ""
    calibre_from_mm: float | None = None
    calibre_below_mm: float | None = None
    armour_piercing: Annotated[int, Field(ge=0, le=30)]
    status: Text
    source: Text

    @property
    def key(self) -> tuple[str, float | None]:
        """Name and least calibre."""
        return (self.gun_starts_with, self.calibre_from_mm)


class MissileHit(Row):
    """Hit number of a guided weapon by its guidance (part D5)."""

    guidance: Ident
    hit_number: Annotated[int, Field(ge=0, le=20)]
    status: Text
    source: Text


class MissileRof(Row):
    """ROF of a guided weapon by its guidance, from a plane (2.3.6d) and from a helicopter (1.5.5a, 1.5.5b)."""

    guidance: Ident
    plane_rof: Annotated[int, Field(ge=1, le=8)]
    helicopter_rof: Annotated[int, Field(ge=1, le=8)]
    status: Text
    source: Text


class MissileEffect(Row):
    """What a guided weapon that hits does, by its sort: AP, or an HE factor (2.3.6c, part D5)."""

    kind: Literal["atgm", "asm", "gb", "arm"]
    armour_piercing: Annotated[int, Field(ge=0, le=30)] | None = None
    he_factor: Annotated[int, Field(ge=0, le=20)] | None = None
    status: Text
    source: Text


class ArtilleryResponse(Row):
    """A request for indirect fire: highest die with which a battery answers, and what is added to it (part D1)."""

    item: Ident
    kind: Literal["succeeds_to", "modifier"]
    value: Annotated[int, Field(ge=-10, le=10)]
    status: Text
    source: Text
