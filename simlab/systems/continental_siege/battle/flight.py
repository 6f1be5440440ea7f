"""Turns that aircraft need: back to the map, over a hex, until a hex lies in arc, over the own edge (4.5, P11, P38).

A state is a hex and a facing. Sets of target hexes are kept as bits, so that one breadth-first search, a layer a turn,
serves all targets at once. Every search keeps to the moves that 11.10 leaves to an aircraft (P11).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from simlab.systems.continental_siege.battle.board import Board, over_north_edge, over_south_edge
from simlab.systems.continental_siege.rules.hexes import SIDES, along_front, arc_hexes, turned
from simlab.systems.continental_siege.rules.layout import (
    FAR,
    HEXES,
    Q_OFFSET,
    R_OFFSET,
    ROW_LENGTH,
    STEP,
    apart,
    number_of,
)

STRAY = 16  # hexes off the map that searches look at; no aircraft flies farther off
WORD = 63  # bits used of an int64, so that no sign gets in the way


@dataclass(frozen=True)
class Rules:
    """What the rulings leave of movement and arc: short moves that may turn, entry, the arc of fighters."""

    entry_cost: int  # 1 or 0 points for the entry hex (ruling aircraft_entry_cost)
    reach: int  # range of the arc
    exclusive: bool  # ruling arc_boundary
    release: int  # ruling bomb_release_hexes: 0 hexes entered, 1 the start hex too, 2 not the last one
    short_turns: bool  # ruling fighter_turn_when_5
    straight: bool  # may a move end without a turn though one is wanted (ruling disabled_aircraft_movement)?
    flown_arc: bool  # ruling arc_facing_used: arc of the facing flown
    ground_here: bool = True  # ruling arc_own_hex_ground: may a ground unit in the own hex be attacked?
    follows: bool = True  # ruling offmap_tracking: does the grid go on beyond the map? Else nobody plans to leave it
    touch: bool = False  # ruling offmap_return_test: is an aircraft back as soon as it enters the map?


@dataclass(frozen=True)
class Flight:
    """Tables over the numbered states: ``numbers`` int64[HEXES, 6], -1 for states nobody can come to.

    back[moves], over[moves], until[moves], leave[moves]: turns as unsigned bytes; over and until by target hex.
    until_ground: until for targets on the ground, the same table unless `arc_own_hex_ground` tells them apart.
    """

    numbers: np.ndarray
    back: dict[tuple[int, ...], np.ndarray]  # [states]
    over: dict[tuple[int, ...], np.ndarray]  # [targets, states]
    until: dict[tuple[int, ...], np.ndarray]  # [targets, states]
    until_ground: dict[tuple[int, ...], np.ndarray]  # [targets, states]
    leave: dict[tuple[tuple[int, ...], str], np.ndarray]  # [states], by edge


def moves_from(facing: int, lengths: tuple[int, ...], short_turns: bool) -> Iterator[tuple[int, tuple[int, ...]]]:
    """(change of the hex number, facings to choose from) of every end of a full move (11.041, 11.042, 11.071)."""
    for steps in lengths:
        choices = turned(facing) if short_turns or steps == max(lengths) else (facing,)
        for a in range(steps + 1):
            yield a * STEP[facing] + (steps - a) * STEP[(facing + 1) % SIDES], choices


class Search:
    """Searches over the states of one board for one set of move lengths."""

    def __init__(self, board: Board, lengths: tuple[int, ...], rules: Rules) -> None:
        self.board, self.lengths, self.rules = board, lengths, rules
        middle = board.order[len(board.order) // 2]
        away = np.array([apart(number, middle) for number in range(HEXES)])
        self.inner = np.flatnonzero(away <= away[list(board.order)].max() + STRAY)
        self.on_map = np.zeros(HEXES, bool)
        self.on_map[list(board.order)] = True
        self.back = self._turns_to_return()
        self.words = -(-len(board.order) // WORD)

    def _turns_to_return(self) -> np.ndarray:
        """Turns until a move ends on the map, from every state; 0 on the map (11.10)."""
        back = np.full((HEXES, SIDES), FAR, np.int64)
        back[self.on_map] = 0
        away = self.inner[~self.on_map[self.inner]]
        for turns in range(1, FAR):
            best = np.full((len(away), SIDES), FAR, np.int64)
            for facing in range(SIDES):
                if self.rules.touch and turns == 1:
                    best[:, facing] = np.where(self.enters(away, facing), 0, FAR)
                for change, choices in moves_from(facing, self.lengths, self.rules.short_turns):
                    for choice in choices:
                        np.minimum(best[:, facing], back[away + change, choice], out=best[:, facing])
            found = (best == turns - 1) & (back[away] == FAR)
            if not found.any():
                break
            back[away] = np.where(found, turns, back[away])
        return back

    def enters(self, start: np.ndarray, facing: int) -> np.ndarray:
        """Can a move from these hexes enter the map, wherever it ends? bool[start]."""
        found = np.zeros(len(start), bool)
        for a in range(max(self.lengths) + 1):
            for b in range(max(self.lengths) + 1 - a):
                if a + b > 0:
                    found |= self.on_map[start + a * STEP[facing] + b * STEP[(facing + 1) % SIDES]]
        return found

    def touches(self, facing: int, change: int) -> np.ndarray:
        """Can a move from the inner hexes that ends so enter the map on its way? bool[inner]."""
        first, second = STEP[facing], STEP[(facing + 1) % SIDES]
        found = np.zeros(len(self.inner), bool)
        steps = [(a, b) for a in range(7) for b in range(7) if a * first + b * second == change and a + b <= 6]
        (a, b) = steps[0]
        for i in range(a + 1):
            for j in range(b + 1):
                if i + j > 0:
                    found |= self.on_map[self.inner + i * first + j * second]
        return found

    def legal(self, facing: int, change: int, choice: int, choices: tuple[int, ...]) -> np.ndarray:
        """May an aircraft in each inner hex with this facing end its move so (P11)? bool[inner]."""
        start, end = self.inner, self.inner + change
        if not self.rules.follows:
            return self.on_map[start] & self.on_map[end]
        least = np.min([self.back[end, other] for other in choices], axis=0)
        leaving = self.on_map[end] | (self.back[end, choice] == least)
        returning = self.back[end, choice] == self.back[start, facing] - 1
        if self.rules.touch:
            soonest = self.on_map[end] | (self.back[end, choice] == least)
            entering = self.touches(facing, change) & soonest
            returning = np.where(self.back[start, facing] == 1, entering, returning)
        return np.where(self.on_map[start], leaving & (self.back[end, choice] < FAR), returning)

    def crossed(self) -> np.ndarray:
        """Target hexes that one legal move crosses (12.03, P12): bits int64[HEXES, 6, words]."""
        bits = np.zeros((HEXES, SIDES, self.words), np.int64)
        for facing in range(SIDES):
            first, second = STEP[facing], STEP[(facing + 1) % SIDES]
            returning = self.back[self.inner, facing] == 1
            for steps in self.lengths:
                for a in range(steps + 1):
                    for b in range(steps + 1 - a):
                        if (a + b == 0 and self.rules.release != 1) or (a + b == steps and self.rules.release == 2):
                            continue
                        target = self.inner + a * first + b * second
                        rest = steps - a - b
                        ends = np.zeros(len(self.inner), bool)
                        for c in range(rest + 1):
                            ends |= self.on_map[target + c * first + (rest - c) * second] | self.rules.touch
                        good = self.on_map[target] & (self.on_map[self.inner] | (returning & ends))
                        self._set(bits, facing, target, good)
        return bits

    def in_arc(self, own_hex: bool = True) -> np.ndarray:
        """Target hexes in arc at the end of one legal move (P27), the own one or not: bits int64[HEXES, 6, words]."""
        at_end = np.zeros((HEXES, SIDES, self.words), np.int64)
        for facing in range(SIDES):
            for q, r in arc_hexes((0, 0), facing, self.rules.reach):
                here = (q, r) == (0, 0)
                if (here and not own_hex) or (not here and self.rules.exclusive and not _between(q, r, facing)):
                    continue
                target = self.inner + number_of(q, r) - number_of(0, 0)
                self._set(at_end, facing, target, self.on_map[target] & self.on_map[self.inner])
        bits = np.zeros_like(at_end)
        for facing in range(SIDES):
            for change, choices in moves_from(facing, self.lengths, self.rules.short_turns):
                for choice in choices:
                    good = self.legal(facing, change, choice, choices)
                    seen = at_end[self.inner + change, facing if self.rules.flown_arc else choice]
                    bits[self.inner, facing] |= np.where(good[:, None], seen, 0)
        return bits

    def _set(self, bits: np.ndarray, facing: int, target: np.ndarray, good: np.ndarray) -> None:
        places = np.array([self.board.place.get(number, 0) for number in range(HEXES)])
        which = np.flatnonzero(good)
        place = places[target[which]]
        np.bitwise_or.at(bits[:, facing], (self.inner[which], place // WORD), np.left_shift(1, place % WORD))

    def layers(self, base: np.ndarray, met: np.ndarray) -> np.ndarray:
        """Turns until a bit of ``base`` can be had, from every state met to every target: ubyte[targets, states]."""
        places = np.arange(len(self.board.order))
        words, shifts = places // WORD, places % WORD
        turns = np.full((int(met.sum()), len(places)), FAR, np.ubyte)
        edges = [
            (facing, change, choice, self.legal(facing, change, choice, choices)[:, None])
            for facing in range(SIDES)
            for change, choices in moves_from(facing, self.lengths, self.rules.short_turns)
            for choice in choices
        ]
        reached = base
        for layer in range(1, FAR):
            new = (reached[met][:, words] >> shifts & 1).astype(bool) & (turns == FAR)
            if not new.any():
                break
            turns[new] = layer
            following = base.copy()
            for facing, change, choice, good in edges:
                following[self.inner, facing] |= np.where(good, reached[self.inner + change, choice], 0)
            reached = following
        return np.ascontiguousarray(turns.T)

    def turns_to_leave(self, edge: str) -> np.ndarray:
        """Turns until a step over an edge from a map hex (P13, P35): ubyte[HEXES, 6].

        A move that began off the map does not make it (reading R2).
        """
        over = over_south_edge if edge == "south" else over_north_edge
        beyond = np.array([not self.on_map[number] and over(number) for number in range(HEXES)])
        turns = np.full((HEXES, SIDES), FAR, np.int64)
        for facing in range(SIDES):
            first, second = STEP[facing], STEP[(facing + 1) % SIDES]
            goes = np.zeros(len(self.inner), bool)
            for a in range(max(self.lengths)):
                for b in range(max(self.lengths) - a):
                    at = self.inner + a * first + b * second
                    goes |= self.on_map[at] & self.on_map[self.inner] & (beyond[at + first] | beyond[at + second])
            turns[self.inner[goes], facing] = 1
        for layer in range(2, FAR):
            best = np.full((len(self.inner), SIDES), FAR, np.int64)
            for facing in range(SIDES):
                for change, choices in moves_from(facing, self.lengths, self.rules.short_turns):
                    for choice in choices:
                        there = np.where(
                            self.legal(facing, change, choice, choices), turns[self.inner + change, choice], FAR
                        )
                        np.minimum(best[:, facing], there, out=best[:, facing])
            found = (best == layer - 1) & (turns[self.inner] == FAR)
            if not found.any():
                break
            turns[self.inner] = np.where(found, layer, turns[self.inner])
        return turns.astype(np.ubyte)


def _between(q: int, r: int, facing: int) -> bool:
    """Does a hex of the arc lie strictly between its two bounding rows?"""
    return min(along_front(q, r, facing)) > 0


def reachable(board: Board, searches: list[Search]) -> np.ndarray:
    """States that an aircraft can be in at the end of a turn: bool[HEXES, 6], all states on the map among them."""
    met = np.zeros((HEXES, SIDES), bool)
    met[list(board.order)] = True
    for search in searches:
        inner = search.inner
        starts = search.on_map[inner]
        if search.rules.straight:  # nearly any state may come up
            met |= search.back < FAR
        entry = tuple(steps - search.rules.entry_cost for steps in search.lengths)
        for facing in range(SIDES):
            for change, choices in moves_from(facing, entry, search.rules.short_turns):
                for choice in choices:
                    good = starts & search.legal(facing, change, choice, choices)
                    met[inner[good] + change, choice] = True
    while True:
        before = met.sum()
        for search in searches:
            for facing in range(SIDES):
                for change, choices in moves_from(facing, search.lengths, search.rules.short_turns):
                    for choice in choices:
                        good = met[search.inner, facing] & search.legal(facing, change, choice, choices)
                        met[search.inner[good] + change, choice] = True
        if met.sum() == before:
            return met


@lru_cache(maxsize=8)
def flight_of(
    board: Board, bombers: tuple[tuple[int, ...], ...], fighters: tuple[tuple[int, ...], ...],
    leaving: tuple[tuple[tuple[int, ...], str], ...], rules: Rules,
) -> Flight:  # fmt: skip
    """The tables for the sets of move lengths of bombers and fortresses, of fighters, and of those that may leave."""
    lengths = sorted({*bombers, *fighters, *(each for each, _ in leaving)})
    searches = {each: Search(board, each, rules) for each in lengths}
    met = reachable(board, list(searches.values()))
    numbers = np.full((HEXES, SIDES), -1, np.int64)
    numbers[met] = np.arange(met.sum())
    back = {each: np.minimum(search.back[met], FAR).astype(np.ubyte) for each, search in searches.items()}
    over = {each: searches[each].layers(searches[each].crossed(), met) for each in bombers}
    until = {each: searches[each].layers(searches[each].in_arc(), met) for each in fighters}
    ground = until
    if not rules.ground_here:
        ground = {each: searches[each].layers(searches[each].in_arc(False), met) for each in fighters}
    leave = {(each, edge): searches[each].turns_to_leave(edge)[met] for each, edge in leaving}
    return Flight(numbers, back, over, until, ground, leave)


assert number_of(0, 0) == Q_OFFSET * ROW_LENGTH + R_OFFSET
