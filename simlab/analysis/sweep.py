"""A scenario over a grid of cases: every point of its ``[sweep]`` played on the same dice."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simlab import display
from simlab.analysis.grid import Axis, Point, axes_of, check, expand, points_of
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
    points: tuple[tuple[dict[str, str], Result], ...]
    planned: int

    def __repr__(self) -> str:
        """One line: how many points, over which axes."""
        axes = ", ".join(f"{axis.name} ({len(axis.cases)})" for axis in self.axes)
        return f"<Sweep: {len(self)} of {self.planned} points; axes {axes}>"

    def frame(self, table: str | None = None) -> pd.DataFrame:
        """Every outcome of every point: a column for each axis, then those of `Result.tidy`.

        table: only this one, with a column for each of its variables as in `Result.table`.
        """
        import pandas as pd

        frames = []
        for labels, result in self.points:
            rows = result.tidy() if table is None else result.table(table).assign(method=result.method)
            for place, axis in enumerate(self.axes):
                rows.insert(place, axis.name, axis.shown(labels[axis.name]))
            frames.append(rows)
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

    def __iter__(self) -> Iterator[tuple[dict[str, str], Result]]:
        return iter(self.points)


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
    progress: Callable[[int, int], None] | None = None,
    note: Callable[[str], None] | None = None,
    data: str | Path | None = None,
    each: Callable[[dict[str, str], Result], None] | None = None,
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
        progress: called with (points finished, points in all).
        note: called with one-line remarks, each once.
        data: another data folder than the shipped one.
        each: called with (labels, Result) of every point as soon as it is finished, to keep it on disk for instance.
        more: precision, verdict, metric, client and exact_fractions, as in `simlab.run`, for each point.

    Raises:
        ScenarioError: no ``[sweep]``, or one that cannot be played; named with its point.
        SweepInterrupted: Ctrl-C; it carries the points that were finished.
    """
    scenario = as_scenario(source)
    axes = axes_of(scenario)
    planned = math.prod(len(axis.cases) for axis in axes)
    check(scenario, axes, data)
    said: set[str] = set()

    def once(line: str) -> None:
        if line not in said and note is not None:
            said.add(line)
            note(line)

    points: list[tuple[dict[str, str], Result]] = []
    known: dict[tuple[str, ...], Result] = {}
    try:
        for point in points_of(scenario, axes):
            prepared = prepare(point.scenario, data)
            chosen = seed if seed is not None else point.scenario.run.get("seed", _seed_of(points))
            # Equal inputs give equal counts for an equal key, so the budget and the dice are part of the name.
            budget = repr(sorted(point.scenario.run.items()))
            name = (prepared.system.name, prepared.kind.name, prepared.inputs, str(chosen), budget)
            if name in known:
                result = replace(known[name], provenance=_provenance(prepared, known[name]))
            else:
                asked = {"trials": trials, "seed": chosen, "method": method, "level": level, "threads": threads, **more}
                result = _sharing_space(run(prepared, note=once, **asked), points)
            if chosen is not None or result.exact:
                known.setdefault(name, result)
            points.append((point.labels, result))
            if each is not None:
                each(point.labels, result)
            if progress is not None:
                progress(len(points), planned)
    except SimlabError as error:
        if not points:
            raise
        raise SweepFailed(str(error), Sweep(axes, tuple(points), planned)) from None
    except KeyboardInterrupt:
        raise SweepInterrupted(Sweep(axes, tuple(points), planned)) from None
    return Sweep(axes, tuple(points), planned)


def _seed_of(points: list[tuple[dict[str, str], Result]]) -> int | None:
    """The seed that an earlier point was given or chose."""
    return next((result.provenance["seed"] for _, result in points if not result.exact), None)


def _provenance(prepared: Prepared, alike: Result) -> dict[str, Any]:
    """Provenance of a point that was not played because its packed numbers are those of an earlier one."""
    made = prepared.provenance(alike.provenance["seed"])
    return {**made, **{key: value for key, value in alike.provenance.items() if key not in made}}


def _sharing_space(result: Result, points: list[tuple[dict[str, str], Result]]) -> Result:
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
