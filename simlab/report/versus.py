"""Compare mode: studies as they stand (A) against the same under other readings, values or data (B)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simlab import plots
from simlab.errors import RunError, ScenarioError
from simlab.report.answers import listed
from simlab.report.figures import figure
from simlab.report.page import Block, Page, Section
from simlab.report.tables import Table, axis_cell, points_cell, rate_cell, rate_places, text_cell
from simlab.report.words import capital
from simlab.version import versions

if TYPE_CHECKING:
    from simlab.report.studies import Study
    from simlab.scenario import Scenario

SHOWN = 8
"""Cases in the picture; the table has them all."""


@dataclass(frozen=True)
class Change:
    """What is different under B: readings (ruling -> option), keys (key -> value), another data folder."""

    rulings: dict[str, Any]
    keys: dict[str, Any]
    data: Path | None = None

    @property
    def words(self) -> str:
        """The change in a line, and as the options of a command."""
        parts = [*(f"{name} = {value}" for name, value in {**self.rulings, **self.keys}.items())]
        return ", ".join([*parts, *([f"the data of {self.data.as_posix()}"] if self.data else [])])

    @property
    def options(self) -> list[str]:
        """The options of `simlab report` that say it."""
        turned = [f"--ruling-b {name}={option}" for name, option in self.rulings.items()]
        keys = [f"--set-b {name}={value}" for name, value in self.keys.items()]
        return [*turned, *keys, *([f"--data-b {self.data.as_posix()}"] if self.data else [])]

    def applied(self, scenario: Scenario) -> Scenario:
        """The scenario under B."""
        for key, value in self.keys.items():
            scenario = scenario.with_value(key, value)
        return scenario.with_rulings(**self.rulings)


def changes_of(
    study: Study,
    change: Change,
    trials: int | None = None,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> list[dict[str, Any]]:
    """B less A of the headline, a row a case: labels (of the axes), p_a, p_b, difference, lo, hi, matters, method.

    Both roll the same numbered dice, or have their exact laws. RunError for a change that bears on no case.
    """
    from simlab.analysis.compare import compare
    from simlab.analysis.paired import PAIRED_TRIALS
    from simlab.execute import prepare

    found = []
    for number, labels in enumerate(study.cases, start=1):
        a = study.prepared_case(**labels)
        try:
            b = prepare(change.applied(a.scenario), change.data)
        except ScenarioError as error:
            raise RunError(f"{study.file}: cannot be played under B; {error}") from None
        one = compare(a, b, study.metric, min(trials or PAIRED_TRIALS, a.kind.trials), seed).result
        row = {key: getattr(one, key) for key in ("p_a", "p_b", "difference", "lo", "hi", "matters", "method")}
        found.append({"labels": labels, **row})
        if progress is not None:
            progress(number, len(study.cases))
    return found


def versus_page(studies: Sequence[Study], found: Sequence[list[dict[str, Any]]], change: Change, command: str) -> Page:
    """The page of a comparison. found: what `changes_of` gave for each study."""
    sections = [_section(study, rows, command) for study, rows in zip(studies, found, strict=True)]
    moved = [(study, row) for study, rows in zip(studies, found, strict=True) for row in rows if _moves(row)]
    number = sum(len(rows) for rows in found)
    again = Block("This page again", command=command)
    build = f"Made by simlab {versions()['simlab']}"
    rest = [Section("again", "Get every figure again", blocks=[again])]
    return Page(
        title=f"What changes with {change.words}?",
        answer=f"{len(moved)} of {number} answers move. {_farthest(moved)}".strip(),
        findings=[("How it was found", [_how(found)])],
        top=Block(""),
        glossary={},
        sections=[*sections, *rest],
        build=build,
    )


def _moves(row: dict[str, Any]) -> bool:
    return row["matters"] == "yes"


def _farthest(moved: Sequence[tuple[Study, dict[str, Any]]]) -> str:
    if not moved:
        return ""
    study, row = max(moved, key=lambda pair: abs(pair[1]["difference"]))
    _, noun = study.words.headline(study.metric)
    case = f" ({study.case_name(row['labels'])})" if row["labels"] else ""
    return f"The farthest, {study.title}{case}: {noun} from {100 * row['p_a']:.1f} to {100 * row['p_b']:.1f} %."


def _how(found: Sequence[list[dict[str, Any]]]) -> str:
    if all(row["lo"] == row["hi"] for rows in found for row in rows):
        return "A is each study as it stands, B the same with the change. All differences are exact."
    return (
        "A is each study as it stands, B the same with the change. Both rolled the same numbered dice, so that chance "
        "cancels out of the difference; the intervals are those of the difference."
    )


def _section(study: Study, rows: list[dict[str, Any]], command: str) -> Section:
    _, noun = study.words.headline(study.metric)
    moved = [row for row in rows if _moves(row)]
    blocks = []
    if moved:
        import pandas as pd

        top = sorted(moved, key=lambda row: -abs(row["difference"]))[:SHOWN]
        names = [study.case_name(row["labels"]) if row["labels"] else study.title for row in top]
        frame = pd.DataFrame(
            {
                "name": names,
                "value": [100 * row["difference"] for row in top],
                "text": [f"{100 * row['difference']:+.1f}" for row in top],
            }
        )
        title = f"{capital(noun)}: B less A, percentage points"
        ax = plots.ranked_bars(frame, text="text", title=title)
        told = "; ".join(f"{row['name']} {row['text']}" for row in frame.to_dict("records"))
        caption = f"{capital(noun)}: the {len(top)} cases that change most." if len(rows) > 1 else f"{capital(noun)}."
        drawn = figure(ax, f"{study.key}-versus", caption, f"Bars. {caption} {told}.", command)
        blocks.append(Block("What changes most", figures=[drawn]))
    blocks.append(Block("Every case, as it stands (A) and changed (B)", tables=[_table(study, rows, noun)]))
    return Section(study.key, study.title, study.question, _answer(study, rows, noun), blocks)


def _answer(study: Study, rows: list[dict[str, Any]], noun: str) -> str:
    moved = [row for row in rows if _moves(row)]
    if not moved:
        unsure = sum(row["matters"] == "unclear" for row in rows)
        sure = f"; {unsure} lie within the noise of the dice" if unsure else ""
        return f"{capital(noun)}: nothing moves in {len(rows)} {'case' if len(rows) == 1 else 'cases'}{sure}."
    up = [row["difference"] for row in moved if row["difference"] > 0]
    down = [-row["difference"] for row in moved if row["difference"] < 0]
    parts = [
        f"{word} in {len(side)} {'case' if len(side) == 1 else 'cases'}, by up to {100 * max(side):.1f} points"
        for word, side in (("up", up), ("down", down))
        if side
    ]
    still = len(rows) - len(moved)
    return f"{capital(noun)}: {listed(parts)}" + (f"; {still} do not move." if still else ".")


def _table(study: Study, rows: list[dict[str, Any]], noun: str) -> Table:
    sure = all(row["lo"] == row["hi"] for row in rows)
    places = rate_places([(row["p_a"], row["p_a"], row["p_a"]) for row in rows])
    cells = []
    for row in rows:
        labels = [axis_cell(study, axis.name, row["labels"][axis.name]) for axis in study.axes]
        ends = [] if sure else [text_cell(f"{100 * row['lo']:+.2f} to {100 * row['hi']:+.2f}")]
        rates = [rate_cell(row["p_a"], places), rate_cell(row["p_b"], places), points_cell(row["difference"])]
        cells.append([*labels, *rates, *ends, text_cell({"yes": "moves", "no": "–"}.get(row["matters"], "unclear"))])
    heads = [capital(study.words.axis(axis.name)) for axis in study.axes]
    heads += ["A", "B", "B less A", *([] if sure else ["95 % interval, points"]), "verdict"]
    return Table(f"{capital(noun)}: {study.title}", heads, cells, "Exact: calculated, not rolled." if sure else "")
