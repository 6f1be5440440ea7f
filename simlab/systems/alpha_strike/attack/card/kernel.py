"""The kernel of `attack`: a trial at a time, every roll or bomb applied to the cards under it."""

import numpy as np

from simlab.dice import HALF, face, level, lower, spot, upper
from simlab.jit import lanes, rule
from simlab.systems.alpha_strike.addresses import AIR_TO_GROUND, AIRCRAFT, ATTACK, DROP, GROUND, RIDERS, WHOLE_LANE
from simlab.systems.alpha_strike.attack.card.pack import (
    ABOARD,
    CONDITION,
    DAMAGE_AT,
    FATE_AT,
    FRIEND,
    HEAT_AT,
    HEAT_MOST,
    MARKED_OFF,
    MINIMAL,
    NTH,
    NUMBER,
    OF_LANE,
    POINTS,
    PV,
    RIDER,
    RIDER_HEAT,
    RIDER_MINIMAL,
    RIDER_POINTS,
    SHOT_HEAT,
    SUBMERGED,
    TARGET,
)
from simlab.systems.alpha_strike.attack.run.pack import FALLS
from simlab.systems.alpha_strike.engagement.harm import take_damage
from simlab.systems.alpha_strike.rules.condition import (
    BY_STRUCTURE,
    BYTE,
    CAUSE,
    CREW,
    ENGINE,
    FIRE_CONTROL,
    FOUR,
    MOVE,
    SEVEN,
    STRUCTURE,
    STUNNED,
    THREE,
    THRUSTER,
    TWO,
    WEAPON,
    WEAPON_AFTER,
    part,
)
from simlab.systems.alpha_strike.rules.dice import HIGHEST, SIDES, after_two_dice, two_dice
from simlab.systems.alpha_strike.rules.fighting_card import MINIMAL_ROLL

INSTANCES_A_TURN, ROLLS_AN_INSTANCE = 8, 8
UNTOUCHED, ARMOR_MARKED, STRUCTURE_MARKED, SLOWED, CRITICAL, IMMOBILE, BY_EFFECT, DESTROYED = range(8)


@rule
def has_effect(condition):
    """Does a critical effect other than lost Move last, or is the crew stunned (AS-10.4)?"""
    hits = part(condition, FIRE_CONTROL, FOUR) + part(condition, WEAPON, FOUR) + part(condition, WEAPON_AFTER, FOUR)
    more = part(condition, ENGINE, TWO) + part(condition, CREW, TWO) + part(condition, THRUSTER, 1)
    return hits + more + part(condition, STUNNED, 1) > 0


@rule
def fate_of(before, after):
    """The worst that befell a unit, by its condition before and after (README, Sequence: one attack)."""
    cause = part(after, CAUSE, THREE)
    move, moved = part(after, MOVE, SEVEN), part(before, MOVE, SEVEN)
    if cause == BY_STRUCTURE:
        return DESTROYED
    if cause != 0:
        return BY_EFFECT
    if moved > 0 and move == 0:
        return IMMOBILE
    if has_effect(after):
        return CRITICAL
    if move < moved:
        return SLOWED
    if part(after, STRUCTURE, BYTE) < part(before, STRUCTURE, BYTE):
        return STRUCTURE_MARKED
    return ARMOR_MARKED if (after & BYTE) < (before & BYTE) else UNTOUCHED


