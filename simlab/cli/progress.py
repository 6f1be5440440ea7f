"""Progress on a terminal: a bar with the time left, shown once a run takes longer than a moment."""

from __future__ import annotations

import sys
import time
from typing import Any

from simlab.cli.output import remark

PATIENCE = 0.5  # seconds before a bar is worth looking at


class Watcher:
    """Callbacks for a run: a bar (``progress``) and notes (``note``), both on stderr; use it in a ``with``."""

    def __init__(self, quiet: bool, words: str = "trials") -> None:
        self.quiet, self.words = quiet, words
        self.bar: Any = None
        self.task: Any = None
        self.begun = time.perf_counter()

    def __enter__(self) -> Watcher:
        self.begun = time.perf_counter()
        return self

    def __exit__(self, *problem: object) -> None:
        if self.bar is not None:
            self.bar.stop()
            self.bar = None

    @property
    def seconds(self) -> float:
        """Seconds since it began."""
        return time.perf_counter() - self.begun

    def progress(self, done: float, most: int) -> None:
        """Trials (or points) finished, of at most so many."""
        if self.quiet or not sys.stderr.isatty():
            return
        if self.bar is None:
            if self.seconds < PATIENCE:
                return
            self.bar = _new_bar()
            self.task = self.bar.add_task(self.words, total=most)
            self.bar.start()
        self.bar.update(self.task, completed=done, total=most)

    def note(self, line: str) -> None:
        """A remark on the run, above the bar."""
        if self.quiet:
            return
        if self.bar is not None:
            self.bar.console.print(f"simlab: {line}", markup=False, highlight=False)
        else:
            remark(line)


def _new_bar() -> Any:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)
