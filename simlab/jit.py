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

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from simlab.kernel_cache import cache_folder, cache_root, one_at_a_time, source_digest

__all__ = [
    "LANES",
    "BlockKernel",
    "cache_folder",
    "cache_root",
    "jit_is_off",
    "lanes",
    "part",
    "parts_count_references",
    "rule",
    "source_digest",
]  # fmt: skip
LANES = 8192  # trials played side by side: the state arrays of a block stay in the second-level cache

_waiting: list[tuple[Callable, Callable | None, str]] = []  # rules not yet made known to Numba, and how they go in
INLINED, CALLED, PART = "inlined", "called", "part"
NOT_FOR_C: Any = {"no_cfunc_wrapper": True}  # nobody calls a kernel or rule from C: a wrapper less to compile
_lock = threading.RLock()


def rule(
    function: Callable | None = None, *, compiled: Callable[[], Callable] | None = None, inline: bool = True
) -> Any:
    """Mark a pure function that kernels may call.

    Outside kernels it stays the plain Python function. ``compiled``, where given, is a function without arguments
    that returns another body for compiled code (for 64-bit wrap-around, which plain Python integers do not have).
    inline: False for a long function called in many places, which would take long to compile; it stays a call.
    """

    def register(plain: Callable) -> Callable:
        _waiting.append((plain, compiled, INLINED if inline else CALLED))
        return plain

    return register if function is None else register(function)


def part(function: Callable) -> Callable:
    """Mark a long rule that is compiled on its own: a piece of a battle, called rather than inlined.

    It must not make arrays, nor parts of arrays (no ``np.empty``, no ``array[row]``): the references that Numba counts
    for each array handed on took two fifths of the time of a battle, so parts are compiled without that counting where
    this Numba can do so (`parts_count_references` says whether it cannot, or SIMLAB_COUNT_REFERENCES=1 forbids it).
    """
    _waiting.append((function, None, PART))
    return function


def parts_count_references() -> bool:
    """Are parts compiled with the reference counting of Numba: slower, and the same in every result?"""
    from numba.core.options import DefaultOptions

    return os.environ.get("SIMLAB_COUNT_REFERENCES", "0") == "1" or not hasattr(DefaultOptions, "_nrt")


def jit_is_off() -> bool:
    """True when kernels run as plain Python (SIMLAB_JIT=0 or NUMBA_DISABLE_JIT=1): slow, for tests and debugging."""
    return os.environ.get("SIMLAB_JIT", "1") == "0" or os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def _tell_numba() -> None:
    """Make every rule seen so far known to Numba.

    Rules are inlined by force unless they ask not to be: a rule that LLVM finds too long stays a call, and a loop over
    lanes with a call in it is not vectorised (a sortie took three to four times as long).
    """
    from numba.extending import overload, register_jitable

    while _waiting:
        plain, compiled, how = _waiting.pop(0)
        if how == PART:
            options = {"no_cpython_wrapper": True, **NOT_FOR_C}
            if not parts_count_references():
                options["_nrt"] = False
            register_jitable(**options)(plain)
        elif compiled is None:
            register_jitable(forceinline=how == INLINED, **NOT_FOR_C)(plain)
        else:
            body = compiled()

            def choose(*arguments, _body=body):
                return _body

            overload(plain, jit_options={"forceinline": how == INLINED, **NOT_FOR_C}, strict=False)(choose)


def _compile(function: Callable, module_name: str) -> Callable:
    """A Numba dispatcher for ``function``: nogil, cached in the folder of the digest or not at all."""
    import numba
    from numba.core import config as numba_config

    config: Any = numba_config  # its settings are made at run time
    with _lock:
        _tell_numba()
        dispatcher = numba.njit(nogil=True, **NOT_FOR_C)(function)
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


