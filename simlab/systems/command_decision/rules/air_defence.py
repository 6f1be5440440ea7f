"""Who may fire at what, and how far: clauses 3.2.1 to 3.2.3, 3.2.5, 3.2.6.1a and the pop-up clause 1.4.2f.

All functions are asked while a scenario is packed, never by a kernel. Distances are in table inches. The base facts
behind them: radar range is unlimited (3.2.2a), and weather or night do not touch radar line of sight (3.2.2b).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from simlab.systems.command_decision.rulings import (
    ChopHalfMeaning,
    CmManualImmunity,
    GunsNoeChop,
    HalfRatingCombination,
    HalvingIncludesMinRange,
    HiwMeaning,
    IrsScope,
    LandedChopperTarget,
    NoeHalfVsPopUp,
    PopUpPenaltyMode,
    PopUpPenaltyScope,
    PopUpSpotting,
    RangeBoundaries,
)

Altitude = Literal["noe", "low", "popup", "landed"]


@dataclass(frozen=True)
class Firer:
    """An AA system as it stands on the table: its row with what the scenario says of it."""

    row: Any
    manual_range_in: float
    fc_range_in: float
    max_range_in: float
    min_range_in: float = 0.0
    terrain: str = "open"
    suppressed: bool = False

    @property
    def is_missile(self) -> bool:
        """True for a SAM, False for a gun."""
        return self.row.kind == "SAM"


@dataclass(frozen=True)
class Target:
    """An aircraft as AA sees it. ``altitude`` is None for a plane."""

    altitude: Altitude | None
    flares: bool
    ecm: bool
    irs: bool
    hovering: bool = False
    behind_cover: bool = True
    sight: str = "none"
    has_fired: bool = False
    artillery_spotter: bool = False

    @property
    def is_helicopter(self) -> bool:
        """True for a helicopter, which 1.1c extends to the MV-22."""
        return self.altitude is not None

    def at(self, altitude: Altitude) -> Target:
        """The same at another altitude (1.4.1a: at Low or at NOE; 1.4.2a, 1.4.2e: a pop-up counts as Low)."""
        return replace(self, altitude=altitude)


@dataclass(frozen=True)
class Eligible:
    """A shot that may be taken: ``mode`` sam, manual or fire_control; ``penalty`` is the pop-up penalty (1.4.2f)."""

    mode: Literal["sam", "manual", "fire_control"]
    penalty: int = 0


def can_reach(distance: float, limit: float, rulings: Any) -> bool:
    """Is ``distance`` within a maximum range? One number inside, nothing outside (3.2.5b)."""
    return distance < limit if rulings.range_boundaries == RangeBoundaries.EXCLUSIVE else distance <= limit


def is_beyond(distance: float, limit: float, rulings: Any) -> bool:
    """Is ``distance`` at least a minimum range?"""
    return distance > limit if rulings.range_boundaries == RangeBoundaries.EXCLUSIVE else distance >= limit


def halvings(firer: Firer, target: Target, rulings: Any) -> int | None:
    """How often the maximum range of a missile is halved, None where it may not fire at all.

    By its NOE rating (3.2.3g), its chop rating (3.2.3h; it alone decides about helicopters, arcs do not: 3.2.3i), and
    an infrared suppressor of the target (3.2.6.1a).
    """
    row, times = firer.row, 0
    in_scope = row.guidance in ("TCIR", "IAIR") or rulings.irs_scope == IrsScope.ALL_IR
    if row.is_infrared and target.irs and in_scope:
        times += 1
    if target.is_helicopter:
        if row.chop == "N":
            return None
        if row.chop == "half" and rulings.chop_half_meaning == ChopHalfMeaning.HALVE_MAX_RANGE:
            times += 1
        if target.altitude in ("noe", "landed"):
            if row.noe == "N":
                return None
            if row.noe == "half":
                times += 1
    if rulings.half_rating_combination == HalfRatingCombination.SINGLE_HALVING:
        times = min(times, 1)
    return times


def missile_range(firer: Firer, target: Target, rulings: Any) -> tuple[float, float] | None:
    """(minimum, maximum) range of a missile at this target, None where it may not fire (table B10)."""
    times = halvings(firer, target, rulings)
    if times is None:
        return None
    minimum = firer.min_range_in
    if rulings.halving_includes_min_range == HalvingIncludesMinRange.YES:
        minimum /= 2**times
    return minimum, firer.max_range_in / 2**times


def rated_noe(firer: Firer, rulings: Any) -> str:
    """The NOE rating Y, half or N of any system; that of guns is a ruling (3.2.3g)."""
    if firer.is_missile:
        return str(firer.row.noe)
    return {GunsNoeChop.FULL: "Y", GunsNoeChop.HALF: "half", GunsNoeChop.NONE: "N"}[rulings.guns_noe_chop]


def is_spotted(radar: bool, suppressed: bool, target: Target, rulings: Any, distance: float,
               ranges: dict[str, tuple[float, float]], suppressed_factor: float) -> bool:  # fmt: skip
    """Does a stand with line of sight spot the target (3.2.1a-e, part D7)? ranges: state -> (personnel, vehicle).

    Where section 3.2.1 leaves it to the base game, the base game's ranges hold (1.1b).
    radar: it has a radar that serves a system able to engage NOE targets.
    """
    if not target.is_helicopter or not target.hovering or target.altitude == "landed":
        return True  # planes always (3.2.1a); helicopters unless they hover (3.2.1b)
    if target.altitude == "popup" and rulings.pop_up_spotting == PopUpSpotting.ALWAYS_SPOTTED:
        return True
    masked_mast = target.sight == "mast" and target.behind_cover
    if radar and not masked_mast:
        return True  # 3.2.1d; not against a mast sight (3.2.1e)
    in_cover = target.behind_cover and target.sight in ("roof", "mast")  # 3.2.1c, 3.2.1e
    if target.has_fired:
        state = "firing_in_cover" if in_cover else "moving_or_firing_in_open"
    else:
        state = "stationary_in_cover" if in_cover else "stationary_in_open_or_moving_in_cover"
    personnel, vehicle = ranges[state]
    reach = personnel if masked_mast else vehicle
    return can_reach(distance, reach * (suppressed_factor if suppressed else 1), rulings)


def terrain_allows(firer: Firer, rulings: Any) -> bool:
    """No AA fire from inside woods or BUA (3.2.3a), except shoulder-launched missiles on a flat roof (3.2.3b)."""
    if firer.terrain == "open":
        return True
    infantry = firer.row.mount in ("manpads", "team", "infantry")
    shoulder = firer.row.shoulder_fired if rulings.hiw_meaning == HiwMeaning.SHOULDER_FIRED_COLUMN else infantry
    return bool(firer.terrain == "bua_flat_roof" and shoulder)


def in_reach(firer: Firer, target: Target, rulings: Any, distance: float, visual: bool = True) -> Eligible | None:
    """Range, ratings and pop-up penalty of F1: how the target may be engaged at this distance, None if not.

    The arc limits of missiles against planes are not looked at here (see `arc_chance`).
    """
    if target.altitude == "landed":
        if rulings.landed_chopper_target == LandedChopperTarget.GROUND_TARGET_ONLY:
            return None
        target = target.at("noe")
    find = _missile_in_reach if firer.is_missile else _gun_in_reach
    return find(firer, target, rulings, distance, visual)


def _pop_up_penalty(rating: str, beyond_half: bool, rulings: Any) -> int:
    """Size of the pop-up penalty of a system so rated (1.4.2f)."""
    size = int(rulings.pop_up_penalty_size)
    if rulings.pop_up_penalty_scope == PopUpPenaltyScope.ALL_AA or rating == "N":
        return size
    penalised = rulings.noe_half_vs_pop_up == NoeHalfVsPopUp.FULL_RANGE_PENALISED_BEYOND_HALF
    return size if rating == "half" and beyond_half and penalised else 0


def _missile_in_reach(firer: Firer, target: Target, rulings: Any, distance: float, visual: bool) -> Eligible | None:
    limits = missile_range(firer, target, rulings)
    if limits is None:
        return None
    (minimum, maximum), penalty = limits, 0
    if target.altitude == "popup":
        beyond_half = False
        if firer.row.noe == "half":
            at_noe = missile_range(firer, target.at("noe"), rulings)
            half = at_noe[1] if at_noe else 0.0
            beyond_half = not can_reach(distance, half, rulings)
            if rulings.noe_half_vs_pop_up == NoeHalfVsPopUp.HALF_RANGE_ONLY:
                minimum, maximum = at_noe or (minimum, half)
        penalty = _pop_up_penalty(firer.row.noe, beyond_half, rulings)
        if rulings.pop_up_penalty_mode == PopUpPenaltyMode.HALVE_RANGE and penalty:
            maximum, penalty = maximum / 2, 0
    if not (is_beyond(distance, minimum, rulings) and can_reach(distance, maximum, rulings)):
        return None
    return Eligible("sam", penalty)


def _gun_in_reach(firer: Firer, target: Target, rulings: Any, distance: float, visual: bool) -> Eligible | None:
    manual, fire_control = firer.manual_range_in, firer.fc_range_in if firer.row.has_fire_control else 0.0
    rating, penalty, cut = (rated_noe(firer, rulings) if target.is_helicopter else "Y"), 0, 1
    if target.altitude == "noe":
        if rating == "N":
            return None
        if rating == "half":
            cut = 2
    if target.altitude == "popup":
        beyond_half = rating == "half" and not can_reach(distance, max(manual, fire_control) / 2, rulings)
        if rating == "half" and rulings.noe_half_vs_pop_up == NoeHalfVsPopUp.HALF_RANGE_ONLY:
            cut *= 2
        penalty = _pop_up_penalty(rating, beyond_half, rulings)
        if rulings.pop_up_penalty_mode == PopUpPenaltyMode.HALVE_RANGE and penalty:
            cut, penalty = cut * 2, 0
    sees = visual or rulings.cm_manual_immunity == CmManualImmunity.RANGE_ONLY
    if sees and can_reach(distance, manual / cut, rulings):
        return Eligible("manual", penalty)  # immune to countermeasures (3.2.6.2f)
    if firer.row.has_fire_control and can_reach(distance, fire_control / cut, rulings):
        return Eligible("fire_control", penalty)
    return None


ARC_CHANCES = {"uniform_bearing": (0.25, 0.75), "head_on": (0.0, 0.0), "beam": (0.0, 1.0), "tail": (1.0, 1.0)}


def arc_allows(guidance: str, bearing_deg: float) -> bool:
    """May a missile fire from this bearing off a plane's nose?

    TCIR from the rear 90 degrees only (3.2.3j), IAIR from anywhere but the front 90 (3.2.3k).
    """
    off_nose = abs((bearing_deg + 180) % 360 - 180)
    if guidance == "TCIR":
        return off_nose >= 135
    return guidance != "IAIR" or off_nose > 45


def arc_chance(guidance: str, model: str) -> float:
    """Chance that the arc lets it fire at a plane whose facing is unknown, under ruling aspect_model."""
    if guidance not in ("TCIR", "IAIR"):
        return 1.0
    if model.startswith("custom:"):
        rear, not_front = (float(part) for part in model.removeprefix("custom:").split(","))
    else:
        rear, not_front = ARC_CHANCES[model]
    return rear if guidance == "TCIR" else not_front
