"""The shipped price studies: each asks, its units lead somewhere, and its smallest and largest forces can be played."""

import csv

import pytest

from simlab import prepare
from simlab.analysis.points.field import Field, costs_of
from simlab.analysis.points.forces import drawn_forces
from simlab.analysis.points.study import asked_of
from simlab.analysis.points.units import checked_units
from simlab.catalog import data_folder
from simlab.scenario import load_scenario
from simlab.systems import system_named

FILES = [path for path in sorted((data_folder() / "scenarios").glob("*/*.toml")) if load_scenario(path).points]
LISTS = sorted(data_folder().glob("*/prices.csv"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_price_study_asks_and_can_be_played(path):
    scenario = load_scenario(path)
    assert scenario.question.endswith("?")
    asked = asked_of(scenario)
    units, place = checked_units(asked.units, asked.reference, path.name, 1 if asked.method == "exchange" else 2)
    field = Field(prepare(scenario), units, asked.metric)
    own, other = field.base_counts()
    assert sum(own) > 0
    if asked.method == "regression":
        forces = drawn_forces(units, 40, 1, asked.budget)
        if asked.budget:
            assert (forces @ costs_of(units)).max() <= asked.budget[1] + 1e-9
        for force in (forces[0], forces[forces.sum(axis=1).argmax()]):
            assert field.prepared(force.tolist(), other).space.size > 0
    elif asked.method == "exchange":
        assert all(unit.loss and unit.cost for unit in units)
    else:
        assert own[place] >= (asked.replaced or 1)


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.parent.name)
def test_price_lists_say_where_each_row_comes_from(path):
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) > 4
    for row in rows:
        assert row["command"].startswith("simlab points ")
        assert row["doctrine"]
        assert 1 <= int(row["behaviour"]) <= system_named(path.parent.name).behaviour
        if row["worth"]:
            assert float(row["lo"]) <= float(row["worth"]) <= float(row["hi"])
        else:
            assert row["verdict"] in ("no price", "nothing to pay in")
