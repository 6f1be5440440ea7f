"""Steps of a turn of a `campaign`: choosing targets, attacks, the clocks of helicopters, morale."""

from simlab.dice import face, level, rest, spot, upper
from simlab.jit import rule
from simlab.systems.command_decision.addresses import ATTACK, MORALE
from simlab.systems.command_decision.battle.pack import (
    A_SIDE,
    CONCENTRATE,
    FIRST_STAND,
    HELI,
    IS_SYSTEM,
    LAST_STAND,
    NUMBER,
    PASS_ON,
    POINTS,
    SIDE,
    STAYS,
)
from simlab.systems.command_decision.battle.state import DEMORALISED_AT, shaken_of, stand_lost
from simlab.systems.command_decision.rules.attacks import ELIMINATED, FORCED_BACK, SUPPRESSED
from simlab.systems.command_decision.rules.guided import guided_result

CHECKS = 16  # window of morale checks
ATTACK_TURN, TURN_STEP = 64, 32  # dice of attacks lie at turn 64 + 32 * t + number of the aircraft


@rule(inline=False)
def target_of(packed, craft, side, gone, took):
    """The stand that an aircraft takes: the fewest that took it, then the order of the doctrine; -1 none."""
    best, fewest = -1, 1 << 30
    for place in range(packed.order.shape[1]):
        stand = packed.order[side, place]
        if stand < 0:
            break
        if gone[stand] == 1 or packed.may[craft, stand] == 0:
            continue
        taken = 0 if packed.sides[side, CONCENTRATE] == 1 else took[stand]
        if taken < fewest:
            best, fewest = stand, taken
    return best


@rule(inline=False)
def attack_takes_effect(packed, base, turn, window, craft, stand, penalty, gone, suppressed, backed, game):
    """An attack takes effect on the stands that are still there (3.1, D4)."""
    attack = packed.attack_of[craft, stand, penalty]
    number = packed.aircraft[craft, NUMBER]
    word_of_turn = level(base, ATTACK_TURN + TURN_STEP * turn + number)
    for row in range(packed.attacks[attack, 0], packed.attacks[attack, 1]):
        there, worst = packed.touches[row, 0], packed.touches[row, 1]
        if gone[there] == 1:
            continue
        for roll in range(packed.touches[row, 2], packed.touches[row, 3]):
            hand = upper(level(word_of_turn, spot(window, packed.rolls[roll, 0], ATTACK, packed.rolls[roll, 1])))
            hit_die = face(hand, 10)
            hand = rest(hand, 10)
            effect_die = face(hand, 10)
            he_die = face(rest(hand, 10), 10)
            hits_on, effects, he_on = packed.rolls[roll, 2], packed.rolls[roll, 3], packed.rolls[roll, 4]
            worst = max(worst, guided_result(hit_die, effect_die, he_die, hits_on, effects, he_on))
        if worst == ELIMINATED:
            gone[there] = 1
            stand_lost(packed.stands[there, SIDE], packed.stands[there, POINTS], packed.stands[there, IS_SYSTEM], game)
        elif worst >= SUPPRESSED:
            suppressed[there] = 1
            if worst == FORCED_BACK:
                backed[there] = 1


@rule
def clock_in(packed, turn, side, broken, away, uses, over):
    """Helicopters come when their clock lets them, and all leave when their side has broken off (1.2a, 1.4.3)."""
    for craft in range(packed.aircraft.shape[0]):
        if packed.aircraft[craft, A_SIDE] != side or packed.aircraft[craft, HELI] == 0:
            continue
        if broken == 1:
            over[craft] = 0
        elif over[craft] == 0 and away[craft] <= turn:
            over[craft], uses[craft] = 1, packed.uses


@rule
def clock_out(packed, turn, away, over, leaving):
    """End of the turn for helicopters: endurance, and those that leave early (1.4.3a, 1.4.3.1)."""
    for craft in range(packed.aircraft.shape[0]):
        if over[craft] == 0:
            continue
        if leaving[craft] > 0 or over[craft] == packed.aircraft[craft, STAYS]:
            away[craft] = turn + (packed.away_shaken if leaving[craft] == 2 else packed.away_good)
            over[craft] = 0
        else:
            over[craft] += 1
        leaving[craft] = 0


@rule(inline=False)
def check_morale(packed, turn_word, turn, gone, shaken, backed, impacts, many, game):
    """Stands that were forced back check their morale; strikes near them make it worse (2.3.8a, 2.3.8b)."""
    for stand in range(packed.stands.shape[0]):
        if gone[stand] == 1 or backed[stand] == 0:
            continue
        strikes = 0
        for place in range(many):
            counts = packed.own_side == 1 or impacts[place, 1] != packed.stands[stand, SIDE]
            strikes += packed.near[stand, impacts[place, 0]] if counts else 0
        strikes = min(strikes, 1) if packed.once == 1 else strikes
        die = face(upper(level(turn_word, spot(CHECKS, stand, MORALE, 0))), 10)
        failed = shaken_of(die, packed.stands[stand, PASS_ON] - packed.strike_morale * strikes, packed.shaken_by,
                           packed.demoralised_by)  # fmt: skip
        if failed == DEMORALISED_AT:
            gone[stand] = 1
            stand_lost(packed.stands[stand, SIDE], packed.stands[stand, POINTS], packed.stands[stand, IS_SYSTEM], game)
        elif failed > 0:
            shaken[stand] = turn + 1


@rule
def is_over(packed, gone):
    """Has a side lost all its stands and systems?"""
    over = 0
    for side in range(2):
        first, last = packed.sides[side, FIRST_STAND], packed.sides[side, LAST_STAND]
        left = 0
        for stand in range(first, last):
            left += 1 - gone[stand]
        over |= 1 if last > first and left == 0 else 0
    return over
