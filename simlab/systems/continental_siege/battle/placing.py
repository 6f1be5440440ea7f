"""Where the defender stands at the start: `standard_rear` and `aa_ring` (B17, P2 to P4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from simlab.errors import ScenarioError
from simlab.systems.continental_siege.battle.board import Board, column_of, hex_number, row_of
from simlab.systems.continental_siege.rules.layout import apart

CP_HEX, NEAREST, FARTHEST = "0801", 2, 4  # P3
CENTRAL_LAST_ROW, FORWARD_ROWS, FORWARD_ROW, COLUMNS = 16, (10, 14), 12, 15  # B16, P3
REAR = ("howitzer", "mobile_howitzer", "aa")
FORWARD = ("gev", "heavy_tank", "missile_tank", "light_tank", "superheavy", "infantry_squad")


@dataclass
class Group:
    """What is placed as one: up to three squads, or one other unit. sort: its place in the order of P3."""

    ids: list[int]
    sort: str
    strength: float  # that counts towards the limit of the central area (B17)


@dataclass
class Placing:
    """The set-up as it grows: hexes still free, and where each unit stands."""

    board: Board
    last_north: int
    limit: float
    where: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        craters = self.board.craters
        self.free = [n for n in self.board.order if n not in craters and row_of(n) <= CENTRAL_LAST_ROW]

    def north(self) -> list[int]:
        """Free legal hexes of the north area, in order."""
        return [number for number in self.free if row_of(number) <= self.last_north]

    def take(self, group: Group, number: int) -> None:
        """Put a group on a free hex."""
        self.free.remove(number)
        self.where |= dict.fromkeys(group.ids, number)

    def take_nearest(self, group: Group, numbers: Sequence[int], to: int, name: str) -> None:
        """Put a group on the nearest of these hexes, the lowest of several (P1)."""
        if not numbers:
            raise ScenarioError(f"{name}: no free legal hex is left for unit {group.ids[0]} (P2)")
        self.take(group, min(numbers, key=lambda number: (apart(number, to), number)))


def standard_rear(
    board: Board, groups: Sequence[Group], limit: float, last_north: int, ring: int | None, name: str
) -> dict[int, int]:
    """The hex of every unit: CP, howitzers and AA in the rear, the others forward up to the limit (P3, P4).

    The first group is the CP. ring: distance of the AA units, None for `standard_rear` itself.
    """
    placing = Placing(board, last_north, limit)
    cp = hex_number(CP_HEX)
    placing.take(groups[0], cp)
    for group in _in_order(groups, REAR):
        if ring is not None and group.sort == "aa":
            continue
        near = [number for number in placing.north() if NEAREST <= apart(number, cp) <= FARTHEST]
        placing.take_nearest(group, near or placing.north(), cp, name)
    if ring is not None:
        _aa_ring(placing, [group for group in groups if group.sort == "aa"], ring, cp, name)
    picked, others, total = [], [], 0.0
    for group in _in_order(groups, FORWARD):
        if total + group.strength <= limit:
            picked.append(group)
            total += group.strength
        else:
            others.append(group)
    for i, group in enumerate(picked):
        column = 1 + (2 * i + 1) * COLUMNS // (2 * len(picked))
        first, last = FORWARD_ROWS
        forward = [number for number in placing.free if first <= row_of(number) <= last]
        placing.take_nearest(group, forward, hex_number(f"{column:02d}{FORWARD_ROW:02d}"), name)
    for group in others:
        placing.take_nearest(group, placing.north(), cp, name)
    return placing.where


def _in_order(groups: Sequence[Group], sorts: Sequence[str]) -> list[Group]:
    chosen = [group for group in groups if group.sort in sorts]
    return sorted(chosen, key=lambda group: (sorts.index(group.sort), group.ids[0]))


def _aa_ring(placing: Placing, waiting: list[Group], ring: int, cp: int, name: str) -> None:
    """AA units evenly spaced at a distance from the CP; those without a place try the next one (P4)."""
    for away in [*range(ring, 2 * COLUMNS), *range(ring - 1, 0, -1)]:
        numbers = [number for number in placing.north() if apart(number, cp) == away]
        left = []
        for i, group in enumerate(waiting):
            number = numbers[(2 * i + 1) * len(numbers) // (2 * len(waiting))] if numbers else None
            if number is not None and number in placing.free:
                placing.take(group, number)
            else:
                left.append(group)
        waiting = left
        if not waiting:
            return
    raise ScenarioError(f"{name}: no free legal hex is left for AA unit {waiting[0].ids[0]} (P4)")


assert column_of(hex_number(CP_HEX)) == 8
