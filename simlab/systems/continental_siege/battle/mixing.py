"""The numbers of a battle whose doctrines are drawn: what each name changes, behind all other numbers (W9)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from simlab.systems.continental_siege.battle.orders import Orders
from simlab.systems.continental_siege.doctrine.names import SetUp
from simlab.systems.continental_siege.rules import layout as at


def mixed_numbers(
    each: Sequence[Sequence[Orders]],
    shares: Sequence[Sequence[int]],
    worth: Sequence[Sequence[int]],
    numbers_of: Callable[[Orders, Orders], np.ndarray],
) -> np.ndarray:
    """int64[NUMBERS + tail]: the numbers under the first doctrine of each side, then what the others change.

    Args:
        each: orders of the defender and of the attacker under each of their doctrines.
        shares: the weights of those doctrines.
        worth: what a unit of each kind is worth to the attacker under each of his doctrines.
        numbers_of: the numbers for orders of both sides.
    """
    plain = numbers_of(each[at.DEFENDER][0], each[at.ATTACKER][0])
    if max(len(orders) for orders in each) == 1:
        return plain
    under: tuple[list[np.ndarray], ...] = (
        [plain, *(numbers_of(orders, each[at.ATTACKER][0]) for orders in each[at.DEFENDER][1:])],
        [plain, *(numbers_of(each[at.DEFENDER][0], orders) for orders in each[at.ATTACKER][1:])],
    )
    if places_anew(under[at.DEFENDER]):
        for each_one in (*under[at.DEFENDER], *under[at.ATTACKER]):
            each_one[at.ROOM] = max(int(one[at.ROOM]) for one in under[at.DEFENDER]) or each_one[at.UNITS]
    tail: list[int] = []
    plain[at.MIXED] = 1
    for side, (numbers, weights) in enumerate(zip(under, shares, strict=True)):
        if len(numbers) == 1:
            continue
        changes = np.array([one[: at.MIXED] for one in numbers]) - plain[: at.MIXED]
        places = np.flatnonzero(changes.any(axis=0))
        first = at.MIXES + at.MIX_ROOM * side
        plain[first + at.NAMES], plain[first + at.FACES] = len(numbers), sum(weights)
        plain[first + at.HANGING] = len(places)
        parts = {
            at.SHARES_AT: np.array(weights), at.PLACES_AT: places, at.PLAIN_AT: plain[places],
            at.ADDED_AT: changes[:, places].ravel(),
            at.VALUES_AT: np.ravel(worth) if side == at.ATTACKER else np.zeros(0, np.int64),
        }  # fmt: skip
        for what, values in parts.items():
            plain[first + what] = at.NUMBERS + len(tail)
            tail += values.tolist()
    return np.concatenate([plain, np.array(tail, np.int64)])


def places_anew(under: Sequence[np.ndarray]) -> bool:
    """Do set-ups differ between doctrines, or is one of them drawn hex by hex?"""
    places = [at.PLACING, at.RING, *range(at.PLACES_OF_KINDS, at.PLACES_OF_KINDS + 64)]
    same = all((numbers[places] == under[0][places]).all() for numbers in under)
    return not same or any(numbers[at.PLACING] - 1 == SetUp.RANDOM_LEGAL for numbers in under)
