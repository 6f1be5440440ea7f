"""Points of the base game on which editions differ (B2 to B16).

One enum a question, its clauses and question as docstring, the default first. The
reasons for the defaults stand in data/continental_siege/rulings.csv.
"""

from enum import IntEnum

from simlab.contract import Choice, Ruling


class InfantryDResult(IntEnum):
    """B7: what does a D do to infantry?"""

    LOSE_ONE_SQUAD = 0
    DISABLED = 1  # an older player card disables the counter for its next turn instead (a second D does nothing)


class InfantryGrouping(IntEnum):
    """B10: do the squads of a hex defend together?"""

    UP_TO_THREE = 0
    EACH_ALONE = 1  # every squad D1 on its own


class SecondDArmor(IntEnum):
    """B8: D on a disabled armour unit?"""

    DESTROYED = 0
    NO_EXTRA = 1  # nothing more


class DisabledRecovery(IntEnum):
    """B9: when does disabled armour recover?"""

    AFTER_NEXT_ENEMY_TURN = 0
    BEFORE_NEXT_ENEMY_FIRE = 1  # a 1982 program recovers it before the next enemy fire


class OgreRamRoll(IntEnum):
    """B14: an Ogre rams a mobile armour unit; on which faces is it destroyed?"""

    FOUR_TO_SIX = 4
    FIVE_TO_SIX = 5  # 1982 program


class GevSecondMove(IntEnum):
    """B2: what is the allowance of the second GEV move?"""

    THREE = 3
    TWO = 2  # variant


class MapNorthLastRow(IntEnum):
    """B16: which is the last row of the north set-up area?"""

    SEVEN = 7
    EIGHT = 8  # another program, on a generated map


class CpDefence(IntEnum):
    """B7: what is the defence of the CP?"""

    ZERO = 0
    ONE = 1  # lightly hardened
    TWO = 2  # hardened
    THREE = 3  # hardened


BASE_GAME: tuple[Ruling, ...] = (
    Choice(InfantryDResult, ("attack", "bombing_run", "battle")),
    Choice(InfantryGrouping, ("attack", "bombing_run", "battle")),
    Choice(SecondDArmor, ("attack", "bombing_run", "battle")),
    Choice(DisabledRecovery, ("battle",)),
    Choice(OgreRamRoll, ("battle",), {"FOUR_TO_SIX": "4_to_6", "FIVE_TO_SIX": "5_to_6"}),
    Choice(GevSecondMove, ("battle",), {"THREE": "3", "TWO": "2"}),
    Choice(MapNorthLastRow, ("battle",), {"SEVEN": "7", "EIGHT": "8"}),
    Choice(CpDefence, ("attack", "bombing_run", "battle"), {"ZERO": "0", "ONE": "1", "TWO": "2", "THREE": "3"}),
)
