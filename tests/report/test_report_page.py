"""The page: well-formed, self-contained, the same bytes each time, readable by screen readers and machines."""

import re

import pytest

from report.pages import read, table_of
from simlab.errors import RunError, ScenarioError
from simlab.report import play_studies, write_report

pytestmark = pytest.mark.xdist_group("report")


@pytest.fixture(scope="module", params=["exact", "rolled"])
def root(request):
    return read(request.getfixturevalue("page" if request.param == "exact" else "rolled_page"))


def test_ids_are_unique_and_links_lead_somewhere(root):
    ids = [element.attributes["id"] for element in everything(root) if "id" in element.attributes]
    assert len(ids) == len(set(ids))
    links = [link.attributes["href"] for link in root.all("a")]
    assert len(links) > 4
    for link in links:
        assert link.startswith("#")
        assert link[1:] in ids
    used = {use.attributes["xlink:href"] for use in root.all("use")}
    used |= {f"#{name}" for element in everything(root) for value in element.attributes.values()
             for name in re.findall(r"url\(#([^)]*)\)", value or "")}  # fmt: skip
    assert used
    assert {name[1:] for name in used} <= set(ids)


def everything(root):
    for child in root.children:
        if not isinstance(child, str):
            yield child
            yield from everything(child)


def test_nothing_is_asked_of_any_network(root):
    for element in everything(root):
        for name, value in element.attributes.items():
            if name in ("src", "href", "xlink:href", "action", "data", "poster", "srcset"):
                assert value.startswith(("#", "data:image/png;base64,")), (element.tag, name, value[:80])
        if element.tag == "style":
            assert "url(" not in element.text()
            assert "@import" not in element.text()
    assert not list(root.all("link"))
    policy = next(m for m in root.all("meta") if m.attributes.get("http-equiv") == "Content-Security-Policy")
    assert policy.attributes["content"].startswith("default-src 'none'; ")


def test_every_figure_speaks_to_those_who_do_not_see_it(root):
    figures = list(root.all("figure"))
    assert len(figures) > 8
    numbers = []
    for figure in figures:
        drawing = figure.one("svg")
        title = next(iter(drawing.all("title")))
        assert drawing.attributes["role"] == "img"
        assert drawing.attributes["aria-labelledby"] == title.attributes["id"]
        assert re.search(r"\d", title.text()), "a description without a number says little"
        numbers.append(int(re.match(r"Figure (\d+)\.", figure.one("figcaption").text())[1]))
    assert numbers == list(range(1, len(figures) + 1))


def test_tables_are_tables(root):
    tables = list(root.all("table"))
    assert len(tables) > 6
    for table in tables:
        caption = table.one("caption").text()
        heads = list(table.one("thead").all("th"))
        rows = [list(row.all("td")) for row in table.one("tbody").all("tr")]
        assert caption
        assert all(head.attributes["scope"] == "col" for head in heads)
        assert rows
        for place in range(len(heads)):
            column = [row[place] for row in rows]
            rates = [cell.text() for cell in column if re.fullmatch(r"-?\d+(\.\d+)? %", cell.text())]
            assert len({len(rate.partition(".")[2]) for rate in rates}) <= 1, (caption, heads[place].text(), rates)
            if "number" in heads[place].classes():
                for cell in column:
                    float(cell.attributes["data-sort"])


def test_a_rolled_answer_carries_its_interval_everywhere(rolled_page):
    root = read(rolled_page)
    heads, rows = table_of(root, "Every case: Against the Pact")
    place = heads.index("Interval")
    assert all(re.fullmatch(r"\d+\.\d+ to \d+\.\d+ %", row[place]) for row in rows)
    assert re.search(r"rolled: each within \d\.\d points at 95 %", root.one("main").text())
    assert "exact: calculated" not in root.text()
    studies = table_of(root, "Studies")[1]
    assert all("seed 3, 4,000 trials a case" in row for row in studies)
    assert all("--seed 3 --trials 4000" in row[-1] for row in studies)


def test_the_same_bytes_each_time(page, rolled_page, studies, tmp_path):
    again = write_report(studies, tmp_path / "exact")
    assert again.read_bytes() == page.read_bytes()
    files = sorted(rolled_page.parent.parent.glob("*.toml"), reverse=True)
    twice = write_report(files, tmp_path / "rolled", seed=3, trials=4000, threads=2)
    assert twice.read_bytes() == rolled_page.read_bytes()
    rates = [play_studies(files[:1], seed=seed, trials=4000)[0].headline["p"].tolist() for seed in (3, 3, 4)]
    assert rates[0] == rates[1]
    assert rates[0] != rates[2]


def test_what_stands_in_the_files_cannot_break_the_page(root):
    assert "Two guns <by> range & ECM" in [heading.text() for heading in root.all("h2")]


def test_a_folder_that_cannot_be_written_is_refused_before_the_work(study_files, tmp_path, monkeypatch):
    monkeypatch.setattr("simlab.report.headline.play_studies", lambda *words, **more: pytest.fail("played first"))
    (tmp_path / "file").write_text("")
    with pytest.raises(RunError, match="cannot be written"):
        write_report(study_files, tmp_path / "file")
    with pytest.raises(RunError, match="cannot be written"):
        write_report(study_files, tmp_path / "file" / "below")


def test_studies_that_are_none_are_refused(tmp_path):
    with pytest.raises(ScenarioError, match=r"missing\.toml: cannot be read"):
        write_report([tmp_path / "missing.toml"], tmp_path / "out")
    with pytest.raises(RunError, match="none were named"):
        write_report([], tmp_path / "out")
