"""Which defenders of a `return_fire` never fire, and why."""

from __future__ import annotations

from typing import Any

from simlab.catalog import Catalog
from simlab.systems.alpha_strike.engagement.return_fire.pack import TOKEN, Packed, flight_path, shooter_of
from simlab.systems.alpha_strike.engagement.return_fire.shapes import DefenderShape, ReturnFireShape


def notes(shape: ReturnFireShape, rulings: Any, catalog: Catalog, packed: Packed) -> list[str]:
    """A line for each defender without a shot in any pass at any altitude, or one for all of them."""
    path, first, silent = flight_path(shape, rulings, ""), 0, list[tuple[str, str]]()
    for defender in shape.defender:
        shots = packed.shots[:, :, first : first + defender.count]
        first += defender.count
        if not shots[..., TOKEN].any():
            shooter = shooter_of(defender, path, rulings, catalog, "")
            silent.append((shooter.row.id, _why(defender, shooter.distance)))
    reasons = dict.fromkeys(silent)
    if len(silent) == len(shape.defender):
        return ["nothing fires at the aircraft: " + "; ".join(f"{name} ({why})" for name, why in reasons)]
    return [f"{name} never fires: {why}" for name, why in reasons]


def _why(defender: DefenderShape, distance: float | None) -> str:
    if distance is not None:
        return f"its damage values do not reach {distance:g} in, as the altitude counts"
    if defender.hidden or defender.engaged_on_ground:
        return "it is hidden or fires at ground targets"
    return "the flight path does not cross its arc"
