"""Where a helicopter may go and what it may do there, as far as that is a question of numbers (1.4).

Nothing is left to compute where the table shows it: its order chit and arrow lie at the point of entry (1.4.4b), it
pivots at the start and end of its move (1.4.5a) and before general fire (1.4.5b). Its facing bears on nothing that the
kinds play: missiles are bound to no arc against helicopters (3.2.3i), and its own weapons have none. Terrain that it is
over, and what touches that, hides it from nobody (1.4.1.1b); without a map ruling los_probability_noe stands for all
that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Suffered(NamedTuple):
    """A hit penalty of this turn: its size, and whether the system that gave it has line of sight now."""

    penalty: int
    in_sight: bool


def noe_inches_left(at_noe: float, at_low: float, constants: Mapping[str, float]) -> float:
    """Inches that it may still move at NOE this turn (1.4.4c): those at Low take nothing away (1.4.4d).

    >>> noe_inches_left(12, 200, {"noe_bma_in": 30})
    18
    """
    return max(0, constants["noe_bma_in"] - at_noe)


def altitude_changes_left(changes: int, pops_up: bool = False) -> int:
    """Changes of altitude left in a move: one (1.4.1b), landing is one (1.4.1.3a), a pop-up is none (1.4.1c).

    >>> altitude_changes_left(0), altitude_changes_left(1), altitude_changes_left(0, pops_up=True)
    (1, 0, 1)
    """
    return max(0, 1 - changes)


def may_land(suffered: Sequence[Suffered], by_total: bool, constants: Mapping[str, float]) -> bool:
    """May it land (1.4.1.3b)? Not in sight of a system that gave it a penalty of 2 or worse this turn.

    by_total: the other reading of ruling landing_block_scope, in which the penalties of all systems in sight add up.
    """
    seen = [one.penalty for one in suffered if one.in_sight]
    worst = sum(seen) if by_total else max(seen, default=0)
    return worst < constants["landing_barred_penalty"]


def may_unload(landed: bool, in_move_after_firing: bool) -> bool:
    """May all personnel stands get off in this phase: landed at the end of the move after firing (1.4.6c)?"""
    return landed and in_move_after_firing
