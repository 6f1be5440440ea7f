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
COPIES = 4
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


@rule
def add_totals(totals, enemies, owns, first, counts):
    """Count the totals of all lanes, in turn in a few copies of a small tally (see `mission.game`)."""
    cells = enemies * owns + 2 * enemies
    tally = np.zeros(COPIES * cells, np.int64)
    for lane in range(totals.size):
        total, copy = totals[lane], (lane & (COPIES - 1)) * cells
        tally[copy + (total & TOTAL) * owns + ((total >> OWN_AT) & TOTAL)] += 1
        tally[copy + enemies * owns + ((total >> BACK_AT) & TOTAL)] += 1
        tally[copy + enemies * owns + enemies + ((total >> SUPPRESSED_AT) & TOTAL)] += 1
    for copy in range(COPIES):
        for cell in range(cells):
            counts[first + cell] += tally[copy * cells + cell]


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
        least = at_least
        if packed.stands[stand, PRESENT] < CERTAIN:  # without a map the number of stands under an area may be drawn
            there, here = packed.stands[stand, PRESENT], spot(END, packed.stands[stand, WHERE], PLACE, 0)
            least = UNTOUCHED
            for lane in range(size):
                worst[lane] = worst[lane] if upper(level(turn[lane], here)) < there else UNTOUCHED
        if at_least > UNTOUCHED:  # nothing befalls the others
            for lane in range(size):
                totals[lane] += totals_of(worst[lane], own)
        for code in range(least, CELLS):  # compared, not counted lane by lane: most lanes would wait for one cell
            seen = 0
            for lane in range(size):
                seen += 1 if worst[lane] == code else 0
            counts[stand * CELLS + code] += seen
    add_totals(totals, packed.enemies + 1, packed.owns + 1, stands * CELLS, counts)


assert CELLS == 6
assert (OWN_AT, BACK_AT, SUPPRESSED_AT) == (7, 14, 21)
