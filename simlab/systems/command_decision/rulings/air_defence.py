"""Ambiguous clauses of surface-to-air fire (section 3.2).

One enum a ruling: its clauses and its question are the docstring, its default is the first member. The reasons for the
defaults stand in data/command_decision/rulings.csv.
"""

from enum import IntEnum


class PenaltyFromRoll(IntEnum):
    """3.2.4a: what penalty does an AA die of 1, 2 or 3 give?"""

    DIE_VALUE = 0
    FLAT_1 = 1
    FLAT_2 = 2
    INVERSE = 3


class PenaltyStacking(IntEnum):
    """3.2.4a, 3.2.6.2c, 3.2.8, 3.2.3d: several penalties in one turn: do they add up, or does only the worst count?"""

    SUM = 0
    WORST = 1
    FIRST_ONLY = 2


class PenaltyDuration(IntEnum):
    """3.2.4a, 3.2.3d: how long does a penalty last?"""

    THIS_TURN = 0
    NEXT_ATTACK_ONLY = 1
    THIS_PHASE = 2


class PenaltyAppliesTo(IntEnum):
    """3.2.4a: which of the aircraft's attacks feel the penalty?"""

    ALL_ATTACKS = 0
    UNGUIDED_ONLY = 1
    GUNS_AND_MISSILES_ONLY = 2


class DefaultQuality(IntEnum):
    """3.2.4b, 3.2.4e: the quality of a system whose record has none?"""

    STANDARD = 0
    BASIC = 1


class FcRerollRecursion(IntEnum):
    """3.2.4c: a re-rolled 4 that comes up 4 again: re-roll again, or no effect?"""

    RECURSIVE = 0
    ONCE = 1


class FcRerollScope(IntEnum):
    """3.2.4c: does a gun with fire control get the re-roll inside manual range too?"""

    ANY_SHOT = 0
    BEYOND_MANUAL_ONLY = 1
    RADAR_GUNS_ONLY = 2


class SpotterAbort(IntEnum):
    """3.2.4d: does an abort still work on an artillery spotter?"""

    YES = 0
    NO = 1


class AaShotOrder(IntEnum):
    """2.1b, 3.2.4: are AA shots resolved one by one, or declared together and wasted on a target already aborted?"""

    SEQUENTIAL_STOP_ON_ABORT = 0
    SIMULTANEOUS_DECLARED = 1


class AaShotsPerTurn(IntEnum):
    """2.1b, 2.3.3.1b, 3.2: may one system shoot again in a later phase of the same turn?"""

    ONCE_PER_TURN = 0
    ONCE_PER_PHASE = 1
    ONCE_PER_TARGET_EVENT = 2


class HalfRatingCombination(IntEnum):
    """3.2.3g, 3.2.3h, 3.2.6.1a: do NOE 1/2, chop 1/2 and the infrared suppressor each halve the range?"""

    MULTIPLY = 0
    SINGLE_HALVING = 1


class ChopHalfMeaning(IntEnum):
    """3.2.3h: what does the unexplained 1/2 in the chop column halve?"""

    HALVE_MAX_RANGE = 0
    HALVE_ABORT_FACES = 1


class HalvingIncludesMinRange(IntEnum):
    """3.2.3g, 3.2.6.1a: is the minimum range halved too?"""

    NO = 0
    YES = 1


class IrsScope(IntEnum):
    """3.2.6.1a: which infrared missiles does a suppressor halve?"""

    ALL_IR = 0
    TCIR_AND_IAIR_ONLY = 1


class GunsNoeChop(IntEnum):
    """3.2.3g, 3.2.3h: guns have no NOE or chop rating: as what do they count?"""

    FULL = 0
    HALF = 1
    NONE = 2


class RangeBoundaries(IntEnum):
    """3.2.5b, 3.2.6.3a: are range limits inclusive?"""

    INCLUSIVE = 0
    EXCLUSIVE = 1


class HiwMeaning(IntEnum):
    """3.2.3b: which stands are the shoulder-launched ones that may fire from a flat roof?"""

    SHOULDER_FIRED_COLUMN = 0
    ANY_INFANTRY_TEAM = 1


class CmAppliesToRerolledAbort(IntEnum):
    """3.2.6.2b, 3.2.4c: does the save apply to an abort that came from a re-roll?"""

    YES = 0
    NO = 1


class CmMultipleFits(IntEnum):
    """3.2.6.2d: a target with flares and ECM against a system vulnerable to both: one save or two?"""

    BEST_SINGLE = 0
    EACH_IN_TURN = 1


class CmManualImmunity(IntEnum):
    """3.2.6.2f, 3.2.2b: when is a gun immune to countermeasures?"""

    RANGE_AND_VISUAL_LOS = 0
    RANGE_ONLY = 1


class CmForChoppers(IntEnum):
    """3.2.6.2d: do choppers get the save?"""

    YES = 0
    NO = 1


class CmOrderVsSplit(IntEnum):
    """3.2.6.2c, 3.2.4f: chopper: is the save rolled before or after the 50/50?"""

    BEFORE_SPLIT = 0
    AFTER_SPLIT_ON_REMOVAL_ONLY = 1


class ComboOrder(IntEnum):
    """3.2.7a: must the missile of a combination be first?"""

    SAM_THEN_GUN = 0
    GUN_THEN_SAM = 1
    OWNER_BEST = 2


class ComboTrigger(IntEnum):
    """3.2.7b: does a saved abort of the missile let the guns fire?"""

    ABORT_AFTER_CM = 0
    RAW_ABORT_BLOCKS_GUNS = 1


class CollectiveFireFrequency(IntEnum):
    """3.2.8b: collective fire once per what?"""

    PER_AIRCRAFT_PER_TURN = 0
    PER_ATTACK = 1
    PER_PHASE = 2


class CollectiveStandoffDistance(IntEnum):
    """3.2.8b: is the printed 20cm a distance in centimetres or in inches?"""

    INCHES_20 = 0
    CENTIMETRES_20 = 1


class CollectiveVsNoe(IntEnum):
    """3.2.8a: are choppers that stay at NOE subject to collective fire?"""

    NO = 0
    YES = 1
