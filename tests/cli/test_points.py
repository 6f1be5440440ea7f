"""`simlab points`: a battery whose exchange rate is exactly known, duels of fighters, all forms, what is refused."""

import csv
import io
import json
import re

import pytest

BATTERY = """\
title = "Guns against a CSA-10"
system = "continental_siege"
kind = "attrition"
fortress = "csa10"
turns = 6
[battery]
heavy_aa = 4
light_aa = 0
howitzer = 1
[points]
metric = "crashed_by:5"
method = "swap"
reference = "heavy"
[points.units]
heavy = { key = "battery.heavy_aa", most = 8, cost = 1 }
light = { key = "battery.light_aa", most = 8, cost = 1 }
"""
DUEL = """\
system = "alpha_strike"
kind = "duel"
rounds = 2
[a]
unit = "corsair_csr_v12"
[b]
unit = "stuka_stu_k5"
[sweep]
"a.unit" = ["cheetah_f_10", "corsair_csr_v12", "stuka_stu_k5"]
"b.unit" = ["cheetah_f_10", "corsair_csr_v12", "stuka_stu_k5"]
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "guns.toml"
    path.write_text(BATTERY, encoding="utf-8")
    return path


def test_a_swap_in_words(call, file):
    said = call("points", file).out
    assert "light equal 4 heavy" in said
    assert "too dear: light" in said
    assert "Check: lists of equal price" in said


def test_how_long_it_takes_is_told_before_it_starts(call, file):
    told = call("points", file, "--no-check").err
    assert re.search(r"^simlab: 1 swap, up to 18 forces: (less than a second|about \d+ s) here$", told, re.M)
    told = call("points", file, "--method", "regression", "--pairs", "60").err
    assert re.search(
        r"^simlab: 60 pairs of forces: .* here, the check by lists of equal price at most .* more$", told, re.M
    )
    assert call("points", file, "--no-check", "--quiet").err == ""


def test_the_time_foretold_is_the_work_times_the_pace_that_was_measured(monkeypatch):
    """A clock that the trials themselves move: 2 s to pack a force, a millisecond a trial, on four threads."""
    from simlab.analysis.points import timing
    from simlab.analysis.points.study import Asked
    from simlab.analysis.points.units import Unit

    now = [0.0]
    monkeypatch.setattr(timing.time, "perf_counter", lambda: now[0])

    class Game:
        exact, packed = False, None

        def seen(self, own, other, first, last):
            now[0] += (2.0 if self.packed != own else 0.0) + 0.001 * (last - first)
            self.packed = own

    pace = timing.pace_of(Game(), [([0], [0]), ([1], [0]), ([2], [0])])
    assert pace.packing == pytest.approx(2.002)
    assert pace.trial == pytest.approx(0.001)
    assert pace.seconds(100, 1000, 4) == pytest.approx(100 * (2.002 + 0.25))
    units = (Unit("a", "x.a", most=3), Unit("b", "x.b", most=100))
    monkeypatch.setattr(timing, "pace_of", lambda field, forces: timing.Pace(0.0, 0.001))
    monkeypatch.setattr(Game, "base_counts", lambda self: ((1, 1), (0, 0)), raising=False)
    asked = Asked(units, method="swap", trials=1000)
    assert timing.foretold(Game(), asked, units, 0, False) == (
        "1 swap, up to 21 forces, 1,000 trials each: about 21 s here"
    )


def test_all_forms_hold_the_same_prices(call, file, tmp_path):
    whole = json.loads(call("points", file, "--format", "json", "--no-check", "--out", tmp_path / "p.csv").out)
    light = next(row for row in whole["prices"] if row["unit"] == "light")
    assert 0.5 < light["worth"] < 1
    assert whole["swaps"][0]["curve"][0]["number"] == 0
    printed = list(csv.DictReader(io.StringIO(call("points", file, "--format", "csv", "--no-check").out)))
    kept = list(csv.DictReader(io.StringIO((tmp_path / "p.csv").read_text(encoding="utf-8"))))
    assert printed == kept
    assert float(printed[1]["worth"]) == pytest.approx(light["worth"])


def test_a_regression_of_units_named_on_the_command_line(call, file):
    words = ("--method", "regression", "--pairs", 60, "--scale", 10, "--cost", "attack * range")
    units = ("--unit", "battery.heavy_aa:0..6", "--unit", "battery.light_aa:0..6", "--reference", "heavy_aa")
    whole = json.loads(call("points", file, *words, *units, "--format", "json").out)
    rows = {row["unit"]: row for row in whole["prices"]}
    assert rows["heavy_aa"]["cost"] == 48
    assert rows["light_aa"]["cost"] == 30
    assert rows["heavy_aa"]["price"] == 10
    assert rows["light_aa"]["price"] == pytest.approx(10 * rows["light_aa"]["worth"])
    assert {row["prices"] for row in whole["check"]["rows"]} == {"so far", "new"}
    assert whole["seed"] == 0


def test_duels_of_fighters_against_their_point_values(call, tmp_path):
    path = tmp_path / "duels.toml"
    path.write_text(DUEL, encoding="utf-8")
    words = ("points", path, "--method", "duels", "--metric", "result:a_wins", "--cost", "pv")
    whole = json.loads(call(*words, "--format", "json").out)
    rows = {row["unit"]: row for row in whole["units"]}
    assert rows["stuka_stu_k5"]["strength"] > rows["cheetah_f_10"]["strength"]
    assert rows["stuka_stu_k5"]["cost"] == 47
    assert whole["slope"] > 0
    assert "one against one" in call(*words).out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--unit", "battery.heavy_aa:4..2", "--unit", "battery.light_aa"), "least <= most"),
        (("--unit", "battery..heavy:x"), "write KEY"),
        (("--reference", "heavi"), 'nearest: "heavy"'),
        (("--metric", "crashed:5"), "no table"),
        (("--replace", "7"), "cannot go out"),
        (("--set", "points.untis=3"), "untis"),
        (("--budget", "much"), "LOW..HIGH"),
        (("--cost", "atack", "--unit", "battery.heavy_aa", "--unit", "battery.light_aa"), "attack"),
        (("--method", "regression", "--pairs", "4"), "give 9 or more"),
        (("--method", "duels"), "sweep"),
        (("--margin", "70%", "--method", "regression", "--pairs", "40"), "margin"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(call, file, words, told):
    ended = call("points", file, *words)
    assert ended.code == 2
    assert told in ended.err
    assert ended.err.count("\n") == 1


@pytest.mark.parametrize(("after", "code"), [(40, 130), (3, 130)])
def test_ctrl_c_prints_the_prices_of_what_was_finished(call, file, monkeypatch, after, code):
    from simlab.analysis.points.field import Field

    played, seen = [], Field.seen

    def stopped(field, *words):
        played.append(words)
        if len(played) == after:
            raise KeyboardInterrupt
        return seen(field, *words)

    monkeypatch.setattr(Field, "seen", stopped)
    ended = call("points", file, "--method", "regression", "--pairs", 60, "--threads", 1, "--quiet")
    assert ended.code == code
    assert ("light" in ended.out) == (after > 9)
    if after > 9:
        assert f"{after - 1} pairs of forces" in ended.out


def test_a_file_without_a_block_says_how_to_name_units(call, tmp_path):
    path = tmp_path / "plain.toml"
    path.write_text(BATTERY.partition("[points]")[0], encoding="utf-8")
    ended = call("points", path)
    assert ended.code == 2
    assert "--unit" in ended.err


def test_a_picture_of_the_prices(call, file, tmp_path):
    assert call("points", file, "--no-check", "--picture", tmp_path / "prices.svg").code == 0
    assert "<svg" in (tmp_path / "prices.svg").read_text(encoding="utf-8")


def test_options_that_would_change_nothing_are_refused(refused, file, tmp_path):
    said = refused("points", file, "--cost", "attack")
    assert "every unit has a cost of its own" in said
    duel = tmp_path / "duel.toml"
    duel.write_text(DUEL, encoding="utf-8")
    assert "--method duels" in refused("points", duel, "--cost", "pv")
    assert "--budget: not asked with --method duels" in refused("points", duel, "--method", "duels", "--budget", "4..8")
