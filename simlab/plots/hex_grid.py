"""Where hexes lie on the sheet: flat-topped, a radius of 1, axial coordinates; and boxes that must not overlap."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from simlab.plots.canvas import text_width_pt
from simlab.plots.style import text_style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Hex = tuple[int, int]
Point = tuple[float, float]

HEX_PT = 26.0
"""Points of a hex from its middle to a corner on a sheet of its own: room for its number and a stack of three."""
ROOT_3 = 3.0**0.5
CORNERS = ((1.0, 0.0), (0.5, -ROOT_3 / 2), (-0.5, -ROOT_3 / 2), (-1.0, 0.0), (-0.5, ROOT_3 / 2), (0.5, ROOT_3 / 2))
NEIGHBOURS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
NUMBER_AT = 0.6
"""Where the number of a hex stands above its middle."""


def middle(place: Hex) -> Point:
    """Where the middle of a hex lies.

    >>> middle((2, -1))
    (3.0, 0.0)
    """
    q, r = place
    return 1.5 * q, -ROOT_3 * (r + q / 2) + 0.0


def ring_of(on_map: set[Hex]) -> list[Hex]:
    """The hexes around a map, in order.

    >>> len(ring_of({(0, 0), (1, 0)}))
    8
    """
    return sorted({(q + dq, r + dr) for q, r in on_map for dq, dr in NEIGHBOURS} - on_map)


def steps_between(one: Hex, other: Hex) -> int:
    """Hexes from one place to another."""
    q, r = other[0] - one[0], other[1] - one[1]
    return max(abs(q), abs(r), abs(q + r))


class Box(NamedTuple):
    """A rectangle that something fills."""

    left: float
    bottom: float
    right: float
    top: float

    def meets(self, others: Iterable[Box]) -> bool:
        """Does it overlap one of them?"""
        return any(
            self.left < other.right and other.left < self.right and self.bottom < other.top and other.bottom < self.top
            for other in others
        )


@dataclass
class Sheet:
    """What is drawn on: axes, points that a radius takes, size of letters, the hexes of the map, those of its edge.

    filled: boxes that no label may cover; numbered: those of hex numbers, covered only where there is no other place;
    craters: hexes of another colour.
    """

    ax: Axes
    unit_pt: float
    size_pt: float
    on_map: set[Hex]
    ring: list[Hex]
    filled: list[Box] = field(default_factory=list)
    numbered: list[Box] = field(default_factory=list)
    craters: set[Hex] = field(default_factory=set)

    def letters(self, **more: Any) -> dict[str, Any]:
        """Keywords of a text on the map."""
        return text_style(**{"fontsize": self.size_pt, **more})

    def width(self, text: str, bold: bool = False) -> float:
        """Width of a text in radii."""
        return text_width_pt(text, self.size_pt, bold) / self.unit_pt

    def height(self, lines: float = 1.0) -> float:
        """Height of lines of text in radii."""
        return 1.25 * self.size_pt * lines / self.unit_pt

    def box(self, at: Point, text: str, bold: bool = False) -> Box:
        """The box of a text around its middle."""
        across, along = self.width(text, bold) / 2 + 0.04, self.height() / 2
        return Box(at[0] - across, at[1] - along, at[0] + across, at[1] + along)

    def place_of(self, place: Hex) -> tuple[Hex, int]:
        """The hex in which something is drawn, and how many hexes beyond it really is: 0 on the map and at its edge."""
        if place in self.on_map or not self.ring:
            return place, 0
        nearest = min(self.ring, key=lambda edge: (steps_between(edge, place), edge))
        return nearest, steps_between(nearest, place)
