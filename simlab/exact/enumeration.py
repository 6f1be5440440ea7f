"""The law of a rule, found by playing it with every possible fall of its dice.

A rule is an ordinary function that asks for its dice one by one; which dice it asks for may depend on the faces before.
The walk is depth-first: the rule is run again from the start with a growing list of faces, like an odometer that has
one wheel for each die on the current path. So a rule must depend on its dice alone.
"""

import itertools
import math
from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any, Protocol, SupportsIndex, TypeVar, cast

from simlab.errors import SimlabError
from simlab.exact.laws import Law, Probability, law_of, whole

Outcome = TypeVar("Outcome", bound=Hashable)

NOT_A_FUNCTION_OF_DICE = "enumerate_law: the rule asked for other dice when it was run again with the same faces"


class Roll(Protocol):
    """What a rule under enumeration gets to ask for its dice."""

    def __call__(self, sides: SupportsIndex) -> int:
        """Face 1..sides of the next fair die."""

    def chance(self, probability: Probability) -> bool:
        """True with the given probability (0..1): a biased coin."""


def enumerate_law(
    play: Callable[[Roll], Outcome], exact: bool = True, *, max_leaves: int = 10_000_000, max_dice: int = 1_000
) -> dict[Outcome, Probability]:
    """Law of the outcome of a rule over all its dice.

    play: called with `roll`; asks ``roll(sides)`` for a face 1..sides of each die it needs and
    ``roll.chance(probability)`` for a biased coin, and returns a hashable outcome. Which dice, and how many, may depend
    on faces already seen. It runs once for each leaf (each complete fall of the dice), so it must have no memory.
    exact: Fractions if true, floats otherwise. A float probability counts at its decimal value when exact (0.2 is 1/5).
    max_leaves: how many leaves to visit at most. max_dice: how many dice one leaf may take at most.

    >>> def shot(roll):
    ...     face = roll(10)
    ...     if face == 4:
    ...         face = roll(10)
    ...     return "abort" if face >= 9 else "penalty" if face <= 3 else "nothing"
    >>> enumerate_law(shot)
    {'penalty': Fraction(33, 100), 'nothing': Fraction(9, 20), 'abort': Fraction(11, 50)}

    Raises SimlabError if the rule has more leaves than max_leaves, asks for more dice than max_dice (it may never end:
    see `absorb`), for a die without a whole number of sides, for a chance outside 0..1, or is not the same each time.
    """
    path = _Path(max_dice)
    asked, faces, numerators, denominators = path.asked, path.faces, path.numerators, path.denominators
    depth = 0

    def roll(sides: SupportsIndex) -> int:
        nonlocal depth
        here = depth
        depth = here + 1
        try:
            if asked[here] == sides:
                return faces[here]
        except IndexError:  # a new die: the common case above costs no test of the length
            pass
        else:
            raise SimlabError(NOT_A_FUNCTION_OF_DICE)
        last_face = whole(sides, 1, "enumerate_law, sides of a die")
        if last_face > max_leaves:
            raise _too_many_leaves(max_leaves)
        path.push(last_face, 1, last_face, denominators[-1] * last_face)
        return 1

    def chance(probability: Probability) -> bool:
        nonlocal depth
        here = depth
        depth = here + 1
        if here < len(faces):
            if asked[here] != probability:
                raise SimlabError(NOT_A_FUNCTION_OF_DICE)
            return faces[here] == 1
        p = _rational(probability) if exact else float(probability)
        if not 0 <= p <= 1:
            raise SimlabError(f"enumerate_law: chance {probability!r} lies outside 0..1")
        hit, scale = (p.numerator, p.denominator) if isinstance(p, Fraction) else (p, 1)
        first, last = (2 if p == 0 else 1), (1 if p == 1 else 2)  # an impossible side is never played
        path.push(probability, first, last, denominators[-1] * scale, (hit, scale - hit))
        return first == 1

    roll.chance = chance  # type: ignore[attr-defined]
    ask = cast(Roll, roll)
    tallies: dict[int, dict[Outcome, Any]] = {}  # denominator -> outcome -> numerator: adding whole numbers is cheap
    for _ in range(max_leaves):
        depth = 0
        outcome = play(ask)
        if depth < len(faces):
            raise SimlabError(NOT_A_FUNCTION_OF_DICE)
        tally = tallies.get(denominators[-1])
        if tally is None:
            tally = tallies[denominators[-1]] = {}
        tally[outcome] = tally.get(outcome, 0) + numerators[-1]
        if not path.advance():
            return _gathered(tallies, exact)
    raise _too_many_leaves(max_leaves)


