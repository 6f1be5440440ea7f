"""Attacks of a campaign: all areas on the centre of one stand, all attacks on this stand (README, campaign)."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from .command_decision_bombing import (
    Attack,
    area_weapon_of,
    is_limited,
    on_the_first_stands,
    refuse_combination,
    refuse_words,
)
from .command_decision_bombing_load import ROCKETS, RefusedAttack
from .command_decision_bombing_placement import Placement, Template
from .command_decision_bombing_rulings import BombingRulings
from .command_decision_bombing_stands import Exposure, Stand
from .command_decision_bombing_weapons import GUIDED, GUNS, WeaponExposure, stand_weapon_of


def attack_on(
    attacker: dict[str, Any],
    penalty: int,
    aim: int,
    fac: bool,
    stands: Sequence[Stand],
    rulings: BombingRulings,
    data: Path,
) -> Attack | None:
    """The attack on the stand with this number; None where a ruling bars it."""
    attacker = {**attacker, "penalty": penalty}
    load = attacker["load"]
    exposures: list[Exposure]
    if load in (GUNS, *GUIDED):
        weapon = stand_weapon_of(load, attacker, rulings, data)
        exposures = [WeaponExposure(stand, weapon, fac, rulings) for stand in stands]
        if exposures[aim].out_of_sight or (load in GUIDED and not exposures[aim].affected):
            return None  # 2.3.2e, 2.3.6.1a, and ARM need a radar
        templates = [Template(stands[aim].at, 1, (aim,))] * weapon.rof
    else:
        area = area_weapon_of(attacker, rulings, data)
        exposures = [Exposure(stand, area, fac, rulings) for stand in stands]
        placement = Placement(exposures, stands[aim].at, area, rulings)
        rolls = [1] * area.rof
        if load == ROCKETS:
            rolls = [area.rof] if area.rof else []
        for count in rolls:
            placement.lay(stands[aim].at, count)
        templates = placement.laid
        if rulings.max_targets_scope == "stands_only":
            templates = on_the_first_stands(templates)
    try:
        limited = is_limited(exposures, templates, rulings)
    except RefusedAttack:
        return None
    return Attack(exposures, templates, limited, rulings)


def refuse_attacker(attacker: dict[str, Any], stands: Sequence[Stand], rulings: BombingRulings, data: Path) -> None:
    """Loads that the row has not, words that do not go together."""
    refuse_combination(attacker, attacker.get("altitude") is not None, rulings)
    refuse_words(attacker, attacker["load"])
    if attacker["load"] in (GUNS, *GUIDED):
        stand_weapon_of(attacker["load"], {**attacker, "penalty": 0}, rulings, data)
    else:
        area_weapon_of({**attacker, "penalty": 0}, rulings, data)


def reaches(attack: Attack | None, number: int) -> bool:
    """Whether an attack rolls at a stand or suppresses it."""
    if attack is None or not any(number in template.touched for template in attack.templates):
        return False
    exposure = attack.exposures[number]
    if exposure.takes_rolls and not attack.limited:
        return True
    return exposure.suppressed_without_a_hit


def within_inches(one: tuple[int, int], other: tuple[int, int], inches: Fraction) -> bool:
    """Whether two places in thousandths are no farther apart than so many inches."""
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 <= (1000 * inches) ** 2
