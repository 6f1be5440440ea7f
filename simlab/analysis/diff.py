"""Two versions of rules, data or scenarios: which published number moved, beyond what chance explains.

A balance regression test: an unintended change of an answer shows like a failing test. Each side is a scenario that is
played, a result that was saved, or a folder of such files; numbers are matched by file, case, table and outcome.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from simlab import display
from simlab.errors import RunError, SimlabError
from simlab.execute import prepare, run
from simlab.intervals import normal_quantile
from simlab.intervals.rates import checked_level
from simlab.progress import watched
from simlab.result import Result, label, load_result
from simlab.scenario import load_scenario

if TYPE_CHECKING:
    import pandas as pd

ROUNDING = 1e-9  # exact numbers that differ by less differ by float arithmetic alone
MOST_DRAWN = 16
ENDINGS = (".toml", ".json", ".parquet")
COLUMNS = ("file", "case", "table", "outcome", "p_old", "p_new", "difference", "lo", "hi", "change")
SHOWN = ("p", "p_lo", "p_hi", "count", "fraction")
Place = tuple[str, str, str, str]  # file, case, table, outcome


class Number(NamedTuple):
    """A published share with the ends of its interval at some confidence level."""

    p: float
    lo: float
    hi: float
    level: float

    def reach(self, level: float) -> tuple[float, float]:
        """How far the truth may lie below and above, at another confidence level."""
        scale = normal_quantile(level) / normal_quantile(self.level)
        return (self.p - self.lo) * scale, (self.hi - self.p) * scale


@dataclass(frozen=True, repr=False)
class Differences:
    """What `diff` found. rows: every number that moved, came or went, the largest move first; compared: numbers met."""

    rows: tuple[dict[str, Any], ...]
    compared: int
    level: float

    def __repr__(self) -> str:
        """The answer in one line."""
        return f"<Differences: {self.sentence}>"

    @property
    def moved(self) -> bool:
        """Did anything move, come or go?"""
        return bool(self.rows)

    @property
    def sentence(self) -> str:
        """What happened, in one line."""
        counts = {word: sum(row["change"] == word for row in self.rows) for word in ("moved", "new", "gone")}
        told = ", ".join(f"{number:,} {word}" for word, number in counts.items() if number)
        return f"{told or 'nothing moved'}, of {self.compared:,} numbers that both have"

    def frame(self) -> pd.DataFrame:
        """A row for each number that moved, came or went: file, case, table, outcome, p_old, p_new, lo, hi, change."""
        import pandas as pd

        return pd.DataFrame(self.rows, columns=list(COLUMNS))

    def moves(self, most: int = MOST_DRAWN) -> pd.DataFrame:
        """The farthest moves for a picture, in points: name, difference, lo, hi."""
        found = self.frame()
        found = found[found["change"] == "moved"].head(most)
        names = [place_words(row) for row in found.to_dict("records")]
        ends = ("difference", "lo", "hi")
        return found.assign(name=names, **{key: 100.0 * found[key].astype(float) for key in ends})[["name", *ends]]

    def _repr_html_(self) -> str:
        """Rich display in a notebook: the sentence, and what moved most."""
        shown = ("file", "case", "table", "outcome", "p_old", "p_new", "change")
        rows = [[f"{row[key]:.6g}" if isinstance(row[key], float) else row[key] for key in shown] for row in self.rows]
        return display.page("", display.line(f"{self.sentence}."), display.table(shown, rows, 4) if rows else "")


def place_words(row: Mapping[str, Any]) -> str:
    """Where a number stands, in words: file / case / table:outcome."""
    return " / ".join(part for part in (row["file"], row["case"], f"{row['table']}:{row['outcome']}") if part)


@watched("files")
def diff(
    old: str | Path,
    new: str | Path,
    *,
    old_data: str | Path | None = None,
    new_data: str | Path | None = None,
    level: float = 0.95,
    trials: int | None = None,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Differences:
    """Compare every number that two versions publish.

    Args:
        old: a scenario (.toml), a saved result (.json, .parquet; also the JSON of a sweep), or a folder of such files.
        new: the other version; files of a folder are matched by their names without ending.
        old_data: another data folder, for scenarios of the old version.
        new_data: the same for the new version.
        level: chance that nothing at all is reported where nothing moved; the numbers share the error (Bonferroni).
        trials: trials of scenarios that are sampled.
        seed: of those, any integer, 0 included: the same dice on both sides.
        progress: called with (files finished, files).

    Raises:
        SimlabError: a file that is none of these, or two sides without a file in common.
    """
    files_old, files_new = _files(Path(old)), _files(Path(new))
    alone = Path(old).is_file() and Path(new).is_file()
    if alone:  # two files are meant for each other, whatever their names
        name = Path(new).stem
        files_old, files_new = {name: Path(old)}, {name: Path(new)}
    if not set(files_old) & set(files_new):
        raise RunError(f"{old} and {new} have no file name in common; looked for {', '.join(ENDINGS)}")
    total, done = len(files_old) + len(files_new), 0
    numbers: list[dict[Place, Number]] = []
    for files, data in ((files_old, old_data), (files_new, new_data)):
        found: dict[Place, Number] = {}
        for name, path in files.items():
            found |= {(name, *place): number for place, number in _published(path, data, trials, seed)}
            done += 1
            if progress is not None:
                progress(done, total)
        numbers.append(found)
    return _compare(numbers[0], numbers[1], level)


def _files(path: Path) -> dict[str, Path]:
    """Name -> file, of one file or of all in a folder."""
    if path.is_dir():
        found = {each.stem: each for each in sorted(path.iterdir()) if each.suffix in ENDINGS}
        if not found:
            raise RunError(f"{path}: no file in this folder ends in {', '.join(ENDINGS)}")
        return found
    if path.suffix not in ENDINGS:
        raise RunError(f"{path}: give a scenario or a saved result ({', '.join(ENDINGS)}), or a folder of them")
    return {path.stem: path}


def _published(
    path: Path, data: str | Path | None, trials: int | None, seed: int
) -> Iterator[tuple[tuple[str, str, str], Number]]:
    """((case, table, outcome), number) of all that a file publishes."""
    if path.suffix == ".toml":
        yield from _played(path, data, trials, seed)
    elif path.suffix == ".parquet":
        yield from _of_result("", load_result(path))
    else:
        yield from _of_json(path)


def _played(path: Path, data: str | Path | None, trials: int | None, seed: int) -> Iterator[Any]:
    scenario = load_scenario(path)
    chosen = scenario.run.get("seed", seed)
    if scenario.sweep:
        from simlab.analysis.sweep import sweep

        for labels, result in sweep(scenario, trials=trials, seed=chosen, data=data):
            yield from _of_result(_case(labels), result)
    else:
        yield from _of_result("", run(prepare(scenario, data), trials=trials, seed=chosen))


def _case(labels: Mapping[str, Any]) -> str:
    return ", ".join(f"{axis} = {value}" for axis, value in labels.items())


def _of_result(case: str, result: Result) -> Iterator[Any]:
    for name in result.tables:
        variables = result.space.table(name).variables
        for row in result.rows(name):
            outcome = label(tuple(row[variable] for variable in variables))
            yield (case, name, outcome), Number(row["p"], row["p_lo"], row["p_hi"], result.interval_level)


def _of_json(path: Path) -> Iterator[Any]:
    """Numbers of the object that ``simlab run`` or ``simlab sweep`` writes."""
    try:
        whole = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RunError(f"{path}: cannot be read ({error.strerror or error})") from None
    except ValueError as error:
        raise RunError(f"{path}: no JSON ({error})") from None
    points = whole.get("points", [whole]) if isinstance(whole, dict) else []
    try:
        yield from [number for point in points for number in _of_point(point)]
    except (AttributeError, KeyError, TypeError, ValueError, SimlabError):
        points = []
    if not points:
        raise RunError(f"{path}: no result that simlab run or simlab sweep wrote")


def _of_point(point: Mapping[str, Any]) -> Iterator[Any]:
    """Numbers of one answer, as its JSON has them; an error of some kind where it is none."""
    case, level = _case(point.get("labels", {})), checked_level(float(point.get("interval_level", 0.95)))
    for name, rows in point["tables"].items():
        for row in rows:
            outcome = label(tuple(value for key, value in row.items() if key not in SHOWN))
            p, lo, hi = (math.nan if row[key] is None else float(row[key]) for key in ("p", "p_lo", "p_hi"))
            yield (case, name, outcome), Number(p, lo, hi, level)


def _compare(old: Mapping[Place, Number], new: Mapping[Place, Number], level: float) -> Differences:
    both = [place for place in old if place in new]
    noisy = sum(_is_sampled(old[place]) or _is_sampled(new[place]) for place in both)
    each = 1.0 - (1.0 - level) / max(noisy, 1)
    rows = []
    for place in both:
        a, b = old[place], new[place]
        change = b.p - a.p
        below, above = _ends(a, b, each)
        if not (change + above < -ROUNDING or change - below > ROUNDING):
            continue
        rows.append(_row(place, a.p, b.p, change, (change - below, change + above), "moved"))
    rows.sort(key=lambda row: -abs(row["difference"]))
    none = (math.nan, math.nan)
    rows += [_row(place, old[place].p, math.nan, math.nan, none, "gone") for place in old if place not in new]
    rows += [_row(place, math.nan, new[place].p, math.nan, none, "new") for place in new if place not in old]
    return Differences(tuple(rows), len(both), level)


def _is_sampled(number: Number) -> bool:
    return number.hi > number.lo


def _ends(a: Number, b: Number, level: float) -> tuple[float, float]:
    """How far a difference may lie below and above, from the two intervals (R. G. Newcombe 1998, method 10)."""
    (a_below, a_above), (b_below, b_above) = a.reach(level), b.reach(level)
    return math.hypot(b_below, a_above), math.hypot(b_above, a_below)


def _row(
    place: Place, p_old: float, p_new: float, difference: float, ends: tuple[float, float], change: str
) -> dict[str, Any]:
    return dict(zip(COLUMNS, (*place, p_old, p_new, difference, *ends, change), strict=True))
