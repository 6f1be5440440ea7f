"""How many bombs are dropped on what: loads added up, what a fortress drops, plans made before the move (12, 14.03).

Bombs come in two kinds, named by their boxes on a sheet: BOMBLOAD and AP.
"""

from simlab.jit import part, rule
from simlab.systems.continental_siege.doctrine.seen import (
    NOBODY,
    column_of,
    defence_of,
    living_cp,
    squads_with,
)
from simlab.systems.continental_siege.rules.layout import (
    AP,
    AP_BOMBED,
    AP_CP_DEFENCE,
    AP_CP_HALVES,
    AP_HAD,
    AP_HALVES,
    AP_ONCE,
    BOMBLOAD,
    BOXES,
    CHANCES,
    CLASS,
    CP,
    D_KILLS_SQUAD,
    DISABLED,
    EACH_SQUAD,
    HALVED_LOAD,
    HEAVY_AA,
    HEX,
    HOWITZER,
    INFANTRY,
    JOINT_AP,
    JOINT_LOADS,
    LIGHT_AA,
    LOADS_DROP,
    OGRE,
    SECOND_D_ARMOUR,
    SILENT,
)
from simlab.systems.continental_siege.rules.odds import AUTOMATIC, NONE
from simlab.systems.continental_siege.rules.results import KILLS

MOST_LOADS = 3  # of a bomber (12.02)
CERTAIN = 6**MOST_LOADS
IF_WANTED, MUST = 1, 2  # options of ruling bombload_combination but for the default


@rule
def bomb_halves(battle, kind, target, loads):
    """Strength in halves of some bombs together against a unit that is no Ogre (12.03, 12.07, 14.031)."""
    sort = battle.units[target, CLASS]
    if kind == BOMBLOAD:
        return loads * battle.numbers[HALVED_LOAD if sort == INFANTRY else LOADS_DROP]
    return loads * battle.numbers[AP_HALVES if sort == INFANTRY else AP_CP_HALVES]


@part
def bomb_column(battle, kind, target, loads):
    """Column of some bombs added up on a unit: antipersonnel ones hurt infantry and CPs only (12.03, 14.031).

    Rulings `ap_bomb_vs_cp`, `ap_bomb_halved`, `bomb_halved_vs_infantry_group`.
    """
    sort = battle.units[target, CLASS]
    if kind == AP and sort != INFANTRY and sort != CP:
        return NONE
    defence = defence_of(battle, target)
    if kind == AP:
        if sort == CP:
            defence = battle.numbers[AP_CP_DEFENCE]
    elif sort == INFANTRY and battle.numbers[EACH_SQUAD]:
        defence = 1
    return column_of(battle, bomb_halves(battle, kind, target, loads), defence)


@part
def loads_at_once(battle, kind, target, ready):
    """How many bombs the policies add up in one attack: the fewest at automatic odds, else one, or all (R65)."""
    ruling = battle.numbers[JOINT_LOADS if kind == BOMBLOAD else JOINT_AP]
    if ruling == 0:
        return 1
    others = ready if ruling == MUST else 1
    if battle.units[target, CLASS] == OGRE:
        return others
    for loads in range(1, ready + 1):
        if bomb_column(battle, kind, target, loads) == AUTOMATIC:
            return loads
    return others


@part
def destroyed_by_loads(battle, unit, loads):
    """Chance, in 216ths, that ``loads`` bombloads destroy a ground unit as it is (B8, W1, W14, R20).

    Of an infantry group that every load attacks squad by squad it is the chance for one squad.
    """
    together = battle.numbers[JOINT_LOADS] > 0
    if battle.units[unit, CLASS] == INFANTRY:
        if together or battle.numbers[EACH_SQUAD]:
            return squad_by_loads(battle, unit, loads, together)
        return group_by_loads(battle, squads_with(battle, unit), loads)
    drops = 1 if together else loads
    column = bomb_column(battle, BOMBLOAD, unit, loads if together else 1)
    x, d = battle.numbers[CHANCES + 2 * column], battle.numbers[CHANCES + 2 * column + 1]
    if battle.units[unit, CLASS] == CP:
        d = 0
    kills = battle.numbers[SECOND_D_ARMOUR] == KILLS
    fit, disabled, dead = 1, 0, 0
    if battle.units[unit, DISABLED]:
        fit, disabled = 0, 1
    for load in range(MOST_LOADS):
        if load < drops:
            gone = x + d if kills else x
            fit, disabled, dead = (
                fit * (6 - x - d),
                fit * d + disabled * (6 - gone),
                6 * dead + fit * x + disabled * gone,
            )
        else:
            dead *= 6
    return dead


@part
def squad_by_loads(battle, unit, loads, together):
    """The same for infantry that is attacked once by all loads, or whose squads are attacked one by one."""
    column = bomb_column(battle, BOMBLOAD, unit, loads if together else 1)
    alone = squads_with(battle, unit) == 1 or battle.numbers[EACH_SQUAD]
    killing = battle.numbers[CHANCES + 2 * column]
    if alone and battle.numbers[D_KILLS_SQUAD]:
        killing += battle.numbers[CHANCES + 2 * column + 1]
    there, dead = 1, 0
    for load in range(MOST_LOADS):
        if load < (1 if together else loads):
            dead = 6 * dead + there * killing
            there *= 6 - killing
        else:
            dead *= 6
    return dead


