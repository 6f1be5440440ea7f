"""`simlab replay --out DIR`: a page to watch a trial, beside the words that the terminal shows."""

import html
import json
import re

import pytest

from simlab.systems import system_named


@pytest.fixture
def bombing(tmp_path):
    path = tmp_path / "bombing.toml"
    path.write_text(system_named("alpha_strike").kinds["bombing_run"].example, encoding="utf-8")
    return path


def test_it_writes_a_page_and_its_pictures(call, bombing, tmp_path):
    words = ("replay", bombing, "--trial", "3", "--seed", "1")
    code, out, err = call(*words, "--out", tmp_path / "watch")
    assert (code, err) == (0, "")
    page = (tmp_path / "watch" / "index.html").read_text(encoding="utf-8")
    assert out == call(*words).out + f"\nopen {tmp_path / 'watch' / 'index.html'}\n"
    assert sorted(path.name for path in (tmp_path / "watch").iterdir()) == ["index.html", "turn_0.png"]
    assert (tmp_path / "watch" / "turn_0.png").read_bytes().startswith(b"\x89PNG")
    told = re.findall(r"<li[^>]*>(.*?)</li>", page)
    bombs = [line for line in out.splitlines() if line.startswith("bomb ")]
    assert bombs
    assert [re.sub(r"<wbr>", "", line) for line in told] == bombs
    assert "Keys:" not in page, "one picture: nothing to step through"
    assert "src=" not in page
    assert 'href="http' not in page


def test_a_kind_without_pictures_is_told_round_by_round(call, refused, tmp_path):
    duel = tmp_path / "duel.toml"
    duel.write_text(system_named("alpha_strike").kinds["duel"].example, encoding="utf-8")
    words = ("replay", duel, "--trial", "3", "--seed", "1")
    code, out, _ = call(*words, "--out", tmp_path / "watch")
    assert code == 0
    assert [path.name for path in (tmp_path / "watch").iterdir()] == ["index.html"]
    page = (tmp_path / "watch" / "index.html").read_text(encoding="utf-8").replace("<wbr>", "")
    told = [html.unescape(line) for line in re.findall(r"<li[^>]*>(.*?)</li>", page)]
    assert told == [line for line in out.splitlines() if line.startswith("round ")]
    rounds = re.findall(r"<h2>(.*?)</h2>", page)
    assert rounds == [f"Round {n}" for n in range(1, len(rounds) + 1)]
    assert "Keys: ← and →" in page
    assert "the window" not in page, "nothing is drawn that could fit it"
    assert "has no picture of a trial" in refused(*words, "--picture", tmp_path / "duel.png")


def test_a_page_again_has_the_same_bytes(call, bombing, tmp_path):
    words = ("replay", bombing, "--trial", "3", "--seed", "1", "--out", tmp_path / "watch")
    call(*words)
    first = {path.name: path.read_bytes() for path in (tmp_path / "watch").iterdir()}
    call(*words)
    assert first == {path.name: path.read_bytes() for path in (tmp_path / "watch").iterdir()}


def test_json_names_the_page(call, bombing, tmp_path):
    out = call("replay", bombing, "--trial", "3", "--seed", "1", "--format", "json", "--out", tmp_path / "w").out
    assert json.loads(out)["page"] == str(tmp_path / "w" / "index.html")


def test_command_decision_is_told_and_drawn_part_by_part(call, refused, shot, tmp_path):
    strike = tmp_path / "strike.toml"
    strike.write_text(system_named("command_decision").kinds["strike"].example, encoding="utf-8")
    words = ("replay", strike, "--trial", "3", "--seed", "1")
    out = call(*words, "--out", tmp_path / "watch", "--picture", tmp_path / "last.svg").out
    page = (tmp_path / "watch" / "index.html").read_text(encoding="utf-8").replace("<wbr>", "")
    parts = re.findall(r"<h2>(.*?)</h2>", page)
    assert parts == ["Arrival", "Air defence", "Attacks", "Morale"]
    told = [html.unescape(line) for line in re.findall(r"<li[^>]*>(.*?)</li>", page)]
    assert told == [line.strip() for line in out.splitlines() if line.strip() in told]
    drawn = sorted(path.name for path in (tmp_path / "watch").iterdir())
    assert drawn == ["index.html", "turn_0.png", "turn_1.png", "turn_2.png"]
    assert "Attacks" in (tmp_path / "last.svg").read_text(encoding="utf-8")
    quiet = ("replay", shot, "--trial", "3", "--seed", "1")
    assert "kind shot has no picture of a trial" in refused(*quiet, "--picture", tmp_path / "shot.png")


def test_what_cannot_be_written_or_drawn_is_refused_before_the_work(refused, bombing, tmp_path):
    plain, attack = tmp_path / "plain", tmp_path / "attack.toml"
    attack.write_text(system_named("continental_siege").kinds["attack"].example, encoding="utf-8")
    plain.write_text("a file", encoding="utf-8")
    words = ("replay", bombing, "--seed", "1")
    assert "cannot be written" in refused(*words, "--trial", "3", "--out", plain)
    assert "cannot be written" in refused(*words, "--trial", "3", "--out", plain / "below")
    assert "first trial is 0" in refused(*words, "--trial", "-1", "--out", tmp_path / "w")
    assert "none is beyond" in refused(*words, "--trial", "1e30", "--out", tmp_path / "w")
    silent = ("replay", attack, "--trial", "3", "--seed", "1")
    assert "kind attack tells nothing" in refused(*silent, "--out", tmp_path / "w")
    assert not (tmp_path / "w").exists()
    assert plain.read_text(encoding="utf-8") == "a file"
