"""Worth of units: games whose units have a known worth, a battery whose law is exact, cost formulas of case C02."""

import math
import threading
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from known_worth import KnownWorth

from simlab import SimlabError, prepare, run
from simlab.analysis.points.check import better, check_prices, even_total
from simlab.analysis.points.duels import duels
from simlab.analysis.points.exchange import exchange
from simlab.analysis.points.field import Field
from simlab.analysis.points.fit import fit, glm, newton
from simlab.analysis.points.forces import drawn_forces, play_forces
from simlab.analysis.points.formula import columns_of, own_cost, with_costs
from simlab.analysis.points.matchups import matchups
from simlab.analysis.points.measure import measure_of
from simlab.analysis.points.prices import PriceList, Worth, suggested
from simlab.analysis.points.regression import interaction_words, priced, regression
from simlab.analysis.points.study import asked_of, points
from simlab.analysis.points.swap import crossing, swap
from simlab.analysis.points.units import Unit, count_at, unit_of_text, with_counts
from simlab.analysis.tournament import from_rates
from simlab.scenario import parse_scenario

SURE = 0.999999  # an interval of this level misses the truth once in a million runs
EFFECTS = np.array([0.4, 0.8, 0.2])
UNITS = [
    Unit("tank", "force.tank", most=6, cost=1), Unit("gun", "force.gun", most=4, cost=1),
    Unit("jet", "force.jet", most=4, cost=1),
]  # fmt: skip
BOTH = [Unit(unit.name, unit.key, most=6, cost=1, mirror=f"other.{unit.name}") for unit in UNITS]
BATTERY = {
    "system": "continental_siege", "kind": "attrition", "fortress": "csa10", "priority": "pu_only", "turns": 6,
    "battery": {"heavy_aa": 4, "light_aa": 0, "howitzer": 1},
}  # fmt: skip
GUNS = [Unit("heavy_aa", "battery.heavy_aa", most=8), Unit("light_aa", "battery.light_aa", most=8)]


def known(level=SURE, **more):
    return regression(KnownWorth(EFFECTS, -2.2), UNITS, pairs=400, trials=20, level=level, times=400, **more)


@pytest.fixture(scope="module")
def found():
    return known(0.95)


def ends_of(prices):
    frame = prices.frame().set_index("unit")
    return {name: (row["lo"], row["hi"]) for name, row in frame.to_dict("index").items()}


# Keys -----------------------------------------------------------------------------------------------------------------


def test_a_count_is_found_by_unit_name_or_place():
    body = {"red": {"plane": [{"unit": "su25", "count": 3}, {"unit": "su25", "name": "second", "count": 1}]}}
    assert count_at(body, "red.plane.su25") == 3
    assert count_at(body, "red.plane.second") == 1
    assert count_at(body, "red.plane.1") == 1
    assert count_at(body, "red.plane.mig29") == 0
    made = with_counts(body, {"red.plane.second": 4, "red.plane.su25": 0})
    assert made["red"]["plane"] == [{"unit": "su25", "name": "second", "count": 4}]
    assert body["red"]["plane"][0]["count"] == 3


def test_places_are_those_before_any_change():
    body = {"force": [{"unit": "a", "count": 1}, {"unit": "b", "count": 1}, {"unit": "c", "count": 1}]}
    made = with_counts(body, {"force.0": 0, "force.2": 5})
    assert made["force"] == [{"unit": "b", "count": 1}, {"unit": "c", "count": 5}]


def test_entries_without_a_count_and_words_are_repeated():
    body = {"aa": [{"unit": "sa9", "range_in": 20}], "aircraft": [{"unit": "stuka", "bombs": ["he", "cluster"]}]}
    assert with_counts(body, {"aa.sa9": 2})["aa"] == [{"unit": "sa9", "range_in": 20}] * 2
    made = with_counts(body, {"aircraft.0.bombs.he": 2, "aircraft.0.bombs.cluster": 0})
    assert made["aircraft"][0]["bombs"] == ["he", "he"]
    assert count_at(body, "aircraft.stuka.bombs.cluster") == 1


