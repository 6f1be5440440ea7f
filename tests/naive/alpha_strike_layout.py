"""Where things are in an Alpha Strike attack: the flight path, its ends and the table (section 21).

Every place is [s, t]: inches ahead along the path and inches to its right (G-2).
"""

import math
from dataclasses import dataclass
from typing import Any

from .alpha_strike_rulings import RefusedAttack

EPSILON = 1e-9  # every comparison is taken that much towards "inside" (G-1)
Place = tuple[float, float]


@dataclass(frozen=True)
class Path:
    """A straight flight path. `length` None: without ends. `table` None: nothing is off the table."""

    length: float | None = None
    start: Place = (0.0, 0.0)
    heading: float = 0.0
    table: Place | None = None

    def ahead_and_right(self) -> tuple[Place, Place]:
        """Unit vectors along the flight and to its right, in the frame of the table."""
        angle = math.radians(self.heading)
        return (math.sin(angle), math.cos(angle)), (math.cos(angle), -math.sin(angle))

    def place_of(self, pair: Any) -> Place:
        """A place of the scenario in the path frame."""
        if self.table is None:
            return float(pair[0]), float(pair[1])
        ahead, right = self.ahead_and_right()
        dx, dy = pair[0] - self.start[0], pair[1] - self.start[1]
        return dx * ahead[0] + dy * ahead[1], dx * right[0] + dy * right[1]

    def on_table(self, place: Place) -> bool:
        """Whether a place lies on the table; its edge belongs to it (G-7)."""
        if self.table is None:
            return True
        return all(-EPSILON <= x <= size + EPSILON for x, size in zip(self.table_place(place), self.table, strict=True))

    def table_place(self, place: Place) -> Place:
        """A place of the path frame in the frame of the table."""
        ahead, right = self.ahead_and_right()
        return (
            self.start[0] + place[0] * ahead[0] + place[1] * right[0],
            self.start[1] + place[0] * ahead[1] + place[1] * right[1],
        )

    def clamped(self, point: Place, impact: Place) -> Place:
        """The last place on the table of the line from a point to an impact beyond the edge (`clamp_to_edge`)."""
        assert self.table is not None
        share = 1.0
        for here, there, size in zip(self.table_place(point), self.table_place(impact), self.table, strict=True):
            if there > size:
                share = min(share, (size - here) / (there - here))
            if there < 0:
                share = min(share, (0 - here) / (there - here))
        return point[0] + share * (impact[0] - point[0]), point[1] + share * (impact[1] - point[1])

    def between_ends(self, s: float, slack: float = 0.0) -> bool:
        """Whether a distance along the path lies between its ends, both of them `slack` further out."""
        return self.length is None or -slack - EPSILON <= s <= self.length + slack + EPSILON


def path_of(entry: dict[str, Any] | None, least_length: float) -> Path:
    """The path of a scenario; one that is too short is refused (AS-4.6, G-2)."""
    if not entry:
        return Path()
    if "p0" not in entry:
        if entry["length_in"] < least_length - EPSILON:
            raise RefusedAttack("the path is too short")
        return Path(length=float(entry["length_in"]))
    table = tuple(float(size) for size in entry.get("table", (48, 48)))
    x, y = (float(number) for number in entry["p0"])
    direction = Path(heading=float(entry.get("heading", 0))).ahead_and_right()[0]
    back, forth = -math.inf, math.inf
    for here, step, size in zip((x, y), direction, table, strict=True):
        if abs(step) < 1e-12:
            continue
        ends = sorted((-here / step, (size - here) / step))
        back, forth = max(back, ends[0]), min(forth, ends[1])
    length = forth - back
    if length <= EPSILON or length < least_length - EPSILON:
        raise RefusedAttack("the path is too short")
    start = (x + back * direction[0], y + back * direction[1])
    return Path(length, start, float(entry.get("heading", 0)), table)  # type: ignore[arg-type]


def distance(a: Place, b: Place) -> float:
    """Inches between two places."""
    return math.dist(a, b)


def distance_from_lane(place: Place, first: float, last: float, half_width: float) -> float:
    """Inches from a place to a rectangle about the path, 0 inside it (G-5)."""
    along = max(first - place[0], 0.0, place[0] - last)
    across = max(abs(place[1]) - half_width, 0.0)
    return math.hypot(along, across)
