"""Who is ahead: how a kind of two sides says it after each turn, and an exact law of how its games go."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np

    from simlab.outcome import OutcomeSpace


class Course(NamedTuple):
    """How a game went, in an exact law of courses.

    leads: +1, 0 or -1 after each turn, as the first side, neither, or the second side was ahead, going on as it ended
    when it ended early; margin: after one of the turns (`Standing.courses` says which); won: +1, 0 or -1; length: turns
    played; p: chance.
    """

    leads: tuple[int, ...]
    margin: int
    won: int
    length: int
    p: float


@dataclass(frozen=True)
class Standing:
    """How a kind of two sides says who leads after each turn.

    sides: their names; key: key of a scenario that ends the game after so many turns, every trial going the same way
    up to there; length: table of the turns played; margin: space -> int64[cells], what a trial that counts there puts
    the first side ahead by; meaning: of the margin; won: space -> int64[cells], +1 where the first side has won, -1
    where the second has; courses: (packed, turn) -> the exact law of courses, with the margin after that turn, where
    the kind has one; quick: packed -> is it quick?; losses: (packed, space) -> name -> int64[cells], how many of
    somebody a trial that counts there loses, the plainest first: what is lost never comes back, and as many as can be
    lost are there at the start.
    """

    sides: tuple[str, str]
    key: str
    length: str
    margin: Callable[[OutcomeSpace], np.ndarray]
    meaning: str
    won: Callable[[OutcomeSpace], np.ndarray]
    courses: Callable[[Any, int], list[Course]] | None = None
    quick: Callable[[Any], bool] = lambda packed: True
    losses: Callable[[Any, OutcomeSpace], dict[str, np.ndarray]] | None = None
