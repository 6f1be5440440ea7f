"""The survival part of a study: curves, heat maps, every case with the price of an attack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simlab import plots
from simlab.plots.frames import per_cent
from simlab.report.figures import Figure, figure
from simlab.report.page import Block
from simlab.report.tables import Cell, Table, axis_cell, number_cell, rate_cells, text_cell
from simlab.report.words import capital

if TYPE_CHECKING:
    import pandas as pd

    from simlab.report.studies import Study
    from simlab.result import Result

MANY_ROWS = 60
MOST_SUBJECTS = 6  # whose curves are drawn, those of all but one folded away


def curves_block(study: Study) -> Block:
    """A picture for each threat, a curve for each manner; one subject at a time, the others folded away."""
    subject = study.parts["subject"]
    shown = study.focus.get(subject or "", "")
    others = [
        Block(f"The same for {study.name(subject, label)}", figures=_panels(study, label), folded=True)
        for label in study.labels(subject)
        if label != shown and len(study.labels(subject)) <= MOST_SUBJECTS
    ]
    who = f"{study.name(subject, shown)}: share" if subject else "Share"
    text = (
        f"{who} of games in which the helicopter has not been lost by the end of each turn. "
        "The curves stay level while it is away to re-arm."
    )
    return Block("Who is still there, turn by turn", [text], figures=_panels(study, shown), blocks=others)


def _panels(study: Study, subject_label: str) -> list[Figure]:
    import pandas as pd

    from simlab.analysis.survival import survival

    subject, manner, threat = (study.parts[part] for part in ("subject", "manner", "threat"))
    figures = []
    for place, threat_label in enumerate(study.labels(threat)):
        frames = []
        for manner_label in study.labels(manner):
            result = study.result_of(subject=subject_label, manner=manner_label, threat=threat_label)
            frames.append(survival(result, series=study.name(manner, manner_label, short=True)))
        frame = pd.concat(frames, ignore_index=True)
        title = study.words.title(threat_label) if threat else ""
        ax = plots.survival_curves(frame, series="series" if manner else None, title=title)
        turns = int(frame["turn"].max())
        last = frame[frame["turn"] == turns].to_dict("records")
        ends = ", ".join(f"{row['series']} {per_cent(row['p'])}".strip() for row in last)
        names = [study.name(subject, subject_label, short=True) if subject else "", title.lower()]
        head = ", ".join(name for name in names if name)
        caption = f"{head + ': still' if head else 'Still'} there at the end of turn {turns}: {ends}."
        number = study.labels(subject).index(subject_label)
        key = f"{study.key}-curve-{number}-{place}"
        figures.append(figure(ax, key, caption, f"Survival curves. {caption}", study.command()))
    return figures


def heat_block(study: Study) -> Block:
    """A map of subjects by threats for each manner."""
    subject, manner, threat = (study.parts[part] for part in ("subject", "manner", "threat"))
    assert subject is not None
    assert threat is not None
    _, noun = study.words.headline(study.metric)
    figures = []
    for place, label in enumerate(study.labels(manner)):
        frame = study.headline if manner is None else study.headline[study.headline[manner] == label]
        frame = in_focus(study, frame, subject, manner, threat)
        frame = frame.assign(
            row=[study.name(subject, value, short=True) for value in frame[subject]],
            column=[study.name(threat, value, short=True) for value in frame[threat]],
        )
        title = study.name(manner, label) if manner else ""
        ax = plots.heat_map(frame, rows="row", columns="column", value_label="", title=title)
        cells = "; ".join(f"{r['row']} against {r['column']} {per_cent(r['p'])}" for r in frame.to_dict("records"))
        caption = f"{capital(noun)}{', ' + title if title else ''}."
        alt = f"Heat map. {caption} {cells}."
        figures.append(figure(ax, f"{study.key}-map-{place}", caption, alt, study.command()))
    heads = " and ".join(study.words.axis(axis) for axis in (subject, threat))
    text = ["The brighter, the better for the helicopter."] if "survives" in study.metric else []
    return Block(f"{capital(noun)} by {heads}", text, figures=figures)


def in_focus(study: Study, frame: pd.DataFrame, *kept: str | None) -> pd.DataFrame:
    """Only the rows in which every axis that is not kept stands as in the focus."""
    for axis in study.axes:
        if axis.name not in kept:
            frame = frame[frame[axis.name] == study.focus[axis.name]]
    return frame


def cases_block(study: Study) -> Block:
    """Every case in numbers; where helicopters attack, also what an attack costs."""
    verb, _ = study.words.headline(study.metric)
    priced = "attacks_and_fate" in study.tables
    counted = [name for name in study.words.counts if name in study.tables]
    shared = [axis for axis in study.axes if axis.numbers and study.words.per(axis.name)]
    columns = (study.headline[name] for name in ("p", "p_lo", "p_hi"))
    rows: list[list[Cell]] = []
    for (labels, result), (rate, interval) in zip(study.points, rate_cells(zip(*columns, strict=True)), strict=True):
        cells = [*(axis_cell(study, axis.name, labels[axis.name]) for axis in study.axes), rate, interval]
        for name in counted:
            mean = next(row["mean"] for row in result.means() if row["table"] == name)
            cells.append(number_cell(mean, 2))
            cells += [number_cell(mean / axis.numbers[labels[axis.name]], 3) for axis in shared]
        if priced:
            found = measures(result)
            ratio, low, high = found["attacks_per_loss"]
            cells += [number_cell(found["attacks"][0], 2), number_cell(ratio, 1)]
            if not study.exact:
                cells.append(text_cell(_span(low, high)))
        rows.append(cells)
    heads = [*(capital(study.words.axis(axis.name)) for axis in study.axes), capital(verb), "Interval"]
    for name in counted:
        heads += [study.words.counts[name], *(f"The same {study.words.per(axis.name)}" for axis in shared)]
    if priced:
        heads += ["Attacks a game", "Attacks per helicopter lost"]
        heads += [] if study.exact else ["Interval of the last"]
    note = "Exact: calculated, not rolled." if study.exact else f"Intervals at {100 * study.level:g} %."
    table = Table(f"Every case: {study.title}", heads, rows, note)
    text = (
        "Attacks per helicopter lost: the attacks it delivers in a game on average, divided by the chance that it is "
        "lost. It is what the other side pays for each helicopter, and what its owner gets for it."
    )
    name = "Every case in numbers" + (", and the price of a helicopter" if priced else "")
    return Block(name, [text] if priced else [], tables=[table], folded=len(rows) > MANY_ROWS)


def measures(result: Result) -> dict[str, tuple[float, float, float]]:
    """(value, lo, hi) of attacks, losses and attacks_per_loss, by `simlab.analysis.survival.exchange`."""
    from simlab.analysis.survival import exchange

    return {str(row["measure"]): (row["value"], row["lo"], row["hi"]) for row in exchange(result).to_dict("records")}


def _span(low: float, high: float) -> str:
    return f"{low:.1f} to " + ("no limit" if high == float("inf") else f"{high:.1f}")
