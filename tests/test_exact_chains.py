"""Processes that end: closed forms, icepool as an oracle, and chains that cannot end."""

from fractions import Fraction as F
from itertools import pairwise

import icepool
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simlab.errors import SimlabError
from simlab.exact import (
    absorb,
    absorb_matrix,
    binomial_law,
    chain_solver,
    die,
    iterate,
    map_law,
    mean,
    mixture,
    normalise,
    sum_laws,
    total,
)


def shot(p):
    """A shot each step until the aircraft is down."""
    return lambda state: {"down": p, "flying": 1 - p}


def walk(up, top):
    """A walk between 0 and top, where it ends."""
    return lambda state: {state: 1} if state in (0, top) else {state + 1: up, state - 1: 1 - up}


def duel(p_a, p_b):
    """Both sides fire with all they have left, at once, until one is gone (or both)."""

    def step(state):
        a, b = state
        losses = sum_laws(
            map_law(binomial_law(b, p_b), lambda hits: (hits,)), map_law(binomial_law(a, p_a), lambda hits: (hits,))
        )
        return map_law(losses, lambda hits: (max(0, a - hits[0]), max(0, b - hits[1])))

    return step


def test_a_geometric_time():
    fate = absorb("flying", shot(F(1, 3)), lambda state: state == "down", max_steps=4)
    assert fate.end == {"down": 1}
    assert fate.mean_time == 3
    assert fate.time == {t: F(1, 3) * F(2, 3) ** (t - 1) for t in (1, 2, 3, 4)}
    assert fate.unfinished == F(16, 81)
    assert (fate.n_states, fate.exact) == (2, True)


def test_a_chain_without_loops_has_a_complete_time():
    fate = absorb(3, lambda n: sum_laws({n: F(1)}, {-1: F(1, 2), -n: F(1, 2)}) if n > 1 else 0, lambda n: n == 0)
    assert fate.time == {1: F(1, 2), 2: F(1, 4), 3: F(1, 4)}
    assert fate.unfinished == 0
    assert fate.mean_time == mean(fate.time) == F(7, 4)


def test_without_a_horizon_a_chain_with_loops_has_no_time_law():
    fate = absorb("flying", shot(F(1, 3)), lambda state: state == "down")
    assert (fate.time, fate.unfinished, fate.mean_time) == ({}, 1, 3)
    with pytest.raises(SimlabError, match="add up to 0, not to 1"):
        mean(fate.time)


def test_a_chain_that_starts_at_its_end():
    fate = absorb({"down": F(1, 4), "flying": F(3, 4)}, shot(F(1)), lambda state: state == "down")
    assert fate.time == {0: F(1, 4), 1: F(3, 4)}
    assert fate.mean_time == F(3, 4)
    assert absorb("down", shot(F(1)), lambda state: True).mean_time == 0


def ruin(up, start, top):
    """Chance that a walk ends at the top, and its mean number of steps (textbook formulas)."""
    if up == F(1, 2):
        return F(start, top), start * (top - start)
    ratio = (1 - up) / up
    p_top = (1 - ratio**start) / (1 - ratio**top)
    return p_top, (start - top * p_top) / (1 - 2 * up)


@pytest.mark.parametrize("up", [F(1, 2), F(1, 3)])
def test_the_gamblers_ruin(up):
    fate = absorb(3, walk(up, 8))
    p_top, steps = ruin(up, 3, 8)
    assert fate.end == {0: 1 - p_top, 8: p_top}
    assert fate.mean_time == steps


