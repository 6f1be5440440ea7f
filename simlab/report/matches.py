"""Everybody against everybody on a page: the matrix, who is dominated, who is tied, what to bring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from simlab import plots
from simlab.errors import RunError, nearest
from simlab.plots.frames import per_cent
from simlab.report.answers import listed
from simlab.report.figures import figure
from simlab.report.page import Block
from simlab.report.tables import Table, number_cell, rate_cell, rate_cells, text_cell
from simlab.report.words import capital

if TYPE_CHECKING:
    from simlab.analysis.tournament import Tournament
    from simlab.report.studies import Study
    from simlab.scenario import Scenario

HEADING = "Everybody against everybody"
MOST_CIRCLES, MOST_BETTER, MOST_DOMINATED = 4, 3, 5
MOST_ACROSS = 12  # columns of a picture; where the columns are more, and more than the rows, it is turned


def tournament_block(study: Study, asked: Mapping[str, Any], how: Mapping[str, Any]) -> Block:
    """The match-ups of two axes of a study: picture of the matrix, tables of both sides, the dominated in words.

    asked: the options of the file, of which ``axes`` names two where the study has more, the others staying as in the
    focus; how: what goes to `simlab.analysis.tournament.tournament`.
    """
    from simlab.analysis.tournament import tournament

    found = tournament(of_two_axes(study, asked.get("axes")), **how)
    names = [named(study, axis, labels) for axis, labels in zip(found.axes, (found.rows, found.columns), strict=True)]
    _, noun = study.words.headline(found.metric)
    frame = found.frame()
    for axis, mine in zip(found.axes, names, strict=True):
        frame = frame.assign(**{axis: [mine[label] for label in frame[axis]]})
    turned = len(found.columns) > max(len(found.rows), MOST_ACROSS)  # so that the picture fits a page
    down, across = reversed(found.axes) if turned else found.axes
    ax = plots.heat_map(frame, rows=down, columns=across, value_label="")
    sides = [study.words.axis(axis) for axis in found.axes]
    kept = study.case_words(*found.axes)
    places = ("columns", "rows") if turned else ("rows", "columns")
    which = " against ".join(f"{side} ({place})" for side, place in zip(sides, places, strict=True))
    caption = f"{capital(noun)}, {which}{', ' + kept if kept else ''}."
    alt = f"Heat map. {caption} {_ends(found, names)}"
    drawn = figure(ax, f"{study.key}-tournament-0", caption, alt, f"simlab tournament {study.file} --seed {study.seed}")
    told = [_value(found, noun), *sentences(found, names, sides)]
    tables = [_table(found, names, noun, place, sides[place]) for place in ((0,) if found.mirrored else (0, 1))]
    return Block(HEADING, told, figures=[drawn], tables=tables)


def of_two_axes(study: Study, axes: Sequence[str] | None) -> Scenario:
    """The scenario of a study with two axes of its sweep, the others as in the focus. RunError: no such axis."""
    if axes is None:
        return study.scenario
    known = [axis.name for axis in study.axes]
    for name in axes:
        if name not in known:
            where = f"{study.scenario.where}, report.tournament.axes"
            raise RunError(f'{where}: no axis "{name}"; nearest: {nearest(name, known)}')
    return replace(study.prepared.scenario, sweep={name: study.scenario.sweep[name] for name in axes})


def named(study: Study, axis: str, labels: Sequence[str]) -> dict[str, str]:
    """Label -> its short name; the long ones where two short ones are the same."""
    for short in (True, False):
        found = {label: study.name(axis, label, short=short) for label in labels}
        if len(set(found.values())) == len(labels):
            return found
    return {label: label for label in labels}


def sentences(found: Tournament, names: Sequence[Mapping[str, str]], sides: Sequence[str]) -> list[str]:
    """Who is dominated on either side, and who beats whom in a circle."""
    told = []
    for place in (0,) if found.mirrored else (0, 1):
        pairs = dominated_of(found, place)
        told.append(_dominated(pairs, (found.rows, found.columns)[place], names[place], sides[place]))
    circles = found.cycles() if found.mirrored else []
    for circle in circles[:MOST_CIRCLES]:
        a, b, c = (names[0][label] for label in circle)
        told.append(f"A circle: {a} beats {b}, {b} beats {c}, {c} beats {a}.")
    if len(circles) > MOST_CIRCLES:
        told.append(f"There are {len(circles)} circles in all.")
    return told


def _dominated(pairs: Sequence[tuple[str, str]], labels: Sequence[str], names: Mapping[str, str], side: str) -> str:
    """Who of a side is dominated by whom; where they are many, who is not."""
    better: dict[str, list[str]] = {}
    for worse, other in pairs:
        better.setdefault(worse, []).append(names[other])
    if not better:
        return f"Dominated ({side}): none of {len(labels)}."
    if len(better) <= MOST_DOMINATED:
        parts = [f"{names[worse]} (by {_few(by)})" for worse, by in better.items()]
        return f"Dominated ({side}): {listed(parts)}."
    free = [names[label] for label in labels if label not in better]
    return f"Dominated ({side}): {len(better)} of {len(labels)}, all but {listed(free)}."


def dominated_of(found: Tournament, place: int) -> list[tuple[str, str]]:
    """(label, better label) of the row side (place 0), or of the column side, which wants what the row side loses."""
    from simlab.analysis.games import dominated

    if place == 0:
        return found.dominated()
    rows = found.gained()
    pairs = dominated(1.0 - rows.p.T, 1.0 - rows.hi.T, 1.0 - rows.lo.T)
    return [(found.columns[a], found.columns[b]) for a, b in pairs]


def _few(names: Sequence[str]) -> str:
    more = len(names) - MOST_BETTER
    return ", ".join(names[:MOST_BETTER]) + (f" and {more} more" if more > 0 else "")


def _value(found: Tournament, noun: str) -> str:
    width = 50.0 * float((found.hi - found.lo).max())
    sure = "All rates are exact" if not width else f"Rates are rolled: each within {width:.1f} points"
    return f"{sure}. If both sides bring the mix that nobody can exploit, {noun} is {per_cent(found.value, 1)}."


def _ends(found: Tournament, names: Sequence[Mapping[str, str]]) -> str:
    """The overall rates, for those who do not see the picture."""
    over = found.overall()
    rates = [f"{names[0][row[found.axes[0]]]} {per_cent(row['p'], 1)}" for row in over.to_dict("records")]
    return f"Overall: {'; '.join(rates)}."


def _table(found: Tournament, names: Sequence[Mapping[str, str]], noun: str, place: int, side: str) -> Table:
    """The units of one side, best first: overall rate, group, share in the mix, and who does better against all."""
    over = overall_of(found, place)
    axis = found.axes[place]
    mix = found.mix()
    mine = mix[mix["axis"] == axis] if found.axes[0] != found.axes[1] else mix.head(len(found.rows))
    shares = {row["name"]: row["share"] for row in mine.to_dict("records")}
    evolved = found.alpha_rank() if found.mirrored else None
    ranked = dict(zip(found.rows, evolved["share"], strict=True)) if evolved is not None else {}
    better: dict[str, list[str]] = {}
    for worse, other in dominated_of(found, place):
        better.setdefault(worse, []).append(names[place][other])
    rows = []
    records = over.to_dict("records")
    cells = rate_cells(zip(over["p"], over["p_lo"], over["p_hi"], strict=True))
    for row, (rate, interval) in zip(records, cells, strict=True):
        label = row[axis]
        rank = [rate_cell(ranked[label])] if ranked else []
        by = text_cell(_few(better[label]) if label in better else "–")
        cut = [number_cell(row["group"], 0), rate_cell(shares[label]), *rank, by]
        rows.append([text_cell(names[place][label], strong=True), rate, interval, *cut])
    heads = [noun, "Interval", "Group", "In the best mix", *(["Alpha-rank"] if ranked else []), "Dominated by"]
    low = found.low_is_good == (place == 0)
    wants = "They want it low. " if low else "They want it high. " if found.low_is_good else ""
    note = (
        f"{wants}Each rate is a mean over the other side. Those of one group are tied with its best. Of mixes that do "
        "equally well one is shown."
    )
    caption = HEADING if found.mirrored else f"{HEADING}: {side}"
    return Table(caption, [capital(side), capital(heads[0]), *heads[1:]], rows, note)


def overall_of(found: Tournament, place: int) -> Any:
    """As `Tournament.overall`, of the rows, or of the columns, which want the opposite."""
    if place == 0:
        return found.overall()
    turned = replace(
        found, rows=found.columns, columns=found.rows, p=found.p.T, lo=found.lo.T, hi=found.hi.T, n=found.n.T,
        axes=(found.axes[1], found.axes[0]), low_is_good=not found.low_is_good,
    )  # fmt: skip
    return turned.overall()
