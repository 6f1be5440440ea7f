"""`simlab compare`, `simlab sensitivity` and `simlab plan`: answers that are known beforehand."""

import csv
import io
import json

import pytest

from simlab.analysis.plan import plan
from simlab.intervals import trials_for_difference


@pytest.fixture
def gun(tmp_path):
    """ZSU-23-4 at a plane without countermeasures: 2/9 when the re-roll goes on, 11/50 when it is rolled once (C07)."""
    path = tmp_path / "gun.toml"
    path.write_text(
        'title = "One gun"\nsystem = "command_decision"\nkind = "shot"\n[firer]\nunit = "zsu23_4"\n'
        '[target]\nunit = "tornado_ids"\necm = false\nflares = false\n[geometry]\nrange_in = 10\n',
        encoding="utf-8",
    )
    return path


def test_a_ruling_against_its_default_is_exact(call, gun):
    said = call("compare", gun, "--ruling-b", "fc_reroll_recursion=once").out
    assert "22.2222 % under A (One gun), 22.0000 % under B (One gun, but fc_reroll_recursion=once)" in said
    assert "by 0.2222 points (exact)" in said


def test_common_dice_say_how_much_they_save(call, gun):
    words = ("compare", gun, "--ruling-b", "fc_reroll_recursion=once", "--method", "sample", "--format", "json")
    (found,) = json.loads(call(*words).out)["differences"]
    assert found["lo"] <= 11 / 50 - 2 / 9 <= found["hi"]
    assert found["variance_ratio"] > 5  # dice at the same addresses: only a re-rolled 4 can come out otherwise
    assert found["p_a"] == pytest.approx(2 / 9, abs=0.005)


def test_every_outcome_of_two_files(call, gun, tmp_path):
    other = tmp_path / "other.toml"
    other.write_text(gun.read_text(encoding="utf-8").replace("One gun", "Further").replace("= 10", "= 31"), "utf-8")
    out = tmp_path / "all.csv"
    call("compare", gun, other, "--all", "--out", out)
    rows = {(row["table"], row["outcome"]): row for row in csv.DictReader(io.StringIO(out.read_text("utf-8")))}
    assert float(rows["effect", "abort"]["difference"]) == pytest.approx(-2 / 9)
    assert float(rows["effect", "none"]["p_b"]) == 1
    assert float(rows["before_save", "not_engaged"]["p_b"]) == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "name a second file, or what differs under B"),
        (["--ruling-b", "fc_reroll=once"], 'no ruling "fc_reroll"; nearest: "fc_reroll_recursion"'),
        (["--ruling-b", "fc_reroll_recursion=once", "--metric", "effect:abrt"], 'nearest: "abort"'),
        (["--ruling-b", "fc_reroll_recursion=once", "--trials", "1", "--method", "sample"], "give 2 to"),
        (["--ruling-b", "fc_reroll_recursion=once", "--out", "x.parquet"], "write to a file ending in .csv, .json"),
    ],
)
def test_a_comparison_that_makes_no_sense_is_refused(call, gun, words, told):
    ended = call("compare", gun, *words)
    assert ended.code == 2
    assert told in ended.err


def test_a_sweep_has_no_two_sides(call):
    ended = call("compare", "popup_stand_off", "--ruling-b", "fc_reroll_recursion=once")
    assert ended.code == 2
    assert "it sweeps" in ended.err


def test_sensitivity_names_what_moves_and_what_does_not(call, gun):
    said = call("sensitivity", gun).out
    assert "effect:abort: 22.22 % as the rulings stand" in said
    moved, still = said.split("move nothing:")
    assert "fc_reroll_recursion" in moved
    assert "-0.22  exact" in moved
    assert "pop_up_penalty_size" not in moved
    rows = json.loads(call("sensitivity", gun, "--only", "fc_reroll_scope", "--format", "json").out)
    assert {row["ruling"] for row in rows} == {"fc_reroll_scope"}
    assert still.strip()


def test_a_plan_is_the_formula_at_the_rate_of_the_game(call, gun):
    found = json.loads(call("plan", gun, "--difference", "2%", "--pilot", "2000", "--format", "json").out)
    assert found["rate"] == pytest.approx(2 / 9)
    assert found["independent"] == trials_for_difference(0.02, 2 / 9)
    assert found["exact"]
    assert found["paired"] is None
    assert found["speed"] > 0


