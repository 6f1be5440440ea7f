"""The back of the page: what the data assume, and how to get every figure again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from simlab.report.page import Block, Section
from simlab.report.readings import in_force_blocks
from simlab.report.tables import Table, code_cell, text_cell

if TYPE_CHECKING:
    from simlab.report.figures import Figure
    from simlab.report.studies import Study

DOUBT = ("low", "medium", "assumed", "inferred")


def assumptions_section(studies: Sequence[Study]) -> Section:
    """Units with their confidence, table values and rulings that rest on assumptions."""
    blocks = [_units(studies)]
    values = _doubted(studies)
    if values.rows:
        blocks.append(
            Block(
                "Values and rulings that rest on an assumption",
                ["Changing one of these changes a study's numbers."],
                tables=[values],
            )
        )
    else:
        blocks.append(
            Block(
                "Values and rulings that rest on an assumption",
                ["No table value or default ruling of these studies is marked as assumed."],
            )
        )
    return Section("assumptions", "What the data assume", blocks=blocks)


def _units(studies: Sequence[Study]) -> Block:
    """Every unit that a study uses, the least certain first."""
    used: dict[str, tuple[Any, list[str]]] = {}
    for study in studies:
        rows = [
            row
            for name, schema in study.prepared.system.tables.items()
            if schema.units
            for row in study.prepared.catalog.rows(name)
        ]
        words = {word.casefold() for scenario in study.scenarios() for word in _texts(scenario.body)}
        for row in rows:
            if {row.id.casefold(), row.name.casefold()} & words:
                titles = used.setdefault(row.id, (row, []))[1]
                if study.title not in titles:
                    titles.append(study.title)
    doubt = {word: place for place, word in enumerate(DOUBT)}
    order = sorted(used.values(), key=lambda item: (doubt.get(item[0].confidence, len(DOUBT)), item[0].name))
    heads = ["Unit", "Confidence", "Where its values come from", "Note", "Used in"]
    rows = [
        [
            text_cell(row.name, strong=True),
            *map(text_cell, (row.confidence, row.source, row.notes or "", "; ".join(titles))),
        ]
        for row, titles in order
    ]
    table = Table("Units used, the least certain first", heads, rows, studies[0].words.note("units"))
    shaky = [row.name for row, _ in order if row.confidence in DOUBT]
    head = f"{len(order)} units are used. " + (
        f"The public figures of {', '.join(shaky)} are of low or medium confidence."
        if shaky else "The public figures of all of them are of high confidence."
    )  # fmt: skip
    guessed = sum("assumed" in row.source for row, _ in order)
    also = f" For {guessed} of them some values, named under “assumed”, are our own judgement." if guessed else ""
    return Block("Units", [head + also], tables=[table])


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for part in value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ():
        yield from _texts(part)


def _doubted(studies: Sequence[Study]) -> Table:
    from simlab.analysis.summary import assumptions

    seen: dict[tuple[str, str], list[str]] = {}
    rows: dict[tuple[str, str], Any] = {}
    for study in studies:
        for labels in _corners(study):
            frame = assumptions(study.prepared_case(**labels))
            for row in frame[frame["sort"] != "unit"].to_dict("records"):
                key = (str(row["sort"]), str(row["name"]))
                rows[key] = row
                if study.title not in seen.setdefault(key, []):
                    seen[key].append(study.title)
    cells = [
        [text_cell(row["name"], strong=True), text_cell(row["sort"]), text_cell(row["value"]), text_cell(row["status"]),
         text_cell(row["text"]), text_cell("; ".join(seen[key]))] for key, row in rows.items()
    ]  # fmt: skip
    return Table("Assumed values and rulings", ["Name", "Sort", "In force", "Status", "Why", "Bears on"], cells)


def _corners(study: Study) -> list[dict[str, str]]:
    """Cases that between them use what a study uses: the focus, and the last label of every axis."""
    last = [
        {axis.name: label} for axis in study.axes for label in [list(axis.cases)[-1]] if label != study.focus[axis.name]
    ]
    return [{}, *last]


def rulings_section(studies: Sequence[Study]) -> Section:
    """The rulings in force in every study."""
    return Section("rulings", "Rulings in force", blocks=in_force_blocks(studies))


def again_section(
    studies: Sequence[Study], figures: Sequence[Figure], numbers: Mapping[str, int], whole: str
) -> Section:
    """How to get every figure again: command, digest of the inputs, seed, versions. whole: the command of this page."""
    rows = [
        [text_cell(study.title, strong=True), code_cell(study.file), code_cell(study.scenario.digest),
         text_cell(_dice(study)), text_cell(study.prepared.system.behaviour), code_cell(study.command())]
        for study in studies
    ]  # fmt: skip
    table = Table("Studies", ["Study", "File", "Digest", "Dice", "Rules version", "Its numbers again"], rows)
    cases = [
        [text_cell(study.title), text_cell(study.case_name(labels)), code_cell(result.provenance["digest"]),
         text_cell("exact" if result.exact else f"{result.trials:,} trials, seed {result.provenance['seed']}")]
        for study in studies for labels, result in study.points
    ]  # fmt: skip
    by_figure = [
        [text_cell(f"Figure {numbers[figure.key]}"), text_cell(figure.caption), code_cell(figure.command)]
        for figure in figures
    ]
    versions = studies[0].points[0][1].provenance["versions"]
    text = [
        "Versions: " + ", ".join(f"{name} {version}" for name, version in versions.items()) + ".",
        "Paths that begin with data/ name files that come with simlab. The digest names what decides the answer: "
        "system, kind, keys, rulings. `simlab sweep FILE --format csv` prints the numbers behind a figure.",
    ]
    blocks = [
        Block("This page again", text, command=whole, tables=[table]),
        Block(
            "Every figure",
            tables=[Table("Figures and their commands", ["Figure", "What it shows", "Command"], by_figure)],
            folded=True,
        ),
        Block("Digest of every case", tables=[Table("Cases", ["Study", "Case", "Digest", "Dice"], cases)], folded=True),
    ]
    return Section("again", "Get every figure again", blocks=blocks)


def _dice(study: Study) -> str:
    if study.exact:
        return "none: exact"
    trials = next(result.trials for _, result in study.points if not result.exact)
    return f"seed {study.seed}, {trials:,} trials a case"
