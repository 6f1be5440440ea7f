"""`simlab diff`: numbers that moved, and those that only the dice moved."""

import json

import pytest

SHOT = (
    'title = "One gun"\nsystem = "command_decision"\nkind = "shot"\n[firer]\nunit = "zsu23_4"\n[target]\n'
    'unit = "tornado_ids"\necm = false\nflares = false\n[geometry]\nrange_in = 10\n'
)


@pytest.fixture
def versions(tmp_path):
    """Two folders with the same scenario; the second one may be changed."""
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "gun.toml").write_text(SHOT, encoding="utf-8")
    return tmp_path


def test_the_same_answers_twice(call, versions):
    ended = call("diff", versions / "old", versions / "new")
    assert ended.code == 0
    assert ended.out.startswith("nothing moved, of ")


def test_another_reading_moves_exact_numbers(call, versions):
    file = versions / "new" / "gun.toml"
    file.write_text(SHOT + '[rulings]\nfc_reroll_recursion = "once"\n', encoding="utf-8")
    ended = call("diff", versions / "old", versions / "new", "--format", "json")
    assert ended.code == 3
    moved = {(row["table"], row["outcome"]): row for row in json.loads(ended.out)["numbers"]}
    assert moved["effect", "abort"]["difference"] == pytest.approx(11 / 50 - 2 / 9)
    assert moved["effect", "abort"]["change"] == "moved"
    assert "moved" in ended.err


def test_what_moved_is_drawn(call, versions):
    words = ("diff", versions / "old", versions / "new", "--picture", versions / "moved.svg")
    assert "nothing moved, so" in call(*words).err
    assert not (versions / "moved.svg").exists()
    (versions / "new" / "gun.toml").write_text(SHOT + '[rulings]\nfc_reroll_recursion = "once"\n', encoding="utf-8")
    assert call(*words).code == 3
    assert "<svg" in (versions / "moved.svg").read_text(encoding="utf-8")


def test_dice_alone_move_nothing_but_rules_do(call, versions):
    """Sampled with other seeds the numbers differ by chance alone; 20 seeds share one error of 5 %, so each 0.1 %."""
    saved = versions / "gun.json"
    call("run", versions / "old" / "gun.toml", "--method", "sample", "--trials", "20000", "--seed", "1", "--out", saved)
    for seed in range(20):
        words = ("--set", f"run.seed={seed + 100}", "--method", "sample", "--trials", "20000")
        other = versions / f"again_{seed}.json"
        call("run", versions / "old" / "gun.toml", *words, "--out", other)
        assert call("diff", saved, other, "--level", "0.999999").code == 0
    far = versions / "far.json"
    call("run", versions / "old" / "gun.toml", "--set", "geometry.range_in=31", "--trials", "20000", "--out", far)
    assert call("diff", saved, far).code == 3


def test_saved_sweeps_and_numbers_that_come_and_go(call, versions):
    sweep = '[sweep]\n"geometry.range_in" = [10, 20]\n'
    (versions / "old" / "gun.toml").write_text(SHOT + sweep, encoding="utf-8")
    saved = versions / "published"
    saved.mkdir()
    call("run", versions / "old" / "gun.toml", "--out", saved / "gun.json")
    assert call("diff", saved, versions / "old").code == 0
    (versions / "new" / "gun.toml").write_text(SHOT + sweep.replace("20", "30"), encoding="utf-8")
    ended = call("diff", saved, versions / "new", "--format", "json")
    assert ended.code == 3
    assert {row["change"] for row in json.loads(ended.out)["numbers"]} == {"new", "gone"}


@pytest.mark.parametrize(
    ("old", "told"),
    [
        ("nothing.txt", "give a scenario or a saved result"),
        ("empty", "no file in this folder"),
        ("broken.json", "no JSON"),
        ("other.json", "no result that simlab run"),
        ("missing.toml", "missing.toml"),
    ],
)
def test_sides_that_are_none_are_refused(call, versions, old, told):
    (versions / "empty").mkdir()
    (versions / "broken.json").write_text("{", encoding="utf-8")
    (versions / "other.json").write_text("[1]", encoding="utf-8")
    ended = call("diff", versions / old, versions / "new" / "gun.toml")
    assert ended.code == 2
    assert told in ended.err


@pytest.mark.parametrize(
    "text",
    [
        '{"tables": 3}',
        '{"tables": {"effect": 3}}',
        '{"tables": {"effect": [3]}}',
        '{"tables": {"effect": [{"outcome": "abort", "p": 0.1}]}}',
        '{"tables": {"effect": [{"outcome": "abort", "p": "x", "p_lo": 0, "p_hi": 0}]}}',
        '{"tables": {}, "interval_level": 95}',
        '{"points": 3}',
    ],
)
def test_json_of_another_shape_is_refused(call, versions, text):
    (versions / "other.json").write_text(text, encoding="utf-8")
    ended = call("diff", versions / "other.json", versions / "new" / "gun.toml")
    assert ended.code == 2
    assert "other.json: no result that simlab run" in ended.err
