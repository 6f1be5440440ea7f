"""Lifetimes in a game of two sides and many turns: how many of somebody are still there after each turn.

What is lost never comes back, and a game that is cut after turn k is the beginning of the whole one; so the losses
after each turn are those of the games cut there, on the same dice. Several units of one game fall together: the games
are what is independent, and intervals go by them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from simlab.analysis.cut_games import cut_after, lengths_of, per_game
from simlab.analysis.lifetimes import Lifetimes
from simlab.analysis.paired import is_exact
from simlab.errors import RunError, nearest
from simlab.execute import Prepared
from simlab.progress import watched

if TYPE_CHECKING:
    from simlab.standing import Standing

TRIALS = 10_000


@watched("turns")
def losses_by_turn(
    prepared: Prepared, name: str | None = None, *, trials: int | None = None, seed: int = 0, method: str = "auto",
    progress: Callable[[int, int], None] | None = None,
) -> Lifetimes:  # fmt: skip
    """The lifetimes of somebody in a game of two sides.

    Args:
        prepared: of a kind with a `Standing` that names its losses.
        name: whose: a name that the kind gives, such as ``lost:defender:bomber``; the first one when None.
        trials: games (10,000 when None), where there is no quick exact law.
        seed: any integer; trial number i is trial i of a run with that seed.
        method: auto, exact or sample.
        progress: called with (turns played, turns).

    Raises:
        RunError: a kind without such losses, a name that it has not, no trial.
    """
    standing, space = prepared.kind.standing, prepared.space
    found = {} if standing is None or standing.losses is None else standing.losses(prepared.packed, space)
    if standing is None or not found:
        raise RunError(f"survival: kind {prepared.kind.name} tells of no losses turn by turn here")
    name = next(iter(found)) if name is None else name
    if name not in found:
        raise RunError(f'survival: nobody is called "{name}"; nearest: {nearest(name, found)}')
    many = int(found[name].max())
    if is_exact(prepared, method):
        return _exactly(prepared, standing, name, many, progress)
    trials = TRIALS if trials is None else trials
    if trials < 2:
        raise RunError(f"trials: {trials}; give 2 or more")
    most = int(lengths_of(prepared, standing, seed, trials).max())
    games = np.zeros((most, many + 1), np.int64)
    for turn in range(1, most + 1):
        cut = prepared if turn == most else cut_after(prepared, standing, turn)
        games[turn - 1] = np.bincount(per_game(cut, _worth(cut, standing, name), seed, trials), minlength=many + 1)
        if progress is not None:
            progress(turn, most)
    gone = np.r_[0.0, games @ np.arange(many + 1) / trials / many]
    alone = many == 1
    return Lifetimes(np.arange(1, most + 1), np.diff(gone), trials, name, seed, None if alone else games)


def _exactly(
    prepared: Prepared, standing: Standing, name: str, many: int, progress: Callable[[int, int], None] | None
) -> Lifetimes:
    rows = prepared.space.table(standing.length).rows
    most = max(int(str(row[0])) for row in rows)
    gone = [0.0]
    for turn in range(1, most + 1):
        cut = cut_after(prepared, standing, turn)
        assert cut.kind.exact is not None
        law = np.asarray(cut.kind.exact(cut.packed), np.float64)
        gone.append(float(law @ _worth(cut, standing, name)) / many)
        if progress is not None:
            progress(turn, most)
    return Lifetimes(np.arange(1, most + 1), np.diff(gone), None, name)


def _worth(prepared: Prepared, standing: Standing, name: str) -> np.ndarray:
    assert standing.losses is not None
    return standing.losses(prepared.packed, prepared.space)[name]
