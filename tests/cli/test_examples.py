"""The example in the help of every word is a command line that simlab accepts; those that are quick are run."""

import shlex

import pytest

import simlab
from simlab.cli.app import command

EXAMPLES = {name: word.epilog.removeprefix("Example: ") for name, word in command().commands.items()}
# Answered by an exact law, or by no law at all. The others roll dice for a while, or need what a user has made before.
QUICK = {"run", "sweep", "compare", "survival", "sensitivity", "tournament", "new", "check", "replay", "units", "pv",
         "matrix", "rules", "rulings"}  # fmt: skip
USERS_OWN = {"diff"}  # folders of published results and of scenarios


@pytest.mark.parametrize("word", EXAMPLES)
def test_every_option_of_the_example_exists(call, word):
    program, first, *others = shlex.split(EXAMPLES[word])
    assert (program, first) == ("simlab", word)
    found = command().commands[word]
    assert found.make_context(word, others).params  # raises on a word or a value that is not allowed
    assert f"Example: {EXAMPLES[word]}" in " ".join(call(word, "--help").out.split())


@pytest.mark.parametrize("word", sorted(set(EXAMPLES) - USERS_OWN))
def test_the_scenario_of_the_example_comes_with_simlab(word):
    params = command().commands[word].make_context(word, shlex.split(EXAMPLES[word])[2:]).params
    if "file" in params and word != "tune":  # a tuning is a file of its own sort
        assert simlab.load_scenario(params["file"]).system


@pytest.mark.parametrize("word", sorted(QUICK))
def test_the_example_runs(call, word, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = call(*shlex.split(EXAMPLES[word])[1:])
    assert code == 0, err
    assert out or list(tmp_path.iterdir())
