"""Prices of units of both sides are checked too: each side buys for itself while the other stands as it is."""

from types import SimpleNamespace

import numpy as np
import pytest

from simlab.analysis.points.check import check_prices, joined
from simlab.analysis.points.field import Field
from simlab.analysis.points.lists import _sides, _totals
from simlab.analysis.points.study import points
from simlab.analysis.points.units import Unit
from simlab.execute import prepare

SORTIE = {
    "system": "command_decision", "kind": "sortie", "helicopter": {"unit": "ah1s_mc"}, "profile": {"altitude": "popup"},
    "game": {"turns": 2},
    "air_defence": [
        {"unit": "zsu23_4", "range_in": 10, "count": 1},
        {"unit": "zsu23_4", "range_in": 10, "count": 1},
        {"unit": "zsu23_4", "range_in": 25, "count": 1},
    ],
    "points": {
        "metric": "fate:survives", "pairs": 80, "lists": 6, "margin": 0.1,
        "units": {
            name: {"key": f"air_defence.{place}", "most": 3, "enemy": True}
            for place, name in enumerate(("near", "alike", "far"))
        },
    },
}  # fmt: skip


def test_a_list_of_the_enemys_units_is_checked_as_the_enemy_sees_it():
    """Two equal guns are worth the same; by the exact law, so the check has no noise but that of the lists."""
    study = points(SORTIE)
    worth = {one.unit: one.worth for one in study.prices.worths}
    assert worth["alike"] == pytest.approx(1.0, abs=0.05)
    assert study.check is not None
    rows = study.check.rows.set_index(["prices", "unit"])
    assert rows.loc[("new", "near"), "lists"] > 1
    assert rows.loc[("new", "near"), "won"] == pytest.approx(0.5, abs=0.1)
    assert "not checked" not in " ".join(study.prices.notes)


def test_the_other_sides_lists_do_better_where_the_metric_is_lower():
    """A gun at half its price: lists with it bring the helicopter down more often than lists of the same price."""
    units = [Unit("near", "air_defence.0", most=4, enemy=True), Unit("far", "air_defence.2", most=4, enemy=True)]
    field = Field(prepare({key: value for key, value in SORTIE.items() if key != "points"}), units, "fate:survives")
    cheap = check_prices(field, units, None, [1.0, 2.0], 4.0, lists=4)
    seen = cheap.mirrored().rows.set_index("unit")
    assert np.allclose(seen["won"], 1.0 - cheap.rows.set_index("unit")["won"])
    assert (seen["lo"] <= seen["won"]).all()
    assert (seen["won"] <= seen["hi"]).all()
    assert seen.loc["near", "won"] > 0.5 > seen.loc["far", "won"]
    both = joined([cheap, cheap.mirrored()])
    assert len(both.rows) == 2 * len(cheap.rows)


def test_sides_are_told_apart_and_need_two_priced_units():
    units = [Unit("a", "x.a"), Unit("b", "x.b"), Unit("c", "y.c", enemy=True), Unit("d", "y.d", enemy=True)]
    assert _sides(units, [True] * 4) == [[0, 1], [2, 3]]
    assert _sides(units, [True, True, True, False]) == [[0, 1]]
    assert _sides(units, [True, False, True, False]) == []


def test_lists_can_pay_the_dearest_unit_though_few_forces_had_any():
    """Most forces have none of the enemy's two units, so half of them spend nothing on these."""
    own = np.zeros((10, 3))
    own[:2, 1] = 1.0
    units = [Unit("bomber", "y.bomber", enemy=True), Unit("fighter", "y.fighter", enemy=True)]
    played = SimpleNamespace(own=own, mean=np.linspace(0.2, 0.8, 10), n=np.full(10, 20.0))
    study, field = (
        SimpleNamespace(regression=SimpleNamespace(played=played)),
        SimpleNamespace(is_rate=True, mirrored=False),
    )
    assert _totals(study, field, [1, 2], units, None, [1.5, 0.5]) == (3.0, 3.0)
