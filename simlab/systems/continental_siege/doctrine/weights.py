"""Weighted policies: the names of their weights in the order of the packed row, and what each counts (W-rules).

A weighted policy is an exact integer sum of weight x feature over the candidates that the named policies choose from.
What each feature counts stands in BATTLE.md, section "Weighted policies"; the functions are in `weighing`, `heavy`,
`guns`, `flying`.
"""

from __future__ import annotations

MOVE_WEIGHTS = ("fire", "mass", "near", "danger", "likely", "meet", "guard", "stack")  # W2
FIRE_WEIGHTS = ("ap", "secondary", "main", "missile", "treads_3", "treads_2", "treads_1", "odds")  # W3
OGRE_MOVE_WEIGHTS = ("goal", "reach", "prey", "threat", "overrun", "ram")  # W4
OGRE_FIRE_WEIGHTS = ("attack", "range", "move", "squad", "cp", "thrift", "reserve", "odds")  # W5
AA_WEIGHTS = ("bomber", "fighter", "disabled", "propulsion", "bombload", "received", "near")  # W6
BOMBER_WEIGHTS = ("miss", "turns", "guns")  # W7

FIRE, MASS, NEAR, DANGER, LIKELY, MEET, GUARD, STACK = range(8)
TREADS_3, FIRE_ODDS = 4, 7
GOAL, REACH_CP, PREY, THREAT, OVERRUN, RAM_ARMOUR = range(6)
THRIFT, RESERVE, BIG_ODDS = 5, 6, 7
AT_BOMBER, AT_FIGHTER, AT_DISABLED, AT_PROPULSION, AT_BOMBLOAD, FOR_RECEIVED, FOR_NEAR = range(7)
FOR_MISS, FOR_TURNS, FOR_GUNS = range(3)

MOST_POINTS = 40  # movement points beyond which a hex is just far (W1)
LARGEST = 999  # of a weight, either way
assert MOVE_WEIGHTS[STACK] == "stack"
assert FIRE_WEIGHTS[TREADS_3] == "treads_3"
assert OGRE_FIRE_WEIGHTS[THRIFT] == "thrift"