@pytest.mark.parametrize(
    ("key", "told"),
    [("force.9", "no entry"), ("nowhere.here.unit", "nothing is called"), ("title.x", "holds no numbers")],
)
def test_keys_that_lead_nowhere(key, told):
    body = {"force": [{"unit": "a", "count": 1}], "title": "text", "nowhere": [{"unit": "b"}]}
    with pytest.raises(SimlabError, match=told):
        count_at(body, key) if told != "no entry" else with_counts(body, {key: 2})


@pytest.mark.parametrize("text", ["", "force.a:1", "force.a:3..1", "force.a@0", "force.a@1.2.3", "force.a:0..2@@1"])
def test_units_of_the_shell_that_are_wrong(text):
    with pytest.raises(SimlabError, match=r"unit|points"):
        unit_of_text(text)


# Measures -------------------------------------------------------------------------------------------------------------


def test_measures_are_chances_means_and_differences():
    prepared = prepare(BATTERY)
    law = prepared.kind.exact(prepared.packed)
    result = run(prepared)
    for metric, truth in [
        ("crashed_by:3", next(row["p"] for row in result.rows("crashed_by") if row["turn"] == 3)),
        ("turns_flown", sum(row["turns_flown"] * row["p"] for row in result.rows("turns_flown"))),
    ]:
        assert law @ measure_of(prepared, metric).weights(prepared.space) == pytest.approx(truth)
    both = measure_of(prepared, "turns_flown - crashed_by:6").weights(prepared.space)
    one, other = (measure_of(prepared, name).weights(prepared.space) for name in ("turns_flown", "crashed_by:6"))
    assert (both == one - other).all()


@pytest.mark.parametrize(
    ("metric", "told"), [("crash:3", "no table"), ("crashed_by:99", "no outcome"), ("crash_turn", "counts no numbers")]
)
def test_measures_that_are_wrong(metric, told):
    with pytest.raises(SimlabError, match=told):
        measure_of(prepare(BATTERY), metric)


# Swap -----------------------------------------------------------------------------------------------------------------


def test_swap_of_a_battery_is_exact():
    """Light AA (6) for four Heavy AA (8) against a CSA-10: the curve is the exact law at each number."""
    field = Field(BATTERY, GUNS, "crashed_by:5")
    answer = swap(field, GUNS, field.base_counts(), 1)
    rates = {
        number: run({**BATTERY, "battery": {"light_aa": number, "howitzer": 1}}).interval("crashed_by", 5)[0]
        for number in range(9)
    }
    wanted = run(BATTERY).interval("crashed_by", 5)[0]
    assert answer.curve["metric"].tolist() == pytest.approx(list(rates.values()))
    after = next(number for number in rates if rates[number] >= wanted)
    even = after - 1 + (wanted - rates[after - 1]) / (rates[after] - rates[after - 1])
    assert answer.even == pytest.approx(even)
    assert (answer.lo, answer.hi) == (answer.even, answer.even)
    assert 4 < even < 8


def test_swap_on_dice_holds_the_exact_number():
    exact = Field(BATTERY, GUNS, "crashed_by:5")
    truth = swap(exact, GUNS, exact.base_counts(), 1).even
    field = Field(BATTERY, GUNS, "crashed_by:5", seed=3, method="sample")
    answer = swap(field, GUNS, field.base_counts(), 1, trials=8_000, level=SURE)
    assert answer.lo < truth < answer.hi
    assert answer.hi - answer.lo < 2


def test_swap_finds_a_known_worth_by_both_goals():
    game = KnownWorth(EFFECTS, -2.2, seed=1)
    equal = swap(game, UNITS, ((4, 0, 0), (0, 0, 0)), 1, trials=4_000)
    assert equal.even == pytest.approx(2.0)
    half = swap(game, UNITS, ((0, 0, 0), (0, 0, 0)), 1, even=0.5, trials=40_000, level=SURE)
    assert half.worth.lo < 2.0 < half.worth.hi
    assert half.replaced == pytest.approx(5.5, abs=0.2)  # 2.2 / 0.4 tanks make it even


