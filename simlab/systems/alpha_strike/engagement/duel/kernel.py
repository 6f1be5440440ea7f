"""The kernel of `duel`: a trial at a time, round by round (ROUNDS.md 3.2)."""

import numpy as np

from simlab.dice import face, level, spot, upper
from simlab.jit import lanes, rule
from simlab.systems.alpha_strike.addresses import (
    AIR_TO_AIR,
    ATTACK,
    BREAK_OFF,
    CONTROL,
    END,
    FIRST_SIDE,
    INITIATIVE,
    RANGE,
)
from simlab.systems.alpha_strike.engagement.duel.pack import ARCS_A_SIDE, BOMBS, START, WANTED, WHEN_DAMAGED, WISH
from simlab.systems.alpha_strike.engagement.harm import take_damage
from simlab.systems.alpha_strike.rules.air_to_air import (
    BOTH,
    IDLE,
    NEITHER,
    SECOND_TAILS,
    TIE_BRACKET,
    attack_number,
    attack_token,
    chosen_bracket,
    control_result,
    heat_points,
    position_of,
    range_winner,
    rear_bonus,
    tail_after,
)
from simlab.systems.alpha_strike.rules.condition import BYTE, CAUSE, GONE, HEAT, LEFT, STRUCTURE, THREE, part, with_part
from simlab.systems.alpha_strike.rules.critical_hits import MOST_ROLLS
from simlab.systems.alpha_strike.rules.dice import SIDES, after_two_dice, two_dice
from simlab.systems.alpha_strike.rules.end_phase import (
    after_fall,
    falls_without_roll,
    leaves_engagements,
    level_after_fall,
)
from simlab.systems.alpha_strike.rules.fighting_card import (
    ALWAYS_MEDIUM,
    ALWAYS_SHORT,
    ARMOR_POINTS,
    BREAK_ROLL,
    BY_PATHS,
    ENDS_WITH_TURN,
    ENGAGEMENT_END,
    HEAT_SCALE,
    HEAT_TOP,
    IMMEDIATE,
    LOSS,
    MEDIUM,
    MINIMAL_ROLL,
    PER_HIT,
    RANDOM_EQUAL,
    RANGE_CHOICE,
    SHORT,
    STRUCTURE_POINTS,
    TAILED_FIRE,
    TRAITS,
)
from simlab.systems.alpha_strike.rules.ground_to_air import value_of
from simlab.systems.alpha_strike.rules.heat import heat_after, is_shut_down
from simlab.systems.alpha_strike.rules.radar_map import thrust_after_damage, thrust_now
from simlab.systems.alpha_strike.rules.thresholds import NOBODY, damage_control_number, engaged_control_number

RESULTS = ("a_wins", "b_wins", "both_lost", "apart", "undecided")
A_WINS, B_WINS, BOTH_LOST, APART, UNDECIDED = range(5)
# Places of a duel under way: conditions, levels, and what each side did this round.
CONDITION, LEVEL, ATTACKED, USED, HITS, DEALT = range(6)


@rule
def wants_to_leave(card, condition, wish):
    """Does the pilot want to break off: once damaged, or once structure is hit; never otherwise?"""
    structure = part(condition, STRUCTURE, BYTE) < card[STRUCTURE_POINTS]
    armor = part(condition, 0, BYTE) < card[ARMOR_POINTS]
    return structure if wish != WHEN_DAMAGED else structure or armor


@rule(inline=False)
def bracket_of_round(packed, state, control, totals, random_die):
    """The range bracket of a round (AS-12.5; ruling air_range_choice). totals: of both Control Rolls."""
    settings, cards, sides = packed.settings, packed.cards, packed.sides
    choice = settings[RANGE_CHOICE]
    if choice == ALWAYS_SHORT:
        return SHORT
    if choice == ALWAYS_MEDIUM:
        return MEDIUM
    if choice == RANDOM_EQUAL:
        return random_die - 1
    if choice == BY_PATHS:
        return packed.bracket
    picks = 1 if control == SECOND_TAILS else 0
    if control == BOTH:
        first = thrust_now(cards[0], settings, state[0, CONDITION], sides[0, BOMBS])
        second = thrust_now(cards[1], settings, state[1, CONDITION], sides[1, BOMBS])
        picks = range_winner(totals[0], totals[1], first, second)
        if picks < 0:
            return TIE_BRACKET
    other = 1 - picks
    return chosen_bracket(
        cards[picks], settings, state[picks, CONDITION], cards[other], state[other, CONDITION],
        position_of(control, picks, cards[picks], cards[other], settings[TAILED_FIRE]),
        position_of(control, other, cards[other], cards[picks], settings[TAILED_FIRE]),
        sides[picks, WANTED], sides[other, WANTED],
    )  # fmt: skip


