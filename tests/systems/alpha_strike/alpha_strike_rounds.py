"""Scenarios of rounds (return fire, duels, sorties) and their exact laws, for the tests beside this file."""

from pathlib import Path

from simlab.execute import prepare
from simlab.scenario import parse_scenario
from simlab.systems.alpha_strike.engagement.cards import (
    Book,
    effect_columns,
    fighting_card,
    fresh_condition,
    settings_of,
)

ODD = str(Path(__file__).parents[2] / "data" / "odd_aerospace.csv")  # a drone, and aircraft that special rules need


def prepared(kind, tree, **rulings):
    """A scenario of a kind, checked and packed."""
    whole = {"system": "alpha_strike", "kind": kind, "data": {"aerospace": ODD}, **tree, "rulings": rulings}
    return prepare(parse_scenario(whole, "test"))


def law(kind, tree, table, exactly=False, **rulings):
    """A table of the exact law: row -> chance (Fractions if exactly)."""
    ready = prepared(kind, tree, **rulings)
    vector = (ready.kind.exact_fractions if exactly else ready.kind.exact)(ready.packed)
    rows = ready.space.table(table).rows
    found = zip(rows, ready.space.values(vector, table), strict=True)
    return {row[0] if len(row) == 1 else row: chance for row, chance in found if chance}


def mean(table):
    """Mean of a table of whole numbers."""
    return sum(row * chance for row, chance in table.items())


def fire(*defenders, unit="corsair_csr_v12", passes=1, **aircraft):
    """A return_fire scenario; a defender is (unit, range_in) or a table of keys."""
    tables = [d if isinstance(d, dict) else {"unit": d[0], "range_in": d[1]} for d in defenders]
    return {"passes": passes, "aircraft": {"unit": unit, **aircraft}, "defender": tables}


def fight(a, b, rounds=1, **keys):
    """A duel scenario; a side is a unit or a table of keys."""
    sides = [side if isinstance(side, dict) else {"unit": side} for side in (a, b)]
    return {"rounds": rounds, "a": sides[0], "b": sides[1], **keys}


class Bench:
    """Card, settings and effects of one unit, for tests of single rules."""

    def __init__(self, unit, skill=4, **rulings):
        ready = prepared("return_fire", fire(("partisan_air_defense_tank", 3)), **rulings)
        self.row = ready.catalog.unit(unit, ("aerospace", "ground"), "test")
        book = Book(ready.rulings, ready.catalog)
        self.card, self.settings = fighting_card(self.row, skill, book, "test"), settings_of(book)
        self.columns, self.fresh = effect_columns(ready.catalog), fresh_condition(self.row)


class Speeds(list):
    """A list with a shape, as kernels see their tables."""

    @property
    def shape(self):
        return (len(self),)
