"""How a command line ends: the exit code, and the one line on stderr that says why."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, TextIO

from simlab.errors import LONGEST_MESSAGE, SimlabError

DONE, OUR_FAULT, USERS_INPUT, INTERRUPTED = 0, 1, 2, 130
MOST_PROBLEMS = 30  # of one file that are told at once


class Stop(Exception):
    """End the command here with this exit code and, where there is one, this line on stderr."""

    def __init__(self, code: int, line: str = "") -> None:
        super().__init__(line)
        self.code, self.line = code, line


def exit_code_of(words: Sequence[str] | None, command: Callable[[], Any]) -> int:
    """Run a command line; every way it can end becomes an exit code, and no traceback is shown unless asked for.

    command: gives the application; called when the words are known to be text.
    """
    words = list(sys.argv[1:] if words is None else words)
    with_traceback = "--traceback" in words
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever started us: there is nobody to tell anything
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
    if any(not word.isascii() and not _is_text(word) for word in words):
        return _say("a word of the command line is no valid UTF-8 text", USERS_INPUT)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that lacks a letter shows "?" in its place
    try:
        code = _run([word for word in words if word != "--traceback"], command)
        sys.stdout.flush()
    except BrokenPipeError:
        return reader_has_left()
    except KeyboardInterrupt:
        return _say("interrupted", INTERRUPTED)
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            return _say(f"{str(error.filename)[:80]}...: this file name is too long", USERS_INPUT)
        if error.filename is not None or with_traceback:
            return _our_fault(error, with_traceback)
        return _say(f"the output cannot be written ({error.strerror or error})", USERS_INPUT)
    except Exception as error:  # the one place where anything may arrive
        return _our_fault(error, with_traceback)
    return code


def _run(words: list[str], command: Callable[[], Any]) -> int:
    """The exit code of a command line without surprises; what is left raises."""
    import typer

    # typer brings the class of usage errors along, but exports only this child of it
    usage_error: type[Exception] = typer.BadParameter.__mro__[1]
    try:
        code = command().main(words, prog_name="simlab", standalone_mode=False)
    except Stop as stop:
        return _say(stop.line, stop.code)
    except SimlabError as error:
        return _say_each(error.problems, USERS_INPUT)
    except usage_error as error:
        return _say(_usage_line(error), USERS_INPUT)
    except SystemExit as end:  # typer's own way to leave: help that nobody reads, Tab completion
        if isinstance(end.__context__, BrokenPipeError):
            return reader_has_left()
        raise
    except (KeyboardInterrupt, typer.Abort):
        return _say("interrupted", INTERRUPTED)
    if code == INTERRUPTED:  # Ctrl-C outside a run of trials
        return _say("interrupted", INTERRUPTED)
    return code if isinstance(code, int) else DONE


def _usage_line(error: Exception) -> str:
    """One line for a word or an option that does not exist or has no sensible value."""
    message = error.format_message() if hasattr(error, "format_message") else str(error)
    context = getattr(error, "ctx", None)
    message = message.replace(": Value error, ", ": ")  # how a list of allowed values names its own kind of error
    path = context.command_path if context is not None else "simlab"
    return f"{message} (help: {path} --help)"


def _say_each(problems: Sequence[str], code: int) -> int:
    """A line for everything that is wrong, as far as a screen holds it, and the exit code."""
    for line in problems[:MOST_PROBLEMS]:
        _say(line, code)
    return _say(f"and {len(problems) - MOST_PROBLEMS} more" if len(problems) > MOST_PROBLEMS else "", code)


def _say(line: str, code: int) -> int:
    """Print "simlab: ..." on stderr, as one line, and pass the exit code on."""
    if line:
        line = " ".join(line.split())
        line = line if len(line) <= LONGEST_MESSAGE else f"{line[:LONGEST_MESSAGE]} ..."
        _flushed(sys.stdout)
        try:
            print("simlab:", line, file=sys.stderr, flush=True)
        except (OSError, ValueError):
            _lead_nowhere(sys.stderr)
    return code


def _flushed(stream: TextIO) -> None:
    """Write out what waits in a stream; one that cannot take it is given up, so that Python's own end stays quiet."""
    try:
        stream.flush()
    except (OSError, ValueError):
        _lead_nowhere(stream)


def _lead_nowhere(stream: TextIO) -> None:
    with contextlib.suppress(OSError, ValueError):  # the stream may be no file; then nothing is left to be flushed
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _is_text(word: str) -> bool:
    """Can the word be written as UTF-8? Bytes that are no text arrive as lone surrogates."""
    try:
        word.encode()
    except UnicodeEncodeError:
        return False
    return True


def _our_fault(error: BaseException, with_traceback: bool) -> int:
    """Say that simlab is at fault and how to report it."""
    if with_traceback:
        import traceback

        traceback.print_exception(error)
    told = "please report the lines above" if with_traceback else "--traceback shows where; please report that"
    return _say(f"a fault of simlab: {type(error).__name__}: {error}; {told} with what `simlab doctor` says", OUR_FAULT)


def reader_has_left() -> int:
    """Whoever read stdout (``head``, a pager) closed it: end quietly."""
    _lead_nowhere(sys.stdout)
    return DONE
