"""Bombs of Alpha Strike for the naive twin: order, checks, landing places, areas (AS-5.5, 5.6, sections 7 and 9)."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from .alpha_strike_cards import bomb_types, extra_files
from .alpha_strike_layout import EPSILON, Path, Place, distance
from .alpha_strike_rulings import RefusedAttack, attack_modifier
from .alpha_strike_shots import movement
from .alpha_strike_units import RANGE_MODIFIER, Attacker, Target
from .dice_log import DiceLog

TURN, WINDOW = 1, 4  # air to ground
DROP = 14  # purpose of the dice
MOST_BOMBS = 30  # the dice have room for no more
SPACING_IN = 2.0
STEP_IN = 2.0  # of scatter
FREE_FALL = ("he", "cluster", "inferno", "laser_guided", "thunder")
DROPPED = {"dive": (*FREE_FALL, "torpedo"), "altitude": FREE_FALL, "artillery": ("arrow_iv",)}


@dataclass(frozen=True)
class Bomb:
    """One bomb and the point that it is aimed at."""

    type: str
    point: Place
    row: dict[str, str] = field(repr=False)


@dataclass(frozen=True)
class Fallen:
    """What a bomb did: `hit` its point, the 2D6 of its roll, and where it came down (None: lost, or a torpedo)."""

    bomb: Bomb
    hit: bool
    roll: int
    place: Place | None
    prey: Target | None = None  # whom a torpedo hits


def bombs_of(scenario: dict[str, Any], rulings: dict[str, str], attacker: Attacker, path: Path) -> list[Bomb]:
    """The bombs that fall, in the order in which they fall; a run that is not allowed is refused."""
    attack = scenario.get("attack", "dive")
    listed = scenario.get("bombs", attacker.entry.get("bombs", []))
    types = [entry["type"] for entry in listed for _ in range(entry.get("count", 1))]
    if any(name not in DROPPED[attack] for name in types) or not types:
        raise RefusedAttack("no bombs, or such that no run drops")
    known = bomb_types(extra_files(scenario))
    if attacker.card is not None and slots_of(scenario, attacker) > attacker.card.bombs:
        raise RefusedAttack("too many slots of bombs")
    points = scenario.get("points", attacker.entry.get("points"))
    placed = ["at" in entry for entry in listed]
    if all(placed):
        if points is not None:
            raise RefusedAttack("places twice")
        places = [path.place_of(entry["at"]) for entry in listed for _ in range(entry.get("count", 1))]
        bombs = [Bomb(name, place, known[name]) for name, place in zip(types, places, strict=True)]
        if attack == "altitude":
            bombs.sort(key=lambda bomb: bomb.point[0])
    elif any(placed) or not points:
        raise RefusedAttack("some bombs have no place")
    else:
        in_order = sorted((path.place_of(pair) for pair in points), key=lambda place: place[0])
        aims = dealt_out(types, in_order, attack, rulings)
        bombs = [Bomb(name, place, known[name]) for name, place in aims]
    bombs.sort(key=lambda bomb: bomb.type == "torpedo")  # behind all others
    check_points([bomb.point for bomb in bombs], attack, rulings, attacker, path)
    if attacker.is_battle_armor and set(types) != {"cluster"}:
        raise RefusedAttack("battle armor drops cluster bombs alone")
    if rulings["max_bombs_per_attack"] != "all_carried":
        bombs = bombs[: int(rulings["max_bombs_per_attack"])]
    if len(bombs) > MOST_BOMBS:
        raise RefusedAttack(f"no dice for {len(bombs)} bombs")
    return bombs


def slots_of(scenario: dict[str, Any], attacker: Attacker) -> int:
    """Slots that the bombs of a run take; the first Arrow IV takes one more (AS-9.6)."""
    known = bomb_types(extra_files(scenario))
    listed = scenario.get("bombs", attacker.entry.get("bombs", []))
    slots = sum(int(known[entry["type"]]["slots"]) * entry.get("count", 1) for entry in listed)
    return slots + any(entry["type"] == "arrow_iv" for entry in listed)


def dealt_out(types: list[str], points: list[Place], attack: str, rulings: dict[str, str]) -> list[tuple[str, Place]]:
    """Share the bombs out over points in the order of the flight (`altitude_split`)."""
    if attack == "dive":
        if len(points) != 1:
            raise RefusedAttack("a dive has one point")
        return [(name, points[0]) for name in types]
    extra = len(types) - len(points)
    if extra < 0:
        raise RefusedAttack("a point without a bomb")
    split = rulings["altitude_split"]
    if split == "explicit_list" and extra:
        raise RefusedAttack("bombs must be shared out by hand")
    shares = [1] * len(points)
    if split == "all_extra_on_first":
        shares[0] += extra
    else:
        each, left = divmod(len(types), len(points))
        shares = [each + (number < left) for number in range(len(points))]
    places = [point for point, share in zip(points, shares, strict=True) for _ in range(share)]
    return list(zip(types, places, strict=True))


def check_points(points: list[Place], attack: str, rulings: dict[str, str], attacker: Attacker, path: Path) -> None:
    """Refuse points that the rules do not allow; they come in the order of the flight (altitude)."""
    if attack == "artillery":
        if not all(path.on_table(point) for point in points):
            raise RefusedAttack("a point off the table")
        return  # on the path or not
    if attacker.is_battle_armor:
        reach = 2.0 if rulings["ruleset"] == "asce" else 0.0
        if attacker.at is not None and any(distance(point, attacker.at) > reach + EPSILON for point in points):
            raise RefusedAttack("battle armor bombs where it hovers")
    elif any(abs(t) > EPSILON or not path.between_ends(s) for s, t in points):
        raise RefusedAttack("a point is not on the path")
    different: list[Place] = []
    for point in points:
        if all(distance(point, other) > EPSILON for other in different):
            different.append(point)
    if attack == "dive":
        if len(different) > 1:
            raise RefusedAttack("a dive has one point")
        return
    if len(different) < int(rulings["altitude_min_pois"]):
        raise RefusedAttack("too few points")
    if rulings["altitude_bombs_per_poi"] == "exactly_1" and len(points) > len(different):
        raise RefusedAttack("one bomb a point")
    spacing = rulings["altitude_poi_spacing"]
    for first, second in pairwise(different):
        apart = distance(first, second)
        too_near = spacing != "at_most_2" and apart < SPACING_IN - EPSILON
        too_far = spacing != "at_least_2" and apart > SPACING_IN + EPSILON
        if too_near or too_far:
            raise RefusedAttack(f"points {apart} in apart")


def target_number(bomb: Bomb, attack: str, rulings: dict[str, str], attacker: Attacker, targets: list[Target]) -> int:
    """What 2D6 must reach to put a bomb on its point (AS-6.2)."""
    number = attacker.skill + attacker.modifiers
    number += int(bomb.row["to_hit_mod"]) + (int(bomb.row["painted_to_hit_mod"]) if attacker.painted else 0)
    if attack == "artillery":
        number -= RANGE_MODIFIER[attacker.bracket]
    else:
        number += attack_modifier(rulings, attack)
    if bomb.type == "torpedo":
        return number + movement(prey_of(bomb, targets), rulings)
    if attack != "artillery":
        number += int(rulings["area_effect_modifier"])
    if bomb.type == "cluster":
        number += int(rulings["cluster_modifier"])
    stands_there = any(target.immobile and distance(target.place, bomb.point) <= EPSILON for target in targets)
    if stands_there and rulings["bombing_immobile"] == "yes":
        number -= 4
    return number


def prey_of(bomb: Bomb, targets: list[Target]) -> Target:
    """The unit that a torpedo runs at (AS-9.6)."""
    for target in targets:
        if target.aboard is None and target.in_water and distance(target.place, bomb.point) <= EPSILON:
            return target
    raise RefusedAttack("no unit in or under water")


def bearing(face: int, attack: str, rulings: dict[str, str], path: Path) -> float:
    """Degrees clockwise from the flight of a face of the direction die (AS-7.4)."""
    if attack != "altitude" or rulings["altitude_scatter_map"] == "six":
        degrees = 60 * (face - 1)
    else:
        fans = {"forward_fan": (-60, 0, 60), "three_axes": (0, 120, 240), "line": (0, 0, 180)}
        degrees = fans[rulings["altitude_scatter_map"]][(face - 1) // 2]
    if rulings["scatter_rotation"] == "counterclockwise":
        degrees = -degrees
    return degrees - path.heading if rulings["scatter_reference"] == "north" else degrees


def drop(
    bombs: list[Bomb],
    attack: str,
    rulings: dict[str, str],
    attacker: Attacker,
    targets: list[Target],
    path: Path,
    dice: DiceLog,
) -> list[Fallen]:
    """Roll for every bomb (AS-7.3)."""
    fallen = []
    first_miss: tuple[int, int] | None = None
    for number, bomb in enumerate(bombs):
        hand = dice.hand(TURN, WINDOW, 0, DROP, number // 2, "lower" if number % 2 else "upper")
        roll = hand.die(6) + hand.die(6)
        needed = target_number(bomb, attack, rulings, attacker, targets)
        if bomb.type == "torpedo":
            fallen.append(Fallen(bomb, roll >= needed, roll, None, prey_of(bomb, targets) if roll >= needed else None))
            continue
        if roll >= needed:
            fallen.append(Fallen(bomb, True, roll, bomb.point))
            continue
        face, pips = hand.die(6), hand.die(6)
        steps = needed - roll if rulings["scatter_distance"] == "2xmof" else pips
        if rulings["scatter_grouping"] == "per_attack":
            first_miss = first_miss or (face, steps)
            face, steps = first_miss
        angle = math.radians(bearing(face, attack, rulings, path))
        inches = STEP_IN * steps
        place: Place | None = (
            bomb.point[0] + inches * math.cos(angle),
            bomb.point[1] + inches * math.sin(angle),
        )
        assert place is not None
        if not path.on_table(place):
            place = path.clamped(bomb.point, place) if rulings["scatter_off_map"] == "clamp_to_edge" else None
        fallen.append(Fallen(bomb, False, roll, place))
    return fallen


def affects(bomb: Fallen, target: Target, rulings: dict[str, str]) -> bool:
    """Whether a unit is in the area of a bomb that fell (G-8)."""
    if target.aboard is not None:
        return False
    if bomb.bomb.type == "torpedo":
        return bomb.prey == target
    if bomb.place is None or (target.airborne and rulings["aoe_airborne"] != "yes"):
        return False
    if not bomb.hit and not target.enemy and rulings["scattered_bomb_hits_friends"] == "no":
        return False
    row = bomb.bomb.row
    if rulings["aoe_measure"] == "diameter":
        radius = float(row["asce_diameter_in"]) / 2
    elif row["radius_in"]:
        radius = float(row["radius_in"])
    else:
        return False  # a minefield hurts nobody now
    if rulings["aoe_inside_test"] == "any_base":
        radius += target.base_radius
    away = distance(bomb.place, target.place) + target.depth
    if rulings["ruleset"] == "asce":
        away += target.elevation
    return away < radius - EPSILON if rulings["aoe_boundary"] == "exclusive" else away <= radius + EPSILON


def effect(bomb: Fallen, target: Target, rulings: dict[str, str]) -> tuple[int, int]:
    """Damage and heat of a bomb on a unit (AS-9.1 to 9.3, 8.5)."""
    if not affects(bomb, target, rulings):
        return 0, 0
    row = bomb.bomb.row
    damage = int(row["damage"])
    if bomb.bomb.type == "inferno":
        if target.drop_ship and rulings["inferno_dropship"] == "yes":
            return 0, 0
        if target.heat_scale:
            return 0, int(row["heat"])
        damage = 2 if rulings["inferno_non_heat"] == "2_damage" else 0
    if target.has("RFA"):
        damage *= 2
    if damage and target.submerged:
        halved: Callable[[int], int] = {"half_up_min_1": lambda d: (d + 1) // 2, "down_min_1": lambda d: d // 2}[
            rulings["underwater_rounding"]
        ]
        damage = max(1, halved(damage))
    return damage, 0


def heat_that_counts(doses: list[int], rulings: dict[str, str]) -> int:
    """Outside heat of one turn (`inferno_heat_cap`, AS-11.4)."""
    if rulings["inferno_heat_cap"] == "2_per_turn":
        return min(2, sum(doses))
    if rulings["inferno_heat_cap"] == "2_per_attack":
        doses = [min(2, dose) for dose in doses]
    return min(4, sum(doses))
