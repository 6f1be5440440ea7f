"""Ambiguous clauses of AA units and other ground fire (11.08, 15).

One enum a question, its clauses and question as docstring, the default first. The
reasons for the defaults stand in data/continental_siege/rulings.csv.
"""

from enum import IntEnum

from simlab.contract import Choice, Ruling


class AaFireTiming(IntEnum):
    """15.01: when do AA units fire?"""

    OWN_FIRE_PHASE = 0
    ENEMY_TURN_AFTER_MOVEMENT = 1  # instead fire at the end of the enemy movement phase
    # each AA unit once per enemy turn, at the first aircraft that takes a step within its range (even one that began
    # its move there), before its bombs
    REACTION_ON_ENTRY = 2


class AaArc(IntEnum):
    """15.01: do AA units fire all round?"""

    ALL_ROUND = 0
    FORWARD_ARC = 1  # give AA a facing and the fighters' arc


class AaHalvingVsPropulsion(IntEnum):
    """15.03, 14.02: do AA units attack propulsion with full or half strength?"""

    FULL = 0
    HALF = 1  # treat propulsion like treads of a ground unit


class HowitzerVsFf(IntEnum):
    """11.082: is a howitzer halved against FF weapons and propulsion too?"""

    HALVED = 0
    FULL = 1  # halved only against bombers and fighters


class HowitzerMinRange(IntEnum):
    """11.08: has a howitzer a minimum range against aircraft?"""

    NONE = 0
    TWO = 1  # cannot fire at range 0 or 1


class MobileHowitzerVsAir(IntEnum):
    """11.08: do mobile howitzers count as howitzers?"""

    YES_HALVED = 0
    NO = 1  # cannot attack aircraft


class SuperheavyVsAir(IntEnum):
    """11.08: may other ground units (superheavy, tanks, infantry) attack aircraft?"""

    NO = 0
    SUPERHEAVY_AS_OGRE_MAIN = 1  # its two guns count as Ogre main batteries


AIR_DEFENCE: tuple[Ruling, ...] = (
    Choice(AaFireTiming, ("attrition", "bombing_run", "battle")),
    Choice(AaArc, ("attack", "battle")),
    Choice(AaHalvingVsPropulsion, ("attack", "attrition", "battle")),
    Choice(HowitzerVsFf, ("attack", "attrition", "battle")),
    Choice(HowitzerMinRange, ("attack", "attrition", "bombing_run", "battle")),
    Choice(MobileHowitzerVsAir, ("attack", "attrition", "bombing_run", "battle")),
    Choice(SuperheavyVsAir, ("attack", "battle")),
)