class _Path:
    """The dice and coins of one complete fall, in the order asked for.

    A coin is a die with faces 1 (true) and 2 (false).

    The probability of the fall is numerators[-1] / denominators[-1]. Both lists start with the 1 of the empty path, so
    they are one longer than the others.
    """

    def __init__(self, max_dice: int) -> None:
        self.max_dice = max_dice
        self.asked: list[Probability] = []  # sides of the die, or chance of the coin
        self.faces: list[int] = []
        self.last_faces: list[int] = []
        self.coin_weights: list[tuple[Any, Any] | None] = []  # numerators of true and false; None for a die
        self.numerators: list[Any] = [1]
        self.denominators: list[int] = [1]
        self.columns: tuple[list[Any], ...] = (
            self.asked,
            self.faces,
            self.last_faces,
            self.coin_weights,
            self.numerators,
            self.denominators,
        )

    def push(
        self, what: Probability, face: int, last_face: int, denominator: int, coin: tuple[Any, Any] | None = None
    ) -> None:
        """Ask for one die more, showing `face`."""
        if len(self.faces) >= self.max_dice:
            raise SimlabError(
                f"enumerate_law: more than {self.max_dice:,} dice on one path; a rule without end needs absorb()"
            )
        numerator = self.numerators[-1] * (coin[face - 1] if coin else 1)
        for column, value in zip(self.columns, (what, face, last_face, coin, numerator, denominator), strict=True):
            column.append(value)

    def advance(self) -> bool:
        """Turn the last die that has a face left to its next face and forget the dice after it; False if none has."""
        faces, last_faces = self.faces, self.last_faces
        while faces and faces[-1] == last_faces[-1]:
            for column in self.columns:
                column.pop()
        if not faces:
            return False
        faces[-1] += 1
        coin = self.coin_weights[-1]
        if coin is not None:
            self.numerators[-1] = self.numerators[-2] * coin[1]
        return True


def _too_many_leaves(max_leaves: int) -> SimlabError:
    return SimlabError(
        f"enumerate_law: the rule has more than {max_leaves:,} leaves; sample it, or split it into parts"
    )


def _rational(probability: Probability) -> Fraction:
    """A float at its decimal value: whoever writes 0.2 means 1/5, not the nearest binary fraction."""
    if isinstance(probability, (int, Fraction)):
        return Fraction(probability)
    try:
        return Fraction(str(float(probability)))
    except ValueError as error:  # nan and infinities
        raise SimlabError(f"enumerate_law: chance {probability!r} lies outside 0..1") from error


def _gathered(tallies: dict[int, dict[Outcome, Any]], exact: bool) -> dict[Outcome, Probability]:
    """One law out of numerators kept by denominator."""
    common = math.lcm(*tallies)
    weights: dict[Outcome, Any] = {}
    for denominator, tally in tallies.items():
        for outcome, numerator in tally.items():
            if exact:
                share: Any = numerator * (common // denominator)
            else:  # a denominator of hundreds of dice does not fit into a float, its quotient does
                share = float(Fraction(numerator) / denominator)
            weights[outcome] = weights.get(outcome, 0) + share
    return law_of(weights, common if exact else None)


def enumerate_table(function: Callable[..., Hashable], *sides: int, max_leaves: int = 10_000_000) -> Law:
    """Law of function(face1, face2, ...) over independent fair dice with the given sides, in Fractions.

    >>> enumerate_table(lambda a, b: a + b >= 9, 6, 6)[True]
    Fraction(5, 18)

    Raises SimlabError if a die has no whole number of sides or the table more than max_leaves cells.
    """
    sides = tuple(whole(number, 1, "enumerate_table, sides of a die") for number in sides)
    cells = math.prod(sides)
    if cells > max_leaves:
        raise SimlabError(f"enumerate_table: {cells:,} falls of the dice are more than {max_leaves:,}")
    counts: dict[Hashable, int] = {}
    for fall in itertools.product(*(range(1, number + 1) for number in sides)):
        outcome = function(*fall)
        counts[outcome] = counts.get(outcome, 0) + 1
    return law_of(counts, cells)
