"""`simlab doctrine`: restricted play and prices in the shell."""

import json

import pytest

from simlab.cli.balancing import read_knob


@pytest.fixture
def short(sortie):
    sortie.write_text(sortie.read_text(encoding="utf-8").replace("turns = 12", "turns = 2"), encoding="utf-8")
    return sortie


def test_choices(call, short, tmp_path):
    words = ("doctrine", short, "--choice", "profile.altitude=[popup, noe]", "--without", "air_defence.0")
    found = json.loads(call(*words, "-f", "json").out)
    assert found["all_answered"]
    assert {row.get("doctrine") for row in found["rows"]} == {None, "popup", "noe"}
    text = call(*words, "--picture", tmp_path / "value.svg").out
    assert found["sentence"] in text
    assert "without air_defence.0" in text
    assert (tmp_path / "value-2.svg").exists()
    assert call(*words, "-f", "csv").out.startswith("restriction,choice,doctrine,")


def test_prices(call, refused, short):
    words = ("doctrine", short, "--choice", "profile.altitude=[popup, noe]", "--against",
             "air_defence.0.unit=[zsu23_4, gepard]", "--price", "air_defence.0.count=1..3",
             "--even", "90%")  # fmt: skip
    rows = json.loads(call(*words, "-f", "json").out)
    assert [(row["mine"], row["theirs"]) for row in rows] == [
        ("popup", "zsu23_4"), ("popup", "gepard"), ("noe", "zsu23_4"), ("noe", "gepard"),
    ]  # fmt: skip
    assert "price at which 90 % is reached" in call(*words).out
    assert "belong together" in refused(*words[:6])
    assert "name a choice" in refused("doctrine", short)


def test_a_value_that_cannot_be_played_is_refused(call, refused, short):
    """Left out in silence it would be a choice worth nothing."""
    said = call("doctrine", short, "--choice", "profile.altitude=[popup, treetop]", "--trials", "10")
    assert said.code == 2
    assert "choice profile.altitude = treetop: cannot be played" in said.err
    assert "must be" in said.err
    assert "is a table; choose keys in it" in refused("doctrine", short, "--choice", "profile={altitude='noe'}")
    vary = ("sensitivity", short, "--global", "--vary", "profile.hight=1..3")
    assert "--vary profile.hight: none of its values can be played" in refused(*vary)


def test_a_value_that_is_there_twice_is_refused(refused, short):
    """Left in, the side could do without the one and still play the other: the choice would seem worth nothing."""
    said = refused("doctrine", short, "--choice", "profile.altitude=[popup, noe, popup]")
    assert "'popup' is there twice" in said


def test_lists_within_lists_are_one_value_each():
    assert read_knob("points=[[1, 2], [3]]", "--choice").values == ([1, 2], [3])
    values = read_knob('load=["a, b", {mass = 1, kind = "x"}, c]', "--choice").values
    assert values == ("a, b", {"mass": 1, "kind": "x"}, "c")