@rule(inline=False)
def volley(packed, state, side, position, bracket, turn, damages):
    """The attacks of one side: damage and natural twelves of each arc go to ``damages[side]``."""
    card, settings, condition = packed.cards[side], packed.settings, state[side, CONDITION]
    target = packed.cards[1 - side]
    number = attack_number(card, settings, condition, target, position, bracket)
    points, bonus = (
        heat_points(card, settings, condition, packed.sides[side, WANTED], bracket),
        rear_bonus(settings, position),
    )
    for arc in range(ARCS_A_SIDE):
        damages[side, arc] = damages[side, ARCS_A_SIDE + arc] = 0
        token = attack_token(card, settings, condition, position, arc, bracket)
        if token > 0:
            hand = upper(level(turn, spot(AIR_TO_AIR, side, ATTACK, arc)))
            total = two_dice(hand)
            if total >= number:
                value = value_of(token, face(after_two_dice(hand), SIDES), settings[MINIMAL_ROLL])
                damages[side, arc] = value + bonus + points
                damages[side, ARCS_A_SIDE + arc] = 1 if total == 12 else 0
                state[side, DEALT] += damages[side, arc]
            state[side, ATTACKED] = 1
            state[side, USED] += points
            points = 0


@rule(inline=False)
def suffer(packed, state, side, turn, damages):
    """Apply the other side's attacks to this one, in the order of arcs (AS-8.7)."""
    for arc in range(ARCS_A_SIDE):
        damage = damages[1 - side, arc]
        if damage > 0:
            state[side, HITS] |= 1 << arc
            state[side, CONDITION] = take_damage(
                packed.cards[side], packed.columns, packed.settings, state[side, CONDITION], damage,
                damages[1 - side, ARCS_A_SIDE + arc], turn, AIR_TO_AIR, side, MOST_ROLLS * arc,
            )  # fmt: skip


@rule
def _fall(packed, state, side):
    """One step down; returns 1 when it ends the engagement."""
    loss, at = packed.settings[LOSS], state[side, LEVEL]
    state[side, CONDITION] = after_fall(state[side, CONDITION], loss, at)
    state[side, LEVEL] = level_after_fall(loss, at)
    return leaves_engagements(loss, at)


@rule(inline=False)
def end_phase(packed, state, turn, tail):
    """End Phase of both (ROUNDS.md 3.2, step 6); returns 1 when they are apart."""
    settings, apart = packed.settings, 0
    for side in range(2):
        number, hits = damage_control_number(packed.cards[side], settings, state[side, CONDITION]), state[side, HITS]
        for arc in range(ARCS_A_SIDE):
            rolls = (hits >> arc) & 1 if settings[PER_HIT] == 1 else (1 if arc == 0 and hits != 0 else 0)
            total = two_dice(upper(level(turn, spot(END, side, CONTROL, arc))))
            if rolls == 1 and total < number and (state[side, CONDITION] & GONE) == 0:
                apart |= _fall(packed, state, side)
    for side in range(2):
        condition = state[side, CONDITION]
        if packed.cards[side, TRAITS] & HEAT_SCALE != 0:
            heat = part(condition, HEAT, THREE)
            heat = heat_after(heat, state[side, USED], 0, state[side, ATTACKED], 0, 0, settings[HEAT_TOP])
            state[side, CONDITION] = with_part(condition, HEAT, THREE, heat)
    for side in range(2):
        here = (state[0, CONDITION] & GONE) == 0 and (state[1, CONDITION] & GONE) == 0 and apart == 0
        condition, wish = state[side, CONDITION], packed.sides[side, WISH]
        if here and wish > 0 and wants_to_leave(packed.cards[side], condition, wish):
            if settings[ENGAGEMENT_END] == ENDS_WITH_TURN:
                apart = 1
            elif settings[ENGAGEMENT_END] == BREAK_ROLL and not is_shut_down(settings, part(condition, HEAT, THREE)):
                total = two_dice(upper(level(turn, spot(END, side, BREAK_OFF, 0))))
                apart = 1 if total >= engaged_control_number(packed.cards[side], settings, condition, side, tail) else 0
    for side in range(2):
        condition = state[side, CONDITION]
        thrust = thrust_after_damage(packed.cards[side], settings, condition)
        if (condition & GONE) == 0 and falls_without_roll(settings, thrust, condition):
            apart |= _fall(packed, state, side)
    return apart


