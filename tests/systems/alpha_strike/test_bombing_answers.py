"""Where bombs come down and which mix is best (alpha_strike, P-b), against laws and by hand."""

from fractions import Fraction as F

import numpy as np
import pytest

from simlab.execute import prepare, run
from simlab.systems.alpha_strike.attack.answers import best_by_reading, impact_density, mixes


def scenario(**keys):
    return {"system": "alpha_strike", "kind": "bombing_run", "target": [{"name": "X", "unit": "atlas_as7_d"}], **keys}


def of(function, source, *words):
    prepared = prepare(source)
    return function(prepared.shape, *words, prepared.rulings, prepared.catalog)


def test_impacts_of_a_dive():
    """AS-7.6, G-11: 37 places, 13/18 on the point, (5/18)/36 on each other; two bombs are twice that."""
    density = of(impact_density, scenario(bombs=[{"type": "he", "at": [0, 0], "count": 2}]))
    assert len(density) == 37
    assert (density[0].ahead, density[0].right, density[0].bombs) == (0, 0, F(13, 9))
    assert {one.bombs for one in density[1:]} == {F(5, 324)}
    assert sum(one.bombs for one in density) == 2


def test_impacts_of_an_altitude_run_and_of_bombs_lost():
    """G-11: 19 places a point, some shared; what falls off the table is missing."""
    pair = [{"type": "he", "at": [0, 0]}, {"type": "he", "at": [2, 0]}]
    density = of(impact_density, scenario(attack="altitude", bombs=pair))
    assert sum(one.bombs for one in density) == 2
    assert next(one for one in density if (one.ahead, one.right) == (2, 0)).bombs == F(7, 12) + F(5, 12) / 18
    edge = scenario(bombs=[{"type": "he", "at": [5, 0]}], path={"p0": [5, 0], "table": [10, 10]},
                    target=[{"name": "X", "at": [5, 5]}])  # fmt: skip
    assert sum(one.bombs for one in of(impact_density, edge)) < 1


def test_the_best_mix_by_hand():
    """Alone on the point HE is best; where four stand 5 in around it cluster is; an inferno does a 'Mech no damage."""
    alone = of(mixes, scenario(bombs=[{"type": "he", "at": [0, 0]}]), 2, ("he", "cluster", "inferno"))
    assert len(alone) == 6
    assert alone[0].types == ("he", "he")
    assert alone[0].enemy == pytest.approx(2 * 2 * 83 / 108)
    assert alone[-1].types == ("inferno", "inferno")
    ring = [{"name": str(number), "at": at} for number, at in enumerate(([5, 0], [-5, 0], [0, 5], [0, -5]))]
    around = of(mixes, scenario(target=ring, bombs=[{"type": "he", "at": [0, 0]}]), 2, ("he", "cluster"))
    assert around[0].types == ("cluster", "cluster")


def test_a_mix_promises_the_mean_of_its_law():
    layout = [{"name": "a", "at": [1, 1]}, {"name": "b", "at": [4, -1]}, {"name": "f", "at": [6, 0], "side": "friend"}]
    points = [{"type": "he", "at": [0, 0]}, {"type": "he", "at": [2, 0]}]
    source = scenario(attack="altitude", target=layout, bombs=points)
    for mix in of(mixes, source, 2, ("he", "cluster")):
        bombs = [{"type": type_, "at": bomb["at"]} for type_, bomb in zip(mix.types, points, strict=True)]
        result = run({**source, "bombs": bombs}, method="exact")
        for table, promised in (("damage_enemy", mix.enemy), ("damage_friend", mix.friend)):
            values = np.array(result.space.values(result.values, table))
            assert (values * np.arange(len(values))).sum() == pytest.approx(promised)


def test_mixes_on_the_best_path():
    layout = [{"name": "a", "at": [20, 20]}, {"name": "b", "at": [26, 20]}]
    source = scenario(target=layout, bombs=[{"type": "he", "count": 2}], placement="best", path={"p0": [0, 0]})
    best = of(mixes, source, 2, ("he", "cluster"))[0]
    assert best.types == ("cluster", "cluster")  # both lie 3 in from the middle, out of reach of HE


def test_the_best_path_changes_with_the_readings():
    """Two units 4 in apart: with the edge in, the middle is best; with it out, one of them."""
    layout = [{"name": "a", "at": [10, 0]}, {"name": "b", "at": [14, 0]}]
    prepared = prepare(scenario(target=layout, bombs=[{"type": "he"}], placement="best"))
    names = ("aoe_boundary", "attack_mods")
    found = best_by_reading(prepared.shape, {}, names, prepared.catalog)
    options = [(one.ruling, one.option) for one in found]
    assert options[:2] == [("aoe_boundary", "inclusive"), ("aoe_boundary", "exclusive")]
    assert len(options) == 2 + 3
    assert [one.plan.along for one in found[:2]] == [(12.0,), (10.0,)]
    assert found[3].plan.enemy > found[2].plan.enemy  # 3/1/0/0: dives are easier
