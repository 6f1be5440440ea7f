"""Two processes that need the same kernel at once: one compiles it, the other waits and loads it from the cache."""

import os
import subprocess
import sys
import threading

import pytest
from filelock import FileLock

from simlab.kernel_cache import one_at_a_time

PROGRAM = """
import sys
from pathlib import Path
from simlab.kernel_cache import one_at_a_time

with one_at_a_time(Path(sys.argv[1]), "shot"):
    print("in", flush=True)
    sys.stdin.read()
"""


def test_another_process_waits_until_the_kernel_is_made(tmp_path):
    words = [sys.executable, "-c", PROGRAM, str(tmp_path)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout.readline() == "in\n"
        entered = threading.Event()

        def enter():
            with one_at_a_time(tmp_path, "shot"):
                entered.set()

        waiting = threading.Thread(target=enter)
        waiting.start()
        with one_at_a_time(tmp_path, "another"):  # only the same kernel is waited for
            assert not entered.wait(0.3)
        other.stdin.close()
        assert entered.wait(30)
        waiting.join()


def test_the_lock_of_a_process_that_was_killed_is_free(tmp_path):
    words = [sys.executable, "-c", PROGRAM, str(tmp_path)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout.readline() == "in\n"
        other.kill()
    with one_at_a_time(tmp_path, "shot"):
        assert os.listdir(tmp_path) == ["shot.lock"]


@pytest.mark.parametrize("problem", [OSError("no locks here"), NotImplementedError()])
def test_nobody_waits_where_there_are_no_locks(tmp_path, monkeypatch, problem):
    def refuse(self, *arguments, **more):
        raise problem

    monkeypatch.setattr(FileLock, "acquire", refuse)
    with one_at_a_time(tmp_path, "shot"):
        pass
    with one_at_a_time(None, "shot"):
        pass
