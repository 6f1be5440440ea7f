"""Dice that show every face: the exact law of a trial, by walking the whole tree of its dice.

`law_of(play)` plays a trial again and again. Each time a die is read that was not read before on this path, the walk
branches into its faces. Chances are exact fractions, so a worked example is checked to the last digit.
"""

from collections import Counter
from collections.abc import Callable, Hashable
from fractions import Fraction

from .dice_log import Hand


class UnseenNumber(int):
    """A 32-bit number of which only comparisons are known: each one that is open branches."""

    def __new__(cls, walk: "Walk") -> "UnseenNumber":
        """A number that may be anything from 0 to 2**32 - 1."""
        number = super().__new__(cls)
        number.walk, number.lowest, number.beyond = walk, 0, 2**32
        return number

    walk: "Walk"
    lowest: int
    beyond: int

    def __lt__(self, limit: int) -> bool:
        """Whether it lies below the limit, in this branch."""
        if limit <= self.lowest:
            return False
        if limit >= self.beyond:
            return True
        p = Fraction(limit - self.lowest, self.beyond - self.lowest)
        if self.walk.branch([p, 1 - p]) == 0:
            self.beyond = limit
            return True
        self.lowest = limit
        return False


class ScriptedHand(Hand):
    """A hand whose faces come from the walk."""

    def __init__(self, walk: "Walk"):
        self.walk = walk

    def die(self, sides: int) -> int:
        """The face of this branch."""
        return 1 + self.walk.branch([Fraction(1, sides)] * sides)

    def skip(self, sides: int) -> None:
        """A die nobody asks for has no branches."""

    def chance(self, probability: Fraction) -> bool:
        """Both ways, unless it is certain."""
        if probability in (0, 1):
            return probability == 1
        return self.walk.branch([probability, 1 - probability]) == 0

    def number(self) -> int:
        """A number that branches when it is compared."""
        return UnseenNumber(self.walk)


class Walk:
    """The dice of one pass through the tree: a known path, then first branches."""

    def __init__(self, path: list[int]):
        self.path = path
        self.widths: list[int] = []
        self.weight = Fraction(1)

    def hand(self, turn: int, window: int, actor: int, purpose: int, nth: int, half: str) -> Hand:
        """Any address has the same scripted hand."""
        return ScriptedHand(self)

    def branch(self, chances: list[Fraction]) -> int:
        """Which branch to take here."""
        depth = len(self.widths)
        if depth == len(self.path):
            self.path.append(0)
        self.widths.append(len(chances))
        self.weight *= chances[self.path[depth]]
        return self.path[depth]


def law_of(play: Callable[[Walk], Hashable]) -> dict[Hashable, Fraction]:
    """The exact law of what `play` returns.

    >>> law_of(lambda walk: walk.hand(1, 1, 0, 1, 0, "upper").die(10) >= 9)
    {False: Fraction(4, 5), True: Fraction(1, 5)}
    """
    law: Counter[Hashable] = Counter()
    path: list[int] = []
    while True:
        walk = Walk(path)
        outcome = play(walk)
        law[outcome] += walk.weight  # type: ignore[assignment]
        path = walk.path
        while path and path[-1] + 1 == walk.widths[len(path) - 1]:
            path.pop()
        if not path:
            return dict(law)  # type: ignore[arg-type]
        path[-1] += 1
