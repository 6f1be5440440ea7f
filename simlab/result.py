"""A result: counts or a law over an outcome space, with what made it. One type for sampled and exact answers.

`tidy` gives a row per outcome of every table, `table` one table with a column for each variable, `means` the mean of
every tally with its Monte Carlo standard error. Results are saved as JSON or Parquet (histograms and provenance, never
rows of trials) and as CSV for spreadsheets.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from simlab.errors import RunError
from simlab.files import write_whole
from simlab.intervals import format_rates, kish_effective_size, mean_interval, mean_standard_error, variance_of, wilson
from simlab.outcome import Counted, OutcomeSpace, Row, Table

if TYPE_CHECKING:
    import pandas as pd

TIDY = ("system", "kind", "scenario", "table", "outcome", "n", "count", "p", "p_lo", "p_hi", "method")
ROUNDING = 1e-9  # a sum of many chances in floating point may end this far above 1


def label(row: Row) -> str:
    """The row of a table as one text: its values joined by " | "."""
    return " | ".join(str(value) for value in row)


@dataclass(frozen=True, repr=False)
class Result:
    """The answer to a scenario.

    values: int64 counts (sample) or float64 chances (exact) in the order of the space; trials: None when exact;
    provenance: title, question, system, kind, digest, seed, rulings, versions and so on; interval_level: level of each
    interval shown (higher than the level asked for when a run may stop at several looks); fractions: the exact law in
    rationals, where asked for.
    """

    space: OutcomeSpace
    values: np.ndarray
    method: str
    trials: int | None
    provenance: dict[str, Any]
    interval_level: float = 0.95
    fractions: Sequence[Fraction] | None = field(default=None, repr=False)

    def __repr__(self) -> str:
        """One line: what was asked, how it was answered, and the headline."""
        table, row = self.provenance.get("headline") or (self.tables[0], label(self.space.tables[0].rows[0]))
        shown = next(found for found, known in zip(self.rows(table), self.space.table(table).rows, strict=True)
                     if label(known) == row)  # fmt: skip
        how = "exact" if self.exact else f"{self.trials:,} trials, {shown['p_lo']:.4f} to {shown['p_hi']:.4f}"
        name = self.provenance.get("title") or self.provenance.get("kind")
        return f"<Result {name}: {table} {row} {shown['p']:.4f} ({how}); tables {', '.join(self.tables)}>"

    @property
    def exact(self) -> bool:
        """True for an exact law, False for counts."""
        return self.method == "exact"

    @property
    def tables(self) -> tuple[str, ...]:
        """Names of the tables."""
        return tuple(table.name for table in self.space.tables)

    def rows(self, name: str) -> list[dict[str, Any]]:
        """A table as dictionaries: one field a variable, then n, count, p, p_lo, p_hi (and fraction).

        p_lo, p_hi: Wilson interval; equal to p when exact. For pooled events the interval uses the effective sample
        size of the number of events a trial (Kish 1965), since several events of one game are not independent. The row
        whose verdict stopped the run carries the anytime-valid interval of that verdict.
        """
        table = self.space.table(name)
        values = self.space.values(self.values, name)
        whole = float(sum(values)) if table.kind in ("events", "given") else float(self.trials or 1)
        exact = self.space.values(self.fractions, name) if self.fractions is not None else None
        effective = self._effective_size(table, whole)
        watched = self.provenance.get("watched", {})
        rows = []
        for place, (row, value) in enumerate(zip(table.rows, values, strict=True)):
            p = float(value) / whole if whole else 0.0
            p = 1.0 if self.exact and 1.0 < p < 1.0 + ROUNDING else p
            low, high = (p, p) if self.exact else wilson(p * effective, effective, self.interval_level)
            low, high = (low, high) if whole else (0.0, 1.0)  # nothing happened that could have been counted
            low, high = watched.get(f"{name}:{label(row)}", (low, high))
            filled = dict(zip(table.variables, row, strict=True))
            filled |= {"n": None if self.exact else int(whole), "count": None if self.exact else int(value)}
            filled |= {"p": p, "p_lo": low, "p_hi": high}
            if exact is not None:
                total = sum(exact) if table.kind in ("events", "given") else 1
                filled["fraction"] = str(Fraction(exact[place]) / total) if total else "0"
            rows.append(filled)
        return rows

    def _effective_size(self, table: Table, whole: float) -> float:
        if self.exact or table.kind != "events":
            return whole
        numbers = [float(str(row[0])) for row in self.space.table(table.per).rows]
        return kish_effective_size(numbers, self.space.values(self.values, table.per))

    def p(self, name: str, *row: Any) -> float:
        """Chance of one row of a table, by its values: ``result.p("effect", "abort")``."""
        for found in self.rows(name):
            if tuple(found[v] for v in self.space.table(name).variables) == row:
                return float(found["p"])
        raise KeyError(f"no row {row} in table {name}; rows: {', '.join(map(label, self.space.table(name).rows))}")

    def interval(self, name: str, *row: Any) -> tuple[float, float, float]:
        """(p, p_lo, p_hi) of one row of a table."""
        for found in self.rows(name):
            if tuple(found[v] for v in self.space.table(name).variables) == row:
                return found["p"], found["p_lo"], found["p_hi"]
        raise KeyError(f"no row {row} in table {name}; rows: {', '.join(map(label, self.space.table(name).rows))}")

    def means(self) -> list[dict[str, Any]]:
        """Mean of every tally: mean, its standard error, interval, standard deviation. Exact ones have error 0."""
        found = []
        for table in self.space.tables:
            if table.kind != "tally":
                continue
            numbers = [float(str(row[0])) for row in table.rows]
            values = self.space.values(self.values, table.name)
            if self.exact:
                mean = float(np.dot(numbers, values))
                spread = float(np.dot(np.square(numbers), values)) - mean**2
                error, low, high = 0.0, mean, mean
            else:
                mean, error = mean_standard_error(numbers, values)
                low, high = mean_interval(numbers, values, self.interval_level)
                spread = variance_of(numbers, values)
            found.append({"table": table.name, "mean": mean, "standard_error": error, "lo": low, "hi": high,
                          "standard_deviation": max(spread, 0.0) ** 0.5})  # fmt: skip
        return found

    def table(self, name: str) -> pd.DataFrame:
        """One table as a frame: a column for each variable, then n, count, p, p_lo, p_hi."""
        import pandas as pd

        return pd.DataFrame(self.rows(name))

    def tidy(self) -> pd.DataFrame:
        """Every table: a row per outcome, with the columns of `TIDY`."""
        import pandas as pd

        return pd.DataFrame(self.tidy_rows(), columns=[*TIDY, *(["fraction"] if self.fractions is not None else [])])

    def tidy_rows(self) -> list[dict[str, Any]]:
        """The rows of `tidy` as dictionaries (no pandas needed)."""
        same = {"system": self.provenance.get("system"), "kind": self.provenance.get("kind"),
                "scenario": self.provenance.get("title") or self.provenance.get("digest")}  # fmt: skip
        return [
            {**same, "table": table.name, "outcome": label(row), "method": self.method,
             **{key: filled[key] for key in filled if key not in table.variables}}
            for table in self.space.tables
            for row, filled in zip(table.rows, self.rows(table.name), strict=True)
        ]  # fmt: skip

    def to_dict(self) -> dict[str, Any]:
        """What ``simlab run --format json`` prints: see the README, "JSON"."""
        tables = {}
        for table in self.space.tables:
            one = len(table.variables) == 1
            tables[table.name] = [
                {("outcome" if one else key): (str(value) if one else value)
                 for key, value in filled.items() if key in table.variables}
                | {key: value for key, value in filled.items() if key not in (*table.variables, "n")}
                for filled in self.rows(table.name)
            ]  # fmt: skip
        kinds = {table.name: {"kind": table.kind, "meaning": table.meaning} for table in self.space.tables}
        return {**self.provenance, "method": self.method, "trials": self.trials, "interval_level": self.interval_level,
                "tables": tables, "means": self.means(), "table_kinds": kinds}  # fmt: skip

    def __add__(self, other: Result) -> Result:
        """Counts of two disjoint stretches of trials of the same run added up."""
        same = ("digest", "inputs", "key")
        if self.exact or other.exact or any(self.provenance.get(k) != other.provenance.get(k) for k in same):
            raise RunError("only counts of the same scenario and key can be added up")
        trials = (self.trials or 0) + (other.trials or 0)
        return Result(self.space, self.values + other.values, "sample", trials, self.provenance, self.interval_level)

    def save(self, path: str | Path) -> Path:
        """Write the result as .json or .parquet (both can be loaded again) or .csv (the tidy table).

        RunError when the file has another ending or cannot be written.
        """
        path = Path(path)
        try:
            if path.suffix == ".csv":
                write_whole(path, lambda file: self.tidy().to_csv(file, index=False))
            elif path.suffix == ".parquet":
                write_whole(path, self._save_parquet)
            elif path.suffix == ".json":
                # What `to_dict` tells stands in the file too, so that one reader serves both.
                whole = {**self.to_dict(), **self._plain()}
                text = json.dumps(whole, ensure_ascii=False, indent=1)
                write_whole(path, lambda file: file.write_text(text, encoding="utf-8"))
            else:
                raise RunError(f'{path}: write to a file ending in .json, .parquet or .csv, not "{path.suffix}"')
        except OSError as error:
            raise RunError(f"{path}: cannot be written ({error.strerror or error})") from None
        return path

    def _plain(self, with_values: bool = True) -> dict[str, Any]:
        plain = {"format": "simlab result 1", "provenance": self.provenance, "method": self.method,
                 "trials": self.trials, "interval_level": self.interval_level,
                 "space": space_to_plain(self.space)}  # fmt: skip
        return {**plain, "values": self.values.tolist()} if with_values else plain

    def _save_parquet(self, path: Path) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        about = json.dumps(self._plain(with_values=False), ensure_ascii=False)
        table = pa.table({"value": pa.array(self.values)}).replace_schema_metadata({"simlab": about})
        pq.write_table(table, path, compression="zstd")

    def _repr_html_(self) -> str:
        """Rich display in a notebook: what was asked, every short table with its intervals, how it was made."""
        from simlab import display

        about, means = self.provenance, {mean["table"]: mean for mean in self.means()}
        parts, longer = [], []
        for table in self.space.tables:
            if len(table.rows) > display.MOST_ROWS:
                longer.append(table.name)
                continue
            rows = self.rows(table.name)
            head = [*table.variables, "chance", *([] if self.exact else ["count"])]
            chances = format_rates((row["p"], row["p_lo"], row["p_hi"]) for row in rows)
            cells = [
                [row[variable] for variable in table.variables]
                + [chance.removesuffix(" (exact)")]
                + ([] if self.exact else [f"{row['count']:,}"])
                for row, chance in zip(rows, chances, strict=True)
            ]
            mean = f"; mean {means[table.name]['mean']:.4g}" if table.name in means else ""
            parts.append(display.line(f"{table.name}: {table.meaning}{mean}"))
            parts.append(display.table(head, cells, len(table.variables)))
        if longer:
            parts.append(display.line(f'longer tables: {", ".join(longer)}; .table("{longer[0]}") shows one'))
        made = "exact law, no dice"
        if not self.exact:
            made = f"{self.trials:,} trials, seed {about.get('seed')}, {100 * self.interval_level:.4g} % intervals"
        changed = ", ".join(f"{name} = {value}" for name, value in (about.get("changed_rulings") or {}).items())
        made += f"; rulings: {changed or 'all at their defaults'}"
        title = str(about.get("title") or about.get("kind"))
        return display.page(title, display.line(str(about.get("question") or "")), *parts, display.line(made))


def space_to_plain(space: OutcomeSpace) -> dict[str, Any]:
    """An outcome space as plain data: blocks, tables, and which cell adds to which row."""
    return {
        "counted": [{"name": b.name, "variables": b.variables, "rows": b.rows} for b in space.counted],
        "tables": [
            {"name": t.name, "variables": t.variables, "rows": t.rows, "kind": t.kind, "source": t.source,
             "meaning": t.meaning, "per": t.per,
             "pick": [[place, t.rows.index(target)] for place, row in enumerate(space.block(t.source).rows)
                      for target in t.pick(row)]}
            for t in space.tables
        ],
    }  # fmt: skip


def space_from_plain(plain: dict[str, Any]) -> OutcomeSpace:
    """The outcome space of `space_to_plain`."""
    counted = tuple(Counted(b["name"], tuple(b["variables"]), tuple(map(tuple, b["rows"]))) for b in plain["counted"])
    blocks = {block.name: block for block in counted}
    tables = []
    for t in plain["tables"]:
        rows, source = tuple(map(tuple, t["rows"])), blocks[t["source"]].rows
        picks: dict[Row, list[Row]] = {}
        for place, target in t["pick"]:
            picks.setdefault(source[place], []).append(rows[target])
        pick = lambda row, picks=picks: picks.get(row, ())  # noqa: E731
        tables.append(
            Table(t["name"], tuple(t["variables"]), rows, t["kind"], t["source"], pick, t["meaning"], t["per"])
        )
    return OutcomeSpace(counted, tuple(tables))


def load_result(path: str | Path) -> Result:
    """A result saved as .json or .parquet. RunError when the file is none."""
    path = Path(path)
    try:
        if path.suffix == ".parquet":
            import pyarrow.parquet as pq

            table = pq.read_table(path)
            plain = json.loads(table.schema.metadata[b"simlab"])
            values = table["value"].to_numpy()
        else:
            plain = json.loads(path.read_text(encoding="utf-8"))
            values = np.array(plain["values"], np.float64 if plain["method"] == "exact" else np.int64)
        space = space_from_plain(plain["space"])
    except OSError as error:
        raise RunError(f"{path}: cannot be read ({error.strerror or error})") from None
    except (ValueError, KeyError, TypeError) as error:
        raise RunError(f"{path}: no saved simlab result ({type(error).__name__}: {error})") from None
    return Result(space, values, plain["method"], plain["trials"], plain["provenance"], plain["interval_level"])
