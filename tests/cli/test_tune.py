"""`simlab tune`: a shot whose best settings are known, single deviations, going on from a file, what is refused."""

import csv
import json

import pytest

CASE = (
    'title = "One gun"\nsystem = "command_decision"\nkind = "shot"\n[firer]\nunit = "zsu23_4"\n[target]\n'
    'unit = "tornado_ids"\n[geometry]\nrange_in = 20\n'
)
TUNING = (
    'title = "A gunner and a pilot"\ncases = ["case.toml"]\n[players.gunner]\nwants = "effect:abort"\n'
    '[players.gunner.dials]\n"geometry.range_in" = [0, 40, 5, 35]\n[players.pilot]\nwants = "effect:none"\n'
    '[players.pilot.dials]\n"target.ecm" = ["yes", "no"]\n[search]\nrounds = 2\n'
)


@pytest.fixture
def file(tmp_path):
    (tmp_path / "case.toml").write_text(CASE, encoding="utf-8")
    path = tmp_path / "gun.toml"
    path.write_text(TUNING.replace('["yes", "no"]', "[0, 1, 1, 0]"), encoding="utf-8")
    return path


def test_the_gunner_waits_and_the_pilot_switches_on(call, file, tmp_path):
    """2/9 in manual range against ECM or not; a plane with ECM is hit less."""
    out = tmp_path / "found.csv"
    ended = call("tune", file, "--format", "json", "--out", out, "--deviations", "100")
    assert ended.code == 0, ended.err
    whole = json.loads(ended.out)
    found = {row["key"]: row["value"] for row in whole["settings"]}
    assert found["geometry.range_in"] <= 15
    assert whole["turns"][0]["kept"]
    assert not any(row["gains"] for row in whole["deviations"])
    with out.open(encoding="utf-8", newline="") as written:
        assert {row["key"]: int(row["value"]) for row in csv.DictReader(written)} == {
            key: int(value) for key, value in found.items()
        }
    again = call("tune", file, "--from", out, "--rounds", "0", "--deviations", "100")
    assert "0 of" in again.out
    assert "single deviations gain more than their noise" in again.out
    singly = call("tune", file, "--rounds", "0", "--polish", "100", "--format", "json")
    assert {row["key"]: row["value"] for row in json.loads(singly.out)["settings"]} == found
    assert json.loads(singly.out)["changes"]
    assert "the last round found none" in call("tune", file, "--from", out, "--rounds", "0", "--polish", "100").out
    off = call("tune", file, "--rounds", "0", "--deviations", "100")
    assert "0 of" not in off.out


def test_what_cannot_be_read_is_refused(call, file, tmp_path):
    for words, said in (
        (("tune", "ogr"), "nor a tuning of that name in simlab"),
        (("tune", file, "--budget", "0"), "1 or more candidates"),
        (("tune", file, "--from", tmp_path / "none.csv"), "none.csv"),
    ):
        ended = call(*words)
        assert ended.code == 2
        assert said in ended.err


def test_what_is_wrong_in_a_tuning_is_named_with_its_file(call, tmp_path):
    path = tmp_path / "gun.toml"
    for old, new, said in (
        ('["case.toml"]', '"case.toml"', "gun.toml, cases: 'case.toml'; write cases ="),
        ('cases = ["case.toml"]\n', "", "gun.toml, cases: there is none; write cases ="),
        ('wants = "effect:none"', "wants = 3", "gun.toml, players.pilot.wants: 3 is no text"),
        (TUNING[TUNING.index("[players") :], "", "gun.toml, players: there is none"),
    ):
        (tmp_path / "case.toml").write_text(CASE, encoding="utf-8")
        path.write_text(TUNING.replace(old, new), encoding="utf-8")
        ended = call("tune", path)
        assert ended.code == 2
        assert said in ended.err


def test_a_metric_that_no_case_has_is_told_by_file_and_player(refused, file):
    file.write_text(file.read_text(encoding="utf-8").replace("effect:none", "effect:nine"), encoding="utf-8")
    said = refused("tune", file)
    assert "gun.toml, players.pilot.wants: " in said
    assert 'nearest: "none"' in said
    assert "case case.toml" in said


def test_a_mix_is_found_written_and_gone_on_with(call, file, tmp_path):
    """The gunner who waits and the pilot who switches on: one setting each, from which no step gains."""
    out = tmp_path / "mix.csv"
    ended = call("tune", file, "--mix", "6", "-n", "100", "--deviations", "100", "--format", "json", "--out", out)
    assert ended.code == 0, ended.err
    whole = json.loads(ended.out)
    assert whole["settled"]
    assert not any(row["gains"] for row in whole["deviations"])
    played = {row["key"]: row["value"] for row in whole["settings"] if row["share"] == 1}
    assert played["geometry.range_in"] <= 15
    again = call("tune", file, "--mix", "1", "-n", "100", "--from", out, "--deviations", "100")
    assert "the last replies gain nothing" in again.out
    assert "0 of" in again.out
    for wrong, words in (
        (["--from", out], "holds mixed doctrines"),
        (["--mix", "1", "--polish", "10"], "searches in its own way"),
        (["--from", out, "--from", out], "several files are for --mix"),
    ):
        refused = call("tune", file, *wrong)
        assert refused.code == 2
        assert words in refused.err


def test_dials_that_wait_for_another(call, file):
    text = file.read_text(encoding="utf-8")
    for begin, told, words in (
        ("geometri", '{ "target.ecm" = 1 }', "no dial begins so"),
        ("geometry", '"far"', "the key of a dial"),
        ("geometry", '{ "target.emc" = 1 }', "no dial target.emc"),
        ("geometry", '{ "target.ecm" = 7 }', "none of the values"),
    ):
        file.write_text(f'{text}[only]\n"{begin}" = {told}\n', encoding="utf-8")
        ended = call("tune", file, "--rounds", "0")
        assert ended.code == 2
        assert words in ended.err
