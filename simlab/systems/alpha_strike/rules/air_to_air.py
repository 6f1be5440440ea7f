"""Air-to-air: control of an engagement, its range, attacks, breaking off (section 12).

Sides are 0 and 1. A *position* says what a unit may do this round: attack from the front, tail its enemy, be tailed, or
nothing.
"""

from simlab.jit import rule
from simlab.systems.alpha_strike.rules.condition import CREW, FIRE_CONTROL, FOUR, HEAT, THREE, TWO, part
from simlab.systems.alpha_strike.rules.critical_hits import token_after, token_now, ways_of
from simlab.systems.alpha_strike.rules.fighting_card import (
    AIR_TARGET,
    ATTACK_MODIFIER,
    CREW_ATTACKS,
    CREW_EACH,
    DROPSHIP,
    FIRE_CONTROL_EACH,
    FORWARD_ARCS,
    MEDIUM,
    MINIMAL_ROLL,
    NO_RETURN,
    NORMAL_RETURN,
    RANGE_MODIFIERS,
    REAR_ATTACK,
    REAR_BONUS,
    REAR_TOKENS,
    SKILL,
    TAILING_ATTACK,
    TRAITS,
)
from simlab.systems.alpha_strike.rules.heat import is_shut_down, overheat_counts, points_used

FRONT, TAILS, IS_TAILED, IDLE = range(4)
BOTH, FIRST_TAILS, SECOND_TAILS, NEITHER = range(4)  # results of the two Control Rolls (AS-12.3)
CONTROLS = ("both", "a_tails", "b_tails", "neither")


@rule
def control_result(first_succeeds, second_succeeds):
    """Who controls an engagement (AS-12.3). Both arguments: true or 1 for a Control Roll that succeeded.

    >>> control_result(1, 0), control_result(0, 0)
    (1, 3)
    """
    if first_succeeds:
        return BOTH if second_succeeds else FIRST_TAILS
    return SECOND_TAILS if second_succeeds else NEITHER


@rule(inline=False)
def position_of(control, side, own_card, enemy_card, tailed_fire):
    """What this side may do (AS-12.3). A DropShip cannot be tailed: its enemy attacks from the front, it does nothing.

    tailed_fire: ruling tailed_return_fire.
    """
    if control == NEITHER:
        return IDLE
    if control == BOTH:
        return FRONT
    controls = (control == FIRST_TAILS) == (side == 0)
    if controls:
        return FRONT if enemy_card[TRAITS] & DROPSHIP != 0 else TAILS
    if own_card[TRAITS] & DROPSHIP != 0 or tailed_fire == NO_RETURN:
        return IDLE
    return FRONT if tailed_fire == NORMAL_RETURN else IS_TAILED


@rule
def tail_after(control, first_card, second_card):
    """The side that tails after these Control Rolls, -1 for nobody (AS-12.3)."""
    if control == FIRST_TAILS:
        return -1 if second_card[TRAITS] & DROPSHIP != 0 else 0
    if control == SECOND_TAILS:
        return -1 if first_card[TRAITS] & DROPSHIP != 0 else 1
    return -1


@rule
def may_attack(settings, condition):
    """Does heat let it attack (AS-11.2)?"""
    return not is_shut_down(settings, part(condition, HEAT, THREE))


@rule(inline=False)
def attack_token(card, settings, condition, position, arc, bracket):
    """Damage token of one attack; 0: there is none (AS-12.3, AS-12.6, AS-15.1, AS-15.2).

    From the front or tailing every forward arc attacks; a tailed unit has its REAR values, one attack.
    """
    if position == IDLE or not may_attack(settings, condition):
        return 0
    if position == IS_TAILED:
        return token_after(card, settings, condition, card[REAR_TOKENS + bracket], 0) if arc == 0 else 0
    return token_now(card, settings, condition, arc, bracket) if arc < card[FORWARD_ARCS] else 0


@rule(inline=False)
def attack_number(card, settings, condition, target_card, position, bracket):
    """TN of an air-to-air attack (AS-12.7, AS-6.9): never target movement or terrain."""
    number = card[SKILL] + settings[RANGE_MODIFIERS + bracket] + card[ATTACK_MODIFIER] + target_card[AIR_TARGET]
    number += settings[FIRE_CONTROL_EACH] * part(condition, FIRE_CONTROL, FOUR)
    number += settings[CREW_EACH] * settings[CREW_ATTACKS] * part(condition, CREW, TWO)
    number += part(condition, HEAT, THREE)
    if position == TAILS:
        number += settings[TAILING_ATTACK]
    elif position == IS_TAILED:
        number += settings[REAR_ATTACK]
    return number


@rule
def rear_bonus(settings, position):
    """Damage that a hit in the rear adds (AS-12.8)."""
    return settings[REAR_BONUS] if position == TAILS else 0


@rule
def heat_points(card, settings, condition, wanted, bracket):
    """Overheat points that an attack at this bracket uses (AS-3.5, AS-11.1)."""
    return points_used(settings, wanted, part(condition, HEAT, THREE)) if overheat_counts(card, bracket) else 0


@rule(inline=False)
def ways_to_reach(number):
    """Ways out of 36 to roll this number or more with 2D6."""
    ways = 0
    for total in range(2, 13):
        if total >= number:
            ways += ways_of(total)
    return ways


@rule(inline=False)
def expected_damage(card, settings, condition, target_card, position, bracket, wanted):
    """Expected damage of a unit's attacks in 216ths, as its pilot sees it (AS-12.5)."""
    number = attack_number(card, settings, condition, target_card, position, bracket)
    bonus, total = rear_bonus(settings, position), 0
    points = heat_points(card, settings, condition, wanted, bracket)
    for arc in range(card[FORWARD_ARCS]):
        token = attack_token(card, settings, condition, position, arc, bracket)
        if token > 0:
            value = 7 - settings[MINIMAL_ROLL] if token == 1 else 6 * (token - 1)
            total += value + 6 * (bonus + points)
            points = 0
    return total * ways_to_reach(number)


@rule(inline=False)
def chosen_bracket(
    card, settings, condition, enemy_card, enemy_condition, position, enemy_position, wanted, enemy_wanted
):
    """The bracket with the largest own less enemy expected damage, on equality the shorter one (AS-12.5)."""
    best, most = 0, 0
    for bracket in range(4):
        own = expected_damage(card, settings, condition, enemy_card, position, bracket, wanted)
        enemy = expected_damage(enemy_card, settings, enemy_condition, card, enemy_position, bracket, enemy_wanted)
        if bracket == 0 or own - enemy > most:
            best, most = bracket, own - enemy
    return best


@rule
def range_winner(first_total, second_total, first_thrust, second_thrust):
    """Who picks the range when both control: 0, 1, or -1 for a tie, which means Medium (AS-12.5).

    >>> range_winner(9, 7, 5, 9), range_winner(9, 8, 5, 9)
    (-1, 1)
    """
    first, second = first_total + (first_thrust >> 1), second_total + (second_thrust >> 1)
    if first == second:
        return -1
    return 0 if first > second else 1


TIE_BRACKET = MEDIUM
