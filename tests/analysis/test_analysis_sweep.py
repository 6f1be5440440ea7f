"""Sweeps: the same dice at every point, nothing played twice, nothing finished lost, little kept."""

import tracemalloc

import pytest

from simlab.analysis import sweep as room
from simlab.analysis.sweep import SweepInterrupted, expand, sweep
from simlab.errors import RunError, ScenarioError
from simlab.execute import run
from simlab.scenario import parse_scenario

SORTIE = {
    "title": "Cobra",
    "system": "command_decision",
    "kind": "sortie",
    "helicopter": {"unit": "ah1s_mc"},
    "profile": {"altitude": "popup"},
    "air_defence": [{"unit": "zsu23_4", "range_in": 25}],
}
RANGES = {"air_defence.0.range_in": [20, 25, 31]}
SAMPLED = {"method": "sample", "trials": 5_000}


def with_sweep(**axes):
    return {**SORTIE, "sweep": axes}


def test_a_point_is_what_a_run_of_its_scenario_gives():
    done = sweep(with_sweep(**RANGES), seed=7, **SAMPLED)
    for (labels, result), point in zip(done, expand(parse_scenario(with_sweep(**RANGES))), strict=True):
        alone = run(point.scenario, seed=7, **SAMPLED)
        assert labels == point.labels
        assert (result.values == alone.values).all()
        assert result.provenance == alone.provenance


def test_all_points_roll_the_same_dice():
    done = sweep(with_sweep(**{"rulings.penalty_from_roll": ["die_value", "flat_1"]}), seed=7, **SAMPLED)
    fates = [result.rows("fate") for _, result in done]
    penalties = [result.rows("penalty_at_fire") for _, result in done]
    assert fates[0] == fates[1]  # penalties kill nobody, so on the same dice not one trial differs
    assert penalties[0] != penalties[1]


def test_one_seed_is_chosen_for_all():
    first, second = (sweep(with_sweep(**RANGES), **SAMPLED) for _ in range(2))
    seeds = [{result.provenance["seed"] for _, result in done} for done in (first, second)]
    assert [len(found) for found in seeds] == [1, 1]
    assert seeds[0] != seeds[1]


def test_seed_zero_is_a_seed():
    done = sweep(with_sweep(**RANGES), seed=0, **SAMPLED)
    assert {result.provenance["seed"] for _, result in done} == {0}


def test_a_swept_seed_counts():
    done = sweep({**with_sweep(**{"run.seed": [3, 4]})}, **SAMPLED)
    assert [result.provenance["seed"] for _, result in done] == [3, 4]
    assert (done.points[0][1].values != done.points[1][1].values).any()


@pytest.mark.parametrize("how", [{"method": "exact"}, {**SAMPLED, "seed": 1}, SAMPLED])
def test_equal_points_are_played_once_and_keep_their_own_provenance(monkeypatch, how):
    played = []
    monkeypatch.setattr(room, "run", lambda prepared, **asked: played.append(1) or run(prepared, **asked))
    axes = {"air_defence.0.range_in": [20, 25, 31, 40], "rulings.slow_threshold": ["le_30", "lt_30"]}
    done = sweep(with_sweep(**axes), **how)
    assert len(done) == 8
    assert len(played) <= 3  # within 30 in and beyond; without a seed the first point may be played before one is known
    digests = [result.provenance["digest"] for _, result in done]
    assert len(set(digests)) == 8
    monkeypatch.undo()
    seed = done.points[0][1].provenance["seed"]
    for point, (_, result) in zip(expand(parse_scenario(with_sweep(**axes))), done, strict=True):
        assert (result.values == run(point.scenario, **{**how, "seed": seed}).values).all()


