"""Moments of a game that is played again: what was said in each, and what lay where, for whoever draws it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from simlab.dice import key_from_seed
from simlab.errors import RunError

if TYPE_CHECKING:
    from simlab.execute import Prepared


@dataclass(frozen=True)
class Drawing:
    """One picture of a moment, not yet drawn.

    plot: name of the function of `simlab.plots` that draws it; things: rows for that function; alt: what one would tell
    somebody who cannot see it.
    """

    plot: str
    things: list[dict[str, Any]]
    alt: str


@dataclass(frozen=True)
class Moment:
    """A turn, or whatever a game is told in.

    title: its name; lines: what happened, with every die; drawings: how it stood at its end.
    """

    title: str
    lines: list[str]
    drawings: list[Drawing] = field(default_factory=list)


def replay_moments(prepared: Prepared, seed: int, trial: int) -> list[Moment]:
    """One trial of a run moment by moment, with what is to be drawn of each. RunError where the kind shows none."""
    if prepared.kind.moments is None:
        raise RunError(f"kind {prepared.kind.name} of {prepared.system.name} has no picture of a trial")
    shape, where, key = prepared.shape, prepared.scenario.where, key_from_seed(seed)
    return prepared.kind.moments(shape, prepared.rulings, prepared.catalog, where, prepared.packed, key, trial)
