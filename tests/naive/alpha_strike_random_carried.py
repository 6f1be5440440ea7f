"""Random scenarios of Alpha Strike with riders and cargo, torpedoes, Arrow IVs, and attacks beside a bombing run."""

import random
from pathlib import Path
from typing import Any

from .alpha_strike_cards import rows
from .alpha_strike_random import places_on, random_attack, random_bombing_run, random_path, random_target, richer_target

ODD = Path(__file__).parents[1] / "data"
UNITS = {"aerospace": str(ODD / "odd_craft.csv"), "ground": str(ODD / "odd_riders.csv")}
OWN_BOMBS = str(ODD / "odd_bombs.csv")
CRAFT = [
    "test_gunship",
    "test_gunship",
    "test_cutter",
    "test_cutter",
    "test_egg",
    "test_egg",
    "test_ball",
    "test_skiff",
]
STRIKING_ARCS = {craft: ["front", "left", "right"] for craft in ("test_gunship", "test_cutter")}
STRIKING_ARCS |= {"test_egg": ["rear"], "test_ball": ["front"]}
RIDERS = [row["id"] for row in rows("ground", (("ground", UNITS["ground"]),)) if "MEC" in row["specials"].split(";")]


def random_carried(chooser: random.Random) -> dict[str, Any]:
    """A scenario of either kind in which units ride or are aboard, often with the stores of AS-9.6."""
    scenario = chooser.choice([random_bombing_run, random_attack, random_attack])(chooser)
    scenario["data"] = own_files(chooser)
    if "bombs" in scenario or "bombs" in scenario["attacker"]:
        if scenario["attack"] == "dive" and chooser.random() < 1 / 2:
            with_torpedoes(chooser, scenario)
        elif chooser.random() < 1 / 3:
            with_arrows(chooser, scenario)
    with_passengers(chooser, scenario)
    return scenario


def own_files(chooser: random.Random) -> dict[str, str]:
    """Units made for tests, and now and then bombs of other strength."""
    return UNITS | ({"bombs": OWN_BOMBS} if chooser.random() < 1 / 4 else {})


def with_torpedoes(chooser: random.Random, scenario: dict[str, Any]) -> None:
    """Some bombs of a dive become torpedoes, and somebody under them stands in water."""
    bombs = scenario.get("bombs", scenario["attacker"].get("bombs"))
    bombs[0]["type"] = "torpedo"
    if chooser.random() < 1 / 2:
        scenario["attacker"]["unit"] = "test_flying_boat"
        bombs[0]["count"] = chooser.randint(1, 3)
        bombs.append({**bombs[0], "type": chooser.choice(["he", "cluster", "torpedo"]), "count": 1})
    point = bombs[0].get("at") or scenario["points"][0]
    for target in chooser.sample(scenario["target"], chooser.randint(1, len(scenario["target"]))):
        if chooser.random() < 0.8:
            target["in_water"] = True
        if chooser.random() < 0.8:
            target["at"] = list(point)


def with_arrows(chooser: random.Random, scenario: dict[str, Any]) -> None:
    """The bombs become Arrow IVs, some of them aimed off the path."""
    scenario["attack"] = "artillery"
    bombs = scenario.get("bombs", scenario["attacker"].get("bombs"))
    if chooser.random() < 2 / 3:
        scenario["attacker"]["unit"] = chooser.choice(["test_flying_boat", "test_gunship"])
    for bomb in bombs:
        bomb["type"] = "arrow_iv"
        if "at" in bomb:
            bomb["at"] = aside(chooser, bomb["at"], scenario)
    if "points" in scenario:
        scenario["points"] = [aside(chooser, place, scenario) for place in scenario["points"]]


def aside(chooser: random.Random, place: list[float], scenario: dict[str, Any]) -> list[float]:
    """A place up to 3 in to the side, on the table if there is one."""
    moved = [x + chooser.choice([0, 0, 1, 3]) for x in place]
    return [min(max(x, 0), 30) for x in moved] if "p0" in scenario.get("path", {}) else moved


