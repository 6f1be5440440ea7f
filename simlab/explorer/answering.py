"""What a page shows of an answer: the number, the table of its outcomes, CSV, a picture, a comparison in a sentence."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simlab.analysis.compare import Comparison
from simlab.execute import Prepared
from simlab.intervals import format_rate
from simlab.result import Result, label

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

MOST_DRAWN, MOST_SHOWN = 24, 200
SIDES = ("A", "B")


@dataclass(frozen=True)
class Answer:
    """The answer to the setting on the page, and to the one that was kept, where there is one.

    result: of the setting on the page (B); kept: that of A; comparison: of the metric, on common dice; apart: why the
    two cannot be compared.
    """

    prepared: Prepared
    result: Result
    kept: Result | None = None
    comparison: Comparison | None = None
    apart: str = ""

    @property
    def sides(self) -> list[tuple[str, Result]]:
        """(name, result) of what is shown: A and B, or one without a name."""
        return [("", self.result)] if self.kept is None else [(SIDES[0], self.kept), (SIDES[1], self.result)]


def tables_of(answer: Answer) -> list[str]:
    """The tables that can be shown: those that every side has."""
    kept = answer.result.tables if answer.kept is None else answer.kept.tables
    return [name for name in answer.result.tables if name in kept]


def outcomes_of(answer: Answer, table: str) -> list[str]:
    """The outcomes of a table, as far as a list can hold them."""
    return [label(row) for row in answer.result.space.table(table).rows[:MOST_SHOWN]]


def headline_of(answer: Answer) -> tuple[str, str]:
    """(table, outcome) of the number people look at first."""
    table, row = answer.prepared.headline
    return table, label(row)


def rate(result: Result, table: str, outcome: str) -> str | None:
    """A chance with its interval in words; None where the table or the outcome does not exist."""
    for row in _rows(result, table):
        if row["outcome"] == outcome:
            return format_rate(row["p"], row["p_lo"], row["p_hi"])
    return None


def made(result: Result) -> str:
    """How a result was found, in a few words."""
    if result.exact:
        return "exact law, no dice"
    return f"{result.trials:,} trials, seed {result.provenance['seed']}, {100 * result.interval_level:g} % intervals"


def shown_rows(answer: Answer, table: str) -> tuple[list[str], list[list[str]]]:
    """(heads, rows) of a table: outcome and chance, with a column for each side."""
    columns = [{row["outcome"]: row for row in _rows(result, table)} for _, result in answer.sides]
    outcomes = list(dict.fromkeys(outcome for column in columns for outcome in column))[:MOST_SHOWN]
    rows = []
    for outcome in outcomes:
        found = [column.get(outcome) for column in columns]
        cells = [format_rate(row["p"], row["p_lo"], row["p_hi"]).removesuffix(" (exact)") if row else "-"
                 for row in found]  # fmt: skip
        if len(found) == 2:
            cells.append(f"{100 * (_share(found[1]) - _share(found[0])):+.2f}")
        rows.append([outcome.replace("_", " "), *cells])
    names = [name or "chance" for name, _ in answer.sides]
    return ["outcome", *names, *(["B - A, points"] if len(names) == 2 else [])], rows


def meaning_of(answer: Answer, table: str) -> str:
    """What a table tells, with its mean where it counts something."""
    told = answer.result.space.table(table).meaning or table.replace("_", " ")
    means = [(name, mean["mean"]) for name, result in answer.sides for mean in result.means() if mean["table"] == table]
    words = ", ".join(f"{name} {mean:.4g}".strip() for name, mean in means)
    return f"{told}; mean {words}" if means else told


def csv_of(answer: Answer) -> str:
    """Every outcome of every table as CSV, with the side it belongs to where there are two."""
    import csv

    rows = [({"setting": name} if name else {}) | row for name, result in answer.sides for row in result.tidy_rows()]
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def picture_of(answer: Answer, table: str) -> Axes:
    """The chances of a table as bars, the likeliest outcomes where there are many."""
    import pandas as pd

    from simlab import plots

    frame = pd.concat([_frame(name, result, table) for name, result in answer.sides], ignore_index=True)
    numbers = answer.result.space.table(table).kind == "tally"
    if frame["outcome"].nunique() > MOST_DRAWN and not numbers:
        likely = frame.groupby("outcome", sort=False)["p"].max().nlargest(MOST_DRAWN).index
        frame = frame[frame["outcome"].isin(likely)]
    title = f"{table.replace('_', ' ').capitalize()}"
    return plots.distribution(frame, title=title, decimals=1, series="setting" if answer.kept is not None else None)


def png_of(ax: Axes) -> bytes:
    """A picture as PNG, on paper."""
    drawn = io.BytesIO()
    figure: Any = ax.get_figure(root=True)
    figure.patch.set_alpha(1.0)  # a picture without ground cannot be read where the viewer is dark
    figure.savefig(drawn, format="png", dpi=200, facecolor="white")
    return drawn.getvalue()


def _frame(name: str, result: Result, table: str) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(_rows(result, table)).assign(setting=name)


def _rows(result: Result, table: str) -> list[dict[str, Any]]:
    """The rows of a table with one text for the outcome."""
    if table not in result.tables:
        return []
    names = [label(row) for row in result.space.table(table).rows]
    return [{**row, "outcome": name} for name, row in zip(names, result.rows(table), strict=True)]


def _share(row: dict[str, Any] | None) -> float:
    return 0.0 if row is None else float(row["p"])


def svg_of(answer: Answer, table: str) -> str:
    """The picture as an element of the page, in the colours of the page, with what it says in words."""
    from simlab.report.figures import inlined
    from simlab.report.figures import svg_of as drawn

    rows = shown_rows(answer, table)[1][:MOST_DRAWN]
    told = "; ".join(", ".join(row) for row in rows)
    return inlined(drawn(picture_of(answer, table)), "picture", f"Bars. {table}: {told}")
