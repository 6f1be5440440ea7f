"""What the page says is what the scenarios give: answers, tables and pictures against runs of their own."""

import math
import re
from itertools import pairwise

import pytest

import simlab
from report.pages import read, table_of
from simlab.analysis.grid import expand
from simlab.report import headline_rows
from simlab.report.answers import listed, some, span
from simlab.report.ranges import best, has_reach, named
from simlab.report.top import hardest, in_page_order, leading, shared_question
from simlab.report.words import words_of_system
from simlab.scenario import load_scenario

pytestmark = pytest.mark.xdist_group("report")


@pytest.fixture(scope="module")
def root(page):
    return read(page)


def survivals(path):
    """(helicopter, profile, defence) -> chance, from runs that have nothing to do with the report."""
    return {tuple(point.labels.values()): simlab.run(point.scenario).p("fate", "survives")
            for point in expand(load_scenario(path))}  # fmt: skip


def test_the_head_asks_what_both_sides_ask(root, studies):
    assert root.one("h1").text() == "How survivable is a pop-up chopper?"
    lead = leading(studies)
    assert [study.title for study in lead] == ["Against NATO", "Against the Pact"]
    assert [study.title for study in in_page_order(studies)][2:] == [
        "Two guns <by> range & ECM",
        "In sight of tanks",
        "One shot",
    ]
    assert hardest(lead) == "dense"


def test_the_answer_spans_all_helicopters_of_both_sides(root, study_files):
    chances = [survivals(study_files[3]), survivals(study_files[1])]
    sentence = next(p.text() for p in root.all("p") if "answer" in p.classes())
    for defence, words in (("light", "light air defence"), ("dense", "dense")):
        pops = [
            p
            for found in chances
            for (_, profile, stands), p in found.items()
            if (profile, stands) == ("popup", defence)
        ]
        assert f"{100 * min(pops):.0f} to {100 * max(pops):.0f} % against {words}" in sentence
    assert "survives a game of 9 turns" in sentence
    assert "exact: calculated, not rolled" in sentence


def test_every_case_is_in_its_table(root, study_files):
    heads, rows = table_of(root, "Every case: Against the Pact")
    names = {"ah1s_mc": "AH-1S", "pah1": "PAH-1", "popup": "pop-up", "noe": "NOE"}
    expected = {
        tuple(names.get(label, label) for label in labels): p for labels, p in survivals(study_files[3]).items()
    }
    assert heads[:4] == ["Helicopter", "Profile", "Air defence", "Survives the game"]
    assert {tuple(row[:3]): row[3] for row in rows} == {labels: f"{100 * p:.1f} %" for labels, p in expected.items()}
    scenario = expand(load_scenario(study_files[3]))[0].scenario
    result = simlab.run(scenario)
    attacks = sum(n * result.p("attacks", n) for n in range(5))
    (first,) = [row for row in rows if row[:3] == ["AH-1S", "pop-up", "light"]]
    assert first[5:] == [f"{attacks:.2f}", f"{attacks / (1 - result.p('fate', 'survives')):.1f}"]


def test_the_chain_in_numbers(root, study_files):
    result = simlab.run(expand(load_scenario(study_files[1]))[0].scenario)
    rows = [row for row in table_of(root, "The chain in numbers")[1] if row[0] == "pop-up"]
    left = [sum(row["p"] for row in result.rows("chain")[place:]) for place in range(7)]
    assert [row[1] for row in rows] == ["spotted", "in range", "engaged", "penalised", "aborted", "removed"]
    assert [row[2] for row in rows] == [f"{100 * share:.1f} %" for share in left[1:]]
    given = [b / a for a, b in pairwise(left)]
    assert [row[4] for row in rows] == [f"{100 * share:.1f} %" for share in given]


def test_rulings_turned_one_at_a_time(root, study_files):
    scenario = expand(load_scenario(study_files[1]))[0].scenario
    base = simlab.run(scenario).p("fate", "survives")
    _, rows = table_of(root, "Every option of every ruling, one at a time")
    assert len(rows) > 40
    for name, _, option, chance, change, found_by in rows[:6]:
        turned = simlab.run(scenario.with_rulings(**{name: option})).p("fate", "survives")
        assert chance == f"{100 * turned:.1f} %"
        assert math.isclose(float(change.split()[0]), 100 * (turned - base), abs_tol=0.051)
        assert found_by == "exact"


