"""Impact density, loads and plans of a bombing run against a count over every face of every die (AS-7.3 to AS-9.4)."""

from itertools import combinations_with_replacement

import pytest
from naive.alpha_strike_impacts import Run

from simlab.analysis.paths import by_load, paths
from simlab.execute import prepare
from simlab.systems.alpha_strike.attack.answers import impact_density, mixes

LAYOUT = [
    {"name": "atlas", "unit": "atlas_as7_d", "at": [0, 1]},
    {"name": "tank", "unit": "manticore_heavy_tank", "at": [4, -1]},
    {"name": "platoon", "unit": "foot_platoon_mg", "at": [2, 0], "side": "friend"},
    {"name": "griffin", "unit": "griffin_grf_1n", "at": [8, 3]},
]
BOMBS = [{"type": "he", "at": [0, 0]}, {"type": "cluster", "at": [2, 0]}]
PLAIN = [("he", 0.0), ("cluster", 2.0)]
READINGS = [
    {}, {"scatter_distance": "2xmof"}, {"scatter_rotation": "counterclockwise"}, {"aoe_boundary": "exclusive"},
    {"aoe_measure": "diameter"}, {"cluster_modifier": -1}, {"scatter_grouping": "per_attack"},
    {"scatter_distance": "2xmof", "cluster_modifier": -1},
    {"scatter_distance": "2xmof", "cluster_modifier": -1, "scatter_grouping": "per_attack"},
]  # fmt: skip


def ready(attack="altitude", **keys):
    """A prepared run."""
    rulings = keys.pop("rulings", {})
    tree = {"system": "alpha_strike", "kind": "bombing_run", "attack": attack, "target": LAYOUT, **keys}
    return prepare({**tree, "rulings": rulings})


def targets(layout):
    """The layout as the plain count takes it."""
    return [(one["unit"], *one["at"], one.get("side") == "friend") for one in layout]


def assert_same_density(prepared, run, bombs):
    """Every place, with the same number of bombs expected there."""
    found = impact_density(prepared.shape, prepared.rulings, prepared.catalog)
    plain = run.density(bombs)
    assert {(round(one.ahead, 6) + 0.0, round(one.right, 6) + 0.0): one.bombs for one in found} == plain


@pytest.mark.parametrize("rulings", READINGS, ids=lambda rulings: ", ".join(rulings) or "defaults")
def test_impacts_of_an_altitude_run_are_those_counted(rulings):
    """AS-7.3 to AS-7.6."""
    assert_same_density(ready(bombs=BOMBS, rulings=rulings), Run("altitude", rulings=rulings), PLAIN)


def test_impacts_of_a_dive_near_the_edge_are_those_counted():
    """AS-7.8, G-1, G-2: an oblique path over a table of its own; bombs beyond its edge are lost."""
    for rulings in ({}, {"scatter_reference": "north"}):
        layout = [{"name": "a", "unit": "atlas_as7_d", "at": [6.0, 6.0]}]
        path = {"p0": [0, 0], "heading": 45, "table": [12, 12]}
        bombs = [{"type": "he", "at": [3, 3]}, {"type": "inferno", "at": [3, 3]}]
        prepared = ready("dive", bombs=bombs, target=layout, path=path, rulings=rulings)
        run = Run("dive", rulings=rulings, path=((0.0, 0.0), 45.0), size=(12, 12))
        along = 18**0.5
        found = impact_density(prepared.shape, prepared.rulings, prepared.catalog)
        plain = run.density([("he", along), ("inferno", along)])
        assert len(found) == len(plain)
        assert sum(one.bombs for one in found) == sum(plain.values()) < 2
        for one in found:
            near = [share for at, share in plain.items() if abs(at[0] - one.ahead) + abs(at[1] - one.right) < 1e-5]
            assert near == [one.bombs]


