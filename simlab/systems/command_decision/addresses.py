"""Where the dice of this wing lie: windows of a turn and purposes of a roll (see the README of the wing, "Dice")."""

PREPARATORY, OPPORTUNITY, GENERAL, LATE, END, AIR = 0, 1, 2, 3, 4, 5  # windows of a turn
SHOT, CONFIRM, PLACE, COLLECTIVE, MORALE, GROUND, ATTACK = 1, 2, 3, 4, 5, 6, 7  # purposes of a roll
ARRIVE, TARGET, MARK = 8, 9, 10
