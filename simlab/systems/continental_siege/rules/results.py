"""What results do to targets (B7, B8, B10) and how long a disablement lasts (B9)."""

from __future__ import annotations

from simlab.jit import rule
from simlab.systems.continental_siege.rules.odds import NE, D, X
from simlab.systems.continental_siege.rulings.attacks import AircraftRecovery, AircraftSecondD
from simlab.systems.continental_siege.rulings.base_game import DisabledRecovery, InfantryDResult, SecondDArmor

FIT, DISABLED, DESTROYED = 0, 1, 2
STATUSES = ("fit", "disabled", "destroyed")
KILLS, NOTHING_MORE, STARTS_ANEW = 0, 1, 2  # what a second D does


def second_d_on_aircraft(rulings) -> int:
    """What a D does to a disabled bomber or fighter (11.09; ruling `aircraft_second_d`)."""
    return {
        AircraftSecondD.DESTROYED: KILLS,
        AircraftSecondD.NO_EXTRA: NOTHING_MORE,
        AircraftSecondD.EXTENDS: STARTS_ANEW,
    }[rulings.aircraft_second_d]


def second_d_on_armour(rulings) -> int:
    """What a D does to a disabled armour unit (B8; ruling `second_d_armor`)."""
    return KILLS if rulings.second_d_armor == SecondDArmor.DESTROYED else NOTHING_MORE


@rule
def status_after(status, result, second_d):
    """Status of an armour unit, AA unit, bomber or fighter after one result (B7, B8, 11.09).

    second_d: `KILLS`, or anything else where a second D leaves it disabled.

    >>> status_after(FIT, D, KILLS), status_after(DISABLED, D, KILLS), status_after(DISABLED, D, NOTHING_MORE)
    (1, 2, 1)
    """
    if status == DESTROYED or result == NE:
        return status
    if result == X:
        return DESTROYED
    return DESTROYED if status == DISABLED and second_d == KILLS else DISABLED


@rule
def disabled_anew(status, result, second_d):
    """Does this result start the clock of B9? A D on a fit unit does; a second one by ``second_d = STARTS_ANEW``."""
    return result == D and (status == FIT or (status == DISABLED and second_d == STARTS_ANEW))


@rule
def squads_after(squads, result, d_kills):
    """Squads of an infantry group after one result (B7, B10): a D costs one where ``d_kills``, an X all of them.

    >>> squads_after(3, D, True), squads_after(3, X, True), squads_after(1, D, True), squads_after(2, D, False)
    (2, 0, 0, 2)
    """
    if result == X:
        return 0
    return squads - 1 if result == D and d_kills and squads > 0 else squads


def d_kills_squad(rulings) -> bool:
    """Does a D cost an infantry group a squad, or disable it (ruling `infantry_d_result`)?"""
    return rulings.infantry_d_result == InfantryDResult.LOSE_ONE_SQUAD


@rule
def weapon_after(boxes, result):
    """Boxes of one sort on a sheet after an attack that named one of them: only an X takes it off (B7, B11, 14.06)."""
    return boxes - 1 if result == X and boxes > 0 else boxes


# A moment of a game in one number: twice the player-turn, plus 1 for its end; even numbers lie just before its fire
# phase. A disablement with the moment m is over once m has come.
@rule
def moment_before_fire(player_turn):
    """The moment just before the fire phase of a player-turn."""
    return 2 * player_turn


@rule
def moment_of_end(player_turn):
    """The moment at the end of a player-turn."""
    return 2 * player_turn + 1


def aircraft_recovers(player_turn: int, own_turn: bool, rulings) -> int:
    """The moment at which an aircraft disabled in this player-turn recovers (11.09, B9; ruling `aircraft_recovery`).

    own_turn: was it hit in its own player-turn (possible only where AA units fire in the enemy turn)? Under
    `own_turn_only` the turn that it loses is then this one.
    """
    if rulings.aircraft_recovery == AircraftRecovery.OWN_TURN_ONLY:
        return moment_of_end(player_turn if own_turn else player_turn + 1)
    last = player_turn + (1 if own_turn else 2)  # B9
    if rulings.aircraft_recovery == AircraftRecovery.UNTIL_NEXT_FIRE_PHASE_START:
        return moment_before_fire(last)
    return moment_of_end(last)


def armour_recovers(player_turn: int, own_turn: bool, rulings) -> int:
    """The moment at which armour disabled in this player-turn recovers (B9; ruling `disabled_recovery`)."""
    last = player_turn + (1 if own_turn else 2)
    if rulings.disabled_recovery == DisabledRecovery.BEFORE_NEXT_ENEMY_FIRE:
        return moment_before_fire(last)
    return moment_of_end(last)