@rule(inline=False)
def play_round(packed, state, turn, tail, damages):
    """One round: (control result, tail after it, apart)."""
    settings, cards = packed.settings, packed.cards
    for side in range(2):
        for place in range(ATTACKED, DEALT + 1):
            state[side, place] = 0
    tail = NOBODY if settings[ENGAGEMENT_END] == ENDS_WITH_TURN else tail
    first_total = two_dice(upper(level(turn, spot(AIR_TO_AIR, 0, CONTROL, 0))))
    second_total = two_dice(upper(level(turn, spot(AIR_TO_AIR, 1, CONTROL, 0))))
    up = (
        not is_shut_down(settings, part(state[0, CONDITION], HEAT, THREE))
        and first_total >= engaged_control_number(cards[0], settings, state[0, CONDITION], 0, tail),
        not is_shut_down(settings, part(state[1, CONDITION], HEAT, THREE))
        and second_total >= engaged_control_number(cards[1], settings, state[1, CONDITION], 1, tail),
    )
    control = control_result(up[0], up[1])
    tail = tail_after(control, cards[0], cards[1])
    if control != NEITHER:
        die = face(upper(level(turn, spot(AIR_TO_AIR, 0, RANGE, 0))), 4)
        bracket = bracket_of_round(packed, state, control, (first_total, second_total), die)
        loser = 0
        if settings[IMMEDIATE] == 1:
            loser = face(upper(level(turn, spot(INITIATIVE, 0, FIRST_SIDE, 0))), 2) % 2  # 1: a wins, b attacks first
        for order in range(2):
            side = loser if order == 0 else 1 - loser
            position = position_of(control, side, cards[side], cards[1 - side], settings[TAILED_FIRE])
            if settings[IMMEDIATE] == 1 and (state[side, CONDITION] & GONE) != 0:
                position = IDLE
            volley(packed, state, side, position, bracket, turn, damages)
            if settings[IMMEDIATE] == 1:
                suffer(packed, state, 1 - side, turn, damages)
        if settings[IMMEDIATE] == 0:
            suffer(packed, state, 1, turn, damages)
            suffer(packed, state, 0, turn, damages)
    return control, tail, end_phase(packed, state, turn, tail)


@rule
def result_of(state, apart):
    """How things stand after a round: a result, `UNDECIDED` while it goes on."""
    first, second = part(state[0, CONDITION], CAUSE, THREE), part(state[1, CONDITION], CAUSE, THREE)
    first_lost, second_lost = 0 < first < LEFT, 0 < second < LEFT
    if first_lost or second_lost:
        return BOTH_LOST if first_lost and second_lost else (B_WINS if first_lost else A_WINS)
    return APART if apart == 1 or first == LEFT or second == LEFT else UNDECIDED


@rule
def cells_of(packed):
    """First cells of the counted blocks after `end`: fates, points of a and b, control, damage by a and by b."""
    fates = 5 * packed.rounds
    points_a = fates + 16
    points_b = points_a + 1 + packed.cards[0, ARMOR_POINTS] + packed.cards[0, STRUCTURE_POINTS]
    control = points_b + 1 + packed.cards[1, ARMOR_POINTS] + packed.cards[1, STRUCTURE_POINTS]
    damage_a = control + 4
    damage_b = damage_a + packed.most[0] + 1
    return fates, points_a, points_b, control, damage_a, damage_b


@rule
def points_lost(card, condition):
    """Armor and structure that are gone."""
    left = part(condition, 0, BYTE) + part(condition, STRUCTURE, BYTE)
    return card[ARMOR_POINTS] + card[STRUCTURE_POINTS] - left


@lanes
def duel(packed, base, counts):
    """Play duels, one lane a trial; see `space_of` for the cells."""
    fates, points_a, points_b, controls, damage_a, damage_b = cells_of(packed)
    state, damages = np.zeros((2, DEALT + 1), np.int64), np.zeros((2, 2 * ARCS_A_SIDE), np.int64)
    for lane in range(base.size):
        for side in range(2):
            state[side, CONDITION], state[side, LEVEL] = packed.sides[side, START], packed.level
        tail, result, number = NOBODY, UNDECIDED, 0
        while result == UNDECIDED and number < packed.rounds:
            number += 1
            control, tail, apart = play_round(packed, state, level(base[lane], number), tail, damages)
            result = result_of(state, apart)
            if number == 1:
                counts[controls + control] += 1
                counts[damage_a + state[0, DEALT]] += 1
                counts[damage_b + state[1, DEALT]] += 1
        counts[result * packed.rounds + number - 1] += 1
        first, second = part(state[0, CONDITION], CAUSE, THREE) % LEFT, part(state[1, CONDITION], CAUSE, THREE) % LEFT
        counts[fates + first * 4 + second] += 1
        gone = 1 + points_lost(packed.cards[0], state[0, CONDITION])
        counts[points_a + (gone if first == 0 else 0)] += 1
        gone = 1 + points_lost(packed.cards[1], state[1, CONDITION])
        counts[points_b + (gone if second == 0 else 0)] += 1
