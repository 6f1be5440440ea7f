"""Balance searches over several files: targets, knobs that move one or all, worths, and the same answer every time."""

import pytest

from simlab.analysis.points.study import points
from simlab.analysis.search import Knob, Target, balance_search
from simlab.errors import RunError
from simlab.execute import prepare
from simlab.scenario import parse_scenario

GUN = {
    "system": "command_decision", "kind": "shot", "firer": {"unit": "zsu23_4"}, "target": {"unit": "tornado_ids"},
    "geometry": {"range_in": 12},
}  # fmt: skip
BATTERY = {
    "system": "continental_siege", "kind": "attrition", "fortress": "csa10", "priority": "pu_only", "turns": 6,
    "battery": {"heavy_aa": 4, "light_aa": 0, "howitzer": 1},
    "points": {
        "metric": "crashed_by:5", "method": "swap", "reference": "heavy",
        "units": {"heavy": {"key": "battery.heavy_aa", "most": 8}, "light": {"key": "battery.light_aa", "most": 8}},
    },
}  # fmt: skip
RANGES = Knob("geometry.range_in", tuple(range(0, 45, 5)))


def named(tree, name):
    return prepare(parse_scenario(tree, f"{name}.toml"))


def other(**changes):
    return named({**GUN, "firer": {"unit": "zsu23_4", **changes}}, "other")


def test_a_knob_moves_every_file_that_takes_it():
    """2/9 in manual range, 8/45 in fire-control range (W5), in both files."""
    wanted = [Target("effect:abort", 0.17, 0.18), Target("effect:abort", 0.17, 0.18, "other")]
    found = balance_search(named(GUN, "gun"), wanted, [RANGES], also={"other": other()})
    assert found.found is not None
    assert found.found.changes == (("geometry.range_in", 20),)
    assert found.names == ("gun/effect:abort", "other/effect:abort")
    assert found.found.shares == pytest.approx((8 / 45, 8 / 45))


def test_a_named_knob_moves_its_file_alone():
    wanted = [Target("effect:abort", 0.17, 0.18), Target("effect:abort", 0.22, 0.23, "other")]
    everywhere = balance_search(named(GUN, "gun"), wanted, [RANGES], also={"other": other()})
    assert everywhere.found is None
    alone = balance_search(named(GUN, "gun"), wanted, [RANGES._replace(case="gun")], also={"other": other()})
    assert alone.found is not None
    assert alone.found.changes == (("gun/geometry.range_in", 20),)
    assert alone.found.shares == pytest.approx((8 / 45, 2 / 9))


def test_games_of_two_rulebooks_are_searched_together():
    """What one file asks is met by a knob of its own, and the other game plays on as it was."""
    battery = named(BATTERY, "battery")
    wanted = [Target("effect:abort", 0.17, 0.18), Target("crashed_by:5", 0.9, 1.0, "battery")]
    guns = Knob("battery.heavy_aa", (4, 6, 8, 10, 12))
    found = balance_search(named(GUN, "gun"), wanted, [RANGES, guns], also={"battery": battery})
    assert [len(setting.changes) for setting in found.best] == [0, 1, 2]
    assert found.found is not None
    assert dict(found.found.changes)["geometry.range_in"] == 20
    fewer = next(setting for setting in found.best if len(setting.changes) == 1)
    assert fewer.distance > 0.0
    again = balance_search(named(GUN, "gun"), wanted, [RANGES, guns], also={"battery": battery})
    assert again == found


def test_a_worth_may_be_wanted():
    """Light AA is worth less than heavy; how much it is depends on the turns that there are."""
    worth = points(parse_scenario(BATTERY), check=False).prices.worths[1]
    found = balance_search(
        named(BATTERY, "battery"), [Target("worth:light", worth.worth - 0.01, worth.worth + 0.01)],
        [Knob("battery.howitzer", (0, 2))],
    )  # fmt: skip
    assert found.found is not None
    assert not found.found.changes
    assert found.found.shares[0] == pytest.approx(worth.worth, abs=1e-9)
    assert found.found.ends[0][0] <= worth.worth <= found.found.ends[0][1]
    assert found.means == (True,)
    assert "worth:light" in found.sentence
    assert "%" not in found.told(found.found)[0]


def test_a_unit_that_no_number_equals_misses_wholly():
    assert Target("worth:light", 0.9, 1.1).miss(float("nan"), mean=True) == 1.0
    assert Target("worth:light", 0.9, 1.1).miss(0.8, mean=True) == pytest.approx(0.1)


@pytest.mark.parametrize(
    ("targets", "knobs", "told"),
    [
        ([Target(None, 0, 1, "othr")], [RANGES], 'nearest: "other"'),
        ([Target(None, 0, 1)], [RANGES._replace(case="guns")], 'nearest: "gun"'),
        ([Target(None, 0, 1)], [Knob("geometry.rang", (1, 2))], "no file takes any of its values"),
        ([Target(None, 0, 1)], [RANGES, RANGES._replace(case="other")], "both move geometry.range_in of other"),
        ([Target(None, 0, 1)], [Knob("geometry.range_in", (1, 1))], "1 is there twice"),
        ([Target(None, 0, 1)], [Knob("geometry.range_in", ())], "no values"),
        ([Target("worth:zsu23_4", 0, 1)], [RANGES], "no .points. block"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(targets, knobs, told):
    with pytest.raises(RunError, match=told):
        balance_search(named(GUN, "gun"), targets, knobs, also={"other": other()})


def test_two_files_of_one_name_and_units_without_a_price_are_refused():
    with pytest.raises(RunError, match="two files are called"):
        balance_search(named(GUN, "gun"), [Target(None, 0, 1)], [RANGES], also={"gun": other()})
    with pytest.raises(RunError, match='prices no unit "lihgt"; nearest: "light"'):
        balance_search(named(BATTERY, "battery"), [Target("worth:lihgt", 0, 1)], [Knob("turns", (4, 5))])
