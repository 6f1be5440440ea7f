"""`simlab survival`: curves, medians and comparisons in the shell."""

import json


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
