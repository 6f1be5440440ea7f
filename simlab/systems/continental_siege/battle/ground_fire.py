"""Fire at an Ogre: the ground plan, groups on one weapon, single shots at treads (B11, P23, P25, P28)."""

from simlab.jit import part
from simlab.systems.continental_siege.battle.attacks import attack, fire_together
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
    BIG,
    BODY,
    BOXES,
    CHANCES,
    DEFENDER,
    FIRE_POLICIES,
    FIRED,
    GROUND_FIRE,
    GUNS,
    MAIN,
    MISSILE,
    ONE_ROLL,
    OVER,
    SECONDARY,
    STRENGTH,
    TOUGH,
)
from simlab.systems.continental_siege.rules.odds import AUTOMATIC, NONE, ODDS_1_1, ODDS_1_2, ODDS_2_1

GROUND_POLICIES = 4  # of GroundFire


@part
def attack_ogre(battle, members, named):
    """The first ``members`` of the lists attack a weapon or the treads of the Ogre together (B11)."""
    actor = battle.scratch[IDS]
    attack(battle, actor, battle.game[BIG], named, fire_together(battle, members))


@part
def ground_plan(battle):
    """Everything that has not fired and reaches the Ogre (P23, P25, P40), policy after policy of the classes (R77)."""
    for policy in range(GROUND_POLICIES):
        if (battle.numbers[FIRE_POLICIES] >> policy) & 1:
            plan_of(battle, policy)


@part
def plan_of(battle, policy):
    """The plan of the units that fire by one policy."""
    while battle.game[OVER] == 0:
        count = list_attackers(battle, policy)
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
            attack_treads(battle, count)
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
def attack_treads(battle, count):
    """The first attacker at the treads, by himself; both guns of a superheavy where they make one roll (B11, R59)."""
    twin_guns = battle.numbers[ONE_ROLL] and count > 1 and battle.scratch[IDS] == battle.scratch[IDS + 1]
    attack_ogre(battle, 2 if twin_guns else 1, BODY)


@part
def weighted_attack(battle, count):
    """The next attack of the weighted ground fire: the most urgent part of the sheet first; False for none (W3)."""
    column = max(ODDS_1_2, min(weight_of(battle, DEFENDER, GROUND_FIRE, FIRE_ODDS), AUTOMATIC))
    tried = 0
    sort = most_urgent(battle, tried)
    while sort != NOBODY:
        if sort == BODY:
            attack_treads(battle, count)
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
