"""Engagements between aircraft of a sortie (section 12; ROUNDS.md 4.5)."""

from simlab.dice import face, level, lower, spot, upper
from simlab.jit import rule
from simlab.systems.alpha_strike.addresses import AIR_TO_AIR, AIRCRAFT, ATTACK, CONTROL, RANGE
from simlab.systems.alpha_strike.mission.sortie.columns import NATURAL, ONE_ENGAGEMENT, SIDE, WANTED, WORTH
from simlab.systems.alpha_strike.mission.sortie.events import CONTROLS, RANGE_SET, VOLLEY, note
from simlab.systems.alpha_strike.mission.sortie.moves import is_striker
from simlab.systems.alpha_strike.mission.sortie.state import (
    ACTED,
    AT,
    ATTACKED,
    CONDITION,
    ENGAGED,
    HOMEWARD,
    NOBODY,
    NONE,
    OPENED,
    PLAN,
    TAIL,
    TURN,
    USED,
    is_off,
    is_pinned,
    is_present,
    may_act,
    plane_thrust,
    same_side,
    strike_with,
)
from simlab.systems.alpha_strike.rules.air_to_air import (
    BOTH,
    FRONT,
    IDLE,
    NEITHER,
    SECOND_TAILS,
    TIE_BRACKET,
    attack_number,
    attack_token,
    chosen_bracket,
    control_result,
    expected_damage,
    heat_points,
    position_of,
    range_winner,
    rear_bonus,
    tail_after,
)
from simlab.systems.alpha_strike.rules.dice import HIGHEST, SIDES, after_two_dice, two_dice
from simlab.systems.alpha_strike.rules.fighting_card import (
    ALWAYS_SHORT,
    ENDS_WITH_TURN,
    ENGAGEMENT_END,
    MEDIUM,
    MINIMAL_ROLL,
    RANDOM_EQUAL,
    RANGE_CHOICE,
    SHORT,
    TAILED_FIRE,
    WINNER_PICKS,
)
from simlab.systems.alpha_strike.rules.ground_to_air import value_of
from simlab.systems.alpha_strike.rules.thresholds import engaged_control_number

ARCS_A_SIDE = 3


@rule
def _pair(packed, plane, other):
    """(attacker's, defender's) of two aircraft."""
    return (plane, other) if packed.aircraft[plane, SIDE] == 0 else (other, plane)


@rule(inline=False)
def exchange_worth(packed, state, plane, other):
    """Best own less enemy expected damage, each times what it costs, over the brackets, front against front."""
    settings, best = packed.settings, 0
    own, enemy = packed.cards[plane], packed.cards[other]
    for bracket in range(4):
        mine = expected_damage(
            own, settings, state.unit[plane, CONDITION], enemy, FRONT, bracket, packed.cards[plane, WANTED]
        )
        his = expected_damage(
            enemy, settings, state.unit[other, CONDITION], own, FRONT, bracket, packed.cards[other, WANTED]
        )
        score = mine * packed.cards[other, WORTH] - his * packed.cards[plane, WORTH]
        if bracket == 0 or score > best:
            best = score
    return best


@rule(inline=False)
def is_busy_elsewhere(packed, state, plane, other):
    """Is an aircraft in an engagement, lasting or of this turn, with anybody but `other` (AS-12.4)?"""
    for third in range(packed.aircraft.shape[0]):
        a, d = _pair(packed, plane, third)
        if (
            third != other
            and not same_side(packed, plane, third)
            and (state.pair[a, d, ENGAGED] == 1 or state.pair[a, d, OPENED] == 1)
        ):
            return True
    return False


@rule(inline=False)
def enemy_of(packed, state, plane):
    """The enemy that an aircraft engages (AS-12.1, AS-12.2), NONE for nobody."""
    pinned, best, most = is_pinned(packed, state, plane), NONE, 0
    for other in range(packed.aircraft.shape[0]):
        if same_side(packed, plane, other) or not is_present(state, other):
            continue
        a, d = _pair(packed, plane, other)
        lasts = state.pair[a, d, ENGAGED] == 1
        if state.plane[other, AT] != state.plane[plane, AT] or state.pair[a, d, OPENED] == 1:
            continue
        if not lasts and (pinned or is_striker(packed, plane)):
            continue
        if packed.settings[ONE_ENGAGEMENT] == 1 and (
            is_busy_elsewhere(packed, state, other, plane) or is_busy_elsewhere(packed, state, plane, other)
        ):
            continue
        score = exchange_worth(packed, state, plane, other)
        if best == NONE or score > most:
            best, most = other, score
    return best


