"""What hurts most: the answer with each of the enemy's systems left out, one at a time."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from simlab import plots
from simlab.report.chain import in_brackets
from simlab.report.figures import figure
from simlab.report.page import Block
from simlab.report.tables import Table, points_cell, rate_cell, text_cell
from simlab.report.words import capital

if TYPE_CHECKING:
    import pandas as pd

    from simlab.report.studies import Study


def hurts(study: Study, threat_label: str = "") -> pd.DataFrame:
    """What the headline gains when one entry of the enemy's fire is away, by `simlab.analysis.chain.what_hurts`."""
    from simlab.analysis.chain import what_hurts
    from simlab.analysis.paired import PAIRED_TRIALS

    threat = study.parts["threat"]
    prepared = study.prepared_case(**({threat: threat_label} if threat and threat_label else {}))
    return what_hurts(prepared, trials=study.trials or PAIRED_TRIALS, seed=study.seed)


def has_enemies(study: Study) -> bool:
    """Does the file list systems that can be left out one at a time, more than one of them?"""
    from simlab.analysis.chain import entries_of

    return any(len(entries_of(scenario)) > 1 for scenario in study.scenarios())


def hurts_block(study: Study) -> Block:
    """A picture for each threat: its systems in the order in which leaving them out helps."""
    threat = study.parts["threat"]
    _, noun = study.words.headline(study.metric)
    figures, rows = [], []
    for place, label in enumerate(study.labels(threat)):
        if not _entries(study, threat, label):
            continue  # a case without any enemy
        frame = hurts(study, label)
        frame = frame.assign(
            name=[system_name(row) for row in frame.to_dict("records")],
            value=100.0 * frame["difference"],
            text=[points_cell(change).text for change in frame["difference"]],
        )
        title = study.words.title(label) if threat else ""
        ax = plots.ranked_bars(frame, text="text", title=title)
        told = "; ".join(f"{row['name']} {row['text']}" for row in frame.to_dict("records"))
        caption = f"{title + ': ' if title else ''}change of {noun} when one system is away."
        caption = caption[:1].upper() + caption[1:]
        key = f"{study.key}-hurts-{place}"
        figures.append(figure(ax, key, caption, f"Bars. {caption} {told}.", report_command(study)))
        for row in frame.to_dict("records"):
            start = [text_cell(study.name(threat, label))] if threat else []
            rates = [rate_cell(row["p"]), rate_cell(row["p_without"]), points_cell(row["difference"])]
            place_cell = text_cell("on the map" if math.isnan(row["range_in"]) else f"{row['range_in']:g} in")
            rows.append([*start, text_cell(row["name"], strong=True), place_cell, *rates, text_cell(how_found(row))])
    heads = [capital(study.words.axis(threat))] if threat else []
    heads += ["System left out", "Stands at", f"{capital(noun)} with it", "Without it", "Change", "Found by"]
    text = (
        f"Each system in turn is taken away while the others stay{in_brackets(study.case_words(threat))}. The longer "
        "the bar, the more the system matters; a bar of no length is one that changes nothing."
    )
    folded = Block("The same in numbers", tables=[Table("What hurts most", heads, rows)], folded=True)
    return Block("What hurts most", [text], figures=figures, blocks=[folded])


def _entries(study: Study, threat: str | None, label: str) -> int:
    """How many entries of enemies the case of a threat has."""
    from simlab.analysis.chain import entries_of

    case = study.prepared_case(**({threat: label} if threat and label else {}))
    return len(entries_of(case.scenario))


def system_name(row: Mapping[Any, Any]) -> str:
    """A system by name, with how many of it."""
    return f"{row['count']} × {row['unit']}" if row["count"] > 1 else str(row["unit"]).replace("_", " ")


def how_found(row: Mapping[Any, Any]) -> str:
    """How a difference was found: exactly, or rolled on common dice with its interval in points."""
    if row["lo"] == row["hi"]:
        return "exact"
    return f"common dice, {100 * row['lo']:+.1f} to {100 * row['hi']:+.1f} points"


def report_command(study: Study) -> str:
    """The command that draws a study's figures again."""
    return f"simlab report {study.file} --seed {study.seed}" + (f" --trials {study.trials}" if study.trials else "")
