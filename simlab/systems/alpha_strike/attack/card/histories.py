"""What bombs did to each unit: the law of the histories of a whole layout, for the exact law of `attack` (P-b)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np

from simlab.systems.alpha_strike.attack.card.pack import Packed
from simlab.systems.alpha_strike.rules.dice import HIGHEST

Law = dict[Any, Any]


def image(law: Law, function: Any) -> Law:
    """The law of a function of what a law is about."""
    image: Law = {}
    for state, chance in law.items():
        outcome = function(state)
        image[outcome] = image.get(outcome, 0) + chance
    return image


def bomb_outcomes(packed: Packed, bomb: int, number: type) -> list[tuple[int, int, Any]]:
    """(landing place, natural 12, chance) of a bomb by itself; the 12 only where it matters."""
    faces = np.arange(packed.landing.shape[1]) // 36
    natural = ((faces // 6 + faces % 6 + 2) == HIGHEST).astype(np.int64) * packed.natural
    codes, ways = np.unique(packed.landing[packed.row[bomb]] * 2 + natural, return_counts=True)
    falls = packed.landing.shape[1]
    return [
        (int(code) // 2, int(code) % 2, number(Fraction(int(n), falls)))
        for code, n in zip(codes, ways, strict=True)
    ]  # fmt: skip


def history_law(packed: Packed, number: type) -> Law:
    """Law of the histories of all units: for each the (damage, heat, natural 12, rolls owed) of what affected it."""
    units = packed.units.shape[0]
    law: Law = {(0, ((),) * units): number(1)}
    for bomb in range(packed.row.shape[0]):
        outcomes = bomb_outcomes(packed, bomb, number)
        effects = _effects(packed, bomb)
        after: Law = {}
        for (miss, histories), chance in law.items():
            for landed, natural, share in outcomes:
                place, first = landed, miss
                if packed.shared == 1 and place > 0:
                    first = miss if miss else place
                    place = first
                key = (first, _longer(histories, effects[place], natural))
                after[key] = after.get(key, 0) + chance * share
        law = after
    return image(law, lambda state: state[1])


def _effects(packed: Packed, bomb: int) -> list[list[tuple[int, int, int, int]]]:
    """(unit, damage, heat, rolls owed) of those affected, by landing place."""
    places = packed.harm[:, bomb].transpose(1, 2, 0).tolist()
    return [[(unit, d, h, owed) for unit, (d, h, owed) in enumerate(units) if d or h] for units in places]


def _longer(histories: tuple[Any, ...], affected: Sequence[tuple[int, int, int, int]], natural: int) -> tuple[Any, ...]:
    if not affected:
        return histories
    longer = list(histories)
    for unit, damage, heat, owed in affected:
        longer[unit] = (*longer[unit], (damage, heat, natural if damage else 0, owed))
    return tuple(longer)


def histories_at_most(packed: Packed) -> int:
    """A bound of the number of histories: bombs with the same effects everywhere are interchangeable."""
    groups: dict[bytes, list[int]] = {}
    for bomb in range(packed.row.shape[0]):
        rows = np.concatenate(packed.harm[:, bomb], axis=1)
        patterns = len(np.unique(rows, axis=0)) * (1 + packed.natural)
        group = groups.setdefault(rows.tobytes(), [0, patterns])
        group[0] += 1
    bound = 1 + (packed.harm.shape[2] if packed.shared else 0)
    for count, patterns in groups.values():
        bound *= comb(count + patterns - 1, count)
    return bound
