"""Run a scenario: by its exact law where one is offered, else by blocks of numbered trials.

`prepare` checks a scenario and packs it; `run` answers it and stops sampling when a budget or a stopping rule says so.
Neither knows a rule or a unit.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from simlab.blocks import Interrupted, job_of, normalised, play_blocks
from simlab.budget import check_asked, check_budget, picked
from simlab.catalog import Catalog, open_catalog
from simlab.contract import Kind, RulesSystem, Rulings
from simlab.dice import choose_seed, key_from_seed
from simlab.errors import RunError, nearest
from simlab.intervals import PrecisionRule, VerdictRule
from simlab.outcome import OutcomeSpace
from simlab.progress import watched
from simlab.result import Result, label
from simlab.resuming import earlier_run, taken_up
from simlab.scenario import Scenario, check_shape, parse_scenario
from simlab.shipped import load_scenario
from simlab.systems import system_named
from simlab.version import versions

Source = Scenario | Mapping[str, Any] | str | Path


@dataclass(frozen=True)
class Prepared:
    """A scenario that was checked and packed: everything a run needs."""

    scenario: Scenario
    system: RulesSystem
    kind: Kind
    rulings: Rulings
    catalog: Catalog
    shape: Any
    packed: Any
    space: OutcomeSpace

    @cached_property
    def inputs(self) -> str:
        """Sixteen hex digits of the packed numbers: equal digests give equal results for equal keys."""
        digest = hashlib.sha256()
        for name, value in self.packed._asdict().items():
            digest.update(name.encode() + (value.tobytes() + str(value.shape).encode() if isinstance(value, np.ndarray)
                                           else str(value).encode()))  # fmt: skip
        return digest.hexdigest()[:16]

    @cached_property
    def notes(self) -> list[str]:
        """What the reader of the answer should know, such as fire that never happens."""
        return self.kind.notes(self.shape, self.rulings, self.catalog, self.packed)

    @property
    def headline(self) -> tuple[str, tuple]:
        """(table, row) of the one number people look at: ``[run] metric`` of the scenario, else the kind's own."""
        asked = self.scenario.run.get("metric")
        if asked is None:
            return self.kind.headline
        if not isinstance(asked, str):
            raise RunError(f'{self.scenario.where}, run.metric: {asked!r} is no text; write metric = "table:outcome"')
        try:
            table, place = metric_row(self, asked)
        except RunError as error:
            raise RunError(f"{self.scenario.where}, run.{error}") from None
        return table, self.space.table(table).rows[place]

    def provenance(self, seed: int | None) -> dict[str, Any]:
        """What made a result: scenario, system, behaviour version, rulings, seed and key, versions of the software."""
        return {
            "title": self.scenario.title, "question": self.scenario.question, "system": self.system.name,
            "kind": self.kind.name, "digest": self.scenario.digest, "inputs": self.inputs,
            "behaviour": self.system.behaviour, "seed": seed, "key": None if seed is None else key_from_seed(seed),
            "rulings": self.rulings.in_force(self.kind.name), "changed_rulings": self.rulings.changed(),
            "scenario": {**self.scenario.body}, "headline": [self.headline[0], label(self.headline[1])],
            "versions": versions(), **({"own_tables": own} if (own := self.catalog.own_digests()) else {}),
            **({"notes": self.notes} if self.notes else {}),
        }  # fmt: skip


def as_scenario(source: Source) -> Scenario:
    """A scenario from itself, a mapping in the form of a file, a path, or the name of one that comes with simlab."""
    if isinstance(source, Scenario):
        return source
    if isinstance(source, Mapping):
        return parse_scenario(source)
    if isinstance(source, str | Path):
        return load_scenario(source)
    raise RunError(f"a scenario is a file name, a mapping or a Scenario, not {type(source).__name__}")


