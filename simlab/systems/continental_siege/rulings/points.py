"""Ambiguous clauses of cost, victory and the end of a game.

One enum a question, its clauses and question as docstring, the default first. The
reasons for the defaults stand in data/continental_siege/rulings.csv.
"""

from enum import IntEnum
from fractions import Fraction

from simlab.contract import Choice, Quantity, Ruling


class FfVictoryPoints(IntEnum):
    """14.01: how many victory points is a destroyed Flying Fortress worth?"""

    SIX_PER_COST = 0
    OGRE_TABLE = 1  # 100 and 150
    PARTIAL_DAMAGE = 2  # share lost propulsion/initial of the full value


class AaStrengthInAreaLimit(IntEnum):
    """15.03, B17: which strength of an AA unit counts towards the limit of attack strength in the central area?"""

    PRINTED = 0
    GROUND = 1  # halved value: 3 and 4


class SurvivingStrengthCountsAir(IntEnum):
    """B17: do aircraft and AA count in 'attack strength surviving' for a complete victory?"""

    PRINTED = 0
    GROUND_ONLY = 1  # AA and base units only
    NONE_OF_THE_NEW_UNITS = 2  # base units only


class LastUnitRule(IntEnum):
    """B17: does an airborne unit stop 'all defending units destroyed'?"""

    YES = 0
    NO = 1  # ground units only


class FirstPlayer(IntEnum):
    """B2: who moves first?"""

    ATTACKER = 0
    DEFENDER = 1  # other side
    RANDOM = 2  # one d6 before the first turn, 1-3 attacker, 4-6 defender


POINTS: tuple[Ruling, ...] = (
    Quantity(
        "aircraft_cost",
        "11.02",
        "how many armour units does a bomber or fighter cost?",
        Fraction(1),
        0.01,
        100,
        ("battle",),
        whole=False,
        tries=(0.5, 2),
    ),
    Quantity(
        "aa_cost",
        "11.02, 15.02",
        "how many armour units does an AA unit cost?",
        Fraction(1),
        0.01,
        100,
        ("battle",),
        ("heavy_counts_two",),
        whole=False,
        tries=(0.5, 2, "heavy_counts_two"),
    ),
    Quantity(
        "ff_cost",
        "14.01",
        "how many armour units does a Flying Fortress cost?",
        "ogre_analogy",
        0.01,
        1000,
        ("battle",),
        ("ogre_analogy", "propulsion_ratio"),
        whole=False,
        tries=(10, "propulsion_ratio"),
    ),
    Choice(FfVictoryPoints, ("battle",)),
    Choice(AaStrengthInAreaLimit, ("battle",)),
    Choice(SurvivingStrengthCountsAir, ("battle",)),
    Choice(LastUnitRule, ("battle",)),
    Choice(FirstPlayer, ("battle",)),
    Quantity(
        "turn_limit",
        "B17",
        "after how many game turns is an endless game cut off?",
        40,
        1,
        125,
        ("battle",),
        ("none",),
        tries=(20, "none"),
    ),
)
