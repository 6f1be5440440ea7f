"""The map as tables: what each hex is, and how many movement points lie between two hexes (B3, B16, P16)."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from simlab.systems.continental_siege.rules.hexes import DIRECTIONS, NORTH, SIDES, SOUTH, axial, column_row
from simlab.systems.continental_siege.rules.layout import (
    CRATER,
    EDGE,
    FAR,
    HEX_COLUMNS,
    HEXES,
    NORTH_EDGE,
    NOWHERE,
    ON_MAP,
    ROW,
    RUBBLE,
    SOUTH_EDGE,
    SOUTH_STEP,
    STATE,
    STEP,
    axial_of,
    number_of,
)

CODEC = "odd_low"  # of the published map (4.2)
COLUMNS, ROWS_ODD, ROWS_EVEN = 15, 21, 22  # B16


@dataclass(frozen=True)
class Board:
    """A map: ``order`` are the numbers of its hexes in the order (q, r), ``place`` where each stands in it."""

    order: tuple[int, ...]
    craters: frozenset[int]
    rubble: frozenset[tuple[int, int]]  # hexsides, both ways
    place: dict[int, int] = field(hash=False, compare=False)

    def north_edge(self) -> list[int]:
        """Row 01 of every column (B16)."""
        return [number for number in self.order if row_of(number) == 1]

    def south_edge(self) -> list[int]:
        """The last row of every column (B16)."""
        return [number for number in self.order if number + STEP[SOUTH] not in self.place]


@lru_cache(maxsize=HEXES)
def column_of(number: int) -> int:
    """Column, from 1, of a hex number."""
    return column_row(axial_of(number), CODEC)[0]


@lru_cache(maxsize=HEXES)
def row_of(number: int) -> int:
    """Row, from 1, of a hex number."""
    return column_row(axial_of(number), CODEC)[1]


def hex_number(label: str) -> int:
    """The hex number of a label of the published map.

    >>> axial_of(hex_number("0801"))
    (7, -4)
    """
    return number_of(*axial(label, CODEC))


def ogre_map(rows: tuple[Any, ...]) -> Board:
    """The published map, with craters and rubble from ``map_ogre.csv``."""
    craters = frozenset(row.hex_a for row in rows if row.feature == "crater")
    return _map_with(craters, frozenset((row.hex_a, row.hex_b) for row in rows if row.feature == "rubble_hexside"))


@lru_cache(maxsize=4)
def _map_with(craters: frozenset[str], rubble: frozenset[tuple[str, str]]) -> Board:
    """The published map with these craters and rubble hexsides; made once, as sweeps pack many battles."""
    order = sorted(
        hex_number(f"{column:02d}{row:02d}")
        for column in range(1, COLUMNS + 1)
        for row in range(1, (ROWS_ODD if column % 2 else ROWS_EVEN) + 1)
    )
    sides = [(hex_number(a), hex_number(b)) for a, b in rubble]
    return Board(
        order=tuple(order),
        craters=frozenset(hex_number(name) for name in craters),
        rubble=frozenset(sides) | {(b, a) for a, b in sides},
        place={number: place for place, number in enumerate(order)},
    )


def over_south_edge(number: int) -> bool:
    """Does a hex off the map lie beyond the last row of a column of the map (B16)?"""
    column, row = column_row(axial_of(number), CODEC)
    return 1 <= column <= COLUMNS and row > (ROWS_ODD if column % 2 else ROWS_EVEN)


def over_north_edge(number: int) -> bool:
    """Does a hex off the map lie beyond the first row of a column of the map (B16)?"""
    column, row = column_row(axial_of(number), CODEC)
    return 1 <= column <= COLUMNS and row < 1


def hex_table(board: Board) -> np.ndarray:
    """What each hex is: int64[HEXES, HEX_COLUMNS]; ON_MAP holds its place in the order, NOWHERE off the map."""
    return _hex_table(board).copy()


@lru_cache(maxsize=4)  # a study of prices packs thousands of forces on one map
def _hex_table(board: Board) -> np.ndarray:
    table = np.zeros((HEXES, HEX_COLUMNS), np.int64)
    table[:, ON_MAP] = NOWHERE
    table[:, STATE : STATE + SIDES] = NOWHERE
    for number in range(HEXES):
        if number not in board.place:
            table[number, EDGE] = SOUTH_EDGE if over_south_edge(number) else NORTH_EDGE * over_north_edge(number)
    for number, place in board.place.items():
        table[number, ON_MAP] = place
        table[number, CRATER] = number in board.craters
        table[number, ROW] = row_of(number)
        table[number, SOUTH_STEP] = number + STEP[SOUTH] not in board.place
        for direction in range(SIDES):
            if (number, number + STEP[direction]) in board.rubble:
                table[number, RUBBLE] |= 1 << direction
    return table


def points_from(board: Board, goal: int, rough: bool) -> list[int]:
    """Movement points between a goal and every hex of the map, FAR where there is no way.

    rough: may the unit cross rubble (infantry, Ogres, superheavy tanks, B3)? The goal's own hex is open (P16).
    """
    found = {goal: 0}
    waiting = deque([goal])
    while waiting:
        at = waiting.popleft()
        for direction in range(SIDES):
            to = at + STEP[direction]
            if (
                to in board.place
                and to not in found
                and to not in board.craters
                and (rough or (at, to) not in board.rubble)
            ):
                found[to] = found[at] + 1
                waiting.append(to)
    return [found.get(number, FAR) for number in board.order]


@lru_cache(maxsize=4)
def ground_table(board: Board) -> np.ndarray:
    """Points from every goal to every hex, for units that do not cross rubble and for those that do.

    Bytes in int64 words: byte (rough * (n + 1) + goal) * width + hex, n hexes in the order of the board; goal n is the
    step over the south edge, which is a point beyond the last row (B16).
    """
    count = len(board.order)
    width = ground_width(board)
    table = np.full((2, count + 1, width), FAR, np.ubyte)
    edge = [board.place[number] for number in board.south_edge()]
    for rough in (0, 1):
        for place, goal in enumerate(board.order):
            table[rough, place, :count] = points_from(board, goal, bool(rough))
        nearest = table[rough, edge, :count].min(axis=0).astype(np.int64)
        table[rough, count, :count] = np.minimum(nearest + 1, FAR)
    return table.reshape(-1).view(np.int64)


def ground_width(board: Board) -> int:
    """Bytes for one goal in `ground_table`: the hexes of the map, filled up to whole words."""
    return -(-len(board.order) // 8) * 8


assert DIRECTIONS[NORTH] == (0, -1)
assert STEP[NORTH] == -1
