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


# Lanes that follow one another mostly count in the same cell, and an addition to memory has to wait for the one before.
# So lanes count in turn in a few copies of a small tally.
COPIES = 4


@rule
def add_games(game, turns, most, counts):
    """Count the ends of games: how it was lost and its attacks, turns over the table and sorties."""
    lost, clock = np.empty(game.size, np.int64), np.empty(game.size, np.int64)
    clocks = (2 * turns + 1) * (most + 1)
    cells = clocks + (most + 1) * (most + 1)
    copies = COPIES if cells <= 1024 else 1
    tally = np.zeros(copies * cells, np.int64)
    for lane in range(game.size):
        end, copy = game[lane], (lane & (copies - 1)) * cells
        lost[lane] = copy + (end >> LOSS_AT) * (most + 1) + ((end >> ATTACKS_AT) & BYTE)
        clock[lane] = copy + clocks + ((end >> TURNS_AT) & BYTE) * (most + 1) + ((end >> SORTIES_AT) & BYTE)
    for lane in range(game.size):
        tally[lost[lane]] += 1
        tally[clock[lane]] += 1
    for copy in range(copies):
        for cell in range(cells):
            counts[turns * EVENTS + cell] += tally[copy * cells + cell]
