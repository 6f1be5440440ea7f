"""Writing files so that nothing is lost: what stood there before stays until the new text is whole."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path


def write_whole(path: Path, write: Callable[[Path], object]) -> None:
    """Let ``write`` fill a file beside ``path``, then put it in its place at once. OSError when that fails.

    Where something other than a plain file stands (a device, a pipe), it is written to directly.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        write(target)
        return
    handle, name = tempfile.mkstemp(prefix=f".{target.name[:40]}.", suffix=target.suffix, dir=target.parent)
    os.close(handle)
    fresh = Path(name)
    try:
        write(fresh)
        fresh.chmod(target.stat().st_mode if target.exists() else 0o666 & ~_umask())
        fresh.replace(target)
    finally:
        fresh.unlink(missing_ok=True)


def _umask() -> int:
    """The permissions that new files of this process lack."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
