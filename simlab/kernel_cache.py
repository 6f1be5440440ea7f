"""Where compiled kernels are kept: a folder named by a digest of the sources that a kernel can reach.

Numba's disk cache watches only a function's own file, so after an edit of a rule in another file it would play the old
rule. A folder that cannot be written means no cache, never a silent other place.
"""

from __future__ import annotations

import hashlib
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def cache_root() -> Path:
    """The folder of all kernel caches: SIMLAB_CACHE_DIR, or simlab/ in the user's cache folder."""
    if chosen := os.environ.get("SIMLAB_CACHE_DIR"):
        return Path(chosen)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    return base / "simlab"


def source_digest(module_name: str) -> str:
    """Digest of all sources that a kernel defined in ``module_name`` can reach: common rooms plus its wing."""
    package = Path(__file__).parent
    wing = 3 if module_name.startswith("simlab.systems.") else -1  # all rooms of a wing, not only the kernel's own
    folder = package.joinpath(*module_name.split(".")[1:wing]) if module_name.startswith("simlab.") else None
    digest = hashlib.sha256(os.environ.get("SIMLAB_COUNT_REFERENCES", "0").encode())
    for path in (package / "jit.py", package / "kernel_cache.py", package / "dice.py"):
        digest.update(path.read_bytes())
    if folder is not None and folder != package:
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder(module_name: str) -> Path | None:
    """The cache folder of the kernels of a module, made if needed; None where it cannot be written."""
    wing = module_name.split(".")[2] if module_name.startswith("simlab.systems.") else "common"
    try:
        folder = cache_root() / f"{wing}-{source_digest(module_name)}"
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}-{threading.get_ident()}"
        probe.touch()
        probe.unlink()
    except OSError:
        return None
    return folder


@contextmanager
def one_at_a_time(folder: Path | None, name: str) -> Iterator[None]:
    """Keep other processes out while a kernel is made in a cache folder, so that they load what this one compiles.

    The system frees the lock of a process that dies. Without a folder, or where it knows no locks, nobody waits: two
    processes then compile the same kernel, which is safe.

    >>> with one_at_a_time(None, "shot"):
    ...     pass
    """
    lock = None
    if folder is not None:
        from filelock import FileLock

        lock = FileLock(folder / f"{name}.lock")
        try:
            lock.acquire()
        except (OSError, NotImplementedError):
            lock = None
    try:
        yield
    finally:
        if lock is not None:
            lock.release()
