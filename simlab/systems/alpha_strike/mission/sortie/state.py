"""A sortie under way: what every unit and every pair of aircraft is in, and damage that waits for the End Phase."""

from typing import NamedTuple

import numpy as np

from simlab.dice import level
from simlab.jit import rule
from simlab.systems.alpha_strike.addresses import AIRCRAFT, GROUND
from simlab.systems.alpha_strike.engagement.harm import take_damage
from simlab.systems.alpha_strike.mission.sortie.columns import BOMBS, HIGH, SIDE, START, WISH, ZONE
from simlab.systems.alpha_strike.mission.sortie.events import EVENT_COLUMNS, EVENTS, MOST_EVENTS, SUFFERED, note
from simlab.systems.alpha_strike.mission.sortie.shapes import MOST_INSTANCES
from simlab.systems.alpha_strike.rules.condition import BYTE, GONE, HEAT, STRUCTURE, STUNNED, THREE, part
from simlab.systems.alpha_strike.rules.fighting_card import ARMOR_POINTS, IMMEDIATE, STRUCTURE_POINTS
from simlab.systems.alpha_strike.rules.heat import is_shut_down
from simlab.systems.alpha_strike.rules.radar_map import thrust_now

# Columns of State.plane, unit, pair, pending.
AT, LEVEL, DROPPED, LATE, ACTED, HOMEWARD, LINE, PLAN, HAS_ATTACKED = range(9)
ATTACKED, USED, OUTSIDE, COUNT, TAKEN, WAS_STUNNED, SHOT_AT, CONDITION = range(8)
ENGAGED, TAIL, OPENED = range(3)
DAMAGE, EXTRA = range(2)
INSTANCES_A_WINDOW, ROLLS_AN_INSTANCE = 8, 8
NOBODY, NONE = -1, -1


class State(NamedTuple):
    """Arrays of one game, used again by the next.

    plane: int64[n, 9]; unit: int64[u, 8]; pair: int64[n, n, 3], [attacker's, defender's];
    pending: int64[u, 64, 2]; game: int64[3]: turn of the first attack on the ground by the attacker (0: none), base of
    the turn, events written; log: int64[events, 9], see `events`.
    """

    plane: np.ndarray
    unit: np.ndarray
    pair: np.ndarray
    pending: np.ndarray
    game: np.ndarray
    log: np.ndarray


FIRST_ATTACK, TURN = range(2)


@rule(inline=False)
def new_state(packed):
    """Room for one game; its events are not written (see `telling_state`)."""
    units, planes = packed.cards.shape[0], packed.aircraft.shape[0]
    return State(
        np.zeros((planes, 9), np.int64),
        np.zeros((units, 8), np.int64),
        np.zeros((planes, planes, 3), np.int64),
        np.zeros((units, MOST_INSTANCES, 2), np.int64),
        np.zeros(EVENTS + 1, np.int64),
        np.zeros((0, EVENT_COLUMNS), np.int64),
    )


def telling_state(packed):
    """Room for one game whose events are written, for a replay."""
    return new_state(packed)._replace(log=np.zeros((MOST_EVENTS, EVENT_COLUMNS), np.int64))


@rule(inline=False)
def begin(packed, state):
    """The state at the start of a game."""
    state.game[FIRST_ATTACK] = state.game[EVENTS] = 0
    for unit in range(packed.cards.shape[0]):
        state.unit[unit, CONDITION] = packed.cards[unit, START]
        state.unit[unit, WAS_STUNNED] = 0
    for plane in range(packed.aircraft.shape[0]):
        for column in range(9):
            state.plane[plane, column] = 0
        state.plane[plane, AT], state.plane[plane, LEVEL] = packed.aircraft[plane, ZONE], packed.aircraft[plane, HIGH]
        for other in range(packed.aircraft.shape[0]):
            state.pair[plane, other, ENGAGED], state.pair[plane, other, TAIL] = 0, NOBODY


