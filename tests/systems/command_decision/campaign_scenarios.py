"""Small campaigns, each rich in one thing, that together feel every ruling that bears on the kind."""

from copy import deepcopy
from typing import Any

TANKS = {"at": [0, 8], "count": 2, "class": "afv", "weight": 3}


def campaign(**more: Any) -> dict[str, Any]:
    """Eight turns; blue flies at red unless more is said."""
    tree: dict[str, Any] = {
        "system": "command_decision",
        "kind": "campaign",
        "game": {"turns": 8},
        "blue": {},
        "red": {},
    }
    for key, value in deepcopy(more).items():
        tree[key] = {**tree[key], **value} if isinstance(value, dict) and key in tree else value
    return tree


BOMBERS = campaign(
    blue={
        "plane": [{"unit": "alphajet", "count": 2, "arrives": 0.4}, {"unit": "tornado_ids", "count": 2}],
        "stand": [{"at": [0, -4], "count": 3}],
        "air_defence": [{"unit": "stinger", "at": [1, -4]}],
    },
    red={
        "collective": "heavy",
        "air_defence": [
            {"unit": "zsu23_4", "at": [4, 10], "points": 3}, {"unit": "sa9", "at": [-4, 12], "points": 2},
            {"unit": "zsu57_2", "at": [2, 12], "terrain": "woods"}, {"unit": "sa7b", "at": [3, -13], "points": 3},
        ],
        "stand": [
            TANKS, {"at": [1.8, 8], "count": 2}, {"at": [1.6, 8.2], "terrain": "bua"},
            {"at": [0.2, 9.4], "terrain": "woods"},
            {"at": [-6, 6], "terrain": "woods", "points": 4}, {"at": [5, 4], "class": "weak_afv", "points": 2},
            {"at": [0.5, 8.5], "count": 3}, {"at": [6, 6], "manpads": True, "points": 5},
        ],
        "plane": [{"unit": "su25", "load": "rockets"}],
    },
)  # fmt: skip
LOADS = campaign(
    blue={
        "fac": True,
        "plane": [
            {"unit": "tornado_ids", "load": "at_cluster"}, {"unit": "alphajet", "load": "at_cluster"},
            {"unit": "su25", "load": "rockets", "warhead": "heat"}, {"unit": "a10a", "load": "guns"},
            {"unit": "f4e", "load": "asm"}, {"unit": "l39za", "load": "rockets"},
            {"unit": "su25", "load": "rockets", "warhead": "flechette"},
        ],
    },
    red={
        "air_defence": [{"unit": "zsu23_4", "at": [1, 20], "class": "weak_afv"}, {"unit": "sa6", "at": [0, 22]},
                        {"unit": "sa9", "at": [20, 20], "terrain": "bua"}, {"unit": "sa14", "at": [2, 20]}],
        "stand": [
            TANKS, {"at": [0, 8], "class": "weak_afv"}, {"at": [6, 8], "class": "gun", "dug_in": True, "points": 2},
            {"at": [8, 8], "count": 2, "points": 3}, {"at": [9, 4], "terrain": "woods", "edge": True, "points": 3},
        ],
    },
)  # fmt: skip
HELICOPTERS = campaign(
    game={"turns": 14},
    blue={
        "break_off": 0.9,
        "helicopter": [
            {"unit": "ah64a", "count": 2, "at": [0, -12]},
            {"unit": "ah1s_mc", "at": [3, 2], "altitude": "low", "weapon": "guns"},
            {"unit": "mi24d", "at": [-4, -6], "altitude": "noe", "weapon": "rockets"},
            {"unit": "ah64a", "at": [6, -14], "altitude": "noe"},
        ],
        "plane": [{"unit": "alphajet"}],
    },
    red={
        "collective": "heavy",
        "air_defence": [
            {"unit": "zsu23_4", "at": [4, 10]}, {"unit": "sa9", "at": [-4, 12]}, {"unit": "sa8b", "at": [2, 14]},
            {"unit": "sa14", "at": [0, 3], "terrain": "bua_flat_roof"}, {"unit": "sa13", "at": [1, 60]},
            {"unit": "sa6", "at": [4, 40]},
            {"unit": "zu23", "at": [0, 0]},
        ],
        "stand": [{**TANKS, "count": 4}, {"at": [4, 4], "count": 3, "class": "soft_vehicle"}],
    },
)  # fmt: skip
HELICOPTERS["game"]["table_in"] = [72, 150]
NIGHT = campaign(
    game={"visibility": "night"},
    blue={"plane": [{"unit": "tornado_ids", "count": 2, "ecm": True}]},
    red={"air_defence": [{"unit": "zsu23_4", "at": [0, 10]}, {"unit": "sa8b", "at": [2, 10]}], "stand": [TANKS]},
)
# A missile that cannot fire at planes, which come nose on, and suppressed not at helicopters either.
PINNED = campaign(
    blue={
        "fac": True,
        "plane": [{"unit": "l39za", "load": "rockets", "count": 6, "arrives": 0.3}],
        "helicopter": [{"unit": "ah1s_mc", "at": [2, 0], "altitude": "low", "weapon": "guns", "count": 2}],
    },
    red={"collective": "heavy", "air_defence": [{"unit": "sa7b", "at": [0, 18]}], "stand": [TANKS]},
)
ALL = {"bombers": BOMBERS, "loads": LOADS, "helicopters": HELICOPTERS, "night": NIGHT, "pinned": PINNED}
