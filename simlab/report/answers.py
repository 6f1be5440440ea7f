"""Answers in a sentence: what a study says, and what several studies that ask the same say together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from simlab.report.ranges import best, has_reach, named, unit_of
from simlab.report.words import capital

if TYPE_CHECKING:
    import pandas as pd

    from simlab.report.studies import Study


def is_survival(study: Study) -> bool:
    """Does the study set helicopters or ways of flying against kinds of defence?"""
    return "survival" in study.tables and bool(study.parts["threat"])


def answer(study: Study) -> str:
    """The answer of one study in a sentence, with how sure it is."""
    from simlab.analysis.summary import answer_sentence

    if is_survival(study):
        return survival_sentence([study])
    if study.range_axis is not None:
        frame = named(study)
        told = _reach_sentence(study, frame) if has_reach(frame) else _range_sentence(study, frame)
        return " ".join([told, *_shared_sentences(study)])
    if study.axes:
        return " ".join([_cases_sentence(study), *_counted(study)])
    known = study.words.headline(study.metric) if study.words.tables.get("headlines", {}).get(study.metric) else None
    if known is None or "attacks_and_fate" in study.tables:
        return answer_sentence(study.result())
    return f"{capital(known[1])}: {span([study.headline['p'][0]])} ({sureness([study])})."


def survival_sentence(studies: Sequence[Study]) -> str:
    """What one that flies as in the focus comes to, against each kind of defence: lowest and highest of all."""
    first = studies[0]
    manner, threat = first.parts["manner"], first.parts["threat"]
    who = f"A helicopter that {first.words.doing(first.focus[manner])}" if manner else "A helicopter"
    label = first.focus[manner] if manner else None
    parts = [
        f"{span(rates_of(studies, label, one)['p'])} against {first.words.against(one)}" for one in first.labels(threat)
    ]
    return f"{who} {verb_of(first)} with a chance of {listed(parts)} ({_out_of(studies)}{sureness(studies)})."


def _out_of(studies: Sequence[Study]) -> str:
    """Over how many subjects a span goes."""
    numbers = {len(study.labels(study.parts["subject"])) for study in studies}
    subject = studies[0].parts["subject"]
    if subject is None or (numbers == {1} and len(studies) == 1):
        return ""
    each = f" in each of {len(studies)} studies" if len(studies) > 1 else ""
    return f"lowest and highest of {' or '.join(map(str, sorted(numbers)))} {studies[0].words.axis(subject)}s{each}; "


def verb_of(study: Study) -> str:
    """The headline as a verb, the game with its length: "survives a game of 12 turns"."""
    verb, _ = study.words.headline(study.metric)
    game = study.points[0][1].provenance["scenario"].get("game", {})
    turns = game.get("turns") if isinstance(game, dict) else None
    return verb.replace("the game", f"a game of {turns} turns") if turns else verb


def rates_of(studies: Sequence[Study], manner_label: str | None, threat_label: str | None) -> pd.DataFrame:
    """Headline rows of all subjects of the studies with these labels (None: any)."""
    import pandas as pd

    found = []
    for study in studies:
        frame = study.headline
        for part, label in (("manner", manner_label), ("threat", threat_label)):
            axis = study.parts[part]
            if axis is not None and label is not None:
                frame = frame[frame[axis] == label]
        found.append(frame)
    return pd.concat(found, ignore_index=True)


def span(shares: Sequence[float] | pd.Series) -> str:
    """Lowest to highest share as a percentage: "44 to 69 %", or one number where they agree.

    >>> span([0.437, 0.689]), span([0.5, 0.501])
    ('44 to 69 %', '50 %')
    """
    low, high = (f"{100.0 * value:.0f}" for value in (min(shares), max(shares)))
    return f"{low} %" if low == high else f"{low} to {high} %"


def listed(parts: Sequence[str]) -> str:
    """Parts of a sentence joined by commas and a last "and".

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " and " + parts[-1]


def sureness(studies: Sequence[Study]) -> str:
    """How sure the numbers of some studies are: exact, or the widest interval."""
    if all(study.exact for study in studies):
        return "exact: calculated, not rolled"
    reach = max(float((study.headline["p_hi"] - study.headline["p_lo"]).max()) / 2.0 for study in studies)
    rolled = next(result for study in studies for _, result in study.points if not result.exact)
    places = 1 if reach >= 0.001 else 2
    return f"rolled: each within {100.0 * reach:.{places}f} points at {100.0 * rolled.interval_level:g} %"


