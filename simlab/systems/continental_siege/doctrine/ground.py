"""Where ground units and the Ogre go (P15, P16, P37) and which of them fire together at an Ogre (P25)."""

from simlab.jit import part, rule
from simlab.systems.continental_siege.doctrine.names import GroundMove
from simlab.systems.continental_siege.doctrine.seen import (
    NEVER,
    NOBODY,
    is_aircraft,
    is_ground,
    is_here,
    is_new,
    living_cp,
    new_mark,
    sees,
    squads_with,
)
from simlab.systems.continental_siege.rules.layout import (
    ATTACKER,
    BIG,
    BLOCKED,
    CLASS,
    CP_DEFENCE,
    CP_HEX,
    CRATER,
    DEFENDER,
    ENTRIES_SOUTH,
    FACING,
    FAR,
    GEV,
    HEAVY_AA,
    HEX,
    HEXES_ON_MAP,
    HOOKS,
    INFANTRY,
    LAST_STEP,
    LIGHT_AA,
    LISTS,
    MOVE_AA,
    MOVE_ARMOUR,
    MOVE_GEV,
    MOVE_GEV_AGAIN,
    MOVE_INFANTRY,
    NOWHERE,
    OGRE,
    ON_MAP,
    PLACE,
    POLICY,
    PRINTED,
    QUEUE,
    RAMS,
    RANGE,
    REACHED,
    ROUGH,
    RUBBLE,
    SIDE,
    SOUTH_STEP,
    UNITS,
    WAITING,
    WIDTH,
    apart,
    byte_of,
    step_to,
)

OUT = -2  # a step over the south edge
SCREEN = 3  # hexes from the CP within which `screen_cp` stays
MOST_RAMS = 2  # B14


@part
def points_to(battle, rough, goal, place):
    """Movement points between a goal and a hex (P16); goal is a place in the order of the map's hexes."""
    first = (rough * (battle.numbers[HEXES_ON_MAP] + 1) + goal) * battle.numbers[WIDTH]
    return byte_of(battle.ground, first + battle.hexes[place, ON_MAP])


@rule
def move_hook(battle, unit, second):
    """The hook by which a ground unit moves (6e); GEVs have one of their own for the second move."""
    sort = battle.units[unit, CLASS]
    if sort == INFANTRY:
        return MOVE_INFANTRY
    if sort == GEV:
        return MOVE_GEV_AGAIN if second else MOVE_GEV
    return MOVE_AA if sort in (LIGHT_AA, HEAVY_AA) else MOVE_ARMOUR


@rule
def move_policy(battle, unit, second):
    """The policy by which a ground unit moves (6e)."""
    return battle.numbers[POLICY + HOOKS * battle.units[unit, SIDE] + move_hook(battle, unit, second)]


@part
def ground_goal(battle, unit):
    """The hex that a ground unit of the defender closes to, NOWHERE without one (P16, R5)."""
    if battle.units[unit, CLASS] == LIGHT_AA:
        best = NEVER
        for other in range(battle.numbers[UNITS]):
            if (
                battle.units[other, SIDE] != battle.units[unit, SIDE]
                and is_here(battle, other)
                and is_aircraft(battle, other)
            ):
                place = battle.units[other, HEX]
                best = min(best, apart(battle.units[unit, HEX], place) << 20 | place)
        if best != NEVER:
            return best & ((1 << 20) - 1)
    big = battle.game[BIG]
    if battle.units[big, CLASS] == OGRE and is_here(battle, big):
        return battle.units[big, HEX]
    return NOWHERE


@part
def spread_out(battle, unit, points):
    """Write the hexes that a ground unit can come to into the queue, with their points; how many (B3)."""
    mark = new_mark(battle)
    begin = battle.units[unit, HEX]
    big = battle.game[BIG]
    closed = battle.units[big, HEX] if battle.units[big, CLASS] == OGRE and is_here(battle, big) else NOWHERE
    rough = battle.units[unit, ROUGH]
    battle.scratch[QUEUE] = begin
    battle.scratch[REACHED + begin] = mark << 8
    head, tail = 0, 1
    while head < tail:
        at = battle.scratch[QUEUE + head]
        spent = battle.scratch[REACHED + at] & 255
        head += 1
        if spent == points:
            continue
        for direction in range(6):
            to = at + step_to(direction)
            if battle.hexes[to, ON_MAP] < 0 or battle.hexes[to, CRATER] or to == closed:
                continue
            if not rough and (battle.hexes[at, RUBBLE] >> direction) & 1:
                continue
            if battle.scratch[REACHED + to] >> 8 != mark:
                battle.scratch[REACHED + to] = mark << 8 | spent + 1
                battle.scratch[QUEUE + tail] = to
                tail += 1
    return tail