def with_passengers(chooser: random.Random, scenario: dict[str, Any]) -> None:
    """One to three units that others carry, anywhere in the list."""
    targets = scenario["target"]
    for number, target in enumerate(targets):
        target.setdefault("name", f"target_{number + 1}")
    transports = [target["name"] for target in targets]
    for number in range(chooser.choice([1, 1, 2, 3])):
        passenger = random_target(chooser, [0, 0])
        if scenario["kind"] == "attack":
            passenger = richer_target(chooser, passenger)
        for key in ("at", "side", "base_radius", "depth", "concealed", "elevation"):
            passenger.pop(key, None)
        passenger["name"] = f"carried_{number + 1}"
        if chooser.random() < (2 / 3 if scenario["kind"] == "attack" else 1):
            passenger["rides"] = chooser.choice(transports)
            if "unit" in passenger and chooser.random() < 0.95:
                passenger = {"name": passenger["name"], "rides": passenger["rides"], "unit": chooser.choice(RIDERS)}
            elif "type" in passenger and chooser.random() < 0.95:
                passenger["type"] = "BA"
            if chooser.random() < 1 / 4:
                passenger["heat_scale"] = True
            if transports and chooser.random() < 0.95:
                transports = [name for name in transports if name != passenger["rides"]] or transports
        else:
            passenger["aboard"] = chooser.choice(transports)
        if chooser.random() < 1 / 30:
            passenger[chooser.choice(["side", "depth", "elevation"])] = chooser.choice(["friend", 1])
        targets.insert(chooser.randint(0, len(targets)), passenger)


def random_beside(chooser: random.Random) -> dict[str, Any]:
    """A bombing run of a large craft, and what its other arcs do beside it (AS-15.1)."""
    path = random_path(chooser)
    scenario: dict[str, Any] = {"kind": "attack", "attack": chooser.choice(["dive", "dive", "altitude", "artillery"])}
    if path:
        scenario["path"] = path
    attacker: dict[str, Any] = {"unit": chooser.choice(CRAFT), "skill": chooser.randint(1, 5)}
    places = places_on(path, 4, 2, chooser.choice([0.5, 1]))
    types = {"artillery": ["arrow_iv"]}.get(scenario["attack"], ["he", "cluster", "inferno", "laser_guided"])
    points = places[: 1 if scenario["attack"] == "dive" else 2]
    scenario["bombs"] = [{"type": chooser.choice(types), "at": point} for point in points]
    if chooser.random() < 1 / 3:
        scenario["bombs"][0]["count"] = 2
    targets = [random_target(chooser, chooser.choice(places)) for _ in range(chooser.randint(2, 4))]
    for number, target in enumerate(targets):
        target["name"] = f"target_{number + 1}"
        if number < 2 or chooser.random() < 0.5:
            target["at"] = places[number % len(places)]
            target.pop("depth", None)
            target.pop("concealed", None)
    scenario["target"] = [richer_target(chooser, target) for target in targets]
    if chooser.random() < 1 / 2:
        scenario["strafe"] = {"start": chooser.choice([0, 0.5])}
    strikes = []
    arcs = STRIKING_ARCS.get(attacker["unit"], [])
    if "strafe" in scenario and chooser.random() < 0.95:
        arcs = [arc for arc in arcs if arc != "front"]
    if chooser.random() < 0.05:
        arcs = ["rear", "left", "left"]
    for arc in chooser.sample(arcs, chooser.randint(min(1, len(arcs)), len(arcs))):
        strike: dict[str, Any] = {"target": chooser.choice(targets[:2])["name"]}
        if chooser.random() < 2 / 3:
            strike["arc"] = arc
        if chooser.random() < 1 / 6:
            strike["pods"] = chooser.choice([1, 2])
        if chooser.random() < 1 / 20:
            strike["overheat"] = 1
        strikes.append(strike)
    if strikes:
        scenario["strikes"] = strikes
    if chooser.random() < 1 / 12:
        attacker["altitude"] = chooser.choice(["low", "middle", "high"])
    scenario["attacker"] = attacker
    scenario["data"] = own_files(chooser)
    if chooser.random() < 1 / 2:
        with_passengers(chooser, scenario)
    return scenario