def test_a_long_curve_is_halved_not_walked():
    many = [Unit("tank", "a", most=4), Unit("mouse", "b", most=200)]
    answer = swap(KnownWorth([0.4, 0.01], -1.0), many, ((4, 0), (0, 0)), 1, trials=2_000)
    assert answer.even == pytest.approx(160, abs=2)
    assert len(answer.curve) < 25


def test_no_number_is_even_is_an_answer():
    game = KnownWorth([0.4, 0.0, 0.05], -2.2)
    never = swap(game, UNITS, ((4, 0, 0), (0, 0, 0)), 1, trials=2_000)
    assert math.isnan(never.even)
    assert math.isinf(never.hi)
    assert "No number of gun up to 4 equals 4 tank" in never.sentence
    assert math.isnan(never.worth.worth)
    useless = swap(KnownWorth([0.0, 0.4, 0.1], -2.2), UNITS, ((4, 0, 0), (0, 0, 0)), 1, trials=2_000)
    assert useless.useless
    assert "changes nothing" in useless.sentence


def test_crossing_of_curves_that_dip():
    assert crossing(np.arange(4.0), np.array([[0.1, 0.4, 0.3, 0.6]]), np.array([0.5])).tolist() == pytest.approx([2.6])
    assert crossing(np.arange(2.0), np.array([[0.6, 0.7]]), np.array([0.5])).tolist() == [0.0]


def test_the_cost_of_an_even_exchange():
    """Three units move the margin by 2 each, their losses at a cost of 3 included, and half of them are lost."""
    losses = KnownWorth([0.0, 0.5, 0.0], margin=0.6, seed=4)
    margin = KnownWorth([0.0, 2.0, 0.0], 1.0, margin=4.0, seed=5)
    units = [replace(unit, cost=3.0) for unit in UNITS]
    answer = exchange(margin, losses, units, ((0, 3, 0), (0, 0, 0)), 1, trials=20_000, level=SURE)
    assert answer.margin == pytest.approx(6.0)  # the same dice with them and without
    assert answer.worth.lo < 3.0 + 6.0 / 1.5 < answer.worth.hi
    assert answer.worth.hi - answer.worth.lo < 0.5
    never = exchange(margin, KnownWorth([0.0, 0.0, 0.0], margin=0.0), units, ((0, 3, 0), (0, 0, 0)), 1, trials=400)
    assert "none is ever lost" in never.sentence
    useless = exchange(KnownWorth([0.0, -2.0, 0.0], margin=1.0), losses, units, ((0, 3, 0), (0, 0, 0)), 1, trials=4_000)
    assert "no cost is low enough" in useless.sentence
    with pytest.raises(SimlabError, match="has no gun"):
        exchange(margin, losses, units, ((1, 0, 0), (0, 0, 0)), 1)


# Regression -----------------------------------------------------------------------------------------------------------


def test_known_worth_is_recovered_within_its_interval():
    ends = ends_of(known().prices)
    assert ends["gun"][0] < 2.0 < ends["gun"][1]
    assert ends["jet"][0] < 0.5 < ends["jet"][1]
    assert ends["gun"][1] - ends["gun"][0] < 1.0


def test_the_force_that_makes_it_even():
    even = known().even  # 2.2 / 0.4 tanks
    assert even.lo < 5.5 < even.hi
    assert even.hi - even.lo < 1.5


def test_known_worth_in_a_game_whose_sides_buy_from_one_list():
    made = regression(KnownWorth(EFFECTS, 0.3, mirrored=True), BOTH, pairs=400, trials=20, level=SURE)
    ends = ends_of(made.prices)
    assert ends["gun"][0] < 2.0 < ends["gun"][1]
    assert ends["jet"][0] < 0.5 < ends["jet"][1]