def prepare(source: Source, data: str | Path | None = None) -> Prepared:
    """Check and pack a scenario. ScenarioError or CatalogError name file, key, value and the way out.

    data: another data folder than the shipped one.
    """
    scenario = as_scenario(source)
    system = system_named(scenario.system, f"{scenario.where}, system")
    kind = system.kind(scenario.kind, f"{scenario.where}, kind")
    for name in scenario.rulings:
        if name in system.fixed_rulings:
            raise RunError(f"{scenario.where}, rulings.{name}: stands at its default; {system.fixed_rulings[name]}")
    rulings = Rulings(system.rulings, scenario.rulings, f"{scenario.where}, rulings")
    catalog = open_catalog(system.name, system.tables, scenario.data, scenario.folder, data, scenario.where)
    shape = check_shape(kind.shape, scenario.body, scenario.where)
    packed = normalised(kind.pack(shape, rulings, catalog, scenario.where))
    prepared = Prepared(scenario, system, kind, rulings, catalog, shape, packed, kind.space(packed))
    _ = prepared.headline  # a metric that does not exist is refused before anything is played
    return prepared


def idle_rulings(prepared: Prepared) -> list[str]:
    """Rulings that the scenario turns although they do not bear on its kind."""
    bearing = prepared.rulings.in_force(prepared.kind.name)
    return [name for name in prepared.rulings.changed() if name not in bearing]


def metric_row(prepared: Prepared, metric: str | None) -> tuple[str, int]:
    """(table, place of its row) of a metric ``table:outcome``, the headline of the scenario when None."""
    if metric is None:
        table, row = prepared.headline
        return table, prepared.space.table(table).rows.index(row)
    names = [table.name for table in prepared.space.tables]
    meant = [name for name in names if metric.startswith(f"{name}:")]  # names may hold a colon, as result:platoon
    name = max(meant, key=len, default=metric.partition(":")[0])
    outcome = metric[len(name) + 1 :]
    if name not in names:
        raise RunError(f'metric "{metric}": no table "{name}"; nearest: {nearest(name, names)}; write table:outcome')
    labels = [label(row) for row in prepared.space.table(name).rows]
    if not outcome.strip():
        raise RunError(f'metric "{metric}": names a table; write one of its outcomes, such as {name}:{labels[0]}')
    if outcome.strip() not in labels:
        raise RunError(f'metric "{metric}": no outcome "{outcome}" in {name}; nearest: {nearest(outcome, labels)}')
    return name, labels.index(outcome.strip())


@watched("trials")
def run(
    source: Source | Prepared, *, trials: int | None = None, seed: int | None = None, precision: float | None = None,
    verdict: float | None = None, metric: str | None = None, level: float | None = None, method: str | None = None,
    threads: int | None = None, client: Any = None, exact_fractions: bool = False, minimum: int = 10_000,
    resume: Result | str | Path | None = None,
    progress: Callable[[int, int], None] | None = None, note: Callable[[str], None] | None = None,
) -> Result:  # fmt: skip
    """Answer a scenario.

    Args:
        source: a Scenario, a mapping, the path of a file, or what `prepare` returned.
        trials: how many trials (default 1,000,000; for a rule, at most so many).
        seed: any integer, 0 included; None chooses one, which stands in the provenance.
        precision: stop when the half-width of the metric's Wilson interval is at most this share (0.001 = 0.1 points).
        verdict: stop when it is clear on which side of this share the metric lies (anytime-valid bound).
        metric: "table:outcome"; the headline of the scenario (``[run] metric``, else its kind's) when None.
        level: confidence level of every interval.
        method: auto (exact where offered and quick), exact or sample.
        threads: worker threads (default: cores). Their number changes no count.
        client: a Dask client in place of threads; it changes no count either.
        exact_fractions: also the law in rationals, where the kind has it.
        minimum: trials before the first look of a rule.
        resume: a result of the same scenario and seed, or its file: only the trials that it lacks are played.
        progress: called with (trials finished, trials at most); None shows a bar in a notebook, and nothing elsewhere.
        note: called with one-line remarks.

    Raises:
        SimlabError: what was asked for cannot be done.
        InterruptedRun: Ctrl-C while sampling; it holds the trials that were finished.
    """
    prepared = source if isinstance(source, Prepared) else prepare(source)
    asked = prepared.scenario.run
    check_budget(prepared.scenario)
    trials = picked(trials, asked, "trials")
    precision, level = picked(precision, asked, "precision"), picked(level, asked, "level", 0.95)
    method, threads = picked(method, asked, "method", "auto"), picked(threads, asked, "threads")
    seed = picked(seed, asked, "seed")
    check_asked(trials, precision, verdict, level, method, threads, seed)
    say = note or (lambda line: None)
    for name in idle_rulings(prepared):
        say(f"ruling {name} does not bear on kind {prepared.kind.name}")
    if exact_fractions and method == "sample":
        raise RunError("exact fractions: dice give counts; leave one of --method sample and --exact-fractions out")
    begun = None if resume is None else earlier_run(resume, prepared.provenance(None), seed, method)
    exact = _exactly(prepared, "sample" if begun else method, trials or precision or verdict, say)
    if exact or exact_fractions:
        result = _exact_result(prepared, level, exact_fractions)
        if verdict is not None:
            _judge(result, prepared, verdict, metric)
        return result
    seed = begun.provenance["seed"] if begun else choose_seed() if seed is None else int(seed)
    rest = (level, threads, client, minimum, begun, progress, say)
    return _sample(prepared, trials, int(seed), precision, verdict, metric, *rest)


