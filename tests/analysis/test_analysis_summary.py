"""The answer in words, and the assumptions behind it: none that could matter missing, none that could not listed."""

import shutil

import pytest

from simlab.analysis.summary import answer_sentence, assumptions, outcome_words, sweep_sentence
from simlab.analysis.sweep import sweep
from simlab.catalog import data_folder
from simlab.execute import prepare, run

BASE = {
    "title": "Cobra",
    "system": "command_decision",
    "kind": "sortie",
    "helicopter": {"unit": "ah1s_mc"},
    "profile": {"altitude": "popup"},
    "air_defence": [{"unit": "ZSU-23-4 Shilka", "range_in": 25}],
}
SHOT = {
    "system": "command_decision",
    "kind": "shot",
    "firer": {"unit": "zsu23_4"},
    "target": {"unit": "tornado_ids"},
    "geometry": {"range_in": 25},
}


def names(scenario, sort, data=None):
    frame = assumptions(prepare(scenario, data))
    return list(frame[frame["sort"] == sort]["name"])


def test_exact_answer():
    assert answer_sentence(run(BASE)) == (
        "Cobra: the helicopter survives the game with 68.9105 % (exact), "
        "delivering 2.88 attacks a game and 9.25 for each helicopter lost."
    )
    assert answer_sentence(run(SHOT)) == "shot: the aircraft is aborted with 17.7778 % (exact)."


def test_sampled_answer_carries_its_error():
    sentence = answer_sentence(run(BASE, method="sample", trials=10_000, seed=1))
    assert "Cobra: the helicopter survives the game with 6" in sentence
    assert "(exact)" not in sentence
    assert sentence.endswith("(95 % intervals, 10,000 trials).")


def test_answer_names_rulings_that_were_turned():
    sentence = answer_sentence(run({**BASE, "rulings": {"chopper_abort_removed_fraction": 0.25}}))
    assert sentence.endswith(", under chopper_abort_removed_fraction = 0.25.")


def test_answer_without_a_loss():
    safe = {**BASE, "air_defence": []}
    assert (
        answer_sentence(run(safe))
        == "Cobra: the helicopter survives the game with 100.0000 % (exact), delivering 4 attacks a game."
    )
    sentence = answer_sentence(run(safe, method="sample", trials=1_000, seed=1))
    assert "and, with none lost, at least" in sentence


def test_outcomes_without_words_are_spelled():
    assert outcome_words("survival", (7,)) == "survival: 7"


def test_sweep_in_words():
    swept = {**BASE, "sweep": {"profile.altitude": ["popup", "noe"], "air_defence.0.range_in": [25, 31]}}
    assert sweep_sentence(sweep(swept)) == (
        "Over 4 cases the helicopter survives the game with 68.9 % (exact) (popup, 25) to 100.0 % (exact) (noe, 31). "
        "Averaged over the rest: profile.altitude popup 84 %, noe 94 %; air_defence.0.range_in 25 79 %, 31 100 %."
    )


def test_units_by_id_or_name_with_their_confidence_and_source():
    frame = assumptions(prepare(BASE))
    units = frame[frame["sort"] == "unit"].set_index("name")
    assert set(units.index) == {"ZSU-23-4 Shilka", "AH-1S (MC) / AH-1F Cobra"}
    assert units["status"]["ZSU-23-4 Shilka"] == "high"
    assert "manual and FC ranges" in units["source"]["ZSU-23-4 Shilka"]
    assert units["text"]["ZSU-23-4 Shilka"].startswith("ZSU-23-4 Shilka: high confidence in its figures. Sources: seed")


def test_nothing_is_assumed_of_a_shot_by_radar():
    assert names(BASE, "table value") == names(BASE, "ruling") == []
    assert names(SHOT, "table value") == names(SHOT, "ruling") == []