@rule(inline=False)
def bracket_of_pair(packed, state, a, d, control, total_a, total_d):
    """Range bracket of an engagement (AS-12.5; ruling air_range_choice)."""
    settings, cards = packed.settings, packed.cards
    choice = settings[RANGE_CHOICE]
    if choice == ALWAYS_SHORT:
        return SHORT
    if choice == RANDOM_EQUAL:
        return face(upper(level(state.game[TURN], spot(AIR_TO_AIR, AIRCRAFT + a, RANGE, d))), 4) - 1
    if choice != WINNER_PICKS:
        return MEDIUM
    picks = 1 if control == SECOND_TAILS else 0
    if control == BOTH:
        picks = range_winner(total_a, total_d, plane_thrust(packed, state, a), plane_thrust(packed, state, d))
        if picks < 0:
            return TIE_BRACKET
    own, other = (a, d) if picks == 0 else (d, a)
    return chosen_bracket(
        cards[own], settings, state.unit[own, CONDITION], cards[other], state.unit[other, CONDITION],
        position_of(control, picks, cards[own], cards[other], settings[TAILED_FIRE]),
        position_of(control, 1 - picks, cards[other], cards[own], settings[TAILED_FIRE]),
        packed.cards[own, WANTED], packed.cards[other, WANTED],
    )  # fmt: skip


@rule(inline=False)
def volley(packed, state, plane, other, position, bracket):
    """The attacks of one aircraft on its enemy (AS-12.6 to AS-12.8)."""
    if position == IDLE or not may_act(packed, state, plane):
        return
    card, settings, condition = packed.cards[plane], packed.settings, state.unit[plane, CONDITION]
    number = attack_number(card, settings, condition, packed.cards[other], position, bracket)
    points = heat_points(card, settings, condition, packed.cards[plane, WANTED], bracket)
    for arc in range(ARCS_A_SIDE):
        token = attack_token(card, settings, condition, position, arc, bracket)
        if token > 0:
            hand = upper(level(state.game[TURN], spot(AIR_TO_AIR, AIRCRAFT + plane, ATTACK, arc)))
            total, die = two_dice(hand), face(after_two_dice(hand), SIDES)
            damage = value_of(token, die, settings[MINIMAL_ROLL]) + rear_bonus(settings, position) + points
            damage = damage if total >= number else 0
            note(state, VOLLEY, plane, other, arc, total, number, die if token == 1 else 0, damage, 0)
            if total >= number:
                natural = packed.settings[NATURAL] if total == HIGHEST else 0
                strike_with(packed, state, other, damage, natural)
            state.unit[plane, ATTACKED] = 1
            state.unit[plane, USED] += points
            points = 0


@rule(inline=False)
def engage(packed, state, plane, other):
    """One engagement, opened by `plane` (AS-12.2, AS-12.3)."""
    settings, cards, turn = packed.settings, packed.cards, state.game[TURN]
    a, d = _pair(packed, plane, other)
    state.plane[plane, ACTED] = 1
    lasts = state.pair[a, d, ENGAGED] == 1 and settings[ENGAGEMENT_END] != ENDS_WITH_TURN
    tail = state.pair[a, d, TAIL] if lasts else NOBODY
    word = level(turn, spot(AIR_TO_AIR, AIRCRAFT + a, CONTROL, d))
    total_a, total_d = two_dice(upper(word)), two_dice(lower(word))
    number_a = engaged_control_number(cards[a], settings, state.unit[a, CONDITION], 0, tail)
    number_d = engaged_control_number(cards[d], settings, state.unit[d, CONDITION], 1, tail)
    up_a = not is_off(packed, state, a) and total_a >= number_a
    up_d = not is_off(packed, state, d) and total_d >= number_d
    control = control_result(up_a, up_d)
    note(state, CONTROLS, a, d, total_a, number_a, total_d, number_d, control, 0)
    state.pair[a, d, ENGAGED], state.pair[a, d, OPENED] = 1, 1
    state.pair[a, d, TAIL] = tail_after(control, cards[a], cards[d])
    if control == NEITHER:
        return
    bracket = bracket_of_pair(packed, state, a, d, control, total_a, total_d)
    note(state, RANGE_SET, a, d, bracket, 0, 0, 0, 0, 0)
    side = packed.aircraft[plane, SIDE]
    own = position_of(control, side, cards[plane], cards[other], settings[TAILED_FIRE])
    enemy = position_of(control, 1 - side, cards[other], cards[plane], settings[TAILED_FIRE])
    returns = (
        state.plane[other, ACTED] == 0
        and not is_off(packed, state, other)
        and not (is_striker(packed, other) and state.plane[other, PLAN] != NONE)
        and enemy != IDLE
    )
    volley(packed, state, plane, other, own, bracket)
    if returns:
        state.plane[other, ACTED] = 1
        volley(packed, state, other, plane, enemy, bracket)


@rule(inline=False)
def fight(packed, state, plane):
    """The action of an aircraft that does not attack the ground."""
    if state.plane[plane, HOMEWARD] == 1 and not is_pinned(packed, state, plane):
        return
    other = enemy_of(packed, state, plane)
    if other != NONE:
        engage(packed, state, plane, other)