def _counted(study: Study) -> list[str]:
    """The least and the greatest mean of each table that is counted beside the headline, and where they are."""
    told = []
    for table, head in study.words.counts.items():
        if table not in study.tables:
            continue
        means = [next(row["mean"] for row in result.means() if row["table"] == table) for _, result in study.points]
        low, high = min(range(len(means)), key=means.__getitem__), max(range(len(means)), key=means.__getitem__)
        if means[low] == means[high]:
            continue
        names = [study.case_name(study.points[place][0]) for place in (low, high)]
        told.append(f"{head}: from {means[low]:.3g} ({names[0]}) to {means[high]:.3g} ({names[1]}).")
    return told


def _reach_sentence(study: Study, frame: pd.DataFrame) -> str:
    """Who is best at its best range, and who reaches farthest."""
    found = best(frame).dropna()
    _, noun = study.words.headline(study.metric)
    unit = unit_of(study.words.axis(study.range_axis or ""))
    if found.empty:
        return f"Nothing here ever has an effect ({sureness([study])})."
    low, top, near, far = found["best"].min(), found["best"].max(), found["reach"].min(), found["reach"].max()
    spread = f"{100 * low:.1f} to {100 * top:.1f} %" if top - low > 5e-4 else f"{100 * top:.1f} %"
    farthest = list(dict.fromkeys(frame[frame["label"].isin(found[found["reach"] == far]["name"])]["series"]))
    return (
        f"At its best range one shot has an {noun} of {spread}; reach runs from {near:g} to {far:g} {unit}, the "
        f"farthest being {some(farthest)} ({sureness([study])})."
    )


def some(names: Sequence[str], most: int = 3) -> str:
    """A few names and how many more there are.

    >>> some(["a", "b", "c", "d"], 2)
    'a, b and 2 more'
    """
    return listed(names) if len(names) <= most else f"{', '.join(names[:most])} and {len(names) - most} more"


def _shared_sentences(study: Study) -> list[str]:
    """What the means of a study come to for each unit of its numbers, lowest and highest; all else as in its focus."""
    axis = next(axis for axis in study.axes if axis.name == study.range_axis)
    if not study.words.per(axis.name):
        return []
    thing, _, unit = study.words.axis(axis.name).partition(", ")
    told = []
    for table, head in study.words.counts.items():
        if table not in study.tables:
            continue
        means = {}
        for label, number in axis.numbers.items():
            result = study.result(**{axis.name: label})
            means[label] = next(row["mean"] for row in result.means() if row["table"] == table) / number
        low, high = min(means, key=means.__getitem__), max(means, key=means.__getitem__)
        least, most = f"{means[low]:.3g} at a {thing} of {low} {unit}", f"{means[high]:.3g} at {high}"
        told.append(f"{head} {study.words.per(axis.name)} ({study.case_words(axis.name)}): {least}, {most}.")
    return told


def _range_sentence(study: Study, frame: pd.DataFrame) -> str:
    """Each series from the lowest to the highest number, and where it passes one half; many of them together."""
    along = study.words.axis(study.range_axis or "")
    thing, _, unit = along.partition(", ")
    lines = {str(name): _line(mine) for name, mine in frame.groupby("label", sort=False)}
    first, last = frame["x"].min(), frame["x"].max()
    _, noun = study.words.headline(study.metric)
    ends = f"{first:g} to {last:g}{' ' + unit if unit else ''}"
    told = _few(study, lines) if len(lines) <= FEW_LINES else _many(lines)
    return f"{capital(noun)} by {thing}, from {ends}: {told} ({sureness([study])})."


FEW_LINES = 4
"""So many series are told one by one, more of them together."""


def _line(mine: pd.DataFrame) -> list[tuple[float, float]]:
    """(number, share) of a series in the order of the numbers."""
    return sorted((float(x), float(p)) for x, p in zip(mine["x"], mine["p"], strict=True))


