"""Names and codes of the policies of a full battle, by hook (6e). The first of each is the default."""

from __future__ import annotations

from enum import IntEnum


class SetUp(IntEnum):
    """Where the defender stands at the start (P3 to P5)."""

    STANDARD_REAR = 0
    AA_RING = 1
    RANDOM_LEGAL = 2


class GroundMove(IntEnum):
    """How ground units of the defender move (P16)."""

    CLOSE_TO_RANGE = 0
    HOLD = 1
    GEV_HIT_AND_RUN = 2
    SCREEN_CP = 3
    WEIGHTED = 4


class GroundFire(IntEnum):
    """How ground units fire at an Ogre (P25)."""

    MAIN_THEN_TREADS = 0
    TREADS_ONLY = 1
    BEST_MARGINAL = 2
    WEIGHTED = 3


class AaFire(IntEnum):
    """How AA units, and howitzers that fire as AA, choose among aircraft (P41)."""

    BOMBERS_FIRST = 0
    PAIR_TO_AUTO = 1
    FF_PU_ONLY = 2
    FF_BOMBS_FIRST = 3
    WEIGHTED = 4
    BEST_DP = 5


class BigMove(IntEnum):
    """Where an Ogre goes (P37)."""

    BEELINE_CP = 0
    HUNTER = 1
    WEIGHTED = 2


class BigFire(IntEnum):
    """How an Ogre or a Flying Fortress fires (P26)."""

    VALUE_FIRST = 0
    NEAREST_FIRST = 1
    WEIGHTED = 2


class BomberTarget(IntEnum):
    """What bombers fly at (P38); the default is `ogre` for the defender, `cp` for the attacker."""

    CP = 0
    OGRE = 1
    HOWITZERS = 2
    AA = 3
    BEST_VALUE = 4


class BomberPath(IntEnum):
    """How bombers choose among end states (P19)."""

    STRAIGHT_TO_TARGET = 0
    AVOID_AA = 1
    WEIGHTED = 2


class Split(IntEnum):
    """How a bombload is divided on an Ogre (12.08, P18)."""

    MISSILES_3_3 = 0
    AP_SWEEP = 1
    MAIN4_PLUS2 = 2
    TREADS_6 = 3
    BEST_FOR = 4


class Fighters(IntEnum):
    """What fighters are for (13.01, P27)."""

    INTERCEPT_BOMBERS = 0
    ESCORT = 1
    STRAFE = 2


class FortressTarget(IntEnum):
    """What a Flying Fortress flies at (P39)."""

    BEELINE_CP = 0
    KILL_AA_FIRST = 1


class Withdrawal(IntEnum):
    """When a Flying Fortress heads for its own edge (P13, P35)."""

    CP_DEAD = 0
    MA_AT_MOST = 1
    NEVER = 2
