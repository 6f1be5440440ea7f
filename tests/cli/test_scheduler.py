"""`--scheduler ADDRESS`: the same counts from the workers of a Dask scheduler."""

import json

import pytest
from distributed import LocalCluster

SAMPLED = ("--method", "sample", "--trials", "30000", "--seed", "9", "--format", "json")


@pytest.fixture
def cluster():
    with LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, protocol="tcp://", dashboard_address=None
    ) as found:
        yield found


def test_a_scheduler_changes_no_count(call, shot, cluster):
    words = ("--scheduler", cluster.scheduler_address)
    code, out, err = call("run", shot, *SAMPLED, *words, "--threads", "2")
    assert code == 0, err
    assert "--threads is not used" in err
    assert json.loads(out)["tables"] == json.loads(call("run", shot, *SAMPLED).out)["tables"]
    swept = ("sweep", shot, "--set", "sweep.geometry.range_in=[10, 25]", *SAMPLED)
    assert json.loads(call(*swept, *words).out)["points"] == json.loads(call(*swept).out)["points"]


def test_a_scheduler_without_workers(refused, shot, cluster, monkeypatch):
    monkeypatch.setattr("simlab.cli.cluster.SECONDS", 1)
    cluster.scale(0)
    cluster.sync(cluster._correct_state)
    assert "it has no worker" in refused("run", shot, *SAMPLED, "--scheduler", cluster.scheduler_address)


def test_nobody_answers(refused, shot, monkeypatch):
    monkeypatch.setattr("simlab.cli.cluster.SECONDS", 1)
    assert "no scheduler answers there" in refused("run", shot, *SAMPLED, "--scheduler", "tcp://127.0.0.1:1")
