"""A game as one integer a lane, and the cells in which games are counted.

Bits 0-7 the turn in which it enters next; 8-15 its turn over the table (0: off); 16-23 attacks; 24-31 turns over the
table; 32-39 sorties; 40-49 how it was lost (0: not; 1 + 2 * (turn - 1) by air defence, one more by ground fire).
"""

from simlab.jit import rule
from simlab.systems.command_decision.rules.state import STAGES

HERE, ATTACKS_AT, TURNS_AT, SORTIES_AT, LOSS_AT, BYTE = 8, 16, 24, 32, 40, 255
AWAY = 1 << 40  # in the state of a turn: not over the table, or in another turn over it than the one that is played
ATTACKS = 12  # outcomes of an attack: none, penalty 0 .. 10
EVENTS = len(STAGES) * ATTACKS  # cells of a turn


# Lanes that follow one another mostly count in the same cell, and an addition to memory has to wait for the one before.
# So lanes count in turn in a few copies of a small tally.
COPIES = 4


@rule
def entered(game, now):
    """The game of one that enters in this turn, if it does."""
    return (game & ~BYTE) + (1 << HERE) + (1 << SORTIES_AT) if (game & 0xFFFF) == now else game


@rule
def cells_of_game(game, turns, most):
    """The cells of the end of a game: how it was lost and its attacks; its turns over the table and sorties."""
    width, losses = most + 1, 2 * turns + 1
    games = turns * EVENTS
    clocks = games + losses * width
    loss, clock = (game >> LOSS_AT) * width, ((game >> TURNS_AT) & BYTE) * width
    return games + loss + ((game >> ATTACKS_AT) & BYTE), clocks + clock + ((game >> SORTIES_AT) & BYTE)


@rule
def add_games(game, turns, most, counts):
    """Count the ends of games: how it was lost and its attacks, turns over the table and sorties."""
    for lane in range(game.size):
        ended, clock = cells_of_game(game[lane], turns, most)
        counts[ended] += 1
        counts[clock] += 1
