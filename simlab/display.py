"""What a notebook shows of an answer: a heading, small tables, a line on how it was made. Knows HTML and no answer.

A notebook asks an object for ``_repr_html_``; the objects of simlab that have one build it from these pieces, and only
from numbers that their own methods return.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

MOST_WORDS = 380  # letters of an answer on one line
MOST_ROWS = 24  # of a table; a longer one is cut and says so


def one_line(answer: object, text: str) -> str:
    r"""What an answer says of itself where there is no page: its sort and a sentence, cut where it is long.

    >>> one_line([], "two\nlines")
    '<list: two lines>'
    """
    words = " ".join(text.split())
    return f"<{type(answer).__name__}: {words if len(words) <= MOST_WORDS else words[: MOST_WORDS - 3] + '...'}>"


def page(title: str, *parts: str) -> str:
    """A heading in bold and what stands below it, parts that are empty left out.

    >>> page("Guns & missiles", "<p>one</p>", "")
    '<p><b>Guns &amp; missiles</b></p><p>one</p>'
    """
    return "".join([f"<p><b>{escape(title)}</b></p>" if title else "", *filter(None, parts)])


def line(text: str) -> str:
    """A paragraph of plain text; nothing for an empty one.

    >>> line("p < 1 %"), line("")
    ('<p>p &lt; 1 %</p>', '')
    """
    return f"<p>{escape(text)}</p>" if text else ""


def table(head: Sequence[Any], rows: Iterable[Sequence[Any]], words: int = 1, most: int = MOST_ROWS) -> str:
    """A table; the first ``words`` columns hold words and stand left, numbers at the right.

    >>> table(["fate", "chance"], [["lost", "31 %"]]).count("<td")
    2
    >>> table(["n"], [[1], [2], [3]], words=0, most=2).partition("</table>")[2]
    '<p>and 1 more</p>'
    """
    found = [list(row) for row in rows]
    body = "".join(f"<tr>{_cells('td', row, words)}</tr>" for row in found[:most])
    rest = line(f"and {len(found) - most:,} more") if len(found) > most else ""
    return f"<table><thead><tr>{_cells('th', head, words)}</tr></thead><tbody>{body}</tbody></table>{rest}"


def _cells(tag: str, values: Sequence[Any], words: int) -> str:
    sides = ("left" if place < words else "right" for place in range(len(values)))
    cells = zip(values, sides, strict=True)
    return "".join(f'<{tag} style="text-align: {side}">{escape(str(value))}</{tag}>' for value, side in cells)
