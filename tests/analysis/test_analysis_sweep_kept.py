"""Sweeps with a folder: stopped and gone on with, the same counts; memory of one point; lists of points."""

import gc
import tracemalloc

import numpy as np
import pandas as pd
import pytest

from simlab.analysis import sweep as room
from simlab.analysis.grid import axes_of, expand, number_of_points
from simlab.analysis.sweep import SweepInterrupted, sweep
from simlab.errors import RunError, ScenarioError
from simlab.execute import run
from simlab.scenario import parse_scenario

SHOT = {
    "system": "command_decision", "kind": "shot", "firer": {"unit": "zsu23_4"},
    "target": {"unit": "tornado_ids"}, "geometry": {"range_in": 12},
}  # fmt: skip
RANGES = {"geometry.range_in": [12, 25, 31], "target.ecm": [True, False]}
SAMPLED = {"method": "sample", "trials": 2_000}


def with_sweep(**axes):
    return {**SHOT, "sweep": axes}


def stopped_after(points, monkeypatch):
    played = []

    def stop(prepared, **asked):
        if len(played) == points:
            raise KeyboardInterrupt
        played.append(1)
        return run(prepared, **asked)

    monkeypatch.setattr(room, "run", stop)
    return played


def test_a_stopped_sweep_goes_on_with_the_same_dice(tmp_path, monkeypatch):
    axes = {"geometry.range_in": [5, 12, 25, 31], "target.ecm": [True, False]}
    stopped_after(2, monkeypatch)
    with pytest.raises(SweepInterrupted) as caught:
        sweep(with_sweep(**axes), folder=tmp_path / "kept", **SAMPLED)  # the seed is chosen by the run
    before = [result.values for _, result in caught.value.sweep]
    assert len(before) >= 2
    seed = caught.value.sweep.points[0][1].provenance["seed"]
    played = stopped_after(1_000, monkeypatch)
    done = sweep(with_sweep(**axes), folder=tmp_path / "kept", **SAMPLED)
    inputs = {result.provenance["inputs"] for _, result in done}
    assert len(played) == len(inputs) - 2  # what was finished is not played again, nor what packs to the same numbers
    monkeypatch.undo()
    straight = sweep(with_sweep(**axes), seed=seed, **SAMPLED)
    assert len(done) == len(straight) == 8
    for (labels, result), (same_labels, same) in zip(done, straight, strict=True):
        assert labels == same_labels
        assert (result.values == same.values).all()
        assert result.provenance["digest"] == same.provenance["digest"]
    for values, (_, result) in zip(before, done, strict=False):
        assert (values == result.values).all()


@pytest.mark.parametrize(
    ("changed", "word"),
    [
        ({"trials": 3_000}, "options"),
        ({"seed": 8}, "seed 7"),
        ({"source": with_sweep(**{"target.ecm": [True]})}, "scenario"),
    ],
)
def test_a_folder_of_another_sweep_is_refused(tmp_path, changed, word):
    how = {"source": with_sweep(**RANGES), "seed": 7, **SAMPLED}
    sweep(how.pop("source"), folder=tmp_path, **how)
    how = {"source": with_sweep(**RANGES), "seed": 7, **SAMPLED, **changed}
    with pytest.raises(RunError, match=word):
        sweep(how.pop("source"), folder=tmp_path, **how)
    (tmp_path / "sweep.json").write_text("[]", encoding="utf-8")
    with pytest.raises(RunError, match="not of a sweep"):
        sweep(with_sweep(**RANGES), folder=tmp_path, seed=7, **SAMPLED)


def test_a_kept_sweep_says_what_one_in_memory_says(tmp_path):
    kept = sweep(with_sweep(**RANGES), folder=tmp_path, seed=3, **SAMPLED)
    held = sweep(with_sweep(**RANGES), seed=3, **SAMPLED)
    pd.testing.assert_frame_equal(kept.headline(), held.headline())
    pd.testing.assert_frame_equal(kept.frame(), held.frame())
    assert [result.provenance["scenario"] for _, result in kept] == [r.provenance["scenario"] for _, r in held]


