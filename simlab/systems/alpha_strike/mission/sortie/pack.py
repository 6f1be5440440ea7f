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
from simlab.systems.alpha_strike.mission.sortie.forces import Force, price_of, value_of_card
from simlab.systems.alpha_strike.mission.sortie.plans import (
    WEIGHT_SCALE,
    steps_of,
)
from simlab.systems.alpha_strike.mission.sortie.shapes import NAME_LETTERS, AircraftShape, SortieShape
from simlab.systems.alpha_strike.rules.condition import HEAT, SEVEN, with_part
from simlab.systems.alpha_strike.rules.fighting_card import TWELVE_COUNTS
from simlab.systems.alpha_strike.rules.radar_map import distances, speed_table
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

ESCORT, INTERCEPTOR = 1, 2
POLICIES = ("max_expected_pv", "nearest", "focus_fire", "spread")
# Columns of Packed.aircraft.
(SIDE, ROLE, ZONE, HIGH, FIRST_KIND, THEN_KIND, FIRST_BOMB, BOMBS, LOAD, WISH, ARC, FIRST_BASE, THEN_BASE, ENERGY,
 FIRST_BRACKET, THEN_BRACKET) = range(16)  # fmt: skip
# Columns of Packed.ground.
(G_SIDE, FIRES, BUSY, STILL, JUMP, IMMOBILE, IN_WATER, STOOD, MECH, SUBMERGED, DOUBLED, G_HIGH) = range(12)
# Columns of Packed.options.
(AT_ATTACK, PER_ATTACK, BY_MARGIN, POOLED, ONE_PASS, ONE_ENGAGEMENT, BOMBING_FIRES, LATE_THRUST, MOST_DROPPED,
 IMMOBILE_HELPS, SINGLE_ROLL, NATURAL, OUTSIDE_MOST, POLICY, IMMOBILE_MODIFIER, JUMP_MODIFIER) = range(16)  # fmt: skip


class Packed(NamedTuple):
    """A packed sortie. n aircraft, then g ground units: u = n + g units.

    cards: int64[u, CARD_COLUMNS]; settings, columns: see `rules.fighting_card`; start: int64[u], conditions; wanted:
    int64[u], overheat points; worth: int64[u]; values: int64[u], printed PV; aircraft: int64[n, 16]; ground:
    int64[g, 12]; options: int64[16]; loads: int64[bombs], types; bomb_base: int64[n, 2 modes, types], TN; damage,
    heat: int64[types, g]; plans: int64[plans, 7]; weights: int64[n, plans, g]; covers: int64[points, types, places];
    brackets, tokens, flak: int64[lines, g, 4]; distances: int64[lines, g]; fire_base: int64[g, n], TN of ground fire
    without range, heat and hits; steps_between, neighbours: int64[zones, zones]; rings: int64[zones]; speeds:
    int64[64]; tmm: int64[128], by Move; strafe: int64[2, tokens, points], by ENE; objective: bits of ground units;
    names: int64[u, 40], letters.
    """

    cards: np.ndarray
    settings: np.ndarray
    columns: np.ndarray
    start: np.ndarray
    wanted: np.ndarray
    worth: np.ndarray
    values: np.ndarray
    aircraft: np.ndarray
    ground: np.ndarray
    options: np.ndarray
    loads: np.ndarray
    bomb_base: np.ndarray
    damage: np.ndarray
    heat: np.ndarray
    plans: np.ndarray
    weights: np.ndarray
    covers: np.ndarray
    brackets: np.ndarray
    distances: np.ndarray
    tokens: np.ndarray
    flak: np.ndarray
    fire_base: np.ndarray
    steps_between: np.ndarray
    neighbours: np.ndarray
    rings: np.ndarray
    speeds: np.ndarray
    tmm: np.ndarray
    strafe: np.ndarray
    names: np.ndarray
    objective: int
    turns: int
    steps: int


def pack_sortie(shape: SortieShape, rulings: Any, catalog: Catalog, where: str) -> Packed:
    """Pack a `sortie` scenario."""
    book = Book(rulings, catalog)
    flown, ground = shape.flown(), shape.ground
    rows = [catalog.unit(one.unit, ("aerospace",), f"{where}, aircraft.unit") for one in flown]
    landed = [catalog.unit(one.unit, ("ground", "aerospace"), f"{where}, ground.unit") for one in ground]
    for one, row in (*zip(flown, rows, strict=True), *zip(ground, landed, strict=True)):
        _check(one, row, catalog, where)
    everyone: list[tuple[Any, Any]] = [*zip(flown, rows, strict=True), *zip(ground, landed, strict=True)]
    cards = [fighting_card(row, one.skill, book, f"{where}, {row.id}") for one, row in everyone]
    types = sorted({type_ for one in flown for type_ in one.bombs})
    force = Force(flown, rows, ground, landed, types, book, catalog, shape.game.table, where)
    settings = settings_of(book)
    natural, settings[TWELVE_COUNTS] = settings[TWELVE_COUNTS], 1  # extra rolls of submerged units go the same way
    zones = catalog.rows("zones")
    zone_names = [zone.zone for zone in zones]
    assert zone_names[0] == "central"
    apart = distances({zone.zone: zone.adjacent.split("|") for zone in zones})
    names = [*names_of(flown), *shape.names()]
    wanted = shape.game.objective or [n for n, one in zip(shape.names(), ground, strict=True) if one.side == "defender"]
    if not wanted:
        raise ScenarioError(f"{where}, game.objective: the defender has no unit on the ground; name an objective")
    fire = force.fire
    return Packed(
        cards=np.array(cards, np.int64),
        settings=np.array(settings, np.int64),
        columns=effect_columns(catalog),
        start=np.array([_start(one, row, book) for one, row in everyone], np.int64),
        wanted=np.array([one.overheat for one, _ in everyone], np.int64),
        worth=np.array([int(WEIGHT_SCALE * price_of(row)) for _, row in everyone], np.int64),
        values=np.array([value_of_card(row) for _, row in everyone], np.int64),
        aircraft=np.array(force.aircraft(zone_names), np.int64),
        ground=np.array(force.ground_columns(), np.int64),
        options=np.array(options_of(shape, book, natural), np.int64),
        loads=np.array([types.index(type_) for one in flown for type_ in one.bombs] or [0], np.int64),
        bomb_base=force.bomb_bases(),
        damage=force.effects(0),
        heat=force.effects(1),
        plans=force.plans.table(),
        weights=force.weights(),
        covers=force.plans.cover_table(),
        brackets=fire.brackets,
        distances=fire.distances,
        tokens=fire.tokens,
        flak=fire.flak,
        fire_base=force.fire_bases(),
        steps_between=np.array([[apart[a][b] for b in zone_names] for a in zone_names], np.int64),
        neighbours=np.array([[int(apart[a][b] == 1) for b in zone_names] for a in zone_names], np.int64),
        rings=np.array([zone.distance_to_central for zone in zones], np.int64),
        speeds=np.array(speed_table(str(rulings.zone_speed), where), np.int64),
        tmm=np.array([tmm_of_move(move, book.constants) for move in range(SEVEN + 1)], np.int64),
        strafe=force.strafe_table(),
        names=letters([name[:NAME_LETTERS] for name in names]),
        objective=sum(1 << number for number, name in enumerate(shape.names()) if name in wanted),
        turns=shape.game.turns,
        steps=steps_of(rulings),
    )


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
