"""Units on the ground as those who attack them from the air see them (AS-5.1, AS-6.6 to AS-6.8, AS-13.7)."""

from __future__ import annotations

from typing import Any

from simlab.systems.alpha_strike.attack.layout import Placed
from simlab.systems.alpha_strike.attack.shapes import StruckShape
from simlab.systems.alpha_strike.rules.to_hit import Target
from simlab.systems.alpha_strike.rules.values import has
from simlab.systems.alpha_strike.rulings.declaring import LosTextError
from simlab.systems.alpha_strike.units import Aerospace, Ground


def is_seen(unit: Placed, rulings: Any) -> bool:
    """Does an airborne unit see this one (AS-5.1; ruling los_text_error)?"""
    return unit.hidden == (rulings.los_text_error == LosTextError.LITERAL)


def target_of(shape: StruckShape, unit: Placed) -> Target:
    """A unit on the ground as a target number sees it (AS-6.6 to AS-6.8, AS-13.7)."""
    row, specials = unit.row, specials_of(shape, unit)
    landed = isinstance(row, Aerospace)
    ground = row if isinstance(row, Ground) else None
    large = has(specials, "LG", "VLG", "SLG") or (landed and row.type == "SC")
    move = 0 if landed else ground.inches if ground else shape.move_in or 0
    return Target(
        type=type_of(shape, unit),
        move_in=move if shape.move_in is None else shape.move_in,
        move_lost_in=shape.move_lost_in,
        tmm=0 if landed else shape.tmm if shape.tmm is not None else ground.tmm if ground else None,
        heat=shape.heat if unit.heats else 0,
        jumps=bool(ground.jumps if ground and shape.jumps is None else shape.jumps),
        jumped=shape.jumped,
        immobile=unit.immobile,
        dropping=shape.dropping,
        stood_still=shape.stood_still,
        flying=unit.flying,
        stealth=has(specials, "STL"),
        large=large,
        woods="woods" in shape.terrain,
        woods_between="woods_between" in shape.terrain,
        partial_cover="partial_cover" in shape.terrain,
        underwater=unit.submerged,
    )


def type_of(shape: StruckShape, unit: Placed) -> str:
    """Unit type of a target; a bare one is a 'Mech unless it says otherwise."""
    return str(unit.row.type) if unit.row is not None else shape.type or "BM"


def specials_of(shape: StruckShape, unit: Placed) -> str:
    """Special abilities of a target."""
    return str(unit.row.specials) if unit.row is not None else shape.specials or ""
