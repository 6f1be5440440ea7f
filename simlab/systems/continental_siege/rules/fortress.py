"""Flying Fortresses: propulsion, movement allowance, what a D does (14.02, 14.06)."""

from __future__ import annotations

from simlab.jit import rule
from simlab.systems.continental_siege.rulings.attacks import FfAffectedByD, FractionalUnitLoss
from simlab.systems.continental_siege.rulings.fortresses import FfMaThreshold

QUARTERS = 4  # MA at the start, and rows of propulsion on a record sheet (14.02)
BOX = 2  # boxes are counted in halves (ruling fractional_unit_loss)


@rule
def movement_allowance(left, initial, rows, drops_late):
    """Movement allowance of a sheet with ``left`` of ``initial`` boxes of treads or propulsion (both in halves).

    rows: the allowance of a whole sheet, 4 for a Flying Fortress (14.02), 3 for an Ogre (B13). It drops with the last
    box of each row, or, ``drops_late``, with the next box (ruling `ff_ma_threshold`).

    >>> [movement_allowance(2 * left, 96, 4, False) for left in (48, 37, 36, 24, 12, 1, 0)]
    [4, 4, 3, 2, 1, 1, 0]
    >>> [movement_allowance(2 * left, 96, 4, True) for left in (48, 36, 35, 24, 12, 11, 0)]
    [4, 4, 3, 3, 2, 1, 0]
    """
    if left <= 0:
        return 0
    if drops_late:
        return min(rows, rows * left // initial + 1)
    return -(-rows * left // initial)


def ma_drops_late(rulings) -> bool:
    """Does the MA of a Flying Fortress drop only with the next box (ruling `ff_ma_threshold`)?"""
    return rulings.ff_ma_threshold == FfMaThreshold.AFTER_QUARTER


def boxes_lost(halves: int, rulings) -> int:
    """Boxes, in halves, that a hit of strength ``halves``/2 takes (14.02, B11; ruling `fractional_unit_loss`)."""
    if rulings.fractional_unit_loss == FractionalUnitLoss.EXACT:
        return halves
    return (halves // BOX if rulings.fractional_unit_loss == FractionalUnitLoss.FLOOR else -(-halves // BOX)) * BOX


@rule
def boxes_after(left, loss):
    """Boxes left after a loss; strength beyond the last one is wasted (14.02)."""
    return max(left - loss, 0)


def d_silences_fortress(rulings) -> bool:
    """Does a D keep a whole Flying Fortress from attacking for a turn (11.09; ruling `ff_affected_by_d`)?"""
    return rulings.ff_affected_by_d == FfAffectedByD.FORTRESS_CANNOT_ATTACK


def d_silences_weapon(rulings) -> bool:
    """Does a D silence the weapon of a Flying Fortress that was attacked (11.09; ruling `ff_affected_by_d`)?"""
    return rulings.ff_affected_by_d == FfAffectedByD.WEAPON_CANNOT_FIRE
