"""Random scenarios and random ruling sets of kind `campaign`."""

import random
from typing import Any

from .command_decision_bombing_random import HELICOPTERS as HELICOPTER_IDS
from .command_decision_bombing_random import QUALITIES, ROWS, random_place, random_stand
from .command_decision_strike_random import CARRIED, random_strike_rulings
from .random_scenarios import SYSTEMS

LOADED = {load: list(units) for load, units in CARRIED.items()}
ARMED = {
    "atgm": [row["id"] for row in ROWS if row["id"] in HELICOPTER_IDS and row["missile"]],
    "rockets": [row["id"] for row in ROWS if row["id"] in HELICOPTER_IDS and row["rocket_fit"]],
    "guns": [row["id"] for row in ROWS if row["id"] in HELICOPTER_IDS and row["gun_rof"] != "0"],
}
FRONTS: dict[str, list[float]] = {"blue": [0, -5], "red": [0, 5]}


def random_campaign_rulings(chooser: random.Random) -> dict[str, object]:
    """A ruling set in which each ruling that bears on campaigns is turned with chance 1/4."""
    turned = random_strike_rulings(chooser)
    if turned.get("los_probability_low") == "geometric_dead_zone":
        del turned["los_probability_low"]
    if turned.get("alternative_point_policy") == "random_within_24":
        turned["alternative_point_policy"] = "empty_ground"
    if chooser.random() < 1 / 3:
        turned["plane_may_return"] = chooser.choice([1, 2, "3", "no"])
    return turned


def ground_stand(chooser: random.Random, near: list[float]) -> dict[str, Any]:
    """A stand of a side."""
    stand = random_stand(chooser, near)
    del stand["side"]
    stand["points"] = chooser.choice([1, 1, 2, 5])
    return stand


def random_side(chooser: random.Random, name: str) -> dict[str, Any]:
    """Aircraft, air defence and stands of one side, and how it fights."""
    front = FRONTS[name]
    side: dict[str, Any] = {
        "targets": chooser.choice(["air_defence_first", "points_first", "nearest_first"]),
        "concentrate": chooser.random() < 1 / 3,
        "planes_a_turn": chooser.choice([1, 3, 16, 16]),
        "break_off": chooser.choice([0, 0.3, 0.5, 1, 1]),
        "fac": chooser.random() < 1 / 2,
        "collective": chooser.choice(["none", "normal", "heavy"]),
    }
    if chooser.random() < 1 / 4:
        side["edge"] = chooser.choice(["south", "north", "east", "west"])
    side["plane"] = []
    for _ in range(chooser.randint(0, 3)):
        load = chooser.choice(list(LOADED))
        plane: dict[str, Any] = {"unit": chooser.choice(LOADED[load]), "load": load, "count": chooser.randint(1, 2)}
        if load == "rockets":
            plane["warhead"] = chooser.choice(["he", "heat", "flechette"])
        if load in ("asm", "arm", "gb") and chooser.random() < 1 / 3:
            plane["guidance"] = chooser.choice(["GPS", "TV", "IIR", "CLOS", "SAL"])
        if chooser.random() < 2 / 3:
            plane["arrives"] = chooser.choice([0.3, 0.6, 1])
        plane["points"] = chooser.choice([1, 3])
        side["plane"].append(plane)
    side["helicopter"] = []
    for _ in range(chooser.randint(0, 2)):
        weapon = chooser.choice(list(ARMED))
        side["helicopter"].append(
            {
                "unit": chooser.choice(ARMED[weapon]),
                "weapon": weapon,
                "count": chooser.randint(1, 2),
                "altitude": chooser.choice(["noe", "low", "popup", "popup"]),
                "at": random_place(chooser, [front[0], front[1] * 1.5], 4),
                "entry_turn": chooser.randint(1, 3),
                "points": chooser.choice([1, 4]),
            }
        )
    for entry in [*side["plane"], *side["helicopter"]]:
        for flag in ("flares", "ecm", "irs"):
            if chooser.random() < 1 / 4:
                entry[flag] = chooser.random() < 1 / 2
    side["air_defence"] = []
    for _ in range(chooser.randint(0, 3)):
        system: dict[str, Any] = {
            "unit": chooser.choice(SYSTEMS),
            "at": random_place(chooser, [front[0], front[1] * 1.6], 5),
            "points": chooser.choice([1, 3]),
            "quality": chooser.choice(QUALITIES),
        }
        if chooser.random() < 1 / 4:
            system["terrain"] = chooser.choice(["woods", "bua", "bua_flat_roof"])
        if chooser.random() < 1 / 4:
            system["count"] = 2
        side["air_defence"].append(system)
    side["stand"] = [ground_stand(chooser, front) for _ in range(chooser.randint(0, 4))]
    return side


def random_campaign_scenario(chooser: random.Random) -> dict[str, Any]:
    """A scenario of kind `campaign`."""
    return {
        "kind": "campaign",
        "game": {
            "turns": chooser.choice([1, 4, 8, 12]),
            "first": chooser.choice(["blue", "red"]),
            "visibility": chooser.choice(["clear", "clear", "clear", "night"]),
            "table_in": chooser.choice([[72, 48], [72, 48], [40, 90]]),
            "margin": chooser.choice([0, 0, 3]),
            "morale": chooser.random() < 5 / 6,
        },
        "blue": random_side(chooser, "blue"),
        "red": random_side(chooser, "red"),
    }
