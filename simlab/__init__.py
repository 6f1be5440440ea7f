"""simlab: how the rules of tabletop air-war games really play.

The public names below are loaded when they are first used, so that ``import simlab`` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from simlab.version import __version__

_PUBLIC = {
    "Scenario": "simlab.scenario",
    "load_scenario": "simlab.shipped",
    "parse_scenario": "simlab.scenario",
    "prepare": "simlab.execute",
    "run": "simlab.execute",
    "Result": "simlab.result",
    "load_result": "simlab.result",
    "units": "simlab.listing",
    "rulings": "simlab.listing",
    "system_named": "simlab.systems",
    "explore": "simlab.explorer",
    "SimlabError": "simlab.errors",
}

__all__ = ["__version__", *_PUBLIC]


def __getattr__(name: str) -> Any:
    if name in _PUBLIC:
        return getattr(import_module(_PUBLIC[name]), name)
    raise AttributeError(f"module simlab has no attribute {name}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_PUBLIC])