@pytest.mark.parametrize(
    ("attack", "rulings"),
    [*((attack, rulings) for attack in ("dive", "altitude") for rulings in READINGS[:6]), ("altitude", READINGS[-1])],
)
def test_every_load_is_worth_what_is_counted(attack, rulings):
    """P-b, AS-8.4, AS-9.1 to AS-9.4: the bombs in turn on the points, HE, cluster and inferno; the best first."""
    points = [[0, 0], [2, 0]] if attack == "altitude" else [[2, 0], [2, 0]]
    prepared = ready(attack, bombs=[{"type": "he", "at": at} for at in points], rulings=rulings)
    types, run = ("he", "cluster", "inferno"), Run(attack, rulings=rulings)
    found = mixes(prepared.shape, 2, types, prepared.rulings, prepared.catalog)
    plain = {}
    for mix in combinations_with_replacement(types, 2):
        bombs = [(type_, float(at[0])) for type_, at in zip(mix, points, strict=True)]
        plain[mix] = run.expected(bombs, targets(LAYOUT))
    assert {mix.types for mix in found} == set(plain)
    for mix in found:
        assert (mix.enemy, mix.friend) == pytest.approx(plain[mix.types], abs=1e-9), mix.types
    values = [plain[mix.types][0] - plain[mix.types][1] for mix in found]
    assert values == sorted(values, reverse=True) or values == pytest.approx(sorted(values, reverse=True))


@pytest.mark.parametrize("rulings", [{}, {"scatter_distance": "2xmof", "aoe_boundary": "exclusive"}])
def test_every_plan_that_the_search_weighs_is_worth_what_is_counted(rulings):
    """P-b: for each path and point that the search tries, the count over all dice on that path."""
    layout = [{**one, "at": [one["at"][0] + 20, one["at"][1] + 20]} for one in LAYOUT]
    bombs = [{"type": "he", "count": 2}]
    prepared = ready("dive", target=layout, bombs=bombs, placement="best", path={"p0": [24, 0]}, rulings=rulings)
    where = prepared.scenario.where
    plans, _ = prepared.kind.plans(prepared.shape, prepared.rulings, prepared.catalog, where)
    dropped = [plan for plan in plans if plan["attack"] in ("dive", "altitude")]
    assert {plan["attack"] for plan in dropped} == {"dive", "altitude"}
    chosen = dropped[:: max(len(dropped) // 60, 1)]
    for plan in chosen:
        path = ((plan["entry_x"], plan["entry_y"]), plan["heading"])
        run = Run(plan["attack"], rulings=rulings, path=path, size=(48, 48))
        worth = run.expected([("he", along) for along in plan["at"]], targets(layout))
        assert (plan["enemy"], plan["friend"]) == pytest.approx(worth, abs=1e-6), plan
    best = paths(prepared).frame
    for attack in ("dive", "altitude"):
        promised = best[best["attack"] == attack]["value"].max()
        assert promised == pytest.approx(max(p["enemy"] - p["friend"] for p in dropped if p["attack"] == attack))


def test_the_best_load_of_the_search_is_worth_what_is_counted():
    """The mixes that fly their best path: no load is promised more than the count gives on a path that is tried."""
    layout = [{**one, "at": [one["at"][0] + 20, one["at"][1] + 20]} for one in LAYOUT]
    prepared = ready("dive", target=layout, bombs=[{"type": "he", "count": 2}], placement="best", path={"p0": [24, 0]})
    loads = by_load(prepared, ["he", "cluster", "inferno"])
    dives = loads[loads["attack"] == "dive"].set_index("load")
    wing = mixes(prepared.shape, 2, ("he", "cluster", "inferno"), prepared.rulings, prepared.catalog)
    assert len(dives) == len(wing) == 6
    for mix in wing:
        bombs = [{"type": type_} for type_ in mix.types]
        one = ready("dive", target=layout, bombs=bombs, placement="best", path={"p0": [24, 0]})
        plans, _ = one.kind.plans(one.shape, one.rulings, one.catalog, one.scenario.where)
        worths = []
        for plan in (plan for plan in plans if plan["attack"] == "dive"):
            if abs(plan["enemy"] - mix.enemy) < 1e-9 and abs(plan["friend"] - mix.friend) < 1e-9:
                run = Run("dive", path=((plan["entry_x"], plan["entry_y"]), plan["heading"]), size=(48, 48))
                loaded = [(type_, plan["at"][0]) for type_ in mix.types]
                worths.append(run.expected(loaded, targets(layout)))
        assert worths
        assert worths[0] == pytest.approx((mix.enemy, mix.friend), abs=1e-6)
