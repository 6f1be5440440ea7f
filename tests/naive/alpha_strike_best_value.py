"""The value of the best attack that the search of the README ("Best path") can find, by trying all plans."""

import math
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from .alpha_strike_bombs import Bomb, Fallen, bearing, dealt_out, effect, target_number
from .alpha_strike_cards import bomb_types
from .alpha_strike_layout import Path, Place, path_of
from .alpha_strike_rulings import RefusedAttack, rulings_in_force
from .alpha_strike_shots import damage_of, shots_of, to_hit
from .alpha_strike_units import BOMBS, Target, attacker_of, targets_of

WAYS = {total: Fraction(6 - abs(7 - total), 36) for total in range(2, 13)}
STEP = 2.0
LANE = 10.0


def best_value(scenario: dict[str, Any], given: dict[str, object]) -> Fraction:
    """What the best plan is worth: bombs without places, a strafe without a start, or a strike at anybody."""
    rulings = rulings_in_force(given)
    if scenario["attack"] not in BOMBS:
        return max(
            value_of_shots(plan, rulings, line)
            for line in lines(scenario, rulings)
            for plan in shot_plans(scenario, rulings, line)
        )
    return max(
        value_of(scenario, rulings, line, points)
        for line in lines(scenario, rulings)
        for points in plans(scenario, rulings, line)
    )


def lines(scenario: dict[str, Any], rulings: dict[str, str]) -> list[Path]:
    """Flight paths to try."""
    least = float(rulings["path_min_length"])
    given = scenario.get("path")
    if not given or "p0" not in given:
        return [path_of(given, least)]
    placed = [entry for entry in scenario["target"] if "at" in entry]  # riders and cargo are with their transport
    enemies = [entry["at"] for entry in placed if entry.get("side", "enemy") == "enemy"]
    found = []
    for here in enemies:
        towards = [math.degrees(math.atan2(x - here[0], y - here[1])) for x, y in enemies if [x, y] != here]
        for heading in [*towards, *range(0, 360, 15)]:
            try:
                found.append(path_of({**given, "p0": here, "heading": heading}, least))
            except ValueError:
                continue  # too short
    return found


def plans(scenario: dict[str, Any], rulings: dict[str, str], line: Path) -> list[list[Place]]:
    """Points of impact to try on a line."""
    column, share = ("asce_diameter_in", 2) if rulings["aoe_measure"] == "diameter" else ("radius_in", 1)
    reach = max(float(bomb_types()[entry["type"]][column] or 0) / share for entry in scenario["bombs"])
    near = sorted(
        target.place[0]
        for target in targets_of(scenario, line)
        if target.enemy and abs(target.place[1]) <= reach + 1e-9
    )
    places = near + [(a + b) / 2 for a, b in pairwise(near) if b - a <= 2 * reach + 1e-9]
    if scenario["attack"] == "dive":
        return [[(s, 0.0)] for s in places if line.between_ends(s)]
    bombs = sum(entry.get("count", 1) for entry in scenario["bombs"])
    least = bombs if rulings["altitude_bombs_per_poi"] == "exactly_1" else int(rulings["altitude_min_pois"])
    if bombs < int(rulings["altitude_min_pois"]):
        return []
    runs = [
        [(place + STEP * (nth - before), 0.0) for nth in range(number)]
        for place in places
        for number in range(least, bombs + 1)
        for before in range(number)
    ]
    return [run for run in runs if all(line.between_ends(s) for s, _ in run)]


def value_of(scenario: dict[str, Any], rulings: dict[str, str], line: Path, points: list[Place]) -> Fraction:
    """Expected damage on enemies less that on friends, bomb by bomb over every fall of its dice."""
    attack = scenario["attack"]
    attacker = attacker_of(scenario, rulings, line)
    targets = targets_of(scenario, line)
    types = [entry["type"] for entry in scenario["bombs"] for _ in range(entry.get("count", 1))]
    value = Fraction(0)
    for name, point in dealt_out(types, points, attack, rulings | {"altitude_split": "even_front_loaded"}):
        bomb = Bomb(name, point, bomb_types()[name])
        needed = target_number(bomb, attack, rulings, attacker, targets)
        for fallen, chance in landings(bomb, needed, attack, rulings, line):
            for target in targets:
                value += chance * effect(fallen, target, rulings)[0] * worth_of(target, scenario)
    return value


