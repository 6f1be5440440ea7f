"""Scenarios of continental_siege as mappings for the tests of this folder, and their answers as exact fractions.

Nothing here knows a rule; whatever a test expects stands in the test.
"""

from fractions import Fraction

from simlab.execute import prepare
from simlab.scenario import parse_scenario

SYSTEM = "continental_siege"


def scenario(kind, **keys):
    """A scenario of a kind; ``rulings`` and tables are given as mappings."""
    return {"system": SYSTEM, "kind": kind, **keys}


def attack(target, *attackers, **keys):
    """An `attack` scenario."""
    return scenario("attack", target=target, attackers=list(attackers), **keys)


def attrition(fortress, battery, turns=20, **keys):
    """An `attrition` scenario."""
    return scenario("attrition", fortress=fortress, battery=battery, turns=turns, **keys)


def bombing_run(target, **keys):
    """A `bombing_run` scenario."""
    return scenario("bombing_run", target=target, **keys)


def interception(bombers, interceptors, **keys):
    """An `interception` scenario."""
    return scenario("interception", bombers=bombers, interceptors=interceptors, **keys)


def packed(body):
    """The prepared scenario."""
    return prepare(parse_scenario(body, "test"))


def laws(body):
    """Table -> outcome -> exact chance; a row of one variable is named by its value, others by a tuple."""
    prepared = packed(body)
    vector = prepared.kind.exact_fractions(prepared.packed)
    return {
        table.name: {
            row[0] if len(row) == 1 else row: Fraction(chance)
            for row, chance in zip(table.rows, prepared.space.values(vector, table.name), strict=True)
        }
        for table in prepared.space.tables
    }


def law(body, table="result"):
    """What can happen, in one table: outcome -> exact chance above 0."""
    return {row: chance for row, chance in laws(body)[table].items() if chance}


def chance(body, outcome="destroyed", table="result"):
    """The exact chance of one outcome."""
    return laws(body)[table][outcome]


def mean(body, table):
    """The exact mean of a table of numbers."""
    return sum(Fraction(value) * share for value, share in laws(body)[table].items())
