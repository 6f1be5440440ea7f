"""`simlab luck`: one game, and cases of a sweep."""

import json


def test_one_game(call, tmp_path, refused):
    from simlab.systems import system_named

    duel = tmp_path / "duel.toml"
    text = system_named("alpha_strike").kinds["duel"].example
    duel.write_text(text.replace("rounds = 3", "rounds = 2"), encoding="utf-8")
    found = json.loads(call("luck", duel, "--format", "json").out)
    assert [row["turn"] for row in found["rows"]] == [1, 2]
    assert {row["measure"] for row in found["measures"]} == {"lead_changes", "comebacks", "decided", "half_settled"}
    text = call("luck", duel, "--picture", tmp_path / "luck.svg").out
    assert found["sentence"] in text
    assert "exact law" in text
    assert "<svg" in (tmp_path / "luck.svg").read_text(encoding="utf-8")
    assert call("luck", duel, "--format", "csv").out.startswith("turn,first_leads,")
    assert "only of a file with a [sweep]" in refused("luck", duel, "--metric", "result:a_wins")


def test_cases(call, refused, shot, sortie):
    words = ("luck", shot, "--set", "sweep.geometry.range_in=[10, 60]", "--metric", "effect:abort")
    found = json.loads(call(*words, "-f", "json").out)
    assert 0.8 < found["dice"][0] < 1.0
    assert "% of the variance is dice" in call(*words).out
    assert "only of one game" in refused(*words, "--picture", "x.svg")
    assert "no two sides" in refused("luck", sortie)
