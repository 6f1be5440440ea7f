"""Scenarios of the kind `bombing` in a few words, for the tests beside this file."""

from fractions import Fraction

from simlab.execute import prepare, run

MARGIN = 1e-12


def bombing(*stands, point=None, rulings=None, **attacker):
    """A scenario: stands as dicts (``at`` [0, 0] where left out), keys of ``[attacker]`` by name (unit: an Su-24)."""
    placed = [{"at": [0, 0], "name": f"s{number}", **stand} for number, stand in enumerate(stands)]
    return {
        "system": "command_decision",
        "kind": "bombing",
        "attacker": {"unit": "su24", **attacker},
        "point": point or {},
        "stand": placed,
        "rulings": rulings or {},
    }


def law(scenario, table):
    """Exact rational law of a table: outcome -> Fraction."""
    rows = run(scenario, exact_fractions=True).rows(table)
    variable = table.split(":")[0]
    return {row[variable]: Fraction(row["fraction"]) for row in rows}


def result(scenario, stand="s0"):
    """Law of what befalls a stand."""
    return law(scenario, f"result:{stand}")


def certain(scenario, stand="s0"):
    """What befalls a stand for certain; None where the dice decide."""
    return next((outcome for outcome, chance in result(scenario, stand).items() if chance == 1), None)


def hit_chance(scenario, stand="s0"):
    """Chance of at least one hit."""
    return sum(result(scenario, stand)[outcome] for outcome in ("hit", "forced_back", "eliminated"))


def hit_number(scenario, stand=0):
    """Hit number of the rolls at a stand, read from its card (0 to 10); None where it is not rolled at."""
    packed = prepare(scenario).packed
    first, last = packed.stands[stand, :2]
    numbers = {int(hits_on).bit_count() for hits_on in packed.rolls[first:last, 2]}
    assert len(numbers) <= 1
    return numbers.pop() if numbers else None


def areas(scenario):
    """Centres of the areas in inches and the rolls of each: [(x, y, rolls), ...]."""
    return [(x / 1000, y / 1000, rolls) for x, y, rolls in prepare(scenario).packed.areas.tolist()]
