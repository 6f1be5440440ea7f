"""What the page is made of, and the template that shows it."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simlab.report.figures import Figure
from simlab.report.tables import Table

if TYPE_CHECKING:
    from simlab.report.contents import Contents

FOLDER = Path(__file__).parent
MOST_PRINTED = 60  # rows of a folded table that a PDF still shows


@dataclass
class Block:
    """A part of a section.

    heading: of its own, or the line of a fold-out; text: paragraphs; command: one to type; terms: words and their
    meanings; blocks: parts of this part; folded: shown on demand; beside: figures and tables stand side by side where
    there is room.
    """

    heading: str
    text: list[str] = field(default_factory=list)
    terms: dict[str, str] = field(default_factory=dict)
    figures: list[Figure] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    command: str = ""
    folded: bool = False
    beside: bool = False

    @property
    def long(self) -> bool:
        """Does it hold a table of more rows than anybody reads on paper?"""
        return any(len(table.rows) > MOST_PRINTED for table in self.tables)

    def all_figures(self) -> Iterator[Figure]:
        """Its figures and those of the blocks inside it, in the order of the page."""
        yield from self.figures
        for block in self.blocks:
            yield from block.all_figures()


def has_fold(block: Block) -> bool:
    """Is the block folded, or a part of it?"""
    return block.folded or any(map(has_fold, block.blocks))


@dataclass
class Section:
    """A study, or an appendix: a key for links, a title, the question and its answer, and what stands behind it."""

    key: str
    title: str
    question: str = ""
    answer: str = ""
    blocks: list[Block] = field(default_factory=list)

    def all_figures(self) -> Iterator[Figure]:
        """Every figure of the section, in the order of the page."""
        for block in self.blocks:
            yield from block.all_figures()


@dataclass
class Page:
    """answer: its first sentence; findings: (lead, sentences) below it; top: pictures and table there."""

    title: str
    answer: str
    findings: list[tuple[str, list[str]]]
    top: Block
    glossary: dict[str, str]
    sections: list[Section]
    build: str

    def folds(self) -> bool:
        """Does anything on the page open on demand?"""
        return any(has_fold(block) for block in [self.top, *(b for section in self.sections for b in section.blocks)])

    def numbers(self) -> dict[str, int]:
        """Key of a figure -> its number, in the order of the page."""
        figures = [*self.top.all_figures(), *(f for section in self.sections for f in section.all_figures())]
        keys = [figure.key for figure in figures]
        assert len(set(keys)) == len(keys), f"two figures share a key: {keys}"
        return {key: number for number, key in enumerate(keys, start=1)}


def breakable(text: str) -> Any:
    """A text that may be broken after underscores, without adding letters that would be copied along."""
    from markupsafe import Markup, escape

    return Markup(str(escape(text)).replace("_", "_<wbr>"))


def html_of(page: Page) -> str:
    """The report as one HTML document."""
    return rendered("report", page=page, numbers=page.numbers())


def contents_html(contents: Contents) -> str:
    """The page in front of several, as one HTML document in the style of the report."""
    return rendered("contents", look="report", contents=contents)


def rendered(name: str, look: str = "", **parts: Any) -> str:
    """A template beside this file with its style and script, asking nothing of any network: its policy forbids it.

    look: name of the style and the script; those of the template when it is "".
    """
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(FOLDER), autoescape=True, undefined=jinja2.StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    environment.filters["breakable"] = breakable
    script = (FOLDER / f"{look or name}.js").read_text(encoding="utf-8")
    style = (FOLDER / f"{look or name}.css").read_text(encoding="utf-8")
    digests = {"style_digest": _digest(style), "script_digest": _digest(script)}
    return environment.get_template(f"{name}.html").render(style=style, script=script, **digests, **parts)


def _digest(text: str) -> str:
    """What a content security policy calls an inline script or style by."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
