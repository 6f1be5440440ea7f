"""From rows of unit tables to the cards, settings and critical columns that rounds are played with."""

from __future__ import annotations

from typing import Any

import numpy as np

from simlab.catalog import Catalog
from simlab.errors import ScenarioError
from simlab.systems.alpha_strike.rules.condition import BYTE, SEVEN, THREE, fresh
from simlab.systems.alpha_strike.rules.critical_hits import EFFECTS, MOTIVE_EFFECTS
from simlab.systems.alpha_strike.rules.fighting_card import (
    AEROSPACE,
    ARMORED,
    BAR,
    BRACKETS,
    CARD_COLUMNS,
    CASE,
    CASE_2,
    COLUMN_WIDTH,
    CRITICAL_RESISTANT,
    DROPSHIP,
    FIGHTER,
    FLIES_LOW,
    HEAT_SCALE,
    INDUSTRIAL,
    INFANTRY,
    LARGE_CRAFT,
    MECH,
    MOTIVE_ROW,
    OVERHEAT_LONG,
    PROTOMECH,
    SETTING_COLUMNS,
    VEHICLE,
    WEAK_ENGINE,
)
from simlab.systems.alpha_strike.rules.large_craft import forward_arcs
from simlab.systems.alpha_strike.rules.values import brackets, has
from simlab.systems.alpha_strike.rulings.declaring import Ruleset
from simlab.systems.alpha_strike.rulings.flying import DamageControlLoss, SmallCraftArcs
from simlab.systems.alpha_strike.rulings.to_hit import AirborneModAirToAir, CrewHitScope, DroneForm, SmallCraftStack
from simlab.systems.alpha_strike.tables import modifiers
from simlab.systems.alpha_strike.units import ARCS, Aerospace, Ground

CLASS_OF = {"BM": MECH, "IM": MECH, "PM": PROTOMECH, "CV": VEHICLE, "SV": VEHICLE, "CI": INFANTRY, "BA": INFANTRY}
COLUMN_OF = {"mech": MECH, "protomech": PROTOMECH, "vehicle": VEHICLE, "aerospace": FIGHTER,
             "dropship_small_craft": LARGE_CRAFT, "motive": MOTIVE_ROW}  # fmt: skip
TRAIT_CODES = {"BAR": BAR, "CASE": CASE, "CASEII": CASE_2, "ENE": CASE_2, "ARM": ARMORED, "CR": CRITICAL_RESISTANT,
               "EE": WEAK_ENGINE, "FC": WEAK_ENGINE, "OVL": OVERHEAT_LONG}  # fmt: skip


