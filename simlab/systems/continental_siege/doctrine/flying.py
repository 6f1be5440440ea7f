"""Where aircraft fly: one search over all end states, sort keys of bombers, fighters, fortresses (P8, P19, P27).

A choice is written into the game: BEGIN and FLIES (hex and facing it flies from), STEPS, END and TURNED.
"""

from simlab.jit import part, rule
from simlab.systems.continental_siege.doctrine.guns import (
    SEEK_BOMBERS,
    SEEK_FIGHTERS,
    SEEK_FORTRESS,
    SEEK_GROUND,
    enemy_arcs,
    enemy_guns,
    fighter_kind,
    is_kind,
    strafe_value,
)
from simlab.systems.continental_siege.doctrine.names import BomberPath, Fighters
from simlab.systems.continental_siege.doctrine.seen import NEVER, NOBODY, is_here, is_new, new_mark, sees
from simlab.systems.continental_siege.doctrine.sums import bomber_sum
from simlab.systems.continental_siege.rules.fortress import movement_allowance
from simlab.systems.continental_siege.rules.layout import (
    ARC_FLOWN,
    ARC_GROUND_OWN_HEX,
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
    FIGHTER_HOOK,
    FIGHTER_MA,
    FLIES,
    HERE,
    HEX,
    HOOKS,
    INITIAL,
    LEAVE,
    LEAVE_NORTH,
    LISTS,
    MIDDLE,
    MOVE,
    NO_TURN_DISABLED,
    ON_MAP,
    OVER_HEX,
    PLACE,
    PLACES,
    POLICY,
    RANGE,
    RELEASE,
    ROWS,
    SHORT_TURNS,
    SIDE,
    STATE,
    STEPS,
    TURNED,
    UNITS,
    UNTIL,
    UNTIL_GROUND,
    WAITING,
    ahead,
    apart,
    byte_of,
    step_to,
)

WITH_START, BUT_LAST = 1, 2  # options of ruling bomb_release_hexes but for the default
CROSS, SEEK, DEPART, WANDER = range(4)  # what a move is for
MOST_SUM = 1 << 20  # no sum of weights of a bomber comes near it (W7)
TARGETS_AT, VALUES_AT, OWN_AT = LISTS, LISTS + 512, LISTS + 1024


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
def entries_of(battle, unit):
    """Place in the numbers of the entries of a unit's side: how many, then hex and facing of each (P8, 11.03)."""
    return ENTRIES + ENTRY_ROOM * battle.units[unit, SIDE]


@rule
def may_turn(battle, unit, steps_short):
    """May an aircraft turn after this move (11.042; `disabled_aircraft_movement`, `fighter_turn_when_5`)?"""
    if battle.units[unit, DISABLED] and battle.numbers[NO_TURN_DISABLED]:
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
def least_back(battle, unit, table, begin, facing, low, high):
    """Least turns to return over all ends of a move that begins off the map (P11, R14)."""
    least = FAR
    for steps in range(low, high + 1):
        for a in range(steps + 1):
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
    entering = battle.units[unit, PLACE] == WAITING
    at = entries_of(battle, unit)
    high = allowance(battle, unit) - (battle.numbers[ENTRY_COST] if entering else 0)
    low = high - 1 if battle.units[unit, CLASS] == FIGHTER else high
    leaving = battle.numbers[(LEAVE if battle.units[unit, SIDE] == ATTACKER else LEAVE_NORTH) + table]
    path_policy = battle.numbers[POLICY + HOOKS * battle.units[unit, SIDE] + BOMBER_PATH]
    weighing = path_policy == BomberPath.WEIGHTED and battle.units[unit, CLASS] == BOMBER
    shy = path_policy == BomberPath.AVOID_AA and battle.units[unit, CLASS] == BOMBER  # a fortress flies straight (6e)
    best = NEVER
    for entry in range(battle.numbers[at] if entering else 1):
        begin = battle.numbers[at + 1 + 2 * entry] if entering else battle.units[unit, HEX]
        facing = battle.numbers[at + 2 + 2 * entry] if entering else battle.units[unit, FACING]
        away = battle.hexes[begin, ON_MAP] < 0
        least_away = least_back(battle, unit, table, begin, facing, low, high) if away else 0
        for steps in range(low, high + 1):
            turn = may_turn(battle, unit, steps < high)
            for a in range(steps + 1):
                end = begin + a * step_to(facing) + (steps - a) * step_to((facing + 1) % 6)
                on_map = battle.hexes[end, ON_MAP] >= 0
                least = 0
                if away:
                    least = least_away
                elif not on_map:
                    least = least_here(battle, table, end, facing, turn)
                over = 1
                if purpose == CROSS and (on_map or not away) and crosses(battle, begin, facing, end, aim, entering):
                    over = 0
                seen = -1  # guns or arcs at the end hex, once they are needed
                for change in range(-1 if turn else 0, 2 if turn else 1):
                    to = (facing + change + 6) % 6
                    if turns_back(battle, table, end, to) != least:
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
def seek_key(battle, unit, kind, end, to, flown, on_map, targets, own, best):
    """Sort key of an end state of a fighter (P27, R25, R27); smaller is better."""
    count, value = 0, 0
    reach = battle.units[unit, RANGE]
    if on_map:
        for i in range(targets):
            there = battle.scratch[TARGETS_AT + i]
            if sees(battle, end, flown, reach, there):
                if kind != SEEK_GROUND:
                    count += 1
                elif there != end or battle.numbers[ARC_GROUND_OWN_HEX]:
                    value = max(value, battle.scratch[VALUES_AT + i])
    side = battle.units[unit, SIDE]
    if own > 0:  # escort: near its own bombers first
        near = FAR
        for i in range(own):
            near = min(near, apart(end, battle.scratch[OWN_AT + i]))
        liked = value if kind == SEEK_GROUND else count  # as `strafe` where ground targets are all there is (P27)
        return (0 if on_map else 1) << 60 | near << 50 | ((1 << 30) - 1 - liked) << 20
    if kind != SEEK_GROUND and count > 0:
        key = (FAR - count) << 50
        if key >> 50 <= best >> 50:
            key |= enemy_arcs(battle, side, end) << 40
        return key
    if kind == SEEK_GROUND and value > 0:
        key = ((1 << 30) - value) << 26
        if key >> 26 <= best >> 26:
            key |= enemy_arcs(battle, side, end) << 18
        return key
    if best < 1 << 60:
        return NEVER - 1
    turns, near = FAR, FAR
    state = battle.hexes[end, STATE + to]
    first = battle.numbers[(UNTIL_GROUND if kind == SEEK_GROUND else UNTIL) + FIGHTER_MA]
    for i in range(targets):
        there = battle.scratch[TARGETS_AT + i]
        if state >= 0:
            place = battle.hexes[there, ON_MAP] * battle.numbers[PLACES] + state
            turns = min(turns, byte_of(battle.flight, first + place))
        near = min(near, apart(end, there))
    if targets == 0:
        turns, near = 0, 0
    return 1 << 60 | turns << 50 | (0 if on_map else 1) << 48 | near << 40


