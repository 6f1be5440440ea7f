"""How many areas a load makes and how large they are: bombs (3.1.1.2, 3.1.1.3), rockets (1.5.6.3, 2.3.7).

The numbers come from data/command_decision/constants.csv (``constants``: name -> value) and the rows of the attackers.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from simlab.systems.command_decision.rules.geometry import thousandths
from simlab.systems.command_decision.rulings.attacks import AtClusterArea, LightAttackBasis, RocketRofMethod


class BombLoad(NamedTuple):
    """rof: how many areas (3.1.1.2a); light: is it light attack (3.1.1.2b)?"""

    rof: int
    light: bool


def bomb_load(max_load_kg: float, is_helicopter: bool, rulings: Any, constants: Mapping[str, float]) -> BombLoad:
    """Bomb ROF and class of an attacker by its maximum load in kg (3.1.1.2a-d).

    Usable is a share of the maximum (footnote 4, ruling bomb_load_usable_fraction); ROF is one for each 2000 kg of
    that or part of it (3.1.1.2a). Light attack has ROF 1 (3.1.1.2c): loads up to the threshold (3.1.1.2b, rulings
    light_attack_basis and light_attack_threshold_kg) and every helicopter (3.1.1.2d).
    """
    usable = Fraction(max_load_kg) * Fraction(rulings.bomb_load_usable_fraction)
    basis = usable if rulings.light_attack_basis == LightAttackBasis.USABLE else Fraction(max_load_kg)
    if is_helicopter or basis <= rulings.light_attack_threshold_kg:
        return BombLoad(int(constants["bomb_rof_light"]), True)
    return BombLoad(max(1, math.ceil(usable / Fraction(constants["kg_per_rof"]))), False)


def bomb_side(load: BombLoad, constants: Mapping[str, float]) -> int:
    """Side of the square area in thousandths of an inch: 2 in (3.1.1.3a), light attack 1 in (3.1.1.3d)."""
    return thousandths(constants["bomb_area_light_in" if load.light else "bomb_area_standard_in"])


def bomb_factor(load: BombLoad, constants: Mapping[str, float]) -> int:
    """HE factor of bombs: 6 for light attack (3.1.1.4a), else 7 (3.1.1.4b)."""
    return int(constants["he_light" if load.light else "he_standard"])


def cluster_side(load: BombLoad, rulings: Any, constants: Mapping[str, float]) -> int:
    """Side of the area of AT cluster bombs: that of HE bombs, or always 2 in (ruling at_cluster_area)."""
    always_large = rulings.at_cluster_area == AtClusterArea.ALWAYS_2X2
    return bomb_side(load._replace(light=load.light and not always_large), constants)


def cluster_factor(load: BombLoad, rulings: Any, constants: Mapping[str, float]) -> int:
    """HE factor of AT cluster bombs: 8 (3.1.1.5a); that of light attack is ruling at_cluster_light_he."""
    return int(rulings.at_cluster_light_he if load.light else constants["he_at_cluster"])


class Pods(NamedTuple):
    """So many pods of one pattern: the name of the pod, looked up in rocket_pods.csv."""

    pods: int
    pattern: str


def read_fit(fit: str) -> list[Pods] | None:
    """The pods of a rocket fit; None where it is not written "count x pod", several of them joined by " + ".

    >>> read_fit("4xUB-32"), read_fit("2xLAU-3 + 2xLAU-68")
    ([Pods(pods=4, pattern='UB-32')], [Pods(pods=2, pattern='LAU-3'), Pods(pods=2, pattern='LAU-68')])
    >>> read_fit("some")
    """
    parts = [re.fullmatch(r"(\d+)x(.+)", part.strip()) for part in fit.split(" + ")]
    return [Pods(int(part[1]), part[2]) for part in parts if part] if all(parts) else None


def rocket_formula(rockets: int, constants: Mapping[str, float]) -> float:
    """f(n) = n^(1/2.8198) - 0.4 (1.5.6.3e): the ROF of n rockets before rounding."""
    return float(rockets ** constants["rocket_exponent"] - constants["rocket_offset"])


def rocket_rof(pods: list[int], rulings: Any, constants: Mapping[str, float]) -> int:
    """ROF of a volley of all rockets (1.5.6.3a, 1.5.6.3f), from the number of rockets of each pod.

    Ruling rocket_rof_method: all rockets through the formula, rounded down; pod by pod, the sum rounded down; or pod by
    pod, each rounded down. A 0 of one or two rockets is ruling rocket_min_rof. Opportunity fire adds nothing
    (1.5.6.3c), a hasty advance takes nothing (1.5.6.3d).
    """
    if rulings.rocket_rof_method == RocketRofMethod.TOTAL_FORMULA_FLOOR:
        rof = math.floor(rocket_formula(sum(pods), constants))
    elif rulings.rocket_rof_method == RocketRofMethod.POD_SUM_FLOOR:
        rof = math.floor(sum(rocket_formula(rockets, constants) for rockets in pods))
    else:
        rof = sum(math.floor(rocket_formula(rockets, constants)) for rockets in pods)
    return int(rulings.rocket_min_rof) if rof == 0 and sum(pods) <= 2 else rof


def shares(rof: int, templates: int) -> list[int]:
    """ROF dealt out over templates as evenly as possible, the larger shares first (1.5.6.3b, 2.3.4c).

    >>> shares(5, 3), shares(4, 1)
    ([2, 2, 1], [4])
    """
    each, more = divmod(rof, templates)
    return [each + 1] * more + [each] * (templates - more)


def split_rof(rof: int, templates: int, cost: int) -> int:
    """ROF left when fire is split over so many templates (1.5.6.3b; planes pay nothing, 2.3.4b: cost 0).

    >>> split_rof(5, 3, 1)
    3
    """
    return rof - cost * (templates - 1)
