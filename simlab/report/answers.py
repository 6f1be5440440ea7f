"""Answers in a sentence: what a study says, and what several studies that ask the same say together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from simlab.report.ranges import best, has_reach, named, unit_of

if TYPE_CHECKING:
    import pandas as pd

    from simlab.report.studies import Study


def is_survival(study: Study) -> bool:
    """Does the study set helicopters or ways of flying against kinds of defence?"""
    return "survival" in study.tables and bool(study.parts["threat"])


def answer(study: Study) -> str:
    """The answer of one study in a sentence, with how sure it is."""
    from simlab.analysis.summary import answer_sentence, sweep_sentence
    from simlab.analysis.sweep import Sweep

    if is_survival(study):
        return survival_sentence([study])
    if study.range_axis is not None:
        frame = named(study)
        told = _reach_sentence(study, frame) if has_reach(frame) else _range_sentence(study, frame)
        return " ".join([told, *_shared_sentences(study)])
    if study.axes:
        return sweep_sentence(Sweep(study.axes, study.points, len(study.points)))
    return answer_sentence(study.result())


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
    """Each series from the lowest to the highest number."""
    along = study.words.axis(study.range_axis or "")
    first, last = frame["x"].min(), frame["x"].max()
    shares = {(row["label"], row["x"]): row["p"] for row in frame.to_dict("records")}
    parts = []
    for name in dict.fromkeys(frame["label"]):
        start, end = (span([shares[name, x]]) for x in (first, last))
        word = "falling" if shares[name, last] < shares[name, first] else "rising"
        certain = [x for one, x in shares if one == name and shares[one, x] == 1]
        sure = f" from {min(certain):g} on" if study.exact and word == "rising" and end == "100 %" and certain else ""
        parts.append(f"{name}, {start} throughout" if start == end else f"{name}, {start} {word} to {end}{sure}")
    _, noun = study.words.headline(study.metric)
    thing, _, unit = along.partition(", ")
    ends = f"{first:g} to {last:g}{' ' + unit if unit else ''}"
    return f"{noun.capitalize()} by {thing}, from {ends}: {'; '.join(parts)} ({sureness([study])})."
