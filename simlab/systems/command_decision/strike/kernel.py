"""The kernel of `strike`: lanes side by side, one integer of state each; planes, systems and rolls outside.

What a plane does depends on where it came to stand: point, heading, whether it arrived. Packing has written that down
as a *class* of the plane. Loops that look something up by class or attack do nothing else, so that all the others, dice
among them, are made of plain arithmetic and run eight lanes at a time.
"""

import numpy as np

from simlab.dice import face, level, lower, rest, spot, upper
from simlab.jit import lanes, rule
from simlab.systems.command_decision.addresses import AIR, ARRIVE, COLLECTIVE, MARK
from simlab.systems.command_decision.rules.hitting import effect_of, stacked
from simlab.systems.command_decision.strike.counting import add_counts, add_results
from simlab.systems.command_decision.strike.rows import NEAR_BITS, OWN_AT, WISHES
from simlab.systems.command_decision.strike.salvoes import roll_attack
from simlab.systems.command_decision.strike.shooting import CHOICE, DRAW, choose_target, shoot
from simlab.systems.command_decision.strike.state import (
    ABORTED_AT,
    ALTERNATIVE,
    ARRIVED,
    ATTACK_AT,
    AVAILABLE_AT,
    BLOCKED,
    BY,
    BY_BITS,
    HAS_COLLECTIVE,
    LOST_AT,
    NOBODY,
    PENALTY,
    PLANES,
    ROW,
    STARTS,
    STRAFE_AT,
    TARGET_AT,
)

# columns of Packed.planes
ARRIVES, UNMARKED, MARKED, FELT, GUNS_FELT, CELLS = range(6)
MEANS, ABORT_NEAR = 0, 1  # columns of Packed.classes
STAGE, HEAD, LEAST = 0, 1, 2  # columns of Packed.heads
WIDTH = 1024  # lanes that are worked on at a time: what they need stays in the cache


@rule
def _arrive(packed, turn, classes, means, state, marked):
    """Who comes, to which point and on which heading: the class of every plane (2.2, 2.3.3)."""
    size = turn.size
    where = spot(AIR, 0, MARK, 0)
    if packed.marking >= 0:
        for lane in range(size):
            marked[lane] = 1 if upper(level(turn[lane], where)) < packed.marking else 0
    for plane in range(packed.planes.shape[0]):
        here, arrives = spot(AIR, plane, ARRIVE, 0), packed.planes[plane, ARRIVES]
        unmarked, with_smoke = packed.planes[plane, UNMARKED], packed.planes[plane, MARKED]
        for lane in range(size):
            word = level(turn[lane], here)
            hand = lower(word)
            selection_die = face(hand, 10)
            hand = rest(hand, 10)
            heading_die = face(hand, 36)
            alternative_die = face(rest(hand, 36), 12)
            faces = unmarked + marked[lane] * (with_smoke - unmarked)
            point = 0 if selection_die <= faces else alternative_die
            site = point * 36 + heading_die
            classes[plane, lane] = site if upper(word) < arrives else 0
        for lane in range(size):
            classes[plane, lane] = packed.sites[plane, classes[plane, lane]]
            means[plane, lane] = packed.classes[classes[plane, lane], MEANS]
        for lane in range(size):
            state[lane] |= (means[plane, lane] & STARTS) << (AVAILABLE_AT + plane)


@rule
def _fields(table, group, size, classes, fields):
    """Five wishes or actors of each plane, looked up by its class."""
    for plane in range(classes.shape[0]):
        for lane in range(size):
            fields[plane, lane] = table[group, classes[plane, lane]]


@rule
def _total(packed, turn, means, plane, nth, total):
    """The total penalty of a plane after another collective roll (3.2.8)."""
    here, card, stacking = spot(AIR, plane, COLLECTIVE, nth), packed.collective, packed.stacking
    for lane in range(turn.size):
        penalty = effect_of(card, face(upper(level(turn[lane], here)), 10))
        exposed = (means[plane, lane] & HAS_COLLECTIVE) != 0
        total[lane] = stacked(total[lane], penalty if exposed else 0, stacking)


