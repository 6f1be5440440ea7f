"""Readings of `bombing` that the rules leave open and the README of the wing settles: placement, dice, refusals."""

from fractions import Fraction as F

import numpy as np
import pytest
from bombing_scenarios import areas, bombing, certain, hit_chance, hit_number, law, result
from hypothesis import given
from hypothesis import strategies as st

from simlab.dice import face, key_from_seed, level, rest, spot, upper
from simlab.errors import SimlabError
from simlab.execute import metric_row, prepare, replay_counts
from simlab.systems.command_decision.addresses import ATTACK, END
from simlab.systems.command_decision.doctrine import Area, Seen, place_areas, stands_touched
from simlab.systems.command_decision.rules.geometry import square_inside, squares_touch, thousandths, within
from simlab.systems.command_decision.rules.loads import rocket_rof

OWN, FAR = {"side": "own"}, {"at": [4, 0]}


# geometry

Whole = st.integers(-7000, 7000)
Side = st.integers(1, 3000)


@given(Whole, Whole, Side, Side)
def test_squares_touch_as_their_edges_say(x, y, side, other):
    """Against the edges of the squares, in half thousandths so that all are whole."""
    lower, upper_edge = [(2 * c - side, 2 * c + side) for c in (x, y)], [(-other, other)] * 2
    overlap = all(a[0] <= b[1] and b[0] <= a[1] for a, b in zip(lower, upper_edge, strict=True))
    inside = all(b[0] <= a[0] and a[1] <= b[1] for a, b in zip(lower, upper_edge, strict=True))
    assert squares_touch((x, y), side, (0, 0), other) == overlap
    assert square_inside((x, y), side, (0, 0), other) == inside
    assert within((x, y), (0, 0), 6000) == (F(x) ** 2 + F(y) ** 2 <= 36_000_000)


def test_positions_are_rounded_to_thousandths():
    assert thousandths(0.1 + 0.2) == 300
    # Halves, as written, to the even one; times 1000 in floating point 0.5015 is less than a half, 2.0005 more.
    assert [thousandths(inches) for inches in (0.5005, 0.5015, 2.0005, -2.0005)] == [500, 502, 2000, -2000]
    for at, met in ((1.5004, True), (1.5006, False)):
        assert (certain(bombing({"at": [at, 0]}, templates=[[0, 0]])) != "untouched") == met


@pytest.mark.parametrize("wrong", [{"at": [True, 0]}, {"size_in": True}])
def test_true_is_no_distance(wrong):
    with pytest.raises(SimlabError, match="must be a number, not true or false"):
        prepare(bombing(wrong))


# placement


def enemies(*places, chance=F(1, 4), side=100):
    return [Seen((x * 1000, 0), side, False, True, chance, True, False) for x in places]


def test_spread_takes_the_place_with_fewest_areas_then_the_best_then_the_first():
    stands = [*enemies(0, 4, 8), *enemies(8.1)]  # two stands at 8
    places = [stand.place for stand in stands[:3]]
    laid = place_areas("spread", [1] * 5, places, Area(2000, False, 0), stands, 4, False)
    assert [x for x, _ in laid] == [8000, 0, 4000, 8000, 0]


def test_optimal_adds_where_it_gains_most():
    stands = [*enemies(0, chance=F(1, 2)), *enemies(5, chance=F(3, 10)), *enemies(10, chance=F(1, 5))]
    places = [stand.place for stand in stands]
    area = Area(2000, False, 0)
    assert [x for x, _ in place_areas("optimal", [1] * 4, places, area, stands, 4, False)] == [0, 5000, 0, 5000]
    assert [x for x, _ in place_areas("optimal", [1] * 4, places, area, stands, 4, True)] == [0, 5000, 10000, 0]


def test_own_stands_count_against_a_place():
    stands = [{}, {**OWN, "at": [1, 0]}, {**OWN, "at": [-1, 0]}, FAR]
    assert areas(bombing(*stands, unit="alphajet", placement="superimpose")) == [(4, 0, 1)]
    on_them = bombing(*stands, unit="alphajet", templates=[[0, 0]])
    assert law(on_them, "eliminated_own")[2] == F(28, 100) ** 2
    assert prepare(on_them).space.table("joint").rows[-1] == (2, 2)


def test_no_place_for_an_area_is_an_own_stand_where_there_is_an_enemy():
    assert areas(bombing(OWN, FAR, placement="spread")) == [(4, 0, 1), (4, 0, 1)]


