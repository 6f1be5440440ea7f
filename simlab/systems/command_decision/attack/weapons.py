"""What an attacker fires at stands one by one: guns, door guns and guided weapons, by the row of its unit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from simlab.catalog import Catalog
from simlab.errors import ScenarioError, nearest
from simlab.systems.command_decision.attack.shapes import MOST_TEMPLATES, AttackerShape
from simlab.systems.command_decision.rules.attacks import Ordnance
from simlab.systems.command_decision.rules.cards import feels_penalty
from simlab.systems.command_decision.rules.guided import GUIDED, guided_rof
from simlab.systems.command_decision.rules.guns import armour_piercing, gun_ordnance, gun_rof
from simlab.systems.command_decision.rules.helicopter_weapons import (
    door_gun_attacks,
    hasty_advance,
    hasty_penalty,
    helicopter_gun_number,
)
from simlab.systems.command_decision.rulings import MissileOnMoveScope
from simlab.systems.command_decision.units import Helicopter


class Dropped(NamedTuple):
    """What comes down.

    rof: areas of bombs, rolls of rockets, or attacks of guns and guided weapons; side: of each square area,
    thousandths of an inch, 0 without areas.
    """

    rof: int
    side: int
    ordnance: Ordnance


def weapon_of(
    load: str, row: Any, attacker: AttackerShape, fac: bool, rulings: Any, catalog: Catalog,
    constants: Mapping[str, float], where: str,
) -> Dropped:  # fmt: skip
    """Guns or a guided weapon of ``[attacker]``; ScenarioError where the row has none of that sort."""
    is_helicopter = isinstance(row, Helicopter)
    base = {entry.name: entry.value for entry in catalog.rows("base_game_constants")}
    penalty = attacker.penalty if feels_penalty(load, rulings) else 0
    if is_helicopter and hasty_advance(
        attacker.altitude or "low", attacker.inches_moved, rulings, constants["noe_bma_in"]
    ):
        penalty += hasty_penalty(load, row.gun_mount, row.stabilised_sight, rulings, base)
    here = f"{where}, attacker.{'load' if load == attacker.load else 'also'}"
    if load in GUIDED:
        return _guided(load, row, attacker, penalty, fac, rulings, catalog, here)
    if load == "door_guns":
        rof = door_gun_attacks(row.door_guns, row.door_gun_rof, base) if is_helicopter else 0
        piercing = 0
    else:
        rof = gun_rof(row.gun_rof, constants)
        piercing = armour_piercing(row.gun, row.gun_calibre_mm, catalog.rows("armour_piercing")) if row.gun_ap else 0
    if rof == 0:
        raise ScenarioError(f"{here}: {row.id} has no {load.replace('_', ' ')}")
    if rof > MOST_TEMPLATES:
        raise ScenarioError(f"{here}: {row.id} has ROF {rof} with {load}; at most {MOST_TEMPLATES} can be played")
    number = helicopter_gun_number(load, constants, base) if is_helicopter else _gun_number(row, catalog, constants)
    return Dropped(rof, 0, gun_ordnance(piercing, number, penalty, is_helicopter, fac, load))


def _gun_number(row: Any, catalog: Catalog, constants: Mapping[str, float]) -> int:
    """Hit number of the guns of a plane: that of its row, else 5 (2.3.5a); a designer's own constants go before it."""
    by_rule = row.gun_hit_number is None or "constants" in catalog.extra
    return int(constants["gun_hit_number"] if by_rule else row.gun_hit_number)


def _guided(
    load: str, row: Any, attacker: AttackerShape, penalty: int, fac: bool, rulings: Any, catalog: Catalog, here: str
) -> Dropped:
    is_helicopter = isinstance(row, Helicopter)
    carried = row.missile if is_helicopter else row.asm
    guidance = attacker.guidance or (row.missile_guidance if is_helicopter else row.asm_guidance)
    if not guidance or (not carried and attacker.guidance is None):
        raise ScenarioError(
            f"{here}: {row.id} carries no guided weapon; give attacker.guidance for one that its row does not name"
        )
    hits = {entry.guidance: entry.hit_number for entry in catalog.rows("missiles")}
    rofs = {entry.guidance: (entry.plane_rof, entry.helicopter_rof) for entry in catalog.rows("missile_rof")}
    for table, known in (("missiles", hits), ("missile_rof", rofs)):
        if guidance not in known:
            raise ScenarioError(
                f'{here.removesuffix(".load")}.guidance: no "{guidance}" in {catalog.file_of(table)}; nearest: '
                f"{nearest(guidance, known)}"
            )
    forget_only = rulings.missile_on_move_scope == MissileOnMoveScope.FIRE_AND_FORGET_ONLY
    if is_helicopter and attacker.inches_moved > 0 and forget_only and guidance not in ("IIR", "AR"):
        raise ScenarioError(
            f"{here.removesuffix('.load')}.inches_moved: {guidance} missiles are not fired on the move with "
            "missile_on_move_scope = fire_and_forget_only (1.5.5c)"
        )
    effect = catalog.row("missile_effects", load, here)
    warhead = "he" if effect.armour_piercing is None else "ap"
    ordnance = Ordnance(
        load, warhead, hits[guidance], penalty, is_helicopter, fac, effect.armour_piercing or 0, attacker.face,
        effect.he_factor or 0, guidance,
    )  # fmt: skip
    return Dropped(guided_rof(guidance, is_helicopter, rofs, rulings), 0, ordnance)
