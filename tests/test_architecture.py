"""The imports follow the plan of the house: no arrow points up, and each room knows only what it may know."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "simlab"
MODULES = sorted(path for path in PACKAGE.rglob("*.py"))

# room -> rooms that it may import (besides itself and errors, files, moments, version)
ROOMS = {
    "errors": set(),
    "moments": {"dice"},
    "files": set(),
    "cells": set(),
    "display": set(),
    "progress": set(),
    "version": set(),
    "kernel_cache": set(),
    "jit": {"dice", "kernel_cache"},  # the block driver numbers its trials
    "dice": {"jit"},
    "exact": set(),
    "intervals": set(),
    "outcome": set(),
    "scenario": set(),
    "data_cells": {"catalog"},  # the shape of a table, for types alone
    "spreadsheets": set(),
    "catalog": {"data_cells", "spreadsheets"},
    "budget": {"scenario"},
    "shipped": {"catalog", "scenario"},
    "standing": {"outcome"},
    "contract": {"catalog", "jit", "outcome", "standing"},
    "result": {"outcome", "intervals", "display"},
    "resuming": {"result"},
    "systems": {"contract", "standing", "catalog", "cells", "scenario", "outcome", "exact", "dice", "jit"},
    "listing": {"systems", "contract", "catalog"},
    "papers": {"systems", "contract", "catalog"},
    "blocks": {"systems"},
    "execute": {"blocks", "systems", "contract", "catalog", "scenario", "outcome", "dice", "intervals", "result"}
    | {"progress", "budget", "resuming", "shipped"},
    "remarks": {"contract", "catalog"},
    "analysis": {"execute", "result", "standing", "scenario", "intervals", "outcome", "contract", "catalog", "blocks"}
    | {"display", "progress"},
    "plots": {"intervals"},
    "report": {"plots", "analysis", "execute", "result", "scenario", "intervals", "catalog", "contract", "systems"},
    "explorer": {"report", "plots", "analysis", "execute", "result", "scenario", "shipped", "systems", "contract"}
    | {"catalog", "intervals", "display"},
    "cli": None,  # the front door may ask every room
    "__init__": {"scenario", "shipped", "execute", "result", "listing", "systems", "explorer"},
    "__main__": {"cli"},
}
# Inside a wing imports run one way: each may use those before it.
WING_ORDER = [["addresses"], ["rulings"], ["rules"], ["tables"], ["units"], ["stands"], ["doctrine"],
              ["engagement", "attack"], ["mission", "strike"], ["battle"], ["system"]]  # fmt: skip
HEAVY = {"openpyxl", "numba", "pandas", "scipy", "matplotlib", "pyarrow", "distributed", "rich", "jinja2"} | {
    "panel",
    "tomlkit",
}


def room_of(path):
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return parts[0]


def wing_of(path):
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return parts[1] if parts[0] == "systems" and len(parts) > 2 else None


def imports(path, inside_functions=True):
    """(module, line) of every import, those for type checkers left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skip = {
        id(node)
        for test in ast.walk(tree)
        if isinstance(test, ast.If) and "TYPE_CHECKING" in ast.unparse(test.test)
        for node in ast.walk(test)
    }
    nested = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
    }
    for node in ast.walk(tree):
        if id(node) in skip or (not inside_functions and id(node) in nested):
            continue
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: relative import"
            yield node.module, node.lineno


def test_every_room_is_on_the_plan():
    assert {room_of(path) for path in MODULES} <= set(ROOMS)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_run_downwards(path):
    room, allowed = room_of(path), ROOMS[room_of(path)]
    for module, line in imports(path):
        if not module.startswith("simlab.") or allowed is None:
            continue
        other = module.split(".")[1]
        if other in (room, "errors", "files", "moments", "version"):
            continue
        assert other in allowed, f"{path.relative_to(ROOT)}:{line}: {room} must not import {other}"


@pytest.mark.parametrize(
    "path", [path for path in MODULES if wing_of(path)], ids=lambda path: str(path.relative_to(PACKAGE / "systems"))
)
def test_inside_a_wing_imports_run_one_way(path):
    wing, place = wing_of(path), {name: i for i, names in enumerate(WING_ORDER) for name in names}
    mine = path.relative_to(PACKAGE / "systems" / wing).with_suffix("").parts[0]
    if mine == "__init__":
        return
    assert mine in place, f"{path}: {mine} is no room of a wing"
    for module, line in imports(path):
        if module.startswith("simlab.systems."):
            parts = module.split(".")
            assert parts[2] == wing, f"{path}:{line}: wings do not know one another"
            if len(parts) > 3:
                assert place[parts[3]] <= place[mine], f"{path}:{line}: {mine} must not import {parts[3]}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_heavy_libraries_are_imported_late(path):
    for module, line in imports(path, inside_functions=False):
        assert module.split(".")[0] not in HEAVY, (
            f"{path.relative_to(ROOT)}:{line}: import {module} inside the function"
        )


def test_only_dice_holds_unsigned_integers():
    for path in MODULES:
        if path.name != "dice.py":
            assert not re.search(r"\buint(8|16|32|64)\b", path.read_text(encoding="utf-8")), path


def test_only_jit_knows_numba():
    for path in MODULES:
        if path.name not in ("jit.py", "dice.py"):
            assert not any(module.split(".")[0] == "numba" for module, _ in imports(path)), path


def test_wings_write_no_loop_over_threads_and_no_generator():
    for path in MODULES:
        if wing_of(path):
            text = path.read_text(encoding="utf-8")
            assert not re.search(r"np\.random|default_rng|ThreadPool|\bimport random\b", text), path


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_have_a_length_that_can_be_read(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 360, path


def test_public_names_exist():
    import simlab

    for name in simlab.__all__:
        assert getattr(simlab, name) is not None
