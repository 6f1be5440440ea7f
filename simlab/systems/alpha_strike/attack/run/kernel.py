"""The kernel of `bombing_run`: lanes side by side, bomb by bomb; all units of a layout are added up at once."""

import numpy as np

from simlab.dice import HALF, level, lower, spot, upper
from simlab.jit import lanes
from simlab.systems.alpha_strike.addresses import AIR_TO_GROUND, AIRCRAFT, DROP
from simlab.systems.alpha_strike.attack.run.pack import FALLS, FIRST, MASK, MOST, SHIFT, WORD

COPIES = 4  # of a tally: an addition to a cell waits for the one before


@lanes
def bombing_run(packed, base, counts):
    """Play one run, one lane a trial; see `space_of` for the cells."""
    size, bombs, words = base.size, packed.row.shape[0], packed.effects.shape[2]
    fields = packed.fields.shape[0]
    turn, hands, joint = np.empty(size, np.int64), np.empty(size, np.int64), np.zeros(size, np.int64)
    totals, first_miss = np.zeros((words, size), np.int64), np.zeros(size, np.int64)
    for lane in range(size):
        turn[lane] = level(base[lane], 1)
    for bomb in range(bombs):
        row, here = packed.row[bomb], spot(AIR_TO_GROUND, AIRCRAFT, DROP, bomb // 2)
        if bomb % 2 == 0:
            for lane in range(size):
                hands[lane] = level(turn[lane], here)
        for lane in range(size):
            hand = upper(hands[lane]) if bomb % 2 == 0 else lower(hands[lane])
            place = packed.landing[row, (hand * FALLS) >> HALF]  # four dice of one hand, read at once
            if packed.shared == 1 and place > 0:
                first_miss[lane] = place if first_miss[lane] == 0 else first_miss[lane]
                place = first_miss[lane]
            joint[lane] += packed.sums[bomb, place]
            for word in range(words):
                totals[word, lane] += packed.effects[bomb, place, word]
    cells = packed.fields[fields - 1, FIRST] + packed.fields[fields - 1, MASK] + 1
    tally = np.zeros((COPIES, cells), np.int64)
    for field in range(fields):
        word, shift, mask = packed.fields[field, WORD], packed.fields[field, SHIFT], packed.fields[field, MASK]
        first = packed.fields[field, FIRST]
        for lane in range(size):
            tally[lane % COPIES, first + ((totals[word, lane] >> shift) & mask)] += 1
    ends = packed.fields[fields - 1, FIRST] + packed.fields[fields - 1, MOST] + 1
    for copy in range(COPIES):
        for cell in range(ends):
            counts[cell] += tally[copy, cell]
    for lane in range(size):
        counts[ends + joint[lane]] += 1
