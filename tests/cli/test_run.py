"""`simlab run`: the answer in its three forms, in a file, with options that change it."""

import csv
import io
import json
from fractions import Fraction

import pytest

import simlab


def rows_of(text, delimiter=","):
    return list(csv.DictReader(io.StringIO(text), delimiter=delimiter))


def p_of(answer, table, outcome):
    (row,) = [row for row in answer["tables"][table] if row["outcome"] == outcome]
    return row["p"]


def test_json_is_one_object_with_the_promised_keys(call, shot):
    code, out, err = call("run", shot, "--format", "json")
    assert (code, err) == (0, "")
    answer = json.loads(out)
    assert {"title", "system", "kind", "digest", "method", "trials", "seed", "rulings", "versions", "tables"} <= set(
        answer
    )
    assert (answer["system"], answer["kind"]) == ("command_decision", "shot")
    assert (answer["method"], answer["trials"], answer["seed"]) == ("exact", None, None)
    assert answer["rulings"]["fc_reroll_recursion"] == "recursive"
    assert {"simlab", "numpy", "numba", "python"} <= set(answer["versions"])
    assert p_of(answer, "effect", "abort") == pytest.approx(8 / 45, abs=1e-12)
    assert set(answer["tables"]["effect"][0]) == {"outcome", "p", "p_lo", "p_hi", "count"}
    assert answer["tables"]["effect"][0]["count"] is None


def test_a_table_of_several_variables_has_a_field_for_each(call, sortie):
    answer = json.loads(call("run", sortie, "--format", "json").out)
    assert set(answer["tables"]["losses"][0]) == {"turn", "cause", "p", "p_lo", "p_hi", "count"}


def test_fractions_of_a_rational_law(call, shot):
    answer = json.loads(call("run", shot, "--exact-fractions", "--format", "json").out)
    fractions = {row["outcome"]: Fraction(row["fraction"]) for row in answer["tables"]["effect"]}
    assert fractions["abort"] == Fraction(8, 45)
    assert sum(fractions.values()) == 1
    assert "8/45" in call("run", shot, "--exact-fractions").out
    assert rows_of(call("run", shot, "--exact-fractions", "--format", "csv").out)[0]["fraction"] == "8/45"


def test_csv_is_the_tidy_table(call, shot):
    out = call("run", shot, "--format", "csv").out
    result = simlab.run(shot)
    read = rows_of(out)
    assert list(read[0]) == list(result.tidy().columns)
    assert [(row["table"], row["outcome"], float(row["p"])) for row in read] == [
        (row["table"], row["outcome"], row["p"]) for row in result.tidy_rows()
    ]


def test_csv_with_a_decimal_comma_has_semicolons_between_cells(call, shot):
    point = rows_of(call("run", shot, "--format", "csv").out)
    comma = rows_of(call("run", shot, "--format", "csv", "--decimal", ",").out, ";")
    assert list(comma[0]) == list(point[0])
    assert "0,1777" in comma[0]["p"]
    assert [{k: v.replace(",", ".") if k.startswith("p") else v for k, v in row.items()} for row in comma] == point


def test_text_has_equal_decimals_and_says_what_made_it(call, shot):
    out = call("run", shot, "--method", "sample", "--trials", "20000", "--seed", "3").out
    block = out.split("effect: ")[1].split("\n\n")[0].splitlines()[1:]
    shares = [line.split()[1] for line in block]
    assert len({len(share.partition(".")[2]) for share in shares}) == 1
    assert all(" to " in line for line in block)
    footer = out.strip().splitlines()[-1]
    assert "20,000 trials; seed 3; 95 % Wilson intervals; rulings: all at their defaults" in footer
    assert "\x1b" not in out


def test_footer_names_rulings_that_were_changed(call, shot):
    out = call("run", shot, "--ruling", "fc_reroll_recursion=once").out
    assert "rulings changed: fc_reroll_recursion = once" in out
    assert "17.6000 %" in out  # case C07: 0.22 before a save of 1 in 5


def test_set_changes_a_value_and_the_digest(call, shot):
    before = json.loads(call("run", shot, "--format", "json").out)
    after = json.loads(call("run", shot, "--set", "geometry.range_in=5", "--format", "json").out)
    assert p_of(after, "effect", "abort") != p_of(before, "effect", "abort")
    assert after["digest"] != before["digest"]


def test_set_reaches_list_entries_as_messages_write_them(call, sortie):
    dotted = call("run", sortie, "--set", "air_defence.1.range_in=999", "--format", "csv").out
    bracketed = call("run", sortie, "--set", "air_defence[1].range_in=999", "--format", "csv").out
    assert dotted == bracketed
    assert dotted != call("run", sortie, "--format", "csv").out


def test_precision_and_verdict_say_when_they_stopped(call, shot):
    sampled = ("run", shot, "--method", "sample", "--seed", "1", "--metric", "effect:abort")
    answer = json.loads(call(*sampled, "--precision", "0.5%", "--format", "json").out)
    (abort,) = [row for row in answer["tables"]["effect"] if row["outcome"] == "abort"]
    assert (abort["p_hi"] - abort["p_lo"]) / 2 <= 0.005
    assert str(f"{answer['trials']:,}") in answer["stopped"]
    code, out, err = call(*sampled, "--verdict", "0.3")
    assert code == 0
    assert "effect:abort is below 0.3" in err
    assert "effect:abort is below 0.3" in out


