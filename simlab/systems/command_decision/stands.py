"""From the words of a scenario to stands on the table: shapes shared by all kinds, firers and targets, placement.

The first half holds the pydantic shapes of scenario keys, the second builds `Firer` and `Target` from unit rows.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from simlab.catalog import Catalog, check_rows
from simlab.dice import threshold
from simlab.errors import CatalogError, ScenarioError, nearest
from simlab.systems.command_decision.rules.air_defence import (
    ARC_CHANCES,
    Firer,
    Target,
    arc_allows,
    arc_chance,
    in_reach,
    is_spotted,
    rated_noe,
    terrain_allows,
)
from simlab.systems.command_decision.rules.helicopters import is_heavy_army
from simlab.systems.command_decision.rules.hitting import ShotCard, shot_card, write_card

INCH_M = 45.72  # metres to the table inch, only to derive a range that a user's row leaves blank


def not_a_flag(value: object) -> object:
    """Refuses true and false, which Python takes for 1 and 0."""
    if isinstance(value, bool):
        raise ValueError("must be a number, not true or false")
    return value


Distance = Annotated[float, BeforeValidator(not_a_flag), Field(ge=0, le=10_000)]
Bearing = Annotated[float, BeforeValidator(not_a_flag), Field(ge=-360, le=360)]
CERTAIN = threshold(1)  # every hand is below it


class Shape(BaseModel):
    """A table of scenario keys: unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=False)


class FirerShape(Shape):
    """An AA system: ``[firer]``."""

    unit: str
    terrain: Literal["open", "woods", "bua", "bua_flat_roof"] = "open"
    suppressed: bool = False


class PlacedFirerShape(FirerShape):
    """An AA system of a list, at its own place if given: ``[[firer]]``."""

    range_in: Distance | None = None
    bearing_deg: Bearing | None = None


class TargetShape(Shape):
    """The aircraft shot at: ``[target]``."""

    unit: str
    altitude: Literal["noe", "low", "popup", "landed"] | None = None
    hovering: bool = False
    behind_cover: bool = True
    flares: bool | None = None
    ecm: bool | None = None
    irs: bool | None = None
    artillery_spotter: bool = False


class GeometryShape(Shape):
    """Where they are: ``[geometry]``."""

    range_in: Distance | None = None
    bearing_deg: Bearing | None = None
    line_of_sight: bool | Literal["ruling"] = True
    visibility: Literal["clear", "night"] = "clear"


class TerrainShape(Shape):
    """``[terrain]``, for los_probability_low = geometric_dead_zone: features that block the view, and the table.

    blocking_frontage_in: frontage of all features that block the view; table_in: width and depth of the table.
    """

    blocking_frontage_in: Annotated[float, Field(ge=0, le=100_000)] = 0
    table_in: tuple[Annotated[float, Field(gt=0, le=10_000)], Annotated[float, Field(gt=0, le=10_000)]] = (72, 48)


# Constants that the kinds played now read, with what they may be (lowest, highest). All are whole but distances and
# those in `REAL_CONSTANTS`. Effects of a face are four bits in a card, of which 4 and up mean other things: hence at
# most 3 for a penalty by die. An attack has dice for 8 areas: hence at most 8 targets.
PLAYED_CONSTANTS: dict[str, tuple[float, float]] = {
    "penalty_face_low": (1, 3),
    "penalty_face_high": (0, 3),
    "abort_face_standard": (4, 11),
    "abort_face_basic": (4, 11),
    "fc_reroll_face": (1, 10),
    "cm_faces_p": (0, 10),
    "cm_faces_v": (0, 10),
    "cm_faces_vv": (0, 10),
    "cm_converted_penalty": (0, 9),
    "near_miss_penalty": (0, 9),
    "endurance_turns": (1, 100),
    "rearm_turns_good": (0, 50),
    "rearm_turns_shaken": (0, 50),
    "rearm_turns_demoralised": (0, 50),
    "noe_bma_in": (0, 10_000),
    "low_dead_zone_in": (0, 10_000),
    "collective_standoff_in": (0, 10_000),
    "attack_radius_in": (0, 10_000),
    "max_targets": (1, 8),
    "gun_hit_number": (0, 20),
    "he_light": (0, 20),
    "he_standard": (0, 20),
    "he_at_cluster": (0, 20),
    "bomb_area_light_in": (0, 100),
    "bomb_area_standard_in": (0, 100),
    "bomb_rof_light": (1, 8),
    "kg_per_rof": (1, 1_000_000),
    "rocket_exponent": (0, 1),
    "rocket_offset": (0, 1),
    "rocket_area_in": (0, 100),
    "rocket_range_in": (0, 10_000),
    "launch_cap_in": (0, 10_000),
    "launch_fraction": (0, 1),
    "launch_fraction_below_in": (0, 10_000),
    "selection_primary_faces": (0, 10),
    "selection_primary_faces_marked": (0, 10),
    "alternative_radius_in": (0, 10_000),
    "strike_morale": (-10, 0),
    "strike_morale_radius_in": (0, 10_000),
    "heat_vs_armour": (-10, 10),
    "heat_vs_personnel": (-10, 10),
    "flechette_vs_personnel": (-10, 10),
}
REAL_CONSTANTS = ("kg_per_rof", "rocket_exponent", "rocket_offset", "launch_fraction")


