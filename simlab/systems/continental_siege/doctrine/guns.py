"""Fire at aircraft by AA units and howitzers (P23, P41), and what a fighter fires at (P27, R24, R29)."""

from simlab.jit import part, rule
from simlab.systems.continental_siege.addresses import MOVEMENT
from simlab.systems.continental_siege.doctrine.names import AaFire
from simlab.systems.continental_siege.doctrine.seen import (
    NEVER,
    NOBODY,
    arc_facing,
    column_of,
    defence_of,
    is_aircraft,
    is_fit,
    is_ground,
    is_here,
    is_new,
    loss_of,
    new_mark,
    sees,
    worth,
)
from simlab.systems.continental_siege.rules.layout import (
    AAM_ARC,
    AP,
    ARC_GROUND_OWN_HEX,
    ATTACK,
    ATTACK_AIR,
    BIG,
    BODY,
    BOMB_SHOTS,
    BOMBER,
    BOMBLOAD,
    BOMBS_SAFE,
    BOXES,
    CHANCES,
    CLASS,
    COST,
    CP_HEX,
    DISABLED,
    FIGHTER,
    FIRED,
    FORTRESS,
    HALVES,
    HEAVY_AA,
    HEX,
    HOWITZER,
    INITIAL,
    LIGHT_AA,
    LOADS,
    MAIN,
    MISSILE,
    NEAR_HOWITZER,
    OGRE,
    PHASE,
    RANGE,
    REACH,
    RECEIVED,
    SAME_HEX_AIR,
    SCALE,
    SECONDARY,
    SIDE,
    SIXTHS,
    STRENGTH,
    TOUGH,
    UNITS,
    apart,
)
from simlab.systems.continental_siege.rules.odds import NONE, ODDS_1_1

# Whom a fighter looks for, in this order (R24).
KINDS = 4
SEEK_BOMBERS, SEEK_FORTRESS, SEEK_FIGHTERS, SEEK_GROUND = range(KINDS)


@part
def gun_halves(battle, gun, target):
    """Strength in halves with which a ground unit may now fire at an aircraft, 0 if it may not (11.08, P23, R37)."""
    if not is_fit(battle, gun) or battle.units[gun, FIRED] or battle.units[gun, ATTACK_AIR] == 0:
        return 0
    sort = battle.units[gun, CLASS]
    if sort != LIGHT_AA and sort != HEAVY_AA and sort != HOWITZER:
        return 0
    if sort == HOWITZER and battle.game[PHASE] == MOVEMENT:
        return 0  # only AA units fire in the enemy turn (P22)
    away = apart(battle.units[gun, HEX], battle.units[target, HEX])
    if away > battle.units[gun, RANGE] or (away == 0 and not battle.numbers[SAME_HEX_AIR]):
        return 0
    if sort == HOWITZER:
        if battle.numbers[NEAR_HOWITZER] > away:
            return 0
        big = battle.game[BIG]
        if (
            battle.units[big, CLASS] == OGRE
            and is_here(battle, big)
            and apart(battle.units[gun, HEX], battle.units[big, HEX]) <= battle.units[gun, RANGE]
        ):
            return 0
    return battle.units[gun, ATTACK_AIR]


@rule
def aa_class(battle, target):
    """Class of a target in `bombers_first`: fit bombers with loads, fit fighters, disabled, fortress (P41)."""
    sort = battle.units[target, CLASS]
    if sort == FORTRESS:
        return 3
    if battle.units[target, DISABLED]:
        return 2
    if sort == FIGHTER:
        return 1
    return 0 if battle.units[target, LOADS] > 0 else 2


@rule
def column_at(battle, target, halves):
    """Column of an attack on an aircraft; propulsion is always 1-1 (14.02)."""
    if battle.units[target, CLASS] == FORTRESS:
        return ODDS_1_1 if halves > 0 else NONE
    return column_of(battle, halves, defence_of(battle, target))


@part
def strongest_gun(battle, side, target):
    """The strongest unfired gun of a side that may attack an aircraft, lowest id first; NOBODY without one."""
    best, most = NOBODY, 0
    for gun in range(battle.numbers[UNITS]):
        if battle.units[gun, SIDE] == side:
            halves = gun_halves(battle, gun, target)
            if halves > most and column_at(battle, target, halves) != NONE:
                best, most = gun, halves
    return best


