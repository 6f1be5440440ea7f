"""Aircraft on the move: entry, the forced move, drops on the way, the end facing, leaving for good (11.03 to 11.10)."""

from simlab.jit import part, rule
from simlab.systems.continental_siege.battle.bombs import drop_load
from simlab.systems.continental_siege.battle.effects import (
    ENTERED,
    FLOWN_STEP,
    TURNED_TO,
    check_sheet,
    out_of_play,
    tell,
)
from simlab.systems.continental_siege.battle.fire import react
from simlab.systems.continental_siege.doctrine.aims import (
    ap_column,
    bomber_aim,
    fortress_aim,
    fortress_drop,
    withdraws,
)
from simlab.systems.continental_siege.doctrine.flying import (
    BUT_LAST,
    CROSS,
    DEPART,
    SEEK,
    WANDER,
    WITH_START,
    choose_end,
    crosses,
    entries_of,
    kind_sought,
    list_own_bombers,
    list_targets,
    lowest_path,
)
from simlab.systems.continental_siege.doctrine.guns import KINDS
from simlab.systems.continental_siege.doctrine.names import Fighters
from simlab.systems.continental_siege.doctrine.seen import NOBODY, is_ground, is_here, is_new, new_mark, squads_in
from simlab.systems.continental_siege.rules.layout import (
    AA_TIMING,
    AP,
    ATTACKER,
    BEGIN,
    BOMB_SHOTS,
    BOMBER,
    BOMBLOAD,
    BOXES,
    CLASS,
    DESTROYED,
    DISABLED,
    DROPPED,
    EDGE,
    EMPTY_LOST,
    END,
    FACING,
    FIGHTER,
    FIGHTER_HOOK,
    FLIES,
    FLIES_ON,
    FLOWN,
    FORTRESS,
    HEAVY_AA,
    HERE,
    HEX,
    HOOKS,
    HOWITZER,
    INFANTRY,
    LEFT,
    LIGHT_AA,
    LOADS,
    NORTH_EDGE,
    NOWHERE,
    OFF_MAP,
    ON_MAP,
    OVER,
    PLACE,
    POLICY,
    RELEASE,
    SIDE,
    SOUTH_EDGE,
    STEPS,
    TURNED,
    UNITS,
    WAITING,
    step_to,
)
from simlab.systems.continental_siege.rules.odds import NONE

REACTION = 2  # option of ruling aa_fire_timing


@part
def fly(battle, unit):
    """The forced move of one aircraft (11.07), with everything that happens on its way."""
    battle.game[DROPPED] = 0
    sort = battle.units[unit, CLASS]
    aim, purpose, where = NOBODY, WANDER, NOWHERE
    targets, own = 0, NOBODY
    if sort == FIGHTER:
        purpose, where = SEEK, kind_sought(battle, unit)
        if where != NOBODY:
            targets = list_targets(battle, unit, where)
        if battle.numbers[POLICY + HOOKS * battle.units[unit, SIDE] + FIGHTER_HOOK] == Fighters.ESCORT:
            own = list_own_bombers(battle, unit)
    elif (sort == FORTRESS and withdraws(battle, unit)) or (sort == BOMBER and battle.units[unit, LOADS] == 0):
        purpose = DEPART
    else:
        aim = bomber_aim(battle, unit) if sort == BOMBER else fortress_aim(battle, unit)
        if aim != NOBODY:
            purpose, where = CROSS, battle.units[aim, HEX]
    choose_end(battle, unit, purpose, where, targets, own)
    path = 0
    if purpose == DEPART:
        path = leaving_path(battle, battle.units[unit, SIDE])
        if path == NOBODY:
            path = path_to_end(battle, unit, NOWHERE)
    else:
        path = path_to_end(battle, unit, where if purpose == CROSS else NOWHERE)
    follow(battle, unit, path, aim, purpose == DEPART)


@part
def path_to_end(battle, unit, where):
    """The path to the chosen end, over the aim if the move can cross it (P19, R18)."""
    entering = battle.units[unit, PLACE] == WAITING
    begin, facing, end = battle.game[BEGIN], battle.game[FLIES], battle.game[END]
    over = NOWHERE
    if (
        where != NOWHERE
        and crosses(battle, begin, facing, end, where, entering)
        and (battle.hexes[begin, ON_MAP] >= 0 or battle.hexes[end, ON_MAP] >= 0)
    ):
        over = where
    if battle.units[unit, CLASS] == FORTRESS:
        return fortress_path(battle, unit, over, entering)
    return lowest_path(battle, over, entering)


