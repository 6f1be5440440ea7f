"""What weighted policies of Continental Siege sum up, hook by hook (W2 to W7 of BATTLE.md)."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from .continental_siege_aim import Shooter, chances, defence, odds_column, total_strength
from .continental_siege_attack import forces_of
from .continental_siege_groups import smallest_group
from .continental_siege_hexes import Hex, distance
from .continental_siege_state import Battle, Target, Unit
from .continental_siege_terrain import CLIMBERS
from .continental_siege_weights import (
    LONG_ARMS,
    Weights,
    could_come,
    likely_hex,
    ogres_hex,
    points,
    strength_reaching,
)

Shot = tuple[list[Shooter], Target]
# W5: attack, range and movement allowance of what flies.
IN_THE_AIR = {"bomber": (6, 0, 5), "fighter": (4, 3, 6)}
PARTS = ("treads", "antipersonnel", "secondary_battery", "main_battery", "missile")
WEIGHT_OF = {"antipersonnel": "ap", "secondary_battery": "secondary", "main_battery": "main", "missile": "missile"}
# W3: strength as a multiple of the defence at which a column begins.
BEGINS = {1: Fraction(1, 2), 2: Fraction(1), 3: Fraction(2), 4: Fraction(3), 5: Fraction(4), 6: Fraction(5)}
NO_WAY = 255


def weighed(weights: Weights, features: dict[str, int]) -> int:
    """The sum of weight x feature."""
    return sum(weights.get(name, 0) * value for name, value in features.items())


# W2.


def best_end(battle: Battle, unit: Unit, legal: dict[Hex, int], goal: Hex, weights: Weights) -> Hex:
    """The end hex of a ground unit."""
    ogre, squad = ogres_hex(battle), unit.kind == "infantry"
    likely = likely_hex(battle) if ogre else None
    friends = battle.on_board(unit.side)
    together = 0
    if ogre:
        together = sum(own.type.attack for own in friends if not own.flies and own.fit and could_come(own, ogre))

    def total(a: Hex) -> int:
        in_range = distance(a, goal) <= unit.type.range
        features = {
            "fire": unit.type.attack if in_range else 0,
            "mass": together if in_range else 0,
            "near": points(a, goal, unit.name in CLIMBERS),
            "guard": distance(a, battle.cp_hex),
            "stack": sum(own.hex == a and own.kind == "infantry" for own in friends if squad and own is not unit),
        }
        if ogre and likely:
            allowance = battle.movement_allowance(battle.capital)
            features |= {
                "danger": strength_reaching(battle, distance(a, ogre) - allowance, squad),
                "likely": strength_reaching(battle, distance(a, likely), squad),
                "meet": distance(a, likely),
            }
        return weighed(weights, features)

    return min(legal, key=lambda a: (-total(a), legal[a], a))


# W3.


def at_the_ogre(battle: Battle, ogre: Unit, ready: list[Shooter], weights: Weights) -> Shot | None:
    """The next attack of ground units on an Ogre, but for the last one of P25."""
    odds = BEGINS[min(6, max(1, weights.get("odds", 0)))]

    def weight(part: str) -> int:
        name = f"treads_{battle.movement_allowance(ogre)}" if part == "treads" else WEIGHT_OF[part]
        return weights.get(name, 0)

    for part in sorted((part for part in PARTS if ogre.boxes[part]), key=lambda part: -weight(part)):
        target = Target(ogre.id, part)
        if part == "treads":
            return [ready[0]], target
        pairs = list(zip(ready, forces_of(battle, ready, target), strict=True))
        group = smallest_group(pairs, odds * defence(battle, target))
        if group:
            return group, target
    return None


def last_attack(battle: Battle, ogre: Unit, ready: list[Shooter]) -> Shot | None:
    """All that is left, in one attack at the weapon where P(X) is largest (P25, R34)."""
    left = [system for system in ogre.weapons if ogre.boxes[system]]
    if not left:
        return None
    columns = {}
    for system in left:
        target = Target(ogre.id, system)
        total = total_strength(forces_of(battle, ready, target), battle.rulings)
        columns[system] = odds_column(total, defence(battle, target))
    best = max(left, key=lambda system: chances(columns[system])["X"])
    return None if columns[best] == "none" else (ready, Target(ogre.id, best))


# W4.


def ogre_sum(battle: Battle, ogre: Unit, a: Hex, weights: Weights) -> int:
    """The sum of a hex for the Ogre's next step."""
    enemies = [unit for unit in battle.on_board(battle.other(ogre.side)) if not unit.flies]
    inside = [unit for unit in enemies if unit.hex == a] if a != ogre.hex else []
    cp = battle.command_post.where
    arms = [ogre.sheet[kind].range for kind in LONG_ARMS if ogre.boxes[kind]]
    guns = [ogre.sheet[kind].range for kind in ("secondary_battery", "main_battery") if ogre.boxes[kind]]
    return weighed(
        weights,
        {
            "goal": points(a, cp, True),
            "reach": int(any(reach >= distance(a, cp) for reach in arms)),
            "prey": sum(unit.type.attack for unit in enemies if distance(a, unit.where) <= max(guns, default=-1)),
            "threat": sum(unit.type.attack for unit in enemies if unit.fit and could_come(unit, a)),
            "overrun": sum(unit.kind == "infantry" for unit in inside) if ogre.boxes["antipersonnel"] else 0,
            "ram": sum(unit.type.attack for unit in inside if unit.kind != "infantry"),
        },
    )


# W5.


def worth_to_a_sheet(enemy: Unit, weights: Weights) -> Fraction:
    """What stands in place of the cost of a target (of one squad of a group)."""
    if enemy.kind == "structure":
        value = weights.get("cp", 0)
    elif enemy.kind == "infantry":
        value = weights.get("squad", 0)
    else:
        kind = enemy.type
        attack, reach, move = IN_THE_AIR.get(enemy.name, (kind.attack, kind.range, kind.move))
        value = weighed(weights, {"attack": attack, "range": reach, "move": move})
    return Fraction(max(0, value))


# W6.


def aa_sum(battle: Battle, enemy: Unit, target: Target, kind: int, weights: Weights) -> int:
    """The sum of an aircraft for the AA units; `kind` is its class in R36."""
    name = ("bomber", "fighter", "disabled", target.system)[kind]
    return weights.get(name, 0) + weighed(
        weights, {"received": battle.record.received[enemy.id], "near": distance(enemy.where, battle.cp_hex)}
    )


# W7.


def bomber_key(weights: Weights, guns: dict[Hex, int], turns: Callable[[Any], int]) -> Callable[[Any, bool], int]:
    """(move, crossed by some path to its end state) -> sum, the less the better."""

    def key(move: Any, crossed: bool) -> int:
        return weighed(
            weights, {"miss": int(not crossed), "turns": min(NO_WAY, turns(move)), "guns": guns[move.path[-1]]}
        )

    return key
