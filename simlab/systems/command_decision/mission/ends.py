"""Which sorties are plain, and the tables of their ends: written by the rules once a run, read by every lane.

In a plain turn air defence fires before the helicopter does, nothing else happens to it, and whoever is forced back is
out of reach. Then a lane need only add up: penalties, shots, and how it fell out.
"""

from typing import NamedTuple

import numpy as np

from simlab.dice import hands_up_to
from simlab.jit import rule
from simlab.systems.command_decision.mission.acts import AIR
from simlab.systems.command_decision.mission.game import (
    ATTACKS,
    ATTACKS_AT,
    BYTE,
    EVENTS,
    HERE,
    LOSS_AT,
    TURNS_AT,
    cells_of_game,
    entered,
)
from simlab.systems.command_decision.mission.pack import COLLECTIVE, FIRE_WINDOW, Packed
from simlab.systems.command_decision.mission.shots import (
    CHOP_FROM,
    FIRST,
    MUST_MASK,
    MUST_VALUE,
    POP_UP_FROM,
    SAVE_TO,
    SECOND,
    SECOND_SAVE_TO,
    SORT,
    WINDOW,
)
from simlab.systems.command_decision.rules.hitting import (
    ABORT,
    DIE_FACES,
    MOST_PENALTY,
    ROLL_AGAIN,
    SAVED,
    effect_of,
    shot_result,
)
from simlab.systems.command_decision.rules.state import (
    ATTACK,
    ATTACK_AT,
    FORCED_BACK,
    OUT,
    REMOVED,
    REMOVED_AT,
    REMOVED_BITS,
    STAGE,
    STAGE_AT,
    at_start,
    can_attack,
    change_by,
    engaged_by,
    leaves_with,
    with_attack,
    with_change,
    with_penalty,
)

# A lane in a turn: bit 0 it fell out (forced back, removed, not here), 1 removed, 3-23 penalties by air defence, 24-35
# shots, 36-37 collective penalty, 38 not here. Bit 2: a shot that may yet be saved.
DOWN, GONE, MAY_SAVE, PENALTY_AT, SHOT_AT, COLLECTIVE_AT, NOT_HERE = 1, 2, 4, 3, 24, 36, 1 << 38
PENALTIES, SHOTS, MOST_ACTS = (1 << 21) - 1, 4095 << SHOT_AT, 1000  # so that no field runs over
# What a face of a shot does to a lane, six bits a face: bits 0-4 of a lane, and one more where the die is rolled again.
FIELD, CHANGE, ROLLS_AGAIN = 6, 31, 32
# Cards of an act, each for an abort that forces back and one that removes; the hands that save; the sort of its shots.
FIRST_BACK, FIRST_GONE, SECOND_BACK, SECOND_GONE, SAVES_BELOW, SORT_OF_SHOT, CARD_COLUMNS = range(7)
PENALTIES_ONLY, ROLLED_ONCE, ANY_SHOT = range(3)  # sorts of shots: each has a loop of its own
# Its place in the table of ends: bits 0-3 penalties (10 at most), 4 shot at, 5-6 collective penalty; then these.
SHOT_AT_PLACE, COLLECTIVE_PLACE, BACK_PLACE, GONE_PLACE, NOWHERE = 16, 32, 128, 129, 130
ENDS = 256  # places, most of the last half unused: a power of two
END_CELL, END_GAIN, END_GAIN_BY_TURN = range(3)
# A game of two turns at most is one number, four bits a turn: 0 not over the table, 1 not shot at, 2 .. 12 the
# penalties of one that was, 13 forced back, 14 removed.
SHORT, PLACE_BITS, UNSHOT, BACK, REMOVED_PLACE = 2, 4, 1, 3 + MOST_PENALTY, 4 + MOST_PENALTY
PLACES, GAMES = 1 << PLACE_BITS, 1 << (SHORT * PLACE_BITS)


