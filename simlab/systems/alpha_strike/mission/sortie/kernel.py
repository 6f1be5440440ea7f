"""The kernel of `sortie`: a game at a time, turn by turn (ROUNDS.md 4.5)."""

from simlab.dice import face, level, spot, upper
from simlab.jit import lanes, rule
from simlab.systems.alpha_strike.addresses import AIRCRAFT, FIRST_SIDE, INITIATIVE
from simlab.systems.alpha_strike.mission.sortie.air import fight
from simlab.systems.alpha_strike.mission.sortie.columns import AT_ATTACK, BOMBS, G_SIDE, SIDE, VALUE
from simlab.systems.alpha_strike.mission.sortie.ends import end_phase
from simlab.systems.alpha_strike.mission.sortie.events import INITIATIVE as FIRST_IS
from simlab.systems.alpha_strike.mission.sortie.events import note
from simlab.systems.alpha_strike.mission.sortie.ground import attack_ground, fire_from_ground
from simlab.systems.alpha_strike.mission.sortie.moves import draw_line, move_all
from simlab.systems.alpha_strike.mission.sortie.state import (
    ACTED,
    CONDITION,
    DROPPED,
    FIRST_ATTACK,
    NONE,
    PLAN,
    TURN,
    begin,
    begin_turn,
    is_present,
    may_act,
    new_state,
)
from simlab.systems.alpha_strike.rules.condition import BYTE, CAUSE, LEFT, STRUCTURE, THREE, part
from simlab.systems.alpha_strike.rules.fighting_card import ARMOR_POINTS, STRUCTURE_POINTS

AIR_FATES, GROUND_FATES = 5, 3


@rule(inline=False)
def side_acts(packed, state, side, number):
    """The Combat Phase of one side: its aircraft, then its ground units (AS-3.1, AS-3.3)."""
    for plane in range(packed.aircraft.shape[0]):
        if packed.aircraft[plane, SIDE] != side or state.plane[plane, ACTED] == 1 or not may_act(packed, state, plane):
            continue
        if packed.settings[AT_ATTACK] == 1:
            draw_line(packed, state, plane)
        if state.plane[plane, PLAN] != NONE:
            state.plane[plane, ACTED] = 1
            attack_ground(packed, state, plane, number)
        else:
            fight(packed, state, plane)
    for unit in range(packed.ground.shape[0]):
        if packed.ground[unit, G_SIDE] == side:
            fire_from_ground(packed, state, unit)


@rule(inline=False)
def play_turn(packed, state, base, number):
    """One turn (AS-3.1)."""
    begin_turn(packed, state, base, number)
    winner = face(upper(level(state.game[TURN], spot(INITIATIVE, AIRCRAFT, FIRST_SIDE, 0))), 2) - 1
    note(state, FIRST_IS, winner, 0, 0, 0, 0, 0, 0, 0)
    move_all(packed, state, 1 - winner)
    side_acts(packed, state, 1 - winner, number)
    side_acts(packed, state, winner, number)
    end_phase(packed, state)


@rule
def objective_lost(packed, state):
    """Are all units of the objective lost?"""
    for unit in range(packed.ground.shape[0]):
        if (packed.objective >> unit) & 1 == 1 and is_present(state, packed.aircraft.shape[0] + unit):
            return False
    return True


@rule
def anybody_flies(packed, state):
    """Is an aircraft of the attacker still there?"""
    for plane in range(packed.aircraft.shape[0]):
        if packed.aircraft[plane, SIDE] == 0 and is_present(state, plane):
            return True
    return False


@rule(inline=False)
def count(packed, state, length, done, counts):
    """Write down one game; see `space_of` for the cells."""
    planes, units, turns = packed.aircraft.shape[0], packed.ground.shape[0], packed.turns
    cell = 0
    counts[cell + (length - 1 if done else turns)] += 1
    cell += turns + 1
    counts[cell + length - 1] += 1
    cell += turns
    counts[cell + (state.game[FIRST_ATTACK] - 1 if state.game[FIRST_ATTACK] > 0 else turns)] += 1
    cell += turns + 1
    for kind in range(4):  # attacker's and defender's aircraft, defender's and attacker's ground
        side, air = (kind & 1, True) if kind < 2 else (3 - kind, False)
        there, lost = 0, 0
        for unit in range(planes if air else units):
            mine = packed.aircraft[unit, SIDE] if air else packed.ground[unit, G_SIDE]
            cause = part(state.unit[unit if air else planes + unit, CONDITION], CAUSE, THREE)
            if mine == side:
                there += 1
                lost += 1 if 0 < cause < LEFT else 0
        counts[cell + lost] += 1
        cell += there + 1
    for side in range(2):
        total, lost = 0, 0
        for unit in range(planes + units):
            mine = packed.aircraft[unit, SIDE] if unit < planes else packed.ground[unit - planes, G_SIDE]
            if mine == side:
                total += packed.cards[unit, VALUE]
                lost += packed.cards[unit, VALUE] if 0 < part(state.unit[unit, CONDITION], CAUSE, THREE) < LEFT else 0
        counts[cell + lost] += 1
        cell += total + 1
    for part_of in range(2):  # points marked off the defender's ground units, then off the attacker's aircraft
        total, marked_off = 0, 0
        for unit in range(planes + units):
            mine = packed.aircraft[unit, SIDE] == 0 if unit < planes else packed.ground[unit - planes, G_SIDE] == 1
            if mine and (unit < planes) == (part_of == 1):
                whole = packed.cards[unit, ARMOR_POINTS] + packed.cards[unit, STRUCTURE_POINTS]
                condition = state.unit[unit, CONDITION]
                total += whole
                marked_off += whole - part(condition, 0, BYTE) - part(condition, STRUCTURE, BYTE)
        counts[cell + marked_off] += 1
        cell += total + 1
    loaded, left = 0, 0
    for plane in range(planes):
        if packed.aircraft[plane, SIDE] == 0:
            loaded += packed.aircraft[plane, BOMBS]
            lost_plane = 0 < part(state.unit[plane, CONDITION], CAUSE, THREE) < LEFT
            left += 0 if lost_plane else packed.aircraft[plane, BOMBS] - state.plane[plane, DROPPED]
    counts[cell + left] += 1
    cell += loaded + 1
    for unit in range(planes + units):
        cause = part(state.unit[unit, CONDITION], CAUSE, THREE)
        if unit < planes:
            counts[cell + (0 if cause == 0 else 1 if cause == LEFT else 1 + cause)] += 1
            cell += AIR_FATES
        else:
            counts[cell + min(cause, 2)] += 1
            cell += GROUND_FATES


@lanes
def sortie(packed, base, counts):
    """Play sorties, one lane a trial; see `space_of` for the cells."""
    state = new_state(packed)
    for lane in range(base.size):
        begin(packed, state)
        number, done, going = 0, False, True
        while going:
            number += 1
            play_turn(packed, state, base[lane], number)
            done = objective_lost(packed, state)
            going = number < packed.turns and not done and anybody_flies(packed, state)
        count(packed, state, number, done, counts)
