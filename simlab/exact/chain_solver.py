"""The solution of an absorbing chain whose states are numbers: expected visits, end law, absorption times.

Let v be the expected visits to each running state. Then v = start + v P, which is solved from the front: a state that
no unsolved state leads to is visited start + inflow times, divided by its chance to be left (its self-loop divided
out). What remains when that stops is the core, states that can come again; states reached only from the core follow.
Within the core, state by state is eliminated without any subtraction (W. K. Grassmann, M. I. Taksar, D. P. Heyman,
Operations Research 33 (1985) 1107-1116), or the float equations go to a library.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from simlab.exact.laws import Probability, integer_weights

MAX_RATIONAL_CORE = 100
"""Largest core solved in Fractions, whose numerators grow with every state eliminated."""

MAX_PYTHON_CORE = 40
"""Largest core solved in floats without a library."""

MAX_DENSE_CORE = 1_500
"""Largest core solved as a dense matrix; beyond, sparse."""


@dataclass(frozen=True)
class Graph:
    """A chain on states 0..n_states-1; a state without a row is absorbed."""

    start: dict[int, Probability]
    rows: dict[int, dict[int, Probability]]
    n_states: int


class Solution(NamedTuple):
    """Answers about a chain: Fractions if exact, else floats."""

    end: dict[int, Probability]
    mean_time: Probability
    exact: bool
    loops: bool  # whether a running state can come again (itself included)


def sources(graph: Graph) -> dict[int, list[int]]:
    """State -> running states other than itself that lead to it."""
    before: dict[int, list[int]] = {state: [] for state in range(graph.n_states)}
    for state, row in graph.rows.items():
        for target in row:
            if target != state:
                before[target].append(state)
    return before


def endless(graph: Graph) -> list[int]:
    """Running states from which no absorbed state can be reached, in order."""
    before = sources(graph)
    reached = [state for state in range(graph.n_states) if state not in graph.rows]
    ending = set(reached)
    for state in reached:  # grows while it is read
        fresh = [source for source in before[state] if source not in ending]
        ending.update(fresh)
        reached.extend(fresh)
    return [state for state in graph.rows if state not in ending]


def in_order(states: Iterable[int], before: dict[int, list[int]], after: dict[int, list[int]]) -> list[int]:
    """The states, each after all that lead to it, as far as that goes: loops and what follows them stay out."""
    waiting = {state: 0 for state in states}
    for state in waiting:
        waiting[state] = sum(source in waiting for source in before[state])
    ready = [state for state, count in waiting.items() if count == 0]
    for state in ready:  # grows while it is read
        for target in after[state]:
            if target in waiting:
                waiting[target] -= 1
                if waiting[target] == 0:
                    ready.append(target)
    return ready


def solve(graph: Graph, exact: bool) -> Solution:
    """End law and mean time of a chain that is sure to end, in Fractions if exact and the core is small enough."""
    before = sources(graph)
    after = {state: [target for target in row if target != state] for state, row in graph.rows.items()}
    head = in_order(graph.rows, before, after)
    rest = graph.rows.keys() - set(head)
    tail = in_order(sorted(rest), after, before)[::-1]
    core = sorted(rest - set(tail))
    exact = exact and len(core) <= MAX_RATIONAL_CORE
    number: Any = Fraction if exact else float
    zero = number(0)
    inflow = {state: number(p) for state, p in graph.start.items()}
    visits: dict[int, Any] = {}

    def settle(state: int) -> None:
        row = graph.rows[state]
        leaving = [(target, number(p)) for target, p in row.items() if target != state]
        # The chance to leave is added up, not 1 - loop: near-certain loops would cancel in floats.
        rate = inflow.get(state, zero) / sum(p for _, p in leaving)
        visits[state] = rate
        for target, p in leaving:
            inflow[target] = inflow.get(target, zero) + rate * p

    for state in head:
        settle(state)
    if core:
        visits.update(_core_visits(graph, core, inflow, number))
        for state in core:  # what flows into the core itself is counted in the visits and not read again
            for target, p in graph.rows[state].items():
                inflow[target] = inflow.get(target, zero) + visits[state] * number(p)
    for state in tail:
        settle(state)
    end = {state: inflow[state] for state in range(graph.n_states) if state not in graph.rows and inflow.get(state)}
    loops = bool(core) or any(state in row for state, row in graph.rows.items())
    mean_time = sum(visits.values(), Fraction(0)) if exact else math.fsum(visits.values())
    return Solution(end, mean_time, exact, loops)


def _core_visits(graph: Graph, core: list[int], inflow: dict[int, Any], number: Any) -> dict[int, Any]:
    if number is Fraction or len(core) <= MAX_PYTHON_CORE:
        return _eliminate(graph, core, inflow, number)
    place = {state: index for index, state in enumerate(core)}
    entries = [
        (place[target], place[state], -float(p))
        for state in core
        for target, p in graph.rows[state].items()
        if target in place and target != state
    ]
    to, source, value = (np.array(column) for column in zip(*entries, strict=True))
    diagonal = np.array([sum(float(p) for target, p in graph.rows[state].items() if target != state) for state in core])
    right = np.array([float(inflow.get(state, 0.0)) for state in core])
    if len(core) <= MAX_DENSE_CORE:
        matrix = np.diag(diagonal)
        matrix[to, source] += value
        solution = np.linalg.solve(matrix, right)
    else:
        from scipy.sparse import csc_array, diags_array  # slow to import, rarely needed
        from scipy.sparse.linalg import spsolve

        size = len(core)
        solution = spsolve(
            csc_array((value, (to, source)), shape=(size, size)) + diags_array(diagonal, format="csc"), right
        )
    return dict(zip(core, solution.tolist(), strict=True))


def _eliminate(graph: Graph, core: list[int], inflow: dict[int, Any], number: Any) -> dict[int, Any]:
    """Expected visits in the core: take out state by state, rerouting what passes through it, then go back."""
    members = set(core)
    rows = {state: {target: number(p) for target, p in graph.rows[state].items() if target != state} for state in core}
    into: dict[int, set[int]] = {state: set() for state in core}
    for state, row in rows.items():
        for target in row:
            if target in members:
                into[target].add(state)
    flow = {state: inflow.get(state, number(0)) for state in core}
    removed: list[tuple[int, Any, list[tuple[int, Any]]]] = []
    remaining = set(core)
    while remaining:
        # Fewest reroutes first keeps the rows sparse; the number breaks ties, so that the order is always the same.
        state = min(remaining, key=lambda each: (len(into[each]) * len(rows[each]), each))
        remaining.remove(state)
        row = rows[state]
        leaving = sum(row.values())
        onward = [(target, p / leaving) for target, p in row.items()]
        arrivals = [(source, rows[source].pop(state)) for source in into[state]]
        for source, p in arrivals:
            for target, share in onward:
                if target != source:  # back to where it came from is a loop there, divided out in its turn
                    rows[source][target] = rows[source].get(target, number(0)) + p * share
                    if target in members:
                        into[target].add(source)
        for target, share in onward:
            if target in members:
                into[target].discard(state)
                flow[target] += flow[state] * share
        removed.append((state, leaving, arrivals))
    visits: dict[int, Any] = {}
    for state, leaving, arrivals in reversed(removed):
        visits[state] = (flow[state] + sum(visits[source] * p for source, p in arrivals)) / leaving
    return visits


def absorption_times(graph: Graph, horizon: int, exact: bool) -> tuple[dict[int, Probability], Probability]:
    """Chance to be absorbed at each of the steps 0..horizon (zeros left out), and chance not to be by then."""
    return _rational_times(graph, horizon) if exact else _float_times(graph, horizon)


def _rational_times(graph: Graph, horizon: int) -> tuple[dict[int, Probability], Probability]:
    """In whole numbers: every step multiplies the common denominator by that of all rows."""
    scale = math.lcm(*(cast(Fraction, p).denominator for row in graph.rows.values() for p in row.values()))
    rows = {state: [(target, int(p * scale)) for target, p in row.items()] for state, row in graph.rows.items()}
    present, denominator = integer_weights(graph.start)
    times: dict[int, Probability] = {}
    for step in range(horizon + 1):
        if step:
            denominator *= scale
            moved: dict[int, int] = {}
            for state, weight in present.items():
                for target, share in rows[state]:
                    moved[target] = moved.get(target, 0) + weight * share
            present = moved
        ended = sum(weight for state, weight in present.items() if state not in rows)
        if ended:
            times[step] = Fraction(ended, denominator)
        present = {state: weight for state, weight in present.items() if state in rows}
        if not present:
            break
    return times, Fraction(sum(present.values()), denominator)


def _float_times(graph: Graph, horizon: int) -> tuple[dict[int, Probability], Probability]:
    """All transitions of a step at once, as arrays."""
    entries = [(state, target, float(p)) for state, row in graph.rows.items() for target, p in row.items()]
    source = np.array([state for state, _, _ in entries], dtype=np.int64)
    target = np.array([state for _, state, _ in entries], dtype=np.int64)
    value = np.array([p for _, _, p in entries])
    running = np.zeros(graph.n_states, dtype=bool)
    running[list(graph.rows)] = True
    present: NDArray[np.float64] = np.zeros(graph.n_states)
    for state, p in graph.start.items():
        present[state] = float(p)
    times: dict[int, Probability] = {}
    for step in range(horizon + 1):
        if step:
            present = np.bincount(target, present[source] * value, graph.n_states).astype(np.float64, copy=False)
        ended = float(present[~running].sum())
        if ended:
            times[step] = ended
        present[~running] = 0.0
        if not present.any():
            break
    return times, float(present.sum())
