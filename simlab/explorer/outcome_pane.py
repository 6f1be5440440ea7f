"""The right side of the page: the number and how sure it is, a picture, a table, a comparison, what to take home."""

from __future__ import annotations

import io
import re
from html import escape
from typing import Any, Protocol

from simlab import display
from simlab.errors import SimlabError
from simlab.explorer import answering
from simlab.explorer.answering import Answer
from simlab.explorer.setting import toml_of
from simlab.explorer.work import News
from simlab.scenario import Scenario

STYLE = """
:host { color: inherit; font-size: 15px; line-height: 1.45; }
h1 { font-size: 1.25em; margin: 0; } p { margin: 0.2em 0; }
.number { font-size: 2.1em; font-weight: 600; font-variant-numeric: tabular-nums; margin: 0; }
.how { opacity: 0.75; font-size: 0.9em; }
.wrong { border-left: 4px solid #c62828; padding: 0.4em 0.7em; background: rgba(198, 40, 40, 0.1); }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 0.2em 0.8em 0.2em 0; border-bottom: 1px solid rgba(128, 128, 128, 0.35); vertical-align: top; }
.scroll { overflow-x: auto; } pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; }
svg { max-width: 100%; height: auto; }
"""
WIDE: dict[str, Any] = {"sizing_mode": "stretch_width"}
SLOW_S = 2  # a question that takes longer shows for how long it has been waited


class Asked(Protocol):
    """What the pane needs of the page."""

    def ask(self) -> None:
        """Have the setting answered."""

    def keep(self, wanted: bool) -> None:
        """Keep the setting as A, or compare no more."""

    def titled(self, title: str) -> None:
        """Another title."""


