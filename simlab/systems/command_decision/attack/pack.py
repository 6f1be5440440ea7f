"""From the words of a `bombing` scenario to areas on the table, and a card for every stand that they touch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from simlab.catalog import Catalog
from simlab.errors import ScenarioError
from simlab.systems.command_decision.attack.ordnance import MOST_ROLLS, ground_rules, load_of
from simlab.systems.command_decision.attack.salvo import Salvo, Table, salvo_of
from simlab.systems.command_decision.attack.shapes import (
    AREA_LOADS,
    MOST_STANDS,
    MOST_TEMPLATES,
    NAME_LETTERS,
    BombingShape,
    StandShape,
)
from simlab.systems.command_decision.attack.troops import Troops, troops_under
from simlab.systems.command_decision.attack.weapons import Dropped, weapon_of
from simlab.systems.command_decision.rules.attacks import SUPPRESSED, TOUCHED, UNTOUCHED, GroundRules, GroundStand
from simlab.systems.command_decision.rules.helicopter_weapons import may_combine
from simlab.systems.command_decision.rulings.weapons import GunWithOrdnance
from simlab.systems.command_decision.stands import CERTAIN, Book
from simlab.systems.command_decision.units import Helicopter

FIRST, LAST, AT_LEAST, OWN, WHERE, PRESENT = range(6)  # columns of Packed.stands
ACTOR, NTH, HITS_ON, EFFECTS, HE_ON = range(5)  # columns of Packed.rolls
ROLLS_A_SPOT, ACTORS_A_SET = 8, 64  # nth = area * 8 + roll % 8, actor = stand + 64 * (roll // 8)


class Packed(NamedTuple):
    """A packed attack.

    stands: int64[n, 6], for each stand its rolls FIRST .. LAST - 1, the least that befalls it, whether it is own, the
    place where it lies (for attacks without a map, else 0) and for how many hands it is there at all; rolls: int64[m,
    5], where its dice lie (ACTOR, NTH) and its cards; areas: int64[k, 3], x and y of their centres in thousandths of an
    inch and their rolls; names: int64[n, 40], the letters of the stands' names, for the tables.
    """

    stands: np.ndarray
    rolls: np.ndarray
    areas: np.ndarray
    names: np.ndarray
    enemies: int
    owns: int
    limited: int  # 1 when the whole attack only suppresses (2.3.2c)


def names_of(packed: Packed) -> list[str]:
    """The names of the stands."""
    return ["".join(chr(letter) for letter in row if letter) for row in packed.names.tolist()]


class Laid(NamedTuple):
    """An attack before it is packed: the stands and what each salvo, with its load, does to them.

    grounds: the stands as rules see them; rules: tables that hit numbers are read from.
    """

    stands: Sequence[StandShape]
    names: Sequence[str]
    grounds: Sequence[GroundStand]
    loads: Sequence[Dropped]
    salvos: Sequence[Salvo]
    troops: Troops | None
    rules: GroundRules


def pack_bombing(shape: BombingShape, rulings: Any, catalog: Catalog, where: str) -> Packed:
    """Pack a `bombing` scenario: load, areas, stands touched, their cards."""
    laid = lay_bombing(shape, rulings, catalog, where)
    return packed_attack(laid.stands, laid.names, laid.salvos, laid.troops)


def lay_bombing(shape: BombingShape, rulings: Any, catalog: Catalog, where: str) -> Laid:
    """Lay out every load of a `bombing` scenario. ScenarioError names the key that does not fit."""
    book = Book(catalog)
    row = catalog.unit(shape.attacker.unit, ("aircraft", "helicopters"), f"{where}, attacker.unit")
    _check_attacker(shape, row, rulings, where)
    dropped = load_of(row, shape, rulings, catalog, book.constants, where)
    troops = troops_under(shape, dropped, rulings, book, where) if shape.troops else None
    stands: Sequence[StandShape] = troops.stands if troops else shape.stand
    covers = {entry.terrain: entry.cover for entry in catalog.rows("terrain_cover")}
    grounds = [ground_of(stand, covers) for stand in stands]
    table = Table(shape, stands, grounds, rulings, book, ground_rules(catalog, book), where)
    salvos, loads = [salvo_of(dropped, table, own_choice=True, troops=troops)], [dropped]
    for load in shape.attacker.also:
        further = weapon_of(load, row, shape.attacker, shape.point.fac, rulings, catalog, book.constants, where)
        salvos.append(salvo_of(further, table, own_choice=False, only=_same_target(load, salvos[0], dropped)))
        loads.append(further)
    if sum(len(salvo.areas) for salvo in salvos) > MOST_TEMPLATES:
        raise ScenarioError(f"{where}, attacker.also: more than {MOST_TEMPLATES} attacks cannot be played")
    names = [stand.name or "" for stand in stands] if troops else shape.names()
    return Laid(stands, names, grounds, loads, salvos, troops, table.rules)


def _check_attacker(shape: BombingShape, row: Any, rulings: Any, where: str) -> None:
    """What may be combined, and from where."""
    attacker = shape.attacker
    loads = [attacker.load, *attacker.also]
    if len(set(loads)) < len(loads):
        raise ScenarioError(f"{where}, attacker.also: {' and '.join(loads)} name a weapon twice")
    if isinstance(row, Helicopter):
        if not may_combine(loads):
            raise ScenarioError(
                f"{where}, attacker.also: {' and '.join(loads)} are not fired together; rockets go with guns (1.5.3a), "
                "all else with door guns alone (1.5.3b, 1.5.3c)"
            )
        if attacker.load in ("bombs", "at_cluster") and attacker.altitude not in (None, "low"):
            raise ScenarioError(f"{where}, attacker.altitude: helicopters bomb at low only (3.1.1.1c)")
        return
    for key in ("altitude", "inches_moved"):
        if getattr(attacker, key):
            raise ScenarioError(f"{where}, attacker.{key}: {row.id} is a plane; only helicopters have it")
    if attacker.also and rulings.gun_with_ordnance == GunWithOrdnance.EXCLUSIVE:
        raise ScenarioError(
            f"{where}, attacker.also: a plane makes one attack (2.3.1b); ruling gun_with_ordnance = additional lets it "
            "strafe as well"
        )


def _same_target(load: str, first: Salvo, dropped: Dropped) -> list[int] | None:
    """The stands that further guns may choose: with rockets those under them (1.5.3a); door guns any (1.5.3c)."""
    if load == "door_guns" or not dropped.ordnance.is_helicopter or dropped.ordnance.load not in AREA_LOADS:
        return None
    return sorted({stand for under in first.touched for stand in under})


def ground_of(stand: StandShape, covers: dict[str, str]) -> GroundStand:
    """A stand as rules see it; without a cover of its own it has that of its terrain."""
    cover = covers[stand.terrain] if stand.cover is None else "open" if stand.cover == "none" else stand.cover
    return GroundStand(
        stand.target, stand.weight, stand.terrain, stand.edge, cover, stand.dug_in, stand.quality, stand.moved,
        stand.radar,
    )  # fmt: skip


def packed_attack(
    stands: Sequence[StandShape], names: Sequence[str], salvos: Sequence[Salvo], troops: Troops | None
) -> Packed:
    """The rolls at each stand and the least that befalls it, from all salvos of an attack."""
    rows: list[list[int]] = []
    rolls: list[list[int]] = []
    touched = {number for salvo in salvos for met in salvo.touched for number in met}
    for number, stand in enumerate(stands):
        first, least = len(rolls), UNTOUCHED
        if number in touched:
            found, least = _rolls_at(number, salvos)
            rolls += found
        place, present = (troops.place[number], troops.present[number]) if troops else (0, CERTAIN)
        rows.append([first, len(rolls), least, int(stand.side == "own"), place, present])
    letters = [[ord(letter) for letter in name.ljust(NAME_LETTERS, "\0")] for name in names]
    owns = sum(stand.side == "own" for stand in stands)
    areas = [[*centre, count] for salvo in salvos for centre, count in salvo.areas]
    return Packed(
        stands=np.array(rows, np.int64).reshape(-1, PRESENT + 1),
        rolls=np.array(rolls, np.int64).reshape(-1, HE_ON + 1),
        areas=np.array(areas, np.int64).reshape(-1, 3),
        names=np.array(letters, np.int64).reshape(-1, NAME_LETTERS),
        enemies=len(stands) - owns,
        owns=owns,
        limited=int(salvos[0].limited),
    )


def _rolls_at(number: int, salvos: Sequence[Salvo]) -> tuple[list[list[int]], int]:
    """The rolls at a stand that areas or attacks touch, and the least that befalls it."""
    rolls: list[list[int]] = []
    least, earlier = UNTOUCHED, 0
    for salvo in salvos:
        under = [area for area, met in enumerate(salvo.touched) if number in met]
        card = salvo.cards[number]
        for area in (under[:1] if salvo.first_only else under) if salvo.rolled[number] else []:
            rolls += [
                [
                    number + ACTORS_A_SET * (roll // ROLLS_A_SPOT),
                    (earlier + area) * ROLLS_A_SPOT + roll % ROLLS_A_SPOT,
                    card.hits_on,
                    card.effects,
                    card.he_on,
                ]
                for roll in range(salvo.areas[area][1])
            ]
        if under:
            least = max(least, SUPPRESSED if salvo.suppressed[number] else TOUCHED)
        earlier += len(salvo.areas)
    return rolls, least


assert MOST_TEMPLATES * ROLLS_A_SPOT == 64
assert MOST_ROLLS == 4 * ROLLS_A_SPOT
assert MOST_STANDS <= ACTORS_A_SET
