"""Cards of the best split of a bombload: what points on a class of an Ogre's boxes are worth at best (12.081, R75)."""

from __future__ import annotations

from math import lcm
from typing import Any

from simlab.systems.continental_siege.battle.roster import Member
from simlab.systems.continental_siege.battle.shapes import Weights
from simlab.systems.continental_siege.mission.splits import POINTS, SYSTEMS, Part, Splitter
from simlab.systems.continental_siege.rules import layout as at
from simlab.systems.continental_siege.stands import Book


def split_cards(weights: Weights, book: Book, ogre: Member, rulings: Any) -> list[int]:
    """For every class of an Ogre, boxes left and points: what they are worth at best, and the parts (R75)."""
    given = {name: weight for name, weight in weights if weight is not None}
    splitter = Splitter(book.sheet(ogre.row, ogre.row.id), book.crt, rulings, "best_for", given)
    parts = lcm(*(weight.denominator for weight in splitter.weights))
    cards: list[int] = []
    for system in range(len(SYSTEMS)):
        for boxes in range(at.PART_ROW):
            for spent in range(at.PART_ROW):
                cards += _card(splitter, system, boxes, spent, parts)
    return cards


def _card(splitter: Splitter, system: int, boxes: int, spent: int, parts: int) -> tuple[int, int]:
    """Value in sixths of parts of a weight, and the parts as digits of three bits; -1 where it cannot be done."""
    left = tuple(boxes if other == system else 0 for other in range(len(SYSTEMS)))
    best = (-1, 0)
    for split in splitter.all_splits(left):
        if sum(part.points for part in split) == spent:
            value = sum(splitter.gain(Part(system, part.points), left) for part in split)
            digits = sum(part.points << 3 * (POINTS - 1 - place) for place, part in enumerate(split))
            best = max(best, (int(value * at.SIXTHS * parts), digits))
    return best
