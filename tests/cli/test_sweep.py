"""`simlab sweep`, and `simlab run` of a file with a [sweep]."""

import csv
import io
import json

import pytest

RANGES = "sweep.geometry.range_in=[10, 25, 60]"


def test_a_point_is_what_run_says_of_it(call, shot):
    swept = json.loads(call("sweep", shot, "--set", RANGES, "--format", "json").out)
    assert swept["axes"] == {"geometry.range_in": [10, 25, 60]}
    assert (swept["planned"], swept["finished"]) == (3, 3)
    for point in swept["points"]:
        inches = point["labels"]["geometry.range_in"]
        alone = json.loads(call("run", shot, "--set", f"geometry.range_in={inches}", "--format", "json").out)
        assert point["tables"] == alone["tables"]
        assert point["digest"] == alone["digest"]


def test_run_does_not_overlook_a_sweep(call, shot):
    shot.write_text(
        shot.read_text(encoding="utf-8") + '\n[sweep]\n"geometry.range_in" = [10, 25, 60]\n', encoding="utf-8"
    )
    for form in ("table", "csv", "json"):
        assert call("run", shot, "--format", form) == call("sweep", shot, "--format", form)
    fixed = json.loads(call("run", shot, "--set", "geometry.range_in=10", "--format", "json").out)
    assert "axes" not in fixed  # a key that was fixed is swept no more
    assert json.loads(call("run", shot, "--exact-fractions", "--format", "json").out)["points"][0]["tables"]["effect"][
        0
    ]["fraction"]


def test_csv_has_a_column_for_each_axis(call, shot):
    out = call(
        "sweep", shot, "--set", RANGES, "--set", 'sweep.rulings.fc_reroll_recursion=["once", "recursive"]', "-f", "csv"
    ).out
    rows = list(csv.DictReader(io.StringIO(out)))
    assert list(rows[0])[:3] == ["geometry.range_in", "rulings.fc_reroll_recursion", "system"]
    aborts = {
        (row["geometry.range_in"], row["rulings.fc_reroll_recursion"]): float(row["p"])
        for row in rows
        if (row["table"], row["outcome"]) == ("before_save", "abort")
    }
    assert len(aborts) == 6
    assert aborts["25", "once"] == pytest.approx(0.22)
    assert aborts["25", "recursive"] == pytest.approx(2 / 9)
    assert aborts["60", "once"] == 0.0


def test_text_shows_one_row_a_point(call, shot):
    out = call("sweep", shot, "--set", RANGES, "--metric", "effect:abort").out
    block = out.split("effect:abort\n")[1].split("\n\n")[0].splitlines()
    assert block[0].split() == ["geometry.range_in", "share"]
    assert [line.split()[0] for line in block[1:]] == ["10", "25", "60"]
    assert "17.7778 %" in block[2]
    assert out.strip().splitlines()[-1] == "exact law, no dice; rulings: all at their defaults"


def test_points_roll_the_same_dice_and_the_seed_is_told(call, shot):
    words = (
        "sweep",
        shot,
        "--set",
        "sweep.geometry.range_in=[25, 26]",
        "--method",
        "sample",
        "--trials",
        "3000",
        "-f",
        "json",
    )
    code, out, err = call(*words)
    assert code == 0
    first, second = json.loads(out)["points"]
    assert first["seed"] == second["seed"]
    assert f"--seed {first['seed']} gives the same again" in err
    assert first["tables"] == second["tables"]  # both ranges lie in the same band, so equal dice mean equal counts
    assert json.loads(call(*words, "--seed", first["seed"]).out) == json.loads(out)


@pytest.mark.parametrize("ending", ["csv", "json", "parquet"])
def test_sweeps_are_saved(call, shot, tmp_path, ending):
    path = tmp_path / f"sweep.{ending}"
    assert call("sweep", shot, "--set", RANGES, "--out", path).code == 0
    if ending == "json":
        assert json.loads(path.read_text(encoding="utf-8"))["finished"] == 3
        return
    import pandas as pd

    frame = pd.read_csv(path) if ending == "csv" else pd.read_parquet(path)
    assert sorted(frame["geometry.range_in"].unique()) == [10, 25, 60]


