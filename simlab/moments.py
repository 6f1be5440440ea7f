"""Moments of a game that is played again: what was said in each, and what lay where, for whoever draws it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


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
