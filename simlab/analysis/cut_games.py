"""Games that are cut after a turn: the beginnings of the whole ones, since dice are numbered by turn."""

from __future__ import annotations

import numpy as np

from simlab.execute import Prepared, prepare, weighed_trials
from simlab.standing import Standing

CHUNK = 100_000


def per_game(prepared: Prepared, worth: np.ndarray, seed: int, trials: int) -> np.ndarray:
    """int64[trials]: what each game adds to a number. worth: int64[cells], for a game that counts in a cell."""
    starts = range(0, trials, CHUNK)
    return np.concatenate([weighed_trials(prepared, worth, seed, s, min(s + CHUNK, trials)) for s in starts])


def lengths_of(prepared: Prepared, standing: Standing, seed: int, trials: int) -> np.ndarray:
    """int64[trials]: the turns that each game takes."""
    worth = np.zeros(prepared.space.size, np.int64)
    rows = prepared.space.table(standing.length).rows
    for cell, row in prepared.space.links(standing.length):
        worth[cell] += int(str(rows[row][0]))
    return per_game(prepared, worth, seed, trials)


def cut_after(prepared: Prepared, standing: Standing, turn: int) -> Prepared:
    """The same game, ended after a turn: trial by trial the beginning of the whole one."""
    return prepare(prepared.scenario.with_value(standing.key, turn), prepared.catalog.folder.parent)
