"""Helicopters in time: their movement, their attack, their absence, and the ground fire at them.

Clauses 1.2a, 1.4 (movement, pop-up, endurance, speed, move after firing), 1.5.2, 3.2.3c-d and 3.2.8, asked while a
scenario is packed. Tactical flight only (1.4a); Low and NOE are the two altitudes (1.4.1a); a pop-up is Low for as long
as it lasts (1.4.2e) and is not movement (1.4.2c). Section 2, on airplanes, binds no helicopter (2.0a).

Orders: attack and observation helicopters give themselves theirs (1.2b); of a flight of transports one helicopter a
turn gives the order for all (1.2e), and for morale the flight is a company (1.2f). The column ``ordering`` says which;
a sortie is flown by one stand, so neither takes anything away from it.
"""

from __future__ import annotations

from typing import Any

from simlab.systems.command_decision.addresses import GENERAL, LATE, OPPORTUNITY, PREPARATORY
from simlab.systems.command_decision.rules.air_defence import Altitude
from simlab.systems.command_decision.rules.hitting import DIE_FACES, ROLL_AGAIN, write_card
from simlab.systems.command_decision.rules.state import FORCED_BACK, NEAR_MISS, REMOVED
from simlab.systems.command_decision.rulings import (
    AaEngagementPhases,
    ChopperGroundProfile,
    ChopperMoraleTrigger,
    CollectiveStandoffDistance,
    CollectiveVsNoe,
    EnduranceArrivalTurnCounts,
    EnduranceLandedCounts,
    MissileOnMoveScope,
    NearMissTrigger,
    PopDownIfNotFired,
    PopUpFirePhase,
    PopUpIsSlow,
    RearmPartialTurnCounts,
    SlowAtLow,
    SlowThreshold,
    VoluntaryDeparture,
)

CM_PER_INCH = 2.54


def is_slow(altitude: str, inches: float, rulings: Any, bma_in: float) -> bool:
    """May it be engaged as a ground target, having moved its BMA or less (3.2.3c, 1.4.4c)?

    A faster one is open to AA weapons alone (3.2.3e). Movement at Low is unlimited (1.4.4a), so the test applies there
    by ruling slow_at_low.
    """
    if altitude == "landed":
        return True
    if altitude == "low" and rulings.slow_at_low == SlowAtLow.NOE_ONLY:
        return False
    if altitude == "popup" and rulings.pop_up_is_slow == PopUpIsSlow.NO:
        return False
    return inches < bma_in if rulings.slow_threshold == SlowThreshold.LT_30 else inches <= bma_in


def fire_window(altitude: str, inches: float, wish: str, weapon: str, guidance: str, rulings: Any) -> int | None:
    """The window of its attack, None for no attack: normal phases, not preparatory fire (1.5.2a, 1.5.2b; 1.4.2b).

    A pop-up may follow a move (1.4.1c), and then fires as one that moved.
    """
    if wish == "never" or altitude == "landed" or weapon == "none":
        return None
    on_move = rulings.missile_on_move_scope == MissileOnMoveScope.FIRE_AND_FORGET_ONLY  # 1.5.5c
    if weapon == "missile" and inches > 0 and on_move and guidance not in ("IIR", "AR"):
        return None
    if altitude == "popup" and rulings.pop_up_fire_phase == PopUpFirePhase.GENERAL_ONLY:
        return GENERAL
    return GENERAL if wish == "general" or inches > 0 else OPPORTUNITY


def aa_windows(turn_over_table: int, rulings: Any) -> tuple[int, ...]:
    """Windows of a turn in which AA may engage a helicopter (ruling aa_engagement_phases)."""
    phases = rulings.aa_engagement_phases
    if phases == AaEngagementPhases.OPPORTUNITY_ONLY:
        return (OPPORTUNITY,)
    if phases == AaEngagementPhases.OPPORTUNITY_OR_GENERAL:
        return (OPPORTUNITY, GENERAL)
    return (PREPARATORY, OPPORTUNITY, GENERAL, LATE) if turn_over_table > 1 else (OPPORTUNITY, GENERAL, LATE)


def altitude_in(window: int, altitude: Altitude, fired_earlier: bool, rulings: Any) -> Altitude:
    """Altitude in a window. A pop-up goes down in the move after firing, or when its time is over (1.4.2d).

    For `PREPARATORY`, give the altitude and the firing of the turn before.
    """
    if altitude != "popup":
        return altitude
    if fired_earlier:
        return "noe"
    stays_up = {
        PREPARATORY: (PopDownIfNotFired.START_OF_NEXT_MOVE,),
        LATE: (PopDownIfNotFired.END_OF_TURN, PopDownIfNotFired.START_OF_NEXT_MOVE),
    }.get(window)
    return "popup" if stays_up is None or rulings.pop_down_if_not_fired in stays_up else "noe"


