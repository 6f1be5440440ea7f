"""Answers in the background: the newest question is answered, older ones are dropped, and all of it can be watched.

A worker has one thread. Dice are rolled in stages, each four times the one before, so that a first answer with a wide
interval is there at once and grows sure while somebody looks. The page asks for news whenever it likes.
"""

from __future__ import annotations

import sys
import threading
import traceback
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from simlab.analysis.compare import compare
from simlab.analysis.paired import is_exact
from simlab.errors import SimlabError
from simlab.execute import Prepared, prepare, run
from simlab.explorer.answering import Answer
from simlab.result import Result
from simlab.scenario import Scenario

FIRST_SHARE, GROWTH = 50, 4
GETTING_READY = (
    "getting ready: the first time that a kind is rolled, its kernel is compiled and kept; seconds for most kinds, a "
    "minute or more for battles and for sorties of Alpha Strike"
)


@dataclass(frozen=True)
class Order:
    """A question: the setting on the page, the kept one beside it, metric of their comparison, trials and seed.

    trials: None for as many as the kind plays when nobody says how many.
    """

    scenario: Scenario
    kept: Scenario | None = None
    metric: str | None = None
    trials: int | None = None
    seed: int = 1


@dataclass(frozen=True)
class News:
    """How far a question has come.

    number: of the question; state: "idle", "working", "rolling", "done", "stopped" or "wrong"; done, most: trials;
    answer: the best so far; message: the one line that says what is wrong, or what takes long.
    """

    number: int = 0
    state: str = "idle"
    done: int = 0
    most: int = 0
    answer: Answer | None = None
    message: str = ""

    @property
    def busy(self) -> bool:
        """Is there more to come?"""
        return self.state in ("working", "rolling")


class _Dropped(Exception):
    """The question that is being answered is not wanted any more."""


class Worker:
    """Answers one question at a time, the newest one. Close it when nobody looks any more."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._order: Order | None = None
        self._number, self._answered, self._stopped, self._closed = 0, 0, 0, False
        self._news = News()
        self._thread: threading.Thread | None = None

    @property
    def news(self) -> News:
        """How far the newest question has come."""
        with self._changed:
            return self._news

    def ask(self, order: Order) -> int:
        """Answer this now, and drop what is being answered; its number."""
        with self._changed:
            self._number += 1
            self._order = order
            self._news = News(self._number, "working")
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="simlab-explorer", daemon=True)
                self._thread.start()
            self._changed.notify_all()
            return self._number

    def cancel(self) -> None:
        """Stop; what was answered so far stays. A kernel that is being compiled is compiled to its end all the same."""
        with self._changed:
            if self._news.busy:
                self._stopped = self._number
                self._news = replace(self._news, state="stopped", message="")
                self._changed.notify_all()

    def close(self) -> None:
        """Stop for good."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def wait(self, seconds: float = 60.0) -> News:
        """The news when the newest question is answered; for tests and scripts."""
        with self._changed:
            self._changed.wait_for(lambda: not self._news.busy, seconds)
            return self._news

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or self._number > self._answered)
                if self._closed:
                    return
                number, order = self._number, self._order
            assert order is not None
            with suppress(_Dropped):
                self._end(number, order)
            self._answered = number

    def _end(self, number: int, order: Order) -> None:
        """Answer a question; what is wrong with it becomes its news."""
        try:
            self._answer(number, order)
        except _Dropped:
            raise
        except SimlabError as error:
            self._tell(number, state="wrong", answer=None, message=str(error))
        except Exception as error:  # the page shows a line; where it arose stands on the terminal
            traceback.print_exc(file=sys.stderr)
            self._tell(number, state="wrong", answer=None, message=f"a fault of simlab: {error!r}")

    def _answer(self, number: int, order: Order) -> None:
        self._tell(number, message=GETTING_READY)
        asked = order.scenario
        if order.kept is not None and order.kept.title == asked.title:  # a sentence about both must tell them apart
            asked = replace(asked, title=f"{asked.title or asked.kind}, changed")
        mine = prepare(_bare(asked))
        kept = None if order.kept is None else prepare(_bare(order.kept))
        sides = [side for side in (kept, mine) if side is not None]
        if all(is_exact(side, "auto") for side in sides):
            results = [run(side, method="exact") for side in sides]
            answer = self._beside(number, mine, results, kept, order)
            self._tell(number, state="done", answer=answer, message="")
            return

        def watch(done: int, most: int) -> None:
            self._tell(number, state="rolling", done=done, message="")

        earlier: list[Result | None] = [None for _ in sides]
        stages = _stages(order, mine)
        self._tell(number, most=stages[-1])
        for trials in stages:
            results = [
                run(side, method="sample", trials=trials, seed=order.seed, resume=begun, progress=watch)
                for side, begun in zip(sides, earlier, strict=True)
            ]
            earlier = list(results)
            self._tell(number, state="rolling", done=trials)
            answer = self._beside(number, mine, results, kept, order, trials)
            last = trials == stages[-1]
            self._tell(number, state="done" if last else "rolling", done=trials, answer=answer, message="")

    def _beside(
        self, number: int, mine: Prepared, results: list[Result], kept: Prepared | None, order: Order, trials: int = 2
    ) -> Answer:
        """The answer of B beside that of A, where there is an A."""
        if kept is None:
            return Answer(mine, results[0])

        def watch(done: int, most: int) -> None:
            self._tell(number)

        one, other = (f"{side.kind.name} of {side.system.name}" for side in (kept, mine))
        if one != other:
            return Answer(mine, results[1], results[0], None, f"A is a {one}, B a {other}: no number is common to both")
        method = "exact" if results[0].exact else "sample"
        try:
            found = compare(kept, mine, order.metric, max(trials, 2), order.seed, method=method, progress=watch)
        except SimlabError as error:  # not every setting has every table
            return Answer(mine, results[1], results[0], None, str(error))
        return Answer(mine, results[1], results[0], found)

    def _tell(self, number: int, **more: Any) -> None:
        """New news of a question; _Dropped when it is not wanted any more."""
        with self._changed:
            if number != self._number or self._stopped == number or self._closed:
                raise _Dropped
            self._news = replace(self._news, **more)
            self._changed.notify_all()


def _stages(order: Order, prepared: Prepared) -> list[int]:
    """After how many trials an answer is shown: few at first, then four times as many each time.

    >>> prepared = prepare("sortie_popup_ah1s")
    >>> _stages(Order(prepared.scenario, trials=100_000), prepared)
    [20000, 80000, 100000]
    """
    most = order.trials or order.scenario.run.get("trials") or prepared.kind.trials
    at = prepared.kind.trials // FIRST_SHARE  # some tenths of a second, since the whole takes some seconds
    stages = []
    while at < most:
        stages.append(at)
        at *= GROWTH
    return [*stages, most]


def _bare(scenario: Scenario) -> Scenario:
    """The scenario without what its file says on how to run it: the page decides that."""
    return replace(scenario, run={key: value for key, value in scenario.run.items() if key in ("metric", "level")})
