"""Tables in the README of a wing that are made from its code and data: columns of units, rulings, sources.

Each stands between two markers, ``<!-- generated: columns -->`` and ``<!-- end of columns -->``; what is around them is
written by hand. ``python -m simlab.papers`` makes them anew for every wing, and a test compares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simlab.catalog import data_folder, read_rows
from simlab.errors import SimlabError
from simlab.systems import NAMES, system_named

if TYPE_CHECKING:
    from simlab.catalog import TableSchema
    from simlab.contract import RulesSystem

UNIT_ENDINGS = ("in", "m", "mm", "kg")
"""Units of measure go into names: a column that ends so has that unit (``in`` are inches on the table)."""
SURENESS = ("printed", "public", "inferred", "assumed", "derived", "high", "medium", "low")
"""Words of the columns status and confidence, the surest first."""


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    r"""A table as GitHub reads it.

    >>> print(markdown_table(["a", "b"], [["x | y", "z"]]))
    | a | b |
    | --- | --- |
    | x \| y | z |
    """
    lines = [list(head), ["---"] * len(head), *([cell.replace("|", "\\|") for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def columns(system: RulesSystem) -> str:
    """The columns of every table of units: type or allowed values, what a blank cell is, unit of measure, meaning."""
    head = ("column", "values", "may be blank", "unit", "meaning")
    return "\n\n".join(
        f"### `{schema.file}`: {schema.meaning}\n\n{markdown_table(head, _column_rows(schema))}"
        for schema in system.tables.values()
        if schema.units
    )


def _column_rows(schema: TableSchema) -> Iterable[tuple[str, ...]]:
    shape = schema.row.model_json_schema()
    for name, about in shape["properties"].items():
        # A cell that may be blank is "its type or null" in the schema; the null says no more than the default does.
        value = next((kind for kind in about.get("anyOf", []) if kind.get("type") != "null"), about)
        ending = name.rpartition("_")[2]
        unit = about.get("unit") or (ending if "_" in name and ending in UNIT_ENDINGS else "")
        blank = "no" if name in shape.get("required", []) else _blank(about.get("default"))
        yield f"`{name}`", values(value), blank, unit, about.get("description", "")


def values(about: dict[str, Any]) -> str:
    """The values that a column allows, from its JSON schema.

    >>> values({"type": "boolean"}), values({"type": "integer", "minimum": 1, "maximum": 16})
    ('0 or 1', 'whole number 1 to 16')
    """
    if "enum" in about or "const" in about:
        return ", ".join(f"`{word}`" for word in about.get("enum", [about.get("const")]) if word != "")
    if about["type"] == "boolean":
        return "0 or 1"
    if about["type"] in ("integer", "number"):
        sort = "whole number" if about["type"] == "integer" else "number"
        low, above, high = (about.get(key) for key in ("minimum", "exclusiveMinimum", "maximum"))
        start = f" above {above:g}" if above is not None else f" {low:g}" if low is not None else ""
        end = f"{', at most' if above is not None else ' to'} {high:,.15g}" if high is not None else ""
        return sort + start + end
    return "one word" if "pattern" in about else "text"


def _blank(default: Any) -> str:
    """Whether a cell may be blank, and what it then stands for."""
    if default in (None, ""):
        return "yes"
    return f"yes ({int(default) if isinstance(default, bool) else default})"


def rulings(system: RulesSystem) -> str:
    """The rulings that can be turned, then those that stand fixed, with the reason."""
    free = (
        (f"`{one.name}`", one.clause, _sentence(one.question), one.allowed, ", ".join(one.bears_on))
        for one in system.rulings
    )
    parts = [markdown_table(("ruling", "clause", "question", "options", "bears on"), free)]
    written = {row["name"]: row for _, row in read_rows(data_folder() / system.name / "rulings.csv")}
    fixed = []
    for name, why in system.fixed_rulings.items():
        row = written[name]
        fixed.append((f"`{name}`", row["clause"], _sentence(row["question"]), f"`{row['default']}`", why))
    if fixed:
        head = ("ruling", "clause", "question", "stands at", "why")
        parts += [f"{len(fixed)} more stand fixed; setting one is refused:", markdown_table(head, fixed)]
    for kind, cases in system.no_case.items():
        rows = [(f"`{one.name}`", cases[one.name]) for one in system.rulings if one.name in cases]
        if rows:
            parts += [
                f"Refused in `{kind}`, where nothing meets the question:",
                markdown_table(("ruling", "why"), rows),
            ]
    return "\n\n".join(parts)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def sources(system: RulesSystem) -> str:
    """Every table that the wing reads: its file, what it holds, how sure its rows are.

    No counts: a new row then needs no new README.
    """
    rows = []
    for schema in system.tables.values():
        cells = [row for _, row in read_rows(data_folder() / system.name / schema.file)]
        known = {row.get("confidence") or row.get("status", "") for row in cells}
        words = [*(word for word in SURENESS if word in known), *sorted(known - set(SURENESS))]
        rows.append((f"`{schema.file}`", schema.meaning, ", ".join(words)))
    return markdown_table(("file", "what it holds", "how sure its rows are"), rows)


PRICE_COLUMNS = ("unit", "paid in", "worth", "interval", "cost", "verdict", "doctrine", "study")


def prices(system: RulesSystem) -> str:
    """The price list of a system, from ``prices.csv``, and below it the commands that made it."""
    rows: list[tuple[str, ...]] = []
    commands: dict[str, int] = {}
    for _, row in read_rows(data_folder() / system.name / "prices.csv"):
        worth, ends = row["worth"] or "none", f"{row['lo']} to {row['hi']}" if row["lo"] != row["hi"] else "exact"
        number = commands.setdefault(row["command"], len(commands) + 1)
        told = (row["cost"], row["verdict"], row["doctrine"], str(number))
        rows.append((f"`{row['unit']}`", row["paid_in"], worth, ends, *told))
    listed = "\n".join(f"{number}. `{command}`" for command, number in commands.items())
    return f"{markdown_table(PRICE_COLUMNS, rows)}\n\nThe studies:\n\n{listed}"


SECTIONS: dict[str, Callable[[RulesSystem], str]] = {
    "columns": columns,
    "rulings": rulings,
    "sources": sources,
    "prices": prices,
}


def readme_of(system: RulesSystem) -> Path:
    """The README of a wing."""
    return Path(__file__).parent / "systems" / system.name / "README.md"


def made_anew(text: str, system: RulesSystem, where: str = "README.md") -> str:
    """The text of a README with all its generated tables made anew.

    Raises:
        SimlabError: a pair of markers is missing or stands twice.
    """
    for name, section in SECTIONS.items():
        first, last = f"<!-- generated: {name} -->", f"<!-- end of {name} -->"
        start, end = text.find(first), text.find(last)
        if text.count(first) != 1 or text.count(last) != 1 or end < start:
            raise SimlabError(f'{where}: the markers "{first}" and "{last}" must stand there once, in this order')
        text = f"{text[:start]}{first}\n\n{section(system)}\n\n{text[end:]}"
    return text


def main() -> None:
    """Make the generated tables of every wing anew; say which READMEs changed."""
    for system in map(system_named, NAMES):
        path = readme_of(system)
        before = path.read_text(encoding="utf-8")
        after = made_anew(before, system, str(path))
        if after != before:
            path.write_text(after, encoding="utf-8")
        print(f"{system.name}: {'README.md made anew' if after != before else 'README.md is up to date'}")


if __name__ == "__main__":
    main()