@part
def bombers_first(battle, side):
    """The next attack of `bombers_first`: (target, gun), or NOBODY (P41, R36)."""
    best, best_target, best_gun = NEVER, NOBODY, NOBODY
    for target in range(battle.numbers[UNITS]):
        if battle.units[target, SIDE] == side or not is_here(battle, target) or not is_aircraft(battle, target):
            continue
        place = battle.units[target, HEX]
        key = (aa_class(battle, target) << 40) | (battle.units[target, RECEIVED] << 28)
        key |= (apart(place, battle.game[CP_HEX]) << 20) | place
        if key < best:
            gun = strongest_gun(battle, side, target)
            if gun != NOBODY:
                best, best_target, best_gun = key, target, gun
    return best_target, best_gun


@rule
def named_by(battle, policy):
    """What a shot at a fortress names: a bombload not shot at in the phase (`ff_bombs_first`), or BODY."""
    if policy != AaFire.FF_BOMBS_FIRST or battle.numbers[BOMBS_SAFE]:
        return BODY
    return BOMBLOAD if min(battle.game[BOXES + BOMBLOAD], battle.game[BOMB_SHOTS]) > 0 else BODY


@part
def at_fortress(battle, side, policy):
    """The next shot of a policy that aims at a fortress: (target, gun, what is named), or NOBODY.

    `ff_pu_only` names its propulsion; `ff_bombs_first` each bombload once in the phase, then its propulsion.
    """
    big = battle.game[BIG]
    if battle.units[big, CLASS] == FORTRESS and battle.units[big, SIDE] != side and is_here(battle, big):
        gun = strongest_gun(battle, side, big)
        if gun != NOBODY:
            return big, gun, named_by(battle, policy)
    return NOBODY, NOBODY, BODY


@part
def fighter_kind(battle, fighter, first, second, third, fourth):
    """The kind of target that a fighter looks for: the first of which an enemy is on the map, -1 if none is (R24)."""
    has_bombers, has_fortress, has_fighters, has_ground = False, False, False, False
    side = battle.units[fighter, SIDE]
    for unit in range(battle.numbers[UNITS]):
        if battle.units[unit, SIDE] != side and is_here(battle, unit):
            sort = battle.units[unit, CLASS]
            if sort == BOMBER:
                has_bombers = True
            elif sort == FORTRESS:
                has_fortress = True
            elif sort == FIGHTER:
                has_fighters = True
            else:
                has_ground = True
    for place in range(KINDS):
        kind = first if place == 0 else second if place == 1 else third if place == 2 else fourth
        if kind == SEEK_BOMBERS and has_bombers:
            return kind
        if kind == SEEK_FORTRESS and has_fortress:
            return kind
        if kind == SEEK_FIGHTERS and has_fighters:
            return kind
        if kind == SEEK_GROUND and has_ground:
            return kind
    return NOBODY


@rule
def is_kind(battle, unit, kind):
    """Is a unit of the kind that a fighter looks for?"""
    sort = battle.units[unit, CLASS]
    if kind == SEEK_GROUND:
        return is_ground(battle, unit)
    if kind == SEEK_BOMBERS:
        return sort == BOMBER
    return sort == FIGHTER if kind == SEEK_FIGHTERS else sort == FORTRESS


@rule
def weapon_named(battle):
    """The weapon that is named on an Ogre without treads: main, secondary, missile, AP (P25, R28); -1 without one."""
    if battle.game[BOXES + MAIN] > 0:
        return MAIN
    if battle.game[BOXES + SECONDARY] > 0:
        return SECONDARY
    if battle.game[BOXES + MISSILE] > 0:
        return MISSILE
    return AP if battle.game[BOXES + AP] > 0 else NOBODY


@part
def strafe_value(battle, fighter, target):
    """Value of a ground target for a fighter (R28), in parts of a chance times cost times initial treads."""
    halves = battle.units[fighter, ATTACK]
    if battle.units[target, CLASS] != OGRE:
        return (
            worth(battle, target, column_of(battle, halves, defence_of(battle, target)), COST) * battle.numbers[INITIAL]
        )
    left = battle.game[BOXES + BODY]
    if left > 0:
        x = battle.numbers[CHANCES + 2 * ODDS_1_1]
        return x * battle.units[target, COST] * min(loss_of(battle, halves), left)
    weapon = weapon_named(battle)
    if weapon == NOBODY:
        return 0
    column = column_of(battle, halves, battle.numbers[TOUGH + weapon])
    attack = battle.numbers[STRENGTH + weapon] * battle.numbers[SCALE] // (SIXTHS * HALVES)  # as P26 counts it
    return battle.numbers[CHANCES + 2 * column] * attack * battle.numbers[INITIAL]


