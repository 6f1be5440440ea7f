"""The best split of a bombload over what is left of an Ogre: cards of every class of weapons, then one search (R75).

A card says what so many points are worth on so many boxes of a class, and into which parts they are cut: six digits of
three bits, from great to small, zeros last. Classes in the order of ties: missile, main, secondary, AP, treads.
"""

from simlab.jit import part, rule
from simlab.systems.continental_siege.rules.layout import (
    ALL_POINTS,
    AP,
    BEST_PARTS,
    BEST_ROOM,
    BODY,
    BOXES,
    MAIN,
    MISSILE,
    PART_ROW,
    SECONDARY,
)

SYSTEMS, POINTS = 5, 6
DIGIT = 3  # bits of the points of one class in the number that stands for a split


@rule
def sort_of_system(system):
    """The sort of boxes of a class of the cards."""
    if system == 0:
        return MISSILE
    if system == 1:
        return MAIN
    if system == 2:
        return SECONDARY
    return AP if system == 3 else BODY


@rule
def card_of(battle, side, system, points):
    """Where the card for so many points on the boxes left of a class stands."""
    left = battle.game[BOXES + sort_of_system(system)]
    boxes = min((left + 1) // 2 if system == SYSTEMS - 1 else left, POINTS)  # treads are counted in halves
    return BEST_PARTS + BEST_ROOM * side + 2 * (PART_ROW * (PART_ROW * system + boxes) + points)


@rule
def split_parts(battle, side, system, split):
    """The parts of a class in a split."""
    points = (split >> (DIGIT * system)) & 7
    return battle.numbers[card_of(battle, side, system, points) + 1]


@rule
def worth_of(battle, side, system, points):
    """What points on a class are worth; -1 where the class cannot take them."""
    return battle.numbers[card_of(battle, side, system, points)]


@part
def best_split(battle, side):
    """Points on each class, three bits a class, of the best split; 0 where nothing is worth a point (R75)."""
    best, best_value, best_spent = 0, 0 if battle.numbers[ALL_POINTS] == 0 else -1, 0
    for a in range(POINTS + 1):
        for b in range(POINTS + 1 - a):
            for c in range(POINTS + 1 - a - b):
                for d in range(POINTS + 1 - a - b - c):
                    for e in range(POINTS + 1 - a - b - c - d):
                        spent = a + b + c + d + e
                        if battle.numbers[ALL_POINTS] and spent < POINTS:
                            continue
                        split = a | b << DIGIT | c << 2 * DIGIT | d << 3 * DIGIT | e << 4 * DIGIT
                        value = value_of_split(battle, side, split)
                        if value < 0 or value < best_value:
                            continue
                        if value > best_value or spent < best_spent:
                            best, best_value, best_spent = split, value, spent
                        elif spent == best_spent and comes_first(battle, side, split, best):
                            best = split
    return best


@part
def value_of_split(battle, side, split):
    """Sum of what the points on each class are worth; -1 where a class cannot take them."""
    total = 0
    for system in range(SYSTEMS):
        value = worth_of(battle, side, system, (split >> (DIGIT * system)) & 7)
        if value < 0:
            return -1
        total += value
    return total


@part
def comes_first(battle, side, split, best):
    """Is a split's list of parts the greater one, class by class?"""
    for system in range(SYSTEMS):
        mine, other = split_parts(battle, side, system, split), split_parts(battle, side, system, best)
        if mine != other:
            return mine > other
    return False


@part
def is_worth_a_load(battle, side):
    """Does the best split win anything? Otherwise the load is kept (R75)."""
    return value_of_split(battle, side, best_split(battle, side)) > 0


assert POINTS + 1 == PART_ROW
