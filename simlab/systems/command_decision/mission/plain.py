"""Plain sorties, the most common ones, played with less work for each lane.

In a plain turn air defence fires before the helicopter does, nothing else happens to it, and whoever is forced back is
out of reach. Then a lane need only add up: penalties, shots, and how it fell out. What such a sum means for the game
is looked up in a table that the rules wrote beforehand.
"""

from typing import NamedTuple

import numpy as np

from simlab.dice import face, level, lower, rest, spot, upper
from simlab.jit import rule
from simlab.systems.command_decision.addresses import COLLECTIVE as COLLECTIVE_ROLL
from simlab.systems.command_decision.addresses import PLACE, PREPARATORY, SHOT
from simlab.systems.command_decision.mission.acts import AIR
from simlab.systems.command_decision.mission.game import (
    ATTACKS,
    ATTACKS_AT,
    BYTE,
    COPIES,
    EVENTS,
    HERE,
    LOSS_AT,
    SORTIES_AT,
    TURNS_AT,
    add_games,
)
from simlab.systems.command_decision.mission.pack import COLLECTIVE, FIRE_WINDOW, Packed
from simlab.systems.command_decision.mission.shots import (
    ACTOR,
    AGAIN_SIDES,
    CHOP_FROM,
    EVERYONE,
    FIRST,
    MUST_MASK,
    MUST_VALUE,
    NTH,
    POP_UP_FROM,
    SAVE_TO,
    SECOND,
    SECOND_SAVE_TO,
    SIGHT_FROM,
    SIGHT_TO,
    SORT,
    WINDOW,
)
from simlab.systems.command_decision.rules.hitting import MOST_PENALTY, effect_of, shot_effect, shot_outcome
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

# A lane in a turn: bits 0-11 penalties by air defence, 12-23 shots, 24-27 collective penalty, 28 forced back or
# removed, 29 removed, 30 not here. One in reach is below DOWN, which makes that a single comparison.
PENALTIES, SHOT_AT, COLLECTIVE_AT, DOWN, GONE, NOT_HERE = 4095, 12, 24, 1 << 28, 1 << 29, 1 << 30
SHOTS, MOST_ACTS = PENALTIES << SHOT_AT, 1000  # so that no field runs over
# Its place in the table of ends: bits 0-3 penalties (10 at most), 4 shot at, 5-6 collective penalty; then these.
SHOT_AT_PLACE, COLLECTIVE_PLACE, BACK_PLACE, GONE_PLACE, NOWHERE = 16, 32, 128, 129, 130
ENDS = 256  # places, most of the last half unused: a power of two
END_CELL, END_GAIN, END_GAIN_BY_TURN = range(3)


class Ends(NamedTuple):
    """A plain sortie with the table of its ends."""

    usable: int
    packed: Packed
    ends: np.ndarray  # int64[turns over table, ENDS, 3]: cell of the turn, what the game gains, and that by the turn


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
    return Ends(1, packed, ends)


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


@rule
def _air_shot(packed, act, turn, lanes_, always):
    """One AA shot: what it comes to is added to the lanes that are in reach and in sight.

    always: is every lane in sight? Handed over as a constant, so that the compiler writes a loop for each case.
    """
    first, second, again_sides, save_to = act[FIRST], act[SECOND], act[AGAIN_SIDES] & 15, act[SAVE_TO]
    low, high, removal, split = act[SIGHT_FROM], act[SIGHT_TO], packed.removal, packed.split_first
    saved, shot, back, gone = packed.converted_penalty, 1 << SHOT_AT, DOWN, DOWN + GONE
    here, where = spot(act[WINDOW], act[ACTOR], SHOT, act[NTH]), spot(PREPARATORY, act[ACTOR], PLACE, 0)
    for lane in range(lanes_.size):
        word = level(turn[lane], here)
        hand = upper(word)
        aa_die = face(hand, 10)
        hand = rest(hand, 10)
        save_die = face(hand, 10)
        again_die = face(rest(hand, 10), again_sides)
        effect = shot_effect(aa_die, again_die, first, second)
        change = shot_outcome(effect, save_die, save_to, lower(word) < removal, split, saved, back, gone)
        old = lanes_[lane]
        acts = old < DOWN
        if not always:
            u = upper(level(turn[lane], where))
            acts = acts & (u >= low) & (u < high)
        lanes_[lane] = old + change + shot if acts else old


