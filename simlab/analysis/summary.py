"""The answer in one plain sentence, and what the data behind it assume."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from simlab.analysis.survival import exchange
from simlab.catalog import Catalog, read_rows
from simlab.contract import Rulings
from simlab.errors import RunError, ScenarioError
from simlab.execute import Prepared
from simlab.intervals import format_rate
from simlab.result import Result, label

if TYPE_CHECKING:
    import pandas as pd

    from simlab.analysis.sweep import Sweep

# What an outcome means to a reader, by table and outcome; others are spelled as they are.
WORDS = {
    ("fate", "survives"): "the helicopter survives the game",
    ("fate", "lost_to_air_defence"): "the helicopter is lost to air defence",
    ("fate", "lost_to_ground_fire"): "the helicopter is lost to ground fire",
    ("fate", "removed"): "the helicopter is removed",
    ("fate", "forced_back"): "the helicopter is forced back",
    ("effect", "abort"): "the aircraft is aborted",
    ("effect", "none"): "the fire has no effect",
    ("any_eliminated", "yes"): "an enemy stand is eliminated",
}
COLUMNS = ("sort", "name", "value", "status", "source", "text")
DOUBTED = ("assumed", "inferred")
EXTREMES = (0, 10, 1000)  # no die and no distance on a table is smaller or larger
Law = np.ndarray | None


def outcome_words(table: str, row: tuple) -> str:
    """A row of a table in words.

    >>> outcome_words("fate", ("survives",)), outcome_words("chain", ("removed",))
    ('the helicopter survives the game', 'chain: removed')
    """
    return WORDS.get((table, label(row)), f"{table}: {label(row)}")


def answer_sentence(result: Result) -> str:
    """The headline of a result in one sentence, with its interval and how it was found."""
    table, outcome = result.provenance["headline"]
    row = next(row for row in result.tidy_rows() if row["table"] == table and row["outcome"] == outcome)
    answer = f"{outcome_words(table, (outcome,))} with {format_rate(row['p'], row['p_lo'], row['p_hi'])}"
    if "attacks_and_fate" in result.tables:
        measures = {row["measure"]: row for row in exchange(result).to_dict("records")}
        attacks, per_loss = measures["attacks"], measures["attacks_per_loss"]
        answer += f", delivering {_number(attacks)} attacks a game{_attacks_per_loss(per_loss)}"
    title = result.provenance.get("title") or result.provenance["kind"]
    rolled = "" if result.exact else f" ({100 * result.interval_level:g} % intervals, {result.trials:,} trials)"
    changed = result.provenance.get("changed_rulings") or {}
    ruled = f", under {', '.join(f'{name} = {option}' for name, option in changed.items())}" if changed else ""
    return f"{title}: {answer}{ruled}{rolled}."


def _attacks_per_loss(row: Mapping[Any, Any]) -> str:
    if math.isfinite(row["value"]):
        return f" and {_number(row)} for each helicopter lost"
    return "" if row["lo"] == row["hi"] else f" and, with none lost, at least {row['lo']:.3g} for each helicopter lost"


def _number(row: Mapping[Any, Any]) -> str:
    return f"{row['value']:.3g}" + ("" if row["lo"] == row["hi"] else f" ({row['lo']:.3g} to {row['hi']:.3g})")


def sweep_sentence(sweep: Sweep, metric: str | None = None) -> str:
    """The range of a sweep's headline and where its ends lie, then each short axis alone, averaged over the others."""
    frame = sweep.headline(metric)
    if frame.empty:
        raise RunError("the sweep has no finished point to speak of")
    rows = sorted(frame.to_dict("records"), key=lambda row: row["p"])
    ends = [
        f"{format_rate(row['p'], row['p_lo'], row['p_hi'], 1)} ({', '.join(str(row[a.name]) for a in sweep.axes)})"
        for row in (rows[0], rows[-1])
    ]
    words = outcome_words(rows[0]["table"], (rows[0]["outcome"],))
    means = []
    for axis in sweep.axes:
        if 1 < len(axis.cases) <= 6:
            by_label = frame.groupby(axis.name, sort=False)["p"].mean()
            means.append(f"{axis.name} " + ", ".join(f"{name} {100 * p:.0f} %" for name, p in by_label.items()))
    averages = f" Averaged over the rest: {'; '.join(means)}." if means else ""
    return f"Over {len(frame)} cases {words} with {ends[0]} to {ends[1]}.{averages}"