def _exactly(prepared: Prepared, method: str, budget: Any, say: Callable[[str], None]) -> bool:
    offered = prepared.kind.exact is not None
    if method == "exact" and not offered:
        raise RunError(f"method: kind {prepared.kind.name} has no exact law; use --method sample")
    if method == "exact" and not prepared.kind.feasible(prepared.packed):
        raise RunError("method: the exact law of this scenario would take hours (too many lines of sight that must be "
                       "remembered from phase to phase); use --method sample")  # fmt: skip
    if method != "auto":
        return method == "exact"
    if offered and prepared.kind.cheap(prepared.packed):
        if budget:
            say("answered by the exact law, so no trials were needed; --method sample rolls dice")
        return True
    return False


def _exact_result(prepared: Prepared, level: float, fractions: bool) -> Result:
    if fractions:
        if prepared.kind.exact_fractions is None:
            raise RunError(
                f"exact fractions: kind {prepared.kind.name} has no rational law; leave --exact-fractions out"
            )
        law = prepared.kind.exact_fractions(prepared.packed)
        values = np.array([float(p) for p in law])
        return Result(prepared.space, values, "exact", None, prepared.provenance(None), level, law)
    assert prepared.kind.exact is not None
    values = prepared.kind.exact(prepared.packed)
    return Result(prepared.space, values, "exact", None, prepared.provenance(None), level)


def _judge(result: Result, prepared: Prepared, verdict: float, metric: str | None) -> None:
    """Write the verdict on an exact rate into the provenance."""
    table, place = metric_row(prepared, metric)
    row = result.rows(table)[place]
    answer = "above" if row["p"] > verdict else "below" if row["p"] < verdict else "equal to"
    name = f"{table}:{label(prepared.space.table(table).rows[place])}"
    result.provenance["stopped"] = f"verdict: {name} is {answer} {verdict:g} (exact law)"
    result.provenance["verdict"] = {"answer": answer, "lo": row["p"], "hi": row["p"], "method": "exact"}


