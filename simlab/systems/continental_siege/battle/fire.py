"""The fire phase: Ogre or fortress, AA units, fighters, then the ground plan, attack by attack (6e, P23, P40)."""

from simlab.jit import part, rule
from simlab.systems.continental_siege.addresses import FIRE
from simlab.systems.continental_siege.battle.effects import (
    ATTACKED,
    SHEET_ATTACKED,
    WEAPONS_USED,
    apply_to_body,
    apply_to_unit,
    apply_to_weapon,
    attack_result,
    check_sheet,
    recover,
    start_phase,
    tell,
)
from simlab.systems.continental_siege.battle.ground_fire import attack_ogre, fire_together, ground_plan
from simlab.systems.continental_siege.doctrine.flying import kind_sought
from simlab.systems.continental_siege.doctrine.groups import (
    HALVES_AT,
    IDS,
    pick_group,
)
from simlab.systems.continental_siege.doctrine.guns import (
    at_fortress,
    bombers_first,
    column_at,
    fighter_target,
    gun_halves,
    weapon_named,
)
from simlab.systems.continental_siege.doctrine.heavy import (
    boxes_in,
    halves_in,
    nearest_first,
    value_first,
)
from simlab.systems.continental_siege.doctrine.names import AaFire, BigFire
from simlab.systems.continental_siege.doctrine.seen import (
    NOBODY,
    big_is_here,
    column_of,
    defence_of,
    halves_for,
    is_aircraft,
    is_fit,
    is_here,
    new_mark,
)
from simlab.systems.continental_siege.doctrine.sums import named_for, weighted_target
from simlab.systems.continental_siege.rules.layout import (
    AA_FIRE,
    AA_ON_BODY,
    AA_TIMING,
    AAM_AGAIN,
    AP,
    AP_MARK,
    AP_MARKS,
    ATTACK,
    ATTACK_AIR,
    ATTACKER,
    BIG,
    BIG_FIRE,
    BODY,
    BOMB_SHOTS,
    BOMBLOAD,
    BOXES,
    CLASS,
    COMBINED_ON_AIR,
    COST,
    DEFENDER,
    FIGHTER,
    FIRED,
    FORTRESS,
    GUNS,
    HEAVY_AA,
    HERE,
    HEX,
    HOOKS,
    HOWITZER,
    HOWITZER_ON_FF,
    INFANTRY,
    LIGHT_AA,
    MAIN,
    MISSILE,
    OGRE,
    OVER,
    PLACE,
    POLICY,
    SECONDARY,
    SIDE,
    SORTS,
    SPENT,
    TOUGH,
    TURN,
    UNITS,
)
from simlab.systems.continental_siege.rules.odds import (
    AUTOMATIC,
    NONE,
    ODDS_1_1,
)
from simlab.systems.continental_siege.rules.results import moment_before_fire


@part
def fire_phase(battle, side):
    """All attacks of one side (B2, P40)."""
    start_phase(battle, FIRE)
    recover(battle, moment_before_fire(battle.game[TURN]))
    in_enemy_turn = battle.numbers[AA_TIMING]
    for unit in range(battle.numbers[UNITS]):
        if battle.units[unit, SIDE] == side and not (in_enemy_turn and is_aa(battle, unit)):  # P22
            battle.units[unit, FIRED] = 0
    if side == ATTACKER:
        for sort in range(SORTS):
            battle.game[SPENT + sort] = 0
        battle.game[AP_MARK] = new_mark(battle)
        if big_is_here(battle):
            fire_of_big(battle)
    else:
        fire_at_aircraft(battle, side)
    fire_of_fighters(battle, side)
    if side == DEFENDER:
        ground_plan(battle)


@part
def start_enemy_turn(battle, side):
    """AA units of the other side may fire once in this player-turn and their next one (P22)."""
    if battle.numbers[AA_TIMING]:
        for unit in range(battle.numbers[UNITS]):
            if battle.units[unit, SIDE] != side and is_aa(battle, unit):
                battle.units[unit, FIRED] = 0


