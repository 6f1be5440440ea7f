"""What a helicopter fires at stands on the ground, and how (1.5.1 to 1.5.5; part D5).

It fires in the normal phases (1.5.2a) and spots for itself: at NOE as a vehicle (1.5.1a), at Low as infantry (1.5.1b).
What that costs in spotting range is not public, so an attack here has spotted its targets. Air-to-air missiles (1.5.2c)
and fire of fixed and turret guns at airborne targets on the move (1.5.2d) are played by no kind.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from simlab.systems.command_decision.rules.guided import GUIDED
from simlab.systems.command_decision.rulings.weapons import LowMoveHasty


def may_combine(loads: Sequence[str]) -> bool:
    """May a helicopter fire all of these in one attack?

    Rockets and guns, at the same target (1.5.3a). A missile with nothing but door guns, of no second type either
    (1.5.3b). Door guns with anything (1.5.3c). Bombs: nothing is said, so with door guns alone (assumed).

    >>> may_combine(["rockets", "guns"]), may_combine(["atgm", "guns"]), may_combine(["atgm", "door_guns"])
    (True, False, True)
    """
    others = [load for load in loads if load != "door_guns"]
    return len(others) <= 1 or (len(others) == 2 and set(others) == {"rockets", "guns"})


def hasty_advance(altitude: str, inches: float, rulings: Any, bma_in: float) -> bool:
    """Has it made a hasty advance, having moved more than its BMA (1.5.4h)? At Low by ruling low_move_hasty."""
    free = altitude in ("low", "popup") and rulings.low_move_hasty == LowMoveHasty.NEVER
    return inches > bma_in and not free


def hasty_penalty(load: str, mount: str, stabilised: bool, rulings: Any, base: Mapping[str, float]) -> int:
    """What a hasty advance costs the hit number of a weapon, as a positive size.

    Turret and fixed guns nothing (1.5.4g), pivot and door guns ruling armed_pivot_guns_hasty (1.5.4h), missiles 2
    without a stabilised sight (1.5.5d), rockets nothing (1.5.6.3d); of bombs nothing is said.
    """
    if load == "door_guns" or (load == "guns" and mount == "pivot"):
        return int(rulings.armed_pivot_guns_hasty)
    if load in GUIDED and not stabilised:
        return -int(base["hasty_fire_modifier"])
    return 0


def door_gun_attacks(guns: int, rof: int | None, base: Mapping[str, float]) -> int:
    """Attacks of all door guns: vehicle machine guns in every respect (1.5.4e), miniguns with ROF 3 (1.5.4f).

    rof: that of the row; None where it has none, which is that of a VMG.
    """
    return guns * (int(base["vmg_rof"]) if rof is None else rof)


def helicopter_gun_number(load: str, constants: Mapping[str, float], base: Mapping[str, float]) -> int:
    """Hit number of its guns: by the rules of ground fire (1.5.4a), door guns as VMGs (1.5.4b).

    The base game's number of a gun like that is not public; it is taken as that of aircraft guns (assumed).
    """
    return int(base["vmg_hit_number"] if load == "door_guns" else constants["gun_hit_number"])
