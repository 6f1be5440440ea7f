"""Paired comparison: right differences, honest intervals, and dice that are shared indeed."""

import math

import numpy as np
import pytest

from simlab.analysis.compare import compare
from simlab.analysis.paired import difference, metric_like, metric_of
from simlab.errors import RunError, SimlabError
from simlab.execute import per_trial, prepare
from simlab.intervals import paired_difference

BARE = {"unit": "ah1s_mc", "flares": False, "ecm": False, "irs": False}
BASE = {
    "title": "as printed",
    "system": "command_decision",
    "kind": "sortie",
    "helicopter": BARE,
    "profile": {"altitude": "popup"},
    "air_defence": [{"unit": "zsu23_4", "range_in": 25}, {"unit": "sa9", "range_in": 25}],
}
NO_PENALTY = {**BASE, "title": "no penalty", "rulings": {"pop_up_penalty_mode": "none"}}
# The variant that adds a die: an abort of the SA-9 against a pop-up must be confirmed by a second one.
ADDS_A_DIE = {**BASE, "title": "confirmed", "rulings": {"pop_up_penalty_mode": "re_roll_abort"}}
ONE_TURN = {"game": {"turns": 1}}


def test_exact_difference_of_w11_and_w12():
    found = compare({**BASE, **ONE_TURN}, {**NO_PENALTY, **ONE_TURN}).result
    assert (found.p_a, found.p_b) == pytest.approx((8 / 9, 17 / 20), abs=1e-12)
    assert found.difference == found.lo == found.hi == pytest.approx(17 / 20 - 8 / 9, abs=1e-12)
    assert (found.method, found.n, found.paired, found.matters) == ("exact", None, False, "yes")


@pytest.mark.parametrize("variant", [NO_PENALTY, ADDS_A_DIE])
@pytest.mark.parametrize(
    "metric", ["fate:survives", "survival:2", "attacks:4", "chain:removed", "penalty_at_fire:penalty_0"]
)
def test_sampled_difference_finds_the_exact_one(variant, metric):
    exact = compare(BASE, variant, metric).result
    found = compare(BASE, variant, metric, trials=40_000, seed=5, method="sample").result
    assert found.paired
    assert found.n == 40_000
    margin = (found.hi - found.lo) / 2  # at 95 %: twice that is passed once in ten thousand seeds
    assert abs(found.difference - exact.difference) < 2 * margin
    assert found.lo < found.difference < found.hi
    assert found.p_a == pytest.approx(exact.p_a, abs=0.02)
    assert found.p_b == pytest.approx(exact.p_b, abs=0.02)


def test_intervals_of_differences_cover_the_truth():
    """Of 120 seeds at 95 %, at least 104 must hold the exact difference (4.2 standard errors below 114)."""
    for metric in ("fate:survives", "chain:removed"):
        a = metric_of(prepare(BASE), metric)
        b = metric_like(a, prepare(ADDS_A_DIE))
        truth = difference(a, b).difference
        found = [difference(a, b, trials=1_000, seed=seed, method="sample") for seed in range(120)]
        assert sum(one.lo <= truth <= one.hi for one in found) >= 104


def test_addressed_dice_save_variance_where_a_rule_adds_a_die():
    shared = compare(BASE, ADDS_A_DIE, trials=40_000, method="sample").result
    assert shared.variance_ratio > 20
    one = per_trial(prepare(BASE), "fate", {("survives",): 1}, 0, 0, 40_000)
    other = per_trial(prepare(ADDS_A_DIE), "fate", {("survives",): 1}, 1, 0, 40_000)  # another seed: nothing in common
    apart = paired_difference(np.bincount(2 * one + other, minlength=4).reshape(2, 2))
    assert apart.variance_ratio == pytest.approx(1, abs=0.05)
    assert (apart.hi - apart.lo) > 4 * (shared.hi - shared.lo)


def test_addressed_dice_save_all_that_can_be_saved():
    """A penalty can only help: no trial is lost under it and won without, so the paired variance is d (1 - d)."""
    found = compare(BASE, NO_PENALTY, trials=40_000, method="sample").result
    change = abs(found.difference)
    independent = found.p_a * (1 - found.p_a) + found.p_b * (1 - found.p_b)
    assert found.variance_ratio == pytest.approx(independent / (change * (1 - change)), rel=1e-3)
    assert found.variance_ratio > 5


def test_the_same_game_differs_by_nothing():
    idle = {**BASE, "title": "idle", "rulings": {"penalty_duration": "this_turn"}}
    for method in ("auto", "sample"):
        for metric in ("fate:survives", "chain:removed"):
            found = compare(BASE, idle, metric, trials=1000, method=method).result
            assert (found.difference, found.lo, found.hi) == (0, 0, 0)
            assert (found.method, found.matters) == ("same inputs", "no")


