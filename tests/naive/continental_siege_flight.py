"""How aircraft may fly: one turn's moves, forced returns, and how many turns a goal is away (11.04-11.10, 4.5, P11).

A state is (hex, facing) at the start of a move. Under `offmap_tracking = fixed_delay` a move off the map ends in
(hex, facing, wait): the aircraft is back in its side's wait-th player-turn from now; searches stop there (R70).
"""

from collections.abc import Callable, Iterable
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from .continental_siege_hexes import (
    ALL_HEXES,
    DIRECTIONS,
    Hex,
    arc_coordinates,
    distance,
    end_hexes,
    goes_over,
    in_arc,
    on_map,
    paths,
    plus,
)
from .continental_siege_rulings import FIXED_DELAY, Rulings

State = tuple[Any, ...]
NEVER = 10**6
FIGHTER_RANGE = 3


class Move(NamedTuple):
    """One legal move: hexes entered, facing flown, facing after it, and whether it leaves the map for good."""

    path: tuple[Hex, ...]
    flown: int
    facing: int
    leaves: bool
    state: State | None  # at the start of the next own move; None = out of the game
    start: Hex | None  # where it began, None for an entry


class Flight:
    """The moves of one sort of aircraft under the rulings that concern them; keeps its tables of turns."""

    def __init__(self, lengths: tuple[int, ...], rulings: Rulings, like: "Flight | None" = None):
        self.lengths = lengths
        self.turning = (6,) if rulings["fighter_turn_when_5"] == "only_after_6" and len(lengths) > 1 else lengths
        self.rulings = rulings
        # A fortress that is slowed down in the middle of a move may be farther off than its new MA would take it.
        self._margin = max(4, *lengths)
        self.exclusive = rulings["arc_boundary"] == "exclusive"
        delay = rulings.number("offmap_tracking")
        self.tracking = rulings["offmap_tracking"] if delay is None else "fixed_delay"
        self.delay = FIXED_DELAY if delay is None else int(delay)
        self.return_turns: dict[State, int] = {}
        self._near: list[State] = []
        self.successors: dict[State, set[State]] = {}
        self.predecessors: dict[State, set[State]] = {}
        self._tables: dict[tuple[Any, ...], dict[State, int]] = {}
        if like is not None:  # the same moves; only what may be done on them differs
            self.return_turns, self.successors, self.predecessors = (
                like.return_turns,
                like.successors,
                like.predecessors,
            )
            return
        if self.tracking == "virtual_grid":
            self.return_turns = self._turns_to_return()
        self._explore()

    # One move.

    def facings_after(self, flown: int, steps: int, may_turn: bool = True) -> tuple[int, ...]:
        """The facings to choose from after a move (11.042)."""
        if may_turn and steps in self.turning:
            return tuple(sorted({(flown - 1) % 6, flown, (flown + 1) % 6}))
        return (flown,)

    def moves_from(self, state: State, may_turn: bool = True) -> list[Move]:
        """All legal moves from a state (P11 kept)."""
        here, facing = state
        moves = [
            move for steps in self.lengths for path in paths(here, facing, steps)
            for move in self._ended(path, facing, steps, here, may_turn)
        ]  # fmt: skip
        if on_map(here):
            return moves
        if self.tracking != "virtual_grid":
            raise ValueError("off the map only a virtual grid is flown over")
        turns = [self._still_to_fly(move) for move in moves]
        shortest = min(turns)
        return [move for move, n in zip(moves, turns, strict=True) if n == shortest]

    def entry_moves(self, hexes: Iterable[Hex], facings: Iterable[int], may_turn: bool = True) -> list[Move]:
        """All moves that begin with an entry hex (P8; ruling `aircraft_entry_cost`)."""
        paid = self.rulings["aircraft_entry_cost"] == "one"
        found = []
        for edge_hex in hexes:
            for facing in facings:
                for steps in self.lengths:
                    for path in paths(edge_hex, facing, steps - paid):
                        whole = (edge_hex, *path) if paid else path
                        start = None if paid else edge_hex
                        found += self._ended(whole, facing, steps, start, may_turn)
        return found

    def _ended(self, path: tuple[Hex, ...], flown: int, steps: int, start: Hex | None, may_turn: bool) -> list[Move]:
        """The moves along a path that differ in their end facing."""
        end = path[-1]
        facings = self.facings_after(flown, steps, may_turn)
        if on_map(end):
            return [Move(path, flown, facing, False, (end, facing), start) for facing in facings]
        if self.tracking == "removed":
            return [Move(path, flown, flown, False, None, start)]
        if self.tracking == "fixed_delay":
            last = next((a for a in reversed(path) if on_map(a)), start)
            state = (last, (flown + 3) % 6, self.delay)
            return [Move(path, flown, flown, False, state, start)]
        return [Move(path, flown, facing, False, (end, facing), start) for facing in self._soonest(end, facings)]

    def _soonest(self, end: Hex, facings: tuple[int, ...]) -> list[int]:
        """The facings with which an aircraft off the map is back soonest; a state not in the table is too far away."""
        turns = [self.return_turns.get((end, facing), NEVER) for facing in facings]
        return [facing for facing, n in zip(facings, turns, strict=True) if n == min(turns)]

    def _is_back(self, path: tuple[Hex, ...]) -> bool:
        if self.rulings["offmap_return_test"] == "enters_map":
            return any(on_map(a) for a in path)
        return on_map(path[-1])

    def _still_to_fly(self, move: Move) -> int:
        return 0 if self._is_back(move.path) else self.return_turns.get((move.path[-1], move.facing), NEVER)

    def may_bomb_in(self, move: Move) -> list[int]:
        """Positions on the path where bombs may fall (12.03, P12; ruling `bomb_release_hexes`); -1 is the start hex."""
        began_off_map = move.start is not None and not on_map(move.start)
        if began_off_map and not self._is_back(move.path):
            return []
        release = self.rulings["bomb_release_hexes"]
        places = [n for n, a in enumerate(move.path) if on_map(a)]
        if release == "exclude_last":
            places = [n for n in places if n < len(move.path) - 1]
        if release == "include_start" and move.start is not None and on_map(move.start):
            places.insert(0, -1)
        return places

    def crosses(self, move: Move, target: Hex) -> bool:
        """Whether a bomb may fall on this hex during the move."""
        return any((move.start if n < 0 else move.path[n]) == target for n in self.may_bomb_in(move))

    # Off the map.

    def _turns_to_return(self) -> dict[State, int]:
        """Fewest turns back for every state off the map from which an aircraft may have to return (4.5)."""
        margin = self._margin
        around = [(q, r) for q in range(-margin, 15 + margin) for r in range(-10 - margin, 25 + margin)]
        near = [a for a in around if not on_map(a) and min(distance(a, b) for b in _BORDER) <= margin]
        missing = {(a, facing) for a in near for facing in range(6)}
        self._near = list(missing)
        found: dict[State, int] = {}
        touch = self.rulings["offmap_return_test"] == "enters_map"
        reach = range(1, max(self.lengths) + 1) if touch else self.lengths
        layer = set()
        for a in ALL_HEXES:
            for facing in range(6):
                for steps in reach:
                    layer |= {(b, facing) for b in end_hexes(a, (facing + 3) % 6, steps) if not on_map(b)}
        turns = 1
        while missing:
            found |= dict.fromkeys(layer, turns)
            missing -= layer
            turns += 1
            layer = {s for state in layer for s in self._before(*state) if s not in found and not on_map(s[0])}
        return found

    def _before(self, a: Hex, facing: int) -> list[State]:
        """The states from which one move can end in this one."""
        found: list[State] = []
        for steps in self.lengths:
            for flown in self.facings_after(facing, steps):
                found += [(b, flown) for b in end_hexes(a, (flown + 3) % 6, steps)]
        return found

    # Searches (P38: targets stand still).

    def _explore(self) -> None:
        """Note which state follows which, for all states that an aircraft on the map can come to."""
        waiting: list[State] = [(a, facing) for a in ALL_HEXES for facing in range(6)]
        if max(self.lengths) < self._margin:
            waiting += self._near
        while waiting:
            state = waiting.pop()
            if state in self.successors:
                continue
            after = self._after(state)
            self.successors[state] = after
            for following in after:
                self.predecessors.setdefault(following, set()).add(state)
                waiting.append(following)

    def _after(self, state: State) -> set[State]:
        if not on_map(state[0]):
            return self._after_off_map(state)
        found: set[State] = set()  # the same without looking at every path
        for steps in self.lengths:
            facings = self.facings_after(state[1], steps)
            for end in end_hexes(state[0], state[1], steps):
                if on_map(end):
                    found |= {(end, facing) for facing in facings}
                elif self.tracking == "virtual_grid":  # else there is no way from off the map (R70)
                    found |= {(end, facing) for facing in self._soonest(end, facings)}
        return found

    def _after_off_map(self, state: State) -> set[State]:
        if self.rulings["offmap_return_test"] == "enters_map":  # which hexes a path enters matters
            return {move.state for move in self.moves_from(state) if move.state is not None}
        ends: dict[State, int] = {}  # else only where it ends: turns still to fly from there
        for steps in self.lengths:
            facings = self.facings_after(state[1], steps)
            for end in end_hexes(*state, steps):
                if on_map(end):
                    ends |= {(end, facing): 0 for facing in facings}
                else:
                    ends |= {
                        (end, one): self.return_turns.get((end, one), NEVER) for one in self._soonest(end, facings)
                    }
        shortest = min(ends.values())
        return {end for end, turns in ends.items() if turns == shortest}

    def _spread(self, layer: set[State], turns: int) -> dict[State, int]:
        """Turns to a goal of all states, from the states that are `turns` away."""
        found: dict[State, int] = {}
        while layer:
            found |= dict.fromkeys(layer, turns)
            turns += 1
            layer = {before for state in layer for before in self.predecessors.get(state, ())} - found.keys()
        return found

    def turns_to_cross(self, target: Hex) -> dict[State, int]:
        """State -> fewest turns until a bomb may fall on this hex (R15); states without a way are absent."""
        key = ("cross", target)
        if key not in self._tables:
            first = {state for state in self.successors if self._may_cross(state, target)}
            self._tables[key] = self._spread(first, 1)
        return self._tables[key]

    def _may_cross(self, state: State, target: Hex) -> bool:
        if distance(state[0], target) > max(self.lengths):
            return False
        if on_map(state[0]):
            left, right = arc_coordinates(state[0], state[1], target)
            if left < 0 or right < 0:
                return False
            steps = left + right
            release = self.rulings["bomb_release_hexes"]
            if steps == 0:
                return release == "include_start"
            return steps <= max(self.lengths) - (release == "exclude_last")
        return any(self.crosses(move, target) for move in self.moves_from(state))

    def turns_to_aim(self, target: Hex, own_hex_counts: bool) -> dict[State, int]:
        """State -> fewest turns until this hex is in arc and range of a fighter (P27): 0 if it is now."""
        key = ("aim", target, own_hex_counts)
        if key in self._tables:
            return self._tables[key]
        aims = [
            (a, facing) for a in ALL_HEXES if distance(a, target) <= FIGHTER_RANGE for facing in range(6)
            if in_arc(a, facing, target, self.exclusive) and (own_hex_counts or a != target)
        ]  # fmt: skip
        if self.rulings["arc_facing_used"] == "final_facing":
            table = self._spread(set(aims), 0)
        else:  # the facing flown counts: a state by itself aims at nothing
            first = {
                before for a, flown in aims for facing in range(6)
                for before in self.predecessors.get((a, facing), ()) if before[1] == flown
            }  # fmt: skip
            table = self._spread(first, 1)
        self._tables[key] = table
        return table

    def turns_to_leave(self, edge: str) -> dict[State, int]:
        """State -> fewest turns to a step over an edge (P35)."""
        key = ("leave", edge)
        if key not in self._tables:
            first = {(a, facing) for a in ALL_HEXES for facing in range(6) if self._may_leave(a, facing, edge)}
            self._tables[key] = self._spread(first, 1)
        return self._tables[key]

    def _may_leave(self, a: Hex, facing: int, edge: str) -> bool:
        return any(
            exit_step((a, *path), edge) is not None for path in paths(a, facing, max(self.lengths))
        )  # fmt: skip


