"""Ambiguous clauses of attacks with bombs, cluster bombs and rockets.

One enum a clause, its clauses and question as docstring, the default first; below them the list of all that work.

The reasons for the defaults stand in data/command_decision/rulings.csv.
"""

from enum import IntEnum
from fractions import Fraction

from simlab.contract import Choice, Quantity, Ruling


class HitNumberFloor(IntEnum):
    """3.2.4a: what if penalties bring a hit number to 0 or less?"""

    ZERO_NO_CHANCE = 0
    NATURAL_1_ALWAYS_HITS = 1


class HitNumberCeiling(IntEnum):
    """3.1.1.5a, 2.3.7.3c: what if modifiers bring a hit number to 10 or more?"""

    AUTO_HIT = 0
    NATURAL_10_ALWAYS_MISSES = 1


class PenaltyInAreaAttacks(IntEnum):
    """3.2.4a, 3.1.1.4c, 2.3.7.3e: does a penalty change the automatic suppression as well as the hit rolls?"""

    HIT_ROLLS_ONLY = 0
    NO_SUPPRESSION_IF_HIT_NUMBER_BELOW_1 = 1


class ManpadsAsPlaneTarget(IntEnum):
    """2.3.2e: can a man-portable SAM stand be hit by an area attack aimed at something else?"""

    YES = 0
    NO = 1


class LightAttackBasis(IntEnum):
    """3.1.1.2b: 1000 kg: of usable or of maximum load?"""

    USABLE = 0
    MAXIMUM = 1


class SuperimposedTemplates(IntEnum):
    """3.1.1.3b: does a stand under several templates take the rolls of each of them?"""

    INDEPENDENT_ROLLS = 0
    SINGLE_ROLL_BEST = 1


class TemplateHits(IntEnum):
    """2.3.4a, 3.1.1.3a, 3.1.1.4a, 1.5.6.2a: does ROF limit how many stands a template hits?"""

    ALL_TOUCHING = 0
    CAPPED_AT_ROF_STANDS = 1


class StandardAreaHits(IntEnum):
    """3.1.1.4b: "all stands touching" is printed for light attack only: does the larger area hit them too?"""

    ALL_TOUCHING = 0
    STANDS_FULLY_INSIDE = 1


class MaxTargetsScope(IntEnum):
    """2.3.4d: four targets: stands or templates?"""

    DISTINCT_TEMPLATES_OR_STANDS = 0
    STANDS_ONLY = 1
    NOT_FOR_AREA_WEAPONS = 2


class RocketRofMethod(IntEnum):
    """1.5.6.3e, 1.5.6.3f: ROF by pod, summed and then rounded, or total rockets through the formula?"""

    TOTAL_FORMULA_FLOOR = 0
    POD_SUM_FLOOR = 1
    POD_FLOOR_SUM = 2


class PlaneRocketRof(IntEnum):
    """2.3.4a, 2.3.7.2a: which ROF has a plane firing rockets?"""

    POD_FORMULA = 0
    BOMB_ROF = 1


class RocketTemplateSplit(IntEnum):
    """1.5.6.2b, 1.5.6.3b: may split rocket fire use separate templates?"""

    YES = 0
    NO = 1


class AtClusterArea(IntEnum):
    """3.1.1.5a: what area has an attack with anti-tank cluster bombs?"""

    SAME_AS_HE_BOMBS = 0
    ALWAYS_2X2 = 1


class AtClusterWeightModifier(IntEnum):
    """3.1.1.5a: does the base game's "minus weight" against AFVs apply to HE 8?"""

    APPLY = 0
    IGNORE = 1


class HeatModifierScope(IntEnum):
    """1.5.6.4b, 2.3.7.3b: +3 against armour: to the HE hit number or to penetration?"""

    HE_HIT_NUMBER = 0
    PENETRATION = 1


class SuppressionRule(IntEnum):
    """3.1.1.4c, 3.1.1.5d, 2.3.7.3e, 1.5.6.4e: are all stands touched suppressed or only those hit?"""

    AUTOMATIC_ALL_TOUCHED = 0
    ON_HIT_ONLY = 1


