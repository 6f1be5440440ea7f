"""When a run may stop, so that stopping does not spoil the answer.

Looking at a result again and again and stopping when it pleases makes intervals cover less than they say: with the
textbook interval, a run that stops at +- 1 percentage point covers a rate of 2 % only 76 times in 100. Two honest ways:

- `PrecisionRule`: stop when the interval is narrow enough. Looks fall at fixed trial counts, so neither speed nor
  workers decide; the looks at which the run could stop share the error between them (Bonferroni).
- `VerdictRule`: stop when the answer is clear (p is above t; A is better than B). Its interval is anytime-valid: over
  *all* numbers of trials at once it excludes the truth with chance 1 - level at most. It is three to four times dearer.

Sources: J. Ville (1939), Etude critique de la notion de collectif; H. Robbins (1970), Annals of Mathematical
Statistics 41, 1397-1409; S. R. Howard, A. Ramdas, J. McAuliffe, J. Sekhon (2021), Annals of Statistics 49, 1055-1080;
C. Loader (2000), Fast and accurate computation of binomial probabilities.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from simlab.errors import SimlabError
from simlab.intervals.histograms import checked_joint
from simlab.intervals.rates import METHODS, checked_level, rate_interval
from simlab.intervals.rates import half_width as half_width_of
from simlab.intervals.sequence import confidence_sequence

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

MOST_TRIALS = 10**18
"""No plan goes further: counts are 64-bit integers, and no machine gets there."""


def looks(minimum: int, maximum: int) -> tuple[int, ...]:
    """Trial counts at which a run looks at its result: `minimum`, doubled again and again, and `maximum` last.

    >>> looks(10_000, 50_000)
    (10000, 20000, 40000, 50000)
    """
    if minimum < 1 or maximum < 1:
        raise SimlabError(f"looks: from {minimum} to {maximum} trials; both are 1 or more")
    counts, size = [], minimum
    while size < maximum:
        counts.append(size)
        size *= 2
    return (*counts, maximum)


@dataclass(frozen=True)
class PrecisionRule:
    """Stop when the interval of every watched rate is at most +- `half_width`.

    The rates are shares of all trials. Whatever the rate, the run cannot stop before +- half_width is in reach with no
    event seen, and must stop once it is reached at one half: the looks between, and only they, can go wrong. They
    are few and known beforehand, and each gets an equal part of the error 1 - level. So the interval at the stop has
    `look_level`, higher than `level` (equal where there is one look), and covers the truth with chance `level` at
    least, as far as the interval of each look does: `interval` gives it, and plain `wilson(count, n, level)` is not it.

    Measured, for a nominal 95 %: with one look 94.9 to 95.1 % (plain Wilson); with 4 to 9 looks 98.6 to 99.5 % at rates
    of 2, 10 and 50 %, where the plain interval at the same looks falls to 93.6 % at the rates that could stop at
    either of two. The price, up to 9 looks, is one more doubling of the trials at most.

    Attributes:
        half_width: wanted half-width, a share of 1.
        level: confidence level that the reported interval keeps.
        minimum: trials before the first look.
        maximum: trials at which the run stops in any case; None: as many as it takes.
        method: interval at the looks, "wilson" or, where the rarest events decide, "clopper_pearson".

    >>> rule = PrecisionRule(half_width=0.005)
    >>> rule.looks, round(rule.look_level, 4)
    ((10000, 20000, 40000, 80000), 0.9875)
    >>> rule.done(123, 10_000), rule.done(5_012, 10_000)
    (True, False)
    """

    half_width: float
    level: float = 0.95
    minimum: int = 10_000
    maximum: int | None = None
    method: str = "wilson"

    def __post_init__(self) -> None:
        checked_level(self.level)
        if not 0.0 < self.half_width < 1.0:
            raise SimlabError(f"half_width: {self.half_width!r}; give a share of 1, such as 0.01 for +- 1 point")
        if self.minimum < 1 or (self.maximum is not None and self.maximum < 1):
            raise SimlabError(f"minimum {self.minimum}, maximum {self.maximum}: both are 1 trial or more")
        if self.method not in METHODS:
            raise SimlabError(f"method: {self.method!r} is no interval of a rate; options: {', '.join(METHODS)}")

    @cached_property
    def _plan(self) -> tuple[float, tuple[int, ...]]:
        """Level of each look, and the looks at which the run can stop with that level."""
        # More looks widen each interval, which may call for one look more: the first number that suffices is taken.
        number, planned = 1, self._looks_at(self.level)
        while len(planned) > number:
            number += 1
            planned = self._looks_at(1.0 - (1.0 - self.level) / number)
        return 1.0 - (1.0 - self.level) / number, planned

    def _looks_at(self, level: float) -> tuple[int, ...]:
        planned, size = [], self.minimum
        while True:
            size = size if self.maximum is None else min(size, self.maximum)
            forced = size == self.maximum
            if forced or half_width_of(0, size, level, self.method) <= self.half_width:
                planned.append(size)
            if forced or half_width_of(size / 2, size, level, self.method) <= self.half_width:
                return tuple(planned)
            size *= 2
            if size > MOST_TRIALS:
                raise SimlabError(f"half_width: {self.half_width!r} would take more than {MOST_TRIALS:.0e} trials")

    @property
    def looks(self) -> tuple[int, ...]:
        """Trial counts at which the run can stop; the last one always does."""
        return self._plan[1]

    @property
    def look_level(self) -> float:
        """Confidence level of the interval at each look: 1 - (1 - level) / (number of looks).

        Where the wider interval of two looks needs three, and that of three only two, the error is parted by three.
        """
        return self._plan[0]

    def interval(self, count: ArrayLike, n: ArrayLike) -> tuple[Any, Any]:
        """Interval to report after this rule stopped the run: its `method` at `look_level`; arrays as in `wilson`."""
        return rate_interval(count, n, self.look_level, self.method)

    def precise(self, count: ArrayLike, n: int) -> Any:
        """Whether the interval is narrow enough; an array where `count` is one."""
        return half_width_of(count, n, self.look_level, self.method) <= self.half_width

    def done(self, count: ArrayLike, n: int) -> bool:
        """Whether the run stops at this look.

        Args:
            count: trials with the outcome, or an array of such counts: then the widest interval decides.
            n: trials so far; one of `looks`.

        Raises:
            SimlabError: n is not one of `looks`: stopping there was not planned for.
        """
        if n not in self.looks:
            raise SimlabError(f"n: {n} trials is no look of this rule; its looks are {', '.join(map(str, self.looks))}")
        precise = self.precise(count, n)
        return n == self.looks[-1] or bool(precise.all() if hasattr(precise, "all") else precise)


@dataclass(frozen=True)
class Verdict:
    """Answer of a `VerdictRule`.

    `answer`: "above" or "below" the threshold, "a" or "b" for the variant with the higher rate, or "undecided".
    `lo`, `hi`: anytime-valid interval of the rate that was judged. `count`, `n`: what it rests on.
    """

    answer: Literal["above", "below", "a", "b", "undecided"]
    lo: float
    hi: float
    count: float
    n: float
    level: float
    method: str


@dataclass(frozen=True)
class VerdictRule:
    """Stop when it is clear on which side of a threshold a rate lies, or which of two variants has the higher rate.

    The bound is a confidence sequence (`confidence_sequence`, a beta-binomial mixture): it may be looked at after any
    trial, by any number of people, and a wrong verdict ever falls with chance 1 - level at most. Looks only save time.
    A rate on the threshold, or two variants without a difference, stay undecided with chance `level` until `maximum`.

    Attributes:
        threshold: the rate in question, a share of 1.
        level: confidence level.
        minimum: trials before the first look.
        maximum: trials after which the run stops undecided.

    >>> rule = VerdictRule(threshold=0.5)
    >>> rule.decide(5_100, 10_000).answer, rule.decide(5_300, 10_000).answer
    ('undecided', 'above')
    >>> rule.decide_paired([[4_000, 300], [500, 5_200]]).answer   # A alone 500 times, B alone 300 times
    'a'
    """

    threshold: float = 0.5
    level: float = 0.95
    minimum: int = 10_000
    maximum: int = 10_000_000

    def __post_init__(self) -> None:
        checked_level(self.level)
        if not 0.0 < self.threshold < 1.0:
            raise SimlabError(f"threshold: {self.threshold!r}; give a rate between 0 and 1")
        looks(self.minimum, self.maximum)

    @property
    def looks(self) -> tuple[int, ...]:
        """Trial counts at which the run looks; the last one stops it, decided or not."""
        return looks(self.minimum, self.maximum)

    def interval(self, count: float, n: float) -> tuple[float, float]:
        """Anytime-valid interval of the rate: to report after this rule stopped the run."""
        return confidence_sequence(count, n, self.level)

    def decide(self, count: float, n: float) -> Verdict:
        """Verdict on a rate after `count` of `n` trials, at any n."""
        low, high = self.interval(count, n)
        answer: Literal["above", "below", "undecided"]
        answer = "above" if low > self.threshold else "below" if high < self.threshold else "undecided"
        return Verdict(answer, low, high, count, n, self.level, "beta_mixture")

    def decide_paired(
        self, counts: ArrayLike, values_a: ArrayLike | None = None, values_b: ArrayLike | None = None
    ) -> Verdict:
        """Verdict on which variant has the higher rate, from a joint table as for `paired_difference`.

        Only pairs that differ speak. If the rates are equal, each of them favours A or B like a fair coin; so the
        verdict is one on the share of differing pairs that favour A against one half, valid at any number of trials.
        Independent dice will do as well, trial i of A paired with trial i of B.

        Args:
            counts: [outcomes of A, outcomes of B] trials with each pair of outcomes.
            values_a: 1 for the outcomes of A that count, 0 for the others; by default 0, 1.
            values_b: the same for B.

        Returns:
            Answer "a", "b" (whose rate is higher) or "undecided"; `lo`, `hi`, `count`, `n` are of the share of
            differing pairs that favour A.

        Raises:
            SimlabError: a threshold other than one half, or values other than 0 and 1 (means have no verdict here).
        """
        if self.threshold != 0.5:
            raise SimlabError(f"threshold: {self.threshold!r}; variants are compared by pairs, whose threshold is 0.5")
        table, rows, columns = checked_joint(counts, values_a, values_b)
        if not set(rows) | set(columns) <= {0.0, 1.0}:
            raise SimlabError("values: a verdict between two variants is on a rate, so each value is 0 or 1")
        only_a = float(table[rows == 1.0][:, columns == 0.0].sum())
        only_b = float(table[rows == 0.0][:, columns == 1.0].sum())
        verdict = self.decide(only_a, only_a + only_b)
        answers: dict[str, Literal["a", "b"]] = {"above": "a", "below": "b"}
        return replace(verdict, answer=answers.get(verdict.answer, "undecided"), method="beta_mixture_of_pairs")

    def done(self, count: float, n: int) -> bool:
        """Whether the run stops after `count` of `n` trials: the side is clear, or `maximum` is reached."""
        return n >= self.maximum or self.decide(count, n).answer != "undecided"
