"""`make reference`: every public name has its place in pages that fetch nothing and name no folder of a machine."""

import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("simlab", "simlab.analysis", "simlab.plots", "simlab.report")


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """Path below the folder of the reference -> text of the file."""
    folder = tmp_path_factory.mktemp("reference")
    words = [sys.executable, str(ROOT / "docs" / "reference.py"), str(folder)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(words, env=environment, cwd=folder, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in folder.rglob("*.*")}


def test_every_public_name_is_there(pages):
    for package in PACKAGES:
        page = pages[package.replace(".", "/") + ".html"]
        for name in getattr(import_module(package), "__all__", ()):
            assert f'id="{name}"' in page, f"{package}.{name}"
    assert 'id="Result.tidy"' in pages["simlab.html"]
    assert "simlab.html" in pages["index.html"]
    for package in PACKAGES[1:]:
        assert f'href="{package.replace(".", "/")}.html"' in pages["simlab.html"], package


def test_every_analysis_has_a_page(pages):
    verbs = {path.stem for path in (ROOT / "simlab" / "analysis").glob("[a-z]*") if path.suffix in ("", ".py")}
    assert verbs == {name.split("/")[2].removesuffix(".html") for name in pages if "/analysis/" in name}
    assert 'id="survival"' in pages["simlab/analysis/survival.html"]


def test_the_headings_of_docstrings_are_read(pages):
    assert "<h6" in pages["simlab/analysis/survival.html"]
    assert "Args:" not in pages["simlab/analysis/survival.html"]


def test_nothing_is_fetched_and_no_path_of_this_machine_is_told(pages):
    for name, page in pages.items():
        assert str(ROOT) not in page, name
        assert str(Path.home()) not in page, name
        assert str(Path(sys.prefix)) not in page, name
        assert not re.findall(r"""(?:src=|<link[^>]*href=|@import |url\()["']?https?://""", page), name
