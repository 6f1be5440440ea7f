"""Survival, losses and exchange: nobody is counted twice, later turns change nothing, intervals cover the truth."""

import math

import pytest

from simlab.analysis.survival import exchange, losses, median_life, survival
from simlab.errors import RunError
from simlab.execute import run

# Without countermeasures one ZSU-23-4 shot at 25 in removes with 1/9 (2/9 aborts, half of them removals), and the
# helicopter is over the table in turns 1, 2, 7 and 8.
BARE = {"unit": "ah1s_mc", "flares": False, "ecm": False, "irs": False}
SORTIE = {
    "system": "command_decision",
    "kind": "sortie",
    "helicopter": BARE,
    "profile": {"altitude": "popup"},
    "air_defence": [{"unit": "zsu23_4", "range_in": 25}],
}
DEADLY = {**SORTIE, "air_defence": [{"unit": "zsu23_4", "range_in": 25, "count": 6}]}
HARMLESS = {**SORTIE, "air_defence": []}
NEARLY_HARMLESS = {**SORTIE, "rulings": {"chopper_abort_removed_fraction": 0.0001}}


def sampled(scenario, trials=20_000, seed=3):
    return run(scenario, method="sample", trials=trials, seed=seed)


def measures(result):
    return {row["measure"]: row for row in exchange(result).to_dict("records")}


def test_survival_curve_starts_before_the_game_and_falls_while_it_is_over_the_table():
    frame = survival(run(SORTIE), profile="pop-up")
    assert list(frame.columns) == ["profile", "turn", "p", "p_lo", "p_hi", "method"]
    assert list(frame["turn"]) == list(range(13))
    exposures = [0, 1, 2, 2, 2, 2, 2, 3, 4, 4, 4, 4, 4]
    assert list(frame["p"]) == pytest.approx([(8 / 9) ** n for n in exposures], abs=1e-12)


@pytest.mark.parametrize("play", [run, sampled])
@pytest.mark.parametrize("scenario", [SORTIE, DEADLY, HARMLESS])
def test_survivors_and_losses_are_everybody(play, scenario):
    result = play(scenario)
    curve, lost = survival(result), losses(result)
    for turn in range(13):
        gone = lost[lost["turn"] <= turn]["p"].sum()
        assert curve["p"][turn] + gone == pytest.approx(1, abs=1e-12)
    found = measures(result)
    assert found["losses"]["value"] + found["survivors"]["value"] == pytest.approx(1, abs=1e-12)
    assert found["survivors"]["value"] == pytest.approx(curve["p"][12], abs=1e-12)


@pytest.mark.parametrize("play", [run, sampled])
def test_means_given_the_outcome_make_up_the_mean(play):
    found = {name: row["value"] for name, row in measures(play(DEADLY)).items()}
    mixed = found["survivors"] * found["attacks_if_survives"] + found["losses"] * found["attacks_if_lost"]
    assert mixed == pytest.approx(found["attacks"], abs=1e-12)
    assert found["attacks_per_loss"] == pytest.approx(found["attacks"] / found["losses"], abs=1e-12)


def test_attacks_of_one_gun_by_hand():
    """W18's way: 7/9 deliver the attack of a turn, and the turn comes if it lived to see it."""
    found = {name: row["value"] for name, row in measures(run(SORTIE)).items()}
    attacks = sum(7 / 9 * (8 / 9) ** n for n in range(4))
    assert found["attacks"] == pytest.approx(attacks, abs=1e-12)
    assert found["attacks_per_loss"] == pytest.approx(attacks / (1 - (8 / 9) ** 4), abs=1e-12)
    assert found["attacks_if_survives"] == pytest.approx(4 * 7 / 8, abs=1e-12)  # given that it was not removed


def test_the_state_after_k_turns_knows_nothing_of_later_ones():
    whole, two = sampled(SORTIE), sampled({**SORTIE, "game": {"turns": 2}})
    assert whole.rows("survival")[:2] == two.rows("survival")
    assert run(SORTIE).rows("survival")[1]["p"] == pytest.approx(run({**SORTIE, "game": {"turns": 2}}).p("survival", 2))


def test_median_life():
    assert median_life(run(SORTIE)).turn == math.inf  # (8/9)^4 = 0.62
    found = median_life(run(DEADLY))  # six guns, the later silent after a forced back: 1 - (7/9)^6 abort, half removes
    per_turn = 1 - (1 - (7 / 9) ** 6) / 2
    assert per_turn > 0.5 > per_turn**2
    assert found == (2.0, 2.0, 2.0)
    edge = median_life(sampled({**DEADLY, "rulings": {"chopper_abort_removed_fraction": 0.645}}, trials=100))
    assert edge.lo <= edge.turn <= edge.hi
    assert edge.lo < edge.hi


def test_exchange_where_nobody_is_lost():
    exact = measures(run(HARMLESS))
    assert exact["attacks_per_loss"]["value"] == exact["attacks_per_loss"]["lo"] == math.inf
    assert math.isnan(exact["attacks_if_lost"]["value"])
    found = measures(sampled(NEARLY_HARMLESS, trials=1000))["attacks_per_loss"]
    assert found["value"] == found["hi"] == math.inf
    truth = measures(run(NEARLY_HARMLESS))["attacks_per_loss"]["value"]
    assert 100 < found["lo"] < truth < math.inf  # what 1,000 games without a loss have shown


def test_exact_values_have_no_width_and_sampled_ones_have():
    for row in measures(run(SORTIE)).values():
        assert row["lo"] == row["value"] == row["hi"]
    for row in measures(sampled(SORTIE)).values():
        assert row["lo"] < row["value"] < row["hi"]


def test_intervals_cover_the_truth():
    """Of 120 runs at 95 %, at least 104 must hold the exact value (4.2 standard errors below 114)."""
    truth = {name: row["value"] for name, row in measures(run(SORTIE)).items()}
    held = dict.fromkeys(truth, 0)
    for seed in range(120):
        for name, row in measures(sampled(SORTIE, trials=400, seed=seed)).items():
            held[name] += row["lo"] <= truth[name] <= row["hi"]
    assert {name: count for name, count in held.items() if count < 104} == {}


def test_a_kind_without_such_tables_is_refused():
    shot = run(
        {
            "system": "command_decision",
            "kind": "shot",
            "firer": {"unit": "gepard"},
            "target": {"unit": "mi24d"},
            "geometry": {"range_in": 10},
        }
    )
    for ask in (survival, losses, exchange, median_life):
        with pytest.raises(RunError, match=r"kind shot has no table .*; it has effect, fate, before_save"):
            ask(shot)
