"""What Tab offers: systems, kinds, scenarios, readings, clauses. Nothing is imported before somebody presses it."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from simlab.contract import RulesSystem


def complete_system() -> list[str]:
    """Names of the rules systems."""
    from simlab.systems import NAMES

    return list(NAMES)


def complete_kind() -> list[str]:
    """Names of all kinds."""
    return sorted({kind for system in _systems() for kind in system.kinds})


def complete_scenario(incomplete: str) -> list[str]:
    """Names of the scenarios that come with simlab, and the folders and TOML files that begin so."""
    from simlab.shipped import shipped_files

    shipped = [path.stem for path in shipped_files() if path.stem.startswith(incomplete)]
    folder = Path(incomplete).parent
    start = incomplete.removesuffix(Path(incomplete).name) if not incomplete.endswith("/") else incomplete
    found = sorted(Path(incomplete if incomplete.endswith("/") else folder).glob("*"))
    here = [f"{start}{path.name}{'/' if path.is_dir() else ''}" for path in found
            if not path.name.startswith(".") and (path.is_dir() or path.suffix == ".toml")]  # fmt: skip
    return [*shipped, *(name for name in here if name.startswith(incomplete))]


def complete_ruling(ctx: typer.Context, incomplete: str) -> list[str]:
    """``NAME=OPTION`` of the rulings that bear on the scenario named before, else of all; no defaults."""
    # An option that still lacks its value keeps the words before it from being read; they are left over then.
    system, kind = _played(ctx.params.get("file") or next(iter(ctx.args), None))
    offered = []
    for one in _systems():
        for ruling in one.rulings if system in (None, one.name) else ():
            if kind is None or kind in ruling.bears_on:
                offered += [f"{ruling.name}={option}" for option in ruling.alternatives[1:]]
    return [name for name in offered if name.startswith(incomplete)]


def complete_clause(ctx: typer.Context, incomplete: str) -> list[str]:
    """Clauses of the system named before."""
    from simlab.catalog import data_folder

    file = data_folder() / str(ctx.params.get("system")) / "clauses.csv"
    if not file.is_file():
        return []
    with file.open(encoding="utf-8", newline="") as rows:
        return [row["clause"] for row in csv.DictReader(rows) if row["clause"].startswith(incomplete)]


def complete_unit(ctx: typer.Context, incomplete: str) -> list[str]:
    """Ids of the units of the system named before."""
    from simlab.catalog import data_folder
    from simlab.systems import NAMES, system_named

    named = str(ctx.params.get("system"))
    files = [schema.file for schema in system_named(named).tables.values() if schema.units] if named in NAMES else []
    found: list[str] = []
    for file in files:
        with (data_folder() / named / file).open(encoding="utf-8", newline="") as rows:
            found += [row["id"] for row in csv.DictReader(rows) if row["id"].startswith(incomplete)]
    return found


def complete_ruling_name(ctx: typer.Context, incomplete: str) -> list[str]:
    """Names of the rulings of the system named before."""
    named = ctx.params.get("system")
    return [
        name
        for one in _systems()
        if one.name == named
        for name in [*(ruling.name for ruling in one.rulings), *one.fixed_rulings]
        if name.startswith(incomplete)
    ]


def _systems() -> Iterable[RulesSystem]:
    from simlab.systems import NAMES, system_named

    return map(system_named, NAMES)


def _played(file: Any) -> tuple[Any, Any]:
    """System and kind that a scenario file names; None for each while there is none to read."""
    import tomllib

    from simlab.errors import SimlabError
    from simlab.shipped import found_file

    try:
        tree = tomllib.loads(found_file(Path(str(file))).read_text(encoding="utf-8"))
    except (SimlabError, OSError, ValueError):
        return None, None
    return tree.get("system"), tree.get("kind")
