"""Seeds: cases C15 and C16 at the command line."""

import json
import re

import pytest

SAMPLED = ("--method", "sample", "--trials", "20000", "--format", "json")


def tables(ended):
    assert ended.code == 0, ended.err
    return json.loads(ended.out)["tables"]


def test_c15_threads_change_nothing(call, shot):
    seen = [tables(call("run", shot, *SAMPLED, "--seed", "11", "--threads", threads)) for threads in (1, 2, 4, 8)]
    assert all(found == seen[0] for found in seen)


def test_c15_processes_and_verbosity_change_nothing(call, shell, shot):
    here = call("run", shot, *SAMPLED, "--seed", "11")
    for words in ((), ("--verbose",), ("--quiet",)):
        there = shell("run", shot, *SAMPLED, "--seed", "11", *words)
        assert json.loads(there.out) == json.loads(here.out)


def test_c15_plain_and_compiled_engines_agree(shell, shot):
    words = ("run", shot, "--method", "sample", "--trials", "3000", "--seed", "5", "--format", "csv")
    assert shell(*words, env={"SIMLAB_JIT": "0"})[:2] == shell(*words)[:2]  # stderr may tell of compiling


def test_c16_zero_is_a_seed(call, shell, shot):
    first, second = (tables(call("run", shot, *SAMPLED, "--seed", "0")) for _ in range(2))
    assert first == second == tables(shell("run", shot, *SAMPLED, "--seed", "0"))
    assert first != tables(call("run", shot, *SAMPLED, "--seed", "1"))
    shot.write_text(shot.read_text(encoding="utf-8") + "\n[run]\nseed = 0\n", encoding="utf-8")
    ended = call("run", shot, *SAMPLED)
    assert (json.loads(ended.out)["seed"], tables(ended)) == (0, first)


def test_c16_a_chosen_seed_is_printed_and_repeats_the_run(call, shot):
    runs = [call("run", shot, *SAMPLED, *words) for words in ((), ("--quiet",))]
    assert tables(runs[0]) != tables(runs[1])
    for ended in runs:
        (seed,) = re.findall(r"--seed (\d+) gives the same again", ended.err)
        assert json.loads(ended.out)["seed"] == int(seed)
        assert tables(call("run", shot, *SAMPLED, "--seed", seed)) == tables(ended)


@pytest.mark.parametrize("seed", ["-7", "123456789012345678901234567890", "1e30", "-9_223_372_036_854_775_808"])
def test_any_integer_is_a_seed(call, shot, seed):
    ended = call("run", shot, *SAMPLED, "--seed", seed)
    assert json.loads(ended.out)["seed"] == (10**30 if seed == "1e30" else int(seed))
    assert tables(ended) == tables(call("run", shot, *SAMPLED, "--seed", seed))
    assert tables(ended) != tables(call("run", shot, *SAMPLED, "--seed", "0"))
