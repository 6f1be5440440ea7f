"""Fire at aircraft by AA units and howitzers (P23, P41), and the guns and arcs that bear on a hex (P19, R17, R26)."""

from simlab.jit import part, rule
from simlab.systems.continental_siege.addresses import MOVEMENT
from simlab.systems.continental_siege.doctrine.groups import HALVES_AT, IDS
from simlab.systems.continental_siege.doctrine.names import AaFire
from simlab.systems.continental_siege.doctrine.seen import (
    NEVER,
    NOBODY,
    aa_faces,
    arc_facing,
    column_of,
    defence_of,
    is_aircraft,
    is_fit,
    is_here,
    may_fight,
    sees,
)
from simlab.systems.continental_siege.rules.layout import (
    AA_FORWARD,
    AAM_ARC,
    ATTACK_AIR,
    BIG,
    BODY,
    BOMB_SHOTS,
    BOMBLOAD,
    BOMBS_SAFE,
    BOXES,
    CLASS,
    CP_HEX,
    DISABLED,
    FIGHTER,
    FIRED,
    FORTRESS,
    GUNS,
    HEAVY_AA,
    HEX,
    HOWITZER,
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
    SECONDARY,
    SIDE,
    UNITS,
    apart,
)
from simlab.systems.continental_siege.rules.odds import NONE, ODDS_1_1


@part
def gun_halves(battle, gun, target):
    """Strength in halves with which a ground unit may now fire at an aircraft, 0 if it may not (11.08, P23, R37)."""
    if not is_fit(battle, gun) or battle.units[gun, ATTACK_AIR] == 0:
        return 0
    sort = battle.units[gun, CLASS]
    if sort >= OGRE or battle.units[gun, FIRED] >= battle.units[gun, GUNS]:
        return 0
    an_aa_unit = sort in (LIGHT_AA, HEAVY_AA)
    if not an_aa_unit and battle.game[PHASE] == MOVEMENT:
        return 0  # only AA units fire in the enemy turn (P22)
    away = apart(battle.units[gun, HEX], battle.units[target, HEX])
    if away > battle.units[gun, RANGE] or (away == 0 and not battle.numbers[SAME_HEX_AIR]):
        return 0
    if an_aa_unit:
        if battle.numbers[AA_FORWARD] and not aa_faces(battle, gun, battle.units[target, HEX]):
            return 0
    else:
        if sort == HOWITZER and battle.numbers[NEAR_HOWITZER] > away:
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
        if battle.units[gun, SIDE] == side and battle.units[gun, ATTACK_AIR] > 0:
            halves = gun_halves(battle, gun, target)
            if halves > most and column_at(battle, target, halves) != NONE:
                best, most = gun, halves
    return best


@part
def list_guns(battle, side, target):
    """Write the guns that may fire at an aircraft into the lists, by id, a superheavy twice; how many."""
    count = 0
    for gun in range(battle.numbers[UNITS]):
        if battle.units[gun, SIDE] == side and battle.units[gun, ATTACK_AIR] > 0:
            halves = gun_halves(battle, gun, target)
            if halves > 0:
                for _ in range(battle.units[gun, GUNS] - battle.units[gun, FIRED]):
                    battle.scratch[IDS + count], battle.scratch[HALVES_AT + count] = gun, halves
                    count += 1
    return count


@part
def bombers_first(battle, side):
    """The next attack of `bombers_first`: (target, gun), or NOBODY (P41, R36)."""
    best, best_target, best_gun = NEVER, NOBODY, NOBODY
    for target in range(battle.numbers[UNITS]):
        if battle.units[target, SIDE] == side or not may_fight(battle, target) or not is_aircraft(battle, target):
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
    if battle.units[big, CLASS] == FORTRESS and battle.units[big, SIDE] != side and may_fight(battle, big):
        gun = strongest_gun(battle, side, big)
        if gun != NOBODY:
            return big, gun, named_by(battle, policy)
    return NOBODY, NOBODY, BODY


@part
def enemy_guns(battle, side, place):
    """Fit enemy units and single weapons that may attack an aircraft in a hex from where they are now (P19, R17)."""
    count = 0
    for unit in range(battle.numbers[UNITS]):
        if battle.units[unit, SIDE] == side or not is_fit(battle, unit):
            continue
        sort = battle.units[unit, CLASS]
        if battle.units[unit, ATTACK_AIR] == 0 and sort not in (OGRE, FORTRESS):
            continue
        away = apart(battle.units[unit, HEX], place)
        if sort in (OGRE, FORTRESS):
            count += big_weapons(battle, unit, away, place)
        elif away <= battle.units[unit, RANGE]:
            if away == 0 and sort != FIGHTER and not battle.numbers[SAME_HEX_AIR]:
                continue
            if sort == FIGHTER:
                if sees(battle, battle.units[unit, HEX], arc_facing(battle, unit), battle.units[unit, RANGE], place):
                    count += 1
            elif battle.numbers[AA_FORWARD] and not aa_faces(battle, unit, place):
                continue
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
