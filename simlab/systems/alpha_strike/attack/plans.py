"""Every plan that is tried for every attack a scenario's attacker can make, as rows for `simlab paths` (P-b)."""

from __future__ import annotations

from typing import Any

from simlab.catalog import Catalog
from simlab.contract import Rulings
from simlab.errors import ScenarioError
from simlab.systems.alpha_strike.attack.best import bomb_plans, shot_plans
from simlab.systems.alpha_strike.attack.shapes import AttackShape

BOMBS, SHOTS = ("dive", "altitude"), ("strafe", "strike")


def plans_of(shape: Any, rulings: Rulings, catalog: Catalog, where: str) -> tuple[list[dict[str, Any]], dict[str, str]]:
    """(plans, attack -> why it cannot be made). Where bombs, lanes and strikes are to go is left to the search.

    A plan: attack; enemy, friend, expected worth of damage; entry_x, entry_y, heading of a path over a table (None in
    the path frame); at, points of impact or the start of a lane, inches along the path; target of a strike.
    """
    found: list[dict[str, Any]] = []
    refused: dict[str, str] = {}
    for attack in _attacks(shape):
        turned = _turned(shape, attack)
        try:
            if attack in BOMBS:
                plans = list(bomb_plans(turned, rulings, catalog, where))
            else:
                plans = [plan for plan, _ in shot_plans(turned, rulings, catalog, where)]
        except ScenarioError as problem:
            refused[attack] = str(problem).removeprefix(f"{where}, ")
            continue
        if not plans:
            refused[attack] = "no enemy lies near enough to a path that is allowed"
        for plan in plans:
            over = plan.path.table is not None
            found.append(
                {
                    "attack": attack, "enemy": plan.enemy, "friend": plan.friend,
                    "entry_x": plan.path.entry[0] if over else None, "entry_y": plan.path.entry[1] if over else None,
                    "heading": plan.path.heading if over else None, "at": list(plan.along), "target": plan.target,
                }
            )  # fmt: skip
    return found, refused


def _attacks(shape: Any) -> tuple[str, ...]:
    if not isinstance(shape, AttackShape):
        return BOMBS
    armed = shape.attacker.unit is not None or shape.attacker.short not in ("0", "-")
    return (*(BOMBS if shape.bombs else ()), *(SHOTS if armed else ()))


def _turned(shape: Any, attack: str) -> Any:
    """The same scenario with another attack, nothing of it placed yet."""
    bombs = [bomb.model_copy(update={"at": None}) for bomb in shape.bombs or []]
    free: dict[str, Any] = {"attack": attack, "points": None, "placement": "best"}
    if attack in BOMBS:
        free["bombs"] = bombs
    else:
        free |= {"bombs": None, "strike_at": None, "strikes": None}
        if attack == "strafe":
            free["attacker"] = shape.attacker.model_copy(update={"pods": 0})
    return shape.model_copy(update=free)