@part
def fighter_target(battle, fighter, kind):
    """What a fighter in the fire phase attacks: a unit of the kind in arc and range, NOBODY without one (R29)."""
    best, best_target = NEVER, NOBODY
    place, reach, facing = battle.units[fighter, HEX], battle.units[fighter, RANGE], arc_facing(battle, fighter)
    escort = kind == SEEK_FIGHTERS
    mark = new_mark(battle)
    for target in range(battle.numbers[UNITS]):
        if battle.units[target, SIDE] == battle.units[fighter, SIDE] or not is_here(battle, target):
            continue
        there = battle.units[target, HEX]
        if not is_kind(battle, target, kind) or not sees(battle, place, facing, reach, there):
            continue
        if kind == SEEK_GROUND:
            if not is_new(battle, target, mark) or (there == place and not battle.numbers[ARC_GROUND_OWN_HEX]):
                continue
            value = strafe_value(battle, fighter, target)
            if value == 0:
                continue
            key = ((1 << 40) - value << 16) | there
        else:
            if column_at(battle, target, battle.units[fighter, ATTACK_AIR]) == NONE:
                continue
            disabled = 1 if battle.units[target, DISABLED] else 0
            key = ((disabled ^ (1 if escort else 0)) << 20) | there
        if key < best:
            best, best_target = key, target
    return best_target


@part
def enemy_guns(battle, side, place):
    """Fit enemy units and single weapons that may attack an aircraft in a hex from where they are now (P19, R17)."""
    count = 0
    for unit in range(battle.numbers[UNITS]):
        if battle.units[unit, SIDE] == side or not is_fit(battle, unit):
            continue
        away = apart(battle.units[unit, HEX], place)
        sort = battle.units[unit, CLASS]
        if sort in (OGRE, FORTRESS):
            count += big_weapons(battle, unit, away, place)
        elif battle.units[unit, ATTACK_AIR] > 0 and away <= battle.units[unit, RANGE]:
            if away == 0 and sort != FIGHTER and not battle.numbers[SAME_HEX_AIR]:
                continue
            if sort == FIGHTER:
                if sees(battle, battle.units[unit, HEX], arc_facing(battle, unit), battle.units[unit, RANGE], place):
                    count += 1
            elif sort != HOWITZER or away >= battle.numbers[NEAR_HOWITZER]:
                count += 1
    return count


@part
def big_weapons(battle, big, away, place):
    """Single weapons of an Ogre or a fortress that may attack an aircraft in a hex (11.081, 14.04, 14.05)."""
    from_air = battle.units[big, CLASS] == FORTRESS
    count = 0
    here = away == 0 and not battle.numbers[SAME_HEX_AIR]  # then only guns of a fortress may
    if here and not from_air:
        return 0
    if away <= battle.numbers[REACH + MISSILE] and not here:
        ahead_only = from_air and battle.numbers[AAM_ARC]
        if not ahead_only or sees(battle, battle.units[big, HEX], arc_facing(battle, big), away, place):
            count += battle.game[BOXES + MISSILE]
    for sort in range(SECONDARY, MAIN + 1):
        if (away <= battle.numbers[REACH + sort] and (from_air or sort == MAIN)) and (
            not from_air or sees(battle, battle.units[big, HEX], arc_facing(battle, big), away, place)
        ):
            count += battle.game[BOXES + sort]
    return count


@part
def enemy_arcs(battle, side, place):
    """Enemy arcs that a hex lies in: fit fighters, and main and secondary guns of a fortress (R26)."""
    count = 0
    for unit in range(battle.numbers[UNITS]):
        if battle.units[unit, SIDE] == side or not is_fit(battle, unit):
            continue
        sort, here = battle.units[unit, CLASS], battle.units[unit, HEX]
        if sort == FIGHTER:
            if sees(battle, here, arc_facing(battle, unit), battle.units[unit, RANGE], place):
                count += 1
        elif sort == FORTRESS:
            for gun in range(SECONDARY, MAIN + 1):
                if sees(battle, here, arc_facing(battle, unit), battle.numbers[REACH + gun], place):
                    count += battle.game[BOXES + gun]
    return count
