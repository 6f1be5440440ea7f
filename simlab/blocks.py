"""The one loop: blocks of numbered trials over threads or a Dask cluster. A block is a job of plain data.

Counts are int64 and add up, and a trial's dice depend on its number alone, so no split into blocks, threads or workers
changes a result. All blocks handed out are waited for, so that an interrupted run has just the trials 0 .. n - 1.
"""

from __future__ import annotations

import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import numpy as np

FIRST_BLOCK, LARGEST_BLOCK = 1 << 12, 1 << 20
BLOCK_SECONDS = 0.15  # a block should take about this long, so that Ctrl-C is answered soon


class Interrupted(Exception):
    """Ctrl-C: carries the counts of the trials that were finished."""

    def __init__(self, counts: np.ndarray, done: int) -> None:
        super().__init__(f"interrupted after {done} trials")
        self.counts, self.done = counts, done


def normalised(packed: Any) -> Any:
    """The packed NamedTuple with int64, contiguous, writable arrays and plain integers: one kernel signature."""
    fields: dict[str, Any] = {}
    for name, value in packed._asdict().items():
        if isinstance(value, np.ndarray):
            fields[name] = np.array(value, dtype=np.int64, order="C")
        else:
            fields[name] = int(value)
    return type(packed)(**fields)


def job_of(system: str, kind: str, packed: Any, key: int, cells: int, first: int, last: int) -> dict[str, Any]:
    """A block as plain data: what a worker anywhere needs to play it."""
    return {
        "system": system,
        "kind": kind,
        "packed": packed._asdict(),
        "key": key,
        "cells": cells,
        "first": first,
        "last": last,
    }


def play_job(job: dict[str, Any]) -> np.ndarray:
    """Play a block: int64[cells]."""
    from simlab.systems import system_named

    kind = system_named(job["system"]).kinds[job["kind"]]
    counts = np.zeros(job["cells"], np.int64)
    kind.kernel.play(normalised(kind.packed_type(**job["packed"])), job["key"], job["first"], job["last"], counts)
    return counts


def play_blocks(
    make_job: Callable[[int, int], dict[str, Any]], first: int, last: int, cells: int, threads: int = 1,
    client: Any = None, progress: Callable[[int], None] | None = None,
) -> np.ndarray:  # fmt: skip
    """Counts of trials first .. last - 1. Interrupted carries what was finished when Ctrl-C came.

    client: a Dask client, in place of threads; progress: called with the number of trials finished so far.
    """
    submit, close = _submitter(threads, client)
    counts, done, handed_out = np.zeros(cells, np.int64), first, first
    ahead = 2 * (threads if client is None else max(1, sum(client.nthreads().values())))
    waiting: deque[tuple[int, Any]] = deque()
    size, mark, marked = FIRST_BLOCK, time.perf_counter(), first
    with _ctrl_c() as stopped:
        try:
            while True:
                while not stopped and handed_out < last and len(waiting) < ahead:
                    end = min(last, handed_out + size)
                    waiting.append((end, submit(make_job(handed_out, end))))
                    handed_out = end
                if not waiting:
                    break
                end, future = waiting.popleft()
                counts += future.result()
                done = end
                now = time.perf_counter()
                if now - mark > BLOCK_SECONDS:  # grow blocks towards BLOCK_SECONDS each; any size gives the same counts
                    rate = (done - marked) / (now - mark) / max(1, ahead // 2)
                    size = int(min(LARGEST_BLOCK, max(FIRST_BLOCK, min(2 * size, rate * BLOCK_SECONDS))))
                    mark, marked = now, done
                elif done - marked >= ahead * size:
                    size = min(LARGEST_BLOCK, 2 * size)
                if progress is not None:
                    progress(done - first)
        finally:
            close()
    if done < last:
        raise Interrupted(counts, done)
    return counts


@contextmanager
def _ctrl_c() -> Iterator[list[bool]]:
    """Within, the first Ctrl-C only fills the list, so no block is torn; the second one interrupts as usual."""
    stopped: list[bool] = []
    if threading.current_thread() is not threading.main_thread():
        yield stopped
        return

    def note(number: int, frame: Any) -> None:
        if stopped:
            raise KeyboardInterrupt
        stopped.append(True)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield stopped
    finally:
        signal.signal(signal.SIGINT, before)


def _submitter(threads: int, client: Any) -> tuple[Callable[[dict[str, Any]], Any], Callable[[], None]]:
    """(hand out a job, close) for a thread pool or a Dask client."""
    if client is not None:
        return (lambda job: client.submit(play_job, job, pure=False, retries=3)), (lambda: None)
    pool = ThreadPoolExecutor(max_workers=threads)
    return (lambda job: pool.submit(play_job, job)), (lambda: pool.shutdown(wait=True, cancel_futures=True))
