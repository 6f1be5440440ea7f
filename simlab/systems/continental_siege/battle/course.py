"""The course of a battle: player-turns until it ends, then its level and points (B2, B17, 6e)."""

from simlab.dice import level
from simlab.jit import part, rule
from simlab.systems.continental_siege.addresses import FIRST_PLAYER as FIRST_PLAYER_DIE
from simlab.systems.continental_siege.addresses import MOVEMENT, SETUP
from simlab.systems.continental_siege.battle.air import fly
from simlab.systems.continental_siege.battle.drawing import draw_doctrines, value_targets_anew
from simlab.systems.continental_siege.battle.effects import (
    ENDED,
    PLAYER_TURN,
    end_with,
    recover,
    roll,
    start_phase,
    tell,
)
from simlab.systems.continental_siege.battle.fire import fire_at_aircraft, fire_phase, start_enemy_turn
from simlab.systems.continental_siege.battle.march import march_all, move_ogre, second_moves
from simlab.systems.continental_siege.battle.muster import raise_forces
from simlab.systems.continental_siege.battle.placing import place_defence, tell_places
from simlab.systems.continental_siege.doctrine.seen import in_play, is_ground, new_mark
from simlab.systems.continental_siege.rules.layout import (
    AA_TIMING,
    AIM,
    AP_BOMBED,
    ATTACKER,
    BIG,
    BIG_DESTROYED,
    BIG_LEFT,
    BODY,
    BOMBER,
    BOXES,
    CLASS,
    COMPLETE,
    CP,
    CP_HEX,
    DEADLOCK,
    DEFENDER,
    DESTROYED,
    EVENTS,
    FF_POINTS,
    FIGHTER,
    FIRST_ATTACKER,
    FIRST_PLAYER,
    FORTRESS,
    GAME_SIZE,
    HERE,
    HEX,
    HEXES,
    IN_PLAY,
    INFANTRY,
    INITIAL,
    LAST_ACTION,
    LAST_UNIT,
    LOADS,
    MIXED,
    NO_DEFENDER,
    OFF_MAP,
    OGRE,
    OUT_OF_TIME,
    OVER,
    PHASE,
    PLACE,
    PLACING,
    POINTS,
    RAID,
    ROOM,
    SIDE,
    SORTS,
    SPENT,
    STAMP,
    START_BOXES,
    SURVIVES,
    TURN,
    TURN_LIMIT,
    TURN_SIDE,
    TURN_WORD,
    UNIT_COLUMNS,
    UNITS,
)
from simlab.systems.continental_siege.rules.results import moment_of_end

AFTER_MOVEMENT = 1  # option of ruling aa_fire_timing
QUIET_TURNS = 5  # game turns without an attack, a bomb or a ram that make a deadlock (P24)
# Levels in the order of B17; complete defence is tried before defence (R39).
COMPLETE_OGRE, OGRE_VICTORY, MARGINAL_OGRE, MARGINAL_DEFENCE, DEFENCE, COMPLETE_DEFENCE = range(1, 7)


@part
def set_up(battle, start):
    """The state before the first player-turn: the units as they were placed, a full sheet."""
    clear_game(battle)
    for unit in range(battle.numbers[UNITS]):
        for column in range(UNIT_COLUMNS):
            battle.units[unit, column] = start[unit, column]
    take_stock(battle)


@part
def set_up_anew(battle, start, base):
    """The same where forces or places are drawn for every battle (P3 to P6)."""
    clear_game(battle)
    if battle.numbers[MIXED]:
        choose_doctrines(battle, base)
    battle.game[TURN_WORD] = level(base, 0)
    start_phase(battle, SETUP)
    raise_forces(battle, start)
    if battle.numbers[MIXED]:
        value_targets_anew(battle)
    start_phase(battle, SETUP)
    if battle.numbers[PLACING]:
        place_defence(battle)
        tell_places(battle)
    take_stock(battle)


@part
def choose_doctrines(battle, base):
    """Draw doctrines where a side has several (W9)."""
    battle.game[TURN_WORD], battle.game[PHASE] = level(base, 0), SETUP
    draw_doctrines(battle)


@part
def clear_game(battle):
    """Everything that a battle before this one has left."""
    for place in range(GAME_SIZE):
        if place != STAMP:  # marks are never used twice
            battle.game[place] = 0
    for place in range(HEXES):
        battle.here[place] = 0
    battle.game[BIG], battle.game[AIM], battle.game[CP_HEX] = -1, -1, 0


@part
def take_stock(battle):
    """Who stands where, who is in play, what is on the sheet."""
    for place in range(HEXES):
        battle.here[place] = 0
    for unit in range(battle.numbers[UNITS]):
        sort = battle.units[unit, CLASS]
        if sort in (OGRE, FORTRESS):
            battle.game[BIG] = unit
        if sort == CP:
            battle.game[CP_HEX] = battle.units[unit, HEX]
        if battle.units[unit, PLACE] == HERE and is_ground(battle, unit):
            battle.here[battle.units[unit, HEX]] += 1 if sort == INFANTRY else 16
        if battle.units[unit, SIDE] == DEFENDER and (battle.numbers[LAST_UNIT] or is_ground(battle, unit)):
            battle.game[IN_PLAY] += 1
    for sort in range(SORTS):
        battle.game[BOXES + sort] = battle.numbers[START_BOXES + sort]
        battle.game[SPENT + sort] = 0


@part
def first_side(battle, base):
    """Who moves first (ruling `first_player`; purpose 0)."""
    first = battle.numbers[FIRST_PLAYER]
    if first < 2:
        return ATTACKER if first == 0 else DEFENDER
    battle.game[TURN_WORD] = level(base, 0)
    start_phase(battle, SETUP)
    return ATTACKER if roll(battle, 0, FIRST_PLAYER_DIE, 0) <= 3 else DEFENDER


