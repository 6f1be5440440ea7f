"""Who may attack what, and how strongly (section 11.08 to 15.03 of the air rules, B4, B10 to B12).

Strengths are whole numbers of halves, so 3/2 is 3. A strength of 0 halves means: may not attack that target.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any, NamedTuple

from simlab.systems.continental_siege.rules.odds import odds_column
from simlab.systems.continental_siege.rulings.air_defence import (
    AaArc,
    AaHalvingVsPropulsion,
    HowitzerMinRange,
    HowitzerVsFf,
    MobileHowitzerVsAir,
    SuperheavyVsAir,
)
from simlab.systems.continental_siege.rulings.attacks import (
    AircraftSameHexFire,
    CombinedFireOnAircraft,
    FractionalStrength,
    PropulsionCombinedFire,
)
from simlab.systems.continental_siege.rulings.bombs import (
    ApBombCombination,
    ApBombHalved,
    ApBombOtherTargets,
    ApBombVsCp,
    BombloadCombination,
)
from simlab.systems.continental_siege.rulings.fortresses import AamArc, FfBombsTargetable, FfGunsVsGround
from simlab.systems.continental_siege.rulings.movement import ArcBoundary, ArcOwnHexGround

HALF = 2  # halves of a point
NEAREST_HOWITZER_TARGET = 2  # hexes, under ruling howitzer_min_range = two


class Sort(IntEnum):
    """Sorts of attackers."""

    AA = 0
    FIGHTER = 1
    FF_GUN = 2
    AAM = 3
    BOMBLOAD = 4
    AP_BOMBLOAD = 5
    OGRE_MISSILE = 6
    OGRE_MAIN = 7
    OGRE_SECONDARY = 8
    OGRE_AP = 9
    HOWITZER = 10
    MOBILE_HOWITZER = 11
    SUPERHEAVY = 12
    INFANTRY = 13
    OTHER_GROUND = 14  # tanks and GEVs


class Aim(IntEnum):
    """Sorts of targets: a unit, or a system of a record sheet."""

    AIRCRAFT = 0
    FF_WEAPON = 1
    FF_BOMB = 2  # a bombload or AP bombload still aboard
    PROPULSION = 3
    ARMOUR = 4  # AA units too (15.04)
    INFANTRY = 5
    CP = 6
    OGRE_WEAPON = 7
    OGRE_AP_GUN = 8
    TREADS = 9


class Arc(IntEnum):
    """Where the target's hex lies as seen from an attacker with a facing (13.02)."""

    INSIDE = 0
    BOUNDARY = 1  # on one of the two bounding hex rows
    OUTSIDE = 2


class Weapon(NamedTuple):
    """An attacker. attack: printed points; range in hexes; air, ground: halves for each point against such targets."""

    sort: Sort
    attack: int
    range: int
    air: int = HALF
    ground: int = HALF


IN_THE_AIR = frozenset({Aim.AIRCRAFT, Aim.FF_WEAPON, Aim.FF_BOMB, Aim.PROPULSION})
FORTRESS = frozenset({Aim.FF_WEAPON, Aim.FF_BOMB, Aim.PROPULSION})
BOXES = frozenset({Aim.PROPULSION, Aim.TREADS})
BOMBS = frozenset({Sort.BOMBLOAD, Sort.AP_BOMBLOAD})
# 11.08, 11.081, 12.06, 14.031: these never attack what flies; 12.01: a bomber has nothing but its bombs.
GROUND_ONLY = BOMBS | {Sort.OGRE_SECONDARY, Sort.OGRE_AP, Sort.INFANTRY, Sort.OTHER_GROUND}