@part
def react(battle, target):
    """AA units within range of an aircraft that has taken a step fire at it, by id (`aa_fire_timing`, P22)."""
    for gun in range(battle.numbers[UNITS]):
        if battle.units[target, PLACE] != HERE or battle.game[OVER]:
            return
        if battle.units[gun, SIDE] == battle.units[target, SIDE] or not is_aa(battle, gun):
            continue
        halves = gun_halves(battle, gun, target)
        if halves == 0 or column_at(battle, target, halves) == NONE:
            continue
        if battle.units[target, CLASS] == FORTRESS:
            policy = battle.numbers[POLICY + HOOKS * battle.units[gun, SIDE] + AA_FIRE]
            shoot_at_fortress(battle, gun, named_for(battle, battle.units[gun, SIDE], policy))
        else:
            shoot_at_aircraft(battle, gun, target, halves)


@rule
def is_aa(battle, unit):
    """Is it an AA unit (15.01)?"""
    sort = battle.units[unit, CLASS]
    return sort in (LIGHT_AA, HEAVY_AA)


@part
def fire_of_big(battle):
    """The attacks of the Ogre or Flying Fortress, until its policy has none (P26, R31)."""
    policy = battle.numbers[POLICY + HOOKS * battle.units[battle.game[BIG], SIDE] + BIG_FIRE]
    while battle.game[OVER] == 0:
        if policy == BigFire.NEAREST_FIRST:
            target, key = nearest_first(battle)
        else:
            target, key = value_first(battle)
        if target == NOBODY:
            return
        attack_of_big(battle, target, key)


@part
def attack_of_big(battle, target, key):
    """One attack with a set of weapons; a missile is gone once fired (B12, 14.04; `aam_expended`)."""
    big = battle.game[BIG]
    for sort in range(MISSILE + 1):
        count = boxes_in(key, sort)
        if sort == MISSILE and not (battle.units[big, CLASS] == FORTRESS and battle.numbers[AAM_AGAIN]):
            battle.game[BOXES + sort] -= count
        else:
            battle.game[SPENT + sort] += count
    tell(
        battle, WEAPONS_USED, boxes_in(key, AP), boxes_in(key, SECONDARY), boxes_in(key, MAIN), boxes_in(key, MISSILE),
        battle.game[BOXES + MISSILE],
    )  # fmt: skip
    if boxes_in(key, AP) > 0 and battle.units[target, CLASS] == INFANTRY:
        battle.scratch[AP_MARKS + battle.units[target, HEX]] = battle.game[AP_MARK]
    halves = halves_in(key)
    column = column_of(battle, halves, defence_of(battle, target))
    result = attack_result(battle, big, column)
    tell(battle, ATTACKED, big, target, halves, column, result)
    apply_to_unit(battle, target, result)
    check_sheet(battle)


@part
def fire_at_aircraft(battle, side):
    """AA units, and howitzers that fire as AA, at aircraft in range (P23, P41)."""
    policy = battle.numbers[POLICY + HOOKS * side + AA_FIRE]
    while battle.game[OVER] == 0:
        if policy == AaFire.PAIR_TO_AUTO and attack_in_groups(battle, side):
            continue
        if policy == AaFire.FF_PU_ONLY or policy == AaFire.FF_BOMBS_FIRST:
            target, gun, named = at_fortress(battle, side, policy)
            if target != NOBODY:
                shoot_at_fortress(battle, gun, named)
                continue
        if policy == AaFire.WEIGHTED:
            target, gun = weighted_target(battle, side)
        else:
            target, gun = bombers_first(battle, side)
        if target == NOBODY:
            return
        if battle.units[target, CLASS] == FORTRESS:
            named = named_for(battle, side, policy) if policy == AaFire.WEIGHTED else BODY
            shoot_at_fortress(battle, gun, named)
        else:
            shoot_at_aircraft(battle, gun, target, battle.units[gun, ATTACK_AIR])


@part
def shoot_at_aircraft(battle, gun, target, halves):
    """One attack on a bomber or fighter."""
    battle.units[gun, FIRED] = battle.units[gun, GUNS]
    column = column_of(battle, halves, defence_of(battle, target))
    result = attack_result(battle, gun, column)
    tell(battle, ATTACKED, gun, target, halves, column, result)
    apply_to_unit(battle, target, result)


