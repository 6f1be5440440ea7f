"""The command line under test: in this process (`call`), or as a process of its own (`shell`)."""

import os
import subprocess
import sys
from typing import NamedTuple

import pytest

from simlab.cli import main
from simlab.systems import system_named


class Ended(NamedTuple):
    """How a command line ended."""

    code: int
    out: str
    err: str


@pytest.fixture
def call(capsys):
    def run(*words):
        capsys.readouterr()
        code = main([str(word) for word in words])
        return Ended(code, *capsys.readouterr())

    return run


@pytest.fixture
def shell(tmp_path):
    def run(*words, env=None, python=(), **more):
        started = [sys.executable, *python, "-m", "simlab", *map(str, words)]
        more = {"capture_output": "stdout" not in more, "env": {**os.environ, **(env or {})}, **more}
        done = subprocess.run(started, text=True, timeout=120, cwd=tmp_path, **more)
        return Ended(done.returncode, done.stdout or "", done.stderr or "")

    return run


def example(kind):
    return system_named("command_decision").kinds[kind].example


@pytest.fixture
def shot(tmp_path):
    path = tmp_path / "shot.toml"
    path.write_text(example("shot"), encoding="utf-8")
    return path


@pytest.fixture
def sortie(tmp_path):
    path = tmp_path / "sortie.toml"
    path.write_text(example("sortie"), encoding="utf-8")
    return path


@pytest.fixture
def refused(call):
    """A command line that must end with code 2 and one line on stderr; gives that line."""

    def run(*words):
        code, out, err = call(*words)
        assert code == 2, (out, err)
        assert out == ""
        assert err.startswith("simlab: ")
        assert err.count("\n") == 1, err
        assert "Traceback" not in err
        return err

    return run