class CoverAttackWithoutFac(IntEnum):
    """2.3.2a, 2.3.2c: targets in cover without a controller: a limited effect, or forbidden?"""

    SUPPRESS_AND_MORALE_ONLY = 0
    FORBIDDEN = 1


class EdgeOfCoverModifier(IntEnum):
    """2.3.2b: which cover has a target on the edge of cover that a controller has spotted?"""

    MEDIUM = 0
    NONE = 1
    HARD = 2


class AfvHeKill(IntEnum):
    """3.1.1.4b: how does an HE hit hurt an AFV?"""

    ON_10_ONLY = 0
    AS_HIT_RESULTS_TABLE = 1
    NEVER = 2


class WoodsVsHeBombs(IntEnum):
    """3.1.1.4b, 2.3.2c: are stands in woods that an attack on a point in the open touches hit in full?"""

    WITH_COVER_MODIFIER = 0
    SUPPRESS_ONLY = 1


ATTACKS = ("bombing", "strike")

ATTACK_RULINGS: tuple[Ruling, ...] = (
    Choice(HitNumberFloor, ATTACKS),
    Choice(HitNumberCeiling, ATTACKS),
    Choice(PenaltyInAreaAttacks, ATTACKS),
    Choice(ManpadsAsPlaneTarget, ATTACKS),
    Choice(LightAttackBasis, ATTACKS),
    Choice(SuperimposedTemplates, ATTACKS),
    Choice(TemplateHits, ATTACKS),
    Choice(StandardAreaHits, ATTACKS),
    Choice(MaxTargetsScope, ATTACKS),
    Choice(RocketRofMethod, ATTACKS),
    Choice(PlaneRocketRof, ATTACKS),
    Choice(RocketTemplateSplit, ATTACKS),
    Choice(AtClusterArea, ATTACKS, {"ALWAYS_2X2": "2x2_always"}),
    Choice(AtClusterWeightModifier, ATTACKS),
    Choice(HeatModifierScope, ATTACKS),
    Choice(SuppressionRule, ATTACKS),
    Choice(CoverAttackWithoutFac, ATTACKS),
    Choice(EdgeOfCoverModifier, ATTACKS, {"MEDIUM": "medium_cover_-2", "HARD": "hard_cover_-3"}),
    Choice(AfvHeKill, ATTACKS),
    Choice(WoodsVsHeBombs, ATTACKS),
    Quantity(
        "bomb_load_usable_fraction",
        "3.1.1.2a",
        "which share of the maximum load is usable, for ROF?",
        Fraction(1, 2),
        0.25,
        1,
        ATTACKS,
        whole=False,
        tries=(0.25, 0.75, 1),
    ),
    Quantity(
        "light_attack_threshold_kg",
        "3.1.1.2b",
        "up to which load is an attacker light attack?",
        1000,
        250,
        3000,
        ATTACKS,
        tries=(250, 500, 2000, 3000),
    ),
    Quantity(
        "rocket_min_rof",
        "1.5.6.3f",
        "one or two rockets round down to 0: what is their ROF?",
        0,
        0,
        1,
        ATTACKS,
        tries=(1,),
    ),
    Quantity(
        "helicopter_split_cost",
        "1.5.6.3b",
        "how much ROF does each further target of a helicopter's split rocket fire cost?",
        1,
        0,
        2,
        ("bombing",),
        tries=(0, 2),
    ),
    Quantity(
        "at_cluster_light_he",
        "3.1.1.5a",
        "which HE factor have anti-tank cluster bombs of light attack?",
        8,
        6,
        8,
        ATTACKS,
        tries=(7, 6),
    ),
    Quantity(
        "weak_afv_weight",
        "3.1.1.4b",
        "which weight has a weak AFV in the HE modifier?",
        1,
        0,
        2,
        ATTACKS,
        tries=(0, 2),
    ),
)
