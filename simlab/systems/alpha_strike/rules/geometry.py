"""Where things lie: paths, lanes, scatter and areas (section 21), in whole billionths of an inch.

Distances come from steps of 60 degrees, whose sine holds the root of 3. A number is kept as a pair (a, b) of integers,
worth a + b * sqrt(3) billionths, and compared exactly: a distance of exactly 6 in is exactly 6 in. The tolerance of
1e-9 in that section 21 allows (towards "inside", for an exclusive edge towards "outside") is one billionth.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

INCH = 1_000_000_000  # billionths
TOLERANCE = 1
ROOT_3 = math.sqrt(3)
FAR = 1000  # billionths: far more than a float is wrong by, so nothing near an edge counts as plainly too far
COSINES = {0: (2, 0), 30: (0, 1), 60: (1, 0), 90: (0, 0), 120: (-1, 0), 150: (0, -1), 180: (-2, 0)}  # doubled


@lru_cache(4096)  # a table has few lengths, and each is asked for thousands of times
def billionths(inches: float) -> int:
    """Inches as whole billionths, the nearest; the decimal as it is written counts.

    >>> billionths(1.5), billionths(0.1 + 0.2)
    (1500000000, 300000000)
    """
    return round(Fraction(repr(float(inches))) * INCH)


class Number(NamedTuple):
    """a + b * sqrt(3) billionths of an inch."""

    a: int
    b: int = 0

    def sign(self) -> int:
        """-1, 0 or 1, exactly.

        >>> Number(-7, 4).sign(), Number(7, -4).sign(), Number(0, 0).sign()
        (-1, 1, 0)
        """
        a, b = self
        if a >= 0 and b >= 0:
            return 1 if a or b else 0
        if a <= 0 and b <= 0:
            return -1
        square = a * a - 3 * b * b  # of opposite signs: the larger square wins
        return 0 if square == 0 else (1 if a > 0 else -1) * (1 if square > 0 else -1)


class Point(NamedTuple):
    """A place in the path frame: s ahead along the path, t to its right (G-2)."""

    s: Number
    t: Number

    def inches(self) -> tuple[float, float]:
        """Both coordinates in inches, as floats."""
        return ((self.s.a + self.s.b * math.sqrt(3)) / INCH, (self.t.a + self.t.b * math.sqrt(3)) / INCH)


def place(at: tuple[float, float]) -> Point:
    """A place from its two coordinates in inches."""
    return Point(Number(billionths(at[0])), Number(billionths(at[1])))


def scattered(point: Point, bearing: float, distance: int) -> Point:
    """The place a distance (billionths) away, at a bearing in degrees clockwise from the path (G-7).

    Exact at multiples of 30 degrees, else rounded to a billionth of an inch.

    >>> scattered(place((0, 0)), -60, 4 * INCH).t == Number(0, -2 * INCH)
    True
    """
    across = (bearing + 270) % 360  # the sine of a bearing is the cosine of the bearing less 90 degrees
    return Point(_moved(point.s, bearing, distance), _moved(point.t, across, distance))


def _moved(start: Number, bearing: float, distance: int) -> Number:
    angle = bearing % 360
    folded = 360 - angle if angle > 180 else angle
    if folded in COSINES and distance % 2 == 0:
        whole, root = COSINES[int(folded)]
        return Number(start.a + distance // 2 * whole, start.b + distance // 2 * root)
    return Number(start.a + round(distance * math.cos(math.radians(bearing))), start.b)


def is_within(unit: Point, impact: Point, radius: int, exclusive: bool = False) -> bool:
    """Is a unit within ``radius`` billionths of an impact (AS-9.4, G-8)? Exclusive: nearer than that.

    >>> edge = scattered(place((0, 0)), 60, 2 * INCH)
    >>> is_within(place((0, 0)), edge, 2 * INCH), is_within(place((0, 0)), edge, 2 * INCH, exclusive=True)
    (True, False)
    """
    reach = radius - TOLERANCE if exclusive else radius + TOLERANCE
    if reach < 0:
        return False
    (ahead_a, ahead_b), (right_a, right_b) = unit.s, unit.t
    (impact_a, impact_b), (across_a, across_b) = impact
    ahead_a, ahead_b, right_a, right_b = ahead_a - impact_a, ahead_b - impact_b, right_a - across_a, right_b - across_b
    far = reach + FAR  # most units are plainly too far away in one of the two directions
    if abs(ahead_a + ahead_b * ROOT_3) > far or abs(right_a + right_b * ROOT_3) > far:
        return False
    whole = ahead_a**2 + 3 * ahead_b**2 + right_a**2 + 3 * right_b**2 - reach**2
    nearer = Number(whole, 2 * (ahead_a * ahead_b + right_a * right_b)).sign()
    return nearer < 0 if exclusive else nearer <= 0


def in_lane(unit: Point, start: int, length: int, half_width: int, base_radius: int = 0) -> bool:
    """Does a unit lie in a strafed stretch (AS-5.3, G-5)? base_radius: of its base where any part of it counts.

    Without a base the centre counts, edges included; with one, its distance from the rectangle. All in billionths.

    >>> in_lane(place((10, 1)), 0, 10 * INCH, INCH), in_lane(place((10.001, 1)), 0, 10 * INCH, INCH)
    (True, False)
    """
    beyond_s = max(start - unit.s.a, unit.s.a - start - length, 0)
    beyond_t = max(abs(unit.t.a) - half_width, 0)
    reach = base_radius + TOLERANCE
    if base_radius == 0:
        return beyond_s <= reach and beyond_t <= reach
    return beyond_s**2 + beyond_t**2 <= reach**2


def on_path(unit: Point, length: int | None, half_width: int, base_radius: int = 0) -> bool:
    """May a unit be struck: near enough to the path, between its ends (AS-5.4, G-4)? length None: no ends."""
    reach = base_radius + TOLERANCE
    if abs(unit.t.a) > half_width + reach:
        return False
    return length is None or -reach <= unit.s.a <= length + reach


class Path(NamedTuple):
    """A flight path over a table: entry point, heading in degrees, length in billionths; size of the table in inches.

    Without a table (``table`` None) the layout is given in the path frame; ``length`` None: a path without ends (G-1).
    """

    entry: tuple[float, float] = (0.0, 0.0)
    heading: float = 0.0
    length: int | None = None
    table: tuple[float, float] | None = None

    def place(self, at: tuple[float, float]) -> Point:
        """A place of the table frame in the path frame (G-2)."""
        if self.table is None:
            return place(at)
        sine, cosine = turn(self.heading)
        x, y = at[0] - self.entry[0], at[1] - self.entry[1]
        return Point(Number(round((x * sine + y * cosine) * INCH)), Number(round((x * cosine - y * sine) * INCH)))

    def on_table(self, point: Point) -> tuple[float, float]:
        """A place of the path frame in the table frame."""
        sine, cosine = turn(self.heading)
        s, t = point.inches()
        return self.entry[0] + s * sine + t * cosine, self.entry[1] + s * cosine - t * sine

    def is_off(self, point: Point) -> bool:
        """Is a place off the table? The edge belongs to the table (AS-7.8, G-7)."""
        if self.table is None:
            return False
        x, y = self.on_table(point)
        slack = TOLERANCE / INCH
        return not (-slack <= x <= self.table[0] + slack and -slack <= y <= self.table[1] + slack)

    def clamped(self, aim: Point, impact: Point) -> Point:
        """The last place on the table of the line from an aim point to an impact (ruling scatter_off_map)."""
        assert self.table is not None
        start, end = self.on_table(aim), self.on_table(impact)
        share = 1.0
        for low, high, size in zip(start, end, self.table, strict=True):
            if high < 0:
                share = min(share, low / (low - high))
            elif high > size:
                share = min(share, (size - low) / (high - low))
        return self.place((start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])))


def turn(heading: float) -> tuple[float, float]:
    """Sine and cosine of a heading; of the four quarters without rounding."""
    if heading % 90 == 0:
        return {0: (0.0, 1.0), 90: (1.0, 0.0), 180: (0.0, -1.0), 270: (-1.0, 0.0)}[int(heading % 360)]
    return math.sin(math.radians(heading)), math.cos(math.radians(heading))


def path_over(p0: tuple[float, float], heading: float, table: tuple[float, float]) -> Path | None:
    """The path through a place with a heading, from the edge it enters by; None when it crosses no table (G-2).

    >>> path = path_over((24, 10), 0, (48, 48))
    >>> path.entry, path.length == 48 * INCH
    ((24.0, 0.0), True)
    """
    sine, cosine = turn(heading)
    enters, leaves = -math.inf, math.inf
    for start, step, size in ((p0[0], sine, table[0]), (p0[1], cosine, table[1])):
        if abs(step) < 1e-15:
            if not 0 <= start <= size:
                return None
            continue
        ends = sorted(((0 - start) / step, (size - start) / step))
        enters, leaves = max(enters, ends[0]), min(leaves, ends[1])
    length = round((leaves - enters) * INCH)
    if length <= TOLERANCE:
        return None
    return Path((p0[0] + enters * sine, p0[1] + enters * cosine), heading, length, table)