def turns_over_table(altitudes: list[str], leave_after: int, rulings: Any, endurance: int) -> int:
    """Turns of one sortie over the table when nothing drives it off (1.4.3a, 1.4.3b).

    altitudes: by turn over the table, for as many turns as the game has; leave_after: 0 to stay as long as it may.
    """
    leaves_early = leave_after and rulings.voluntary_departure == VoluntaryDeparture.YES
    limit = leave_after if leaves_early else len(altitudes)
    counted = 0
    for number, altitude in enumerate(altitudes, start=1):
        arrival = number == 1 and rulings.endurance_arrival_turn_counts == EnduranceArrivalTurnCounts.NO
        landed = altitude == "landed" and rulings.endurance_landed_counts == EnduranceLandedCounts.NO
        counted += not (arrival or landed)
        if counted == endurance or number == limit:
            return number
    return len(altitudes)


def turns_away(morale: str, rulings: Any, constants: dict[str, float]) -> int:
    """Turns from the one in which it left to the one in which it may come back (1.2a, table B12).

    Left in good morale 1.4.3.1a, shaken 1.4.3.1b, demoralised 1.4.3.1c.
    """
    whole = int(constants[f"rearm_turns_{morale}"])
    return whole if rulings.rearm_partial_turn_counts == RearmPartialTurnCounts.YES else whole + 1


def ground_card(
    hit_number: int, armour_piercing: int, result: Any, rulings: Any, ap_base: int, armour: int
) -> tuple[int, int]:
    """(first, second) card of a ground shot at a slow helicopter (3.2.3c, 3.2.3d; parts D4, D5, D9).

    The first is read by the hit die: roll on, or a miss. The second is read by the effect die: the hit results of the
    crew, or penetration. It is hit as a vehicle (1.1a), and without cover, for whoever fires at it sees it (1.3c).
    """
    miss = NEAR_MISS if rulings.near_miss_trigger == NearMissTrigger.ANY_SHOT_WITHOUT_KILL else 0
    first = {die: ROLL_AGAIN if die <= hit_number else miss for die in range(1, DIE_FACES + 1)}
    if rulings.chopper_ground_profile == ChopperGroundProfile.LIGHT_ARMOUR:
        kills = ap_base + armour_piercing - armour
        second = {die: REMOVED if die <= kills else NEAR_MISS for die in range(1, DIE_FACES + 1)}
    else:
        second = {
            die: NEAR_MISS if die <= result.no_effect_to else FORCED_BACK if die <= result.forced_back_to else REMOVED
            for die in range(1, DIE_FACES + 1)
        }
    return write_card(first), write_card(second)


def collective_applies(altitude: str, weapon: str, nearest_enemy_in: float, rulings: Any, standoff: float) -> bool:
    """Does the collective roll fall on it (3.2.8a, 3.2.8b)? Missiles from a stand-off distance are exempt."""
    if rulings.collective_standoff_distance == CollectiveStandoffDistance.CENTIMETRES_20:
        standoff /= CM_PER_INCH
    if weapon == "missile" and nearest_enemy_in > standoff:
        return False
    if altitude == "noe" and rulings.collective_vs_noe == CollectiveVsNoe.NO:
        return False
    return rulings.collective_fire_radius == "none" or nearest_enemy_in <= rulings.collective_fire_radius


def is_heavy_army(army: Any, year: int, rulings: Any) -> bool:
    """Does the army of this row count as heavily armed with machine guns in that year (3.2.8e)?

    The clause says *after* the mid seventies, so a year that a ruling names does not count itself.
    """
    if army.ruling == "heavy_mg_year":
        return bool(year > rulings.heavy_mg_year)
    if army.ruling == "heavy_mg_israel_year" and rulings.heavy_mg_israel_year != "any":
        return bool(year > rulings.heavy_mg_israel_year)
    return army.heavy_from_year is not None and year >= army.heavy_from_year


def morale_card(pass_on: int, shaken_by: int, demoralised_by: int) -> int:
    """Card of a morale die: 0 passes, 2 shaken, 3 demoralised (1.4.3c; part D6)."""
    faces = {}
    for die in range(1, DIE_FACES + 1):
        fail = die - pass_on
        faces[die] = 3 if fail >= demoralised_by else 2 if fail >= shaken_by and fail > 0 else 0
    return write_card(faces)


def checks_morale(rulings: Any) -> int:
    """0 never, 1 when forced back, 2 when penalised by 2 or more, 3 every turn (ruling chopper_morale_trigger).

    It checks alone: for morale it is a company of one stand (1.2c). What its own attack does to the morale of those
    near is no air strike (1.3a). The base game's effects of proximity (1.3b) are not public and left out.
    """
    return {
        ChopperMoraleTrigger.NONE: 0,
        ChopperMoraleTrigger.WHEN_FORCED_BACK: 1,
        ChopperMoraleTrigger.WHEN_PENALISED_2_OR_MORE: 2,
        ChopperMoraleTrigger.EVERY_TURN: 3,
    }[rulings.chopper_morale_trigger]


def counts_as_afv(gun_rof: int, rockets: int, missiles: int, door_guns: int) -> bool:
    """Does it count as an AFV in the morale checks of its enemies, being armed in any way (1.3d)?"""
    return any((gun_rof, rockets, missiles, door_guns))
