"""The [sweep] section: its three forms, their order, its ranges, and every way to get it wrong."""

import tomllib
from fractions import Fraction
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simlab.analysis.grid import MOST_POINTS, axes_of, check, expand, label_of, range_values
from simlab.errors import ScenarioError
from simlab.scenario import parse_scenario

SHOT = {
    "system": "command_decision",
    "kind": "shot",
    "firer": {"unit": "zsu23_4"},
    "target": {"unit": "tornado_ids"},
    "geometry": {"range_in": 25},
}


def shot(toml):
    return parse_scenario(SHOT | tomllib.loads(toml), "shot.toml")


def values(scenario, key):
    return [point.scenario.value(key) for point in expand(scenario)]


def test_grid_is_full_and_in_file_order():
    scenario = shot("""[sweep]
        "firer.unit" = ["gepard", "zsu23_4"]
        "geometry.range_in" = {from = 10, to = 30, step = 10}""")
    points = expand(scenario)
    assert [tuple(point.labels.values()) for point in points] == [
        ("gepard", "10"),
        ("gepard", "20"),
        ("gepard", "30"),
        ("zsu23_4", "10"),
        ("zsu23_4", "20"),
        ("zsu23_4", "30"),
    ]
    assert values(scenario, "firer.unit") == ["gepard"] * 3 + ["zsu23_4"] * 3
    assert values(scenario, "geometry.range_in") == [10, 20, 30] * 2
    assert all(point.scenario.sweep == {} for point in points)


def test_keys_need_no_quotes():
    quoted, nested = ('"target.ecm" = [true, false]', "target.ecm = [true, false]")
    assert (
        values(shot(f"[sweep]\n{quoted}"), "target.ecm")
        == values(shot(f"[sweep]\n{nested}"), "target.ecm")
        == [True, False]
    )


def test_named_axis_sets_several_keys_and_merges_tables():
    scenario = shot("""[[sweep.case]]
        label = "near"
        set = {geometry.range_in = 5, target.ecm = false}
        [[sweep.case]]
        label = "far"
        [sweep.case.set.geometry]
        range_in = 40""")
    near, far = expand(scenario)
    assert near.labels == {"case": "near"}
    assert near.scenario.body["geometry"] == {"range_in": 5}
    assert near.scenario.body["target"] == {"unit": "tornado_ids", "ecm": False}  # merged, not replaced
    assert far.scenario.body["geometry"] == {"range_in": 40}
    assert far.scenario.body["target"] == {"unit": "tornado_ids"}


def test_named_axis_replaces_lists():
    combo = parse_scenario(
        tomllib.loads("""system = "command_decision"
        kind = "combo"
        firer = [{unit = "gepard"}, {unit = "sa9"}]
        [target]
        unit = "alphajet"
        [geometry]
        range_in = 25
        [[sweep.line]]
        label = "alone"
        [[sweep.line.set.firer]]
        unit = "zsu23_4"
        """)
    )
    assert expand(combo)[0].scenario.body["firer"] == [{"unit": "zsu23_4"}]


def test_a_later_axis_may_change_part_of_an_earlier_one():
    scenario = shot("""[sweep]
        target = [{unit = "tornado_ids"}, {unit = "alphajet"}]
        "target.ecm" = [true, false]""")
    assert [point.scenario.body["target"] for point in expand(scenario)] == [
        {"unit": unit, "ecm": ecm} for unit in ("tornado_ids", "alphajet") for ecm in (True, False)
    ]


def test_rulings_and_run_are_keys_like_others():
    scenario = shot("""[sweep]
        "rulings.fc_reroll_recursion" = ["recursive", "once"]
        "run.level" = [0.9, 0.99]""")
    assert values(scenario, "rulings.fc_reroll_recursion") == ["recursive", "recursive", "once", "once"]
    assert values(scenario, "run.level") == [0.9, 0.99] * 2


def test_numbers_stay_numbers_in_frames_and_points_name_themselves():
    numbers, words = axes_of(shot('[sweep]\ngeometry.range_in = [5, 7.5]\n"firer.unit" = ["gepard"]'))
    assert [numbers.shown(label) for label in numbers.cases] == [5, 7.5]
    assert words.shown("gepard") == "gepard"
    (named,) = axes_of(
        shot(
            "[[sweep.far]]\nlabel = 5\nset = {geometry.range_in = 5}\n"
            "[[sweep.far]]\nlabel = 9\nset = {geometry.range_in = 9}"
        )
    )
    assert [named.shown(label) for label in named.cases] == [5, 9]
    assert expand(shot("[sweep]\ngeometry.range_in = [5]"))[0].scenario.where == "shot.toml [geometry.range_in = 5]"


words = st.text("abcdefgh", min_size=1, max_size=5)


@given(
    st.dictionaries(words, st.lists(st.integers(-99, 99), min_size=1, max_size=4, unique=True), min_size=1, max_size=4)
)
def test_every_combination_stands_once(axes):
    scenario = parse_scenario({**SHOT, "sweep": {f"target.{name}": list(found) for name, found in axes.items()}})
    points = expand(scenario)
    seen = [tuple(point.scenario.value(f"target.{name}") for name in axes) for point in points]
    assert len(seen) == len(set(seen)) == prod(map(len, axes.values()))
    assert seen == sorted(seen, key=lambda row: [axes[name].index(v) for name, v in zip(axes, row, strict=True)])
    assert all(
        point.labels == {f"target.{n}": label_of(point.scenario.value(f"target.{n}")) for n in axes} for point in points
    )