@pytest.mark.parametrize("method", ["exact", "sample"])
def test_written_point_by_point(tmp_path, method):
    how = {"method": "exact"} if method == "exact" else {"seed": 3, **SAMPLED}
    done = sweep(with_sweep(**RANGES), folder=tmp_path / "kept", **how)
    whole = done.frame()
    for ending in ("csv", "parquet"):
        path = done.write(tmp_path / f"out.{ending}")
        again = pd.read_csv(path) if ending == "csv" else pd.read_parquet(path)
        assert list(again.columns) == list(whole.columns)
        np.testing.assert_array_equal(again["p"], whole["p"])
        assert again["geometry.range_in"].tolist() == whole["geometry.range_in"].tolist()
    with pytest.raises(RunError, match=r"\.parquet or \.csv"):
        done.write(tmp_path / "out.txt")


def peak_of(work):
    """Most memory held at a time, of Python, NumPy and pyarrow, in bytes."""
    import pyarrow as pa

    gc.collect()
    tracemalloc.start()
    pool = pa.default_memory_pool()
    before = pool.bytes_allocated()
    try:
        work()
        return tracemalloc.get_traced_memory()[1] + max(pool.bytes_allocated() - before, 0)
    finally:
        tracemalloc.stop()


def test_many_points_take_at_most_twice_the_memory_of_one(tmp_path):
    """The same sweep of 1 and of 12 points: played, kept, and written as Parquet and CSV."""
    wide = {
        "system": "command_decision", "kind": "sortie", "helicopter": {"unit": "ah1s_mc"}, "game": {"turns": 6},
        "profile": {"altitude": "popup"}, "air_defence": [{"unit": "zsu23_4", "range_in": 25}],
    }  # fmt: skip

    def play(seeds, folder):
        done = sweep({**wide, "sweep": {"run.seed": seeds}}, folder=folder, method="sample", trials=200)
        done.write(folder / "out.parquet")
        done.write(folder / "out.csv")
        assert len(pd.read_csv(folder / "out.csv")["run.seed"].unique()) == len(seeds)

    play([0, 1], tmp_path / "warm")  # imports and kernels are nobody's memory
    one = peak_of(lambda: play([2], tmp_path / "one"))
    many = peak_of(lambda: play(list(range(12)), tmp_path / "many"))
    assert many <= 2 * one, (one, many)


LISTED = [{"geometry.range_in": 12, "firer.unit": "gepard"}, {"firer": {"unit": "zsu23_4"}, "geometry.range_in": 31}]


def test_a_list_of_points_is_played_as_it_stands():
    scenario = parse_scenario(with_sweep(points=LISTED))
    axes = axes_of(scenario)
    assert [axis.name for axis in axes] == ["geometry.range_in", "firer.unit"]
    assert number_of_points(scenario, axes) == 2
    assert [point.labels for point in expand(scenario)] == [
        {"geometry.range_in": "12", "firer.unit": "gepard"}, {"geometry.range_in": "31", "firer.unit": "zsu23_4"},
    ]  # fmt: skip
    head = sweep(scenario).headline("effect:abort")
    assert head["geometry.range_in"].tolist() == [12, 31]
    assert head["p"].iloc[1] == 0.0  # beyond the reach of the ZSU-23-4


def test_a_list_of_points_is_crossed_with_other_axes():
    found = expand(parse_scenario(with_sweep(points=LISTED, **{"target.ecm": [True, False]})))
    assert [tuple(point.labels.values()) for point in found] == [
        ("12", "gepard", "true"), ("12", "gepard", "false"), ("31", "zsu23_4", "true"), ("31", "zsu23_4", "false"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "word"),
    [
        ([{"geometry.range_in": 12}, {"firer.unit": "gepard"}], "all points set the same keys"),
        ([{"geometry.range_in": 12}, {"geometry.range_in": 12}], "stands twice"),
        ([{}], "empty table"),
        ([{"geometry.range_in": 12}, {"geometry.range_in": "far"}], "range_in"),
    ],
)
def test_a_list_that_is_none_is_refused(rows, word):
    with pytest.raises(ScenarioError, match=word):
        sweep(with_sweep(points=rows))
