"""The condition of a unit in one integer: armor, structure, critical counters, Move, heat, how it was lost (AS-1.13).

One integer a unit keeps a lane small, and a law can use it as the name of a state.
"""

from simlab.jit import rule

# Place of the first bit of each part, and its largest value.
ARMOR, STRUCTURE, FIRE_CONTROL, WEAPON, WEAPON_AFTER, ENGINE, CREW, THRUSTER = 0, 8, 16, 20, 24, 28, 30, 32
MOVE, HEAT, CAUSE, STUNNED, ROLL_SPARED, FALLEN, TMM = 33, 40, 43, 46, 47, 48, 49
BYTE, FOUR, TWO, SEVEN, THREE = 255, 15, 3, 127, 7

# How a unit was lost or left; 0: it is still there.
PRESENT, BY_STRUCTURE, BY_CRITICAL, BY_CRASH, LEFT = range(5)
CAUSES = ("flies_on", "structure", "critical", "crash", "left")
GONE = THREE << CAUSE
COUNT_MOST = FOUR  # hits of one sort that are counted; more change nothing a unit could live to see


@rule
def part(condition, place, most):
    """A part of a condition, as `ARMOR` with `BYTE`."""
    return (condition >> place) & most


@rule
def with_part(condition, place, most, value):
    """The condition with this part changed."""
    return (condition & ~(most << place)) | (value << place)


@rule
def one_more(condition, place, most):
    """The condition with a counter raised by one, as far as it counts."""
    return condition + (1 << place) if (condition >> place) & most < most else condition


@rule
def lost_by(condition, cause):
    """The condition of a unit lost in this way; who is lost already stays so."""
    return condition | (cause << CAUSE) if (condition & GONE) == 0 else condition


@rule
def spill_of(condition, damage):
    """Damage that armor does not stop, as far as structure is there to take it (AS-8.7 steps 2 and 3)."""
    beyond = max(damage - (condition & BYTE), 0)
    return min(beyond, (condition >> STRUCTURE) & BYTE)


@rule
def marked(condition, damage):
    """The condition after damage: armor first, then structure; without structure it is lost (AS-8.7 steps 2, 3)."""
    spill = spill_of(condition, damage)
    armor = max((condition & BYTE) - damage, 0)
    structure = ((condition >> STRUCTURE) & BYTE) - spill
    after = (condition & ~0xFFFF) | (structure << STRUCTURE) | armor
    return lost_by(after, BY_STRUCTURE) if structure == 0 else after


def fresh(armor: int, structure: int, move: int = 0, tmm: int = 0, spared: bool = False) -> int:
    """The condition of a unit at the start.

    >>> part(fresh(7, 3), ARMOR, BYTE), part(marked(fresh(7, 3), 8), STRUCTURE, BYTE)
    (7, 2)
    """
    return armor | (structure << STRUCTURE) | (move << MOVE) | (tmm << TMM) | (int(spared) << ROLL_SPARED)
