"""Is B better than A: the same numbered dice under both, or the exact laws of both.

Dice are addressed by trial, turn, system and purpose, so two scenarios that differ in one rule or one unit roll the
same faces everywhere else, and chance cancels out of the difference.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from simlab.analysis.paired import PAIRED_TRIALS, Difference, Progress, as_prepared, difference, metric_like, metric_of
from simlab.analysis.summary import outcome_words
from simlab.execute import Prepared, Source
from simlab.intervals.wording import EXACT_DECIMALS, decimals_for

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Comparison:
    """Two scenarios compared by one metric; `sentence` says it in words, `frame` as one row."""

    name_a: str
    name_b: str
    metric: str
    phrase: str
    result: Difference

    @property
    def sentence(self) -> str:
        """The comparison in one plain sentence."""
        found = self.result
        change, lo, hi = (100.0 * value for value in (found.difference, found.lo, found.hi))
        places = EXACT_DECIMALS if lo == hi else max(1, decimals_for((hi - lo) / 4.0))
        a, b = (f"{100.0 * p:.{places}f} %" for p in (found.p_a, found.p_b))
        verdict = {
            "yes": f"{'more' if change > 0 else 'less'} often under B, by {abs(change):.{places}f} points",
            "no": "no difference worth the name",
            "unclear": "the dice do not tell them apart",
        }[found.matters]
        sentence = f"{self.phrase}: {a} under A ({self.name_a}), {b} under B ({self.name_b}); {verdict}"
        if lo == hi:
            return f"{sentence} (exact)." if found.n is None else f"{sentence} (both play the same game)."
        ends = f"{lo:+.{places}f} to {hi:+.{places}f} points at {100 * found.level:g} %"
        saved = found.variance_ratio
        gain = f"; independent dice would need {saved:.1f} times as many" if math.isfinite(saved) else ""
        return f"{sentence} ({ends}; {found.n:,} trials on common dice{gain})."

    def frame(self) -> pd.DataFrame:
        """One row: a, b, metric and the fields of the difference, with ``matters``."""
        import pandas as pd

        names = {"a": self.name_a, "b": self.name_b, "metric": self.metric}
        return pd.DataFrame([{**names, **self.result._asdict(), "matters": self.result.matters}])


def compare(
    a: Source | Prepared,
    b: Source | Prepared,
    metric: str | None = None,
    trials: int = PAIRED_TRIALS,
    seed: int = 0,
    *,
    level: float = 0.95,
    method: str = "auto",
    progress: Progress | None = None,
) -> Comparison:
    """Compare scenario B with scenario A.

    Args:
        a: a Scenario, a mapping, the path of a file, or what `prepare` returned.
        b: the other one.
        metric: "table:outcome", such as "fate:survives"; the headline of A's kind when None. A share of pooled events
            (tables ``chain``, ``penalty_at_fire``) is a ratio and its interval a linearised one.
        trials: trials played under each, on the same dice.
        seed: any integer, 0 included.
        level: confidence level of the interval of the difference.
        method: auto takes the exact laws where both are offered and quick; sample rolls dice; exact demands the laws.
        progress: called with (trials finished, trials).

    Raises:
        SimlabError: a metric that one of the two does not have, a budget or method that makes no sense.
    """
    one, other = as_prepared(a), as_prepared(b)
    first = metric_of(one, metric)
    found = difference(first, metric_like(first, other), trials, seed, level, method, progress)
    names = [prepared.scenario.title or prepared.scenario.where for prepared in (one, other)]
    return Comparison(names[0], names[1], first.name, outcome_words(first.table, first.row), found)
