"""Random scenarios and random ruling sets of the kinds `shot`, `combo` and `sortie`."""

import random
from pathlib import Path
from typing import Any

from .command_decision_rulings import CHANCES, NUMBERS, OPTIONS
from .command_decision_tables import rows_of

DATA = Path(__file__).parents[2] / "data" / "command_decision"

ALTITUDES = ["noe", "low", "popup", "landed"]
PLANES = [row["id"] for row in rows_of(DATA / "aircraft.csv")]
HELICOPTERS = [row["id"] for row in rows_of(DATA / "helicopters.csv")]
SYSTEMS = [row["id"] for row in rows_of(DATA / "air_defence.csv")]
GUNS = [row["id"] for row in rows_of(DATA / "air_defence.csv") if row["kind"] == "GUN"]


def random_rulings(chooser: random.Random) -> dict[str, object]:
    """A ruling set in which each ruling is turned with chance 1/4."""
    turned: dict[str, object] = {}
    for name, options in OPTIONS.items():
        if chooser.random() < 1 / 4:
            turned[name] = chooser.choice(options)
    for name, (word, lowest, highest) in NUMBERS.items():
        if chooser.random() < 1 / 4:
            number = chooser.randint(lowest, highest)
            turned[name] = chooser.choice([number, str(number), *([word] if word else [])])
    for name in CHANCES:
        if chooser.random() < 1 / 4:
            turned[name] = chooser.choice([0, 1, "1/2", 0.3, "0.7"])
    if chooser.random() < 1 / 4:
        turned["aspect_model"] = chooser.choice(["uniform_bearing", "head_on", "beam", "tail", "custom:0.3,0.8"])
    if chooser.random() < 1 / 8:
        turned["los_probability_low"] = "geometric_dead_zone"
    return turned


def random_target(chooser: random.Random, aircraft: list[str]) -> dict[str, Any]:
    """Any aircraft in any posture."""
    target: dict[str, Any] = {"unit": chooser.choice(aircraft), "altitude": chooser.choice(ALTITUDES)}
    for flag in ("hovering", "behind_cover", "flares", "ecm", "irs", "artillery_spotter"):
        if chooser.random() < 1 / 3:
            target[flag] = chooser.random() < 1 / 2
    return target


def random_firer(chooser: random.Random) -> dict[str, Any]:
    """Any AA system anywhere."""
    return {
        "unit": chooser.choice(SYSTEMS),
        "terrain": chooser.choice(["open", "open", "open", "woods", "bua", "bua_flat_roof"]),
        "suppressed": chooser.random() < 1 / 4,
        "range_in": chooser.choice([5, 12, 15, 20, 25, 30, 55, 90, 120]),
    }


def random_scenario(chooser: random.Random) -> dict[str, Any]:
    """A scenario of any of the three kinds."""
    kind = chooser.choice(["shot", "combo", "sortie", "sortie"])
    terrain = {"blocking_frontage_in": 40, "table_in": [72, 48]}
    geometry: dict[str, Any] = {
        "range_in": 20,
        "line_of_sight": chooser.choice([True, "ruling", "ruling", False]),
        "visibility": chooser.choice(["clear", "clear", "night"]),
    }
    if chooser.random() < 1 / 3:
        geometry["bearing_deg"] = chooser.choice([0, 45, 46, 134, 135, 180, 225, 300])
    if kind != "sortie":
        target = random_target(chooser, PLANES + HELICOPTERS)
        common = {"kind": kind, "target": target, "geometry": geometry, "terrain": terrain}
        if kind == "combo":
            return {**common, "firer": [random_firer(chooser) for _ in range(chooser.randint(1, 4))]}
        firer = random_firer(chooser)
        return {**common, "geometry": {**geometry, "range_in": firer.pop("range_in")}, "firer": firer, "shots": 3}
    air_defence: list[dict[str, Any]] = []
    for _ in range(chooser.randint(0, 4)):
        entry = {**random_firer(chooser), "count": chooser.randint(1, 2), "ground_role": chooser.random() < 3 / 4}
        if entry["unit"] not in GUNS and chooser.random() < 1 / 2:
            entry["guns"] = chooser.choice(GUNS)
        air_defence.append(entry)
    return {
        "kind": "sortie",
        "helicopter": {
            "unit": chooser.choice(HELICOPTERS),
            "weapon": chooser.choice(["missile", "rockets", "guns"]),
            "crew_quality": chooser.choice(["green", "trained", "regular", "experienced", "veteran", "elite"]),
            "flares": chooser.random() < 1 / 2,
            "ecm": chooser.random() < 1 / 2,
        },
        "profile": {
            "altitude": [chooser.choice(ALTITUDES) for _ in range(chooser.randint(1, 3))],
            "inches_moved": [chooser.choice([0, 10, 30, 31]) for _ in range(chooser.randint(1, 3))],
            "fires": chooser.choice(["auto", "opportunity", "general", ["never", "auto"]]),
            "after_firing": chooser.choice(["hide", "stay"]),
            "altitude_change_used": chooser.random() < 1 / 2,
            "behind_cover": chooser.random() < 1 / 2,
            "leave_after": chooser.choice([0, 0, 1]),
        },
        "game": {"turns": 9, "entry_turn": chooser.randint(1, 3), "visibility": geometry["visibility"]},
        "air_defence": air_defence,
        "ground_fire": [
            {
                "weapon": chooser.choice(["tank_gun", "atgm", "mg", "autocannon", "aa_gun"]),
                "range_in": 10,
                "reach_in": 20,
            }
            for _ in range(chooser.randint(0, 2))
        ],
        "ground": {
            "collective": chooser.choice(["none", "normal", "heavy", "army"]),
            "army": chooser.choice(["warsaw_pact", "us", "israel", "other"]),
            "year": chooser.choice([1970, 1975, 1985]),
            "nearest_enemy_in": chooser.choice([5, 10, 20, 30]),
        },
        "terrain": terrain,
    }
