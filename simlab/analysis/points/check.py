"""Do prices hold? Force lists drawn at equal price, none of them used in the fit, must do equally well.

Of two lists of equal price that of list A holds a unit and list B does not. A *does better* in a trial when its metric
is higher (ties count a half): where both sides buy from one list the two fight, once from each side; where one side
buys, both meet the same opponent on the same dice. At right prices that is 50 % for every unit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from simlab import display
from simlab.analysis.points.field import Game
from simlab.analysis.points.fit import glm
from simlab.analysis.points.forces import Progress, workers
from simlab.analysis.points.pairing import STEPS, Pairs, offered_lists, pairs_of
from simlab.analysis.points.units import Unit
from simlab.errors import RunError, SimlabError

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

LISTS, TRIALS, MARGIN = 40, 100, 0.05
FIRST = 10**12  # number of the first trial: dice that no fit has seen


@dataclass(frozen=True, repr=False)
class Check:
    """How lists of equal price do against each other.

    rows: a row a unit and price list: prices (so far, new), unit, lists (different pairs of them), won (mean share in
    which the list with the unit does better), lo, hi, spread (root mean square distance of a pair of lists from 50 %),
    verdict (holds, fails, holds so far, unclear: the interval lies within the margin, outside, or reaches over its
    edge; not drawn), dearer (by how much of their price the lists with the unit cost more, on average), apart (how far
    the prices of two lists may differ, a share), beyond (do numbers pass the bounds of the units, because nothing
    within them costs as much?); margin: wanted, a share.
    """

    rows: pd.DataFrame
    margin: float
    interrupted: bool = False

    def mirrored(self) -> Check:
        """The same as seen by the other side, whose lists do better where the metric is lower."""
        rows = self.rows.assign(won=1.0 - self.rows["won"], lo=1.0 - self.rows["hi"], hi=1.0 - self.rows["lo"])
        return replace(self, rows=rows)

    @property
    def held(self) -> bool:
        """Does every unit win 50 % within the margin at the new prices (the interval reaches into it)?"""
        after = self.rows[(self.rows["prices"] == "new") & (self.rows["lists"] > 0)]
        return bool(len(after)) and bool((after["verdict"] != "fails").all())

    @property
    def sentence(self) -> str:
        """Before and after, in words."""
        parts = []
        for name in ("so far", "new"):
            mine = self.rows[(self.rows["prices"] == name) & (self.rows["lists"] > 0)]
            if len(mine):
                worst = mine.iloc[int((mine["won"] - 0.5).abs().to_numpy().argmax())]
                words = "found" if name == "new" else name
                parts.append(
                    f"at prices {words} lists with {worst['unit']} do better than lists of the same price without it "
                    f"in {100 * worst['won']:.1f} %, the farthest from 50 %"
                )
        if not parts:
            return "No two lists of equal price could be drawn, so the prices are not checked."
        mine = self.rows[(self.rows["prices"] == "new") & (self.rows["lists"] > 0)]
        fails = [str(name) for name in mine[mine["verdict"] == "fails"]["unit"]]
        if mine.empty:
            told = "; ".join(parts)
            return f"{told[:1].upper()}{told[1:]}; at prices found no two lists of equal price could be drawn."
        verdict = f"outside {100 * self.margin:g} points of 50 %: {', '.join(fails)}" if fails else (
            f"every unit that was checked holds 50 % within {100 * self.margin:g} points")  # fmt: skip
        return f"{'; '.join(parts)[:1].upper()}{'; '.join(parts)[1:]}; {verdict}.{self._reach}"

    @property
    def _reach(self) -> str:
        """What lists were let differ in, where the first tolerance gave none; nothing where it did."""
        drawn = self.rows[self.rows["lists"] > 0]
        parts = []
        wide = drawn[drawn["apart"] > STEPS[0][1]]
        if len(wide):
            names = ", ".join(dict.fromkeys(str(name) for name in wide["unit"]))
            parts.append(
                f"prices are coarse: lists with and without {names} meet within {100 * wide['apart'].max():g} %, on "
                f"average within {100 * wide['dearer'].abs().max():.1f} %"
            )
        beyond = drawn[drawn["beyond"]]
        if len(beyond):
            names = ", ".join(dict.fromkeys(str(name) for name in beyond["unit"]))
            parts.append(f"for {names} lists hold more of a unit than the study allows, since no others cost as much")
        few = drawn[drawn["lists"] < 4]
        if len(few):
            told = ", ".join(dict.fromkeys(f"{row['unit']} {row['lists']}" for row in few.to_dict("records")))
            parts.append(f"few different pairs of lists exist: {told}")
        if not parts:
            return ""
        words = "; ".join(parts)
        return f" {words[:1].upper()}{words[1:]}."

    def __repr__(self) -> str:
        """The answer in one line."""
        return display.one_line(self, self.sentence)

    def _repr_html_(self) -> str:
        """Rich display in a notebook: lists with a unit against lists of the same price without it."""
        rows = [
            [row["unit"], row["prices"],
             f"{100 * row['won']:.1f} % ({100 * row['lo']:.1f} to {100 * row['hi']:.1f})", row["verdict"]]
            for row in self.rows.to_dict("records") if row["lists"]
        ]  # fmt: skip
        head = ["unit", "prices", "lists with it do better than lists without", ""]
        return display.page("", display.table(head, rows, 2) if rows else "", display.line(self.sentence))


def check_margin(margin: float) -> None:
    """RunError unless this is a distance from 50 % that can hold."""
    if not 0 < margin < 0.5:
        raise RunError(f"margin: {margin:g}; how far from 50 % still holds, between 0 and 0.5")


def joined(checks: Sequence[Check]) -> Check:
    """The checks of both sides as one."""
    import pandas as pd

    rows = pd.concat([check.rows for check in checks], ignore_index=True)
    return Check(rows, checks[0].margin, any(check.interrupted for check in checks))


def check_prices(
    game: Game, units: Sequence[Unit], before: Sequence[float] | None, after: Sequence[float],
    budget: float | tuple[float, float], *, lists: int = LISTS, trials: int = TRIALS, margin: float = MARGIN,
    seed: int = 0, level: float = 0.95, threads: int | None = None, progress: Progress | None = None,
) -> Check:  # fmt: skip
    """Play lists of equal price, with and without each unit, at the prices so far and at new ones.

    Args:
        game: what is played.
        units: with the bounds of their numbers.
        before: prices so far, None where there are none.
        after: new prices; a unit without a price above 0 stands in no list.
        budget: total of a list, at the prices so far and at the new ones where these are not the same.
        lists: pairs of lists for each unit.
        trials: of each.
        margin: how far from 50 % still holds, a share.
        seed: of the lists, any integer.
        level: of the intervals.
        threads: worker threads; they change no number.
        progress: called with (pairs finished, pairs).

    Raises:
        RunError: prices or a margin that make no sense.
    """
    import numpy as np
    import pandas as pd

    check_margin(margin)
    lots = [("so far", before)] if before is not None else []
    lots.append(("new", after))
    found: dict[tuple[str, str], Pairs] = {}
    for name, prices in lots:
        money = np.asarray(prices, float)
        sound = np.isfinite(money) & (money > 0)
        money = np.where(sound, money, 0.0)
        total = budget[name == "new"] if isinstance(budget, tuple) else budget
        if sound.sum() < 2:
            continue  # a list of one unit alone has no other list of its price
        offered = offered_lists(units, money, total, lists, seed)
        for place in np.flatnonzero(sound).tolist():
            pairs = pairs_of(units, money, total, place, lists, seed, offered)
            if pairs.beyond and not _can_be_played(game, pairs):
                pairs = pairs_of(units, money, total, place, lists, seed, offered, may_pass=False)
            found[name, units[place].name] = pairs
    won, stopped = _played(
        game, [pair for pairs in found.values() for pair in zip(pairs.rich, pairs.poor, strict=True)], trials, threads,
        progress,
    )  # fmt: skip
    shares, first = {}, 0
    for key, pairs in found.items():
        shares[key] = np.array(won[first : first + len(pairs)])
        first += len(pairs)
    rows = []
    for name, _ in lots:
        for unit in units:
            mine, drawn = shares.get((name, unit.name), np.zeros(0)), found.get((name, unit.name))
            dearer = np.zeros(0) if drawn is None else drawn.dearer[: len(mine)]
            number = np.zeros(0, int) if drawn is None else drawn.number[: len(mine)]
            rows.append({
                "prices": name, "unit": unit.name, **_row(mine, number, margin, level),
                "dearer": float(dearer.mean()) if len(dearer) else float("nan"),
                "apart": float("nan") if drawn is None else drawn.apart, "beyond": drawn is not None and drawn.beyond,
            })  # fmt: skip
    return Check(pd.DataFrame(rows), margin, stopped)


def _can_be_played(game: Game, pairs: Pairs) -> bool:
    """Does the game take the numbers of these lists, which pass the bounds of its units?"""
    try:
        for lists in (pairs.rich, pairs.poor):
            better(game, lists[0].tolist(), lists[0].tolist(), FIRST, 1)
    except SimlabError:
        return False
    return True


def even_total(spent: np.ndarray, mean: np.ndarray, n: np.ndarray, decided: bool) -> float:
    """The total at which lists are worth comparing.

    Where half of the battles are won (a logit of the total alone), within the middle four fifths of the lists that were
    played: lists that always lose are equal at any price.

    Args:
        spent: float64[forces], totals.
        mean: float64[forces], their metric.
        n: float64[forces], trials.
        decided: is the metric a chance, and does one side alone buy? Else the middle total will do.
    """
    import numpy as np

    low, middle, high = np.quantile(spent, [0.1, 0.5, 0.9])
    if not decided or spent.std() <= 0:
        return float(middle)
    found = glm(np.c_[np.ones(len(spent)), spent], mean, np.where(n > 0, n, 1.0), True)
    start, slope = (float(value) for value in found.params)
    return float(np.clip(-start / slope, low, high)) if slope > 0 else float(middle)


def _row(won: np.ndarray, number: np.ndarray, margin: float, level: float) -> dict[str, Any]:
    """Mean over pairs of lists with its interval.

    Pairs that were played again are one list each: their spread is that of the dice, and that between different pairs
    counts only where others could have been drawn. spread: root mean square distance of a pair from 50 %.
    """
    import numpy as np
    from scipy.stats import t

    many = len(won)
    if not many:
        nothing = float("nan")
        return {"lists": 0, "won": nothing, "lo": nothing, "hi": nothing, "spread": nothing, "verdict": "not drawn"}
    different, place = np.unique(number, return_inverse=True)
    means = np.bincount(place, won) / np.bincount(place)
    if len(different) < many:  # every pair there is, again and again: what is left to chance is their dice
        free = many - len(different)
        variance = float(((won - means[place]) ** 2).sum() / free / many)
    else:
        free = max(many - 1, 1)
        variance = float(won.var(ddof=1) / many) if many > 1 else 0.25
    mean, reach = float(won.mean()), float(t.ppf(0.5 + level / 2.0, free) * variance**0.5)
    off = abs(mean - 0.5)
    verdict = "holds" if off + reach <= margin else "fails" if off - reach > margin else "holds so far" if (
        off <= margin) else "unclear"  # fmt: skip
    return {"lists": len(different), "won": mean, "lo": mean - reach, "hi": mean + reach,
            "spread": float(np.sqrt(((means - 0.5) ** 2).mean())), "verdict": verdict}  # fmt: skip


def _played(
    game: Game, jobs: Sequence[tuple[np.ndarray, np.ndarray]], trials: int, threads: int | None,
    progress: Progress | None,
) -> tuple[list[float], bool]:  # fmt: skip
    """How often the first of each two lists does better; Ctrl-C keeps those that were finished."""
    from concurrent.futures import ThreadPoolExecutor

    stop = False

    exact = bool(getattr(game, "exact", False))
    known: dict[bytes, float] = {}  # a law comes out the same each time

    def play(number: int) -> float | None:
        a, b = jobs[number]
        name = a.tobytes() + b.tobytes()
        if stop or name in known:
            return known.get(name)
        share = better(game, a.tolist(), b.tolist(), FIRST + number * trials, trials)
        if exact:
            known[name] = share
        return share

    won: list[float] = []
    pool = ThreadPoolExecutor(max_workers=workers(threads))
    try:
        for found in pool.map(play, range(len(jobs))):
            if found is None:
                break
            won.append(found)
            if progress is not None:
                progress(len(won), len(jobs))
    except KeyboardInterrupt:
        stop = True
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
    return won, stop


def better(game: Game, a: Sequence[int], b: Sequence[int], first: int, trials: int) -> float:
    """How often list A does better than list B, ties split; see the head of this file."""
    mirrored = bool(getattr(game, "mirrored", False))
    left, right = (b, a) if mirrored else ([0] * len(a), [0] * len(b))
    if game.is_rate:
        one, other = game.seen(a, left, first, first + trials), game.seen(b, right, first, first + trials)
        return 0.5 + (one.mean - other.mean) / 2.0
    ours = game.values(a, left, first, first + trials)
    theirs = game.values(b, right, first, first + trials)
    return float((ours > theirs).mean() + (ours == theirs).mean() / 2.0)
