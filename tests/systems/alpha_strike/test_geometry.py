"""Geometry of the alpha_strike page (section 21): exact edges, frames, scatter; and conversion (section 19)."""

import math
from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simlab.errors import ScenarioError
from simlab.execute import prepare
from simlab.systems.alpha_strike.rules.conversion import (
    Weapon,
    arc_damage,
    armor_of,
    heat_share,
    rounded,
    structure_of,
    support_chance,
    threshold_of,
    total_damage,
    weapon_damage,
)
from simlab.systems.alpha_strike.rules.geometry import (
    INCH,
    Number,
    Path,
    billionths,
    in_lane,
    is_within,
    on_path,
    path_over,
    place,
    scattered,
)

whole = st.integers(-(10**12), 10**12)


@given(whole, whole)
def test_the_sign_of_a_number_with_a_root_is_exact(a, b):
    """Against floats where they can tell, and against squares where they cannot."""
    value = a + b * math.sqrt(3)
    if abs(value) > 1:
        assert Number(a, b).sign() == (value > 0) - (value < 0)
    assert Number(a, b).sign() == -Number(-a, -b).sign()


def test_a_distance_of_exactly_six_is_exactly_six():
    """G-7, G-8: every dive point 6 in away lies on the edge of a circle of 6, one billionth more does not."""
    for bearing in range(0, 360, 60):
        for centre in ((0, 0), (0.1, 0.2), (17.3, -4.7)):
            impact = scattered(place(centre), bearing, 6 * INCH)
            assert is_within(place(centre), impact, 6 * INCH)
            assert not is_within(place(centre), impact, 6 * INCH, exclusive=True)
            assert not is_within(place(centre), impact, 6 * INCH - 2)
            assert is_within(place(centre), impact, 6 * INCH + 2, exclusive=True)


@given(st.integers(0, 11), st.integers(1, 12), st.floats(-50, 50), st.floats(-50, 50))
def test_scatter_agrees_with_the_sine(step, inches, s, t):
    """G-7: impact = point + d (cos, sin), bearings clockwise."""
    point = place((s, t))
    ahead, right = scattered(point, 30 * step, inches * INCH).inches()
    angle = math.radians(30 * step)
    assert ahead == pytest.approx(s + inches * math.cos(angle), abs=1e-8)
    assert right == pytest.approx(t + inches * math.sin(angle), abs=1e-8)


@given(st.floats(0, 360), st.floats(0.1, 47.9), st.floats(0.1, 47.9), st.floats(0, 48), st.floats(0, 48))
def test_frames_turn_back_into_each_other(heading, x, y, at_x, at_y):
    """G-1, G-2: path frame and table frame; the entry point lies on the edge, the path inside the table."""
    path = path_over((x, y), heading, (48, 48))
    assert path is not None
    assert min(abs(path.entry[0]), abs(path.entry[0] - 48), abs(path.entry[1]), abs(path.entry[1] - 48)) < 1e-9
    back = path.on_table(path.place((at_x, at_y)))
    assert back == pytest.approx((at_x, at_y), abs=1e-7)
    through = path.place((x, y))
    assert abs(through.t.a) < 100  # billionths
    assert -100 <= through.s.a <= path.length + 100


def test_paths_that_touch_or_are_too_short_are_refused():
    """G-2, AS-4.6: L = 0, and L below path_min_length."""
    assert path_over((0, 48), 45, (48, 48)) is None
    assert path_over((-1, 3), 0, (48, 48)) is None
    source = {"system": "alpha_strike", "kind": "bombing_run", "target": [{"name": "X", "at": [47, 0.5]}],
              "bombs": [{"type": "he", "at": [47, 0]}], "path": {"p0": [46, 0], "heading": 90}}  # fmt: skip
    assert prepare(source)
    corner = {**source, "path": {"p0": [47, 0], "heading": 45}, "bombs": [{"type": "he", "at": [47, 0]}]}
    assert prepare(corner)
    with pytest.raises(ScenarioError, match="path_min_length asks for 24"):
        prepare({**corner, "rulings": {"path_min_length": 24}})
    with pytest.raises(ScenarioError, match="crosses no part of the table"):
        prepare({**source, "path": {"p0": [60, 0], "heading": 0}})
    with pytest.raises(ScenarioError, match="lies off the table"):
        prepare({**source, "target": [{"name": "X", "at": [49, 0]}]})


def test_the_edge_belongs_to_the_table():
    """G-7."""
    path = Path((0.0, 24.0), 90, 48 * INCH, (48.0, 48.0))
    assert not path.is_off(path.place((48, 24)))
    assert path.is_off(path.place((48.001, 24)))
    end = path.clamped(path.place((46, 24)), path.place((50, 26)))
    assert path.on_table(end) == pytest.approx((48, 25))


