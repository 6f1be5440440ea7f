"""Bombs: every ground unit in the hex is attacked; on an Ogre the load is split (12.03 to 12.082, 14.031, P17, P18)."""

from simlab.jit import part, rule
from simlab.systems.continental_siege.addresses import BOMB
from simlab.systems.continental_siege.battle.effects import (
    BOMBED,
    DROPPED_LOAD,
    SHEET_ATTACKED,
    apply_to_body,
    apply_to_unit,
    apply_to_weapon,
    hurt_squad,
    roll,
    tell,
)
from simlab.systems.continental_siege.doctrine.loads import bomb_column, bomb_halves, had_its_attack
from simlab.systems.continental_siege.doctrine.names import Split
from simlab.systems.continental_siege.doctrine.seen import (
    NOBODY,
    column_of,
    is_ground,
    is_here,
    is_new,
    new_mark,
)
from simlab.systems.continental_siege.doctrine.splits import SYSTEMS, best_split, sort_of_system, split_parts
from simlab.systems.continental_siege.rules.layout import (
    ALONE,
    AP,
    AP_BOMBED,
    AP_HAD,
    AP_ONCE,
    BODY,
    BOMBED_ONES,
    BOMBLOAD,
    BOXES,
    BY_CLASS,
    CLASS,
    CRT,
    DROPPED,
    EACH_SQUAD,
    HEX,
    HOOKS,
    INFANTRY,
    LAST_ACTION,
    LISTS,
    LOADS_DROP,
    MAIN,
    MISSILE,
    OGRE,
    OVER,
    POLICY,
    SECONDARY,
    SIDE,
    SORTS,
    SPLIT,
    STRENGTH,
    TOUGH,
    TREAD_PARTS,
    TURN,
    UNITS,
)
from simlab.systems.continental_siege.rules.odds import AUTOMATIC, NE, NONE, ODDS_1_1, X

PARTS_A_LOAD = 16  # room of one load in an address
PARTS_AT = LISTS + 4096  # PARTS_AT + 8 * sort + box: points on a box of the sheet
BOXES_A_SORT = 16


@part
def bomb_result(battle, actor, part_number, column):
    """Result of one attack of a bombload; parts count whether they need a die or not (purpose 4)."""
    if column == AUTOMATIC:
        return X
    if column == NONE:
        return NE
    die = roll(battle, actor, BOMB, battle.game[DROPPED] * PARTS_A_LOAD + part_number)
    return battle.numbers[CRT + 7 * column + die]


@part
def drop_load(battle, actor, place, kind, loads, chosen):
    """Some bombs of a kind, in one attack on every ground unit of the hex, by id (12.03; `bombload_combination`)."""
    tell(battle, DROPPED_LOAD, actor, place, 1 if kind == AP else 0, loads, 0)
    battle.game[LAST_ACTION] = battle.game[TURN]
    part_number = 0
    mark = new_mark(battle)
    for unit in range(battle.numbers[UNITS]):
        if battle.game[OVER]:
            break
        if not is_here(battle, unit) or battle.units[unit, HEX] != place or not is_ground(battle, unit):
            continue
        if not is_new(battle, unit, mark) or not is_bombed(battle, actor, unit, chosen):
            continue
        sort = battle.units[unit, CLASS]
        if kind == AP:
            column = bomb_column(battle, AP, unit, loads)
            if had_its_attack(battle, unit) or not (column != NONE or sort == INFANTRY):
                continue
            note_attack(battle, unit)
            bomb_unit(battle, actor, unit, kind, loads, part_number)
            part_number += 1
        elif sort == OGRE:
            part_number = bomb_ogre(battle, actor, part_number, loads)
        elif sort == INFANTRY and battle.numbers[EACH_SQUAD]:
            part_number = bomb_squads(battle, actor, unit, loads, part_number)
        else:
            bomb_unit(battle, actor, unit, kind, loads, part_number)
            part_number += 1
    battle.game[DROPPED] += loads


@part
def bomb_unit(battle, actor, unit, kind, loads, part_number):
    """One attack of bombs on a unit or on a group of squads as one (12.03, 12.07, 14.031)."""
    column = bomb_column(battle, kind, unit, loads)
    result = bomb_result(battle, actor, part_number, column)
    tell(battle, BOMBED, actor, unit, bomb_halves(battle, kind, unit, loads), column, result)
    apply_to_unit(battle, unit, result)


@part
def bomb_squads(battle, actor, first, loads, part_number):
    """Bombloads on every squad of a group, by id (`bomb_halved_vs_infantry_group`); the number of the next part."""
    place = battle.units[first, HEX]
    for unit in range(first, battle.numbers[UNITS]):
        if battle.units[unit, CLASS] != INFANTRY or not is_here(battle, unit) or battle.units[unit, HEX] != place:
            continue
        if battle.game[OVER]:
            break
        column = bomb_column(battle, BOMBLOAD, unit, loads)
        result = bomb_result(battle, actor, part_number, column)
        tell(battle, BOMBED, actor, unit, bomb_halves(battle, BOMBLOAD, unit, loads), column, result)
        if result != NE:
            hurt_squad(battle, unit, result)
        part_number += 1
    return part_number


