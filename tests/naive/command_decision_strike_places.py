"""Where planes are and where they head in a strike (2.3.3k, 2.3.6a, b, 2.3.7.1a, 3.2.3j, k; B11).

Places are pairs of thousandths of an inch; a heading of h degrees goes from the y axis (0) towards the x axis (90).
"""

import math
from fractions import Fraction

from .command_decision_bombing_stands import Place

ROCKETS_FROM = Fraction(24)  # inches from the point (2.3.7.1a)
LAUNCH_CAP, SHORT_RANGE, SHORT_SHARE = Fraction(80), 100, Fraction(3, 4)  # 2.3.6a, b
OWN_EDGE_HEADING = {"south": 0, "west": 90, "north": 180, "east": 270}


def unit_vector(heading: float) -> tuple[Fraction, Fraction]:
    """The direction of a heading, both parts rounded to 12 decimals.

    >>> unit_vector(90)
    (Fraction(1, 1), Fraction(0, 1))
    """
    angle = math.radians(heading)
    return Fraction(str(round(math.sin(angle), 12))), Fraction(str(round(math.cos(angle), 12)))


def along(place: Place, inches: Fraction, heading: float) -> Place:
    """The place so many inches away in a direction, rounded to thousandths.

    >>> along((0, 1000), Fraction(24), 0)
    (0, 25000)
    """
    x, y = unit_vector(heading)
    return round(place[0] + 1000 * inches * x), round(place[1] + 1000 * inches * y)


def distance_squared(one: Place, other: Place) -> int:
    """Square of the distance in thousandths."""
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def is_within(one: Place, other: Place, inches: int) -> bool:
    """Whether two places are no farther apart than so many inches."""
    return distance_squared(one, other) <= (1000 * inches) ** 2


def direction(start: Place, end: Place) -> float:
    """Degrees of the direction from one place to another, not rounded."""
    return math.degrees(math.atan2(end[0] - start[0], end[1] - start[1]))


def bearing(plane: Place, heading: float, system: Place) -> float:
    """Bearing of a system from the nose of a plane."""
    if plane == system:
        return 0.0
    return round(direction(plane, system) - heading, 6)


class Table:
    """The rectangle of the table about [0, 0]; sizes in thousandths."""

    def __init__(self, width: int, depth: int):
        self.half = (Fraction(width, 2), Fraction(depth, 2))

    def holds(self, place: Place) -> bool:
        """Whether a place lies on the table, edges included."""
        return all(abs(part) <= half for part, half in zip(place, self.half, strict=True))

    def nearest(self, place: Place) -> Place:
        """The nearest place on the table, each coordinate by itself."""
        x, y = (round(max(-half, min(half, Fraction(part)))) for part, half in zip(place, self.half, strict=True))
        return x, y

    def inches_to_edge(self, place: Place, heading: float) -> Fraction:
        """How far it is from a place backwards, against a heading, to the edge."""
        reaches = []
        for part, towards, half in zip(place, unit_vector(heading), self.half, strict=True):
            if towards > 0:
                reaches.append((part + half) / towards)
            elif towards < 0:
                reaches.append((half - part) / -towards)
        return min(reaches) / 1000


def launch_inches(range_in: Fraction, edge: Fraction, ruling: str) -> Fraction:
    """Distance from which a guided weapon is launched (2.3.6a, b; B11; `asm_launch_distance`)."""
    if range_in >= SHORT_RANGE:
        return min(edge, LAUNCH_CAP)
    short = SHORT_SHARE * range_in
    return min(edge, short) if ruling == "min_edge_both" else short
