"""The front of a game's page: what its units are worth, who beats whom, who lasts how long.

Price lists that take minutes to play are stored as ``data/<system>/prices.csv``; match-ups and lives are those that the
studies of the game ask for in their ``[report]`` sections.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from simlab import plots
from simlab.catalog import data_folder, read_rows
from simlab.report.answers import listed
from simlab.report.figures import figure
from simlab.report.page import Block, Section
from simlab.report.tables import Cell, Table, text_cell
from simlab.scenario import load_scenario

if TYPE_CHECKING:
    from simlab.report.studies import Study

MOST_NAMED = 5
FRONT = {
    "tournament": ("matches", "Who beats whom, and who is dominated"),
    "survival": ("lives", "Who lasts how long"),
}
"""Analyses that stand in front of the studies of a game's page, with the key and title of their section."""


def front_sections(studies: Sequence[Study], asked: Mapping[str, Mapping[str, Block]]) -> list[Section]:
    """The price lists, the match-ups and the lives of a game; of each only where there is something to show.

    asked: key of a study -> analysis -> its block.
    """
    found = [price_section(studies)]
    for verb, (key, title) in FRONT.items():
        mine = [(study, asked[study.key][verb]) for study in studies if verb in asked[study.key]]
        blocks = [replace(block, heading=study.title, text=[study.question, *block.text]) for study, block in mine]
        answer = " ".join(f"{study.title.rstrip('?')}: {_told(block, verb)}" for study, block in mine)
        found.append(Section(key, title, "", answer, blocks))
    return [section for section in found if section.blocks]


def put_in_lives(
    sections: list[Section], top: Block, answer: str, findings: Sequence[tuple[str, Sequence[str]]]
) -> None:
    """Put what the head of a page of survival studies says into the section of lives, which is made where it is not."""
    glance = replace(top, text=[answer, *top.text], terms={name: " ".join(told) for name, told in findings if told})
    key, title = FRONT["survival"]
    found = next((section for section in sections if section.key == key), None)
    if found is None:
        found = Section(key, title)
        sections.append(found)
    found.answer = f"{answer} {found.answer}".strip()
    found.blocks.insert(0, glance)


def _told(block: Block, verb: str) -> str:
    """The sentence that matters most: who is dominated, or how far lives differ."""
    lines = [line for line in block.text if line.startswith("Dominated") and ": none of " not in line]
    first = lines[0] if lines else "nobody is dominated." if verb == "tournament" else block.text[0]
    return first[:1].lower() + first[1:]


def stored_lists(system: str) -> list[list[dict[str, str]]]:
    """The stored price lists of a game: rows of one file and one measure together; none where none are stored."""
    path = data_folder() / system / "prices.csv"
    lists: dict[tuple[str, ...], list[dict[str, str]]] = {}
    for _, row in read_rows(path) if path.is_file() else ():
        lists.setdefault((_file(row), row["paid_in"], row["study"], row["method"]), []).append(row)
    return list(lists.values())


def _file(row: Mapping[str, str]) -> str:
    """The study that a row is from, as its command names it: "simlab points FILE ..."."""
    return row["command"].split()[2]


def title_of(system: str, rows: Sequence[Mapping[str, str]]) -> str:
    """What a list is called: the title of its study."""
    name = _file(rows[0])
    path = data_folder() / "scenarios" / system / f"{name}.toml"
    return (load_scenario(path).title if path.is_file() else "") or name.replace("_", " ")


def price_section(studies: Sequence[Study]) -> Section:
    """The stored price lists with their intervals, verdicts, and the commands that give them anew."""
    first = studies[0]
    lists = stored_lists(first.scenario.system)
    blocks = [_price_block(first, rows, place) for place, rows in enumerate(lists)]
    told = [f"{title_of(first.scenario.system, rows).rstrip('?')}: {verdicts(first, rows)}" for rows in lists]
    answer = " ".join(told)
    return Section("prices", "What the units are worth", "", answer, blocks)


def _name(study: Study, unit: str) -> str:
    name = study.unit_names.get(unit.casefold(), "")
    return study.words.short_unit(unit) or name.split(" / ")[0].split(" (")[0] or unit.replace("_", " ")


def _measure(study: Study, rows: Sequence[Mapping[str, str]]) -> str:
    return _name(study, rows[0]["paid_in"])


