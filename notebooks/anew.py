"""Run notebooks from top to bottom and store what they print: `make notebooks-anew`, or this file with some names.

Each runs in a fresh kernel and an empty folder. Times, progress bars and the notice that a kernel is being made ready
are left out, for they tell of the machine and not of the answer.
"""

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from nbclient import NotebookClient

NOTICE = "simlab: making "


def is_notice(output):
    """Is an output nothing but notices of kernels that were made or loaded?"""
    lines = output.text.splitlines() if output.get("name") == "stderr" else [""]
    return all(line.startswith(NOTICE) for line in lines)


def run(path):
    notebook = nbformat.read(path, as_version=4)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for cell in cells:
        cell.outputs, cell.execution_count = [], None
    with TemporaryDirectory() as folder:
        resources = {"metadata": {"path": folder}}
        client = NotebookClient(notebook, timeout=600, kernel_name="python3", record_timing=False, resources=resources)
        client.execute()
    for cell in cells:
        cell.outputs = [output for output in cell.outputs if not is_notice(output)]
    nbformat.write(notebook, path)


if __name__ == "__main__":
    os.environ["TQDM_DISABLE"] = "1"
    here = Path(__file__).parent
    for path in [Path(name) for name in sys.argv[1:]] or sorted(here.glob("*.ipynb")):
        print(path.stem, flush=True)
        run(path)
