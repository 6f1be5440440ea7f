"""The scenarios that come with simlab, by their bare names."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path

from simlab.catalog import data_folder
from simlab.errors import RunError
from simlab.scenario import Scenario
from simlab.scenario import load_scenario as load_file


def shipped_files(data: Path | None = None) -> list[Path]:
    """The files of the scenarios that come with simlab, by system and name."""
    return sorted((data_folder(data) / "scenarios").glob("*/*.toml"))


def found_file(file: Path, data: Path | None = None) -> Path:
    """The file itself where there is one, else the scenario of that name that comes with simlab, else the file again.

    ``popup_stand_off``, ``popup_stand_off.toml`` and ``data/scenarios/command_decision/popup_stand_off.toml`` name one.
    """
    if file.exists() or file.is_absolute():
        return file
    shipped = {path.stem: path for path in shipped_files(data)}
    folders = {path.parent for path in shipped.values()}
    found = shipped.get(file.name.removesuffix(".toml"))
    known = found is not None and (
        file.parent == Path() or any(f.as_posix().endswith(f"/{file.parent}") for f in folders)
    )
    if found is None and file.parent == Path() and file.name:
        stem = file.name.removesuffix(".toml")
        if near := get_close_matches(stem, shipped, n=3, cutoff=0.6):
            names = ", ".join(f'"{name}"' for name in near)
            raise RunError(f"{file}: no such file, nor a scenario of that name in simlab; nearest: {names}")
    return found if found is not None and known else file


def load_scenario(path: str | Path) -> Scenario:
    """Read a scenario file, or the scenario of that name that comes with simlab.

    >>> load_scenario("sortie_popup_ah1s").title
    'A Cobra pops up'

    Raises:
        ScenarioError: what is wrong with the file, by line or key.
        RunError: no such file, nor a scenario of that name; with the nearest names.
    """
    return load_file(found_file(Path(path)))
