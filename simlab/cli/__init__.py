"""The command line: the words of the shell, turned into calls that a notebook could make as well.

Results go to stdout, progress and notes to stderr. Exit codes: 0 done, 1 a fault of simlab, 2 the user's input, 130
interrupted. `main` is the only public name; nothing heavier than typer is imported before a word needs it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def main(words: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code.

    words: the words after ``simlab``; by default those of the process.

    >>> main(["--version"])
    simlab ...
    0
    """
    from simlab.cli.exits import exit_code_of

    return exit_code_of(words, _application)


def _application() -> Any:
    """The words of the shell, imported when a command line is to be read: it takes longer than all checks before it."""
    from simlab.cli.app import command

    return command()
