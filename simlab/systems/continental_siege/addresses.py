"""Where the dice of this wing lie: phases of a player-turn, purposes of a die (see the README of the wing, "Dice").

The turn of an address is the player-turn; the 22 bits of its spot are (phase, actor, purpose, n).
"""

from simlab.dice import face, level, upper
from simlab.jit import rule

SETUP, MOVEMENT, FIRE, SECOND_MOVEMENT = 0, 1, 2, 3  # phases of a player-turn (B2)
FIRST_PLAYER, UNIT_TYPE, SET_UP_HEX, ATTACK, BOMB, RAM, SPILLOVER, CONTACT = range(8)  # purposes of a die
DOCTRINE = 3  # in the phase of the set-up, where nobody attacks
ACTORS, PURPOSES, NTHS, PLAYER_TURNS = 256, 8, 512, 256
SIDES = 6
DICE_A_HAND, HANDS_A_WORD = 4, 2  # of the abstract kinds, which read several dice from a word


@rule
def spot(phase, actor, purpose, n):
    """The number of a spot within a player-turn. phase 0..3, actor 0..255, purpose 0..7, n 0..511."""
    return ((phase * ACTORS + actor) * PURPOSES + purpose) * NTHS + n


@rule
def d6(turn, where):
    """The d6 at a spot: face 1..6 of the upper hand. turn: word of the player-turn, int64 bits."""
    return face(upper(level(turn, where)), SIDES)
