"""Which systems of a `sortie` never fire at the helicopter, and why."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from simlab.catalog import Catalog
from simlab.systems.command_decision.engagement.silence import told, why_silent
from simlab.systems.command_decision.mission.acts import COLUMNS, LOOK
from simlab.systems.command_decision.mission.pack import Packed, Situation, list_actors, situation_of
from simlab.systems.command_decision.mission.shapes import SortieShape
from simlab.systems.command_decision.rules.air_defence import can_reach

MOST_EXPOSED = ("low", "popup", "noe", "landed")
ACTOR, SORT = COLUMNS.index("actor"), COLUMNS.index("sort")


def notes(shape: SortieShape, rulings: Any, catalog: Catalog, packed: Packed) -> list[str]:
    """The notes of a `sortie`: systems and ground weapons without a shot in any turn, each with the reason."""
    here = situation_of(shape, rulings, catalog, "")
    shooting = set(packed.acts[packed.acts[:, SORT] != LOOK][:, ACTOR].tolist())
    reasons = []
    for actor in list_actors(here):
        why = None if actor.number in shooting else _why(actor, here)
        reasons.append((actor.firer.row.id if actor.firer is not None else actor.weapon.row.weapon, why))
    return told(reasons)


def _why(actor: Any, here: Situation) -> str:
    altitude = next(each for each in MOST_EXPOSED if each in here.shape.profile.altitude)
    hovers = 0 in here.shape.profile.inches_moved and altitude != "landed"
    target = replace(here.target, altitude=altitude, hovering=hovers)
    if actor.firer is not None:
        visual = here.shape.game.visibility == "clear"
        why = why_silent(actor.firer, target, here.rulings, here.book, actor.distance, visual)
        return why or "the helicopter is never in its sight in a phase in which it may fire"
    if not can_reach(actor.distance, actor.weapon.reach_in, here.rulings):
        return f"it reaches {actor.weapon.reach_in:g} in, and the helicopter is {actor.distance:g} in away"
    return "the helicopter is never slow and in its sight in a phase in which it may fire"
