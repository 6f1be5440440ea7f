"""Luck: how much of a result is dice, how often the lead changes, and when a game was decided.

Two measures, of different questions.

*How a game goes* (`course_of_play`) is for kinds of two sides that play turns. Dice are numbered, so the game that is
ended after turn k is the first k turns of the whole game: the same trials are played to every length, and the lead
after each turn is read from them; nothing is played anew. A duel of few rounds has an exact law of its courses.

* *Lead*: the sign of the kind's margin after a turn (points that the other side has lost, less those lost).
* *Lead change*: another side leads than the last one that led; a tie between them changes nothing.
* *Decided*: the first turn after which the winner led for good; of a draw, or a winner that is not ahead at the end
  (he won by something else than the margin), the last turn.
* *Settled by turn k*: share of the variance of the result (+1, 0, -1) that the margin after turn k explains: 1 less
  the variance that is left, on average, among games with equal margins. The rest is still dice, and choices to come.

*What varied* (`dice_share`) is for any scenario with a ``[sweep]``: of the variance of a result over cases that are
all as likely, the part within cases is dice, the part between their means is the cases.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from simlab.analysis.paired import CHUNK, METHODS, Progress, as_prepared
from simlab.contract import Standing
from simlab.errors import RunError
from simlab.execute import Prepared, Source, as_scenario, prepare, run, weighed_trials
from simlab.intervals import mean_interval, wilson
from simlab.intervals.rates import checked_level

if TYPE_CHECKING:
    import pandas as pd

TRIALS = 20_000
BOOTSTRAP = 200


@dataclass(frozen=True)
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
        raise RunError(f"luck: kind {prepared.kind.name} has no two sides of which one leads after each turn")
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
    lengths = _per_trial(prepared, _length_worth(prepared, standing), seed, trials)
    won = _per_trial(prepared, standing.won(prepared.space), seed, trials)
    most = int(lengths.max())
    margins = np.empty((most, trials), np.int64)
    data = prepared.catalog.folder.parent
    for turn in range(1, most + 1):
        if turn == most:
            margins[turn - 1] = _per_trial(prepared, standing.margin(prepared.space), seed, trials)
        else:
            cut = prepare(prepared.scenario.with_value(standing.key, turn), data)
            margins[turn - 1] = _per_trial(cut, standing.margin(cut.space), seed, trials)
        if progress is not None:
            progress(turn, most)
    weights = np.full(trials, 1.0 / trials)
    generator = np.random.default_rng(abs(seed))
    settled = [_settled_with_ends(margins[turn], won, level, generator) for turn in range(most)]
    return _put_together(standing, np.sign(margins).T, won, lengths, weights, settled, trials, level)


def _per_trial(prepared: Prepared, worth: np.ndarray, seed: int, trials: int) -> np.ndarray:
    starts = range(0, trials, CHUNK)
    return np.concatenate([weighed_trials(prepared, worth, seed, s, min(s + CHUNK, trials)) for s in starts])


def _length_worth(prepared: Prepared, standing: Standing) -> np.ndarray:
    worth = np.zeros(prepared.space.size, np.int64)
    rows = prepared.space.table(standing.length).rows
    for cell, row in prepared.space.links(standing.length):
        worth[cell] += int(str(rows[row][0]))
    return worth


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


@dataclass(frozen=True)
class DiceShare:
    """How much of what varied was dice.

    frame: a row a case: its axes, mean, deviation (standard deviation within the case); dice: (share, lo, hi) of the
    variance over all cases that is within them; total: standard deviation over all cases and dice together.
    """

    metric: str
    frame: pd.DataFrame
    dice: tuple[float, float, float]
    total: float
    level: float

    @property
    def sentence(self) -> str:
        """The answer in words."""
        share, lo, hi = (100.0 * end for end in self.dice)
        ends = "" if lo == hi else f" ({lo:.1f} to {hi:.1f})"
        return (
            f"{self.metric}: over {len(self.frame)} cases, all as likely, {share:.1f} %{ends} of the variance is dice, "
            f"the other {100.0 - share:.1f} % is the case."
        )


def dice_share(
    source: Source,
    metric: str | None = None,
    *,
    trials: int | None = None,
    seed: int = 0,
    level: float = 0.95,
    method: str | None = None,
    progress: Progress | None = None,
) -> DiceShare:
    """Split the variance of a result over the cases of a ``[sweep]`` into dice and cases.

    Args:
        source: a scenario with a ``[sweep]``, whose cases (a player's choices, say) count as equally likely.
        metric: "table:outcome", a result of 0 or 1; or the name of a tally, a result that is a number; the headline
            when None.
        trials: of each case that is sampled.
        seed: any integer, 0 included.
        level: confidence level of the interval.
        method: auto, exact or sample.
        progress: called with (cases, cases in all).

    Raises:
        RunError: an unknown metric, a table that is no partition and no tally.
    """
    import pandas as pd

    from simlab.analysis.grid import axes_of, number_of_points, points_of

    checked_level(level)
    scenario = as_scenario(source)
    axes = axes_of(scenario)
    rows: list[dict[str, Any]] = []
    errors, fourth = [], []
    for number, point in enumerate(points_of(scenario, axes), start=1):
        result = run(point.scenario, trials=trials, seed=seed, method=method)
        values, chances, name = _law_of(result, metric)
        mean = float(chances @ values)
        spread = float(chances @ (values - mean) ** 2)
        n = math.inf if result.exact else float(result.trials or 1)
        spread *= 1.0 if math.isinf(n) else n / max(n - 1.0, 1.0)
        errors.append(spread / n)
        fourth.append(max(float(chances @ (values - mean) ** 4) - spread**2, 0.0) / n)
        shown = {axis.name: axis.shown(point.labels[axis.name]) for axis in axes}
        rows.append({**shown, "mean": mean, "deviation": math.sqrt(spread)})
        if progress is not None:
            progress(number, number_of_points(scenario, axes))
    frame = pd.DataFrame(rows)
    within, noise = float((frame["deviation"] ** 2).mean()), float(np.mean(errors))
    many = len(rows)
    # the means scatter by their own errors too, which are dice: taken off
    between = max(float(frame["mean"].var(ddof=0)) - noise * (many - 1) / many, 0.0)
    whole = within + between
    share = within / whole if whole > 0 else math.nan
    ends = (share, share)
    if noise > 0.0 and whole > 0.0:
        pull = 2.0 * (frame["mean"] - frame["mean"].mean()).to_numpy() / many  # of each mean on the part between
        own = np.array(errors)
        error_between = math.sqrt(float(pull**2 @ own) + 2.0 * float(own @ own) / many**2)
        error_within = math.sqrt(float(np.sum(fourth))) / many
        from simlab.intervals import normal_quantile

        error = math.hypot(between * error_within, within * error_between) / whole**2
        reach = normal_quantile(level) * error
        ends = (max(share - reach, 0.0), min(share + reach, 1.0))
    return DiceShare(name, frame, (share, *ends), math.sqrt(whole), level)


def _law_of(result: Any, metric: str | None) -> tuple[np.ndarray, np.ndarray, str]:
    """(values, chances, name) of a metric: 0 and 1 for an outcome, the numbers of a tally."""
    if metric is not None and metric in result.tables:
        table = result.space.table(metric)
        if table.kind != "tally":
            raise RunError(f'metric "{metric}": no tally; name one of its outcomes as {metric}:OUTCOME')
        chances = np.array([row["p"] for row in result.rows(metric)])
        return np.array([float(str(row[0])) for row in table.rows]), chances, metric
    name = metric or ":".join(result.provenance["headline"])
    for row in result.tidy_rows():
        if f"{row['table']}:{row['outcome']}" == name:
            if result.space.table(row["table"]).kind in ("events", "given"):
                raise RunError(f'metric "{name}": has a denominator of its own; name a result of each game')
            return np.array([0.0, 1.0]), np.array([1.0 - row["p"], row["p"]]), name
    raise RunError(f'metric "{name}": a case has no such outcome')
