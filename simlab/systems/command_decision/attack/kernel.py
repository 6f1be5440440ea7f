"""The kernel of `bombing`: lanes side by side; stand by stand all rolls at it, the worst result counting."""

import numpy as np

from simlab.dice import face, level, rest, spot, upper
from simlab.jit import lanes, rule
from simlab.systems.command_decision.addresses import ATTACK, END, PLACE
from simlab.systems.command_decision.attack.pack import (
    ACTOR,
    AT_LEAST,
    EFFECTS,
    FIRST,
    HE_ON,
    HITS_ON,
    LAST,
    NTH,
    OWN,
    PRESENT,
    WHERE,
)
from simlab.systems.command_decision.rules.attacks import (
    ELIMINATED,
    EVERY_FACE,
    FORCED_BACK,
    RESULTS,
    SUPPRESSED,
    UNTOUCHED,
    roll_result,
)
from simlab.systems.command_decision.rules.guided import guided_result
from simlab.systems.command_decision.stands import CERTAIN

CELLS = len(RESULTS)
# Totals of a lane in one integer, seven bits each: eliminated enemies and own stands, enemies forced back, enemies
# suppressed or worse.
OWN_AT, BACK_AT, SUPPRESSED_AT, TOTAL = 7, 14, 21, 127


@rule
def totals_of(result, own):
    """What a stand's result adds to the totals of a lane."""
    enemy = 1 - own
    eliminated = 1 if result == ELIMINATED else 0
    back = enemy if result == FORCED_BACK else 0
    suppressed = enemy if result >= SUPPRESSED else 0
    return eliminated << (7 * own) | (back << 14) | (suppressed << 21)


@lanes
def bombing(packed, base, counts):
    """Play one attack, one lane a trial; see `space_of` for the cells."""
    size = base.size
    turn, worst, totals = np.empty(size, np.int64), np.empty(size, np.int64), np.zeros(size, np.int64)
    stands = packed.stands.shape[0]
    for lane in range(size):
        turn[lane] = level(base[lane], 1)
    for stand in range(stands):
        first, last = packed.stands[stand, FIRST], packed.stands[stand, LAST]
        at_least, own = packed.stands[stand, AT_LEAST], packed.stands[stand, OWN]
        for lane in range(size):
            worst[lane] = at_least
        for row in range(first, last):
            here = spot(END, packed.rolls[row, ACTOR], ATTACK, packed.rolls[row, NTH])
            hits_on, effects, he_on = packed.rolls[row, HITS_ON], packed.rolls[row, EFFECTS], packed.rolls[row, HE_ON]
            if he_on == EVERY_FACE:
                for lane in range(size):
                    hand = upper(level(turn[lane], here))
                    hit_die = face(hand, 10)
                    effect_die = face(rest(hand, 10), 10)
                    worst[lane] = max(worst[lane], roll_result(hit_die, effect_die, hits_on, effects))
            else:  # guided weapons with an HE effect alone roll a third die
                for lane in range(size):
                    hand = upper(level(turn[lane], here))
                    hit_die = face(hand, 10)
                    hand = rest(hand, 10)
                    effect_die = face(hand, 10)
                    he_die = face(rest(hand, 10), 10)
                    worst[lane] = max(worst[lane], guided_result(hit_die, effect_die, he_die, hits_on, effects, he_on))
        if packed.stands[stand, PRESENT] < CERTAIN:  # without a map the number of stands under an area may be drawn
            there, here = packed.stands[stand, PRESENT], spot(END, packed.stands[stand, WHERE], PLACE, 0)
            for lane in range(size):
                worst[lane] = worst[lane] if upper(level(turn[lane], here)) < there else UNTOUCHED
        if at_least > UNTOUCHED:  # nothing befalls the others
            for lane in range(size):
                totals[lane] += totals_of(worst[lane], own)
        for lane in range(size):
            counts[stand * CELLS + worst[lane]] += 1
    enemies, owns = packed.enemies + 1, packed.owns + 1
    joint = stands * CELLS
    back, suppressed = joint + enemies * owns, joint + enemies * owns + enemies
    for lane in range(size):
        total = totals[lane]
        counts[joint + (total & TOTAL) * owns + ((total >> OWN_AT) & TOTAL)] += 1
        counts[back + ((total >> BACK_AT) & TOTAL)] += 1
        counts[suppressed + ((total >> SUPPRESSED_AT) & TOTAL)] += 1


assert CELLS == 6
assert (OWN_AT, BACK_AT, SUPPRESSED_AT) == (7, 14, 21)