@rule
def may_end(battle, unit, place):
    """May a ground unit end its move in a hex other than its own (B3, R4)?"""
    if battle.numbers[BLOCKED] and aircraft_over(battle, place, battle.units[unit, SIDE]):
        return False
    if battle.units[unit, CLASS] == INFANTRY:
        return battle.here[place] < 3
    return battle.here[place] == 0


@part
def aircraft_over(battle, place, side):
    """Is an enemy aircraft of a side over a hex (11.06; ruling `ground_units_and_aircraft`)?"""
    for unit in range(battle.numbers[UNITS]):
        over = is_here(battle, unit) and battle.units[unit, HEX] == place and is_aircraft(battle, unit)
        if over and battle.units[unit, SIDE] != side:
            return True
    return False


@part
def aa_turn(battle, unit):
    """The facing of an AA unit after its move: at most one corner on, most enemy aircraft in arc and range (R68)."""
    place, reach = battle.units[unit, HEX], battle.units[unit, RANGE]
    best, best_facing = NEVER, battle.units[unit, FACING]
    for change in range(-1, 2):
        facing = (battle.units[unit, FACING] + change + 6) % 6
        seen = 0
        for other in range(battle.numbers[UNITS]):
            if battle.units[other, SIDE] == battle.units[unit, SIDE] or not is_here(battle, other):
                continue
            if is_aircraft(battle, other) and sees(battle, place, facing, reach, battle.units[other, HEX]):
                seen += 1
        key = (FAR - seen) << 8 | (0 if change == 0 else 1) << 4 | facing
        if key < best:
            best, best_facing = key, facing
    return best_facing


@part
def ground_end(battle, unit, points, second):
    """The hex in which a ground unit ends its move under its policy (P16, R4 to R7)."""
    begin = battle.units[unit, HEX]
    policy = move_policy(battle, unit, second)
    goal = ground_goal(battle, unit)
    if points == 0 or policy == GroundMove.HOLD or goal == NOWHERE:
        return begin
    rough, reach, place = battle.units[unit, ROUGH], battle.units[unit, RANGE], battle.hexes[goal, ON_MAP]
    flees = policy == GroundMove.GEV_HIT_AND_RUN and second
    screens = policy == GroundMove.SCREEN_CP
    if not flees and not screens and points_to(battle, rough, place, begin) == reach:
        return begin  # no hex is better, and none costs less
    best = NEVER
    for i in range(spread_out(battle, unit, points)):
        at = battle.scratch[QUEUE + i]
        if at != begin and not may_end(battle, unit, at):
            continue
        away = points_to(battle, rough, place, at)
        key = away << 40 if away >= reach else 1 << 50 | (FAR - away) << 40
        if flees:
            key = (FAR - apart(goal, at)) << 40
        elif screens:
            from_cp = apart(battle.game[CP_HEX], at)
            if from_cp > SCREEN:
                key = 1 << 55 | from_cp << 40
        key |= (battle.scratch[REACHED + at] & 255) << 20 | at
        best = min(best, key)
    return best & ((1 << 20) - 1)


@rule
def is_closed(battle, place):
    """May the Ogre not enter a hex: a crater, after the second ram an enemy armour unit's hex (B14, P37)?

    With its last point it may not enter a hex under an enemy aircraft under `ground_units_and_aircraft` (R69).
    """
    if battle.hexes[place, ON_MAP] < 0 or battle.hexes[place, CRATER]:
        return True
    if battle.game[LAST_STEP] and aircraft_over(battle, place, ATTACKER):
        return True
    if battle.game[RAMS] < MOST_RAMS or battle.here[place] < 16:
        return False
    cp = living_cp(battle)
    return cp == NOBODY or place != battle.units[cp, HEX] or battle.numbers[CP_DEFENCE] > 0


