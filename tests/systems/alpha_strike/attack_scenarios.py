"""Attacks as the clause tests write them: one target without values, what is told of it left out."""

import pytest

from simlab.catalog import open_catalog
from simlab.contract import Rulings
from simlab.errors import ScenarioError
from simlab.execute import prepare
from simlab.systems.alpha_strike.rulings import RULINGS
from simlab.systems.alpha_strike.tables import modifiers
from simlab.systems.alpha_strike.units import TABLES

CATALOG = open_catalog("alpha_strike", TABLES)
CONSTANTS = {row.name: row.value for row in CATALOG.rows("constants")}


def rulings(**given):
    return Rulings(RULINGS, given)


def figures(**given):
    return modifiers(CATALOG.rows("to_hit"), rulings(**given).ruleset)


def scenario(attack="strike", target=({"name": "X"},), given=None, **keys):
    return {"system": "alpha_strike", "kind": "attack", "attack": attack, "target": list(target),
            "rulings": given or {}, **keys}  # fmt: skip


def shots(source):
    return prepare(source).packed.shots


def refused(match, source):
    with pytest.raises(ScenarioError, match=match):
        prepare(source)