def checked_constants(catalog: Catalog) -> dict[str, float]:
    """The printed constants by name. CatalogError for a value out of range, or a change that no kind would notice."""
    values = {row.name: row.value for row in catalog.rows("constants")}
    missing = sorted(set(PLAYED_CONSTANTS) - set(values))
    if missing:
        raise CatalogError(f"{catalog.schemas['constants'].file}: the constant {missing[0]} is missing")
    if "constants" not in catalog.extra:
        return values
    file = catalog.extra["constants"].name
    schema = catalog.schemas["constants"]
    shipped = {row.name: row.value for row in check_rows(catalog.folder / schema.file, schema)}
    for row in check_rows(catalog.extra["constants"], schema, catalog.encoding):
        if row.value == shipped.get(row.name):
            continue  # a line of a copied file
        if row.name not in PLAYED_CONSTANTS:
            known = nearest(row.name, PLAYED_CONSTANTS)
            raise CatalogError(f"{file}: {row.name} is read by no kind (a ruling or a table decides); nearest: {known}")
        low, high = PLAYED_CONSTANTS[row.name]
        whole = not row.name.endswith("_in") and row.name not in REAL_CONSTANTS
        if not low <= row.value <= high or (whole and row.value % 1):
            sort = "whole number" if whole else "number"
            raise CatalogError(f"{file}: {row.name} = {row.value:g}; a {sort} from {low:g} to {high:g}")
    return values


