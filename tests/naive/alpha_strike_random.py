"""Random scenarios and random ruling sets of the Alpha Strike kinds `bombing_run` and `attack`."""

import math
import random
from typing import Any

from .alpha_strike_cards import card_called, cards
from .alpha_strike_rulings import ATTACK_OPTIONS, BOMB_OPTIONS

BOMBERS = ["stuka_stu_k5", "lightning_ltn_g15", "mechbuster", "seydlitz_syd_z1", "corsair_csr_v12"]
LARGE_CRAFT = ["leopard_2537", "avenger_2816", "union_2708", "battle_taxi_nl_42"]
ON_THE_GROUND = sorted({card.name for card in cards().values() if not card.aerospace})
LANDED = [*LARGE_CRAFT, "stuka_stu_k5", "mechbuster"]
TYPES = ["he", "he", "cluster", "inferno", "inferno", "laser_guided", "thunder"]


def random_rulings(chooser: random.Random, kind: str) -> dict[str, object]:
    """A ruling set in which each ruling that bears on the kind is turned with chance 1/4."""
    options = BOMB_OPTIONS if kind == "bombing_run" else BOMB_OPTIONS | ATTACK_OPTIONS
    turned: dict[str, object] = {
        name: chooser.choice(words) for name, words in options.items() if chooser.random() < 1 / 4
    }
    if chooser.random() < 1 / 3:
        turned["ruleset"] = "asce"
    return turned


def random_path(chooser: random.Random) -> dict[str, Any] | None:
    """No path, one of a length, or one over a table."""
    roll = chooser.random()
    if roll < 0.4:
        return None
    if roll < 0.6:
        return {"length_in": chooser.choice([10, 14, 24, 30.5])}
    path: dict[str, Any] = {"p0": [chooser.randint(1, 29), chooser.randint(1, 29)], "heading": chooser.choice(
        [0, 30, 45, 90, 135, 180, 217.5, 270, 300])}  # fmt: skip
    if chooser.random() < 2 / 3:
        path["table"] = [30, chooser.choice([30, 36])]
    return path


def random_attacker(chooser: random.Random, units: list[str]) -> dict[str, Any]:
    """Who attacks."""
    attacker: dict[str, Any] = {"skill": chooser.randint(2, 6)}
    if units and chooser.random() < 2 / 3:
        attacker["unit"] = chooser.choice(units)
    for key, most in (("heat", 3), ("fire_control_hits", 1), ("crew_hits", 1)):
        if chooser.random() < 1 / 5:
            attacker[key] = chooser.randint(0, most)
    for key in ("drone", "painted"):
        if chooser.random() < 1 / 4:
            attacker[key] = chooser.random() < 3 / 4
    return attacker


def random_target(chooser: random.Random, place: list[float]) -> dict[str, Any]:
    """A unit or bare values near a place."""
    spread = chooser.choice([0, 1, 2, 4])
    target: dict[str, Any] = {"at": [x + chooser.randint(-spread, spread) for x in place]}
    target["side"] = chooser.choice(["enemy", "enemy", "friend"])
    if chooser.random() < 2 / 3:
        target["unit"] = chooser.choice(ON_THE_GROUND if chooser.random() < 0.8 else LANDED)
    elif chooser.random() < 1 / 2:
        target["heat_scale"] = chooser.random() < 1 / 2
    if chooser.random() < 1 / 3:
        target["base_radius"] = chooser.choice([0.625, 1, 2])
    if chooser.random() < 1 / 5:
        target["depth"] = chooser.choice([1, 2])
    if chooser.random() < 1 / 5:
        target["elevation"] = chooser.choice([1, 2])
    for key in ("concealed", "immobile"):
        if chooser.random() < 1 / 6:
            target[key] = True
    return target


def places_on(path: dict[str, Any] | None, number: int, apart: float, first: float) -> list[list[float]]:
    """Places along the path in the frame of the scenario."""
    places = []
    for nth in range(number):
        ahead = first + nth * apart
        if path and "p0" in path:
            angle = math.radians(path["heading"])
            x, y = path["p0"]
            places.append([x + ahead * math.sin(angle), y + ahead * math.cos(angle)])
        else:
            places.append([ahead, 0.0])
    return places


def random_bombing_run(chooser: random.Random) -> dict[str, Any]:
    """A scenario of kind `bombing_run`; some are refused under some rulings."""
    path = random_path(chooser)
    scenario: dict[str, Any] = {"kind": "bombing_run", "attack": chooser.choice(["dive", "altitude"])}
    if path:
        scenario["path"] = path
    attacker = random_attacker(chooser, BOMBERS)
    if scenario["attack"] == "dive" and chooser.random() < 1 / 8:
        attacker = {"skill": 4, "unit": "sylph_battle_armor_sqd5"}
    points = places_on(path, chooser.choice([1, 2, 2, 3]), chooser.choice([2, 2, 2, 3, 1]), chooser.choice([0, 1, 3]))
    if scenario["attack"] == "dive" and chooser.random() < 0.9:
        points = points[:1]
    if "unit" in attacker and len(points) > 1:
        attacker["unit"] = "stuka_stu_k5"  # bombs enough for several points
    most = chooser.choice([1, 1, 2, 4]) if "unit" not in attacker else 1
    form = chooser.choice(["points", "at", "at"])
    if form == "points":
        bombs = [{"type": chooser.choice(TYPES), "count": chooser.randint(1, most)} for _ in range(len(points))]
        scenario["points"] = points
    else:
        places = [*points, *(chooser.choice(points) for _ in range(chooser.choice([0, 0, 1])))]
        chooser.shuffle(places)
        bombs = [{"type": chooser.choice(TYPES), "count": chooser.randint(1, most), "at": at} for at in places]
    if attacker.get("unit", "").startswith("sylph"):
        for bomb in bombs:
            bomb["type"] = "cluster"
        if chooser.random() < 1 / 2:
            attacker["at"] = [x + chooser.choice([0, 0, 1]) for x in points[0]]
    (scenario if chooser.random() < 1 / 2 else attacker)["bombs"] = bombs
    scenario["attacker"] = attacker
    scenario["target"] = [random_target(chooser, chooser.choice(points)) for _ in range(chooser.randint(1, 5))]
    return scenario


