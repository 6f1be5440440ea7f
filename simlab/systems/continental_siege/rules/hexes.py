"""Hexes: numbers on the map, distance, facing, the forward arc (section 4 of the rules page).

Boards are kept in axial coordinates (q, r): q grows eastwards, r southwards. A four-digit number CCRR means a hex only
together with a codec: ``even_low`` (the document's example, 11.041) or ``odd_low`` (the published map).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

from simlab.errors import ScenarioError
from simlab.jit import rule

Hex = tuple[int, int]  # axial q, r

CODECS = ("even_low", "odd_low")
NORTH, NORTH_EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, NORTH_WEST = range(6)  # directions, clockwise
DIRECTIONS: tuple[Hex, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
# A facing is the corner between directions f and f + 1 (11.04).
FACINGS = ("NE", "E", "SE", "SW", "W", "NW")
SIDES = 6


def axial(label: str, codec: str) -> Hex:
    """The axial coordinates of a hex number such as 0508.

    >>> axial("0508", "even_low"), axial("1403", "odd_low")
    ((4, 5), (13, -5))
    """
    if len(label) != 4 or not label.isdigit():
        raise ScenarioError(f'hex "{label}": a hex number has four digits, column and row, such as 0801')
    q, row = int(label[:2]) - 1, int(label[2:]) - 1
    return q, row - _shift(q, codec)


def label(place: Hex, codec: str) -> str:
    """The hex number of axial coordinates; columns and rows outside 1..99 stand with their sign.

    >>> label((4, 5), "even_low"), label((7, -6), "even_low")
    ('0508', '08-2')
    """
    q, r = place
    return f"{q + 1:02d}{r + 1 + _shift(q, codec):02d}"


def column_row(place: Hex, codec: str) -> tuple[int, int]:
    """Column and row, from 1, of axial coordinates, on the map or off it."""
    q, r = place
    return q + 1, r + 1 + _shift(q, codec)


def _shift(q: int, codec: str) -> int:
    """How many rows lie between a column's first hex and r = 0."""
    if codec not in CODECS:
        raise ScenarioError(f'codec "{codec}"; options: {", ".join(CODECS)}')
    return (q if codec == "even_low" else q + 1) // 2


@rule
def distance(dq, dr):
    """Hexes between two places that differ by (dq, dr) (4.1, B4).

    >>> distance(4, -1), distance(-2, -6), distance(0, 0)
    (4, 8, 0)
    """
    return max(abs(dq), abs(dr), abs(dq + dr))


@rule
def along_front(dq, dr, facing):
    """The steps a into front hex D[f] and b into D[f+1] that lead over (dq, dr) (4.4); either may be negative.

    >>> along_front(-2, -1, 5)                  # from 0508 facing NW to 0306
    (2, 1)
    """
    if facing == 0:
        a, b = -dq - dr, dq
    elif facing == 1:
        a, b = -dr, dq + dr
    elif facing == 2:
        a, b = dq, dr
    elif facing == 3:
        a, b = dq + dr, -dq
    elif facing == 4:
        a, b = dr, -dq - dr
    else:
        a, b = -dq, -dr
    return a, b


@rule
def in_arc(dq, dr, facing, reach, exclusive):
    """Does a place at (dq, dr) lie in the forward arc of this facing, within ``reach`` hexes (13.02, 13.021)?

    exclusive: 1 when the two bounding rows are left out (ruling `arc_boundary`); the own hex always belongs to the arc.
    """
    a, b = along_front(dq, dr, facing)
    inside = a >= 0 and b >= 0 and a + b <= reach
    if exclusive and not (a == 0 and b == 0):
        inside = inside and a > 0 and b > 0
    return inside


def moved(place: Hex, facing: int, a: int, b: int) -> Hex:
    """The hex after ``a`` steps into D[f] and ``b`` into D[f+1] (11.041)."""
    (q1, r1), (q2, r2) = DIRECTIONS[facing], DIRECTIONS[(facing + 1) % SIDES]
    return place[0] + a * q1 + b * q2, place[1] + a * r1 + b * r2


def neighbours(place: Hex) -> list[Hex]:
    """The six hexes around one, clockwise from north."""
    return [(place[0] + dq, place[1] + dr) for dq, dr in DIRECTIONS]


def front_hexes(place: Hex, facing: int) -> tuple[Hex, Hex]:
    """The two hexes that share the faced juncture with a hex (11.041)."""
    return moved(place, facing, 1, 0), moved(place, facing, 0, 1)


def corner(place: Hex, facing: int) -> frozenset[Hex]:
    """The juncture faced, as the set of the three hexes that share it (4.3)."""
    return frozenset((place, *front_hexes(place, facing)))


def end_hexes(place: Hex, facing: int, steps: int) -> list[Hex]:
    """The hexes in which a move of ``steps`` may end (11.041, 11.07)."""
    return [moved(place, facing, a, steps - a) for a in range(steps + 1)]


def paths_to(place: Hex, facing: int, end: Hex) -> int:
    """How many paths lead from a hex with this facing to another: C(a + b, a), 0 outside the arc."""
    a, b = along_front(end[0] - place[0], end[1] - place[1], facing)
    return comb(a + b, a) if a >= 0 and b >= 0 else 0


def turned(facing: int) -> tuple[int, int, int]:
    """The facings that may be taken after a full move (11.042)."""
    return (facing - 1) % SIDES, facing, (facing + 1) % SIDES


def arc_hexes(place: Hex, facing: int, reach: int) -> Iterator[Hex]:
    """The hexes of the forward arc out to a range, by distance (13.02)."""
    for steps in range(reach + 1):
        yield from end_hexes(place, facing, steps)


def separation(first: Hex, second: Hex) -> int:
    """Hexes between two places (4.1)."""
    return int(distance(second[0] - first[0], second[1] - first[1]))
