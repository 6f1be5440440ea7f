"""Ambiguous clauses of bombs and bombers (12, 14.03).

One enum a question, its clauses and question as docstring, the default first. The
reasons for the defaults stand in data/continental_siege/rulings.csv.
"""

from enum import IntEnum

from simlab.contract import Choice, Ruling


class BombloadCombination(IntEnum):
    """12.02, 12.04: several bombloads dropped in one hex; separate attacks or one added-up attack?"""

    SEPARATE = 0
    COMBINABLE = 1  # owner may add any of them (12 or 18)
    MUST_COMBINE = 2  # all dropped in one hex on one pass are added


class BombReleaseHexes(IntEnum):
    """12.03, 12.05: in which hexes of its path may a bomber release?"""

    ENTERED_HEXES = 0
    INCLUDE_START = 1  # start hex too
    EXCLUDE_LAST = 2  # not the hex where it stops


class BombTargetsInHex(IntEnum):
    """12.03, 12.08: several units under one bombload; who is attacked?"""

    EVERY_GROUND_UNIT = 0
    ONE_CHOSEN_UNIT = 1  # owner picks one
    ENEMY_UNITS_ONLY = 2  # every enemy ground unit, friends spared


class BombDecisionTiming(IntEnum):
    """12.04: are drops decided one by one during the move?"""

    ADAPTIVE = 0
    PREPLOTTED = 1  # hexes and numbers fixed before moving


class BombPartRule(IntEnum):
    """12.081: must the parts add up to exactly 6?"""

    AT_MOST_6 = 0
    EXACTLY_6 = 1  # parts must total 6


class BombTreadAttacks(IntEnum):
    """12.082: may one bombload make several attacks on an Ogre's treads?"""

    ONE_ATTACK = 0
    ONE_PER_PART = 1  # each part rolls separately (same mean, lower variance)


class OgreSystemGranularity(IntEnum):
    """12.081, 12.082: what is 'a single weapon system'?"""

    INDIVIDUAL_WEAPON = 0
    WEAPON_CLASS = 1  # all guns of one class together count as one system, so one attack per class per bombload


class BombHalvedVsInfantryGroup(IntEnum):
    """12.07: strength 3 against a hex holding up to three squads; one attack on the group?"""

    GROUP = 0
    EACH_SQUAD = 1  # a separate attack of 3 on each squad at D1


class BomberEmpty(IntEnum):
    """12.02: after its third attack the bomber is taken off; how does it count?"""

    REMOVED_ALIVE = 0
    COUNTS_AS_LOST = 1  # as if destroyed
    FLIES_ON = 2  # stays in play, heads for its own edge and leaves by it for good


class ApBombCombination(IntEnum):
    """14.031: may antipersonnel bombloads dropped together be added up?"""

    SEPARATE = 0
    COMBINABLE = 1  # add strengths, like Ogre AP guns


class ApBombHalved(IntEnum):
    """12.07, 14.031: is an AP bomb (strength 1) halved against infantry?"""

    NO = 0
    YES = 1  # 0.5: 1-2 against one squad, nothing against more


class ApBombVsCp(IntEnum):
    """14.031: what does an AP bomb do to a CP of defence 0?"""

    AUTO_X = 0
    AS_D1 = 1  # treat the CP as D1: 1-1, X on 5-6


class ApBombPerTargetLimit(IntEnum):
    """14.031: how many AP bombs may be dropped on one infantry unit in one turn?"""

    UNLIMITED = 0
    ONE_ATTACK_PER_TURN = 1  # one attack per unit per turn, as for Ogre AP guns


class ApBombOtherTargets(IntEnum):
    """14.031: what do AP bombs do to Ogres, AA units, aircraft?"""

    NONE = 0
    OGRE_AP_GUNS = 1  # may attack Ogre AP guns (D1)


BOMBS: tuple[Ruling, ...] = (
    Choice(BombloadCombination, ("attack", "bombing_run", "battle")),
    Choice(BombReleaseHexes, ("bombing_run", "battle")),
    Choice(BombTargetsInHex, ("battle",)),
    Choice(BombDecisionTiming, ("attack", "bombing_run", "battle")),
    Choice(BombPartRule, ("bombing_run", "battle")),
    Choice(BombTreadAttacks, ("bombing_run", "battle")),
    Choice(OgreSystemGranularity, ("bombing_run", "battle")),
    Choice(BombHalvedVsInfantryGroup, ("attack", "bombing_run", "battle")),
    Choice(BomberEmpty, ("bombing_run", "battle")),
    Choice(ApBombCombination, ("attack", "battle")),
    Choice(ApBombHalved, ("attack", "battle")),
    Choice(ApBombVsCp, ("attack", "battle")),
    Choice(ApBombPerTargetLimit, ("attack", "battle")),
    Choice(ApBombOtherTargets, ("attack", "battle")),
)
