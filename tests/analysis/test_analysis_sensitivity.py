"""The tornado: every option of every ruling is turned, known swings are found, idle rulings are known to be idle."""

import pytest

from simlab.analysis.sensitivity import bars, tornado
from simlab.errors import RunError
from simlab.execute import prepare, run

BARE = {"unit": "ah1s_mc", "flares": False, "ecm": False, "irs": False}
W11 = {
    "system": "command_decision",
    "kind": "sortie",
    "helicopter": BARE,
    "profile": {"altitude": "popup"},
    "game": {"turns": 1},
    "air_defence": [{"unit": "zsu23_4", "range_in": 25}, {"unit": "sa9", "range_in": 25}],
}
SHOT = {
    "system": "command_decision",
    "kind": "shot",
    "firer": {"unit": "zsu23_4"},
    "target": {"unit": "tornado_ids"},
    "geometry": {"range_in": 25},
}


@pytest.fixture(scope="module")
def exact():
    return tornado(W11)


def row_of(frame, ruling, option):
    return frame[(frame["ruling"] == ruling) & (frame["option"] == option)].iloc[0]


@pytest.mark.parametrize("scenario", [W11, SHOT])
def test_every_option_of_every_ruling_that_bears_on_the_kind_is_turned(scenario):
    prepared, frame = prepare(scenario), tornado(scenario)
    bearing = prepared.rulings.in_force(prepared.kind.name)
    wanted = {
        (name, str(option))
        for name in bearing
        for option in prepared.system.ruling(name).alternatives
        if str(option) != str(bearing[name])
    }
    assert set(zip(frame["ruling"], frame["option"], strict=True)) == wanted
    assert len(frame) == len(wanted)


def test_known_swings(exact):
    """W12; and the printed half made a quarter: 1 - 2/9 x 1/4."""
    found = row_of(exact, "pop_up_penalty_mode", "none")
    assert (found["p_default"], found["p_option"]) == pytest.approx((8 / 9, 17 / 20), abs=1e-12)
    assert found["difference"] == found["lo"] == found["hi"] == pytest.approx(17 / 20 - 8 / 9, abs=1e-12)
    assert (found["matters"], found["method"], found["default"]) == ("yes", "exact", "abort_band")
    quarter = row_of(exact, "chopper_abort_removed_fraction", "0.25")
    assert quarter["p_option"] == pytest.approx(1 - 2 / 9 / 4, abs=1e-12)
    once = row_of(exact, "fc_reroll_recursion", "once")
    assert once["p_option"] == pytest.approx(1 - 0.22 / 2, abs=1e-12)  # W2


@pytest.mark.parametrize(
    ("ruling", "option", "method"),
    [
        ("plane_abort_loss_fraction", None, None),  # bears on planes: not listed for a sortie
        ("landed_chopper_target", "as_noe", "same inputs"),  # it does not land
        ("rearm_partial_turn_counts", "yes", "exact"),  # the game is over before it could return
        ("penalty_from_roll", "inverse", "exact"),  # penalties spoil attacks, they remove nobody
    ],
)
def test_known_idle_rulings(exact, ruling, option, method):
    if option is None:
        assert ruling not in set(exact["ruling"])
        return
    found = row_of(exact, ruling, option)
    assert found["difference"] == 0
    assert found["matters"] == "no"
    assert found["method"] == method


def test_sorted_by_the_largest_swing_of_the_ruling(exact):
    swings = list(exact["swing"])
    assert swings == sorted(swings, reverse=True)
    for _, mine in exact.groupby("ruling"):
        assert (mine["swing"] == mine["difference"].abs().max()).all()


def test_options_agree_with_runs_of_their_own(exact):
    for row in exact[exact["matters"] == "yes"].to_dict("records"):
        turned = {**W11, "rulings": {row["ruling"]: row["option"]}}
        assert run(turned).p("fate", "survives") == pytest.approx(row["p_option"], abs=1e-12)


def test_sampled_tornado_agrees_with_the_exact_one(exact):
    names = ["pop_up_penalty_mode", "chopper_abort_removed_fraction", "penalty_from_roll", "landed_chopper_target"]
    steps = []
    frame = tornado(W11, rulings=names, trials=20_000, seed=4, method="sample", progress=lambda *s: steps.append(s))
    assert steps[-1] == (len(frame), len(frame))
    assert frame["paired"].all()
    for row in frame.to_dict("records"):
        truth = row_of(exact, row["ruling"], row["option"])["difference"]
        width = row["hi"] - row["lo"]
        assert row["lo"] - width <= truth <= row["hi"] + width
        assert row["matters"] == ("yes" if truth else "no")
    assert row_of(frame, "landed_chopper_target", "as_noe")["method"] == "same inputs"


def test_turned_from_what_the_scenario_has_in_force():
    frame = tornado({**W11, "rulings": {"pop_up_penalty_mode": "none"}}, rulings=["pop_up_penalty_mode"])
    assert set(frame["default"]) == {"none"}
    assert "none" not in set(frame["option"])
    assert row_of(frame, "pop_up_penalty_mode", "abort_band")["difference"] == pytest.approx(8 / 9 - 17 / 20)


def test_numbers_in_force_are_not_tried_again():
    frame = tornado(
        {**W11, "rulings": {"chopper_abort_removed_fraction": 0.25}}, rulings="chopper_abort_removed_fraction"
    )
    assert list(frame["option"]) == ["0.75", "0.5"]


def test_another_metric():
    frame = tornado(
        W11, metric="penalty_at_fire:penalty_0", rulings=["penalty_from_roll", "chopper_abort_removed_fraction"]
    )
    assert row_of(frame, "chopper_abort_removed_fraction", "0.25")["difference"] == 0
    clear = tornado(W11, metric="attack_by_turn:1", rulings=["chopper_forced_back_effect"])
    assert row_of(clear, "chopper_forced_back_effect", "minus_3_penalty_only")["p_option"] == pytest.approx(8 / 9)


@pytest.mark.parametrize("name", ["pop_up_penalty_mod", "plane_abort_loss_fraction", "plane_may_return"])
def test_rulings_that_do_not_bear_are_refused(name):
    with pytest.raises(RunError, match=f'"{name}" does not bear on kind sortie; nearest: "'):
        tornado(W11, rulings=[name])


def test_bars_reach_from_the_lowest_to_the_highest_answer(exact):
    frame = bars(exact).set_index("ruling")
    assert set(frame.index) == set(exact[exact["matters"] == "yes"]["ruling"])
    fraction = frame.loc["chopper_abort_removed_fraction"]
    assert (fraction["p_low"], fraction["p_high"]) == pytest.approx((1 - 2 / 9 * 0.75, 1 - 2 / 9 * 0.25))
    assert (fraction["low_option"], fraction["high_option"]) == ("0.75", "0.25")
    mode = frame.loc["pop_up_penalty_mode"]
    assert (mode["high_option"], mode["low_option"]) == ("abort_band", "none")
    assert list(frame["swing"]) == sorted(frame["swing"], reverse=True)
    assert bars(exact[exact["matters"] == "no"]).empty
