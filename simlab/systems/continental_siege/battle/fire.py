"""The fire phase: Ogre or fortress, AA units, fighters, then the ground plan, attack by attack (6e, P23, P40)."""

from simlab.jit import part, rule
from simlab.systems.continental_siege.addresses import FIRE
from simlab.systems.continental_siege.battle.attacks import attack, fire_together, roll_declared
from simlab.systems.continental_siege.battle.effects import WEAPONS_USED, recover, start_phase, tell
from simlab.systems.continental_siege.battle.ground_fire import attack_ogre, ground_plan
from simlab.systems.continental_siege.doctrine.best_fire import best_fire
from simlab.systems.continental_siege.doctrine.fighters import fighter_target, weapon_named
from simlab.systems.continental_siege.doctrine.groups import HALVES_AT, IDS, pick_group
from simlab.systems.continental_siege.doctrine.guns import (
    at_fortress,
    bombers_first,
    column_at,
    gun_halves,
    list_guns,
)
from simlab.systems.continental_siege.doctrine.heavy import (
    boxes_in,
    group_mark,
    halves_in,
    nearest_first,
    value_first,
)
from simlab.systems.continental_siege.doctrine.names import AaFire, BigFire
from simlab.systems.continental_siege.doctrine.seeking import kind_sought
from simlab.systems.continental_siege.doctrine.seen import (
    NOBODY,
    defence_of,
    halves_for,
    is_able,
    is_aircraft,
    may_fight,
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
    DECLARE,
    DECLARED,
    DECLARING,
    DEFENDER,
    FIGHTER,
    FIRED,
    FORTRESS,
    GUN_TARGET,
    GUNS,
    HEAVY_AA,
    HERE,
    HEX,
    HOOKS,
    HOWITZER,
    HOWITZER_ON_FF,
    INFANTRY,
    JOINT_PROPULSION,
    LIGHT_AA,
    MAIN,
    MISSILE,
    OGRE,
    ONE_ROLL,
    OVER,
    PLACE,
    POLICY,
    SECONDARY,
    SIDE,
    SORTS,
    SPENT,
    TURN,
    UNITS,
)
from simlab.systems.continental_siege.rules.odds import AUTOMATIC, NONE
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
    battle.game[DECLARING], battle.game[DECLARED] = battle.numbers[DECLARE], 0
    if side == ATTACKER:
        for sort in range(SORTS):
            battle.game[SPENT + sort] = 0
        battle.game[AP_MARK], battle.game[GUN_TARGET] = new_mark(battle), NOBODY
        fire_of_big(battle)
    else:
        fire_at_aircraft(battle, side)
    fire_of_fighters(battle, side)
    if side == DEFENDER:
        ground_plan(battle)
    if battle.game[DECLARING]:
        roll_declared(battle)


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
            shoot_at_unit(battle, gun, target, halves)


@rule
def is_aa(battle, unit):
    """Is it an AA unit (15.01)?"""
    sort = battle.units[unit, CLASS]
    return sort in (LIGHT_AA, HEAVY_AA)


@part
def fire_of_big(battle):
    """The attacks of the Ogre or Flying Fortress, if it is able, until its policy has none (P26, R31)."""
    big = battle.game[BIG]
    if not is_able(battle, big):
        return
    policy = battle.numbers[POLICY + HOOKS * battle.units[big, SIDE] + BIG_FIRE]
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
    """One attack with a set of weapons; a missile is gone once fired (B12, 14.04; `aam_expended`, `ff_gun_targets`)."""
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
    if boxes_in(key, SECONDARY) + boxes_in(key, MAIN) > 0:
        battle.game[GUN_TARGET] = group_mark(battle, target)
    if boxes_in(key, AP) > 0 and battle.units[target, CLASS] == INFANTRY:
        battle.scratch[AP_MARKS + group_mark(battle, target)] = battle.game[AP_MARK]
    attack(battle, big, target, NOBODY, halves_in(key))


@part
def fire_at_aircraft(battle, side):
    """AA units, and howitzers that fire as AA, at aircraft in range (P23, P41)."""
    policy = battle.numbers[POLICY + HOOKS * side + AA_FIRE]
    while battle.game[OVER] == 0:
        if policy == AaFire.PAIR_TO_AUTO and attack_in_groups(battle, side):
            continue
        if policy == AaFire.BEST_DP and best_attack(battle, side):
            continue
        if policy == AaFire.FF_PU_ONLY or policy == AaFire.FF_BOMBS_FIRST:
            target, gun, named = at_fortress(battle, side, policy)
            if target != NOBODY:
                fire_at_fortress(battle, side, gun, named)
                continue
        if policy == AaFire.WEIGHTED:
            target, gun = weighted_target(battle, side)
        else:
            target, gun = bombers_first(battle, side)
        if target == NOBODY:
            return
        if battle.units[target, CLASS] == FORTRESS:
            named = named_for(battle, side, policy) if policy == AaFire.WEIGHTED else BODY
            fire_at_fortress(battle, side, gun, named)
        else:
            shoot_at_unit(battle, gun, target, battle.units[gun, ATTACK_AIR])


@part
def shoot_at_unit(battle, gun, target, halves):
    """One attack of one gun on a unit without a sheet."""
    battle.units[gun, FIRED] += 1
    attack(battle, gun, target, NOBODY, halves)


