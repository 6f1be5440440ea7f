"""The 71 rulings of Continental Siege Aircraft: the one list, and those that have no case in a battle.

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
# Rulings that bear on a battle by their clause, and why no scenario of one can meet their question. A battle that turns
# one is refused with this reason.
NO_CASE_IN_BATTLES = {
    "ap_bomb_other_targets": "only a Flying Fortress carries antipersonnel bombloads, and the attacker has either one "
    "or an Ogre: no such bomb ever falls on an Ogre",
    "hex_numbering": "boards are kept in axial coordinates with a codec of their own, and no scenario of any kind "
    "names a hex by its number",
}
_FIXED = "bears on nothing that is played yet"


def rulings_for(kinds: Collection[str]) -> tuple[tuple[Ruling, ...], dict[str, str]]:
    """The rulings that bear on any of these kinds, and the others by name with the reason why they stand fixed."""
    free, fixed = [], {}
    for ruling in RULINGS:
        bears_on = tuple(
            kind
            for kind in ruling.bears_on
            if kind in kinds and not (kind == "battle" and ruling.name in NO_CASE_IN_BATTLES)
        )
        if bears_on:
            free.append(replace(ruling, bears_on=bears_on))
        else:
            fixed[ruling.name] = NO_CASE_IN_BATTLES.get(ruling.name, _FIXED)
    return tuple(free), fixed
