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

LANES = 8192  # trials played side by side: the state arrays of a block stay in the second-level cache

_waiting: list[tuple[Callable, Callable | None, bool]] = []  # rules not yet made known to Numba; is it a part?
_lock = threading.RLock()


def rule(function: Callable | None = None, *, compiled: Callable[[], Callable] | None = None) -> Any:
    """Mark a pure function that kernels may call.

    Outside kernels it stays the plain Python function. ``compiled``: a function without arguments that returns another
    body for compiled code (for 64-bit wrap-around, which plain Python integers do not have).
    """

    def register(plain: Callable) -> Callable:
        _waiting.append((plain, compiled, False))
        return plain

    return register if function is None else register(function)


def part(function: Callable) -> Callable:
    """Mark a long rule that is compiled on its own, called rather than inlined; it makes no arrays or parts of arrays.

    Counting references to arrays took two fifths of the time of a battle; parts do without (`parts_count_references`).
    """
    _waiting.append((function, None, True))
    return function


def parts_count_references() -> bool:
    """Are parts compiled with Numba's counting all the same (SIMLAB_COUNT_REFERENCES=1): slower, with equal results?"""
    return os.environ.get("SIMLAB_COUNT_REFERENCES", "0") == "1"


def jit_is_off() -> bool:
    """True when kernels run as plain Python (SIMLAB_JIT=0 or NUMBA_DISABLE_JIT=1): slow, for tests and debugging."""
    return os.environ.get("SIMLAB_JIT", "1") == "0" or os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def _tell_numba() -> None:
    """Make all rules known to Numba: inlined by force, as a loop over lanes with a call in it is not vectorised."""
    from numba.extending import overload, register_jitable

    while _waiting:
        plain, compiled, is_part = _waiting.pop(0)
        if is_part:
            counting = {} if parts_count_references() else {"_nrt": False}
            register_jitable(no_cpython_wrapper=True, no_cfunc_wrapper=True, **counting)(plain)
        elif compiled is None:
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
    wing = 3 if module_name.startswith("simlab.systems.") else -1  # all rooms of a wing, not only the kernel's own
    folder = package.joinpath(*module_name.split(".")[1:wing]) if module_name.startswith("simlab.") else None
    digest = hashlib.sha256(os.environ.get("SIMLAB_COUNT_REFERENCES", "0").encode())
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

    Numba optimises a function again inside each of its callers: most of that work was thrown away (8 s became 5 s).
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


def _driver(lanes: Callable, name: str, fill_bases: Callable) -> Callable:
    """The block loop around a lanes function: trials first .. last - 1 of a key, LANES at a time."""
    import numpy as np
    from numba.extending import register_jitable

    inner = register_jitable(lanes)
    fill = fill_bases
    width = LANES

    def block(packed, key, first, last, counts):
        base = np.empty(min(width, max(last - first, 1)), np.int64)
        start = first
        while start < last:
            size = min(width, last - start)
            fill(key, start, base[:size])
            inner(packed, base[:size], counts)
            start += size

    block.__qualname__ = block.__name__ = f"block_of_{name}"  # closures of one factory need an index file each
    return block


def _each_driver(lanes: Callable, name: str, fill_bases: Callable) -> Callable:
    """A loop that plays trials one by one and writes down a weighted count of each: comparisons on the same dice."""
    import numpy as np
    from numba.extending import register_jitable

    inner = register_jitable(lanes)
    fill = fill_bases

    def each(packed, key, first, weights, values):
        base = np.empty(1, np.int64)
        counts = np.zeros(weights.size, np.int64)
        for trial in range(values.size):
            fill(key, first + trial, base)
            inner(packed, base, counts)
            total = 0
            for cell in range(weights.size):
                total += weights[cell] * counts[cell]
                counts[cell] = 0
            values[trial] = total

    each.__qualname__ = each.__name__ = f"each_of_{name}"
    return each


def _table_driver(prepare: Callable, name: str, fill_bases: Callable) -> Callable:
    """A call of the rule that writes tables, as a function that can be compiled and cached on its own."""

    def tables(packed):
        return prepare(packed)

    tables.__qualname__ = tables.__name__ = f"tables_of_{name}"
    return tables