def passes(line: Sequence[tuple[float, float]]) -> float | None:
    """The number from which on a series stays on the other side of one half than it began; None if it never does.

    >>> passes([(1, 0.1), (2, 0.6), (3, 0.4), (4, 0.9)]), passes([(1, 0.1), (2, 0.2)])
    (4, None)
    """
    began = line[0][1] >= 0.5
    past = len(line)
    while past and (line[past - 1][1] >= 0.5) != began:
        past -= 1
    return line[past][0] if past < len(line) else None


def _few(study: Study, lines: Mapping[str, Sequence[tuple[float, float]]]) -> str:
    parts = []
    for name, line in lines.items():
        start, end = (span([line[place][1]]) for place in (0, -1))
        word = "falling" if line[-1][1] < line[0][1] else "rising"
        certain = [x for x, p in line if p == 1]
        turn = passes(line)
        sides = "below" if word == "falling" else "past"
        half = "" if turn is None or turn == line[-1][0] else f", {sides} one half from {turn:g} on"
        sure = f" from {min(certain):g} on" if study.exact and word == "rising" and end == "100 %" and certain else ""
        parts.append(f"{name}, {start} throughout" if start == end else f"{name}, {start} {word} to {end}{sure}{half}")
    return "; ".join(parts)


def _many(lines: Mapping[str, Sequence[tuple[float, float]]]) -> str:
    starts, ends = ([line[place][1] for line in lines.values()] for place in (0, -1))
    turns = {name: turn for name, line in lines.items() if (turn := passes(line)) is not None}
    told = f"{span(starts)} at first and {span(ends)} at last over {len(lines)} cases"
    if not turns:
        return f"{told}; none passes one half"
    early, late = min(turns, key=turns.__getitem__), max(turns, key=turns.__getitem__)
    rest = len(lines) - len(turns)
    never = f"; {rest} of them never {'does' if rest == 1 else 'do'}" if rest else ""
    if turns[early] == turns[late]:
        return f"{told}; one half is passed from {turns[early]:g} on{never}"
    return f"{told}; one half is passed from {turns[early]:g} on ({early}) to {turns[late]:g} on ({late}){never}"


def _cases_sentence(study: Study) -> str:
    """Lowest and highest of all cases and where they are, then each short axis averaged over the others."""
    frame, (_, noun) = study.headline, study.words.headline(study.metric)
    rows = sorted(frame.to_dict("records"), key=lambda row: row["p"])
    low, high = rows[0], rows[-1]
    if high["p"] - low["p"] < SAME:
        return f"{capital(noun)}: {span([low['p']])} in each of {len(rows)} cases ({sureness([study])})."
    told = [
        f"{100 * row['p']:.1f} % ({study.case_name({axis.name: str(row[axis.name]) for axis in study.axes})})"
        for row in (low, high)
    ]
    averages = f" Averaged over all else: {'; '.join(means)}." if (means := _averages(study)) else ""
    return f"{capital(noun)}: from {told[0]} to {told[1]} over {len(rows)} cases ({sureness([study])}).{averages}"


def _averages(study: Study) -> list[str]:
    """Each short axis that moves the headline, averaged over the others."""
    means = []
    for axis in study.axes if len(study.axes) > 1 else ():
        if not 1 < len(axis.cases) <= MOST_AVERAGED:
            continue
        shares = {
            str(label): float(p) for label, p in study.headline.groupby(axis.name, sort=False)["p"].mean().items()
        }
        if max(shares.values()) - min(shares.values()) >= WORTH_TELLING:
            parts = ", ".join(f"{_bare(study, axis.name, label)}: {100 * p:.0f} %" for label, p in shares.items())
            means.append(f"by {_thing(study, axis.name)}, {parts}")
    return means


def _thing(study: Study, axis: str) -> str:
    """What an axis is, without its unit: "distance", "escorts"."""
    return study.words.axis(axis).partition(", ")[0].removeprefix("number of ")


def _bare(study: Study, axis: str, label: str) -> str:
    """A label without the name of its axis, which the sentence has said: "4 inches", "with"."""
    return study.name(axis, label).replace(_thing(study, axis), "").strip() or label


MOST_AVERAGED = 6
"""An axis of more labels than that is not averaged in a sentence."""
SAME, WORTH_TELLING = 5e-5, 0.005
"""Shares that print alike; a difference of averages that is told."""