@part
def list_targets(battle, unit, kind):
    """Write hexes (and values) of the targets of a fighter into the lists; how many there are."""
    count = 0
    mark = new_mark(battle)
    for target in range(battle.numbers[UNITS]):
        if battle.units[target, SIDE] == battle.units[unit, SIDE] or not is_here(battle, target):
            continue
        if is_kind(battle, target, kind) and (kind != SEEK_GROUND or is_new(battle, target, mark)):
            value = strafe_value(battle, unit, target) if kind == SEEK_GROUND else 1
            if value > 0:
                battle.scratch[TARGETS_AT + count] = battle.units[target, HEX]
                battle.scratch[VALUES_AT + count] = value
                count += 1
    return count


@part
def list_own_bombers(battle, unit):
    """Write hexes of a fighter's own bombers on the map into the lists; how many there are."""
    count = 0
    for other in range(battle.numbers[UNITS]):
        if (
            battle.units[other, SIDE] == battle.units[unit, SIDE]
            and battle.units[other, CLASS] == BOMBER
            and is_here(battle, other)
        ):
            battle.scratch[OWN_AT + count] = battle.units[other, HEX]
            count += 1
    return count


@rule
def seeks(policy, place):
    """The kinds that a fighter looks for, in its order (R24)."""
    if policy == Fighters.INTERCEPT_BOMBERS:
        return (SEEK_BOMBERS, SEEK_FORTRESS, SEEK_FIGHTERS, SEEK_GROUND)[place]
    if policy == Fighters.ESCORT:
        return (SEEK_FIGHTERS, SEEK_FORTRESS, SEEK_BOMBERS, SEEK_GROUND)[place]
    return SEEK_GROUND


@part
def kind_sought(battle, unit):
    """The kind of target that a fighter looks for now (R24)."""
    policy = battle.numbers[POLICY + HOOKS * battle.units[unit, SIDE] + FIGHTER_HOOK]
    return fighter_kind(battle, unit, seeks(policy, 0), seeks(policy, 1), seeks(policy, 2), seeks(policy, 3))


@part
def lowest_path(battle, aim, entering):
    """The lowest sequence of hexes to the chosen end, over ``aim`` if it is a hex: bit s says which front hex (P19).

    A bit is 1 where the step goes to the second front hex. The first step is the highest bit.
    """
    begin, facing, steps, end = battle.game[BEGIN], battle.game[FLIES], battle.game[STEPS], battle.game[END]
    first, second = step_to(facing), step_to((facing + 1) % 6)
    swap = second < first  # then the second front hex is the lower one
    for order in range(1 << steps):
        at, met = begin, (entering or battle.numbers[RELEASE] == WITH_START) and begin == aim
        taken = 0
        for s in range(steps - 1, -1, -1):
            goes_second = ((order >> s) & 1) != (1 if swap else 0)
            at += second if goes_second else first
            met = met or (at == aim and (s > 0 or battle.numbers[RELEASE] != BUT_LAST))
            taken |= (1 if goes_second else 0) << s
        if at == end and (met or aim == NOBODY):
            return taken
    return 0


assert HERE == 1