class Book:
    """The rulebook values of a catalog as plain dictionaries, read once per pack."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self.constants = checked_constants(catalog)
        self.base = {row.name: row.value for row in catalog.rows("base_game_constants")}
        self.spotting = {row.state: (row.personnel_in, row.vehicle_in) for row in catalog.rows("spotting")}
        factors = {row.name: row.value for row in catalog.rows("spotting_factors")}
        self.suppressed_factor = factors["pinned_or_suppressed"]

    def gun_ranges(self, row: Any, where: str) -> tuple[float, float]:
        """(manual, fire control) range of a gun: its row, or by calibre where the row is blank (3.2.5a, 3.2.5c)."""
        manual, fire_control = row.manual_range_in, row.fc_range_in
        if "aa_gun_ranges" in self.catalog.extra and row.calibre_mm is not None:
            manual = fire_control = None  # a designer's own table B1 stands in for the ranges of the rows
        if manual is None or (fire_control is None and row.has_fire_control):
            if row.calibre_mm is None:
                raise ScenarioError(f"{where}: the gun {row.id} has neither ranges nor a calibre_mm in its row")
            band = next(
                band
                for band in self.catalog.rows("aa_gun_ranges")
                if band.calibre_from_mm <= row.calibre_mm
                and (band.calibre_below_mm is None or row.calibre_mm < band.calibre_below_mm)
            )
            manual = band.manual_in if manual is None else manual
            fire_control = band.fire_control_in if fire_control is None else fire_control
        return manual, fire_control or 0.0

    def firer(self, shape: Any, where: str) -> Firer:
        """The AA system of a scenario entry (with ``unit``, ``terrain``, ``suppressed``)."""
        row = self.catalog.unit(shape.unit, ("air_defence",), where)
        manual, fire_control, longest = 0.0, 0.0, row.max_range_in
        if row.kind == "GUN":
            manual, fire_control = self.gun_ranges(row, where)
        elif longest is None:
            if row.max_range_m is None:
                raise ScenarioError(
                    f"{where}: the missile {row.id} has neither max_range_in nor max_range_m in its row"
                )
            longest = 5 * round(row.max_range_m / INCH_M / 5)
        shortest = row.min_range_in
        if shortest is None:
            shortest = round((row.min_range_m or 0) / INCH_M)
        if longest is not None and shortest > longest:
            raise ScenarioError(f"{where}: the row of {row.id} has a minimum range above its maximum")
        return Firer(row, manual, fire_control, longest or 0.0, shortest, shape.terrain, shape.suppressed)

    def target(self, shape: Any, where: str) -> tuple[Target, Any]:
        """The aircraft of ``[target]`` and its row; 1.1c: an MV-22 is a helicopter, as its row says."""
        row = self.catalog.unit(shape.unit, ("helicopters", "aircraft"), where)
        is_helicopter = hasattr(row, "sight")
        if not is_helicopter and shape.altitude is not None:
            raise ScenarioError(
                f"{where.removesuffix('.unit')}.altitude: {row.id} is a plane; only helicopters have one"
            )
        if is_helicopter and shape.artillery_spotter:
            raise ScenarioError(f"{where.removesuffix('.unit')}.artillery_spotter: only planes are spotters (3.2.4d)")
        return (
            Target(
                altitude=(shape.altitude or "low") if is_helicopter else None,
                flares=row.flares if shape.flares is None else shape.flares,
                ecm=row.ecm if shape.ecm is None else shape.ecm,
                irs=row.irs if shape.irs is None else shape.irs,
                hovering=shape.hovering,
                behind_cover=shape.behind_cover,
                sight=row.sight if is_helicopter else "none",
                artillery_spotter=shape.artillery_spotter,
            ),
            row,
        )

    def spots(self, firer: Firer, target: Target, rulings: Any, distance: float, visual: bool = True) -> bool:
        """Does this system spot the target, given line of sight (3.2.1)? At night only by radar (3.2.2b)."""
        if not visual and not firer.row.radar:
            return False
        radar = firer.row.radar and rated_noe(firer, rulings) != "N"
        return is_spotted(radar, firer.suppressed, target, rulings, distance, self.spotting, self.suppressed_factor)

    def shot_at(
        self, firer: Firer, target: Target, rulings: Any, distance: float, visual: bool = True
    ) -> ShotCard | None:
        """The card of a shot at this range, given line of sight and arc; None where it may not fire (F1)."""
        if not may_fire(firer, rulings) or not self.spots(firer, target, rulings, distance, visual):
            return None
        shot = in_reach(firer, target, rulings, distance, visual)
        return None if shot is None else shot_card(firer, target, shot, rulings, self.constants)

    def sees(self, suppressed: bool, target: Target, rulings: Any, distance: float) -> bool:
        """Does a ground stand without radar spot the target, given line of sight?"""
        return is_spotted(False, suppressed, target, rulings, distance, self.spotting, self.suppressed_factor)


def collective_card(ground: Any, book: Book, rulings: Any, where: str) -> int:
    """Penalty of each face of the collective die (3.2.8c-e) by ``[ground]``; 0 for none."""
    sort: str = ground.collective
    if sort == "army":
        if ground.army is None or ground.year is None:
            raise ScenarioError(f'{where}.collective: "army" needs the keys army and year')
        army = book.catalog.row("collective_armies", ground.army, f"{where}.army")
        sort = "heavy" if is_heavy_army(army, ground.year, rulings) else "normal"
    faces = {row.die: row.penalty for row in book.catalog.rows("collective_fire") if row.army == sort}
    return write_card(faces)


def may_fire(firer: Firer, rulings: Any) -> bool:
    """Do terrain (3.2.3a, b) and suppression let this system fire at all?"""
    silenced = firer.suppressed and rulings.aa_suppressed_penalty == "cannot_fire"
    return terrain_allows(firer, rulings) and not silenced


def sight_chance(target_altitude: str | None, rulings: Any, terrain: TerrainShape, dead_zone_in: float) -> Any:
    """Chance of line of sight without a map (rulings los_probability_plane, _noe, _low)."""
    if target_altitude is None:
        return rulings.los_probability_plane
    if target_altitude in ("noe", "landed"):
        return rulings.los_probability_noe
    if rulings.los_probability_low != "geometric_dead_zone":
        return rulings.los_probability_low
    # 1.4.1.2a: a strip of 3 in behind each feature; neither of the two may stand in one (it is symmetric)
    width, depth = terrain.table_in
    hidden = min(1.0, dead_zone_in * terrain.blocking_frontage_in / (width * depth))
    return (1 - hidden) ** 2


def bearing_threshold(firer: Firer, target: Target, bearing_deg: float | None, rulings: Any, where: str) -> int:
    """Hands out of 2**32 for which the arc lets a missile fire (3.2.3i-k); all of them for helicopters and guns."""
    guidance = firer.row.guidance
    if target.is_helicopter or not firer.is_missile or guidance not in ("TCIR", "IAIR"):
        return CERTAIN
    if bearing_deg is not None:
        return CERTAIN if arc_allows(guidance, bearing_deg) else 0
    model = str(rulings.aspect_model)
    if model == "geometric":
        raise ScenarioError(f"{where}: ruling aspect_model = geometric needs bearing_deg in [geometry]")
    if model not in ARC_CHANCES:
        check_custom_arc(model, where)
    return threshold(arc_chance(guidance, model))


def check_custom_arc(model: str, where: str) -> None:
    """Refuse an ill-formed custom:REAR,NOT_FRONT."""
    try:
        chances = [float(part) for part in model.removeprefix("custom:").split(",")]
    except ValueError:
        chances = []
    if len(chances) != 2 or not all(0 <= chance <= 1 for chance in chances):
        raise ScenarioError(
            f'{where}, rulings.aspect_model: "{model}"; write custom:REAR,NOT_FRONT with chances in 0..1'
        )