def test_ground_factors_within_manual_range_are_assumed():
    """Part D9 (hit number of an AA gun as a ground weapon) and D4 (Regular crew), but no other weapon or crew."""
    near = {**BASE, "air_defence": [{"unit": "zsu23_4", "range_in": 12}]}
    assert names(near, "table value") == ["results of a hit, regular", "ground fire at slow helicopters, aa gun"]
    green = {**near, "helicopter": {"unit": "ah1s_mc", "crew_quality": "green"}}
    assert names(green, "table value")[0] == "results of a hit, green"
    values = assumptions(prepare(near)).set_index("name")
    assert values["value"]["ground fire at slow helicopters, aa gun"] == "hit_number 4"  # armour piercing is not read
    assert values["status"]["ground fire at slow helicopters, aa gun"] == "assumed"
    assert values["status"]["results of a hit, regular"] == "inferred"
    armoured = {**near, "rulings": {"chopper_ground_profile": "light_armour"}}
    assert "constants of the base game, ap base" in names(armoured, "table value")
    tanks = {**BASE, "ground_fire": [{"weapon": "tank_gun", "range_in": 30}]}
    assert "ground fire at slow helicopters, tank gun" in names(tanks, "table value")


def test_morale_counts_only_where_it_is_checked():
    checked = {**BASE, "rulings": {"chopper_morale_trigger": "every_turn"}}
    assert "morale checks, regular" in names(checked, "table value")
    assert names(BASE, "table value") == []


def test_rulings_that_default_to_an_assumption():
    noe = {**BASE, "profile": {"altitude": "noe", "inches_moved": 24}}
    assert names(noe, "ruling") == ["los_probability_noe"]
    assert names({**noe, "rulings": {"los_probability_noe": 0.5}}, "ruling") == []  # the designer's own number
    suppressed = {**BASE, "air_defence": [{"unit": "zsu23_4", "range_in": 25, "suppressed": True}]}
    assert names(suppressed, "ruling") == ["aa_suppressed_penalty"]


def test_without_a_quick_exact_law_the_packed_numbers_decide(monkeypatch):
    import dataclasses

    prepared = prepare(BASE)
    slow = dataclasses.replace(prepared, kind=dataclasses.replace(prepared.kind, exact=None))
    found = assumptions(slow)
    assert "morale checks, regular" in set(found["name"])  # packed, though the default ruling never rolls it


def test_rows_of_ones_own(tmp_path):
    line = (data_folder() / "command_decision" / "air_defence.csv").read_text(encoding="utf-8").splitlines()
    own = next(row for row in line if row.startswith("zu23,")).replace("zu23,ZU-23-2", "my_gun,My gun")
    (tmp_path / "mine.csv").write_text(f"{line[0]}\n{own}\n", encoding="utf-8")
    (tmp_path / "mine.toml").write_text(
        """system = "command_decision"
        kind = "shot"
        [data]
        air_defence = "mine.csv"
        [firer]
        unit = "my_gun"
        [target]
        unit = "alphajet"
        [geometry]
        range_in = 10
        """,
        encoding="utf-8",
    )
    assert names(tmp_path / "mine.toml", "unit") == ["My gun", "Alpha Jet A"]


def test_another_data_folder_is_read(tmp_path):
    shutil.copytree(data_folder() / "command_decision", tmp_path / "command_decision")
    units = tmp_path / "command_decision" / "air_defence.csv"
    rows = units.read_text(encoding="utf-8").splitlines()
    doubted = [row.replace(",high,", ",low,") if row.startswith("zsu23_4,") else row for row in rows]
    units.write_text("\n".join(doubted), encoding="utf-8")
    frame = assumptions(prepare(SHOT, tmp_path)).set_index("value")
    assert (frame["status"]["zsu23_4"], frame["status"]["tornado_ids"]) == ("low", "high")


@pytest.mark.parametrize("scenario", [BASE, SHOT])
def test_every_line_says_it_all(scenario):
    frame = assumptions(prepare(scenario))
    assert list(frame.columns) == ["sort", "name", "value", "status", "source", "text"]
    assert frame["text"].str.endswith((".", ". ")).all()
    assert frame["text"].is_unique
