"""From the words of a `sortie` to the numbers it is played with: forces, map, lines, plans."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from simlab.catalog import Catalog
from simlab.errors import ScenarioError
from simlab.systems.alpha_strike.attack.areas import heat_cap
from simlab.systems.alpha_strike.attack.run.pack import letters
from simlab.systems.alpha_strike.engagement.cards import (
    Book,
    effect_columns,
    fighting_card,
    fresh_condition,
    settings_of,
)
from simlab.systems.alpha_strike.mission.sortie.columns import MOST_MOVE
from simlab.systems.alpha_strike.mission.sortie.forces import Force, price_of, value_of_card
from simlab.systems.alpha_strike.mission.sortie.plans import (
    WEIGHT_SCALE,
    steps_of,
)
from simlab.systems.alpha_strike.mission.sortie.shapes import AircraftShape, SortieShape
from simlab.systems.alpha_strike.rules.condition import HEAT, with_part
from simlab.systems.alpha_strike.rules.fighting_card import TWELVE_COUNTS
from simlab.systems.alpha_strike.rules.radar_map import distances, speed_table, step_towards
from simlab.systems.alpha_strike.rules.to_hit import tmm_of_move
from simlab.systems.alpha_strike.rulings.declaring import FlightPathTiming, StrafeRolls
from simlab.systems.alpha_strike.rulings.flying import (
    BombingAndCooling,
    BombThrustTiming,
    EngagementsPerUnit,
    Loiter,
)
from simlab.systems.alpha_strike.rulings.scatter import BombInstances, ScatterDistance, ScatterGrouping
from simlab.systems.alpha_strike.rulings.to_hit import BombingImmobile
from simlab.systems.alpha_strike.units import Aerospace

POLICIES = ("max_expected_pv", "nearest", "focus_fire", "spread")


class Packed(NamedTuple):
    """A packed sortie. n aircraft, then g ground units: u = n + g units; columns: see `columns`.

    cards: int64[u, CARD_COLUMNS + 44]; settings: int64[]; effects: int64[7, COLUMN_WIDTH], see `rules.fighting_card`;
    aircraft: int64[n, 43]; ground: int64[g, 31]; lines: int64[lines, g, 13]; plans: int64[plans, 7 + n g], weights
    behind; covers: int64[points, types, places], bits of ground units; map: int64[zones, 2 zones + 1]: steps to each
    zone, next zone on the way there, distance to central; objective: bits of ground units.
    """

    cards: np.ndarray
    settings: np.ndarray
    effects: np.ndarray
    aircraft: np.ndarray
    ground: np.ndarray
    lines: np.ndarray
    plans: np.ndarray
    covers: np.ndarray
    map: np.ndarray
    objective: int
    turns: int
    steps: int


def pack_sortie(shape: SortieShape, rulings: Any, catalog: Catalog, where: str) -> Packed:
    """Pack a `sortie` scenario."""
    force = force_of(shape, rulings, catalog, where)
    book, flown, rows, ground, landed = force.book, force.flown, force.rows, force.ground, force.landed
    everyone: list[tuple[Any, Any]] = [*zip(flown, rows, strict=True), *zip(ground, landed, strict=True)]
    cards = [fighting_card(row, one.skill, book, f"{where}, {row.id}") for one, row in everyone]
    settings = settings_of(book)
    natural, settings[TWELVE_COUNTS] = settings[TWELVE_COUNTS], 1  # extra rolls of submerged units go the same way
    names = [*names_of(flown), *shape.names()]
    wanted = shape.game.objective or [n for n, one in zip(shape.names(), ground, strict=True) if one.side == "defender"]
    if not wanted:
        raise ScenarioError(f"{where}, game.objective: the defender has no unit on the ground; name an objective")
    aims = [shape.doctrine.aim == "any" or name in wanted for name in shape.names()]
    behind = [
        [_start(one, row, book), one.overheat, int(WEIGHT_SCALE * price_of(row)), value_of_card(row)]
        for one, row in everyone
    ]
    chart, zone_names = map_of(catalog)
    return Packed(
        cards=np.hstack([np.array(cards), np.array(behind), letters(names, max(map(len, names)))]),
        settings=np.array([*settings, *options_of(shape, book, natural), *tables_of(force, book, where)], np.int64),
        effects=effect_columns(catalog),
        aircraft=np.array(force.aircraft(zone_names), np.int64),
        ground=np.array(force.ground_columns(), np.int64),
        lines=force.fire,
        plans=np.hstack([force.plans.table(), force.weights(aims)]),
        covers=force.plans.cover_table(),
        map=chart,
        objective=sum(1 << number for number, name in enumerate(shape.names()) if name in wanted),
        turns=shape.game.turns,
        steps=steps_of(rulings),
    )


def force_of(shape: SortieShape, rulings: Any, catalog: Catalog, where: str) -> Force:
    """Both forces of a scenario, checked, with the lines that may be flown."""
    flown, ground = shape.flown(), shape.ground
    rows = [catalog.unit(one.unit, ("aerospace",), f"{where}, aircraft.unit") for one in flown]
    landed = [catalog.unit(one.unit, ("ground", "aerospace"), f"{where}, ground.unit") for one in ground]
    for one, row in (*zip(flown, rows, strict=True), *zip(ground, landed, strict=True)):
        _check(one, row, catalog, where)
    types = sorted({type_ for one in flown for type_ in one.bombs})
    return Force(flown, rows, ground, landed, types, Book(rulings, catalog), catalog, shape.game.table, where)


def map_of(catalog: Catalog) -> tuple[np.ndarray, list[str]]:
    """The Radar Map as in `Packed.map`, and the names of its zones in order (AS-4.1, AS-4.2)."""
    zones = catalog.rows("zones")
    names = [zone.zone for zone in zones]
    assert names[0] == "central"
    apart = distances({zone.zone: zone.adjacent.split("|") for zone in zones})
    steps = np.array([[apart[a][b] for b in names] for a in names], np.int64)
    touching = (steps == 1).astype(np.int64)
    following = [
        [step_towards(steps, touching, here, goal) for goal in range(len(names))] for here in range(len(names))
    ]
    rings = [[zone.distance_to_central] for zone in zones]
    return np.hstack([steps, np.array(following, np.int64), np.array(rings, np.int64)]), names


def tables_of(force: Force, book: Book, where: str) -> list[int]:
    """The tables behind the settings."""
    speeds = speed_table(str(book.rulings.zone_speed), where)
    return [*speeds, *(tmm_of_move(move, book.constants) for move in range(MOST_MOVE + 1)), *force.strafe_table()]


def _check(one: Any, row: Any, catalog: Catalog, where: str) -> None:
    if one.overheat > row.ov:
        raise ScenarioError(f"{where}, {row.id}.overheat: it has an overheat value of {row.ov}")
    if isinstance(one, AircraftShape):
        slots = sum(catalog.row("bombs", type_, where).slots for type_ in one.bombs)
        if slots > row.slots:
            raise ScenarioError(f"{where}, {row.id}.bombs: {slots} slots; it has BOMB{row.slots} (AS-1.10)")


def _start(one: Any, row: Any, book: Book) -> int:
    if isinstance(one, AircraftShape):
        return fresh_condition(row)
    tmm = 0
    if not isinstance(row, Aerospace):
        tmm = tmm_of_move(row.inches, book.constants) if row.tmm is None else row.tmm
    return with_part(fresh_condition(row, tmm), HEAT, 7, one.heat if row.heat_scale else 0)


def names_of(flown: Sequence[AircraftShape]) -> list[str]:
    """Names of aircraft: the unit as written, with a number from the second of a name on."""
    names: list[str] = []
    for one in flown:
        before = sum(name == one.unit or name.startswith(f"{one.unit}_#") for name in names)
        names.append(one.unit if before == 0 else f"{one.unit}_#{before + 1}")
    return names


def options_of(shape: SortieShape, book: Book, natural: int) -> list[int]:
    """What rulings and doctrine decide for the whole sortie."""
    r = book.rulings
    most = 99 if r.max_bombs_per_attack == "all_carried" else int(r.max_bombs_per_attack)
    return [
        int(r.flight_path_timing == FlightPathTiming.AT_ATTACK), int(r.scatter_grouping == ScatterGrouping.PER_ATTACK),
        int(r.scatter_distance == ScatterDistance.TWICE_MARGIN), int(r.bomb_instances == BombInstances.POOLED),
        int(r.loiter == Loiter.ONE_PASS_THEN_LEAVE), int(r.engagements_per_unit == EngagementsPerUnit.ONE),
        int(r.bombing_and_cooling == BombingAndCooling.YES), int(r.bomb_thrust_timing == BombThrustTiming.END_PHASE),
        most, int(r.bombing_immobile == BombingImmobile.YES), int(r.strafe_rolls == StrafeRolls.SINGLE_ROLL), natural,
        heat_cap(r, book.constants), POLICIES.index(shape.doctrine.ground_fire), book.modifiers["target_immobile"],
        book.modifiers["target_jump"],
    ]  # fmt: skip