class Book:
    """The rulebook values of a catalog under the rulings in force: to-hit modifiers and printed constants."""

    def __init__(self, rulings: Any, catalog: Catalog) -> None:
        self.rulings, self.catalog = rulings, catalog
        self.modifiers = modifiers(catalog.rows("to_hit"), rulings.ruleset)
        self.drone = modifiers(catalog.rows("to_hit"), Ruleset.AS2013)["attacker_drone"]
        self.constants = {row.name: row.value for row in catalog.rows("constants")}

    def whole(self, name: str) -> int:
        """A printed constant as a whole number."""
        return int(self.constants[name])

    @property
    def bounds(self) -> tuple[float, float, float]:
        """Upper ends of Short, Medium and Long in inches (AS-6.5)."""
        return self.constants["short_to_in"], self.constants["medium_to_in"], self.constants["long_to_in"]

    def range_modifiers(self) -> list[int]:
        """To-hit modifier of each bracket."""
        return [self.modifiers[f"range_{bracket}"] for bracket in BRACKETS]

    def support_vehicle(self, row: Any) -> int:
        """Fire control of a support vehicle: AFC, BFC, or neither (AS-6.9)."""
        if row.type != "SV":
            return 0
        code = "sv_afc" if has(row.specials, "AFC") else "sv_bfc" if has(row.specials, "BFC") else "sv_none"
        return self.modifiers[code]

    def own_modifier(self, row: Any) -> int:
        """What a unit adds to its own attack rolls for good: drone, support vehicle (AS-6.9; ruling drone_form)."""
        drone = is_drone(row) and self.rulings.drone_form == DroneForm.TO_HIT_PLUS_1
        return self.support_vehicle(row) + (self.drone if drone else 0)

    def own_skill(self, row: Any, skill: int) -> int:
        """Skill with the drone penalty where it lies there (ruling drone_form)."""
        return skill + int(is_drone(row) and self.rulings.drone_form == DroneForm.SKILL_PLUS_1)

    def airborne_target(self, row: Aerospace, airborne: bool) -> int:
        """Target type of an airborne aerospace unit (AS-6.7, AS-12.7, AS-13.4, AS-15.5; ruling small_craft_stack).

        airborne: does the + 2 for an airborne target apply to this attack?
        """
        applies = airborne
        modifier = 0
        if row.type in ("DA", "DS"):
            modifier = self.modifiers["type_dropship"]
        elif row.type == "SC":
            modifier = self.modifiers["type_small_craft"]
            applies = airborne and self.rulings.small_craft_stack == SmallCraftStack.STACK
        return modifier + (self.modifiers["type_airborne_aerospace"] if applies else 0)

    def air_to_air_target(self, row: Aerospace) -> int:
        """The same for an attack from the air (ruling airborne_mod_air_to_air)."""
        return self.airborne_target(row, self.rulings.airborne_mod_air_to_air == AirborneModAirToAir.APPLIED)

    def motive_modifier(self, row: Ground) -> int:
        """Modifier of the motive roll (AS-10.5)."""
        modifier = 0
        if any(code in row.motive for code in "wh"):
            modifier = self.whole("motive_wheeled_hover")
        if any(code in row.motive for code in "vg"):
            modifier = self.whole("motive_vtol_wige")
        return modifier + (self.whole("motive_ars") if has(row.specials, "ARS") else 0)


def is_drone(row: Any) -> bool:
    """Is it a drone (DRO, RBT)?"""
    return has(row.specials, "DRO", "RBT")


def token_of(text: str) -> int:
    """The token of a printed damage value (AS-1.5).

    >>> token_of("3"), token_of("0*"), token_of("-"), token_of("0")
    (4, 1, 0, 0)
    """
    if text == "0*":
        return 1
    return 0 if text in ("", "-", "0") else int(text) + 1


def class_of(row: Any) -> int:
    """Class of a unit (AS-1.3)."""
    if isinstance(row, Aerospace):
        return LARGE_CRAFT if row.is_large else FIGHTER
    return CLASS_OF[row.type]


def traits_of(row: Any) -> int:
    """Traits of a unit as bits (section 17)."""
    traits = 0
    for code, trait in TRAIT_CODES.items():
        traits |= trait if has(row.specials, code) else 0
    traits |= HEAT_SCALE if row.heat_scale else 0
    if isinstance(row, Aerospace):
        return traits | AEROSPACE | (DROPSHIP if row.type in ("DA", "DS") else 0)
    return traits | (INDUSTRIAL if row.type == "IM" else 0) | (FLIES_LOW if row.flies else 0)


def damage_tokens(row: Any) -> list[int]:
    """Tokens of the four arcs at the four brackets; a ground unit has one arc and nothing at Extreme."""
    if isinstance(row, Aerospace):
        return [token_of(text) for arc in ARCS for text in row.damage(arc)]
    return [token_of(text) for text in (row.dmg_s, row.dmg_m, row.dmg_l, "-")] + [0] * 12