def assumptions(prepared: Prepared) -> pd.DataFrame:
    """What the data behind a scenario assume: units, table values no rulebook backs, rulings set by assumption.

    A table value or a ruling is listed where another value changes the exact law of this very scenario (where there is
    none, its packed numbers), so that nothing is listed that the answer cannot depend on.

    Returns:
        Columns sort ("unit", "unit value", "table value", "ruling", "model"), name, value, status (confidence of a
        unit; assumed or inferred), source, text (one line that says it all).
    """
    import pandas as pd

    return pd.DataFrame(doubts(prepared), columns=list(COLUMNS))


def doubts(prepared: Prepared) -> list[dict[str, str]]:
    """The rows of `assumptions`."""
    law = _law(prepared, prepared.packed)
    rows = [*_units(prepared), *_unit_values(prepared, law), *_values(prepared, law), *_rulings(prepared, law)]
    for text in prepared.kind.assumptions(prepared.shape, prepared.rulings, prepared.catalog):
        rows.append(dict(zip(COLUMNS, ("model", prepared.kind.name, "", "", "", text), strict=True)))
    return rows


def _units(prepared: Prepared) -> Iterator[dict[str, str]]:
    words = {word.strip().casefold() for word in _words(prepared.scenario.body)}
    for name, schema in prepared.system.tables.items():
        for row in prepared.catalog.rows(name) if schema.units else ():
            if {row.id.casefold(), row.name.casefold()} & words:
                note = f" {row.notes[0].upper()}{row.notes[1:]}." if row.notes else ""
                text = f"{row.name}: {row.confidence} confidence in its figures. Sources: {row.source}.{note}"
                yield dict(zip(COLUMNS, ("unit", row.name, row.id, row.confidence, row.source, text), strict=True))


def _unit_values(prepared: Prepared, law: Law) -> Iterator[dict[str, str]]:
    """Cells of units whose source calls them assumed, where another value would change the answer."""
    words = {word.strip().casefold() for word in _words(prepared.scenario.body)}
    for name, schema in prepared.system.tables.items():
        for place, row in enumerate(prepared.catalog.rows(name) if schema.units else ()):
            if not {row.id.casefold(), row.name.casefold()} & words:
                continue
            for column in _assumed_columns(row):
                value = getattr(row, column)
                if _matters_as(
                    prepared, law, name, place, column, [not value] if isinstance(value, bool) else EXTREMES
                ):
                    text = f"{row.name}: {column} {value:d} is assumed." if isinstance(value, bool) else (
                        f"{row.name}: {column} {value:g} is assumed.")  # fmt: skip
                    yield dict(zip(COLUMNS, ("unit value", f"{row.name}, {column}", str(value), "assumed", row.source,
                                             text), strict=True))  # fmt: skip


def _assumed_columns(row: Any) -> list[str]:
    """Columns with a number or a flag that a group such as "assumed (flares, ecm fit)" in the source of a row names."""
    groups = re.findall(r"assumed[^(;]*\(([^)]*)\)", str(getattr(row, "source", "")))
    named = {word.casefold() for group in groups for word in re.findall(r"\w+", group)}
    return [column for column, value in row if isinstance(value, bool | int | float) and column in named]