def _sample(
    prepared: Prepared, trials: int | None, seed: int, precision: float | None, verdict: float | None,
    metric: str | None, level: float, threads: int | None, client: Any, minimum: int, begun: Result | None,
    progress: Callable[[int, int], None] | None, say: Callable[[str], None],
) -> Result:  # fmt: skip
    rule: PrecisionRule | VerdictRule | None = None
    if precision is not None:
        rule = PrecisionRule(precision, level, minimum, trials)
    elif verdict is not None:
        rule = VerdictRule(verdict, level, minimum, trials or 10**9)
    stops = rule.looks if rule is not None else (trials or prepared.kind.trials,)
    table, place = metric_row(prepared, metric)
    if rule is not None and prepared.space.table(table).kind in ("events", "given"):
        raise RunError(f"metric: {table} has its own denominator; a stopping rule needs a share of all trials, such as "
                       + ":".join([prepared.headline[0], label(prepared.headline[1])]))  # fmt: skip
    key, cells = key_from_seed(seed), prepared.space.size
    counts, done, stops = (np.zeros(cells, np.int64), 0, stops) if begun is None else taken_up(begun, stops)
    provenance = prepared.provenance(seed)
    if client is None:
        prepared.kind.kernel.warm(prepared.packed)

    def make_job(first: int, last: int) -> dict[str, Any]:
        return job_of(prepared.system.name, prepared.kind.name, prepared.packed, key, cells, first, last)

    def result(shown_level: float) -> Result:
        return Result(prepared.space, counts, "sample", done, provenance, shown_level)

    workers = threads or os.cpu_count() or 1
    for stop in stops:
        report = None if progress is None else (lambda n, base=done: progress(base + n, stops[-1]))
        try:
            counts += play_blocks(make_job, done, stop, cells, workers, client, report)
        except Interrupted as interrupted:
            counts, done = counts + interrupted.counts, interrupted.done
            provenance["stopped"] = f"interrupted after {done:,} trials"
            raise InterruptedRun(result(level) if done else None) from None
        done = stop
        if rule is None:
            continue
        hits = int(prepared.space.values(counts, table)[place])
        name = f"{table}:{label(prepared.space.table(table).rows[place])}"
        if isinstance(rule, PrecisionRule):
            if rule.done(hits, done):
                reached = "reached" if bool(rule.precise(hits, done)) else "NOT reached: the trials were used up"
                provenance["stopped"] = (
                    f"precision {precision:g} of {name} {reached} after {done:,} trials (Wilson, looks share the error)"
                )
                say(provenance["stopped"])
                return result(rule.look_level)
        else:
            answer = rule.decide(hits, done)
            if answer.answer != "undecided" or done == stops[-1]:
                provenance["stopped"] = (
                    f"verdict: {name} is {answer.answer} {verdict:g} after {done:,} trials, "
                    f"{answer.lo:.5f} to {answer.hi:.5f} (anytime-valid beta mixture)"
                )
                provenance["verdict"] = {
                    "answer": answer.answer,
                    "lo": answer.lo,
                    "hi": answer.hi,
                    "method": answer.method,
                }
                say(provenance["stopped"])
                provenance["watched"] = {name: [answer.lo, answer.hi]}
                return result(level)
    return result(level)


class InterruptedRun(KeyboardInterrupt):
    """Ctrl-C during a run; ``result`` holds the trials that were finished, or None."""

    def __init__(self, result: Result | None) -> None:
        super().__init__("interrupted")
        self.result = result


def replay_counts(prepared: Prepared, seed: int, trial: int) -> np.ndarray:
    """The counts of one trial, played alone: int64[cells]."""
    counts = np.zeros(prepared.space.size, np.int64)
    prepared.kind.kernel.play_plainly(prepared.packed, key_from_seed(seed), trial, trial + 1, counts)
    return counts


def per_trial(
    prepared: Prepared, table: str, weights: Mapping[tuple, int], seed: int, first: int, last: int
) -> np.ndarray:
    """A number for each of the trials first .. last - 1: int64[last - first], for comparisons on the same dice.

    weights: row of the table -> what a trial that adds to it is worth; {("abort",): 1} says whether it was aborted.
    """
    worth = np.zeros(prepared.space.size, np.int64)
    rows = prepared.space.table(table).rows
    for cell, row in prepared.space.links(table):
        worth[cell] += weights.get(rows[row], 0)
    return weighed_trials(prepared, worth, seed, first, last)


def weighed_trials(prepared: Prepared, worth: np.ndarray, seed: int, first: int, last: int) -> np.ndarray:
    """For each trial the sum of ``worth`` (int64[cells]) over the cells that it adds to: int64[last - first]."""
    values = np.empty(last - first, np.int64)
    prepared.kind.kernel.play_each(prepared.packed, key_from_seed(seed), first, worth, values)
    return values


def block_counts(prepared: Prepared, seed: int, first: int, last: int) -> np.ndarray:
    """Counts of trials first .. last - 1, played here and now: int64[cells]; for many small runs side by side."""
    counts = np.zeros(prepared.space.size, np.int64)
    prepared.kind.kernel.play(prepared.packed, key_from_seed(seed), first, last, counts)
    return counts
