"""A plane strike turn step by step: marking, selection, where planes are, patrols, morale (2.1 to 2.3).

Everything here is asked while a scenario is packed. Places are whole thousandths of an inch, headings degrees from the
y axis of the table towards its x axis.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from simlab.systems.command_decision.rules.geometry import THOUSANDTHS, Point, thousandths, within
from simlab.systems.command_decision.rules.guided import GUIDED, launch_distance
from simlab.systems.command_decision.rulings.strike import FacAndSmokeTogether, RangeMeasuredTo

HEADINGS, HEADING_STEP, FIRST_HEADING = 36, 10.0, 2.5
EDGE_HEADINGS = {"south": 0.0, "west": 90.0, "north": 180.0, "east": 270.0}  # away from that edge
ANGLE_DIGITS, UNIT_DIGITS = 6, 12


class TableEdges(NamedTuple):
    """The table: lowest and highest x and y in thousandths of an inch."""

    low: Point
    high: Point

    def holds(self, place: Point) -> bool:
        """Is this place on the table, its edge included?"""
        return self.nearest(place) == place

    def nearest(self, place: Point) -> Point:
        """The place on the table nearest to this one."""
        x, y = (min(max(place[axis], self.low[axis]), self.high[axis]) for axis in (0, 1))
        return x, y


def unit_vector(heading: float) -> tuple[float, float]:
    """The direction of a heading.

    >>> unit_vector(0), unit_vector(90), unit_vector(180)
    ((0.0, 1.0), (1.0, 0.0), (0.0, -1.0))
    """
    angle = math.radians(heading)
    return round(math.sin(angle), UNIT_DIGITS), round(math.cos(angle), UNIT_DIGITS)


def place_along(start: Point, heading: float, inches: float) -> Point:
    """The place so many inches from another along a heading.

    >>> place_along((0, 0), 90, 24), place_along((1000, 1000), 0, -24)
    ((24000, 0), (1000, -23000))
    """
    across, along = unit_vector(heading)
    return start[0] + thousandths(inches * across), start[1] + thousandths(inches * along)


def random_heading(die: int) -> float:
    """The heading that a die of 36 sides names: none of them lies on a limit of an arc seen along an axis or diagonal.

    >>> random_heading(1), random_heading(36)
    (2.5, 352.5)
    """
    return FIRST_HEADING + HEADING_STEP * (die - 1)


def direction_to(start: Point, other: Point) -> float:
    """The heading from one place to another, 0 to below 360; 0 where they are one.

    >>> direction_to((0, 0), (1, 1)), direction_to((0, 0), (-1, 0))
    (45.0, 270.0)
    """
    angle = math.degrees(math.atan2(other[0] - start[0], other[1] - start[1]))
    return round(angle % 360, ANGLE_DIGITS) % 360


def bearing_of(place: Point, heading: float, other: Point) -> float:
    """Degrees off the nose of a plane at which it has another place; 0 where they are one.

    >>> bearing_of((0, 0), 90, (0, 5)), bearing_of((0, 0), 90, (0, 0))
    (-90.0, 0.0)
    """
    if place == other:
        return 0.0
    across, along = other[0] - place[0], other[1] - place[1]
    return round(math.degrees(math.atan2(across, along)) - heading, ANGLE_DIGITS)


def distance_in(one: Point, other: Point) -> float:
    """Distance in inches.

    >>> distance_in((0, 0), (3000, 4000))
    5.0
    """
    across, along = one[0] - other[0], one[1] - other[1]
    return math.sqrt(across * across + along * along) / THOUSANDTHS


def range_to_plane(system: Point, place: Point, point: Point, rulings: Any) -> float:
    """Range of an AA system to a plane at ``place`` that attacks ``point`` (ruling range_measured_to).

    The model stands over its counter (3.1.1.1a, 2.3.3k), 24 in away with rockets (2.3.7.1a), at the launch point with
    missiles (2.3.6a): that is what makes ranges differ.
    """
    model, target = distance_in(system, place), distance_in(system, point)
    if rulings.range_measured_to == RangeMeasuredTo.MODEL_POSITION:
        return model
    return target if rulings.range_measured_to == RangeMeasuredTo.TARGET_POINT else min(model, target)


def model_place(
    load: str, reach_in: float | None, point: Point, heading: float, table: TableEdges, rulings: Any,
    constants: Mapping[str, float],
) -> Point:  # fmt: skip
    """Where the model of a plane stands when it attacks a point along a heading (2.3.3k).

    Over it with bombs and guns (3.1.1.1a), 24 in away with rockets (2.3.7.1a), at the launch point with a guided weapon
    of this reach (2.3.6a).
    """
    if load == "rockets":
        return place_along(point, heading, -constants["rocket_range_in"])
    if load in GUIDED:
        assert reach_in is not None
        edge = edge_behind(point, heading, table)
        return place_along(point, heading, -launch_distance(reach_in, edge, rulings, constants))
    return point


def edge_behind(point: Point, heading: float, table: TableEdges) -> float:
    """Inches from a point on the table back along a heading to where the line leaves the table (2.3.6a).

    >>> edge_behind((0, 0), 0, TableEdges((-36000, -24000), (36000, 24000)))
    24.0
    """
    ways = []
    for axis, forward in enumerate(unit_vector(heading)):
        if forward > 0:
            ways.append((point[axis] - table.low[axis]) / forward)
        elif forward < 0:
            ways.append((point[axis] - table.high[axis]) / forward)
    return min(ways) / THOUSANDTHS


def circle_about(point: Point, inches: float, table: TableEdges) -> list[Point]:
    """36 places so far from a point, every 10 degrees from the y axis on, those off the table moved to its edge."""
    return [table.nearest(place_along(point, 10.0 * step, inches)) for step in range(36)]


def scattered_about(point: Point, inches: float, table: TableEdges) -> list[Point]:
    """12 places that stand for equal parts of the circle: by turns at sqrt(1/4) and sqrt(3/4) of its radius."""
    places = []
    for step in range(12):
        part = math.sqrt(0.75 if step % 2 else 0.25) * inches
        places.append(table.nearest(place_along(point, 30.0 * step + 15, part)))
    return places


def primary_faces(fac: bool, smoke: bool, rulings: Any, constants: Mapping[str, float]) -> int:
    """Highest selection die with which the primary point is attacked: 8 (2.3.3c), 9 with FAC or smoke (2.3.3e).

    smoke: the point has been marked, which only artillery named for it can do where the scenario allows it (2.3.3f,
    2.3.3g); harassment fire cannot (2.3.3i), and marking has no other effect (2.3.3j).
    """
    if not (fac or smoke):
        return int(constants["selection_primary_faces"])
    together = fac and smoke and rulings.fac_and_smoke_together == FacAndSmokeTogether.YES
    return int(constants["selection_primary_faces_marked"]) + together


def marking_succeeds_to(
    battery: str, dedicated: bool, quality: str, suppressed: bool, response: Mapping[str, int]
) -> int:
    """Highest die with which a marking battery marks: an IDF request of the base game (2.3.3h, part D1).

    >>> table = {"supporting": 3, "dedicated_battery": 2, "elite_or_veteran": 1, "trained_or_green": -1}
    >>> marking_succeeds_to("supporting", True, "veteran", False, table)
    6
    """
    succeeds = response[battery] + (response["dedicated_battery"] if dedicated else 0)
    if quality in ("elite", "veteran"):
        succeeds += response["elite_or_veteran"]
    if quality in ("trained", "green"):
        succeeds += response["trained_or_green"]
    return min(max(succeeds + (response["suppressed"] if suppressed else 0), 0), 10)


def patrols_left(enemies: Sequence[Point], owns: Sequence[Point], radius: int) -> list[Point]:
    """Enemy fighters on patrol that no own fighter cancels: each cancels the first one within the radius of it.

    >>> patrols_left([(0, 0), (50, 0)], [(10, 0)], 20)
    [(50, 0)]
    """
    left = list(enemies)
    for own in owns:
        near = [enemy for enemy in left if within(enemy, own, radius)]
        if near:
            left.remove(near[0])
    return left


def checks_near(impacts: Sequence[Point], checks: Sequence[Point], radius: int) -> int:
    """Bits of the morale checks within the radius of an impact point, not of the launch point (2.3.8a, 2.3.8b).

    >>> checks_near([(0, 0)], [(12000, 0), (12001, 0)], 12000)
    1
    """
    return sum(
        1 << number for number, place in enumerate(checks) if any(within(place, impact, radius) for impact in impacts)
    )
