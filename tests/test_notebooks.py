"""The notebooks are what a reader may expect: one clean run, public names, and a last line that says what was found.

Most tests look at the stored file only. Those marked ``notebooks`` run it in a fresh kernel, in an empty folder, and
compare every printed number with the stored one (`make notebooks`).
"""

import ast
import base64
import copy
import re
import tomllib
from pathlib import Path

import nbformat
import pytest

from simlab.analysis.grid import expand
from simlab.scenario import load_scenario, parse_scenario

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
PUBLIC = re.compile(r"simlab(\.(analysis|plots)(\.[a-z][a-z_]*){0,2})?")
MACHINE = re.compile(r"/(home|root|Users|tmp|var|usr|opt|work|mnt)/|[A-Z]:\\|\.venv|site-packages|0x[0-9a-f]{6,}")
TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d")
each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def read(path):
    return nbformat.read(path, as_version=4)


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def outputs_of(notebook):
    return [output for cell in code_cells(notebook) for output in cell.outputs]


def texts_of(output):
    """What an output says in words, by form; a picture says only that there is one.

    The notice of a first compilation goes to stderr: it depends on the cache of the machine, so it is no answer.
    """
    if output.output_type == "stream":
        return {"stdout": output.text} if output.name == "stdout" else {}
    data = dict(output.get("data", {}))
    if "image/png" in data:
        return {"picture": True}
    return data


def said(cell):
    """Words of a cell's outputs, in order; consecutive pieces of one stream are one text."""
    found = []
    for texts in filter(None, map(texts_of, cell.outputs)):
        if "stdout" in texts and found and "stdout" in found[-1]:
            found[-1]["stdout"] += texts["stdout"]
        else:
            found.append(dict(texts))
    return found


def test_there_are_notebooks():
    assert {path.stem for path in NOTEBOOKS} >= {
        "01_first_answer", "02_sam_and_guns", "03_pop_up_chopper", "04_bombing_by_load", "05_flying_fortress",
        "06_bombs_and_strafing", "07_point_costs", "08_your_own", "09_which_readings_matter", "10_scaling_up",
    }  # fmt: skip


def test_the_readme_leads_to_every_notebook():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for path in NOTEBOOKS:
        assert f"](notebooks/{path.name})" in readme, path.name


@each_notebook
def test_stored_outputs_are_those_of_one_run_from_top_to_bottom(path):
    notebook = read(path)
    nbformat.validate(notebook)
    cells = code_cells(notebook)
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    for output in outputs_of(notebook):
        assert output.output_type != "error"
        assert output.get("name") != "stderr", output.text
        assert output.get("execution_count") in (None, *(cell.execution_count for cell in cells))


@each_notebook
def test_nothing_of_the_machine_is_stored(path):
    notebook = read(path)
    assert set(notebook.metadata) == {"kernelspec", "language_info"}
    assert notebook.metadata.kernelspec.name == "python3"
    for cell in notebook.cells:
        assert cell.metadata == {}, cell.id
    words = [cell.source for cell in notebook.cells]
    for output in outputs_of(notebook):
        assert not any("widget" in form for form in output.get("data", {}))
        words += [text for text in texts_of(output).values() if isinstance(text, str)]
    for text in words:
        assert not MACHINE.search(text), MACHINE.search(text)
        assert not TIME.search(text), TIME.search(text)
        assert str(ROOT) not in text
        assert str(Path.home()) not in text


@each_notebook
def test_pictures_are_small_and_the_page_is_light(path):
    assert path.stat().st_size < 400_000
    pictures = [output.data["image/png"] for output in outputs_of(read(path)) if "image/png" in output.get("data", {})]
    assert pictures
    for picture in pictures:
        raw = base64.b64decode(picture)
        assert raw.startswith(b"\x89PNG")
        assert len(raw) < 80_000


@each_notebook
def test_it_tells_its_story_with_public_names(path):
    for cell in code_cells(read(path)):
        tree = ast.parse(cell.source)
        for node in ast.walk(tree):
            assert not isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Lambda), f"{cell.id}: a helper"
            if isinstance(node, ast.Import | ast.ImportFrom):
                modules = [node.module] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
                for module in modules:
                    assert not module.startswith("simlab") or PUBLIC.fullmatch(module), f"{cell.id}: {module}"
                assert not any(alias.name.startswith("_") for alias in node.names)
            if isinstance(node, ast.Attribute):
                assert not node.attr.startswith("_"), f"{cell.id}: {node.attr}"


@each_notebook
def test_it_ends_with_a_sentence_that_was_computed(path):
    last = read(path).cells[-1]
    assert last.cell_type == "code"
    (output,) = last.outputs
    sentence = output.text.strip()
    assert re.fullmatch(r"[A-Z].*\.", sentence)
    numbers = set(re.findall(r"\d+(?:\.\d+)?", sentence))
    assert len(numbers) > 2
    typed = {str(node.value) for node in ast.walk(ast.parse(last.source)) if isinstance(node, ast.Constant)}
    for number in numbers:
        assert not any(re.search(rf"(?<![\d.]){re.escape(number)}(?![\d.])", text) for text in typed), number


def test_the_pop_up_study_is_the_shipped_one():
    notebook = read(ROOT / "notebooks" / "03_pop_up_chopper.ipynb")
    nodes = [node for cell in code_cells(notebook) for node in ast.walk(ast.parse(cell.source))]
    texts = [node.value for node in nodes if isinstance(node, ast.Constant) and "[[sweep." in str(node.value)]
    (study,) = (parse_scenario(tomllib.loads(text)) for text in texts)
    shipped = load_scenario(ROOT / "data" / "scenarios" / "command_decision" / "popup_warsaw_pact_defence.toml")
    mine = {point.scenario.digest for point in expand(study)}
    assert mine == {point.scenario.digest for point in expand(shipped)}
    assert len(mine) == 36


@pytest.mark.notebooks
@each_notebook
def test_a_fresh_kernel_prints_the_stored_answers(path, tmp_path, monkeypatch):
    from nbclient import NotebookClient

    monkeypatch.delenv("MPLBACKEND", raising=False)
    monkeypatch.setenv("TQDM_DISABLE", "1")  # how long a bar is seen depends on the machine
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))  # nobody's start-up files
    folder = tmp_path / "empty"
    folder.mkdir()
    stored = read(path)
    fresh = copy.deepcopy(stored)
    for cell in code_cells(fresh):
        cell.outputs, cell.execution_count = [], None
    NotebookClient(fresh, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(folder)}}).execute()
    for before, after in zip(code_cells(stored), code_cells(fresh), strict=True):
        assert after.execution_count == before.execution_count
        assert said(after) == said(before), f"{before.id}; if the new answer is meant: make notebooks-anew"
    assert list(folder.iterdir()) == [], "it left files behind"


@pytest.mark.notebooks
def test_a_long_run_shows_its_progress_in_a_real_kernel(tmp_path, monkeypatch):
    from nbclient import NotebookClient
    from nbformat.v4 import new_code_cell, new_notebook

    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    source = """
import simlab
from simlab import progress

progress.PATIENCE = 0.0
simlab.run("shot_zsu_tornado", method="sample", trials=3_000_000, seed=1)
"""
    notebook = new_notebook(cells=[new_code_cell(source)])
    NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    told = "".join(output.text for output in notebook.cells[0].outputs if output.get("name") == "stderr")
    assert "trials" in told or any(
        "widget" in form for output in outputs_of(notebook) for form in output.get("data", {})
    )
