"""From the words of a `shot` (F1) or `combo` (F2) scenario to a list of shots with their cards.

Both kinds pack into the same arrays and share one kernel and one exact law; they differ in how the list comes about
and in the tables they show.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import numpy as np
from pydantic import Field

from simlab.catalog import Catalog
from simlab.dice import threshold
from simlab.errors import ScenarioError
from simlab.systems.command_decision.rules.air_defence import Target
from simlab.systems.command_decision.rules.hitting import (
    SAVED,
    ShotCard,
    removal_threshold,
    split_first,
)
from simlab.systems.command_decision.rulings import ComboOrder, ComboTrigger
from simlab.systems.command_decision.stands import (
    CERTAIN,
    Book,
    FirerShape,
    GeometryShape,
    PlacedFirerShape,
    Shape,
    TargetShape,
    TerrainShape,
    bearing_threshold,
    sight_chance,
)

MAX_SHOTS = 63
# columns of Packed.shots
(ACTOR, NTH, FIRST, SECOND, AGAIN_SIDES, SAVE_TO, SECOND_SAVE_TO, POP_UP_FROM, CHOP_FROM, SIGHT, BEARING, BLOCKED) = (
    range(12)
)
COLUMNS = 12


class ShotShape(Shape):
    """Keys of a `shot` scenario."""

    shots: Annotated[int, Field(ge=1, le=MAX_SHOTS)] = 1
    firer: FirerShape
    target: TargetShape
    geometry: GeometryShape
    terrain: TerrainShape = TerrainShape()


class ComboShape(Shape):
    """Keys of a `combo` scenario."""

    firer: Annotated[list[PlacedFirerShape], Field(min_length=1, max_length=32)]
    target: TargetShape
    geometry: GeometryShape = GeometryShape()
    terrain: TerrainShape = TerrainShape()


class Packed(NamedTuple):
    """A packed engagement. shots: int64[n, COLUMNS], in the order of fire."""

    shots: np.ndarray
    stacking: int
    cap: int  # highest total penalty that counts
    converted_penalty: int
    removal: int  # hands out of 2**32
    split_first: int
    uses: int  # countermeasure uses, -1 unlimited
    confirms: int  # 1 when any shot needs confirming dice
    placed: int  # 1 when any shot depends on sight or bearing
    firers: int
    is_helicopter: int
    most_penalty: int  # highest total that this list can reach
    single: int  # 1 for kind shot


def pack_shot(shape: ShotShape, rulings: Any, catalog: Catalog, where: str) -> Packed:
    """Pack a `shot` scenario: ``shots`` shots of one system."""
    book = Book(catalog)
    firer = book.firer(shape.firer, f"{where}, firer.unit")
    target, _ = book.target(shape.target, f"{where}, target.unit")
    if shape.geometry.range_in is None:
        raise ScenarioError(f"{where}, geometry.range_in: this key is missing")
    place = (shape.geometry.range_in, shape.geometry.bearing_deg)
    series = [(0, nth, firer, *place, 0) for nth in range(shape.shots)]
    return _pack(series, target, shape, rulings, book, where, firers=1, single=1)


def pack_combo(shape: ComboShape, rulings: Any, catalog: Catalog, where: str) -> Packed:
    """Pack a `combo` scenario. Exactly one missile and one gun make a gun-missile combination (3.2.7)."""
    book = Book(catalog)
    target, _ = book.target(shape.target, f"{where}, target.unit")
    entries = []
    for actor, entry in enumerate(shape.firer):
        at = shape.geometry.range_in if entry.range_in is None else entry.range_in
        if at is None:
            raise ScenarioError(f"{where}, firer[{actor}].range_in: missing here and in [geometry]")
        bearing = shape.geometry.bearing_deg if entry.bearing_deg is None else entry.bearing_deg
        entries.append((actor, book.firer(entry, f"{where}, firer[{actor}].unit"), at, bearing))
    if len(entries) == 2 and {entry[1].row.kind for entry in entries} == {"SAM", "GUN"}:
        return _pack_combination(entries, target, shape, rulings, book, where)
    series = [
        (actor, nth, firer, at, bearing, 0) for actor, firer, at, bearing in entries for nth in range(firer.row.rof)
    ]
    return _pack(series, target, shape, rulings, book, where, firers=len(entries))


def _pack_combination(entries: list[Any], target: Target, shape: Any, rulings: Any, book: Book, where: str) -> Packed:
    """The two halves in the order of ruling combo_order; under raw_abort_blocks_guns a saved abort blocks the guns."""
    missile, gun = sorted(entries, key=lambda entry: entry[1].row.kind == "GUN")
    blocked = int(rulings.combo_trigger == ComboTrigger.RAW_ABORT_BLOCKS_GUNS)

    def packed(missile_first: bool) -> Packed:
        order = [(missile, 0), (gun, blocked)] if missile_first else [(gun, 0), (missile, 0)]
        series = [
            (actor, nth, firer, at, bearing, block)
            for (actor, firer, at, bearing), block in order
            for nth in range(firer.row.rof)
        ]
        return _pack(series, target, shape, rulings, book, where, firers=2)

    # the owner takes the order with the higher chance of an abort, missile first if they are equal
    if rulings.combo_order == ComboOrder.OWNER_BEST:
        from simlab.systems.command_decision.engagement.law import abort_chance

        first, second = packed(True), packed(False)
        return first if abort_chance(first) >= abort_chance(second) else second
    return packed(rulings.combo_order == ComboOrder.SAM_THEN_GUN)


def _pack(series: list[Any], target: Target, shape: Any, rulings: Any, book: Book, where: str, firers: int,
          single: int = 0) -> Packed:  # fmt: skip
    visual = shape.geometry.visibility == "clear"
    sight = {True: CERTAIN, False: 0}.get(shape.geometry.line_of_sight)
    rows, worst = [], 0
    if len(series) > MAX_SHOTS:
        raise ScenarioError(f"{where}: {len(series)} shots; at most {MAX_SHOTS}")
    for actor, nth, firer, distance, bearing, block in series:
        seen = sight
        if seen is None:
            dead_zone = book.constants["low_dead_zone_in"]
            seen = threshold(sight_chance(target.altitude, rulings, shape.terrain, dead_zone))
        arc = bearing_threshold(firer, target, bearing, rulings, where)
        card = book.shot_at(firer, target, rulings, distance, visual)
        if card is None:
            card, seen = ShotCard(0, 0, 10, 0, 0, 1, 1), 0
        rows.append([actor, nth, *card, seen, arc, block])
        worst += max(_penalties(card, int(book.constants["cm_converted_penalty"])))
    uses = -1 if rulings.cm_uses == "unlimited" else int(rulings.cm_uses)
    table = np.array(rows, np.int64).reshape(len(rows), COLUMNS)
    cap = 10 if rulings.penalty_cap == "none" else int(rulings.penalty_cap)
    return Packed(
        shots=table,
        stacking=int(rulings.penalty_stacking),
        cap=cap,
        converted_penalty=int(book.constants["cm_converted_penalty"]),
        removal=removal_threshold(target, rulings),
        split_first=split_first(target, rulings),
        uses=uses,
        confirms=int((table[:, SECOND_SAVE_TO] > 0).any() or (table[:, POP_UP_FROM : CHOP_FROM + 1] > 1).any()),
        placed=int((table[:, SIGHT : BEARING + 1] < CERTAIN).any()),
        firers=firers,
        is_helicopter=int(target.is_helicopter),
        most_penalty=min(max(worst, 3), 10, cap),
        single=single,
    )


def _penalties(card: ShotCard, converted: int) -> list[int]:
    """Penalties that a card can give."""
    effects = [(part >> 4 * place) & 15 for part in (card.first, card.second) for place in range(1, 11)]
    return [0] + [effect for effect in effects if 0 < effect < SAVED] + [converted] * (card.save_to > 0)
