"""Studies: scenario files, played, with the part that each axis of their sweep plays in the answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simlab.catalog import data_folder
from simlab.contract import Level
from simlab.errors import RunError
from simlab.report.words import Words, words_of_system
from simlab.result import label
from simlab.systems import NAMES, system_named

if TYPE_CHECKING:
    import pandas as pd

    from simlab.analysis.sweep import Axis
    from simlab.execute import Prepared
    from simlab.result import Result
    from simlab.scenario import Scenario


@dataclass(eq=False)
class Study:
    """One scenario file, played (or read only, without points, where its names are all that is wanted).

    key: letters for ids on the page; file: how commands name it; points: (axis -> label, result) of every case, one
    without a sweep; focus: the case that the file itself describes (its own keys, nothing swept), else the first
    one, and prepared its packed scenario; seed, trials: as given to the run (they matter only where dice are rolled).
    """

    key: str
    file: str
    scenario: Scenario
    prepared: Prepared
    axes: tuple[Axis, ...]
    points: Sequence[tuple[dict[str, str], Result]]
    focus: dict[str, str]
    seed: int
    trials: int | None

    @cached_property
    def words(self) -> Words:
        """Plain words of its rules system."""
        return words_of_system(self.scenario.system)

    @property
    def title(self) -> str:
        """Its title, or the name of its file."""
        return self.scenario.title or Path(self.file).stem.replace("_", " ")

    @property
    def question(self) -> str:
        """What it asks."""
        return self.scenario.question or self.title

    @property
    def tables(self) -> tuple[str, ...]:
        """Tables that its results have."""
        return self.points[0][1].tables

    @property
    def exact(self) -> bool:
        """Was every case calculated, none rolled?"""
        return all(result.exact for _, result in self.points)

    @property
    def metric(self) -> str:
        """Its headline as ``table:outcome``."""
        table, row = self.prepared.headline
        return f"{table}:{label(row)}"

    @property
    def cases(self) -> list[dict[str, str]]:
        """Axis -> label of every case, in the order of the points; one without labels where nothing is swept."""
        return [dict(labels) for labels in self._scenarios]

    @cached_property
    def range_axis(self) -> str | None:
        """The axis of numbers that rates are drawn along, if it has one with four values or more."""
        return next((axis.name for axis in self.axes if len(axis.numbers) >= 4), None)

    @cached_property
    def parts(self) -> dict[str, str | None]:
        """Axis that plays the subject (what flies), the manner (how) and the threat; None where there is none."""
        free = [axis.name for axis in self.axes if axis.name != self.range_axis]
        found: dict[str, str | None] = {}
        for part in ("subject", "manner", "threat"):
            found[part] = next((name for name in self.words.roles(part) if name in free), None)
            free = [name for name in free if name != found[part]]
        if found["subject"] is None and free:
            found["subject"] = free.pop(0)
        return found

    def labels(self, axis: str | None) -> list[str]:
        """Labels of an axis in the order of the file; a nameless one without an axis."""
        return next((list(a.cases) for a in self.axes if a.name == axis), [""])

    def name(self, axis: str | None, label: str, short: bool = False) -> str:
        """A label as people write it: a unit by its name, a number or a yes-or-no with what it is.

        short: a unit by the part of its name that tells it apart, for pictures.
        """
        found = next((a for a in self.axes if a.name == axis), None)
        if found is None:
            return self.words.label(label)
        if label in ("true", "false"):
            return f"{'with' if label == 'true' else 'without'} {self.words.axis(found.name)}"
        if label in found.numbers:
            thing, _, unit = self.words.axis(found.name).partition(", ")
            return f"{thing} {label} {unit}" if unit else f"{label} {thing.removeprefix('number of ')}"
        keys = found.cases.get(label, ())
        if len(keys) == 1 and keys[0][0].split(".")[-1] == "unit" and str(keys[0][1]) == label:
            name = self.unit_names.get(label.casefold(), label)
            return self.words.short_unit(label) or name.split(" / ")[0].split(" (")[0] if short else name
        return self.words.label(label)

    @cached_property
    def unit_names(self) -> dict[str, str]:
        """Id of a unit -> its name."""
        tables = [name for name, schema in self.prepared.system.tables.items() if schema.units]
        return {row.id.casefold(): row.name for table in tables for row in self.prepared.catalog.rows(table)}

    def result(self, **labels: str) -> Result:
        """The result of the case with these labels, others as in the focus. KeyError when there is none."""
        wanted = {**self.focus, **labels}
        for found, result in self.points:
            if found == wanted:
                return result
        raise KeyError(f"{self.file}: no case {wanted}")

    def result_of(self, **by_part: str) -> Result:
        """The result of the case with these labels by part (subject, manner, threat); others as in the focus."""
        axes = {self.parts[part]: label for part, label in by_part.items()}
        return self.result(**{axis: label for axis, label in axes.items() if axis is not None})

    @property
    def level(self) -> float:
        """Level of its intervals."""
        return self.points[0][1].interval_level

    @cached_property
    def headline(self) -> pd.DataFrame:
        """One row a case: a column for each axis (its labels as texts), then p, p_lo, p_hi, digest."""
        import pandas as pd

        table, _, outcome = self.metric.partition(":")
        rows = []
        for labels, result in self.points:
            row = next(r for r in result.tidy_rows() if r["table"] == table and r["outcome"] == outcome)
            kept = {key: row[key] for key in ("n", "count", "p", "p_lo", "p_hi", "method")}
            rows.append({**labels, **kept, "digest": result.provenance["digest"]})
        return pd.DataFrame(rows)

    @cached_property
    def _scenarios(self) -> dict[tuple[tuple[str, str], ...], Scenario]:
        from simlab.analysis.sweep import expand

        if not self.axes:
            return {(): self.prepared.scenario}
        return {tuple(point.labels.items()): point.scenario for point in expand(self.scenario)}

    def prepared_case(self, **labels: str) -> Prepared:
        """The packed scenario of the case with these labels; axes left out stand as in the focus."""
        from simlab.execute import prepare

        wanted = {**self.focus, **labels}
        return self.prepared if wanted == self.focus else prepare(self._scenarios[tuple(wanted.items())])

    def scenarios(self) -> list[Scenario]:
        """The scenarios of all its cases."""
        return list(self._scenarios.values())

    def case_name(self, labels: dict[str, str]) -> str:
        """A case in words: "AH-1S, pop-up, dense"."""
        return ", ".join(self.name(axis.name, labels[axis.name]) for axis in self.axes) or self.title

    def case_words(self, *without: str | None) -> str:
        """The focus in words, but for some of its axes; "" without a sweep."""
        kept = [axis.name for axis in self.axes if axis.name not in without]
        return ", ".join(self.name(axis, self.focus[axis], short=True) for axis in kept)

    def command(self, word: str = "sweep", *options: str) -> str:
        """The shell command that gives its numbers again."""
        rolled = [] if self.exact else [f"--seed {self.seed}", *([f"--trials {self.trials}"] if self.trials else [])]
        return " ".join(["simlab", word if self.axes else "run", self.file, *options, *rolled])


def shipped_studies(*systems: str) -> list[Path]:
    """Studies that come with simlab, by system and name: those of some rules systems, or of all.

    Price lists take minutes each and are played when they are named, like any file; so are battles, unless their rules
    system is named.

    Raises:
        SimlabError: no such rules system, or none of its studies.
    """
    from simlab.scenario import load_scenario

    folder = data_folder() / "scenarios"
    names = [system_named(name, "report").name for name in systems] or list(NAMES)
    files = [path for name in names for path in sorted((folder / name).glob("*.toml"))]
    read = [(path, load_scenario(path)) for path in files]
    found = [path for path, scenario in read if not scenario.points and (systems or not is_battle(scenario))]
    if not found:
        raise RunError(f"{folder}: no studies; name scenario files instead")
    return found


def is_battle(scenario: Scenario) -> bool:
    """Is it a battle, whose kernel and readings take minutes?"""
    return system_named(scenario.system).kind(scenario.kind, scenario.where).level == Level.BATTLE


def play_studies(
    files: Sequence[str | Path] | None = None,
    *,
    seed: int = 0,
    trials: int | None = None,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    note: Callable[[str], None] | None = None,
) -> list[Study]:
    """Play every case of every study.

    Args:
        files: scenario files; None takes the shipped ones.
        seed: for cases that are rolled; any integer.
        trials: of each case that is rolled.
        threads: worker threads; changes only the time.
        progress: called with (cases finished, cases in all).
        note: called with one-line remarks.

    Raises:
        SimlabError: a file that cannot be read or played.
    """
    from simlab.analysis.sweep import sweep
    from simlab.execute import run

    studies = read_studies(files, seed=seed, trials=trials)
    sizes = [len(study.cases) for study in studies]
    for number, study in enumerate(studies):
        done = sum(sizes[:number])
        report = None if progress is None else (lambda n, _, base=done: progress(base + n, sum(sizes)))
        common: dict[str, Any] = {"trials": trials, "seed": seed, "threads": threads, "note": note}
        if study.axes:
            study.points = sweep(study.scenario, progress=report, **common).points
        else:
            study.points = (({}, run(study.scenario, **common)),)
            if report is not None:
                report(1, 1)
    return studies


def read_studies(files: Sequence[str | Path] | None = None, *, seed: int = 0, trials: int | None = None) -> list[Study]:
    """Studies with their names, cases and packed scenario, but nothing played.

    Args:
        files: as in `play_studies`.
        seed: kept for what is played later.
        trials: kept likewise.

    Raises:
        SimlabError: a file that cannot be read or packed.
    """
    from simlab.analysis.grid import axes_of, expand
    from simlab.execute import prepare
    from simlab.scenario import load_scenario

    paths = [Path(file) for file in files] if files is not None else shipped_studies()
    if not paths:
        raise RunError("studies: none were named")
    studies = []
    for number, (path, scenario) in enumerate([(path, load_scenario(path)) for path in paths], start=1):
        axes = axes_of(scenario) if scenario.sweep else ()
        points = expand(scenario) if axes else []
        digest = replace(scenario, sweep={}).digest  # of what the file says without its sweep
        own = next((point for point in points if point.scenario.digest == digest), points[0] if points else None)
        focus, case = (own.labels, own.scenario) if own else ({}, scenario)
        key = f"s{number}"
        studies.append(Study(key, shown_path(path), scenario, prepare(case), axes, (), focus, seed, trials))
    return studies


def shown_path(path: Path) -> str:
    """How commands name a file: from the data folder on for a shipped one, else as it was given."""
    try:
        return (Path("data") / path.resolve().relative_to(data_folder().resolve())).as_posix()
    except ValueError:
        return path.as_posix()
