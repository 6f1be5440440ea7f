"""Ambiguous clauses of scatter, areas and bombs (sections 7, 8.4 and 9), the default first."""

from enum import IntEnum

from simlab.contract import Choice, Ruling
from simlab.systems.alpha_strike.rulings.kinds import BOMBS, SWEEP


class ScatterReference(IntEnum):
    """AS-7.4: does the "1" point along the flight or to map north?"""

    FLIGHT = 0
    NORTH = 1


class ScatterRotation(IntEnum):
    """AS-7.4: which way round do faces 2 to 6 run?"""

    CLOCKWISE = 0
    COUNTERCLOCKWISE = 1


class AltitudeScatterMap(IntEnum):
    """AS-7.4: which three directions for a missed altitude bomb?"""

    FORWARD_FAN = 0
    THREE_AXES = 1
    LINE = 2
    SIX = 3


class ScatterDistance(IntEnum):
    """AS-7.5: how far does a missed bomb go?"""

    D6_TIMES_2 = 0
    TWICE_MARGIN = 1


class ScatterGrouping(IntEnum):
    """AS-7.3: one scatter per bomb or per drop?"""

    PER_BOMB = 0
    PER_ATTACK = 1


class ScatteredBombHitsFriends(IntEnum):
    """AS-7.8: can a scattered bomb hurt friends?"""

    YES = 0
    NO = 1


class ScatterOffMap(IntEnum):
    """AS-7.8: what becomes of a bomb that lands off the table?"""

    LOST = 0
    CLAMP_TO_EDGE = 1


class AoeMeasure(IntEnum):
    """AS-9.4: are 2 in and 6 in radii or diameters?"""

    RADIUS = 0
    DIAMETER = 1


class AoeBoundary(IntEnum):
    """AS-9.4: is a unit at exactly the radius affected?"""

    INCLUSIVE = 0
    EXCLUSIVE = 1


class AoeInsideTest(IntEnum):
    """AS-9.4: which part of the unit must be inside?"""

    CENTRE = 0
    ANY_BASE = 1
    HALF_BASE = 2


class AoeAirborne(IntEnum):
    """AS-9.4: do bombs affect airborne VTOLs and WiGEs?"""

    NO = 0
    YES = 1


class BombInstances(IntEnum):
    """AS-8.7, AS-9.5: are several bombs on one unit separate attacks (criticals, motive, threshold)?"""

    PER_BOMB = 0
    POOLED = 1


class InfernoHeatCap(IntEnum):
    """AS-9.3, AS-11.4: how much outside heat can a unit take?"""

    TWO_PER_TURN = 0
    TWO_PER_ATTACK = 1
    UNCAPPED = 2


class InfernoNonHeat(IntEnum):
    """AS-9.3: what does an inferno do to a unit without a heat scale?"""

    TWO_DAMAGE = 0
    NONE = 1


class InfernoDropship(IntEnum):
    """AS-9.3: do DropShips ignore infernos?"""

    NO = 0
    YES = 1


SCATTER: tuple[Ruling, ...] = (
    Choice(ScatterReference, BOMBS),
    Choice(ScatterRotation, BOMBS),
    Choice(AltitudeScatterMap, BOMBS),
    Choice(ScatterDistance, BOMBS, {"D6_TIMES_2": "1d6x2", "TWICE_MARGIN": "2xmof"}),
    Choice(ScatterGrouping, BOMBS),
    Choice(ScatteredBombHitsFriends, BOMBS),
    Choice(ScatterOffMap, BOMBS),
    Choice(AoeMeasure, BOMBS),
    Choice(AoeBoundary, BOMBS),
    Choice(AoeInsideTest, BOMBS),
    Choice(AoeAirborne, BOMBS),
    Choice(BombInstances, SWEEP),
    Choice(InfernoHeatCap, BOMBS, {"TWO_PER_TURN": "2_per_turn", "TWO_PER_ATTACK": "2_per_attack"}),
    Choice(InfernoNonHeat, BOMBS, {"TWO_DAMAGE": "2_damage"}),
    Choice(InfernoDropship, BOMBS),
)
