"""`simlab sensitivity`: one at a time, all at once, values beside rulings, pictures."""

import json

import pytest


@pytest.fixture
def short(sortie):
    text = sortie.read_text(encoding="utf-8")
    assert "turns = 12" in text
    sortie.write_text(text.replace("turns = 12", "turns = 2"), encoding="utf-8")
    return sortie


def test_all_at_once(call, short, tmp_path):
    words = ("sensitivity", short, "--global", "--samples", "64", "--only", "chopper_removed_meaning", "--only",
             "slow_threshold", "--vary", "air_defence.0.range_in=10..40:10")  # fmt: skip
    found = json.loads(call(*words, "-f", "json").out)
    assert found["way"] == "sobol"
    assert {row["factor"]: row["sort"] for row in found["factors"]} == {
        "chopper_removed_meaning": "ruling", "slow_threshold": "ruling", "air_defence.0.range_in": "value",
    }  # fmt: skip
    text = call(*words, "--picture", tmp_path / "shares.svg").out
    assert "sensitivity without --global): slow_threshold" in " ".join(text.split())
    assert "chopper_removed_meaning" in text
    assert "<svg" in (tmp_path / "shares.svg").read_text(encoding="utf-8")
    assert call(*words, "--way", "morris", "-f", "csv").out.splitlines()[0].startswith("factor,sort,values,change")


def test_one_at_a_time_is_drawn_and_refuses_what_is_for_all(call, refused, short, tmp_path):
    words = ("sensitivity", short, "--only", "chopper_removed_meaning")
    assert call(*words, "--picture", tmp_path / "swings.svg").code == 0
    assert "<svg" in (tmp_path / "swings.svg").read_text(encoding="utf-8")
    assert "these are for --global" in refused(*words, "--samples", "8")
    assert "options: sobol, morris" in refused(*words, "--global", "--way", "fast")


def test_cells_of_tables_are_values_like_others(call, refused, shot):
    cell = "data.cells.aircraft.tornado_ids"
    for ecm, share in ((1, 8 / 45), (0, 2 / 9)):  # the save of part 3.3 goes with the set that the row says it has
        found = json.loads(call("run", shot, "--set", f"{cell}.ecm={ecm}", "--format", "json").out)
        assert found["own_tables"] == {"cells": f"aircraft.tornado_ids.ecm = {ecm}"}
        abort = next(row["p"] for row in found["tables"]["effect"] if row["outcome"] == "abort")
        assert abort == pytest.approx(share)
    assert "nearest" in refused("run", shot, "--set", f"{cell}.emc=1")
    assert "no such table" in refused("run", shot, "--set", "data.cells.air_defense.zsu23_4.rof=1")
    assert 'no "zsu23"' in refused("run", shot, "--set", "data.cells.air_defence.zsu23.rof=1")
    assert "tornado_ids.ecm" in refused("run", shot, "--set", f"{cell}.ecm=many")
    assert "TABLE.KEY.COLUMN" in refused("run", shot, "--set", "data.cells.air_defence=1")


def test_values_that_cannot_be_played_are_named(call, short):
    """One of three values is no altitude: it is left out, and the answer says so in every form."""
    words = ("sensitivity", short, "--global", "--samples", "64", "--only", "slow_threshold",
             "--vary", "profile.altitude=[noe, high, low]")  # fmt: skip
    told = call(*words).out
    assert "profile.altitude = high cannot be played and was left out" in " ".join(told.split())
    ended = call(*words, "-f", "json")
    found = json.loads(ended.out)
    assert found["dropped"] == {"profile.altitude": ["high"]}
    factor = next(row for row in found["factors"] if row["factor"] == "profile.altitude")
    assert "high" not in str(factor["values"])
    assert "left out" in ended.err
