"""Fire at an Ogre: the ground plan, groups on one weapon, single shots at treads (B11, P23, P25, P28)."""

from simlab.jit import part
from simlab.systems.continental_siege.battle.effects import (
    JOINED,
    SHEET_ATTACKED,
    apply_to_body,
    apply_to_weapon,
    attack_result,
    tell,
)
from simlab.systems.continental_siege.doctrine.groups import (
    HALVES_AT,
    IDS,
    list_attackers,
    pick_group,
)
from simlab.systems.continental_siege.doctrine.names import GroundFire
from simlab.systems.continental_siege.doctrine.seen import (
    NOBODY,
    column_of,
    halves_for,
    loss_of,
)
from simlab.systems.continental_siege.doctrine.sums import most_urgent, weight_of
from simlab.systems.continental_siege.doctrine.weights import FIRE_ODDS
from simlab.systems.continental_siege.rules.layout import (
    AP,
    BODY,
    BOXES,
    CHANCES,
    DEFENDER,
    FIRED,
    GROUND_FIRE,
    GUNS,
    HOOKS,
    MAIN,
    MISSILE,
    OVER,
    POLICY,
    SECONDARY,
    STRENGTH,
    TOUGH,
)
from simlab.systems.continental_siege.rules.odds import AUTOMATIC, NONE, ODDS_1_1, ODDS_1_2, ODDS_2_1


@part
def fire_together(battle, members):
    """The first ``members`` of the lists fire in one attack; their strength in halves (B4)."""
    total = 0
    for i in range(members):
        unit = battle.scratch[IDS + i]
        total += battle.scratch[HALVES_AT + i]
        battle.units[unit, FIRED] += 1
        if i > 0:
            tell(battle, JOINED, unit, battle.scratch[IDS], 0, 0, 0)
    return total


@part
def attack_ogre(battle, members, named):
    """The first ``members`` of the lists attack a weapon or the treads of the Ogre together (B11)."""
    actor = battle.scratch[IDS]
    halves = fire_together(battle, members)
    column = ODDS_1_1 if named == BODY else column_of(battle, halves, battle.numbers[TOUGH + named])
    result = attack_result(battle, actor, column)
    tell(battle, SHEET_ATTACKED, actor, named, halves, column, result)
    if named == BODY:
        apply_to_body(battle, result, halves)
    else:
        apply_to_weapon(battle, named, result)


@part
def ground_plan(battle):
    """Everything that has not fired and reaches the Ogre (P23, P25, P40)."""
    policy = battle.numbers[POLICY + HOOKS * DEFENDER + GROUND_FIRE]
    while battle.game[OVER] == 0:
        count = list_attackers(battle)
        if count == 0:
            return
        if policy == GroundFire.WEIGHTED:
            if not weighted_attack(battle, count):
                return
            continue
        treads = battle.game[BOXES + BODY]
        if policy == GroundFire.BEST_MARGINAL:
            named = best_marginal(battle, battle.scratch[HALVES_AT])
            if named == NOBODY:
                battle.units[battle.scratch[IDS], FIRED] = battle.units[battle.scratch[IDS], GUNS]
            else:
                attack_ogre(battle, 1, named)
            continue
        if (policy == GroundFire.MAIN_THEN_TREADS or treads == 0) and group_at(battle, count, MAIN, ODDS_2_1):
            continue
        if treads > 0:
            attack_ogre(battle, 1, BODY)
            continue
        if (
            group_at(battle, count, SECONDARY, ODDS_2_1)
            or group_at(battle, count, MISSILE, ODDS_2_1)
            or group_at(battle, count, AP, ODDS_2_1)
        ):
            continue
        named = likeliest_weapon(battle, count)
        if named == NOBODY:
            return
        attack_ogre(battle, count, named)


@part
def weighted_attack(battle, count):
    """The next attack of the weighted ground fire: the most urgent part of the sheet first; False for none (W3)."""
    column = max(ODDS_1_2, min(weight_of(battle, DEFENDER, GROUND_FIRE, FIRE_ODDS), AUTOMATIC))
    tried = 0
    sort = most_urgent(battle, tried)
    while sort != NOBODY:
        if sort == BODY:
            attack_ogre(battle, 1, BODY)
            return True
        if group_at(battle, count, sort, column):
            return True
        tried |= 1 << sort
        sort = most_urgent(battle, tried)
    named = likeliest_weapon(battle, count)
    if named != NOBODY:
        attack_ogre(battle, count, named)
    return named != NOBODY


@part
def group_at(battle, count, sort, column):
    """An attack of the smallest group that reaches a column on a weapon of the Ogre; False without one (P25)."""
    if battle.game[BOXES + sort] == 0:
        return False
    members = pick_group(battle, count, halves_for(column, battle.numbers[TOUGH + sort]))
    if members > 0:
        attack_ogre(battle, members, sort)
    return members > 0


@part
def likeliest_weapon(battle, count):
    """The weapon that all listed attackers together are most likely to take off (P25, R34); NOBODY where none is."""
    halves = 0
    for i in range(count):
        halves += battle.scratch[HALVES_AT + i]
    best, most = NOBODY, 0
    for sort in range(MISSILE + 1):
        if battle.game[BOXES + sort] > 0:
            column = column_of(battle, halves, battle.numbers[TOUGH + sort])
            chance = battle.numbers[CHANCES + 2 * column]
            if column != NONE and chance > most:
                best, most = sort, chance
    return best


@part
def best_marginal(battle, halves):
    """What a single attacker aims at under `best_marginal` (R35): a weapon, BODY for treads, NOBODY for nothing."""
    best, most = NOBODY, 0
    for sort in range(MISSILE + 1):
        if battle.game[BOXES + sort] > 0:
            column = column_of(battle, halves, battle.numbers[TOUGH + sort])
            value = 3 * battle.numbers[STRENGTH + sort] * battle.numbers[CHANCES + 2 * column]
            if value > most:
                best, most = sort, value
    loss = min(loss_of(battle, halves), battle.game[BOXES + BODY])
    if loss * battle.numbers[CHANCES + 2 * ODDS_1_1] > most:  # 36ths of (attack strength, treads / 3)
        best = BODY
    return best
