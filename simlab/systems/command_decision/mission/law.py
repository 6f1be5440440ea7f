"""The exact law of `sortie`: a turn is a law over its integer state, the game a chain over the clock.

A turn's law does not depend on which turn of the game it is, so it is worked out once for each turn over the table and
each state in which it can start. Within a turn the acts follow one another; an act's law comes from enumerating its
dice. The line of sight of a system is drawn where it first matters and remembered only while a later act needs it.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from typing import Any

import numpy as np

from simlab.dice import chance_of, threshold
from simlab.exact import enumerate_law
from simlab.systems.command_decision.addresses import END, GENERAL, OPPORTUNITY
from simlab.systems.command_decision.mission import shots as columns
from simlab.systems.command_decision.mission.acts import AIR, LOOK
from simlab.systems.command_decision.mission.pack import COLLECTIVE, FIRE_WINDOW, HIDES, HIDES_IF_LOST, Packed
from simlab.systems.command_decision.rules.hitting import ShotCard, effect_of
from simlab.systems.command_decision.rules.rolling import roll_air_shot, roll_ground_shot
from simlab.systems.command_decision.rules.state import (
    ATTACK,
    ATTACK_AT,
    OUT,
    REMOVED_AT,
    REMOVED_BITS,
    UNPLANNED,
    USES,
    WASTED,
    after_window,
    at_stage,
    at_start,
    can_attack,
    leaves_with,
    next_turn_state,
    stage_of,
    with_attack,
    with_penalty,
    with_result,
)

Law = dict[Any, float]
ATTACKS = 12
EVERY_HAND = threshold(1)


class Turns:
    """Laws of turns, remembered by turn over the table and starting state."""

    def __init__(self, packed: Packed) -> None:
        self.packed = packed
        self.acts = packed.acts.tolist()
        self.starts, self.plans = packed.act_starts.tolist(), packed.plans.tolist()
        self._shots: dict[tuple[int, bool], Law] = {}
        self._turns: dict[tuple[int, int], Law] = {}
        self._effects: dict[tuple[int, int, bool], int] = {}

    def law(self, k: int, start: int) -> Law:
        """Law over (stage, attack, removed, leaves, next state) of the k-th turn over the table from ``start``."""
        if (k, start) not in self._turns:
            self._turns[k, start] = self._play(k, start)
        return self._turns[k, start]

    def _play(self, k: int, start: int) -> Law:
        packed, plan = self.packed, self.plans[k - 1]
        law: Law = {(at_start(start, plan[FIRE_WINDOW], packed.rockets_once), ()): 1.0}
        last_use = {act[columns.ACTOR]: row for row, act in self._rows(k)}
        for window in range(END):
            mine = plan[FIRE_WINDOW] == window
            if mine and packed.fires_first:
                law = self._fire(law, plan)
            first, end = self.starts[k - 1][window], self.starts[k - 1][window + 1]
            row = first
            while row < end:
                stop = row
                while stop < end and self.acts[stop][columns.ACTOR] == self.acts[row][columns.ACTOR]:
                    stop += 1
                law = self._block(law, row, stop, last_use, k)
                row = stop
            if mine and not packed.fires_first:
                law = self._fire(law, plan)
            earlier = window in (OPPORTUNITY, GENERAL) and window < plan[FIRE_WINDOW]
            if earlier and plan[COLLECTIVE] and packed.collective_each_phase:
                law = self._collective(law, only_if_attacks=False)
            hides, lost = (plan[HIDES], plan[HIDES_IF_LOST]) if mine else (0, 0)
            law = _mapped(law, lambda s, h=hides, x=lost: after_window(s, h, x, packed.clear_by_window))
        return self._end(law, k)

    def _rows(self, k: int) -> list[tuple[int, list[int]]]:
        first, end = self.starts[k - 1][0], self.starts[k - 1][END]
        return list(enumerate(self.acts[first:end], start=first))

    def _cells(self, actor: int, k: int) -> list[tuple[int, int]]:
        """The line of sight of an actor this turn, cut where any of its acts begins or ends."""
        mine = [act for _, act in self._rows(k) if act[columns.ACTOR] == actor]
        cuts = {0, EVERY_HAND} | {act[column] for act in mine for column in (columns.SIGHT_FROM, columns.SIGHT_TO)}
        return list(pairwise(sorted(cuts)))

    def _block(self, law: Law, row: int, stop: int, last_use: dict[int, int], k: int) -> Law:
        """Consecutive acts of one actor in one window."""
        actor = self.acts[row][columns.ACTOR]
        cells, needed_later = self._cells(actor, k), last_use[actor] >= stop
        after: Law = defaultdict(float)
        for (state, known), weight in law.items():
            if state & OUT and not needed_later:
                after[state, tuple(item for item in known if item[0] != actor)] += weight
                continue
            at = dict(known).get(actor)
            places = (
                [(at, 1.0)]
                if at is not None
                else [(i, float(chance_of(b) - chance_of(a))) for i, (a, b) in enumerate(cells)]
            )
            for place, chance in places:
                ends: Law = {state: weight * chance}
                for number in range(row, stop):
                    ends = self._act(ends, number, cells[place][0])
                kept = tuple(item for item in known if item[0] != actor)
                kept = tuple(sorted((*kept, (actor, place)))) if needed_later else kept
                for end, p in ends.items():
                    after[end, kept] += p
        return after

    def _act(self, law: Law, number: int, u: int) -> Law:
        """One act for a line of sight ``u``."""
        act, packed = self.acts[number], self.packed
        after: Law = defaultdict(float)
        sees = act[columns.SIGHT_FROM] <= u < act[columns.SIGHT_TO]
        for state, weight in law.items():
            cleared = state & ~act[columns.CLEARS]
            if not sees or (cleared & act[columns.MUST_MASK]) != act[columns.MUST_VALUE]:
                after[cleared] += weight
            elif act[columns.SORT] == LOOK:
                after[at_stage(cleared, act[columns.STAGE_OF_ACT])] += weight
            else:
                left = (cleared & USES) >> 23
                removed = packed.ground_removed_bits if act[columns.BY_GROUND] else packed.removed_bits
                for (result, saved), p in self._shot(number, left != 1).items():
                    end = with_result(
                        cleared, result, removed, packed.back_bits, packed.back_penalty, packed.converted_penalty,
                        packed.stacking, packed.near_miss, packed.near_apart,
                    )  # fmt: skip
                    end -= (1 << 23) if saved and left > 1 and not cleared & WASTED else 0
                    after[end & ~(act[columns.MUST_MASK] & columns.PARTNER)] += weight * p
        return after

    def _shot(self, number: int, may_save: bool) -> Law:
        """Law of (result, a save was rolled) of a shot."""
        if (number, may_save) not in self._shots:
            act, packed = self.acts[number], self.packed
            if act[columns.SORT] == AIR:
                card = ShotCard(*act[columns.FIRST : columns.CHOP_FROM + 1])
                removal, first = packed.removal, packed.split_first
                law = enumerate_law(lambda roll: roll_air_shot(card, removal, first, may_save, roll)[1:], exact=False)
            else:
                cards = act[columns.FIRST], act[columns.SECOND]
                law = enumerate_law(lambda roll: (roll_ground_shot(*cards, roll), False), exact=False)
            self._shots[number, may_save] = {outcome: float(p) for outcome, p in law.items()}
        return self._shots[number, may_save]

    def _collective(self, law: Law, only_if_attacks: bool) -> Law:
        """The collective roll (3.2.8)."""
        packed = self.packed
        after: Law = defaultdict(float)
        for (state, known), weight in law.items():
            falls = can_attack(state) if only_if_attacks else not state & (OUT | UNPLANNED)
            for die in range(1, 11) if falls else ():
                penalty = effect_of(packed.collective_card, die)
                after[with_penalty(state, penalty, packed.stacking, packed.near_apart), known] += weight / 10
            if not falls:
                after[state, known] += weight
        return after

    def _fire(self, law: Law, plan: list[int]) -> Law:
        """The attack with its collective roll."""
        packed = self.packed
        if plan[COLLECTIVE] and packed.collective_card:
            law = self._collective(law, only_if_attacks=True)

        def attack(state: int) -> int:
            if not can_attack(state):
                return state
            return with_attack(
                state, packed.near_apart, packed.cap, packed.felt, packed.rockets_once, packed.clear_by_attack
            )

        return _mapped(law, attack)

    def _end(self, law: Law, k: int) -> Law:
        """Morale and endurance; see `leaves_with`."""
        packed, last = self.packed, int(k == len(self.plans))
        after: Law = defaultdict(float)
        for (state, _), weight in law.items():
            attack, stage, removed = (
                (state >> ATTACK_AT) & ATTACK,
                stage_of(state),
                (state & REMOVED_BITS) >> REMOVED_AT,
            )
            following = next_turn_state(state, packed.clear_by_attack)
            dice = range(1, 11) if packed.morale_check else (1,)
            for die in dice:
                leaves = leaves_with(state, die, packed.morale_check, packed.morale_card, last)
                gone = removed or leaves
                after[stage, attack, removed, leaves, 0 if gone else following] += weight / len(dice)
        return after


def _mapped(law: Law, function: Any) -> Law:
    after: Law = defaultdict(float)
    for (state, known), weight in law.items():
        after[function(state), known] += weight
    return after


def exact(packed: Packed) -> np.ndarray:
    """The exact law of the flat vector: float64[cells], in the order of `kinds.space_of`."""
    turns = Turns(packed)
    fresh = (packed.uses + 1) << 23
    tally = np.zeros((packed.turns, 7, ATTACKS))
    # (turn of entry or 0, turn over the table or 0, state) -> {(attacks, turns over the table, sorties): chance}
    flying: dict[tuple[int, int, int], Law] = {(packed.entry_turn, 0, 0): {(0, 0, 0): 1.0}}
    most = packed.most + 1
    losses = np.zeros((2 * packed.turns + 1, most))
    clock = np.zeros((most, most))
    for now in range(1, packed.turns + 1):
        after: dict[tuple[int, int, int], Law] = defaultdict(lambda: defaultdict(float))
        for (entry, k, state), games in flying.items():
            if k == 0 and entry != now:
                _add(after[entry, 0, 0], games)
                continue
            number, start = (1, fresh) if k == 0 else (k, state)
            if k == 0:
                games = {(a, over, sorties + 1): p for (a, over, sorties), p in games.items()}
            total = sum(games.values())
            for (stage, attack, *_), p in turns.law(number, start).items():
                tally[now - 1, stage, attack] += total * p
            for (fired, removed, leaves, following), p in _exits(turns.law(number, start)).items():
                moved = {(a + fired, over + 1, sorties): q * p for (a, over, sorties), q in games.items()}
                if removed:
                    for (a, over, sorties), q in moved.items():
                        losses[2 * (now - 1) + removed, a] += q
                        clock[over, sorties] += q
                elif leaves:
                    _add(after[now + int(packed.away[leaves]), 0, 0], moved)
                else:
                    _add(after[0, number + 1, following], moved)
        flying = dict(after)
    for games in flying.values():
        for (a, over, sorties), q in games.items():
            losses[0, a] += q
            clock[over, sorties] += q
    return np.concatenate([tally.ravel(), losses.ravel(), clock.ravel()])


def _exits(law: Law) -> Law:
    """Law of what the game needs of a turn: attacked or not, removed, leaves, next state."""
    exits: Law = defaultdict(float)
    for (_, attack, removed, leaves, following), p in law.items():
        exits[int(attack > 0), removed, leaves, following] += p
    return exits


def _add(games: Law, more: Law) -> None:
    for key, p in more.items():
        games[key] = games.get(key, 0.0) + p
