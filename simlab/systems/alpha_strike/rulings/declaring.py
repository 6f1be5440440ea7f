"""Ambiguous clauses of editions and of declaring an attack (sections 0, 4 and 5), the default first."""

from enum import IntEnum

from simlab.contract import Choice, Quantity, Ruling
from simlab.systems.alpha_strike.rulings.editions import ASCE
from simlab.systems.alpha_strike.rulings.kinds import BOMBS, EVERY, GROUND, LANES, LAYOUT, RUN, SORTIE, SWEEP


class Ruleset(IntEnum):
    """AS-6.1, AS-6.4, AS-6.6, AS-6.8: which edition preset?"""

    AS2013 = 0
    ASCE = 1


class LosTextError(IntEnum):
    """AS-5.1: the excerpt says units are seen "unless ... not completely submerged". What is meant?"""

    SUBMERGED_HIDDEN = 0
    LITERAL = 1


class FlightPathTiming(IntEnum):
    """AS-4.6: when is the flight path over the table fixed?"""

    MOVEMENT_PHASE = 0
    AT_ATTACK = 1


class StrafeLength(IntEnum):
    """AS-5.3: must the lane be exactly 10 in long?"""

    EXACTLY_10 = 0
    UP_TO_10 = 1


class StrafeInsideTest(IntEnum):
    """AS-5.3: when is a unit inside the lane?"""

    CENTRE = 0
    ANY_BASE = 1
    HALF_BASE = 2


class StrafeFriendly(IntEnum):
    """AS-5.3: are friendly units in the lane attacked?"""

    YES = 0
    ATTACKER_MAY_SKIP = 1


class StrafeRolls(IntEnum):
    """AS-7.1: one attack roll per unit, or one for the whole lane?"""

    PER_UNIT = 0
    SINGLE_ROLL = 1


class StrikeLane(IntEnum):
    """AS-5.4: must a struck unit lie within 1 in of the path?"""

    WITHIN_1IN = 0
    ANY_ON_TABLE = 1


class SpheroidStrikeArc(IntEnum):
    """AS-5.4, AS-8.6: which arc does a spheroid DropShip strike with?"""

    REAR = 0
    FRONT = 1


class AltitudePoiSpacing(IntEnum):
    """AS-5.5: how far apart are consecutive points?"""

    EXACTLY_2 = 0
    AT_LEAST_2 = 1
    AT_MOST_2 = 2


class AltitudeBombsPerPoi(IntEnum):
    """AS-5.5: how many bombs on each point?"""

    AT_LEAST_1 = 0
    EXACTLY_1 = 1


class AltitudeSplit(IntEnum):
    """AS-5.5: more bombs than points and no list given: how are they shared?"""

    EVEN_FRONT_LOADED = 0
    EXPLICIT_LIST = 1
    ALL_EXTRA_ON_FIRST = 2


DECLARING: tuple[Ruling, ...] = (
    Choice(Ruleset, EVERY, presets={"asce": ASCE}),
    Choice(LosTextError, ("attack", "return_fire", "sortie")),
    Choice(FlightPathTiming, SORTIE),
    Quantity(
        "path_min_length", "AS-4.6", "shortest legal path over the table (inches)?", 0, 0, 1000, RUN, whole=False,
        tries=(24,),
    ),
    Choice(StrafeLength, LANES),
    Choice(StrafeInsideTest, SWEEP),
    Choice(StrafeFriendly, SWEEP),
    Choice(StrafeRolls, SWEEP),
    Choice(StrikeLane, LANES),
    Choice(SpheroidStrikeArc, SWEEP),
    Quantity("altitude_min_pois", "AS-5.5", "fewest points of impact in an altitude run?", 2, 1, 20, BOMBS, tries=(1,)),
    Choice(AltitudePoiSpacing, LAYOUT),
    Choice(AltitudeBombsPerPoi, LAYOUT),
    Choice(AltitudeSplit, LAYOUT),
    Quantity(
        "max_bombs_per_attack", "AS-5.5, AS-5.6", "most bombs released in one attack?", "all_carried", 1, 60, GROUND,
        ("all_carried",), tries=(2, 4),
    ),
)  # fmt: skip
