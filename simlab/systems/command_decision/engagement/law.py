"""The exact law of `shot` and `combo`: shot by shot, a law over states; within a shot, enumeration of its dice."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from simlab.dice import chance_of
from simlab.exact import enumerate_law
from simlab.systems.command_decision.engagement.pack import ACTOR, BEARING, BLOCKED, CHOP_FROM, FIRST, SIGHT, Packed
from simlab.systems.command_decision.rules.hitting import (
    ABORT,
    FORCED_BACK,
    REMOVED,
    SAVED,
    ShotCard,
    penalty_of,
    stacked,
)
from simlab.systems.command_decision.rules.rolling import roll_air_shot


class State(NamedTuple):
    """Where a trial stands between two shots: the same fields as the state of a lane, and who sees the target."""

    total: int = 0
    down: int = 0  # 0 flies on, 1 forced back or sent home, 2 removed or lost
    saved: int = 0  # 1 when an abort was saved
    uses: int = -1
    before: int = 0
    by: int = 0
    actor: int = -1  # the actor whose line of sight is known
    seen: int = 0


def take_shot(state: State, row: list[int], packed: Packed, roll: Any) -> State:
    """One shot with dice from ``roll`` (`simlab.exact.enumerate_law`)."""
    if state.down:
        return state
    if row[ACTOR] != state.actor:  # one line of sight and one bearing an actor, kept for all its shots
        seen = all(roll.chance(chance_of(row[column])) for column in (SIGHT, BEARING))
        state = state._replace(actor=row[ACTOR], seen=int(seen))
    if not state.seen or (row[BLOCKED] and state.saved):
        return state
    card = ShotCard(*row[FIRST : CHOP_FROM + 1])
    effect, result, saves = roll_air_shot(card, packed.removal, packed.split_first, state.uses != 0, roll)
    before = state.before
    if packed.single and not before:
        before = 1 + (4 if effect >= ABORT else effect)
    uses = state.uses - int(saves and state.uses > 0)
    down = {FORCED_BACK: 1, REMOVED: 2}.get(result, 0)
    return state._replace(
        total=stacked(state.total, penalty_of(result, packed.converted_penalty), packed.stacking),
        down=down,
        saved=int(state.saved or result == SAVED),
        uses=uses,
        before=before,
        by=row[ACTOR] + 1 if down else 0,
    )


def law_of_states(packed: Packed, exact: bool) -> dict[State, Any]:
    """Law of the state after the last shot."""
    law: dict[State, Any] = {State(uses=packed.uses): Fraction(1) if exact else 1.0}
    rows = packed.shots.tolist()
    for place, row in enumerate(rows):
        last_of_actor = place + 1 == len(rows) or rows[place + 1][ACTOR] != row[ACTOR]
        after: dict[State, Any] = {}
        for state, weight in law.items():
            step = enumerate_law(partial(take_shot, state, row, packed), exact=exact)
            for end, chance in step.items():
                kept = end._replace(actor=-1, seen=0) if last_of_actor else end
                after[kept] = after.get(kept, 0) + weight * chance
        law = after
    return law


def cell_of(state: State, packed: Packed) -> int:
    """The cell of the flat vector that a trial ending in this state adds to."""
    code = packed.most_penalty + state.down if state.down else min(state.total, packed.cap)
    return int((state.before if packed.single else state.by) * (packed.most_penalty + 3) + code)


def exact_fractions(packed: Packed) -> list[Fraction]:
    """The exact law of the flat vector in rationals."""
    cells = [Fraction(0)] * size_of(packed)
    for state, chance in law_of_states(packed, exact=True).items():
        cells[cell_of(state, packed)] += chance
    return cells


def exact(packed: Packed) -> np.ndarray:
    """The exact law of the flat vector: float64[cells]."""
    cells = np.zeros(size_of(packed))
    for state, chance in law_of_states(packed, exact=False).items():
        cells[cell_of(state, packed)] += chance
    return cells


def size_of(packed: Packed) -> int:
    """Number of cells of the flat vector."""
    return (6 if packed.single else packed.firers + 1) * (packed.most_penalty + 3)


def abort_chance(packed: Packed) -> Fraction:
    """Chance that the aircraft is aborted by the end of the list."""
    return sum((p for state, p in law_of_states(packed, exact=True).items() if state.down), Fraction(0))
