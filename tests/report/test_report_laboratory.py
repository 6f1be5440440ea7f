"""The analyses that a study asks for in its [report] section are parts of the page, with the numbers of the library."""

import pytest

from report.pages import read, table_of
from simlab.analysis.diff import diff
from simlab.analysis.doctrine_value import doctrine_value
from simlab.analysis.search import Knob
from simlab.errors import RunError
from simlab.report import play_studies, write_report
from simlab.report.laboratory import laboratory_blocks

SORTIE = """\
title = "A Cobra"
question = "How long does it last?"
system = "command_decision"
kind = "sortie"
[helicopter]
unit = "ah1s_mc"
[profile]
altitude = "popup"
[game]
turns = 2
[[air_defence]]
unit = "zsu23_4"
range_in = 25
"""
ASKED = """\
[report.compare]
set = {"profile.altitude" = "noe"}
[report.sensitivity]
rulings = ["chopper_removed_meaning", "slow_threshold"]
samples = 64
[report.doctrine]
choices = {"profile.altitude" = ["popup", "noe"]}
[report.balance]
targets = {"fate:survives" = [0.9, 1.0], "older/fate:survives" = [0.0, 1.0]}
knobs = {"asked/air_defence.0.range_in" = [25, 40]}
also = ["older.toml"]
[report.survival]
[report.plan]
difference = 0.02
against = "older.toml"
[report.diff]
old = "older.toml"
"""
SWEPT = """\
[sweep]
"profile.altitude" = ["popup", "noe"]
"air_defence.0.range_in" = [25, 40]
[report.luck]
[report.survival]
[report.tournament]
"""
DUEL = """\
system = "alpha_strike"
kind = "duel"
rounds = 2
[a]
unit = "corsair_csr_v12"
[b]
unit = "sparrowhawk_spr_h5"
[report.luck]
"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder, found = tmp_path_factory.mktemp("laboratory"), {}
    older = SORTIE.replace("range_in = 25", "range_in = 10")
    (folder / "older.toml").write_text(older, encoding="utf-8")
    for name, text in (("asked", SORTIE + ASKED), ("swept", SORTIE + SWEPT)):
        file = folder / f"{name}.toml"
        file.write_text(text, encoding="utf-8")
        found[name] = read(write_report([file], folder / name))
    return found


def test_what_was_asked_for_stands_on_the_page(pages):
    heads, rows = table_of(pages["asked"], "What each doctrine costs")
    tree = {"system": "command_decision", "kind": "sortie", "helicopter": {"unit": "ah1s_mc"}, "game": {"turns": 2},
            "profile": {"altitude": "popup"}, "air_defence": [{"unit": "zsu23_4", "range_in": 25}]}  # fmt: skip
    found = doctrine_value(tree, [Knob("profile.altitude", ("popup", "noe"))])
    for row, known in zip(rows, found.regret.to_dict("records"), strict=True):
        assert row[0] == f"profile.altitude = {known['doctrine']}"
        assert float(row[1].removesuffix(" %")) == pytest.approx(100 * known["p_with"], abs=0.05)
    assert heads[2] == "Points lost"
    _, rows = table_of(pages["asked"], "What moves the answer when everything may move")
    assert [row[0] for row in rows] == ["chopper_removed_meaning"]
    _, rows = table_of(pages["asked"], "What each further change buys")
    assert rows[-1][-1] == "asked/air_defence.0.range_in = 40"
    _, ((_, before, after, _),) = table_of(pages["asked"], "Before and after")
    assert before != after


def test_plans_and_what_moved_stand_on_the_page(pages):
    heads, rows = table_of(pages["asked"], "Trials that show a difference")
    assert heads == ["Difference", "Dice", "Trials of each", "On this machine"]
    trials = {(row[0], row[1]): int(row[2].replace(",", "")) for row in rows}
    assert (
        trials["2.00 points", "in common"]
        < trials["2.00 points", "of their own"]
        < trials["1.00 points", "of their own"]
    )
    found = diff_frame()
    _, rows = table_of(pages["asked"], "What moved since the older version")
    assert len(rows) == min(len(found), 40)
    first = found.iloc[0]
    assert rows[0][0].endswith(f"{first['table']}:{first['outcome']}")
    assert float(rows[0][3].split()[0]) == pytest.approx(100 * first["difference"], abs=0.06)
    _, rows = table_of(pages["asked"], "Who lasts how long")
    assert rows[0][0] == "A Cobra"


def diff_frame():
    """What moved, from the library."""
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as folder:
        old, new = Path(folder) / "old.toml", Path(folder) / "asked.toml"
        old.write_text(SORTIE.replace("range_in = 25", "range_in = 10"), encoding="utf-8")
        new.write_text(SORTIE, encoding="utf-8")
        return diff(old, new).frame()


def test_cases_of_a_sweep_too(pages):
    assert "% of the variance is dice" in pages["swept"].text()
    _, rows = table_of(pages["swept"], "Who lasts how long")
    assert len(rows) == 4
    _, rows = table_of(pages["swept"], "Everybody against everybody: profile")
    assert [(row[0], row[-1]) for row in rows] == [("NOE", "–"), ("pop-up", "NOE")]


def test_a_game_of_two_sides(tmp_path):
    file = tmp_path / "duel.toml"
    file.write_text(DUEL, encoding="utf-8")
    (study,) = play_studies([file])
    (block,) = laboratory_blocks(study).values()
    assert [len(table.rows) for table in block.tables] == [2]
    assert len(block.figures) == 1
    assert "The lead changes" in block.text[0]


@pytest.mark.parametrize(
    ("section", "word"),
    [
        ("[report.lucky]\n", 'no such analysis; nearest: "luck"'),
        ("[report.luck]\ntrial = 3\n", 'no such option; nearest: "trials"'),
        ("[report]\nluck = 3\n", "is no table"),
        ("[report.compare]\n", "give set or rulings"),
        ("[report.diff]\n", "diff.old: missing"),
        ('[report.diff]\nold = "nowhere.json"\n', "no such file or folder beside the scenario"),
        ("[report.plan]\nagainst = 3\n", "plan.against: 3 is no file name"),
    ],
)
def test_a_section_that_makes_no_sense_is_refused(tmp_path, section, word):
    file = tmp_path / "study.toml"
    file.write_text(SORTIE + section, encoding="utf-8")
    (study,) = play_studies([file])
    with pytest.raises(RunError, match=word):
        laboratory_blocks(study)
