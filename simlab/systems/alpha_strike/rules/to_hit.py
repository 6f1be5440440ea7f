"""Target numbers of attacks on the ground (section 6); the figures are those of to_hit.csv, handed over by key."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from simlab.systems.alpha_strike.rulings.declaring import Ruleset
from simlab.systems.alpha_strike.rulings.to_hit import (
    BombingImmobile,
    CrewHitScope,
    GroundedDropshipType,
    JumpCapableTmm,
    PartialCoverFromAir,
    WoodsFromAir,
)

KINDS = ("strafe", "strike", "altitude", "dive")  # in the order of ruling attack_mods
RANGES = ("short", "medium", "long", "extreme")
GROUNDED_DROPSHIP = {
    GroundedDropshipType.MINUS_2: ("type_dropship",),
    GroundedDropshipType.MINUS_1: ("type_large",),
    GroundedDropshipType.MINUS_3: ("type_dropship", "type_large"),
}
# Altitudes at which each attack may be made in the Commander's Edition, and the range bracket of each (section 0.4).
ALTITUDES = {"low": 0, "middle": 1, "high": 2}
ALLOWED = {
    "strafe": ("low",),
    "dive": ("low", "middle"),
    "altitude": ("high", "extreme"),
    "strike": ("low", "middle", "high"),
}


@dataclass(frozen=True)
class Attacker:
    """What the attacker brings to a target number (AS-6.9). heat: its level 0 to 3 before the attack."""

    skill: int = 4
    heat: int = 0
    fire_control_hits: int = 0
    crew_hits: int = 0
    drone: bool = False
    support_vehicle: bool = False
    fire_control: str = ""  # of a support vehicle: AFC, BFC or none


@dataclass(frozen=True)
class Target:
    """What a unit on the ground brings to the target number of a strafe or strike (AS-6.6 to AS-6.8).

    move_in: Move printed; move_lost_in: by damage; tmm: printed or derived; flying: an airborne VTOL or WiGE; stealth:
    has STL; large: LG, VLG, SLG or a landed small craft; woods: at its place; woods_between: on the line.
    """

    type: str = "BM"
    move_in: int = 0
    move_lost_in: int = 0
    tmm: int | None = None
    heat: int = 0
    jumps: bool = False
    jumped: bool = False
    immobile: bool = False
    dropping: bool = False
    stood_still: bool = False
    flying: bool = False
    stealth: bool = False
    large: bool = False
    woods: bool = False
    woods_between: bool = False
    partial_cover: bool = False
    underwater: bool = False


def attack_type_modifiers(word: str) -> dict[str, int]:
    """Modifiers of strafing, striking, altitude and dive bombing from the word of ruling attack_mods (AS-6.4).

    >>> attack_type_modifiers("custom:1/2/3/-1")["dive"], attack_type_modifiers("4/2/3/2")["strafe"]
    (-1, 4)

    ValueError when they are not four whole numbers.
    """
    parts = word.removeprefix("custom:").split("/")
    if len(parts) != len(KINDS) or not all(re.fullmatch(r"[+-]?\d{1,2}", part) for part in parts):
        raise ValueError("write four whole numbers, custom:strafing/striking/altitude/dive")
    return {kind: int(part) for kind, part in zip(KINDS, parts, strict=True)}


def attacker_modifiers(attacker: Attacker, rulings: Any, figures: Mapping[str, int]) -> int:
    """Sum of the attacker's modifiers (AS-6.9); both forms of the drone penalty add the same to an attack."""
    total = figures["fire_control_hit"] * attacker.fire_control_hits + attacker.heat
    if rulings.crew_hit_scope == CrewHitScope.ATTACKS_AND_CONTROL:
        total += figures["crew_hit"] * attacker.crew_hits
    if attacker.drone:
        total += figures.get("attacker_drone", 1)
    if attacker.support_vehicle:
        total += figures[{"AFC": "sv_afc", "BFC": "sv_bfc"}.get(attacker.fire_control, "sv_none")]
    return total


def tmm_of_move(inches: float, constants: Mapping[str, float]) -> int:
    """Target movement modifier of an available Move (AS-6.6).

    >>> bands = {f"tmm_{number}_from_in": move for number, move in enumerate((5, 9, 13, 19, 35), 1)}
    >>> [tmm_of_move(move, bands) for move in (4, 12, 40)]
    [0, 2, 5]
    """
    return sum(inches >= constants[f"tmm_{number}_from_in"] for number in range(1, 6))


def movement_modifier(
    target: Target, rulings: Any, figures: Mapping[str, int], constants: Mapping[str, float]
) -> int:  # fmt: skip
    """Target movement, jumping, immobility, dropping (AS-6.6, AS-11.2); as2013 always looks up the current Move."""
    if target.dropping:
        return figures["target_dropping"]
    if target.immobile:
        return figures["target_immobile"]
    edition = rulings.ruleset
    mech = target.type in ("BM", "IM")
    if edition == Ruleset.ASCE:
        tmm = tmm_of_move(target.move_in, constants) if target.tmm is None else target.tmm
        tmm = max(tmm - (1 if mech and target.heat >= 2 else 0), 0)
        tmm = 0 if target.stood_still else tmm
    else:
        move = target.move_in - target.move_lost_in - (constants["heat_move_in"] * target.heat if mech else 0)
        tmm = tmm_of_move(max(move, 0), constants)
    counts = {
        JumpCapableTmm.ALWAYS: target.jumps,
        JumpCapableTmm.IF_JUMPED: target.jumped,
        JumpCapableTmm.NEVER: False,
    }[rulings.jump_capable_tmm]
    return tmm + (figures["target_jump"] if counts else 0)


