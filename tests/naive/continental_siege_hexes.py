"""Hexes of Continental Siege: coordinates, labels, facings, arcs, and the board (section 4 and B16 of the rules page).

A hex is a pair (q, r) of axial coordinates; q grows eastwards, r southwards. A facing 0..5 is a corner of a hex.
"""

from collections.abc import Iterator
from itertools import product

from .continental_siege_tables import map_rows

Hex = tuple[int, int]

# 4.1: N, NE, SE, S, SW, NW.
DIRECTIONS: tuple[Hex, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
FACING_NAMES = ("NE", "E", "SE", "SW", "W", "NW")
COLUMNS = 15


def plus(a: Hex, b: Hex) -> Hex:
    """The hex at offset b from a."""
    return a[0] + b[0], a[1] + b[1]


def neighbours(a: Hex) -> list[Hex]:
    """The six neighbours, clockwise from north."""
    return [plus(a, step) for step in DIRECTIONS]


def distance(a: Hex, b: Hex) -> int:
    """Hex distance (4.1).

    >>> distance((4, 5), (2, -1))
    8
    """
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def hex_of(label: str, codec: str) -> Hex:
    """The hex with a four-digit label (4.2); `codec` is "even_low" or "odd_low"."""
    q = int(label[:2]) - 1
    return q, int(label[2:]) - 1 - (q // 2 if codec == "even_low" else (q + 1) // 2)


def column_and_row(a: Hex, codec: str) -> tuple[int, int]:
    """Column and row of a hex, both from 1 on the board (4.2)."""
    q, r = a
    return q + 1, r + 1 + (q // 2 if codec == "even_low" else (q + 1) // 2)


def label_of(a: Hex, codec: str) -> str:
    """The four-digit label of a hex on a board.

    >>> label_of((4, 5), "even_low"), label_of((8, 2), "odd_low")
    ('0508', '0907')
    """
    column, row = column_and_row(a, codec)
    return f"{column:02d}{row:02d}"


def front_hexes(a: Hex, facing: int) -> tuple[Hex, Hex]:
    """The two hexes that share the faced corner (11.041, 4.3)."""
    return plus(a, DIRECTIONS[facing]), plus(a, DIRECTIONS[(facing + 1) % 6])


def arc_coordinates(a: Hex, facing: int, target: Hex) -> tuple[int, int]:
    """Steps along the left and the right front row from `a` to `target` (4.4); both at least 0 inside the arc."""
    (q1, r1), (q2, r2) = DIRECTIONS[facing], DIRECTIONS[(facing + 1) % 6]
    dq, dr = target[0] - a[0], target[1] - a[1]
    return dq * r2 - q2 * dr, q1 * dr - dq * r1


def in_arc(a: Hex, facing: int, target: Hex, exclusive: bool = False) -> bool:
    """Whether `target` is in the forward arc (13.02, 13.021; ruling `arc_boundary`)."""
    left, right = arc_coordinates(a, facing, target)
    if exclusive and (left, right) != (0, 0):
        return left > 0 and right > 0
    return left >= 0 and right >= 0


def paths(a: Hex, facing: int, steps: int) -> Iterator[tuple[Hex, ...]]:
    """All ways to fly this many steps (11.041), as the hexes entered."""
    for choices in product((DIRECTIONS[facing], DIRECTIONS[(facing + 1) % 6]), repeat=steps):
        here, path = a, []
        for step in choices:
            here = plus(here, step)
            path.append(here)
        yield tuple(path)


def end_hexes(a: Hex, facing: int, steps: int) -> list[Hex]:
    """The hexes in which a move of this many steps can end (4.4)."""
    (q1, r1), (q2, r2) = DIRECTIONS[facing], DIRECTIONS[(facing + 1) % 6]
    q, r = a
    return [(q + q1 * left + q2 * (steps - left), r + r1 * left + r2 * (steps - left)) for left in range(steps + 1)]


# The board of B16: labels are odd_low; odd columns have 21 rows, even ones 22.


def rows_in(column: int) -> int:
    """How many rows a column of the board has."""
    return 21 if column % 2 else 22


def on_map(a: Hex) -> bool:
    """Whether a hex is on the board."""
    return a in _BOARD


def row_of(a: Hex) -> int:
    """Row of a hex of the board, from the north."""
    return column_and_row(a, "odd_low")[1]


ALL_HEXES: list[Hex] = sorted(
    hex_of(f"{column:02d}{row:02d}", "odd_low")
    for column in range(1, COLUMNS + 1)
    for row in range(1, rows_in(column) + 1)
)
_BOARD = frozenset(ALL_HEXES)
CRATERS = frozenset((row.qa, row.ra) for row in map_rows() if row.feature == "crater")
RUBBLE = frozenset(
    frozenset({(row.qa, row.ra), (row.qb, row.rb)}) for row in map_rows() if row.feature == "rubble_hexside"
)


def edge_hexes(edge: str) -> list[Hex]:
    """The hexes of an edge of the board, in (q, r) order (B16)."""
    found = []
    for a in ALL_HEXES:
        column, row = column_and_row(a, "odd_low")
        if {"north": row == 1, "south": row == rows_in(column), "west": column == 1, "east": column == COLUMNS}[edge]:
            found.append(a)
    return found


def goes_over(edge: str, here: Hex, there: Hex) -> bool:
    """Whether a step from a hex of the board leaves it over its north or its south edge (B16)."""
    if not on_map(here):
        return False
    column, row = column_and_row(there, "odd_low")
    if not 1 <= column <= COLUMNS:
        return False
    return row > rows_in(column) if edge == "south" else row < 1


INWARD = {"north": (2, 3), "south": (0, 5), "west": (1,), "east": (4,)}  # aircraft_entry_facing