def test_known_worth_of_a_margin_and_of_an_enemy():
    units = [*UNITS[:2], Unit("flak", "enemy.flak", most=4, enemy=True)]
    game = KnownWorth([3.0, 6.0, -1.5], 2.0, margin=4.0)
    ends = ends_of(regression(game, units, pairs=300, trials=10, level=SURE).prices)
    assert ends["gun"][0] < 2.0 < ends["gun"][1]
    assert ends["flak"][0] < 0.5 < ends["flak"][1]
    assert ends["flak"][0] > 0


def test_prices_say_who_costs_too_little_and_a_round_number(found):
    frame = found.prices.frame().set_index("unit")
    assert frame["verdict"].to_dict() == {"tank": "reference", "gun": "too cheap", "jet": "too dear"}
    assert frame.loc["gun", "suggested"] == 2.0
    assert "too cheap: gun" in found.prices.sentence
    fair = regression(KnownWorth([0.4, 0.4, 0.4], -2.0), UNITS, pairs=300, trials=20, level=SURE)
    assert set(fair.prices.frame()["verdict"]) == {"reference", "not told apart"}


def test_forecasts_are_calibrated_and_explain_what_there_is(found):
    frame = found.calibration
    assert frame["pairs"].sum() == 400
    apart = (frame["came"] - frame["foretold"]) / np.maximum((frame["hi"] - frame["lo"]) / 3.92, 1e-9)
    assert (apart.abs() < 5.5).all()
    assert found.explained > 0.9
    noise = priced(play_forces(KnownWorth([0.0, 0.0, 0.0]), *forces_and_none(300), 10), True, UNITS, 0, 10)
    assert noise.explained < 0.2
    assert any("no more than the noise" in note for note in noise.prices.notes)


def forces_and_none(pairs):
    own = drawn_forces(UNITS, pairs, 5)
    return own, np.zeros_like(own)


def test_units_worth_less_together_are_flagged(found):
    assert found.interactions.empty
    curved = regression(KnownWorth([1.2, 1.6, 0.4], -3.5, power=0.5), UNITS, pairs=1_500, trials=40)
    flagged = curved.interactions
    own = flagged[flagged["unit"] == flagged["with_unit"]]
    assert "tank" in set(own["unit"])
    assert (own["worth"] < 0).all()
    assert "each further tank is worth" in " ".join(interaction_words(flagged))


def test_the_fit_is_that_of_statsmodels_and_so_is_each_resample():
    own, other = forces_and_none(200)
    played = play_forces(KnownWorth(EFFECTS, -2.2), own, other, 10)
    columns = np.c_[np.ones(200), played.apart]
    weights = np.random.default_rng(0).multinomial(200, np.full(200, 1 / 200), 3) * played.n
    ours = newton(columns, played.mean, weights.astype(float), np.zeros(4), np.zeros((3, 4)), True)
    for one, weight in zip(ours, weights, strict=True):
        assert one == pytest.approx(np.asarray(glm(columns, played.mean, weight, True).params), abs=1e-6)


def test_thin_data_are_drawn_towards_the_prices_so_far():
    units = [Unit(f"u{place}", f"f.u{place}", most=2) for place in range(8)]
    truth = np.full(8, 0.3)
    own = drawn_forces(units, 40, 2)
    played = play_forces(KnownWorth(truth, -2.0), own, np.zeros_like(own), 2)
    made = fit(played.apart, played.mean, played.n, is_rate=True, costs=np.ones(8), times=50)
    alone = np.asarray(glm(np.c_[np.ones(40), played.apart], played.mean, played.n, True).params)[1:]
    assert made.shrink > 0
    assert ((made.effects - truth) ** 2).sum() < ((alone - truth) ** 2).sum()