class Ends(NamedTuple):
    """A plain sortie with the tables of its ends."""

    usable: int
    packed: Packed
    ends: np.ndarray  # int64[turns over table, ENDS, 3]: cell of the turn, what the game gains, and that by the turn
    cards: np.ndarray  # int64[acts, CARD_COLUMNS]: what the faces of each act do to a lane
    short: int  # 1: a game is one number, and these are used
    games: np.ndarray  # int64[GAMES, SHORT + 2]: the cells of a game, of its turns and then of itself; -1 for none
    then: np.ndarray  # int64[PLACES]: in which turn over the table it is next, by its place in the first turn; 0: none


def is_plain(packed: Packed) -> bool:
    """Is every turn over the table plain?"""
    acts, plans = packed.acts, packed.plans
    turns_fire = plans[acts[:, 0] - 1, FIRE_WINDOW]
    before = (acts[:, WINDOW] <= turns_fire) | (turns_fire < 0)
    full = (acts[:, POP_UP_FROM] > 1) | (acts[:, CHOP_FROM] > 1) | (acts[:, SECOND_SAVE_TO] > 0)
    air = (acts[:, SORT] == AIR) & (acts[:, MUST_MASK] == OUT) & (acts[:, MUST_VALUE] == 0)
    faces = [effect_of(packed.collective_card, die) for die in range(1, 11)]
    return bool(
        len(acts) <= MOST_ACTS
        and (before & air & ~full).all()
        and packed.back_bits & OUT
        and packed.back_penalty == 0
        and max(faces) <= 3
        and packed.uses < 0
        and packed.stacking == packed.near_apart == packed.morale_check == packed.fires_first == 0
        and packed.rockets_once == packed.clear_by_attack == packed.clear_by_window == packed.collective_each_phase == 0
    )


@rule
def write_ends(packed):
    """The ends of every turn over the table, by the rules of the state of a turn."""
    length = packed.plans.shape[0]
    ends = np.zeros((length, ENDS, 3), np.int64)
    for k in range(1, length + 1):
        for place in range(NOWHERE):
            _write_end(packed, k, _end_state(packed, k, place), ends[k - 1, place])
    games, then = np.full((GAMES, SHORT + 2), -1, np.int64), np.zeros(PLACES, np.int64)
    short = _write_games(packed, ends, games, then)
    cards, usable = np.zeros((packed.acts.shape[0], CARD_COLUMNS), np.int64), 1
    for row in range(packed.acts.shape[0]):
        usable = min(usable, _write_cards(packed, row, cards))
    return Ends(usable, packed, ends, cards, short, games, then)


@rule
def _write_cards(packed, row, cards):
    """The cards of an act; returns 0 if they cannot hold what its dice do."""
    rolls_again, aborts, others = 0, 0, 0
    first, second = packed.acts[row, FIRST], packed.acts[row, SECOND]
    for at in range(SAVES_BELOW * DIE_FACES):
        which, number = at // DIE_FACES, at % DIE_FACES
        effect = effect_of(second if which >= SECOND_BACK else first, number + 1)
        rolls_again += effect == ROLL_AGAIN
        aborts += effect >= ABORT
        others += (effect > CHANGE >> PENALTY_AT) & (effect < ABORT)
        cards[row, which] |= _field_of(effect, which & 1, packed.split_first) << (FIELD * number)
    cards[row, SAVES_BELOW] = hands_up_to(packed.acts[row, SAVE_TO], DIE_FACES)
    cards[row, SORT_OF_SHOT] = ANY_SHOT if rolls_again > 0 else (ROLLED_ONCE if aborts > 0 else PENALTIES_ONLY)
    return 1 if others == 0 and packed.converted_penalty <= MOST_PENALTY else 0


@rule
def _field_of(effect, removed, split_first):
    """What an effect does to a lane that it would remove (1) or force back (0)."""
    if effect == ROLL_AGAIN:
        return ROLLS_AGAIN
    result = shot_result(effect, 1, 0, removed, split_first)
    if result != FORCED_BACK and result != REMOVED:
        return result << PENALTY_AT
    may_save = shot_result(effect, 1, 1, removed, split_first) == SAVED
    return DOWN | (GONE if result == REMOVED else 0) | (MAY_SAVE if may_save else 0)


