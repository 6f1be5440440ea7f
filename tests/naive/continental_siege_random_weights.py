"""Random battles with weighted policies (W1 to W8, R83 of BATTLE.md), for comparing two implementations by trials."""

from random import Random
from typing import Any

from .continental_siege_random import random_battle

MOVE = ("fire", "mass", "near", "danger", "likely", "meet", "guard", "stack")
WEIGHTS: dict[str, dict[str, tuple[str, ...]]] = {
    "defender": {
        "ground_move": MOVE,
        "gev_move": MOVE,
        "gev_second_move": MOVE,
        "infantry_move": MOVE,
        "aa_move": MOVE,
        "ground_fire": ("ap", "secondary", "main", "missile", "treads_1", "treads_2", "treads_3", "odds"),
        "aa_fire": ("bomber", "fighter", "disabled", "propulsion", "received", "near", "bombload"),
        "bomber": ("miss", "turns", "guns"),
    },
    "attacker": {
        "ogre_move": ("goal", "reach", "prey", "threat", "overrun", "ram"),
        "ogre_fire": ("cp", "squad", "attack", "range", "move", "thrift", "reserve", "odds"),
        "bomber": ("miss", "turns", "guns"),
    },
}
VALUES = {"odds": range(8), "reserve": range(5), "thrift": range(61)}
TYPES = ("gev", "heavy_tank", "missile_tank", "light_tank", "superheavy", "infantry_squad")
OF_BOMBERS, OF_OTHERS = (0, 1, 3, 50, -1), (0, 0, 1, 2, 5, 20, -1, -3, -10, -40)


def random_weighted_battle(chooser: Random) -> dict[str, Any]:
    """A scenario with a force list, half of the hooks weighted, most of them with weights of their own."""
    body, _ = random_battle(chooser, rulings=False)
    for side, hooks in WEIGHTS.items():
        told = body[side]
        if chooser.random() < 0.35:
            told["doctrine"] = "tuned"
        if side == "defender" and chooser.random() < 0.5:
            some = chooser.sample(TYPES, chooser.randint(1, 3))
            told["policies"]["setup"] = {"forward": some}
        for hook in hooks:
            if chooser.random() < 0.5 or ("raid" in body["scenario"] and hook == "ogre_move"):
                continue
            told["policies"][hook] = "weighted"
            if chooser.random() < 0.8:
                told.setdefault("weights", {})[hook] = random_weights(chooser, side, hook)
    return body


def random_weights(chooser: Random, side: str, hook: str) -> dict[str, int]:
    """Some of the weights of a hook."""
    names = WEIGHTS[side][hook]
    usual = OF_BOMBERS if hook == "bomber" else OF_OTHERS
    some = chooser.sample(names, chooser.randint(1, len(names)))
    return {name: chooser.choice(VALUES.get(name, usual)) for name in some}