@part
def shoot_at_fortress(battle, gun, named):
    """One attack on a weapon or the propulsion of a Flying Fortress (14.02, 14.06)."""
    battle.units[gun, FIRED] = battle.units[gun, GUNS]
    halves = battle.units[gun, ATTACK_AIR]
    if battle.units[gun, CLASS] == HOWITZER:
        halves = halves * battle.numbers[HOWITZER_ON_FF]
    elif named == BODY and battle.units[gun, CLASS] != FIGHTER:
        halves = halves // battle.numbers[AA_ON_BODY]
    column = ODDS_1_1 if named == BODY else column_of(battle, halves, battle.numbers[TOUGH + named])
    result = attack_result(battle, gun, column)
    tell(battle, SHEET_ATTACKED, gun, named, halves, column, result)
    if named == BOMBLOAD:
        battle.game[BOMB_SHOTS] -= 1
    if named == BODY:
        apply_to_body(battle, result, halves)
    else:
        apply_to_weapon(battle, named, result)


@part
def attack_in_groups(battle, side):
    """One automatic attack of the smallest group of guns on the dearest target (`pair_to_auto`, R47); False without."""
    best_cost, best_place, best, members = -1, 0, NOBODY, 0
    for target in range(battle.numbers[UNITS]):
        if battle.units[target, SIDE] == side or not is_here(battle, target) or not is_aircraft(battle, target):
            continue
        cost, place = battle.units[target, COST], battle.units[target, HEX]
        if battle.units[target, CLASS] == FORTRESS or cost < best_cost or (cost == best_cost and place >= best_place):
            continue
        size = pick_group(battle, list_guns(battle, side, target), halves_for(AUTOMATIC, defence_of(battle, target)))
        if size > 0 and (size == 1 or battle.numbers[COMBINED_ON_AIR]):
            best_cost, best_place, best, members = cost, place, target, size
    if best == NOBODY:
        return False
    members = pick_group(battle, list_guns(battle, side, best), halves_for(AUTOMATIC, defence_of(battle, best)))
    halves = fire_together(battle, members)
    column = column_of(battle, halves, defence_of(battle, best))
    result = attack_result(battle, battle.scratch[IDS], column)
    tell(battle, ATTACKED, battle.scratch[IDS], best, halves, column, result)
    apply_to_unit(battle, best, result)
    return True


@part
def list_guns(battle, side, target):
    """Write the guns that may fire at an aircraft into the lists, by id; how many."""
    count = 0
    for gun in range(battle.numbers[UNITS]):
        if battle.units[gun, SIDE] == side:
            halves = gun_halves(battle, gun, target)
            if halves > 0:
                battle.scratch[IDS + count], battle.scratch[HALVES_AT + count] = gun, halves
                count += 1
    return count


@part
def fire_of_fighters(battle, side):
    """Each fighter alone, by id (P27, R29); after each shot the hooks are asked again from the first on (P40, R58)."""
    while battle.game[OVER] == 0 and fighter_fires(battle, side):
        if side == ATTACKER and big_is_here(battle):
            fire_of_big(battle)


@part
def fighter_fires(battle, side):
    """The first fighter that has not fired and has a target fires; False if there is none."""
    for unit in range(battle.numbers[UNITS]):
        if battle.units[unit, SIDE] != side or battle.units[unit, CLASS] != FIGHTER:
            continue
        if not is_fit(battle, unit) or battle.units[unit, FIRED]:
            continue
        kind = kind_sought(battle, unit)
        if kind == NOBODY:
            continue
        target = fighter_target(battle, unit, kind)
        if target == NOBODY:
            continue
        if battle.units[target, CLASS] == FORTRESS:
            shoot_at_fortress(battle, unit, BODY)
        elif battle.units[target, CLASS] == OGRE:
            strafe_ogre(battle, unit)
        elif is_aircraft(battle, target):
            shoot_at_aircraft(battle, unit, target, battle.units[unit, ATTACK_AIR])
        else:
            shoot_at_aircraft(battle, unit, target, battle.units[unit, ATTACK])
        return True
    return False


@part
def strafe_ogre(battle, unit):
    """A fighter attacks an Ogre's treads, or a weapon once they are gone (13.03, R28)."""
    battle.scratch[IDS], battle.scratch[HALVES_AT] = unit, battle.units[unit, ATTACK]
    attack_ogre(battle, 1, BODY if battle.game[BOXES + BODY] > 0 else weapon_named(battle))