@rule
def longest_at(packed, now):
    """The highest turn over the table that this turn can be (0: none)."""
    longest = 0
    for k in range(1, packed.plans.shape[0] + 1):
        longest = k if packed.possible[now, k] == 1 else longest
    return longest


@rule
def _write_games(packed, ends, games, then):
    """Play every game that a number can stand for; returns 0 if numbers cannot say enough."""
    usable = 1 if packed.most <= SHORT else 0
    for row in range(packed.plans.shape[0]):
        usable = 0 if packed.plans[row, COLLECTIVE] == 1 and packed.collective_card != 0 else usable
    if usable == 1:
        for number in range(GAMES):
            _write_game(packed, ends, number, games, then)
        for place in range(UNSHOT, BACK):
            usable = 0 if then[place] != then[UNSHOT] else usable  # asked of all that are in reach together
    return usable


@rule
def _write_game(packed, ends, number, games, then):
    """Play the game that a number stands for: its cells, and where it is after its first turn."""
    game, nth, past = packed.entry_turn, 0, 0
    for now in range(1, packed.turns + 1):
        if longest_at(packed, now) == 0:
            continue
        game = entered(game, now)
        k, place = (game >> HERE) & BYTE, (number >> (PLACE_BITS * nth)) & (PLACES - 1)
        if nth > 0:
            then[past] = k
        if (k == 0) != (place == 0) or place > REMOVED_PLACE:
            return  # no such game
        if k > 0:
            at = _place_of(place)
            games[number, nth] = (now - 1) * EVENTS + ends[k - 1, at, END_CELL]
            game += ends[k - 1, at, END_GAIN] + now * ends[k - 1, at, END_GAIN_BY_TURN]
        nth, past = nth + 1, place
    games[number, SHORT], games[number, SHORT + 1] = cells_of_game(game, packed.turns, packed.most)


@rule
def _place_of(place):
    """The place in the table of ends for that of a turn in the number of a game."""
    if place >= BACK:
        return BACK_PLACE if place == BACK else GONE_PLACE
    return 0 if place == UNSHOT else SHOT_AT_PLACE | (place - UNSHOT - 1)


@rule
def _end_state(packed, k, place):
    """The state at the end of a turn of a lane with this place."""
    state = at_start(0, packed.plans[k - 1, FIRE_WINDOW], 0)
    if place >= BACK_PLACE:
        result, bits = (REMOVED, packed.removed_bits) if place == GONE_PLACE else (FORCED_BACK, 0)
        change = change_by(
            result,
            bits,
            packed.back_bits,
            packed.back_penalty,
            packed.converted_penalty,
            packed.near_miss,
            packed.near_apart,
        )
        return with_change(state, change, packed.stacking, packed.near_apart)
    if place & SHOT_AT_PLACE:
        state = with_change(state, engaged_by(min(place & 15, MOST_PENALTY)), packed.stacking, packed.near_apart)
    if not can_attack(state):
        return state
    state = with_penalty(state, place // COLLECTIVE_PLACE, packed.stacking, packed.near_apart)
    return with_attack(state, packed.near_apart, packed.cap, packed.felt, packed.rockets_once, packed.clear_by_attack)


@rule
def _write_end(packed, k, state, end):
    """What the end of a turn in this state adds to the counts and to the game."""
    stages, removed, stage = (state >> STAGE_AT) & STAGE, (state & REMOVED_BITS) >> REMOVED_AT, 0
    while stages > 0:
        stage, stages = stage + 1, stages >> 1
    attack = (state >> ATTACK_AT) & ATTACK
    leaves = leaves_with(state, 1, 0, 0, 1 if k == packed.plans.shape[0] else 0)
    end[END_CELL] = stage * ATTACKS + attack
    end[END_GAIN] = ((1 << ATTACKS_AT) if attack > 0 else 0) + (1 << TURNS_AT)
    if removed > 0:
        end[END_GAIN] += ((removed - 2) << LOSS_AT) - (k << HERE)
        end[END_GAIN_BY_TURN] = 2 << LOSS_AT
    elif leaves > 0:
        end[END_GAIN] += packed.away[leaves] - (k << HERE)
        end[END_GAIN_BY_TURN] = 1
    else:
        end[END_GAIN] += 1 << HERE
