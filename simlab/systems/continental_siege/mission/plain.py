"""Plain attrition: every gun at the propulsion, in range all the time. Played with less work for each lane.

A lane then needs only the boxes that are left; lanes that have crashed make room for those that fly on. A word holds
two hands of four dice (`addresses`), so two turns of a battery of four guns. Same dice, same counts as `walk`.
"""

from __future__ import annotations

from math import gcd
from typing import NamedTuple

import numpy as np

from simlab.dice import hands_up_to, level, narrow, narrow_rest, upper
from simlab.jit import rule
from simlab.systems.continental_siege.addresses import ATTACK, DICE_A_HAND, FIRE, SIDES, spot
from simlab.systems.continental_siege.engagement.automaton import Packed
from simlab.systems.continental_siege.engagement.law import exact as exact_walk
from simlab.systems.continental_siege.engagement.walk import walk
from simlab.systems.continental_siege.mission.battery import PROPULSION, Order
from simlab.systems.continental_siege.mission.fortress_game import CRASHED, FLIES, FortressGame
from simlab.systems.continental_siege.rules.fortress import QUARTERS
from simlab.systems.continental_siege.rules.odds import ODDS_1_1, X, faces_of

TILE = 4096  # lanes whose state stays in the first-level cache
WHOLE, HIT_FROM, ABOVE = 0, 1, 2  # places in Packed.plain; from ABOVE on QUARTERS numbers, then the loss of each gun
SPEEDS = QUARTERS  # the movement allowances that have a threshold
I32 = np.int32  # boxes and tallies in 32 bits, and narrow hands: half the width of a word, and half the time
NOTHING, ONE = I32(0), I32(1)


class Plain(NamedTuple):
    """A plain game.

    losses: int64[hands, 4], halves that the X of each die takes; above: int64[4], MA is at least
    k + 1 while more than above[k] halves are left; cells: int64[whole + 1], cell of the block of boxes left.
    """

    usable: int
    turns: int
    hands: int
    whole: int
    hit_from: int
    losses: np.ndarray
    above: np.ndarray
    cells: np.ndarray
    marks: int
    fates: int
    blocks: np.ndarray


def plain_numbers(game: FortressGame, at_propulsion: bool, silences: bool) -> list[int]:
    """The numbers of a plain game; empty when it is not plain."""
    battery = game.battery
    faces = faces_of(battery.crt, ODDS_1_1)
    hits = [face for face, result in enumerate(faces, 1) if result == X]
    plain = at_propulsion and not silences and game.start_hexes is None and not battery.combine_propulsion
    if not plain or not hits or hits != list(range(hits[0], SIDES + 1)) or not battery.counts:
        return []
    losses = []
    for kind, count in enumerate(battery.counts):
        one = Order(PROPULSION, tuple(int(place == kind) for place in range(len(battery.counts))))
        losses += [battery.loss(one)] * count
    above = [
        max(left for left in range(battery.whole + 1) if battery.movement(left) <= speed) for speed in range(SPEEDS)
    ]
    return [battery.whole, hits[0], *above, *losses]


def is_plain(packed: Packed) -> bool:
    """May this game be played so?"""
    return packed.plain.size > 0


