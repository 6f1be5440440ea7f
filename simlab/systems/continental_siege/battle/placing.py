"""Where the defender stands at the start: `standard_rear`, `aa_ring`, `random_legal` (B17, P2 to P5).

Where nothing is drawn, `pack` asks these rules once, in the interpreter; else every battle asks them.
"""

from simlab.jit import part, rule
from simlab.systems.continental_siege.addresses import SET_UP_HEX
from simlab.systems.continental_siege.battle.effects import PLACED, tell
from simlab.systems.continental_siege.battle.muster import draw
from simlab.systems.continental_siege.doctrine.names import SetUp
from simlab.systems.continental_siege.doctrine.seen import NEVER, NOBODY
from simlab.systems.continental_siege.rules.layout import (
    AREA,
    CLASS,
    CRATER,
    DEFENDER,
    HERE,
    HEX,
    INFANTRY,
    KIND,
    LIMIT,
    LISTS,
    NORTH_ROW,
    NOWHERE,
    ON_MAP,
    PLACE,
    PLACES_OF_KINDS,
    PLACING,
    Q_OFFSET,
    R_OFFSET,
    RING,
    ROW,
    ROW_LENGTH,
    SIDE,
    UNITS,
    apart,
)

CP, FIRST_SQUAD, SQUADS_A_GROUP = 0, 1, 3  # ids; how many squads stand together
CP_COLUMN, CP_ROWS = 8, 3  # P3: 0801; P5: rows 01 to 03
NEAREST, FARTHEST, FAR_RING = 2, 4, 29  # P3, P4
CENTRAL_LAST_ROW, FORWARD_FIRST, FORWARD_LAST, FORWARD_ROW, COLUMNS = 16, 10, 14, 12, 15  # B16, P3
# The order of P3: from FORWARD on units go into the central area as far as its limit allows.
RANKS_OF_REAR = ("howitzer", "mobile_howitzer", "aa")
RANKS_OF_FORWARD = ("gev", "heavy_tank", "missile_tank", "light_tank", "superheavy", "other", "infantry_squad")
AA_RANK, FORWARD, LAST_RANK = 2, 3, 9
PICKED, OTHERS, RING_HEXES = LISTS, LISTS + 512, LISTS + 1024


@rule
def numbered(column, row):
    """The hex number of a column and a row, both from 1, of the published map (4.2, `odd_low`)."""
    q = column - 1
    return (q + Q_OFFSET) * ROW_LENGTH + row - 1 - (q + 1) // 2 + R_OFFSET


@rule
def is_free(battle, number, first_row, last_row):
    """May a unit stand in a hex of these rows: on the map, no crater, nobody there (P2)?"""
    if battle.hexes[number, ON_MAP] < 0 or battle.hexes[number, CRATER] or battle.here[number] > 0:
        return False
    return first_row <= battle.hexes[number, ROW] <= last_row


@part
def nearest_free(battle, to, first_row, last_row, low, high):
    """The free hex of these rows nearest to a hex, at a distance low..high, the lowest of several; NOWHERE (P1)."""
    best = NEVER
    for number in range(numbered(1, 1), numbered(COLUMNS, CENTRAL_LAST_ROW) + 1):
        if is_free(battle, number, first_row, last_row):
            away = apart(number, to)
            if low <= away <= high:
                best = min(best, away << 20 | number)
    return NOWHERE if best == NEVER else best & ((1 << 20) - 1)


@rule
def is_head(battle, unit):
    """Is it placed: a unit of the defender's on the ground, of a group of squads the first (P5)?"""
    if battle.units[unit, SIDE] != DEFENDER or battle.numbers[PLACES_OF_KINDS + battle.units[unit, KIND]] < 0:
        return False
    return battle.units[unit, CLASS] != INFANTRY or (unit - FIRST_SQUAD) % SQUADS_A_GROUP == 0


@rule
def rank_of(battle, unit):
    """The place of a unit in the order of P3; -1 for what is not placed by it."""
    return battle.numbers[PLACES_OF_KINDS + battle.units[unit, KIND]]


@part
def group_end(battle, head):
    """The id behind the last unit that is placed together with this one."""
    end = head + 1
    if battle.units[head, CLASS] == INFANTRY:
        while end < battle.numbers[UNITS] and end < head + SQUADS_A_GROUP and battle.units[end, CLASS] == INFANTRY:
            end += 1
    return end


@part
def area_strength(battle, head):
    """Strength, in halves, that counts towards the limit of the central area (B17; `aa_strength_in_area_limit`)."""
    total = 0
    for unit in range(head, group_end(battle, head)):
        total += battle.units[unit, AREA]
    return total


@part
def put(battle, head, number):
    """Put a unit or a group of squads on a hex."""
    for unit in range(head, group_end(battle, head)):
        battle.units[unit, PLACE], battle.units[unit, HEX] = HERE, number
    battle.here[number] = 1


