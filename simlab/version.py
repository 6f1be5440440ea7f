"""The one place that states the version of simlab."""

from __future__ import annotations

import platform
from functools import cache
from importlib.metadata import PackageNotFoundError, version

__version__ = "0.1.0"


def versions() -> dict[str, str]:
    """Versions of simlab, Python and the libraries that results depend on (none of them is imported for it)."""
    return dict(_versions())


@cache
def _versions() -> tuple[tuple[str, str], ...]:
    found = {"simlab": __version__, "python": platform.python_version()}
    for name in ("numpy", "numba", "scipy", "pandas"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return tuple(found.items())
