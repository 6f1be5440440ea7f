"""The bombs of a run in the order in which they fall: points, checks, target numbers (AS-5.5, AS-5.6, AS-1.12)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from simlab.catalog import Catalog
from simlab.errors import ScenarioError
from simlab.systems.alpha_strike.attack.layout import Placed, attacker_of, attacker_row, bombs_of
from simlab.systems.alpha_strike.attack.shapes import MOST_BOMBS, StruckShape
from simlab.systems.alpha_strike.attack.struck import target_of
from simlab.systems.alpha_strike.rules.geometry import INCH, TOLERANCE, Path, Point
from simlab.systems.alpha_strike.rules.stores import slots_taken
from simlab.systems.alpha_strike.rules.to_hit import (
    artillery_number,
    base_number,
    bomb_number,
    movement_modifier,
    range_bracket,
)
from simlab.systems.alpha_strike.rulings.declaring import (
    AltitudeBombsPerPoi,
    AltitudePoiSpacing,
    AltitudeSplit,
    Ruleset,
)
from simlab.systems.alpha_strike.tables import modifiers
from simlab.systems.alpha_strike.units import Aerospace, Ground

TORPEDO = "torpedo"


class Drop(NamedTuple):
    """One bomb: its row of bombs.csv, the point it is aimed at, its target number."""

    bomb: Any
    point: Point
    target: int


class Sorted(NamedTuple):
    """A bomb type and its point, before target numbers."""

    type: str
    point: Point


def released(shape: Any, path: Path, rulings: Any, catalog: Catalog, where: str) -> list[Sorted]:
    """The bombs that fall, in order, each with its point; checked against all that section 5 asks. Spent (AS-9.7).

    Torpedoes run after all bombs: they do not scatter, so the scatter of others never follows them.
    """
    kind, constants = shape.attack, {row.name: row.value for row in catalog.rows("constants")}
    row = attacker_row(shape.attacker, catalog, where)
    if shape.bombs and shape.bombs[0].at is not None:
        order = [Sorted(bomb.type, path.place(bomb.at)) for bomb in shape.bombs for _ in range(bomb.count)]
    else:
        order = _dealt_out(shape, path, rulings, where)
    if len(order) > MOST_BOMBS:
        raise ScenarioError(f"{where}, bombs: {len(order)} of them; at most {MOST_BOMBS} can be played")
    for drop in order:
        if path.is_off(drop.point):
            ahead, right = drop.point.inches()
            raise ScenarioError(
                f"{where}, bombs: the point {ahead:g} in along the path, {right:g} beside it lies off the table (G-1)"
            )
    by_armor = isinstance(row, Ground)
    if not by_armor and kind != "artillery":
        _check_on_path(order, path, where)
    if kind == "altitude":
        order = sorted(order, key=lambda drop: drop.point.s.a)
        _check_altitude(order, rulings, constants, where)
    elif kind == "dive" and len({drop.point for drop in order}) > 1:
        raise ScenarioError(f"{where}, bombs: a dive has one point of impact (AS-5.6)")
    order = sorted(order, key=lambda drop: drop.type == TORPEDO)
    _check_load(order, row, shape, path, rulings, catalog, where)
    if rulings.max_bombs_per_attack != "all_carried":
        order = order[: int(rulings.max_bombs_per_attack)]
    return order


def _dealt_out(shape: Any, path: Path, rulings: Any, where: str) -> list[Sorted]:
    """Bombs without places of their own: all on the one point of a dive, or shared out (ruling altitude_split)."""
    types = bombs_of(shape)
    if not shape.points:
        raise ScenarioError(f"{where}, points: no bomb has a place; give bombs at = [x, y], points, or placement")
    points = sorted((path.place(point) for point in shape.points), key=lambda point: point.s.a)
    if shape.attack == "dive":
        if len(points) > 1:
            raise ScenarioError(f"{where}, points: a dive has one point of impact (AS-5.6)")
        return [Sorted(type_, points[0]) for type_ in types]
    return [Sorted(type_, point) for type_, point in zip(types, _shares(types, points, rulings, where), strict=True)]


def _shares(types: Sequence[str], points: Sequence[Point], rulings: Any, where: str) -> list[Point]:
    count, places = len(types), len(points)
    if count < places:
        raise ScenarioError(f"{where}, bombs: {count} for {places} points; each takes one at least (AS-5.5)")
    if rulings.altitude_split == AltitudeSplit.EXPLICIT_LIST and count > places:
        raise ScenarioError(f"{where}, bombs: altitude_split = explicit_list asks for at = [x, y] with every bomb")
    if rulings.altitude_split == AltitudeSplit.ALL_EXTRA_ON_FIRST:
        numbers = [count - places + 1] + [1] * (places - 1)
    else:
        numbers = [count // places + (place < count % places) for place in range(places)]
    return [point for point, number in zip(points, numbers, strict=True) for _ in range(number)]


def _check_on_path(order: Sequence[Sorted], path: Path, where: str) -> None:
    for drop in order:
        beyond = path.length is not None and not -TOLERANCE <= drop.point.s.a <= path.length + TOLERANCE
        if abs(drop.point.t.a) > TOLERANCE or beyond:
            ahead, right = drop.point.inches()
            raise ScenarioError(
                f"{where}, bombs: the point {ahead:g} in along the path, {right:g} in beside it is not on it (AS-4.6)"
            )


def _check_altitude(order: Sequence[Sorted], rulings: Any, constants: dict[str, float], where: str) -> None:
    """Number, spacing and bombs of the points of an altitude run (AS-5.5, G-6)."""
    places = sorted({drop.point.s.a for drop in order})
    least, spacing = rulings.altitude_min_pois, round(constants["poi_spacing_in"] * INCH)
    if len(places) < least:
        raise ScenarioError(
            f"{where}, bombs: {len(places)} point of impact; altitude bombing asks for {least} or more "
            "(AS-5.5; ruling altitude_min_pois)"
        )
    for before, after in pairwise(places):
        gap, rule = after - before, rulings.altitude_poi_spacing
        near = rule != AltitudePoiSpacing.AT_MOST_2 and gap < spacing - TOLERANCE
        far = rule != AltitudePoiSpacing.AT_LEAST_2 and gap > spacing + TOLERANCE
        if near or far:
            raise ScenarioError(
                f"{where}, bombs: points {gap / INCH:g} in apart (AS-5.5; ruling altitude_poi_spacing = "
                f"{rule.name.lower()})"
            )
    if rulings.altitude_bombs_per_poi == AltitudeBombsPerPoi.EXACTLY_1 and len(order) > len(places):
        raise ScenarioError(f"{where}, bombs: altitude_bombs_per_poi = exactly_1, but a point has several (AS-5.5)")


def _check_load(
    order: Sequence[Sorted], row: Any, shape: Any, path: Path, rulings: Any, catalog: Catalog, where: str
) -> None:
    """What may be carried and dropped: types, slots, battle armor (AS-1.10, AS-1.12)."""
    for drop in order:
        bomb = catalog.row("bombs", drop.type, f"{where}, bombs.type")
        if shape.attack not in bomb.attack.split("|"):
            raise ScenarioError(
                f"{where}, bombs.type: {bomb.key} is no bomb of a {shape.attack} run ({bomb.attack}; {bomb.targets})"
            )
    if row is None:
        return
    slots = row.slots if isinstance(row, Aerospace) else _armor_slots(row)
    pods = sum(strike.pods for strike in getattr(shape, "strikes", None) or ())  # a slot each, as bombs (AS-9.6)
    used = slots_taken([catalog.row("bombs", drop.type, where) for drop in order]) + pods
    if isinstance(row, Ground):
        _check_battle_armor(order, shape, path, rulings, where)
    if used > slots:
        carried = "bombs and rocket pods" if pods else "bombs"
        raise ScenarioError(f"{where}, bombs: {used} slots of {carried}; {row.id} has BOMB{slots} (AS-1.10)")


def _armor_slots(row: Any) -> int:
    from simlab.systems.alpha_strike.rules.values import number_of

    return number_of(row.specials, "BOMB")


def _check_battle_armor(order: Sequence[Sorted], shape: Any, path: Path, rulings: Any, where: str) -> None:
    """Battle armor: dive bombing with cluster bombs, on its own place (asce: within 2 in) (AS-1.12)."""
    if shape.attack != "dive":
        raise ScenarioError(f"{where}, attack: battle armor makes no {shape.attack} run (AS-1.12)")
    if any(drop.type != "cluster" for drop in order):
        raise ScenarioError(f"{where}, bombs.type: battle armor carries cluster bombs only (AS-1.12)")
    if shape.attacker.at is not None:
        own, aim = path.place(shape.attacker.at), order[0].point
        reach = 2 * INCH if rulings.ruleset == Ruleset.ASCE else 0
        away = (own.s.a - aim.s.a) ** 2 + (own.t.a - aim.t.a) ** 2
        if away > (reach + TOLERANCE) ** 2:
            raise ScenarioError(f"{where}, bombs.at: battle armor bombs the place where it hovers (AS-1.12)")


def drops_of(shape: Any, path: Path, units: Sequence[Placed], rulings: Any, catalog: Catalog, where: str) -> list[Drop]:
    """The bombs of a run with their target numbers (AS-6.1, AS-6.2, AS-6.4)."""
    return with_numbers(released(shape, path, rulings, catalog, where), shape, units, rulings, catalog, where)


def with_numbers(
    order: Sequence[Sorted], shape: Any, units: Sequence[Placed], rulings: Any, catalog: Catalog, where: str
) -> list[Drop]:
    """Target numbers for bombs whose points are known."""
    figures = modifiers(catalog.rows("to_hit"), rulings.ruleset)
    attacker = attacker_of(shape.attacker, attacker_row(shape.attacker, catalog, where))
    base = base_of(shape.attack, shape.attacker, attacker, rulings, figures, where)
    drops = []
    for drop in order:
        bomb = catalog.row("bombs", drop.type, f"{where}, bombs.type")
        own = bomb.to_hit_mod + (bomb.painted_to_hit_mod if shape.attacker.painted else 0)
        immobile = any(unit.immobile and unit.place == drop.point for unit in units)
        if shape.attack == "artillery":
            number = artillery_number(base, own, immobile, rulings, figures)
        elif bomb.scatters:
            number = bomb_number(base, bomb.key == "cluster", own, immobile, rulings, figures)
        else:
            number = base + own + _movement(shape, drop.point, units, rulings, figures, catalog, where)
        drops.append(Drop(bomb, drop.point, number))
    return drops


def torpedoed(point: Point, units: Sequence[Placed]) -> int | None:
    """Number of the unit that a torpedo on this point is after: the first there in or under water (AS-9.6)."""
    found = (number for number, unit in enumerate(units) if unit.wet and unit.aboard < 0 and unit.place == point)
    return next(found, None)


def _movement(
    shape: Any, point: Point, units: Sequence[Placed], rulings: Any, figures: Any, catalog: Catalog, where: str
) -> int:
    """Target movement of the unit that a torpedo is after (AS-9.6)."""
    number = torpedoed(point, units)
    if number is None:
        raise ScenarioError(f"{where}, bombs: a torpedo finds no unit in or under water on its point (AS-9.6)")
    target, constants = shape.target[number], {row.name: row.value for row in catalog.rows("constants")}
    told = target if isinstance(target, StruckShape) else StruckShape(**target.model_dump())
    return movement_modifier(target_of(told, units[number]), rulings, figures, constants)


def base_of(kind: str, shape: Any, attacker: Any, rulings: Any, figures: Any, where: str) -> int:
    """What every roll of this attack shares; ScenarioError for an altitude or modifiers that cannot be."""
    try:
        bracket = range_bracket(kind, shape.altitude, rulings)
    except ValueError as problem:
        raise ScenarioError(f"{where}, attacker.altitude: {problem}") from None
    try:
        return base_number(kind, attacker, bracket, rulings, figures)
    except ValueError as problem:
        raise ScenarioError(f'{where}, rulings.attack_mods: "{rulings.attack_mods}"; {problem}') from None