@rule(inline=False)
def after_instance(packed, base, unit, condition, instance, damage, natural, owed):
    """The condition of a unit after one instance of damage, its dice included (AS-8.7, AS-8.5).

    base: of the trial; natural: 1 when the attack's own 2D6 came to 12; owed: critical rolls in any case (torpedoes).
    """
    if packed.units[unit, MARKED_OFF] == 0:
        return condition
    extra = packed.units[unit, SUBMERGED] + natural * packed.natural + owed
    turn = level(base, 1 + instance // INSTANCES_A_TURN)
    first = ROLLS_AN_INSTANCE * (instance % INSTANCES_A_TURN)
    return take_damage(
        packed.cards[unit], packed.columns, packed.settings, condition, damage, extra, turn, AIR_TO_GROUND,
        GROUND + unit, first,
    )  # fmt: skip


@rule
def riders_die(turn, unit, nth):
    """The die that says whether riders take a hit on the unit they ride on (AS-8.9)."""
    return face(upper(level(turn, spot(AIR_TO_GROUND, GROUND + unit, RIDERS, nth))), SIDES)


@rule(inline=False)
def fire(packed, base, damage, heat, condition):
    """Play the rolls of strafes and strikes (P-a); damage, heat, condition: int64[units], written."""
    turn = level(base, 1)
    lane_total = two_dice(upper(level(turn, spot(AIR_TO_GROUND, WHOLE_LANE, ATTACK, 0))))
    for shot in range(packed.shots.shape[0]):
        unit = packed.shots[shot, TARGET]
        hand = upper(level(turn, spot(AIR_TO_GROUND, GROUND + unit, ATTACK, packed.shots[shot, NTH])))
        of_lane = packed.single == 1 and packed.shots[shot, OF_LANE] == 1
        total = lane_total if of_lane else two_dice(hand)
        if total >= packed.shots[shot, NUMBER]:
            nth = packed.shots[shot, NTH]
            points, minimal = packed.shots[shot, POINTS], packed.shots[shot, MINIMAL]
            warm = packed.shots[shot, SHOT_HEAT]
            rider = packed.shots[shot, RIDER]
            if rider >= 0 and riders_die(turn, unit, nth) >= packed.riders_from:  # AS-8.9
                unit = rider
                points, minimal = packed.shots[shot, RIDER_POINTS], packed.shots[shot, RIDER_MINIMAL]
                warm = packed.shots[shot, RIDER_HEAT]
            shown = face(after_two_dice(hand), SIDES)
            if minimal == 1 and shown >= packed.settings[MINIMAL_ROLL]:
                points += 1
            damage[unit] += points
            heat[unit] += warm
            natural = 1 if total == HIGHEST else 0
            condition[unit] = after_instance(packed, base, unit, condition[unit], nth, points, natural, 0)


@rule(inline=False)
def drop(packed, base, damage, heat, condition, pooled):
    """Play the bombs (P-a); damage, heat, condition, pooled (natural 12, rolls owed): int64[...units], written."""
    turn, first_miss = level(base, 1), 0
    for bomb in range(packed.row.shape[0]):
        word = level(turn, spot(AIR_TO_GROUND, AIRCRAFT, DROP, bomb // 2))
        hand = upper(word) if bomb % 2 == 0 else lower(word)
        place = packed.landing[packed.row[bomb], (hand * FALLS) >> HALF]
        if packed.shared == 1 and place > 0:
            first_miss = place if first_miss == 0 else first_miss
            place = first_miss
        twelve = 1 if two_dice(hand) == HIGHEST else 0
        for unit in range(packed.units.shape[0]):
            points = packed.harm[0, bomb, place, unit]
            damage[unit] += points
            heat[unit] += packed.harm[1, bomb, place, unit]
            if points > 0:
                owed = packed.harm[2, bomb, place, unit]
                pooled[0, unit] |= twelve
                pooled[1, unit] |= owed
                if packed.pooled == 0:
                    condition[unit] = after_instance(packed, base, unit, condition[unit], bomb, points, twelve, owed)
    if packed.pooled == 1:
        for unit in range(packed.units.shape[0]):
            condition[unit] = after_instance(
                packed, base, unit, condition[unit], 0, damage[unit], pooled[0, unit], pooled[1, unit]
            )


@rule(inline=False)
def tally(packed, damage, heat, condition, counts):
    """Write down one trial; see `space_of` for the cells."""
    enemy_damage, friend_damage, enemy_hit, friend_hit, enemy_lost, friend_lost = 0, 0, 0, 0, 0, 0
    enemy_value, friend_value = 0, 0
    for unit in range(packed.units.shape[0]):
        friend, fate, carrier = packed.units[unit, FRIEND], UNTOUCHED, packed.units[unit, ABOARD]
        if carrier >= 0:  # cargo dies with its transport, and suffers nothing else (AS-8.9)
            if packed.units[carrier, MARKED_OFF] == 1:
                fate = fate_of(packed.units[carrier, CONDITION], condition[carrier])
            fate = fate if fate >= BY_EFFECT else UNTOUCHED
        elif packed.units[unit, MARKED_OFF] == 1:
            fate = fate_of(packed.units[unit, CONDITION], condition[unit])
        counts[packed.units[unit, DAMAGE_AT] + damage[unit]] += 1
        if packed.units[unit, HEAT_MOST] >= 0:
            counts[packed.units[unit, HEAT_AT] + heat[unit]] += 1
        counts[packed.units[unit, FATE_AT] + fate] += 1
        hit = 1 if damage[unit] + heat[unit] > 0 else 0
        lost = 1 if fate >= BY_EFFECT else 0
        enemy_damage += damage[unit] * (1 - friend)
        friend_damage += damage[unit] * friend
        enemy_hit += hit * (1 - friend)
        friend_hit += hit * friend
        enemy_lost += lost * (1 - friend)
        friend_lost += lost * friend
        enemy_value += lost * (1 - friend) * packed.units[unit, PV]
        friend_value += lost * friend * packed.units[unit, PV]
    counts[packed.joint_at + enemy_damage * (packed.friend_most + 1) + friend_damage] += 1
    counts[packed.hit_at + enemy_hit * (packed.friends + 1) + friend_hit] += 1
    counts[packed.lost_at + enemy_lost * (packed.friends + 1) + friend_lost] += 1
    counts[packed.value_at + enemy_value] += 1
    counts[packed.value_at + packed.enemy_value + 1 + friend_value] += 1


@lanes
def attack(packed, base, counts):
    """Play one attack, one lane a trial; see `space_of` for the cells."""
    units = packed.units.shape[0]
    damage, heat = np.zeros(units, np.int64), np.zeros(units, np.int64)
    condition, pooled = np.zeros(units, np.int64), np.zeros((2, units), np.int64)
    for lane in range(base.size):
        for unit in range(units):
            damage[unit], heat[unit], pooled[0, unit], pooled[1, unit] = 0, 0, 0, 0
            condition[unit] = packed.units[unit, CONDITION]
        if packed.row.shape[0] > 0:
            drop(packed, base[lane], damage, heat, condition, pooled)
        fire(packed, base[lane], damage, heat, condition)
        tally(packed, damage, heat, condition, counts)