@part
def fire_at_fortress(battle, side, gun, named):
    """The shot of a gun at a fortress; at propulsion all guns together where they may (`propulsion_combined_fire`)."""
    if named != BODY or not battle.numbers[JOINT_PROPULSION]:
        shoot_at_fortress(battle, gun, named)
        return
    big = battle.game[BIG]
    members = list_guns(battle, side, big)
    for i in range(members):
        battle.scratch[HALVES_AT + i] = halves_at_fortress(battle, battle.scratch[IDS + i], BODY)
    attack(battle, battle.scratch[IDS], big, BODY, fire_together(battle, members))


@rule
def halves_at_fortress(battle, gun, named):
    """Strength in halves of one gun against a fortress (14.02, 15.03; `howitzer_vs_ff`, `aa_halving_vs_propulsion`)."""
    halves = battle.units[gun, ATTACK_AIR]
    sort = battle.units[gun, CLASS]
    if sort == HOWITZER:
        return halves * battle.numbers[HOWITZER_ON_FF]
    if named == BODY and sort in (LIGHT_AA, HEAVY_AA):
        return halves // battle.numbers[AA_ON_BODY]
    return halves


@part
def shoot_at_fortress(battle, gun, named):
    """One attack on a weapon or the propulsion of a Flying Fortress (14.02, 14.06)."""
    halves = halves_at_fortress(battle, gun, named)
    shots = 1
    if named == BODY and battle.numbers[ONE_ROLL]:  # both guns of a superheavy
        shots = battle.units[gun, GUNS] - battle.units[gun, FIRED]
    battle.units[gun, FIRED] += shots
    if named == BOMBLOAD:
        battle.game[BOMB_SHOTS] -= 1
    attack(battle, gun, battle.game[BIG], named, halves * shots)


@part
def attack_in_groups(battle, side):
    """One automatic attack of the smallest group of guns on the dearest target (`pair_to_auto`, R47); False without."""
    best_cost, best_place, best = -1, 0, NOBODY
    for target in range(battle.numbers[UNITS]):
        if battle.units[target, SIDE] == side or not may_fight(battle, target) or not is_aircraft(battle, target):
            continue
        cost, place = battle.units[target, COST], battle.units[target, HEX]
        if battle.units[target, CLASS] == FORTRESS or cost < best_cost or (cost == best_cost and place >= best_place):
            continue
        size = pick_group(battle, list_guns(battle, side, target), halves_for(AUTOMATIC, defence_of(battle, target)))
        if size > 0 and (size == 1 or battle.numbers[COMBINED_ON_AIR]):
            best_cost, best_place, best = cost, place, target
    if best == NOBODY:
        return False
    members = pick_group(battle, list_guns(battle, side, best), halves_for(AUTOMATIC, defence_of(battle, best)))
    attack(battle, battle.scratch[IDS], best, NOBODY, fire_together(battle, members))
    return True


@part
def best_attack(battle, side):
    """One attack of `best_dp`; False where no fit bomber with loads is within reach (R74)."""
    target, members = best_fire(battle, side)
    if target == NOBODY:
        return False
    attack(battle, battle.scratch[IDS], target, NOBODY, fire_together(battle, members))
    return True


@part
def fire_of_fighters(battle, side):
    """Each fighter alone, by id (P27, R29); after each shot the hooks are asked again from the first on (P40, R58)."""
    while battle.game[OVER] == 0 and fighter_fires(battle, side):
        if side == ATTACKER:
            fire_of_big(battle)


@part
def fighter_fires(battle, side):
    """The first fighter that has not fired and has a target fires; False if there is none."""
    for unit in range(battle.numbers[UNITS]):
        if not is_idle_fighter(battle, unit, side):
            continue
        kind = kind_sought(battle, unit)
        if kind == NOBODY:
            continue
        target = fighter_target(battle, unit, kind)
        if target == NOBODY:
            continue
        if battle.units[target, CLASS] == FORTRESS:
            fighters_at_propulsion(battle, unit, side, kind)
        elif battle.units[target, CLASS] == OGRE:
            strafe_ogre(battle, unit)
        else:
            halves = battle.units[unit, ATTACK_AIR if is_aircraft(battle, target) else ATTACK]
            shoot_at_unit(battle, unit, target, halves)
        return True
    return False


@rule
def is_idle_fighter(battle, unit, side):
    """Is it a fighter of a side that may fire and has not fired?"""
    mine = battle.units[unit, SIDE] == side and battle.units[unit, CLASS] == FIGHTER
    return mine and is_able(battle, unit) and battle.units[unit, FIRED] == 0


@part
def fighters_at_propulsion(battle, first, side, kind):
    """A fighter's shot at propulsion, with all others that have it in arc where they may combine (R61)."""
    if not battle.numbers[JOINT_PROPULSION]:
        shoot_at_fortress(battle, first, BODY)
        return
    count = 0
    for unit in range(first, battle.numbers[UNITS]):
        if is_idle_fighter(battle, unit, side) and fighter_target(battle, unit, kind) == battle.game[BIG]:
            battle.scratch[IDS + count] = unit
            battle.scratch[HALVES_AT + count] = battle.units[unit, ATTACK_AIR]
            count += 1
    attack(battle, first, battle.game[BIG], BODY, fire_together(battle, count))


@part
def strafe_ogre(battle, unit):
    """A fighter attacks an Ogre's treads, or a weapon once they are gone (13.03, R28)."""
    battle.scratch[IDS], battle.scratch[HALVES_AT] = unit, battle.units[unit, ATTACK]
    attack_ogre(battle, 1, BODY if battle.game[BOXES + BODY] > 0 else weapon_named(battle))
