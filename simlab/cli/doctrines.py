"""``simlab doctrine``: what a choice is worth to a side that may not take it, and what each doctrine costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from simlab.cli import options as o
from simlab.cli.balancing import read_knob
from simlab.cli.output import aligned, check_writable, csv_text, emit, heading, json_text, records, write_file
from simlab.cli.pictures import save_pictures
from simlab.cli.progress import Watcher
from simlab.cli.source import scenario_of, single_case
from simlab.errors import RunError

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from simlab.analysis.doctrine_value import DoctrineValue

Choices = Annotated[
    list[str] | None,
    typer.Option("--choice", metavar="KEY=[a,b]", help="A choice of the side, and what it may take (repeatable)."),
]
Without = Annotated[
    list[str] | None,
    typer.Option("--without", metavar="ENTRY", help="A unit it may have to do without, such as blue.plane.0."),
]
Against = Annotated[
    str | None, typer.Option("--against", metavar="KEY=[a,b]", help="With --price: the doctrines of the other side.")
]
Price = Annotated[
    str | None,
    typer.Option("--price", metavar="KEY=LOW..HIGH", help="What is paid to make it even, for each pair of doctrines."),
]
Even = Annotated[
    float | None, typer.Option("--even", parser=o.share, metavar="P", help="The share that counts as even (0.5).")
]
COLUMNS = ("restriction", "choice", "doctrine", "as_it_stands", "best", "share", "loss", "lo", "hi", "matters")


def doctrine(
    file: o.File,
    choice: Choices = None,
    without: Without = None,
    against: Against = None,
    price: Price = None,
    even: Even = None,
    metric: o.MetricOf = None,
    set_: o.Sets = None,
    ruling: o.Turned = None,
    data: o.Data = None,
    trials: o.Trials = None,
    seed: o.SeedOrZero = None,
    level: o.Level = None,
    method: o.Methods = None,
    form: o.Formats = o.Format.TABLE,
    decimal: o.Decimals = o.Mark.POINT,
    out: o.OutTable = None,
    picture: o.Picture = None,
    quiet: o.Quiet = False,
) -> None:
    """Say what a choice is worth: the win rate of a side that may not take it, against that of one that may.

    And the regret of each doctrine: how much its side loses by being tied to it. With --against and --price: the price
    at which the matter is even, for each pair of doctrines, or that no price makes it so.
    """
    from simlab.analysis.doctrine_value import TRIALS, doctrine_value
    from simlab.analysis.even_prices import even_prices
    from simlab.execute import prepare

    check_writable(out, (".csv", ".json"))
    check_writable(picture, o.PICTURES, "--picture")
    prepared = prepare(single_case(scenario_of(file, set_, ruling)), data)
    choices = [read_knob(text, "--choice") for text in choice or ()]
    how: dict[str, Any] = {"trials": TRIALS if trials is None else trials, "seed": 0 if seed is None else seed}
    how["method"] = method.value if method else "auto"
    if (against is None) != (price is None):
        raise RunError("--against and --price: they belong together")
    if against is not None and price is not None:
        if len(choices) != 1 or without or picture is not None:
            raise RunError("--price: name one --choice, the doctrines of the side; no --without and no --picture")
        theirs, paid = read_knob(against, "--against"), read_knob(price, "--price")
        with Watcher(quiet, "pairs") as watcher:
            middle = 0.5 if even is None else even
            frame = even_prices(
                prepared, choices[0], theirs, paid, metric, even=middle, progress=watcher.progress, **how
            )  # fmt: skip
        rows, columns, text = records(frame), [str(column) for column in frame.columns], _prices(frame, middle)
        whole: Any = rows
    else:
        with Watcher(quiet, "answers") as watcher:
            found = doctrine_value(
                prepared, choices, metric, without or (), level=0.95 if level is None else level,
                progress=watcher.progress, **how,
            )  # fmt: skip
        rows, columns, text = as_rows(found), list(COLUMNS), _text(found)
        whole = {"sentence": found.sentence, "best": {**found.best}, "share": found.share, "rows": rows}
        whole |= {"answered": found.answered, "all_answered": found.whole, "exact": found.exact}
        if picture is not None:
            save_pictures(drawn(found), picture)
    if form is o.Format.JSON:
        emit(json_text(whole))
    elif form is o.Format.CSV:
        emit(csv_text(rows, columns, decimal))
    else:
        emit(text)
    if out is not None:
        write_file(out, csv_text(rows, columns, decimal) if out.suffix == ".csv" else json_text(whole) + "\n")


def as_rows(found: DoctrineValue) -> list[dict[str, Any]]:
    """Both tables as one: restrictions, then doctrines; ``loss`` is the value or the regret."""
    rows = [{**row, "share": row["p_without"], "loss": row["value"]} for row in records(found.value)]
    return rows + [{**row, "share": row["p_with"], "loss": row["regret"]} for row in records(found.regret)]


def drawn(found: DoctrineValue) -> list[Axes]:
    """What each restriction costs, and the regret of each doctrine, as bars with their intervals."""
    from simlab.plots import ranked_intervals

    pictures = []
    for frame, column, title in (
        (found.value, "value", "What a choice is worth"), (found.regret, "regret", "Regret of each doctrine"),
    ):  # fmt: skip
        if not frame.empty:
            named = frame["restriction"] if column == "value" else frame["choice"] + " = " + frame["doctrine"]
            shown = frame.assign(name=named, **{key: 100.0 * frame[key] for key in (column, "lo", "hi")})
            pictures.append(ranked_intervals(shown, value=column, title=title, xlabel="points lost"))
    return pictures


def _text(found: DoctrineValue) -> str:
    parts = [heading(found.sentence)]
    for frame, share, loss, head in (
        (found.value, "p_without", "value", "restricted play"), (found.regret, "p_with", "regret", "doctrine"),
    ):  # fmt: skip
        if frame.empty:
            continue
        lines = [[head, "share %", f"{loss}, points", "interval", "best play then"]]
        for row in records(frame):
            name = row["restriction"] if loss == "value" else f"{row['choice']} = {row['doctrine']}"
            ends = "exact" if row["lo"] == row["hi"] else f"{100 * row['lo']:+.2f} to {100 * row['hi']:+.2f}"
            lines.append([name, f"{100 * row[share]:.2f}", f"{100 * row[loss]:+.2f}", ends, row["best"]])
        parts.append(aligned(lines, (1, 2), cut=True))
    if not found.whole:
        parts.append(
            "not every combination was answered: a better one may exist, so values and regrets are at least so"
        )
    return "\n\n".join(parts)


def _prices(frame: pd.DataFrame, even: float) -> str:
    lines = [["doctrine", "against", "share %", "even at", "shares over the prices"]]
    for row in records(frame):
        span = f"{100 * row['lowest']:.1f} to {100 * row['highest']:.1f} %"
        lines.append([row["mine"], row["theirs"], f"{100 * row['share']:.2f}", row["told"], span])
    return "\n".join([heading(f"price at which {100 * even:g} % is reached"), aligned(lines, (2,), cut=True)])
