"""Unit tables of the Command Decision wing: columns, ranges, units of measure; the rows of data/command_decision/.

Metres, kilograms, millimetres; table inches (1 in = 45.72 m) where a name ends in ``_in``. An empty cell is "not
applicable". Column meanings are in data/command_decision/SOURCES.md and, generated, in the README of the wing.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from simlab.catalog import TableSchema

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


class Sourced(Row):
    """A unit: named, with where its figures come from and how sure they are."""

    id: Ident
    name: Text
    side: Text = ""
    users: Text = ""
    year_in_service: int | None = None
    source: Text
    confidence: Literal["high", "medium", "low"]
    notes: Text = ""


class AirDefence(Sourced):
    """An anti-aircraft system (3.2)."""

    kind: Literal["SAM", "GUN"]
    mount: Literal["manpads", "team", "vehicle", "towed", "infantry"]
    guidance: Literal["TCIR", "IAIR", "AAIR", "MCLOS", "CLOS", "SACLOS", "SARH", "BEAM", ""] = ""
    seeker: Literal["uncooled", "cooled", "dual_band", "radar", "radar_optical", "optical", ""] = ""
    aspect: Literal["any", "not front 90", "rear 90"] = "any"
    min_range_m: Metres | None = None
    max_range_m: Metres | None = None
    min_altitude_m: Metres | None = None
    min_range_in: Inches = 0
    max_range_in: Inches | None = None
    calibre_mm: Annotated[float, Field(gt=0, le=500)] | None = None
    has_fire_control: Flag = False
    manual_range_in: Inches | None = None
    fc_range_in: Inches | None = None
    radar: Flag = False
    rof: Annotated[int, Field(ge=1, le=16)] = 1
    quality: Literal["9-10", "10", ""] = ""
    abort_faces: Literal["1", "2", ""] = ""
    noe: Rating = "Y"
    chop: Rating = "Y"
    cm_flares: Save | Literal[""] = ""
    cm_ecm: Save | Literal[""] = ""
    shoulder_fired: Flag = False
    combo_with: Text = ""

    @property
    def is_infrared(self) -> bool:
        """True for infrared missiles (TCIR, IAIR, AAIR)."""
        return self.guidance in ("TCIR", "IAIR", "AAIR")


class Aircraft(Sourced):
    """An airplane stand (section 2)."""

    role: Text
    max_load_kg: Kilograms
    usable_load_kg: Kilograms | None = None
    bomb_rof: Count | None = None
    light_attack: Flag = False
    light_attack_if_max_basis: Flag = False
    bomb_he_factor: Count | None = None
    bomb_area_in: Literal["1x1", "2x2", ""] = ""
    gun: Text = ""
    gun_calibre_mm: float | None = None
    gun_rof: Count = 0
    gun_hit_number: Count | None = None
    gun_ap: Flag = False
    rocket_fit: Text = ""
    rocket_count: Count = 0
    rocket_calibre_mm: float | None = None
    rocket_rof_pod_sum: Count = 0
    rocket_rof_total: Count = 0
    asm: Text = ""
    asm_guidance: Text = ""
    asm_rof: Count | None = None
    asm_range_m: Metres | None = None
    asm_range_in: Inches | None = None
    asm_launch_in: Inches | None = None
    flares: Flag = False
    ecm: Flag = False
    irs: Flag = False
    aam_in_addition: Flag = False


class Helicopter(Sourced):
    """A helicopter stand (section 1)."""

    role: Literal["attack", "observation", "transport"]
    ordering: Literal["self", "flight"]
    gun: Text = ""
    gun_mount: Literal["turret", "fixed", "pivot", "none"] = "none"
    gun_calibre_mm: float | None = None
    gun_rof: Count = 0
    gun_ap: Flag = False
    door_guns: Count = 0
    door_gun_rof: Count | None = None
    rocket_fit: Text = ""
    rocket_count: Count = 0
    rocket_calibre_mm: float | None = None
    rocket_rof_pod_sum: Count = 0
    rocket_rof_total: Count = 0
    missile: Text = ""
    missile_count: Count = 0
    missile_guidance: Text = ""
    missile_rof: Count | None = None
    missile_range_m: Metres | None = None
    missile_range_in: Inches | None = None
    sight: Literal["nose", "roof", "mast", "none"] = "none"
    stabilised_sight: Flag = False
    max_load_kg: Kilograms | None = None
    bomb_rof: Count | None = None
    bomb_he_factor: Count | None = None
    bomb_area_in: Literal["1x1", "2x2", ""] = ""
    transport: Flag = False
    flares: Flag = False
    ecm: Flag = False
    irs: Flag = False
    aam: Flag = False


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


UNIT_TABLES = ("air_defence", "aircraft", "helicopters")
# What a short list shows of a unit between its name and its source.
SHOWN = {
    "air_defence": (
        "kind",
        "guidance",
        "max_range_in",
        "manual_range_in",
        "fc_range_in",
        "rof",
        "quality",
        "noe",
        "chop",
        "cm_flares",
        "cm_ecm",
    ),
    "aircraft": ("role", "usable_load_kg", "bomb_rof", "gun_rof", "rocket_rof_total", "asm", "flares", "ecm"),
    "helicopters": (
        "role",
        "gun_rof",
        "rocket_rof_total",
        "missile",
        "missile_count",
        "missile_range_in",
        "sight",
        "flares",
        "ecm",
        "irs",
    ),
}
TABLES: dict[str, TableSchema] = {
    "air_defence": TableSchema(
        "air_defence.csv", AirDefence, units=True, meaning="SAM and AA gun systems", key_columns=SHOWN["air_defence"]
    ),
    "aircraft": TableSchema("aircraft.csv", Aircraft, units=True, meaning="airplanes", key_columns=SHOWN["aircraft"]),
    "helicopters": TableSchema(
        "helicopters.csv", Helicopter, units=True, meaning="helicopters", key_columns=SHOWN["helicopters"]
    ),
    "constants": TableSchema("constants.csv", Value, key="name", meaning="printed constants"),
    "aa_gun_ranges": TableSchema("tables/aa_gun_ranges.csv", GunRange, key="calibre_from_mm", meaning="AA gun ranges"),
    "collective_fire": TableSchema("tables/collective_fire.csv", CollectiveFace, key="key", meaning="collective fire"),
    "collective_armies": TableSchema(
        "tables/collective_armies.csv", CollectiveArmy, key="army", meaning="armies with heavy machine guns"
    ),
    "hit_results": TableSchema("tables/hit_results.csv", HitResult, key="quality", meaning="results of a hit"),
    "morale": TableSchema("tables/morale.csv", Morale, key="quality", meaning="morale checks"),
    "morale_thresholds": TableSchema(
        "tables/morale_thresholds.csv", Value, key="name", meaning="degrees of failing a morale check"
    ),
    "spotting": TableSchema("tables/spotting.csv", Spotting, key="state", meaning="spotting ranges"),
    "spotting_factors": TableSchema("tables/spotting_factors.csv", Value, key="name", meaning="factors on spotting"),
    "ground_vs_chopper": TableSchema(
        "tables/ground_vs_chopper.csv", GroundWeapon, key="weapon", meaning="ground fire at slow helicopters"
    ),
    "base_game_constants": TableSchema(
        "tables/base_game_constants.csv", Value, key="name", meaning="constants of the base game"
    ),
    "armour": TableSchema("tables/armour.csv", Armour, key="afv", meaning="armour by weight of vehicle"),
    "he_modifiers": TableSchema(
        "tables/he_modifiers.csv", HeModifier, key="key", meaning="modifiers of HE hit numbers"
    ),
    "terrain_cover": TableSchema("tables/terrain_cover.csv", TerrainCover, key="terrain", meaning="cover by terrain"),
    "rocket_pods": TableSchema("tables/rocket_pods.csv", RocketPod, key="pod", meaning="rocket pods"),
    "rocket_he": TableSchema("tables/rocket_he.csv", RocketHe, key="calibre_from_mm", meaning="HE factors of rockets"),
}