@rule
def write_plain(packed):
    """The numbers of a plain game in the form that `play_plain` reads."""
    guns, whole, hands = packed.plain.size - ABOVE - SPEEDS, packed.plain[WHOLE], packed.hands
    losses = np.zeros((hands, DICE_A_HAND), np.int64)
    for gun in range(guns):
        losses[gun // DICE_A_HAND, gun % DICE_A_HAND] = packed.plain[ABOVE + SPEEDS + gun]
    cells = np.zeros(whole + 1, np.int64)
    for cell in range(packed.sizes[0]):
        cells[packed.values[0, cell]] = cell
    above = packed.plain[ABOVE : ABOVE + SPEEDS].copy()
    hit_from = packed.plain[HIT_FROM]
    return Plain(
        1, packed.turns, hands, whole, hit_from, losses, above, cells, packed.marks, packed.fates, packed.sizes
    )


@rule
def _loss(hand, a, b, c, d, hit_from):
    """Halves of boxes that the four dice of a hand take; hand, hit_from: narrow."""
    taken = a if hand >= hit_from else NOTHING
    hand = narrow_rest(hand, SIDES)
    taken = I32(taken + (b if hand >= hit_from else NOTHING))
    hand = narrow_rest(hand, SIDES)
    taken = I32(taken + (c if hand >= hit_from else NOTHING))
    hand = narrow_rest(hand, SIDES)
    return I32(taken + (d if hand >= hit_from else NOTHING))


@rule
def _add_turn(plain, counts, turn, tile, flying, at_least):
    """Count the end of a turn: MA of all lanes of the tile, crashes since the turn before; lanes that fly on."""
    first = turn * plain.marks
    counts[first] += tile - at_least[0]
    for speed in range(1, SPEEDS):
        counts[first + 2 * speed] += at_least[speed - 1] - at_least[speed]
    counts[first + 2 * SPEEDS] += at_least[SPEEDS - 1]
    counts[plain.turns * plain.marks + turn * plain.fates + CRASHED] += flying - at_least[0]
    return at_least[0]


def play_plain(plain, base, counts):
    """Play whole plain games, one lane a trial; the cells are those of `attrition.space_of`."""
    hands, total, losses = plain.hands, plain.turns * plain.hands, plain.losses
    hit_from = narrow(hands_up_to(plain.hit_from - 1, SIDES))  # the least hand that hits
    m1, m2, m3, m4 = I32(plain.above[0]), I32(plain.above[1]), I32(plain.above[2]), I32(plain.above[3])
    turn, left = np.empty(TILE, np.int64), np.empty(TILE, np.int32)
    for start in range(0, base.size, TILE):
        tile = min(TILE, base.size - start)
        lanes = tile
        trial = base[start : start + tile]  # read from its first lane on: else an index may be negative, and is asked
        for lane in range(tile):
            turn[lane] = level(trial[lane], 1)
            left[lane] = plain.whole
        flying = tile
        for word in range((total + 1) // 2):
            one, two = 2 * word, 2 * word + 1
            here = spot(FIRE, 0, ATTACK, word)
            u, v = one % hands, two % hands
            a1, b1, c1, d1 = I32(losses[u, 0]), I32(losses[u, 1]), I32(losses[u, 2]), I32(losses[u, 3])
            a2, b2, c2, d2 = I32(losses[v, 0]), I32(losses[v, 1]), I32(losses[v, 2]), I32(losses[v, 3])
            if two == total:  # the game ends with the first hand of its last word
                a2, b2, c2, d2 = NOTHING, NOTHING, NOTHING, NOTHING
            f1, f2, f3, f4 = NOTHING, NOTHING, NOTHING, NOTHING
            s1, s2, s3, s4 = NOTHING, NOTHING, NOTHING, NOTHING
            for lane in range(lanes):
                dice = level(turn[lane], here)
                then = I32(left[lane] - _loss(narrow(upper(dice)), a1, b1, c1, d1, hit_from))
                last = I32(then - _loss(narrow(dice), a2, b2, c2, d2, hit_from))
                f1 = I32(f1 + (ONE if then > m1 else NOTHING))
                f2 = I32(f2 + (ONE if then > m2 else NOTHING))
                f3 = I32(f3 + (ONE if then > m3 else NOTHING))
                f4 = I32(f4 + (ONE if then > m4 else NOTHING))
                s1 = I32(s1 + (ONE if last > m1 else NOTHING))
                s2 = I32(s2 + (ONE if last > m2 else NOTHING))
                s3 = I32(s3 + (ONE if last > m3 else NOTHING))
                s4 = I32(s4 + (ONE if last > m4 else NOTHING))
                left[lane] = last
            if one % hands == hands - 1:
                flying = _add_turn(plain, counts, one // hands, tile, flying, (f1, f2, f3, f4))
            if two < total and two % hands == hands - 1:
                flying = _add_turn(plain, counts, two // hands, tile, flying, (s1, s2, s3, s4))
            if s1 == 0 and two % hands == hands - 1:
                for later in range(two // hands + 1, plain.turns):
                    counts[later * plain.marks] += tile
                break
            if 4 * s1 < 3 * lanes:  # those that have crashed make room
                kept = 0
                for lane in range(lanes):
                    boxes = left[lane]
                    turn[kept] = turn[lane]
                    left[kept] = boxes
                    kept += 1 if boxes > 0 else 0
                lanes = kept
        ends = plain.turns * (plain.marks + plain.fates)
        counts[ends - plain.fates + FLIES] += flying
        counts[ends + plain.cells[0]] += tile - flying
        for lane in range(lanes):
            if left[lane] > 0:
                counts[ends + plain.cells[left[lane]]] += 1
        for block in range(1, plain.blocks.size):
            ends += plain.blocks[block - 1]
            counts[ends] += tile


walk.by_tables(fits=is_plain, prepare=write_plain)(play_plain)


def exact_plain(packed: Packed) -> np.ndarray:
    """The exact law of a plain game: float64[cells]; a chain over the boxes lost, in steps of what one hit takes.

    The same law as `engagement.law.exact`, in a twentieth of its time.
    """
    numbers = packed.plain.tolist()
    whole, above, losses = numbers[WHOLE], numbers[ABOVE : ABOVE + SPEEDS], numbers[ABOVE + SPEEDS :]
    hit = (SIDES + 1 - numbers[HIT_FROM]) / SIDES
    unit = gcd(*losses)
    crash = -(-whole // unit)  # units until the crash
    in_turn = np.ones(1)
    for loss in losses:
        longer = np.zeros(in_turn.size + loss // unit)
        longer[: in_turn.size] = in_turn * (1 - hit)
        longer[loss // unit :] += in_turn * hit
        in_turn = longer
    turn = np.zeros((crash + 1, crash + in_turn.size))
    for lost in range(crash + 1):
        turn[lost, lost : lost + in_turn.size] = in_turn
    turn[:, crash] = turn[:, crash:].sum(axis=1)
    turn = turn[:, : crash + 1]
    turn[crash, crash] = 1.0
    chain = np.zeros((packed.turns + 1, crash + 1))  # law of the units lost after each turn
    chain[0, 0] = 1.0
    for now in range(packed.turns):
        np.dot(chain[now], turn, out=chain[now + 1])
    law = np.zeros(packed.turns * (packed.marks + packed.fates) + int(packed.sizes.sum()))
    left = [max(whole - unit * count, 0) for count in range(crash + 1)]
    speeds = np.zeros((crash + 1, packed.marks))
    for count, halves in enumerate(left):
        speeds[count, 2 * sum(halves > threshold for threshold in above)] = 1.0
    ends = packed.turns * packed.marks
    np.dot(chain[1:], speeds, out=law[:ends].reshape(packed.turns, packed.marks))
    law[ends + CRASHED : ends + packed.turns * packed.fates : packed.fates] = np.diff(chain[:, crash])
    ends += packed.turns * packed.fates
    law[ends - packed.fates + FLIES] = chain[-1, :crash].sum()
    cells = {value: cell for cell, value in enumerate(packed.values[0].tolist()[: int(packed.sizes[0])])}
    for halves, chance in zip(left, chain[-1].tolist(), strict=True):
        if halves in cells:
            law[ends + cells[halves]] += chance
    law[ends + np.cumsum(packed.sizes)[:-1]] = 1.0
    return law


def exact(packed: Packed) -> np.ndarray:
    """The exact law of any `attrition`: float64[cells]."""
    return exact_plain(packed) if is_plain(packed) else exact_walk(packed)
