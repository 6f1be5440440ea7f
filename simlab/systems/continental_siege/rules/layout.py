"""How a battle is kept in integers: numbers of hexes, columns of units, boxes of the sheet, places in the tables.

A hex has a number that grows in the order (q, r), also off the map, so that order and neighbours are plain arithmetic
(P1, 4.5). Both sides' units lie in one array; the attacker's Ogre or fortress has its sheet in another.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from simlab.jit import rule
from simlab.systems.continental_siege.rules.hexes import along_front, distance

# Hexes: number = (q + 32) * 128 + (r + 50). Wide enough for every aircraft that flies off and comes back (11.10).
Q_OFFSET, R_OFFSET, R_BITS = 32, 50, 7
ROW_LENGTH = 1 << R_BITS
HEXES = 80 * ROW_LENGTH
STATES = HEXES * 6  # a state is hex * 6 + facing
STEP = (-1, ROW_LENGTH - 1, ROW_LENGTH, 1, 1 - ROW_LENGTH, -ROW_LENGTH)  # to the neighbours N, NE, SE, S, SW, NW
NOWHERE = -1

# Columns of hexes: int64[HEXES, ...]
ON_MAP, CRATER, RUBBLE, ROW, SOUTH_STEP, STATE = 0, 1, 2, 3, 4, 5  # STATE .. STATE + 5: number of (hex, facing)
EDGE, HEX_COLUMNS = 11, 12  # EDGE: beyond the south or the north edge (B16)
SOUTH_EDGE, NORTH_EDGE = 1, 2

# Columns of units: int64[units, ...]; those from ATTACK to VALUED never change. ATTACK: of one of its GUNS, in halves.
KIND, SIDE, PLACE, HEX, FACING, DISABLED, LOADS, FIRED, RECEIVED, CARRIED, FLOWN = range(11)
(ATTACK, ATTACK_AIR, RANGE, DEFENCE, MOVE, SECOND, COST, POINTS, CLASS, ROUGH, GUNS, RAM_COST, SURVIVES,
 PRINTED, AREA, VALUED) = range(11, 27)  # fmt: skip
# SPILLED: spillover attacks suffered in the phase; RETURNS: player-turn in which it is back on the map (P36), else 0.
SPILLED, RETURNS = 27, 28
UNIT_COLUMNS = 29

WAITING, HERE, OFF_MAP, LEFT, DESTROYED = range(5)  # PLACE; in play up to OFF_MAP (P30)
CP, INFANTRY, ARMOUR, LIGHT_AA, HEAVY_AA, HOWITZER, GEV, OGRE, BOMBER, FIGHTER, FORTRESS = range(11)  # CLASS
DEFENDER, ATTACKER = 0, 1  # SIDE

# Weapons of a sheet in their order (P1), and its treads or propulsion.
AP, SECONDARY, MAIN, MISSILE, BOMBLOAD, BODY = range(6)
SORTS = 6
WEAPONS = 5  # boxes of BODY are counted in halves (ruling fractional_unit_loss)

# Places in the array of the game: boxes left and boxes fired in the phase, then the course of play.
BOXES, SPENT = 0, 6
(TURN, PHASE, OVER, RAMS, LAST_ACTION, BIG, CP_HEX, EVENTS, DROPPED, TURN_WORD, STAMP, IN_PLAY, BOMB_SHOTS, SPARE,
 BEGIN, FLIES, STEPS, END, TURNED, AIM, AP_MARK, TURN_SIDE, GUN_TARGET, DECLARING, DECLARED, SILENT, LAST_STEP,
 PLOTTED, STEP_OF_PATH, AP_BOMBED) = range(12, 42)  # fmt: skip
DRAWN = 42  # + side: place of the doctrine that was drawn
GAME_SIZE = 48
# How a battle ended (OVER): 0 while it goes on.
BIG_DESTROYED, BIG_LEFT, NO_DEFENDER, DEADLOCK, OUT_OF_TIME = range(1, 6)

# Room for searches: marks by hex, points by hex, a queue, marks of hexes under AP fire, lists.
MARKS, REACHED, QUEUE, AP_MARKS, LISTS = 0, HEXES, 2 * HEXES, 3 * HEXES, 4 * HEXES
# Lists of their own: attacks declared, bombs plotted, silenced bombloads, units that had their AP attack, best fire.
DECLARATIONS, PLOTS, SILENCED, AP_HAD = LISTS + 8192, LISTS + 10240, LISTS + 11264, LISTS + 11776
BEST_FIRE, BEST_FIRE_ROOM = LISTS + 12288, 1 << 15
SCRATCH = BEST_FIRE + BEST_FIRE_ROOM + 4096
EVENT_WIDTH = 8

SIXTHS, HALVES = 6, 2  # costs are counted in sixths of an armour unit, strengths in halves (P33)
FAR = 255  # in tables of turns and of movement points: never


# Places in the array of numbers: rules after rulings, tables of a few cells, policies.
UNITS, FIRST_ATTACKER, HAS_OGRE, INITIAL, SCALE, MISSILE_WORTH, TURN_LIMIT, WIDTH, PLACES, FIRST_PLAYER = range(10)
SECOND_D_AIR, SECOND_D_ARMOUR, D_KILLS_SQUAD, RECOVER = 10, 11, 12, 13  # RECOVER + 2 * aircraft + own turn
RAM_FROM, CP_DEFENCE, NO_TURN_DISABLED, COMBINED_ON_AIR, SAME_HEX_AIR, EMPTY_LOST = 17, 18, 19, 20, 21, 22
ARC_EXCLUSIVE, ARC_GROUND_OWN_HEX, ARC_FLOWN, ENTRY_COST, SHORT_TURNS, LAST_UNIT = 23, 24, 25, 26, 27, 28
LOADS_DROP, HALVED_LOAD, RAID, MIDDLE, COMPLETE, COUNTS_AIR = 29, 30, 31, 32, 33, 34
AA_TIMING, NEAR_HOWITZER, AAM_AGAIN, AAM_ARC, FF_LATE, ROWS, WITHDRAWAL, LOSS = 35, 36, 37, 38, 39, 40, 41, 42
AP_HALVES, AP_CP_HALVES, AP_ONCE, HEXES_ON_MAP = 43, 44, 45, 46
AA_ON_BODY, HOWITZER_ON_FF, FF_POINTS = 47, 98, 99
CRT = 48  # 7 columns of 7: result by die
CHANCES = 100  # CHANCES + 2 * column: chances of X and of D in sixths
STRENGTH, STRENGTH_AIR, REACH, TOUGH, START_BOXES = 120, 126, 132, 138, 144  # of the sheet, by sort
BACK, OVER_HEX, UNTIL, LEAVE = 150, 160, 170, 180  # byte offsets of the tables of flight, by MA (fighters: 6)
UNTIL_GROUND = UNTIL + 1  # only fighters have these two
POLICY = 190  # POLICY + 20 * side + hook
ENTRIES, ENTRY_ROOM = 240, 900  # ENTRIES + ENTRY_ROOM * side: how many, then hex and facing of each
ENTRIES_SOUTH = ENTRIES + 2 * ENTRY_ROOM  # the last-row hexes: how many, then each
OUT = ENTRIES_SOUTH + 32  # places of the blocks of counts, then those of the losses by kind of unit
MORE = OUT + 64
(FLOOR_TOTAL, FLIES_ON, DISARMED, BOMBS_SAFE, RELEASE, BOMBED_ONES, EACH_SQUAD, TREAD_PARTS,
 BY_CLASS) = range(MORE, MORE + 9)  # fmt: skip
LEAVE_NORTH = MORE + 10  # as LEAVE, for the defender's aircraft
WEIGHTS, WEIGHT_ROOM = MORE + 20, 8  # WEIGHTS + WEIGHT_ROOM * (HOOKS * side + hook): of a weighted policy
# Rulings that few battles turn.
EXTRA = WEIGHTS + WEIGHT_ROOM * 40
(DECLARE, JOINT_PROPULSION, ONE_ROLL, D_ON_FORTRESS, SPILLOVER, SPILL_UP, SPILL_DOWN, JOINT_LOADS, PLOTTING, JOINT_AP,
 ONE_GUN_TARGET, AA_FORWARD, TRACKING, DELAY, FIGHT_BEYOND, TOUCH, BLOCKED, ALONE, ALL_POINTS,
 AP_CP_DEFENCE) = range(EXTRA, EXTRA + 20)  # fmt: skip
ENTRY_TURN = EXTRA + 20  # + side: own player-turn in which aircraft enter (11.03)
# Set-up and forces that are drawn or placed anew in every battle (P3 to P6).
PLACING, RING, LIMIT, NORTH_ROW, DEFENDERS, ATTACKERS, ROOM, MOST_POINTS = range(EXTRA + 22, EXTRA + 30)  # + side
FIRE_POLICIES = EXTRA + 31  # bits: the policies by which ground units fire at an Ogre
# DRAWS + DRAW_ROOM * side: how many types (0: a list is given), budget, then row, cost and weight of each type.
DRAWS, DRAW_ROOM = EXTRA + 32, 128
RANKS = DRAWS + 2 * DRAW_ROOM  # RANKS + kind: place in the list of `strafe`; 0 where it is not in the list
PLACES_OF_KINDS = RANKS + 64  # + kind: place in the order of P3
# BEST_PARTS + BEST_ROOM * side + 2 * (PART_ROW * (PART_ROW * class + boxes) + points): value and parts (`best_for`).
PART_ROW, BEST_ROOM = 7, 512
BEST_PARTS = PLACES_OF_KINDS + 64
LISTED = BEST_PARTS + 2 * BEST_ROOM  # bits: sides whose `strafe` has a list
# Doctrines that are drawn for every battle (W9). MIXES + MIX_ROOM * side: how many, faces of the die, how many numbers
# hang on them, and where the tail behind all other numbers holds: the weights of the names, the places of those
# numbers, what they are without a drawing, what each name adds, what a unit of each kind is worth to the attacker
# under each name.
MIXED = LISTED + 1
MIXES, MIX_ROOM = MIXED + 1, 8
NAMES, FACES, HANGING, SHARES_AT, PLACES_AT, PLAIN_AT, ADDED_AT, VALUES_AT = range(8)
NUMBERS = MIXES + 2 * MIX_ROOM
OUT_LEVEL, OUT_END, OUT_TURNS, OUT_POINTS, OUT_BODY, OUT_WEAPONS, OUT_LOSSES = 0, 1, 2, 3, 4, 5, 12
ZERO_POINTS, KINDS = 10, 11  # OUT + ...: the row of a difference of 0; how many kinds of units there are
HOOKS = 20
(MOVE_ARMOUR, MOVE_INFANTRY, MOVE_GEV, MOVE_AA, GROUND_FIRE, AA_FIRE, BIG_MOVE, BIG_FIRE, BOMBER_TARGET, BOMBER_PATH,
 SPLIT, FIGHTER_HOOK, FORTRESS_TARGET, WITHDRAW, WITHDRAW_AT, MOVE_GEV_AGAIN, FIRE_INFANTRY, FIRE_GEV, FIRE_AA,
 FIRE_HOWITZER) = range(20)  # fmt: skip
FIGHTER_MA = 6


class Battle(NamedTuple):
    """All that a battle needs: the state first, then tables that were made once.

    units: int64[n, UNIT_COLUMNS]; game: int64[GAME_SIZE]; here: int64[HEXES], ground units in a hex (16 for each but
    squads, 1 for each squad); scratch: int64[...], room for searches; events: int64[m, EVENT_WIDTH], m = 0 in a batch;
    hexes: int64[HEXES, HEX_COLUMNS]; ground, flight: tables of bytes, eight in an integer; numbers: rules and policies.
    """

    units: np.ndarray
    game: np.ndarray
    here: np.ndarray
    scratch: np.ndarray
    events: np.ndarray
    hexes: np.ndarray
    ground: np.ndarray
    flight: np.ndarray
    numbers: np.ndarray


def number_of(q: int, r: int) -> int:
    """The number of a hex from its axial coordinates.

    >>> number_of(0, 0) < number_of(0, 1) < number_of(1, -5)
    True
    """
    return (q + Q_OFFSET) * ROW_LENGTH + r + R_OFFSET


def axial_of(number: int) -> tuple[int, int]:
    """Axial coordinates of a hex number.

    >>> axial_of(number_of(13, -5))
    (13, -5)
    """
    return number // ROW_LENGTH - Q_OFFSET, number % ROW_LENGTH - R_OFFSET


@rule
def apart(first, second):
    """Hexes between two hex numbers (4.1)."""
    return distance((second >> 7) - (first >> 7), (second & 127) - (first & 127))


@rule
def ahead(here, facing, there):
    """Steps (a, b) along the two front hexes of a facing from one hex number to another (4.4)."""
    return along_front((there >> 7) - (here >> 7), (there & 127) - (here & 127), facing)


@rule
def step_to(direction):
    """What one step into a direction 0..5 adds to a hex number."""
    if direction == 0:
        return -1
    if direction == 1:
        return 127
    if direction == 2:
        return 128
    if direction == 3:
        return 1
    return -127 if direction == 4 else -128


@rule
def byte_of(words, place):
    """Byte ``place`` of a table that holds eight bytes in each int64."""
    return (words[place >> 3] >> ((place & 7) << 3)) & 255


assert (1 << R_BITS, R_BITS) == (128, 7)
assert WEIGHTS + WEIGHT_ROOM * HOOKS * 2 == EXTRA