def test_agreement_in_every_trial_is_no_proof_of_equality():
    rare = {**BASE, "rulings": {"penalty_stacking": "worst"}}
    for metric in ("fate:survives", "chain:removed"):
        found = compare(BASE, rare, metric, trials=1000, method="sample").result
        assert found.difference == 0
        assert found.lo < 0 < found.hi
        assert found.matters == "unclear"
        assert math.isinf(found.variance_ratio)
    found = compare(BASE, rare, trials=100_000, method="sample").result
    assert found.matters == "no"  # 100,000 trials without one difference: surely below 0.05 points


def test_order_of_a_and_b_and_the_seed():
    there, back = (
        compare(*pair, trials=5_000, seed=2, method="sample").result
        for pair in ((BASE, NO_PENALTY), (NO_PENALTY, BASE))
    )
    assert there.difference == -back.difference
    assert there.lo == pytest.approx(-back.hi)
    assert compare(BASE, NO_PENALTY, trials=5_000, seed=2, method="sample").result == there
    assert compare(BASE, NO_PENALTY, trials=5_000, seed=0, method="sample").result != there


def test_chunks_are_one_stretch_of_trials(monkeypatch):
    whole = [
        compare(BASE, NO_PENALTY, metric, trials=3_000, method="sample").result
        for metric in ("fate:survives", "chain:removed")
    ]
    monkeypatch.setattr("simlab.analysis.paired.CHUNK", 700)
    steps = []
    split = [
        compare(BASE, NO_PENALTY, metric, trials=3_000, method="sample", progress=lambda *s: steps.append(s)).result
        for metric in ("fate:survives", "chain:removed")
    ]
    assert split[0] == whole[0]
    assert split[1][:5] == pytest.approx(whole[1][:5])
    assert steps == [(700, 3000), (1400, 3000), (2100, 3000), (2800, 3000), (3000, 3000)] * 2


def test_sentences():
    exact = compare(BASE, NO_PENALTY).sentence
    assert exact.startswith("the helicopter survives the game: 62.4295 % under A (as printed), ")
    assert exact.endswith("; less often under B, by 10.2289 points (exact).")
    rolled = compare(BASE, NO_PENALTY, trials=20_000, method="sample").sentence
    assert "less often under B" in rolled
    assert "20,000 trials on common dice; independent dice would need" in rolled
    assert "no difference worth the name (exact)" in compare(BASE, {**BASE, "rulings": {"penalty_cap": 3}}).sentence
    near = {**BASE, "rulings": {"penalty_stacking": "worst"}}
    assert "the dice do not tell them apart" in compare(BASE, near, trials=100, method="sample").sentence


def test_frame_is_one_row():
    frame = compare(BASE, NO_PENALTY).frame()
    assert len(frame) == 1
    assert {"a", "b", "metric", "p_a", "p_b", "difference", "lo", "hi", "matters", "method"} <= set(frame.columns)


def test_an_outcome_that_one_of_them_cannot_have_has_share_zero():
    short = {**BASE, **ONE_TURN, "title": "one turn"}
    assert compare(BASE, short, "attacks:4").result.p_b == 0
    found = compare(BASE, short, "attacks:4", trials=1_000, method="sample").result
    assert found.p_b == 0
    assert found.p_a > 0


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"metric": "fate"}, "names a table; write one of its outcomes"),
        ({"metric": "fate:survive"}, 'nearest: "survives"'),
        ({"metric": "fates:survives"}, 'no table "fates"; nearest: "fate"'),
        ({"method": "guess"}, 'method: "guess"; options: auto, exact, sample'),
        ({"trials": 0, "method": "sample"}, "trials: 0; give 2 to 1,000,000,000"),
        ({"trials": 10**12}, "trials: 1,000,000,000,000; give 2 to"),
        ({"trials": 2.5}, "trials: 2.5 is no whole number"),
        ({"trials": True}, "trials: True is no whole number"),
        ({"level": 2, "method": "exact"}, "level: 2 is no confidence level"),  # though exact laws need none
        ({"level": math.nan, "method": "exact"}, "level: nan is no confidence level"),
    ],
)
def test_what_is_wrong_is_named(asked, message):
    with pytest.raises(SimlabError) as caught:
        compare(BASE, NO_PENALTY, **asked)
    assert message in str(caught.value)


def test_kinds_without_a_common_table_cannot_be_compared():
    shot = {
        "system": "command_decision",
        "kind": "shot",
        "firer": {"unit": "gepard"},
        "target": {"unit": "mi24d"},
        "geometry": {"range_in": 10},
    }
    with pytest.raises(RunError, match='metric "survival:2": scenario has no table survival'):
        compare(BASE, shot, "survival:2")
