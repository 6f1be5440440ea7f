"""Weighted movement: where ground units of the defender and the Ogre go by a sum of weights (W2, W4).

The candidates are those of the named policies; ties fall as theirs do.
"""

from simlab.jit import part, rule
from simlab.systems.continental_siege.doctrine.ground import (
    ground_goal,
    is_closed,
    may_end,
    points_to,
    spread_out,
)
from simlab.systems.continental_siege.doctrine.seen import (
    NEVER,
    NOBODY,
    is_fit,
    is_ground,
    is_here,
    living_cp,
    squads_in,
)
from simlab.systems.continental_siege.doctrine.weights import (
    DANGER,
    FIRE,
    GOAL,
    GUARD,
    LIKELY,
    MASS,
    MEET,
    MOST_POINTS,
    NEAR,
    OVERRUN,
    PREY,
    RAM_ARMOUR,
    REACH_CP,
    STACK,
    THREAT,
)
from simlab.systems.continental_siege.rules.fortress import movement_allowance
from simlab.systems.continental_siege.rules.layout import (
    AP,
    BIG,
    BIG_MOVE,
    BODY,
    BOXES,
    CLASS,
    CP_HEX,
    CRATER,
    DEFENDER,
    ENTRIES_SOUTH,
    HALVES,
    HEX,
    HOOKS,
    INFANTRY,
    INITIAL,
    MAIN,
    MISSILE,
    MOVE,
    NOWHERE,
    OGRE,
    ON_MAP,
    PRINTED,
    QUEUE,
    RANGE,
    REACH,
    REACHED,
    ROUGH,
    ROWS,
    SECONDARY,
    SIDE,
    STRENGTH,
    UNITS,
    WEIGHT_ROOM,
    WEIGHTS,
    apart,
    step_to,
)

LEAST = -NEVER


@rule
def row_of(side, hook):
    """Place of the weights of a hook in the numbers."""
    return WEIGHTS + WEIGHT_ROOM * (HOOKS * side + hook)


@part
def ogre_points(battle, cp, place):
    """Movement points of an Ogre to the CP's hex, at most MOST_POINTS (W1)."""
    return min(points_to(battle, 1, battle.hexes[battle.units[cp, HEX], ON_MAP], place), MOST_POINTS)


@part
def likely_hex(battle):
    """The hex of the Ogre after its next move, if it goes straight for the CP through whatever stands there (W1)."""
    here = battle.units[battle.game[BIG], HEX]
    cp = living_cp(battle)
    if cp == NOBODY:
        return here
    left, first = battle.game[BOXES + BODY], battle.numbers[INITIAL]
    goal = battle.hexes[battle.units[cp, HEX], ON_MAP]
    for _ in range(movement_allowance(left, first, battle.numbers[ROWS], 0)):
        wanted = points_to(battle, 1, goal, here) - 1
        best = NOWHERE
        for direction in range(6):
            to = here + step_to(direction)
            open_to_ogres = battle.hexes[to, ON_MAP] >= 0 and not battle.hexes[to, CRATER]
            if open_to_ogres and points_to(battle, 1, goal, to) == wanted and (best == NOWHERE or to < best):
                best = to
        if best == NOWHERE:
            return here
        here = best
    return here


@part
def strength_at(battle, away, at_squads):
    """Attack strength of the Ogre's weapons whose range is at least ``away``; AP guns count at squads only (W1)."""
    total = 0
    for sort in range(AP if at_squads else SECONDARY, MISSILE + 1):
        if away <= battle.numbers[REACH + sort]:
            total += battle.game[BOXES + sort] * battle.numbers[STRENGTH + sort]
    return total // HALVES


@part
def own_in_reach(battle, side, there):
    """Printed attack strength of a side's fit ground units within range + movement allowance of a hex (W1)."""
    total = 0
    for unit in range(battle.numbers[UNITS]):
        if battle.units[unit, SIDE] != side or not is_fit(battle, unit) or not is_ground(battle, unit):
            continue
        if apart(battle.units[unit, HEX], there) <= battle.units[unit, RANGE] + battle.units[unit, MOVE]:
            total += battle.units[unit, PRINTED]
    return total


