"""Cases from practice about the common rooms: intervals, seeds, figures without a display, memory.

Where each case of the list is held. Those not named wait for their rules system, kind or notebook.

| case | held in |
| --- | --- |
| C01, C03 | test_exact_cases.py (the odds; the systems themselves come later) |
| C06, C07, C08 | systems/command_decision/test_cases.py, test_exact_cases.py; faces of the dice in test_dice.py |
| C10, C11 | here; the formulas in test_intervals.py |
| C12, C13 | systems/command_decision/test_cases.py for sorties, test_exact_cases.py for the odds |
| C15, C16 | here; at the command line in cli/test_seeds.py; every kind in contract/test_kinds.py |
| C17, C18 | systems/command_decision/test_cases.py; at the command line in cli/test_units.py |
| C19 | test_packaging.py |
| C20 | here; the written report in cli/test_report.py |
| C21 | here, systems/command_decision/test_cases.py; what a point costs and Ctrl-C in analysis/test_analysis_sweep.py |
"""

import json
import os
import subprocess
import sys

import pytest

import simlab
from simlab.intervals import format_rates, trials_for, wilson

SHOT = {
    "system": "command_decision",
    "kind": "shot",
    "firer": {"unit": "zsu23_4"},
    "target": {"unit": "tornado_ids"},
    "geometry": {"range_in": 25},
}
NOTHING = {**SHOT, "geometry": {"range_in": 31}}  # nobody reaches, so 0 of n aborts and n of n fly on


def sampled(scenario=SHOT, trials=20_000, **more):
    return simlab.run(scenario, method="sample", trials=trials, **more)


@pytest.mark.parametrize(("trials", "width"), [(50, 0.071348), (10, 0.277533)])
def test_c10_a_rate_of_nothing_keeps_its_width(trials, width):
    """C10: 0 of n and n of n by Wilson's interval, from a run to its JSON."""
    answer = json.loads(json.dumps(sampled(NOTHING, trials, seed=1).to_dict()))
    none = next(row for row in answer["tables"]["fate"] if row["outcome"] == "lost")
    whole = next(row for row in answer["tables"]["fate"] if row["outcome"] == "flies_on")
    assert (none["count"], whole["count"]) == (0, trials)
    assert (none["p_lo"], none["p_hi"]) == pytest.approx((0, width), abs=5e-7)
    assert (whole["p_lo"], whole["p_hi"]) == pytest.approx((1 - width, 1), abs=5e-7)
    shown = json.dumps(answer)
    assert "-0.0," not in shown
    assert "NaN" not in shown


def test_c11_errors_and_decimals_of_a_report():
    """C11: 100 and 160 of 200; 9,604 and about 960,400 trials; as many decimals for every rate of a table."""
    assert wilson(100, 200) == pytest.approx((0.431361, 0.568639), abs=5e-7)
    assert wilson(160, 200) == pytest.approx((0.739145, 0.849548), abs=5e-7)
    assert (trials_for(0.01), trials_for(0.001)) == (9_604, pytest.approx(960_400, abs=50))
    result = sampled(trials=200, seed=3)
    for row in result.rows("effect"):
        assert (row["p_lo"], row["p_hi"]) == pytest.approx(wilson(row["count"], 200))
    shown = format_rates([(row["p"], row["p_lo"], row["p_hi"]) for row in result.rows("effect")])
    decimals = {len(text.split("%")[0].strip().partition(".")[2]) for text in shown}
    assert len(decimals) == 1


def test_c15_threads_processes_and_engines_agree():
    """C15: counts of one seed for 1, 2, 4 and 8 threads, in another process, and by plain Python."""
    counts = [sampled(trials=1_000, seed=15, threads=threads).values.tolist() for threads in (1, 2, 4, 8)]
    assert all(found == counts[0] for found in counts)
    program = (
        "import json, simlab\n"
        f"print(simlab.run({SHOT!r}, method='sample', trials=1_000, seed=15, threads=2).values.tolist())\n"
    )
    for engine in ("1", "0"):
        environment = {**os.environ, "SIMLAB_JIT": engine}
        words = [sys.executable, "-c", program]
        done = subprocess.run(words, env=environment, capture_output=True, text=True, check=True, timeout=300)
        assert json.loads(done.stdout) == counts[0], f"SIMLAB_JIT={engine}"


def test_c16_zero_is_a_seed():
    """C16: twice seed 0, once 1, twice none; each unseeded run says what it chose."""
    first, second = sampled(seed=0), sampled(seed=0)
    assert first.values.tolist() == second.values.tolist() != sampled(seed=1).values.tolist()
    assert first.provenance["seed"] == 0
    in_file = sampled({**SHOT, "run": {"seed": 0}})
    assert in_file.values.tolist() == first.values.tolist()
    free = [sampled(), sampled()]
    assert free[0].values.tolist() != free[1].values.tolist()
    for result in free:
        again = sampled(seed=result.to_dict()["seed"])
        assert again.values.tolist() == result.values.tolist()


HEADLESS = """
import matplotlib, sys
matplotlib.use("svg")
import simlab, simlab.plots, simlab.analysis
simlab.run({scenario!r})
assert "matplotlib.pyplot" not in sys.modules, "importing simlab loaded pyplot"
assert matplotlib.get_backend().lower() == "svg", matplotlib.get_backend()
"""


def test_c20_the_users_backend_stays():
    """C20: no display, TkAgg in the environment: importing neither loads pyplot nor changes the backend in use."""
    environment = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
    words = [sys.executable, "-c", HEADLESS.format(scenario=SHOT)]
    done = subprocess.run(
        words, env={**environment, "MPLBACKEND": "TkAgg"}, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("trials", [0, -1, 10**12, 10**400])
@pytest.mark.parametrize("method", ["exact", "sample", "auto"])
def test_c21_impossible_trials_are_refused(trials, method):
    """C21: one line, before anything is allocated, whatever the method; from an argument or a file."""
    for words in ({"trials": trials}, {}):
        scenario = SHOT if words else {**SHOT, "run": {"trials": trials}}
        with pytest.raises(simlab.SimlabError) as refused:
            simlab.run(scenario, method=method, **words)
        assert "trials" in str(refused.value)
        assert "\n" not in str(refused.value)


MEMORY = """
import pathlib, re, resource, sys
import simlab
from simlab.analysis.sweep import sweep
scenario = {scenario!r}
points, trials = int(sys.argv[1]), int(sys.argv[2])
done = sweep({{**scenario, "sweep": {{"run.seed": list(range(points))}}}}, method="sample", trials=trials)
assert len(done) == points
assert len({{tuple(result.values.tolist()) for _, result in done}}) == points
status = pathlib.Path("/proc/self/status")  # its peak is that of this program alone; ru_maxrss counts the parent in
peak = re.search(r"VmHWM:\\s*(\\d+)", status.read_text()) if status.exists() else None
print(int(peak[1]) if peak else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def test_c21_memory_grows_neither_with_trials_nor_with_points():
    """C21: 200 points of 10^6 trials take at most twice the memory of one; 3 x 10^7 trials take what 10^6 take."""

    def peak(points, trials):
        words = [sys.executable, "-c", MEMORY.format(scenario=SHOT), str(points), str(trials)]
        done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=300)
        return int(done.stdout.splitlines()[-1])

    one = peak(1, 10**6)
    assert peak(200, 10**6) <= 2 * one
    assert peak(1, 3 * 10**7) <= 1.2 * one