def type_modifier(target: Target, rulings: Any, figures: Mapping[str, int]) -> int:
    """Target type (AS-6.7, AS-13.7, AS-15.5): a landed DropShip by ruling grounded_dropship_type."""
    if target.type in ("DA", "DS"):
        return sum(figures[key] for key in _dropship_rows(rulings))
    total = figures["type_large"] if target.large else 0
    if target.flying:
        total += figures["type_airborne_vtol"]
    return total + {"BA": figures["type_battle_armor"], "PM": figures["type_protomech"]}.get(target.type, 0)


def _dropship_rows(rulings: Any) -> tuple[str, ...]:
    return GROUNDED_DROPSHIP[rulings.grounded_dropship_type]


def terrain_modifier(target: Target, rulings: Any, figures: Mapping[str, int]) -> int:
    """Woods, partial cover, water (AS-6.8; rulings woods_from_air, partial_cover_from_air)."""
    woods = {
        WoodsFromAir.TARGET_POSITION_ONLY: target.woods,
        WoodsFromAir.IGNORED: False,
        WoodsFromAir.ANY_INTERVENING: target.woods or target.woods_between,
    }[rulings.woods_from_air]
    cover = target.partial_cover and rulings.partial_cover_from_air == PartialCoverFromAir.APPLIES
    return (
        (figures["terrain_woods"] if woods else 0)
        + (figures["terrain_partial_cover"] if cover else 0)
        + (figures["terrain_underwater"] if target.underwater else 0)
    )


def stealth_modifier(target: Target, bracket: int, figures: Mapping[str, int]) -> int:
    """Stealth (STL) at a range bracket, battle armor by its own row (AS-6.7)."""
    if not target.stealth:
        return 0
    row = "stealth_battle_armor" if target.type == "BA" else "stealth_non_infantry"
    return figures[f"{row}_{min(bracket, 2)}"]


def target_modifiers(
    target: Target, bracket: int, rulings: Any, figures: Mapping[str, int], constants: Mapping[str, float]
) -> int:
    """All that the target brings to a strafe or strike (AS-6.3)."""
    return (
        movement_modifier(target, rulings, figures, constants)
        + type_modifier(target, rulings, figures)
        + terrain_modifier(target, rulings, figures)
        + stealth_modifier(target, bracket, figures)
    )


def range_bracket(kind: str, altitude: str | None, rulings: Any) -> int:
    """Range bracket of an air-to-ground attack: Short in as2013; by altitude in asce (AS-5.7, AS-6.5, section 0.4).

    altitude: low, middle, high, extreme; None: the lowest at which this attack may be made. ValueError when it may not
    be made there.
    """
    if rulings.ruleset == Ruleset.AS2013:
        if altitude is not None:
            raise ValueError("edition as2013 has no altitudes; every attack on the ground is at Short range (AS-5.7)")
        return 0
    if kind == "artillery":
        return 0  # its modifiers are printed with it (AS-9.6)
    chosen = altitude or ALLOWED[kind][0]
    if chosen not in ALLOWED[kind]:
        raise ValueError(f"in edition asce this attack is made at {' or '.join(ALLOWED[kind])}")
    return {**ALTITUDES, "extreme": 3}[chosen]


def base_number(kind: str, attacker: Attacker, bracket: int, rulings: Any, figures: Mapping[str, int]) -> int:
    """Skill, attack type, range and the attacker's modifiers: what every roll of an attack shares (AS-6.1, AS-6.10).

    kind: strafe, strike, altitude, dive; artillery, whose modifiers are those of its shell (AS-9.6).
    """
    return (
        attacker.skill
        + attack_type_modifiers(str(rulings.attack_mods)).get(kind, 0)
        + figures[f"range_{RANGES[bracket]}"]
        + attacker_modifiers(attacker, rulings, figures)
    )


def bomb_number(
    base: int, is_cluster: bool, own_modifier: int, aimed_at_immobile: bool, rulings: Any, figures: Mapping[str, int]
) -> int:
    """Target number of one bomb: no target modifiers, but area-effect and cluster rulings (AS-6.2, AS-6.4).

    own_modifier: of the bomb type; aimed_at_immobile: an immobile unit stands on its point (ruling bombing_immobile).
    """
    total = base + int(rulings.area_effect_modifier) + own_modifier
    if is_cluster:
        total += int(rulings.cluster_modifier)
    return total + _immobile_help(aimed_at_immobile, rulings, figures)


def artillery_number(
    base: int, own_modifier: int, aimed_at_immobile: bool, rulings: Any, figures: Mapping[str, int]
) -> int:
    """Target number of an Arrow IV: its own + 6 holds artillery + 4, area + 1 and airborne launcher + 1 (AS-9.6)."""
    return base + own_modifier + _immobile_help(aimed_at_immobile, rulings, figures)


def _immobile_help(aimed_at_immobile: bool, rulings: Any, figures: Mapping[str, int]) -> int:
    helps = aimed_at_immobile and rulings.bombing_immobile == BombingImmobile.YES
    return figures["target_immobile"] if helps else 0