@part
def note_attack(battle, unit):
    """An infantry unit, or all squads of its group, have had their attack of antipersonnel bombs in this turn."""
    if battle.numbers[AP_ONCE] == 0:
        return
    for other in range(battle.numbers[UNITS]):
        grouped = battle.numbers[ALONE] == 0 and battle.units[other, HEX] == battle.units[unit, HEX]
        if other == unit or (grouped and is_here(battle, other)):
            battle.scratch[AP_HAD + other] = battle.game[AP_BOMBED]


@rule
def is_bombed(battle, actor, unit, chosen):
    """Does a bomb attack this ground unit of the hex (ruling `bomb_targets_in_hex`)? chosen: the owner's pick."""
    if battle.numbers[BOMBED_ONES] == 1:
        grouped = battle.units[unit, CLASS] == INFANTRY and not battle.numbers[ALONE]
        return unit == chosen or (grouped and battle.units[chosen, CLASS] == INFANTRY)
    return battle.numbers[BOMBED_ONES] == 0 or battle.units[unit, SIDE] != battle.units[actor, SIDE]


@rule
def strongest_left(battle):
    """The remaining weapon of greatest attack strength (P18); NOBODY if none is left."""
    best, most = NOBODY, 0
    for sort in range(MISSILE + 1):
        if battle.game[BOXES + sort] > 0 and battle.numbers[STRENGTH + sort] > most:
            best, most = sort, battle.numbers[STRENGTH + sort]
    return best


@part
def put_points(battle, sort, box, points, loads):
    """Put points of each of some loads on a box if it is there, else on the treads, else on the strongest weapon (P18).

    Points on one system are added (12.082), under `bomb_tread_attacks` = one_per_part k points on the treads are k
    attacks; under `ogre_system_granularity` = weapon_class points on boxes of a sort are one attack on one box.
    """
    if points == 0:
        return
    if sort != BODY and box < battle.game[BOXES + sort]:
        named = 0 if battle.numbers[BY_CLASS] else box
        battle.scratch[PARTS_AT + BOXES_A_SORT * sort + named] += points * loads
        return
    if battle.game[BOXES + BODY] > 0:
        at = PARTS_AT + BOXES_A_SORT * BODY
        if not battle.numbers[TREAD_PARTS]:
            battle.scratch[at] += points * loads
            return
        for _ in range(points):
            while battle.scratch[at] > 0:
                at += 1
            battle.scratch[at] = loads
        return
    strongest = strongest_left(battle)
    if strongest != NOBODY:
        battle.scratch[PARTS_AT + BOXES_A_SORT * strongest] += points * loads


@part
def plan_split(battle, side, policy, points, loads):
    """Write the points of some loads on each box of the sheet, and on the treads, into the lists (12.081)."""
    for place in range(BOXES_A_SORT * SORTS):
        battle.scratch[PARTS_AT + place] = 0
    if policy == Split.MISSILES_3_3:
        put_points(battle, MISSILE, 0, points // 2, loads)
        put_points(battle, MISSILE, 1, points - points // 2, loads)
    elif policy == Split.AP_SWEEP:
        for box in range(points):
            put_points(battle, AP, box, 1, loads)
    elif policy == Split.MAIN4_PLUS2:
        put_points(battle, MAIN, 0, points - points // 3, loads)
        put_points(battle, BODY, 0, points // 3, loads)
    elif policy == Split.BEST_FOR:
        split = best_split(battle, side)
        for system in range(SYSTEMS):
            parts = split_parts(battle, side, system, split)
            for box in range(points):
                put_points(battle, sort_of_system(system), box, (parts >> (3 * (points - 1 - box))) & 7, loads)
    else:
        put_points(battle, BODY, 0, points, loads)


@part
def bomb_ogre(battle, actor, part_number, loads):
    """Bombloads on an Ogre, its weapons in the order of P1, treads last; the number of the next part (12.08)."""
    side = battle.units[actor, SIDE]
    plan_split(battle, side, battle.numbers[POLICY + HOOKS * side + SPLIT], battle.numbers[LOADS_DROP] // 2, loads)
    for place in range(BOXES_A_SORT * SORTS):
        points, sort = battle.scratch[PARTS_AT + place], place // BOXES_A_SORT
        if points == 0 or battle.game[OVER]:
            continue
        column = ODDS_1_1 if sort == BODY else column_of(battle, 2 * points, battle.numbers[TOUGH + sort])
        result = bomb_result(battle, actor, part_number, column)
        tell(battle, SHEET_ATTACKED, actor, sort, 2 * points, column, result)
        if sort == BODY:
            apply_to_body(battle, result, 2 * points)
        else:
            apply_to_weapon(battle, sort, result)
        part_number += 1
    return part_number


assert (AP, SECONDARY, MAIN, MISSILE, BOMBLOAD) == (0, 1, 2, 3, 4)
