"""Lanes into counts: planes, sums, shots, hits, stands, morale checks.

An addition to a cell waits for the one before, and lanes that follow one another mostly hit the same cell. So small
tables are counted by comparing all lanes with each value, stands by adding up bits, and the rest in copies.
"""

import numpy as np

from simlab.dice import face, level, spot, upper
from simlab.jit import rule
from simlab.systems.command_decision.addresses import AIR, MORALE
from simlab.systems.command_decision.rules.attacks import ELIMINATED, FORCED_BACK, RESULTS, SUPPRESSED
from simlab.systems.command_decision.rules.hitting import effect_of
from simlab.systems.command_decision.strike.rows import BACK, LOST_STAND, SUMS
from simlab.systems.command_decision.strike.state import (
    EVERY_OTHER,
    SHOTS_AT,
    STANDS_A_WORD,
    fields_at_least,
    sum_of_fields,
)

CELLS = 5  # column of Packed.planes: its first cell
WHAT, CELL, FIRST_MASK = 0, 1, 2  # columns of Packed.tallies: what is counted, its first cell, the stands by word
SORTS, OUTCOMES = len(SUMS), len(RESULTS)
COPIES, FEW, CHUNK = 4, 8, 120  # in a chunk a count of lanes fits seven bits


@rule
def _add_values(values, first, most, counts):
    """Count values 0 .. most of all lanes in the cells from ``first`` on."""
    if most <= FEW:
        counts[first] += values.size
        for value in range(1, most + 1):
            found = 0
            for lane in range(values.size):
                found += 1 if values[lane] == value else 0
            counts[first + value] += found
            counts[first] -= found
    else:
        tally = np.zeros((COPIES, most + 1), np.int64)
        for lane in range(values.size):
            tally[lane & (COPIES - 1), values[lane]] += 1
        for copy in range(COPIES):
            for value in range(most + 1):
                counts[first + value] += tally[copy, value]


@rule
def add_results(packed, size, worst, counts):
    """The worst that befell each stand: for each result the lanes that reach it, eight stands in one addition."""
    for stand in range(packed.stands):
        counts[packed.results_at + OUTCOMES * stand] += size
    for word in range(worst.shape[0]):
        first, here = (
            packed.results_at + OUTCOMES * STANDS_A_WORD * word,
            min(packed.stands - STANDS_A_WORD * word, STANDS_A_WORD),
        )
        for start in range(0, size, CHUNK):
            stop = min(start + CHUNK, size)
            for result in range(1, OUTCOMES):
                even, odd = 0, 0
                for lane in range(start, stop):
                    reached = fields_at_least(worst[word, lane], result)
                    even += reached & EVERY_OTHER
                    odd += (reached >> 4) & EVERY_OTHER
                for field in range(here):
                    found = ((even if field % 2 == 0 else odd) >> (8 * (field // 2))) & 255
                    counts[first + OUTCOMES * field + result] += found
                    counts[first + OUTCOMES * field + result - 1] -= found


@rule
def _sum_stands(packed, worst, row, total):
    """How many of the stands of a row of tallies are eliminated, forced back, or suppressed at least."""
    what = packed.tallies[row, WHAT]
    least = ELIMINATED if what == LOST_STAND else (FORCED_BACK if what == BACK else SUPPRESSED)
    for lane in range(total.size):
        total[lane] = 0
    for word in range(worst.shape[0]):
        mask = packed.tallies[row, FIRST_MASK + word]
        for lane in range(total.size):
            total[lane] += sum_of_fields(fields_at_least(worst[word, lane], least) & mask)
        if what == BACK:
            for lane in range(total.size):
                total[lane] -= sum_of_fields(fields_at_least(worst[word, lane], ELIMINATED) & mask)


@rule
def _check(packed, turn, near, check, values, counted):
    """Strikes near a check and its result, 3 * strikes + result; the lanes that have any are counted (2.3.8)."""
    here, planes = spot(AIR, check, MORALE, 0), near.shape[0]
    for lane in range(turn.size):
        values[lane] = 0
    for plane in range(planes):
        for lane in range(turn.size):
            values[lane] += (near[plane, lane] >> check) & 1
    for lane in range(turn.size):
        strikes = min(values[lane], packed.most_strikes)
        failed = effect_of(packed.checks[check, strikes], face(upper(level(turn[lane], here)), 10))
        values[lane] = strikes * 3 + max(failed - 1, 0)
        counted[lane] += 1 if strikes > 0 else 0


@rule
def add_counts(packed, turn, cells, sums, record, hits, worst, near, counts, one, two):
    """All tables but the results of stands, one after another: values of all lanes, then their cells."""
    size, planes, checks = turn.size, cells.shape[0], packed.checks.shape[0]
    shots = planes + SORTS
    stands = shots + 2
    tallies = stands + packed.tallies.shape[0]
    for table in range(tallies + checks + 1):
        first, most = 0, planes
        if table < planes:
            first, most = packed.planes[table, CELLS], packed.sums_at // planes - 1
            for lane in range(size):
                one[lane] = cells[table, lane] - first
        elif table < shots:
            sort = table - planes
            first = packed.sums_at + sort * (planes + 1)
            for lane in range(size):
                one[lane] = (sums[lane] >> (4 * sort)) & 15
        elif table < stands:
            asked_hits = table > shots
            first, most = packed.shots_at, packed.most_shots
            if asked_hits:
                first, most = packed.hits_at, packed.most_hits
            for lane in range(size):
                one[lane] = hits[lane] if asked_hits else record[lane] >> SHOTS_AT
        elif table < tallies:
            row = table - stands
            first, most = packed.tallies[row, CELL], 0
            for word in range(worst.shape[0]):
                most += sum_of_fields(packed.tallies[row, FIRST_MASK + word])
            _sum_stands(packed, worst, row, one)
            if row == 0:  # the first two make one table: eliminated enemies and own stands
                for lane in range(size):
                    two[lane] = one[lane] * (packed.owns + 1)
                continue
            if row == 1:
                most = (packed.stands - packed.owns + 1) * (packed.owns + 1) - 1
                for lane in range(size):
                    one[lane] += two[lane]
                    two[lane] = 0
        elif table < tallies + checks:
            first, most = packed.checks_at + (table - tallies) * 3 * (planes + 1), 3 * (planes + 1) - 1
            _check(packed, turn, near, table - tallies, one, two)
        else:
            first, most = packed.checks_at + checks * 3 * (planes + 1), checks
            for lane in range(size):
                one[lane] = two[lane]
        _add_values(one, first, most, counts)


assert OUTCOMES == 6
