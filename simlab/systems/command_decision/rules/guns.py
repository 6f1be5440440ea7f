"""Aircraft guns against stands on the ground: hit number, small arms and AP effect, strafing fighters (2.3.5; D5).

A gun is an `Ordnance` whose load is "guns": `gun_ordnance` makes it, `gun_card` says what one attack does to a stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from simlab.systems.command_decision.rules.attacks import (
    ARMOURED,
    COVERS,
    DIE_FACES,
    ELIMINATED,
    HIT,
    AttackCard,
    GroundRules,
    GroundStand,
    Ordnance,
    armour_of,
    cover_of,
    faces_that_hit,
    is_affected,
    result_of_hit,
    write_effects,
)
from simlab.systems.command_decision.rulings.weapons import StrafingExposure


def gun_rof(of_the_row: int | None, constants: Mapping[str, float]) -> int:
    """ROF of aircraft guns: 2 unless the card says otherwise (2.3.5c), and that many attacks on stands (2.3.4a)."""
    return int(constants["gun_rof"]) if of_the_row is None else of_the_row


def armour_piercing(gun: str, calibre_mm: float | None, bands: Iterable[Any]) -> int:
    """AP of a gun with such ammunition (2.3.5d): the first row that fits its name or calibre (part D5); 0: none does.

    bands: rows of armour_piercing.csv.
    """
    for band in bands:
        by_name = band.gun_starts_with and gun.startswith(band.gun_starts_with)
        by_calibre = (
            not band.gun_starts_with
            and calibre_mm is not None
            and (band.calibre_from_mm or 0) <= calibre_mm
            and (band.calibre_below_mm is None or calibre_mm < band.calibre_below_mm)
        )
        if by_name or by_calibre:
            return int(band.armour_piercing)
    return 0


def gun_ordnance(
    piercing: int, hit_number: int, penalty: int, is_helicopter: bool, fac: bool, load: str = "guns"
) -> Ordnance:
    """Guns as an `Ordnance`: small arms for the most part (2.3.5b), AP for the few that have it (2.3.5d).

    hit_number: 5 for airplanes (2.3.5a). AP strikes the flank (2.3.5f), and at close range (2.3.5e), so that nothing is
    taken off for distance. load: guns or door_guns.
    """
    warhead = "ap" if piercing else "small_arms"
    return Ordnance(load, warhead, hit_number, penalty, is_helicopter, fac, piercing=piercing, face="flank")


def gun_modifier(stand: GroundStand, ordnance: Ordnance, rulings: Any, tables: GroundRules) -> int:
    """Modifier of the hit number by class and cover (part D5).

    A dug-in gun or vehicle counts as in medium cover at least (assumed, as against bombs).
    """
    if stand.target in ARMOURED:
        modifier = tables.small_arms[stand.target, "any"][0]
        return modifier + (tables.small_arms["soft_vehicle", "medium"][0] if stand.dug_in else 0)
    cover = cover_of(stand, ordnance, rulings)
    if stand.dug_in and stand.target == "soft_vehicle":
        cover = max(cover, "medium", key=COVERS.index)
    return tables.small_arms[stand.target, cover][0]


def gun_number(stand: GroundStand, ordnance: Ordnance, rulings: Any, tables: GroundRules) -> int:
    """Hit number of one attack: 5 (2.3.5a) less the penalty (3.2.4a) and the cover (part D5)."""
    return ordnance.factor - ordnance.penalty + gun_modifier(stand, ordnance, rulings, tables)


def gun_effect(die: int, stand: GroundStand, ordnance: Ordnance, tables: GroundRules) -> int:
    """What a hit does by the effect die (part D5).

    AP kills an AFV on 5 + AP - flank armour or less (2.3.5e, 2.3.5f). Small arms (2.3.5b) kill a weak AFV on a 10; on
    all that has no armour both follow the hit results.
    """
    if stand.target in ARMOURED:
        if ordnance.warhead == "ap":
            kills = tables.base["ap_base"] + ordnance.piercing - armour_of(stand, ordnance.face, tables)
            return ELIMINATED if die <= kills else HIT
        if tables.small_arms[stand.target, "any"][1] == "hit_results":
            return result_of_hit(die, stand.quality, tables)
        return ELIMINATED if die >= tables.base["small_arms_weak_afv_face"] else HIT
    return result_of_hit(die, stand.quality, tables)


def gun_card(stand: GroundStand, ordnance: Ordnance, rulings: Any, tables: GroundRules) -> AttackCard:
    """The card of one gun attack at one stand; one without effect on AFVs that small arms do nothing to."""
    if not is_affected(stand, ordnance):
        return AttackCard(0, 0, 0)
    number = gun_number(stand, ordnance, rulings, tables)
    effects = {die: gun_effect(die, stand, ordnance, tables) for die in range(1, DIE_FACES + 1)}
    return AttackCard(number, faces_that_hit(number, rulings), write_effects(effects))


def may_strafe(standard_fighter: bool, has_gun: bool, enemy_aircraft_on_board: bool) -> bool:
    """May a fighter strafe: a standard one with a gun, and no enemy chopper or plane is on the board (2.3.5.1a)?

    >>> may_strafe(True, True, False), may_strafe(True, True, True)
    (True, False)
    """
    return standard_fighter and has_gun and not enemy_aircraft_on_board


def strafer_takes_collective(rulings: Any) -> bool:
    """A strafing fighter can be engaged by AA like any plane (2.3.5.1b): by collective fire too, unless a ruling."""
    return bool(rulings.strafing_exposure == StrafingExposure.YES)
