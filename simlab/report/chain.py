"""The chain part of a study: how far air defence gets, and what an attack still carries."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from simlab import plots
from simlab.plots.frames import per_cent
from simlab.report.figures import Figure, figure
from simlab.report.page import Block
from simlab.report.tables import Table, rate_cells, text_cell
from simlab.report.words import capital

if TYPE_CHECKING:
    import pandas as pd

    from simlab.report.studies import Study
    from simlab.result import Result

LOST_AT = (("engaged", "are shot at"), ("aborted", "lose the attack"), ("removed", "lose the helicopter"))


def chain_blocks(study: Study) -> list[Block]:
    """The waterfall and the attack that is left; none for kinds without a chain."""
    if "chain" not in study.tables:
        return []
    return [_waterfalls(study), *([_attack(study)] if "penalty_at_fire" in study.tables else [])]


def _waterfalls(study: Study) -> Block:
    import pandas as pd

    from simlab.analysis.chain import waterfall

    manner = study.parts["manner"]
    figures: list[Figure] = []
    frames = []
    for place, label in enumerate(study.labels(manner)):
        name = study.name(manner, label) if manner else ""
        frame = waterfall(study.result_of(manner=label))
        frame = frame.assign(stage=[stage.replace("_", " ") for stage in frame["stage"]])
        ax = plots.chain_waterfall(frame, title=name, start="turns over the table")
        shares = dict(zip(frame["stage"], frame["p"], strict=True))
        told = ", ".join(f"{100 * shares[stage]:.0f} {words}" for stage, words in LOST_AT if stage in shares)
        caption = f"{name[:1].upper() + name[1:] + ': of' if name else 'Of'} 100 turns over the table {told}."
        steps = ", ".join(f"{stage} {per_cent(share)}" for stage, share in shares.items())
        alt = f"Chain of events. {caption} {steps}."
        figures.append(figure(ax, f"{study.key}-chain-{place}", caption, alt, study.command()))
        frames.append(frame.assign(name=name))
    text = (
        f"Of all turns over the table, how many come at least so far{in_brackets(study.case_words(manner))}. The "
        "number at the right end of each bar counts from all turns; the one above it is the chance of this step once "
        "the step before has happened. Where a bar is much shorter than the one above, something saves the helicopter."
    )
    terms = {stage.replace("_", " "): meaning for stage, meaning in study.words.stages.items()}
    head = capital(study.words.axis(manner)) if manner else ""
    folded = Block("The chain in numbers", tables=[_table(pd.concat(frames), head)], folded=True)
    return Block("Where the chain breaks", [text], terms, figures, blocks=[folded])


def _table(frame: pd.DataFrame, head: str) -> Table:
    """All chains in numbers; head: of the column that tells them apart, "" for a single one."""
    of_all = rate_cells(zip(frame["p"], frame["p_lo"], frame["p_hi"], strict=True))
    given = rate_cells(zip(frame["p_given"], frame["p_given_lo"], frame["p_given_hi"], strict=True))
    rows = [
        [*([text_cell(name)] if head else []), text_cell(stage, strong=True), *share, *chance]
        for name, stage, share, chance in zip(frame["name"], frame["stage"], of_all, given, strict=True)
    ]
    heads = ["Step", "Of all turns", "Interval", "Given the step before", "Its interval"]
    return Table("The chain in numbers", [head, *heads] if head else heads, rows)


def in_brackets(words: str) -> str:
    """Words in brackets after a blank; nothing for ""."""
    return f" ({words})" if words else ""


def _attack(study: Study) -> Block:
    """Law of the penalty that an attack carries, and of the number of attacks in a game."""
    result = study.result()
    figures = []
    for table, variable, heading, xlabel in (
        ("penalty_at_fire", "penalty", "Hit penalty that an attack carries", "points off the hit number"),
        ("attacks", "attacks", "Attacks delivered in a game", "attacks"),
    ):
        if table not in result.tables:
            continue
        frame = without_empty_end(result, table)
        frame = frame.assign(outcome=[_short(value) for value in frame[variable]])
        ax = plots.distribution(frame, xlabel=xlabel, ylabel="share", title=heading)
        shares = ", ".join(f"{row['outcome']}: {per_cent(row['p'])}" for row in frame.to_dict("records"))
        caption = f"{heading}{in_brackets(study.case_words())}."
        key = f"{study.key}-{table.replace('_', '-')}"
        figures.append(figure(ax, key, caption, f"Bars. {caption} {shares}.", study.command("run")))
    text = "Fire that does not abort still spoils the aim: this is what is left of the attacks."
    return Block("What is left of the attack", [text], figures=figures)


def _short(value: object) -> str:
    return str(value).removeprefix("penalty_").replace("_or_more", "+")


def without_empty_end(result: Result, table: str) -> pd.DataFrame:
    """A table without the outcomes at its end that never happen."""
    frame = result.table(table)
    seen = np.flatnonzero(frame["p"].to_numpy() > 0)
    return frame.iloc[: (int(seen[-1]) + 1 if len(seen) else 1)]
