"""Ambiguous clauses of damage and critical hits (sections 8 and 10), the default first."""

from enum import IntEnum

from simlab.contract import Choice, Quantity, Ruling
from simlab.systems.alpha_strike.rulings.kinds import AIRCRAFT, BOMBS, CARDS, DUEL, SWEEP


class StrafeRounding(IntEnum):
    """AS-2.3, AS-8.2: how is half of the Short value rounded?"""

    HALF_UP = 0
    DOWN = 1
    UP = 2


class StrafeOv(IntEnum):
    """AS-8.2: is overheat damage added before or after halving?"""

    AFTER = 0
    BEFORE = 1


class StrafeEnergyFull(IntEnum):
    """AS-8.2: do ENE units strafe at full value?"""

    NO = 0
    YES = 1


class StrafeMinimal(IntEnum):
    """AS-8.2: what does strafing with a Short value of 0* do?"""

    ROLL_4PLUS_FOR_1 = 0
    ALWAYS_1 = 1
    ZERO = 2


class DamageTiming(IntEnum):
    """AS-3.2: when does damage take effect?"""

    END_PHASE = 0
    IMMEDIATE = 1


class Natural_12Crit(IntEnum):
    """AS-8.7: does a natural 12 cause a critical roll?"""

    NO = 0
    YES = 1


class ThresholdCompare(IntEnum):
    """AS-8.7: must damage exceed or reach the threshold?"""

    EXCEED = 0
    REACH = 1


class ThresholdAndStructure(IntEnum):
    """AS-8.7: structure hit and threshold passed by one attack: how many rolls?"""

    TWO = 0
    ONE = 1


class WeaponHitLarge(IntEnum):
    """AS-10.4: what does a Weapon Hit do to a multi-arc unit?"""

    ALL_MINUS_25PCT = 0
    ONE_ARC_MINUS_50PCT = 1


class EngineHitFighterRounding(IntEnum):
    """AS-10.4: how is the Thrust halved by an Engine Hit rounded?"""

    FLOOR_AT_LEAST_1_LOST = 0
    CEIL = 1


class UnderwaterRounding(IntEnum):
    """AS-8.5: how is halved underwater damage rounded?"""

    HALF_UP_MIN_1 = 0
    DOWN_MIN_1 = 1


class InapplicableCrit(IntEnum):
    """AS-8.8: what happens when a critical cannot apply?"""

    PLUS_1_DAMAGE_NO_ROLL = 0
    REROLL = 1
    IGNORE = 2


DAMAGE: tuple[Ruling, ...] = (
    Choice(StrafeRounding, SWEEP),
    Choice(StrafeOv, SWEEP),
    Choice(StrafeEnergyFull, SWEEP),
    Choice(StrafeMinimal, SWEEP),
    Quantity("minimal_damage_roll", "AS-1.5", "die needed for 0* to deal 1?", 4, 1, 7, CARDS, tries=(3, 5)),
    Choice(DamageTiming, DUEL),
    Choice(Natural_12Crit, CARDS),
    Choice(ThresholdCompare, CARDS),
    Choice(ThresholdAndStructure, CARDS),
    Choice(WeaponHitLarge, AIRCRAFT),
    Choice(EngineHitFighterRounding, DUEL),
    Choice(UnderwaterRounding, BOMBS),
    Choice(InapplicableCrit, CARDS),
)
