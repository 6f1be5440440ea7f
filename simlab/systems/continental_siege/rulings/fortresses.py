"""Ambiguous clauses of Flying Fortresses (14).

One enum a question, its clauses and question as docstring, the default first. The
reasons for the defaults stand in data/continental_siege/rulings.csv.
"""

from enum import IntEnum

from simlab.contract import Choice, Ruling


class FfMaThreshold(IntEnum):
    """14.02: with exactly three quarters left, has the MA already dropped?"""

    AT_QUARTER = 0
    AFTER_QUARTER = 1  # MA = min(4, floor(4*PU/initial)+1) for PU > 0: drops with the next box


class FfGunTargets(IntEnum):
    """14.05, 14.06: may each FF gun choose its own target and may guns combine?"""

    INDEPENDENT = 0
    ALL_ONE_TARGET = 1  # all guns fire at one target per turn


class FfGunsVsGround(IntEnum):
    """14.05, 13.03: are FF guns halved against ground targets?"""

    HALVED = 0
    FULL = 1  # arc restriction only


class AamExpended(IntEnum):
    """14.04, 14.06: are air-to-air missiles used up when fired?"""

    ONE_SHOT = 0
    REUSABLE = 1  # each may fire every turn


class AamArc(IntEnum):
    """14.04, 14.05: may AAMs be fired outside the forward arc?"""

    ALL_ROUND = 0
    FORWARD_ARC = 1  # same arc as guns


class FfBombsTargetable(IntEnum):
    """14.06: can bombloads and AP bombloads still aboard be shot off?"""

    YES = 0
    NO = 1  # only guns, AAMs and propulsion can be hit


class FfDisarmed(IntEnum):
    """14.06: an FF with no weapons left?"""

    STAYS_IN_PLAY = 0
    WITHDRAWS = 1  # heads for its own edge and leaves by it for good
    COUNTS_AS_DESTROYED = 2  # as destroyed for victory


class FfWithdrawal(IntEnum):
    """11.10: may an FF leave the map for good?"""

    OWN_EDGE_WHEN_DECLARED = 0
    NEVER = 1  # 11.10 literally: must come back
    WHEN_OUT_OF_BOMBS = 2  # only with no bombs of either kind left


FORTRESSES: tuple[Ruling, ...] = (
    Choice(FfMaThreshold, ("attack", "attrition", "battle")),
    Choice(FfGunTargets, ("battle",)),
    Choice(FfGunsVsGround, ("attack", "battle")),
    Choice(AamExpended, ("battle",)),
    Choice(AamArc, ("attack", "battle")),
    Choice(FfBombsTargetable, ("attack", "attrition", "battle")),
    Choice(FfDisarmed, ("battle",)),
    Choice(FfWithdrawal, ("battle",)),
)
