"""Aircraft on the move: entry, the forced move, the end facing, leaving for good, coming back (11.03 to 11.10)."""

from simlab.jit import part, rule
from simlab.systems.continental_siege.battle.dropping import plot_bombs, visit
from simlab.systems.continental_siege.battle.effects import (
    ENTERED,
    FLOWN_STEP,
    TURNED_TO,
    out_of_play,
    tell,
)
from simlab.systems.continental_siege.battle.fire import react
from simlab.systems.continental_siege.doctrine.aims import bomber_aim, fortress_aim, withdraws
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
    entry_facing,
    entry_hex,
    is_entering,
    lowest_path,
    must_land,
)
from simlab.systems.continental_siege.doctrine.loads import ap_works
from simlab.systems.continental_siege.doctrine.names import Fighters
from simlab.systems.continental_siege.doctrine.seeking import kind_sought, list_own_bombers, list_targets
from simlab.systems.continental_siege.doctrine.seen import NOBODY, is_ground, is_here, is_new, new_mark
from simlab.systems.continental_siege.rules.layout import (
    AA_TIMING,
    ATTACKER,
    BEGIN,
    BOMBER,
    BOMBLOAD,
    BOXES,
    CLASS,
    DELAY,
    DROPPED,
    EDGE,
    END,
    ENTRY_TURN,
    FACING,
    FIGHTER,
    FIGHTER_HOOK,
    FLIES,
    FLOWN,
    FORTRESS,
    HEAVY_AA,
    HERE,
    HEX,
    HOOKS,
    HOWITZER,
    LEFT,
    LIGHT_AA,
    LOADS,
    NORTH_EDGE,
    NOWHERE,
    OFF_MAP,
    ON_MAP,
    OVER,
    PLACE,
    PLOTTED,
    PLOTTING,
    POLICY,
    RELEASE,
    RETURNS,
    SIDE,
    SOUTH_EDGE,
    STEP_OF_PATH,
    STEPS,
    TOUCH,
    TRACKING,
    TURN,
    TURNED,
    UNITS,
    WAITING,
    step_to,
)

REACTION = 2  # option of ruling aa_fire_timing
COMES_BACK, IS_REMOVED = 1, 2  # options of ruling offmap_tracking but for the default


@part
def fly(battle, unit):
    """The forced move of one aircraft (11.07), with everything that happens on its way."""
    if stays_away(battle, unit):
        return
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


@rule
def stays_away(battle, unit):
    """Is it not yet its turn to enter (ruling `aircraft_entry_turn`) or to come back (`offmap_tracking`, P36)?"""
    if battle.units[unit, PLACE] == WAITING:
        own_turn = (battle.game[TURN] + 1) // 2
        return (
            battle.units[unit, CLASS] != FORTRESS and own_turn < battle.numbers[ENTRY_TURN + battle.units[unit, SIDE]]
        )
    return battle.game[TURN] < battle.units[unit, RETURNS]


@part
def path_to_end(battle, unit, where):
    """The path to the chosen end, over the aim if the move can cross it (P19, R18)."""
    entering = is_entering(battle, unit)
    begin, facing, end = battle.game[BEGIN], battle.game[FLIES], battle.game[END]
    over = NOWHERE
    if (
        where != NOWHERE
        and crosses(battle, begin, facing, end, where, entering)
        and may_bomb_between(battle, begin, end)
    ):
        over = where
    if battle.units[unit, CLASS] == FORTRESS:
        return fortress_path(battle, unit, over, entering)
    return lowest_path(battle, over, entering)


@rule
def may_bomb_between(battle, begin, end):
    """May bombs fall in a move: it began on the map, or it counts as a return (P12; ruling `offmap_return_test`)?"""
    return battle.hexes[begin, ON_MAP] >= 0 or battle.hexes[end, ON_MAP] >= 0 or battle.numbers[TOUCH] > 0


