"""Weighted policies of a battle of Continental Siege: whose weights hold, and the terms they count (W1, W8).

W-numbers are those of simlab/systems/continental_siege/BATTLE.md.
"""

from typing import Any

from .continental_siege_hexes import CRATERS, Hex, distance, neighbours, on_map
from .continental_siege_state import Battle, Unit
from .continental_siege_tables import rows_of
from .continental_siege_terrain import points_to

Weights = dict[str, int]
AT_MOST_POINTS = 40
# W8: hooks that without a word of their own do as another does.
LIKE = {
    "gev_move": "ground_move", "infantry_move": "ground_move", "aa_move": "ground_move", "gev_second_move": "gev_move",
    "infantry_fire": "ground_fire", "gev_fire": "ground_fire", "howitzer_fire": "ground_fire",
    "aa_ground_fire": "ground_fire",
}  # fmt: skip
LONG_ARMS = ("secondary_battery", "main_battery", "missile")


def doctrine_rows(doctrine: str, side: str) -> dict[str, tuple[Any, Weights]]:
    """Hook -> (policy, weights) of a doctrine."""
    found = {}
    for row in rows_of("doctrines.csv"):
        if row["doctrine"] == doctrine and row["side"] == side:
            pairs = [part.split() for part in row["weights"].split(";") if part.strip()]
            policy: Any = row["policy"]
            if policy.startswith("forward("):  # R83
                policy = {"forward": policy.removeprefix("forward(").removesuffix(")").split()}
            found[row["hook"]] = (policy, {name: int(number) for name, number in pairs})
    return found


class Doctrine:
    """The policies of one side and their weights (W8)."""

    def __init__(self, told: dict[str, Any], side: str, defaults: dict[str, Any]):
        self.given = told.get("policies", {})
        self.own = told.get("weights", {})
        self.rows = doctrine_rows(told.get("doctrine", "default"), side)
        self.tuned = doctrine_rows("tuned", side)
        self.policies = defaults | {hook: policy for hook, (policy, _) in self.rows.items()} | self.given

    def policy(self, hook: str) -> Any:
        """The policy of a hook."""
        found = self.policies.get(hook)
        return self.policy(LIKE[hook]) if found is None and hook in LIKE else found

    def weights(self, hook: str) -> Weights:
        """The weights of a hook that is weighted."""
        own = self.own.get(hook, {})
        if self.policies.get(hook) is None and hook in LIKE:
            return self.weights(LIKE[hook]) | own
        rows = self.rows if hook in self.rows else self.tuned
        return rows.get(hook, ("", {}))[1] | own


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
