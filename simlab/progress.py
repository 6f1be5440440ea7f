"""Progress in a notebook: a bar with the time left, shown by itself once a run takes longer than a moment.

On a terminal the command line shows a bar of its own. Elsewhere nothing is shown unless the caller brings a callback.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from contextvars import ContextVar
from functools import wraps
from typing import Any, ParamSpec, TypeVar

PATIENCE = 1.0  # seconds before a bar is worth looking at
P = ParamSpec("P")
R = TypeVar("R")

_is_watched: ContextVar[bool] = ContextVar("simlab_is_watched", default=False)


def in_notebook() -> bool:
    """True inside a Jupyter kernel, where somebody looks at a page and no terminal."""
    interactive = sys.modules.get("IPython")
    shell = interactive.get_ipython() if interactive is not None else None
    return getattr(shell, "kernel", None) is not None


def watched(words: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Mark a function with a keyword ``progress``: called without it in a notebook, it shows a bar.

    Only the outermost of such calls does, so that a sweep shows its points and not the trials of each. The bar needs
    tqdm (the extra ``notebook``), whose switch TQDM_DISABLE=1 turns it off.

    Args:
        words: what is counted, such as "trials".
    """

    def mark(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def call(*given: P.args, **named: P.kwargs) -> R:
            outermost = not _is_watched.get()
            token = _is_watched.set(True)
            bar = Bar(words) if outermost and named.get("progress") is None and in_notebook() else None
            if bar is not None:
                named["progress"] = bar
            try:
                return function(*given, **named)
            finally:
                _is_watched.reset(token)
                if bar is not None:
                    bar.close()

        return call

    return mark


class Bar:
    """A callback that moves a bar of tqdm to where the work is; without tqdm it does nothing."""

    def __init__(self, words: str) -> None:
        self.words = words
        self.bar: Any = None

    def __call__(self, done: int, most: int) -> None:
        """So many are done, of at most so many."""
        if self.bar is None:  # only now is it known how many there are in all
            make = _tqdm()
            if make is None:
                return
            self.bar = make(total=most, desc=self.words, unit_scale=True, unit="", delay=PATIENCE, leave=False)
        self.bar.total = most
        self.bar.update(done - self.bar.n)

    def close(self) -> None:
        """Take the bar away."""
        if self.bar is not None:
            self.bar.close()
            self.bar = None


def _tqdm() -> Any:
    """The bar of tqdm that suits the notebook: a widget where ipywidgets is installed, else text; None without tqdm."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # tqdm remarks on missing widgets; its bar of letters does as well
            from tqdm.auto import tqdm
    except ImportError:
        return None
    return tqdm
