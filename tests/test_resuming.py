"""A run that was stopped and goes on has the counts of one that was never stopped."""

import os
import signal

import pytest

import simlab
from simlab.errors import RunError
from simlab.execute import InterruptedRun

SHOT = {
    "system": "command_decision",
    "kind": "shot",
    "firer": {"unit": "zsu23_4"},
    "target": {"unit": "tornado_ids"},
    "geometry": {"range_in": 25},
}


def rolled(trials, seed=0, **more):
    return simlab.run(SHOT, method="sample", trials=trials, seed=seed, **more)


@pytest.mark.parametrize("ending", ["", ".json", ".parquet"])
def test_a_run_that_goes_on_ends_as_one_in_one_piece(tmp_path, ending):
    whole, part = rolled(30_000), rolled(7_001)
    begun = part.save(tmp_path / f"part{ending}") if ending else part
    heard = []
    done = simlab.run(SHOT, trials=30_000, resume=begun, progress=lambda now, most: heard.append((now, most)))
    assert (done.values == whole.values).all()
    assert done.to_dict() == whole.to_dict()
    assert heard[0][0] > 7_001, "trials that were there already are not played again"
    assert heard[-1] == (30_000, 30_000)


def test_a_stopping_rule_stops_where_it_would_have():
    whole = simlab.run(SHOT, method="sample", precision=0.004, seed=5)
    part = rolled(12_345, seed=5)
    assert part.trials < whole.trials
    done = simlab.run(SHOT, precision=0.004, resume=part)
    assert done.to_dict() == whole.to_dict()


def test_what_ctrl_c_left_can_go_on():
    pressed = []

    def press(done, most):
        if not pressed:  # a second Ctrl-C would not wait for the blocks in flight
            pressed.append(done)
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(InterruptedRun) as stopped:
        rolled(50_000_000, seed=9, progress=press)
    part = stopped.value.result
    done = simlab.run(SHOT, trials=part.trials + 1_000, resume=part)
    assert (done.values == rolled(part.trials + 1_000, seed=9).values).all()
    assert "stopped" not in done.provenance


def test_enough_trials_already_is_the_same_result():
    part = rolled(5_000)
    assert (simlab.run(SHOT, trials=5_000, resume=part).values == part.values).all()


@pytest.mark.parametrize(
    ("change", "asked", "told"),
    [
        ({}, {"trials": 4_000}, "5,000 trials already"),
        ({}, {"seed": 1, "trials": 9_000}, "rolled with seed 0, not 1"),
        ({}, {"method": "exact"}, "method exact"),
        ({"geometry": {"range_in": 10}}, {"trials": 9_000}, "another scenario or version"),
        ({"rulings": {"penalty_from_roll": "flat_1"}}, {"trials": 9_000}, "another scenario or version"),
    ],
)
def test_what_does_not_fit_is_refused(change, asked, told):
    with pytest.raises(RunError, match=told):
        simlab.run({**SHOT, **change}, resume=rolled(5_000), **asked)


def test_an_exact_answer_and_a_missing_file_are_refused(tmp_path):
    with pytest.raises(RunError, match="is an exact answer"):
        simlab.run(SHOT, trials=9_000, resume=simlab.run(SHOT))
    with pytest.raises(RunError, match="cannot be read"):
        simlab.run(SHOT, trials=9_000, resume=tmp_path / "none.parquet")