decimals = st.builds(lambda whole, places: whole / 10**places, st.integers(-2000, 2000), st.integers(0, 3))


@given(decimals, decimals.filter(bool), st.integers(0, 60), st.floats(0, 0.999))
def test_ranges_hit_every_step_and_both_ends(first, step, steps, beyond):
    last = Fraction(str(first)) + steps * Fraction(str(step))
    to = float(last + Fraction(str(step)) * Fraction(beyond).limit_denominator(100))
    found = range_values({"from": first, "to": float(last), "step": step}, "here")
    assert [Fraction(str(value)) for value in found] == [
        Fraction(str(first)) + i * Fraction(str(step)) for i in range(steps + 1)
    ]
    assert len(range_values({"from": first, "to": to, "step": step}, "here")) in (steps + 1, steps + 2)
    assert found[-1] == float(last)


def test_a_range_whose_step_misses_its_end_stops_before_it():
    assert range_values({"from": 0, "to": 10, "step": 4}, "") == [0, 4, 8]
    assert range_values({"from": 5, "to": 5}, "") == [5]


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        ("", "shot.toml, sweep: missing"),
        ("[sweep]\ngeometry.range_in = []", "sweep.geometry.range_in: []; give a list of values"),
        ("[sweep]\ngeometry.range_in = 5", "sweep.geometry.range_in: 5; give a list of values"),
        ("[sweep]\ngeometry.range_in = [5, 5]", 'sweep.geometry.range_in: "5" stands twice'),
        ("[sweep]\ngeometry = {}", "sweep.geometry: an empty table"),
        (
            "[sweep]\ngeometry.range_in = {from = 5, to = 9, steps = 2}",
            'steps: no such key of a range; nearest: "step"',
        ),
        ("[sweep]\ngeometry.range_in = {from = 5}", "sweep.geometry.range_in.to: None; a range needs numbers"),
        ("[sweep]\ngeometry.range_in = {from = 5, to = true}", "sweep.geometry.range_in.to: True; a range needs"),
        ("[sweep]\ngeometry.range_in = {from = 5, to = inf}", "sweep.geometry.range_in.to: inf; a range needs"),
        ("[sweep]\ngeometry.range_in = {from = 5, to = 9, step = 0}", "step: 0 never leads from 5 to 9"),
        ("[sweep]\ngeometry.range_in = {from = 5, to = 9, step = -1}", "step: -1 never leads from 5 to 9"),
        ("[sweep]\ngeometry.range_in = {from = 0, to = 1e9, step = 1}", "1,000,000,001 values; at most 100,000"),
        ("[sweep]\nsweep.x = [1]", "a sweep does not sweep itself"),
        ('[sweep]\n"run.trails" = [1]', 'no such key; nearest: "run.trials"'),
        ("[[sweep.case]]\nset = {shots = 2}", 'case[0]: each entry of a named axis needs label = "..."'),
        ('[[sweep.case]]\nlabel = "a"\nset = 3', "case[0].set: 3; give a table of keys and values"),
        ('[[sweep.case]]\nlabel = "a"\nset = {shots = 2}\nlabels = 1', 'case[0].labels: no such key; nearest: "label"'),
        ('sweep.case = [{label = "a", set = {shots = 1}}, {label = "a", set = {shots = 2}}]', '"a" stands twice'),
        ('[sweep]\n"target.ecm" = [true]\ntarget = [{unit = "alphajet"}]', "sweep.target: would undo target.ecm of"),
        (
            '[sweep]\n"shots" = [1]\ncase = [{label = "a", set = {shots = 1}}]',
            "sweep.case: would undo shots of sweep.shots",
        ),
    ],
)
def test_what_is_wrong_is_named(toml, message):
    with pytest.raises(ScenarioError) as caught:
        axes_of(shot(toml))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_too_many_points_are_refused_before_any_is_made():
    ranges = "\n".join(f'"target.k{i}" = {{from = 1, to = 1000}}' for i in range(3))
    with pytest.raises(ScenarioError, match=r"1,000,000,000 points; at most 100,000"):
        axes_of(shot(f"[sweep]\n{ranges}"))
    assert MOST_POINTS == 100_000


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        ("geometry.rnage_in = [5, 6]", "shot.toml [geometry.rnage_in = 5], geometry.rnage_in: no such key; nearest:"),
        ("trget.ecm = [true]", 'trget: no such key; nearest: "target"'),
        ('"rulings.fc_reroll_recursive" = ["once"]', 'no ruling "fc_reroll_recursive"; nearest: "fc_reroll_recursion"'),
        ('"rulings.fc_reroll_recursion" = ["once", "never"]', '"never"; options: recursive (default), once'),
        ('"firer.unit" = ["gepard", "gephard"]', 'no unit "gephard" in command_decision; nearest: "gepard"'),
        ("geometry.range_in = [5, -1]", "geometry.range_in: -1; must be greater than or equal to 0"),
    ],
)
def test_a_slip_in_any_value_shows_before_the_first_point_is_played(toml, message):
    scenario = shot(f"[sweep]\n{toml}")
    with pytest.raises(ScenarioError) as caught:
        check(scenario, axes_of(scenario))
    assert message in str(caught.value)


def test_an_axis_may_not_take_the_name_of_a_column():
    scenario = shot('[[sweep.effect]]\nlabel = "near"\nset = {geometry.range_in = 5}')
    with pytest.raises(ScenarioError, match='"effect" is a column of the result; give the axis another name'):
        check(scenario, axes_of(scenario))
