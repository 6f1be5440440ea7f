"""Weighted policies of a battle of Continental Siege: the terms they count (W1).

W-numbers are those of simlab/systems/continental_siege/BATTLE.md.
"""

from .continental_siege_hexes import CRATERS, Hex, distance, neighbours, on_map
from .continental_siege_state import Battle, Unit
from .continental_siege_terrain import points_to

Weights = dict[str, int]
AT_MOST_POINTS = 40
LONG_ARMS = ("secondary_battery", "main_battery", "missile")


# W1 terms.


def ogres_hex(battle: Battle) -> Hex | None:
    """Where the Ogre stands on the map; before its entry and in raids there is none."""
    ogre = battle.capital
    return ogre.hex if ogre.kind == "ogre" and ogre.on_map else None


def points(here: Hex, goal: Hex, climbs: bool) -> int:
    """Movement points from a hex to a goal, 40 at most."""
    return min(AT_MOST_POINTS, points_to(goal, climbs).get(here, AT_MOST_POINTS))


def strength_reaching(battle: Battle, x: int, squad: bool) -> int:
    """Strength of the Ogre's weapons that reach so far, AP guns at squads only."""
    ogre = battle.capital
    kinds = [*LONG_ARMS, *(["antipersonnel"] if squad else [])]
    return sum(int(ogre.boxes[kind]) * ogre.sheet[kind].attack for kind in kinds if ogre.sheet[kind].range >= x)


def likely_hex(battle: Battle) -> Hex:
    """Where the Ogre would come with its next move if it went straight for the CP."""
    ogre = battle.capital
    here, cp = ogre.where, battle.command_post
    if not cp.in_play:
        return here
    table = points_to(cp.where, True)
    for _ in range(battle.movement_allowance(ogre)):
        nearer = [
            a for a in neighbours(here)
            if on_map(a) and (a not in CRATERS or a == cp.hex) and table.get(a) == table.get(here, -9) - 1
        ]  # fmt: skip
        if here == cp.hex or not nearer:
            break
        here = min(nearer)
    return here


def could_come(unit: Unit, a: Hex) -> bool:
    """Whether a hex lies within a unit's range and (first) movement allowance together."""
    return distance(unit.where, a) <= unit.type.range + unit.type.move
