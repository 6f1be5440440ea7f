"""Where aircraft fly: one search over all end states, sort keys of bombers, fighters, fortresses (P8, P19, P27).

A choice is written into the game: BEGIN and FLIES (hex and facing it flies from), STEPS, END and TURNED.
"""

from simlab.jit import part, rule
from simlab.systems.continental_siege.doctrine.guns import enemy_guns
from simlab.systems.continental_siege.doctrine.names import BomberPath
from simlab.systems.continental_siege.doctrine.seeking import seek_key
from simlab.systems.continental_siege.doctrine.seen import NEVER, NOBODY
from simlab.systems.continental_siege.doctrine.sums import bomber_sum
from simlab.systems.continental_siege.rules.fortress import movement_allowance
from simlab.systems.continental_siege.rules.layout import (
    ARC_FLOWN,
    ATTACKER,
    BACK,
    BEGIN,
    BODY,
    BOMBER,
    BOMBER_PATH,
    BOXES,
    CLASS,
    DISABLED,
    END,
    ENTRIES,
    ENTRY_COST,
    ENTRY_ROOM,
    FACING,
    FAR,
    FF_LATE,
    FIGHTER,
    FIGHTER_MA,
    FLIES,
    FORTRESS,
    HERE,
    HEX,
    HOOKS,
    INITIAL,
    LEAVE,
    LEAVE_NORTH,
    MIDDLE,
    MOVE,
    NO_TURN_DISABLED,
    ON_MAP,
    OVER_HEX,
    PLACE,
    PLACES,
    POLICY,
    RELEASE,
    RETURNS,
    ROWS,
    SHORT_TURNS,
    SIDE,
    STATE,
    STEPS,
    TOUCH,
    TRACKING,
    TURNED,
    WAITING,
    ahead,
    apart,
    byte_of,
    step_to,
)

WITH_START, BUT_LAST = 1, 2  # options of ruling bomb_release_hexes but for the default
CROSS, SEEK, DEPART, WANDER = range(4)  # what a move is for
MOST_SUM = 1 << 20  # no sum of weights of a bomber comes near it (W7)


@rule
def allowance(battle, unit):
    """Movement allowance: printed, of a fortress by its propulsion (11.02, 14.02)."""
    sort = battle.units[unit, CLASS]
    if sort <= FIGHTER:
        return battle.units[unit, MOVE]
    left, first = battle.game[BOXES + BODY], battle.numbers[INITIAL]
    return movement_allowance(left, first, battle.numbers[ROWS], battle.numbers[FF_LATE])


@rule
def table_of(battle, unit):
    """Which tables of flight hold for an aircraft: by its allowance, fighters have their own."""
    return FIGHTER_MA if battle.units[unit, CLASS] == FIGHTER else allowance(battle, unit)


@part
def turns_back(battle, table, place, facing):
    """Turns until an aircraft at this state is back on the map, 0 on it (11.10)."""
    if battle.hexes[place, ON_MAP] >= 0:
        return 0
    state = battle.hexes[place, STATE + facing]
    return FAR if state < 0 else byte_of(battle.flight, battle.numbers[BACK + table] + state)


@part
def turns_over(battle, table, place, facing, aim):
    """Turns until a crossing of a map hex from a state (R15)."""
    state = battle.hexes[place, STATE + facing]
    if state < 0:
        return FAR
    first = battle.numbers[OVER_HEX + table] + battle.hexes[aim, ON_MAP] * battle.numbers[PLACES]
    return byte_of(battle.flight, first + state)


@rule
def is_entering(battle, unit):
    """Does its next move begin with an entry hex: the first of the game (P8), or back after `fixed_delay` (P36)?"""
    return battle.units[unit, PLACE] == WAITING or battle.units[unit, RETURNS] > 0


@rule
def entries_of(battle, unit):
    """In how many ways its next move may begin: entries of its side (P8, 11.03), else where it is or comes back."""
    waits = battle.units[unit, PLACE] == WAITING
    return battle.numbers[ENTRIES + ENTRY_ROOM * battle.units[unit, SIDE]] if waits else 1


@rule
def entry_hex(battle, unit, entry):
    """The hex in which the next move begins."""
    at = ENTRIES + ENTRY_ROOM * battle.units[unit, SIDE] + 1 + 2 * entry
    return battle.numbers[at] if battle.units[unit, PLACE] == WAITING else battle.units[unit, HEX]


