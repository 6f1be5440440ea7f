"""Luck: who leads after each turn, how often that changes, when a game was decided, and how much is still dice.

This is for kinds of two sides that play turns; `dice_share` is for any scenario with a sweep. Dice are numbered, so the
game that is ended after turn k is the first k turns of the whole game: the same trials are played to every length, and
the lead after each turn is read from them. A duel of few rounds has an exact law of its courses.

* *Lead*: the sign of the kind's margin after a turn (points that the other side has lost, less those lost).
* *Lead change*: another side leads than the last one that led; a tie between them changes nothing.
* *Decided*: the first turn after which the winner led for good; of a draw, or a winner that is not ahead at the end
  (he won by something else than the margin), the last turn.
* *Settled by turn k*: share of the variance of the result (+1, 0, -1) that the margin after turn k explains: 1 less
  the variance that is left, on average, among games with equal margins. The rest is still dice, and choices to come.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from simlab import display
from simlab.analysis.cut_games import cut_after, lengths_of, per_game
from simlab.analysis.paired import METHODS, Progress, as_prepared
from simlab.errors import RunError
from simlab.execute import Prepared, Source
from simlab.intervals import mean_interval, wilson
from simlab.intervals.rates import checked_level
from simlab.progress import watched
from simlab.standing import Standing

if TYPE_CHECKING:
    import pandas as pd

TRIALS = 20_000
BOOTSTRAP = 200


@dataclass(frozen=True, repr=False)
class CourseOfPlay:
    """How a game of two sides goes.

    sides; turns: a row a turn (turn, then p, p_lo, p_hi of first_leads, second_leads, tied; decided, the share of games
    decided by then; settled, with settled_lo and settled_hi); lead_changes, comebacks, decided: (value, lo, hi): their
    mean number, the share of won games in which the winner was behind after some turn, and the mean turn; half_settled:
    first turn by which half of the variance is settled, inf when none is; n: trials, None when exact.
    """

    sides: tuple[str, str]
    meaning: str
    turns: pd.DataFrame
    lead_changes: tuple[float, float, float]
    comebacks: tuple[float, float, float]
    decided: tuple[float, float, float]
    half_settled: float
    n: int | None
    level: float

    @property
    def sentence(self) -> str:
        """The answer in words."""
        half = f"by turn {self.half_settled:.0f}" if math.isfinite(self.half_settled) else "not before the end"
        back = f"{_told(self.comebacks, 100)} % of the games that are won"
        return (
            f"The lead changes {_told(self.lead_changes)} times a game; a game is decided in turn "
            f"{_told(self.decided)} on average; in {back} the winner was behind once; half of the result is settled "
            f"{half}."
        )

    def __repr__(self) -> str:
        """The answer in one line."""
        return display.one_line(self, self.sentence)

    def _repr_html_(self) -> str:
        """Rich display in a notebook: the sentence, and who leads after each turn."""
        names = ("first_leads", "second_leads", "tied", "decided", "settled")
        rows = [
            [f"{row['turn']:.0f}", *(f"{100 * row[name]:.1f} %" for name in names)]
            for row in self.turns.to_dict("records")
        ]
        first, second = self.sides
        head = ["after turn", f"{first} leads", f"{second} leads", "tied", "decided", "settled"]
        return display.page("", display.line(self.sentence), display.table(head, rows))

    def frame(self) -> pd.DataFrame:
        """The measures: measure, value, lo, hi."""
        import pandas as pd

        found = {"lead_changes": self.lead_changes, "comebacks": self.comebacks, "decided": self.decided}
        rows = [{"measure": name, "value": v, "lo": lo, "hi": hi} for name, (v, lo, hi) in found.items()]
        half = self.half_settled
        return pd.DataFrame([*rows, {"measure": "half_settled", "value": half, "lo": half, "hi": half}])


def _told(found: tuple[float, float, float], times: float = 1.0) -> str:
    value, lo, hi = (times * end for end in found)
    return f"{value:.2f}" if lo == hi else f"{value:.2f} ({lo:.2f} to {hi:.2f})"


@watched("turns")
def course_of_play(
    source: Source | Prepared,
    *,
    trials: int = TRIALS,
    seed: int = 0,
    level: float = 0.95,
    method: str = "auto",
    progress: Progress | None = None,
) -> CourseOfPlay:
    """Who leads after each turn, how often that changes, and when the game was decided.

    Args:
        source: a Scenario, a mapping, the path of a file, or what `prepare` returned.
        trials: games that are played where there is no quick exact law.
        seed: any integer, 0 included; trial number i is trial i of a run with that seed.
        level: confidence level of the intervals.
        method: auto, exact or sample.
        progress: called with (turns played, turns).

    Raises:
        RunError: a kind that has no two sides or no turns, a method that it does not offer, no trial.
    """
    prepared = as_prepared(source)
    standing = prepared.kind.standing
    if standing is None:
        able = [kind.name for kind in prepared.system.kinds.values() if kind.standing is not None]
        raise RunError(
            f"luck: kind {prepared.kind.name} has no two sides of which one leads after each turn"
            + (f"; {prepared.system.name} has them in {', '.join(able)}" if able else "")
        )
    if method not in METHODS or (method == "exact" and standing.courses is None):
        raise RunError(f'method: "{method}"; kind {prepared.kind.name} offers no exact law of its courses')
    if trials < 2:
        raise RunError(f"trials: {trials}; give 2 or more")
    checked_level(level)
    if standing.courses is not None and (method == "exact" or (method == "auto" and standing.quick(prepared.packed))):
        return _exactly(prepared, standing, level, progress)
    return _sampled(prepared, standing, trials, seed, level, progress)


def _exactly(prepared: Prepared, standing: Standing, level: float, progress: Progress | None) -> CourseOfPlay:
    """By the law of courses: one pass for each turn, for the margin after it."""
    assert standing.courses is not None
    courses = standing.courses(prepared.packed, 1)
    most = len(courses[0].leads)
    leads = np.array([course.leads for course in courses], np.int64)
    won = np.array([course.won for course in courses], np.int64)
    weights = np.array([course.p for course in courses])
    settled = []
    for turn in range(1, most + 1):
        found = courses if turn == 1 else standing.courses(prepared.packed, turn)
        margin, result, chance = (np.array([getattr(c, name) for c in found]) for name in ("margin", "won", "p"))
        settled.append(_settled(margin, result, chance))
        if progress is not None:
            progress(turn, most)
    length = np.array([course.length for course in courses], np.int64)
    ends = [(value, value, value) for value in settled]
    return _put_together(standing, leads, won, length, weights, ends, None, level)


def _sampled(
    prepared: Prepared, standing: Standing, trials: int, seed: int, level: float, progress: Progress | None
) -> CourseOfPlay:
    lengths = lengths_of(prepared, standing, seed, trials)
    won = per_game(prepared, standing.won(prepared.space), seed, trials)
    most = int(lengths.max())
    margins = np.empty((most, trials), np.int64)
    for turn in range(1, most + 1):
        cut = prepared if turn == most else cut_after(prepared, standing, turn)
        margins[turn - 1] = per_game(cut, standing.margin(cut.space), seed, trials)
        if progress is not None:
            progress(turn, most)
    weights = np.full(trials, 1.0 / trials)
    generator = np.random.default_rng(abs(seed))
    settled = [_settled_with_ends(margins[turn], won, level, generator) for turn in range(most)]
    return _put_together(standing, np.sign(margins).T, won, lengths, weights, settled, trials, level)


def _settled(margin: np.ndarray, won: np.ndarray, weight: np.ndarray, spare: int = 0) -> float:
    """Share of the variance of the result that the margin explains (correlation ratio, K. Pearson 1905).

    spare: games behind the weights, 0 when exact; the ratio of few games with many margins is too high, and is
    corrected as T. Kelley (1935) does. nan where the result never varies.
    """
    place = np.unique(margin, return_inverse=True)[1]
    share = np.bincount(place, weights=weight)
    held = share > 0
    mean = np.bincount(place, weights=weight * won)[held] / share[held]
    middle = float(weight @ won)
    whole = float(weight @ (won - middle) ** 2)
    if whole <= 1e-15:
        return math.nan
    between = float(share[held] @ (mean - middle) ** 2) / whole
    if spare:
        many = int(held.sum())
        between = 1.0 - (1.0 - between) * (spare - 1) / (spare - many) if spare > many else between
    return min(max(between, 0.0), 1.0)


def _settled_with_ends(margin: np.ndarray, won: np.ndarray, level: float, generator: Any) -> tuple[float, float, float]:
    """(share, lo, hi) of played games; ends by the bootstrap over games."""
    joint, counts = np.unique(np.stack([margin, won]), axis=1, return_counts=True)
    n = int(counts.sum())
    value = _settled(joint[0], joint[1], counts / n, n)
    if math.isnan(value):
        return value, value, value
    drawn = generator.multinomial(n, counts / n, size=BOOTSTRAP)
    # A resample sees fewer of the rare margins, and varies within each as the games do: it is corrected like them.
    again = [_settled(joint[0], joint[1], row / n, n) for row in drawn]
    lo, hi = np.nanquantile(again, [0.5 - level / 2.0, 0.5 + level / 2.0])
    middle = float(np.nanmean(again))  # bias of the resamples, taken off both ends
    return value, max(float(lo) - middle + value, 0.0), min(float(hi) - middle + value, 1.0)


def _put_together(
    standing: Standing, leads: np.ndarray, won: np.ndarray, length: np.ndarray, weights: np.ndarray,
    settled: list[tuple[float, float, float]], n: int | None, level: float,
) -> CourseOfPlay:  # fmt: skip
    """leads: int64[games, turns]; weights: chance of each game."""
    import pandas as pd

    most = leads.shape[1]
    behind = (leads * won[:, None] < 0).any(axis=1)
    changes = np.array([_changes(row) for row in leads.tolist()], np.int64)
    decided = _decided_in(leads, won, length)

    def rate(mask: np.ndarray) -> tuple[float, float, float]:
        p = min(max(float(weights @ mask), 0.0), 1.0)
        return (p, p, p) if n is None else (p, *wilson(p * n, n, level))

    rows = []
    for turn in range(1, most + 1):
        row: dict[str, Any] = {"turn": turn}
        for name, sign in (("first_leads", 1), ("second_leads", -1), ("tied", 0)):
            row[name], row[f"{name}_lo"], row[f"{name}_hi"] = rate(leads[:, turn - 1] == sign)
        row["decided"], row["decided_lo"], row["decided_hi"] = rate(decided <= turn)
        row["settled"], row["settled_lo"], row["settled_hi"] = settled[turn - 1]
        rows.append(row)
    half = next((float(row["turn"]) for row in rows if row["settled"] >= 0.5), math.inf)
    winners = float(weights @ (won != 0))
    back = float(weights @ (behind & (won != 0))) / winners if winners > 0 else math.nan
    back_ends = (back, back) if n is None or not winners else wilson(back * winners * n, winners * n, level)
    return CourseOfPlay(
        standing.sides, standing.meaning, pd.DataFrame(rows), _mean(changes, weights, n, level),
        (back, float(back_ends[0]), float(back_ends[1])), _mean(decided, weights, n, level), half, n, level,
    )  # fmt: skip


def _changes(leads: list[int]) -> int:
    """How often another side leads than the last one that led.

    >>> _changes([0, 1, 0, 1, -1, -1, 1]), _changes([0, 0])
    (2, 0)
    """
    led = [lead for lead in leads if lead]
    return sum(a != b for a, b in pairwise(led))


def _decided_in(leads: np.ndarray, won: np.ndarray, length: np.ndarray) -> np.ndarray:
    """int64[games]: the first turn after which the winner led for good; the last turn where he never does."""
    most = leads.shape[1]
    ahead = leads * won[:, None] > 0
    # turns from the end on during which the winner led without a break
    run_of_leads = np.cumprod(ahead[:, ::-1], axis=1).sum(axis=1)
    return np.minimum(most - run_of_leads + 1, length)


def _mean(numbers: np.ndarray, weights: np.ndarray, n: int | None, level: float) -> tuple[float, float, float]:
    mean = float(weights @ numbers)
    if n is None:
        return mean, mean, mean
    values, counts = np.unique(numbers, return_counts=True)
    return (mean, *mean_interval(values.tolist(), counts.tolist(), level))