@part
def move_all(battle, side):
    """The movement phase in the order of the hook (R3, P7)."""
    start_phase(battle, MOVEMENT)
    battle.game[AP_BOMBED] = new_mark(battle)
    start_enemy_turn(battle, side)
    fly_all(battle, side, BOMBER, FORTRESS)
    if side == ATTACKER and battle.game[OVER] == 0:
        move_ogre(battle)
    if side == DEFENDER and battle.game[OVER] == 0:
        march_all(battle, side, False)
        march_all(battle, side, True)
    fly_all(battle, side, FIGHTER, FIGHTER)
    if battle.numbers[AA_TIMING] == AFTER_MOVEMENT and battle.game[OVER] == 0:
        fire_at_aircraft(battle, 1 - side)


@part
def fly_all(battle, side, one, other):
    """All aircraft of two classes, by id."""
    for unit in range(battle.numbers[UNITS]):
        sort = battle.units[unit, CLASS]
        if (
            battle.units[unit, SIDE] == side
            and (sort in (one, other))
            and in_play(battle, unit)
            and battle.game[OVER] == 0
        ):
            fly(battle, unit)


@part
def play(battle, start, base):
    """One battle from the set-up to its end; the state then holds what came of it."""
    if battle.numbers[ROOM]:
        set_up_anew(battle, start, base)
    else:
        set_up(battle, start)
        if battle.numbers[MIXED]:
            choose_doctrines(battle, base)
            value_targets_anew(battle)
    first = first_side(battle, base)
    turn = 0
    while battle.game[OVER] == 0:
        turn += 1
        side = first if turn % 2 == 1 else 1 - first
        battle.game[TURN], battle.game[TURN_SIDE] = turn, side
        battle.game[TURN_WORD] = level(base, turn)
        tell(battle, PLAYER_TURN, turn, side, 0, 0, 0)
        move_all(battle, side)
        if battle.game[OVER] == 0:
            fire_phase(battle, side)
        if battle.game[OVER] == 0:
            second_moves(battle, side)
            recover(battle, moment_of_end(turn))
            if turn % 2 == 0:
                check_time(battle, turn)
    tell(battle, ENDED, battle.game[OVER], level_of(battle), 0, 0, 0)


@part
def check_time(battle, turn):
    """At the end of a game turn: deadlock and turn limit (P24, B17; ruling `turn_limit`)."""
    if (
        not battle.numbers[RAID]
        and battle.game[BOXES + BODY] == 0
        and turn - battle.game[LAST_ACTION] >= 2 * QUIET_TURNS
    ):
        end_with(battle, DEADLOCK)
    if turn >= 2 * battle.numbers[TURN_LIMIT]:
        end_with(battle, OUT_OF_TIME)


@part
def big_is_destroyed(battle):
    """Is the Ogre or fortress scored as destroyed? In a deadlock, or immobile at the turn limit, it is (B17, P24)."""
    how = battle.game[OVER]
    if how == DEADLOCK:
        return True
    if how == OUT_OF_TIME:
        return battle.game[BOXES + BODY] == 0
    return battle.units[battle.game[BIG], PLACE] == DESTROYED


@part
def cp_is_destroyed(battle):
    """Is there no command post any more?"""
    for unit in range(battle.numbers[UNITS]):
        if battle.units[unit, CLASS] == CP and battle.units[unit, PLACE] <= OFF_MAP:
            return False
    return True


@part
def strength_left(battle):
    """Attack strength of the defender that survives, in halves (P32; ruling `surviving_strength_counts_air`)."""
    total = 0
    for unit in range(battle.numbers[FIRST_ATTACKER]):
        if battle.units[unit, PLACE] <= OFF_MAP and (
            battle.units[unit, CLASS] != BOMBER or battle.units[unit, LOADS] > 0
        ):
            total += battle.units[unit, SURVIVES]
    return total


@part
def level_of(battle):
    """The victory level 1..6 (B17, `ff_levels`, P31)."""
    if battle.game[IN_PLAY] == 0:
        return COMPLETE_OGRE
    destroyed = big_is_destroyed(battle)
    if cp_is_destroyed(battle):
        return MARGINAL_OGRE if destroyed else OGRE_VICTORY
    if not destroyed:
        return MARGINAL_DEFENCE
    return COMPLETE_DEFENCE if strength_left(battle) >= 2 * battle.numbers[COMPLETE] else DEFENCE


@part
def points_lost(battle, side):
    """Victory points of the units of a side that were destroyed (6e, Scoring; ruling `ff_victory_points`)."""
    total = 0
    for unit in range(battle.numbers[UNITS]):
        if battle.units[unit, SIDE] == side:
            if battle.units[unit, CLASS] == FORTRESS and battle.numbers[FF_POINTS]:
                gone = battle.numbers[INITIAL] - battle.game[BOXES + BODY]
                total += battle.units[unit, POINTS] * gone // battle.numbers[INITIAL]
            elif unit == battle.game[BIG]:
                total += battle.units[unit, POINTS] if big_is_destroyed(battle) else 0
            elif battle.units[unit, PLACE] == DESTROYED:
                total += battle.units[unit, POINTS]
    return total


@rule
def game_turns(battle):
    """Game turns begun (R41)."""
    return (battle.game[TURN] + 1) // 2


assert (BIG_DESTROYED, BIG_LEFT, NO_DEFENDER) == (1, 2, 3)
assert EVENTS < GAME_SIZE
