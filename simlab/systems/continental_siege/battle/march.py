"""Movement on the ground: the Ogre with its rams, ground units, the second move of GEVs (B3, B14, P9, P15, P16)."""

from simlab.jit import part, rule
from simlab.systems.continental_siege.addresses import RAM
from simlab.systems.continental_siege.battle.effects import (
    AIMED,
    DISABLED_UNIT,
    ENTERED,
    MOVED,
    RAMMED,
    lose_body,
    moment_of_recovery,
    out_of_play,
    roll,
    tell,
)
from simlab.systems.continental_siege.doctrine.ground import (
    OUT,
    aa_turn,
    ground_end,
    hunted,
    move_hook,
    move_policy,
    ogre_step,
    points_to,
)
from simlab.systems.continental_siege.doctrine.names import BigMove, GroundMove
from simlab.systems.continental_siege.doctrine.seen import (
    NEVER,
    NOBODY,
    is_fit,
    is_here,
    living_cp,
)
from simlab.systems.continental_siege.doctrine.weighing import weighted_end, weighted_entry, weighted_step
from simlab.systems.continental_siege.rules.fortress import movement_allowance
from simlab.systems.continental_siege.rules.layout import (
    AA_FORWARD,
    AIM,
    AP,
    BIG,
    BIG_MOVE,
    BLOCKED,
    BODY,
    BOXES,
    CLASS,
    CP,
    CP_DEFENCE,
    CRATER,
    DEFENDER,
    DESTROYED,
    DISABLED,
    ENTRIES_SOUTH,
    FACING,
    GEV,
    HEAVY_AA,
    HERE,
    HEX,
    HEXES_ON_MAP,
    HOOKS,
    INFANTRY,
    INITIAL,
    LAST_ACTION,
    LAST_STEP,
    LEFT,
    LIGHT_AA,
    MOVE,
    NOWHERE,
    OGRE,
    ON_MAP,
    OVER,
    PLACE,
    POLICY,
    RAM_COST,
    RAM_FROM,
    RAMS,
    ROWS,
    SECOND,
    SIDE,
    TURN,
    UNITS,
    WAITING,
)
from simlab.systems.continental_siege.rules.ogre import ram_result
from simlab.systems.continental_siege.rules.results import DESTROYED as DESTROYED_BY_RAM


@part
def goal_of_ogre(battle):
    """The hex the Ogre makes for, NOWHERE for the south edge; a hunter's goal is kept until it is destroyed (R12)."""
    big = battle.game[BIG]
    aim = NOBODY
    if battle.numbers[POLICY + HOOKS * battle.units[big, SIDE] + BIG_MOVE] == BigMove.HUNTER:
        aim = battle.game[AIM]
        if aim == NOBODY or not is_here(battle, aim):
            aim = hunted(battle)
            battle.game[AIM] = aim
    else:
        aim = living_cp(battle)
    return NOWHERE if aim == NOBODY else battle.units[aim, HEX]


@rule
def is_weighing(battle):
    """Does the Ogre move by weights (W4)?"""
    side = battle.units[battle.game[BIG], SIDE]
    return battle.numbers[POLICY + HOOKS * side + BIG_MOVE] == BigMove.WEIGHTED


@rule
def ogre_allowance(battle):
    """Movement allowance of the Ogre, which drops at once with its treads (B13)."""
    return movement_allowance(battle.game[BOXES + BODY], battle.numbers[INITIAL], battle.numbers[ROWS], 0)


@part
def move_ogre(battle):
    """The Ogre's move: entry, path to its goal, rams, leaving by the south edge (P9, P15, P37)."""
    big = battle.game[BIG]
    if battle.units[big, CLASS] != OGRE or battle.units[big, PLACE] > HERE:
        return
    battle.game[RAMS] = 0
    battle.game[AIM] = NOBODY
    spent = 0
    if battle.units[big, PLACE] == WAITING:
        goal = goal_of_ogre(battle)
        by_weights = goal != NOWHERE and is_weighing(battle)
        entry = weighted_entry(battle, living_cp(battle)) if by_weights else entry_of_ogre(battle, goal)
        battle.units[big, HEX] = entry
        battle.units[big, PLACE] = HERE
        tell(battle, ENTERED, big, battle.units[big, HEX], 0, 0, 0)
        spent = 1
        enter_hex(battle)
    while battle.game[OVER] == 0 and spent < ogre_allowance(battle):
        last = battle.numbers[BLOCKED] and spent + 1 >= ogre_allowance(battle)
        battle.game[LAST_STEP] = 1 if last else 0
        goal = goal_of_ogre(battle)
        step = weighted_step(battle) if goal != NOWHERE and is_weighing(battle) else ogre_step(battle, goal)
        if step == OUT:
            out_of_play(battle, big, LEFT)
            return
        if step == battle.units[big, HEX]:
            return
        battle.units[big, HEX] = step
        tell(battle, MOVED, big, step, 0, 0, 0)
        spent += 1
        enter_hex(battle)