@rule
def _collective(packed, turn, lanes_, window):
    """The collective roll on those that attack (3.2.8)."""
    here, card = spot(window, 0, COLLECTIVE_ROLL, 0), packed.collective_card
    for lane in range(lanes_.size):
        old = lanes_[lane]
        penalty = effect_of(card, face(upper(level(turn[lane], here)), 10))
        lanes_[lane] = old + (penalty << COLLECTIVE_AT) if old < DOWN else old


@rule
def _end_of_turn(ends, now, lanes_, game, counts):
    """Look up how the turn ended for each lane."""
    gains, tally = np.zeros(ENDS, np.int64), np.zeros(COPIES * ENDS, np.int64)
    for place in range(NOWHERE):
        gains[place] = ends[place, END_GAIN] + now * ends[place, END_GAIN_BY_TURN]
    for lane in range(lanes_.size):
        old = lanes_[lane]
        place = min(old & PENALTIES, MOST_PENALTY) | ((old >> COLLECTIVE_AT) * COLLECTIVE_PLACE)
        place |= SHOT_AT_PLACE if (old & SHOTS) != 0 else 0
        out = GONE_PLACE if (old & GONE) != 0 else BACK_PLACE
        place = (NOWHERE if old >= NOT_HERE else out) if old >= DOWN else place
        lanes_[lane] = place + (lane & (COPIES - 1)) * ENDS
    for lane in range(lanes_.size):
        place = lanes_[lane]
        game[lane] += gains[place & (ENDS - 1)]
        tally[place & (COPIES * ENDS - 1)] += 1
    for place in range(NOWHERE):
        for copy in range(COPIES):
            counts[(now - 1) * EVENTS + ends[place, END_CELL]] += tally[copy * ENDS + place]


@rule
def play_plain(tables, base, counts):
    """Play whole plain sorties, one lane a trial; the cells are those of `kinds.space_of`."""
    packed, size = tables.packed, base.size
    turn, lanes_ = np.empty(size, np.int64), np.empty(size, np.int64)
    game = np.full(size, packed.entry_turn, np.int64)
    for now in range(1, packed.turns + 1):
        longest = 0  # the highest turn over the table that this turn can be
        for k in range(1, packed.plans.shape[0] + 1):
            longest = k if packed.possible[now, k] == 1 else longest
        if longest == 0:
            continue
        if packed.possible[now, 1] == 1:
            for lane in range(size):
                old = game[lane]
                game[lane] = (old & ~BYTE) + (1 << HERE) + (1 << SORTIES_AT) if (old & 0xFFFF) == now else old
        for lane in range(size):
            turn[lane] = level(base[lane], now)
            lanes_[lane] = 0 if ((game[lane] >> HERE) & BYTE) == longest else NOT_HERE
        for k in range(longest, 0, -1):
            if packed.possible[now, k] == 0:
                continue
            if k < longest:
                for lane in range(size):
                    lanes_[lane] = 0 if ((game[lane] >> HERE) & BYTE) == k else NOT_HERE
            for row in range(packed.act_starts[k - 1, 0], packed.act_starts[k - 1, 4]):
                act = packed.acts[row]
                if act[SIGHT_FROM] == 0 and act[SIGHT_TO] == EVERYONE:
                    _air_shot(packed, act, turn, lanes_, True)
                else:
                    _air_shot(packed, act, turn, lanes_, False)
            window = packed.plans[k - 1, FIRE_WINDOW]
            if window >= 0 and packed.plans[k - 1, COLLECTIVE] == 1 and packed.collective_card != 0:
                _collective(packed, turn, lanes_, window)
            _end_of_turn(tables.ends[k - 1], now, lanes_, game, counts)
    add_games(game, packed.turns, packed.most, counts)