def strength(weapon: Weapon, aim: Aim, defence: int, rulings: Any) -> int:
    """Strength, in halves, of one attacker against a target of that sort and defence; 0: it may not attack it.

    Rounded under rulings `fractional_strength` = floor_each or ceil_each; floor_total is for the sum (`column_of`).
    """
    halves = _in_the_air(weapon, aim, rulings) if aim in IN_THE_AIR else _on_the_ground(weapon, aim, defence, rulings)
    if rulings.fractional_strength == FractionalStrength.FLOOR_EACH:
        return halves // HALF * HALF
    if rulings.fractional_strength == FractionalStrength.CEIL_EACH:
        return -(-halves // HALF) * HALF
    return halves


def _in_the_air(weapon: Weapon, aim: Aim, rulings: Any) -> int:
    """11.08 to 11.082, 14.02 to 14.06, 15.03: full strength but for howitzers."""
    sort, full = weapon.sort, HALF * weapon.attack
    if sort in GROUND_ONLY:
        return 0
    if aim == Aim.FF_BOMB and rulings.ff_bombs_targetable == FfBombsTargetable.NO:
        return 0
    if sort == Sort.MOBILE_HOWITZER and rulings.mobile_howitzer_vs_air == MobileHowitzerVsAir.NO:
        return 0
    if sort in (Sort.HOWITZER, Sort.MOBILE_HOWITZER):
        at_full = aim in FORTRESS and rulings.howitzer_vs_ff == HowitzerVsFf.FULL
        return full if at_full else weapon.attack * weapon.air
    if sort == Sort.SUPERHEAVY:
        # "As Ogre main batteries": its guns may then fire at aircraft, unhalved, each with its own strength.
        return full if rulings.superheavy_vs_air == SuperheavyVsAir.SUPERHEAVY_AS_OGRE_MAIN else 0
    halved = (
        sort == Sort.AA and aim == Aim.PROPULSION and rulings.aa_halving_vs_propulsion == AaHalvingVsPropulsion.HALF
    )
    return weapon.attack if halved else weapon.attack * weapon.air


def _on_the_ground(weapon: Weapon, aim: Aim, defence: int, rulings: Any) -> int:
    """12.03, 12.07, 13.03, 14.031, 14.04, 14.05, 15.03, B12."""
    sort = weapon.sort
    if sort == Sort.AAM:
        return 0
    if sort == Sort.FF_GUN:
        full = rulings.ff_guns_vs_ground == FfGunsVsGround.FULL
        return weapon.attack * (HALF if full else 1)
    if sort == Sort.BOMBLOAD:
        return weapon.attack * (1 if aim == Aim.INFANTRY else HALF)
    if sort == Sort.AP_BOMBLOAD:
        at_guns = aim == Aim.OGRE_AP_GUN and rulings.ap_bomb_other_targets == ApBombOtherTargets.OGRE_AP_GUNS
        if aim not in (Aim.INFANTRY, Aim.CP) and not at_guns:
            return 0
        halved = aim == Aim.INFANTRY and rulings.ap_bomb_halved == ApBombHalved.YES
        return weapon.attack * (1 if halved else HALF)
    if sort == Sort.OGRE_AP and aim != Aim.INFANTRY and (defence > 0 or aim in BOXES):
        return 0
    return weapon.attack * weapon.ground


def defence_against(weapon: Weapon, aim: Aim, defence: int, rulings: Any) -> int:
    """Defence that this attacker meets: 1 for a CP of defence 0 under ruling `ap_bomb_vs_cp` = as_d1 (14.031)."""
    as_d1 = weapon.sort == Sort.AP_BOMBLOAD and aim == Aim.CP and rulings.ap_bomb_vs_cp == ApBombVsCp.AS_D1
    return max(defence, 1) if as_d1 else defence


def column_of(strengths: Sequence[int], defence: int, rulings: Any) -> int:
    """Odds column of an attack with these strengths (halves) added up (B4, B5; ruling `fractional_strength`)."""
    return odds_column(total_strength(strengths, rulings), defence)


def total_strength(strengths: Sequence[int], rulings: Any) -> int:
    """The sum of an attack in halves, rounded down to whole points under ruling `fractional_strength` = floor_total."""
    total = sum(strengths)
    return total // HALF * HALF if rulings.fractional_strength == FractionalStrength.FLOOR_TOTAL else total


def reaches(weapon: Weapon, aim: Aim, distance: int, arc: Arc, rulings: Any) -> bool:
    """Range and arc (B4, 13.02, 13.021, 14.05): may it attack a target at that distance, in that direction?

    Bombs fall where their carrier is (12.03, 14.031). An own hex is in every arc.
    """
    if weapon.sort in BOMBS:
        return True
    if distance > weapon.range:
        return False
    guided_by_nose = weapon.sort in (Sort.FIGHTER, Sort.FF_GUN)
    if distance == 0:
        if aim in IN_THE_AIR:
            if rulings.aircraft_same_hex_fire == AircraftSameHexFire.FORBIDDEN and not guided_by_nose:
                return False
        elif guided_by_nose and rulings.arc_own_hex_ground == ArcOwnHexGround.AIRCRAFT_ONLY:
            return False
    howitzer = weapon.sort in (Sort.HOWITZER, Sort.MOBILE_HOWITZER)
    too_near = distance < NEAREST_HOWITZER_TARGET and rulings.howitzer_min_range == HowitzerMinRange.TWO
    if howitzer and aim in IN_THE_AIR and too_near:
        return False
    return distance == 0 or not has_arc(weapon, rulings) or in_arc(arc, rulings)


def has_arc(weapon: Weapon, rulings: Any) -> bool:
    """Does it fire into a forward arc only (13.02, 14.05; rulings `aam_arc`, `aa_arc`)?"""
    if weapon.sort == Sort.AAM:
        return rulings.aam_arc == AamArc.FORWARD_ARC
    if weapon.sort == Sort.AA:
        return rulings.aa_arc == AaArc.FORWARD_ARC
    return weapon.sort in (Sort.FIGHTER, Sort.FF_GUN)


def in_arc(arc: Arc, rulings: Any) -> bool:
    """Is a hex so placed in the forward arc (13.02; ruling `arc_boundary`)?"""
    return arc == Arc.INSIDE or (arc == Arc.BOUNDARY and rulings.arc_boundary == ArcBoundary.INCLUSIVE)


def may_combine(sort: Sort, aim: Aim, rulings: Any) -> bool:
    """May several attackers of this sort add up in one attack on that target (B4, 14.02, 12.04, 14.031)?

    Treads are never attacked in combination (B11), propulsion only under ruling `propulsion_combined_fire`.
    """
    if aim == Aim.TREADS:
        return False
    if aim == Aim.PROPULSION:
        return rulings.propulsion_combined_fire == PropulsionCombinedFire.ALLOWED
    if sort == Sort.BOMBLOAD:
        return rulings.bombload_combination != BombloadCombination.SEPARATE
    if sort == Sort.AP_BOMBLOAD:
        return rulings.ap_bomb_combination == ApBombCombination.COMBINABLE
    if aim in IN_THE_AIR:
        return rulings.combined_fire_on_aircraft == CombinedFireOnAircraft.ALLOWED
    return True
