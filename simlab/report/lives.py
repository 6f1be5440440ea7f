"""Who lasts how long on a page: survival curves of the profiles of a study, their medians and differences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from simlab import plots
from simlab.errors import RunError, nearest
from simlab.plots.frames import per_cent
from simlab.report.figures import figure
from simlab.report.page import Block
from simlab.report.tables import Cell, Table, number_cell, points_cell, text_cell

if TYPE_CHECKING:
    import pandas as pd

    from simlab.analysis.lifetimes import LifeComparison
    from simlab.report.studies import Study

HEADING = "Who lasts how long"
MOST_CURVES = 6
"""More curves than a picture can hold apart; the table has them all."""


def survival_block(study: Study, asked: Mapping[str, Any], trials: int, seed: int) -> Block:
    """The lives of the cases of a study, compared with the first: curves, medians, the logrank test.

    asked: the options of the file, of which ``cases`` keeps some labels of some axes, the others all.
    """
    from simlab.analysis.lifetimes import compare_lives, play_lives

    chosen = chosen_cases(study, asked.get("cases"))
    profiles = {_name(study, labels, chosen): study.prepared_case(**labels) for labels in chosen}
    found = compare_lives(play_lives(profiles, asked.get("table"), trials=trials, seed=seed), asked.get("table"))
    told, figures = [_sentence(found)], []
    if len(profiles) <= MOST_CURVES:
        ax = plots.survival_curves(found.curves, series="profile", ylabel="still there", xlabel="end of turn or pass")
        kept = study.case_words(*_differing(study, chosen))
        caption = f"Who is still there{': ' + kept if kept else ''}."
        alt = f"Survival curves. {caption} {told[0]}"
        command = f"simlab report {study.file} --seed {study.seed}"
        figures.append(figure(ax, f"{study.key}-survival-0", caption, alt, command))
    return Block(HEADING, told, figures=figures, tables=[_table(found)])


def chosen_cases(study: Study, cases: Mapping[str, Sequence[Any]] | None) -> list[dict[str, str]]:
    """The cases of a study with the labels that are asked for. RunError: no such axis or label."""
    where = f"{study.scenario.where}, report.survival.cases"
    known = [axis.name for axis in study.axes]
    wanted: dict[str, list[str]] = {}
    for name, labels in (cases or {}).items():
        if name not in known:
            raise RunError(f'{where}: no axis "{name}"; nearest: {nearest(name, known)}')
        wanted[name] = [str(label) for label in labels]
        for label in wanted[name]:
            if label not in study.labels(name):
                raise RunError(f'{where}.{name}: no label "{label}"; nearest: {nearest(label, study.labels(name))}')
    return [case for case in study.cases if all(case[name] in labels for name, labels in wanted.items())]


def _differing(study: Study, chosen: Sequence[Mapping[str, str]]) -> list[str]:
    return [axis.name for axis in study.axes if len({case[axis.name] for case in chosen}) > 1]


def _name(study: Study, labels: Mapping[str, str], chosen: Sequence[Mapping[str, str]]) -> str:
    """What tells the case from the others; the whole case where it is alone."""
    apart = _differing(study, chosen)
    words = ", ".join(study.name(axis, labels[axis], short=True) for axis in apart)
    return words or study.case_name(dict(labels))


def _sentence(found: LifeComparison) -> str:
    ends = last_turns(found.curves)
    best, worst = max(ends, key=lambda row: row["p"]), min(ends, key=lambda row: row["p"])
    turn = f"the end of turn {int(best['turn'])}"
    if len(ends) == 1:
        return f"{per_cent(best['p'], 1)} are still there at {turn}."
    return (
        f"Still there at {turn}: from {per_cent(worst['p'], 1)} ({worst['profile']}) to {per_cent(best['p'], 1)} "
        f"({best['profile']})."
    )


def last_turns(curves: pd.DataFrame) -> list[dict[str, Any]]:
    """The last row of each curve."""
    rows = curves.groupby("profile", sort=False).tail(1)
    return [{str(key): value for key, value in row.items()} for row in rows.to_dict("records")]


def _table(found: LifeComparison) -> Table:
    tests = found.tested()
    changes = {row["profile"]: row for row in found.differences.to_dict("records")}  # the last turn of each
    ends = {row["profile"]: row for row in last_turns(found.curves)}
    rows: list[list[Cell]] = []
    for row in found.medians.to_dict("records"):
        name, change, end = row["profile"], changes.get(row["profile"]), ends[row["profile"]]
        life = "outlasts the game" if row["turn"] == float("inf") else f"{row['turn']:.0f}"
        apart = points_cell(change["difference"]) if change else text_cell("–")
        test = text_cell(tests.get(name, "–"))
        left = Cell(f"{100 * end['p']:.1f} %", float(end["p"]), True)
        exact = end["p_lo"] == end["p_hi"]
        interval = text_cell("exact" if exact else f"{100 * end['p_lo']:.1f} to {100 * end['p_hi']:.1f} %")
        cells = [left, interval, text_cell(life), number_cell(row["mean_turns"], 2), apart, test]
        rows.append([text_cell(name, strong=True), *cells])
    heads = ["Profile", "There at the end", "Interval", "Median life", "Turns outlasted", "Difference", "Logrank p"]
    return Table(HEADING, heads, rows, "Differences, at the end, are from the first profile.")
