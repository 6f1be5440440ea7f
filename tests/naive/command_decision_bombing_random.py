"""Random scenarios and random ruling sets of kind `bombing`."""

import random
from typing import Any

from .command_decision_bombing_rulings import OPTIONS, WHOLE_NUMBERS
from .command_decision_tables import rows_of
from .random_scenarios import DATA

ROWS = [*rows_of(DATA / "aircraft.csv"), *rows_of(DATA / "helicopters.csv")]
# Who may carry what.
CARRIERS = {
    "bombs": [row["id"] for row in ROWS if row["max_load_kg"]],
    "at_cluster": [row["id"] for row in ROWS if row["max_load_kg"]],
    "rockets": [row["id"] for row in ROWS if row["rocket_fit"]],
}
CLASSES = ["personnel", "personnel", "gun", "soft_vehicle", "weak_afv", "afv"]
QUALITIES = ["green", "trained", "regular", "experienced", "veteran", "elite"]


def random_bombing_rulings(chooser: random.Random) -> dict[str, object]:
    """A ruling set in which each ruling is turned with chance 1/4."""
    turned: dict[str, object] = {}
    for name, options in OPTIONS.items():
        if chooser.random() < 1 / 4:
            turned[name] = chooser.choice(options)
    for name, (lowest, highest) in WHOLE_NUMBERS.items():
        if chooser.random() < 1 / 4:
            number = chooser.randint(lowest, highest)
            turned[name] = chooser.choice([number, str(number)])
    if chooser.random() < 1 / 4:
        turned["bomb_load_usable_fraction"] = chooser.choice([0.25, 0.3, 0.75, "0.9", 1])
    if chooser.random() < 1 / 4:
        turned["light_attack_threshold_kg"] = chooser.choice([250, 750, 1250, 2000, "3000"])
    return turned


def random_place(chooser: random.Random, near: list[float], reach: float) -> list[float]:
    """A place in a square about another, on a grid coarse enough that edges often meet."""
    if chooser.random() < 1 / 8:
        return [round(x + chooser.uniform(-reach, reach), chooser.choice([3, 4])) for x in near]
    return [x + chooser.randint(-int(2 * reach), int(2 * reach)) / 2 for x in near]


def random_stand(chooser: random.Random, point: list[float]) -> dict[str, Any]:
    """Any stand anywhere about the point."""
    stand: dict[str, Any] = {"at": random_place(chooser, point, chooser.choice([1, 2, 3, 7]))}
    stand["side"] = chooser.choice(["enemy", "enemy", "enemy", "own"])
    stand["class"] = chooser.choice(CLASSES)
    stand["terrain"] = chooser.choice(["open", "open", "woods", "bua"])
    stand["quality"] = chooser.choice(QUALITIES)
    if stand["class"] == "afv":
        stand["weight"] = chooser.randint(1, 6)
    if chooser.random() < 1 / 3:
        stand["size_in"] = chooser.choice([0.5, 0.787, 1.25, 2])
    if chooser.random() < 1 / 4:
        stand["cover"] = chooser.choice(["none", "medium", "hard", "fortification"])
    for flag in ("edge", "dug_in", "manpads"):
        if chooser.random() < 1 / 3:
            stand[flag] = chooser.random() < 3 / 4
    return stand


def random_bombing_scenario(chooser: random.Random) -> dict[str, Any]:
    """A scenario of kind `bombing`; some are refused under some rulings."""
    load = chooser.choice(["bombs", "at_cluster", "rockets"])
    point: list[float] = chooser.choice([[0, 0], [10, -4], [3.25, 7.125]])
    attacker: dict[str, Any] = {
        "unit": chooser.choice(CARRIERS[load]),
        "load": load,
        "penalty": chooser.choice([0, 0, 1, 2, 3, 6, 10]),
        "placement": chooser.choice(["superimpose", "spread", "optimal"]),
    }
    if load == "rockets":
        attacker["warhead"] = chooser.choice(["he", "heat", "flechette"])
    stands = [random_stand(chooser, point) for _ in range(chooser.randint(1, 7))]
    if chooser.random() < 1 / 5:
        # Few units have the ROF for many areas, so most lists are short; some go beyond the ROF and are refused.
        some = [random_place(chooser, point, 3) for _ in range(chooser.choice([1, 1, 2, 3, 5]))]
        attacker["templates"] = [chooser.choice(some) for _ in range(chooser.choice([1, 1, 1, 2, 2, 3, 4, 8]))]
    return {
        "kind": "bombing",
        "attacker": attacker,
        "point": {"at": point, "fac": chooser.random() < 1 / 2},
        "stand": stands,
    }


