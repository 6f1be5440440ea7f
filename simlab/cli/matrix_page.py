"""The matrix as one HTML page: for the browser, and for the printer, since it is meant to lie on the table."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from simlab.analysis.matrix import NO_FIRE, RANGES

if TYPE_CHECKING:
    from simlab.analysis.matrix import MatrixTable

MOST_TARGETS = 8  # side by side on a sheet of paper
STYLE = """
body { font: 15px/1.4 system-ui, sans-serif; margin: 2rem; color: #1a1a1a; background: #fff; }
h1 { font-size: 1.3rem; } p { margin: 0.3rem 0; }
table { border-collapse: collapse; margin: 1.2rem 0; font-variant-numeric: tabular-nums; break-inside: avoid; }
th, td { border: 1px solid #999; padding: 0.25rem 0.6rem; text-align: center; vertical-align: top; }
th { background: #eee; font-weight: 600; } tbody th, td.note { text-align: left; }
td.range { border-right: none; text-align: right; } td.value { border-left: none; text-align: left; }
td.none { color: #666; }
@media print { body { margin: 0; font-size: 11px; } @page { size: A4 landscape; margin: 12mm; } }
"""


def page(table: MatrixTable, view: str, remarks: Sequence[str], words: dict[str, str]) -> str:
    """A page with the blocks of the matrix. remarks: lines above it; words: heading of each column about a firer."""
    title = escape(f"{table.system.title}: {table.kind.title}")
    blocks = table.blocks(lambda firers, targets: len(targets) <= MOST_TARGETS)
    above = [f"<p>{escape(line)}</p>" for line in remarks]
    return "\n".join(
        [
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>",
            *above,
            *[_block(table, view, firers, targets, words) for firers, targets in blocks],
            "</body>\n</html>\n",
        ]
    )


def _block(table: MatrixTable, view: str, firers: list[Any], targets: list[Any], words: dict[str, str]) -> str:
    about = "".join(f'<th scope="col" rowspan="2">{escape(words.get(name, name))}</th>' for name in table.columns)
    heads = "".join(f'<th scope="colgroup" colspan="2">{escape(target.name)}</th>' for target in targets)
    below = f'<th scope="col">range</th><th scope="col">{"save" if view == RANGES else escape(view)}</th>'
    rows = [
        f'<tr><th scope="row">{escape(firer.name)}</th>'
        + "".join(_fact(name, value) for name, value in table.about[firer.id].items())
        + "".join(_cell(table, view, firer, target) for target in targets)
        + "</tr>"
        for firer in firers
    ]
    return "\n".join(
        [
            f'<table>\n<thead>\n<tr><th scope="col" rowspan="2">System</th>{about}{heads}</tr>',
            f"<tr>{below * len(targets)}</tr>\n</thead>\n<tbody>",
            *rows,
            "</tbody>\n</table>",
        ]
    )


def _fact(name: str, value: Any) -> str:
    text = f"{value:g}" if isinstance(value, float) else str(value)
    return f'<td class="{escape(name)}">{escape(text)}</td>'


def _cell(table: MatrixTable, view: str, firer: Any, target: Any) -> str:
    if table.is_own_side(firer, target):
        return '<td class="none" colspan="2">(own side)</td>'
    lines = table.lines(firer, target, view)
    if not lines:
        return f'<td class="none" colspan="2">{NO_FIRE}</td>'
    ranges, values = ("<br>".join(escape(part) for part in column) for column in zip(*lines, strict=True))
    if table.distance is not None and view != RANGES:  # the page says which range it is
        return f'<td colspan="2">{values}</td>'
    return f'<td class="range">{ranges}</td><td class="value">{values}</td>'
