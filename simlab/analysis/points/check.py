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
from simlab.analysis.games import cyclic_part
from simlab.analysis.points.field import Game
from simlab.analysis.points.fit import glm
from simlab.analysis.points.forces import Progress, drawn_forces, workers
from simlab.analysis.points.units import Unit
from simlab.errors import RunError

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

LISTS, TRIALS, MARGIN = 40, 100, 0.05
APART = 0.03  # share of the budget by which the prices of two lists may differ
OFFERED = 200  # lists drawn for each pair that is wanted, at most
FIRST = 10**12  # number of the first trial: dice that no fit has seen


@dataclass(frozen=True, repr=False)
class Check:
    """How lists of equal price do against each other.

    rows: a row a unit and price list: prices (so far, new), unit, lists (pairs of them), won (mean share in which the
    list with the unit does better), lo, hi, spread (root mean square distance of a pair of lists from 50 %), verdict
    (holds, fails, holds so far, unclear: the interval lies within the margin, outside, or reaches over its edge),
    dearer (by how much of the budget the lists with the unit cost more, on average); margin: wanted, a share.
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
        return f"{'; '.join(parts)[:1].upper()}{'; '.join(parts)[1:]}; {verdict}."

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

    if not 0 < margin < 0.5:
        raise RunError(f"margin: {margin:g}; how far from 50 % still holds, between 0 and 0.5")
    lots = [("so far", before)] if before is not None else []
    lots.append(("new", after))
    jobs: list[tuple[str, str, float, np.ndarray, np.ndarray]] = []
    for name, prices in lots:
        money = np.asarray(prices, float)
        sound = np.isfinite(money) & (money > 0)
        money = np.where(sound, money, 0.0)
        total = budget[name == "new"] if isinstance(budget, tuple) else budget
        offered = _offered(units, money, sound, total, max(OFFERED * lists, 5_000), seed)
        for place in np.flatnonzero(sound).tolist():
            unit = units[place]
            rich, poor = _pairs_of(offered, money, total, place, lists)
            dearer = (rich - poor) @ money / total
            jobs += [(name, unit.name, d, a, b) for d, a, b in zip(dearer.tolist(), rich, poor, strict=True)]
    won, stopped = _played(game, [(a, b) for *_, a, b in jobs], trials, threads, progress)
    rows = []
    for name, _ in lots:
        for unit in units:
            mine = [(w, job[2]) for w, job in zip(won, jobs, strict=False) if job[:2] == (name, unit.name)]
            shares, dearer = np.array(mine, float).reshape(-1, 2).T
            rows.append({"prices": name, "unit": unit.name, **_row(shares, margin, level),
                         "dearer": float(dearer.mean()) if len(dearer) else float("nan")})  # fmt: skip
    return Check(pd.DataFrame(rows), margin, stopped)


def _offered(
    units: Sequence[Unit], prices: np.ndarray, sound: np.ndarray, total: float, many: int, seed: int
) -> np.ndarray:
    """Random lists of about the total, of units that have a price: int64[lists, units]."""
    import numpy as np

    bought = [units[place] for place in np.flatnonzero(sound).tolist()]
    drawn = np.zeros((many, len(units)), int)
    drawn[:, sound] = drawn_forces(bought, many, seed + 17, (0.9 * total, 1.1 * total), prices[sound].tolist())
    return drawn


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


def _row(won: np.ndarray, margin: float, level: float) -> dict[str, Any]:
    """Mean over pairs of lists with its interval; spread: root mean square distance of a pair from 50 %."""
    import numpy as np
    from scipy.stats import t

    many = len(won)
    if many < 2:
        nothing = float("nan")
        return {"lists": 0, "won": nothing, "lo": nothing, "hi": nothing, "spread": nothing, "verdict": "not drawn"}
    mean = float(won.mean())
    reach = float(t.ppf(0.5 + level / 2.0, many - 1) * won.std(ddof=1) / many**0.5)
    off = abs(mean - 0.5)
    verdict = "holds" if off + reach <= margin else "fails" if off - reach > margin else "holds so far" if (
        off <= margin) else "unclear"  # fmt: skip
    return {"lists": many, "won": mean, "lo": mean - reach, "hi": mean + reach,
            "spread": float(np.sqrt(((won - 0.5) ** 2).mean())), "verdict": verdict}  # fmt: skip


def _pairs_of(
    offered: np.ndarray, prices: np.ndarray, total: float, place: int, many: int
) -> tuple[np.ndarray, np.ndarray]:
    """(lists with the unit, lists without it) of the same price, in the order in which they were drawn."""
    import numpy as np

    spent = offered @ prices
    near = abs(spent / total - 1.0) <= 0.1
    rich, poor = np.flatnonzero(near & (offered[:, place] > 0)), np.flatnonzero(near & (offered[:, place] == 0))
    if not len(rich) or not len(poor):
        return offered[:0], offered[:0]
    order = poor[np.argsort(spent[poor], kind="stable")]
    used = np.zeros(len(order), bool)
    pairs: list[tuple[int, int]] = []
    for one in rich:
        if len(pairs) == many:
            break
        first = int(np.searchsorted(spent[order], spent[one] - APART * total))
        last = int(np.searchsorted(spent[order], spent[one] + APART * total, side="right"))
        free = np.flatnonzero(~used[first:last])
        if len(free):
            best = first + free[int(abs(spent[order[first + free]] - spent[one]).argmin())]
            used[best] = True
            pairs.append((int(one), int(order[best])))
    chosen = np.array(pairs, int).reshape(-1, 2)
    return offered[chosen[:, 0]], offered[chosen[:, 1]]


def _played(
    game: Game, jobs: Sequence[tuple[np.ndarray, np.ndarray]], trials: int, threads: int | None,
    progress: Progress | None,
) -> tuple[list[float], bool]:  # fmt: skip
    """How often the first of each two lists does better; Ctrl-C keeps those that were finished."""
    from concurrent.futures import ThreadPoolExecutor

    stop = False

    def play(number: int) -> float | None:
        a, b = jobs[number]
        return None if stop else better(game, a.tolist(), b.tolist(), FIRST + number * trials, trials)

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


def matchups(
    game: Game, units: Sequence[Unit], prices: Sequence[float], budget: float, *, reference: int = 0,
    trials: int = 2_000, times: int = 400, seed: int = 0,
) -> tuple[pd.DataFrame, float, float, list[str]]:  # fmt: skip
    """What no price can express: lists of one unit alone, of equal price, against each other.

    Only where both sides buy from one list.

    Args:
        game: what is played.
        units: whose lists meet.
        prices: of the units.
        budget: total of a list, in reference units.
        reference: place of the reference unit.
        trials: of each match from each side.
        times: resampled matrices, for what noise alone gives.
        seed: of the resampling.

    Returns:
        (frame unit, against, won; cyclic share of the matrix of log odds; the share that noise alone would give at
        its 95 % point; the strongest circle, each unit doing better against the next).
    """
    import numpy as np
    import pandas as pd

    total, many = budget * prices[reference], len(units)
    lots = [max(1, round(total / price)) for price in prices]
    rates = np.full((many, many), 0.5)
    rows = []
    for i in range(many):
        for j in range(i + 1, many):
            a, b = ([lots[k] if k == place else 0 for k in range(many)] for place in (i, j))
            rates[i, j] = better(game, a, b, FIRST + 10**9 + (i * many + j) * trials, trials)
            rates[j, i] = 1.0 - rates[i, j]
            rows += [{"unit": units[i].name, "against": units[j].name, "won": rates[i, j]}]
    strength = _log_odds(rates, trials)
    worth, rest, share = cyclic_part(strength)
    flat = 1.0 / (1.0 + np.exp(-(worth[:, None] - worth[None, :])))
    generator = np.random.default_rng([abs(seed), 19])
    shares = []
    for _ in range(times):
        upper = np.triu(generator.binomial(2 * trials, flat) / (2.0 * trials), 1)
        again = upper + np.tril(1.0 - upper.T, -1) + 0.5 * np.eye(many)
        shares.append(cyclic_part(_log_odds(again, trials))[2])
    triples = [
        (min(rest[a, b], rest[b, c], rest[c, a]), (a, b, c))
        for a in range(many) for b in range(many) for c in range(many) if a < b and a < c and b != c
    ]  # fmt: skip
    force, circle = max(triples, default=(0.0, ()))
    named = [units[k].name for k in circle] if force > 0 else []
    return pd.DataFrame(rows), share, float(np.quantile(shares, 0.95)) if shares else 0.0, named


def _log_odds(rates: np.ndarray, trials: int) -> np.ndarray:
    """Log odds with half a win added to both, so that a match that was always won counts as finite."""
    import numpy as np

    wins = rates * 2.0 * trials
    return np.log((wins + 0.5) / (2.0 * trials - wins + 0.5))
