"""The kernel of `bombing_run`: lanes side by side, bomb by bomb; all units of a layout are added up at once."""

import numpy as np

from simlab.dice import HALF, level, lower, spot, upper
from simlab.jit import lanes, rule
from simlab.systems.alpha_strike.addresses import AIR_TO_GROUND, AIRCRAFT, DROP
from simlab.systems.alpha_strike.attack.run.pack import (
    FALLS,
    FIELD_FROM,
    FIELD_TO,
    FIRST,
    GROUP_FIRST,
    GROUP_MASK,
    GROUP_SHIFT,
    GROUP_WORD,
    MASK,
    SHIFT,
)

COPIES = 4  # of a tally: an addition to a cell waits for the one before


@rule
def write_down(packed, totals, counts):
    """Count one value of every field for each lane: int64[words, lanes], fields side by side in each integer."""
    size, tally = totals.shape[1], np.zeros((COPIES, packed.small), np.int64)
    for group in range(packed.groups.shape[0]):
        word, shift = packed.groups[group, GROUP_WORD], packed.groups[group, GROUP_SHIFT]
        mask, first = packed.groups[group, GROUP_MASK], packed.groups[group, GROUP_FIRST]
        if first < 0:  # one field of many cells: seldom the same cell twice in a row
            alone = packed.fields[packed.groups[group, FIELD_FROM], FIRST]
            for lane in range(size):
                counts[alone + ((totals[word, lane] >> shift) & mask)] += 1
        else:
            for lane in range(size):
                tally[lane % COPIES, first + ((totals[word, lane] >> shift) & mask)] += 1
    for group in range(packed.groups.shape[0]):
        first = packed.groups[group, GROUP_FIRST]
        if first >= 0:
            for value in range(packed.groups[group, GROUP_MASK] + 1):
                seen = 0
                for copy in range(COPIES):
                    seen += tally[copy, first + value]
                if seen > 0:
                    for field in range(packed.groups[group, FIELD_FROM], packed.groups[group, FIELD_TO]):
                        own = packed.fields[field, SHIFT] - packed.groups[group, GROUP_SHIFT]
                        counts[packed.fields[field, FIRST] + ((value >> own) & packed.fields[field, MASK])] += seen


@lanes
def bombing_run(packed, base, counts):
    """Play one run, one lane a trial; see `space_of` for the cells."""
    size, bombs, words = base.size, packed.row.shape[0], packed.effects.shape[2]
    turn, hands = np.empty(size, np.int64), np.empty(size, np.int64)
    totals, first_miss = np.zeros((words, size), np.int64), np.zeros(size, np.int64)
    for lane in range(size):
        turn[lane] = level(base[lane], 1)
    for bomb in range(bombs):
        kind, row, here = packed.which[bomb], packed.row[bomb], spot(AIR_TO_GROUND, AIRCRAFT, DROP, bomb // 2)
        if bomb % 2 == 0:
            for lane in range(size):
                hands[lane] = level(turn[lane], here)
        if packed.shared == 1:
            for lane in range(size):
                hand = upper(hands[lane]) if bomb % 2 == 0 else lower(hands[lane])
                place = packed.landing[row, (hand * FALLS) >> HALF]
                if place > 0:
                    first_miss[lane] = place if first_miss[lane] == 0 else first_miss[lane]
                    place = first_miss[lane]
                for word in range(words):
                    totals[word, lane] += packed.effects[bomb, place, word]
        elif bomb % 2 == 0:
            for word in range(words):
                for lane in range(size):  # four dice of one hand, read at once
                    totals[word, lane] += packed.falls[kind, word, (upper(hands[lane]) * FALLS) >> HALF]
        else:
            for word in range(words):
                for lane in range(size):
                    totals[word, lane] += packed.falls[kind, word, (lower(hands[lane]) * FALLS) >> HALF]
    write_down(packed, totals, counts)
