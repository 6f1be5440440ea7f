"""Where the dice of this wing lie: windows of a turn, actors, purposes of a roll (see the README of the wing, "Dice").

Turn 1 is the only one of `attack`, `bombing_run` and `return_fire`; `duel` and `sortie` count their rounds and turns.
An actor is the place of the unit that rolls, from 0: aircraft from `AIRCRAFT` on, units on the ground from `GROUND` on.
"""

INITIATIVE, MOVEMENT, AIR_TO_AIR, GROUND_TO_AIR, AIR_TO_GROUND, END = 0, 1, 2, 3, 4, 5  # windows of a turn (AS-3.1)
AIRCRAFT, GROUND = 0, 64  # first actors: 64 aircraft, 192 units on the ground
# Purposes of a roll, 1 to 15. CRITICAL goes on in CRITICAL_MORE after 64 rolls of a unit in a turn.
ATTACK, MINIMAL, CONTROL, RANGE, BREAK_OFF = 1, 2, 3, 4, 5
CRITICAL, CRITICAL_MORE, MOTIVE, ENGINE, RIDERS = 6, 7, 8, 9, 10
FIRST_SIDE, CHOICE, LANDING = 11, 12, 13
