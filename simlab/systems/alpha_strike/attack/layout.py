"""From the words of a scenario to units in the path frame: what stands where, and what an area asks of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from simlab.catalog import Catalog
from simlab.errors import ScenarioError
from simlab.systems.alpha_strike.attack.shapes import BomberShape, Layout, PathShape, TargetShape, names_of
from simlab.systems.alpha_strike.rules.geometry import INCH, TOLERANCE, Path, Point, billionths, path_over
from simlab.systems.alpha_strike.rules.to_hit import Attacker
from simlab.systems.alpha_strike.rules.values import has
from simlab.systems.alpha_strike.units import Aerospace, Ground

SHUT_DOWN = 4  # heat level (AS-11.2)


@dataclass(frozen=True)
class Placed:
    """A unit on the ground as areas and lanes see it; riders and cargo stand where their transport stands (AS-8.9).

    place: in the path frame; base, depth, elevation: billionths of an inch; flying: an airborne VTOL or WiGE; heats:
    tracks heat; row: its card, None for a bare point; wet: in or under water; rides, aboard: number of the unit that
    carries it outside or inside, -1 for none.
    """

    name: str
    place: Point
    friend: bool
    base: int
    depth: int
    elevation: int
    concealed: bool
    flying: bool
    heats: bool
    immobile: bool
    doubled: bool
    dropship: bool
    worth: float
    row: Any
    wet: bool = False
    rides: int = -1
    aboard: int = -1

    @property
    def submerged(self) -> bool:
        """Is it completely under water?"""
        return self.depth > 0

    @property
    def hidden(self) -> bool:
        """Submerged, underground or inside a structure (AS-5.1)."""
        return self.concealed or self.submerged


def path_of(shape: PathShape | None, rulings: Any, where: str) -> Path:
    """The flight path; ScenarioError for one that misses the table or is too short (AS-4.6, G-2)."""
    if shape is None:
        return Path()
    if shape.length_in is not None:
        path = Path(length=billionths(shape.length_in))
    else:
        assert shape.p0 is not None
        found = path_over(shape.p0, shape.heading, shape.table)
        if found is None:
            raise ScenarioError(f"{where}, path: the line through p0 with this heading crosses no part of the table")
        path = found
    assert path.length is not None
    least = float(rulings.path_min_length)
    if path.length + TOLERANCE < least * INCH:
        raise ScenarioError(
            f"{where}, path: {path.length / INCH:g} in long; path_min_length asks for {least:g} (AS-4.6)"
        )
    return path


def target_row(unit: str | None, catalog: Catalog, where: str) -> Any:
    """The card of a target: a ground unit, or an aerospace unit that has landed (AS-1.9, AS-13.7)."""
    return None if unit is None else catalog.unit(unit, ("ground", "aerospace"), where)


def placed_units(targets: list[Any], path: Path, catalog: Catalog, where: str) -> list[Placed]:
    """All targets of a scenario in the path frame. ScenarioError for a place off the table, or a rider that is none."""
    names = names_of(targets)
    alone = [
        _placed(target, name, path, target_row(target.unit, catalog, f"{where}, target[{number}].unit"), where, number)
        for number, (target, name) in enumerate(zip(targets, names, strict=True))
    ]
    return [
        _with_transport(unit, target, alone, names, f"{where}, target[{number}]")
        for number, (unit, target) in enumerate(zip(alone, targets, strict=True))
    ]


def _with_transport(unit: Placed, shape: Any, alone: list[Placed], names: list[str], where: str) -> Placed:
    """A unit that is carried knows by whom (AS-8.9): mechanized battle armor rides, anything may be cargo."""
    aboard = getattr(shape, "aboard", None)
    if shape.rides is not None:
        type_ = unit.row.type if unit.row is not None else getattr(shape, "type", None) or "BA"
        if type_ != "BA" or (unit.row is not None and not has(unit.row.specials, "MEC", "XMEC")):
            raise ScenarioError(f"{where}.rides: only mechanized battle armor (MEC, XMEC) rides (AS-8.9)")
        number = names.index(shape.rides)
        return replace(unit, rides=number, flying=alone[number].flying)
    return replace(unit, aboard=names.index(aboard)) if aboard is not None else unit


def _placed(shape: TargetShape, name: str, path: Path, row: Any, where: str, number: int) -> Placed:
    here = path.place(shape.at)
    if path.is_off(here):
        raise ScenarioError(f"{where}, target[{number}].at: {list(shape.at)} lies off the table")
    specials = row.specials if row is not None else getattr(shape, "specials", None) or ""
    flies = isinstance(row, Ground) and row.flies
    landed_dropship = isinstance(row, Aerospace) and row.type in ("DA", "DS")
    type_ = row.type if row is not None else getattr(shape, "type", None)
    heats = row.heat_scale if row is not None else type_ in ("BM", "IM") if hasattr(shape, "type") and type_ else False
    return Placed(
        name=name,
        place=here,
        friend=shape.side == "friend",
        base=billionths(shape.base_radius),
        depth=billionths(shape.depth),
        elevation=billionths(abs(shape.elevation)),
        concealed=shape.concealed,
        flying=flies if shape.airborne is None else shape.airborne,
        heats=heats if shape.heat_scale is None else shape.heat_scale,
        immobile=shape.immobile or _cannot_move(shape, row, heats if shape.heat_scale is None else shape.heat_scale),
        doubled=has(specials, "RFA"),
        dropship=landed_dropship,
        worth=float((row.pv or row.pv_formula or 0) if row is not None else 0),
        row=row,
        wet=shape.in_water or shape.depth > 0,
    )


def _cannot_move(shape: TargetShape, row: Any, heats: bool) -> bool:
    """A landed spheroid DropShip, a unit shut down by heat, one that lost all its Move (AS-15.5, AS-11.2, AS-10.5)."""
    if isinstance(row, Aerospace):
        return row.type == "DS"
    move = row.inches if row is not None else getattr(shape, "move_in", None) or 0
    lost = getattr(shape, "move_lost_in", 0)
    return (heats and getattr(shape, "heat", 0) >= SHUT_DOWN) or 0 < move <= lost


def attacker_row(shape: BomberShape, catalog: Catalog, where: str) -> Any:
    """The card of the attacker, None for bare values: an aerospace unit, or battle armor with bombs (AS-1.12)."""
    if shape.unit is None:
        return None
    here = f"{where}, attacker.unit"
    row = catalog.unit(shape.unit, ("aerospace", "ground"), here)
    if isinstance(row, Ground) and not (row.type == "BA" and has(row.specials, "BOMB")):
        raise ScenarioError(
            f"{here}: {row.id} makes no attack from the air; aerospace units and battle armor with BOMB do"
        )
    return row


def attacker_of(shape: BomberShape, row: Any) -> Attacker:
    """The attacker as target numbers see it (AS-6.9, AS-1.8)."""
    specials = row.specials if row is not None else ""
    drone = has(specials, "DRO", "RBT") if shape.drone is None else shape.drone
    vehicle = row is not None and row.type == "SV"
    control = "AFC" if has(specials, "AFC") else "BFC" if has(specials, "BFC") else ""
    return Attacker(shape.skill, shape.heat, shape.fire_control_hits, shape.crew_hits, drone, vehicle, control)


def bombs_of(layout: Layout) -> list[str]:
    """Types of all bombs of the list, one entry each, in its order."""
    return [bomb.type for bomb in layout.bombs or [] for _ in range(bomb.count)]
