"""Errors a user can mend: each carries one line that names the place, the thing and the way out.

The command line prints that line and exits with code 2. Anything else that escapes is a fault of simlab (code 1).
"""

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

LONGEST_MESSAGE = 1500
FEW = 12  # words that a message can list
SHOWN = 60  # letters of a line of the person's own that a message repeats
# slips that spreadsheets and word processors teach, as they look in a line of TOML; the first that fits is told
SLIPS = (
    ("[\u201c\u201d\u2018\u2019\u201e]", 'quotes are straight: "'),
    (r"=\s*-?\d+,\d", "a decimal point, no comma"),
    (r"=\s*-?\d[\d.]*\s*[A-Za-z%]", "a number stands alone, without its unit"),
    (r"^\s*\[[^\]]*$", "a heading ends with ]"),
    (r"=\s*\"[^\"]*$|=\s*[A-Za-z][^\"]*\"\s*$", "a word stands between two quotes"),
    (r"=\s*(?!(?:true|false|inf|nan)\b)[A-Za-z]", "a word stands in quotes; yes and no are true and false"),
    (r"^\s*[\w.-]+\s*:", "a key and its value have = between them"),
)


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


def toml_problem(text: str, error: Exception) -> str:
    """What is wrong with a text that is no TOML: what the reader said, the line, and the slip that it looks like.

    >>> toml_problem("range_in = 25,5", ValueError("Expected newline (at line 1, column 14)"))
    'no valid TOML: Expected newline (at line 1, column 14): range_in = 25,5; a decimal point, no comma'
    """
    found = re.search(r"\(at line (\d+), column \d+\)", str(error))
    lines = text.splitlines()
    if found is None or not 0 < int(found[1]) <= len(lines):
        return f"no valid TOML: {error}"
    line = lines[int(found[1]) - 1].strip()
    slip = next((f"; {words}" for look, words in SLIPS if re.search(look, line[:LONGEST_MESSAGE])), "")
    return f"no valid TOML: {error}: {line[:SHOWN]}{'...' if len(line) > SHOWN else ''}{slip}"


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
