"""Readings of unclear rules: which of them move the answer, and which are in force."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from simlab import plots
from simlab.plots.frames import per_cent
from simlab.report.chain import in_brackets
from simlab.report.figures import figure
from simlab.report.hurts import how_found, report_command
from simlab.report.page import Block
from simlab.report.tables import Table, number_cell, points_cell, rate_cell, text_cell
from simlab.report.words import capital

if TYPE_CHECKING:
    import pandas as pd

    from simlab.report.studies import Study

SHOWN = 8
"""Rulings in the picture; the table has them all."""
USUAL_TRIALS, ROLLED_TRIALS, SLOW_TRIALS = 1_000_000, 50_000, 1_000


def turned(study: Study) -> pd.DataFrame:
    """Every option of every ruling that bears on the study's focus, one at a time."""
    from simlab.analysis.sensitivity import tornado

    # Trials that take long are fewer here: a report turns every ruling, and common dice make few trials go far.
    slow = SLOW_TRIALS if study.prepared.kind.trials < USUAL_TRIALS else ROLLED_TRIALS
    return tornado(study.prepared, trials=study.trials or slow, seed=study.seed)


def readings_block(study: Study, frame: pd.DataFrame) -> Block:
    """The tornado of the largest swings, and every option as a table.

    frame: what `turned` gave.
    """
    from simlab.analysis.sensitivity import bars

    _, noun = study.words.headline(study.metric)
    ranked = bars(frame)
    ranked = ranked.assign(apart=ranked["p_high"] - ranked["p_low"])
    ranked = ranked.sort_values("apart", ascending=False, kind="stable", ignore_index=True)
    tried, moving = frame["ruling"].nunique(), len(ranked)
    heading = "Which reading of the rules moves the answer"
    if ranked.empty:
        return Block(
            heading, [f"None: {len(frame)} options of {tried} rulings were tried, and each gives the same {noun}."]
        )
    top = ranked.head(SHOWN)
    base = float(top["p_default"].iloc[0])
    spelled = top.assign(
        **{key: [_marked(str(option), str(default)) for option, default in zip(top[key], top["default"], strict=True)]
           for key in ("low_option", "high_option")}
    )  # fmt: skip
    alike = any(per_cent(low) == per_cent(high) for low, high in zip(top["p_low"], top["p_high"], strict=True))
    ax = plots.tornado(spelled, base=base, answer=noun, decimals=1 if alike else 0)
    ends = [
        (row["ruling"], *(f"{100 * row[f'p_{end}']:.1f} % ({row[f'{end}_option']})" for end in ("low", "high")))
        for row in top.to_dict("records")
    ]
    told = "; ".join(f"{name} from {low} to {high}" for name, low, high in ends)
    caption = f"{capital(noun)} when one ruling is turned and all others stay{in_brackets(study.case_words())}."
    drawn = figure(ax, f"{study.key}-tornado", caption, f"Tornado. {caption} {told}.", report_command(study))
    text = (
        f"The rulebook can be read in more than one way. {moving} of the {tried} rulings that bear on this game "
        f"{'moves' if moving == 1 else 'move'} the answer. Each was turned alone, the others stayed as played"
        f"{in_brackets(study.case_words())}."
    )
    folded = Block("Every option tried", tables=[_option_table(frame, noun)], folded=True)
    return Block(heading, [text], figures=[drawn], tables=[_swing_table(top, noun)], blocks=[folded], beside=True)


def _marked(option: str, default: str) -> str:
    return f"{option} (as played)" if option == default else option


def _swing_table(top: pd.DataFrame, noun: str) -> Table:
    rows = []
    for row in top.to_dict("records"):
        rates = [rate_cell(row["p_low"]), rate_cell(row["p_high"])]
        apart = number_cell(100 * row["apart"], 1, " points")
        question = text_cell(f"{row['question']} ({row['clause']})")
        rows.append([text_cell(row["ruling"], strong=True), question, *rates, apart])
    heads = ["Ruling", "What is unclear (clause)", f"Lowest {noun}", f"Highest {noun}", "Apart"]
    return Table("The rulings that move the answer most", heads, rows)


def _option_table(frame: pd.DataFrame, noun: str) -> Table:
    rows = []
    for row in frame.to_dict("records"):
        names = [text_cell(row["ruling"]), text_cell(row["default"]), text_cell(row["option"], strong=True)]
        rows.append([*names, rate_cell(row["p_option"]), points_cell(row["difference"]), text_cell(how_found(row))])
    heads = ["Ruling", "As played", "Turned to", capital(noun), "Change", "Found by"]
    return Table("Every option of every ruling, one at a time", heads, rows)


def in_force_blocks(studies: Sequence[Study]) -> list[Block]:
    """The rulings in force, changed ones first; studies under the same rulings share a table."""
    together: dict[tuple, list[Study]] = {}
    for study in studies:
        rulings = study.prepared.rulings
        known = (study.scenario.system, study.scenario.kind, tuple(rulings.in_force(study.scenario.kind).items()))
        together.setdefault(known, []).append(study)
    blocks = []
    for (system, kind, in_force), members in together.items():
        first = members[0]
        changed = first.prepared.rulings.changed()
        ordered = sorted(in_force, key=lambda item: item[0] not in changed)
        rows = []
        for name, option in ordered:
            ruling = first.prepared.system.ruling(name)
            word = "changed" if name in changed else "default"
            cells = [
                text_cell(name, strong=name in changed),
                text_cell(option),
                text_cell(word),
                text_cell(ruling.clause),
            ]
            rows.append([*cells, text_cell(ruling.question)])
        titles = "; ".join(study.title for study in members)
        turned_here = sum(name in changed for name, _ in in_force)
        text = f"{titles}: " + (
            f"{turned_here} changed, they come first." if turned_here else "all stand at their defaults."
        )
        caption = f"Rulings in force, {system.replace('_', ' ')}, {kind}"
        table = Table(caption, ["Ruling", "In force", "Default?", "Clause", "What is unclear"], rows)
        blocks.append(Block(f"{len(rows)} rulings in force for: {titles}", [text], tables=[table], folded=True))
    return blocks
