"""Guided weapons against stands on the ground: ATGM, ASM, ARM, guided bombs, GPS weapons (1.5.5, 2.3.6; part D5).

A guided weapon is an `Ordnance` whose load is "atgm", "asm", "arm" or "gb". One attack rolls to hit on the number of
its guidance; a hit then pierces armour, or takes effect as an HE attack with its own factor, which is a third die.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simlab.jit import rule
from simlab.systems.command_decision.rules.attacks import (
    ARMOURED,
    DIE_FACES,
    ELIMINATED,
    EVERY_FACE,
    HIT,
    AttackCard,
    GroundRules,
    GroundStand,
    Ordnance,
    armour_of,
    class_modifier,
    faces_that_hit,
    hit_effect,
    is_affected,
    result_of_hit,
    roll_result,
    write_effects,
)
from simlab.systems.command_decision.rulings.weapons import AsmLaunchDistance, FireAndForgetSet, GpsMovedWindow

GUIDED = ("atgm", "asm", "arm", "gb")


@rule
def guided_result(hit_die, effect_die, he_die, hits_on, effects, he_on):
    """What one attack does: as `roll_result`, if the third die, the HE factor of the weapon, lets it (2.3.6c)."""
    return roll_result(hit_die, effect_die, hits_on, effects) * ((he_on >> he_die) & 1)


def guided_rof(guidance: str, is_helicopter: bool, rof: Mapping[str, tuple[int, int]], rulings: Any) -> int:
    """ROF of a guided weapon, and that many attacks on stands (2.3.4a).

    From planes 1 with CLOS, SACLOS or SAL, else 2 (2.3.6d); from helicopters 1, IIR and active radar 2 (1.5.5a,
    1.5.5b); the rule of planes for both with fire_and_forget_set = unified. rof: guidance -> (plane, helicopter).
    """
    plane, helicopter = rof[guidance]
    return helicopter if is_helicopter and rulings.fire_and_forget_set == FireAndForgetSet.AS_PRINTED else plane


def launch_distance(range_in: float, edge_in: float | None, rulings: Any, constants: Mapping[str, float]) -> float:
    """Distance in inches from which a plane launches at its target (2.3.6a, 2.3.6b, table B11).

    80 in, or three quarters of a range below 100 in; not from beyond the table edge, edge_in away from the target
    (None: far away). Ruling asm_launch_distance: the edge caps both, or the 80 in alone.
    """
    short = range_in < constants["launch_fraction_below_in"]
    wanted = constants["launch_fraction"] * range_in if short else constants["launch_cap_in"]
    if edge_in is None or (short and rulings.asm_launch_distance == AsmLaunchDistance.EDGE_CAPS_80_ONLY):
        return wanted
    return min(wanted, edge_in)


def guided_may_attack(stand: GroundStand, ordnance: Ordnance, rulings: Any) -> bool:
    """May this stand be attacked at all?

    A GPS weapon never attacks one that moved (2.3.6.1a; when, is ruling gps_moved_window). An anti-radar missile
    attacks an AA stand with a radar alone (part D11, assumed).
    """
    if ordnance.load == "arm" and not stand.radar:
        return False
    barred = {
        GpsMovedWindow.THIS_TURN: ("this_turn",),
        GpsMovedWindow.SINCE_PREVIOUS_STRIKE_PHASE: ("this_turn", "since_last_strike"),
    }[rulings.gps_moved_window]
    return not (ordnance.guidance == "GPS" and stand.moved in barred)


def has_he(ordnance: Ordnance) -> bool:
    """Has the weapon an HE effect, which suppresses the stand attacked (2.3.6e)?"""
    return ordnance.warhead == "he"


def guided_effect(die: int, stand: GroundStand, ordnance: Ordnance, rulings: Any, tables: GroundRules) -> int:
    """What a hit does by the effect die (2.3.6c, part D5).

    AP kills an AFV on 5 + AP - armour of the face struck or less, and does to all else what any hit does; HE as
    bombs do.
    """
    if has_he(ordnance):
        return hit_effect(die, stand, ordnance, rulings, tables)
    if stand.target in ARMOURED:
        kills = tables.base["ap_base"] + ordnance.piercing - armour_of(stand, ordnance.face, tables)
        return ELIMINATED if die <= kills else HIT
    return result_of_hit(die, stand.quality, tables)


def guided_card(stand: GroundStand, ordnance: Ordnance, rulings: Any, tables: GroundRules) -> AttackCard:
    """The card of one attack with a guided weapon at one stand.

    It hits on the number of its guidance less the penalty (2.3.6c, 1.5.5a, 3.2.4a). With an HE effect the third die
    must be at or below the HE factor with the modifiers of the target (part D2); the penalty does not count twice.
    """
    if not is_affected(stand, ordnance) or not guided_may_attack(stand, ordnance, rulings):
        return AttackCard(0, 0, 0)
    number = ordnance.factor - ordnance.penalty
    effects = {die: guided_effect(die, stand, ordnance, rulings, tables) for die in range(1, DIE_FACES + 1)}
    he_on = EVERY_FACE
    if has_he(ordnance):
        he_on = faces_that_hit(ordnance.he_factor + class_modifier(stand, ordnance, rulings, tables), rulings)
    return AttackCard(number, faces_that_hit(number, rulings), write_effects(effects), he_on)