class OutcomePane:
    """Shows news of the worker. metric: the number that is looked at, None for the headline."""

    def __init__(self, page: Any) -> None:
        import panel as pn

        self.page = page
        self.metric: str | None = None
        self.scenario: Scenario | None = None
        self.answer: Answer | None = None
        self.setting = False  # while the pane itself sets lists
        self.head, self.number, self.wrong, self.versus, self.table = (self._html() for _ in range(5))
        self.picture, self.text, self.far = self._html(), self._html(), self._html()
        self.bar = pn.indicators.Progress(value=0, max=100, visible=False, margin=(3, 10), **WIDE)
        self.stop = pn.widgets.Button(label="Cancel", visible=False, margin=(3, 10))
        self.stop.on_click(lambda event: page.worker.cancel())
        half: dict[str, Any] = {"margin": (3, 10), "styles": {"flex": "1 1 200px"}}
        self.tables = pn.widgets.Select(label="table", options=[], **half)
        self.outcomes = pn.widgets.Select(label="outcome", options=[], **half)
        self.tables.param.watch(lambda event: self._look_at(event.new, None), "value")
        self.outcomes.param.watch(lambda event: self._look_at(self.tables.value, event.new), "value")
        self.keep = pn.widgets.Button(label="Keep as A, to compare", margin=(3, 10))
        self.keep.on_click(lambda event: page.keep(True))
        self.drop = pn.widgets.Button(label="Compare no more", margin=(3, 10), visible=False)
        self.drop.on_click(lambda event: page.keep(False))
        self.title = pn.widgets.TextInput(label="title", margin=(3, 10), **WIDE)
        self.title.param.watch(lambda event: None if self.setting else page.titled(event.new), "value")
        self.downloads = {
            name: pn.widgets.FileDownload(label=label, callback=made, filename=f"scenario.{ending}", margin=(3, 10))
            for name, label, made, ending in (
                ("toml", "Save scenario", self._toml, "toml"),
                ("csv", "Save table (CSV)", self._csv, "csv"),
                ("png", "Save picture (PNG)", self._png, "png"),
            )
        }

    @staticmethod
    def _html() -> Any:
        import panel as pn

        return pn.pane.HTML("", stylesheets=[STYLE], margin=(3, 10), **WIDE)

    def parts(self) -> list[Any]:
        """What stands on the page, from top to bottom."""
        import panel as pn

        row: dict[str, Any] = {"flex_wrap": "wrap", **WIDE}
        text = pn.Card(self.text, title="The scenario as a file", collapsed=True, margin=(8, 10), **WIDE)
        return [
            self.head, self.wrong, self.number, pn.Row(self.bar, self.stop, **WIDE), self.far, self.versus,
            pn.FlexBox(self.keep, self.drop, **row), pn.FlexBox(self.tables, self.outcomes, **row),
            self.picture, self.table, self.title, pn.FlexBox(*self.downloads.values(), **row), text,
        ]  # fmt: skip

    def begin(self, scenario: Scenario) -> None:
        """Another scenario: its own headline, its own title, nothing left of the one before."""
        self.metric = self.answer = None
        self._wipe()
        self.setting = True
        self.title.value = scenario.title
        self.setting = False

    def waiting(self, scenario: Scenario) -> None:
        """A question was asked."""
        self.keep.label = "Keep as A, to compare" if self.page.kept is None else "Keep this as A instead"
        self.drop.visible = self.page.kept is not None
        self.write(scenario)

    def write(self, scenario: Scenario) -> None:
        """Title, question and text of the setting."""
        self.scenario = scenario
        title = scenario.title or scenario.kind.replace("_", " ")
        question = f"<p>{escape(scenario.question)}</p>" if scenario.question else ""
        self.head.object = f"<h1>{escape(title)}</h1>{question}"
        self.text.object = f"<pre>{escape(toml_of(scenario))}</pre>"
        for name, button in self.downloads.items():
            button.filename = f"{file_name(title)}.{name}"

    def say(self, line: str) -> None:
        """The one line that says what is wrong, none for an empty one."""
        self.wrong.object = f'<p class="wrong" role="alert">{escape(line)}</p>' if line else ""

    def show(self, news: News, waited: int = 0) -> None:
        """Show how far a question has come; waited: seconds since it was asked, while no die is rolled yet."""
        old = news.answer is None and news.state != "done"  # what is shown still belongs to the setting before
        for pane in (self.number, self.versus, self.picture, self.table):
            pane.styles = {"opacity": "0.4" if old else "1"}  # a style that is left out stays as it was
        self.bar.visible = self.stop.visible = self.far.visible = news.busy
        if news.busy:
            self.bar.value = round(100 * news.done / news.most) if news.done else -1
            so_far = f" ({waited} s so far)" if waited >= SLOW_S else ""
            far = f"{news.done:,} of {news.most:,} trials" if news.done else news.message + so_far
            self.far.object = f'<p class="how">{escape(far)}</p>'
        self.say(news.message if news.state == "wrong" else "")
        for button in self.downloads.values():
            button.disabled = news.state == "wrong" or (news.answer is None and button.label != "Save scenario")
        if news.state == "wrong":
            self.answer = None
            self._wipe()
        elif news.answer is not None and news.answer is not self.answer:
            self.answer = news.answer
            self._lists(news.answer)
            self._draw(news.answer)
        elif news.state == "stopped" and news.answer is None:
            self.number.object = '<p class="how">stopped before the first answer</p>'

    def _wipe(self) -> None:
        for pane in (self.number, self.versus, self.picture, self.table):
            pane.object = ""

    def _lists(self, answer: Answer) -> None:
        """Tables and outcomes to choose from."""
        self.setting = True
        names = answering.tables_of(answer)
        table, outcome = answering.headline_of(answer) if self.metric is None else self.looked_at
        table = table if table in names else names[0]
        outcomes = answering.outcomes_of(answer, table)
        self.tables.options, self.tables.value = names, table
        self.outcomes.options = outcomes
        self.outcomes.value = outcome if outcome in outcomes else outcomes[0]
        self.setting = False

    @property
    def looked_at(self) -> tuple[str, str]:
        """(table, outcome) that the lists show."""
        return self.tables.value, self.outcomes.value

    def _look_at(self, table: str, outcome: str | None) -> None:
        """Another number: shown at once, and asked for where it must be compared."""
        if self.setting or self.answer is None or not table:
            return
        outcome = outcome or answering.outcomes_of(self.answer, table)[0]
        self.metric = f"{table}:{outcome}"
        self.setting = True
        self.tables.value, self.outcomes.options = table, answering.outcomes_of(self.answer, table)
        self.outcomes.value = outcome
        self.setting = False
        self._draw(self.answer)
        if self.page.kept is not None:
            self.page.ask()

    def _draw(self, answer: Answer) -> None:
        """The number, the comparison, the picture and the table."""
        table, outcome = self.looked_at
        told = []
        for name, result in answer.sides:
            rate = answering.rate(result, table, outcome) or "does not occur"
            lead = f"{name}: " if name else ""
            told.append(f'<p class="number">{escape(lead + rate.removesuffix(" (exact)"))}</p>')
        what = f"{table}: {outcome}".replace("_", " ")
        how = answering.made(answer.result)
        self.number.object = "".join(told) + f'<p>{escape(what)}</p><p class="how">{escape(how)}</p>'
        told_apart = answer.comparison.sentence if answer.comparison is not None else answer.apart
        self.versus.object = f"<p>{escape(told_apart)}</p>" if answer.kept is not None else ""
        head, rows = answering.shown_rows(answer, table)
        self.table.object = (
            f"<p>{escape(answering.meaning_of(answer, table))}</p>"
            f'<div class="scroll">{display.table(head, rows, 1, answering.MOST_SHOWN)}</div>'
        )
        self.picture.object = answering.svg_of(answer, table)

    def _toml(self) -> io.BytesIO:
        assert self.scenario is not None
        return io.BytesIO(toml_of(self.scenario).encode())

    def _csv(self) -> io.BytesIO:
        if self.answer is None:
            raise SimlabError("there is no answer yet")
        return io.BytesIO(answering.csv_of(self.answer).encode())

    def _png(self) -> io.BytesIO:
        if self.answer is None:
            raise SimlabError("there is no answer yet")
        return io.BytesIO(answering.png_of(answering.picture_of(self.answer, self.tables.value)))


def file_name(title: str) -> str:
    """A title as the name of a file.

    >>> file_name("A Cobra pops up!")
    'a_cobra_pops_up'
    """
    return re.sub(r"\W+", "_", title.lower()).strip("_")[:60] or "scenario"