def worth_of(target: Target, scenario: dict[str, Any]) -> Fraction:
    """What a point of damage on a unit is worth; less than nothing on friends (`worth`, `friend_weight`)."""
    sign = Fraction(1 if target.enemy else -scenario.get("friend_weight", 1))
    if scenario.get("worth", "damage") == "damage":
        return sign
    return sign * Fraction(target.card.pv, target.card.armor + target.card.structure) if target.card else Fraction(0)


def shot_plans(scenario: dict[str, Any], rulings: dict[str, str], line: Path) -> list[dict[str, Any]]:
    """The scenario with every lane start of G-5 on a line, or with every enemy that may be struck from it."""
    targets = targets_of(scenario, line)
    if scenario["attack"] == "strafe":
        ends = [] if line.length is None else [0.0, line.length - LANE]
        changes = sorted([*ends, *(target.place[0] - back for target in targets for back in (0.0, LANE))])
        starts = [*changes, *((a + b) / 2 for a, b in pairwise(changes))]
        plans = [{**scenario, "strafe": {"start": start}} for start in starts]
    else:
        plans = [{**scenario, "strike_at": target.name} for target in targets if target.enemy]
    return [plan for plan in plans if allowed(plan, rulings, line)]


def allowed(plan: dict[str, Any], rulings: dict[str, str], line: Path) -> bool:
    """Whether the rules allow a plan."""
    try:
        shots_of(plan, rulings, attacker_of(plan, rulings, line), targets_of(plan, line), line)
    except RefusedAttack:
        return False
    return True


def value_of_shots(plan: dict[str, Any], rulings: dict[str, str], line: Path) -> Fraction:
    """Expected worth of a strafe or a strike over every fall of its dice; riders take a third of the hits (AS-8.9)."""
    attacker, targets = attacker_of(plan, rulings, line), targets_of(plan, line)
    riders = {target.rides: target for target in targets if target.rides is not None}
    value = Fraction(0)
    for shot in shots_of(plan, rulings, attacker, targets, line):
        needed = to_hit(shot, attacker, rulings)
        hit = sum((p for roll, p in WAYS.items() if roll >= needed), Fraction(0))
        rider = riders.get(shot.target.name)
        takers = [(shot.target, 1)] if rider is None else [(shot.target, Fraction(2, 3)), (rider, Fraction(1, 3))]
        for taker, share in takers:
            for minimal_die in range(1, 7):
                points = damage_of(replace(shot, target=taker), attacker, rulings, minimal_die)
                value += hit * share * Fraction(points, 6) * worth_of(taker, plan)
    return value


def landings(
    bomb: Bomb, needed: int, attack: str, rulings: dict[str, str], line: Path
) -> list[tuple[Fallen, Fraction]]:
    """Every place where a bomb may come down, with its chance."""
    found = [(Fallen(bomb, True, 12, bomb.point), sum((p for roll, p in WAYS.items() if roll >= needed), Fraction(0)))]
    for roll, chance in WAYS.items():
        if roll >= needed:
            continue
        own = [needed - roll] if rulings["scatter_distance"] == "2xmof" else [1, 2, 3, 4, 5, 6]
        for steps in own:
            for face in range(1, 7):
                angle = math.radians(bearing(face, attack, rulings, line))
                place: Place | None = (
                    bomb.point[0] + STEP * steps * math.cos(angle),
                    bomb.point[1] + STEP * steps * math.sin(angle),
                )
                assert place is not None
                if not line.on_table(place):
                    place = line.clamped(bomb.point, place) if rulings["scatter_off_map"] == "clamp_to_edge" else None
                found.append((Fallen(bomb, False, roll, place), chance / 6 / len(own)))
    return found
