"""The check of a price list comes out for any prices: right ones pass it, wrong ones do not, and it says what it used.

The games have a known worth and numbered dice, so each answer is fixed; what chance would do to another key is stated
by the interval that the check itself makes.
"""

import math

import numpy as np
import pytest
from known_worth import KnownWorth

from simlab.analysis.points.check import Check, check_prices
from simlab.analysis.points.pairing import STEPS, offered_lists, pairs_of
from simlab.analysis.points.units import Unit

# effects of the units, most of each, total: prices that are coarse, that no list without the unit can pay, of two units
GAMES = {
    "coarse": ([0.2, 1.46], [30, 3], 9.0),
    "nobody else can pay it": ([0.2, 1.46], [4, 2], 9.0),
    "one of each": ([0.5, 0.7, 1.2], [1, 1, 1], 3.0),
    "two of a kind": ([0.6, 0.6], [5, 5], 4.0),
    "at least one": ([0.3, 0.5, 1.1], [4, 4, 3], 6.0),
    "odd ratios": ([0.31, 0.47, 1.39, 2.03], [6, 6, 3, 2], 8.0),
}


def game_of(name):
    effects, most, total = GAMES[name]
    least = 1 if name == "at least one" else 0
    units = [Unit(f"u{place}", f"f.u{place}", least=least, most=many) for place, many in enumerate(most)]
    prices = [effect / effects[0] for effect in effects]
    return KnownWorth(effects, -effects[0] * total), units, prices, total


@pytest.mark.parametrize("name", GAMES)
def test_right_prices_pass_for_every_unit(name):
    game, units, prices, total = game_of(name)
    found = check_prices(game, units, None, prices, total, lists=40, trials=400)
    assert (found.rows["lists"] > 0).all()
    assert found.held, found.rows
    assert (found.rows["won"] - 0.5).abs().max() < 0.05


@pytest.mark.parametrize("name", GAMES)
def test_wrong_prices_fail(name):
    """The last unit at three fifths of its worth: lists with it do better than lists of the same price without it."""
    game, units, prices, total = game_of(name)
    wrong = [*prices[:-1], 0.6 * prices[-1]]
    found = check_prices(game, units, wrong, prices, (total, total), lists=40, trials=400, margin=0.02)
    rows = found.rows.set_index(["prices", "unit"])
    last = units[-1].name
    assert (rows["lists"] > 0).all()
    assert rows.loc[("so far", last), "won"] > rows.loc[("new", last), "won"]
    assert rows.loc[("so far", last), "verdict"] == "fails"
    assert rows.loc[("new", last), "verdict"] != "fails"
    assert not check_prices(game, units, None, wrong, total, lists=40, trials=400, margin=0.02).held


def test_what_was_used_is_told():
    game, units, prices, total = game_of("nobody else can pay it")
    found = check_prices(game, units, None, prices, total, lists=40)
    assert found.rows["beyond"].any()
    assert "more of a unit than the study allows" in found.sentence
    game, units, prices, total = game_of("coarse")
    found = check_prices(game, units, None, prices, total, lists=40)
    assert (found.rows["apart"] > STEPS[0][1]).any()
    assert "Prices are coarse" in found.sentence
    game, units, prices, total = game_of("one of each")
    assert "few different pairs of lists exist" in check_prices(game, units, None, prices, total, lists=40).sentence


def test_fine_prices_need_no_such_words():
    game, units, prices, _ = game_of("odd ratios")
    units = [Unit(unit.name, unit.key, most=12) for unit in units]
    found = check_prices(game, units, None, prices, 16.0, lists=20)
    assert (found.rows["apart"] == STEPS[0][1]).all()
    assert not found.rows["beyond"].any()
    assert found.sentence.endswith("within 5 points.")


class Bounded(KnownWorth):
    """A game that takes no more than three units of a kind, as a scenario may."""

    def seen(self, own, other, first, last):
        from simlab.errors import ScenarioError

        if max(own) > 3:
            raise ScenarioError("bounded: at most 3")
        return super().seen(own, other, first, last)


def test_a_scenario_that_takes_no_more_units_is_checked_within_its_bounds():
    units = [Unit("tank", "a", most=3), Unit("fortress", "b", most=2)]
    found = check_prices(Bounded([0.2, 0.8], -0.7), units, None, [1.0, 4.0], 4.0, lists=10)
    assert not found.rows["beyond"].any()
    assert (found.rows["lists"] > 0).all()


def test_differences_of_price_cancel_over_the_pairs():
    """A unit of 7.3 beside one of 1: no two lists of one total, but dearer and cheaper ones in turn."""
    units = [Unit("tank", "a", most=30), Unit("fortress", "b", most=3)]
    pairs = pairs_of(units, np.array([1.0, 7.3]), 9.0, 1, 40, 0)
    assert pairs.apart > STEPS[0][1]
    assert abs(pairs.dearer).min() > 0.02
    assert abs(pairs.dearer.mean()) < 0.01


def test_pairs_exist_for_any_prices():
    """60 random lists of prices, bounds and totals; every unit with a price gets its pairs, balanced and equal."""
    for number in range(60):
        draw = np.random.default_rng(number)
        least = draw.integers(0, 2, many := int(draw.integers(2, 6)))
        units = [
            Unit(str(k), str(k), least=int(low), most=int(low + draw.integers(1, 7))) for k, low in enumerate(least)
        ]
        prices = np.exp(draw.uniform(-2.0, 2.0, many))
        total = float(draw.uniform(0.2, 1.0) * sum(unit.most * p for unit, p in zip(units, prices, strict=True)) / 2.0)
        offered = offered_lists(units, prices, total, 12, number)
        for place, unit in enumerate(units):
            pairs = pairs_of(units, prices, total, place, 12, number, offered)
            assert len(pairs) == 12
            assert (pairs.rich[:, place] > unit.least).all()
            assert (pairs.poor[:, place] == unit.least).all()
            rich, poor = pairs.rich @ prices, pairs.poor @ prices
            assert pairs.dearer == pytest.approx(2.0 * (rich - poor) / (rich + poor), abs=1e-9)
            assert (abs(pairs.dearer) <= pairs.apart + 1e-6).all()
            top = [one.most for one in units]
            assert pairs.beyond or ((pairs.rich <= top).all() and (pairs.poor <= top).all())


def test_one_price_alone_is_not_checked():
    game, units, _, total = game_of("coarse")
    found = check_prices(game, units, None, [1.0, math.nan], total)
    assert isinstance(found, Check)
    assert not found.held
    assert "not checked" in found.sentence