def _driver(lanes: Callable, name: str, fill_bases: Callable) -> Callable:
    """The block loop around a lanes function: trials first .. last - 1 of a key, LANES at a time.

    Where ``values`` has room for them, it plays trials one at a time and writes down a weighted count of each, for
    comparisons on the same dice. Both ways share one call of the lanes function, so nobody compiles it twice.
    """
    import numpy as np
    from numba.extending import register_jitable

    inner = register_jitable(**NOT_FOR_C)(lanes)
    fill = fill_bases
    together = LANES

    def block(packed, key, first, last, counts, weights, values):
        width = min(together if values.size == 0 else 1, max(last - first, 1))
        base = np.empty(width, np.int64)
        start = first
        while start < last:
            size = min(width, last - start)
            fill(key, start, base[:size])
            inner(packed, base[:size], counts)
            if values.size > 0:
                total = 0
                for cell in range(counts.size):
                    total += weights[cell] * counts[cell]
                    counts[cell] = 0
                values[start - first] = total
            start += size

    block.__qualname__ = block.__name__ = f"block_of_{name}"  # closures of one factory need an index file each
    return block


def _table_driver(prepare: Callable, name: str, fill_bases: Callable) -> Callable:
    """A call of the rule that writes tables, as a function that can be compiled and cached on its own."""

    def tables(packed):
        return prepare(packed)

    tables.__qualname__ = tables.__name__ = f"tables_of_{name}"
    return tables


class BlockKernel:
    """The block kernel of a kind: plays trials first .. last - 1 and adds to an int64 vector of counts.

    ``play`` runs compiled, ``play_plainly`` runs the lanes function in the interpreter; their counts are equal. A kind
    may have a second way, `by_tables`: the dice are then looked up in tables that the same rules wrote beforehand.
    Either way is compiled only when a scenario needs it.
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
        import numpy as np

        none = np.zeros(0, np.int64)
        ready, blocks = self._way(packed, tables)
        blocks(ready, key, first, last, counts, none, none)

    def play_each(self, packed: Any, key: int, first: int, weights: Any, values: Any, tables: bool = True) -> None:
        """Play trials one by one: values[i] = the sum of weights over the cells that trial first + i adds to.

        weights: int64[cells], values: int64[trials], written. Slower than `play`; for paired comparisons.
        tables: as for `play`.
        """
        import numpy as np

        if jit_is_off():
            for trial in range(values.size):
                counts = np.zeros(weights.size, np.int64)
                self.play_plainly(packed, key, first + trial, first + trial + 1, counts)
                values[trial] = int(counts @ weights)
            return
        if values.size == 0:
            return
        ready, blocks = self._way(packed, tables)
        counts, weights = np.zeros(weights.size, np.int64), np.array(weights, np.int64)  # whatever came: one signature
        blocks(ready, key, first, first + values.size, counts, weights, values)

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

    def _way(self, packed: Any, tables: bool) -> tuple[Any, Callable]:
        """What the block loop reads and the loop itself: by tables where this scenario is played so, else by lanes."""
        written = self._tables(packed) if tables else None
        way, ready = ("lanes", packed) if written is None else ("tables", written)
        return ready, self._blocks(way, ready)

    def _blocks(self, way: str, ready: Any) -> Callable:
        """The block loop that plays by lanes or by tables."""
        import numpy as np

        function = self.lanes if way == "lanes" else self._table_lanes
        assert function is not None
        none = np.zeros(0, np.int64)
        nothing = np.int64(0), np.int64(0), np.int64(0), none, none, none
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
            function = driver(inner, name, fill_bases)
            dispatcher = _compile(function, self.lanes.__module__)
            told = f"simlab: making {self.lanes.__name__} ready (compiled once, then kept in the cache)"
            note = threading.Timer(2.0, lambda: print(told, file=sys.stderr))
            note.daemon = True
            note.start()
            try:
                with one_at_a_time(cache_folder(self.lanes.__module__), name), _lightly_but_for(function.__name__):
                    dispatcher(*arguments)
            finally:
                note.cancel()
            self._compiled[way] = dispatcher
        return dispatcher


def lanes(function: Callable) -> BlockKernel:
    """Decorator: make the block kernel of a kind from ``function(packed, base, counts)``.

    packed: NamedTuple of int64 arrays and integers; base: int64[lanes], one dice base a trial; counts: int64[cells],
    added to. The function may call rules and NumPy, and must hold no number from a rulebook.
    """
    return BlockKernel(function)
