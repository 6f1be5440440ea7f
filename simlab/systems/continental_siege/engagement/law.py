"""Exact laws of the abstract kinds: one pass forwards through the tables of a game."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from simlab.dice import chance_of
from simlab.systems.continental_siege.engagement.automaton import WIDTH, Packed

FACES = 6


def cells_of(packed: Packed) -> int:
    """Length of the flat vector: turns, end, then the blocks of the end."""
    return packed.turns * (packed.marks + packed.fates) + int(packed.sizes.sum())


def _shares(packed: Packed) -> np.ndarray:
    """Six times the chance of each face in each state: float64[S, 6]. Whole numbers keep what is certain at 1."""
    shares = np.ones((len(packed.over), FACES))
    for state in np.flatnonzero(packed.chance).tolist():
        yes = FACES * float(chance_of(int(packed.chance[state])))
        shares[state] = [yes, FACES - yes, 0, 0, 0, 0]
    return shares


def exact(packed: Packed) -> np.ndarray:
    """The exact law of the flat vector: float64[cells]."""
    states, law = len(packed.over), np.zeros(cells_of(packed))
    faces = packed.step.reshape(-1, WIDTH)[:, 1 : 1 + FACES]
    over = packed.over.astype(bool)
    shares = _shares(packed)
    chance: Any = np.zeros(states)  # of games that go on
    gone = np.zeros(states)  # of games that are over
    chance[packed.start] = 1.0
    first_end = packed.turns * packed.marks
    for turn in range(packed.turns):
        for _ in range(packed.attacks[turn]):
            live = np.flatnonzero(chance)
            chance = np.bincount(faces[live].ravel(), (chance[live, None] * shares[live]).ravel(), states) / FACES
        last = turn == packed.turns - 1
        if packed.marks:
            law[turn * packed.marks : (turn + 1) * packed.marks] = np.bincount(packed.mark, chance + gone, packed.marks)
        ended = np.where(over | last, chance, 0.0)
        chance = chance - ended
        if not last:
            live = np.flatnonzero(chance)
            chance = np.bincount(packed.after[live], chance[live], states)
            ended += np.where(over, chance, 0.0)  # over before the next turn begins
            chance = np.where(over, 0.0, chance)
        gone += ended
        if packed.fates:
            start = first_end + turn * packed.fates
            law[start : start + packed.fates] = np.bincount(packed.fate, ended, packed.fates)
    first = first_end + packed.turns * packed.fates
    for block, size in enumerate(packed.sizes.tolist()):
        law[first : first + size] = np.bincount(packed.ends[block], gone, size)
        first += size
    return law


def exact_fractions(packed: Packed) -> list[Fraction]:
    """The exact law of the flat vector in rationals: whole numbers over a power of 6 until the end."""
    law = [Fraction(0)] * cells_of(packed)
    faces = packed.step.reshape(-1, WIDTH)[:, 1 : 1 + FACES].tolist()
    over, after, mark, fate = (row.tolist() for row in (packed.over, packed.after, packed.mark, packed.fate))
    live: dict[int, Any] = {packed.start: 1}
    below = 1  # chance = whole number / below
    asked = packed.chance.tolist()
    gone: dict[int, Fraction] = {}
    first_end = packed.turns * packed.marks
    for turn in range(packed.turns):
        for _ in range(packed.attacks[turn]):
            following: dict[int, Any] = {}
            for state, weight in live.items():
                if asked[state]:
                    yes = FACES * chance_of(asked[state])
                    for reached, share in zip(faces[state], (yes, FACES - yes), strict=False):
                        following[reached] = following.get(reached, 0) + weight * share
                    continue
                for reached in faces[state]:
                    following[reached] = following.get(reached, 0) + weight
            live, below = following, below * FACES
        last = turn == packed.turns - 1
        if packed.marks:
            for state, weight in live.items():
                law[turn * packed.marks + mark[state]] += Fraction(weight, below)
            for state, chance in gone.items():
                law[turn * packed.marks + mark[state]] += chance
        going: dict[int, Any] = {}
        for state, weight in live.items():
            end = state if over[state] or last else after[state]
            if over[end] or last:
                chance = Fraction(weight, below)
                gone[end] = gone.get(end, Fraction(0)) + chance
                if packed.fates:
                    law[first_end + turn * packed.fates + fate[end]] += chance
            else:
                going[end] = going.get(end, 0) + weight
        live = going
    first = first_end + packed.turns * packed.fates
    for block, size in enumerate(packed.sizes.tolist()):
        cells = packed.ends[block].tolist()
        for state, chance in gone.items():
            law[first + cells[state]] += chance
        first += size
    return law
