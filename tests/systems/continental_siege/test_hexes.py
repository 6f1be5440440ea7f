"""Section 4 of the rules page: all 35 rows of geometry_tests.csv, and what must hold everywhere."""

import csv
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simlab.errors import ScenarioError
from simlab.systems.continental_siege.rules.hexes import (
    CODECS,
    DIRECTIONS,
    FACINGS,
    SIDES,
    along_front,
    arc_hexes,
    axial,
    corner,
    distance,
    end_hexes,
    front_hexes,
    in_arc,
    label,
    neighbours,
    paths_to,
    separation,
    turned,
)

ROWS = list(
    csv.DictReader(
        Path(__file__).parents[3].joinpath("data/continental_siege/geometry_tests.csv").open(encoding="utf-8")
    )
)
SEED_GRID = {axial(f"{column:02d}{row:02d}", "even_low") for column in range(1, 16) for row in range(1, 23)}
places = st.tuples(st.integers(-40, 40), st.integers(-40, 40))
facings = st.integers(0, 5)


def states_after(states, moves):
    """Every (hex, facing) after one full move of one of the lengths, with its turn (11.07, 11.042)."""
    return {
        (end, facing)
        for (place, flown), steps in product(states, moves)
        for end in end_hexes(place, flown, steps)
        for facing in turned(flown)
    }


def turns_to_return(place, facing, grid, moves):
    """Turns until a move ends on the grid (11.10)."""
    states, turns = {(place, facing)}, 0
    while not any(end in grid for end, _ in states):
        states, turns = states_after(states, moves), turns + 1
    return turns


def first_hexes(place, facing, steps, first_only):
    """Hexes crossed by a move: those of its first step or of all."""
    return {end for s in range(1, 2 if first_only else steps + 1) for end in end_hexes(place, facing, s)}


def turns_to_overfly_again(moves, first_only):
    """The least number of turns after which a hex crossed in one turn can be crossed again (4.6)."""
    start, best = ((0, 0), 0), 99
    for steps in moves:
        for crossed in first_hexes(*start, steps, first_only):
            states = {
                (end, facing)
                for end in end_hexes((0, 0), 0, steps)
                if min(along_front(end[0] - crossed[0], end[1] - crossed[1], 0)) >= 0
                for facing in turned(0)
            }
            turns = 1
            while not any(crossed in first_hexes(*state, max(moves), False) for state in states):
                states, turns = states_after(states, moves), turns + 1
            best = min(best, turns)
    return best


def expected(row):
    """What the row's own words ask for, worked out by the functions of the wing, as it prints it."""
    kind, codec, given_ = row["kind"], row["codec"], row["input"]
    words = given_.replace(",", "").split()
    hexes = [axial(word, codec) for word in words if word.isdigit() and len(word) == 4]
    names = [label(place, codec) for place in hexes]
    assert names == [word for word in words if word.isdigit() and len(word) == 4]
    facing = next((FACINGS.index(word) for word in words if word in FACINGS), None)
    if kind == "label_to_axial":
        return "{},{}".format(*hexes[0])
    if kind.startswith("neighbours"):
        return " ".join(label(place, codec) for place in neighbours(hexes[0]))
    if kind == "front_hexes":
        return " ".join(sorted(label(place, codec) for place in front_hexes(hexes[0], facing)))
    if kind == "distance":
        return str(separation(*hexes))
    if kind.startswith("arc_coordinates"):
        return "{},{}".format(*along_front(hexes[1][0] - hexes[0][0], hexes[1][1] - hexes[0][1], facing))
    if kind == "in_arc":
        step = hexes[-1][0] - hexes[0][0], hexes[-1][1] - hexes[0][1]
        a, b = along_front(*step, facing)
        if not in_arc(*step, facing, 99, 0):
            return f"no (a,b = {a},{b})"
        return "yes (own hex)" if step == (0, 0) else f"yes (a,b = {a},{b}; range {distance(*step)})"
    if kind.startswith("arc_hexes"):
        layers = [sorted(label(place, codec) for place in end_hexes(hexes[0], facing, d)) for d in range(4)]
        assert sorted(arc_hexes(hexes[0], facing, 3)) == sorted(
            p for d in range(4) for p in end_hexes(hexes[0], facing, d)
        )
        return " | ".join(" ".join(layer) for layer in layers)
    if kind.startswith("end_hexes"):
        return " ".join(sorted(label(place, codec) for place in end_hexes(hexes[0], facing, 4)))
    if kind.startswith("paths_to"):
        return f"{paths_to(hexes[0], facing, hexes[-1])} (4 choose 2)"
    raise AssertionError(kind)


