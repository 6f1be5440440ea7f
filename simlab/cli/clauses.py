"""The clauses of a rulebook, and where the sources and tests speak of one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simlab.errors import FEW, CatalogError, nearest

# 3.2.4c, also as the start of "3.2.3a, b" and "3.2.3i-k"; a version number such as V0.5 has a letter in front. Some
# rulebooks put letters before the number: AS-8.4, also as the start of "AS-8.4, 8.5" and "AS-8.1 to 8.3"; B14.
MENTION = re.compile(r"(?<![\w.-])((?:[A-Z]{2}-)?\d+(?:\.\d+)+|B\d+)([a-z]?)((?:, [a-z]\b)+|-[a-z]\b)?(?!\w|\.\d)")
MORE = re.compile(r"([A-Z]{2}-)(\d+)\.(\d+)((?:(?:, | to )(?:[A-Z]{2}-)?\d+\.\d+)+)")


@dataclass(frozen=True)
class Place:
    """Where a clause is spoken of: a file relative to the source tree, a line, and the function or class around it."""

    file: str
    line: int
    name: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" + (f"  {self.name}" if self.name else "")


def read_clauses(folder: Path) -> dict[str, dict[str, str]]:
    """Clause -> its row of clauses.csv in a system's data folder. CatalogError when there is none."""
    from simlab.catalog import read_rows

    return {row["clause"]: row for _, row in read_rows(folder / "clauses.csv")}


def clauses_like(wanted: str, known: Iterable[str]) -> list[str]:
    """The clause itself, or all clauses of a section such as 3.2.4. CatalogError names the nearest.

    >>> clauses_like("3.2.4", ["3.2.4a", "3.2.4b", "3.2.41a", "3.2.4.1a"])
    ['3.2.4a', '3.2.4b', '3.2.4.1a']
    """
    names = list(known)
    if wanted in names:
        return [wanted]
    found = [name for name in names if re.match(re.escape(wanted.rstrip(".")) + r"([a-z]|\.)", name)]
    if not found:
        raise CatalogError(f'no clause "{wanted}"; nearest: {_near(wanted, names)}')
    return found


def _near(wanted: str, names: list[str]) -> str:
    """The clauses of the smallest section around one that is not there, else the chapters, else what is spelled alike.

    >>> _near("3.2.9z", ["1.1a", "3.1a", "3.2.4a", "3.2.5a"]), _near("9.1", ["1.1a", "3.1a"])
    ('"3.2.5a", "3.2.4a"', '"3.1a", "1.1a"')
    """
    chapters = list(dict.fromkeys(name.partition(".")[0] for name in names))
    section = wanted.rstrip(".abcdefghijklmnopqrstuvwxyz")
    while "." in section:
        inside = [name for name in names if re.match(re.escape(section) + r"([a-z.]|$)", name)]
        if inside:
            return nearest(wanted, inside)
        section = section.rpartition(".")[0]
    return nearest(wanted, chapters if len(names) > FEW >= len(chapters) else names)


def mentioned(text: str) -> set[str]:
    """All clauses that a text names.

    >>> sorted(mentioned("Cover (3.2.3a, b) and arcs (3.2.3i-k), not V0.5 or 3.2"))
    ['3.2', '3.2.3a', '3.2.3b', '3.2.3i', '3.2.3j', '3.2.3k']
    >>> sorted(mentioned("Strafing (AS-5.3), odds (B5)"))
    ['AS-5.3', 'B5']
    """
    found = _after_letters(text)
    for section, letter, more in MENTION.findall(text):
        found.add(section + letter)
        if more.startswith("-") and letter:
            found |= {section + chr(code) for code in range(ord(letter), ord(more[1]) + 1)}
        elif letter:
            for other in re.findall("[a-z]", more):
                if other <= letter:  # "3.2.3c, a gun": an article, not a clause
                    break
                letter = other
                found.add(section + other)
    return found


def _after_letters(text: str) -> set[str]:
    """Clauses of lists and ranges whose letters stand before the first number only.

    >>> sorted(_after_letters("Damage (AS-8.1 to 8.3, 9.1)"))
    ['AS-8.1', 'AS-8.2', 'AS-8.3', 'AS-9.1']
    """
    found = set()
    for letters, section, number, rest in MORE.findall(text):
        last = (int(section), int(number))
        found.add(f"{letters}{section}.{number}")
        for joint, more_section, more_number in re.findall(r"(, | to )(?:[A-Z]{2}-)?(\d+)\.(\d+)", rest):
            this = (int(more_section), int(more_number))
            between = range(last[1], this[1]) if joint == " to " and this[0] == last[0] else ()
            found |= {f"{letters}{this[0]}.{n}" for n in (*between, this[1])}
            last = this
    return found


def places_of(clause: str, files: Iterable[Path], root: Path) -> list[Place]:
    """Where a clause is named in Python sources: one place for each function, class or file header."""
    found: dict[tuple[str, str], Place] = {}
    for path in files:
        text = path.read_text(encoding="utf-8")
        if clause.rstrip("abcdefghijklmnopqrstuvwxyz").rpartition("-")[2] not in text and " to " not in text:
            continue
        scopes = _scopes(text)
        shown = path.relative_to(root).as_posix()
        for number, line in enumerate(text.splitlines(), 1):
            if clause in mentioned(line):
                name = _scope_at(scopes, number)
                found.setdefault((shown, name), Place(shown, number, name))
    return list(found.values())


def _scopes(text: str) -> list[tuple[int, int, str]]:
    """(first line, last line, dotted name) of every function and class, outer ones first."""
    scopes: list[tuple[int, int, str]] = []

    def walk(node: ast.AST, above: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                first = min([child.lineno, *[decorator.lineno for decorator in child.decorator_list]])
                scopes.append((first, child.end_lineno or first, above + child.name))
                walk(child, f"{above}{child.name}.")

    walk(ast.parse(text), "")
    return scopes


def _scope_at(scopes: list[tuple[int, int, str]], line: int) -> str:
    names = [name for first, last, name in scopes if first <= line <= last]
    return names[-1] if names else ""


def implemented(system: str, clause: str) -> list[Place]:
    """Where the wing of a system names a clause."""
    package = Path(__file__).resolve().parents[1]
    return places_of(clause, sorted((package / "systems" / system).rglob("*.py")), package.parent)


def tested(system: str, clause: str) -> list[Place] | None:
    """Where the tests of a system name a clause; None when the tests are not here (an installed package)."""
    root = Path(__file__).resolve().parents[2]
    folder = root / "tests"
    if not folder.is_dir() or not (root / "pyproject.toml").is_file():
        return None
    own = folder / "cli"
    files = [
        path
        for path in sorted(folder.rglob("*.py"))
        if own not in path.parents and (system in path.name or system in path.read_text(encoding="utf-8"))
    ]
    return places_of(clause, files, root)


def as_rows(places: list[Place]) -> list[dict[str, Any]]:
    """Places as plain data."""
    return [{"file": place.file, "line": place.line, "name": place.name} for place in places]
