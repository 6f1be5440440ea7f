"""Sums of weights of fire at an Ogre, fire at aircraft, and the end states of bombers (W3, W6, W7)."""

from simlab.jit import part, rule
from simlab.systems.continental_siege.doctrine.guns import aa_class, named_by, strongest_gun
from simlab.systems.continental_siege.doctrine.names import AaFire
from simlab.systems.continental_siege.doctrine.seen import NOBODY, is_aircraft, may_fight
from simlab.systems.continental_siege.doctrine.weights import (
    AT_BOMBER,
    AT_BOMBLOAD,
    AT_DISABLED,
    AT_FIGHTER,
    AT_PROPULSION,
    FOR_GUNS,
    FOR_MISS,
    FOR_NEAR,
    FOR_RECEIVED,
    FOR_TURNS,
    TREADS_3,
)
from simlab.systems.continental_siege.rules.fortress import movement_allowance
from simlab.systems.continental_siege.rules.layout import (
    AA_FIRE,
    BODY,
    BOMBER_PATH,
    BOMBLOAD,
    BOXES,
    CLASS,
    CP_HEX,
    DEFENDER,
    FORTRESS,
    GROUND_FIRE,
    HEX,
    HOOKS,
    INITIAL,
    MISSILE,
    RECEIVED,
    ROWS,
    SIDE,
    UNITS,
    WEIGHT_ROOM,
    WEIGHTS,
    apart,
)

MOST_ALLOWANCE = 3  # of an Ogre (B13)


@rule
def weight_of(battle, side, hook, place):
    """A weight of the policy of a hook."""
    return battle.numbers[WEIGHTS + WEIGHT_ROOM * (HOOKS * side + hook) + place]


@part
def urgency(battle, sort):
    """The weight of a weapon, or of the treads at the Ogre's present movement allowance (W3)."""
    if sort != BODY:
        return weight_of(battle, DEFENDER, GROUND_FIRE, sort)
    left, first = battle.game[BOXES + BODY], battle.numbers[INITIAL]
    allowance = movement_allowance(left, first, battle.numbers[ROWS], 0)
    return weight_of(battle, DEFENDER, GROUND_FIRE, TREADS_3 + MOST_ALLOWANCE - max(1, min(allowance, MOST_ALLOWANCE)))


@part
def most_urgent(battle, tried):
    """The part of the Ogre's sheet with the greatest weight that is left and not tried; NOBODY without one (W3)."""
    best, most = NOBODY, 0
    for place in range(MISSILE + 2):
        sort = BODY if place == 0 else place - 1
        if battle.game[BOXES + sort] > 0 and not (tried >> sort) & 1:
            weight = urgency(battle, sort)
            if best == NOBODY or weight > most:
                best, most = sort, weight
    return best


@rule
def named_for(battle, side, policy):
    """What a shot at a fortress names under a policy: a bombload or BODY (R47, W6)."""
    if policy != AaFire.WEIGHTED:
        return named_by(battle, policy)
    at_bombs = weight_of(battle, side, AA_FIRE, AT_BOMBLOAD) > weight_of(battle, side, AA_FIRE, AT_PROPULSION)
    return named_by(battle, AaFire.FF_BOMBS_FIRST if at_bombs else AaFire.FF_PU_ONLY)


@part
def weighted_target(battle, side):
    """The next attack of the weighted AA fire: (target, gun), or NOBODY; greatest sum, P1 (W6)."""
    best, place_of_best, best_target, best_gun = 0, 0, NOBODY, NOBODY
    for target in range(battle.numbers[UNITS]):
        if battle.units[target, SIDE] == side or not may_fight(battle, target) or not is_aircraft(battle, target):
            continue
        place = battle.units[target, HEX]
        if battle.units[target, CLASS] == FORTRESS:
            named = named_for(battle, side, AaFire.WEIGHTED)
            total = weight_of(battle, side, AA_FIRE, AT_BOMBLOAD if named == BOMBLOAD else AT_PROPULSION)
        else:
            total = weight_of(battle, side, AA_FIRE, AT_BOMBER + aa_class(battle, target))
        total += weight_of(battle, side, AA_FIRE, FOR_RECEIVED) * battle.units[target, RECEIVED]
        total += weight_of(battle, side, AA_FIRE, FOR_NEAR) * apart(place, battle.game[CP_HEX])
        if best_target == NOBODY or total > best or (total == best and place < place_of_best):
            gun = strongest_gun(battle, side, target)
            if gun != NOBODY:
                best, place_of_best, best_target, best_gun = total, place, target, gun
    return best_target, best_gun


@rule
def bomber_sum(battle, side, misses, turns, guns):
    """Sum of weights of an end state of a bomber, the smallest is taken (W7)."""
    total = weight_of(battle, side, BOMBER_PATH, FOR_MISS) * misses
    total += weight_of(battle, side, BOMBER_PATH, FOR_TURNS) * turns
    return total + weight_of(battle, side, BOMBER_PATH, FOR_GUNS) * guns


assert (AT_FIGHTER, AT_DISABLED) == (AT_BOMBER + 1, AT_BOMBER + 2)