def exit_step(hexes: tuple[Hex, ...], edge: str) -> int | None:
    """Position of the hex from which a chain of hexes first steps over an edge, or None."""
    for n, (here, there) in enumerate(pairwise(hexes)):
        if goes_over(edge, here, there):
            return n
    return None


def turns_to_return(state: State, lengths: tuple[int, ...], is_on_map: Callable[[Hex], bool]) -> int:
    """Fewest turns until a move ends on a board, by trying everything: one layer of states per turn (4.5)."""
    layer, turns = {state}, 0
    while True:
        turns += 1
        ends = {
            (end, facing, turn) for a, facing in layer for steps in lengths for end in end_hexes(a, facing, steps)
            for turn in (-1, 0, 1)
        }  # fmt: skip
        if any(is_on_map(end) for end, _, _ in ends):
            return turns
        layer = {(end, (facing + turn) % 6) for end, facing, turn in ends}


_BORDER = [a for a in ALL_HEXES if any(not on_map(plus(a, step)) for step in DIRECTIONS)]


@cache
def _flight(lengths: tuple[int, ...], rulings: tuple[tuple[str, str], ...]) -> Flight:
    in_force = Rulings(dict(rulings))
    plain = Rulings({name: in_force[name] for name in MOVES})
    same = tuple((name, plain[name]) for name in CONCERNED)
    return Flight(lengths, in_force, None if same == rulings else _flight(lengths, same))


MOVES = ("fighter_turn_when_5", "offmap_tracking", "offmap_return_test")
CONCERNED = (
    "fighter_turn_when_5", "arc_boundary", "arc_facing_used", "offmap_tracking", "offmap_return_test",
    "aircraft_entry_cost", "bomb_release_hexes",
)  # fmt: skip


def flight_of(lengths: tuple[int, ...], rulings: Rulings) -> Flight:
    """The flight of an aircraft that may fly one of these numbers of hexes; made once."""
    return _flight(lengths, tuple((name, rulings[name]) for name in CONCERNED))
