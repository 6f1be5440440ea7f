"""Parts of a page that help to choose: doctrine values, balance searches, plans, what moved since an older version."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from simlab import plots
from simlab.errors import RunError
from simlab.report.asked import Asked, drawn, how
from simlab.report.page import Block
from simlab.report.studies import Study
from simlab.report.tables import Cell, Table, number_cell, points_cell, rate_cell, text_cell

MOST_ROWS = 40  # numbers that moved


def doctrine(study: Study, asked: Asked) -> Block:
    """What a choice is worth to a side that may not take it, and what each doctrine costs."""
    from simlab.analysis.doctrine_value import doctrine_value
    from simlab.analysis.knobs import Knob

    choices = [Knob(key, tuple(values)) for key, values in asked.get("choices", {}).items()]
    options = how(study, asked, "metric", "without")
    found = doctrine_value(study.prepared, choices, **options)
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
    return Block("What choices are worth", [found.sentence], figures=drawn(study, "doctrine", pictures), tables=tables)


def balance(study: Study, asked: Asked) -> Block:
    """Settings that meet the targets, and what each further change buys; ``also`` names further files."""
    from simlab.analysis.knobs import Knob
    from simlab.analysis.search import balance_search
    from simlab.analysis.search_cases import Target

    also = {Path(name).stem: _other(study, name, "balance.also") for name in asked.get("also", [])}
    named = {Path(study.scenario.where).stem, *also} if also else set()
    targets = [
        Target(metric or None, float(low), float(high), case)
        for key, (low, high) in asked.get("targets", {}).items()
        for case, metric in [_split_name(key, named)]
    ]
    knobs = [
        Knob(key, tuple(values), case)
        for name, values in asked.get("knobs", {}).items()
        for case, key in [_split_name(name, named)]
    ]
    options = how(study, asked, "most_changes", "budget")
    found = balance_search(study.prepared, targets, knobs, also=also, **options)
    rows = []
    for setting in found.best:
        numbers = zip(setting.shares, found.means, strict=True)
        values = [number_cell(p, 3) if mean else rate_cell(p) for p, mean in numbers]
        words = ", ".join(f"{key} = {value}" for key, value in setting.changes) or "as it stands"
        missed = number_cell(100 * setting.distance, 2, " points")
        rows.append([number_cell(len(setting.changes), 0), *values, missed, text_cell(words)])
    heads = ["Changes", *found.names, "Missed by", "Settings"]
    frame = found.frame()
    named_rows = [f"{row['changes']}: {row['settings']}" for row in frame.to_dict("records")]
    curve = frame.assign(name=named_rows, value=100.0 * frame["distance"])
    title = "What each further change buys"
    ax = plots.ranked_bars(curve, title=title, xlabel="missed by, points")
    figures = drawn(study, "balance", [(ax, "How far the targets are missed with so many changes.")])
    return Block(
        "Settings that meet the targets", [found.sentence], figures=figures, tables=[Table(title, heads, rows)]
    )


def plan(study: Study, asked: Asked) -> Block:
    """How many trials show a difference, for smaller and larger ones too."""
    from simlab.analysis.plan import duration
    from simlab.analysis.plan import plan as planned

    options = {key: asked[key] for key in ("power", "level", "metric", "pilot") if key in asked}
    against = asked.get("against")
    if against is not None:
        options["against"] = _other(study, against, "plan.against")
    found = planned(study.prepared, float(asked.get("difference", 0.02)), seed=study.seed, **options)
    frame = found.frame()
    rows = [
        [number_cell(100 * row["difference"], 2, " points"), text_cell(row["dice"]), number_cell(row["trials"], 0),
         text_cell(duration(row["seconds"]))]
        for row in frame.to_dict("records")
    ]  # fmt: skip
    table = Table("Trials that show a difference", ["Difference", "Dice", "Trials of each", "On this machine"], rows)
    pictures = [(plots.trials_needed(frame), "Trials of each variant, by the difference that they show.")]
    told = found.sentence.splitlines()
    return Block("How many trials", told, figures=drawn(study, "plan", pictures), tables=[table], beside=True)


def diff(study: Study, asked: Asked) -> Block:
    """Every number of the study that moved since an older version of it: a saved result or scenario."""
    from simlab.analysis.diff import diff as compared
    from simlab.analysis.diff import place_words

    here, folder = f"{study.scenario.where}, report.diff", study.scenario.folder
    if not isinstance(old := asked.get("old"), str):
        raise RunError(f'{here}.old: missing; name the older version: old = "published/answer.json"')
    if not (folder / old).exists():
        raise RunError(f"{here}.old: {old}: no such file or folder beside the scenario")
    found = compared(folder / old, folder / study.scenario.where, trials=asked.get("trials"), seed=study.seed)
    heading, moves = "What moved since the older version", found.moves()
    told = [f"{found.sentence[:1].upper()}{found.sentence[1:]}."]
    if not found.moved:
        return Block(heading, told)
    rows = [
        [text_cell(place_words(row), strong=True), _share(row["p_old"]), _share(row["p_new"]),
         points_cell(row["difference"]) if row["change"] == "moved" else text_cell(row["change"])]
        for row in found.rows[:MOST_ROWS]
    ]  # fmt: skip
    pictures = [] if moves.empty else [
        (plots.ranked_intervals(moves, value="difference", xlabel="points, new less old"), "What moved farthest.")
    ]  # fmt: skip
    table = Table(heading, ["Number", "Old", "New", "Change"], rows)
    return Block(heading, told, figures=drawn(study, "diff", pictures), tables=[table])


def _share(value: float | None) -> Cell:
    return text_cell("") if value is None or value != value else rate_cell(value)


def _split_name(key: str, names: set[str]) -> tuple[str, str]:
    """(name of a file or nothing, the rest), as the shell reads NAME/METRIC."""
    head, slash, rest = key.partition("/")
    return (head, rest) if slash and head in names else ("", key)


def _other(study: Study, name: Any, key: str) -> Any:
    """A further scenario: a file beside the study, or a shipped one."""
    from simlab.execute import prepare

    if not isinstance(name, str):
        raise RunError(f"{study.scenario.where}, report.{key}: {name!r} is no file name")
    beside = study.scenario.folder / name
    return prepare(beside if beside.exists() else name, study.prepared.catalog.folder.parent)
