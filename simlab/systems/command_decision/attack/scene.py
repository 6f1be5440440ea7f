"""What an attack looks like from above: rows for `plots.ground_table`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from simlab.systems.command_decision.attack.salvo import Salvo
from simlab.systems.command_decision.attack.weapons import Dropped
from simlab.systems.command_decision.rules.attacks import RESULTS

Thing = dict[str, Any]
SIDES = {"own": "attacker", "enemy": "defender"}
STATUS = {"suppressed": "suppressed", "hit": "suppressed", "forced_back": "back", "eliminated": "lost"}
KEY = (
    "Filled: defender; outlined: attacker; ×: eliminated; «: forced back; !: suppressed. Dashed squares: areas of an "
    "attack with their numbers; rings: stands attacked alone; cross: the point. Arrows: planes on their heading. "
    "Scale: inches of the table."
)


def key_thing() -> Thing:
    """How to read the picture."""
    return {"what": "key", "name": KEY}


def point_things(at: Sequence[float]) -> list[Thing]:
    """The point that is attacked."""
    return [key_thing(), {"what": "point", "x": float(at[0]), "y": float(at[1])}]


def stand_things(stands: Iterable[Any], names: Sequence[str], worst: Sequence[int]) -> list[Thing]:
    """Stands by number, with what befell them, and who they are below the picture."""
    things: list[Thing] = []
    said: dict[int, list[str]] = {}
    for number, (stand, name, result) in enumerate(zip(stands, names, worst, strict=True), start=1):
        things.append(
            {
                "what": "unit", "name": str(number), "side": SIDES[stand.side], "x": float(stand.at[0]),
                "y": float(stand.at[1]), "square": float(stand.size_in), "status": STATUS.get(RESULTS[result], ""),
            }
        )  # fmt: skip
        own = " (own)" if stand.side == "own" else ""
        said.setdefault(result, []).append(f"{number} {name}{own}")
    for result in sorted(said, reverse=True):
        things.append({"what": "note", "name": f"{RESULTS[result].replace('_', ' ')}: {', '.join(said[result])}"})
    return things


def attacked(dropped: Dropped, salvo: Salvo, side: str, tag: str = "") -> list[Thing]:
    """The areas of a salvo, those at one place together; or a cross on each stand that it attacks.

    tag: stands before their numbers, to tell several planes apart.
    """
    numbers: dict[Any, list[int]] = {}
    for number, (centre, _) in enumerate(salvo.areas, start=1):
        numbers.setdefault(centre, []).append(number)
    return [
        {
            "what": "area", "x": centre[0] / 1000, "y": centre[1] / 1000, "square": dropped.side / 1000,
            "side": SIDES[side], "name": f"{tag}{','.join(str(number) for number in found)}",
        }
        for centre, found in numbers.items()
    ]  # fmt: skip