def test_a_plan_on_common_dice_needs_less(call, gun, tmp_path):
    other = tmp_path / "other.toml"
    other.write_text(gun.read_text("utf-8") + '[rulings]\nfc_reroll_recursion = "once"\n', "utf-8")
    found = json.loads(call("plan", gun, "--against", other, "--pilot", "2000", "--format", "json").out)
    assert found["correlation"] > 0.8
    assert found["paired"] < found["independent"] / 3
    said = call("plan", gun, "--against", other, "--pilot", "2000").out.splitlines()
    assert said[0].startswith("No trial is needed: this kind has a quick exact law")
    assert " trials of each variant show a difference of 2 points at 80 % power, " in said[1]
    assert said[2].startswith("On common dice")


@pytest.mark.parametrize(
    ("words", "told"),
    [(["--pilot", "10"], "pilot: 10"), (["--difference", "0"], "difference: 0"), (["--power", "1"], "power: 1.0")],
)
def test_a_plan_that_makes_no_sense_is_refused(call, gun, words, told):
    ended = call("plan", gun, *words)
    assert ended.code == 2
    assert told in ended.err


def test_another_unit_and_other_tables(call, refused, gun, tmp_path):
    words = ("compare", gun, "--unit-b", "zsu23_4=zu23")
    said = call(*words).out
    assert "(One gun, but zsu23_4=zu23)" in said
    assert json.loads(call(*words, "-f", "json").out)["differences"][0]["p_b"] == pytest.approx(0.2)  # no fire control
    assert "names no unit gepard" in refused("compare", gun, "--unit-b", "gepard=zu23")
    rolled = call(*words, "--method", "sample", "--trials", "5000", "--picture", tmp_path / "bars.svg").out
    assert "On the same dice B has more of" in rolled
    assert "<svg" in (tmp_path / "bars.svg").read_text(encoding="utf-8")
    own = tmp_path / "own"
    own.mkdir()
    (own / "nothing.csv").write_text("a\n1\n", encoding="utf-8")
    assert "nothing.csv" in refused("compare", gun, "--tables-b", own)


def test_means_stand_below_every_outcome(call, sortie):
    sortie.write_text(sortie.read_text(encoding="utf-8").replace("turns = 12", "turns = 2"), encoding="utf-8")
    words = ("compare", sortie, "--set-b", "profile.altitude=noe", "--all")
    means = json.loads(call(*words, "-f", "json").out)["means"]
    assert {"attacks"} <= {row["name"] for row in means}
    assert "more, alike: in two separate games" in call(*words).out


def test_two_kinds_cannot_be_paired(call, gun, tmp_path):
    from simlab.systems import system_named

    combo = tmp_path / "combo.toml"
    combo.write_text(system_named("command_decision").kinds["combo"].example, encoding="utf-8")
    words = ("compare", gun, combo, "--metric", "effect:abort", "--method", "sample", "--trials", "2000")
    assert "dice have nothing in common, so pairing cannot help" in call(*words).out


def test_a_plan_is_drawn_and_tells_of_other_differences(call, gun, tmp_path):
    assert call("plan", gun, "--difference", "2%", "--picture", tmp_path / "plan.svg").code == 0
    assert "<svg" in (tmp_path / "plan.svg").read_text(encoding="utf-8")
    found = plan(gun, 0.02, against=gun)
    frame = found.frame().set_index(["difference", "dice"])["trials"]
    assert frame[0.02, "of their own"] == found.independent
    assert frame[0.02, "in common"] == found.paired
    assert frame[0.01, "of their own"] > 3 * found.independent
    assert "<table>" in found._repr_html_()


def test_a_case_of_a_named_axis_is_fixed_by_its_label(call):
    """A shipped study sweeps altitudes by their keys and defences by names: what the message proposes works."""
    study = "popup_warsaw_pact_defence"
    told = call("compare", study, "--ruling-b", "pop_up_penalty_mode=none").err
    assert '--set "defence=light"' in told
    fixed = ("--set", "helicopter.unit=ah1s_mc", "--set", "profile=popup", "--set", "defence=dense")
    found = json.loads(call("compare", study, *fixed, "--ruling-b", "pop_up_penalty_mode=none", "--format", "json").out)
    frame = list(csv.DictReader(io.StringIO(call("sweep", study, "--format", "csv", "-q").out)))
    (row,) = [
        row for row in frame if row["helicopter.unit"] == "ah1s_mc" and row["profile"] == "popup"
        and row["defence"] == "dense" and row["table"] == "fate" and row["outcome"] == "survives"
    ]  # fmt: skip
    assert found["differences"][0]["p_a"] == pytest.approx(float(row["p"]), rel=1e-12)
    wrong = call("compare", study, "--set", "defence=dens", "--ruling-b", "pop_up_penalty_mode=none")
    assert wrong.code == 2
    assert 'the axis has no case "dens"; nearest: "dense"' in wrong.err
