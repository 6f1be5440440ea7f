"""Ground fire at a slow helicopter, the choice between ground and air factors, collective fire (3.2.3c, d; 3.2.8)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .command_decision_aim import Aim, Firer, Target
from .command_decision_law import shot_law
from .command_decision_rulings import Rulings
from .command_decision_shot import ShotAddress
from .command_decision_tables import (
    ARMOUR_PIERCING,
    COLLECTIVE_FACES,
    GROUND_HIT_NUMBERS,
    GROUND_SUPPRESSED,
    HIT_RESULTS,
    LIGHT_ARMOUR,
    STANDOFF_INCHES,
)
from .dice_log import GROUND

NOTHING, NEAR_MISS, FORCED_BACK, REMOVED = "nothing", "near_miss", "forced_back", "removed"


@dataclass(frozen=True)
class GroundWeapon:
    """A weapon that fires at slow helicopters as at any ground target (D9)."""

    weapon: str
    range_in: float
    reach_in: float
    suppressed: bool = False


def hit_number(weapon: str, suppressed: bool) -> int:
    """Highest hit die that hits (D9, D10).

    >>> hit_number("aa_gun", True)
    2
    """
    return GROUND_HIT_NUMBERS[weapon] - (GROUND_SUPPRESSED if suppressed else 0)


def effect_of_hit(effect_die: int, weapon: str, crew_quality: str, rulings: Rulings) -> str:
    """What a hit does: D4 by crew quality, or penetration (`chopper_ground_profile`).

    >>> [effect_of_hit(die, "mg", "regular", Rulings()) for die in (3, 6, 7)]
    ['near_miss', 'forced_back', 'removed']
    """
    if rulings.chopper_ground_profile == "light_armour":
        return REMOVED if effect_die <= 5 + ARMOUR_PIERCING[weapon] - LIGHT_ARMOUR else NEAR_MISS
    no_effect_to, forced_back_to = HIT_RESULTS[crew_quality]
    if effect_die <= no_effect_to:
        return NEAR_MISS  # 3.2.3d
    return FORCED_BACK if effect_die <= forced_back_to else REMOVED


def effect_of_miss(rulings: Rulings) -> str:
    """What a miss does (`near_miss_trigger`)."""
    return NEAR_MISS if rulings.near_miss_trigger == "any_shot_without_kill" else NOTHING


def fire_ground_shot(at: ShotAddress, weapon: str, suppressed: bool, crew_quality: str, rulings: Rulings) -> str:
    """Roll and resolve one shot with ground factors: hit die, then effect die."""
    hand = at.hand(GROUND)
    if hand.die(10) > hit_number(weapon, suppressed):
        return effect_of_miss(rulings)
    return effect_of_hit(hand.die(10), weapon, crew_quality, rulings)


def ground_law(weapon: str, suppressed: bool, crew_quality: str, rulings: Rulings) -> dict[str, Fraction]:
    """Chance of each result of one shot with ground factors."""
    law = dict.fromkeys((NOTHING, NEAR_MISS, FORCED_BACK, REMOVED), Fraction(0))
    hit = Fraction(hit_number(weapon, suppressed), 10)
    law[effect_of_miss(rulings)] += 1 - hit
    for effect_die in range(1, 11):
        law[effect_of_hit(effect_die, weapon, crew_quality, rulings)] += hit / 10
    return law


def methods_of_fire(
    firer: Firer, air: Aim | None, ground: bool, target: Target, crew_quality: str, rulings: Rulings
) -> tuple[str, ...]:
    """How a system engages: "air", "ground", both in this order, or not at all (`ground_vs_air_choice`).

    Fixed before the dice; saves count as if the countermeasures were unlimited. Air when equal.
    """
    if air is None or not ground:
        return ("air",) if air is not None else ("ground",) if ground else ()
    if rulings.ground_vs_air_choice == "both_methods":
        return ("air", "ground")
    by_air = shot_law(firer, air, target, rulings)
    by_ground = ground_law("aa_gun", firer.suppressed, crew_quality, rulings)
    if rulings.ground_vs_air_choice == "firer_best_removal":
        ground_is_better = by_ground[REMOVED] > by_air.removes
    else:
        ground_is_better = 1 - by_ground[NOTHING] > by_air.effect
    return ("ground",) if ground_is_better else ("air",)


def gun_half_goes_first(
    missile: tuple[Firer, Aim],
    gun: Firer,
    gun_air: Aim | None,
    ground: bool,
    target: Target,
    crew: str,
    rulings: Rulings,
) -> bool:
    """Whether `combo_order` lets the gun half of a combination fire before the missile half in a sortie.

    For owner_best one shot of each half is weighed, with the fire the gun half would choose and with unlimited
    countermeasures; forced back or removed by ground fire is an abort as well.
    """
    if rulings.combo_order != "owner_best":
        return rulings.combo_order == "gun_then_sam"
    sam = shot_law(*missile, target, rulings)
    gun_fails = Fraction(1)
    for method in methods_of_fire(gun, gun_air, ground, target, crew, rulings):
        if method == "air":
            assert gun_air is not None
            gun_fails *= 1 - shot_law(gun, gun_air, target, rulings).stands
        else:
            by_ground = ground_law("aa_gun", gun.suppressed, crew, rulings)
            gun_fails *= 1 - by_ground[FORCED_BACK] - by_ground[REMOVED]
    by_gun = 1 - gun_fails
    blocked = sam.saved if rulings.combo_trigger == "raw_abort_blocks_guns" else Fraction(0)
    sam_first = sam.stands + (1 - sam.stands - blocked) * by_gun
    gun_first = by_gun + (1 - by_gun) * sam.stands
    return gun_first > sam_first


def collective_army(ground: dict[str, Any], rulings: Rulings) -> str:
    """The collective fire the helicopter meets: none, normal or heavy (3.2.8c to e)."""
    collective = ground.get("collective", "normal")
    if collective != "army":
        return collective
    army, year = ground["army"], ground.get("year", 0)
    if army in ("us", "us_supplied"):
        return "heavy"
    if army in ("warsaw_pact", "soviet_supplied"):
        return "heavy" if year > rulings.heavy_mg_year else "normal"
    if army == "israel":
        since = rulings.heavy_mg_israel_year
        return "heavy" if since is None or year > since else "normal"
    if army == "other":
        return "normal"
    raise ValueError(f"army {army!r} is none of warsaw_pact, soviet_supplied, us, us_supplied, israel, other")


def is_exempt_from_collective_fire(
    collective: str, weapon: str, altitude: str, nearest_enemy_in: float, rulings: Rulings
) -> bool:
    """Whether a helicopter about to attack takes no collective roll (3.2.8b and its rulings)."""
    if collective == "none":
        return True
    if weapon == "missile" and Fraction(str(nearest_enemy_in)) > STANDOFF_INCHES[rulings.collective_standoff_distance]:
        return True
    if altitude == "noe" and rulings.collective_vs_noe == "no":
        return True
    radius = rulings.collective_fire_radius
    return radius is not None and radius < nearest_enemy_in


def collective_penalty(face: int, collective: str) -> int:
    """The penalty of the collective die (B8)."""
    return COLLECTIVE_FACES[collective].get(face, 0)
