"""How command lines end, what they load, and what they do when somebody stops reading, stops them or fills the disk."""

import json
import os
import resource
import signal
import subprocess
import sys
import time

import pytest

import simlab

HEAVY = {"numba", "llvmlite", "pandas", "scipy", "matplotlib", "rich", "pyarrow", "distributed", "jinja2"}


def loaded(ended):
    """Top-level packages that a process imported, from what python -X importtime printed."""
    names = [line.rpartition("|")[2].strip() for line in ended.err.splitlines() if line.startswith("import time:")]
    return {name.partition(".")[0] for name in names}


def test_help_loads_typer_and_nothing_heavier(shell):
    ended = shell("--help", python=("-X", "importtime"))
    assert ended.code == 0
    assert "typer" in loaded(ended)
    assert loaded(ended) & (HEAVY | {"numpy", "pydantic"}) == set()


def test_an_exact_run_loads_nothing_heavy(shell, shot):
    ended = shell("run", shot, python=("-X", "importtime"))
    assert ended.code == 0
    assert "17.7778 %" in ended.out
    assert loaded(ended) & HEAVY == set()


def test_no_word_shows_the_help(call):
    assert call() == call("--help")
    assert call("--help").code == 0
    assert call("--version") == (0, f"simlab {simlab.__version__}\n", "")


@pytest.mark.parametrize(
    "word", ["run", "sweep", "report", "new", "check", "replay", "units", "rules", "rulings", "doctor"]
)
def test_the_help_of_every_word_has_an_example(call, word):
    code, out, err = call(word, "--help")
    assert (code, err) == (0, "")
    assert f"Example: simlab {word} " in out
    assert f"  {word} " in call("--help").out


def test_the_installed_command_is_the_module(shell, shot):
    script = os.path.join(os.path.dirname(sys.executable), "simlab")
    done = subprocess.run([script, "run", str(shot)], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == shell("run", shot)


def test_bad_input_ends_a_process_with_2(shell, shot):
    ended = shell("run", shot, "--set", "firer.unit=nobody")
    assert ended.code == 2
    assert ended.out == ""
    assert ended.err.count("\n") == 1


def test_our_fault_is_one_line_and_1(call, shot, monkeypatch):
    def broken(*words, **more):
        raise ZeroDivisionError("two\nlines")

    monkeypatch.setattr("simlab.execute.prepare", broken)
    code, out, err = call("run", shot)
    assert (code, out) == (1, "")
    assert err.count("\n") == 1
    assert "ZeroDivisionError: two lines" in err
    assert "--traceback" in err
    for words in (("run", shot, "--traceback"), ("--traceback", "run", shot)):
        code, out, err = call(*words)
        assert code == 1
        assert "Traceback (most recent call last)" in err
        assert "in broken" in err


def started(words, folder, env=None):
    return subprocess.Popen(
        [sys.executable, "-m", "simlab", *map(str, words)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=folder, env={**os.environ, **(env or {})},
    )  # fmt: skip


def test_ctrl_c_keeps_what_was_finished(shot, tmp_path):
    # Plain Python, so that no compiler is running when the signal comes; "data from" is the last line before the dice.
    words = ("run", shot, "--method", "sample", "--trials", "1e10", "--seed", "6", "--verbose", "--format", "json")
    process = started((*words, "--out", "part.json"), tmp_path, {"SIMLAB_JIT": "0"})
    while "data from" not in process.stderr.readline():
        assert process.poll() is None
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    answer = json.loads(out)
    assert 0 < answer["trials"] < 10**10
    assert f"simlab: interrupted after {answer['trials']:,} trials" in err
    assert "Traceback" not in err
    part = simlab.load_result(tmp_path / "part.json")
    assert part.trials == answer["trials"]
    whole = simlab.run(shot, method="sample", trials=part.trials, seed=6)
    assert (part.values == whole.values).all()  # the trials 0 .. n - 1, none lost


def test_ctrl_c_before_any_trial(call, shot, monkeypatch):
    def stopped(*words, **more):
        raise KeyboardInterrupt

    monkeypatch.setattr("simlab.execute.prepare", stopped)
    assert call("run", shot) == (130, "", "simlab: interrupted\n")


def test_a_reader_that_has_left_is_no_error(tmp_path):
    for words in (("units", "command_decision", "--format", "csv"), ("--help",)):
        process = started(words, tmp_path)
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(timeout=60) == 0


def nothing_can_be_stored():
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def test_a_full_disk_is_told(shell, shot, tmp_path):
    ended = shell("run", shot, "--out", "result.json", preexec_fn=nothing_can_be_stored)
    assert ended.code == 2
    assert "result.json: cannot be written" in ended.err
    assert ended.err.count("\n") == 1
    with open(tmp_path / "out", "w") as out:
        ended = shell("run", shot, stdout=out, stderr=subprocess.PIPE, preexec_fn=nothing_can_be_stored)
    assert ended.code == 2
    assert "the output cannot be written" in ended.err


def test_letters_that_stdout_cannot_carry(shell, shot):
    ascii_only = {"PYTHONIOENCODING": "ascii"}
    ended = shell("run", shot, "--set", "title=Jäger", "--format", "json", env=ascii_only)
    assert json.loads(ended.out)["title"] == "Jäger"
    assert shell("run", shot, "--set", "title=Jäger", env=ascii_only).out.startswith("J?ger\n")


def test_colour_only_on_a_terminal_that_wants_it(call, shot, monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    plain = call("run", shot).out
    assert "\x1b" not in plain
    monkeypatch.setattr("simlab.cli.output.on_terminal", lambda: True)
    bold = call("run", shot).out
    assert "\x1b[1meffect\x1b[0m" in bold
    monkeypatch.setenv("NO_COLOR", "1")
    assert call("run", shot).out == plain
