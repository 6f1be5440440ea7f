"""The page in front of several: the questions of all rules systems with their answers, each a link."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from simlab.report.answers import answer
from simlab.report.top import in_page_order

if TYPE_CHECKING:
    from simlab.report.studies import Study


@dataclass(frozen=True)
class Entry:
    """A study: the key of its section, what it asks, its answer in a sentence."""

    key: str
    question: str
    answer: str


@dataclass(frozen=True)
class Part:
    """A rules system: the file of its page, its title, its studies."""

    file: str
    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Contents:
    """The page: title, a line about it, a part for each rules system, the command that writes it, what made it."""

    title: str
    text: str
    parts: tuple[Part, ...]
    command: str
    build: str


def by_system(studies: Sequence[Study]) -> dict[str, list[Study]]:
    """Studies by the name of their rules system, in the order in which the systems first come."""
    found: dict[str, list[Study]] = {}
    for study in studies:
        found.setdefault(study.scenario.system, []).append(study)
    return found


def page_name(system: str) -> str:
    """The file of a system's page beside the contents.

    >>> page_name("alpha_strike")
    'alpha_strike.html'
    """
    return f"{system}.html"


def contents_of(studies: Sequence[Study], command: str) -> Contents:
    """What stands in front of the pages of several rules systems."""
    parts = []
    for system, mine in by_system(studies).items():
        entries = tuple(Entry(study.key, study.question, answer(study)) for study in in_page_order(mine))
        parts.append(Part(page_name(system), mine[0].prepared.system.title, entries))
    number = sum(len(part.entries) for part in parts)
    text = (
        f"{number} questions about {len(parts)} games. Each leads to its pictures, its numbers, the readings of the "
        "rules that move it and the command that gives it again."
    )
    build = "Made by simlab " + studies[0].points[0][1].provenance["versions"]["simlab"]
    return Contents("What the rules really do", text, tuple(parts), command, build)
