"""What a study asks for beyond its answer: the analyses that its ``[report]`` section names, each a part of the page.

    [report.luck]                                   # an empty table will do
    [report.compare]
    rulings = {pop_up_penalty_mode = "none"}        # what is different under B; set = {...} too
    [report.doctrine]
    choices = {"profile.altitude" = ["popup", "noe"]}
    [report.balance]
    targets = {"fate:survives" = [0.75, 0.8]}
    knobs = {"air_defence.0.range_in" = [10, 20, 30]}

    also = ["raid.toml"]                            # targets and knobs "raid/..." are about that file
    [report.plan]
    difference = 0.02
    [report.diff]
    old = "published/answer.json"                   # a saved result or scenario, beside this file

`sensitivity`, `survival` and `tournament` take no more than their options (metric, trials, samples, budget, ...). What
units are worth has a section of its own, ``[points]``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from simlab import plots
from simlab.errors import RunError, nearest
from simlab.plots.frames import per_cent
from simlab.report import choosing
from simlab.report.asked import Asked, drawn, how
from simlab.report.page import Block
from simlab.report.tables import Cell, Table, number_cell, points_cell, rate_cell, rate_cells, text_cell

if TYPE_CHECKING:
    from simlab.report.studies import Study


def laboratory_blocks(study: Study) -> list[Block]:
    """A part of the page for each analysis that the study asks for, in the order of the file.

    Raises:
        RunError: an analysis that there is not, or an option that it does not have.
    """
    blocks = []
    for verb, asked in study.scenario.report.items():
        where = f"{study.scenario.where}, report.{verb}"
        if verb not in _VERBS:
            raise RunError(f"{where}: no such analysis; nearest: {nearest(verb, _VERBS)}")
        make, options = _VERBS[verb]
        if not isinstance(asked, Mapping):
            raise RunError(f"{where}: {asked!r} is no table; write [report.{verb}] and its options below")
        for key in asked:
            if key not in options:
                raise RunError(f"{where}.{key}: no such option; nearest: {nearest(key, options)}")
        blocks.append(make(study, asked))
    return blocks


def _luck(study: Study, asked: Asked) -> Block:
    """Who leads after each turn; or, of several cases, what of the variance is dice."""
    heading = "Luck: how much of it is dice"
    if study.axes:
        from simlab.analysis.dice_share import dice_share

        shared = dice_share(study.scenario, asked.get("metric"), **how(study, asked))
        return Block(heading, [shared.sentence])
    from simlab.analysis.luck import course_of_play

    found = course_of_play(study.prepared, **how(study, asked))
    first, second = found.sides
    rows = [
        [number_cell(float(row["turn"]), 0), *(rate_cell(row[name]) for name in _COURSE)]
        for row in found.turns.to_dict("records")
    ]
    heads = ["After turn", f"{first} leads", f"{second} leads", "Tied", "Decided", "Settled"]
    note = f"The lead: {found.meaning}. Settled: share of the variance of the result that the lead explains."
    table = Table("Who leads, and what is decided by then", heads, rows, note)
    ax = plots.lead_by_turn(found.turns, sides=found.sides)
    figures = drawn(study, "luck", [(ax, "Who leads after each turn, and how much is decided by then.")])
    return Block(heading, [found.sentence], figures=figures, tables=[table], beside=True)


_COURSE = ("first_leads", "second_leads", "tied", "decided", "settled")


def _compare(study: Study, asked: Asked) -> Block:
    from simlab.analysis.compare import compare
    from simlab.execute import prepare

    scenario, words = study.prepared.scenario, []
    for key, value in asked.get("set", {}).items():
        scenario = scenario.with_value(key, value)
        words.append(f"{key} = {value}")
    for name, option in asked.get("rulings", {}).items():
        scenario = scenario.with_rulings(**{name: option})
        words.append(f"{name} = {option}")
    if not words:
        raise RunError(f"{study.scenario.where}, report.compare: give set or rulings, what is different under B")
    other = prepare(scenario.with_value("title", ", ".join(words)), study.prepared.catalog.folder.parent)
    found = compare(study.prepared, other, asked.get("metric"), **how(study, asked))
    result = found.result
    rates = [rate_cell(result.p_a), rate_cell(result.p_b), points_cell(result.difference)]
    table = Table(
        "Before and after", ["Measure", "As it stands", "Changed", "Change"], [[text_cell(found.phrase), *rates]]
    )
    told = found.sentence[:1].upper() + found.sentence[1:]
    frame = found.frame().assign(name=found.phrase)
    points = frame.assign(**{key: 100.0 * frame[key] for key in ("difference", "lo", "hi")})
    ax = plots.ranked_intervals(points, value="difference", xlabel="points, changed less as it stands")
    figures = drawn(study, "compare", [(ax, "The change in points, with its interval.")])
    return Block(f"Compared: {', '.join(words)}", [told], figures=figures, tables=[table])


def _sensitivity(study: Study, asked: Asked) -> Block:
    from simlab.analysis.candidates import Knob
    from simlab.analysis.overall_sensitivity import overall_sensitivity

    knobs = [Knob(key, tuple(values)) for key, values in asked.get("vary", {}).items()]
    options = how(study, asked, "way", "samples", "rulings", "metric")
    found = overall_sensitivity(study.prepared, knobs=knobs, **options)
    heading = "What moves the answer when everything may move"
    column = "total" if found.way == "sobol" else "change"
    moving = found.frame[found.frame["matters"] != "no"]
    if moving.empty:
        return Block(heading, [f"Nothing: {found.settings} settings were answered, and all give the same."])
    words = "share of the variance" if found.way == "sobol" else "mean change by one move"
    text = (
        f"{len(moving)} of {len(found.frame)} rulings and values move it, alone or together with others; all of their "
        f"options count as equally likely ({found.settings} settings)."
    )
    rows = [
        [text_cell(row["factor"], strong=True), rate_cell(row[column]),
         text_cell(f"{100 * row[f'{column}_lo']:.1f} to {100 * row[f'{column}_hi']:.1f} %"), text_cell(row["matters"])]
        for row in moving.to_dict("records")
    ]  # fmt: skip
    table = Table(heading, ["Ruling or value", words.capitalize(), "Interval", "Matters?"], rows)
    idle = (
        [Block(f"{len(found.idle)} do not matter", [", ".join(sorted(found.idle))], folded=True)] if found.idle else []
    )
    figures = drawn(study, "sensitivity", [(plots.overall_bars(found.frame), f"{words.capitalize()} of each.")])
    return Block(heading, [text], figures=figures, tables=[table], blocks=idle, beside=True)


def _survival(study: Study, asked: Asked) -> Block:
    from simlab.analysis.lifetimes import compare_lives, play_lives

    profiles = {study.case_name(labels): study.prepared_case(**labels) for labels, _ in study.points}
    options = how(study, asked)
    results = play_lives(profiles, trials=options["trials"], seed=options["seed"])
    found = compare_lives(results, asked.get("table"))
    tests = {row["profile"]: row["p_value"] for row in found.tests.to_dict("records")}
    ends = {row["profile"]: row for row in found.differences.to_dict("records")}  # the last turn of each
    rows: list[list[Cell]] = []
    for row in found.medians.to_dict("records"):
        name, change = row["profile"], ends.get(row["profile"])
        p = tests.get(name)
        life = "outlasts the game" if row["turn"] == float("inf") else f"{row['turn']:.0f}"
        apart = points_cell(change["difference"]) if change else text_cell("")
        test = text_cell("" if p is None else "exact" if p != p else f"{p:.2g}")
        rows.append([text_cell(name, strong=True), text_cell(life), number_cell(row["mean_turns"], 2), apart, test])
    heads = ["Profile", "Median life", "Turns outlasted", "Difference at the end", "Logrank p"]
    table = Table("Who lasts how long", heads, rows, "Differences are from the first profile.")
    ax = plots.survival_curves(found.curves, series="profile" if len(profiles) > 1 else None)
    figures = drawn(study, "survival", [(ax, "Who is still there at the end of each turn.")])
    return Block("Who lasts how long", figures=figures, tables=[table])


def _tournament(study: Study, asked: Asked) -> Block:
    from simlab.analysis.tournament import tournament

    found = tournament(study.scenario, **how(study, asked, "metric", "budget", "mirrored"))
    over, mix = found.overall(), found.mix()
    shares = {(row["axis"], row["name"]): row["share"] for row in mix.to_dict("records")}
    ranked = dict(zip(found.rows, found.alpha_rank()["share"], strict=True)) if found.mirrored else {}
    cells = rate_cells(zip(over["p"], over["p_lo"], over["p_hi"], strict=True))
    rows = []
    for row, (rate, interval) in zip(over.to_dict("records"), cells, strict=True):
        name = row[found.axes[0]]
        share = rate_cell(shares[found.axes[0], name])
        evolved = [rate_cell(ranked[name])] if found.mirrored else []
        rows.append([text_cell(name, strong=True), rate, interval, number_cell(row["group"], 0), share, *evolved])
    heads = ["", "Overall", "Interval", "Group", "In the best mix", *(["Alpha-rank"] if found.mirrored else [])]
    table = Table(
        "Everybody against everybody", heads, rows, "Those of one group are statistically tied with its best."
    )
    told = [f"{worse} is dominated by {better}." for worse, better in found.dominated()]
    told += [f"{a} beats {b}, {b} beats {c}, {c} beats {a}." for a, b, c in (found.cycles() if found.mirrored else ())]
    text = f"With the mixes that nobody can exploit the row side gets {per_cent(found.value, 1)}."
    ax = plots.heat_map(found.frame(), rows=found.axes[0], columns=found.axes[1], value_label="")
    figures = drawn(
        study, "tournament", [(ax, f"{found.metric.split(':')[-1].replace('_', ' ')}, row against column.")]
    )
    return Block("Everybody against everybody", [" ".join([text, *told[:8]])], figures=figures, tables=[table])


_COMMON = ("metric", "trials")
_VERBS: dict[str, tuple[Callable[[Study, Asked], Block], Sequence[str]]] = {
    "compare": (_compare, (*_COMMON, "set", "rulings")),
    "sensitivity": (_sensitivity, (*_COMMON, "way", "samples", "rulings", "vary")),
    "luck": (_luck, _COMMON),
    "survival": (_survival, ("trials", "table")),
    "tournament": (_tournament, (*_COMMON, "budget", "mirrored")),
    "doctrine": (choosing.doctrine, (*_COMMON, "choices", "without")),
    "balance": (choosing.balance, ("trials", "targets", "knobs", "most_changes", "budget", "also")),
    "plan": (choosing.plan, ("metric", "difference", "power", "level", "pilot", "against")),
    "diff": (choosing.diff, ("trials", "old")),
}