@pytest.mark.parametrize("size", [30, 400, 2_000])
def test_long_walks_in_floats_whichever_way_they_are_solved(size):
    p_top, steps = ruin(F(499, 1000), size // 2, size)
    fate = absorb(size // 2, walk(0.499, size))
    assert fate.end == {0: pytest.approx(float(1 - p_top), rel=1e-9), size: pytest.approx(float(p_top), rel=1e-9)}
    assert fate.mean_time == pytest.approx(float(steps), rel=1e-9)
    assert not fate.exact


def test_the_sizes_above_take_all_three_ways():
    assert 30 < chain_solver.MAX_PYTHON_CORE < 400 < chain_solver.MAX_DENSE_CORE < 1_999


def test_a_great_rational_core_falls_back_to_floats():
    size = 2 * chain_solver.MAX_RATIONAL_CORE
    fate = absorb(size // 2, walk(F(1, 2), size), max_steps=3)
    assert not fate.exact
    assert fate.mean_time == pytest.approx((size // 2) ** 2, rel=1e-9)
    assert fate.unfinished == pytest.approx(1)


def test_a_core_between_two_stretches_in_order():
    """In order, then a walk that can come back, then in order again: 2 + 3 * 5 + 2 steps on average."""

    def step(state):
        place, n = state
        if place == "walk":
            return map_law(walk(F(1, 2), 8)(n), lambda m: ("walk", m) if 0 < m < 8 else ("after", 2))
        return {(place, n - 1): 1} if n > 1 else {("walk", 3) if place == "before" else ("done", 0): 1}

    fate = absorb(("before", 2), step, lambda state: state[0] == "done")
    assert fate.mean_time == 2 + 3 * 5 + 2
    assert fate.end == {("done", 0): 1}


def test_nearly_endless_loops_keep_their_precision():
    fate = absorb(0, lambda n: {n: 1 - 2e-13, n + 1: 1e-13, -1: 1e-13}, lambda n: n in (-1, 2))
    assert fate.end[2] == pytest.approx(0.25, rel=1e-12)
    assert fate.mean_time == pytest.approx(7.5e12, rel=1e-12)


# --- against icepool ------------------------------------------------------------------------------------------------


def test_the_law_of_the_time_agrees_with_icepool():
    """60 points, each turn 4 attacks hit on 5-6 and remove 8."""
    fate = absorb(60, lambda s: map_law(binomial_law(4, F(1, 3)), lambda hits: max(0, s - 8 * hits)), max_steps=12)
    hits = 4 @ (icepool.d6 >= 5)
    oracle = icepool.map_and_time(lambda s: s if s == 0 else (s - 8 * hits).map(lambda t: max(t, 0)), 60, time_limit=12)
    ended = {t: F(oracle.probability((0, t))) for t in range(12)}
    assert {t: p for t, p in fate.time.items() if t < 12} == {t: p for t, p in ended.items() if p}
    assert fate.unfinished + fate.time[12] == 1 - sum(ended.values())
    assert float(fate.mean_time) == pytest.approx(6.374991, abs=5e-7)


@pytest.mark.parametrize("n", [2, 4])
def test_the_end_of_a_duel_agrees_with_icepool(n):
    fate = absorb((n, n), duel(F(3, 10), F(4, 10)), lambda state: 0 in state)

    def oracle_step(a, b):
        if a == 0 or b == 0:
            return (a, b)
        lost_a, lost_b = b @ (icepool.d10 >= 7), a @ (icepool.d10 >= 8)
        return icepool.map(lambda x, y: (max(0, a - x), max(0, b - y)), lost_a, lost_b)

    oracle = icepool.map(oracle_step, icepool.Die([(n, n)]), star=True, repeat="inf")
    assert fate.end == {state: F(oracle.probability(state)) for state in oracle.outcomes()}


def test_a_duel_of_eight_has_the_published_value():
    fate = absorb((8, 8), duel(0.3, 0.4), lambda state: 0 in state)
    assert sum(p for (a, _), p in fate.end.items() if a) == pytest.approx(0.248631169531914, abs=1e-13)


def test_the_law_after_some_steps_agrees_with_icepool():
    after = iterate(2, walk(F(1, 3), 5), 6)
    for steps in (0, 1, 6):
        oracle = icepool.map(
            lambda s: s if s in (0, 5) else icepool.Die({s + 1: 1, s - 1: 2}), icepool.Die([2]), repeat=steps
        )
        assert after[steps] == {state: F(oracle.probability(state)) for state in oracle.outcomes()}


# --- properties -----------------------------------------------------------------------------------------------------


@st.composite
def chains(draw):
    """Rows of a chain on 0..n-1 that can always end in "left" or "right"."""
    n = draw(st.integers(1, 6))
    weights = st.integers(0, 5)
    rows = {}
    for state in range(n):
        row = {target: draw(weights) for target in range(n)} | {"left": draw(st.integers(1, 4)), "right": draw(weights)}
        rows[state] = normalise(row)
    return rows


@given(chains())
@settings(deadline=None)
def test_the_solution_solves_the_equations(rows):
    """First-step analysis: what is true from a state is the mixture of what is true from the next."""
    fates = {state: absorb(state, rows.__getitem__, lambda s: isinstance(s, str)) for state in rows}
    ends = {state: fate.end for state, fate in fates.items()} | {"left": {"left": F(1)}, "right": {"right": F(1)}}
    for state, row in rows.items():
        assert total(fates[state].end) == 1
        assert fates[state].end == mixture((p, ends[target]) for target, p in row.items())
        onward = sum(p * fates[target].mean_time for target, p in row.items() if target in fates)
        assert fates[state].mean_time == 1 + onward


@given(chains(), st.integers(0, 8))
@settings(deadline=None)
def test_times_of_absorption_follow_the_laws_step_by_step(rows, horizon):
    everywhere = rows | {"left": {"left": 1}, "right": {"right": 1}}
    laws = iterate(0, everywhere.__getitem__, horizon)
    ended = [law.get("left", 0) + law.get("right", 0) for law in laws]
    fate = absorb(0, rows.__getitem__, lambda s: isinstance(s, str), max_steps=horizon)
    assert [fate.time.get(t, 0) for t in range(1, horizon + 1)] == [b - a for a, b in pairwise(ended)]
    assert fate.unfinished == 1 - ended[-1]
    assert total(fate.time) + fate.unfinished == 1

    floats = {state: {target: float(p) for target, p in row.items()} for state, row in rows.items()}
    rough = absorb(0, floats.__getitem__, lambda s: isinstance(s, str), max_steps=horizon)
    assert rough.time == {t: pytest.approx(float(p), rel=1e-12) for t, p in fate.time.items()}
    assert rough.unfinished == pytest.approx(float(fate.unfinished), abs=1e-14)
    assert rough.end == {state: pytest.approx(float(p), rel=1e-12) for state, p in fate.end.items()}
    assert rough.mean_time == pytest.approx(float(fate.mean_time), rel=1e-12)

    order = list(everywhere)
    matrix = np.array([[float(everywhere[a].get(b, 0)) for b in order] for a in order])
    dense = absorb_matrix(matrix, 0, horizon)
    assert dense.unfinished == pytest.approx(float(fate.unfinished), abs=1e-14)
    assert dense.time.tolist() == pytest.approx([float(fate.time.get(t, 0)) for t in range(horizon + 1)], abs=1e-14)
    for step, law in enumerate(laws):
        assert dense.laws[step].tolist() == pytest.approx([float(law.get(s, 0)) for s in order], abs=1e-14)


def test_the_mean_time_is_the_limit_of_the_time_law():
    fate = absorb(4, walk(0.4, 9), max_steps=2_000)
    assert fate.unfinished < 1e-12
    assert mean(fate.time) == pytest.approx(fate.mean_time, rel=1e-9)


def test_iterate_starts_with_the_start_and_keeps_fractions():
    laws = iterate({0: F(1, 2), 1: F(1, 2)}, lambda n: sum_laws({n: 1}, die(2)), 2)
    assert laws[0] == {0: F(1, 2), 1: F(1, 2)}
    assert laws[2] == sum_laws(laws[0], die(2), die(2))
    assert len(laws) == 3
    assert all(isinstance(p, F) for law in laws for p in law.values())


def test_step_is_asked_once_for_each_state():
    asked = []

    def step(n):
        asked.append(n)
        return {n - 1: F(1, 2), n: F(1, 2)} if n else 0

    absorb(5, step, lambda n: n == 0, max_steps=9)
    assert sorted(asked) == [1, 2, 3, 4, 5]
    asked.clear()
    iterate(2, step, 9)
    assert sorted(asked) == [0, 1, 2]


# --- what is refused ------------------------------------------------------------------------------------------------


def test_a_state_that_is_never_left_is_named():
    with pytest.raises(SimlabError, match=r"never ends once it is in state 'jammed'$"):
        absorb("flying", lambda s: {"jammed": F(1, 2), "down": F(1, 2)} if s == "flying" else s, lambda s: s == "down")


def test_a_ring_that_is_never_left_is_named_with_its_size():
    ring = {"start": {"a": 0.5, "down": 0.5}, "a": {"b": 1.0}, "b": {"c": 1.0}, "c": {"a": 1.0}, "down": {"down": 1.0}}
    with pytest.raises(SimlabError, match=r"never ends once it is in state 'a' \(one of 3 such states\)"):
        absorb("start", ring.__getitem__)


def test_a_chain_that_grows_for_ever_is_refused():
    with pytest.raises(SimlabError, match="more than 1,000 reachable states"):
        absorb(0, lambda n: {n + 1: F(1, 2), -1: F(1, 2)}, lambda n: n < 0, max_states=1_000)


@pytest.mark.parametrize("law", [{"down": F(1, 3)}, {"down": 0.5, "flying": 0.6}, {"down": 1.5, "flying": -0.5}, {}])
def test_a_step_that_is_no_law_is_named(law):
    with pytest.raises(SimlabError, match="step from state 'flying': the probabilities must be >= 0 and add up to 1"):
        absorb("flying", lambda state: law, lambda state: state == "down")
    with pytest.raises(SimlabError, match="step from state 'flying'"):
        iterate("flying", lambda state: law, 1)


def test_a_start_or_a_horizon_that_makes_no_sense_is_refused():
    with pytest.raises(SimlabError, match="initial law"):
        absorb({"flying": F(1, 2)}, shot(F(1, 3)))
    with pytest.raises(SimlabError, match="max_steps: -1"):
        absorb("flying", shot(F(1, 3)), max_steps=-1)
    with pytest.raises(SimlabError, match="iterate, steps: -1"):
        iterate("flying", shot(F(1, 3)), -1)
