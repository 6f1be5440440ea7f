"""What a study asks for beyond its answer: the analyses that its ``[report]`` section names, each a part of the page.

    [report.luck]                                   # an empty table will do
    [report.compare]
    rulings = {pop_up_penalty_mode = "none"}        # what is different under B; set = {...} too
    [report.doctrine]
    choices = {"profile.altitude" = ["popup", "noe"]}
    [report.balance]
    targets = {"fate:survives" = [0.75, 0.8]}
    knobs = {"air_defence.0.range_in" = [10, 20, 30]}

`sensitivity`, `survival` and `tournament` take no more than their options (metric, trials, samples, budget, ...). Of a
study with many axes, ``axes = [rows, columns]`` makes a tournament and ``cases = {axis = [labels]}`` keeps few lives.

They take their time, so the report of everything, which nobody asked for them, shows only those with ``unasked = true``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from simlab import plots
from simlab.errors import RunError, nearest
from simlab.report.figures import Figure, figure
from simlab.report.lives import survival_block
from simlab.report.matches import tournament_block
from simlab.report.page import Block
from simlab.report.tables import Cell, Table, number_cell, points_cell, rate_cell, text_cell
from simlab.report.words import capital

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from simlab.report.studies import Study

UNASKED = "unasked"
TRIALS = 2_000  # of each answer that is rolled, where the section does not say
Asked = Mapping[str, Any]


def asked_of(study: Study, named: bool = True) -> dict[str, Asked]:
    """The analyses that a study asks for and their options, in the order of the file.

    named: was the study named, or its game? Else only those that are to be shown unasked.

    Raises:
        RunError: an analysis that there is not, or an option that it does not have.
    """
    found = {}
    for verb, asked in study.scenario.report.items():
        where = f"{study.scenario.where}, report.{verb}"
        if verb not in _VERBS:
            raise RunError(f"{where}: no such analysis; nearest: {nearest(verb, _VERBS)}")
        _, options = _VERBS[verb]
        if not isinstance(asked, Mapping):
            raise RunError(f"{where}: {asked!r} is no table; write [report.{verb}] and its options below")
        for key in asked:
            if key not in (*options, UNASKED):
                raise RunError(f"{where}.{key}: no such option; nearest: {nearest(key, (*options, UNASKED))}")
        if named or asked.get(UNASKED):
            found[verb] = asked
    return found


def laboratory_blocks(study: Study, named: bool = True, told: Callable[[], None] | None = None) -> dict[str, Block]:
    """A part of the page for each analysis that `asked_of` gives. told: called after each of them."""
    blocks = {}
    for verb, asked in asked_of(study, named).items():
        blocks[verb] = _VERBS[verb][0](study, asked)
        if told is not None:
            told()
    return blocks


def _how(study: Study, asked: Asked, *names: str) -> dict[str, Any]:
    """Options that go to the analysis as they stand, with the study's seed and a quick number of trials."""
    found: dict[str, Any] = {name: asked[name] for name in names if name in asked}
    return {"seed": study.seed, "trials": asked.get("trials", study.trials or TRIALS), **found}


def _drawn(study: Study, verb: str, pictures: Iterable[tuple[Axes, str]]) -> list[Figure]:
    """Pictures as figures of the page; each comes with its caption, which is what it tells."""
    return [
        figure(ax, f"{study.key}-{verb}-{place}", caption, caption, f"simlab report {study.file} --seed {study.seed}")
        for place, (ax, caption) in enumerate(pictures)
    ]


def _luck(study: Study, asked: Asked) -> Block:
    """Who leads after each turn; or, of several cases, what of the variance is dice."""
    heading = "Luck: how much of it is dice"
    told = []
    if study.axes:
        from simlab.analysis.dice_share import dice_share

        shared = dice_share(study.scenario, asked.get("metric"), **_how(study, asked)).sentence
        told.append(capital(shared.replace(study.metric, study.words.headline(study.metric)[1])))
        if not asked.get("course"):
            return Block(heading, told)
        told.append(f"One of the cases, turn by turn: {study.case_words()}.")
    from simlab.analysis.luck import course_of_play

    found = course_of_play(study.prepared, **_how(study, asked))
    first, second = found.sides
    rows = [
        [number_cell(float(row["turn"]), 0), *(rate_cell(row[name]) for name in _COURSE)]
        for row in found.turns.to_dict("records")
    ]
    heads = ["After turn", f"{first} leads", f"{second} leads", "Tied", "Decided", "Settled"]
    note = f"The lead: {found.meaning}. Settled: share of the variance of the result that the lead explains."
    table = Table("Who leads, and what is decided by then", heads, rows, note)
    ax = plots.lead_by_turn(found.turns, sides=found.sides)
    drawn = _drawn(study, "luck", [(ax, "Who leads after each turn, and how much is decided by then.")])
    return Block(heading, [*told, found.sentence], figures=drawn, tables=[table], beside=True)


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
    found = compare(study.prepared, other, asked.get("metric"), **_how(study, asked))
    result = found.result
    rates = [rate_cell(result.p_a), rate_cell(result.p_b), points_cell(result.difference)]
    table = Table(
        "Before and after", ["Measure", "As it stands", "Changed", "Change"], [[text_cell(found.phrase), *rates]]
    )
    told = found.sentence[:1].upper() + found.sentence[1:]
    return Block(f"Compared: {', '.join(words)}", [told], tables=[table])


