"""How many trials show a difference, and how many seconds they take here: a pilot run, then a formula."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from simlab import display
from simlab.analysis.paired import as_prepared, check_trials, exact_share, is_exact, metric_like, metric_of
from simlab.errors import RunError
from simlab.execute import Prepared, Source, per_trial, run
from simlab.intervals import trials_for, trials_for_difference

if TYPE_CHECKING:
    import pandas as pd

LEAST_PILOT = 1_000
STEPS = (0.25, 0.5, 1.0, 2.0, 4.0)  # differences beside the one that is asked for, in parts of it
EDGE = 1e-6  # a pilot rate of 0 or 1 is planned as if it were this far inside


class Plan(NamedTuple):
    """What `plan` found.

    rate: the metric in the pilot run; difference: to be seen, as a share; independent: trials of each variant with dice
    of their own; paired: the same on common dice, None without a second scenario; correlation: of the two outcomes,
    trial by trial; for_half: trials of a single run that bring its interval to half the difference; speed: trials a
    second in the pilot run; exact: an exact law is offered and quick, so that no trial is needed.
    """

    metric: str
    rate: float
    difference: float
    power: float
    level: float
    independent: int
    paired: int | None
    correlation: float | None
    for_half: int
    speed: float
    exact: bool

    def seconds(self, trials: int) -> float:
        """Seconds that so many trials take at the speed of the pilot run."""
        return trials / self.speed

    def frame(self) -> pd.DataFrame:
        """Trials of each variant for smaller and larger differences too: difference, dice, trials, seconds of both.

        dice: "of their own", and "in common" where there was a second scenario.
        """
        import pandas as pd

        near, rows = min(max(self.rate, EDGE), 1.0 - EDGE), []
        for times in STEPS:
            size = abs(self.difference) * times
            change = size if near + size <= 1.0 else -size
            if not 0.0 <= near + change <= 1.0:
                continue
            shared = [] if self.correlation is None else [("in common", self.correlation)]
            for dice, correlation in [("of their own", 0.0), *shared]:
                trials = trials_for_difference(change, near, self.power, self.level, correlation)
                rows.append({"difference": size, "dice": dice, "trials": trials, "seconds": 2 * self.seconds(trials)})
        return pd.DataFrame(rows)

    def __repr__(self) -> str:
        """The answer in one line."""
        return display.one_line(self, self.sentence)

    def _repr_html_(self) -> str:
        """Rich display in a notebook: the sentence, and what other differences would take."""
        rows = [
            [f"{100 * row['difference']:g} points", row["dice"], f"{row['trials']:,}", duration(row["seconds"])]
            for row in self.frame().to_dict("records")
        ]
        told = [display.line(text) for text in self.sentence.splitlines()]
        return display.page("", *told, display.table(["difference", "dice", "trials of each", "here"], rows, 2))

    @property
    def sentence(self) -> str:
        """The plan in plain words, the answer first."""
        points = 100.0 * abs(self.difference)
        seconds = duration(2 * self.seconds(self.independent))
        exact = ["No trial is needed: this kind has a quick exact law, without any error of chance. With dice:"]
        lines = exact if self.exact else []
        lines.append(
            f"{self.independent:,} trials of each variant show a difference of {points:g} points at "
            f"{100 * self.power:g} % power, {seconds} here; {self.metric} is near {100.0 * self.rate:.1f} %."
        )
        if self.paired is not None and self.correlation is not None:
            lines.append(
                f"On common dice (correlation {self.correlation:.2f}) {self.paired:,} trials of each are enough, "
                f"{duration(2 * self.seconds(self.paired))}."
            )
        half = f"+-{points / 2:g} points"
        lines.append(f"A single run of {self.for_half:,} trials knows the rate to {half} at {100 * self.level:g} %.")
        return "\n".join(lines)


def duration(seconds: float) -> str:
    """Seconds as people say them.

    >>> duration(0.2), duration(42), duration(3000), duration(9000)
    ('less than a second', 'about 42 s', 'about 50 min', 'about 2.5 h')
    """
    if seconds < 1.0:
        return "less than a second"
    if seconds < 120.0:
        return f"about {seconds:.0f} s"
    return f"about {seconds / 60:.0f} min" if seconds < 7200.0 else f"about {seconds / 3600:.1f} h"


def plan(
    source: Source | Prepared,
    difference: float,
    *,
    against: Source | Prepared | None = None,
    power: float = 0.8,
    level: float = 0.95,
    metric: str | None = None,
    pilot: int = 20_000,
    seed: int = 0,
) -> Plan:
    """Plan a comparison: trials of each variant that show a difference of this size, and their time on this machine.

    Args:
        source: a Scenario, a mapping, the path of a file, or what `prepare` returned.
        difference: change of the metric to be seen, as a share of 1, of either sign.
        against: the other variant, where it is known: a pilot on common dice tells how much chance they share.
        power: chance of seeing the difference if it is there.
        level: confidence level of the interval that shall exclude 0.
        metric: "table:outcome"; the kind's headline when None. Not a share of pooled events.
        pilot: trials of the pilot run, 1,000 or more.
        seed: any integer, 0 included.

    Raises:
        SimlabError: numbers that make no sense, a metric that is not there or pools events.
    """
    check_trials(pilot)
    if pilot < LEAST_PILOT:
        raise RunError(f"pilot: {pilot:,}; give {LEAST_PILOT:,} or more trials")
    first = metric_of(as_prepared(source), metric)
    if first.pooled:
        raise RunError(f"metric {first.name} is a share of pooled events; a plan is for a rate per trial")
    prepared = first.prepared
    exact = prepared.kind.exact is not None and is_exact(prepared, "auto")
    run(prepared, trials=LEAST_PILOT, seed=seed, method="sample")  # compiles or loads, so that the clock sees neither
    begun = time.perf_counter()
    result = run(prepared, trials=pilot, seed=seed, method="sample")
    speed = pilot / max(time.perf_counter() - begun, 1e-6)
    rate = exact_share(first) if exact else float(result.p(first.table, *first.row))
    near = min(max(rate, EDGE), 1.0 - EDGE)
    change = difference if 0.0 <= near + difference <= 1.0 else -difference
    paired = correlation = None
    if against is not None:
        other = metric_like(first, as_prepared(against))
        correlation = _correlation(
            per_trial(prepared, first.table, {first.row: 1}, seed, 0, pilot),
            per_trial(other.prepared, other.table, {other.row: 1}, seed, 0, pilot),
        )
        paired = trials_for_difference(change, near, power, level, correlation)
    return Plan(
        metric=first.name,
        rate=rate,
        difference=difference,
        power=power,
        level=level,
        independent=trials_for_difference(change, near, power, level),
        paired=paired,
        correlation=correlation,
        for_half=trials_for(abs(change) / 2.0, near, level),
        speed=speed,
        exact=exact,
    )


def _correlation(one: object, other: object) -> float:
    """Correlation of two 0-1 columns; 0 where one of them never changes."""
    import numpy as np

    a, b = np.asarray(one, np.float64), np.asarray(other, np.float64)
    spread = float(a.std() * b.std())
    return float(((a - a.mean()) * (b - b.mean())).mean() / spread) if spread else 0.0
