"""Ambiguous clauses of guns and guided weapons (1.5.5, 2.3.1, 2.3.5, 2.3.6).

One enum a clause, its clauses and question as docstring, the default first; below them the list of those at work.

The reasons for the defaults stand in data/command_decision/rulings.csv.
"""

from enum import IntEnum

from simlab.contract import Choice, Quantity, Ruling


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


class LowMoveHasty(IntEnum):
    """1.4.4a, 1.5.4h: does a chopper at Low that moves more than its BMA count as having made a hasty advance?"""

    OVER_30_IN = 0
    NEVER = 1


BOMBING = ("bombing",)

WEAPON_RULINGS: tuple[Ruling, ...] = (
    Choice(FireAndForgetSet, BOMBING),
    Choice(GpsMovedWindow, (*BOMBING, "strike")),
    Choice(GunWithOrdnance, (*BOMBING, "strike")),
    Choice(LowMoveHasty, BOMBING),
    Quantity(
        "armed_pivot_guns_hasty", "1.5.4h", "how large is the hasty-advance penalty?", 2, 0, 4, BOMBING, tries=(0, 1, 4)
    ),
    Quantity(
        "stands_per_template",
        "3.1.1.3a",
        "how many stands does a template touch when there is no map?",
        "2x2: 2; 1x1: 1",
        0,
        6,
        BOMBING,
        ("2x2: 2; 1x1: 1", "law:"),
        tries=(0, 1, 3, 6, "law:1/4,1/4,1/4,1/4"),
    ),
)