def _sensitivity(study: Study, asked: Asked) -> Block:
    from simlab.analysis.overall_sensitivity import overall_sensitivity
    from simlab.analysis.search import Knob

    knobs = [Knob(key, tuple(values)) for key, values in asked.get("vary", {}).items()]
    how = _how(study, asked, "way", "samples", "rulings", "metric")
    found = overall_sensitivity(study.prepared, knobs=knobs, **how)
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
    drawn = _drawn(study, "sensitivity", [(plots.overall_bars(found.frame), f"{words.capitalize()} of each.")])
    return Block(heading, [text], figures=drawn, tables=[table], blocks=idle, beside=True)


def _survival(study: Study, asked: Asked) -> Block:
    how = _how(study, asked)
    return survival_block(study, asked, how["trials"], how["seed"])


def _tournament(study: Study, asked: Asked) -> Block:
    return tournament_block(study, asked, _how(study, asked, "metric", "budget", "mirrored"))


def _doctrine(study: Study, asked: Asked) -> Block:
    from simlab.analysis.doctrine_value import doctrine_value
    from simlab.analysis.search import Knob

    choices = [Knob(key, tuple(values)) for key, values in asked.get("choices", {}).items()]
    how = _how(study, asked, "metric", "without")
    found = doctrine_value(study.prepared, choices, **how)
    tables, pictures = [], []
    for frame, column, share, title in (
        (found.value, "value", "p_without", "What a choice is worth"),
        (found.regret, "regret", "p_with", "What each doctrine costs"),
    ):
        if frame.empty:
            continue
        names = frame["restriction"] if column == "value" else frame["choice"] + " = " + frame["doctrine"]
        rows = [
            [text_cell(name, strong=True), rate_cell(row[share]), points_cell(row[column]), text_cell(row["best"])]
            for name, row in zip(names, frame.to_dict("records"), strict=True)
        ]
        tables.append(Table(title, ["", "Best share then", "Points lost", "Best play then"], rows))
        shown = frame.assign(name=names, **{key: 100.0 * frame[key] for key in (column, "lo", "hi")})
        pictures.append((plots.ranked_intervals(shown, value=column, title=title), f"{title}, in points."))
    return Block("What choices are worth", [found.sentence], figures=_drawn(study, "doctrine", pictures), tables=tables)


def _balance(study: Study, asked: Asked) -> Block:
    from simlab.analysis.search import Knob, Target, balance_search

    targets = [Target(metric, float(low), float(high)) for metric, (low, high) in asked.get("targets", {}).items()]
    knobs = [Knob(key, tuple(values)) for key, values in asked.get("knobs", {}).items()]
    found = balance_search(study.prepared, targets, knobs, **_how(study, asked, "most_changes", "budget"))
    rows = []
    for setting in found.best:
        values = [_value_cell(name, p) for name, p in zip(found.names, setting.shares, strict=True)]
        words = ", ".join(f"{key} = {value}" for key, value in setting.changes) or "as it stands"
        missed = number_cell(100 * setting.distance, 2, " points")
        rows.append([number_cell(len(setting.changes), 0), *values, missed, text_cell(words)])
    table = Table("What each further change buys", ["Changes", *found.names, "Missed by", "Settings"], rows)
    return Block("Settings that meet the targets", [found.sentence], tables=[table])


def _value_cell(name: str, value: float) -> Cell:
    """A share of a metric, or the mean of a tally."""
    return rate_cell(value) if ":" in name else number_cell(value, 3)


_COMMON = ("metric", "trials")
_VERBS: dict[str, tuple[Callable[[Study, Asked], Block], Sequence[str]]] = {
    "compare": (_compare, (*_COMMON, "set", "rulings")),
    "sensitivity": (_sensitivity, (*_COMMON, "way", "samples", "rulings", "vary")),
    "luck": (_luck, (*_COMMON, "course")),
    "survival": (_survival, ("trials", "table", "cases")),
    "tournament": (_tournament, (*_COMMON, "budget", "mirrored", "axes")),
    "doctrine": (_doctrine, (*_COMMON, "choices", "without")),
    "balance": (_balance, ("trials", "targets", "knobs", "most_changes", "budget")),
}
