"""Ambiguous clauses of to-hit numbers (section 6), the default first."""

from enum import IntEnum

from simlab.contract import Choice, Quantity, Ruling
from simlab.systems.alpha_strike.rulings.kinds import AIRCRAFT, BOMBS, DUEL, EVERY, GROUND, SWEEP


class BombingImmobile(IntEnum):
    """AS-6.2: does the -4 for an immobile unit help a bomb aimed at it?"""

    NO = 0
    YES = 1


class JumpCapableTmm(IntEnum):
    """AS-6.6: when does a jumper get +1?"""

    ALWAYS = 0
    IF_JUMPED = 1
    NEVER = 2


class WoodsFromAir(IntEnum):
    """AS-6.8: which woods count against an attack from the air?"""

    TARGET_POSITION_ONLY = 0
    IGNORED = 1
    ANY_INTERVENING = 2


class PartialCoverFromAir(IntEnum):
    """AS-6.8: does partial cover protect from the air?"""

    IGNORED = 0
    APPLIES = 1


class AirborneModAirToAir(IntEnum):
    """AS-6.7, AS-12.7: does the +2 for an airborne aerospace target apply between aircraft?"""

    NOT_APPLIED = 0
    APPLIED = 1


class SmallCraftStack(IntEnum):
    """AS-6.7: is the small craft -1 added to the +2?"""

    STACK = 0
    REPLACE = 1


class GroundedDropshipType(IntEnum):
    """AS-6.7, AS-13.7, AS-15.5: type modifier when a grounded DropShip is the target of a strafe or strike?"""

    MINUS_2 = 0
    MINUS_1 = 1
    MINUS_3 = 2


class CrewHitScope(IntEnum):
    """AS-6.9: what does the Crew Hit +2 affect?"""

    ATTACKS_AND_CONTROL = 0
    CONTROL_ONLY = 1


class DroneForm(IntEnum):
    """AS-6.9: drone penalty as to-hit or as Skill?"""

    TO_HIT_PLUS_1 = 0
    SKILL_PLUS_1 = 1


TO_HIT: tuple[Ruling, ...] = (
    Quantity(
        "attack_mods", "AS-6.4", "attack-type modifiers strafing / striking / altitude / dive?", "4/2/3/2", 1, 0,
        GROUND, ("4/2/3/2", "3/1/0/0", "custom:"), tries=("3/1/0/0", "custom:2/2/3/2"),
    ),
    Quantity(
        "area_effect_modifier", "AS-6.4", "extra modifier for an area-effect attack (bombs)?", 0, -5, 5, BOMBS,
        tries=(1,),
    ),
    Quantity("cluster_modifier", "AS-6.4", "extra modifier for a cluster bomb?", 0, -5, 5, BOMBS, tries=(-1,)),
    Choice(BombingImmobile, BOMBS),
    Choice(JumpCapableTmm, SWEEP),
    Choice(WoodsFromAir, SWEEP),
    Choice(PartialCoverFromAir, SWEEP),
    Choice(AirborneModAirToAir, DUEL),
    Choice(SmallCraftStack, AIRCRAFT),
    Choice(GroundedDropshipType, SWEEP, {"MINUS_2": "-2", "MINUS_1": "-1", "MINUS_3": "-3"}),
    Choice(CrewHitScope, EVERY),
    Choice(DroneForm, AIRCRAFT, {"TO_HIT_PLUS_1": "to_hit_+1", "SKILL_PLUS_1": "skill_+1"}),
)  # fmt: skip