@rule(inline=False)
def begin_turn(packed, state, base, number):
    """Forget what happened in the turn before."""
    state.game[TURN] = level(base, number)
    for unit in range(packed.cards.shape[0]):
        for column in range(TAKEN + 1):
            state.unit[unit, column] = 0
        state.unit[unit, WAS_STUNNED] = part(state.unit[unit, CONDITION], STUNNED, 1)
        state.unit[unit, CONDITION] &= ~(1 << STUNNED)  # set again by what comes in this turn
        state.unit[unit, SHOT_AT] = 0
    for plane in range(packed.aircraft.shape[0]):
        state.plane[plane, LATE], state.plane[plane, ACTED] = 0, 0
        state.plane[plane, LINE], state.plane[plane, PLAN] = NONE, NONE
        for other in range(packed.aircraft.shape[0]):
            state.pair[plane, other, OPENED] = 0


@rule
def is_present(state, unit):
    """Neither lost nor gone home."""
    return (state.unit[unit, CONDITION] & GONE) == 0


@rule
def is_off(packed, state, unit):
    """Is it shut down?"""
    return is_shut_down(packed.settings, part(state.unit[unit, CONDITION], HEAT, THREE))


@rule
def may_act(packed, state, unit):
    """May it attack now: under immediate damage the lost may not; else all fight on as they stood (AS-3.2)."""
    return is_present(state, unit) and not is_off(packed, state, unit)


@rule
def bombs_left(packed, state, plane):
    """Bombs aboard."""
    return packed.aircraft[plane, BOMBS] - state.plane[plane, DROPPED]


@rule
def plane_thrust(packed, state, plane):
    """Thrust with the bombs that count (AS-1.11)."""
    bombs = bombs_left(packed, state, plane) + state.plane[plane, LATE]
    return thrust_now(packed.cards[plane], packed.settings, state.unit[plane, CONDITION], bombs)


@rule
def is_tired(packed, state, plane):
    """Has its policy to leave come true (keys `leaves`)?"""
    card, condition, wish = packed.cards[plane], state.unit[plane, CONDITION], packed.aircraft[plane, WISH]
    structure = part(condition, STRUCTURE, BYTE) < card[STRUCTURE_POINTS]
    armor = part(condition, 0, BYTE) < card[ARMOR_POINTS]
    return (wish == 1 and (armor or structure)) or (wish == 2 and structure)


@rule
def actor_of(packed, unit):
    """Address of a unit's dice."""
    planes = packed.aircraft.shape[0]
    return AIRCRAFT + unit if unit < planes else GROUND + unit - planes


@rule
def is_pinned(packed, state, plane):
    """Is it in an engagement that lasts (AS-4.5)?"""
    for other in range(packed.aircraft.shape[0]):
        if state.pair[plane, other, ENGAGED] == 1 or state.pair[other, plane, ENGAGED] == 1:
            return True
    return False


@rule
def free(packed, state, plane):
    """End all engagements of an aircraft."""
    for other in range(packed.aircraft.shape[0]):
        state.pair[plane, other, ENGAGED] = state.pair[other, plane, ENGAGED] = 0
        state.pair[plane, other, TAIL] = state.pair[other, plane, TAIL] = NOBODY


@rule(inline=False)
def apply(packed, state, unit, instance):
    """Apply one instance of damage with its dice (AS-8.7)."""
    before, damage, extra = (
        state.unit[unit, CONDITION], state.pending[unit, instance, DAMAGE], state.pending[unit, instance, EXTRA],
    )  # fmt: skip
    state.unit[unit, CONDITION] = take_damage(
        packed.cards[unit], packed.effects, packed.settings, before, damage, extra, state.game[TURN],
        instance // INSTANCES_A_WINDOW, actor_of(packed, unit), ROLLS_AN_INSTANCE * (instance % INSTANCES_A_WINDOW),
    )  # fmt: skip
    note(state, SUFFERED, unit, instance, damage, extra, before, state.unit[unit, CONDITION], 0, 0)


@rule(inline=False)
def strike_with(packed, state, unit, damage, extra):
    """Record one instance of damage; under `immediate` it takes effect at once (AS-3.2). extra: further rolls owed."""
    if damage <= 0 or not is_present(state, unit):
        return
    instance = state.unit[unit, COUNT]
    if instance >= MOST_INSTANCES:
        return
    state.pending[unit, instance, DAMAGE], state.pending[unit, instance, EXTRA] = damage, extra
    state.unit[unit, COUNT] = instance + 1
    if packed.settings[IMMEDIATE] == 1:
        apply(packed, state, unit, instance)


@rule
def same_side(packed, plane, other):
    """Are two aircraft of one side?"""
    return packed.aircraft[plane, SIDE] == packed.aircraft[other, SIDE]
