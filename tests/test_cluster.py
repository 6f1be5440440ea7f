"""Beyond one machine: a Dask cluster of two worker processes counts the same as threads, one killed or not."""

import os
import signal
import threading
import time
import tomllib

import numpy as np
import pytest

import simlab
from simlab.blocks import job_of, play_job
from simlab.dice import key_from_seed
from simlab.execute import prepare
from simlab.systems import system_named

SORTIE = tomllib.loads(system_named("command_decision").kinds["sortie"].example)


@pytest.fixture(scope="module")
def cluster():
    import distributed

    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as local,
        distributed.Client(local) as client,
    ):
        yield client


@pytest.fixture(scope="module")
def local():
    return simlab.run(SORTIE, method="sample", trials=3_000_000, seed=0)


def test_a_job_is_plain_data_and_repeats():
    prepared = prepare(SORTIE)
    job = job_of("command_decision", "sortie", prepared.packed, key_from_seed(0), prepared.space.size, 10, 500)
    assert set(job) == {"system", "kind", "packed", "key", "cells", "first", "last"}
    assert all(isinstance(value, int | np.ndarray) for value in job["packed"].values())
    direct = np.zeros(prepared.space.size, np.int64)
    prepared.kind.kernel.play(prepared.packed, key_from_seed(0), 10, 500, direct)
    assert (play_job(job) == direct).all()


def test_counts_on_a_cluster_equal_local_counts(cluster, local):
    remote = simlab.run(SORTIE, method="sample", trials=3_000_000, seed=0, client=cluster)
    assert (remote.values == local.values).all()
    assert remote.to_dict() == local.to_dict()


def test_a_killed_worker_changes_no_count(cluster, local):
    """One of the two worker processes is killed once blocks are coming back; Dask plays its blocks again."""
    workers = cluster.run(os.getpid)
    victim = next(iter(workers.values()))
    finished, killed = [], threading.Event()

    def progress(done, total):
        finished.append(done)
        if len(finished) == 2 and not killed.is_set():
            os.kill(victim, signal.SIGKILL)
            killed.set()

    remote = simlab.run(SORTIE, method="sample", trials=3_000_000, seed=0, client=cluster, progress=progress)
    assert killed.is_set()
    assert len(finished) > 3, "the run was over before the worker was killed"
    assert (remote.values == local.values).all()
    deadline = time.monotonic() + 30
    while victim in cluster.run(os.getpid).values() and time.monotonic() < deadline:
        time.sleep(0.2)
    assert victim not in cluster.run(os.getpid).values()
