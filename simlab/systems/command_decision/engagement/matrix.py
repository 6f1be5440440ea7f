"""The missile matrix (3.2.6.3a) of any systems and aircraft, with what one shot does in each of its cells.

Ranges and saves come from the clauses (`rules.matrix`); chances are those of a `shot` scenario with the same settings,
packed and answered by its own exact law, so that a cell and `simlab run` never disagree.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal, NamedTuple

from simlab.catalog import Catalog
from simlab.contract import Band, Matrix, Rulings
from simlab.errors import ScenarioError
from simlab.systems.command_decision.engagement.law import law_of_states
from simlab.systems.command_decision.engagement.pack import Packed, ShotShape, pack_shot
from simlab.systems.command_decision.rules.air_defence import Eligible, Firer, Target, in_reach
from simlab.systems.command_decision.rules.matrix import (
    Stretch,
    aspect_note,
    possible_limits,
    printed_quality,
    printed_save,
    stretches,
)
from simlab.systems.command_decision.stands import (
    Book,
    FirerShape,
    GeometryShape,
    Shape,
    TargetShape,
    TerrainShape,
    may_fire,
)
from simlab.systems.command_decision.units import Helicopter

WHERE = "matrix"


class EveryFirer(Shape):
    """What holds for all AA systems: ``firer.``."""

    terrain: Literal["open", "woods", "bua", "bua_flat_roof"] = "open"
    suppressed: bool = False


class EveryTarget(Shape):
    """What holds for all aircraft: ``target.``; altitude to cover for helicopters, artillery_spotter for planes."""

    altitude: Literal["noe", "low", "popup", "landed"] | None = None
    hovering: bool = False
    behind_cover: bool = True
    flares: bool | None = None
    ecm: bool | None = None
    irs: bool | None = None
    artillery_spotter: bool = False


class MatrixShape(Shape):
    """Settings of the matrix: the keys of a `shot` without its two units. geometry.range_in: that range only."""

    firer: EveryFirer = EveryFirer()
    target: EveryTarget = EveryTarget()
    geometry: GeometryShape = GeometryShape()
    terrain: TerrainShape = TerrainShape()


class ShotMeans(NamedTuple):
    """Per shot: chance of an abort that is not saved, mean hit penalty (none where it is aborted)."""

    abort: Fraction
    penalty: Fraction


def matrix_bands(pairs: list[tuple[Any, Any]], settings: MatrixShape, rulings: Rulings,
                 catalog: Catalog) -> list[tuple[Band, ...]]:  # fmt: skip
    """The bands of each pair (row of an AA system, row of an aircraft)."""
    book = Book(catalog)
    chosen = settings.target.altitude
    if chosen is not None and pairs and not any(isinstance(row, Helicopter) for _, row in pairs):
        raise ScenarioError(f"{WHERE}, target.altitude: {chosen}, but there is no helicopter among the targets")
    known: dict[tuple[Any, ...], ShotMeans] = {}
    found = []
    for firer_row, target_row in pairs:
        keys = _keys_of_target(target_row, settings)
        firer = book.firer(FirerShape(unit=firer_row.id, **settings.firer.model_dump()), WHERE)
        target, _ = book.target(TargetShape(**keys), WHERE)
        bands = []
        for stretch in _stretches(firer, target, settings.geometry, rulings, book):
            shape = ShotShape.model_validate(
                {
                    "firer": {"unit": firer_row.id, **settings.firer.model_dump()},
                    "target": keys,
                    "geometry": {**settings.geometry.model_dump(), "range_in": stretch.inside_in},
                    "terrain": settings.terrain,
                }
            )
            packed = pack_shot(shape, rulings, catalog, WHERE)
            name = (*packed.shots.ravel().tolist(), *packed[1:])  # few pairs differ in more than their units
            if name not in known:
                known[name] = shot_means(packed)
            shown = printed_save(firer, target, stretch.shot, rulings, book.constants)
            bands.append(Band(stretch.near_in, stretch.far_in, stretch.shot.mode, shown, known[name]._asdict()))
        found.append(tuple(bands))
    return found


def _keys_of_target(row: Any, settings: MatrixShape) -> dict[str, Any]:
    """The settings as keys of one target; those that it cannot have are left to the others."""
    keys = {"unit": row.id, **settings.target.model_dump()}
    keys.pop("artillery_spotter" if isinstance(row, Helicopter) else "altitude")
    return keys


def _stretches(firer: Firer, target: Target, geometry: GeometryShape, rulings: Rulings, book: Book) -> list[Stretch]:
    """The stretches of ranges of a pair, or the one that holds the range asked for."""
    visual = geometry.visibility == "clear"

    def shot_at(distance: float) -> Eligible | None:
        allowed = may_fire(firer, rulings) and book.spots(firer, target, rulings, distance, visual)
        return in_reach(firer, target, rulings, distance, visual) if allowed else None

    spotting = {limit * factor for limits in book.spotting.values() for limit in limits
                for factor in (1, book.suppressed_factor)}  # fmt: skip
    found = stretches(shot_at, possible_limits(firer, spotting))
    wanted = geometry.range_in
    if wanted is None:
        return found
    shot = shot_at(wanted)
    return [
        stretch._replace(inside_in=wanted)
        for stretch in found
        if stretch.near_in <= wanted <= stretch.far_in and stretch.shot == shot
    ][:1]


def shot_means(packed: Packed) -> ShotMeans:
    """Exact means of one packed shot (3.2.4, 3.2.6.2), the chances of arc and line of sight included."""
    law = law_of_states(packed, exact=True)
    return ShotMeans(
        sum((chance for state, chance in law.items() if state.down), Fraction(0)),
        sum((chance * min(state.total, packed.cap) for state, chance in law.items() if not state.down), Fraction(0)),
    )


def about_firer(row: Any, targets: list[Any], rulings: Rulings) -> dict[str, Any]:
    """The columns Min, ROF, Quality and Note of the printed matrix."""
    firer = Firer(row, 0.0, 0.0, 0.0)
    return {
        "min_range_in": row.min_range_in or 0,
        "rof": row.rof,
        "quality": printed_quality(firer, rulings),
        "note": aspect_note(firer, (not isinstance(target, Helicopter) for target in targets)),
    }


def usual_targets(settings: MatrixShape) -> tuple[str, ...]:
    """All planes, as in the rulebook; all helicopters when an altitude is given."""
    return ("helicopters",) if settings.target.altitude else ("aircraft",)


MATRIX = Matrix(
    title="missile matrix (3.2.6.3a)",
    firers=("air_defence",),
    targets=("aircraft", "helicopters"),
    shape=MatrixShape,
    distance=lambda settings: settings.geometry.range_in,
    usual_targets=usual_targets,
    about=about_firer,
    bands=matrix_bands,
    values={
        "abort": "chance of an abort that is not saved, per shot",
        "penalty": "mean hit penalty per shot, saved aborts included",
    },
    unit="in",
    key="range in inches / faces of the d10 that save, - where none does",
    kind="shot",
)
