"""C20: pictures and reports where there is no display, and no trace of them in a notebook's own settings."""

import os
import subprocess
import sys

PROGRAM = """
import sys
import matplotlib
before = dict(matplotlib.rcParams)
import simlab, simlab.plots, simlab.report
assert "matplotlib.pyplot" not in sys.modules, "imported with simlab"
import pandas as pd
ax = simlab.plots.distribution(pd.DataFrame({"outcome": ["a", "b"], "p": [0.25, 0.75]}))
ax.get_figure().savefig(sys.argv[1] + "/bars.svg")
ax.get_figure().savefig(sys.argv[1] + "/bars.png")
from simlab.report.figures import figure
assert "<svg" in figure(ax, "key", "caption", "alt").svg
assert "matplotlib.pyplot" not in sys.modules, "imported by drawing"
assert dict(matplotlib.rcParams) == before, "settings changed"
assert matplotlib.rcParams["backend"].lower() == "tkagg"
"""


def alone(words, **environment):
    settings = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    return subprocess.run(words, env=settings | environment, capture_output=True, text=True, timeout=120)


def test_drawing_needs_no_display_and_leaves_settings_alone(tmp_path):
    done = alone([sys.executable, "-c", PROGRAM, str(tmp_path)], MPLBACKEND="TkAgg")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "bars.svg").stat().st_size > 1000
    assert (tmp_path / "bars.png").stat().st_size > 1000


def test_importing_simlab_does_not_load_matplotlib(tmp_path):
    code = "import sys, simlab, simlab.plots, simlab.report; sys.exit('matplotlib' in sys.modules)"
    assert alone([sys.executable, "-c", code]).returncode == 0


def test_a_backend_chosen_beforehand_stays(tmp_path):
    code = """
import matplotlib
matplotlib.use("svg")
import matplotlib.pyplot as plt
import pandas as pd
from simlab import plots
figure, ax = plt.subplots()
plots.distribution(pd.DataFrame({"outcome": ["a"], "p": [1.0]}), ax=ax)
plots.distribution(pd.DataFrame({"outcome": ["a"], "p": [1.0]}))
assert matplotlib.get_backend() == "svg"
assert plt.get_fignums() == [1], "a figure of ours is in nobody's list"
"""
    done = alone([sys.executable, "-c", code])
    assert done.returncode == 0, done.stderr
