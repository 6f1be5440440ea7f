"""The attack of a plane in a strike: kind `bombing` with what the strike changes (2.3.3d; README, strike, step 4)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from .command_decision_bombing import (
    Attack,
    area_weapon_of,
    befalls,
    is_limited,
    on_the_first_stands,
    refuse_combination,
    refuse_words,
)
from .command_decision_bombing_load import RefusedAttack, Weapon
from .command_decision_bombing_placement import Placement, in_reach
from .command_decision_bombing_rulings import BombingRulings
from .command_decision_bombing_stands import ELIMINATED, FORCED_BACK, HIT, UNTOUCHED, Exposure, Place, Stand
from .command_decision_bombing_weapons import GUIDED, GUNS, WeaponExposure, attacks_on_stands, stand_weapon_of
from .command_decision_shot import Dice
from .dice_log import Hand

BOMBING_TURN, BOMBING_WINDOW = 1, 4
PRIMARY, ALTERNATIVE = "primary", "alternative"


@dataclass(frozen=True)
class DiceElsewhere:
    """The dice of `bombing`, at another turn and window."""

    dice: Dice
    turn: int
    window: int = BOMBING_WINDOW

    def hand(self, turn: int, window: int, actor: int, purpose: int, nth: int, half: str) -> Hand:
        """The hand of `bombing` at this address, from the other turn and window."""
        assert (turn, window) == (BOMBING_TURN, BOMBING_WINDOW)
        return self.dice.hand(self.turn, self.window, actor, purpose, nth, half)


@dataclass(frozen=True)
class SparedExposure(Exposure):
    """An own stand under areas that is not rolled at (`friendly_fire` = no)."""

    @property
    def takes_rolls(self) -> bool:
        """Never."""
        return False


@dataclass(frozen=True)
class SparedWeaponExposure(WeaponExposure):
    """An own stand under guns or guided weapons that is not rolled at."""

    @property
    def takes_rolls(self) -> bool:
        """Never."""
        return False


@dataclass
class NearPrimary(Placement):
    """Areas of which only those centres are open that lie near the primary point (`template_centre_limit`)."""

    primary: Place = (0, 0)

    def candidates(self) -> list[Place]:
        """Centres in reach of both points; the attacked point itself always."""
        return [c for c in super().candidates() if c == self.point or in_reach(c, self.primary)]


@dataclass(frozen=True)
class Target:
    """What a plane attacks: a point, whether it is the primary or the alternative one, and the primary one."""

    at: Place
    which: str
    primary: Place
    fac: bool


def lay_out(
    attacker: dict[str, Any],
    target: Target,
    stands: Sequence[Stand],
    rulings: BombingRulings,
    centre_limit: str,
    friendly_fire: str,
    data_dir: Path,
) -> Attack | None:
    """The attack of a plane at a point; None when `cover_attack_without_fac` bars it at an alternative one.

    `attacker` has the keys of `[attacker]` of bombing, its penalty among them.
    """
    refuse_combination(attacker, False, rulings)
    load = attacker.get("load", "bombs")
    refuse_words(attacker, load)
    by_stands = load in (GUNS, *GUIDED)
    weapon: Weapon
    if by_stands:
        weapon = stand_weapon_of(load, attacker, rulings, data_dir)
    else:
        weapon = area_weapon_of(attacker, rulings, data_dir)

    def exposed(stand: Stand, spared: bool) -> Exposure:
        if by_stands:
            kind = SparedWeaponExposure if spared else WeaponExposure
            return kind(stand, weapon, target.fac, rulings)  # type: ignore[arg-type]
        return (SparedExposure if spared else Exposure)(stand, weapon, target.fac, rulings)

    real = [exposed(stand, friendly_fire == "no" and not stand.is_enemy) for stand in stands]
    # The crew lays its areas as if it might hurt its own; at an alternative point it takes all for its target.
    as_enemy = target.which == ALTERNATIVE
    seen = [exposed(replace(stand, is_enemy=stand.is_enemy or as_enemy), False) for stand in stands]
    if by_stands:
        templates = attacks_on_stands(seen, target.at, attacker, False, None)  # type: ignore[arg-type]
    elif weapon.rof == 0:
        templates = []
    else:
        placement = Placement(seen, target.at, weapon, rulings)
        if target.which == ALTERNATIVE and centre_limit == "primary_point":
            placement = NearPrimary(seen, target.at, weapon, rulings, primary=target.primary)
        templates = placement.place(attacker.get("placement", "spread"))
        if rulings.max_targets_scope == "stands_only":
            templates = on_the_first_stands(templates)
    try:
        limited = is_limited(real, templates, rulings)
    except RefusedAttack:
        if target.which == ALTERNATIVE:
            return None
        raise
    return Attack(real, templates, limited, rulings)


def what_befalls(attack: Attack, dice: Dice) -> list[list[str]]:
    """All that befalls each stand under an attack."""
    return [[UNTOUCHED, *befalls(attack, number, 0, dice)] for number in range(len(attack.exposures))]


def hits_among(befell: list[str]) -> int:
    """Rolls that hit, of all that befell a stand."""
    return sum(result in (HIT, FORCED_BACK, ELIMINATED) for result in befell)


def touched_by(attack: Attack) -> set[int]:
    """The stands that an attack touches."""
    return {number for template in attack.templates for number in template.touched}


def chance_eliminated(attack: Attack, number: int) -> Fraction:
    """Chance that an attack eliminates a stand."""
    exposure = attack.exposures[number]
    if attack.limited or not exposure.takes_rolls:
        return Fraction(0)
    rolls = [template.rolls for template in attack.templates if number in template.touched]
    areas = not isinstance(exposure, WeaponExposure)
    if areas and attack.rulings.superimposed_templates == "single_roll_best":
        rolls = rolls[:1]
    return 1 - (1 - exposure.chance_to_eliminate) ** sum(rolls)


def losses(attack: Attack | None) -> tuple[Fraction, Fraction]:
    """Expected numbers of own and of enemy stands that an attack eliminates."""
    own = enemy = Fraction(0)
    if attack is not None:
        for number, exposure in enumerate(attack.exposures):
            if exposure.stand.is_enemy:
                enemy += chance_eliminated(attack, number)
            else:
                own += chance_eliminated(attack, number)
    return own, enemy