@part
def group_by_loads(battle, squads, loads):
    """The same for a group of squads, load by load: an X kills all, a D one of them (B10, 12.07)."""
    one, two, three, dead = (squads == 1) * 1, (squads == 2) * 1, (squads == 3) * 1, 0
    kills = battle.numbers[D_KILLS_SQUAD]
    for load in range(MOST_LOADS):
        if load >= loads:
            dead *= 6
            continue
        dead *= 6
        for size in range(1, 4):
            here = one if size == 1 else two if size == 2 else three
            column = column_of(battle, battle.numbers[HALVED_LOAD], size)
            x, d = battle.numbers[CHANCES + 2 * column], battle.numbers[CHANCES + 2 * column + 1] * kills
            if size == 1:
                dead += here * (x + d)
                one = here * (6 - x - d)
            elif size == 2:
                dead += here * x
                one += here * d
                two = here * (6 - x - d)
            else:
                dead += here * x
                two += here * d
                three = here * (6 - x - d)
    return dead


@part
def value_by_loads(battle, unit, loads):
    """Chance that loads destroy a whole unit, in parts of 216 ** 3; a group only if all its squads die (R20)."""
    chance = destroyed_by_loads(battle, unit, loads)
    squads = 1
    if battle.units[unit, CLASS] == INFANTRY and battle.numbers[EACH_SQUAD]:
        squads = squads_with(battle, unit)
    value = 1
    for squad in range(3):
        value *= chance if squad < squads else CERTAIN
    return value


@part
def ap_works(battle, target):
    """Is an antipersonnel bomb aboard of a fortress that reaches 1-2 on a unit, added up as the policies do (R42)?"""
    aboard, sort = battle.game[BOXES + AP], battle.units[target, CLASS]
    if aboard == 0 or (sort != INFANTRY and sort != CP):
        return False
    return bomb_column(battle, AP, target, loads_at_once(battle, AP, target, aboard)) != NONE


@rule
def is_goal(battle, target, aim):
    """Is a unit what the aircraft flies at, or of the group that it flies at (R19)?"""
    if target == aim or aim == NOBODY:
        return target == aim
    both = battle.units[target, CLASS] == INFANTRY and battle.units[aim, CLASS] == INFANTRY
    return both and battle.units[target, HEX] == battle.units[aim, HEX]


@part
def kind_wanted(battle, target, aim, choice):
    """The first or second kind of bomb that a fortress would drop on a unit: AP, BOMBLOAD, NOBODY (P20, P39, R45)."""
    sort = battle.units[target, CLASS]
    if sort == CP:
        sure = bomb_column(battle, AP, target, 1) == AUTOMATIC
        return AP if sure == (choice == 0) else BOMBLOAD
    if sort == INFANTRY:
        if choice == 0:
            return AP
        return BOMBLOAD if is_goal(battle, target, aim) else NOBODY
    hurts = sort in (HOWITZER, LIGHT_AA, HEAVY_AA) or is_goal(battle, target, aim)
    return BOMBLOAD if choice == 0 and hurts else NOBODY


@part
def spare_bombs(battle, target, kind, loads_planned, ap_planned):
    """How many bombs of a kind may be dropped on a unit, one that hurts the CP being kept for it (P20, R45)."""
    loads = battle.game[BOXES + BOMBLOAD] - loads_planned
    antipersonnel = battle.game[BOXES + AP] - ap_planned
    ready = loads - battle.game[SILENT] if kind == BOMBLOAD else antipersonnel
    cp = living_cp(battle)
    if cp == NOBODY or battle.units[target, CLASS] == CP:
        return ready
    ap_hurts = bomb_column(battle, AP, cp, 1) != NONE
    useful = loads + (antipersonnel if ap_hurts else 0)
    if kind == AP and not ap_hurts:
        return ready if useful >= 1 else 0
    return min(ready, useful - 1)


@part
def fortress_bomb(battle, target, aim, loads_planned, ap_planned):
    """What a fortress drops next on a unit that it crosses: kind + 8 * how many, NOBODY for nothing (P20, P39, R45).

    loads_planned, ap_planned: bombs that are spoken for already (`bomb_decision_timing`).
    """
    for choice in range(2):
        kind = kind_wanted(battle, target, aim, choice)
        if kind == NOBODY:
            continue
        ready = spare_bombs(battle, target, kind, loads_planned, ap_planned)
        if ready <= 0 or (kind == AP and had_its_attack(battle, target)):
            continue
        loads = loads_at_once(battle, kind, target, ready)
        if bomb_column(battle, kind, target, loads) != NONE:
            return kind + 8 * loads
    return NOBODY


@rule
def had_its_attack(battle, target):
    """Has an infantry unit had the one attack of antipersonnel bombs of the turn (`ap_bomb_per_target_limit`)?"""
    once = battle.numbers[AP_ONCE] and battle.units[target, CLASS] == INFANTRY
    return once and battle.scratch[AP_HAD + target] == battle.game[AP_BOMBED]


@part
def loads_until_certain(battle, kind, target, together, ready):
    """How many bombs are planned for a unit: the fewest that destroy it for certain, else all that are ready (R66)."""
    if together > 1:
        return together
    if battle.units[target, CLASS] == OGRE or ready <= 1:
        return ready
    if kind == AP:
        return 1 if bomb_column(battle, AP, target, 1) == AUTOMATIC else ready
    for loads in range(1, min(ready, MOST_LOADS) + 1):
        if destroyed_by_loads(battle, target, loads) == CERTAIN:
            return loads
    return ready


assert (AP, BOMBLOAD) == (0, 4)
