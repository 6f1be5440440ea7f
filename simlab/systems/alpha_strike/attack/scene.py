"""One trial of an attack as things on the table, for a picture: units, path, lane, points of impact, scatter (21)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from simlab.catalog import Catalog
from simlab.contract import Rulings
from simlab.moments import Drawing, Moment
from simlab.systems.alpha_strike.attack.areas import landings
from simlab.systems.alpha_strike.attack.layout import path_of, placed_units
from simlab.systems.alpha_strike.attack.replay import drops
from simlab.systems.alpha_strike.attack.run.pack import plan_run
from simlab.systems.alpha_strike.rules.geometry import INCH
from simlab.systems.alpha_strike.rules.scatter import radius_in

Thing = dict[str, Any]
ATTACKS = {
    "strafe": "the strafe", "strike": "the strike", "altitude": "the altitude bombing", "dive": "the dive bombing",
}  # fmt: skip


def moments_told_by(tell: Callable[[Any, int, int], list[str]]) -> Callable[..., list[Moment]]:
    """`Kind.moments` of an attack that ``tell`` puts in words: its one moment, with every roll, and the table."""

    def moments_of(
        shape: Any, rulings: Rulings, catalog: Catalog, where: str, packed: Any, key: int, trial: int
    ) -> list[Moment]:
        things = scene_of(shape, rulings, catalog, where, packed, key, trial)
        fallen = sum(thing["what"] == "impact" for thing in things)
        units = [thing["name"] for thing in things if thing["what"] == "unit"]
        alt = f"Table from above with {', '.join(units)}" + (f" and {fallen} points of impact" if fallen else "")
        lines = tell(packed, key, trial)
        return [Moment(ATTACKS[shape.attack], lines, [Drawing("table_scene", things, alt + ".")])]

    return moments_of


def scene_of(
    shape: Any, rulings: Rulings, catalog: Catalog, where: str, packed: Any, key: int, trial: int
) -> list[Thing]:
    """Things of a trial in the path frame, inches ahead and to the right (G-2).

    Each has ``what`` and some of ``name, side, x, y, size, from_x, from_y, length, width``: a unit with the radius of
    its base; a lane (AS-5.3) with its start, length and width; an impact with the radius of its area (AS-8.4) and the
    aim point that the bomb came from (AS-7.4), its x None when it was lost off the table.
    """
    if not packed.row.size:
        path = path_of(shape.path, rulings, where)
        return [*_units(placed_units(shape.target, path, catalog, where)), *_lanes(shape, catalog)]
    path, units, run = plan_run(shape, rulings, catalog, where)
    step = round(next(row.value for row in catalog.rows("constants") if row.name == "scatter_step_in") * INCH)
    things = [*_units(units), *_lanes(shape, catalog)]
    for bomb, _, _, _, place in drops(packed, key, trial):
        drop = run.drops[bomb]
        places = landings(drop.point, shape.attack, run.steps, step, path, rulings)
        impact = places[place] if place < len(places) and (drop.bomb.scatters or not place) else None
        aim, at = drop.point.inches(), (None, None) if impact is None else impact.inches()
        things.append(
            {
                "what": "impact", "name": f"bomb {bomb + 1}", "x": at[0], "y": at[1],
                "size": float(radius_in(drop.bomb, rulings)), "from_x": aim[0], "from_y": aim[1],
            }
        )  # fmt: skip
    return things


def _units(units: Any) -> list[Thing]:
    return [
        {
            "what": "unit", "name": unit.name, "side": "friend" if unit.friend else "enemy",
            "x": unit.place.inches()[0], "y": unit.place.inches()[1], "size": unit.base / INCH,
        }
        for unit in units
    ]  # fmt: skip


def _lanes(shape: Any, catalog: Catalog) -> list[Thing]:
    """The strafed stretch, centred on the path."""
    if shape.attack != "strafe" and getattr(shape, "strafe", None) is None:
        return []
    constants = {row.name: float(row.value) for row in catalog.rows("constants")}
    start = float(shape.strafe.start) if shape.strafe is not None else 0.0
    length = float(shape.strafe.length_in) if shape.strafe is not None else constants["lane_length_in"]
    half = constants["lane_half_width_in"]
    return [{"what": "lane", "name": "lane", "x": start, "y": -half, "length": length, "width": 2 * half}]
