"""`write_replay`: one trial as a page to step through, and as pictures beside it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simlab.errors import RunError
from simlab.execute import Prepared, Source, prepare, replay_counts
from simlab.files import write_whole
from simlab.moments import Drawing, Moment, replay_moments
from simlab.report.figures import bare, inlined, svg_of
from simlab.report.page import rendered
from simlab.result import label

if TYPE_CHECKING:
    from matplotlib.axes import Axes

GROUND = re.compile(r'<g id="[^"]*ground-[^"]*">.*?</g>\s*(?=<g id=|</g>)', re.DOTALL)
GRAVE = ("destroyed", "disabled", "over:", "leaves the game", " lost", ": eliminated", "sent home (", "removed (chance")
PICTURE_DPI = 110
COLOURS = 256  # of a PNG: a map has few, and takes a fifth of the bytes so


@dataclass
class Picture:
    """A drawing on the page: inline SVG, width in pixels as drawn."""

    svg: str
    width_px: int


@dataclass
class Line:
    """A line of the text: how far it stands in, its words, is it bad news for somebody?"""

    text: str
    indent: int
    grave: bool


@dataclass
class Turn:
    """A moment as the page shows it."""

    title: str
    lines: list[Line]
    pictures: list[Picture] = field(default_factory=list)


@dataclass
class ReplayPage:
    """What the page shows; ground: what lies under every map, once."""

    title: str
    question: str
    trial: str
    seed: int
    command: str
    build: str
    outcomes: dict[str, list[str]]
    moments: list[Turn]
    ground: str = ""

    @property
    def drawn(self) -> bool:
        """Is there any picture?"""
        return any(moment.pictures for moment in self.moments)


def write_replay(
    source: Source | Prepared,
    out: str | Path,
    *,
    trial: int,
    seed: int,
    command: str = "",
    progress: Callable[[int, int], None] | None = None,
) -> Path:
    """Write one trial as ``out/index.html``, a self-contained page, with a PNG a picture beside it.

    It is trial ``trial`` of any run of the scenario with that seed: the same dice, the same end.

    Args:
        source: a scenario, its file, or what `prepare` returned.
        out: folder of the page; made where it is missing.
        trial: which trial; the first one is 0.
        seed: of the run.
        command: what gives the page again, for its last line.
        progress: called with (pictures finished, pictures in all).

    Returns:
        The path of the page.

    Raises:
        SimlabError: the scenario cannot be read, its kind tells nothing, the folder cannot be written.
    """
    prepared = source if isinstance(source, Prepared) else prepare(source)
    if trial < 0:
        raise RunError(f"trial {trial}: the first trial is 0")
    moments = replay_moments(prepared, seed, trial)
    page = _new_page(prepared, trial, seed, command)
    folder = Path(out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _draw_all(page, moments, folder, progress)
        write_whole(folder / "index.html", lambda file: file.write_text(rendered("replay", page=page), "utf-8"))
    except OSError as error:
        raise RunError(f"{folder}: cannot be written ({error.strerror or error})") from None
    return folder / "index.html"


def outcomes_of(prepared: Prepared, counts: Any) -> dict[str, list[str]]:
    """What one trial counted: table -> outcomes, " (x2)" behind one that came up twice."""
    found = {}
    for table in prepared.space.tables:
        values = prepared.space.values(counts, table.name)
        found[table.name] = [
            label(row) + (f" (x{int(value)})" if value > 1 else "")
            for row, value in zip(table.rows, values, strict=True)
            if value
        ]
    return found


def drawn(drawing: Drawing, title: str) -> Axes:
    """A drawing on axes of its own."""
    import pandas as pd

    from simlab import plots

    axes: Axes = getattr(plots, drawing.plot)(pd.DataFrame(drawing.things), title=title)
    return axes


def save_picture(axes: Axes, file: Path, form: str) -> None:
    """A picture as a file, on paper rather than on nothing, so that it can be read on any ground. OSError."""
    import numpy as np
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from PIL import Image

    from simlab.plots.style import PAPER

    figure: Any = axes.figure
    figure.patch.set(alpha=1.0, facecolor=PAPER)
    if form == "svg":
        write_whole(file, lambda fresh: figure.savefig(fresh, format=form))
        return
    figure.set_dpi(PICTURE_DPI)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    picture = Image.fromarray(np.asarray(canvas.buffer_rgba())).convert("RGB")
    few = picture.quantize(COLOURS, method=Image.Quantize.FASTOCTREE)
    write_whole(file, lambda fresh: few.save(fresh, format="png", optimize=True))


def _new_page(prepared: Prepared, trial: int, seed: int, command: str) -> ReplayPage:
    versions: Mapping[str, str] = prepared.provenance(seed)["versions"]
    scenario = prepared.scenario
    return ReplayPage(
        title=scenario.title or prepared.kind.summary,
        question=scenario.question or "",
        trial=f"{trial:,}",
        seed=seed,
        command=command or f"simlab replay FILE --trial {trial} --seed {seed} --out DIR",
        build=f"Made by simlab {versions['simlab']}",
        outcomes=outcomes_of(prepared, replay_counts(prepared, seed, trial)),
        moments=[],
    )


def _draw_all(
    page: ReplayPage, moments: list[Moment], folder: Path, progress: Callable[[int, int], None] | None
) -> None:
    """Every picture, on the page and beside it."""
    most, done = sum(len(moment.drawings) for moment in moments), 0
    digits = len(str(len(moments) - 1))  # files sort in the order of the turns
    for number, moment in enumerate(moments):
        turn = Turn(moment.title, [_line(text) for text in moment.lines])
        page.moments.append(turn)
        for drawing in moment.drawings:
            beside = f"_{drawing.plot}" if len(moment.drawings) > 1 else ""
            axes = drawn(drawing, moment.title)
            turn.pictures.append(_inline(page, axes, f"m{number}{beside.replace('_', '-')}", drawing.alt))
            save_picture(axes, folder / f"turn_{number:0{digits}d}{beside}.png", "png")
            done += 1
            if progress is not None:
                progress(done, most)


def _inline(page: ReplayPage, axes: Axes, key: str, alt: str) -> Picture:
    """A drawing for the page; what lies under all maps is kept once."""
    figure: Any = axes.figure
    svg = re.sub(r"(\.\d\d)\d+", r"\1", svg_of(axes))  # hundredths of a pixel are fine enough
    pieces = GROUND.findall(svg)
    if pieces:
        ground = bare("<svg>" + "".join(pieces), "ground").removeprefix("<svg>")
        ground = f'<g id="ground">{ground}</g>'
        if page.ground in ("", ground):
            page.ground = ground
            first, *others = pieces
            svg = svg.replace(first, '<use xlink:href="#ground"/>', 1)
            for piece in others:
                svg = svg.replace(piece, "", 1)
    svg = inlined(svg, key, alt).replace(f'"#{key}-ground"', '"#ground"')
    return Picture(svg, round(96 * figure.get_figwidth()))


def _line(text: str) -> Line:
    words = text.lstrip()
    return Line(words, (len(text) - len(words)) // 2, any(word in words for word in GRAVE))
