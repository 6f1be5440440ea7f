"""Lifetimes of any kind: curves that are known, everybody accounted for, logrank against its textbook sum."""

import math

import numpy as np
import pytest

from simlab.analysis.grid import expand
from simlab.analysis.lifetimes import (
    Lifetimes,
    _logrank,
    causes,
    compare_lives,
    conditional_means,
    lifetimes,
    play_lives,
)
from simlab.catalog import data_folder
from simlab.errors import RunError
from simlab.execute import prepare, run
from simlab.scenario import load_scenario

BARE = {"unit": "ah1s_mc", "flares": False, "ecm": False, "irs": False}
SORTIE = {
    "system": "command_decision", "kind": "sortie", "helicopter": BARE, "profile": {"altitude": "popup"},
    "air_defence": [{"unit": "zsu23_4", "range_in": 25}],
}  # fmt: skip
TWO = {**SORTIE, "air_defence": [{"unit": "zsu23_4", "range_in": 25, "count": 2}]}
HEAVY_AA = data_folder() / "scenarios" / "continental_siege" / "heavy_aa_against_fortresses.toml"


def test_a_curve_that_is_known():
    """One gun removes with 1/9 in turns 1, 2, 7 and 8 (see test_analysis_survival)."""
    life = lifetimes(run(SORTIE, method="exact"))
    alive = [8 / 9, 64 / 81, *[64 / 81] * 4, (8 / 9) ** 3, *[(8 / 9) ** 4] * 5]
    assert life.alive.tolist() == pytest.approx(alive)
    assert life.alive[-1] + life.lost.sum() == pytest.approx(1.0)
    assert life.mean_within() == pytest.approx(sum(alive))
    assert life.frame()["p_lo"].tolist() == life.frame()["p"].tolist()
    assert math.isinf(life.median().turn)


def test_logrank_is_the_textbook_sum():
    """Observed less expected losses over their hypergeometric variance, turn by turn (N. Mantel 1966)."""
    one = Lifetimes(np.array([1, 2, 3]), np.array([10, 20, 5]) / 100, 100, "t")
    other = Lifetimes(np.array([1, 2, 3]), np.array([20, 25, 10]) / 100, 100, "t")
    at_risk, observed, expected, variance = np.array([100.0, 100.0]), 0.0, 0.0, 0.0
    for d1, d2 in ((10, 20), (20, 25), (5, 10)):
        n, d = at_risk.sum(), d1 + d2
        observed += d1
        expected += d * at_risk[0] / n
        variance += at_risk[0] * at_risk[1] * d * (n - d) / (n * n * (n - 1))
        at_risk -= (d1, d2)
    found = _logrank(one, other)
    assert abs(found["statistic"]) == pytest.approx(abs(observed - expected) / math.sqrt(variance))
    nobody = Lifetimes(np.array([1]), np.zeros(1), 50, "t")
    none = _logrank(nobody, nobody)
    assert math.isnan(none["p_value"])
    assert none["untested"] == "no test: no loss"  # rolled curves are never called exact


def test_profiles_are_compared_with_the_first():
    results = {"one": run(SORTIE, method="exact"), "two": run(TWO, method="exact")}
    found = compare_lives(results)
    last = found.differences.iloc[-1]
    curves = [lifetimes(result).alive[-1] for result in results.values()]
    assert last["difference"] == pytest.approx(curves[1] - curves[0])
    assert last["lo"] == last["hi"] == last["difference"]
    assert math.isnan(found.tests["p_value"].iloc[0])  # exact laws need no test
    assert found.tested() == {"two": "no test: both exact"}
    medians = found.medians.set_index("profile")
    assert medians.loc["two", "turn"] < medians.loc["one", "turn"]


def test_rolled_profiles_have_dice_of_their_own():
    profiles = {"one": prepare(SORTIE), "again": prepare(SORTIE), "two": prepare(TWO)}
    results = play_lives(profiles, trials=4_000, seed=2, method="sample")
    found = compare_lives(results)
    p = found.tests.set_index("profile")["p_value"]
    assert p["two"] < 1e-9
    assert found.tested() == {"again": f"{p['again']:.4f}", "two": "< 0.0001"}
    mixed = compare_lives({"law": run(SORTIE, method="exact"), "rolled": results["two"]})
    assert mixed.tested() == {"rolled": "no test: one exact"}
    assert p["again"] > 1e-6
    change = found.differences.query("profile == 'again'").iloc[-1]
    assert change["lo"] < 0 < change["hi"]
    shared = {"one": results["one"], "same dice": run(TWO, trials=4_000, seed=2, method="sample")}
    with pytest.raises(RunError, match="same dice"):
        compare_lives(shared)


def test_what_was_done_before_a_loss_is_weighed_right():
    means = conditional_means({"two": run(TWO, method="exact")}).set_index("measure")["value"]
    assert means["survivors"] + means["losses"] == pytest.approx(1.0)
    mixed = means["survivors"] * means["attacks_if_survives"] + means["losses"] * means["attacks_if_lost"]
    assert mixed == pytest.approx(means["attacks"])
    killed = causes({"two": run(TWO, method="exact")}).set_index("cause")["p"]
    assert killed.sum() == pytest.approx(means["losses"])


def test_other_kinds_tell_of_lifetimes_too():
    result = run(expand(load_scenario(HEAVY_AA))[2].scenario, method="exact")  # three Heavy AA at a CSA-10
    life = lifetimes(result)
    assert life.table == "crash_turn"
    assert life.lost[0] == result.p("crash_turn", 1)
    assert life.alive[-1] == pytest.approx(result.p("crash_turn", "never"))
    with pytest.raises(RunError, match="no such table"):
        lifetimes(run({"system": "command_decision", "kind": "shot", "firer": {"unit": "zsu23_4"},
                       "target": {"unit": "tornado_ids"}, "geometry": {"range_in": 12}}))  # fmt: skip
