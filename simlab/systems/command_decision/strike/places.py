"""Where the planes of a strike come to stand: points, headings, places over the table (2.3.3, 2.3.6, 2.3.7)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from simlab.errors import ScenarioError
from simlab.systems.command_decision.rules.air_defence import Target
from simlab.systems.command_decision.rules.geometry import Point, point_at, thousandths, within
from simlab.systems.command_decision.rules.guided import GUIDED
from simlab.systems.command_decision.rules.guns import may_strafe
from simlab.systems.command_decision.rules.strikes import (
    EDGE_HEADINGS,
    HEADINGS,
    TableEdges,
    circle_about,
    direction_to,
    model_place,
    random_heading,
    scattered_about,
)
from simlab.systems.command_decision.rulings.strike import AlternativeDeclined, AlternativePointPolicy, AttackHeading
from simlab.systems.command_decision.stands import Book
from simlab.systems.command_decision.strike.attacks import Attacks
from simlab.systems.command_decision.strike.shapes import PlaneShape, StrikeShape


class Site(NamedTuple):
    """A plane over the table. choice: 0 its primary point, from 1 its alternatives; place: of the model (2.3.3k)."""

    choice: int
    point: Point
    heading: float
    place: Point


@dataclass(frozen=True)
class Plane:
    """A plane of a strike: its row, what AA sees of it, its points (the primary one first)."""

    number: int
    name: str
    shape: PlaneShape
    row: Any
    target: Target
    points: tuple[Point, ...]


Danger = Callable[[Plane, Site], Sequence[tuple[Point, Any]]]


class Places:
    """Lays out the points and sites of the planes of a scenario."""

    def __init__(self, shape: StrikeShape, rulings: Any, book: Book, attacks: Attacks, where: str) -> None:
        self.shape, self.rulings, self.book, self.attacks, self.where = shape, rulings, book, attacks, where
        width, depth = (thousandths(side) for side in shape.table.size_in)
        self.table = TableEdges((-(width // 2), -(depth // 2)), (width - width // 2, depth - depth // 2))
        self.stands = [point_at(stand.at) for stand in shape.stand]

    def planes(self) -> list[Plane]:
        """All planes, in order."""
        planes = []
        entries, names = self.shape.plane_entries(), self.shape.plane_names()
        for number, (entry, name) in enumerate(zip(entries, names, strict=True)):
            shape, where = self.shape.plane[entry], f"{self.where}, plane[{entry}]"
            row = self.book.catalog.unit(shape.unit, ("aircraft",), f"{where}.unit")
            fits = {
                key: getattr(row, key) if getattr(shape, key) is None else getattr(shape, key)
                for key in ("flares", "ecm", "irs")
            }
            self._check(shape, row, where)
            points = (point_at(shape.at), *self.alternatives(shape))
            planes.append(Plane(number, name, shape, row, Target(None, **fits), points))
        return planes

    def _check(self, shape: PlaneShape, row: Any, where: str) -> None:
        """Points on the table, and a fighter that may strafe (2.3.5.1a)."""
        for key, place in (("at", shape.at), ("alternative", shape.alternative)):
            if place is not None and not self.table.holds(point_at(place)):
                raise ScenarioError(f"{where}.{key}: {list(place)} lies off the table (table.size_in)")
        radius = thousandths(self.book.constants["alternative_radius_in"])
        if shape.load in GUIDED and shape.range_in is None and row.asm_range_in is None:
            raise ScenarioError(f"{where}.range_in: the row of {row.id} names no range of a guided weapon; write it")
        if shape.alternative is not None and not within(point_at(shape.alternative), point_at(shape.at), radius):
            raise ScenarioError(
                f"{where}.alternative: {list(shape.alternative)} lies more than {radius / 1000:g} in from "
                "plane.at (2.3.3b)"
            )
        if not shape.fighter:
            return
        others = self.shape.ground.enemy_aircraft or any(fighter.side == "enemy" for fighter in self.shape.fighter)
        if not may_strafe(True, row.gun_rof > 0, others):
            why = "an enemy plane or chopper is on the board" if others else f"{row.id} has no gun"
            raise ScenarioError(f"{where}.fighter: it may not strafe, {why} (2.3.5.1a)")

    def alternatives(self, plane: PlaneShape) -> list[Point]:
        """The point, or the equally likely points, that the opponent marks (2.3.3b): one or twelve."""
        if plane.alternative is not None:
            return [point_at(plane.alternative)]
        primary, radius_in = point_at(plane.at), self.book.constants["alternative_radius_in"]
        if self.rulings.alternative_declined == AlternativeDeclined.YES:
            return []
        policy = self.rulings.alternative_point_policy
        if policy == AlternativePointPolicy.RANDOM_WITHIN_24:
            return scattered_about(primary, radius_in, self.table)
        circle = circle_about(primary, radius_in, self.table)
        own = [
            place
            for place, stand in zip(self.stands, self.shape.stand, strict=True)
            if stand.side == "own" and within(place, primary, thousandths(radius_in))
        ]
        if policy == AlternativePointPolicy.LEAST_OWN_LOSS:
            losses = {place: self.attacks.losses(plane, place, False) for place in dict.fromkeys([*own, *circle])}
            return [min(losses, key=lambda place: (losses[place].enemy, -losses[place].own))]
        if policy == AlternativePointPolicy.ATTACKER_STANDS_IF_POSSIBLE and own:
            losses = {place: self.attacks.losses(plane, place, False) for place in dict.fromkeys(own)}
            return [max(losses, key=lambda place: losses[place].own - losses[place].enemy)]
        return [max(circle, key=self._distance_to_stands)]

    def _distance_to_stands(self, place: Point) -> int:
        return min((place[0] - stand[0]) ** 2 + (place[1] - stand[1]) ** 2 for stand in self.stands)

    def site(self, plane: Plane, choice: int, heading: float) -> Site:
        """Where the model stands for a point and a heading: over it, 24 in away, or at the launch point (2.3.3k)."""
        point = plane.points[choice]
        reach = plane.shape.range_in if plane.shape.range_in is not None else plane.row.asm_range_in
        place = model_place(plane.shape.load, reach, point, heading, self.table, self.rulings, self.book.constants)
        return Site(choice, point, heading, place)

    def sites(self, plane: Plane, choice: int, danger: Danger) -> list[Site]:
        """One site, or one for each face of the heading die (ruling attack_heading).

        danger: (plane, site) -> for each system with a missile limited in arc its place and the chance that a shot at
        the plane at this site aborts it, whatever the arc.
        """
        if plane.shape.heading_deg is not None:
            return [self.site(plane, choice, plane.shape.heading_deg)]
        if self.rulings.attack_heading == AttackHeading.FROM_OWN_EDGE:
            return [self.site(plane, choice, EDGE_HEADINGS[self.shape.table.own_edge])]
        if self.rulings.attack_heading == AttackHeading.OWNER_BEST:
            best = self._nose_to_worst(plane, choice, danger)
            if best is not None:
                return [best]
        return [self.site(plane, choice, random_heading(die)) for die in range(1, HEADINGS + 1)]

    def _nose_to_worst(self, plane: Plane, choice: int, danger: Danger) -> Site | None:
        """Nose to the most dangerous infrared system; None where there is none to fear."""
        point = plane.points[choice]
        worst, best = 0, None
        for number, (place, _) in enumerate(danger(plane, self.site(plane, choice, 0.0))):
            if place == point:
                continue
            site = self.site(plane, choice, direction_to(point, place))
            chance = danger(plane, site)[number][1]
            if chance > worst:
                worst, best = chance, site
        return best