def test_spread_does_not_aim_at_what_the_attack_cannot_affect():
    truck = {"class": "soft_vehicle", "at": [4, 0]}
    assert areas(bombing({}, truck, load="at_cluster")) == [(4, 0, 1), (4, 0, 1)]
    assert areas(bombing({}, truck)) == [(0, 0, 1), (4, 0, 1)]


def test_one_place_named_twice_is_one_candidate():
    stacked = bombing({}, {}, FAR, unit="tornado_ids")
    assert [x for x, _, _ in areas(stacked)] == [0, 4, 0]


def test_at_most_four_places_however_many_areas():
    rulings = {"bomb_load_usable_fraction": 1}  # F-111F: 14,300 kg, eight areas
    six = [{"at": [2.4 * x - 6, 0], "size_in": 0.1} for x in range(6)]
    for policy in ("spread", "optimal"):
        laid = areas(bombing(*six, unit="f111f", placement=policy, rulings=rulings))
        assert (len(laid), len(set(laid))) == (8, 4)
        free = {**rulings, "max_targets_scope": "not_for_area_weapons"}
        assert len(set(areas(bombing(*six, unit="f111f", placement=policy, rulings=free)))) == 6


def test_stands_only_spares_the_fifth_stand():
    six = [{"at": [0.2 * x, 0]} for x in range(6)]
    scenario = bombing(*six, unit="alphajet", rulings={"max_targets_scope": "stands_only"})
    assert [certain(scenario, f"s{n}") == "untouched" for n in range(6)] == [False] * 4 + [True] * 2


def test_capped_areas_take_those_most_likely_to_fall():
    stands = [{"quality": "elite"}, {"at": [0.5, 0], "quality": "green"}, {"at": [-0.5, 0], "quality": "green"}]
    area = bombing(*stands, unit="alphajet", templates=[[0, 0]], rulings={"template_hits": "capped_at_rof_stands"})
    assert [certain(area, f"s{n}") == "untouched" for n in range(3)] == [True, False, True]


@given(st.lists(st.tuples(Whole, Whole, st.booleans(), st.integers(0, 100)), min_size=1, max_size=6), st.integers(1, 4))
def test_no_single_area_is_worth_more_than_the_one_that_optimal_lays_first(raw, rolls):
    stands = [Seen((x, y), 1000, own, True, F(chance, 100), True, False) for x, y, own, chance in raw]
    area, places = Area(2000, False, 0), [stand.place for stand in stands]

    def worth(place):
        return sum((-1 if stands[n].own else 1) * (1 - (1 - stands[n].chance) ** rolls)
                   for n in stands_touched(place, area, stands))  # fmt: skip

    for policy in ("optimal", "superimpose"):
        (laid,) = place_areas(policy, [rolls], places, area, stands, 4, False)
        assert worth(laid) == max(map(worth, places))


# what befalls a stand


def test_single_roll_best_takes_the_rolls_of_one_area():
    once = {"superimposed_templates": "single_roll_best"}
    assert hit_chance(bombing({}, rulings=once)) == F(7, 10)
    assert hit_chance(bombing({}, load="rockets", templates=[[0, 0], [1, 0]], rulings=once)) == 1 - F(7, 10) ** 2


def test_wholly_inside_is_for_the_large_area_of_bombs():
    rulings = {"standard_area_hits": "stands_fully_inside"}
    for unit, load, met in (("alphajet", "bombs", False), ("alphajet", "rockets", True), ("mig21bis", "bombs", True)):
        scenario = bombing({"at": [0.501, 0]}, unit=unit, load=load, templates=[[0, 0]], rulings=rulings)
        assert (certain(scenario) != "untouched") == met
    assert hit_number(bombing({"at": [0.5, 0]}, unit="alphajet", templates=[[0, 0]], rulings=rulings)) == 7


def test_a_limited_attack_suppresses_even_where_suppression_needs_hits():
    scenario = bombing({"terrain": "woods"}, rulings={"suppression_rule": "on_hit_only"})
    assert certain(scenario) == "suppressed"


def test_dug_in_at_the_edge_of_cover():
    gun = {"class": "gun", "terrain": "bua", "edge": True, "dug_in": True}
    none = {"edge_of_cover_modifier": "none"}
    assert hit_number(bombing(gun, point={"fac": True}, rulings=none)) == 5  # the edge gives none, the pit gives medium
    assert hit_number(bombing({**gun, "dug_in": False}, point={"fac": True}, rulings=none)) == 7