def test_ctrl_c_keeps_the_finished_points(monkeypatch):
    def until_the_third(prepared, **asked):
        if prepared.scenario.value("air_defence.0.range_in") == 31:
            raise KeyboardInterrupt
        return run(prepared, **asked)

    monkeypatch.setattr(room, "run", until_the_third)
    kept = []
    with pytest.raises(SweepInterrupted) as caught:
        sweep(
            with_sweep(**{"air_defence.0.range_in": [10, 25, 31, 40]}), seed=1, each=lambda *point: kept.append(point)
        )
    done = caught.value.sweep
    assert isinstance(caught.value, KeyboardInterrupt)
    assert [labels["air_defence.0.range_in"] for labels, _ in done] == ["10", "25"]
    assert kept == list(done.points)
    assert done.planned == 4
    assert str(caught.value) == "interrupted after 2 of 4 points"
    assert len(done.headline()) == 2


def test_a_slip_in_the_last_value_stops_the_sweep_before_it_starts(monkeypatch):
    played = []
    monkeypatch.setattr(room, "run", lambda prepared, **asked: played.append(1) or run(prepared, **asked))
    with pytest.raises(ScenarioError, match='no unit "zsu"'):
        sweep(with_sweep(**{"air_defence.0.unit": ["gepard", "zsu"]}))
    assert not played


def test_progress_and_notes():
    steps, notes = [], []
    sweep(with_sweep(**RANGES), trials=100, progress=lambda *step: steps.append(step), note=notes.append)
    assert steps == [(1, 3), (2, 3), (3, 3)]
    assert len(notes) == 1  # said once, not at every point
    assert "exact law" in notes[0]


def test_frames():
    done = sweep(with_sweep(**RANGES, **{"profile.altitude": ["popup", "noe"]}))
    tidy = done.frame()
    assert list(tidy.columns[:3]) == ["air_defence.0.range_in", "profile.altitude", "system"]
    assert len(tidy) == sum(len(result.tidy()) for _, result in done)
    survival = done.frame("survival")
    assert len(survival) == 6 * 12
    assert list(survival.columns[:3]) == ["air_defence.0.range_in", "profile.altitude", "turn"]
    head = done.headline()
    assert len(head) == 6
    assert list(head["air_defence.0.range_in"]) == [20, 20, 25, 25, 31, 31]
    assert (head["table"] + ":" + head["outcome"] == "fate:survives").all()
    assert (head["p"] == [result.p("fate", "survives") for _, result in done]).all()
    assert (head["p_lo"] == head["p"]).all()  # exact


def test_another_metric_and_a_wrong_one():
    done = sweep(with_sweep(**RANGES))
    assert list(done.headline("survival:2")["p"]) == [result.p("survival", 2) for _, result in done]
    with pytest.raises(RunError, match='no such table:outcome; nearest: "fate:survives"'):
        done.headline("fate:survive")


def test_points_share_what_is_alike():
    done = sweep(with_sweep(**RANGES), seed=1, **SAMPLED)
    assert done.points[0][1].space is done.points[2][1].space
    shorter = sweep(with_sweep(**{"game.turns": [2, 3]}))
    assert len(shorter.points[0][1].rows("survival")) == 2
    assert len(shorter.points[1][1].rows("survival")) == 3


def test_a_point_costs_little_memory():
    points = 40
    sweep(with_sweep(**RANGES), **SAMPLED)
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        done = sweep(with_sweep(**{"run.seed": list(range(points))}), method="sample", trials=200)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert len(done) == points
    assert (peak - before) / points < 60_000  # bytes: counts and provenance; labels alone would be twice that


def test_long_points_move_the_progress_too():
    steps = []
    sweep(with_sweep(**RANGES), method="sample", trials=40_000, seed=1, progress=lambda *step: steps.append(step))
    assert {step for step in steps if float(step[0]).is_integer()} >= {(1, 3), (2, 3), (3, 3)}
    assert [done for done, _ in steps] == sorted(done for done, _ in steps)
    assert any(not float(done).is_integer() for done, _ in steps)
    assert {most for _, most in steps} == {3}
