"""Ambiguous clauses of guns and guided weapons (1.5.5, 2.3.1, 2.3.5, 2.3.6).

One enum a clause, its clauses and question as docstring, the default first; below them the list of those at work.

The reasons for the defaults stand in data/command_decision/rulings.csv.
"""

from enum import IntEnum

from simlab.contract import Choice, Ruling


class FireAndForgetSet(IntEnum):
    """2.3.6d, 1.5.5b: which missiles have ROF 2?"""

    AS_PRINTED = 0
    UNIFIED = 1


class AsmLaunchDistance(IntEnum):
    """2.3.6a, 2.3.6b: how do 80 in, the table edge and 75 % of the range combine?"""

    MIN_EDGE_BOTH = 0
    EDGE_CAPS_80_ONLY = 1


class GpsMovedWindow(IntEnum):
    """2.3.6.1a: a GPS weapon is barred from a target that moved: when?"""

    THIS_TURN = 0
    SINCE_PREVIOUS_STRIKE_PHASE = 1


class GunWithOrdnance(IntEnum):
    """2.3.1b, 2.3.5a: may a plane strafe as well in the same pass?"""

    EXCLUSIVE = 0
    ADDITIONAL = 1


class StrafingExposure(IntEnum):
    """2.3.5.1b: does a strafing fighter also take the collective roll?"""

    YES = 0
    NO = 1


WEAPON_RULINGS: tuple[Ruling, ...] = (
    Choice(FireAndForgetSet, ("bombing",)),
    Choice(GpsMovedWindow, ("bombing",)),
)
