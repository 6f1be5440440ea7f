"""What an exploration can begin with: the commented example of a kind, the scenarios that come with simlab, a file."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from typing import Any

from simlab.contract import Kind, RulesSystem
from simlab.errors import SimlabError
from simlab.explorer.setting import scenario_of_text
from simlab.scenario import Scenario, parse_scenario
from simlab.shipped import load_scenario, shipped_files
from simlab.systems import NAMES, system_named

EXAMPLE = "example, every key explained"
FIRST = "sortie_popup_ah1s"


@cache
def beginnings(system: str, kind: str) -> dict[str, Scenario]:
    """Name -> scenario of everything that a kind can begin with: its example, then what comes with simlab.

    >>> list(beginnings("command_decision", "shot"))[:2]
    ['example, every key explained', 'gun_ranges']
    """
    example = system_named(system).kind(kind, "kind").example
    found = {EXAMPLE: parse_scenario(tomllib.loads(example), f"example of {kind}")}
    for path in shipped_files():
        if path.parent.name == system:
            scenario = load_scenario(path)
            if scenario.kind == kind:
                found[path.stem] = scenario
    return found


class Start:
    """The lists at the top of the page. scenario: what is shown first; own: it is a file of the user's own."""

    def __init__(self, scenario: Scenario | None = None) -> None:
        self.scenario = load_scenario(FIRST) if scenario is None else scenario
        shipped = beginnings(self.scenario.system, self.scenario.kind).values()
        self.own = {} if self.scenario in shipped else {self.scenario.where: self.scenario}

    @staticmethod
    def system_of(scenario: Scenario) -> RulesSystem:
        """The rules system of a scenario."""
        return system_named(scenario.system)

    def kind_of(self, scenario: Scenario) -> Kind:
        """The kind of a scenario."""
        return self.system_of(scenario).kind(scenario.kind, "kind")

    def offered(self, system: str, kind: str) -> dict[str, Scenario]:
        """Name -> scenario, the user's own first."""
        mine = {name: one for name, one in self.own.items() if (one.system, one.kind) == (system, kind)}
        return mine | beginnings(system, kind)

    def view(self, load: Callable[[Scenario], None], say: Callable[[str], None]) -> Any:
        """Lists of systems, kinds and scenarios, and a field for a file."""
        import panel as pn

        same: dict[str, Any] = {"sizing_mode": "stretch_width", "margin": (3, 10)}
        here = self.scenario
        titles = {system_named(name).title: name for name in NAMES}
        system = pn.widgets.Select(name="system", options=titles, value=here.system, **same)
        kind = pn.widgets.Select(name="kind", options=self._kinds(here.system), value=here.kind, **same)
        known = self.offered(here.system, here.kind)
        chosen = next((name for name, one in known.items() if one == here), next(iter(known)))
        start = pn.widgets.Select(name="begin with", options=list(known), value=chosen, **same)
        file = pn.widgets.FileInput(accept=".toml", sizing_mode="stretch_width", margin=(3, 10, 8, 10))
        busy: list[bool] = []  # while the lists themselves are changed

        def pick(name: str) -> None:
            load(self.offered(system.value, kind.value)[name])

        def offer(first: str | None = None) -> None:
            busy.append(True)
            names = list(self.offered(system.value, kind.value))
            start.options = names
            start.value = first or (names[1] if len(names) > 1 and names[0] == EXAMPLE else names[0])
            busy.pop()
            pick(start.value)

        def new_system(event: Any) -> None:
            if busy:
                return
            busy.append(True)
            options = self._kinds(event.new)
            kind.options = options
            kind.value = next(iter(options.values()))
            busy.pop()
            offer()

        def new_file(event: Any) -> None:
            if not event.new:
                return
            name = file.filename or "your file"
            try:
                scenario = scenario_of_text(event.new.decode("utf-8-sig", "replace"), name)
                self.kind_of(scenario)
            except SimlabError as error:
                say(str(error))
                return
            self.own[name] = scenario
            busy.append(True)
            system.value = scenario.system
            kind.options = self._kinds(scenario.system)
            kind.value = scenario.kind
            busy.pop()
            offer(name)

        system.param.watch(new_system, "value")
        kind.param.watch(lambda event: None if busy else offer(), "value")
        start.param.watch(lambda event: None if busy else pick(event.new), "value")
        file.param.watch(new_file, "value")
        label = pn.pane.HTML("<label>or a scenario file of yours</label>", margin=(6, 10, 0, 10))
        return pn.Card(system, kind, start, label,
                       file, title="Begin", sizing_mode="stretch_width", margin=(6, 8))  # fmt: skip

    @staticmethod
    def _kinds(system: str) -> dict[str, str]:
        """What the list of kinds shows -> kind."""
        return {f"{name.replace('_', ' ')}: {kind.summary}": name for name, kind in system_named(system).kinds.items()}
