"""Unit tables of the Command Decision wing: columns, ranges, units of measure, meanings; all tables by name.

The wing's README prints these columns as tables (`simlab.papers`). Where a name says no unit of measure, `column` does.
The rows stand in data/command_decision/, the rules by which cells were derived in its SOURCES.md.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from simlab.catalog import TableSchema
from simlab.cells import Flag, Ident, Row, Text
from simlab.systems.command_decision.tables import (
    Armour,
    ArmourPiercing,
    ArtilleryResponse,
    CollectiveArmy,
    CollectiveFace,
    Count,
    GroundWeapon,
    GunRange,
    HeModifier,
    HitResult,
    Inches,
    Kilograms,
    Metres,
    MissileEffect,
    MissileHit,
    MissileRof,
    Morale,
    Rating,
    RocketHe,
    RocketPod,
    Save,
    SmallArms,
    Spotting,
    TerrainCover,
    Value,
)


def column(meaning: str, default: Any = ..., unit: str = "") -> Any:
    """A column: what it means, what a blank cell stands for (none given: it must be filled), its unit of measure."""
    return Field(default, description=meaning, json_schema_extra={"unit": unit} if unit else None)


class Sourced(Row):
    """A unit: named, with where its figures come from and how sure they are."""

    id: Ident = column("name in scenario files, for good: letters, digits and `_ . + -`")
    name: Text = column("name for people; scenarios may use it too")
    side: Text = column("side that fields it, `NATO` or `WP` in the shipped rows", "")
    users: Text = column("armies that field it, separated by `;`", "")
    year_in_service: int | None = column("when it came into service", None, "year")
    source: Text = column(
        "where its figures come from, group by group: seed (rules V0.5), public fact, derived, assumed"
    )
    confidence: Literal["high", "medium", "low"] = column("how sure the public figures are")
    notes: Text = column("why they are not surer, or what else to know", "")


class AirDefence(Sourced):
    """An anti-aircraft system (3.2)."""

    kind: Literal["SAM", "GUN"] = column("missile or gun")
    mount: Literal["manpads", "team", "vehicle", "towed", "infantry"] = column("how it is carried")
    guidance: Literal["TCIR", "IAIR", "AAIR", "MCLOS", "CLOS", "SACLOS", "SARH", "BEAM", ""] = column(
        "how a missile finds its target. Infrared: only from behind, not from ahead, from all sides; steered: by hand, "
        "by computer, by the gunner's sight; on radar echo; along a beam. Blank for guns", "",
    )  # fmt: skip
    seeker: Literal["uncooled", "cooled", "dual_band", "radar", "radar_optical", "optical", ""] = column(
        "what a missile or its crew sees with; the ratings `noe`, `chop`, `cm_...` are derived from it",
        "",
    )
    aspect: Literal["any", "not front 90", "rear 90"] = column("arc of a plane that lies open to it, in degrees", "any")
    min_range_m: Metres | None = column("published least range; blank for guns", None)
    max_range_m: Metres | None = column("published longest range; used where a missile has no `max_range_in`", None)
    min_altitude_m: Metres | None = column(
        "lowest target by published figures, roughly; `noe` is derived from it", None
    )
    min_range_in: Inches | None = column("a target nearer than this is safe; blank: min_range_m, or 0", None)
    max_range_in: Inches | None = column("longest range; for guns the longer of the next two ranges", None)
    calibre_mm: Annotated[float, Field(gt=0, le=500)] | None = column(
        "of a gun; gives its ranges where they are blank", None
    )
    has_fire_control: Flag = column("1: fire control, so a rolled 4 is rolled again (3.2.4c)", False)
    manual_range_in: Inches | None = column("range of a gun aimed by eye; blank: by calibre (3.2.5c)", None)
    fc_range_in: Inches | None = column("range of a gun with fire control; blank: by calibre", None)
    radar: Flag = column("1: a radar of its own, which spots hoverers and sees at night", False)
    rof: Annotated[int, Field(ge=1, le=16)] = column("rate of fire", 1, "shots")
    quality: Literal["9-10", "10", ""] = column("faces that abort; blank: ruling `default_quality`", "")
    abort_faces: Literal["1", "2", ""] = column("how many faces abort", "")
    noe: Rating = column(
        "may a missile engage helicopters at NOE; half: to half range. For guns: ruling `guns_noe_chop`", "Y"
    )
    chop: Rating = column("may a missile engage helicopters at all; half: ruling `chop_half_meaning`", "Y")
    cm_flares: Save | Literal[""] = column(
        "flares save from its abort on a die of 1-2 (P), 1-5 (V), 1-8 (VV); blank: never", ""
    )
    cm_ecm: Save | Literal[""] = column("ECM saves likewise; blank: never", "")
    shoulder_fired: Flag = column("1: may fire from a flat roof in a built-up area (3.2.3b)", False)
    combo_with: Text = column("id of the other half of a gun-missile combination (3.2.7)", "")

    @property
    def is_infrared(self) -> bool:
        """True for infrared missiles (TCIR, IAIR, AAIR)."""
        return self.guidance in ("TCIR", "IAIR", "AAIR")


class Aircraft(Sourced):
    """An airplane stand (section 2)."""

    role: Text = column("what it is flown for, such as fighter_bomber")
    max_load_kg: Kilograms = column("published maximum load under wings and fuselage")
    usable_load_kg: Kilograms | None = column("half of it, which a sortie carries (3.1.1.2a)", None)
    bomb_rof: Count | None = column(
        "bomb attacks: 1 for light attack, else usable load / 2000 kg, rounded up", None, "attacks"
    )
    light_attack: Flag = column("1: usable load of 1000 kg or less (3.1.1.2b)", False)
    light_attack_if_max_basis: Flag = column("1: so by the maximum load, the other reading", False)
    bomb_he_factor: Count | None = column("HE factor, the highest face that hits before modifiers", None, "face")
    bomb_area_in: Literal["1x1", "2x2", ""] = column("template of a bomb load, sides in inches", "", "in")
    gun: Text = column("main guns", "")
    gun_calibre_mm: float | None = column("calibre of the guns", None)
    gun_rof: Count = column("rate of fire of the guns (2.3.5)", 0, "shots")
    gun_hit_number: Count | None = column("highest face with which the guns hit (2.3.5)", None, "face")
    gun_ap: Flag = column("1: the guns pierce armour (2.3.5d)", False)
    rocket_fit: Text = column("a typical load of rockets, number x pod", "")
    rocket_count: Count = column("rockets in these pods", 0, "rockets")
    rocket_calibre_mm: float | None = column("calibre of the rockets", None)
    rocket_rof_pod_sum: Count = column("rate of fire of the rockets, formula 1.5.6.3e pod by pod", 0, "shots")
    rocket_rof_total: Count = column("the same, formula used once for all rockets", 0, "shots")
    asm: Text = column("a typical guided weapon", "")
    asm_guidance: Text = column("guidance of the weapon", "")
    asm_rof: Count | None = column("rate of fire of the weapon (2.3.6d)", None, "shots")
    asm_range_m: Metres | None = column("published range of the weapon", None)
    asm_range_in: Inches | None = column("range on the table, to the nearest 5", None)
    asm_launch_in: Inches | None = column("distance from the target at which the weapon is launched (2.3.6)", None)
    flares: Flag = column("1: carries flares", False)
    ecm: Flag = column("1: carries electronic countermeasures", False)
    irs: Flag = column("1: has an infrared suppressor", False)
    aam_in_addition: Flag = column("1: may carry air-to-air missiles besides its load", False)


class Helicopter(Sourced):
    """A helicopter stand (section 1)."""

    role: Literal["attack", "observation", "transport"] = column("what it is flown for")
    ordering: Literal["self", "flight"] = column("who gives it orders: itself, or its flight as one (1.2)")
    gun: Text = column("main gun", "")
    gun_mount: Literal["turret", "fixed", "pivot", "none"] = column("how the gun is mounted", "none")
    gun_calibre_mm: float | None = column("calibre of the gun", None)
    gun_rof: Count = column(
        "rate of fire of the gun (1.5.4c), of gatling and rotary guns by their real one (1.5.4d); 0: no gun", 0, "shots"
    )
    gun_ap: Flag = column("1: the gun pierces armour", False)
    door_guns: Count = column("machine guns in the doors", 0, "guns")
    door_gun_rof: Count | None = column("rate of fire of a door gun", None, "shots")
    rocket_fit: Text = column("a typical load of rockets, number x pod", "")
    rocket_count: Count = column("rockets in these pods; 0: none carried", 0, "rockets")
    rocket_calibre_mm: float | None = column("calibre of the rockets", None)
    rocket_rof_pod_sum: Count = column("rate of fire of the rockets, formula 1.5.6.3e pod by pod", 0, "shots")
    rocket_rof_total: Count = column("the same, formula used once for all rockets", 0, "shots")
    missile: Text = column("guided missile; blank: none carried", "")
    missile_count: Count = column("missiles carried", 0, "missiles")
    missile_guidance: Text = column("guidance of the missile; firing on the move depends on it (1.5.5)", "")
    missile_rof: Count | None = column("rate of fire of the missile (1.5.5)", None, "shots")
    missile_range_m: Metres | None = column("published range of the missile", None)
    missile_range_in: Inches | None = column("range on the table, to the nearest 5", None)
    sight: Literal["nose", "roof", "mast", "none"] = column(
        "where the sight sits; from behind cover a mast or roof sight is hard to spot (3.2.1)", "none"
    )
    stabilised_sight: Flag = column("1: a hasty advance costs it no -2", False)
    max_load_kg: Kilograms | None = column("published load of one that carries bombs", None)
    bomb_rof: Count | None = column("bomb attacks; blank: it carries no bombs", None, "attacks")
    bomb_he_factor: Count | None = column("HE factor of the bombs", None, "face")
    bomb_area_in: Literal["1x1", "2x2", ""] = column("template of the bombs, sides in inches", "", "in")
    transport: Flag = column("1: carries troops", False)
    flares: Flag = column("1: carries flares", False)
    ecm: Flag = column("1: carries electronic countermeasures", False)
    irs: Flag = column("1: has an infrared suppressor, which halves the range of infrared missiles (3.2.6.1a)", False)
    aam: Flag = column("1: may carry air-to-air missiles", False)


UNIT_TABLES = ("air_defence", "aircraft", "helicopters")
# What a short list shows of a unit between its name and its source.
SHOWN = {
    "air_defence": (
        "kind", "guidance", "max_range_in", "manual_range_in", "fc_range_in", "rof", "quality", "noe", "chop",
        "cm_flares", "cm_ecm",
    ),
    "aircraft": ("role", "usable_load_kg", "bomb_rof", "gun_rof", "rocket_rof_total", "asm", "flares", "ecm"),
    "helicopters": (
        "role", "gun_rof", "rocket_rof_total", "missile", "missile_count", "missile_range_in", "sight", "flares", "ecm",
        "irs",
    ),
}  # fmt: skip
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
    "hit_results": TableSchema(
        "tables/hit_results.csv", HitResult, key="quality", meaning="results of a hit", closed=True
    ),
    "morale": TableSchema("tables/morale.csv", Morale, key="quality", meaning="morale checks", closed=True),
    "morale_thresholds": TableSchema(
        "tables/morale_thresholds.csv", Value, key="name", meaning="degrees of failing a morale check", closed=True
    ),
    "spotting": TableSchema("tables/spotting.csv", Spotting, key="state", meaning="spotting ranges", closed=True),
    "spotting_factors": TableSchema(
        "tables/spotting_factors.csv", Value, key="name", meaning="factors on spotting", closed=True
    ),
    "ground_vs_chopper": TableSchema(
        "tables/ground_vs_chopper.csv", GroundWeapon, key="weapon", meaning="ground fire at slow helicopters"
    ),
    "base_game_constants": TableSchema(
        "tables/base_game_constants.csv", Value, key="name", meaning="constants of the base game", closed=True
    ),
    "armour": TableSchema("tables/armour.csv", Armour, key="afv", meaning="armour by weight of vehicle"),
    "he_modifiers": TableSchema(
        "tables/he_modifiers.csv", HeModifier, key="key", meaning="modifiers of HE hit numbers"
    ),
    "terrain_cover": TableSchema(
        "tables/terrain_cover.csv", TerrainCover, key="terrain", meaning="cover by terrain", closed=True
    ),
    "rocket_pods": TableSchema("tables/rocket_pods.csv", RocketPod, key="pod", meaning="rocket pods"),
    "rocket_he": TableSchema("tables/rocket_he.csv", RocketHe, key="calibre_from_mm", meaning="HE factors of rockets"),
    "small_arms_modifiers": TableSchema(
        "tables/small_arms_modifiers.csv", SmallArms, key="key", meaning="small arms, aircraft guns included"
    ),
    "armour_piercing": TableSchema(
        "tables/armour_piercing.csv", ArmourPiercing, key="key", meaning="AP of aircraft guns"
    ),
    "missiles": TableSchema("tables/missiles.csv", MissileHit, key="guidance", meaning="hit numbers of guided weapons"),
    "missile_rof": TableSchema("tables/missile_rof.csv", MissileRof, key="guidance", meaning="ROF of guided weapons"),
    "missile_effects": TableSchema(
        "tables/missile_effects.csv", MissileEffect, key="kind", meaning="effects of guided weapons"
    ),
    "artillery_response": TableSchema(
        "tables/artillery_response.csv", ArtilleryResponse, key="item", meaning="requests for indirect fire"
    ),
}
