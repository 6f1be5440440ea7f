"""Where the dice of this wing lie: windows of a turn and purposes of a roll (README.md and ROUNDS.md, "Dice")."""

FIRST, COMBAT, END = 0, 1, 2  # windows of a turn: initiative and movement, combat, End Phase (AS-3.1)
# Purposes of a roll, 1 to 15.
FIRE, CRITICAL, CONTROL, INITIATIVE, RANGE, BREAK, DROP, MOTIVE = 1, 2, 3, 4, 5, 6, 7, 8
WHOLE_LANE = 255  # actor of the one roll for a whole lane (ruling strafe_rolls)
