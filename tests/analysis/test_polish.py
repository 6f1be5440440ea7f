"""Polishing against the saddle of `test_tuning`, where the best single changes are known."""

import pytest

from simlab.analysis.deviations import deviations
from simlab.analysis.polish import polish
from simlab.errors import RunError
from tests.analysis.test_tuning import A, B, Saddle

NEAR = {"a": {"x": -8, "u": 9, "w": "low"}, "b": {"y": 6, "v": -9}}


def test_single_changes_lead_to_the_saddle():
    found = polish(["case"], [A, B], NEAR, rounds=30, duels=Saddle(0.001), seed=4)
    assert found.settled
    assert found.settings == {"a": {"x": 4, "u": -2, "w": "high"}, "b": {"y": -2, "v": 5}}
    frame = found.frame()
    assert (frame["lo"] > 0).all()
    assert {"round", "player", "key", "value", "other", "gain"} <= set(frame.columns)
    assert not deviations(["case"], [A, B], found.settings, duels=Saddle(0.001), seed=77)["gains"].any()


def test_too_few_rounds_do_not_settle_and_equal_seeds_agree():
    one, other = (polish(["case"], [A, B], NEAR, rounds=1, duels=Saddle(0.001), seed=4) for _ in range(2))
    assert not one.settled
    assert one.changes == other.changes != ()
    assert NEAR["a"]["x"] == -8  # what was given is left alone


def test_what_makes_no_sense_is_refused():
    with pytest.raises(RunError, match="1 or more rounds"):
        polish(["case"], [A], NEAR, rounds=0, duels=Saddle())