def test_equal_seeds_give_equal_prices_for_any_number_of_threads(found):
    again = known(0.95, threads=1)
    pd.testing.assert_frame_equal(again.prices.frame(), found.prices.frame())
    pd.testing.assert_frame_equal(known(0.95, threads=5).calibration, found.calibration)
    assert not known(0.95, seed=1).prices.frame().equals(found.prices.frame())


def test_what_cannot_be_fitted_is_said():
    with pytest.raises(SimlabError, match="give 12 or more"):
        regression(KnownWorth(EFFECTS), UNITS, pairs=6)
    with pytest.raises(SimlabError, match="rise and fall together"):
        fit(np.ones((40, 2)), np.full(40, 0.5), np.ones(40), is_rate=True)
    with pytest.raises(SimlabError, match="for every force"):
        regression(KnownWorth(EFFECTS, -900.0), UNITS, pairs=40)
    with pytest.raises(SimlabError, match="needs a price"):
        drawn_forces([Unit("a", "a"), Unit("b", "b", cost=1)], 10, 0, (2, 4))
    with pytest.raises(SimlabError, match="least numbers cost"):
        drawn_forces([Unit("a", "a", least=3, cost=2), Unit("b", "b", cost=1)], 10, 0, (2, 4))


def test_ctrl_c_keeps_the_pairs_that_were_finished():
    class Stopped(KnownWorth):
        many = 0

        def seen(self, own, other, first, last):
            self.many += 1
            if self.many == 120:
                raise KeyboardInterrupt
            return super().seen(own, other, first, last)

    made = regression(Stopped(EFFECTS, -2.2), UNITS, pairs=400, trials=20, threads=1)
    assert made.interrupted
    assert len(made.played) == 119
    whole = known(0.95)
    assert (made.played.mean == whole.played.mean[:119]).all()
    assert threading.active_count() < 20


def test_forces_spend_their_budget_and_keep_their_bounds():
    units = [
        Unit("a", "a", least=1, most=5, cost=1),
        Unit("b", "b", most=3, cost=2.5),
        Unit("c", "c", most=9, cost=0.5),
    ]
    forces = drawn_forces(units, 2_000, 4, (6, 9))
    spent = forces @ np.array([1, 2.5, 0.5])
    assert spent.max() <= 9 + 1e-9
    assert spent.min() >= 6 - 0.5  # the cheapest could still have been bought
    assert (forces.min(axis=0) == [1, 0, 0]).all()
    assert (forces.max(axis=0) == [5, 3, 9]).all()


# Check and match-ups --------------------------------------------------------------------------------------------------


def test_right_prices_win_half_and_wrong_ones_do_not(found):
    checked = check_prices(KnownWorth(EFFECTS, -2.2), UNITS, [1, 1, 1], found.prices.prices(), 5.0, lists=40)
    rows = checked.rows.set_index(["prices", "unit"])
    assert (checked.rows["lists"] > 10).all()
    assert rows.loc[("so far", "gun"), "won"] > 0.55
    assert rows.loc[("so far", "gun"), "verdict"] == "fails"
    assert checked.held
    assert (checked.rows[checked.rows["prices"] == "new"]["won"] - 0.5).abs().max() < 0.03
    assert "every unit that was checked holds 50 % within 5 points" in checked.sentence


def test_lists_are_drawn_where_battles_are_open():
    spent = np.random.default_rng(3).uniform(2.0, 12.0, 400)
    chance = 1.0 / (1.0 + np.exp(-(spent - 7.5)))
    many = np.full(400, 50.0)
    assert even_total(spent, chance, many, True) == pytest.approx(7.5, abs=0.01)
    assert even_total(spent, chance, many, False) == pytest.approx(np.median(spent))
    losing = 1.0 / (1.0 + np.exp(-(spent - 30.0)))  # no list that was played wins: the dearest are compared
    assert even_total(spent, losing, many, True) == pytest.approx(np.quantile(spent, 0.9))


def test_a_unit_without_a_price_stands_in_no_list():
    prices = [1.0, 2.0, math.nan]
    checked = check_prices(KnownWorth(EFFECTS, -2.2), UNITS, None, prices, 4.0, lists=20)
    lists = checked.rows.set_index("unit")["lists"]
    assert lists["jet"] == 0
    assert lists["tank"] > 5
    assert checked.held


