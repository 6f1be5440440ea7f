"""Who can fire at what: line of sight, spotting, arcs, ranges and ratings (1.4.2f, 3.2.1 to 3.2.3, 3.2.5; F1)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .command_decision_rulings import Rulings, aspect_chances
from .command_decision_tables import (
    DEAD_ZONE_INCHES,
    INFANTRY_MOUNTS,
    INFRARED,
    SPOTTING_RANGES,
    AirDefence,
)
from .dice_log import threshold


@dataclass(frozen=True)
class Target:
    """An aircraft as a firer sees it in one window."""

    is_helicopter: bool
    altitude: str = ""  # helicopters: noe, low, popup or landed
    flares: bool = False
    ecm: bool = False
    irs: bool = False
    sight: str = "none"
    hovering: bool = False
    behind_cover: bool = True
    has_fired: bool = False
    artillery_spotter: bool = False


@dataclass(frozen=True)
class Firer:
    """An AA system where it stands."""

    system: AirDefence
    range_in: float
    terrain: str = "open"  # open, woods, bua or bua_flat_roof
    suppressed: bool = False
    bearing_deg: float | None = None  # from the nose of the target
    ground_role: bool = True


@dataclass(frozen=True)
class Aim:
    """A shot that range and ratings allow."""

    mode: str  # missile, manual or fire_control
    pop_up_penalty: int


def within(distance: float, limit: float, rulings: Rulings) -> bool:
    """Whether a distance keeps within an upper limit (3.2.5b; `range_boundaries`)."""
    return distance < limit if rulings.range_boundaries == "exclusive" else distance <= limit


def sight_probability(target: Target, rulings: Rulings, terrain: dict[str, Any]) -> Fraction:
    """Chance of a line of sight when no map is given (`los_probability_*`)."""
    if not target.is_helicopter:
        return rulings.los_probability_plane
    if target.altitude in ("noe", "landed"):
        return rulings.los_probability_noe
    if not isinstance(rulings.los_probability_low, str):
        return rulings.los_probability_low
    # geometric_dead_zone (1.4.1.2a): neither end lies in the dead zones, which cover a share q of the table.
    width, depth = terrain.get("table_in", (72, 48))
    q = (
        DEAD_ZONE_INCHES
        * Fraction(str(terrain["blocking_frontage_in"]))
        / (Fraction(str(width)) * Fraction(str(depth)))
    )
    return (1 - min(Fraction(1), q)) ** 2


def has_line_of_sight(u: int, target: Target, rulings: Rulings, terrain: dict[str, Any]) -> bool:
    """Whether the number u of PLACE gives a line of sight."""
    return u < threshold(sight_probability(target, rulings, terrain))


def is_spotted(distance: float, suppressed: bool, radar_sees_noe: bool, target: Target, rulings: Rulings) -> bool:
    """Spotting along a line of sight (3.2.1; D7).

    `radar_sees_noe`: the spotter has a radar and can engage NOE targets (3.2.1d).
    """
    if not target.is_helicopter or not target.hovering or target.altitude == "landed":
        return True
    if target.altitude == "popup" and rulings.pop_up_spotting == "always_spotted":
        return True
    hidden_below_its_mast = target.sight == "mast" and target.behind_cover  # 3.2.1e
    if radar_sees_noe and not hidden_below_its_mast:
        return True
    state = "firing" if target.has_fired else "stationary"
    if hidden_below_its_mast:
        reach: float = SPOTTING_RANGES[f"{state} in cover", "personnel"]
    elif target.sight == "roof" and target.behind_cover:  # 3.2.1c
        reach = SPOTTING_RANGES[f"{state} in cover", "vehicle"]
    else:
        reach = SPOTTING_RANGES[f"{state} in the open", "vehicle"]
    return within(distance, reach / 2 if suppressed else reach, rulings)


def is_spotted_by(firer: Firer, target: Target, rulings: Rulings) -> bool:
    """Spotting by an AA system (3.2.1d)."""
    can_engage_noe = noe_rating(firer.system, rulings) in ("Y", "half")
    return is_spotted(firer.range_in, firer.suppressed, firer.system.radar and can_engage_noe, target, rulings)


def noe_rating(system: AirDefence, rulings: Rulings) -> str:
    """NOE rating Y, half or N: a missile's own (3.2.3g), a gun's by `guns_noe_chop`."""
    if not system.is_gun:
        return system.noe
    return {"full": "Y", "half": "half", "none": "N"}[rulings.guns_noe_chop]


def may_fire_from(firer: Firer, rulings: Rulings) -> bool:
    """Terrain and suppression (3.2.3a, b; `hiw_meaning`, `aa_suppressed_penalty`)."""
    if firer.suppressed and rulings.aa_suppressed_penalty == "cannot_fire":
        return False
    if firer.terrain == "open":
        return True
    if rulings.hiw_meaning == "any_infantry_team":
        on_a_shoulder = firer.system.mount in INFANTRY_MOUNTS
    else:
        on_a_shoulder = firer.system.shoulder_fired
    return firer.terrain == "bua_flat_roof" and on_a_shoulder


def bears(firer: Firer, v: int | None, rulings: Rulings) -> bool:
    """The arc rule of TCIR and IAIR missiles against planes (3.2.3i to k).

    A bearing that is given decides; else the number `v` of PLACE under `aspect_model`.
    """
    guidance = firer.system.guidance
    if firer.system.is_gun or guidance not in ("TCIR", "IAIR"):
        return True
    if firer.bearing_deg is not None:
        off_the_nose = abs((firer.bearing_deg + 180) % 360 - 180)
        return off_the_nose >= 135 if guidance == "TCIR" else off_the_nose > 45
    p_rear, p_not_front = aspect_chances(rulings)
    if v is None:
        raise ValueError("without a bearing the arc rule needs a number")
    return v < threshold(p_rear if guidance == "TCIR" else p_not_front)


def missile_halvings(system: AirDefence, target: Target, altitude: str, rulings: Rulings) -> int | None:
    """How often the range of a missile is halved, or None when a rating N forbids the shot (3.2.3g, h; 3.2.6.1)."""
    halvings = 0
    infrared = system.guidance in INFRARED
    if infrared and target.irs and (rulings.irs_scope == "all_ir" or system.guidance != "AAIR"):
        halvings += 1
    if target.is_helicopter:
        if system.chop == "N":
            return None
        if system.chop == "half" and rulings.chop_half_meaning == "halve_max_range":
            halvings += 1
        if altitude in ("noe", "landed"):
            if system.noe == "N":
                return None
            if system.noe == "half":
                halvings += 1
    return min(halvings, 1) if rulings.half_rating_combination == "single_halving" else halvings


def missile_aim(firer: Firer, target: Target, rulings: Rulings) -> Aim | None:
    """Range, ratings and pop-up penalty of a missile (F1)."""
    system, distance = firer.system, firer.range_in
    halvings = missile_halvings(system, target, target.altitude, rulings)
    if halvings is None:
        return None
    furthest = system.max_range / 2**halvings
    penalty = 0
    if target.altitude == "popup":
        if system.noe == "N":
            penalty = rulings.pop_up_penalty_size
        elif system.noe == "half":
            halvings_at_noe = missile_halvings(system, target, "noe", rulings)
            assert halvings_at_noe is not None
            furthest_at_noe = system.max_range / 2**halvings_at_noe
            if rulings.noe_half_vs_pop_up == "half_range_only":
                halvings, furthest = halvings_at_noe, furthest_at_noe
            elif rulings.noe_half_vs_pop_up == "full_range_penalised_beyond_half" and not within(
                distance, furthest_at_noe, rulings
            ):
                penalty = rulings.pop_up_penalty_size
        if rulings.pop_up_penalty_scope == "all_aa":
            penalty = rulings.pop_up_penalty_size
        if rulings.pop_up_penalty_mode == "halve_range" and penalty:
            furthest, penalty = furthest / 2, 0
    nearest = system.min_range / 2**halvings if rulings.halving_includes_min_range == "yes" else system.min_range
    too_near = distance <= nearest if rulings.range_boundaries == "exclusive" else distance < nearest
    if too_near or not within(distance, furthest, rulings):
        return None
    return Aim("missile", penalty)


def gun_aim(firer: Firer, target: Target, visual: bool, rulings: Rulings) -> Aim | None:
    """Range, mode and pop-up penalty of an AA gun (3.2.5; F1; `guns_noe_chop`).

    `visual`: the line of sight is one for the eye too, not for a radar alone.
    """
    system, distance = firer.system, firer.range_in
    rating = noe_rating(system, rulings)
    divisor, penalty = 1, 0
    if target.altitude in ("noe", "landed"):
        if rating == "N":
            return None
        if rating == "half":
            divisor = 2
    if target.altitude == "popup":
        if rating == "N":
            penalty = rulings.pop_up_penalty_size
        elif rating == "half":
            longest = max(system.manual_range, system.fc_range if system.has_fire_control else 0)
            if rulings.noe_half_vs_pop_up == "half_range_only":
                divisor = 2
            elif rulings.noe_half_vs_pop_up == "full_range_penalised_beyond_half" and not within(
                distance, longest / 2, rulings
            ):
                penalty = rulings.pop_up_penalty_size
        if rulings.pop_up_penalty_scope == "all_aa":
            penalty = rulings.pop_up_penalty_size
        if rulings.pop_up_penalty_mode == "halve_range" and penalty:
            divisor, penalty = divisor * 2, 0
    by_eye = visual or rulings.cm_manual_immunity == "range_only"
    if by_eye and within(distance, system.manual_range / divisor, rulings):
        return Aim("manual", penalty)
    if system.has_fire_control and within(distance, system.fc_range / divisor, rulings):
        return Aim("fire_control", penalty)
    return None


def aim_in_range(firer: Firer, target: Target, visual: bool, rulings: Rulings) -> Aim | None:
    """The shot that range and ratings allow, whatever terrain and suppression say (F1)."""
    if target.altitude == "landed" and rulings.landed_chopper_target == "ground_target_only":
        return None
    if firer.system.is_gun:
        return gun_aim(firer, target, visual, rulings)
    return missile_aim(firer, target, rulings)
