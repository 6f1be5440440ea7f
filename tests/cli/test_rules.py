"""`simlab rules` and `simlab rulings`: a clause with all that is known of it, and the ways to read unclear ones."""

import csv
import io
import json
from pathlib import Path

import pytest

from simlab.cli import clauses
from simlab.systems import system_named

SYSTEM = system_named("command_decision")
ROOT = Path(__file__).resolve().parents[2]


def test_a_clause_in_words(call):
    code, out, err = call("rules", "command_decision", "3.2.4c")
    assert (code, err) == (0, "")
    assert out.startswith(
        "3.2.4c  Fire control re-roll  (Hitting; command_decision)\n  Guns with fire control roll a 4 again."
    )
    assert "Dice: abort 2/9" in out
    assert "simlab/systems/command_decision/rules/hitting.py:" in out
    assert "tests/naive/command_decision_" in out
    assert "fc_reroll_recursion  (3.2.4c)  shot, combo, sortie" in out
    assert "A re-rolled 4 that comes up 4 again" in out
    assert "recursive (default), once" in out
    assert "Why: " in out


def test_a_clause_as_data(call):
    about = json.loads(call("rules", "command_decision", "3.2.4c", "--format", "json").out)
    assert {ruling["name"] for ruling in about["rulings"]} >= {
        "fc_reroll_recursion",
        "fc_reroll_scope",
        "cm_applies_to_rerolled_abort",
    }
    for place in about["implemented"] + about["tested"]:
        line = (ROOT / place["file"]).read_text(encoding="utf-8").splitlines()[place["line"] - 1]
        assert "3.2.4" in line
    assert {"rolls_again", "FcRerollRecursion"} <= {place["name"] for place in about["implemented"]}


def test_a_section_lists_its_clauses(call):
    out = call("rules", "command_decision", "3.2.4").out
    assert [line.split()[0] for line in out.splitlines()] == ["clause", *(f"3.2.4{letter}" for letter in "abcdef")]
    rows = list(csv.DictReader(io.StringIO(call("rules", "command_decision", "--format", "csv").out)))
    assert len(rows) == len(json.loads(call("rules", "command_decision", "--format", "json").out)) > 150
    assert {"clause", "section", "title", "summary"} <= set(rows[0])


def test_without_a_system_the_systems(call):
    assert call("rules") == call("units")


def test_an_installed_package_has_no_tests_to_name(call, tmp_path, monkeypatch):
    monkeypatch.setattr(clauses, "__file__", str(tmp_path / "simlab" / "cli" / "clauses.py"))
    assert clauses.tested("command_decision", "3.2.4c") is None
    assert "the tests are in the source tree" in call("rules", "command_decision", "3.2.4c").out


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("3.2.4c", {"3.2.4c"}),
        ("(3.2.3a, b)", {"3.2.3a", "3.2.3b"}),
        ("3.2.3i-k", {"3.2.3i", "3.2.3j", "3.2.3k"}),
        ("3.2.3c, a gun", {"3.2.3c"}),
        ("clause 1.4.1.2a.", {"1.4.1.2a"}),
        ("version V0.5, 13.2.4c1, x3.2.4c", set()),
    ],
)
def test_clauses_that_a_text_names(text, named):
    assert clauses.mentioned(text) == named


def test_every_clause_that_a_ruling_names_is_known(call):
    known = clauses.read_clauses(ROOT / "data" / "command_decision")
    for ruling in SYSTEM.rulings:
        for clause in ruling.clause.replace(",", " ").split():
            assert clauses.clauses_like(clause, known)


def test_rulings_of_a_kind(call):
    rows = json.loads(call("rulings", "command_decision", "--kind", "sortie", "--format", "json").out)
    assert [row["name"] for row in rows] == [each.name for each in SYSTEM.rulings if "sortie" in each.bears_on]
    for row in rows:
        ruling = SYSTEM.ruling(row["name"])
        assert row["question"] == ruling.question
        assert row["default"] == ruling.spell(ruling.default)
        assert row["reason"], row["name"]


def test_all_rulings_and_the_reason_why_some_stand_fixed(call):
    rows = list(csv.DictReader(io.StringIO(call("rulings", "command_decision", "--format", "csv").out)))
    assert [row["name"] for row in rows] == [*(each.name for each in SYSTEM.rulings), *SYSTEM.fixed_rulings]
    assert {row["name"]: row["fixed"] for row in rows if row["fixed"]} == dict(SYSTEM.fixed_rulings)
    assert all(row["question"] and row["clause"] for row in rows)
    out = call("rulings", "command_decision").out
    assert "fc_reroll_recursion  (3.2.4c)" in out
    assert f"Fixed, because nothing that can be played depends on them ({len(SYSTEM.fixed_rulings)})" in out


def test_a_clause_that_is_not_there_is_met_with_those_of_its_section(call):
    told = call("rules", "command_decision", "3.2.9z").err
    assert 'no clause "3.2.9z"; nearest: "3.2.' in told


def test_one_ruling_alone(call, refused):
    code, out, err = call("rulings", "command_decision", "fc_reroll_recursion")
    assert (code, err) == (0, "")
    assert out.startswith("fc_reroll_recursion  (3.2.4c)  shot, combo, sortie")
    assert "re-roll again, or no effect?\n  recursive (default), once\n  Why: " in out
    assert "simlab rules command_decision 3.2.4c tells its clause" in out
    assert "simlab run FILE --ruling fc_reroll_recursion=once reads it another way" in out
    [row] = json.loads(call("rulings", "command_decision", "fc_reroll_recursion", "--format", "json").out)
    assert (row["default"], row["options"]) == ("recursive", ["recursive", "once"])
    wrong = refused("rulings", "command_decision", "fc_rerol")
    assert 'no ruling "fc_rerol"; nearest: "fc_reroll_recursion", "fc_reroll_scope"' in wrong


def test_every_ruling_can_be_shown_alone_and_a_fixed_one_offers_no_option(call):
    for name in SYSTEM.fixed_rulings:
        out = call("rulings", "command_decision", name).out
        assert "stands at" in out
        assert "--ruling" not in out