@part
def place_defence(battle):
    """Place the defender's ground units by his policy; the first that finds no legal hex, or NOBODY (P2)."""
    if battle.numbers[PLACING] - 1 == SetUp.RANDOM_LEGAL:
        return random_legal(battle)
    cp = numbered(CP_COLUMN, 1)
    put(battle, CP, cp)
    ringed = battle.numbers[PLACING] - 1 == SetUp.AA_RING
    for rank in range(FORWARD):
        if rank == AA_RANK and ringed:
            continue
        for unit in range(battle.numbers[UNITS]):
            if is_head(battle, unit) and rank_of(battle, unit) == rank:
                number = nearest_free(battle, cp, 1, battle.numbers[NORTH_ROW], NEAREST, FARTHEST)
                if number == NOWHERE:
                    number = nearest_free(battle, cp, 1, battle.numbers[NORTH_ROW], 0, NEVER)
                if number == NOWHERE:
                    return unit
                put(battle, unit, number)
    if ringed:
        left = aa_ring(battle, cp)
        if left != NOBODY:
            return left
    return place_forward(battle, cp)


@part
def place_forward(battle, cp):
    """Units for the central area up to its limit, spread over the columns, the others next to the CP (P3)."""
    picked, others, total = 0, 0, 0
    for rank in range(FORWARD, LAST_RANK + 1):
        for unit in range(battle.numbers[UNITS]):
            if is_head(battle, unit) and rank_of(battle, unit) == rank:
                strength = area_strength(battle, unit)
                if total + strength <= battle.numbers[LIMIT]:
                    battle.scratch[PICKED + picked] = unit
                    picked += 1
                    total += strength
                else:
                    battle.scratch[OTHERS + others] = unit
                    others += 1
    for i in range(picked):
        column = 1 + (2 * i + 1) * COLUMNS // (2 * picked)
        goal = numbered(column, FORWARD_ROW)
        number = nearest_free(battle, goal, FORWARD_FIRST, FORWARD_LAST, 0, NEVER)
        if number == NOWHERE:
            return battle.scratch[PICKED + i]
        put(battle, battle.scratch[PICKED + i], number)
    for i in range(others):
        number = nearest_free(battle, cp, 1, battle.numbers[NORTH_ROW], 0, NEVER)
        if number == NOWHERE:
            return battle.scratch[OTHERS + i]
        put(battle, battle.scratch[OTHERS + i], number)
    return NOBODY


@part
def aa_ring(battle, cp):
    """AA units evenly spaced at a distance from the CP; those without a place try the next one (P4)."""
    waiting = 0
    for unit in range(battle.numbers[UNITS]):
        if is_head(battle, unit) and rank_of(battle, unit) == AA_RANK:
            battle.scratch[PICKED + waiting] = unit
            waiting += 1
    ring = battle.numbers[RING]
    for attempt in range(FAR_RING):
        away = ring + attempt if ring + attempt <= FAR_RING else FAR_RING - attempt
        count = 0
        for number in range(numbered(1, 1), numbered(COLUMNS, CENTRAL_LAST_ROW) + 1):
            if is_free(battle, number, 1, battle.numbers[NORTH_ROW]) and apart(number, cp) == away:
                battle.scratch[RING_HEXES + count] = number
                count += 1
        left = 0
        for i in range(waiting):
            unit = battle.scratch[PICKED + i]
            number = NOWHERE
            if count > 0:
                number = battle.scratch[RING_HEXES + (2 * i + 1) * count // (2 * waiting)]
            if number != NOWHERE and battle.here[number] == 0:
                put(battle, unit, number)
            else:
                battle.scratch[PICKED + left] = unit
                left += 1
        waiting = left
        if waiting == 0:
            return NOBODY
    return battle.scratch[PICKED]


@part
def drawn_hex(battle, actor, n, last_row):
    """One of the free hexes down to a row, each with the same chance; NOWHERE without any (P5)."""
    count = 0
    for number in range(numbered(1, 1), numbered(COLUMNS, CENTRAL_LAST_ROW) + 1):
        if is_free(battle, number, 1, last_row):
            count += 1
    if count == 0:
        return NOWHERE
    chosen = draw(battle, actor, SET_UP_HEX, n, count)
    for number in range(numbered(1, 1), numbered(COLUMNS, CENTRAL_LAST_ROW) + 1):
        if is_free(battle, number, 1, last_row):
            if chosen == 0:
                return number
            chosen -= 1
    return NOWHERE


@part
def random_legal(battle):
    """Every unit on a drawn legal hex, the CP in the first rows; what breaks the limit is drawn anew (P5)."""
    put(battle, CP, drawn_hex(battle, CP, 0, CP_ROWS))
    total = 0
    for unit in range(FIRST_SQUAD, battle.numbers[UNITS]):
        if not is_head(battle, unit):
            continue
        number = drawn_hex(battle, unit, 0, CENTRAL_LAST_ROW)
        if number != NOWHERE and battle.hexes[number, ROW] > battle.numbers[NORTH_ROW]:
            strength = area_strength(battle, unit)
            if total + strength > battle.numbers[LIMIT]:
                number = drawn_hex(battle, unit, 1, battle.numbers[NORTH_ROW])
            else:
                total += strength
        if number == NOWHERE:
            return unit
        put(battle, unit, number)
    return NOBODY


@part
def tell_places(battle):
    """Where everybody stands, for whoever reads the replay."""
    for unit in range(battle.numbers[UNITS]):
        if battle.units[unit, PLACE] == HERE:
            tell(battle, PLACED, unit, battle.units[unit, HEX], battle.units[unit, KIND], 0, 0)