@part
def weighted_end(battle, unit, points, hook):
    """The hex in which a ground unit ends its move by weights: greatest sum, fewest points spent, P1 (W2)."""
    begin, side = battle.units[unit, HEX], battle.units[unit, SIDE]
    goal = ground_goal(battle, unit)
    if points == 0 or goal == NOWHERE:
        return begin
    row = row_of(side, hook)
    infantry = battle.units[unit, CLASS] == INFANTRY
    big = battle.game[BIG]
    facing_ogre = battle.units[big, CLASS] == OGRE and is_here(battle, big)
    ogre, likely, allowance, mass = NOWHERE, NOWHERE, 0, 0
    if facing_ogre:
        ogre, likely = battle.units[big, HEX], likely_hex(battle)
        left, first = battle.game[BOXES + BODY], battle.numbers[INITIAL]
        allowance = movement_allowance(left, first, battle.numbers[ROWS], 0)
        if battle.numbers[row + MASS] != 0:
            mass = own_in_reach(battle, side, ogre)
    rough, goal_place = battle.units[unit, ROUGH], battle.hexes[goal, ON_MAP]
    best, most, fewest = begin, LEAST, 0
    for i in range(spread_out(battle, unit, points)):
        at = battle.scratch[QUEUE + i]
        if at != begin and not may_end(battle, unit, at):
            continue
        total = battle.numbers[row + NEAR] * min(points_to(battle, rough, goal_place, at), MOST_POINTS)
        total += battle.numbers[row + GUARD] * apart(at, battle.game[CP_HEX])
        if apart(goal, at) <= battle.units[unit, RANGE]:
            total += battle.numbers[row + FIRE] * battle.units[unit, PRINTED] + battle.numbers[row + MASS] * mass
        if infantry:
            others = squads_in(battle, at) - (1 if at == begin else 0)
            total += battle.numbers[row + STACK] * others
        if facing_ogre:
            total += battle.numbers[row + DANGER] * strength_at(battle, apart(ogre, at) - allowance, infantry)
            total += battle.numbers[row + LIKELY] * strength_at(battle, apart(likely, at), infantry)
            total += battle.numbers[row + MEET] * apart(likely, at)
        spent = battle.scratch[REACHED + at] & 255
        if total > most or (total == most and (spent < fewest or (spent == fewest and at < best))):
            best, most, fewest = at, total, spent
    return best


@part
def gun_reach(battle):
    """The greatest range of the Ogre's secondary and main batteries that are left; -1 without one (W4)."""
    most = -1
    for sort in range(SECONDARY, MAIN + 1):
        if battle.game[BOXES + sort] > 0:
            most = max(most, battle.numbers[REACH + sort])
    return most


@part
def reaches_cp(battle, away):
    """Has the Ogre a secondary or main battery or a missile that reaches so far (W4)?"""
    for sort in range(SECONDARY, MISSILE + 1):
        if battle.game[BOXES + sort] > 0 and away <= battle.numbers[REACH + sort]:
            return True
    return False


@part
def ogre_worth(battle, cp, place, entered):
    """Sum of the weights of a hex for the Ogre (W4). entered: what stands in it would be rammed or overrun."""
    row = row_of(battle.units[battle.game[BIG], SIDE], BIG_MOVE)
    total = battle.numbers[row + GOAL] * ogre_points(battle, cp, place)
    if reaches_cp(battle, apart(place, battle.units[cp, HEX])):
        total += battle.numbers[row + REACH_CP]
    guns = gun_reach(battle)
    for unit in range(battle.numbers[UNITS]):
        if battle.units[unit, SIDE] != DEFENDER or not is_here(battle, unit) or not is_ground(battle, unit):
            continue
        attack, away = battle.units[unit, PRINTED], apart(battle.units[unit, HEX], place)
        if away <= guns:
            total += battle.numbers[row + PREY] * attack
        if is_fit(battle, unit) and away <= battle.units[unit, RANGE] + battle.units[unit, MOVE]:
            total += battle.numbers[row + THREAT] * attack
        if away == 0 and entered:
            if battle.units[unit, CLASS] != INFANTRY:
                total += battle.numbers[row + RAM_ARMOUR] * attack
            elif battle.game[BOXES + AP] > 0:
                total += battle.numbers[row + OVERRUN]
    return total


@part
def weighted_step(battle):
    """The next hex of the Ogre by weights, its own to stay there; greatest sum, P1 (W4).

    With the CP destroyed `ogre_step` leads to the south edge.
    """
    here, cp = battle.units[battle.game[BIG], HEX], living_cp(battle)
    best, most = here, ogre_worth(battle, cp, here, False)
    for direction in range(6):
        to = here + step_to(direction)
        if is_closed(battle, to):
            continue
        total = ogre_worth(battle, cp, to, True)
        if total > most or (total == most and to < best):
            best, most = to, total
    return best


@part
def weighted_entry(battle, cp):
    """The entry hex of the Ogre by weights: greatest sum, P1 (W4)."""
    best, most = NOWHERE, LEAST
    for entry in range(battle.numbers[ENTRIES_SOUTH]):
        at = battle.numbers[ENTRIES_SOUTH + 1 + entry]
        if not battle.hexes[at, CRATER]:
            total = ogre_worth(battle, cp, at, True)
            if best == NOWHERE or total > most or (total == most and at < best):
                best, most = at, total
    return best
