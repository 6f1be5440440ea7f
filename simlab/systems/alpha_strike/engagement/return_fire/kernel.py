"""The kernel of `return_fire`: pass by pass and defender by defender, lanes side by side (ROUNDS.md 2.3)."""

import numpy as np

from simlab.dice import face, level, spot, upper
from simlab.jit import lanes, rule
from simlab.systems.alpha_strike.addresses import AIRCRAFT, ATTACK, CONTROL, END, GROUND, GROUND_TO_AIR
from simlab.systems.alpha_strike.engagement.harm import take_damage
from simlab.systems.alpha_strike.engagement.return_fire.pack import FLAK, NUMBER, POINTS, TOKEN
from simlab.systems.alpha_strike.rules.condition import (
    BYTE,
    CAUSE,
    CREW,
    FIRE_CONTROL,
    FOUR,
    GONE,
    LEFT,
    STRUCTURE,
    THREE,
    TWO,
    part,
)
from simlab.systems.alpha_strike.rules.critical_hits import is_disarmed
from simlab.systems.alpha_strike.rules.dice import SIDES, after_two_dice, two_dice
from simlab.systems.alpha_strike.rules.end_phase import after_fall, falls_without_roll, level_after_fall
from simlab.systems.alpha_strike.rules.fighting_card import (
    ALTITUDE_TRACK,
    ARMOR_POINTS,
    CREW_ATTACKS,
    CREW_EACH,
    FIRE_CONTROL_EACH,
    FLAK_MARGIN,
    LOSS,
    MINIMAL_ROLL,
    PER_HIT,
    STRUCTURE_POINTS,
)
from simlab.systems.alpha_strike.rules.ground_to_air import fire_damage
from simlab.systems.alpha_strike.rules.radar_map import thrust_after_damage
from simlab.systems.alpha_strike.rules.thresholds import damage_control_number

CREEPS, CREEP_STEP = 5, 2  # rows of to_hit_creep: 0, 2, 4, 6, 8 and more


@rule
def fall_level(settings, altitude):
    """The level it falls from over the table: its altitude, or the ring Central."""
    return altitude if settings[LOSS] == ALTITUDE_TRACK else 0


@rule
def creep_of(settings, condition):
    """What hits have added to its own to-hit numbers."""
    crew = part(condition, CREW, TWO) * settings[CREW_EACH] * settings[CREW_ATTACKS]
    return part(condition, FIRE_CONTROL, FOUR) * settings[FIRE_CONTROL_EACH] + crew


@rule(inline=False)
def end_of_pass(packed, turn, condition, altitude, hits):
    """End Phase of one aircraft: (condition, altitude). hits: bit d set when defender d did damage this pass."""
    settings = packed.settings
    loss = settings[LOSS]
    number = damage_control_number(packed.card, settings, condition)
    for defender in range(packed.shots.shape[2]):
        rolls = (hits >> defender) & 1 if settings[PER_HIT] == 1 else (1 if defender == 0 and hits != 0 else 0)
        if rolls == 1 and (condition & GONE) == 0:
            total = two_dice(upper(level(turn, spot(END, AIRCRAFT, CONTROL, defender))))
            if total < number:
                condition = after_fall(condition, loss, fall_level(settings, altitude))
                altitude = level_after_fall(loss, altitude)
    thrust = thrust_after_damage(packed.card, settings, condition)
    if (condition & GONE) == 0 and falls_without_roll(settings, thrust, condition):
        condition = after_fall(condition, loss, fall_level(settings, altitude))
        altitude = level_after_fall(loss, altitude)
    return condition, altitude


@lanes
def return_fire(packed, base, counts):
    """Play passes, one lane a trial; see `space_of` for the cells."""
    size, card, settings = base.size, packed.card, packed.settings
    passes, defenders = packed.shots.shape[1], packed.shots.shape[2]
    turn, hits = np.empty(size, np.int64), np.empty(size, np.int64)
    condition, altitude = np.full(size, packed.condition, np.int64), np.full(size, packed.altitude, np.int64)
    coming, lost_in, dealt = np.ones(size, np.int64), np.zeros(size, np.int64), np.zeros(size, np.int64)
    margin, minimal = settings[FLAK_MARGIN], settings[MINIMAL_ROLL]
    for number in range(passes):
        for lane in range(size):
            turn[lane] = level(base[lane], number + 1)
            hits[lane] = 0
        for defender in range(defenders):
            here = spot(GROUND_TO_AIR, GROUND + defender, ATTACK, 0)
            for lane in range(size):
                shot = packed.shots[altitude[lane], number, defender]
                hand = upper(level(turn[lane], here))
                total, minimal_die = two_dice(hand), face(after_two_dice(hand), SIDES)
                damage = fire_damage(
                    total, minimal_die, shot[NUMBER], shot[TOKEN], shot[POINTS], shot[FLAK], margin, minimal
                )
                damage = damage * coming[lane]
                if damage > 0:
                    twelve = 1 if total == 12 and total >= shot[NUMBER] else 0
                    hits[lane] |= 1 << defender
                    dealt[lane] += damage if number == 0 else 0
                    condition[lane] = take_damage(
                        card, packed.columns, settings, condition[lane], damage, twelve, turn[lane], GROUND_TO_AIR,
                        GROUND + defender, 0,
                    )  # fmt: skip
        for lane in range(size):
            if coming[lane] == 1:
                state, now_at = end_of_pass(packed, turn[lane], condition[lane], altitude[lane], hits[lane])
                condition[lane], altitude[lane] = state, now_at
                cause = part(state, CAUSE, THREE)
                lost_in[lane] = number + 1 if 0 < cause < LEFT else 0
                if cause > 0 or (packed.leaves == 1 and hits[lane] != 0):
                    coming[lane] = 0
    _count(packed, condition, coming, lost_in, dealt, counts)


@rule(inline=False)
def _count(packed, condition, coming, lost_in, dealt, counts):
    """Add the ends of all lanes to the counts."""
    card, settings, passes = packed.card, packed.settings, packed.shots.shape[1]
    points = card[ARMOR_POINTS] + card[STRUCTURE_POINTS]
    kills = 2 + 3 * passes
    damage = kills + 2
    survivors = damage + packed.damage_most + 1
    for lane in range(condition.size):
        state = condition[lane]
        cause = part(state, CAUSE, THREE)
        lost = lost_in[lane] > 0
        away = cause == LEFT or (packed.leaves == 1 and coming[lane] == 0 and not lost)
        if lost:
            counts[2 + (cause - 1) * passes + lost_in[lane] - 1] += 1
            counts[survivors] += 1
        else:
            counts[1 if away else 0] += 1
            gone = points - part(state, 0, BYTE) - part(state, STRUCTURE, BYTE)
            creep = min(creep_of(settings, state) // CREEP_STEP, CREEPS - 1)
            counts[survivors + 1 + gone * CREEPS + creep] += 1
        killed = lost or away or is_disarmed(card, settings, state)
        counts[kills + (0 if killed else 1)] += 1
        counts[damage + dealt[lane]] += 1
