"""Which rulings and unit values move the answer when all of them may move at once (SALib: Sobol, Morris).

Each factor takes each of its values with the same chance: an option of a ruling has no order and a number of dice no
halves, so a design's number u between 0 and 1 stands for value number floor(u m) of m. Every setting of the design is
answered by its exact law, or twice by dice, with two seeds that all settings share. What the two halves of the dice
agree on is effect; what they do not is noise, and does not pass for interaction.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from simlab import display
from simlab.analysis.knobs import Knob, check_values, value_at
from simlab.analysis.paired import Metric, Progress, as_prepared, exact_share, is_exact, metric_of
from simlab.analysis.sensitivity import chosen_rulings, other_options
from simlab.analysis.sensitivity_designs import SAMPLES, Factor, design_of, mean_changes, places_of, shares_of_variance
from simlab.errors import RunError, ScenarioError
from simlab.execute import Prepared, Source, prepare, run
from simlab.intervals.rates import checked_level
from simlab.progress import watched

if TYPE_CHECKING:
    import pandas as pd

WAYS = ("sobol", "morris")
IDLE = {"sobol": "explain less than 1 % of the variance", "morris": "move it by less than 0.05 points"}
TRIALS = 20_000  # of each half, for each setting that is sampled


@dataclass(frozen=True, repr=False)
class OverallSensitivity:
    """The answer of `overall_sensitivity`.

    frame: a row a factor, the strongest first; mean, spread: of the answer over all settings, as shares of 1 (the
    spread without the noise of the dice); noise: share of the variance seen that was noise (0 when exact); settings:
    that were answered; refused: of which the scenario refused so many, and gave the answer as it stands; dropped: key
    -> values that cannot be played however the rest stands, which were left out, and why the last of them cannot.
    """

    frame: pd.DataFrame
    metric: str
    way: str
    mean: float
    spread: float
    noise: float
    settings: int
    refused: int
    level: float
    dropped: Mapping[str, tuple[tuple[Any, ...], str]] = field(default_factory=dict)

    @property
    def left_out(self) -> str:
        """The values that cannot be played in words; nothing where all can."""
        return "; ".join(
            f"{key} = {', '.join(map(str, values))} cannot be played and was left out ({why})"
            for key, (values, why) in self.dropped.items()
        )

    def __repr__(self) -> str:
        """The answer in one line."""
        return display.one_line(self, f"{len(self.frame)} factors of {self.metric}, {self.settings:,} settings")

    def _repr_html_(self) -> str:
        """Rich display in a notebook: what moves the answer, the strongest first; what does not is named below."""
        column = "total" if self.way == "sobol" else "change"
        rows = [
            [row["factor"], f"{100 * row[column]:.1f} %", f"{100 * row[f'{column}_lo']:.1f} to "
             f"{100 * row[f'{column}_hi']:.1f} %", row["matters"]]
            for row in self.frame[self.frame["matters"] != "no"].to_dict("records")
        ]  # fmt: skip
        head = ["factor", "share of the variance" if column == "total" else "mean change by one move", "interval", ""]
        idle = f"{self.idle_means}: {', '.join(sorted(self.idle))}." if self.idle else ""
        parts = (display.table(head, rows) if rows else display.line("Nothing moves it."), display.line(idle))
        return display.page(self.metric, *parts, display.line(self.left_out and f"{self.left_out}."))

    @property
    def idle(self) -> list[str]:
        """Factors that explain next to nothing of an answer in which all others move too; see `idle_means`."""
        return [str(name) for name in self.frame.loc[self.frame["matters"] == "no", "factor"]]

    @property
    def idle_means(self) -> str:
        """What is said of the idle factors."""
        return f"{IDLE[self.way]} where all move at once (alone one may matter: sensitivity without --global)"


@watched("settings")
def overall_sensitivity(
    source: Source | Prepared,
    metric: str | None = None,
    rulings: Iterable[str] | None = None,
    knobs: Sequence[Knob] = (),
    *,
    way: str = "sobol",
    samples: int | None = None,
    trials: int | None = None,
    seed: int = 0,
    method: str = "auto",
    level: float = 0.95,
    progress: Progress | None = None,
) -> OverallSensitivity:
    """Move every ruling and every knob at once, and share the variance of the answer out among them.

    Args:
        source: a Scenario, a mapping, the path of a file, or what `prepare` returned.
        metric: "table:outcome"; the kind's headline when None.
        rulings: only these; all that bear on the kind when None, none for an empty list.
        knobs: keys of the scenario, also cells of its tables ("data.cells.TABLE.KEY.COLUMN"), with their values.
        way: "sobol" shares the variance out (samples * (factors + 2) settings); "morris" is a cheaper screening by
            mean changes (samples * (factors + 1) settings).
        samples: size of the base design, for sobol a power of 2.
        trials: of each of the two halves, for every setting that is sampled.
        seed: of the dice and of the design, any integer, 0 included.
        method: auto, exact or sample.
        level: confidence level of the intervals.
        progress: called with (settings answered, settings).

    Returns:
        Its frame has, after factor, values and way, the columns
        sobol: first, first_lo, first_hi (share of the variance that the factor explains alone), total, total_lo,
        total_hi (share that would go if it were known, all its interactions counted in);
        morris: change, change_lo, change_hi (mean absolute change of the answer by one move, as a share of 1), bend
        (spread of these changes: interaction, or an effect that is no straight line);
        noise (what dice alone would make of such a change);
        and matters: yes, no (surely below 1 % of the variance; for morris below 0.05 points), unclear.

    Raises:
        RunError: nothing to move, an unknown metric, ruling or way, a budget that makes no sense.
    """
    if way not in WAYS:
        raise RunError(f'way: "{way}"; options: {", ".join(WAYS)}')
    checked_level(level)
    base = as_prepared(source)
    factors, dropped = _factors(base, rulings, knobs)
    many = SAMPLES[way] if samples is None else samples
    if many < 2 or (way == "sobol" and many & (many - 1)):
        raise RunError(f"samples: {many}; give {'a power of 2, such as 64' if way == 'sobol' else '2 or more'}")
    problem = {"num_vars": len(factors), "names": [f.key for f in factors], "bounds": [[0.0, 1.0]] * len(factors)}
    design = design_of(problem, way, many, abs(seed))
    answers = _Answers(base, metric, factors, method, TRIALS if trials is None else trials, seed)
    places = places_of(design, factors)
    halves = np.empty((2, len(places)))
    for number, row in enumerate(places):
        halves[:, number] = answers.answer(tuple(int(place) for place in row))
        if progress is not None:
            progress(number + 1, len(places))
    find = shares_of_variance if way == "sobol" else mean_changes
    frame, spread, noise = find(problem, design, halves, factors, level, abs(seed), answers.exact)
    refused = int(sum(answers.refused[tuple(row)] for row in places.tolist()))
    return OverallSensitivity(
        frame, answers.name, way, float(halves.mean()), spread, noise, len(places), refused, level, dropped
    )  # fmt: skip


def _factors(
    base: Prepared, rulings: Iterable[str] | None, knobs: Sequence[Knob]
) -> tuple[list[Factor], dict[str, tuple[tuple[Any, ...], str]]]:
    """All factors with two values or more; and of the knobs those values that cannot be played, with the reason."""
    check_values(knobs, "--vary")
    in_force, found = base.rulings.in_force(base.kind.name), []
    data = base.catalog.folder.parent
    for name in chosen_rulings(base, rulings):
        found.append(Factor(f"rulings.{name}", (in_force[name], *other_options(base, name, in_force[name]))))
    for knob in knobs:
        stands = value_at(base, knob.key)
        found.append(Factor(knob.key, (stands, *(value for value in knob.values if value != stands))))
    if len({factor.key for factor in found}) < len(found):
        raise RunError("sensitivity: a key is named twice; each factor is a ruling or key of its own")
    kept, dropped = [], {}
    asked = {knob.key for knob in knobs}
    for factor in found:
        first, *others = factor.values
        playable = tuple(value for value in others if _played_at(base, {factor.key: value}, data) is not None)
        refused = tuple(value for value in others if value not in playable)
        if refused and factor.key in asked:  # left out in silence they would seem to have been tried
            try:
                prepare(base.scenario.with_value(factor.key, refused[-1]), data)
            except ScenarioError as error:
                if not playable:
                    raise RunError(f"--vary {factor.key}: none of its values can be played; {error}") from None
                dropped[factor.key] = refused, str(error)
        if playable:
            kept.append(Factor(factor.key, (first, *playable)))
    if not kept:
        raise RunError("sensitivity: nothing to move: no ruling has another option here, and no --vary key was given")
    return kept, dropped


def _played_at(base: Prepared, changes: Mapping[str, Any], data: Any) -> Prepared | None:
    """The scenario at other values; None where it refuses them."""
    scenario = base.scenario
    try:
        for key, value in changes.items():
            scenario = scenario.with_value(key, value)
        return prepare(scenario, data)
    except ScenarioError:
        return None


class _Answers:
    """The answer of every setting: each set of packed numbers once, by both halves of the dice."""

    def __init__(
        self, base: Prepared, metric: str | None, factors: Sequence[Factor], method: str, trials: int, seed: int
    ) -> None:
        self.base, self.factors, self.method, self.trials, self.seed = base, factors, method, trials, seed
        self.name = metric_of(base, metric).name
        self.data = base.catalog.folder.parent
        self.exact = True
        self.refused: dict[tuple[int, ...], bool] = {}
        self._known: dict[Any, tuple[float, float]] = {}

    def answer(self, places: tuple[int, ...]) -> tuple[float, float]:
        """The metric by both halves of the dice, which are one exact share where the law is quick."""
        if places not in self._known:
            chosen = {f.key: f.values[place] for f, place in zip(self.factors, places, strict=True) if place}
            prepared = _played_at(self.base, chosen, self.data) if chosen else self.base
            self.refused[places] = prepared is None
            prepared = self.base if prepared is None else prepared
            if prepared.inputs not in self._known:
                self._known[prepared.inputs] = self._play(prepared)
            self._known[places] = self._known[prepared.inputs]
        return self._known[places]

    def _play(self, prepared: Prepared) -> tuple[float, float]:
        metric = metric_of(prepared, self.name)
        if is_exact(prepared, self.method):
            share = exact_share(metric)
            return share, share
        self.exact = False
        first, second = (_sampled(metric, self.trials, seed) for seed in (2 * self.seed, 2 * self.seed + 1))
        return first, second


def _sampled(metric: Metric, trials: int, seed: int) -> float:
    result = run(metric.prepared, trials=trials, seed=seed, method="sample")
    return float(result.p(metric.table, *metric.row))