def test_a_list_does_better_by_chance_and_by_margin():
    game = KnownWorth(EFFECTS, 0.0, mirrored=True)
    assert better(game, [2, 0, 0], [0, 1, 0], 0, 500) == pytest.approx(0.5)
    assert better(game, [4, 0, 0], [0, 1, 0], 0, 5_000) > 0.6
    margin = KnownWorth([3.0, 6.0, 1.0], margin=2.0)
    assert better(margin, [2, 0, 0], [0, 1, 0], 0, 500) == 0.5
    assert better(margin, [3, 0, 0], [0, 1, 0], 0, 500) == 1.0


def test_what_no_price_expresses_is_measured_and_named():
    circle = 0.15 * np.array([[0, 1, -1], [-1, 0, 1], [1, -1, 0.0]])
    prices = [1.0, 2.0, 0.5]
    game = KnownWorth(EFFECTS, mirrored=True, twist=circle)
    rows, share, noise, named = matchups(game, BOTH, prices, 4.0, trials=2_000)
    assert len(rows) == 3
    assert share > 0.5 > noise
    assert named == ["tank", "gun", "jet"]
    _, share, noise, _ = matchups(KnownWorth([0.4, 0.9, 0.2], mirrored=True), BOTH, prices, 4.0, trials=2_000)
    assert share < 0.2


# One against one ------------------------------------------------------------------------------------------------------


def test_strengths_and_fair_costs_of_duels():
    strength = np.array([0.0, 0.5, 1.0, 1.5])
    names = ["a", "b", "c", "d"]
    rates = 1.0 / (1.0 + np.exp(-(strength[:, None] - strength[None, :])))
    exact = duels(from_rates(names, names, rates, np.zeros((4, 4), int)), [10, 20, 30, 40])
    assert exact.frame["strength"].tolist() == pytest.approx(strength.tolist(), abs=1e-3)
    assert exact.slope == pytest.approx(0.05, rel=1e-3)
    assert exact.share < 1e-6
    dear = duels(from_rates(names, names, rates, np.zeros((4, 4), int)), [10, 20, 60, 40])
    assert dear.frame.set_index("unit").loc["c", "verdict"] == "too dear"
    drawn = np.random.default_rng(5).binomial(2_000, rates)
    sampled = duels(from_rates(names, names, drawn, np.full((4, 4), 2_000)), level=SURE)
    assert (sampled.frame["lo"] <= strength + 1e-9).all()
    assert (sampled.frame["hi"] >= strength - 1e-9).all()
    assert sampled.share < sampled.noise * 3
    with pytest.raises(SimlabError, match="different units"):
        duels(from_rates(["a"], ["x", "y"], [[0.5, 0.5]], [[1, 1]]))


# Own costs ------------------------------------------------------------------------------------------------------------

C02 = (
    "(attack * max(range + second_move, 0.5) * (loads / 10 if loads else 1) + max(move, 0.5) * max(defence, 0.5)) / 17"
)


@pytest.mark.parametrize(
    ("unit", "value"),
    [
        ("heavy_tank", 17), ("missile_tank", 16), ("gev", 18), ("light_aa", 32), ("heavy_aa", 49.5), ("fighter", 36),
        ("bomber", 15.9),
    ],
)  # fmt: skip
def test_the_cost_formula_of_a_player(unit, value):
    prepared = prepare(BATTERY)
    assert own_cost(C02, columns_of(prepared, Unit(unit, f"battery.{unit}"))) * 17 == pytest.approx(value)


