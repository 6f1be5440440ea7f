"""Scenario files: any tree is either read or refused with one line; digests name what decides the answer alone."""

import json
import re
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simlab.errors import ScenarioError, SimlabError
from simlab.execute import prepare
from simlab.scenario import Scenario, load_scenario, parse_scenario
from simlab.systems import system_named

KINDS = system_named("command_decision").kinds
KEYS = st.sampled_from(
    ["system", "kind", "title", "question", "run", "rulings", "sweep", "data", "firer", "target", "geometry", "shots",
     "helicopter", "profile", "game", "air_defence", "ground", "range_in", "unit", "altitude", "x"]
)  # fmt: skip
LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**70), 2**70), st.floats(), st.text(max_size=8), st.just("zsu23_4"),
    st.just("command_decision"), st.just("shot"), st.just("sortie"),
)  # fmt: skip
TREES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=5), max_leaves=12
)


def refusal(make, *arguments):
    """The message with which ``make`` refuses its arguments, an empty text when it takes them."""
    try:
        make(*arguments)
    except SimlabError as error:
        return str(error)
    return ""


@given(st.dictionaries(KEYS, TREES, max_size=6))
def test_any_tree_is_read_or_refused_with_one_line(tree):
    message = refusal(prepare, {"system": "command_decision", "kind": "shot", **tree})
    assert "\n" not in message
    assert len(message) < 2000


@given(st.sampled_from(sorted(KINDS)), st.data())
def test_a_damaged_example_is_read_or_refused_with_one_line(kind, data):
    scenario = parse_scenario(tomllib.loads(KINDS[kind].example))
    paths = ["firer.unit", "target.unit", "target.altitude", "geometry.range_in", "helicopter.unit",
             "profile.altitude", "profile.inches_moved", "game.turns", "air_defence.0.range_in", "air_defence",
             "ground.collective", "firer", "rulings.pop_up_penalty_mode", "rulings.los_probability_noe", "shots",
             "data.helicopters"]  # fmt: skip
    path, value = data.draw(st.sampled_from(paths)), data.draw(TREES)
    assert "\n" not in refusal(lambda: prepare(scenario.with_value(path, value)))


@given(st.binary(max_size=200))
def test_any_file_is_read_or_refused(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("files") / "any.toml"
    path.write_bytes(content)
    with pytest.raises(ScenarioError) as error:
        prepare(path)
    assert str(path.name) in str(error.value)


def example(kind):
    return parse_scenario(tomllib.loads(KINDS[kind].example))


@pytest.mark.parametrize("kind", KINDS)
def test_the_digest_follows_what_decides_and_only_that(kind):
    scenario = example(kind)
    assert scenario.digest == example(kind).digest
    assert scenario.with_value("title", "other").digest == scenario.digest
    assert scenario.with_value("run.trials", 5).digest == scenario.digest
    assert scenario.with_rulings(pop_up_penalty_size=2).digest != scenario.digest
    assert json.loads(scenario.canonical())["kind"] == kind


@given(st.integers(0, 10_000))
def test_with_value_sets_what_value_reads(number):
    scenario = example("sortie")
    for key in ("air_defence.0.range_in", "game.turns", "rulings.pop_up_penalty_size", "run.trials", "made.up.key"):
        assert scenario.with_value(key, number).value(key) == number
    assert scenario.value("air_defence.7.range_in") is None


@pytest.mark.parametrize(
    ("tree", "message"),
    [
        ({}, 'the key "system" is missing'),
        ({"system": "x", "kind": 3}, 'the key "kind" is missing'),
        ({"system": "x", "kind": "y", "rulings": 3}, "no table"),
        ({"system": "x", "kind": "y", "run": {"trails": 3}}, 'nearest: "trials"'),
        ({"system": "x", "kind": "y", "title": 3}, "no text"),
        ({"system": "comand_decision", "kind": "y"}, 'nearest: "command_decision"'),
        ({"system": "command_decision", "kind": "short"}, 'nearest: "shot", "sortie"'),
    ],
)
def test_what_is_wrong_is_named(tree, message):
    with pytest.raises(ScenarioError) as error:
        prepare(tree)
    assert message in str(error.value)


def test_errors_name_file_key_value_and_the_way_out(tmp_path):
    text = KINDS["shot"].example
    cases = {
        text.replace(
            '"zsu23_4"', '"zsu23"'
        ): 'bad.toml, firer.unit: no unit "zsu23" in command_decision; nearest: "zsu23_4"',
        text.replace("range_in = 25", "range_in = -1"): "bad.toml, geometry.range_in: -1",
        text.replace("range_in = 25", 'range_in = "abc"'): "bad.toml, geometry.range_in: 'abc'",
        text.replace("range_in", "rage_in"): 'bad.toml, geometry.rage_in: no such key; nearest: "range_in"',
        text.replace(
            '"recursive"', '"often"'
        ): 'bad.toml, rulings.fc_reroll_recursion: "often"; options: recursive (default), once',
        text.replace("fc_reroll_recursion", "fc_reroll"): "bad.toml, rulings: no ruling",
        text.replace("[geometry]", "[geometry"): "bad.toml: no valid TOML",
    }
    for content, message in cases.items():
        path = tmp_path / "bad.toml"
        path.write_text(content, encoding="utf-8")
        with pytest.raises(SimlabError) as error:
            prepare(path)
        assert message in str(error.value), content


def test_a_byte_order_mark_is_passed_over(tmp_path):
    path = tmp_path / "bom.toml"
    path.write_bytes(b"\xef\xbb\xbf" + KINDS["shot"].example.encode())
    assert load_scenario(path).kind == "shot"
    assert isinstance(load_scenario(path), Scenario)


def test_a_ruling_that_stands_fixed_is_refused_with_its_reason():
    tree = tomllib.loads(KINDS["shot"].example)
    name, why = next(iter(system_named("command_decision").fixed_rulings.items()))
    tree["rulings"] = {name: "yes"}
    with pytest.raises(SimlabError, match=re.escape(why)):
        prepare(tree)


def test_points_of_impact_are_no_section():
    """A list of points belongs to the kind; a table of that name is the study of prices."""
    run = {"system": "alpha_strike", "kind": "bombing_run", "points": [[0, 0], [2, 0]]}
    scenario = parse_scenario(run)
    assert scenario.body["points"] == [[0, 0], [2, 0]]
    assert scenario.points == {}
    assert scenario.value("points.1") == [2, 0]
    assert scenario.with_value("points.1", [4, 0]).body["points"] == [[0, 0], [4, 0]]
    priced = parse_scenario({**run, "points": {"budget": 3}})
    assert "points" not in priced.body
    assert priced.with_value("points.budget", 4).points["budget"] == 4


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("range_in = 25,5", "a decimal point, no comma"),
        ("range_in = 25 inches", "a number stands alone"),
        ("unit = \u201czsu23_4\u201d", "quotes are straight"),
        ("unit = zsu23_4", "a word stands in quotes"),
        ('unit = "zsu23_4', "a word stands between two quotes"),
        ("range_in: 25", "have = between them"),
    ],
)
def test_a_line_that_is_no_toml_is_shown_with_its_likely_slip(tmp_path, line, told):
    path = tmp_path / "bad.toml"
    path.write_text(f'kind = "shot"\n{line}\nx = 1\n', encoding="utf-8")
    with pytest.raises(ScenarioError) as failed:
        load_scenario(path)
    assert "line 2" in str(failed.value)
    assert line in str(failed.value)
    assert told in str(failed.value)
