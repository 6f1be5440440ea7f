"""The one place that knows Numba: rules, block kernels, their options and their cache.

A `rule` is a plain Python function outside and compiled inside kernels. A kind's ``lanes`` function becomes a
`BlockKernel`, compiled at first use, with a driver that numbers the trials. Numba is imported only then, so an exact
answer never waits for it.

Facts behind the choices (measured while designing, see benchmarks/):

* ``parallel=True`` costs seconds of compile time a kernel and its thread layer aborts when entered from two threads;
  ``nogil`` kernels in a thread pool need neither.
* Numba's disk cache watches only a function's own file, so after an edit of a rule in another file it would play the
  old rule. Here the cache folder is named by a digest of the sources that a kernel can reach (common rooms, its wing).
* A folder that cannot be written means no cache, never a silent other place.
"""

from __future__ import annotations

import hashlib
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

LANES = 4096  # trials played side by side: the state arrays of a block stay in the second-level cache

_waiting: list[tuple[Callable, Callable | None]] = []  # rules not yet made known to Numba
_lock = threading.RLock()


def rule(function: Callable | None = None, *, compiled: Callable[[], Callable] | None = None) -> Any:
    """Mark a pure function that kernels may call.

    Outside kernels it stays the plain Python function. ``compiled``, where given, is a function without arguments
    that returns another body for compiled code (for 64-bit wrap-around, which plain Python integers do not have).
    """

    def register(plain: Callable) -> Callable:
        _waiting.append((plain, compiled))
        return plain

    return register if function is None else register(function)


def jit_is_off() -> bool:
    """True when kernels run as plain Python (SIMLAB_JIT=0 or NUMBA_DISABLE_JIT=1): slow, for tests and debugging."""
    return os.environ.get("SIMLAB_JIT", "1") == "0" or os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def _tell_numba() -> None:
    """Make every rule seen so far known to Numba.

    Rules are inlined by force: a rule that LLVM finds too long stays a call, and a loop over lanes with a call in it is
    not vectorised (a sortie took three to four times as long).
    """
    from numba.extending import overload, register_jitable

    while _waiting:
        plain, compiled = _waiting.pop(0)
        if compiled is None:
            register_jitable(forceinline=True)(plain)
        else:
            body = compiled()

            def choose(*arguments, _body=body):
                return _body

            overload(plain, jit_options={"forceinline": True}, strict=False)(choose)


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
    folder = package.joinpath(*module_name.split(".")[1:-1]) if module_name.startswith("simlab.") else None
    digest = hashlib.sha256()
    for path in (package / "jit.py", package / "dice.py"):
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


def _compile(function: Callable, module_name: str) -> Callable:
    """A Numba dispatcher for ``function``: nogil, cached in the folder of the digest or not at all."""
    import numba
    from numba.core import config as numba_config

    config: Any = numba_config  # its settings are made at run time
    with _lock:
        _tell_numba()
        dispatcher = numba.njit(nogil=True)(function)
        if (folder := cache_folder(module_name)) is not None:
            before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
            try:
                dispatcher.enable_caching()
            except (RuntimeError, OSError):
                pass  # no usable place for this function: it is compiled in memory
            finally:
                config.CACHE_DIR = before
    return dispatcher


@contextmanager
def _lightly_but_for(name: str) -> Iterator[None]:
    """Compile callees with few optimisations, and only the function of this name, into which they go, with all.

    Numba lets LLVM optimise every function in full and then once more inside each of its callers: most of the time of
    a first run went into work that was thrown away (8 s became 5 s, and the loops came out faster).
    """
    from numba.core import config as numba_config
    from numba.core import event

    config: Any = numba_config  # its settings are made at run time
    full = config.OPT

    class Outermost(event.Listener):
        def on_start(self, event):
            if event.data["name"] == f"native_lowering [{name}]":
                config.OPT = full

        def on_end(self, event):
            pass

    config.OPT = min(full, type(full)(1))
    try:
        with event.install_listener("numba:run_pass", Outermost()):
            yield
    finally:
        config.OPT = full


def _driver(lanes: Callable, prepare: Callable, name: str, fill_bases: Callable) -> Callable:
    """The block loop around a lanes function: trials first .. last - 1 of a key, LANES at a time."""
    import numpy as np
    from numba.extending import register_jitable

    inner = register_jitable(lanes)
    make_ready, fill = prepare, fill_bases
    width = LANES

    def block(packed, key, first, last, counts):
        base = np.empty(min(width, max(last - first, 1)), np.int64)
        ready = make_ready(packed, last - first)
        start = first
        while start < last:
            size = min(width, last - start)
            fill(key, start, base[:size])
            inner(ready, base[:size], counts)
            start += size

    block.__qualname__ = block.__name__ = f"block_of_{name}"  # closures of one factory need an index file each
    return block


