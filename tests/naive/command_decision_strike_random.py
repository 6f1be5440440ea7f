"""Random scenarios and random ruling sets of kind `strike`."""

import random
from typing import Any

from .command_decision_bombing_random import (
    ARMED,
    CARRIERS,
    HELICOPTERS,
    QUALITIES,
    random_bombing_rulings,
    random_place,
    random_stand,
)
from .command_decision_strike_rulings import OPTIONS
from .random_scenarios import GUNS, SYSTEMS, random_rulings

CARRIED = {
    load: sorted(set(units) - HELICOPTERS)
    for load, units in {**CARRIERS, **ARMED}.items()
    if load not in ("door_guns", "atgm")
}
# Where things are thick on the ground.
MIDDLES: list[list[float]] = [[0, 0], [4, 3], [-10, 8]]


def random_strike_rulings(chooser: random.Random) -> dict[str, object]:
    """A ruling set in which each ruling that bears on strikes is turned with chance 1/4."""
    turned = {**random_rulings(chooser), **random_bombing_rulings(chooser)}
    for name, options in OPTIONS.items():
        if chooser.random() < 1 / 4:
            turned[name] = chooser.choice(options)
    for name, values in {
        "plane_arrival_probability": [0.3, "0.9", 1],
        "smoke_marking_success": [0, 0.6, "base_artillery_response"],
        "fighter_patrol": [6, 12, 24, "not_modelled"],
    }.items():
        if chooser.random() < 1 / 4:
            turned[name] = chooser.choice(values)
    # A plane in a strike has a real bearing; the model of aspects does not bear.
    turned.pop("aspect_model", None)
    return turned


def random_plane(chooser: random.Random) -> dict[str, Any]:
    """Any plane with any load it carries."""
    load = chooser.choice(list(CARRIED))
    plane: dict[str, Any] = {"unit": chooser.choice(CARRIED[load]), "load": load}
    plane["at"] = random_place(chooser, chooser.choice(MIDDLES), 2)
    plane["placement"] = chooser.choice(["superimpose", "spread", "optimal"])
    if load == "rockets":
        plane["warhead"] = chooser.choice(["he", "heat", "flechette"])
    if load in ("asm", "arm", "gb"):
        if chooser.random() < 1 / 3:
            plane["guidance"] = chooser.choice(["GPS", "TV", "IIR", "CLOS", "SAL"])
        if chooser.random() < 1 / 2:
            plane["range_in"] = chooser.choice([20, 40, 99, 100, 150, 37.5])
    if chooser.random() < 1 / 3:
        plane["heading_deg"] = chooser.choice([0, 45, 90, 135, 225, 270, 360, 17.5])
    if chooser.random() < 1 / 4:
        plane["alternative"] = [plane["at"][0] + chooser.choice([-8, 0, 8]), plane["at"][1] + chooser.choice([-5, 5])]
    if chooser.random() < 2 / 3:
        plane["arrives"] = chooser.choice([0.5, 0.9, 1, 1])
    for flag in ("fac", "flares", "ecm", "irs"):
        if chooser.random() < 1 / 3:
            plane[flag] = chooser.random() < 1 / 2
    if load == "guns" and chooser.random() < 1 / 3:
        plane["fighter"] = True
    if chooser.random() < 1 / 3:
        plane["value"] = chooser.randint(0, 3)
    return plane


def random_system(chooser: random.Random) -> dict[str, Any]:
    """Any AA system, or a combination, about the middle of the table."""
    system: dict[str, Any] = {"unit": chooser.choice(SYSTEMS), "at": random_place(chooser, [0, 6], 8)}
    if system["unit"] not in GUNS and chooser.random() < 1 / 2:
        system["guns"] = chooser.choice(GUNS)
    if chooser.random() < 1 / 3:
        system["terrain"] = chooser.choice(["open", "woods", "bua", "bua_flat_roof"])
    if chooser.random() < 1 / 4:
        system["suppressed"] = True
    if chooser.random() < 1 / 4:
        system["count"] = 2
    return system


def random_strike_scenario(chooser: random.Random) -> dict[str, Any]:
    """A scenario of kind `strike`; some are refused under some rulings."""
    planes = [random_plane(chooser) for _ in range(chooser.randint(1, 4))]
    if chooser.random() < 1 / 4:
        planes[-1]["count"] = 2
    if chooser.random() < 1 / 3:  # one battery marks one point
        for plane in planes[:2]:
            plane["smoke"] = True
            plane["at"] = planes[0]["at"]
            plane.pop("alternative", None)
    stands = [random_stand(chooser, chooser.choice(MIDDLES)) for _ in range(chooser.randint(1, 8))]
    for stand in stands:
        stand["moved"] = chooser.choice(["no", "no", "this_turn", "since_last_strike"])
        stand["radar"] = chooser.random() < 1 / 2
    scenario: dict[str, Any] = {
        "kind": "strike",
        "plane": planes,
        "air_defence": [random_system(chooser) for _ in range(chooser.randint(0, 4))],
        "stand": stands,
        "check": [
            {
                "at": random_place(chooser, [0, 0], 14),
                "side": chooser.choice(["enemy", "own"]),
                "quality": chooser.choice(QUALITIES),
                "modifier": chooser.randint(-2, 2),
            }
            for _ in range(chooser.randint(0, 3))
        ],
        "ground": {
            "collective": chooser.choice(["none", "normal", "heavy", "heavy", "army"]),
            "army": chooser.choice(["warsaw_pact", "us", "israel", "other"]),
            "year": chooser.choice([1970, 1975, 1985]),
        },
        "marking": {
            "battery": chooser.choice(["organic", "supporting"]),
            "dedicated": chooser.random() < 1 / 2,
            "quality": chooser.choice(QUALITIES),
            "suppressed": chooser.random() < 1 / 3,
        },
        "visibility": chooser.choice(["clear", "clear", "clear", "night"]),
        "table": {
            "size_in": chooser.choice([[72, 48], [72, 48], [36, 30], [120, 200]]),
            "own_edge": chooser.choice(["south", "north", "east", "west"]),
        },
    }
    if not any(plane.get("fighter") for plane in planes) and chooser.random() < 1 / 3:
        scenario["fighter"] = [
            {"at": random_place(chooser, [0, 0], 20), "side": chooser.choice(["enemy", "enemy", "own"])}
            for _ in range(chooser.randint(1, 4))
        ]
    return scenario
