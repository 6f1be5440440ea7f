"""Ogres: what a ram does, when one is destroyed (B13, B14). Movement by treads: `fortress.movement_allowance`."""

from __future__ import annotations

from simlab.jit import rule
from simlab.systems.continental_siege.rules.results import DESTROYED, DISABLED

OGRE_ROWS = 3  # movement allowance of an Ogre with all its treads (B13)


@rule
def ram_result(die, destroyed_from, moves):
    """What an Ogre's ram does to an armour unit (B14): the immobile or disabled are destroyed.

    die: face 1..6; destroyed_from: lowest face that destroys (ruling `ogre_ram_roll`); moves: can the unit move now?
    """
    return DESTROYED if not moves or die >= destroyed_from else DISABLED


@rule
def ogre_is_destroyed(treads, weapons):
    """True when every box of the sheet is gone: all treads and all weapons (B13)."""
    return treads <= 0 and weapons <= 0