def fighting_card(row: Any, skill: int, book: Book, where: str) -> list[int]:
    """The card of a unit: int[CARD_COLUMNS] (see `rules.fighting_card`). ScenarioError for numbers out of range."""
    aerospace = isinstance(row, Aerospace)
    if row.armor > BYTE or row.structure > BYTE:
        raise ScenarioError(f"{where}: {row.id} has more than {BYTE} points of armor or structure")
    arcs = 4 if aerospace and row.arcs else 1
    one = book.rulings.small_craft_arcs == SmallCraftArcs.ONE
    forward = forward_arcs(row.type, row.move_mode, arcs == 4, one) if aerospace else 1
    card = [
        class_of(row), book.own_skill(row, skill), row.armor, row.structure, row.th if aerospace else 0,
        row.thrust if aerospace else 0, 0 if aerospace else min(row.inches, SEVEN), row.ov, traits_of(row),
        book.own_modifier(row), book.air_to_air_target(row) if aerospace else 0,
        book.motive_modifier(row) if not aerospace and row.is_vehicle else 0,
        row.pv or row.pv_formula or 0, arcs, forward, *damage_tokens(row),
        *(token_of(text) for text in brackets(row.specials, "REAR")),
        *(token_of(text) for text in brackets(row.specials, "FLK")),
    ]  # fmt: skip
    assert len(card) == CARD_COLUMNS
    return card


def fresh_condition(row: Any, tmm: int = 0) -> int:
    """The condition of an undamaged unit."""
    move = 0 if isinstance(row, Aerospace) else min(row.inches, SEVEN)
    return fresh(row.armor, row.structure, move, min(tmm, THREE), has(row.specials, "ARM"))


def settings_of(book: Book) -> list[int]:
    """What rulings and printed constants decide for all units: int[SETTING_COLUMNS] (see `rules.fighting_card`)."""
    r, of = book.rulings, book.modifiers
    settings = [
        int(r.ruleset == Ruleset.ASCE), r.minimal_damage_roll, int(r.natural_12_crit), int(r.threshold_compare),
        int(r.threshold_and_structure), int(r.weapon_hit_large), int(r.engine_hit_fighter_rounding),
        int(r.inapplicable_crit), int(r.crew_hit_scope == CrewHitScope.ATTACKS_AND_CONTROL), int(r.heat_thrust),
        int(r.bomb_thrust_order), loss_of(r), int(r.control_roll_once), int(r.damage_timing), int(r.engagement_end),
        int(r.air_range_choice), int(r.tailed_return_fire), r.flak_margin,
        book.whole("outside_heat_cap"), book.whole("heat_top"), book.whole("heat_move_in"),
        book.whole("minor_motive_in"), book.whole("halved_least_in"), book.whole("cr_shift"),
        book.whole("crash_damage"), book.whole("case_damage"), book.whole("inapplicable_damage"),
        book.whole("control_atmosphere"), book.whole("control_crew_hit"), book.whole("control_thruster_hit"),
        book.whole("control_tailed"), book.whole("control_tailing"), book.whole("rear_bonus"),
        of["fire_control_hit"], of["crew_hit"], of["attacker_tailing"], of["attacker_rear_weapons"],
        *book.range_modifiers(),
    ]  # fmt: skip
    assert len(settings) == SETTING_COLUMNS
    return settings


def loss_of(rulings: Any) -> int:
    """What a failed damage Control Roll does, as a code of `rules.fighting_card` (ruling damage_control_loss)."""
    return int(DamageControlLoss(rulings.damage_control_loss))


def effect_columns(catalog: Catalog) -> np.ndarray:
    """Effects by class (motive damage last) and total: int64[7, COLUMN_WIDTH] (AS-10.3, AS-10.5)."""
    columns = np.zeros((MOTIVE_ROW + 1, COLUMN_WIDTH), np.int64)
    for row in catalog.rows("crits"):
        first, _, last = row.roll.removesuffix("+").partition("-")
        high = COLUMN_WIDTH - 1 if row.roll.endswith("+") else int(last or first)
        effects = MOTIVE_EFFECTS if row.table == "motive" else EFFECTS
        if row.code not in effects:
            file = catalog.file_of("crits", row.key)
            raise ScenarioError(
                f'{file}, {row.table} {row.roll}: no effect "{row.code}"; there are {", ".join(effects)}'
            )
        columns[COLUMN_OF[row.table], int(first) : high + 1] = effects[row.code]
    return columns
