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

`sensitivity`, `survival` and `tournament` take no more than their options (metric, trials, samples, budget, ...). Of a
study with many axes, ``axes = [rows, columns]`` makes a tournament, ``cases = {axis = [labels]}`` keeps few lives, and
``course = true`` adds one case turn by turn to the luck of all. What units are worth has a section of its own,
``[points]``.

Analyses take their time: the report of everything, where nobody named the study, shows those with ``unasked = true``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from simlab import plots
from simlab.errors import RunError, nearest
from simlab.report import choosing
from simlab.report.asked import Asked, drawn, how
from simlab.report.lives import survival_block
from simlab.report.matches import tournament_block
from simlab.report.page import Block
from simlab.report.tables import Table, number_cell, points_cell, rate_cell, text_cell
from simlab.report.words import capital

if TYPE_CHECKING:
    from simlab.report.studies import Study
    from simlab.scenario import Scenario

UNASKED = "unasked"


def asked_of(study: Study, named: bool = True) -> dict[str, Asked]:
    """The analyses that a study asks for and their options, in the order of the file.

    named: was the study named, or its game? Else only those that are to be shown unasked.

    Raises:
        RunError: an analysis that there is not, or an option that it does not have.
    """
    check_asked(study.scenario)
    return {verb: asked for verb, asked in study.scenario.report.items() if named or asked.get(UNASKED)}


def check_asked(scenario: Scenario) -> None:
    """RunError for an analysis of ``[report]`` that there is not, or an option that it does not have."""
    for verb, asked in scenario.report.items():
        where = f"{scenario.where}, report.{verb}"
        if verb not in _VERBS:
            raise RunError(f"{where}: no such analysis; nearest: {nearest(verb, _VERBS)}")
        if not isinstance(asked, Mapping):
            raise RunError(f"{where}: {asked!r} is no table; write [report.{verb}] and its options below")
        options = (*_VERBS[verb][1], UNASKED)
        for key in asked:
            if key not in options:
                raise RunError(f"{where}.{key}: no such option; nearest: {nearest(key, options)}")


def laboratory_blocks(study: Study, named: bool = True, told: Callable[[], None] | None = None) -> dict[str, Block]:
    """A part of the page for each analysis that `asked_of` gives. told: called after each of them."""
    blocks = {}
    for verb, asked in asked_of(study, named).items():
        blocks[verb] = _VERBS[verb][0](study, asked)
        if told is not None:
            told()
    return blocks


def _luck(study: Study, asked: Asked) -> Block:
    """Who leads after each turn; or, of several cases, what of the variance is dice."""
    heading = "Luck: how much of it is dice"
    told = []
    if study.axes:
        from simlab.analysis.dice_share import dice_share

        shared = dice_share(study.scenario, asked.get("metric"), **how(study, asked)).sentence
        told.append(capital(shared.replace(study.metric, study.words.headline(study.metric)[1])))
        if not asked.get("course"):
            return Block(heading, told)
        told.append(f"One of the cases, turn by turn: {study.case_words()}.")
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
    return Block(heading, [*told, found.sentence], figures=figures, tables=[table], beside=True)


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
    from simlab.analysis.knobs import Knob
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
        [Block(f"{len(found.idle)} that {found.idle_means}", [", ".join(sorted(found.idle))], folded=True)]
        if found.idle
        else []
    )
    figures = drawn(study, "sensitivity", [(plots.overall_bars(found.frame), f"{words.capitalize()} of each.")])
    return Block(heading, [text], figures=figures, tables=[table], blocks=idle, beside=True)


def _survival(study: Study, asked: Asked) -> Block:
    options = how(study, asked)
    return survival_block(study, asked, options["trials"], options["seed"])


def _tournament(study: Study, asked: Asked) -> Block:
    return tournament_block(study, asked, how(study, asked, "metric", "budget", "mirrored", "low_is_good"))


_COMMON = ("metric", "trials")
_VERBS: dict[str, tuple[Callable[[Study, Asked], Block], Sequence[str]]] = {
    "compare": (_compare, (*_COMMON, "set", "rulings")),
    "sensitivity": (_sensitivity, (*_COMMON, "way", "samples", "rulings", "vary")),
    "luck": (_luck, (*_COMMON, "course")),
    "survival": (_survival, ("trials", "table", "cases")),
    "tournament": (_tournament, (*_COMMON, "budget", "mirrored", "low_is_good", "axes")),
    "doctrine": (choosing.doctrine, (*_COMMON, "choices", "without")),
    "balance": (choosing.balance, ("trials", "targets", "knobs", "most_changes", "budget", "also")),
    "plan": (choosing.plan, ("metric", "difference", "power", "level", "pilot", "against")),
    "diff": (choosing.diff, ("trials", "old")),
}
