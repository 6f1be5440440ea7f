"""A shot rolled die by die, for exact laws: the same rules as in the kernels, with dice from ``roll``.

``roll`` is that of `simlab.exact.enumerate_law`: ``roll(sides)`` a die, ``roll.chance(p)`` a coin. Dice that cannot
matter are not rolled, which keeps the trees small; that is no difference to a law.
"""

from __future__ import annotations

from typing import Any

from simlab.dice import chance_of
from simlab.systems.command_decision.rules.hitting import (
    ABORT,
    ROLL_AGAIN,
    ShotCard,
    confirmed_effect,
    effect_of,
    shot_effect,
    shot_result,
)


def roll_air_shot(card: ShotCard, removal: int, split_first: int, may_save: bool, roll: Any) -> tuple[int, int, bool]:
    """(effect before the save, result, a save was rolled) of one AA shot (3.2.4, 3.2.6)."""
    aa_die = roll(10)
    again_die = roll(card.again_sides) if effect_of(card.first, aa_die) == ROLL_AGAIN else 1
    effect = shot_effect(aa_die, again_die, card.first, card.second)
    if effect < ABORT:
        return effect, effect, False
    pop_up_die = roll(10) if card.pop_up_from > 1 else 10
    chop_die = roll(10) if card.chop_from > 1 else 10
    effect = confirmed_effect(effect, pop_up_die, chop_die, card.pop_up_from, card.chop_from)
    if effect < ABORT:
        return effect, effect, False
    removed = int(roll.chance(chance_of(removal)))
    saves = effect == ABORT and card.save_to > 0 and may_save and bool(removed or not split_first)
    save_to, save_die = 0, 10
    if saves:
        save_to, save_die = card.save_to, roll(10)
        if save_die > save_to and card.second_save_to > 0 and roll(10) <= card.second_save_to:
            save_die = 0
    return effect, shot_result(effect, save_die, save_to, removed, split_first), saves


def roll_ground_shot(first: int, second: int, roll: Any) -> int:
    """Result of one ground shot at a slow helicopter (3.2.3c, 3.2.3d)."""
    effect = effect_of(first, roll(10))
    return effect_of(second, roll(10)) if effect == ROLL_AGAIN else effect