def test_changed_rulings_come_first(root):
    tables = [
        table
        for table in root.all("table")
        if table.one("caption").text() == "Rulings in force, command decision, shot"
    ]
    assert len(tables) == 2  # one study reads a clause another way, so it has a table of its own
    firsts = [[cell.text() for cell in next(iter(table.one("tbody").all("tr"))).all("td")] for table in tables]
    assert ["fc_reroll_recursion", "once", "changed"] in [row[:3] for row in firsts]


def test_what_the_data_assume(root):
    heads, rows = table_of(root, "Units used, the least certain first")
    units = [row[0] for row in rows]
    assert {"ZSU-23-4 Shilka", "Roland 2", "Mi-24D Hind-D", "Tornado IDS / GR.1"} <= set(units)
    assert "Gunships" not in " ".join(units)
    order = {"low": 0, "medium": 1, "high": 2}
    ranks = [order[row[heads.index("Confidence")]] for row in rows]
    assert ranks == sorted(ranks)
    assumed = table_of(root, "Assumed values and rulings")[1]
    assert any(
        "tank" in row[0] and row[3] in ("assumed", "inferred") and row[-1] == "In sight of tanks" for row in assumed
    )


def test_how_to_get_it_again(root, study_files, page):
    _, rows = table_of(root, "Studies")
    for file, row in zip([study_files[1], study_files[3]], rows, strict=False):
        assert row[1] == file.as_posix()
        assert row[2] == load_scenario(file).digest
        assert row[-1] == f"simlab sweep {file.as_posix()}"
    _, figures = table_of(root, "Figures and their commands")
    assert len(figures) == len(list(root.all("figure")))
    assert all(command.startswith("simlab ") for _, _, command in figures)
    _, cases = table_of(root, "Cases")
    digests = {
        point.scenario.digest
        for file in study_files
        for point in (expand(load_scenario(file)) if load_scenario(file).sweep else [])
    }
    assert digests <= {row[2] for row in cases}
    assert f"simlab {simlab.__version__}" in root.text()


def test_guns_by_range(root, studies):
    (guns,) = [study for study in studies if study.range_axis == "geometry.range_in"]
    frame = named(guns)
    assert has_reach(frame)
    found = best(frame).set_index("name")
    assert found.loc["ZSU-23-4 Shilka, without ECM", "reach"] == 30
    assert found.loc["ZSU-23-4 Shilka, with ECM", "full"] == 15  # manual range: no save beyond a jammed radar
    assert found.loc["ZU-23-2, with ECM", "best"] == pytest.approx(0.2)
    alts = [svg.one("title").text() for svg in root.all("svg") if "strip" in svg.parent.parent.text()]
    assert len(alts) == 2


def test_the_terminal_says_the_same(studies, study_files):
    rows = headline_rows(studies)
    chances = survivals(study_files[3])
    (row,) = [row for row in rows if (row["study"], row["case"]) == ("Against the Pact", "pop-up")]
    light = sorted(p for (_, profile, stands), p in chances.items() if (profile, stands) == ("popup", "light"))
    assert f"light {100 * light[0]:.1f} to {100 * light[-1]:.1f} %" in row["answer"]
    assert row["sureness"] == "exact"
    assert [row["study"] for row in rows][-1] == "One shot"
    assert all(isinstance(value, str) for row in rows for value in row.values())


def test_glossary_and_words(root):
    terms = [term.text() for term in root.all("dt")]
    for word in ("NOE", "Pop-up", "Abort", "Forced back", "Removed", "Ruling"):
        assert word in terms
    words = words_of_system("no such system")
    assert (words.label("no_effect"), words.axis("a.b_c"), words.stages) == ("no effect", "b c", {})


@pytest.mark.parametrize(
    ("questions", "shared"),
    [
        (["How good is it?"], "How good is it?"),
        (["How good is it, here?", "How good is it there?"], "How good is it?"),
        (["How good is it on one side?", "How good is it on the other?"], "How good is it on?"),
        (["Who wins?", "What is lost?"], "Who wins?"),
    ],
)
def test_the_question_that_several_studies_share(questions, shared):
    class Asks:
        def __init__(self, question):
            self.question = question

    assert shared_question([Asks(question) for question in questions]) == shared


def test_lists_in_sentences():
    assert listed(["one"]) == "one"
    assert some(["a", "b", "c", "d"], 3) == "a, b, c and 1 more"
    assert span([0.0, 1.0]) == "0 to 100 %"


def test_no_word_of_the_workshop(page):
    text = page.read_text(encoding="utf-8")
    assert not re.search(
        r"\bnan\b|\bNone\b|\[\]|Traceback|/root/|<function", re.sub(r"<svg.*?</svg>", "", text, flags=re.DOTALL)
    )