def verdicts(study: Study, rows: Sequence[Mapping[str, str]]) -> str:
    """Who is too cheap and who too dear, where the list knows costs; else the dearest and the cheapest."""
    parts = []
    for verdict in ("too cheap", "too dear"):
        names = [_name(study, row["unit"]) for row in rows if row["verdict"] == verdict]
        if names:
            more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
            parts.append(f"{verdict}: {', '.join(names[:MOST_NAMED])}{more}")
    if parts:
        return "; ".join(parts) + "."
    known = sorted(
        (row for row in rows if row["worth"] and row["verdict"] != "reference"), key=lambda row: -float(row["worth"])
    )
    return f"worth most: {listed([_name(study, row['unit']) + ' ' + row['worth'] for row in known[:3]])}."


def _price_block(study: Study, rows: Sequence[Mapping[str, str]], place: int) -> Block:
    import pandas as pd

    shown = [row for row in rows if row["verdict"] != "reference"]
    measure = _measure(study, rows)
    frame = pd.DataFrame(
        {
            "unit": [_name(study, row["unit"]) for row in shown],
            "price": [_number(row["worth"]) for row in shown],
            "price_lo": [_number(row["lo"]) for row in shown],
            "price_hi": [_number(row["hi"]) for row in shown],
            "cost": [_number(row["cost"]) for row in shown],
        }
    )
    first, title = rows[0], title_of(study.scenario.system, rows)
    ax = plots.price_list(frame, unit=f"paid in {measure}", title=title)
    told = verdicts(study, rows)
    caption = f"{title}: worth with its interval, paid in {measure}."
    worths = "; ".join(f"{_name(study, row['unit'])} {row['worth'] or 'none'}" for row in shown)
    drawn = figure(ax, f"prices-{place}", caption, f"Price list. {caption} {worths}.", first["command"])
    text = [
        told[:1].upper() + told[1:],
        f"{first['study']}; doctrine: {first['doctrine']}; found by {first['method']}, {first['source']}. "
        f"{stored(study, first)} A price is one of this battle and of these doctrines. This plays it anew:",
    ]
    table = _price_table(study, rows, measure, title)
    others = list(dict.fromkeys(row["command"] for row in rows[1:] if row["command"] != first["command"]))
    more = [Block("Commands of the other units", blocks=[Block("", command=one) for one in others], folded=True)]
    return Block(
        title,
        text,
        figures=[drawn],
        tables=[table],
        command=first["command"],
        beside=True,
        blocks=more if others else [],
    )


def stored(study: Study, row: Mapping[str, str]) -> str:
    """That the list was stored, and under which version of the rules, where it says so."""
    now, then = str(study.prepared.system.behaviour), row.get("behaviour", "")
    if not then:
        return f"Stored with simlab, not played for this page (rules version now: {now})."
    if then == now:
        return f"Stored with simlab, not played for this page; made under rules version {then}, that of today."
    return f"Stored with simlab, not played for this page; made under rules version {then}, and it is {now} now."


def _number(text: str) -> float:
    return float(text) if text else math.nan


def _price_table(study: Study, rows: Sequence[Mapping[str, str]], measure: str, title: str) -> Table:
    costs = any(row["cost"] for row in rows)
    cells = []
    for row in rows:
        own = [_amount(row["cost"])] if costs else []
        line = [text_cell(_name(study, row["unit"]), strong=True), _amount(row["worth"]), _interval(row), *own]
        cells.append([*line, _amount(row["suggested"], "–"), text_cell(row["verdict"] or "–")])
    heads = ["Unit", f"Worth in {measure}", "Interval", *(["Cost so far"] if costs else []), "Round number", "Verdict"]
    note = "A verdict stands only where the interval says so."
    return Table(f"Price list: {title}", heads, cells, note)


def _interval(row: Mapping[str, str]) -> Cell:
    if row["lo"] == row["hi"]:
        return Cell("exact" if row["worth"] else "none", 0.0, True)
    return Cell(f"{row['lo']} to {row['hi']}", float(row["hi"]) - float(row["lo"]), True)


def _amount(text: str, without: str = "none") -> Cell:
    return Cell(text or without, _sorted(text), True)


def _sorted(text: str) -> Any:
    return float(text) if text else -math.inf
