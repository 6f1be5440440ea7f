"""The kernel of the abstract kinds: lanes side by side walk through the tables of a game, a die a step."""

import numpy as np

from simlab.dice import face, level, lower, rest, upper
from simlab.jit import lanes
from simlab.systems.continental_siege.addresses import ATTACK, CONTACT, DICE_A_HAND, FIRE, HANDS_A_WORD, SIDES, spot


@lanes
def walk(packed, base, counts):
    """Play whole games, one lane a trial; the cells are those of `cells.space_of`."""
    size, marks, fates = base.size, packed.marks, packed.fates
    state, clock = np.full(size, packed.start, np.int64), np.zeros(size, np.int64)
    turn, hand = np.empty(size, np.int64), np.empty(size, np.int64)
    step, over, after = packed.step, packed.over, packed.after
    for now in range(packed.turns):
        playing = 0
        for lane in range(size):
            still = 1 - over[state[lane]]
            playing += still
            clock[lane] += still
        if playing > 0:
            for lane in range(size):
                turn[lane] = level(base[lane], 1 if packed.hands > 0 else now + 1)
            for number in range(packed.attacks[now]):
                if number % DICE_A_HAND == 0:
                    read = now * packed.hands + number // DICE_A_HAND
                    here = spot(FIRE, 0, ATTACK, read // HANDS_A_WORD)
                    for lane in range(size):
                        word = level(turn[lane], here)
                        hand[lane] = upper(word) if read % HANDS_A_WORD == 0 else lower(word)
                if packed.chances == 0:
                    for lane in range(size):
                        die = face(hand[lane], SIDES)
                        hand[lane] = rest(hand[lane], SIDES)
                        state[lane] = step[8 * state[lane] + die]
                else:
                    apart = spot(FIRE, 0, CONTACT, number)
                    for lane in range(size):
                        asked = packed.chance[state[lane]]
                        drawn = 1 if upper(level(turn[lane], apart)) < asked else 2
                        die = drawn if asked > 0 else face(hand[lane], SIDES)
                        hand[lane] = rest(hand[lane], SIDES)
                        state[lane] = step[8 * state[lane] + die]
        if marks > 0:
            for lane in range(size):
                counts[now * marks + packed.mark[state[lane]]] += 1
        if now < packed.turns - 1:
            for lane in range(size):
                state[lane] = after[state[lane]]
    first = packed.turns * marks
    if fates > 0:
        for lane in range(size):
            counts[first + (clock[lane] - 1) * fates + packed.fate[state[lane]]] += 1
        first += packed.turns * fates
    for block in range(packed.sizes.size):
        for lane in range(size):
            counts[first + packed.ends[block, state[lane]]] += 1
        first += packed.sizes[block]
