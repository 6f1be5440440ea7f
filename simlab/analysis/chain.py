"""How far air defence gets, stage by stage, and which of its systems hurts most."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from simlab.analysis.paired import PAIRED_TRIALS, Memory, Progress, as_prepared, difference, metric_like, metric_of
from simlab.analysis.survival import rows_of
from simlab.errors import RunError
from simlab.execute import Prepared, Source, prepare
from simlab.intervals import kish_effective_size, wilson
from simlab.progress import watched
from simlab.result import Result
from simlab.scenario import Scenario

if TYPE_CHECKING:
    import pandas as pd

LISTS = ("air_defence", "ground_fire", "firer")
OUT_OF_REACH_IN = 10_000.0  # the farthest place a scenario may name


def waterfall(result: Result, **labels: Any) -> pd.DataFrame:
    """The chain spotted, in range, engaged, penalised, aborted, removed over the turns over the table.

    A turn counts for every stage up to the furthest one it came to (a helicopter that was removed was also engaged).

    Args:
        result: of a kind with a table ``chain``.
        labels: columns to put in front.

    Returns:
        Columns of the labels, then stage; p, p_lo, p_hi: share of all turns over the table that came at least so far;
        p_given, p_given_lo, p_given_hi: the same among the turns that came to the stage before (nan where none did);
        method. Turns of one game are not independent: intervals are Wilson's with the effective number of turns (Kish),
        which errs on the wide side.
    """
    import pandas as pd

    rows = rows_of(result, "chain")
    column = "p" if result.exact else "count"
    worth = 1.0 if result.exact else _worth_of_a_turn(result)
    whole = before = sum(row[column] for row in rows)
    found = []
    for place, row in enumerate(rows[1:], start=1):
        reached = sum(later[column] for later in rows[place:])
        p, p_lo, p_hi = _rate(reached, whole, worth, result)
        given, given_lo, given_hi = _rate(reached, before, worth, result)
        shares = {"p": p, "p_lo": p_lo, "p_hi": p_hi}
        chances = {"p_given": given, "p_given_lo": given_lo, "p_given_hi": given_hi}
        found.append({**labels, "stage": row["stage"], **shares, **chances, "method": result.method})
        before = reached
    return pd.DataFrame(found)


def _worth_of_a_turn(result: Result) -> float:
    """What a turn over the table counts for beside independent ones: effective number of turns over their number."""
    per_game = rows_of(result, "turns_on_table")
    numbers, counts = [row["turns_on_table"] for row in per_game], [row["count"] for row in per_game]
    turns = sum(number * count for number, count in zip(numbers, counts, strict=True))
    return kish_effective_size(numbers, counts) / turns if turns else 1.0


def _rate(count: float, whole: float, worth: float, result: Result) -> tuple[float, float, float]:
    if not whole:
        return math.nan, math.nan, math.nan
    p = min(1.0, count / whole)  # exact stages are sums of floats and may pass the whole by a rounding error
    return (p, p, p) if result.exact else (p, *wilson(count * worth, whole * worth, result.interval_level))


@watched("entries")
def what_hurts(
    source: Source | Prepared,
    metric: str | None = None,
    trials: int = PAIRED_TRIALS,
    seed: int = 0,
    *,
    level: float = 0.95,
    method: str = "auto",
    progress: Progress | None = None,
) -> pd.DataFrame:
    """The metric with each entry of the enemy's fire left out, one at a time.

    An entry (all ``count`` of it) is left out by standing beyond any range, so that every other system keeps its dice.

    Args:
        source: a scenario with lists ``[[air_defence]]``, ``[[ground_fire]]`` or ``[[firer]]``.
        metric: "table:outcome"; the headline when None.
        trials: trials of each comparison that is not exact, on common dice.
        seed: any integer, 0 included.
        level: confidence level.
        method: auto, exact or sample, as in `compare`.
        progress: called with (entries finished, entries).

    Returns:
        A row an entry, the one that matters most first: entry (its key), unit, count, range_in (nan on a map), p (with
        all), p_without, difference (p_without - p), lo, hi, matters, paired, method.
    """
    import pandas as pd

    base = as_prepared(source)
    entries = entries_of(base.scenario)
    if not entries:
        raise RunError(f"{base.scenario.where}: none of {', '.join(LISTS)} has an entry to leave out")
    first, data = metric_of(base, metric), base.catalog.folder.parent
    memory: Memory = {}
    rows: list[dict[str, Any]] = []
    for number, (name, place, entry) in enumerate(entries, start=1):
        away = ("at", [OUT_OF_REACH_IN, OUT_OF_REACH_IN]) if "at" in entry else ("range_in", OUT_OF_REACH_IN)
        without = prepare(base.scenario.with_value(f"{name}.{place}.{away[0]}", away[1]), data)
        found = difference(first, metric_like(first, without), trials, seed, level, method, memory=memory)
        range_in = entry.get("range_in", base.scenario.value("geometry.range_in"))
        range_in = float("nan") if range_in is None else range_in
        about = {"unit": unit_name(base, entry), "count": int(entry.get("count", 1)), "range_in": range_in}
        shares = {"p": found.p_a, "p_without": found.p_b}
        rows.append({"entry": f"{name}[{place}]", **about, **shares, **found.columns()})
        if progress is not None:
            progress(number, len(entries))
    rows.sort(key=lambda row: -abs(row["difference"]))
    return pd.DataFrame(rows)


def entries_of(scenario: Scenario) -> list[tuple[str, int, dict[str, Any]]]:
    """(list, place, entry) of everything that shoots at the aircraft."""
    return [
        (name, place, dict(entry))
        for name in LISTS
        if isinstance(scenario.value(name), list)
        for place, entry in enumerate(scenario.value(name))
    ]


def unit_name(prepared: Prepared, entry: dict[str, Any]) -> str:
    """The names of an entry's unit and, for a combination, of its guns; the weapon of ground fire."""
    tables = [name for name, schema in prepared.system.tables.items() if schema.units]
    names = [str(entry[key]) for key in ("unit", "guns") if key in entry] or [str(entry.get("weapon", "?"))]
    known = {str(row.id).casefold(): row.name for table in tables for row in prepared.catalog.rows(table)}
    return " with ".join(known.get(name.strip().casefold(), name) for name in names)