def _each_driver(lanes: Callable, prepare: Callable, name: str, fill_bases: Callable) -> Callable:
    """A loop that plays trials one by one and writes down a weighted count of each: comparisons on the same dice."""
    import numpy as np
    from numba.extending import register_jitable

    inner = register_jitable(lanes)
    make_ready, fill = prepare, fill_bases

    def each(packed, key, first, weights, values):
        base = np.empty(1, np.int64)
        ready = make_ready(packed, 1)
        counts = np.zeros(weights.size, np.int64)
        for trial in range(values.size):
            fill(key, first + trial, base)
            inner(ready, base, counts)
            total = 0
            for cell in range(weights.size):
                total += weights[cell] * counts[cell]
                counts[cell] = 0
            values[trial] = total

    each.__qualname__ = each.__name__ = f"each_of_{name}"
    return each


@rule
def _as_it_is(packed, trials):
    return packed


class BlockKernel:
    """The block kernel of a kind: plays trials first .. last - 1 and adds to an int64 vector of counts.

    ``play`` runs compiled, ``play_plainly`` runs the same function in the interpreter; their counts are equal.
    """

    def __init__(self, lanes: Callable, prepare: Callable = _as_it_is) -> None:
        self.lanes, self.prepare = lanes, prepare
        self.name = f"{lanes.__module__}.{lanes.__qualname__}"
        self._block: Callable | None = None
        self._each: Callable | None = None

    def warm(self, packed: Any) -> None:
        """Compile for this packed scenario, or load from the cache; stderr says so if that takes longer than 2 s."""
        import numpy as np

        if jit_is_off():
            return
        with _lock:
            if self._block is None:
                nothing = np.int64(0), np.int64(0), np.int64(0), np.zeros(1, np.int64)
                self._block = self._compiled(_driver, packed, *nothing)

    def _compiled(self, driver: Callable, packed: Any, *arguments: Any) -> Callable:
        """The driver, compiled for these arguments and called with them; they must play no trial."""
        from simlab.dice import fill_bases

        function = driver(self.lanes, self.prepare, self.name.replace(".", "_"), fill_bases)
        dispatcher = _compile(function, self.lanes.__module__)
        told = f"simlab: compiling {self.lanes.__name__} (once; kept in the cache)"
        note = threading.Timer(2.0, lambda: print(told, file=sys.stderr))
        note.daemon = True
        note.start()
        try:
            with _lightly_but_for(function.__name__):
                dispatcher(packed, *arguments)
        finally:
            note.cancel()
        return dispatcher

    def play(self, packed: Any, key: int, first: int, last: int, counts: Any) -> None:
        """Play trials first .. last - 1 with ``key`` (int64 bits); counts: int64[cells], added to."""
        if jit_is_off():
            self.play_plainly(packed, key, first, last, counts)
            return
        if self._block is None:
            self.warm(packed)
        assert self._block is not None
        self._block(packed, key, first, last, counts)

    def play_each(self, packed: Any, key: int, first: int, weights: Any, values: Any) -> None:
        """Play trials one by one: values[i] = the sum of weights over the cells that trial first + i adds to.

        weights: int64[cells], values: int64[trials], written. Slower than `play`; for paired comparisons.
        """
        import numpy as np

        if jit_is_off():
            for trial in range(values.size):
                counts = np.zeros(weights.size, np.int64)
                self.play_plainly(packed, key, first + trial, first + trial + 1, counts)
                values[trial] = int(counts @ weights)
            return
        if self._each is None:
            with _lock:
                self._each = self._compiled(_each_driver, packed, np.int64(0), np.int64(0), weights, values[:0])
        self._each(packed, np.int64(key), np.int64(first), weights, values)

    def play_plainly(self, packed: Any, key: int, first: int, last: int, counts: Any) -> None:
        """The same in the interpreter."""
        import numpy as np

        from simlab.dice import fill_bases

        base = np.empty(last - first, np.int64)
        fill_bases(key, first, base)
        self.lanes(self.prepare(packed, last - first), base, counts)


def lanes(function: Callable | None = None, *, prepare: Callable = _as_it_is) -> Any:
    """Decorator: make the block kernel of a kind from ``function(packed, base, counts)``.

    packed: NamedTuple of int64 arrays and integers; base: int64[lanes], one dice base a trial; counts: int64[cells],
    added to. The function may call rules and NumPy, and must hold no number from a rulebook.

    prepare: a rule ``prepare(packed, trials)``, where given, is called once before so many trials are played, and the
    function gets what it returns in place of ``packed``: for tables that pay only when many trials read them.
    """
    if function is None:
        return lambda named: BlockKernel(named, prepare)
    return BlockKernel(function, prepare)
