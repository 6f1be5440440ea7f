"""Best play by dynamic programming: exact values, states visited once, no recursion."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from simlab.errors import ScenarioError

MOST_STATES = 150_000
FACES = 6
At = TypeVar("At", bound=Hashable)
# What can be done in a state: (order, the states it leads to, each with the number of faces that lead there).
Options = Sequence[tuple[Any, Sequence[tuple[At, int]]]]


def best_play(
    start: At, options: Callable[[At], Options[At] | None], worth: Callable[[At], Fraction], where: str
) -> tuple[Fraction, dict[At, Any]]:
    """The greatest mean worth that can be had from a start, and the order that has it in every state.

    options: None where the game ends, a single option where nothing is to be decided (its order is kept too); faces of
    an option add up to 6, or its only way has any number. Of equal options the first is taken. ScenarioError when there
    are too many states.
    """
    known: dict[At, Fraction] = {}
    chosen: dict[At, Any] = {}
    opened: dict[At, Options[At]] = {}
    stack = [start]
    while stack:
        at = stack[-1]
        if at in known:
            stack.pop()
            continue
        if at not in opened:
            found = options(at)
            if found is None:
                known[at] = worth(at)
                stack.pop()
                continue
            if len(opened) >= MOST_STATES:
                raise ScenarioError(f"{where}: best play has more than {MOST_STATES:,} states; fewer units, please")
            opened[at] = found
            stack += [way for _, ways in found for way, _ in ways if way not in known]
            continue
        best: Fraction | None = None
        for order, ways in opened[at]:
            mean = sum((known[way] * faces for way, faces in ways), Fraction(0)) / sum(faces for _, faces in ways)
            if best is None or mean > best:
                best, chosen[at] = mean, order
        assert best is not None
        known[at] = best
        opened[at] = ()
        stack.pop()
    return known[start], chosen