def test_a_stopped_sweep_keeps_its_finished_points(call, shot, tmp_path, monkeypatch):
    from simlab.analysis import sweep as room

    play, played = room.run, []

    def second_point_is_stopped(*words, **more):
        played.append(words)
        if len(played) == 2:
            raise KeyboardInterrupt
        return play(*words, **more)

    monkeypatch.setattr(room, "run", second_point_is_stopped)
    code, out, err = call("sweep", shot, "--set", RANGES, "--out", tmp_path / "part.json", "--format", "json")
    assert code == 130
    assert err == "simlab: interrupted after 1 of 3 points\n"
    assert json.loads(out)["finished"] == json.loads((tmp_path / "part.json").read_text())["finished"] == 1


def test_what_cannot_be_swept_is_refused(refused, shot, sortie):
    assert "no [sweep]" in refused("sweep", shot)
    assert 'nearest: "range_in"' in refused("sweep", shot, "--set", "sweep.geometry.rnge_in=[1, 2]")
    assert "zsu23" in refused("run", shot, "--set", 'sweep.firer.unit=["zsu23_4", "zsu23"]')
    assert "trials: 0" in refused("sweep", shot, "--set", RANGES, "--trials", "0")


def test_a_value_that_the_sweep_would_undo_is_refused(refused, sortie):
    line = refused(
        "run",
        sortie,
        "--set",
        'sweep.air_defence=[[{unit = "sa9", range_in = 20}]]',
        "--set",
        "air_defence.0.range_in=5",
    )
    assert "axis air_defence of the sweep" in line


def test_a_sweep_is_resumed_from_its_folder(call, shot, tmp_path, monkeypatch):
    from simlab.analysis import sweep as room

    words = ("sweep", shot, "--set", RANGES, "--method", "sample", "--trials", "3000", "-f", "csv")
    kept = ("--resume", tmp_path / "kept")
    play, played = room.run, []

    def second_point_is_stopped(*rest, **more):
        played.append(rest)
        if len(played) == 2:
            raise KeyboardInterrupt
        return play(*rest, **more)

    monkeypatch.setattr(room, "run", second_point_is_stopped)
    first = call(*words, *kept)
    assert first.code == 130
    ended = call(*words, *kept)
    assert ended.code == 0
    assert len(played) == 4  # one that was finished, one that was stopped, and the two that were left
    assert ended.out.startswith(first.out)
    monkeypatch.undo()
    seed = first.err.split("--seed ")[1].split()[0]
    assert call(*words, "--seed", seed).out == ended.out
    assert "another options" in call(*words[:-4], "--trials", "4000", *kept).err


def test_points_may_come_from_a_spreadsheet(call, refused, shot, tmp_path):
    table = tmp_path / "points.csv"
    table.write_text("firer.unit,geometry.range_in\ngepard,12\nzsu23_4,31\n", encoding="utf-8")
    swept = json.loads(call("sweep", shot, "--points", table, "--format", "json").out)
    assert [point["labels"] for point in swept["points"]] == [
        {"firer.unit": "gepard", "geometry.range_in": 12}, {"firer.unit": "zsu23_4", "geometry.range_in": 31},
    ]  # fmt: skip
    table.write_text("firer.unit\n", encoding="utf-8")
    assert "no rows" in refused("sweep", shot, "--points", table)


@pytest.mark.parametrize("axes", [[RANGES], [RANGES, "sweep.target.ecm=[true, false]"]])
def test_a_sweep_is_drawn(call, shot, tmp_path, axes):
    words = [word for axis in axes for word in ("--set", axis)]
    assert call("sweep", shot, *words, "--picture", tmp_path / "sweep.svg").code == 0
    assert "<svg" in (tmp_path / "sweep.svg").read_text(encoding="utf-8")