def test_rockets_that_make_no_attack_do_nothing(tmp_path):
    path = prepare(bombing({})).catalog.folder / "aircraft.csv"
    header, *lines = path.read_text(encoding="utf-8").splitlines()
    su24 = next(line for line in lines if line.startswith("su24,"))
    (tmp_path / "mine.csv").write_text(f"{header}\n{su24.replace('4xB-8M1', '2xS-24')}", encoding="utf-8")
    data = {"data": {"aircraft": str(tmp_path / "mine.csv")}}
    none = {**bombing({}, load="rockets"), **data}
    assert areas(none) == []
    assert certain(none) == "untouched"
    one = {**bombing({}, load="rockets", rulings={"rocket_min_rof": 1}), **data}
    assert hit_number(one) == 8  # 240 mm


def test_the_bomb_rof_in_place_of_the_rocket_rof_is_for_planes():
    rulings = {"plane_rocket_rof": "bomb_rof"}
    for unit, rof in (("su24", 2), ("mig21bis", 1), ("mi24d", 5)):  # formula: 4, 3, 5
        scenario = bombing({}, unit=unit, load="rockets", placement="superimpose", rulings=rulings)
        assert [rolls for _, _, rolls in areas(scenario)] == [rof], unit


def test_the_least_rof_is_for_one_or_two_rockets():
    prepared = prepare(bombing({}, rulings={"rocket_rof_method": "pod_floor_sum", "rocket_min_rof": 1}))
    constants = {row.name: row.value for row in prepared.catalog.rows("constants")}
    assert [rocket_rof([1] * pods, prepared.rulings, constants) for pods in (1, 2, 3)] == [1, 1, 0]


# dice


def test_every_roll_lies_at_its_own_address():
    """Replayed by hand: turn 1, window 4, actor stand + 64 (roll div 8), nth area * 8 + roll mod 8."""
    scenario = bombing({}, {"at": [1, 0]}, unit="mi8tv", load="rockets", templates=[[0, 0], [1, 0]],
                       rulings={"rocket_rof_method": "pod_sum_floor"})  # fmt: skip
    assert [rolls for _, _, rolls in areas(scenario)] == [9, 8]  # 18 less one for the split
    prepared, seed = prepare(scenario), 7
    spots = {(a, n) for a, n, *_ in prepared.packed.rolls.tolist()}
    assert len(spots) == len(prepared.packed.rolls) == 2 * 17
    for trial in range(30):
        turn = level(level(key_from_seed(seed), trial), 1)
        counts = replay_counts(prepared, seed, trial)
        for stand in range(2):
            worst = 2
            for area, rolls in ((0, 9), (1, 8)):
                for roll in range(rolls):
                    hand = upper(level(turn, spot(END, stand + 64 * (roll // 8), ATTACK, area * 8 + roll % 8)))
                    hit, effect = face(hand, 10), face(rest(hand, 10), 10)
                    if hit <= 2:  # 57 mm
                        worst = max(worst, 3 if effect <= 3 else 4 if effect <= 6 else 5)
            assert np.flatnonzero(counts[stand * 6 : stand * 6 + 6]).tolist() == [worst]


# words


@pytest.mark.parametrize(
    ("scenario", "message"),
    [
        (bombing({"name": "a"}, {"name": "a"}), "stands already"),
        (bombing({"weight": 7}), "weight"),
        (bombing({"klass": "gun"}), 'nearest: "class"'),
        (bombing({}, templates=[[0, 0]] * 3), "ROF 2 is not enough"),
        (bombing({}, load="rockets", templates=[[0, 0]] * 2, rulings={"rocket_template_split": "no"}), "allows one"),
        (bombing({}, unit="mi24d", load="rockets", templates=[[0, 0]] * 4), "ROF 5 is not enough"),
        (bombing({}, penalty=11), "penalty"),
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_refused_in_one_line(scenario, message):
    with pytest.raises(SimlabError, match=message) as refused:
        prepare(scenario)
    assert "\n" not in str(refused.value)


def test_a_metric_may_name_a_stand():
    prepared = prepare(bombing({"name": "a:b"}))
    assert metric_row(prepared, "result:a:b:eliminated") == ("result:a:b", 5)
    assert metric_row(prepared, "eliminated_enemy:1") == ("eliminated_enemy", 1)
    assert result(bombing({"name": "grün"}), "grün")["untouched"] == 0