class BlockKernel:
    """The block kernel of a kind: plays trials first .. last - 1 and adds to an int64 vector of counts.

    ``play`` runs compiled, ``play_plainly`` in the interpreter; their counts are equal. A kind may have a second way,
    `by_tables`: dice are looked up in tables that the same rules wrote. Either is compiled only when it is needed.
    """

    def __init__(self, lanes: Callable) -> None:
        self.lanes = lanes
        self.name = f"{lanes.__module__}.{lanes.__qualname__}"
        self._fits: Callable | None = None
        self._prepare: Callable | None = None
        self._table_lanes: Callable | None = None
        self._compiled: dict[str, Callable] = {}

    def by_tables(self, *, fits: Callable, prepare: Callable) -> Callable:
        """Decorator of a function ``(tables, base, counts)``: the second way to play.

        fits: packed -> may this scenario be played so? A plain function. prepare: a rule, packed -> NamedTuple of
        arrays and integers, among them ``usable``: 0 when it turns out that tables would be too large.
        """

        def take(function: Callable) -> Callable:
            self._fits, self._prepare, self._table_lanes = fits, prepare, function
            return function

        return take

    def warm(self, packed: Any, every_way: bool = False) -> None:
        """Compile for this packed scenario, or load from the cache; stderr says so if that takes longer than 2 s.

        every_way: also the way that this scenario does not need.
        """
        if jit_is_off():
            return
        tables = self._tables(packed)
        if tables is not None:
            self._blocks("tables", tables)
        if tables is None or every_way:
            self._blocks("lanes", packed)

    def play(self, packed: Any, key: int, first: int, last: int, counts: Any, tables: bool = True) -> None:
        """Play trials first .. last - 1 with ``key`` (int64 bits); counts: int64[cells], added to.

        tables: whether to play by tables where the kind can; it changes no count.
        """
        if jit_is_off():
            self.play_plainly(packed, key, first, last, counts)
            return
        written = self._tables(packed) if tables else None
        if written is not None:
            self._blocks("tables", written)(written, key, first, last, counts)
        else:
            self._blocks("lanes", packed)(packed, key, first, last, counts)

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
        nothing = np.int64(0), np.int64(0), weights, values[:0]
        each = self._function("each", self.lanes, _each_driver, packed, *nothing)
        each(packed, np.int64(key), np.int64(first), weights, values)

    def play_plainly(self, packed: Any, key: int, first: int, last: int, counts: Any) -> None:
        """The same in the interpreter, by the lanes function."""
        import numpy as np

        from simlab.dice import fill_bases

        base = np.empty(last - first, np.int64)
        fill_bases(key, first, base)
        self.lanes(packed, base, counts)

    def reads_tables(self, packed: Any) -> bool:
        """Is this scenario one that can be played by tables?"""
        return self._fits is not None and bool(self._fits(packed))

    def _tables(self, packed: Any) -> Any:
        """The tables of this scenario, None where it is not played by tables."""
        if self._prepare is None or not self.reads_tables(packed):
            return None
        tables = self._function("prepare", self._prepare, _table_driver, packed)(packed)
        return tables if tables.usable else None

    def _blocks(self, way: str, ready: Any) -> Callable:
        """The block loop that plays by lanes or by tables."""
        import numpy as np

        function = self.lanes if way == "lanes" else self._table_lanes
        assert function is not None
        nothing = np.int64(0), np.int64(0), np.int64(0), np.zeros(1, np.int64)
        return self._function(way, function, _driver, ready, *nothing)

    def _function(self, way: str, inner: Callable, driver: Callable, *arguments: Any) -> Callable:
        """The compiled driver around ``inner``; the first time it is called with arguments that play no trial."""
        if way in self._compiled:
            return self._compiled[way]
        from simlab.dice import fill_bases

        with _lock:
            if way in self._compiled:
                return self._compiled[way]
            name = f"{inner.__module__}.{inner.__qualname__}".replace(".", "_")
            dispatcher = _compile(function := driver(inner, name, fill_bases), self.lanes.__module__)
            told = f"simlab: making {self.lanes.__name__} ready (compiled once, then kept in the cache)"
            note = threading.Timer(2.0, lambda: print(told, file=sys.stderr))
            note.daemon = True
            note.start()
            try:
                with _lightly_but_for(function.__name__):
                    dispatcher(*arguments)
            finally:
                note.cancel()
            self._compiled[way] = dispatcher
        return dispatcher


def lanes(function: Callable) -> BlockKernel:
    """Decorator: make the block kernel of a kind from ``function(packed, base, counts)``.

    packed: NamedTuple of int64 arrays and integers; base: int64[lanes], one dice base a trial; counts: int64[cells].
    """
    return BlockKernel(function)
