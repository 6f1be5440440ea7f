"""The README is true: its commands print what it shows, its Python lines run, its scenario is valid."""

import doctest
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from simlab.execute import run

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONSOLE = re.findall(r"```console\n\$ (simlab [^\n]*)\n(.*?)```", README, flags=re.DOTALL)


def shell(command):
    folder = Path(sys.executable).parent
    environment = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}", "NO_COLOR": "1"}
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], cwd=ROOT, env=environment, capture_output=True, text=True
    )


@pytest.mark.parametrize(("command", "shown"), CONSOLE)
def test_commands_print_what_the_readme_shows(command, shown):
    done = shell(command.split(" | head")[0])
    assert done.returncode == 0, done.stderr
    lines = int(re.search(r"head -(\d+)", command).group(1)) if "| head" in command else None
    assert done.stdout.splitlines()[:lines] == shown.splitlines()


@pytest.mark.parametrize("command", re.findall(r"\? \| `(simlab (?:run|sweep|rules|matrix)[^`]*)`", README))
def test_the_commands_of_the_table_run(command):
    assert shell(command).returncode == 0


@pytest.mark.parametrize(("answer", "command"), re.findall(r"\| [^|]+\? \| ([^|]+) \| `(simlab [^`]*)` \|", README))
def test_the_figures_of_the_five_answers_are_printed_by_their_commands(answer, command):
    done = shell(command)
    assert done.returncode == 0, done.stderr
    printed = {round(float(figure) + 1e-9, 1) for figure in re.findall(r"(\d+\.\d+)", done.stdout)}
    figures = re.findall(r"(\d+\.\d)", answer)
    assert figures
    assert printed.issuperset(float(figure) for figure in figures)


def test_python_lines_run(monkeypatch):
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried > 3
    assert failed == 0


@pytest.mark.parametrize("text", re.findall(r"```toml\n(.*?)```", README, flags=re.DOTALL))
def test_the_scenario_of_the_readme_runs(text):
    assert run(tomllib.loads(text)).p("effect", "abort") == pytest.approx(0.22 * 0.8)


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)#]+)\)", README))
def test_links_lead_somewhere(link):
    assert (ROOT / link).exists(), link