@part
def fortress_path(battle, unit, over, entering):
    """Of the paths to the chosen end state the one with most units that may be bombed, then the lowest (P19, R43)."""
    steps, end, turned = battle.game[STEPS], battle.game[END], battle.game[TURNED]
    best, most, best_begin, best_flies = 0, -1, battle.game[BEGIN], battle.game[FLIES]
    for entry in range(entries_of(battle, unit)):
        begin, facing = entry_hex(battle, unit, entry), entry_facing(battle, unit, entry)
        apart_by = (turned - facing + 6) % 6
        if apart_by > 1 and apart_by < 5:
            continue
        first, second = step_to(facing), step_to((facing + 1) % 6)
        may_bomb = may_bomb_between(battle, begin, end)
        lands = must_land(battle, begin, facing, end)
        for order in range(1 << steps):
            place, taken, count, landed = begin, 0, 0, not lands
            at_start = entering or battle.numbers[RELEASE] == WITH_START
            met = over == NOWHERE or (at_start and begin == over)
            if at_start and may_bomb and battle.hexes[begin, ON_MAP] >= 0:
                count += bombable(battle, unit, begin)
            for s in range(steps - 1, -1, -1):
                goes_second = ((order >> s) & 1) != (1 if second < first else 0)
                place += second if goes_second else first
                taken |= (1 if goes_second else 0) << s
                landed = landed or battle.hexes[place, ON_MAP] >= 0
                if s == 0 and battle.numbers[RELEASE] == BUT_LAST:
                    continue
                met = met or place == over
                if may_bomb and battle.hexes[place, ON_MAP] >= 0:
                    count += bombable(battle, unit, place)
            if place == end and met and landed and count > most:
                best, most, best_begin, best_flies = taken, count, begin, facing
    battle.game[BEGIN], battle.game[FLIES] = best_begin, best_flies
    return best


@part
def bombable(battle, unit, place):
    """Enemy units in a hex that a fortress may bomb by its policy, a group of squads counting once (P19, R43)."""
    count = 0
    if battle.here[place] == 0:
        return count
    mark = new_mark(battle)
    for target in range(battle.numbers[UNITS]):
        if battle.units[target, SIDE] == battle.units[unit, SIDE] or not is_here(battle, target):
            continue
        if battle.units[target, HEX] != place or not is_ground(battle, target) or not is_new(battle, target, mark):
            continue
        sort = battle.units[target, CLASS]
        if ap_works(battle, target):
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
    may_bomb = may_bomb_between(battle, begin, end)  # P12
    entering = is_entering(battle, unit)
    battle.game[PLOTTED], battle.game[STEP_OF_PATH] = 0, steps
    if battle.numbers[PLOTTING]:
        plot_bombs(battle, unit, path, aim, may_bomb, entering)
    if entering:
        tell(battle, ENTERED, unit, begin, facing, 0, 0)
        battle.units[unit, PLACE], battle.units[unit, HEX] = HERE, begin
        battle.units[unit, FACING], battle.units[unit, RETURNS] = facing, 0
        arrive(battle, unit, aim)
    elif battle.numbers[RELEASE] == WITH_START and may_bomb and battle.hexes[begin, ON_MAP] >= 0:
        visit(battle, unit, aim)
    battle.units[unit, FLOWN] = facing
    last_on_map = begin
    for s in range(steps - 1, -1, -1):
        if battle.units[unit, PLACE] > OFF_MAP or battle.game[OVER]:
            return
        was_on = battle.hexes[battle.units[unit, HEX], ON_MAP] >= 0
        place = battle.units[unit, HEX] + step_to((facing + ((path >> s) & 1)) % 6)
        battle.units[unit, HEX] = place
        battle.game[STEP_OF_PATH] = s
        tell(battle, FLOWN_STEP, unit, place, 0, 0, 0)
        if battle.hexes[place, ON_MAP] >= 0:
            battle.units[unit, PLACE] = HERE
            last_on_map = place
            if may_bomb and (s > 0 or battle.numbers[RELEASE] != BUT_LAST):
                arrive(battle, unit, aim)
            elif battle.numbers[AA_TIMING] == REACTION:
                react(battle, unit)
        else:
            battle.units[unit, PLACE] = OFF_MAP
            if leaving and was_on and battle.hexes[place, EDGE] == own_edge(battle.units[unit, SIDE]):
                out_of_play(battle, unit, LEFT)
                return
    if battle.units[unit, PLACE] > OFF_MAP or battle.game[OVER]:
        return
    if battle.units[unit, PLACE] == OFF_MAP and battle.numbers[TRACKING] == IS_REMOVED:
        out_of_play(battle, unit, LEFT)
        return
    battle.units[unit, FACING] = turned
    tell(battle, TURNED_TO, unit, battle.units[unit, HEX], turned, 0, 0)
    if battle.units[unit, PLACE] == OFF_MAP and battle.numbers[TRACKING] == COMES_BACK:  # P36
        battle.units[unit, HEX], battle.units[unit, FACING] = last_on_map, (facing + 3) % 6
        battle.units[unit, RETURNS] = battle.game[TURN] + 2 * battle.numbers[DELAY]


@part
def arrive(battle, unit, aim):
    """An aircraft has taken a step into a map hex: AA units may react first, then its bombs fall (P22, 12.03)."""
    if battle.numbers[AA_TIMING] == REACTION:
        react(battle, unit)
    if battle.units[unit, PLACE] == HERE:
        visit(battle, unit, aim)
