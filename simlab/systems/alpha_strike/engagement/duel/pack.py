"""From the words of a `duel` scenario to two cards and what their pilots want."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simlab.catalog import Catalog
from simlab.errors import ScenarioError
from simlab.systems.alpha_strike.engagement.cards import (
    Book,
    effect_columns,
    fighting_card,
    fresh_condition,
    settings_of,
)
from simlab.systems.alpha_strike.engagement.duel.shapes import DuelShape, SideShape
from simlab.systems.alpha_strike.rules.end_phase import ALTITUDES, RINGS
from simlab.systems.alpha_strike.rules.fighting_card import ALTITUDE_TRACK, BRACKETS, LOSS

WISHES = ("never", "when_damaged", "when_structure")
NEVER, WHEN_DAMAGED, WHEN_STRUCTURE = range(3)
START, WANTED, WISH, BOMBS = range(4)  # columns of Packed.sides
ARCS_A_SIDE = 3


class Packed(NamedTuple):
    """A packed duel.

    cards: int64[2, CARD_COLUMNS]; settings, columns: see `rules.fighting_card`; sides: int64[2, 4]: condition at the
    start, overheat points, when it breaks off, bombs aboard; level: ring or altitude of both at the start; bracket: for
    air_range_choice = paths; most: int64[2], largest damage of a round.
    """

    cards: np.ndarray
    settings: np.ndarray
    columns: np.ndarray
    sides: np.ndarray
    most: np.ndarray
    rounds: int
    level: int
    bracket: int


def pack_duel(shape: DuelShape, rulings: Any, catalog: Catalog, where: str) -> Packed:
    """Pack a `duel` scenario."""
    book = Book(rulings, catalog)
    settings = settings_of(book)
    cards, sides, most = [], [], []
    for name, side in (("a", shape.a), ("b", shape.b)):
        row = catalog.unit(side.unit, ("aerospace",), f"{where}, {name}.unit")
        _check(side, row, f"{where}, {name}")
        card = fighting_card(row, side.skill, book, f"{where}, {name}.unit")
        cards.append(card)
        sides.append([fresh_condition(row), side.overheat, WISHES.index(side.breaks_off), side.bombs])
        most.append(most_damage(row, book) + side.overheat)
    ring, altitude = RINGS.index(shape.zone), ALTITUDES.index(shape.altitude)
    return Packed(
        cards=np.array(cards, np.int64),
        settings=np.array(settings, np.int64),
        columns=effect_columns(catalog),
        sides=np.array(sides, np.int64),
        most=np.array(most, np.int64),
        rounds=shape.rounds,
        level=altitude if settings[LOSS] == ALTITUDE_TRACK else ring,
        bracket=BRACKETS.index(shape.range),
    )


def _check(side: SideShape, row: Any, where: str) -> None:
    if side.overheat > row.ov:
        raise ScenarioError(f"{where}.overheat: {row.id} has an overheat value of {row.ov}")
    if side.bombs > row.slots:
        raise ScenarioError(f"{where}.bombs: {row.id} has {row.slots} bomb slots")


def most_damage(row: Any, book: Book) -> int:
    """The largest damage of a round: all forward arcs in the enemy's rear."""
    tokens = [text for arc in ("front", "left", "right") for text in row.damage(arc)]
    best = [max((int(t) if t.isdigit() else 1 if t == "0*" else 0) for t in tokens[i : i + 4]) for i in (0, 4, 8)]
    return sum(value + book.whole("rear_bonus") for value in best if value > 0)
