"""Processes that go on until they end: absorbing chains, and the law after a given number of steps.

A chain is a start law and a function state -> law of the next state. States are any hashable values.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from simlab.errors import SimlabError
from simlab.exact import chain_solver
from simlab.exact.chain_solver import Graph
from simlab.exact.laws import Law, Probability, blend, is_one, is_rational, total, whole

Step: TypeAlias = Callable[[Any], Any]
"""State -> law of the next state, or the next state itself if it is certain."""


@dataclass(frozen=True)
class Absorption:
    """How a chain ends: in Fractions if every probability was rational and the core small enough, else in floats."""

    end: Law
    """Law of the state in which the chain is absorbed, whenever that is."""
    time: dict[int, Probability]
    """Steps -> chance to be absorbed exactly then, up to the horizon asked for; its mass is 1 - unfinished."""
    unfinished: Probability
    """Chance not to be absorbed within that horizon; 1 (and `time` empty) if none was given and the chain has loops."""
    mean_time: Probability
    """Mean number of steps to absorption, whatever the horizon."""
    n_states: int
    """Reachable states, absorbed ones included."""
    exact: bool
    """Whether the answers are Fractions."""


def absorb(
    initial: Any,
    step: Step,
    absorbed: Callable[[Any], object] | None = None,
    max_steps: int | None = None,
    *,
    max_states: int = 200_000,
) -> Absorption:
    """Follow a process to its end: where it ends and how long that takes.

    initial: law of the first state, or that state if it is certain.
    step: state -> law of the next state (its probabilities adding up to one), or that state if it is certain; called
    once for each reachable state. Two ways to one state must be added up, as `map_law` and `mixture` do: a dict written
    out would keep the last.
    absorbed: whether the process ends in a state; if None, it ends in a state that leads to itself alone.
    max_steps: horizon of `time`. If None, `time` is complete for a chain without loops and not computed otherwise.
    max_states: how many states to explore at most.

    Shots until a hit of 1/3:

    >>> shots = absorb("flying", lambda state: {"down": Fraction(1, 3), "flying": Fraction(2, 3)},
    ...                absorbed=lambda state: state == "down", max_steps=2)
    >>> shots.mean_time, shots.time, shots.unfinished
    (Fraction(3, 1), {1: Fraction(1, 3), 2: Fraction(2, 9)}, Fraction(4, 9))

    States that come in order (losses only grow) are solved in that order, dividing out "nothing happened"; states that
    can come again are solved as linear equations, in Fractions up to `chain_solver.MAX_RATIONAL_CORE` such states and
    in float64 beyond.

    Raises SimlabError if the chain can reach states from which it never ends, if it grows beyond max_states, or if a
    step's probabilities are no law.
    """
    horizon = None if max_steps is None else whole(max_steps, 0, "absorb, max_steps")
    states, graph = _explore(_as_law(initial, "initial law"), step, absorbed, max_states)
    stuck = chain_solver.endless(graph)
    if stuck:
        others = f" (one of {len(stuck):,} such states)" if len(stuck) > 1 else ""
        raise SimlabError(f"absorb: the chain never ends once it is in state {states[stuck[0]]!r}{others}")
    exact = is_rational(graph.start.values()) and all(is_rational(row.values()) for row in graph.rows.values())
    solution = chain_solver.solve(graph, exact)
    time: dict[int, Probability] = {}
    unfinished: Probability = Fraction(1) if solution.exact else 1.0
    if horizon is None and not solution.loops:
        horizon = len(graph.rows)
    if horizon is not None:
        time, unfinished = chain_solver.absorption_times(graph, horizon, solution.exact)
    end = {states[index]: p for index, p in solution.end.items()}
    return Absorption(end, time, unfinished, solution.mean_time, len(states), solution.exact)


def iterate(initial: Any, step: Step, steps: int) -> list[Law]:
    """Laws of the state after 0, 1, ..., steps steps (a list of steps + 1 laws).

    initial, step: as for `absorb`; step is asked for every state met, so a process that has ended must say so by
    leading to itself.

    >>> iterate(0, lambda hits: {hits: Fraction(2, 3), hits + 1: Fraction(1, 3)}, 2)[-1]
    {0: Fraction(4, 9), 1: Fraction(4, 9), 2: Fraction(1, 9)}

    Raises SimlabError if steps is no whole number from 0 up or a step's probabilities are no law.
    """
    laws = [_as_law(initial, "initial law")]
    known: dict[Hashable, Law] = {}
    for _ in range(whole(steps, 0, "iterate, steps")):
        for state in laws[-1]:
            if state not in known:
                known[state] = _as_law(step(state), f"step from state {state!r}")
        laws.append(blend((p, known[state]) for state, p in laws[-1].items()))
    return laws


def _as_law(given: Any, what: str) -> Law:
    """The law meant: itself without impossible outcomes, or a certain state."""
    if not isinstance(given, Mapping):
        return {given: Fraction(1)}
    if any(p < 0 for p in given.values()) or not is_one(total(given)):
        raise SimlabError(f"{what}: the probabilities must be >= 0 and add up to 1, not {float(total(given)):.6g}")
    return {state: Fraction(p) if isinstance(p, int) else p for state, p in given.items() if p}


def _explore(
    initial: Law, step: Step, absorbed: Callable[[Any], object] | None, max_states: int
) -> tuple[list[Any], Graph]:
    """All reachable states, numbered in the order they are met, and the chain on those numbers."""
    states: list[Any] = []
    numbers: dict[Any, int] = {}

    def numbered(law: Law) -> dict[int, Probability]:
        for state in law:
            if state not in numbers:
                numbers[state] = len(states)
                states.append(state)
        return {numbers[state]: p for state, p in law.items()}

    def still_running(reached: Iterable[Any]) -> Iterable[tuple[int, Law]]:
        for index, state in enumerate(reached):
            if len(states) > max_states:
                raise SimlabError(f"absorb: more than {max_states:,} reachable states; does a count grow for ever?")
            if absorbed is not None and absorbed(state):
                continue
            law = _as_law(step(state), f"step from state {state!r}")
            if absorbed is not None or law.keys() != {state}:
                yield index, law

    start = numbered(initial)
    rows = {index: numbered(law) for index, law in still_running(states)}  # `states` grows while it is read
    return states, Graph(start, rows, len(states))
