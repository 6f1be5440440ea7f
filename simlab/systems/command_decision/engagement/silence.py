"""Why a system never fires, in words, so that an answer of nothing but "no effect" explains itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simlab.catalog import Catalog
from simlab.systems.command_decision.engagement.pack import BEARING, SIGHT, ComboShape, Packed, ShotShape
from simlab.systems.command_decision.rules.air_defence import Firer, Target, in_reach, terrain_allows
from simlab.systems.command_decision.rules.matrix import possible_limits, stretches
from simlab.systems.command_decision.stands import Book, may_fire


def why_silent(
    firer: Firer, target: Target, rulings: Any, book: Book, distance: float, visual: bool = True
) -> str | None:
    """Why this system may not fire at this target from there, given line of sight and arc (F1); None where it may."""
    if not terrain_allows(firer, rulings):
        return f"it may not fire from where it stands ({firer.terrain})"
    if not may_fire(firer, rulings):
        return "it may not fire while it is suppressed"
    if in_reach(firer, target, rulings, distance, visual) is None:
        reach = stretches(lambda inches: in_reach(firer, target, rulings, inches, visual), possible_limits(firer))
        if not reach:
            return f"it may not fire at {_such(target)}" + ("" if visual else " at night")
        near, far = min(part.near_in for part in reach), max(part.far_in for part in reach)
        return f"it reaches {near:g} to {far:g} in at {_such(target)}, and this one is {distance:g} in away"
    if not book.spots(firer, target, rulings, distance, visual):
        return f"it does not spot {_such(target)} {distance:g} in away"
    return None


def _such(target: Target) -> str:
    if target.altitude is None:
        return "a plane"
    how = {"noe": "at NOE", "low": "at Low", "popup": "that pops up", "landed": "on the ground"}
    return f"a helicopter {how[target.altitude]}"


def told(reasons: Sequence[tuple[str, str | None]]) -> list[str]:
    """One line for all systems where none fires, else one for each that does not. reasons: (name, why it is silent).

    >>> told([("sa9", None), ("zu23", "it reaches 0 to 15 in")])
    ['zu23 never fires: it reaches 0 to 15 in']
    >>> told([("zu23", "it reaches 0 to 15 in"), ("zu23", "it reaches 0 to 15 in")])
    ['nothing fires at the aircraft: zu23 (it reaches 0 to 15 in)']
    """
    silent = [(name, why) for name, why in reasons if why is not None]
    lines = list(dict.fromkeys(silent))
    if silent and len(silent) == len(reasons):
        return ["nothing fires at the aircraft: " + "; ".join(f"{name} ({why})" for name, why in lines)]
    return [f"{name} never fires: {why}" for name, why in lines]


def notes(shape: ShotShape | ComboShape, rulings: Any, catalog: Catalog, packed: Packed) -> list[str]:
    """The notes of a `shot` or `combo`: which of its systems never fires, and why."""
    book = Book(catalog)
    target, _ = book.target(shape.target, "target.unit")
    entries: list[Any] = [shape.firer] if isinstance(shape, ShotShape) else shape.firer
    visual = shape.geometry.visibility == "clear"
    reasons = []
    for actor, entry in enumerate(entries):
        firer = book.firer(entry, "firer.unit")
        own = getattr(entry, "range_in", None)
        distance = own if own is not None else shape.geometry.range_in
        assert distance is not None, "pack refuses a firer without a range"
        why = why_silent(firer, target, rulings, book, distance, visual)
        shots = packed.shots[packed.shots[:, 0] == actor]
        if why is None and (shots[:, SIGHT] == 0).all():
            why = "it has no line of sight"
        elif why is None and (shots[:, BEARING] == 0).all():
            why = f"the plane does not lie open to it from this bearing ({firer.row.aspect})"
        reasons.append((firer.row.id, why))
    return told(reasons)