def test_verdict_on_an_exact_rate(call, shot):
    out = call("run", shot, "--verdict", "0.1", "--metric", "effect:abort").out
    assert "verdict: effect:abort is above 0.1 (exact law)" in out


def test_level_widens_the_interval(call, shot):
    def width(level):
        words = ("run", shot, "--method", "sample", "--trials", "1000", "--seed", "1", "--level", level)
        row = json.loads(call(*words, "--format", "json").out)["tables"]["effect"][0]
        return row["p_hi"] - row["p_lo"]

    assert width("99%") > width("0.95") > width("0.5")


def test_one_trial_is_still_valid_json(call, sortie):
    out = call("run", sortie, "--method", "sample", "--trials", "1", "--seed", "0", "--format", "json").out
    json.loads(out, parse_constant=lambda word: pytest.fail(f"{word} is no JSON"))


@pytest.mark.parametrize("ending", ["json", "parquet"])
def test_a_saved_result_can_be_loaded(call, shot, tmp_path, ending):
    path = tmp_path / f"result.{ending}"
    out = call(
        "run", shot, "--method", "sample", "--trials", "5000", "--seed", "4", "--out", path, "--format", "csv"
    ).out
    loaded = simlab.load_result(path)
    assert loaded.tidy_rows() == simlab.run(shot, method="sample", trials=5000, seed=4).tidy_rows()
    assert [float(row["p"]) for row in rows_of(out)] == [row["p"] for row in loaded.tidy_rows()]


def test_a_saved_json_says_what_is_printed(call, shot, tmp_path):
    out = call("run", shot, "--out", tmp_path / "result.json", "--format", "json").out
    saved = json.loads((tmp_path / "result.json").read_text(encoding="utf-8"))
    assert {key: saved[key] for key in ("title", "digest", "method", "tables")} == {
        key: json.loads(out)[key] for key in ("title", "digest", "method", "tables")
    }


def test_a_saved_csv_opens_in_a_spreadsheet(call, shot, tmp_path):
    call("run", shot, "--set", "title=Jäger", "--out", tmp_path / "a.csv", "--decimal", ",")
    raw = (tmp_path / "a.csv").read_bytes()
    assert raw.startswith(b"\xef\xbb\xbf")  # letters outside ASCII need the mark there
    (first, *_) = rows_of(raw.decode("utf-8-sig"), ";")
    assert first["scenario"] == "Jäger"
    call("run", shot, "--out", tmp_path / "b.csv")
    assert (tmp_path / "b.csv").read_text(encoding="utf-8") == call("run", shot, "--format", "csv").out


def test_table_picks_tables_in_every_form(call, sortie):
    assert set(json.loads(call("run", sortie, "--table", "fate", "--format", "json").out)["tables"]) == {"fate"}
    assert {row["table"] for row in rows_of(call("run", sortie, "--table", "fate", "--format", "csv").out)} == {"fate"}
    out = call("run", sortie, "--table", "game").out
    assert "survival:" not in out
    assert len(out.splitlines()) > 100
    assert "not shown for their length: " in call("run", sortie).out


def test_a_table_too_long_to_be_shown_tells_its_mean(call, tmp_path):
    bombing = tmp_path / "bombing.toml"
    call("new", "bombing", "--out", bombing)
    everything = call("run", bombing, "--table", "eliminated_enemy").out
    mean = everything.partition("  mean ")[2].partition(",")[0]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("simlab.cli.answers.MOST_ROWS", 5)
        assert f"eliminated_enemy (6 rows, mean {mean})" in call("run", bombing).out


def test_data_folder_of_ones_own(call, shot, tmp_path):
    from shutil import copytree

    from simlab.catalog import data_folder

    copytree(data_folder() / "command_decision", tmp_path / "data" / "command_decision")
    constants = tmp_path / "data" / "command_decision" / "constants.csv"
    text = constants.read_text(encoding="utf-8")
    changed = text.replace("abort_face_standard,9,", "abort_face_standard,8,")
    assert changed != text
    constants.write_text(changed, encoding="utf-8")
    answer = json.loads(call("run", shot, "--data", tmp_path / "data", "--exact-fractions", "--format", "json").out)
    before = {row["outcome"]: row["fraction"] for row in answer["tables"]["before_save"]}
    assert before["abort"] == "1/3"  # three faces of nine


def test_notes_are_kept_back_by_quiet_and_added_by_verbose(call, shot):
    words = ("run", shot, "--trials", "100")
    assert "answered by the exact law" in call(*words).err
    assert call(*words, "--quiet").err == ""
    assert "digest" in call(*words, "--verbose").err
    assert call(*words, "--quiet").out == call(*words, "--verbose").out


def test_a_saved_result_goes_on(call, shot, tmp_path):
    kept, sampled = tmp_path / "kept.parquet", ("--method", "sample", "--seed", 4)
    assert call("run", shot, *sampled, "--trials", 3_000, "--out", kept).code == 0
    code, out, err = call("run", shot, "--trials", 9_000, "--resume", kept, "--out", kept)
    assert (code, err) == (0, "")
    assert out == call("run", shot, *sampled, "--trials", 9_000).out
    assert simlab.load_result(kept).trials == 9_000
    code, out, err = call("run", shot, "--trials", 2_000, "--resume", kept)
    assert (code, out) == (2, "")
    assert "9,000 trials already" in err


def test_a_sweep_is_no_single_run_to_go_on_with(call, tmp_path):
    code, _, err = call("run", "gun_ranges", "--resume", tmp_path / "kept.parquet")
    assert code == 2
    assert "has a [sweep]" in err
