"""`simlab survival`: curves, medians and comparisons in the shell."""

import csv
import io
import json

import pytest


def test_profiles_of_one_file(call, refused, sortie, shot, tmp_path):
    words = ("survival", sortie, "--set", "game.turns=4", "--set-b", "profile.altitude=noe")
    found = json.loads(call(*words, "-f", "json").out)
    assert found["table"] == "survival"
    assert len(found["medians"]) == 2
    assert len(found["differences"]) == 5
    assert {row["measure"] for row in found["means"]} >= {"attacks_if_lost", "attacks_if_survives"}
    text = call(*words, "--picture", tmp_path / "curves.svg").out
    assert "median life" in text
    assert "attacks if lost" in text
    assert "<svg" in (tmp_path / "curves.svg").read_text(encoding="utf-8")
    rolled = call(*words, "--method", "sample", "--trials", "3000").out
    assert "logrank p" in rolled
    assert "no such table" in refused("survival", shot)


def test_profiles_of_a_sweep(call, sortie):
    words = ("survival", sortie, "--set", "game.turns=3", "--set", 'sweep.profile.altitude=["popup", "noe", "low"]')
    rows = call(*words, "-f", "csv").out.splitlines()
    assert rows[0] == "profile,turn,p,p_lo,p_hi,lost"
    assert len(rows) == 1 + 3 * 4


def test_losses_of_a_game_of_two_sides_are_followed_by_turn(call):
    """The exact law of a duel of two rounds: who is there after each is told by the duels of one and of two."""
    fight = ("fighters_for_their_points", "--set", "a.unit=stuka_stu_k5", "--set", "b.unit=slayer_sl_15")
    two = ("--set", "rounds=2")
    said = call("survival", *fight, *two, "--table", "fate_b", "--format", "csv").out
    rows = list(csv.DictReader(io.StringIO(said)))
    assert [row["turn"] for row in rows] == ["0", "1", "2"]
    for rounds, row in zip((1, 2), rows[1:], strict=True):
        law = json.loads(call("run", *fight, "--set", f"rounds={rounds}", "--method", "exact", "--format", "json").out)[
            "tables"
        ]["fate_b"]
        assert float(row["p"]) == pytest.approx(next(one["p"] for one in law if "flies_on" in one.values()))
    wrong = call("survival", *fight, *two, "--table", "fate_c")
    assert wrong.code == 2
    assert 'nobody is called "fate_c"; nearest: "fate_' in wrong.err
