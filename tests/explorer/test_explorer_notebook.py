"""The explorer in a notebook: an object that shows itself, and carries the scenario as it stands on the page."""

import nbformat
import pytest
from nbclient import NotebookClient

import simlab
from simlab.errors import ScenarioError

CELLS = (
    "import simlab\nshown = simlab.explore('sortie_popup_ah1s')",
    "shown",
    "shown.page.change('profile.altitude', 'noe')\n"
    "shown.page.worker.wait()\n"
    "print(round(simlab.run(shown.scenario).p('fate', 'survives'), 6))",
)


def test_a_cell_shows_the_page_and_the_scenario_can_be_run(tmp_path):
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in CELLS])
    NotebookClient(book, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = book.cells[1].outputs[-1]["data"]
    assert "application/vnd.holoviews_exec.v0+json" in shown
    assert "bokeh" in shown["text/html"].lower()
    everything = "".join(str(output) for cell in book.cells for output in cell.outputs)
    assert "Traceback" not in everything
    assert book.cells[2].outputs[-1]["text"].strip() == "0.881243"


def test_a_wrong_scenario_is_told_as_ever():
    with pytest.raises(ScenarioError, match='no unit "mi24"'):
        simlab.explore(simlab.load_scenario("sortie_popup_ah1s").with_value("helicopter.unit", "mi24"))
