"""Tables for a short list of shots: every hand of dice worked out once, with the rules of the kernel.

A hand of an AA die, a save die and a re-roll die is one of at most 1000, so the results of up to three shots are three
reads. What the results come to together is a table as well. Working it out takes some 10 microseconds.
"""

from typing import NamedTuple

import numpy as np

from simlab.dice import spot
from simlab.jit import rule
from simlab.systems.command_decision.addresses import OPPORTUNITY, SHOT
from simlab.systems.command_decision.engagement.pack import (
    ACTOR,
    AGAIN_SIDES,
    BLOCKED,
    FIRST,
    NTH,
    SAVE_TO,
    SECOND,
    Packed,
)
from simlab.systems.command_decision.engagement.state import DOWN, RAW, add_result, cell_of
from simlab.systems.command_decision.rules.hitting import shot_effect, shot_result

MOST_SHOTS = 3
HANDS = 1000  # most hands of three dice; the second half of a table is for those that the split would remove
RESULTS = 8  # a result takes three bits


class Tables(NamedTuple):
    """What the hands of up to three shots do."""

    usable: int
    removal: int
    spots: np.ndarray  # int64[shots]: where the hand of each shot lies
    hands: np.ndarray  # int64[shots]: number of its hands
    results: np.ndarray  # int16[MOST_SHOTS, 2 * HANDS]: result of each hand, three bits to the left of the shot before
    cells: np.ndarray  # int64[RESULTS ** MOST_SHOTS]: the cell in which these results end


def is_short(packed: Packed) -> bool:
    """Is this a list of up to three shots with the dice of one hand each, without counted uses?"""
    plain = packed.confirms == 0 and packed.placed == 0 and packed.uses < 0
    return bool(plain and len(packed.shots) <= MOST_SHOTS)


@rule
def write_tables(packed):
    """The tables of a short list."""
    shots = packed.shots.shape[0]
    spots, hands = np.zeros(shots, np.int64), np.zeros(shots, np.int64)
    results = np.zeros((MOST_SHOTS, 2 * HANDS), np.int16)
    for row in range(shots):
        shot = packed.shots[row]
        spots[row] = spot(OPPORTUNITY, shot[ACTOR], SHOT, shot[NTH])
        hands[row] = 100 * shot[AGAIN_SIDES]
        _write_results(results[row], shot, packed.split_first, row)
    return Tables(1, packed.removal, spots, hands, results, _cells(packed))


@rule
def _write_results(results, shot, split_first, row):
    """The results of all hands of a shot, in the order in which `simlab.dice.face` and ``rest`` read them."""
    place = 0
    for aa_die in range(1, 11):
        for save_die in range(1, 11):
            for again_die in range(1, shot[AGAIN_SIDES] + 1):
                effect = shot_effect(aa_die, again_die, shot[FIRST], shot[SECOND])
                for removed in range(2):
                    result = shot_result(effect, save_die, shot[SAVE_TO], removed, split_first)
                    results[removed * HANDS + place] = result << (3 * row)
                place += 1


@rule
def _cells(packed):
    """The cell in which each row of results ends."""
    cells = np.zeros(RESULTS**MOST_SHOTS, np.int64)
    for results in range(cells.size):
        state = 0
        for row in range(packed.shots.shape[0]):
            shot, result = packed.shots[row], (results >> (3 * row)) & 7
            silent = shot[BLOCKED] == 1 and (state & RAW) != 0
            if (state & DOWN) == 0 and not silent:
                shown = 1 if packed.single == 1 and row == 0 else 0
                state = add_result(state, result, packed.converted_penalty, packed.stacking, shot[ACTOR], shown)
        cells[results] = cell_of(state, packed.single, packed.most_penalty, packed.cap)
    return cells
