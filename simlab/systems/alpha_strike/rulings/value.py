"""Ambiguous clauses of point values (section 18), the default first."""

from enum import IntEnum

from simlab.contract import Choice, Quantity, Ruling
from simlab.systems.alpha_strike.rulings.kinds import PRICES


class PvBomb(IntEnum):
    """AS-18.1: does each bomb slot add 1 to PV?"""

    YES = 0
    NO = 1


class PvStealth(IntEnum):
    """AS-18.1: are the two stealth terms in fighter PV?"""

    NO = 0
    YES = 1


VALUE: tuple[Ruling, ...] = (
    Choice(PvBomb, PRICES),
    Choice(PvStealth, PRICES),
    Quantity("pv_da_divisor", "AS-18.3", "which divisor has aerodyne DropShip offense?", 1, 1, 8, PRICES, tries=(4,)),
)
