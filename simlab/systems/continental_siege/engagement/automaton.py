"""Games of single dice as tables: every state that can occur, and where each face of the next die leads.

A kind describes its game by the rules, one attack a step (`Game`); `pack_game` visits all states and numbers them. The
kernel then only looks up, the exact law is one pass forwards through the same tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from simlab.errors import ScenarioError

State = Any  # hashable
MOST_STATES = 400_000
WIDTH = 8  # places of a state in the table of steps: faces 1..6, the first and last unused


class Chance(NamedTuple):
    """A step that is no die: with the chance of ``hands`` out of 2**32 it leads to ``yes``, else to ``no``."""

    hands: int
    yes: State
    no: State


class Game(Protocol):
    """A game as its rules tell it.

    start: the state before the first attack of turn 1. `attack` gives the states to which the six faces of the next die
    lead, or a `Chance`; None when no attack is left in this turn; `next_turn` the state before the first attack of the
    next turn;
    `is_over`: nothing can change any more. `mark`, `fate` and `ends` say which cells a trial adds to: at the end of
    every turn, when the game is over, and for each of ``names`` at the end.
    """

    @property
    def start(self) -> State:
        """The state before the first attack of turn 1."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the blocks of the end."""

    def attack(self, state: Any) -> Sequence[State] | Chance | None:
        """States after faces 1..6 of the next attack, None when there is none."""

    def next_turn(self, state: Any) -> State:
        """The state before the first attack of the next turn."""

    def is_over(self, state: Any) -> bool:
        """True when no die can change it any more."""

    def mark(self, state: Any) -> int:
        """Cell of the block of each turn; -1 where there is no such block."""

    def fate(self, state: Any) -> int:
        """Cell of the block of the end; -1 where there is no such block."""

    def ends(self, state: Any) -> tuple[int, ...]:
        """A whole number for each of ``names``, by which the trial is counted at the end."""


class Packed(NamedTuple):
    """A packed game; S states.

    step: int64[S * 8], the state after the next attack by face; chance: int64[S], where it is no die the hands out of
    2**32 that count as face 1 (all others as face 2), else 0; wait: int64[S], attacks that are still to come in the
    turn, at most; after: int64[S], the state in which the next turn begins; over: int64[S], 1 when the game is over;
    mark, fate: int64[S], cells, below ``marks`` and ``fates`` (0: no such block); ends: int64[K, S], cells of the
    blocks of the end; sizes: int64[K], cells of each; values: int64[K, most], what a cell of a block stands for;
    attacks: int64[turns], the most attacks of each turn; plain: int64[...], see `mission.plain`, empty where a game
    is not plain; about: int64[...], numbers that the tables of the kind are labelled with.
    """

    step: np.ndarray
    chance: np.ndarray
    wait: np.ndarray
    after: np.ndarray
    over: np.ndarray
    mark: np.ndarray
    fate: np.ndarray
    ends: np.ndarray
    sizes: np.ndarray
    values: np.ndarray
    attacks: np.ndarray
    plain: np.ndarray
    about: np.ndarray
    start: int
    turns: int
    marks: int
    fates: int
    chances: int  # 1 when any step is a chance
    hands: int  # hands of dice a turn when they are numbered through all turns, else 0


def pack_game(
    game: Game,
    turns: int,
    marks: int,
    fates: int,
    where: str,
    plain: Sequence[int] = (),
    about: Sequence[int] = (),
    hands: int = 0,
) -> Packed:
    """Visit and number all states of a game of so many turns. ScenarioError when there are too many to hold."""
    number: dict[State, int] = {game.start: 0}
    found: list[State] = [game.start]

    def numbered(state: State) -> int:
        place = number.get(state)
        if place is None:
            place = number[state] = len(found)
            found.append(state)
            if place >= MOST_STATES:
                raise ScenarioError(
                    f"{where}: the game has more than {MOST_STATES:,} states; fewer units or turns, please"
                )
        return place

    steps: list[list[int]] = []
    chance: list[int] = []
    after: list[int] = []
    place = 0
    while place < len(found):
        state = found[place]
        over = game.is_over(state)
        following = None if over else game.attack(state)
        chance.append(following.hands if isinstance(following, Chance) else 0)
        if isinstance(following, Chance):
            yes, no = numbered(following.yes), numbered(following.no)
            steps.append([place, yes, no, no, no, no, no, place])
            after.append(place)
        elif following is None:
            steps.append([place] * WIDTH)
            after.append(place if over else numbered(game.next_turn(state)))
        else:
            faces = [numbered(one) for one in following]
            steps.append([place, *faces, place])
            after.append(place)
        place += 1
    step = np.array(steps, np.int64)
    ends = np.array([game.ends(state) for state in found], np.int64).reshape(len(found), len(game.names)).T
    values = [np.unique(row) for row in ends]
    most = max((len(row) for row in values), default=1)
    wait = _attacks_to_come(step)
    after_ = np.array(after, np.int64)
    return Packed(
        step=np.ascontiguousarray(step.ravel()),
        chance=np.array(chance, np.int64),
        wait=wait,
        after=after_,
        over=np.array([int(game.is_over(state)) for state in found], np.int64),
        mark=np.array([game.mark(state) for state in found], np.int64),
        fate=np.array([game.fate(state) for state in found], np.int64),
        ends=np.ascontiguousarray(
            [np.searchsorted(row_values, row) for row_values, row in zip(values, ends, strict=True)], np.int64
        ).reshape(len(values), len(found)),
        sizes=np.array([len(row) for row in values], np.int64),
        values=np.array([[*row.tolist(), *[0] * (most - len(row))] for row in values], np.int64).reshape(-1, most),
        attacks=_attacks_by_turn(step, wait, after_, turns),
        plain=np.array(plain, np.int64),
        about=np.array(about, np.int64),
        start=0,
        turns=turns,
        marks=marks,
        fates=fates,
        chances=int(any(chance)),
        hands=hands,
    )


def _attacks_to_come(step: np.ndarray) -> np.ndarray:
    """The most attacks that may follow each state in its turn: the longest way to a state that waits."""
    faces = step[:, 1:7]
    wait = np.zeros(len(step), np.int64)
    attacks = (faces != np.arange(len(step))[:, None]).any(axis=1)
    while True:
        longer = np.where(attacks, wait[faces].max(axis=1) + 1, 0)
        if (longer == wait).all():
            return wait
        wait = longer


def _attacks_by_turn(step: np.ndarray, wait: np.ndarray, after: np.ndarray, turns: int) -> np.ndarray:
    """The most attacks of each turn, from the states in which it can begin."""
    faces, begins = step[:, 1:7], np.array([0])
    attacks = np.zeros(turns, np.int64)
    for turn in range(turns):
        attacks[turn] = wait[begins].max()
        here = begins
        for _ in range(attacks[turn]):
            here = np.unique(faces[here])
        begins = np.unique(after[here])
    return attacks
