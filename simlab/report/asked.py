"""What the parts of a page that a study asks for have in common: their options, and how their pictures are kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from simlab.report.figures import Figure, figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from simlab.report.studies import Study

TRIALS = 2_000  # of each answer that is rolled, where the section does not say
Asked = Mapping[str, Any]


def how(study: Study, asked: Asked, *names: str) -> dict[str, Any]:
    """Options that go to the analysis as they stand, with the study's seed and a quick number of trials."""
    found: dict[str, Any] = {name: asked[name] for name in names if name in asked}
    return {"seed": study.seed, "trials": asked.get("trials", study.trials or TRIALS), **found}


def drawn(study: Study, verb: str, pictures: Iterable[tuple[Axes, str]]) -> list[Figure]:
    """Pictures as figures of the page; each comes with its caption, which is what it tells."""
    return [
        figure(ax, f"{study.key}-{verb}-{place}", caption, caption, f"simlab report {study.file} --seed {study.seed}")
        for place, (ax, caption) in enumerate(pictures)
    ]