@part
def fortress_path(battle, unit, over, entering):
    """Of the paths to the chosen end state the one with most units that may be bombed, then the lowest (P19, R43)."""
    at = entries_of(battle, unit)
    steps, end, turned = battle.game[STEPS], battle.game[END], battle.game[TURNED]
    best, most, best_begin, best_flies = 0, -1, battle.game[BEGIN], battle.game[FLIES]
    for entry in range(battle.numbers[at] if entering else 1):
        begin = battle.numbers[at + 1 + 2 * entry] if entering else battle.game[BEGIN]
        facing = battle.numbers[at + 2 + 2 * entry] if entering else battle.game[FLIES]
        apart_by = (turned - facing + 6) % 6
        if apart_by > 1 and apart_by < 5:
            continue
        first, second = step_to(facing), step_to((facing + 1) % 6)
        may_bomb = battle.hexes[begin, ON_MAP] >= 0 or battle.hexes[end, ON_MAP] >= 0
        for order in range(1 << steps):
            place, taken, count = begin, 0, 0
            at_start = entering or battle.numbers[RELEASE] == WITH_START
            met = over == NOWHERE or (at_start and begin == over)
            if at_start and may_bomb and battle.hexes[begin, ON_MAP] >= 0:
                count += bombable(battle, unit, begin)
            for s in range(steps - 1, -1, -1):
                goes_second = ((order >> s) & 1) != (1 if second < first else 0)
                place += second if goes_second else first
                taken |= (1 if goes_second else 0) << s
                if s == 0 and battle.numbers[RELEASE] == BUT_LAST:
                    continue
                met = met or place == over
                if may_bomb and battle.hexes[place, ON_MAP] >= 0:
                    count += bombable(battle, unit, place)
            if place == end and met and count > most:
                best, most, best_begin, best_flies = taken, count, begin, facing
    battle.game[BEGIN], battle.game[FLIES] = best_begin, best_flies
    return best


@part
def bombable(battle, unit, place):
    """Enemy units in a hex that a fortress may bomb by its policy, a group of squads counting once (P19, R43)."""
    count = 0
    mark = new_mark(battle)
    for target in range(battle.numbers[UNITS]):
        if battle.units[target, SIDE] == battle.units[unit, SIDE] or not is_here(battle, target):
            continue
        if battle.units[target, HEX] != place or not is_ground(battle, target) or not is_new(battle, target, mark):
            continue
        sort = battle.units[target, CLASS]
        if ap_column(battle, target) != NONE and battle.game[BOXES + AP] > 0:
            count += 1
        elif sort in (HOWITZER, LIGHT_AA, HEAVY_AA):
            count += 1 if battle.game[BOXES + BOMBLOAD] > 0 else 0
    return count


@rule
def own_edge(side):
    """The edge of a side (11.03)."""
    return SOUTH_EDGE if side == ATTACKER else NORTH_EDGE


@part
def leaving_path(battle, side):
    """The path with fewest steps to a step over the own edge, then the lowest; NOBODY without one (P13, R44)."""
    begin, facing, steps = battle.game[BEGIN], battle.game[FLIES], battle.game[STEPS]
    if battle.hexes[begin, ON_MAP] < 0:
        return NOBODY
    first, second = step_to(facing), step_to((facing + 1) % 6)
    best, fewest = NOBODY, steps + 1
    for order in range(1 << steps):
        place, taken, leaves = begin, 0, steps + 1
        for s in range(steps - 1, -1, -1):
            goes_second = ((order >> s) & 1) != (1 if second < first else 0)
            before = battle.hexes[place, ON_MAP] >= 0
            place += second if goes_second else first
            taken |= (1 if goes_second else 0) << s
            if before and battle.hexes[place, EDGE] == own_edge(side):
                leaves = min(leaves, steps - s)
        if leaves < fewest:
            best, fewest = taken, leaves
    return best


