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


MOST_JOINT = 1024  # cells up to which games are counted by all their numbers together


@rule
def add_games(game, turns, most, counts):
    """Count the ends of games: how it was lost and its attacks, turns over the table and sorties."""
    width, losses, games = most + 1, 2 * turns + 1, turns * EVENTS
    clocks, joint = games + losses * width, losses * width * width * width
    if joint <= MOST_JOINT:
        place, tally = np.empty(game.size, np.int64), np.zeros(COPIES * MOST_JOINT, np.int64)
        for lane in range(game.size):
            end = game[lane]
            cell = ((end >> LOSS_AT) * width + ((end >> ATTACKS_AT) & BYTE)) * width + ((end >> TURNS_AT) & BYTE)
            place[lane] = cell * width + ((end >> SORTIES_AT) & BYTE) + (lane & (COPIES - 1)) * MOST_JOINT
        for lane in range(game.size):
            tally[place[lane] & (COPIES * MOST_JOINT - 1)] += 1
        for cell in range(joint):
            number = 0
            for copy in range(COPIES):
                number += tally[copy * MOST_JOINT + cell]
            counts[games + cell // (width * width)] += number
            counts[clocks + cell % (width * width)] += number
    else:
        for lane in range(game.size):
            end = game[lane]
            counts[games + (end >> LOSS_AT) * width + ((end >> ATTACKS_AT) & BYTE)] += 1
            counts[clocks + ((end >> TURNS_AT) & BYTE) * width + ((end >> SORTIES_AT) & BYTE)] += 1
