"""The head of the page: the question, the answer over all studies that ask it, and what is worth knowing beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from simlab import plots
from simlab.plots.frames import per_cent
from simlab.report.answers import answer, is_survival, listed, rates_of, span, sureness, survival_sentence
from simlab.report.figures import Figure, figure
from simlab.report.hurts import system_name
from simlab.report.page import Block
from simlab.report.settings import threats_in_words
from simlab.report.survival import measures
from simlab.report.tables import Cell, Table, rate_cell, rate_places, text_cell
from simlab.report.words import capital

if TYPE_CHECKING:
    import pandas as pd

    from simlab.report.studies import Study

RULINGS_TOLD = 3


def leading(studies: Sequence[Study]) -> list[Study]:
    """The studies that the head of the page speaks of: survival studies with the same axes, the most there are."""
    able = [study for study in studies if is_survival(study)]
    if not able:
        return [studies[0]]
    alike = Counter(_axes(study) for study in able).most_common(1)[0][0]
    return sorted((study for study in able if _axes(study) == alike), key=lambda study: len(study.question))


def in_page_order(studies: Sequence[Study]) -> list[Study]:
    """The leading studies, then other sweeps, then single cases."""
    lead = leading(studies)
    return [*lead, *sorted((study for study in studies if study not in lead), key=lambda study: not study.axes)]


def _axes(study: Study) -> tuple[tuple[str, str | None, tuple[str, ...]], ...]:
    """What must agree for studies to be told together: the axes, and the labels of manner and threat."""
    return tuple(
        (part, axis, tuple(study.labels(axis)) if part != "subject" else ()) for part, axis in study.parts.items()
    )


def shared_question(lead: Sequence[Study]) -> str:
    """The question of a study, or the words with which the questions of several begin.

    Questions that share fewer than three words keep the first one whole.
    """
    questions = [study.question for study in lead]
    if len(set(questions)) == 1:
        return questions[0]
    shared = []
    for words in zip(*(question.rstrip("?").split() for question in questions), strict=False):
        bare = {word.rstrip(",;:") for word in words}
        if len(bare) > 1:
            break
        shared.append(bare.pop() if len(set(words)) > 1 else words[0])
        if len(set(words)) > 1:  # one of the questions makes a pause here
            break
    return f"{' '.join(shared).rstrip(',;:')}?" if len(shared) >= 3 else questions[0]


def head_answer(lead: Sequence[Study]) -> str:
    """The answer in a sentence."""
    return survival_sentence(lead) if is_survival(lead[0]) else answer(lead[0])


def hardest(lead: Sequence[Study]) -> str:
    """The label of the threat against which the studies come off worst; "" without one."""
    first = lead[0]
    manner, threat = first.parts["manner"], first.parts["threat"]
    label = first.focus[manner] if manner else None
    return min(
        first.labels(threat), key=lambda name: float(rates_of(lead, label, name if threat else None)["p"].mean())
    )


def findings(
    lead: Sequence[Study], hurt: Mapping[str, pd.DataFrame], turned: Mapping[str, pd.DataFrame]
) -> list[tuple[str, list[str]]]:
    """(lead-in, sentences) of what matters beside the answer.

    hurt, turned: key of a study -> its frames of what hurts most (hardest threat) and of the rulings turned.
    """
    first, worst = lead[0], hardest(lead)
    found: list[tuple[str, list[str]]] = []
    if is_survival(first):
        found += [
            ("One sortie", _one_sortie(lead)),
            ("Other ways to fly", _other_ways(lead)),
            ("The price", _price(lead)),
        ]
        killers = [_killer(study, hurt[study.key]) for study in lead if study.key in hurt]
        found.append((f"What hurts most in {first.words.title(worst).lower()}", killers))
    found += [("What the answer hangs on", _reading(lead, turned)), ("How sure this is", [_certainty(lead)])]
    return [(name, sentences) for name, sentences in found if sentences]


def _one_sortie(lead: Sequence[Study]) -> list[str]:
    """Survival of the first visit to the table: up to the first turn in which nothing can be lost."""
    first = lead[0]
    threat = first.parts["threat"]
    turns = sorted({row["turn"] for row in first.result().rows("losses")}) if "losses" in first.tables else []
    end = next((turn for turn, after in pairwise(turns) if after != turn + 1), None)
    if end is None:
        return []
    parts = []
    for label in first.labels(threat):
        shares = [
            study.result_of(subject=subject, threat=label).p("survival", end)
            for study in lead
            for subject in study.labels(study.parts["subject"])
        ]
        parts.append(f"{span(shares)} against {first.words.against(label)}")
    doing = first.words.doing(first.focus[first.parts["manner"]]) if first.parts["manner"] else "flies"
    return [f"It comes back from its first visit (turns {turns[0]} to {end}), if it {doing}, with {listed(parts)}."]


def _other_ways(lead: Sequence[Study]) -> list[str]:
    """All ways to fly, against the hardest defence."""
    first, worst = lead[0], hardest(lead)
    manner = first.parts["manner"]
    if manner is None or len(first.labels(manner)) < 2:
        return []
    order = sorted(first.labels(manner), key=lambda name: -float(rates_of(lead, name, worst)["p"].mean()))
    parts = [f"one that {first.words.doing(name)} {span(rates_of(lead, name, worst)['p'])}" for name in order]
    _, noun = first.words.headline(first.metric)
    return [f"{capital(noun)} against {first.words.title(worst).lower()}: {listed(parts)}."]


def _price(lead: Sequence[Study]) -> list[str]:
    """Attacks delivered for each helicopter lost, by manner, against the hardest defence."""
    first, worst = lead[0], hardest(lead)
    manner = first.parts["manner"]
    if "attacks_and_fate" not in first.tables:
        return []
    parts = []
    for label in first.labels(manner):
        values = [
            measures(study.result_of(subject=subject, manner=label, threat=worst))["attacks_per_loss"][0]
            for study in lead
            for subject in study.labels(study.parts["subject"])
        ]
        parts.append((f"one that {first.words.doing(label)} " if manner else "") + _number_span(values))
    against = first.words.title(worst).lower()
    return [f"Attacks delivered for each helicopter lost, against {against}: {listed(parts)}."]


def _number_span(values: Sequence[float]) -> str:
    low, high = (f"{value:.1f}" if value != float("inf") else "no loss at all" for value in (min(values), max(values)))
    return low if low == high else f"{low} to {high}"


def _killer(study: Study, frame: pd.DataFrame) -> str:
    """The system to fear in one study, and those that change nothing."""
    rows = frame.to_dict("records")
    first = f"{system_name(rows[0])} (without it survival rises by {100 * rows[0]['difference']:.0f} points)"
    idle = [system_name(row) for row in rows if row["matters"] == "no"]
    nothing = f"; {listed(idle)} {'changes' if len(idle) == 1 else 'change'} nothing" if idle else ""
    return f"{study.title}: {first}{nothing}."


def _reading(lead: Sequence[Study], turned: Mapping[str, pd.DataFrame]) -> list[str]:
    """The rulings that move the answer most in any of the studies."""
    from simlab.analysis.sensitivity import bars

    swings: dict[str, tuple[float, str, str]] = {}
    for study in lead:
        for row in bars(turned[study.key]).to_dict("records") if study.key in turned else ():
            swing = max(100 * (row["p_high"] - row["p_low"]), swings.get(row["ruling"], (0.0, "", ""))[0])
            swings[row["ruling"]] = (swing, row["question"], f"{row['ruling']}, clause {row['clause']}")
    most = sorted(swings.values(), reverse=True)[:RULINGS_TOLD]
    if not most:
        return []
    head = "One unclear clause moves it:" if len(swings) == 1 else f"{len(swings)} unclear clauses move it, these most:"
    points = [f"{swing:.0f}" if swing >= 1 else f"{swing:.1f}" for swing, _, _ in most]
    told = zip(points, most, strict=True)
    return [head, *(f"{capital(question)} Up to {gain} points ({name})." for gain, (_, question, name) in told)]


def _certainty(lead: Sequence[Study]) -> str:
    note = lead[0].words.note("game") if "survival" in lead[0].tables else ""
    return (
        f"The chances are {sureness(lead)}. They hold for the rules as read here, for the systems and distances listed "
        f"under each study, and for the unit data below, some of which are assumptions. {note}"
    ).strip()


def top_block(lead: Sequence[Study]) -> Block:
    """Two maps a study, subjects and ways to fly against kinds of defence, and all of it as a table."""
    first = lead[0]
    if not is_survival(first):
        return Block("")
    _, noun = first.words.headline(first.metric)
    figures = [_map(study, part, noun) for part in ("manner", "subject") for study in lead if study.parts[part]]
    numbers = Block("The same in numbers", tables=[_table(lead, noun)], folded=True)
    text = [f"{study.title}. {capital(threats_in_words(study))}." for study in lead]
    return Block(f"{capital(noun)} at a glance", text, figures=figures, blocks=[numbers])


def _map(study: Study, part: str, noun: str) -> Figure:
    """Rows of one part against kinds of defence, the other part as in the focus."""
    import pandas as pd

    axis, threat = study.parts[part], study.parts["threat"]
    order = study.labels(axis)
    frame = pd.DataFrame(
        [{"row": study.name(axis, label, short=True), "column": study.name(threat, one),
          "p": _rate(study, part, label, one)[0]} for label in order for one in study.labels(threat)]
    )  # fmt: skip
    fixed = study.case_words(axis, threat, study.range_axis)
    title = f"{study.title}: {fixed}" if fixed else study.title
    ax = plots.heat_map(frame, rows="row", columns="column", value_label="", title=title)
    caption = f"{capital(noun)}: {study.title}{', ' + fixed if fixed else ''}, by {study.words.axis(axis or '')}."
    told = "; ".join(f"{row['row']} against {row['column']} {per_cent(row['p'])}" for row in frame.to_dict("records"))
    return figure(ax, f"top-{study.key}-{part}", caption, f"Heat map. {caption} {told}.", study.command())


def _rate(study: Study, part: str, label: str, threat: str) -> tuple[float, float, float]:
    table, _, outcome = study.metric.partition(":")
    return study.result_of(**{part: label, "threat": threat}).interval(table, outcome)


def _table(lead: Sequence[Study], noun: str) -> Table:
    """A row a study, subject and threat; a column a way to fly, that of the focus first."""
    first = lead[0]
    manner, threat = first.parts["manner"], first.parts["threat"]
    order = sorted(first.labels(manner), key=lambda label: label != first.focus.get(manner or "", ""))
    table, _, outcome = first.metric.partition(":")
    cases = [
        (study, subject, one)
        for study in lead
        for subject in study.labels(study.parts["subject"])
        for one in study.labels(threat)
    ]
    rates = [
        [study.result_of(subject=subject, threat=one, manner=label).interval(table, outcome) for label in order]
        for study, subject, one in cases
    ]
    places = rate_places([rate for row in rates for rate in row])
    rows: list[list[Cell]] = []
    for (study, subject, one), mine in zip(cases, rates, strict=True):
        names = [
            text_cell(study.title),
            text_cell(study.name(study.parts["subject"], subject, short=True), strong=True),
        ]
        rows.append([*names, text_cell(study.name(threat, one)), *(rate_cell(rate[0], places) for rate in mine)])
    heads = ["Study", *(capital(first.words.axis(first.parts[part] or "")) for part in ("subject", "threat"))]
    manners = [first.name(manner, label) for label in order] if manner else [noun]
    exact = all(study.exact for study in lead)
    note = "Exact: calculated, not rolled." if exact else "Intervals stand in the tables of the studies."
    titled = [name[:1].upper() + name[1:] for name in manners]
    return Table(f"{capital(noun)} of the game", [*heads, *titled], rows, note)
