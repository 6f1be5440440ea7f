"""Good paths over a layout: what the search promises is what the law gives, and no candidate beats it."""

from itertools import pairwise

import numpy as np
import pytest

from simlab.errors import ScenarioError
from simlab.execute import prepare, run
from simlab.systems.alpha_strike.attack.best import best_plan, bomb_plans, lane_starts, lines, trade_off
from simlab.systems.alpha_strike.rules.geometry import INCH, Path, place

TARGETS = [
    {"name": "a", "at": [20, 20], "unit": "atlas_as7_d"},
    {"name": "b", "at": [22, 21], "unit": "locust_lct_1v"},
    {"name": "c", "at": [30, 30], "unit": "scorpion_light_tank", "immobile": True},
    {"name": "d", "at": [2, 46], "unit": "lrm_carrier"},
    {"name": "f", "at": [21, 23], "side": "friend", "unit": "griffin_grf_1n"},
]
BOMBS = [{"type": "he", "count": 2}, {"type": "cluster"}]


def scenario(attack, kind="attack", **keys):
    body = {"bombs": BOMBS} if attack in ("dive", "altitude") else {"attacker": {"short": "4"}}
    return {
        "system": "alpha_strike", "kind": kind, "attack": attack, "target": TARGETS, "placement": "best",
        "path": {"p0": [0, 0]}, **body, **keys,
    }  # fmt: skip


def mean(result, table):
    values = np.array(result.space.values(result.values, table))
    return float((values * np.arange(len(values))).sum())


RULINGS = [
    {}, {"aoe_boundary": "exclusive"}, {"scatter_off_map": "clamp_to_edge"}, {"scattered_bomb_hits_friends": "no"},
    {"bombing_immobile": "yes"}, {"scatter_reference": "north"}, {"ruleset": "asce"},
]  # fmt: skip


@pytest.mark.parametrize("attack", ["dive", "altitude", "strafe", "strike"])
@pytest.mark.parametrize("rulings", RULINGS, ids=str)
def test_a_plan_promises_the_mean_of_the_law(attack, rulings):
    if attack in ("strafe", "strike") and rulings not in ({}, {"ruleset": "asce"}):
        return
    prepared = prepare(scenario(attack, rulings=rulings))
    plan = best_plan(prepared.shape, prepared.rulings, prepared.catalog, "test")
    result = run(prepared, method="exact")
    assert mean(result, "damage_enemy") == pytest.approx(plan.enemy, abs=1e-9)
    assert mean(result, "damage_friend") == pytest.approx(plan.friend, abs=1e-9)


def test_the_best_plan_is_the_highest_of_all_candidates():
    prepared = prepare(scenario("dive", "bombing_run", friend_weight=2))
    plans = list(bomb_plans(prepared.shape, prepared.rulings, prepared.catalog, "test"))
    best = best_plan(prepared.shape, prepared.rulings, prepared.catalog, "test")
    assert len(plans) > 100
    assert best.enemy - 2 * best.friend == pytest.approx(max(plan.enemy - 2 * plan.friend for plan in plans))


def test_a_heavier_weight_of_friends_spares_them():
    spared = [
        mean(run(scenario("dive", "bombing_run", friend_weight=weight), method="exact"), "damage_friend")
        for weight in (0, 1, 10)
    ]
    assert spared == sorted(spared, reverse=True)
    assert spared[0] > spared[-1]


def test_the_trade_off_curve_falls_on_both_sides():
    prepared = prepare(scenario("altitude", "bombing_run"))
    front = trade_off(prepared.shape, prepared.rulings, prepared.catalog)
    plans = list(bomb_plans(prepared.shape, prepared.rulings, prepared.catalog, "test"))
    assert len(front) > 2
    for before, after in pairwise(front):
        assert before.enemy > after.enemy
        assert before.friend > after.friend
    for plan in plans:  # nobody beats the curve
        assert any(one.enemy >= plan.enemy - 1e-9 and one.friend <= plan.friend + 1e-9 for one in front)


def test_worth_in_points_prefers_the_dear_unit():
    cheap_and_dear = [
        {"name": "cheap", "at": [10, 10], "unit": "scorpion_light_tank"},
        {"name": "dear", "at": [40, 40], "unit": "mobile_long_tom_artillery_lt_mob_25"},
    ]
    source = scenario("dive", "bombing_run", target=cheap_and_dear, worth="pv")
    result = run(source, method="exact")
    assert mean(result, "damage:dear") > mean(result, "damage:cheap")


def test_every_heading_and_every_pair_is_tried():
    prepared = prepare(scenario("dive", "bombing_run"))
    paths = list(lines(prepared.shape, prepared.rulings, "test"))
    enemies = [target.at for target in prepared.shape.target if target.side == "enemy"]
    assert len(paths) > 4 * 20  # 24 headings an enemy, some lines shared
    for one in enemies:
        for other in enemies:
            through = [path for path in paths if all(abs(path.place(at).t.a) < 10 for at in (one, other))]
            assert through, (one, other)


def test_starts_of_lanes():
    """G-5: where a unit comes in or out, the ends, and one start between each two neighbours."""

    class Unit:
        def __init__(self, along):
            self.place = place((along, 0.0))

    assert lane_starts(Path(length=30 * INCH), [Unit(12.0)], 10) == [0, 1, 2, 7, 12, 16, 20]


def test_in_the_path_frame_only_the_path_is_flown():
    source = scenario("dive", "bombing_run", target=[{"name": "x", "at": [3, 1]}], path={"length_in": 40})
    assert mean(run(source, method="exact"), "damage:x") > 0
    far = scenario("dive", "bombing_run", target=[{"name": "x", "at": [3, 20]}], path={"length_in": 40})
    with pytest.raises(ScenarioError, match="no enemy lies near enough"):
        prepare(far)


def test_the_note_says_which_path_is_flown():
    prepared = prepare(scenario("dive", "bombing_run"))
    (note,) = prepared.kind.assumptions(prepared.shape, prepared.rulings, prepared.catalog)
    assert note.startswith("path found, not provably the best: p0 = [")