@part
def entry_of_ogre(battle, goal):
    """The entry hex with the fewest points to the goal (P9, R13)."""
    place = battle.numbers[HEXES_ON_MAP] if goal == NOWHERE else battle.hexes[goal, ON_MAP]
    best = NEVER
    for entry in range(battle.numbers[ENTRIES_SOUTH]):
        at = battle.numbers[ENTRIES_SOUTH + 1 + entry]
        if not battle.hexes[at, CRATER]:
            best = min(best, points_to(battle, 1, place, at) << 20 | at)
    return best & ((1 << 20) - 1)


@part
def enter_hex(battle):
    """What the Ogre does to the enemy in the hex that it has entered: rams, infantry overrun, a CP destroyed (B14)."""
    big = battle.game[BIG]
    overrun = battle.game[BOXES + AP] == 0
    for unit in range(battle.numbers[UNITS]):
        if battle.game[OVER] or battle.units[unit, SIDE] != DEFENDER or not is_here(battle, unit):
            continue
        if battle.units[unit, HEX] != battle.units[big, HEX]:
            continue
        sort = battle.units[unit, CLASS]
        if sort == INFANTRY:
            if not overrun:
                overrun = True
                tell(battle, RAMMED, big, unit, 0, 0, 0)
                out_of_play(battle, unit, DESTROYED)
        elif sort == CP and battle.numbers[CP_DEFENCE] == 0:
            tell(battle, RAMMED, big, unit, 0, 0, 0)
            out_of_play(battle, unit, DESTROYED)
        elif sort < OGRE:
            ram(battle, unit)


@part
def ram(battle, unit):
    """The Ogre rams an armour unit, or a CP with a defence (B14)."""
    big = battle.game[BIG]
    moves = battle.units[unit, MOVE] > 0 and battle.units[unit, DISABLED] == 0
    die = roll(battle, big, RAM, battle.game[RAMS]) if moves else 0
    battle.game[RAMS] += 1
    battle.game[LAST_ACTION] = battle.game[TURN]
    tell(battle, RAMMED, big, unit, die, 0, 0)
    if ram_result(die, battle.numbers[RAM_FROM], moves) == DESTROYED_BY_RAM:
        out_of_play(battle, unit, DESTROYED)
    else:
        battle.units[unit, DISABLED] = moment_of_recovery(battle, unit)
        tell(battle, DISABLED_UNIT, unit, battle.units[unit, HEX], 0, 0, 0)
    if battle.units[big, PLACE] == HERE:
        lose_body(battle, 2 * battle.units[unit, RAM_COST])


@part
def march(battle, unit, points, second):
    """One ground unit of the defender moves by its policy (P16)."""
    if move_policy(battle, unit, second) == GroundMove.WEIGHTED:
        end = weighted_end(battle, unit, points, move_hook(battle, unit, second))
    else:
        end = ground_end(battle, unit, points, second)
    begin = battle.units[unit, HEX]
    if end != begin:
        weight = 1 if battle.units[unit, CLASS] == INFANTRY else 16
        battle.here[begin] -= weight
        battle.here[end] += weight
        battle.units[unit, HEX] = end
        tell(battle, MOVED, unit, end, 0, 0, 0)


@part
def march_all(battle, side, infantry):
    """Armour and AA of a side, or its infantry, by id (R3)."""
    for unit in range(battle.numbers[UNITS]):
        if battle.units[unit, SIDE] != side or battle.units[unit, CLASS] > GEV or not is_fit(battle, unit):
            continue
        if (battle.units[unit, CLASS] == INFANTRY) == infantry and battle.units[unit, CLASS] != CP:
            march(battle, unit, battle.units[unit, MOVE], False)
            if battle.numbers[AA_FORWARD] and battle.units[unit, CLASS] in (LIGHT_AA, HEAVY_AA):
                facing = aa_turn(battle, unit)
                if facing != battle.units[unit, FACING]:
                    battle.units[unit, FACING] = facing
                    tell(battle, AIMED, unit, battle.units[unit, HEX], facing, 0, 0)


@part
def second_moves(battle, side):
    """The second movement of GEVs that are not disabled (B2)."""
    for unit in range(battle.numbers[UNITS]):
        if battle.units[unit, SIDE] == side and battle.units[unit, CLASS] == GEV and is_fit(battle, unit):
            march(battle, unit, battle.units[unit, SECOND], True)