def random_attack(chooser: random.Random) -> dict[str, Any]:
    """A scenario of kind `attack`; some are refused under some rulings."""
    if chooser.random() < 0.4:
        scenario = random_bombing_run(chooser)
        scenario["kind"] = "attack"
        scenario["target"] = [richer_target(chooser, target) for target in scenario["target"]]
        return scenario
    path = random_path(chooser)
    scenario = {"kind": "attack", "attack": chooser.choice(["strafe", "strafe", "strike"])}
    if path:
        scenario["path"] = path
    attacker = random_attacker(chooser, [*BOMBERS, *LARGE_CRAFT, *LARGE_CRAFT, "batu_prime", "thunderbird_trb_d36"])
    if "unit" not in attacker:
        attacker |= {"short": chooser.choice(["0*", "1", 2, 3, 5, 6]), "ov": chooser.randint(0, 3)}
        attacker["energy"] = chooser.random() < 1 / 2
    if chooser.random() < 1 / 4:
        attacker["overheat"] = chooser.choice([1, 1, 2])
    if scenario["attack"] == "strike" and chooser.random() < 1 / 3:
        attacker["pods"] = chooser.choice([1, 1, 2])
    places = places_on(path, 4, chooser.choice([1, 2.5, 3]), 0.5)
    targets = [random_target(chooser, chooser.choice(places)) for _ in range(chooser.randint(1, 5))]
    for number, target in enumerate(targets):
        if chooser.random() < 2 / 3:
            target["at"] = places[number % len(places)]
    scenario["target"] = [richer_target(chooser, target) for target in targets]
    if scenario["attack"] == "strafe":
        scenario["strafe"] = {"start": chooser.choice([0, 0, 0.5, 2])}
        if chooser.random() < 1 / 6:
            scenario["strafe"]["length_in"] = chooser.choice([5, 10, 7.5])
    names = [f"target_{number + 1}" for number in range(len(targets))]
    if attacker.get("unit") in LARGE_CRAFT and chooser.random() < 2 / 3:
        scenario["strikes"] = [random_strike(chooser, names) for _ in range(chooser.choice([1, 1, 2, 2, 3]))]
        attacker.pop("overheat", None)
        attacker.pop("pods", None)
    elif scenario["attack"] == "strike" and chooser.random() < 0.9:
        scenario["strike_at"] = chooser.choice(names)
    if chooser.random() < 1 / 8:
        attacker["altitude"] = chooser.choice(["low", "middle", "high"])
    scenario["attacker"] = attacker
    return scenario


def random_strike(chooser: random.Random, names: list[str]) -> dict[str, Any]:
    """One entry of `strikes`."""
    strike: dict[str, Any] = {"target": chooser.choice(names)}
    if chooser.random() < 1 / 5:
        strike["arc"] = chooser.choice(["front", "left", "right", "rear"])
    return strike


def richer_target(chooser: random.Random, target: dict[str, Any]) -> dict[str, Any]:
    """A target with what only `attack` asks for."""
    if "unit" not in target:
        target["type"] = chooser.choice(["BM", "IM", "PM", "CV", "SV", "CI", "BA"])
        if chooser.random() < 0.8:
            target |= {"armor": chooser.randint(0, 4), "structure": chooser.randint(1, 4)}
        target["move_in"] = chooser.choice([0, 4, 6, 10, 20])
        if chooser.random() < 1 / 4:
            target["tmm"] = chooser.randint(0, 3)
        target["jumps"] = chooser.random() < 1 / 3
        if chooser.random() < 1 / 2:
            some = ["ENE", "CASE", "CASEII", "BAR", "ARM", "CR", "ARS", "RFA", "STL", "LG", "EE"]
            target["specials"] = ";".join(chooser.sample(some, chooser.randint(1, 3)))
    else:
        card = card_called(target["unit"])
        if chooser.random() < 2 / 3:
            target["armor_left"] = chooser.randint(0, min(3, card.armor))
        if chooser.random() < 1 / 4:
            target["structure_left"] = chooser.randint(1, card.structure)
        if not card.aerospace and chooser.random() < 1 / 6:
            target["move_lost_in"] = chooser.choice([2, 4])
        if card.heat_scale and not card.aerospace and chooser.random() < 1 / 4:
            target["heat"] = chooser.randint(0, 4)
    if chooser.random() < 1 / 8:
        target[chooser.choice(["jumped", "dropping", "stood_still"])] = True
    if chooser.random() < 1 / 3:
        target["terrain"] = chooser.sample(["woods", "woods_between", "partial_cover"], chooser.randint(1, 2))
    return target