@rule
def entry_facing(battle, unit, entry):
    """The facing with which the next move begins."""
    at = ENTRIES + ENTRY_ROOM * battle.units[unit, SIDE] + 2 + 2 * entry
    return battle.numbers[at] if battle.units[unit, PLACE] == WAITING else battle.units[unit, FACING]


@rule
def may_turn(battle, unit, steps_short):
    """May an aircraft turn after this move (11.042; `disabled_aircraft_movement`, `fighter_turn_when_5`)?"""
    if battle.units[unit, DISABLED] and battle.numbers[NO_TURN_DISABLED] and battle.units[unit, CLASS] != FORTRESS:
        return False
    return battle.numbers[SHORT_TURNS] or not steps_short


@rule
def crosses(battle, begin, facing, end, aim, entering):
    """Can a move from ``begin`` to ``end`` release a bomb on the hex ``aim`` (12.03; ruling `bomb_release_hexes`)?

    The entry hex counts as entered (P8).
    """
    a, b = ahead(begin, facing, aim)
    c, d = ahead(aim, facing, end)
    in_time = a + b > 0 or entering or battle.numbers[RELEASE] == WITH_START
    return a >= 0 and b >= 0 and c >= 0 and d >= 0 and in_time and (c + d > 0 or battle.numbers[RELEASE] != BUT_LAST)


@part
def touches(battle, begin, facing, a, b):
    """Does some path of a + b steps enter the map (11.10; ruling `offmap_return_test` = enters_map)?"""
    for i in range(a + 1):
        for j in range(b + 1):
            place = begin + i * step_to(facing) + j * step_to((facing + 1) % 6)
            if i + j > 0 and battle.hexes[place, ON_MAP] >= 0:
                return True
    return False


@part
def least_back(battle, unit, table, begin, facing, low, high):
    """Least turns to return over all ends of a move that begins off the map (P11, R14)."""
    least = FAR
    for steps in range(low, high + 1):
        for a in range(steps + 1):
            if battle.numbers[TOUCH] and touches(battle, begin, facing, a, steps - a):
                return 0
            end = begin + a * step_to(facing) + (steps - a) * step_to((facing + 1) % 6)
            turn = may_turn(battle, unit, steps < high)
            for change in range(-1 if turn else 0, 2 if turn else 1):
                least = min(least, turns_back(battle, table, end, (facing + change + 6) % 6))
    return least


@part
def least_here(battle, table, end, facing, turn):
    """Least turns to return from an end hex off the map over the facings that may be taken there (P11)."""
    least = FAR
    for change in range(-1 if turn else 0, 2 if turn else 1):
        least = min(least, turns_back(battle, table, end, (facing + change + 6) % 6))
    return least


