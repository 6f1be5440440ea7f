"""Enumerators of the policies against brute force, the set-up, the tables of flight (P1, P3, P19, P25, P26, P38)."""

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simlab.errors import ScenarioError
from simlab.execute import prepare
from simlab.systems.continental_siege.battle.board import hex_number, row_of
from simlab.systems.continental_siege.battle.replay import new_battle, told
from simlab.systems.continental_siege.doctrine.flying import turns_back, turns_over
from simlab.systems.continental_siege.doctrine.groups import HALVES_AT, IDS, pick_group
from simlab.systems.continental_siege.doctrine.heavy import boxes_in, halves_in, least_set
from simlab.systems.continental_siege.doctrine.seen import NEVER
from simlab.systems.continental_siege.rules import layout as at
from simlab.systems.continental_siege.rules.layout import apart
from tests.systems.continental_siege.battle_scenarios import SCENARIOS, battle, packed

BATTLE = new_battle(packed("mark_3"), 0)
strengths = st.lists(st.sampled_from([2, 3, 4, 6, 8, 12]), min_size=1, max_size=8)


@settings(deadline=None)
@given(strengths, st.sampled_from([12, 16, 20]))
def test_the_best_group_is_the_smallest_then_the_weakest_then_the_lowest(halves, wanted):  # P25
    for unit, strength in enumerate(halves):
        BATTLE.scratch[IDS + unit], BATTLE.scratch[HALVES_AT + unit] = unit, strength
    members = pick_group(BATTLE, len(halves), wanted)
    sets = [
        (len(ids), sum(halves[i] for i in ids), ids)
        for size in range(1, len(halves) + 1)
        for ids in combinations(range(len(halves)), size)
        if sum(halves[i] for i in ids) >= wanted
    ]
    if not sets:
        assert members == 0
    else:
        chosen = tuple(BATTLE.scratch[IDS + i] for i in range(members))
        assert chosen == min(sets)[2]
        assert sorted(BATTLE.scratch[IDS + i] for i in range(len(halves))) == list(range(len(halves)))


@settings(deadline=None)
@given(st.integers(0, 4), st.integers(0, 3), st.integers(0, 2), st.integers(0, 2), st.integers(1, 40))
def test_the_least_set_of_weapons(a_most, s_most, m_most, x_most, wanted):  # P1, P26
    key = least_set(a_most, s_most, m_most, x_most, 2, 6, 8, 12, wanted, False)
    sets = []
    for a, s, m, x in product(range(a_most + 1), range(s_most + 1), range(m_most + 1), range(x_most + 1)):
        total = 2 * a + 6 * s + 8 * m + 12 * x
        if total >= wanted:
            sets.append((total, a + s + m + x, [0] * a + [1] * s + [2] * m + [3] * x))
    if not sets:
        assert key == NEVER
    else:
        best = min(sets)
        assert halves_in(key) == best[0]
        assert [boxes_in(key, sort) for sort in range(4)] == [best[2].count(sort) for sort in range(4)]


def test_standard_rear():  # P3, B17
    ready = packed("both_air")
    cp = ready.units[0]
    assert cp[at.HEX] == hex_number("0801")
    central = 0
    for row in ready.units:
        if row[at.PLACE] != at.HERE:
            assert row[at.CLASS] >= at.OGRE
            continue
        place = int(row[at.HEX])
        assert row_of(place) <= 16
        if row[at.CLASS] in (at.LIGHT_AA, at.HEAVY_AA, at.HOWITZER):
            assert 2 <= apart(place, int(cp[at.HEX])) <= 4
        if row_of(place) > 7:
            assert 10 <= row_of(place) <= 14
            central += row[at.PRINTED]
    assert central <= 20


def test_turns_to_a_crossing_and_back():  # 4.4, 4.6, R15
    ready = new_battle(packed("both_air"), 0)
    target, start = hex_number("0810"), hex_number("0813")
    assert turns_over(ready, 5, start, 0, target) == 1  # straight ahead
    assert turns_over(ready, 5, target, 0, target) == 4  # 4.6: flown over, again in four turns
    assert turns_over(ready, 5, hex_number("0820"), 0, target) == 2
    away = hex_number("0801") - 3
    assert turns_back(ready, 5, start, 0) == 0
    assert turns_back(ready, 5, away, 2) == 1
    assert turns_back(ready, 5, away, 0) == at.FAR  # P11: nobody may turn away from the map


def test_craters_are_nothing_to_aircraft():  # 11.05
    ready = new_battle(packed("both_air"), 0)
    crater = hex_number("0711")
    assert ready.hexes[crater, at.CRATER] == 1
    assert turns_over(ready, 5, hex_number("0714"), 0, crater) == 1


def test_aircraft_share_hexes():  # 11.06
    ready = packed("both_air")
    lines = told(ready, 3, 0)
    first = lines[: lines.index("player-turn 2: defender")]
    places = [
        line.split(" at ")[1].split()[0] for line in first if line.strip().startswith("bomber") and " faces " in line
    ]
    assert len(places) == 2
    assert places[0] == places[1]


def test_forces_that_may_not_be_bought_are_refused():  # B17, 11.02
    for body, words in (
        (battle("mk3_attack", [("bomber", 1)]), "cannot be bought; options: heavy_tank"),
        (battle("mk3_attack", [("heavy_tank", 13)]), "costs 13 armour units"),
        (battle("mk3_attack", [("heavy_tank", 1)], [("fighter", 1)]), "no armour units to this side"),
        (battle("mk3_atack", [("heavy_tank", 1)]), 'nearest: "mk3_attack"'),
    ):
        with pytest.raises(ScenarioError, match=words):
            prepare(body)


def test_replay_tells_every_turn_and_die():
    ready = packed("csa10")
    lines = told(ready, 3, 1)
    assert lines[0] == "player-turn 1: attacker"
    assert lines[-1].startswith("over: ")
    turns = [line for line in lines if line.startswith("player-turn")]
    assert len(turns) == int(turns[-1].split()[1].rstrip(":"))
    assert any("propulsion" in line and "die" in line for line in lines)


@pytest.mark.parametrize("name", SCENARIOS)
def test_packed_tables_are_whole(name):
    ready = packed(name)
    states = ready.hexes[:, at.STATE : at.STATE + 6]
    on_map = ready.hexes[:, at.ON_MAP] >= 0
    assert on_map.sum() == 322
    assert (states[on_map] >= 0).all()
    assert len(np.unique(states[states >= 0])) == (states >= 0).sum() <= ready.numbers[at.PLACES]