def _words(value: Any) -> Iterator[str]:
    """Every text in the body of a scenario."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _words(part)
    elif isinstance(value, list):
        for part in value:
            yield from _words(part)


@dataclass
class _Altered(Catalog):
    """A catalog with other rows in one table."""

    table: str = ""
    altered: tuple[Any, ...] = ()

    def rows(self, table: str) -> tuple[Any, ...]:
        return self.altered if table == self.table else super().rows(table)


def _values(prepared: Prepared, law: Law) -> Iterator[dict[str, str]]:
    for name, schema in prepared.system.tables.items():
        rows = () if schema.units else prepared.catalog.rows(name)
        doubted = {place: _numbers(row) for place, row in enumerate(rows) if getattr(row, "status", "") in DOUBTED}
        # most values of most tables have no part in a scenario: a whole table, then a whole row, is tried at once
        if not doubted or not _matters(prepared, law, name, doubted):
            continue
        for place, fields in doubted.items():
            row = rows[place]
            if len(fields) > 1 and not _matters(prepared, law, name, {place: fields}):
                continue
            used = [field for field in fields if _matters(prepared, law, name, {place: [field]})]
            if used:
                key = getattr(row, schema.key)
                words = " ".join(str(part) for part in key if part) if isinstance(key, tuple) else str(key)
                own = f" in {prepared.catalog.file_of(name, key)}" if name in prepared.catalog.extra else ""
                title = f"{schema.meaning or name}{own}, {words.replace('_', ' ')}"
                values = ", ".join(f"{field} {getattr(row, field):g}" for field in used)
                text = f"{title}: {values} ({row.status}: {row.source})."
                yield dict(zip(COLUMNS, ("table value", title, values, row.status, row.source, text), strict=True))


def _numbers(row: Any) -> list[str]:
    return [name for name, value in row if isinstance(value, int | float) and not isinstance(value, bool)]


def _matters(prepared: Prepared, law: Law, table: str, values: Mapping[int, Sequence[str]]) -> bool:
    """Does the answer change when these values of a table, by place of the row, are all least or all greatest?"""
    return any(_changes(prepared, law, table, values, extreme) for extreme in EXTREMES)


def _matters_as(
    prepared: Prepared, law: Law, table: str, place: int, column: str, others: Iterable[float | bool]
) -> bool:
    """Does the answer change with one of these values in a cell?"""
    return any(_changes(prepared, law, table, {place: [column]}, other) for other in others)


def _changes(prepared: Prepared, law: Law, table: str, values: Mapping[int, Sequence[str]], other: Any) -> bool:
    """Does the answer change when these cells all hold another value?"""
    catalog = prepared.catalog
    rows = tuple(
        row.model_copy(update=dict.fromkeys(values[place], other)) if place in values else row
        for place, row in enumerate(catalog.rows(table))
    )
    about = (catalog.system, catalog.schemas, catalog.folder, catalog.extra, catalog.encoding)
    altered = _Altered(*about, _rows=catalog._rows, table=table, altered=rows)
    return _differs(prepared, law, _packed(prepared, prepared.rulings, altered))


def _law(prepared: Prepared, packed: Any) -> Law:
    """The exact law of the flat vector, None where there is no quick one."""
    kind = prepared.kind
    return kind.exact(packed) if kind.exact is not None and kind.cheap(packed) else None


def _differs(prepared: Prepared, law: Law, packed: Any) -> bool:
    """Does this packing play otherwise than that of the scenario? One that was refused (None) does."""
    if packed is None:
        return True
    if all(np.array_equal(now, then) for now, then in zip(packed, prepared.packed, strict=True)):
        return False
    other = _law(prepared, packed)
    return law is None or other is None or law.shape != other.shape or not np.allclose(law, other, rtol=0.0, atol=1e-12)


def _rulings(prepared: Prepared, law: Law) -> Iterator[dict[str, str]]:
    """Rulings in force at a default that is an assumption, where another option would change the answer."""
    register = prepared.catalog.folder / "rulings.csv"
    reasons = {row["name"]: row["reason"] for _, row in read_rows(register)} if register.is_file() else {}
    changed = prepared.rulings.changed()
    for name, option in prepared.rulings.in_force(prepared.kind.name).items():
        if "ASSUMPTION" not in reasons.get(name, "") or name in changed:
            continue
        ruling = prepared.system.ruling(name)
        others = [other for other in ruling.alternatives if str(other) != str(option)]
        if any(_differs(prepared, law, _packed_under(prepared, name, other)) for other in others):
            text = f"{name} = {option} (clause {ruling.clause}): {ruling.question} {reasons[name]}"
            yield dict(zip(COLUMNS, ("ruling", name, str(option), "assumed", ruling.clause, text), strict=True))


def _packed_under(prepared: Prepared, name: str, option: Any) -> Any:
    rulings = Rulings(prepared.system.rulings, {**prepared.scenario.rulings, name: option}, prepared.scenario.where)
    return _packed(prepared, rulings, prepared.catalog)


def _packed(prepared: Prepared, rulings: Rulings, catalog: Catalog) -> Any:
    """The scenario packed under other rulings or tables; None where it cannot be played under them."""
    try:
        return prepared.kind.pack(prepared.shape, rulings, catalog, prepared.scenario.where)
    except ScenarioError:
        return None
