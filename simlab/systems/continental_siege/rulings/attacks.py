"""Ambiguous clauses of attacks and their results.

One enum a question, its clauses and question as docstring, the default first. The
reasons for the defaults stand in data/continental_siege/rulings.csv.
"""

from enum import IntEnum

from simlab.contract import Choice, Ruling


class FractionalStrength(IntEnum):
    """11.082, 12.07, 13.03, 15.03: is a halved strength that has a fraction rounded before the odds are worked out?"""

    EXACT = 0
    FLOOR_EACH = 1  # round each attacker's halved strength down
    CEIL_EACH = 2  # round each up
    FLOOR_TOTAL = 3  # add the exact halves, then round the total down


class FractionalUnitLoss(IntEnum):
    """11.082, 14.02: a successful attack of fractional strength on treads or propulsion takes how many boxes?"""

    FLOOR = 0
    CEIL = 1  # round up
    EXACT = 2  # keep halves of a box


class AttackSequencing(IntEnum):
    """B4: may a player look at one attack's result before declaring the next?"""

    SEQUENTIAL = 0
    DECLARE_ALL_FIRST = 1  # all attacks of the phase are fixed before the first roll


class CombinedFireOnAircraft(IntEnum):
    """11.08, 13.02, B4: may several units add strengths in one attack on an aircraft or on one weapon of an FF?"""

    ALLOWED = 0
    FORBIDDEN = 1  # one attacker per attack


class PropulsionCombinedFire(IntEnum):
    """14.02: may attacks on propulsion be combined?"""

    FORBIDDEN = 0
    ALLOWED = 1  # one 1-1 roll; X removes the summed strength


class OneUnitManyWeaponsVsPropulsion(IntEnum):
    """14.02: an Ogre or FF firing several weapons at treads/propulsion; separate rolls or one?"""

    EACH_WEAPON = 0
    ONE_ROLL_PER_UNIT = 1  # all weapons of that unit add up into one 1-1 roll


class AircraftSecondD(IntEnum):
    """11.09: is a disabled bomber or fighter that receives another D destroyed?"""

    DESTROYED = 0
    NO_EXTRA = 1  # second D does nothing
    EXTENDS = 2  # disable timer restarts


class AircraftRecovery(IntEnum):
    """11.09: when does a disabled aircraft recover?"""

    ARMOR_STANDARD = 0
    OWN_TURN_ONLY = 1  # recovers at the end of its own next turn, so it is not disabled when next shot at
    UNTIL_NEXT_FIRE_PHASE_START = 2  # recovers just before the next enemy fire phase


class DisabledAircraftMovement(IntEnum):
    """11.09, 11.042: does a disabled aircraft still fly its full forced move and may it still turn?"""

    FULL_MOVE_AND_TURN = 0
    FULL_MOVE_NO_TURN = 1  # moves straight on, no facing change


class FfAffectedByD(IntEnum):
    """11.09, 14.06: does a D do anything to a Flying Fortress?"""

    NONE = 0
    FORTRESS_CANNOT_ATTACK = 1  # 11.09 applies to the whole FF for one turn
    WEAPON_CANNOT_FIRE = 2  # only the weapon that was attacked is silenced for one turn


class AircraftStackDefence(IntEnum):
    """11.06: several aircraft in one hex; attacked one by one or as a stack?"""

    SEPARATELY = 0
    SPILLOVER = 1  # G.E.V.-style half-strength one-step-down attack on every other unit in the hex


class AircraftSameHexFire(IntEnum):
    """11.08, 13.021: may units fire at aircraft in their own hex (range 0)?"""

    ALLOWED = 0
    FORBIDDEN = 1  # only fighters and FF guns may


ATTACKS: tuple[Ruling, ...] = (
    Choice(FractionalStrength, ("attack", "battle")),
    Choice(FractionalUnitLoss, ("attack", "battle")),
    Choice(AttackSequencing, ("attack", "attrition", "bombing_run", "interception", "battle")),
    Choice(CombinedFireOnAircraft, ("attack", "attrition", "bombing_run", "battle")),
    Choice(PropulsionCombinedFire, ("attack", "attrition", "battle")),
    Choice(OneUnitManyWeaponsVsPropulsion, ("attack", "battle")),
    Choice(AircraftSecondD, ("attack", "bombing_run", "interception", "battle")),
    Choice(AircraftRecovery, ("bombing_run", "interception", "battle")),
    Choice(DisabledAircraftMovement, ("battle",)),
    Choice(FfAffectedByD, ("attack", "attrition", "battle")),
    Choice(AircraftStackDefence, ("battle",)),
    Choice(AircraftSameHexFire, ("attack", "attrition", "bombing_run", "battle")),
)
