"""Errors a user can mend: each carries one line that names the place, the thing and the way out.

The command line prints that line and exits with code 2. Anything else that escapes is a fault of simlab (code 1).
"""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

LONGEST_MESSAGE = 1500
FEW = 12  # words that a message can list


class SimlabError(Exception):
    """What was asked for cannot be done as asked; the message is one line for the person who asked.

    What the person wrote may hold line breaks or be endless: line breaks are shown as such, the middle is cut.
    """

    def __init__(self, message: str = "") -> None:
        shown = (letter if letter.isprintable() else repr(letter)[1:-1] for letter in str(message))
        line = "".join(shown)
        if len(line) > LONGEST_MESSAGE:
            line = f"{line[: LONGEST_MESSAGE // 2]} ... {line[-LONGEST_MESSAGE // 2 :]}"
        super().__init__(line)

    @property
    def problems(self) -> tuple[str, ...]:
        """Everything that is wrong, a line each; the message itself where it is one thing."""
        return (str(self),)


class ScenarioError(SimlabError):
    """A scenario file or an override is wrong: names the file, the key, the value and the nearest valid names."""


class CatalogError(SimlabError):
    """Unit data or a rulebook table is wrong: names the file, the line, the column and what is allowed there.

    problems: one line for each row and column that is wrong; the message tells the first and how many there are.
    """

    def __init__(self, message: str = "", problems: Sequence[str] = ()) -> None:
        super().__init__(message)
        self._problems = tuple(SimlabError(problem).args[0] for problem in problems)

    @property
    def problems(self) -> tuple[str, ...]:
        """Everything that is wrong, a line each."""
        return self._problems or (str(self),)


class RunError(SimlabError):
    """A run cannot start, go on or be resumed: method not offered, budget out of range, checkpoint of another run."""


def nearest(word: object, known: Iterable[str], most: int = 3) -> str:
    """The nearest of the known words, quoted, for a message; all of them when none is near and they are few.

    >>> nearest("mi24", ["mi24d", "mi24v", "ah64a"])
    '"mi24d", "mi24v"'
    >>> nearest("zeppelin", map(str, range(117)))
    'none of the 117 that there are'
    """
    words = list(dict.fromkeys(known))
    wanted = str(word).lower()
    begins = [name for name in words if wanted and name.lower().startswith(wanted)]
    near = get_close_matches(wanted, sorted({name.lower() for name in words}), n=most, cutoff=0.5)
    found = [*begins, *(name for close in near for name in words if name.lower() == close and name not in begins)]
    if not found and len(words) > max(most, FEW):  # the first dozen of many would help nobody
        return f"none of the {len(words)} that there are"
    return ", ".join(f'"{name}"' for name in list(dict.fromkeys(found))[:most] or words) or "none"
