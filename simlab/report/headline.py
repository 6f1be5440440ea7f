"""The answers as a small table for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from simlab.report.answers import is_survival, rates_of, sureness
from simlab.report.contents import by_system
from simlab.report.ranges import best, has_reach, named, unit_of
from simlab.report.studies import Study, play_studies
from simlab.report.top import in_page_order

MOST_CASES = 6
"""A study of more cases, or lines, is told by its ends."""


def headline_rows(studies: Sequence[Study | str | Path] | None = None) -> list[dict[str, str]]:
    """The answers of some studies in a few rows each, in the order of the page.

    Args:
        studies: what `play_studies` returned, or scenario files; None takes the shipped ones.

    Returns:
        Rows with study, case, measure, answer and sureness, all texts. A survival study gives a row for each way to
        fly, a study along a range one for each line (each facet, where rates come to 0 at a reach; one for many lines),
        a study of many cases its lowest and its highest.
    """
    systems = by_system(as_studies(studies))
    return [row for mine in systems.values() for study in in_page_order(mine) for row in _rows(study)]


def as_studies(studies: Sequence[Study | str | Path] | None, **how: Any) -> list[Study]:
    """Studies that were played, or the files played now."""
    played = [study for study in studies or () if isinstance(study, Study)]
    return played or play_studies([Path(str(file)) for file in studies] if studies is not None else None, **how)


def _rows(study: Study) -> list[dict[str, str]]:
    _, noun = study.words.headline(study.metric)
    if is_survival(study):
        found = _survival(study)
    elif study.range_axis is not None:
        found = _along(study)
    else:
        found = _ends(study)
    sure = "exact" if study.exact else sureness([study]).removeprefix("rolled: ")
    return [
        {"study": study.title, "case": case, "measure": noun, "answer": text, "sureness": sure} for case, text in found
    ]


def _span(shares: Sequence[float]) -> str:
    low, high = (f"{100.0 * share:.1f}" for share in (min(shares), max(shares)))
    return f"{low} %" if low == high else f"{low} to {high} %"


def _ends(study: Study) -> list[tuple[str, str]]:
    """Every case of a few, the lowest and the highest of many."""
    cases = _cases(study)
    if len(cases) > MOST_CASES:
        cases = [min(cases, key=_share), max(cases, key=_share)]
    return [(study.case_name(labels) if labels else "", _span([p])) for labels, p in cases]


def _share(case: tuple[dict[str, str], float]) -> float:
    return case[1]


def _cases(study: Study) -> list[tuple[dict[str, str], float]]:
    return [(labels, float(p)) for (labels, _), p in zip(study.points, study.headline["p"], strict=True)]


def _survival(study: Study) -> list[tuple[str, str]]:
    """A row a way to fly, with its span over all helicopters against each defence."""
    manner, threat = study.parts["manner"], study.parts["threat"]
    return [
        (
            study.name(manner, label) if manner else "",
            ", ".join(
                f"{study.name(threat, one)} {_span(list(rates_of([study], label if manner else None, one)['p']))}"
                for one in study.labels(threat)
            ),
        )
        for label in study.labels(manner)
    ]


def _along(study: Study) -> list[tuple[str, str]]:
    """What happens along the range: a row a facet where rates have a reach, else a row a line."""
    frame = named(study)
    unit = unit_of(study.words.axis(study.range_axis or ""))
    if has_reach(frame):
        rows = []
        for facet, mine in frame.groupby("facet", sort=False):
            found = best(mine).dropna()
            reach = f"{found['reach'].min():g} to {found['reach'].max():g} {unit}"
            rows.append((str(facet), f"{_span(list(found['best']))} at best range, reach {reach}"))
        return rows
    first, last = frame["x"].min(), frame["x"].max()
    ends = [(first, list(frame[frame["x"] == first]["p"])), (last, list(frame[frame["x"] == last]["p"]))]
    if frame["label"].nunique() > MOST_CASES:
        return [(f"{frame['label'].nunique()} cases", ", ".join(f"{_span(p)} at {x:g}" for x, p in ends) + f" {unit}")]
    return [
        (str(name), ", ".join(f"{_span(list(mine[mine['x'] == x]['p']))} at {x:g}" for x in (first, last)) + f" {unit}")
        for name, mine in frame.groupby("label", sort=False)
    ]
