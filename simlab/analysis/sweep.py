"""A scenario over a grid of cases: every point of its ``[sweep]`` played on the same dice.

With a folder each point is written there as soon as it is finished and read again when somebody asks for it: a sweep
that was stopped goes on where it was, and its memory is that of one point, however many there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simlab import display
from simlab.analysis.grid import Axis, Point, axes_of, check, expand, number_of_points, points_of
from simlab.analysis.kept import Labelled, open_folder
from simlab.errors import RunError, SimlabError, nearest
from simlab.execute import Source, as_scenario, prepare, run
from simlab.intervals import format_rates
from simlab.progress import watched
from simlab.result import Result

if TYPE_CHECKING:
    import pandas as pd

    from simlab.execute import Prepared

__all__ = ["Axis", "Point", "Sweep", "SweepFailed", "SweepInterrupted", "axes_of", "check", "expand", "sweep"]


@dataclass(frozen=True, repr=False)
class Sweep:
    """The finished points of a sweep, in file order: (labels, Result) each.

    planned: points of the whole grid; fewer were finished when somebody stopped the sweep.
    """

    axes: tuple[Axis, ...]
    points: Sequence[Labelled]
    planned: int

    def __repr__(self) -> str:
        """One line: how many points, over which axes."""
        axes = ", ".join(f"{axis.name} ({len(axis.cases)})" for axis in self.axes)
        return f"<Sweep: {len(self)} of {self.planned} points; axes {axes}>"

    def frames(self, table: str | None = None) -> Iterator[pd.DataFrame]:
        """The frame of each point, one after another; together they are `frame`, and no more than one is held."""
        for labels, result in self.points:
            rows = result.tidy() if table is None else result.table(table).assign(method=result.method)
            for place, axis in enumerate(self.axes):
                rows.insert(place, axis.name, axis.shown(labels[axis.name]))
            yield rows

    def frame(self, table: str | None = None) -> pd.DataFrame:
        """Every outcome of every point: a column for each axis, then those of `Result.tidy`.

        table: only this one, with a column for each of its variables as in `Result.table`.
        """
        import pandas as pd

        frames = list(self.frames(table))
        return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame(columns=[a.name for a in self.axes])

    def headline(self, metric: str | None = None) -> pd.DataFrame:
        """One row a point: its axes, then table, outcome, n, count, p, p_lo, p_hi, method and digest.

        metric: "table:outcome"; the kind's headline when None. RunError when a point has no such outcome.
        """
        import pandas as pd

        rows = []
        for labels, result in self.points:
            name = metric or ":".join(result.provenance["headline"])
            outcomes = {f"{row['table']}:{row['outcome']}": row for row in result.tidy_rows()}
            if name not in outcomes:
                raise RunError(f'metric "{name}": no such table:outcome; nearest: {nearest(name, outcomes)}')
            shown = {axis.name: axis.shown(labels[axis.name]) for axis in self.axes}
            columns = ("table", "outcome", "n", "count", "p", "p_lo", "p_hi", "method")
            kept = {key: outcomes[name][key] for key in columns}
            rows.append({**shown, **kept, "digest": result.provenance["digest"]})
        return pd.DataFrame(rows)

    def means(self, table: str) -> pd.DataFrame:
        """Mean of a tally at every point: its axes, then mean, standard_error, lo, hi, standard_deviation, method.

        RunError when a point has no such tally.
        """
        import pandas as pd

        rows = []
        for labels, result in self.points:
            means = {mean.pop("table"): mean for mean in result.means()}
            if table not in means:
                raise RunError(f'means: no tally "{table}"; nearest: {nearest(table, means)}')
            shown = {axis.name: axis.shown(labels[axis.name]) for axis in self.axes}
            rows.append({**shown, **means[table], "method": result.method})
        return pd.DataFrame(rows)

    def _repr_html_(self) -> str:
        """Rich display in a notebook: the headline of every point, as far as a page holds them."""
        if not self.points:
            return display.line("no point was finished")
        about = self.points[0][1].provenance
        frame = self.headline()
        chances = format_rates(zip(frame["p"], frame["p_lo"], frame["p_hi"], strict=True))
        names = [axis.name for axis in self.axes]
        words = frame[names].astype(str).values.tolist()
        rows = [[*word, chance.removesuffix(" (exact)")] for word, chance in zip(words, chances, strict=True)]
        asked = f"{':'.join(about['headline'])}; {len(self)} of {self.planned} points"
        table = display.table([*names, "chance"], rows, len(names))
        return display.page(str(about.get("title") or about["kind"]), display.line(asked), table)

    def __len__(self) -> int:
        return len(self.points)

    def __iter__(self) -> Iterator[Labelled]:
        return iter(self.points)

    def write(self, path: str | Path) -> Path:
        """Write `frame` as .parquet or .csv, point by point. RunError for another ending or a file that cannot be."""
        from simlab.analysis.kept import write_frames

        return write_frames(self.frames(), Path(path))


class SweepFailed(SimlabError):
    """A point that cannot be played, after others were; ``sweep`` holds those that were finished."""

    def __init__(self, message: str, done: Sweep) -> None:
        super().__init__(f"{message} (after {len(done)} of {done.planned} points)")
        self.sweep = done


class SweepInterrupted(KeyboardInterrupt):
    """Ctrl-C during a sweep; ``sweep`` holds the points that were finished."""

    def __init__(self, done: Sweep) -> None:
        super().__init__(f"interrupted after {len(done)} of {done.planned} points")
        self.sweep = done


@watched("points")
def sweep(
    source: Source,
    *,
    trials: int | None = None,
    seed: int | None = None,
    method: str | None = None,
    level: float | None = None,
    threads: int | None = None,
    progress: Callable[[float, int], None] | None = None,
    note: Callable[[str], None] | None = None,
    data: str | Path | None = None,
    each: Callable[[dict[str, str], Result], None] | None = None,
    folder: str | Path | None = None,
    **more: Any,
) -> Sweep:
    """Play every point of a scenario's ``[sweep]``.

    All points roll the same dice, so that differences between them are those of the cases; without a seed one is
    chosen for all. Points whose packed numbers are equal are played once.

    Args:
        source: a Scenario, a mapping, or the path of a file.
        trials: trials of each point that is sampled; other arguments as in `simlab.run`.
        seed: any integer, 0 included.
        method: auto, exact or sample.
        level: confidence level of every interval.
        threads: worker threads of each point.
        progress: called with (points finished, points in all); while a point is rolled, with the part of it that is
            done counted in.
        note: called with one-line remarks, each once.
        data: another data folder than the shipped one.
        each: called with (labels, Result) of every point as soon as it is finished, to keep it on disk for instance.
        folder: where finished points are kept, made where it is missing. A sweep that finds points of its own there
            takes them, so that it goes on where it was stopped, with the same seed and the same counts; the points of
            the answer are then read from there one at a time, which keeps its memory at that of one point.
        more: precision, verdict, metric, client and exact_fractions, as in `simlab.run`, for each point.

    Raises:
        ScenarioError: no ``[sweep]``, or one that cannot be played; named with its point.
        RunError: a folder that cannot be written, or that holds points of another sweep.
        SweepInterrupted: Ctrl-C; it carries the points that were finished.
    """
    scenario = as_scenario(source)
    axes = axes_of(scenario)
    planned = number_of_points(scenario, axes)
    check(scenario, axes, data)
    said: set[str] = set()

    def once(line: str) -> None:
        if line not in said and note is not None:
            said.add(line)
            note(line)

    asked = {"trials": trials, "method": method, "level": level, **more}
    kept = None if folder is None else open_folder(Path(folder), scenario, seed, asked)
    played = _InMemory() if kept is None else kept
    if kept is not None and kept.seed is not None:
        seed = kept.seed  # one that an earlier stretch of this sweep was given or chose
    try:
        for point in points_of(scenario, axes):
            prepared = prepare(point.scenario, data)
            chosen = seed if seed is not None else point.scenario.run.get("seed", played.seed)
            # Equal inputs give equal counts for an equal key, so the budget and the dice are part of the name.
            budget = repr(sorted(point.scenario.run.items()))
            behaviour = f"{prepared.system.name} {prepared.system.behaviour}"
            name = (behaviour, prepared.kind.name, prepared.inputs, budget, str(chosen))
            alike = played.find(name)
            if alike is None:
                within = None if progress is None else _within(progress, len(played.points), planned)
                result = run(prepared, seed=chosen, threads=threads, note=once, progress=within, **asked)
            else:
                result = replace(alike, provenance=_provenance(prepared, alike))
            if chosen is None and not result.exact:  # the run chose one, and it is part of the name from now on
                name = (*name[:-1], str(result.provenance["seed"]))
            result = played.add(name, point.labels, result)
            if each is not None:
                each(point.labels, result)
            if progress is not None:
                progress(len(played.points), planned)
    except SimlabError as error:
        if not len(played.points):
            raise
        raise SweepFailed(str(error), Sweep(axes, played.points, planned)) from None
    except KeyboardInterrupt:
        raise SweepInterrupted(Sweep(axes, played.points, planned)) from None
    return Sweep(axes, played.points, planned)


def _within(progress: Callable[[float, int], None], done: int, planned: int) -> Callable[[int, int], None]:
    """Progress of the trials of a point as progress of the sweep."""

    def told(trials: int, most: int) -> None:
        if trials < most:  # the end of a point is told once, by the sweep
            progress(done + trials / most, planned)

    return told


class _InMemory:
    """The points of a sweep without a folder: all of them held."""

    def __init__(self) -> None:
        self.points: list[Labelled] = []
        self._known: dict[tuple[str, ...], Result] = {}

    @property
    def seed(self) -> int | None:
        """The seed that an earlier point was given or chose."""
        return next((result.provenance["seed"] for _, result in self.points if not result.exact), None)

    def find(self, name: tuple[str, ...]) -> Result | None:
        """A result that was played for the same numbers and the same dice."""
        return self._known.get(name)

    def add(self, name: tuple[str, ...], labels: dict[str, str], result: Result) -> Result:
        """Hold a point under the name of what was played."""
        result = _sharing_space(result, self.points)
        self._known.setdefault(name, result)
        self.points.append((labels, result))
        return result


def _provenance(prepared: Prepared, alike: Result) -> dict[str, Any]:
    """Provenance of a point that was not played because its packed numbers are those of an earlier one."""
    made = prepared.provenance(alike.provenance["seed"])
    return {**made, **{key: value for key, value in alike.provenance.items() if key not in made}}


def _sharing_space(result: Result, points: Sequence[Labelled]) -> Result:
    """The result with the outcome space of the point before where they are alike: labels take most of its memory."""
    if not points:
        return result
    mine, before = result.space, points[-1][1].space
    alike = mine.counted == before.counted and [(t.name, t.rows, t.kind) for t in mine.tables] == [
        (t.name, t.rows, t.kind) for t in before.tables
    ]
    if alike and all(mine.links(table.name) == before.links(table.name) for table in mine.tables):
        return replace(result, space=before)
    return result
