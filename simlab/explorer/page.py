"""The page: what is asked on the left, what comes of it on the right. One `Page` for each person who looks."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from simlab.analysis.grid import Axis
from simlab.errors import SimlabError
from simlab.execute import Prepared, prepare
from simlab.explorer import setting
from simlab.explorer.choosing import EXAMPLE, Start, beginnings
from simlab.explorer.controls import comments, sections_of
from simlab.explorer.lookups import Lookups
from simlab.explorer.outcome_pane import OutcomePane
from simlab.explorer.widgets import WIDTH, SectionCard, widget_of
from simlab.explorer.work import News, Order, Worker
from simlab.scenario import Scenario

LOOK_EVERY_MS = 120
TRIALS = {"as many as usual": None, "20,000": 20_000, "100,000": 100_000, "1,000,000": 10**6, "10,000,000": 10**7}
# The answer stays in sight beside long lists, and comes first where there is no room beside.
SIDE = ":host { flex: 1 1 340px; min-width: min(340px, 100%); max-width: 100%; }"
FRONT = """
:host { flex: 2 1 520px; min-width: min(340px, 100%); max-width: 100%; }
@media (min-width: 900px) { :host { position: sticky; top: 8px; max-height: calc(100vh - 16px); overflow-y: auto; } }
@media (max-width: 899px) { :host { order: -1; } }
"""


class Page:
    """The explorer of one session.

    Args:
        start: what it begins with, and what can be begun with instead.
    """

    def __init__(self, start: Start) -> None:
        import panel as pn

        self.start, self.worker = start, Worker()
        self.scenario: Scenario = start.scenario
        self.kept: Scenario | None = None
        self.axes: dict[str, Axis] = {}
        self.lookups = Lookups()
        self.quiet = False  # while the page itself sets widgets
        self.shown, self.asked_at, self.waited = News(), 0.0, 0
        self.rulings: dict[str, Any] = {}
        self.cases: list[
            Any
        ] = []  # cards above those of the tables; a column of its own would be empty for one setting
        self.tables, self.readings = pn.Column(**WIDTH_OF), pn.Column(**WIDTH_OF)
        self.trials = pn.widgets.Select(label="trials, where dice are rolled", options=TRIALS, value=None, **WIDTH)
        self.seed = pn.widgets.IntInput(label="seed", value=1, **WIDTH)
        for widget in (self.trials, self.seed):
            widget.param.watch(lambda event: self.ask(), "value")
        self.outcome = OutcomePane(self)
        self.ticker = pn.state.add_periodic_callback(self.look, period=LOOK_EVERY_MS, start=False)
        self.load(start.scenario)

    def view(self) -> Any:
        """Everything that is seen."""
        import panel as pn

        dice = pn.Card(self.trials, self.seed, title="Dice", collapsed=True, **CARD)
        begin = self.start.view(self.load, self.say)
        left = pn.Column(begin, self.tables, self.readings, dice, stylesheets=[SIDE])
        right = pn.Column(*self.outcome.parts(), stylesheets=[FRONT])
        return pn.FlexBox(left, right, flex_wrap="wrap", gap="16px", align_items="flex-start",
                          sizing_mode="stretch_width", margin=0)  # fmt: skip

    def say(self, line: str) -> None:
        """Show a line that says what is wrong."""
        self.outcome.say(line)

    def load(self, scenario: Scenario) -> None:
        """Begin anew with a scenario, at one case of its sweep if it has one."""
        import panel as pn

        try:
            axes = {axis.name: axis for axis in setting.study_axes(scenario)}
            made, chosen = setting.first_case(scenario)
            prepared = prepare(made)
        except SimlabError as error:
            self.say(str(error))
            return
        self.axes, self.lookups = axes, Lookups()
        selects = []
        for name, axis in axes.items():
            made_for = pn.widgets.Select(label=name, options=list(axis.cases), value=chosen[name], **WIDTH)
            made_for.param.watch(lambda event, name=name: self.to_case(name, event.new), "value")
            selects.append(made_for)
        self.cases = [pn.Card(*selects, title="Case of the study", **CARD)] if selects else []
        self.outcome.begin(made)
        self.show(made, prepared)

    def to_case(self, name: str, label: str) -> None:
        """Another case of the study."""
        self.show(setting.at_case(self.scenario, self.axes[name], label))

    def show(self, scenario: Scenario, prepared: Prepared | None = None) -> None:
        """Make the controls of a scenario anew, and ask."""
        import panel as pn

        self.scenario = scenario
        with suppress(SimlabError):  # the answer will say what is wrong
            prepared = prepared or prepare(scenario)
            self.lookups.learn(prepared)
        kind = self.start.kind_of(scenario)
        example = beginnings(scenario.system, scenario.kind)[EXAMPLE].body
        found = sections_of(kind.shape, scenario.body, self.lookups.options, comments(kind.example), example)
        cards = [SectionCard(section, self.change, self.restructure) for section in found]
        self.tables.objects = [*self.cases, *(card.card(kind.name.replace("_", " ")) for card in cards)]
        if prepared is not None:
            controls = setting.ruling_controls(prepared)
            self.rulings = {control.key: widget_of(control, self.change) for control in controls}
            title = f"Rulings: {len(controls)} unclear clauses"
            folded = not scenario.rulings
            self.readings.objects = [pn.Card(*self.rulings.values(), title=title, collapsed=folded, **CARD)]
        self.ask()

    def change(self, key: str, value: Any) -> None:
        """A control was turned."""
        if self.quiet or value is None:
            return
        try:
            if key.startswith("rulings."):
                system = self.start.system_of(self.scenario)
                self.scenario = setting.with_ruling(self.scenario, system, key.removeprefix("rulings."), value)
            else:
                self.scenario = setting.changed(self.scenario, key, value)
        except SimlabError as error:
            self.say(str(error))
            return
        self.ask()

    def restructure(self, act: str, key: str, value: Any) -> None:
        """A key is set or left out, an entry of a list doubled or taken out: the controls are made anew."""
        try:
            if act == "set":
                made = setting.changed(self.scenario, key, value)
            elif act == "double":
                made = setting.doubled(self.scenario, key)
            else:
                made = setting.without(self.scenario, key)
        except SimlabError as error:
            self.say(str(error))
            return
        self.show(made)

    def ask(self) -> None:
        """Have the setting answered, and watch."""
        order = Order(self.scenario, self.kept, self.outcome.metric, self.trials.value, self.seed.value or 0)
        self.asked_at = time.monotonic()
        self.worker.ask(order)
        self.outcome.waiting(self.scenario)
        if not self.ticker.running:
            self.ticker.start()

    def keep(self, wanted: bool) -> None:
        """Keep the setting as A, to compare with what follows; or compare no more."""
        self.kept = self.scenario if wanted else None
        self.ask()

    def look(self) -> None:
        """See how far the worker has come."""
        news = self.worker.news
        waited = int(time.monotonic() - self.asked_at) if news.busy and not news.done else 0
        if news is not self.shown or waited != self.waited:
            self.shown, self.waited = news, waited
            self.outcome.show(news, waited)
            if news.state == "done" and news.answer is not None:
                self.follow(news.answer.prepared.rulings.in_force(news.answer.prepared.kind.name))
        if not news.busy:
            self.ticker.stop()

    def follow(self, in_force: Mapping[str, Any]) -> None:
        """Show the readings in force: one may set the defaults of others."""
        self.quiet = True
        try:
            for name, value in in_force.items():
                widget = self.rulings.get(f"rulings.{name}")
                if widget is not None and str(widget.value) != str(value):
                    widget.value = type(widget.value)(value)
        finally:
            self.quiet = False

    def titled(self, title: str) -> None:
        """Another title, for the file and the picture of the setting."""
        self.scenario = replace(self.scenario, title=title)
        self.outcome.write(self.scenario)

    def close(self) -> None:
        """Nobody looks any more."""
        self.ticker.stop()
        self.worker.close()


WIDTH_OF = {"sizing_mode": "stretch_width"}
CARD = {"sizing_mode": "stretch_width", "margin": (6, 8)}