@part
def choose_end(battle, unit, purpose, aim, targets, own):
    """Write the best end state of a unit's move into the game; False if there is none.

    Neither terrain nor other units stand in the way of aircraft (11.05, 11.06).

    purpose: CROSS (over the hex ``aim``), SEEK (``targets`` hexes in the lists, ``own`` bombers to stay near, -1 for
    none; ``aim`` is the kind sought), DEPART (over the own edge), WANDER.
    """
    table = table_of(battle, unit)
    entering = is_entering(battle, unit)
    tracking, touch = battle.numbers[TRACKING], battle.numbers[TOUCH]
    high = allowance(battle, unit) - (battle.numbers[ENTRY_COST] if entering else 0)
    low = high - 1 if battle.units[unit, CLASS] == FIGHTER else high
    leaving = battle.numbers[(LEAVE if battle.units[unit, SIDE] == ATTACKER else LEAVE_NORTH) + table]
    path_policy = battle.numbers[POLICY + HOOKS * battle.units[unit, SIDE] + BOMBER_PATH]
    weighing = path_policy == BomberPath.WEIGHTED and battle.units[unit, CLASS] == BOMBER
    shy = path_policy == BomberPath.AVOID_AA and battle.units[unit, CLASS] == BOMBER  # a fortress flies straight (6e)
    best = NEVER
    for entry in range(entries_of(battle, unit)):
        begin, facing = entry_hex(battle, unit, entry), entry_facing(battle, unit, entry)
        away = battle.hexes[begin, ON_MAP] < 0
        least_away = least_back(battle, unit, table, begin, facing, low, high) if away else 0
        lands = touch and away and least_away == 0  # by entering the map on its way (R72)
        for steps in range(low, high + 1):
            may = may_turn(battle, unit, steps < high)
            for a in range(steps + 1):
                end = begin + a * step_to(facing) + (steps - a) * step_to((facing + 1) % 6)
                on_map = battle.hexes[end, ON_MAP] >= 0
                if lands and not touches(battle, begin, facing, a, steps - a):
                    continue
                turn = may and (on_map or tracking == 0)  # no turn at the end of a move that leaves (R70)
                least = 0
                if away and not lands:
                    least = least_away
                elif not on_map and tracking == 0:
                    least = least_here(battle, table, end, facing, turn)
                over = 1
                if purpose == CROSS and (on_map or lands or not away):
                    over = 0 if crosses(battle, begin, facing, end, aim, entering) else 1
                seen = -1  # guns or arcs at the end hex, once they are needed
                for change in range(-1 if turn else 0, 2 if turn else 1):
                    to = (facing + change + 6) % 6
                    if on_map:
                        if least > 0:
                            continue
                    elif tracking == 0 and turns_back(battle, table, end, to) != least:
                        continue
                    if purpose == CROSS:
                        key = over << 54 | turns_over(battle, table, end, to, aim) << 46
                        if weighing:
                            if seen < 0:
                                seen = enemy_guns(battle, battle.units[unit, SIDE], end) if on_map else 0
                            turns = turns_over(battle, table, end, to, aim)
                            key = (MOST_SUM + bomber_sum(battle, battle.units[unit, SIDE], over, turns, seen)) << 32
                        elif shy:
                            if seen < 0:
                                seen = enemy_guns(battle, battle.units[unit, SIDE], end) if on_map else 0
                            key = over << 54 | seen << 46 | turns_over(battle, table, end, to, aim) << 38
                        elif key >> 46 <= best >> 46:
                            if seen < 0:
                                seen = enemy_guns(battle, battle.units[unit, SIDE], end) if on_map else 0
                            key |= seen << 38
                    elif purpose == SEEK:
                        flown = facing if battle.numbers[ARC_FLOWN] else to
                        key = seek_key(battle, unit, aim, end, to, flown, on_map, targets, own, best)
                    elif purpose == DEPART:
                        state = battle.hexes[end, STATE + to]
                        turns = FAR if state < 0 else byte_of(battle.flight, leaving + state)
                        key = turns << 46
                    else:
                        key = (0 if on_map else 1) << 54 | (apart(end, battle.numbers[MIDDLE]) if on_map else 0) << 46
                    key |= end << 4 | to
                    if key < best:
                        best = key
                        battle.game[BEGIN], battle.game[FLIES], battle.game[STEPS] = begin, facing, steps
                        battle.game[END], battle.game[TURNED] = end, to
    return best != NEVER


@part
def lowest_path(battle, aim, entering):
    """The lowest sequence of hexes to the chosen end, over ``aim`` if it is a hex: bit s says which front hex (P19).

    A bit is 1 where the step goes to the second front hex. The first step is the highest bit. Under
    `offmap_return_test` = enters_map a move that returns has to enter the map where it can.
    """
    begin, facing, steps, end = battle.game[BEGIN], battle.game[FLIES], battle.game[STEPS], battle.game[END]
    first, second = step_to(facing), step_to((facing + 1) % 6)
    swap = second < first  # then the second front hex is the lower one
    lands = must_land(battle, begin, facing, end)
    for order in range(1 << steps):
        at, met = begin, (entering or battle.numbers[RELEASE] == WITH_START) and begin == aim
        taken, landed = 0, not lands
        for s in range(steps - 1, -1, -1):
            goes_second = ((order >> s) & 1) != (1 if swap else 0)
            at += second if goes_second else first
            met = met or (at == aim and (s > 0 or battle.numbers[RELEASE] != BUT_LAST))
            landed = landed or battle.hexes[at, ON_MAP] >= 0
            taken |= (1 if goes_second else 0) << s
        if at == end and (met or aim == NOBODY) and landed:
            return taken
    return 0


@part
def must_land(battle, begin, facing, end):
    """Does a move from off the map have to take a path that enters it (`offmap_return_test` = enters_map)?"""
    if not battle.numbers[TOUCH] or battle.hexes[begin, ON_MAP] >= 0:
        return False
    a, b = ahead(begin, facing, end)
    return touches(battle, begin, facing, a, b)


assert HERE == 1
