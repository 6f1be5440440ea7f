"""Moments of a game that is played again: what was said in each, and what lay where, for whoever draws it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from simlab.dice import key_from_seed
from simlab.errors import RunError

if TYPE_CHECKING:
    from simlab.execute import Prepared

WHEN = re.compile(r"(turn|round|pass) \d+")


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
    """One trial of a run moment by moment, with what is to be drawn of each, or in words alone where nothing is.

    RunError where the kind tells nothing of a trial.
    """
    kind, key = prepared.kind, key_from_seed(seed)
    if kind.moments is not None:
        shape, where = prepared.shape, prepared.scenario.where
        return kind.moments(shape, prepared.rulings, prepared.catalog, where, prepared.packed, key, trial)
    if kind.replay is None:
        raise RunError(f"kind {kind.name} of {prepared.system.name} tells nothing of a trial but its outcomes")
    return in_words(kind.replay(prepared.packed, key, trial))


def told_lines(prepared: Prepared, seed: int, trial: int) -> list[str]:
    """The lines of one trial, an empty list where its kind tells nothing of it."""
    kind = prepared.kind
    if kind.replay is not None:
        return kind.replay(prepared.packed, key_from_seed(seed), trial)
    if kind.moments is None:
        return []
    return [line for moment in replay_moments(prepared, seed, trial) for line in moment.lines]


def in_words(lines: list[str]) -> list[Moment]:
    """Lines that begin with the turn, round or pass they belong to, a moment for each.

    >>> [(moment.title, len(moment.lines)) for moment in in_words(["round 1: a fires", "round 1 ends", "round 2: b"])]
    [('Round 1', 2), ('Round 2', 1)]
    """
    moments: list[Moment] = []
    for line in lines:
        found = WHEN.match(line)
        title = found[0].capitalize() if found else moments[-1].title if moments else "The trial"
        if not moments or moments[-1].title != title:
            moments.append(Moment(title, []))
        moments[-1].lines.append(line)
    return moments or [Moment("The trial", [])]
