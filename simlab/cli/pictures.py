"""Pictures on disk: one file, or a numbered one for each of several."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simlab.errors import RunError
from simlab.files import write_whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DOTS = 150  # an inch


def save_pictures(pictures: Sequence[Axes], path: Path) -> list[Path]:
    """Write pictures as FILE, or as FILE-1, FILE-2 and so on where there are several. RunError when that fails."""
    paths = [path]
    if len(pictures) > 1:
        paths = [path.with_stem(f"{path.stem}-{number}") for number in range(1, len(pictures) + 1)]
    for ax, place in zip(pictures, paths, strict=True):
        figure: Any = ax.get_figure(root=True)
        figure.patch.set_alpha(1.0)
        write = partial(figure.savefig, format=place.suffix[1:], dpi=DOTS)
        try:
            write_whole(place, write)
        except OSError as error:
            raise RunError(f"--picture {place}: cannot be written ({error.strerror or error})") from None
    return paths
