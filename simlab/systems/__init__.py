"""The one list of rules systems. A system is imported when it is first asked for."""

from __future__ import annotations

from importlib import import_module

from simlab.contract import RulesSystem
from simlab.errors import ScenarioError, nearest

NAMES = ("command_decision", "alpha_strike", "continental_siege")


def system_named(name: str, where: str = "system") -> RulesSystem:
    """The rules system of that name; ScenarioError names the nearest."""
    if name not in NAMES:
        raise ScenarioError(f'{where}: no rules system "{name}"; nearest: {nearest(name, NAMES)}')
    found = import_module(f"simlab.systems.{name}.system").SYSTEM
    assert isinstance(found, RulesSystem)
    return found
