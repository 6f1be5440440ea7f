"""Ground terrain of Continental Siege: steps, movement points and what closes them (B3, P16, R1)."""

from collections.abc import Callable
from functools import cache

from .continental_siege_hexes import CRATERS, RUBBLE, Hex, neighbours, on_map

CLIMBERS = ("infantry_squad", "superheavy", "ogre_mk3", "ogre_mk5")  # cross rubble (B3)


def may_step(here: Hex, there: Hex, climbs: bool) -> bool:
    """Whether terrain lets a ground unit step from one hex of the map into another (B3)."""
    if not on_map(there) or there in CRATERS:
        return False
    return climbs or frozenset({here, there}) not in RUBBLE


FAR = 10**6


def spread(starts: list[Hex], may: Callable[[Hex, Hex], bool], limit: int = FAR) -> dict[Hex, int]:
    """Movement points from the nearest of some hexes to every hex that can be reached with so many points."""
    found, layer, points = dict.fromkeys(starts, 0), starts, 0
    while layer and points < limit:
        points += 1
        layer = [there for here in layer for there in neighbours(here) if there not in found and may(here, there)]
        found |= dict.fromkeys(layer, points)
        layer = list(dict.fromkeys(layer))
    return found


@cache
def points_to(goal: Hex, climbs: bool) -> dict[Hex, int]:
    """Movement points over a kind's own terrain between a goal and every hex; the goal is open (P16, R1)."""
    return spread([goal], lambda here, there: may_step(here, there, climbs))
