"""What a choice is worth: restricted play, and the regret of every named doctrine.

The idea is that of A. Jaffe and others (2012): a question of balance is the win rate of a player who may not do
something, against one who may. A side's choices are keys of the scenario with the values that it may take (doctrines,
loads, targets). Every combination is answered by its exact law or on the same numbered dice where there are few, else
the best are sought by turning one choice at a time until none helps, and then by the general tuner (see `tuning`).

* *Value of a choice*: the best that the side can do, less the best it can do without that value (or without a unit).
* *Regret of a doctrine*: the best that the side can do, less the best it can do when it must take that value.

The best of many sampled answers is partly the luckiest; so what was found is played again, on dice that the search has
not seen, and the differences and their intervals are those of the second dice.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simlab import display
from simlab.analysis.knobs import Knob, check_values, value_at
from simlab.analysis.paired import (
    Metric,
    Progress,
    as_prepared,
    difference,
    exact_share,
    is_exact,
    metric_like,
    metric_of,
)
from simlab.errors import RunError, ScenarioError, SimlabError
from simlab.execute import Prepared, Source, prepare, run
from simlab.intervals.rates import checked_level
from simlab.progress import watched

if TYPE_CHECKING:
    import pandas as pd

BUDGET = 400  # combinations that are answered
TRIALS = 20_000
Chosen = tuple[tuple[str, Any], ...]


@dataclass(frozen=True, repr=False)
class DoctrineValue:
    """Restricted play of one side.

    best: key -> value of the best combination found; share: its metric; value: a row for each restriction (restriction,
    best, p_without, value, lo, hi); regret: a row for each value of each choice (choice, doctrine, as_it_stands: with
    the others as in the file, p_with, regret, lo, hi); answered: combinations; whole: were all of them answered?
    """

    metric: str
    best: Mapping[str, Any]
    share: float
    value: pd.DataFrame
    regret: pd.DataFrame
    answered: int
    whole: bool
    exact: bool
    level: float

    @property
    def sentence(self) -> str:
        """The best in words."""
        words = ", ".join(f"{key} = {value}" for key, value in self.best.items()) or "as it stands"
        found = "The best play" if self.whole else f"The best play found in {self.answered} tries"
        how = "exact" if self.exact else "played again on new dice"
        return f"{found}: {words}; {self.metric} {100 * self.share:.2f} % ({how})."

    def __repr__(self) -> str:
        """The answer in one line."""
        return display.one_line(self, self.sentence)

    def _repr_html_(self) -> str:
        """Rich display in a notebook: the best play, what each restriction costs, the regret of each doctrine."""
        tables = []
        for frame, share, loss, name in (
            (self.value, "p_without", "value", "restricted play"), (self.regret, "p_with", "regret", "doctrine"),
        ):  # fmt: skip
            rows = [
                [row["restriction"] if loss == "value" else f"{row['choice']} = {row['doctrine']}",
                 f"{100 * row[share]:.2f} %", _points_told(row[loss], row["lo"], row["hi"]), row["best"]]
                for row in frame.to_dict("records")
            ]  # fmt: skip
            if rows:
                tables.append(display.table([name, "share", f"{loss}, points", "best play then"], rows))
        return display.page("", display.line(self.sentence), *tables)


def _points_told(value: float, lo: float, hi: float) -> str:
    if lo == hi:
        return f"{100 * value:+.2f}"
    return f"{100 * value:+.2f} ({100 * lo:+.2f} to {100 * hi:+.2f})"


@watched("combinations")
def doctrine_value(
    source: Source | Prepared,
    choices: Sequence[Knob],
    metric: str | None = None,
    without: Sequence[str] = (),
    *,
    trials: int = TRIALS,
    seed: int = 0,
    method: str = "auto",
    level: float = 0.95,
    budget: int = BUDGET,
    progress: Progress | None = None,
) -> DoctrineValue:
    """What each choice of a side is worth to it, and what it loses by being tied to one.

    Args:
        source: a Scenario, a mapping, the path of a file, or what `prepare` returned.
        choices: keys that the side may choose, with the values it may take; the value of the file is one of them.
        metric: "table:outcome" that the side wants often; the kind's headline when None.
        without: entries of lists that the side may have to do without, such as "blue.plane.0".
        trials: of each combination, and of each comparison, that is sampled.
        seed: any integer, 0 included; the search takes it, the comparisons another made from it.
        method: auto, exact or sample.
        level: confidence level of the differences, one at a time.
        budget: combinations that are answered at most; with more the best are sought.
        progress: called with (combinations and comparisons finished, how many there may be).

    Raises:
        RunError: nothing to choose, a key that is named twice, an entry that is not there.
    """
    import pandas as pd

    checked_level(level)
    if not choices and not without:
        raise RunError("doctrine value: name a choice and its values, or an entry to do without")
    check_values(choices, "choice")
    for choice in choices:
        for value in choice.values:
            if isinstance(value, Mapping):
                raise RunError(f"choice {choice.key}: {value!r} is a table; choose keys in it, such as a.skill=[3,4]")
    if len({choice.key for choice in choices}) < len(choices) or budget < 1:
        raise RunError("doctrine value: each choice is a key of its own, and the budget 1 or more")
    field = Choices(as_prepared(source), choices, metric, trials, seed, method, budget, progress)
    best, whole = field.best({})
    if best is None:
        raise RunError(f"doctrine value: no combination of these choices can be played{field.refused}")
    if whole:
        field.check_values()
    values, regrets = [], []
    for choice in field.choices:
        for value in choice.values:
            other, all_of_them = field.best({choice.key: [v for v in choice.values if v != value]})
            whole = whole and all_of_them
            if other is not None:
                row = {"restriction": f"not {choice.key} = {value}", "best": _words(other)}
                values.append({**row, **field.loss("p_without", "value", best, other, level)})
            tied, all_of_them = field.best({choice.key: [value]})
            whole = whole and all_of_them
            if tied is not None:
                alone = field.share(field.as_it_stands({choice.key: value}))
                about: dict[str, Any] = {"choice": choice.key, "doctrine": str(value), "as_it_stands": alone}
                regrets.append({**about, "best": _words(tied), **field.loss("p_with", "regret", best, tied, level)})
    for entry in without:
        poorer = field.without(entry)
        other, all_of_them = poorer.best({})
        whole = whole and all_of_them
        if other is not None:
            row = {"restriction": f"without {entry}", "best": _words(other)}
            values.append({**row, **field.loss("p_without", "value", best, other, level, poorer)})
    return DoctrineValue(
        field.name, dict(best), field.fresh_share(best), pd.DataFrame(values).sort_values(
            "value", ascending=False, kind="stable", ignore_index=True) if values else pd.DataFrame(values),
        pd.DataFrame(regrets), field.answered, whole, field.exact, level,
    )  # fmt: skip


def _words(chosen: Chosen) -> str:
    return ", ".join(f"{key.split('.')[-1]} = {value}" for key, value in chosen)


class Choices:
    """Answers combinations of a side's choices, each once."""

    def __init__(
        self, base: Prepared, choices: Sequence[Knob], metric: str | None, trials: int, seed: int, method: str,
        budget: int, progress: Progress | None,
    ) -> None:  # fmt: skip
        self.base, self.trials, self.seed, self.method = base, trials, seed, method
        self.budget, self.progress = budget, progress
        self.stands = {choice.key: value_at(base, choice.key) for choice in choices}
        # what the file leaves out stands at a default that the kind knows; it is then no value of its own
        self.choices = [
            Knob(c.key, c.values if self.stands[c.key] is None or self.stands[c.key] in c.values
                 else (self.stands[c.key], *c.values))
            for c in choices
        ]  # fmt: skip
        self.wanted = metric_of(base, metric)
        self.name = self.wanted.name
        self.data = base.catalog.folder.parent
        self.exact, self.refused = True, ""
        self.why: dict[str, str] = {}  # key and value of a combination that was refused -> the refusal
        self._known: dict[Chosen, float | None] = {}
        self._prepared: dict[Chosen, Prepared] = {}
        self._asked = metric

    @property
    def answered(self) -> int:
        """Combinations answered so far."""
        return len(self._known)

    def without(self, entry: str) -> Choices:
        """The same for the scenario without an entry of a list; RunError when there is none."""
        key, _, number = entry.rpartition(".")
        entries = self.base.scenario.value(key) if key else None
        if not isinstance(entries, list) or not number.isdigit() or int(number) >= len(entries):
            raise RunError(f'without "{entry}": the scenario has no such entry; write one as blue.plane.0')
        left = [item for place, item in enumerate(entries) if place != int(number)]
        poorer = prepare(self.base.scenario.with_value(key, left), self.data)
        kept = [c for c in self.choices if not f"{c.key}.".startswith(f"{entry}.")]
        return Choices(
            poorer, kept, self._asked, self.trials, self.seed, self.method, self.budget, self.progress
        )  # fmt: skip

    def as_it_stands(self, changes: Mapping[str, Any]) -> Chosen:
        """The combination of the file but for some choices."""
        stands = {c.key: c.values[0] if self.stands[c.key] is None else self.stands[c.key] for c in self.choices}
        return tuple((key, changes.get(key, value)) for key, value in stands.items())

    def best(self, allowed: Mapping[str, Sequence[Any]]) -> tuple[Chosen | None, bool]:
        """The best combination within what is allowed, None where there is none; were all of them answered?"""
        lists = [list(allowed.get(choice.key, choice.values)) for choice in self.choices]
        if any(not values for values in lists):
            return None, True
        keys = [choice.key for choice in self.choices]
        if math.prod(map(len, lists)) <= self.budget:
            tried = [tuple(zip(keys, values, strict=True)) for values in itertools.product(*lists)]
            return self._better(tried), True
        found = self._climbed(keys, lists)
        return (found if found is None else self._tuned(found, lists)), False

    def check_values(self) -> None:
        """RunError for a value that no combination can be played with, once all of them were tried: a slip of the pen.

        Left in, being without it would be worth nothing, as if it had been played.
        """
        played = {pair for chosen, share in self._known.items() if share is not None for pair in map(repr, chosen)}
        for choice in self.choices:
            for value in choice.values:
                pair = repr((choice.key, value))
                if pair not in played:
                    raise RunError(f"choice {choice.key} = {value}: cannot be played{self.why.get(pair, '')}")

    def _better(self, tried: Sequence[Chosen]) -> Chosen | None:
        answered = [(share, chosen) for chosen in tried if (share := self.share(chosen)) is not None]
        # the first of equal ones, in the order of the lists
        return max(answered, key=lambda pair: pair[0])[1] if answered else None

    def _climbed(self, keys: Sequence[str], lists: Sequence[Sequence[Any]]) -> Chosen | None:
        """One choice at a time, from the file's own or the first values, until no change of one helps."""
        here = tuple(
            (key, self.stands[key] if self.stands[key] in values else values[0])
            for key, values in zip(keys, lists, strict=True)
        )
        while True:
            before = self.share(here)
            for place, (key, values) in enumerate(zip(keys, lists, strict=True)):
                around = [(*here[:place], (key, value), *here[place + 1 :]) for value in values]
                here = self._better([here, *around]) or here
            if self.share(here) == before:
                return here if before is not None else None

    def _tuned(self, start: Chosen, lists: Sequence[Sequence[Any]]) -> Chosen:
        """What the general tuner makes of it, where that is better: several choices turned at once."""
        from simlab.analysis.tuning import Dial, Player, tune

        free = [(pair, values) for pair, values in zip(start, lists, strict=True) if len(values) > 1]
        dials = tuple(Dial(key, tuple(values), value) for (key, value), values in free)
        scenario = self.base.scenario
        for key, value in start:
            if value != self.stands.get(key):
                scenario = scenario.with_value(key, value)
        try:
            found = tune(
                [scenario], [Player("side", self.name, dials)], rounds=1, budget=self.budget, trials=self.trials,
                seed=2 * self.seed,
            )  # fmt: skip
        except SimlabError:  # a combination that the scenario refuses
            return start
        tuned = tuple((key, found.settings["side"].get(key, value)) for key, value in start)
        return self._better([start, tuned]) or start

    def share(self, chosen: Chosen) -> float | None:
        """The metric of a combination on the dice of the search; None where the scenario refuses it."""
        if chosen not in self._known:
            prepared = self._play(chosen)
            self._known[chosen] = None if prepared is None else self._answer(prepared, 2 * self.seed)
            if self.progress is not None:
                most = math.prod(len(choice.values) for choice in self.choices)
                self.progress(self.answered, max(min(most, self.budget), self.answered))
        return self._known[chosen]

    def fresh_share(self, chosen: Chosen) -> float:
        """The metric of a combination on the dice of the comparisons."""
        return self._answer(self.prepared(chosen), 2 * self.seed + 1)

    def prepared(self, chosen: Chosen) -> Prepared:
        """A combination that can be played."""
        found = self._play(chosen)
        assert found is not None
        return found

    def _play(self, chosen: Chosen) -> Prepared | None:
        if chosen not in self._prepared:
            scenario = self.base.scenario
            try:
                for key, value in chosen:
                    if value != self.stands.get(key):
                        scenario = scenario.with_value(key, value)
                self._prepared[chosen] = prepare(scenario, self.data)
            except ScenarioError as error:
                self.refused = f"; {error}"
                for pair in chosen:
                    self.why[repr(pair)] = self.refused
                return None
        return self._prepared[chosen]

    def _answer(self, prepared: Prepared, seed: int) -> float:
        metric: Metric = metric_like(self.wanted, prepared)
        if is_exact(prepared, self.method):
            return exact_share(metric)
        self.exact = False
        result = run(prepared, trials=self.trials, seed=seed, method="sample")
        rows = zip(prepared.space.table(metric.table).rows, result.rows(metric.table), strict=True)
        return float({row: found["p"] for row, found in rows}.get(metric.row, 0.0))

    def loss(
        self, share: str, name: str, best: Chosen, other: Chosen, level: float, field: Choices | None = None
    ) -> dict[str, Any]:
        """How much less another combination gives than the best, on dice that the search has not seen."""
        poorer = (field or self).prepared(other)
        a, b = metric_like(self.wanted, poorer), metric_like(self.wanted, self.prepared(best))
        found = difference(a, b, self.trials, 2 * self.seed + 1, level, self.method)
        return {share: found.p_a, name: found.difference, "lo": found.lo, "hi": found.hi, "matters": found.matters}
