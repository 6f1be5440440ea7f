"""Forces drawn for every battle: `random_mix` and `mix` (P5, P6; purpose 1 of the dice addresses)."""

from simlab.dice import face, level, upper
from simlab.jit import part, rule
from simlab.systems.continental_siege.addresses import UNIT_TYPE, spot
from simlab.systems.continental_siege.rules.layout import (
    ATTACKER,
    ATTACKERS,
    DEFENDER,
    DEFENDERS,
    DRAW_ROOM,
    DRAWS,
    FIRST_ATTACKER,
    LEFT,
    PHASE,
    PLACE,
    ROOM,
    TURN_WORD,
    UNIT_COLUMNS,
    UNITS,
)


@rule
def draw(battle, actor, purpose, n, cases):
    """One of some equal cases, from 0, at an address of the set-up; face 1 is the first case."""
    word = level(battle.game[TURN_WORD], spot(battle.game[PHASE], actor, purpose, n))
    return face(upper(word), cases) - 1


@part
def copy_unit(battle, start, row, unit):
    """A row of the packed units becomes a unit."""
    for column in range(UNIT_COLUMNS):
        battle.units[unit, column] = start[row, column]


@part
def raise_forces(battle, start):
    """All units by id: the defender's given ones, those he draws; the attacker's given ones, those he draws.

    The packed units hold the given ones of both sides and then, from row ROOM on, one of every type that may be drawn.
    """
    count = 0
    for row in range(battle.numbers[DEFENDERS]):
        copy_unit(battle, start, row, count)
        count += 1
    count = draw_units(battle, start, DEFENDER, count)
    battle.numbers[FIRST_ATTACKER] = count
    for row in range(battle.numbers[ATTACKERS]):
        copy_unit(battle, start, battle.numbers[DEFENDERS] + row, count)
        count += 1
    count = draw_units(battle, start, ATTACKER, count)
    battle.numbers[UNITS] = count
    for unit in range(count, battle.units.shape[0]):
        battle.units[unit, PLACE] = LEFT


@part
def draw_units(battle, start, side, count):
    """Draw types until none can be paid any more; each as often as its weight, in the order of `defender_may_buy`."""
    at = DRAWS + DRAW_ROOM * side
    budget = battle.numbers[at + 1]
    for _ in range(battle.numbers[ROOM] - count):
        cases = 0
        for option in range(battle.numbers[at]):
            if battle.numbers[at + 3 + 3 * option] <= budget:
                cases += battle.numbers[at + 4 + 3 * option]
        if cases == 0:
            break
        chosen = draw(battle, count, UNIT_TYPE, 0, cases)
        for option in range(battle.numbers[at]):
            if battle.numbers[at + 3 + 3 * option] <= budget:
                chosen -= battle.numbers[at + 4 + 3 * option]
                if chosen < 0:
                    copy_unit(battle, start, battle.numbers[at + 2 + 3 * option], count)
                    budget -= battle.numbers[at + 3 + 3 * option]
                    break
        count += 1
    return count
