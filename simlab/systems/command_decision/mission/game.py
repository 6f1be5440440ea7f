"""A game as one integer a lane, and the cells in which games are counted.

Bits 0-7 the turn in which it enters next; 8-15 its turn over the table (0: off); 16-23 attacks; 24-31 turns over the
table; 32-39 sorties; 40-49 how it was lost (0: not; 1 + 2 * (turn - 1) by air defence, one more by ground fire).
"""

import numpy as np

from simlab.jit import rule
from simlab.systems.command_decision.rules.state import STAGES

HERE, ATTACKS_AT, TURNS_AT, SORTIES_AT, LOSS_AT, BYTE = 8, 16, 24, 32, 40, 255
AWAY = 1 << 40  # in the state of a turn: not over the table, or in another turn over it than the one that is played
ATTACKS = 12  # outcomes of an attack: none, penalty 0 .. 10
EVENTS = len(STAGES) * ATTACKS  # cells of a turn


@rule
def add_games(game, turns, most, counts):
    """Count the ends of games: how it was lost and its attacks, turns over the table and sorties."""
    lost, clock = np.empty(game.size, np.int64), np.empty(game.size, np.int64)
    games = turns * EVENTS
    clocks = games + (2 * turns + 1) * (most + 1)
    for lane in range(game.size):
        end = game[lane]
        lost[lane] = games + (end >> LOSS_AT) * (most + 1) + ((end >> ATTACKS_AT) & BYTE)
        clock[lane] = clocks + ((end >> TURNS_AT) & BYTE) * (most + 1) + ((end >> SORTIES_AT) & BYTE)
    for lane in range(game.size):
        counts[lost[lane]] += 1
        counts[clock[lane]] += 1
