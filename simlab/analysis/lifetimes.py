"""Lifetimes: how long somebody lasts, whatever the kind, and whether one profile lasts longer than another.

A kind tells of lifetimes by a table ``survival`` (who is there at the end of each turn), or by a partition whose rows
are numbers (turns, passes) and one word for those who outlast the game, such as ``crash_turn``: 1, 2, 3, never. Games
of two sides and many turns tell of them by the losses after each turn, see `losses_by_turn`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from simlab import display
from simlab.analysis.matches import seed_of
from simlab.analysis.survival import MedianLife
from simlab.errors import RunError
from simlab.execute import Prepared, run
from simlab.intervals import mean_interval, wilson
from simlab.progress import watched
from simlab.result import Result

if TYPE_CHECKING:
    import pandas as pd

    from simlab.outcome import OutcomeSpace


@dataclass(frozen=True)
class Lifetimes:
    """When somebody is lost.

    turns: int64[k], rising; lost: chance of being lost in each; n: games, None when exact; seed: of their dice; games:
    int64[k, start + 1], games by how many are lost after each turn, where several are at stake in each game (they are
    not independent then); None where one is.
    """

    turns: np.ndarray
    lost: np.ndarray
    n: int | None
    table: str
    seed: int | None = None
    games: np.ndarray | None = None

    @property
    def alive(self) -> np.ndarray:
        """float64[k]: chance of outlasting each turn; with the losses up to it, it makes 1."""
        return np.clip(1.0 - np.cumsum(self.lost), 0.0, 1.0)

    def frame(self, level: float = 0.95, **labels: Any) -> pd.DataFrame:
        """A row a turn from turn 0 on: the labels, turn, p, p_lo, p_hi (outlasts it), lost (in this turn)."""
        import pandas as pd

        alive = np.r_[1.0, self.alive]
        if self.games is not None:
            many = self.games.shape[1] - 1
            ends = np.array([mean_interval(range(many + 1), row, level) for row in self.games]).reshape(-1, 2) / many
            lo, hi = np.r_[1.0, 1.0 - ends[:, 1]], np.r_[1.0, 1.0 - ends[:, 0]]
        else:
            lo, hi = (alive, alive) if self.n is None else wilson(alive * self.n, np.full(alive.size, self.n), level)
        lo, hi = np.r_[1.0, np.asarray(lo)[1:]], np.r_[1.0, np.asarray(hi)[1:]]
        columns = {"turn": np.r_[0, self.turns], "p": alive, "p_lo": lo, "p_hi": hi, "lost": np.r_[0.0, self.lost]}
        return pd.DataFrame({**{name: [value] * alive.size for name, value in labels.items()}, **columns})

    def median(self, level: float = 0.95) -> MedianLife:
        """First turn by whose end half are lost, with its ends from the band of the curve; inf: not in this game."""
        found = self.frame(level)

        def first(column: str) -> float:
            return next((float(t) for t, p in zip(found["turn"], found[column], strict=True) if p <= 0.5), math.inf)

        return MedianLife(first("p"), first("p_lo"), first("p_hi"))

    def mean_within(self) -> float:
        """Mean of turns outlasted within the game: the area under the curve (restricted mean lifetime)."""
        return float(self.alive.sum())


def lifetimes(result: Result, table: str | None = None) -> Lifetimes:
    """The lifetimes of a result.

    Args:
        result: of a kind that tells of them.
        table: the table that does; the kind's own when None.

    Raises:
        RunError: no such table, or none that tells when somebody is lost.
    """
    names = [table] if table is not None else tables_of_life(result.space)
    if not names or names[0] not in result.tables:
        known = ", ".join(tables_of_life(result.space)) or "none"
        raise RunError(
            f"survival: kind {result.provenance.get('kind')} has no such table of lifetimes; it has: {known}"
        )
    name = names[0]
    rows = result.rows(name)
    variable = result.space.table(name).variables[0]
    if result.space.table(name).kind == "rates":
        pairs = sorted((int(row[variable]), float(row["p"])) for row in rows)
        alive = np.array([1.0, *(p for _, p in pairs)])
        lost = np.maximum(alive[:-1] - alive[1:], 0.0)
    else:
        pairs = sorted((int(row[variable]), float(row["p"])) for row in rows if _is_number(row[variable]))
        lost = np.array([p for _, p in pairs])
    seed = None if result.exact else result.provenance["seed"]
    return Lifetimes(np.array([turn for turn, _ in pairs], np.int64), lost, result.trials, name, seed)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def tables_of_life(space: OutcomeSpace) -> list[str]:
    """Tables that tell when somebody is lost, the plainest first."""
    found = ["survival"] if any(table.name == "survival" for table in space.tables) else []
    for table in space.tables:
        words = [row[0] for row in table.rows if not _is_number(row[0])]
        if table.kind == "partition" and len(table.variables) == 1 and len(words) == 1 and len(table.rows) > 2:
            found.append(table.name)
    return found


@dataclass(frozen=True, repr=False)
class LifeComparison:
    """Who lasts longer.

    curves: the frame of each profile, one below the other, with ``profile``; medians: profile, median, lo, hi,
    mean_turns; differences: a row a turn of each later profile against the first: profile, turn, difference, lo, hi;
    tests: profile, statistic, p_value (logrank), untested (why there is no p_value: a curve is exact, nobody is lost,
    several of a game are at stake, whose lives are not independent; else empty).
    """

    curves: pd.DataFrame
    medians: pd.DataFrame
    differences: pd.DataFrame
    tests: pd.DataFrame
    table: str
    level: float

    def tested(self) -> dict[str, str]:
        """Profile -> the p of its logrank test, or why there is none, in words."""
        return {
            row["profile"]: row["untested"] or ("< 0.0001" if row["p_value"] < 1e-4 else f"{row['p_value']:.4f}")
            for row in self.tests.to_dict("records")
        }

    def __repr__(self) -> str:
        """The answer in one line."""
        return display.one_line(self, f"{len(self.medians)} profiles, by {self.table}")

    def _repr_html_(self) -> str:
        """Rich display in a notebook: the median life of each profile, and its difference from the first at the end."""
        ends = {row["profile"]: row for row in self.differences.to_dict("records")}  # the last turn of each
        tests = self.tested()
        rows = []
        for row in self.medians.to_dict("records"):
            apart = ends.get(row["profile"])
            life = "outlasts the game" if math.isinf(row["turn"]) else f"{row['turn']:.0f}"
            told = "" if apart is None else (
                f"{100 * apart['difference']:+.2f} ({100 * apart['lo']:+.2f} to {100 * apart['hi']:+.2f})")  # fmt: skip
            rows.append([row["profile"], life, f"{row['mean_turns']:.2f}", told, tests.get(row["profile"], "")])
        head = ["profile", "median life", "turns outlasted", "apart at the end, points", "logrank p"]
        return display.page("Who lasts how long", display.table(head, rows))


@watched("lives")
def play_lives(
    profiles: Mapping[str, Prepared], table: str | None = None, *, trials: int | None = None, seed: int = 0,
    method: str | None = None, level: float = 0.95, threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Result | Lifetimes]:  # fmt: skip
    """The result of each profile, on dice of its own: the test that compares curves asks for independent ones.

    Where the kind has no table of lifetimes (or ``table`` is none), but two sides and turns, its `Lifetimes`.
    """
    found: dict[str, Result | Lifetimes] = {}
    for number, (name, prepared) in enumerate(profiles.items()):
        own = seed_of(seed, number, 0, 0) if number else seed
        standing = prepared.kind.standing
        losses = {} if standing is None or standing.losses is None else standing.losses(prepared.packed, prepared.space)
        known = tables_of_life(prepared.space) if table is None else [one.name for one in prepared.space.tables]
        if losses and (table in losses or not known or (table is not None and table not in known)):
            from simlab.analysis.losses_by_turn import losses_by_turn

            found[name] = losses_by_turn(prepared, table, trials=trials, seed=own, method=method or "auto")
        else:
            found[name] = run(prepared, trials=trials, seed=own, method=method, level=level, threads=threads)
        if progress is not None:
            progress(number + 1, len(profiles))
    return found


def compare_lives(
    results: Mapping[str, Result | Lifetimes], table: str | None = None, level: float = 0.95
) -> LifeComparison:
    """Compare the lifetimes of profiles with the first of them.

    Differences of curves have R. G. Newcombe's interval (1998, method 10), turn by turn; the whole curves are compared
    by the logrank test (scipy) where both were rolled, on dice that they do not share.

    Raises:
        RunError: fewer than one profile, no table of lifetimes, or two sampled profiles of one seed.
    """
    import pandas as pd

    if not results:
        raise RunError("survival: no profile was given")
    lives = {name: one if isinstance(one, Lifetimes) else lifetimes(one, table) for name, one in results.items()}
    first, *others = lives
    curves = pd.concat([life.frame(level, profile=name) for name, life in lives.items()], ignore_index=True)
    medians = [
        {"profile": name, **life.median(level)._asdict(), "mean_turns": life.mean_within()}
        for name, life in lives.items()
    ]
    differences: list[dict[str, Any]] = []
    tests = []
    for name in others:
        exact = [lives[each].n is None for each in (first, name)]
        if not any(exact) and lives[first].seed == lives[name].seed:
            raise RunError(f"survival: {first} and {name} rolled the same dice; the test needs independent ones")
        differences += _differences(name, lives[first], lives[name], level)
        if any(lives[each].games is not None for each in (first, name)):
            tested = {**_no_test(), "untested": "no test: several a game"}
        else:
            tested = _no_test(exact) if any(exact) else _logrank(lives[first], lives[name])
        tests.append({"profile": name, **tested})
    return LifeComparison(
        curves, pd.DataFrame(medians), pd.DataFrame(differences), pd.DataFrame(tests), lives[first].table, level
    )  # fmt: skip


def _no_test(exact: Sequence[bool] = ()) -> dict[str, Any]:
    """What stands in place of a test: there is nothing to be tested between laws, or of lives that all last."""
    why = "no test: both exact" if exact and all(exact) else "no test: one exact" if any(exact) else "no test: no loss"
    return {"statistic": math.nan, "p_value": math.nan, "untested": why}


def _differences(name: str, a: Lifetimes, b: Lifetimes, level: float) -> list[dict[str, Any]]:
    """Later profile less the first, at the end of every turn that both have."""
    one, other = (life.frame(level).set_index("turn") for life in (a, b))
    rows = []
    for turn in one.index.intersection(other.index):
        p, q = one.loc[turn], other.loc[turn]
        change = float(q["p"] - p["p"])
        below = math.hypot(q["p"] - q["p_lo"], p["p_hi"] - p["p"])
        above = math.hypot(q["p_hi"] - q["p"], p["p"] - p["p_lo"])
        ends = {"lo": change - below, "hi": change + above}
        rows.append({"profile": name, "turn": int(turn), "difference": change, **ends})
    return rows


def _logrank(a: Lifetimes, b: Lifetimes) -> dict[str, Any]:
    """The logrank test of two sampled curves; those who outlast the game are censored at its end."""
    from scipy.stats import CensoredData, logrank

    samples = []
    for life in (a, b):
        n = int(life.n or 0)
        counts = np.rint(life.lost * n).astype(np.int64)
        left = max(n - int(counts.sum()), 0)
        last = int(life.turns[-1]) if life.turns.size else 0
        times = np.repeat(life.turns, counts).astype(float)
        samples.append(CensoredData(uncensored=times, right=np.full(left, last + 0.5)))
    if all(sample.num_censored() == len(sample) for sample in samples):
        return _no_test()
    found = logrank(*samples)
    return {"statistic": float(found.statistic), "p_value": float(found.pvalue), "untested": ""}


def conditional_means(results: Mapping[str, Result | Lifetimes]) -> pd.DataFrame | None:
    """What each profile did before it was lost, and what it did when it was not; None where the kind does not say.

    A row a profile and measure of `exchange`: among them attacks_if_survives and attacks_if_lost, whose mean weighed
    with survivors and losses (they make 1) is the mean of all.
    """
    import pandas as pd

    from simlab.analysis.survival import exchange

    told = {name: one for name, one in results.items() if isinstance(one, Result) and "attacks_and_fate" in one.tables}
    if len(told) < len(results):
        return None
    return pd.concat([exchange(result, profile=name) for name, result in told.items()], ignore_index=True)


def causes(results: Mapping[str, Result | Lifetimes]) -> pd.DataFrame | None:
    """Chance of being lost by each cause, over the whole game: profile, cause, p; None where the kind does not say."""
    import pandas as pd

    from simlab.analysis.survival import losses

    told = {
        name: one for name, one in results.items()
        if isinstance(one, Result) and "losses" in one.tables and "cause" in one.space.table("losses").variables
    }  # fmt: skip
    if len(told) < len(results):
        return None
    frames: Sequence[pd.DataFrame] = [losses(result, profile=name) for name, result in told.items()]
    whole = pd.concat(frames, ignore_index=True)
    return whole.groupby(["profile", "cause"], sort=False)[["p"]].sum().reset_index()