def test_every_row_is_tried():
    assert len(ROWS) == 35


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_row_of_the_page(row):
    moves = (5, 6) if "fighter" in row["input"] else (5,)
    if row["kind"] == "end_states_after_1_turn":
        states = states_after({((0, 0), 0)}, moves)
        text = {18: "6 hexes x 3 facings = 18", 39: "39 states, 13 hexes"}
        assert len({place for place, _ in states}) * 3 == len(states)
        assert text[len(states)] == row["expected"]
    elif row["kind"] == "end_states_after_2_turns":
        states = states_after(states_after({((0, 0), 0)}, moves), moves)
        assert f"{len(states)} states, {len({place for place, _ in states})} hexes" == row["expected"]
    elif row["kind"].startswith("turns_until_same_hex"):
        fighter = "fighter" in row["input"]
        assert int(row["expected"][0]) == turns_to_overfly_again(moves, first_only=fighter)
        if not fighter:
            assert {turns_to_overfly_again((steps,), False) for steps in range(1, 6)} == {4}
    elif row["kind"] == "off_map_return":
        q, r = (int(part) for part in row["input"].rsplit(" ", 1)[1].split(","))
        start, north_west = axial("0803", "even_low"), 5
        assert (q, r) in end_hexes(start, north_west, 5)
        turns = min(turns_to_return((q, r), facing, SEED_GRID, (5,)) for facing in turned(north_west))
        assert row["expected"].startswith(f"{turns} turn")
    else:
        assert row["expected"] == expected(row)


@given(places, places, places)
def test_distance_is_a_metric(a, b, c):
    assert separation(a, b) == separation(b, a)
    assert (separation(a, b) == 0) == (a == b)
    assert separation(a, c) <= separation(a, b) + separation(b, c)


@given(places)
def test_neighbours_are_the_hexes_one_away(place):
    around = {(place[0] + q, place[1] + r) for q in range(-2, 3) for r in range(-2, 3)}
    assert set(neighbours(place)) == {other for other in around if separation(place, other) == 1}


@given(places, facings, st.integers(0, 6))
def test_a_move_of_m_hexes_ends_m_away(place, facing, steps):  # 11.041, 11.07
    ends = end_hexes(place, facing, steps)
    assert len(set(ends)) == steps + 1
    assert {separation(place, end) for end in ends} == {steps}
    assert sum(paths_to(place, facing, end) for end in ends) == 2**steps


@given(places, facings, st.integers(0, 5))
def test_the_arc_is_the_cone_that_can_be_reached(place, facing, reach):  # 13.02
    met, edge = {place}, {place}
    for _ in range(reach):
        edge = {hex_ for one in edge for hex_ in front_hexes(one, facing)}
        met |= edge
    wide = range(-reach - 1, reach + 2)
    inside = {(place[0] + q, place[1] + r) for q in wide for r in wide if in_arc(q, r, facing, reach, 0)}
    assert inside == met == set(arc_hexes(place, facing, reach))
    assert len(inside) == (reach + 1) * (reach + 2) // 2
    strictly = {(place[0] + q, place[1] + r) for q in wide for r in wide if in_arc(q, r, facing, reach, 1)}
    assert strictly == {place} | {h for h in inside if min(along_front(h[0] - place[0], h[1] - place[1], facing)) > 0}


@given(places, facings)
def test_a_juncture_is_shared_by_three_hexes(place, facing):  # 11.04
    shared = corner(place, facing)
    assert len(shared) == 3
    assert sum(corner(other, f) == shared for other in shared for f in range(SIDES)) == 3


@given(places, st.sampled_from(CODECS))
def test_labels_come_back(place, codec):
    name = label(place, codec)
    if 0 <= place[0] < 99 and name.isdigit() and len(name) == 4:
        assert axial(name, codec) == place


def test_example_of_the_document_needs_even_low():  # 11.041
    assert {label(place, "even_low") for place in corner(axial("0508", "even_low"), 5)} == {"0508", "0507", "0407"}
    assert separation(axial("0508", "odd_low"), axial("0407", "odd_low")) == 2


def test_directions_turn_clockwise():
    for k in range(SIDES):
        assert separation(DIRECTIONS[k], DIRECTIONS[(k + 1) % SIDES]) == 1


def test_bad_numbers_are_refused():
    with pytest.raises(ScenarioError, match="four digits"):
        axial("508", "odd_low")
    with pytest.raises(ScenarioError, match="even_low, odd_low"):
        axial("0508", "oblique")
