"""Ambiguous clauses of movement, facing, entry and the edge of the map (11.03 to 11.10, 13.02).

One enum a question, its clauses and question as docstring, the default first. The
reasons for the defaults stand in data/continental_siege/rulings.csv.
"""

from enum import IntEnum

from simlab.contract import Choice, Quantity, Ruling


class HexNumbering(IntEnum):
    """11.041: which way are columns staggered in the four-digit numbers?"""

    EVEN_LOW = 0
    ODD_LOW = 1  # published Ogre map


class AircraftEntryTurn(IntEnum):
    """11.03: when do aircraft come on?"""

    FIRST_OWN_TURN = 0
    ANY_OWN_TURN = 1  # owner may hold them off the map
    SCENARIO_TURN = 2  # fixed by the scenario


class AircraftEntryCost(IntEnum):
    """11.03: does the entry hex cost a movement point?"""

    ONE = 0
    ZERO = 1  # placed on the edge hex, then moves in full


class AircraftEntryFacing(IntEnum):
    """11.03: which facing may an aircraft have on entry?"""

    TWO_INWARD_VERTICES = 0
    ANY = 1  # any of the six


class AircraftEntryEdge(IntEnum):
    """11.03: over which edge does an aircraft enter?"""

    OWN_SETUP_EDGE = 0
    ANY_EDGE = 1  # owner's choice


class FighterTurnWhen_5(IntEnum):
    """11.071: may a fighter that flies only 5 hexes still turn?"""

    YES = 0
    ONLY_AFTER_6 = 1  # turn only after six hexes


class ArcFacingUsed(IntEnum):
    """13.02, 11.042: arc from the facing before or after the end-of-move turn?"""

    FINAL_FACING = 0
    MOVEMENT_FACING = 1  # facing flown during the move


class ArcBoundary(IntEnum):
    """13.02: are the two bounding hex rows inside the arc?"""

    INCLUSIVE = 0
    EXCLUSIVE = 1  # only hexes strictly between


class ArcOwnHexGround(IntEnum):
    """13.021: may a fighter or FF gun attack a ground unit in its own hex?"""

    ALLOWED = 0
    AIRCRAFT_ONLY = 1  # 13.021 speaks only of aircraft


class OffmapCombat(IntEnum):
    """11.10: combat across the map edge?"""

    NONE = 0
    NORMAL = 1  # ranges and arcs work as on the map


class OffmapReturnTest(IntEnum):
    """11.10: when is it back?"""

    ENDS_ON_MAP = 0
    ENTERS_MAP = 1  # as soon as any hex of its path is on the map; bombs may be dropped there


class GroundUnitsAndAircraft(IntEnum):
    """11.06: do aircraft block ground units?"""

    NO = 0
    ENEMY_HEX_BLOCKED = 1  # ground units may not end under enemy aircraft


MOVEMENT: tuple[Ruling, ...] = (
    Choice(HexNumbering, ("battle",)),
    Choice(AircraftEntryTurn, ("battle",)),
    Choice(AircraftEntryCost, ("battle",)),
    Choice(AircraftEntryFacing, ("battle",)),
    Choice(AircraftEntryEdge, ("battle",)),
    Choice(FighterTurnWhen_5, ("battle",)),
    Choice(ArcFacingUsed, ("battle",)),
    Choice(ArcBoundary, ("attack", "battle")),
    Choice(ArcOwnHexGround, ("attack", "battle")),
    Quantity(
        "offmap_tracking",
        "11.10",
        "how is an aircraft off the map handled?",
        "virtual_grid",
        1,
        20,
        ("battle",),
        ("virtual_grid", "fixed_delay", "removed"),
        tries=("fixed_delay", 5, "removed"),
    ),
    Choice(OffmapCombat, ("battle",)),
    Choice(OffmapReturnTest, ("battle",)),
    Choice(GroundUnitsAndAircraft, ("battle",)),
)