@part
def follow(battle, unit, path, aim, leaving):
    """Fly a path step by step: bits of ``path`` choose between the two front hexes, the highest first (11.041)."""
    begin, facing, steps, end = battle.game[BEGIN], battle.game[FLIES], battle.game[STEPS], battle.game[END]
    turned = battle.game[TURNED]
    may_bomb = battle.hexes[begin, ON_MAP] >= 0 or battle.hexes[end, ON_MAP] >= 0  # P12
    if battle.units[unit, PLACE] == WAITING:
        tell(battle, ENTERED, unit, begin, facing, 0, 0)
        battle.units[unit, PLACE], battle.units[unit, HEX] = HERE, begin
        battle.units[unit, FACING] = facing
        arrive(battle, unit, aim)
    elif battle.numbers[RELEASE] == WITH_START and may_bomb and battle.hexes[begin, ON_MAP] >= 0:
        visit(battle, unit, aim)
    battle.units[unit, FLOWN] = facing
    for s in range(steps - 1, -1, -1):
        if battle.units[unit, PLACE] > OFF_MAP or battle.game[OVER]:
            return
        was_on = battle.hexes[battle.units[unit, HEX], ON_MAP] >= 0
        place = battle.units[unit, HEX] + step_to((facing + ((path >> s) & 1)) % 6)
        battle.units[unit, HEX] = place
        tell(battle, FLOWN_STEP, unit, place, 0, 0, 0)
        if battle.hexes[place, ON_MAP] >= 0:
            battle.units[unit, PLACE] = HERE
            if may_bomb and (s > 0 or battle.numbers[RELEASE] != BUT_LAST):
                arrive(battle, unit, aim)
            elif battle.numbers[AA_TIMING] == REACTION:
                react(battle, unit)
        else:
            battle.units[unit, PLACE] = OFF_MAP
            if leaving and was_on and battle.hexes[place, EDGE] == own_edge(battle.units[unit, SIDE]):
                out_of_play(battle, unit, LEFT)
                return
    if battle.units[unit, PLACE] <= OFF_MAP:
        battle.units[unit, FACING] = turned
        tell(battle, TURNED_TO, unit, battle.units[unit, HEX], turned, 0, 0)


@part
def arrive(battle, unit, aim):
    """An aircraft has taken a step into a map hex: AA units may react first, then its bombs fall (P22, 12.03)."""
    if battle.numbers[AA_TIMING] == REACTION:
        react(battle, unit)
    if battle.units[unit, PLACE] == HERE:
        visit(battle, unit, aim)


@part
def visit(battle, unit, aim):
    """Drops of a bomber or a fortress in the map hex that it has just entered (12.03, 12.04, P20, R19)."""
    if battle.units[unit, DISABLED] or battle.units[unit, CLASS] == FIGHTER:
        return
    place = battle.units[unit, HEX]
    if battle.units[unit, CLASS] == FORTRESS:
        visit_as_fortress(battle, unit, place, aim)
        return
    if aim == NOBODY or battle.units[aim, HEX] != place:
        return
    while battle.units[unit, LOADS] > 0 and battle.game[OVER] == 0:
        if not is_here(battle, aim) and (battle.units[aim, CLASS] != INFANTRY or squads_in(battle, place) == 0):
            return
        battle.units[unit, LOADS] -= 1
        drop_load(battle, unit, place, False, aim)
        if battle.units[unit, LOADS] == 0 and not battle.numbers[FLIES_ON]:
            out_of_play(battle, unit, DESTROYED if battle.numbers[EMPTY_LOST] else LEFT)


@part
def visit_as_fortress(battle, unit, place, aim):
    """What a fortress drops on the enemy units in a hex (P20, P39)."""
    for target in range(battle.numbers[UNITS]):
        while battle.game[OVER] == 0 and is_here(battle, target) and battle.units[target, HEX] == place:
            if battle.units[target, SIDE] == battle.units[unit, SIDE] or not is_ground(battle, target):
                break
            kind = fortress_drop(battle, target, aim)
            if kind == NOBODY:
                break
            battle.game[BOXES + kind] -= 1
            if kind == BOMBLOAD:
                battle.game[BOMB_SHOTS] -= 1  # nobody can shoot at it any more (R47)
            drop_load(battle, unit, place, kind == AP, target)
            check_sheet(battle)


assert KINDS == 4