@rule
def _fly(packed, state, record, means, plane, total, cells, attack, sums):
    """How each lane's plane ends: its cell, the place of its attack in the table, what it adds to the sums."""
    size, at, lost_at, entries = state.size, ABORTED_AT + plane, LOST_AT + plane, packed.entries
    felt, first, by_at = packed.planes[plane, FELT], packed.planes[plane, CELLS], BY_BITS * plane
    for lane in range(size):  # 1 aborted, 2 lost, 4 attacks
        aborted, lost = (state[lane] >> at) & 1, (state[lane] >> lost_at) & 1
        attacks = 1 if (means[plane, lane] & (ARRIVED | BLOCKED)) == ARRIVED else 0
        cells[plane, lane] = aborted | (lost << 1) | ((attacks * (1 - aborted)) << 2)
    for lane in range(size):
        row = ((means[plane, lane] >> ATTACK_AT) & ROW) * 11 + min(total[lane], packed.cap) * felt
        attack[lane] = row if (cells[plane, lane] & 4) != 0 else 0
    for lane in range(size):
        flags, meaning = cells[plane, lane], means[plane, lane]
        arrived, attacks = (meaning // ARRIVED) & 1, flags >> 2
        other = (meaning // ALTERNATIVE) & attacks
        sums[lane] += arrived | ((flags & 1) << 4) | (((flags >> 1) & 1) << 8) | (attacks << 12) | (other << 16)
    for lane in range(size):
        flags, meaning = cells[plane, lane], means[plane, lane]
        flown = 2 + 2 * entries + ((meaning // ALTERNATIVE) & 1) * 11 + min(total[lane], packed.cap) * felt
        down = 1 + ((record[lane] >> by_at) & BY) + ((flags >> 1) & 1) * entries
        grounded = down if (flags & 1) != 0 else (meaning // BLOCKED) & 1
        cells[plane, lane] = first + (flown if (flags & 4) != 0 else grounded)


@rule
def _strafe(packed, state, means, plane, total, attack):
    """The place of the attack of each lane's plane with its gun (ruling gun_with_ordnance)."""
    at, felt = ABORTED_AT + plane, packed.planes[plane, GUNS_FELT]
    for lane in range(state.size):
        attacks = ((means[plane, lane] & (ARRIVED | BLOCKED)) == ARRIVED) & (((state[lane] >> at) & 1) == 0)
        row = ((means[plane, lane] >> STRAFE_AT) & ROW) * 11 + min(total[lane], packed.cap) * felt
        attack[lane] = row if attacks else 0


@rule
def _begin(packed, state, classes, near, plane, total, owns):
    """Before the first attack of a plane: its penalty from AA, and what an aborted strike means for morale."""
    for lane in range(state.size):
        total[lane] = (state[lane] >> (4 * plane)) & PENALTY
        owns[lane] = 0
        near[plane, lane] = 0
    if packed.aborts_near == 1:
        for lane in range(state.size):
            aborted = (state[lane] >> (ABORTED_AT + plane)) & 1
            near[plane, lane] = packed.classes[classes[plane, lane], ABORT_NEAR] * aborted


@rule
def _look_up(packed, attack, near, owns, plane):
    """Which attack each lane's plane makes, the checks near it, and whether it touches own stands."""
    for lane in range(attack.size):
        number = packed.attack_of[attack[lane] // 11, attack[lane] % 11]
        attack[lane] = number
        head = packed.heads[number, HEAD]
        near[plane, lane] |= head & NEAR_BITS
        owns[lane] |= head >> OWN_AT


@lanes
def strike(packed, base, counts):
    """Play a strike turn, one lane a trial; see `space_of` for the cells."""
    planes, width = packed.planes.shape[0], min(base.size, WIDTH)
    # arrays by plane and by stand are used as they are, for a part of one is no longer known to lie side by side
    classes, means = np.empty((planes, width), np.int64), np.empty((planes, width), np.int64)
    ranks, cards = np.empty((planes, width), np.int64), np.empty((planes, width), np.int64)
    near, cells = np.empty((planes, width), np.int64), np.empty((planes, width), np.int64)
    worst, spare = np.empty((packed.words, width), np.int64), np.empty((2, width), np.int64)
    rows = np.empty((11, width), np.int64)
    for start in range(0, base.size, width):
        size = min(width, base.size - start)
        here = base[start : start + size]
        turn, state, record, uses = rows[0][:size], rows[1][:size], rows[2][:size], rows[3][:size]
        sums, hits, total, owns = rows[4][:size], rows[5][:size], rows[6][:size], rows[7][:size]
        one, two, attack = rows[8][:size], rows[9][:size], rows[10][:size]
        for lane in range(size):
            turn[lane] = level(here[lane], 1)
            state[lane] = NOBODY << TARGET_AT
            record[lane] = 0
            uses[lane] = max(packed.uses, 0) * 0x11111111
            sums[lane] = 0
            hits[lane] = 0
            one[lane] = 0
        for word in range(packed.words):
            for lane in range(size):
                worst[word, lane] = 0
        _arrive(packed, turn, classes, means, state, one)
        wishes, draws = -1, -1  # groups of fields that are at hand
        for row in range(packed.fire.shape[0]):
            choice, draw = packed.fire[row, CHOICE], packed.fire[row, DRAW]
            if draw // WISHES != draws:
                draws = draw // WISHES
                _fields(packed.card_of, draws, size, classes, cards)
            if choice >= 0:
                if choice // WISHES != wishes:
                    wishes = choice // WISHES
                    _fields(packed.ranks, wishes, size, classes, ranks)
                choose_target(packed, turn, ranks, classes, state, row, one, two, spare)
            shoot(packed, turn, cards, state, record, uses, row, one, two, spare[0])
        for stage in range(2 * planes):
            plane, strafes = stage // 2, stage % 2
            if strafes == 0:
                _begin(packed, state, classes, near, plane, total, owns)
            if strafes <= packed.strafes:
                if strafes == 1 and packed.next_attack_only == 1:
                    for lane in range(size):
                        total[lane] = 0
                if packed.collective != 0 and (strafes == 0 or packed.collective_each == 1):
                    _total(packed, turn, means, plane, strafes, total)
                if strafes == 0:
                    _fly(packed, state, record, means, plane, total, cells, attack, sums)
                else:
                    _strafe(packed, state, means, plane, total, attack)
                _look_up(packed, attack, near, owns, plane)
                roll_attack(packed, here, stage, attack, spare, worst, hits)
            if strafes == 1:
                for lane in range(size):
                    sums[lane] += owns[lane] << 20
        add_results(packed, size, worst, counts)
        add_counts(packed, turn, cells, sums, record, hits, worst, near, counts, one, two)


assert PLANES == 255
