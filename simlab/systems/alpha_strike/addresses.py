"""Where the dice of this wing lie: windows of a turn, actors, purposes of a roll (README.md and ROUNDS.md, "Dice").

Turn 1 is the only one of `attack` and `bombing_run`; `return_fire`, `duel` and `sortie` count passes, rounds, turns. An
actor is the place of a unit, from 0: aircraft from `AIRCRAFT` on, units on the ground from `GROUND` on.
"""

INITIATIVE, MOVEMENT, AIR_TO_AIR, GROUND_TO_AIR, AIR_TO_GROUND, END = 0, 1, 2, 3, 4, 5  # windows of a turn (AS-3.1)
AIRCRAFT, GROUND = 0, 64  # first actors: 64 aircraft, 191 units on the ground
WHOLE_LANE = 255  # actor of the one roll for a whole lane (ruling strafe_rolls)
# Purposes of a roll, 1 to 15.
ATTACK, MINIMAL, CONTROL, RANGE, BREAK_OFF = 1, 2, 3, 4, 5
CRITICAL, CRITICAL_MORE, MOTIVE, ENGINE, RIDERS = 6, 7, 8, 9, 10
FIRST_SIDE, CHOICE, LANDING, DROP = 11, 12, 13, 14
