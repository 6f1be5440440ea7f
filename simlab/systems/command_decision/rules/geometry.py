"""Where things lie on the table, in whole thousandths of an inch: an edge that touches, touches.

Inches of a scenario are rounded once, as they are written there; from there on all is compared as integers, so no
answer hangs on the last bit of a floating-point number.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

Point = tuple[int, int]  # x and y in thousandths of an inch
THOUSANDTHS = 1000  # of an inch, to the inch


@lru_cache(maxsize=4096)
def thousandths(inches: float) -> int:
    """Inches as whole thousandths, the nearest (a half goes to the even one).

    The decimal as it is written counts, not the binary number next to it: 0.5015 is a half, for all that times 1000 it
    is a hair less in floating point.

    >>> thousandths(1.5), thousandths(0.1 + 0.2), thousandths(-6), thousandths(0.5015)
    (1500, 300, -6000, 502)
    """
    return round(Fraction(repr(float(inches))) * THOUSANDTHS)


def point_at(inches: tuple[float, float]) -> Point:
    """A place on the table from its two coordinates in inches."""
    return thousandths(inches[0]), thousandths(inches[1])


def within(place: Point, centre: Point, radius: int) -> bool:
    """Does a place lie in the circle, its edge included (2.3.4a, 3.1.1.3c: centres within 6 in of the counter)?

    >>> within((3600, 4800), (0, 0), 6000), within((3601, 4800), (0, 0), 6000)
    (True, False)
    """
    across, along = place[0] - centre[0], place[1] - centre[1]
    return across * across + along * along <= radius * radius


def squares_touch(one: Point, one_side: int, other: Point, other_side: int) -> bool:
    """Do two squares of these centres and sides, parallel to the axes, share a point, edges and corners included?

    A stand is touched when any part of it lies in or on the area (3.1.1.4a).

    >>> squares_touch((0, 0), 2000, (1500, 0), 1000), squares_touch((0, 0), 2000, (1501, 0), 1000)
    (True, False)
    """
    reach = one_side + other_side  # twice the greatest distance of two centres that still touch
    return 2 * abs(one[0] - other[0]) <= reach and 2 * abs(one[1] - other[1]) <= reach


def square_inside(inner: Point, inner_side: int, outer: Point, outer_side: int) -> bool:
    """Does the inner square lie wholly in the outer one, edges included (ruling standard_area_hits)?

    >>> square_inside((500, 0), 1000, (0, 0), 2000), square_inside((501, 0), 1000, (0, 0), 2000)
    (True, False)
    """
    room = outer_side - inner_side  # twice the greatest distance of the centres
    return 2 * abs(inner[0] - outer[0]) <= room and 2 * abs(inner[1] - outer[1]) <= room