ARMED = {
    "guns": [row["id"] for row in ROWS if row["gun_rof"] != "0"],
    "door_guns": [row["id"] for row in ROWS if row.get("door_guns", "0") != "0"],
    **{key: [row["id"] for row in ROWS if row.get("asm")] for key in ("asm", "arm", "gb")},
    "atgm": [row["id"] for row in ROWS if row.get("missile") or row.get("asm")],
}
HELICOPTERS = {row["id"] for row in ROWS if "missile" in row}


def random_weapon_scenario(chooser: random.Random) -> dict[str, Any]:
    """A scenario of kind `bombing` with guns or guided weapons; some are refused under some rulings."""
    point: list[float] = chooser.choice([[0, 0], [10, -4]])
    load = chooser.choice(list(ARMED))
    attacker: dict[str, Any] = {"unit": chooser.choice(ARMED[load]), "load": load}
    if chooser.random() < 1 / 4:
        load = chooser.choice(["bombs", "rockets"])
        attacker = {"unit": chooser.choice(CARRIERS[load]), "load": load}
    attacker["penalty"] = chooser.choice([0, 0, 1, 3, 8])
    attacker["placement"] = chooser.choice(["superimpose", "spread", "optimal"])
    if load in ("asm", "arm", "gb", "atgm") and chooser.random() < 1 / 2:
        attacker["guidance"] = chooser.choice(["GPS", "TV", "IIR", "CLOS", "MCLOS"])
    if load == "atgm" and chooser.random() < 1 / 2:
        attacker["face"] = "front"
    if chooser.random() < 1 / 3:
        attacker["also"] = chooser.choice([["guns"], ["door_guns"], ["guns", "door_guns"]])
    if attacker["unit"] in HELICOPTERS and chooser.random() < 1 / 2:
        attacker["inches_moved"] = chooser.choice([0, 30, 30.5, 44])
        attacker["altitude"] = chooser.choice(["noe", "low", "popup"])
    stands = [random_stand(chooser, point) for _ in range(chooser.randint(1, 6))]
    for stand in stands:
        stand["moved"] = chooser.choice(["no", "no", "this_turn", "since_last_strike"])
        stand["radar"] = chooser.random() < 1 / 2
    if load in ARMED and chooser.random() < 1 / 5:
        attacker["targets"] = [f"stand_{chooser.randint(1, len(stands))}" for _ in range(chooser.choice([1, 1, 2, 3]))]
    return {
        "kind": "bombing",
        "attacker": attacker,
        "point": {"at": point, "fac": chooser.random() < 1 / 2},
        "stand": stands,
    }


def random_scenario_without_map(chooser: random.Random) -> tuple[dict[str, Any], dict[str, object]]:
    """A scenario of kind `bombing` that lays areas on troops, and the ruling that says how many lie under each."""
    load = chooser.choice(["bombs", "at_cluster", "rockets"])
    attacker: dict[str, Any] = {
        "unit": chooser.choice(CARRIERS[load]),
        "load": load,
        "penalty": chooser.choice([0, 1, 3]),
        "placement": chooser.choice(["superimpose", "spread", "optimal"]),
    }
    troops = random_stand(chooser, [0, 0])
    for key in ("at", "side", "size_in", "manpads"):
        troops.pop(key, None)
    scenario = {"kind": "bombing", "attacker": attacker, "point": {"fac": chooser.random() < 1 / 2}, "troops": troops}
    words = ["2x2: 2; 1x1: 1", 0, 1, 3, "6", "law:1/4,1/2,1/4", "law:0,0.3,0,0.7", "law:1"]
    return scenario, {"stands_per_template": chooser.choice(words)}
