"""`simlab balance`: targets that are known to be reachable, by one change or by two, and those that are not."""

import json

import pytest

SHOT = (
    'title = "One gun"\nsystem = "command_decision"\nkind = "shot"\n[firer]\nunit = "zsu23_4"\n[target]\n'
    'unit = "tornado_ids"\n[geometry]\nrange_in = 12\n'
)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "gun.toml"
    path.write_text(SHOT, encoding="utf-8")
    return path


def played(call, file, *words):
    ended = call("balance", file, *words, "--format", "json")
    assert ended.code == 0, ended.err
    return json.loads(ended.out)


def test_as_it_stands(call, file):
    found = played(call, file, "--target", "effect:abort=22%..23%", "--knob", "geometry.range_in=0..30:5")
    assert found["met"]
    assert found["best"][0]["settings"] == "nothing changed"


def test_one_change(call, file):
    """2/9 in manual range, 8/45 in fire-control range, 0 beyond 30 in (W5)."""
    found = played(call, file, "--target", "effect:abort=17%..18%", "--knob", "geometry.range_in=0..40:5")
    assert found["met"]
    assert found["best"][-1]["settings"] == "geometry.range_in = 20"
    assert found["best"][-1]["effect:abort"] == pytest.approx(8 / 45)


def test_two_changes_where_one_is_not_enough(call, file):
    """In fire-control range with the re-roll only once: 11/50 saved with 2 of 10 is 0.176; neither alone does."""
    knobs = ("--knob", "geometry.range_in=[20]", "--knob", "rulings.fc_reroll_recursion=[once]")
    found = played(call, file, "--target", "effect:abort=17.55%..17.65%", *knobs)
    assert [row["changes"] for row in found["best"]] == [0, 1, 2]
    assert [row["met"] for row in found["best"]] == [False, False, True]
    assert found["best"][2]["effect:abort"] == pytest.approx(0.176)
    distances = [row["distance"] for row in found["best"]]
    assert distances == sorted(distances, reverse=True)


def test_a_target_out_of_reach_is_said_to_be(call, file):
    found = played(call, file, "--target", "effect:abort=50%..60%", "--knob", "geometry.range_in=0..40:5")
    assert not found["met"]
    assert found["sentence"].startswith("No settings within these bounds")
    assert found["best"][0]["distance"] == pytest.approx(0.5 - 2 / 9)


def test_more_combinations_than_the_budget_are_searched_and_repeat(call, file):
    knobs = ("--knob", "geometry.range_in=16..40:0.1", "--knob", "rulings.los_probability_plane=0..1:0.01")
    words = ("--set", "geometry.line_of_sight=ruling", "--target", "effect:abort=8.8%..9%", *knobs, "--budget", "500")
    found = played(call, file, *words, "--seed", "3")
    assert found["answered"] <= 500
    assert found["met"]
    assert played(call, file, *words, "--seed", "3") == found


def test_dice_serve_where_there_is_no_exact_law(call, file):
    knobs = ("--knob", "geometry.range_in=[20]", "--method", "sample", "--trials", "20000")
    found = played(call, file, "--target", "effect:abort=16%..19%", *knobs)
    best = found["best"][-1]
    assert found["met"]
    assert best["effect:abort lo"] < 8 / 45 < best["effect:abort hi"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--target", "effect:abort", "--knob", "geometry.range_in=1..2:1"], "write METRIC=LOW..HIGH"),
        (["--target", "effect:abort=3..4", "--knob", "geometry.range_in=1..2:1"], "bounds between 0 and 1"),
        (["--target", "effect:abrt=1%..2%", "--knob", "geometry.range_in=1..2:1"], 'nearest: "abort"'),
        (["--target", "1%..2%", "--knob", "geometry.range_in=2..1:1"], "must go up"),
        (["--target", "1%..2%", "--knob", "geometry.rang_in=1..2:1"], "refuses every value of every knob; "),
        (["--target", "1%..2%", "--knob", "geometry.rang_in=1..2:1"], "geometry.rang_in: no such key"),
        (["--target", "1%..2%", "--knob", "geometry.range_in=1..2:1", "--budget", "0"], "budget: 0; give 1 or more"),
        (["--target", "1%..2%", "--knob", "geometry.range_in=1..2:1", "--level", "9"], "level: 9.0"),
        (["--target", "1%..2%", "--knob", "geometry.range_in"], "write --knob NAME=VALUE"),
    ],
)
def test_what_makes_no_sense_is_refused(call, file, words, told):
    ended = call("balance", file, *words)
    assert ended.code == 2
    assert told in ended.err


def test_a_mean_may_be_wanted(call, file, tmp_path, sortie):
    """Attacks of a Cobra in two turns: fewer where the gun stands near enough to fire."""
    words = ("--set", "game.turns=2", "--knob", "air_defence.0.range_in=[5, 25, 60]", "--target", "attacks=1.9..2")
    found = played(call, sortie, *words)
    assert found["met"]
    assert 1.9 <= found["best"][-1]["attacks"] <= 2
    assert call("balance", sortie, *words, "--picture", tmp_path / "curve.svg").code == 0
    assert "<svg" in (tmp_path / "curve.svg").read_text(encoding="utf-8")
    assert call("balance", sortie, *words[:-1], "fate:survives=1.9..2").code == 2


def test_what_dice_have_found_is_answered_again_on_new_dice(call, file):
    words = ("--target", "effect:abort=17%..18%", "--knob", "geometry.range_in=0..40:5", "--method", "sample")
    few, many = (played(call, file, *words, "--trials", n, "--seed", "3")["best"][-1] for n in ("500", "20000"))
    assert abs(many["effect:abort"] - 8 / 45) < 0.01
    assert few["effect:abort hi"] - few["effect:abort lo"] < 0.05  # four times the 500 trials of a candidate


def test_targets_in_two_files(call, file, tmp_path):
    other = tmp_path / "other.toml"
    other.write_text(SHOT, encoding="utf-8")
    words = ("--also", other, "--target", "gun/effect:abort=17%..18%", "--target", "other/effect:abort=22%..23%")
    found = played(call, file, *words, "--knob", "gun/geometry.range_in=0..40:5")
    assert found["met"]
    assert found["best"][-1]["settings"] == "gun/geometry.range_in = 20"
    assert found["best"][-1]["other/effect:abort"] == pytest.approx(2 / 9)
    assert not played(call, file, *words, "--knob", "geometry.range_in=0..40:5")["met"]
    ended = call("balance", file, "--also", other, "--target", "othr/17%..18%", "--knob", "geometry.range_in=1..2:1")
    assert ended.code == 2
    assert 'no file is called "othr"; nearest: "other"' in ended.err
    (tmp_path / "sub").mkdir()
    same = tmp_path / "sub" / "gun.toml"
    same.write_text(SHOT, encoding="utf-8")
    ended = call("balance", file, "--also", same, "--target", "17%..18%", "--knob", "geometry.range_in=1..2:1")
    assert 'two files are called "gun"' in ended.err


@pytest.mark.parametrize(
    ("knob", "told"),
    [("geometry.range_in=[1, 2, 1]", "1 is there twice"), ("geometry.range_in=[[1, 2]", "not closed"),
     ('geometry.range_in=["a, 2]', "not closed")],
)  # fmt: skip
def test_lists_that_are_wrong(call, file, knob, told):
    ended = call("balance", file, "--target", "17%..18%", "--knob", knob)
    assert ended.code == 2
    assert told in ended.err
