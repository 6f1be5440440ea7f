"""Pages on paper: printed by the Chromium that is there, and a clear line where none is."""

import re
import zlib

import pytest

from report.pages import read
from simlab.errors import RunError
from simlab.report import write_pdf
from simlab.report.pdf import browser, on_paper, pages_of


def streams(pdf):
    for found in re.finditer(rb"stream\r?\n(.*?)endstream", pdf, re.DOTALL):
        try:
            yield zlib.decompress(found[1])
        except zlib.error:
            continue


@pytest.mark.browser
def test_a_page_is_printed_with_its_text_and_its_headings(page, tmp_path):
    copy = tmp_path / "index.html"
    copy.write_bytes(page.read_bytes())
    seen = []
    assert write_pdf([copy], lambda *done: seen.append(done)) == [tmp_path / "index.pdf"]
    assert seen == [(1, 1)]
    pdf = (tmp_path / "index.pdf").read_bytes()
    assert pdf.startswith(b"%PDF-")
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) > 3
    shown = sum(len(re.findall(rb"\bT[jJ]\b", text)) for text in streams(pdf))
    cells = [cell.text() for cell in read(page).all("td")]
    assert shown > len(cells) / 2, "letters, not a picture; only long tables stay folded"
    titles = set(re.findall(rb"/Title\s*\(([^)]*)\)", pdf))
    assert {b"Which reading of the rules moves the answer", b"Against the Pact"} <= titles
    assert b"file:" not in pdf, "no path of this machine goes along"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["index.html", "index.pdf"]


def test_on_paper_all_but_long_tables_stand_open(page):
    text = on_paper(page.read_text(encoding="utf-8"))
    folds = re.findall(r"<details([^>]*)>", text)
    assert set(folds) == {" open", ' class="long"'}
    assert folds.count(' class="long"') < folds.count(" open")


def test_links_to_other_files_go(tmp_path):
    front = tmp_path / "index.html"
    front.write_text('<a href="alpha_strike.html">x</a><a href="alpha_strike.html#s1">y</a><a href="#s2">z</a>')
    assert pages_of(front) == [front, tmp_path / "alpha_strike.html"]
    assert on_paper(front.read_text()) == '<a>x</a><a>y</a><a href="#s2">z</a>'


def test_without_a_chromium_one_line_says_what_to_do(monkeypatch, tmp_path):
    monkeypatch.delenv("SIMLAB_CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RunError, match=r"no Chromium on the path \(chromium, .*install one, .*SIMLAB_CHROMIUM=FILE"):
        browser()
    monkeypatch.setenv("SIMLAB_CHROMIUM", str(tmp_path / "nothing"))
    with pytest.raises(RunError, match=r"SIMLAB_CHROMIUM: .*nothing is no program"):
        browser()


@pytest.mark.parametrize("body", ["echo 'out of paper' >&2; exit 3", "exit 0"])
def test_a_browser_that_fails_is_told_with_its_last_words(body, monkeypatch, tmp_path):
    program, page = tmp_path / "broken", tmp_path / "index.html"
    program.write_text(f"#!/bin/sh\n{body}\n")
    program.chmod(0o755)
    page.write_text("<p>text</p>")
    monkeypatch.setenv("SIMLAB_CHROMIUM", str(program))
    with pytest.raises(RunError, match=r"index\.html not printed; (out of paper|it says nothing)"):
        write_pdf([page])
    assert not (tmp_path / "index.pdf").exists()
