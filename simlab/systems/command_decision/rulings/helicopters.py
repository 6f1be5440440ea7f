"""Ambiguous clauses of helicopters (section 1, and 3.2 as far as it is about them).

One enum a ruling: its clauses and its question are the docstring, its default is the first member. The reasons for the
defaults stand in data/command_decision/rulings.csv.
"""

from enum import IntEnum


class PopUpPenaltyMode(IntEnum):
    """1.4.2f: AA may fire at a pop-up with a penalty: what kind of penalty?"""

    ABORT_BAND = 0
    NONE = 1
    DIE_MODIFIER = 2
    HALVE_RANGE = 3
    RE_ROLL_ABORT = 4


class PopUpPenaltyScope(IntEnum):
    """1.4.2f: which systems suffer the pop-up penalty?"""

    NOE_INCAPABLE_ONLY = 0
    ALL_AA = 1


class NoeHalfVsPopUp(IntEnum):
    """1.4.2f, 3.2.3g: how does a system with NOE 1/2 fire at a pop-up?"""

    FULL_RANGE_PENALISED_BEYOND_HALF = 0
    FULL_RANGE_NO_PENALTY = 1
    HALF_RANGE_ONLY = 2


class PopDownIfNotFired(IntEnum):
    """1.4.2d: when does a pop-up that never fired go down?"""

    END_OF_GENERAL_FIRE = 0
    END_OF_TURN = 1
    START_OF_NEXT_MOVE = 2


class PopUpFirePhase(IntEnum):
    """1.4.2b, 1.5.2a: in which phase may a popped-up chopper fire?"""

    OPPORTUNITY_IF_NOT_MOVED_ELSE_GENERAL = 0
    GENERAL_ONLY = 1


class PopUpIsSlow(IntEnum):
    """1.4.2c, 3.2.3c: can a pop-up that moved its BMA or less be engaged as a ground target?"""

    YES = 0
    NO = 1


class PopUpSpotting(IntEnum):
    """1.4.2f, 3.2.1b: must a pop-up that did not move be spotted like a hovering chopper?"""

    ALWAYS_SPOTTED = 0
    AS_HOVERING = 1


class ChopperRemovedMeaning(IntEnum):
    """3.2.4f: is removal by an abort final?"""

    DESTROYED = 0
    OFF_TABLE_MAY_REARM = 1


class ChopperForcedBackEffect(IntEnum):
    """3.2.4f: what does a forced-back chopper lose?"""

    LOSE_ATTACK_AND_WITHDRAW = 0
    LOSE_ATTACK_STAY_IN_PLACE = 1
    LEAVE_TABLE = 2
    LEAVE_TABLE_SHAKEN = 3
    MINUS_3_PENALTY_ONLY = 4


class ChopperFireOrder(IntEnum):
    """3.2.4f, 1.5.2a: where AA and the chopper fire in one phase, who is first?"""

    AA_FIRST = 0
    SIMULTANEOUS = 1
    CHOPPER_FIRST = 2


class AaEngagementPhases(IntEnum):
    """1.5.2a, 3.2.4f: in which phases may AA engage a chopper?"""

    OPPORTUNITY_OR_GENERAL = 0
    OPPORTUNITY_ONLY = 1
    ANY_PHASE_IN_LOS = 2


class MoveAfterFireAltitudeBudget(IntEnum):
    """1.4.6b: is the altitude change of the move after firing extra to that of the normal move?"""

    YES = 0
    NO = 1


class MoveAfterFireIfAborted(IntEnum):
    """1.4.6a: does a chopper that lost its attack still get the move after firing?"""

    NO = 0
    YES = 1


class SlowThreshold(IntEnum):
    """3.2.3c: is a chopper that moved exactly its BMA slow?"""

    LE_30 = 0
    LT_30 = 1


class SlowAtLow(IntEnum):
    """3.2.3c, 1.4.4a: does the slow test apply to choppers at Low?"""

    YES = 0
    NOE_ONLY = 1


class NearMissTrigger(IntEnum):
    """3.2.3d: what gives the near miss of ground fire?"""

    HIT_THEN_NO_EFFECT = 0
    ANY_SHOT_WITHOUT_KILL = 1


class NearMissInStack(IntEnum):
    """3.2.3d: does a near miss add to AA penalties?"""

    YES = 0
    WORST_OF = 1


class GroundVsAirChoice(IntEnum):
    """3.2.3c: which factors are the best factors at a slow chopper?"""

    FIRER_BEST_REMOVAL = 0
    FIRER_BEST_ANY_EFFECT = 1
    BOTH_METHODS = 2


class ChopperGroundProfile(IntEnum):
    """3.2.3c: what is a chopper as a ground target?"""

    SOFT_VEHICLE_HIT_RESULTS = 0
    LIGHT_ARMOUR = 1


class LandedChopperTarget(IntEnum):
    """3.2.3c, 1.4.6c: what can shoot at a landed chopper?"""

    GROUND_TARGET_ONLY = 0
    AS_NOE = 1


class EnduranceArrivalTurnCounts(IntEnum):
    """1.4.3a: does the turn of arrival count as one of the two?"""

    YES = 0
    NO = 1


class EnduranceLandedCounts(IntEnum):
    """1.4.3a: do turns spent landed count?"""

    YES = 0
    NO = 1


class RearmPartialTurnCounts(IntEnum):
    """1.4.3.1a, 1.2a: does the turn in which it left count as a whole turn off the table?"""

    NO = 0
    YES = 1


class VoluntaryDeparture(IntEnum):
    """1.4.3b: may a chopper leave before its second turn ends?"""

    YES = 0
    NO = 1


class ChopperMoraleTrigger(IntEnum):
    """1.4.3c: when does a chopper check morale?"""

    NONE = 0
    WHEN_FORCED_BACK = 1
    WHEN_PENALISED_2_OR_MORE = 2
    EVERY_TURN = 3


class RocketExpended(IntEnum):
    """1.5.6.3a: one rocket volley per what?"""

    PER_SORTIE = 0
    PER_TURN = 1


class MissileOnMoveScope(IntEnum):
    """1.5.5c: which missiles may be fired on the move?"""

    ALL_MISSILES = 0
    FIRE_AND_FORGET_ONLY = 1
