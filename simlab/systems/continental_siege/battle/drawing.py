"""Doctrines that are drawn anew for every battle (W9; purpose 3 of the set-up)."""

from simlab.jit import part
from simlab.systems.continental_siege.addresses import DOCTRINE
from simlab.systems.continental_siege.battle.effects import DREW, tell
from simlab.systems.continental_siege.battle.muster import draw
from simlab.systems.continental_siege.rules.layout import (
    ADDED_AT,
    ATTACKER,
    DRAWN,
    FACES,
    HANGING,
    KIND,
    KINDS,
    MIX_ROOM,
    MIXES,
    NAMES,
    OUT,
    PLACES_AT,
    PLAIN_AT,
    SHARES_AT,
    UNITS,
    VALUED,
    VALUES_AT,
)


@part
def mixed(battle, side, what):
    """A number of the mix of a side."""
    return battle.numbers[MIXES + MIX_ROOM * side + what]


@part
def draw_doctrines(battle):
    """Draw the doctrine of each side that has several, the defender first; its numbers take their places (W9).

    What the battle before this one drew is taken back first: some numbers hang on both sides.
    """
    for side in range(2):
        for i in range(mixed(battle, side, HANGING)):
            battle.numbers[battle.numbers[mixed(battle, side, PLACES_AT) + i]] = battle.numbers[
                mixed(battle, side, PLAIN_AT) + i
            ]
    for side in range(2):
        if mixed(battle, side, NAMES) > 0:
            chosen = draw(battle, side, DOCTRINE, 0, mixed(battle, side, FACES))
            left, name = chosen, 0
            while left >= battle.numbers[mixed(battle, side, SHARES_AT) + name]:
                left -= battle.numbers[mixed(battle, side, SHARES_AT) + name]
                name += 1
            battle.game[DRAWN + side] = name
            hanging = mixed(battle, side, HANGING)
            for i in range(hanging):
                battle.numbers[battle.numbers[mixed(battle, side, PLACES_AT) + i]] += battle.numbers[
                    mixed(battle, side, ADDED_AT) + hanging * name + i
                ]
            tell(battle, DREW, side, name, chosen + 1, mixed(battle, side, FACES), 0)


@part
def value_targets_anew(battle):
    """What each unit is worth to the weapons of the Ogre or fortress under the doctrine that was drawn (W5, W9)."""
    if mixed(battle, ATTACKER, NAMES) > 0:
        first = mixed(battle, ATTACKER, VALUES_AT) + battle.numbers[OUT + KINDS] * battle.game[DRAWN + ATTACKER]
        for unit in range(battle.numbers[UNITS]):
            battle.units[unit, VALUED] = battle.numbers[first + battle.units[unit, KIND]]
