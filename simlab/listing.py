"""What there is to choose from, as frames: the units of a system, and its unclear clauses with their readings."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simlab.catalog import data_folder, open_catalog, read_rows
from simlab.contract import RulesSystem
from simlab.errors import CatalogError, nearest
from simlab.systems import system_named

if TYPE_CHECKING:
    import pandas as pd


def units(system: str, table: str, own: Mapping[str, str] | None = None, folder: str | Path = ".") -> pd.DataFrame:
    """The rows of a table of units, as a frame that anybody may change.

    Args:
        system: name of a rules system.
        table: such as "air_defence" or "aircraft".
        own: a user's own rows, as ``[data]`` of a scenario has them: table -> file.
        folder: where these files lie.

    Raises:
        SimlabError: no such system or table, with the nearest; a file that is wrong, by row and column.

    >>> units("command_decision", "helicopters").set_index("id").loc["ah1s_mc", "name"]
    'AH-1S (MC) / AH-1F Cobra'
    """
    found = system_named(system)
    tables = [name for name, schema in found.tables.items() if schema.units]
    if table not in tables:
        raise CatalogError(f'{system} has no table of units "{table}"; nearest: {nearest(table, tables)}')
    return open_catalog(found.name, found.tables, own, Path(folder)).frame(table)


def rulings(system: str, kind: str | None = None) -> pd.DataFrame:
    """The unclear clauses of a system: name, clause, question, default, options, kinds, reason.

    Args:
        system: name of a rules system.
        kind: only those that bear on it.

    Raises:
        ScenarioError: no such system or kind, with the nearest.

    >>> rulings("command_decision", "shot").set_index("name").loc["penalty_stacking", "default"]
    'sum'
    """
    import pandas as pd

    found = system_named(system)
    if kind is not None:
        found.kind(kind, "kind")
    rows = [row for row in ruling_rows(found) if not row["fixed"] and (kind is None or kind in row["kinds"])]
    return pd.DataFrame(rows, columns=["name", "clause", "question", "default", "options", "kinds", "reason"])


def ruling_rows(system: RulesSystem, data: Path | None = None) -> list[dict[str, Any]]:
    """A row for each ruling: those that are options first, then those that stand fixed, with the reason."""
    written = {row["name"]: row for _, row in read_rows(data_folder(data) / system.name / "rulings.csv")}
    rows = []
    for ruling in system.rulings:
        reason = written.get(ruling.name, {}).get("reason", "")
        rows.append(
            {
                "name": ruling.name,
                "clause": ruling.clause,
                "kinds": list(ruling.bears_on),
                "question": ruling.question,
                "options": [str(choice) for choice in ruling.choices],
                "default": ruling.spell(ruling.default),
                "reason": reason,
                "fixed": "",
                "no_case": _no_case(system, ruling.name),
            }
        )
    for name, why in system.fixed_rulings.items():
        row = written.get(name, {})
        rows.append(
            {
                "name": name,
                "clause": row.get("clause", ""),
                "kinds": [],
                "question": row.get("question", ""),
                "options": [row.get("default", "")],
                "default": row.get("default", ""),
                "reason": row.get("reason", ""),
                "fixed": why,
                "no_case": "",
            }
        )
    return rows


def _no_case(system: RulesSystem, name: str) -> str:
    """The kinds that an option's clause is about, but in which its question never comes up, and why."""
    return "; ".join(f"{kind}: {cases[name]}" for kind, cases in system.no_case.items() if name in cases)
