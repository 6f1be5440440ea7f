"""How much an attack on the ground hurts (section 8): strafing, striking, bombs, water."""

from __future__ import annotations

from typing import Any, NamedTuple

from simlab.systems.alpha_strike.rules.values import HALVES, MINIMAL, halved
from simlab.systems.alpha_strike.rulings.damage import (
    StrafeEnergyFull,
    StrafeMinimal,
    StrafeOv,
    StrafeRounding,
    UnderwaterRounding,
)

ROUNDINGS = {StrafeRounding.HALF_UP: 0, StrafeRounding.DOWN: 1, StrafeRounding.UP: 2}


class Hit(NamedTuple):
    """What a hit does: whole points, and whether a die of minimal damage (``0*``) may add one (AS-1.5)."""

    points: int
    minimal: bool = False


def strafing_damage(value: int, overheat: int, is_energy: bool, rulings: Any, share: int = 2, least: int = 1) -> Hit:
    """Damage to each unit hit by strafing: half of Short, rounded normally, at least 1, then overheat (AS-8.2).

    value: Short in half points (``0*`` is 1); is_energy: the card has ENE; share, least: printed constants.
    """
    if value == MINIMAL:
        if rulings.strafe_minimal == StrafeMinimal.ROLL_4PLUS_FOR_1:
            return Hit(overheat, minimal=True)
        return Hit(overheat + (1 if rulings.strafe_minimal == StrafeMinimal.ALWAYS_1 else 0))
    whole = value // HALVES
    if is_energy and rulings.strafe_energy_full == StrafeEnergyFull.YES:
        return Hit(whole + overheat)
    rounding = ROUNDINGS[rulings.strafe_rounding]
    if rulings.strafe_ov == StrafeOv.BEFORE:
        return Hit(max(least, halved(whole + overheat, share, rounding)))
    return Hit(max(least, halved(whole, share, rounding)) + overheat)


def striking_damage(value: int, overheat: int, pods: int = 0) -> Hit:
    """Damage of a strike: Short and overheat, and a point for each rocket pod (AS-8.3, AS-9.6); value in half points.

    >>> striking_damage(10, 2), striking_damage(1, 0)
    (Hit(points=7, minimal=False), Hit(points=0, minimal=True))
    """
    return Hit(overheat + pods, minimal=True) if value == MINIMAL else Hit(value // HALVES + overheat + pods)


def damage_to_rfa(hit: Hit, strafing: bool) -> Hit:
    """A hit on a unit with RFA (section 17): strafing halved down, a strike 1 less, at least 1.

    The minimal die is part of the damage: it stays only where it still adds a point.

    >>> damage_to_rfa(Hit(5), strafing=True).points, damage_to_rfa(Hit(1, minimal=True), strafing=True)
    (2, Hit(points=1, minimal=False))
    """

    def left(points: int) -> int:
        return max(1, points // 2 if strafing else points - 1) if points else 0

    return Hit(left(hit.points), hit.minimal and left(hit.points + 1) > left(hit.points))


def underwater_damage(damage: int, rulings: Any, share: int = 2, least: int = 1) -> int:
    """Damage of a bomb to a completely submerged unit: half, rounded normally, at least 1 (AS-8.5)."""
    if damage == 0:
        return 0
    down = rulings.underwater_rounding == UnderwaterRounding.DOWN_MIN_1
    return max(least, halved(damage, share, 1 if down else 0))