def test_lanes_and_strikes_by_base():
    """G-4, G-5: edges in; with a base the distance from the rectangle counts."""
    ten, one = 10 * INCH, INCH
    assert in_lane(place((0, -1)), 0, ten, one)
    assert not in_lane(place((-0.000001, 0)), 0, ten, one)
    assert in_lane(place((11, 0)), 0, ten, one, base_radius=one)
    assert not in_lane(place((10.8, 1.8)), 0, ten, one, base_radius=one)
    assert in_lane(place((10.6, 1.8)), 0, ten, one, base_radius=one)
    assert on_path(place((40.5, 1.5)), 40 * INCH, one, base_radius=INCH // 2)
    assert not on_path(place((40.5, 1.5)), 40 * INCH, one)
    assert on_path(place((-500, 0)), None, one)


def test_inches_are_read_as_they_are_written():
    assert [billionths(value) for value in (0.1, 1.0000000005, -2.5)] == [100_000_000, 1_000_000_000, -2_500_000_000]


def test_a_layout_on_the_table_plays_like_one_in_the_path_frame():
    """G-1: the same places seen from the table, whatever the heading, give the same law."""
    from simlab.execute import run

    places = {"a": (3, 1), "b": (5, -2), "c": (1, 0)}
    for heading in (0, 90, 37.5, 200):
        sine, cosine = math.sin(math.radians(heading)), math.cos(math.radians(heading))

        def seen(at, sine=sine, cosine=cosine):
            return [500 + at[0] * sine + at[1] * cosine, 500 + at[0] * cosine - at[1] * sine]

        plain = {"system": "alpha_strike", "kind": "bombing_run", "bombs": [{"type": "he", "at": [3, 0], "count": 2}],
                 "target": [{"name": name, "at": list(at)} for name, at in places.items()]}  # fmt: skip
        table = {**plain, "bombs": [{"type": "he", "at": seen((3, 0)), "count": 2}],
                 "target": [{"name": name, "at": seen(at)} for name, at in places.items()],
                 "path": {"p0": [500, 500], "heading": heading, "table": [1000, 1000]}}  # fmt: skip
        one, other = run(plain, method="exact"), run(table, method="exact")
        assert (one.values == other.values).all()


# ---------------------------------------------------------------- section 19: conversion


def test_as_19_1_thrust_armor_structure():
    """AS-19.1: a thirtieth of the armor, half the integrity rounded up, the threshold of AS-1.7."""
    assert [armor_of(points) for points in (14, 15, 44, 45, 240)] == [0, 1, 1, 2, 8]
    assert [armor_of(120, kind) for kind in ("hardened", "commercial", "ferro_lamellor")] == [8, 2, 5]
    assert (structure_of(9), structure_of(10), threshold_of(8, False), threshold_of(17, True)) == (5, 5, 3, 2)


def test_as_19_2_damage_of_weapons():
    """AS-19.2: the printed examples at Short, Medium, Long, Extreme."""
    printed = {
        Weapon(10, 18, 3): (F(3, 4), 1, 1, 0), Weapon(12, 21, 6): (F(3, 5), F(6, 5), F(6, 5), 0),
        Weapon(5, 9): (F(1, 2), F(1, 2), 0, 0), Weapon(8, 15): (F(4, 5), F(4, 5), 0, 0),
        Weapon(5, 18, 3): (F(3, 8), F(1, 2), F(1, 2), 0), Weapon(20, 9): (2, 2, 0, 0),
    }  # fmt: skip
    for weapon, values in printed.items():
        assert weapon_damage(weapon) == values
    assert weapon_damage(Weapon(10, 24, 0, -2))[3] == F(11, 10)
    assert total_damage([Weapon(5, 9)] * 4)[:3] == (2, 2, 0)


def test_as_19_3_arcs():
    """AS-19.3: an aerodyne keeps its mounts; a spheroid shares its sides with nose and rear."""
    ppc = Weapon(10, 18, 3)
    mounts = {"nose": [ppc], "left": [ppc] * 2, "right": [], "aft": [], "left_rear": [ppc] * 2}
    assert arc_damage(mounts, spheroid=False) == {
        "front": "1/1/1/0", "left": "2/2/2/0", "right": "0/0/0/0", "rear": "0/0/0/0",
    }  # fmt: skip
    assert arc_damage(mounts, spheroid=True) == {
        "front": "2/2/2/0",
        "left": "1/1/1/0",
        "right": "0/0/0/0",
        "rear": "1/1/1/0",
    } | {"left": "2/2/2/0"}  # half of the two forward ones and half of the two backward ones


def test_as_19_4_heat_and_19_5_rounding():
    """AS-19.4, AS-19.5: capacity / (heat - 4); up to a tenth, below a half 0*, else up."""
    assert (heat_share(24, 20), heat_share(25, 20)) == (1, F(20, 21))
    assert [rounded(F(value, 100)) for value in (0, 1, 40, 41, 50, 100, 101, 110, 200)] == [
        "0", "0*", "0*", "1", "1", "1", "2", "2", "2",
    ]  # fmt: skip


def test_as_19_6_support_points():
    """AS-19.6: fixed numbers, cover cancels on its own roll."""
    assert support_chance("light_strike") == F(5, 6)
    assert support_chance("light_bombing", "light") == F(5, 6) * F(1, 12)
    assert support_chance("strafing", "heavy") == F(7, 12)
