"""Random battles with doctrines of a file of their own (W8), plain or mixed (W9), for comparing two implementations."""

import csv
from pathlib import Path
from random import Random
from typing import Any

from .continental_siege_doctrines import Filed
from .continental_siege_random import OF_ATTACKER, OF_DEFENDER, random_battle
from .continental_siege_random_rulings import FIRE, GROUPS, random_ruled_battle
from .continental_siege_random_weights import TYPES, WEIGHTS, random_weighted_battle, random_weights

HEAD = ("id", "doctrine", "side", "hook", "policy", "weights", "status", "source")
OWN = ("alpha", "beta", "gamma")
USUAL = {"defender": OF_DEFENDER, "attacker": OF_ATTACKER}
FIRE_BY_CLASS = ("infantry_fire", "gev_fire", "howitzer_fire", "aa_ground_fire")
SHARES = (0, 1, 1, 1, 2, 2, 3, 7, 40, 1000)


def random_filed_battle(chooser: Random, path: Path) -> dict[str, Any]:
    """A scenario in which each side plays a plain doctrine; those of its own are written to the path."""
    body = _base(chooser)
    rows = _own_doctrines(chooser)
    for side in WEIGHTS:
        body[side]["doctrine"] = chooser.choice([*OWN, *OWN, "self_play", "default"])
    return _written(chooser, body, rows, path)


def random_mixed_battle(chooser: Random, path: Path) -> dict[str, Any]:
    """A scenario that mixes doctrines on one side or on both; the doctrines of its own are written to the path."""
    body = _base(chooser)
    rows = _own_doctrines(chooser)
    plain = "self_play"
    if chooser.random() < 0.3:  # another mix by the name of `tuned`
        rows += [_mix_row("tuned", side, _mix(chooser, (*OWN, plain), drawn=True)) for side in WEIGHTS]
    rows += [_mix_row("blend", side, _mix(chooser, (*OWN, plain, "default"))) for side in WEIGHTS]
    certain = chooser.choice(list(WEIGHTS))
    for side in WEIGHTS:
        mixed = {"mix": _mix(chooser, (*OWN, *OWN, plain, "default"))}
        others = [] if side == certain else [chooser.choice(OWN)]
        body[side]["doctrine"] = chooser.choice([mixed, mixed, "blend", "tuned", *others])
    return _written(chooser, body, rows, path)


def _own_doctrines(chooser: Random) -> list[dict[str, str]]:
    return [row for side in WEIGHTS for name in OWN for row in _doctrine(chooser, name, side)]


def _written(chooser: Random, body: dict[str, Any], rows: list[dict[str, str]], path: Path) -> dict[str, Any]:
    """The scenario with its file."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        out = csv.DictWriter(stream, HEAD)
        out.writeheader()
        out.writerows(rows)
    for side in WEIGHTS:
        _own_weights(chooser, body[side], side, "raid" in body["scenario"], Filed(str(path)))
    return {**body, "data": {"doctrines": str(path)}}


def _base(chooser: Random) -> dict[str, Any]:
    """A battle with few words of its own, so that what is drawn decides most."""
    kind = chooser.choice(["plain", "weighted", "weighted", "ruled"])
    if kind == "plain":
        body, _ = random_battle(chooser, rulings=False)
    elif kind == "weighted":
        body = random_weighted_battle(chooser)
    else:
        body = random_ruled_battle(chooser.choice(list(GROUPS)), chooser)
    for side in WEIGHTS:
        told = body[side]
        told["policies"] = {hook: policy for hook, policy in told["policies"].items() if chooser.random() < 0.25}
        weighted = [hook for hook, policy in told["policies"].items() if policy == "weighted"]
        told["weights"] = {hook: some for hook, some in told.get("weights", {}).items() if hook in weighted}
    return body


def _own_weights(chooser: Random, told: dict[str, Any], side: str, raid: bool, filed: Filed) -> None:
    """Weights of the scenario's own, where every doctrine that may be drawn is weighted."""
    names = filed.mix(told["doctrine"], side) or [told["doctrine"]]
    for hook in WEIGHTS[side]:
        if raid and hook == "ogre_move":
            continue
        policies = {filed.rows(name, side).get(hook, ("",))[0] for name in names}
        if policies == {"weighted"} and hook not in told["policies"] and chooser.random() < 0.6:
            told["weights"][hook] = random_weights(chooser, side, hook)


def _doctrine(chooser: Random, name: str, side: str) -> list[dict[str, str]]:
    """The rows of a doctrine: a few hooks with policies of the rules page, a few weighted, a set-up of its own."""
    cells: dict[str, tuple[str, str]] = {}
    for hook, options in USUAL[side].items():
        if chooser.random() < 0.4:
            cells[hook] = (chooser.choice([option for option in options if isinstance(option, str)]), "")
    if side == "defender":
        for hook in FIRE_BY_CLASS:
            if chooser.random() < 0.15:
                cells[hook] = (chooser.choice(FIRE), "")
        forward = f"forward({' '.join(chooser.sample(TYPES, chooser.randint(1, 3)))})"
        cells["setup"] = (chooser.choice(["standard_rear", "random_legal", forward, forward]), "")
    for hook in WEIGHTS[side]:
        if chooser.random() < 0.5:
            cells[hook] = ("weighted", _cell(random_weights(chooser, side, hook)))
    if not cells:
        cells["bomber"] = ("avoid_aa", "")
    return [_row(name, side, hook, policy, weights) for hook, (policy, weights) in cells.items()]


def _mix(chooser: Random, names: tuple[str, ...], drawn: bool = False) -> dict[str, int]:
    """Two or three names with weights, some of them 0; `drawn`: at least two above 0."""
    some = list(dict.fromkeys(chooser.sample(names, min(len(names), chooser.randint(2, 4)))))[:3]
    least = 1 if drawn else 0
    shares = {name: max(least, chooser.choice(SHARES)) for name in some}
    return shares if any(shares.values()) else dict.fromkeys(some, 1)


def _mix_row(name: str, side: str, mix: dict[str, int]) -> dict[str, str]:
    return _row(name, side, "mix", "drawn", _cell(mix))


def _cell(weights: dict[str, int]) -> str:
    return "; ".join(f"{name} {number}" for name, number in weights.items())


def _row(doctrine: str, side: str, hook: str, policy: str, weights: str) -> dict[str, str]:
    found = (f"{doctrine}.{side}.{hook}", doctrine, side, hook, policy, weights, "assumed", "drawn for a comparison")
    return dict(zip(HEAD, found, strict=True))