def test_own_costs_stand_beside_the_worth_and_the_farthest_is_flagged():
    prepared = prepare(BATTERY)
    named = [Unit(name, f"battery.{name}") for name in ("heavy_tank", "light_aa", "heavy_aa", "fighter", "bomber")]
    costs = [unit.cost for unit in with_costs(prepared, named, C02)]
    worths = tuple(Worth(unit.name, 1.0, 0.9, 1.1) for unit in named)
    frame = PriceList(worths, "heavy_tank", 1.0, tuple(costs)).frame().set_index("unit")
    assert frame["cost"].round(3).to_dict()["light_aa"] == 1.882
    assert frame["worth_per_point"].idxmin() == "heavy_aa"
    assert frame.loc["heavy_aa", "verdict"] == "too dear"
    assert frame.loc["bomber", "verdict"] == "not told apart"


@pytest.mark.parametrize(
    ("formula", "told"),
    [("attak * 2", 'nearest: "attack"'), ("attack /", "cost"), ("attack - attack", "above 0"), ("attack / 0", "cost"),
     ("__import__('os')", "cost"), ("9 ** 9 ** 9 ** 9", "cost")],
)  # fmt: skip
def test_formulas_that_are_wrong(formula, told):
    with pytest.raises(SimlabError, match=told):
        own_cost(formula, {"attack": 3.0})


def test_round_numbers_lie_in_the_interval():
    for price, low, high in [(1.93, 1.7, 2.2), (0.333, 0.32, 0.34), (147.2, 140.0, 151.0), (2.44, 2.43, 2.45)]:
        assert min(low, 0.975 * price) <= suggested(price, low, high) <= max(high, 1.025 * price)
    assert suggested(math.nan, 0, math.inf) is None


# The block of a file --------------------------------------------------------------------------------------------------

STUDY = {
    **BATTERY,
    "points": {
        "metric": "crashed_by:5", "method": "swap", "replace": 2,
        "units": {"heavy": {"key": "battery.heavy_aa", "cost": 1}, "light": {"key": "battery.light_aa", "cost": 1}},
    },
}  # fmt: skip


def test_a_study_from_a_file():
    study = points(STUDY)
    assert study.metric == "crashed_by:5"
    assert study.prices.reference == "heavy"
    assert study.prices.frame().set_index("unit").loc["light", "verdict"] == "too dear"
    assert study.check is not None
    scenario = parse_scenario(STUDY)
    assert scenario.digest == parse_scenario(BATTERY).digest  # prices asked for change no answer


def test_regression_on_an_exact_law_needs_no_dice():
    study = points({**STUDY, "points": {**STUDY["points"], "method": "regression", "pairs": 60}}, check=False)
    made = study.regression
    assert (made.played.n == 0).all()
    assert 0.5 < study.prices.frame().set_index("unit").loc["light", "worth"] < 1.0


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"unit": {}}, 'nearest: "units"'), ({"units": {}}, "units: missing"), ({"method": "guess"}, "options"),
        ({"units": {"a": {"key": "battery.heavy_aa", "mots": 3}}}, 'nearest: "most"'),
        ({"units": {"a": 3}}, "write"), ({"budget": "much"}, "least and the most"), ({"pairs": -1}, "whole number"),
        ({"scale": "x"}, "no number"), ({"reference": 4}, "no text"),
        ({"units": {"a": {"key": "b", "enemy": 1}}}, "true"),
    ],
)  # fmt: skip
def test_blocks_that_are_wrong(change, told):
    with pytest.raises(SimlabError, match=told):
        asked_of(parse_scenario({**STUDY, "points": {**STUDY["points"], **change}}))


def test_studies_that_cannot_be_played():
    with pytest.raises(SimlabError, match="two units"):
        points({**STUDY, "points": {"units": {"a": "battery.heavy_aa"}}})
    with pytest.raises(SimlabError, match=r"write a \[points\] block"):
        points(BATTERY)
    with pytest.raises(SimlabError, match=r"nearest: .*light"):
        points({**STUDY, "points": {**STUDY["points"], "reference": "lite"}})
    with pytest.raises(SimlabError, match="cannot go out"):
        points({**STUDY, "points": {**STUDY["points"], "replace": 9}})
