"""Restricted play against answers that can be had one by one: a helicopter's altitude, and who shoots at it."""

import itertools
import math

import pytest

from simlab.analysis.doctrine_value import doctrine_value
from simlab.analysis.even_prices import even_prices
from simlab.analysis.search import Knob
from simlab.errors import SimlabError
from simlab.execute import run

SORTIE = {
    "system": "command_decision", "kind": "sortie", "helicopter": {"unit": "ah1s_mc"}, "game": {"turns": 3},
    "profile": {"altitude": "popup"},
    "air_defence": [{"unit": "zsu23_4", "range_in": 25}, {"unit": "sa9", "range_in": 30}],
}  # fmt: skip
ALTITUDES, RANGES = ("popup", "noe", "low"), (10, 25, 40)
ALTITUDE, RANGE = Knob("profile.altitude", ALTITUDES), Knob("air_defence.0.range_in", RANGES)


def share(altitude="popup", range_in=25, systems=2, outcome="survives"):
    scenario = {**SORTIE, "profile": {"altitude": altitude}}
    scenario["air_defence"] = [{"unit": "zsu23_4", "range_in": range_in}, SORTIE["air_defence"][1]][-systems:]
    return run(scenario, method="exact").p("fate", outcome)


def test_values_and_regrets_are_differences_of_single_answers():
    found = doctrine_value(SORTIE, [ALTITUDE, RANGE])
    grid = {pair: share(*pair) for pair in itertools.product(ALTITUDES, RANGES)}
    best = max(grid.values())
    assert found.exact
    assert found.whole
    assert found.share == pytest.approx(best)
    assert grid[found.best["profile.altitude"], found.best["air_defence.0.range_in"]] == pytest.approx(best)
    regret = {(row["choice"], row["doctrine"]): row for row in found.regret.to_dict("records")}
    value = {row["restriction"]: row for row in found.value.to_dict("records")}
    for altitude in ALTITUDES:
        tied = max(p for (one, _), p in grid.items() if one == altitude)
        free = max(p for (one, _), p in grid.items() if one != altitude)
        assert regret["profile.altitude", altitude]["regret"] == pytest.approx(best - tied)
        assert regret["profile.altitude", altitude]["as_it_stands"] == pytest.approx(grid[altitude, 25])
        assert value[f"not profile.altitude = {altitude}"]["value"] == pytest.approx(best - free)
    assert found.regret["lo"].tolist() == found.regret["hi"].tolist()
    assert (found.value["value"] >= 0).all()
    assert found.value["value"].is_monotonic_decreasing


def test_a_unit_less():
    """For the side that shoots: its losses inflicted with both systems, and without the SA-9."""
    found = doctrine_value(SORTIE, [], "fate:lost_to_air_defence", without=["air_defence.1"])
    both = share(outcome="lost_to_air_defence")
    gun = run({**SORTIE, "air_defence": SORTIE["air_defence"][:1]}, method="exact").p("fate", "lost_to_air_defence")
    row = found.value.iloc[0]
    assert row["p_without"] == pytest.approx(gun)
    assert row["value"] == pytest.approx(both - gun)


def test_where_not_all_can_be_answered_one_choice_at_a_time_is_turned():
    whole = doctrine_value(SORTIE, [ALTITUDE, RANGE])
    found = doctrine_value(SORTIE, [ALTITUDE, RANGE], budget=2)
    assert not found.whole
    assert found.share == pytest.approx(whole.share)  # the two choices do not stand in each other's way here
    assert "found in" in found.sentence


def test_dice_give_intervals_that_hold_the_exact_values():
    exact = doctrine_value(SORTIE, [ALTITUDE])
    rolled = doctrine_value(SORTIE, [ALTITUDE], method="sample", trials=5_000, seed=5, level=0.999999)
    assert not rolled.exact
    by_name = exact.regret.set_index("doctrine")
    for row in rolled.regret.to_dict("records"):
        assert row["lo"] - 1e-9 <= by_name.loc[row["doctrine"], "regret"] <= row["hi"] + 1e-9


def test_the_price_of_a_pair_is_where_the_curve_is_even():
    price = Knob("air_defence.0.count", (1, 2, 3, 4))
    gun = Knob("air_defence.0.unit", ("zsu23_4", "gepard"))
    frame = even_prices(SORTIE, Knob("profile.altitude", ("popup", "noe")), gun, price, even=0.9)
    for row in frame.to_dict("records"):
        curve = []
        for count in price.values:
            scenario = {**SORTIE, "profile": {"altitude": row["mine"]}}
            scenario["air_defence"] = [
                {"unit": row["theirs"], "range_in": 25, "count": count}, SORTIE["air_defence"][1],
            ]  # fmt: skip
            curve.append(run(scenario, method="exact").p("fate", "survives"))
        assert row["share"] == pytest.approx(curve[0])
        assert (row["lowest"], row["highest"]) == (pytest.approx(min(curve)), pytest.approx(max(curve)))
        if min(curve) <= 0.9 <= max(curve):
            low = math.floor(row["price"])
            ends = curve[low - 1], curve[min(low, 3)]
            assert min(ends) - 1e-9 <= 0.9 <= max(ends) + 1e-9
        else:
            assert row["told"] == "no price makes it even"
    assert len(frame) == 4
    assert {row for row in frame["told"] if row == "no price makes it even"}


@pytest.mark.parametrize(
    ("how", "word"),
    [
        ({"choices": []}, "name a choice"),
        ({"choices": [ALTITUDE, ALTITUDE]}, "a key of its own"),
        ({"choices": [], "without": ["air_defence.7"]}, "no such entry"),
        ({"choices": [], "without": ["game"]}, "no such entry"),
    ],
)
def test_what_makes_no_sense_is_refused(how, word):
    with pytest.raises(SimlabError, match=word):
        doctrine_value(SORTIE, **how)
    with pytest.raises(SimlabError, match="rising numbers"):
        even_prices(SORTIE, ALTITUDE, RANGE, Knob("air_defence.0.count", (2, 1)))


def test_where_two_choices_must_be_turned_at_once_the_tuner_finds_them(monkeypatch):
    """A game in which either change alone loses, and both together win: one at a time stays where it is."""
    from simlab.analysis import doctrine_value as room

    wins = {("popup", 25): 0.5, ("noe", 25): 0.4, ("popup", 40): 0.3, ("noe", 40): 0.9}

    def share(field, chosen):
        field._known[chosen] = wins[tuple(value for _, value in chosen)]
        return field._known[chosen]

    def tuned(cases, players, **how):
        (player,) = players
        from simlab.analysis.tuning import Tuning

        best = {"profile.altitude": "noe", "air_defence.0.range_in": 40}
        return Tuning(tuple(players), {player.name: {dial.key: best[dial.key] for dial in player.dials}}, ())

    monkeypatch.setattr(room.Choices, "share", share)
    monkeypatch.setattr("simlab.analysis.tuning.tune", tuned)
    choices = [Knob("profile.altitude", ("popup", "noe")), Knob("air_defence.0.range_in", (25, 40))]
    field = room.Choices(room.as_prepared(SORTIE), choices, None, 100, 0, "auto", 1, None)
    assert dict(field._climbed([c.key for c in choices], [c.values for c in choices]))["profile.altitude"] == "popup"
    best, whole = field.best({})
    assert not whole
    assert dict(best) == {"profile.altitude": "noe", "air_defence.0.range_in": 40}
