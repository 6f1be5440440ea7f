"""Ambiguous clauses of heat, thrust, zones, air-to-air and ground-to-air fire (sections 4, 11 to 15), default first."""

from enum import IntEnum

from simlab.contract import Choice, Quantity, Ruling
from simlab.systems.alpha_strike.rulings.kinds import AIRCRAFT, DUEL, FIRE, SORTIE


class BombingAndCooling(IntEnum):
    """AS-11.3: does a bombing run count as a weapon attack for cooling?"""

    NO = 0
    YES = 1


class HeatThrust(IntEnum):
    """AS-11.2: does heat reduce Thrust?"""

    NO = 0
    MINUS_1_PER_LEVEL = 1


class BombThrustTiming(IntEnum):
    """AS-1.11, AS-14.2: when is the thrust of a dropped bomb regained?"""

    IMMEDIATELY = 0
    END_PHASE = 1


class BombThrustOrder(IntEnum):
    """AS-1.11: bombs and damage both cut Thrust: in which order?"""

    DAMAGE_THEN_BOMBS = 0
    BOMBS_THEN_DAMAGE = 1


class StartZone(IntEnum):
    """AS-4.4: where do aircraft start?"""

    OUTER_OWN_HALF = 0
    INNER = 1
    CENTRAL = 2
    SCENARIO = 3
    HOME_EDGE = 4


class Loiter(IntEnum):
    """AS-4.7: may an aircraft stay over the table every turn?"""

    YES = 0
    ONE_PASS_THEN_LEAVE = 1


class EngagementEnd(IntEnum):
    """AS-12.9: when does an engagement end?"""

    BREAK_ROLL = 0
    END_PHASE = 1
    UNTIL_DESTROYED = 2


class AirRangeChoice(IntEnum):
    """AS-12.5: who sets the range of an engagement?"""

    WINNER_PICKS_TIE_MEDIUM = 0
    SHORT = 1
    MEDIUM = 2
    RANDOM_EQUAL = 3
    PATHS = 4


class EngagementsPerUnit(IntEnum):
    """AS-12.4: how many enemies may engage one unit per turn?"""

    UNLIMITED = 0
    ONE = 1


class TailedReturnFire(IntEnum):
    """AS-12.3: can a tailed unit shoot at its tail?"""

    REAR_WEAPONS_ONLY = 0
    NONE = 1
    NORMAL = 2


class G2aArc(IntEnum):
    """AS-13.2: which arc has ground-to-air fire?"""

    FRONT_180_TURRET_360 = 0
    ALL_360 = 1


class G2aBudget(IntEnum):
    """AS-13.5: does firing at aircraft use the unit's attack?"""

    YES = 0
    EXTRA = 1


class DamageControlLoss(IntEnum):
    """AS-14.4: what is the effect of a failed damage Control Roll?"""

    RING_INWARD_CRASH_IN_CENTRAL = 0
    ALTITUDE_TRACK = 1
    LEAVE_ZONE = 2
    NONE = 3


class ControlRollOnce(IntEnum):
    """AS-14.3: one damage Control Roll per turn or one per hit?"""

    ONCE = 0
    PER_HIT = 1


class SmallCraftArcs(IntEnum):
    """AS-15.1: do small craft attack once per arc?"""

    YES = 0
    ONE = 1


FLYING: tuple[Ruling, ...] = (
    Choice(BombingAndCooling, SORTIE),
    Choice(HeatThrust, DUEL),
    Choice(BombThrustTiming, SORTIE),
    Choice(BombThrustOrder, DUEL),
    Quantity(
        "zone_speed", "AS-4.3", "how many zones per turn by current Thrust?", "1-5:1, 6-10:2, 11+:3", 1, 0, SORTIE,
        ("1-5:1, 6-10:2, 11+:3", "always_1", "thrust_div_3", "custom:"), tries=("always_1", "thrust_div_3"),
    ),
    Choice(StartZone, SORTIE),
    Choice(Loiter, SORTIE),
    Choice(EngagementEnd, DUEL),
    Choice(AirRangeChoice, DUEL),
    Choice(EngagementsPerUnit, SORTIE, {"ONE": "1"}),
    Choice(TailedReturnFire, DUEL),
    Quantity(
        "g2a_altitude_add", "AS-13.3", "inches added to ground-to-air range?", 0, 0, 200, FIRE, ("6/12/30/48",),
        whole=False, tries=(6, "6/12/30/48"),
    ),
    Choice(G2aArc, FIRE),
    Choice(G2aBudget, FIRE),
    Quantity("flak_margin", "AS-13.6", "largest miss that flak still turns into FLK damage?", 2, 0, 10, FIRE,
             tries=(0, 1)),
    Choice(DamageControlLoss, AIRCRAFT),
    Choice(ControlRollOnce, AIRCRAFT),
    Choice(SmallCraftArcs, ("attack", "duel", "sortie")),
)  # fmt: skip
