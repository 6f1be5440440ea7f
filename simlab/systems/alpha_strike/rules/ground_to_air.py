"""Ground units fire at aircraft: arcs, range to the path, to-hit numbers, flak (section 13; G-9)."""

import math

from simlab.jit import rule
from simlab.systems.alpha_strike.rules.fighting_card import EXTREME, LONG, MEDIUM, SHORT

EDGE = 1e-9  # G-1: comparisons lean towards "inside"
HALF, ALL_ROUND, LANE = "half", "all", "lane"
Span = tuple[float, float]


def bracket_of(distance_in: float, bounds: tuple[float, float, float]) -> int:
    """Range bracket of a distance (AS-6.5). bounds: upper ends of Short, Medium and Long in inches, included.

    >>> [bracket_of(d, (6, 24, 42)) for d in (6, 6.5, 24, 42, 42.5)]
    [0, 1, 1, 2, 3]
    """
    for bracket, bound in zip((SHORT, MEDIUM, LONG), bounds, strict=True):
        if distance_in <= bound + EDGE:
            return bracket
    return EXTREME


def part_of_path(
    start: tuple[float, float], heading: float, length: float, unit: tuple[float, float], facing: float, arc: str
) -> Span | None:
    """The stretch of a path inside an arc, as (first, last) inches along it; None when no part is (AS-13.2, AS-15.6).

    start, unit: (x, y) in inches; heading, facing: degrees clockwise from north; arc: half (180 degrees centred on the
    facing, edge included), all, lane (1 in to either side straight ahead).
    """
    h = (math.sin(math.radians(heading)), math.cos(math.radians(heading)))
    f = (math.sin(math.radians(facing)), math.cos(math.radians(facing)))
    offset = (start[0] - unit[0], start[1] - unit[1])
    right = (f[1], -f[0])
    ahead = (_dot(offset, f), _dot(h, f), 0.0)  # position along the facing >= 0
    limits = []
    if arc in (HALF, LANE):
        limits.append(ahead)
    if arc == LANE:
        side, drift = _dot(offset, right), _dot(h, right)
        limits += [(side, drift, -1.0), (-side, -drift, -1.0)]  # |sideways| <= 1
    low, high = 0.0, length
    for at_start, slope, least in limits:
        gap = least - at_start
        if abs(slope) < EDGE:
            if at_start < least - EDGE:
                return None
        elif slope > 0:
            low = max(low, gap / slope)
        else:
            high = min(high, gap / slope)
    return (low, high) if low <= high + EDGE else None


def distance_to_path(
    start: tuple[float, float], heading: float, span: Span, unit: tuple[float, float], base_radius: float
) -> float:
    """Least distance from a unit to a stretch of a path, less its base radius, never below 0 (G-9)."""
    h = (math.sin(math.radians(heading)), math.cos(math.radians(heading)))
    along = min(max((unit[0] - start[0]) * h[0] + (unit[1] - start[1]) * h[1], span[0]), span[1])
    nearest = (start[0] + along * h[0], start[1] + along * h[1])
    return max(0.0, math.hypot(nearest[0] - unit[0], nearest[1] - unit[1]) - base_radius)


def _dot(a: tuple[float, float], b: tuple[float, float]) -> float:
    return a[0] * b[0] + a[1] * b[1]


@rule
def fires_flak(total, number, margin):
    """Does a FLK unit's miss still graze: by `margin` or less (AS-13.6; ruling flak_margin)?"""
    return number - margin <= total < number


@rule
def value_of(token, minimal_die, minimal_roll):
    """Damage of a token on a hit: its value; of ``0*`` 1 when the die shows the roll or more (AS-1.5)."""
    if token == 1:
        return 1 if minimal_die >= minimal_roll else 0
    return max(token - 1, 0)


@rule
def fire_damage(total, minimal_die, number, token, points, flak_token, margin, minimal_roll):
    """Damage of one shot of a ground unit at an aircraft (AS-13.4 to AS-13.6).

    total: 2D6; number: TN; token: damage at the bracket, 0 when it has only flak there; points: overheat that adds.
    """
    if total >= number and token > 0:
        return value_of(token, minimal_die, minimal_roll) + points
    if flak_token > 0 and fires_flak(total, number, margin):
        return value_of(flak_token, minimal_die, minimal_roll)
    return 0
