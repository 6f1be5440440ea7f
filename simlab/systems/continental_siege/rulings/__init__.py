"""The 71 rulings of Continental Siege Aircraft: the one list, and those that no kind can turn yet.

A ruling names the kinds whose answer it can change. `rulings_for` keeps what bears on the kinds that are there; the
others stand fixed, so that setting one is refused rather than silently ignored.
"""

from collections.abc import Collection
from dataclasses import replace

from simlab.contract import Ruling
from simlab.systems.continental_siege.rulings.air_defence import AIR_DEFENCE
from simlab.systems.continental_siege.rulings.attacks import ATTACKS
from simlab.systems.continental_siege.rulings.base_game import BASE_GAME
from simlab.systems.continental_siege.rulings.bombs import BOMBS
from simlab.systems.continental_siege.rulings.fortresses import FORTRESSES
from simlab.systems.continental_siege.rulings.movement import MOVEMENT
from simlab.systems.continental_siege.rulings.points import POINTS

RULINGS: tuple[Ruling, ...] = (*ATTACKS, *BOMBS, *FORTRESSES, *AIR_DEFENCE, *MOVEMENT, *BASE_GAME, *POINTS)
_BATTLE = "bears on whole battles, which no kind plays yet"


def rulings_for(kinds: Collection[str]) -> tuple[tuple[Ruling, ...], dict[str, str]]:
    """The rulings that bear on any of these kinds, and the others by name with the reason why they stand fixed."""
    free, fixed = [], {}
    for ruling in RULINGS:
        bears_on = tuple(kind for kind in ruling.bears_on if kind in kinds)
        if bears_on:
            free.append(replace(ruling, bears_on=bears_on))
        else:
            fixed[ruling.name] = _BATTLE
    return tuple(free), fixed
