"""`simlab tournament`: guns against planes, exactly known; a wanted matrix; what is refused."""

import json

import pytest

SCENARIO = (
    'system = "command_decision"\nkind = "shot"\n[firer]\nunit = "zsu23_4"\n[target]\nunit = "tornado_ids"\n'
    '[geometry]\nrange_in = 12\n[sweep]\n"geometry.range_in" = [12, 25, 31]\n"target.ecm" = [true, false]\n'
)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "guns.toml"
    path.write_text(SCENARIO, encoding="utf-8")
    return path


def test_matrix_dominated_and_mix(call, file):
    said = call("tournament", file).out
    assert "31 is dominated by 12" in said
    assert "with these mixes effect:abort is 22.22 %" in said
    assert "who stands in a row wants it high, who stands in a column low" in said
    assert "overall, highest first" in said
    whole = json.loads(call("tournament", file, "--format", "json").out)
    assert whole["value"] == pytest.approx(2 / 9)
    assert [row["p"] for row in whole["overall"]] == pytest.approx([2 / 9, 1 / 5, 0])
    assert not whole["mirrored"]


def test_where_low_is_good_everything_turns_round(call, file):
    """The planes in the columns now gain what the guns in the rows hit: the longest range is the best row."""
    said = call("tournament", file, "--low-is-good").out
    assert "who stands in a row wants it low, who stands in a column high" in said
    assert "overall, lowest first" in said
    assert "12 is dominated by 25, 31" in said
    assert "with these mixes effect:abort is 0.00 %" in said
    whole = json.loads(call("tournament", file, "--low-is-good", "--format", "json").out)
    assert whole["low_is_good"]
    assert [row["p"] for row in whole["overall"]] == pytest.approx([0, 1 / 5, 2 / 9])


def test_a_wanted_matrix(call, file, tmp_path):
    wanted = tmp_path / "wanted.csv"
    wanted.write_text("gun,true,false\n12,0.25,\n31,0%,0\n", encoding="utf-8")
    said = call("tournament", file, "--wanted", wanted).out
    assert "2 of 3 wanted rates held" in said
    assert "at most 2.8 (12 against true)" in said


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("gun,true\n99,0.1\n", 'no row "99"'),
        ("gun,maybe\n12,0.1\n", 'no column "maybe"'),
        ("gun,true\n12,x\n", '"x"'),
        ("gun,true\n", "no rate is wanted"),
    ],
)
def test_a_wanted_matrix_that_is_wrong(call, file, tmp_path, text, told):
    wanted = tmp_path / "wanted.csv"
    wanted.write_text(text, encoding="utf-8")
    ended = call("tournament", file, "--wanted", wanted)
    assert ended.code == 2
    assert told in ended.err


@pytest.mark.parametrize("words", [("--threads", "0"), ("--trials", "1e400"), ("--trials", "0"), ("--level", "2")])
def test_numbers_without_sense_are_refused_where_no_die_is_rolled_too(refused, file, words):
    assert words[0].strip("-") in refused("tournament", file, *words)


def test_one_axis_is_no_tournament(call, file):
    ended = call("tournament", file, "--set", "target.ecm=true")
    assert ended.code == 2
    assert "two axes" in ended.err


def test_it_is_drawn_and_has_a_budget(call, refused, file, tmp_path):
    assert call("tournament", file, "--picture", tmp_path / "matrix.svg").code == 0
    assert {path.name for path in tmp_path.glob("*.svg")} == {"matrix-1.svg", "matrix-2.svg"}
    words = ("tournament", file, "--method", "sample", "--trials", "200", "--seed", "4", "-f", "json")
    plain, more = (json.loads(call(*words, *budget).out) for budget in ((), ("--budget", "6000")))
    assert {match["n"] for match in plain["matches"]} == {200}
    assert sum(match["n"] for match in more["matches"]) <= 6000
    assert max(match["n"] for match in more["matches"]) > 200
    assert "budget" in refused("tournament", file, "--budget", "2")
