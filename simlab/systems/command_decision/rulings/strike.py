"""Ambiguous clauses of a plane strike turn: arrival, placement, who fires at whom, morale (2.1 to 2.3, 3.2.7).

One enum a clause, its clauses and question as docstring, the default first; below them the list of all that work.

The reasons for the defaults stand in data/command_decision/rulings.csv.
"""

from enum import IntEnum
from fractions import Fraction

from simlab.contract import Choice, Quantity, Ruling
from simlab.systems.command_decision.rulings.weapons import AsmLaunchDistance, StrafingExposure


class SelectionBeforeAa(IntEnum):
    """2.1b, 2.3.3k: is the target-point roll made before AA fires (so ranges are to the final point)?"""

    YES = 0
    NO = 1


class AaTargetChoice(IntEnum):
    """2.3.3.1a: which of several eligible aircraft does an AA system take?"""

    BEST_ABORT_PROBABILITY = 0
    NEAREST = 1
    RANDOM = 2
    HIGHEST_VALUE = 3
    ATTACKER_WORST_CASE = 4


class AaMandatoryFire(IntEnum):
    """2.3.3.1a: must every point of ROF be used?"""

    ALL_ROF = 0
    AT_LEAST_ONE = 1
    OPTIONAL = 2


class AaGunSplitFire(IntEnum):
    """3.2.5a: may a gun with ROF above 1 spread it over several aircraft in one phase?"""

    NO = 0
    YES = 1


class RangeMeasuredTo(IntEnum):
    """2.3.7.1a, 2.3.6a, 3.1.1.1a: where is an attacking plane for range purposes?"""

    MODEL_POSITION = 0
    TARGET_POINT = 1
    CLOSEST_OF_BOTH = 2


class AttackHeading(IntEnum):
    """3.2.3j: who sets a plane's heading over the target?"""

    RANDOM = 0
    OWNER_BEST = 1
    FROM_OWN_EDGE = 2


class ComboGunFreeTarget(IntEnum):
    """3.2.7b: may the guns take another target instead?"""

    SAME_TARGET_ONLY = 0
    ANY_TARGET = 1


class AlternativePointPolicy(IntEnum):
    """2.3.3b: what does the opponent mark?"""

    ATTACKER_STANDS_IF_POSSIBLE = 0
    EMPTY_GROUND = 1
    LEAST_OWN_LOSS = 2
    RANDOM_WITHIN_24 = 3


class AlternativeDeclined(IntEnum):
    """2.3.3b: the opponent may mark a point; does the model let him leave it?"""

    NO = 0
    YES = 1


class FacAndSmokeTogether(IntEnum):
    """2.3.3e: is the good of a controller and of smoke on the same point cumulative?"""

    NO = 0
    YES = 1


class TemplateCentreLimit(IntEnum):
    """3.1.1.3c: 6 in from which counter?"""

    ATTACKED_POINT = 0
    PRIMARY_POINT = 1


class FriendlyFire(IntEnum):
    """2.3.3d: full effect on friends?"""

    YES = 0
    NO = 1


class MoraleAbortedStrike(IntEnum):
    """2.3.8a: does an aborted strike still give -2?"""

    NO = 0
    YES = 1


class MoraleStacking(IntEnum):
    """2.3.8a: two strikes within 12 in: do both count?"""

    ONCE = 0
    PER_STRIKE = 1


class MoraleCentre(IntEnum):
    """2.3.8b: where is the centre of the 12 in when templates are spread?"""

    ANY_TEMPLATE = 0
    TARGET_COUNTER = 1


class MoraleOwnSide(IntEnum):
    """2.3.8a: own side too?"""

    YES = 0
    NO = 1


STRIKE = ("strike",)

STRIKE_RULINGS: tuple[Ruling, ...] = (
    Choice(SelectionBeforeAa, STRIKE),
    Choice(AaTargetChoice, STRIKE),
    Choice(AaMandatoryFire, STRIKE),
    Choice(AaGunSplitFire, STRIKE),
    Choice(RangeMeasuredTo, STRIKE),
    Choice(AttackHeading, STRIKE),
    Choice(ComboGunFreeTarget, STRIKE),
    Choice(AsmLaunchDistance, STRIKE),
    Choice(StrafingExposure, STRIKE),
    Choice(AlternativePointPolicy, STRIKE),
    Choice(AlternativeDeclined, STRIKE),
    Choice(FacAndSmokeTogether, STRIKE),
    Choice(TemplateCentreLimit, STRIKE),
    Choice(FriendlyFire, STRIKE),
    Choice(MoraleAbortedStrike, STRIKE),
    Choice(MoraleStacking, STRIKE),
    Choice(MoraleCentre, STRIKE),
    Choice(MoraleOwnSide, STRIKE),
    Quantity(
        "plane_arrival_probability",
        "2.2a, 2.2b",
        "chance that a rostered plane arrives in a turn, where the scenario names none?",
        Fraction(1, 2),
        0,
        1,
        STRIKE,
        whole=False,
        tries=(0.25, 0.75, 1),
    ),
    Quantity(
        "smoke_marking_success",
        "2.3.3h",
        "chance that marking by artillery succeeds?",
        "base_artillery_response",
        0,
        1,
        STRIKE,
        ("base_artillery_response",),
        whole=False,
        tries=(0, 0.5, 1),
    ),
    Quantity(
        "fighter_patrol",
        "2.3.5.1a",
        "do fighters in the air stop enemy attacks, and within which radius in inches?",
        "not_modelled",
        6,
        24,
        STRIKE,
        ("not_modelled",),
        tries=(12, 24),
    ),
)