@part
def spread_from(battle, goal, closed_too):
    """Write Ogre points from a goal (NOWHERE: the south edge) to all hexes; the mark under which they stand.

    closed_too: the goal's own hex counts even if it is closed (the Ogre stands there).
    """
    mark = new_mark(battle)
    head, tail = 0, 0
    if goal != NOWHERE:
        if closed_too or not is_closed(battle, goal):
            battle.scratch[QUEUE] = goal
            battle.scratch[REACHED + goal] = mark << 8
            tail = 1
    else:
        at = ENTRIES_SOUTH
        for entry in range(battle.numbers[at]):
            place = battle.numbers[at + 1 + entry]
            if not is_closed(battle, place):
                battle.scratch[QUEUE + tail] = place
                battle.scratch[REACHED + place] = mark << 8 | 1
                tail += 1
    while head < tail:
        at = battle.scratch[QUEUE + head]
        spent = battle.scratch[REACHED + at] & 255
        head += 1
        for direction in range(6):
            to = at + step_to(direction)
            if battle.scratch[REACHED + to] >> 8 != mark and not is_closed(battle, to):
                battle.scratch[REACHED + to] = mark << 8 | spent + 1
                battle.scratch[QUEUE + tail] = to
                tail += 1
    battle.scratch[LISTS] = tail
    return mark


@part
def lowest_step(battle, here, mark):
    """The lowest neighbour that is a step nearer to the goal of `spread_from`; NOWHERE if the Ogre is not reached."""
    best, least = NOWHERE, 1 << 20
    for direction in range(6):
        to = here + step_to(direction)
        if battle.scratch[REACHED + to] >> 8 == mark:
            points = battle.scratch[REACHED + to] & 255
            if points < least or (points == least and to < best):
                best, least = to, points
    return best


@part
def ogre_step(battle, goal):
    """The next hex of the Ogre on its way to a goal (NOWHERE: off by the south edge); OUT to leave, its own to stay.

    P15, P37, R8, R9.
    """
    here = battle.units[battle.game[BIG], HEX]
    if goal == NOWHERE and battle.hexes[here, SOUTH_STEP]:
        return OUT
    if battle.game[RAMS] < MOST_RAMS and battle.game[LAST_STEP] == 0:
        place = battle.numbers[HEXES_ON_MAP] if goal == NOWHERE else battle.hexes[goal, ON_MAP]
        wanted = points_to(battle, 1, place, here) - 1
        best = here
        for direction in range(6):
            to = here + step_to(direction)
            if (
                battle.hexes[to, ON_MAP] >= 0
                and not battle.hexes[to, CRATER]
                and (points_to(battle, 1, place, to) == wanted and (best == here or to < best))
            ):
                best = to
        return best
    if battle.game[RAMS] < MOST_RAMS and goal == here:  # R69 closes hexes under aircraft, not the goal that is reached
        return here
    mark = spread_from(battle, goal, False)
    step = lowest_step(battle, here, mark)
    if step != NOWHERE:
        return step
    return detour_step(battle, goal, here)


@part
def detour_step(battle, goal, here):
    """A step towards the hex nearest to the goal that the Ogre can come to; its own hex to stay (P15, R9)."""
    spread_from(battle, here, True)
    best = NEVER
    for i in range(battle.scratch[LISTS]):
        at = battle.scratch[QUEUE + i]
        away = apart(at, goal) if goal != NOWHERE else south_distance(battle, at)
        best = min(best, away << 20 | at)
    end = best & ((1 << 20) - 1)
    if end == here:
        return here
    step = lowest_step(battle, here, spread_from(battle, end, True))
    return here if step == NOWHERE else step


@part
def south_distance(battle, place):
    """Hexes to the nearest hex of the last row (R9)."""
    best = FAR
    for entry in range(battle.numbers[ENTRIES_SOUTH]):
        best = min(best, apart(place, battle.numbers[ENTRIES_SOUTH + 1 + entry]))
    return best


@part
def hunted(battle):
    """The goal unit of `hunter`: largest attack / (distance + 1), P1 (R12); NOBODY without an enemy ground unit."""
    big = battle.game[BIG]
    best, best_attack, best_away = NOBODY, 0, 1
    mark = new_mark(battle)
    for unit in range(battle.numbers[UNITS]):
        if battle.units[unit, SIDE] != DEFENDER or not is_here(battle, unit) or not is_ground(battle, unit):
            continue
        if not is_new(battle, unit, mark):
            continue
        place = battle.units[unit, HEX]
        attack = battle.units[unit, PRINTED]
        if battle.units[unit, CLASS] == INFANTRY:
            attack *= squads_with(battle, unit)
        away = (
            south_distance(battle, place)
            if battle.units[big, PLACE] == WAITING
            else apart(battle.units[big, HEX], place)
        )
        better = attack * best_away - best_attack * (away + 1)
        if best == NOBODY or better > 0 or (better == 0 and place < battle.units[best, HEX]):
            best, best_attack, best_away = unit, attack, away + 1
    return best
