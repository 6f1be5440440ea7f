"""What the page of a scenario is made of, without a browser: controls, choices, changes, the text of a file."""

import tomllib
from dataclasses import replace

import pytest

from simlab import load_scenario, prepare
from simlab.contract import Rulings
from simlab.errors import ScenarioError
from simlab.explorer import setting
from simlab.explorer.choosing import EXAMPLE, Start, beginnings
from simlab.explorer.controls import beginning, comments, sections_of
from simlab.explorer.lookups import Lookups
from simlab.explorer.shapes import leaves_of
from simlab.scenario import parse_scenario
from simlab.systems import NAMES, system_named

KINDS = [(name, kind) for name in NAMES for kind in system_named(name).kinds]


def described(scenario):
    """(prepared, sections, controls by key) of a scenario."""
    prepared, lookups = prepare(scenario), Lookups()
    lookups.learn(prepared)
    example = tomllib.loads(prepared.kind.example)
    found = sections_of(prepared.kind.shape, scenario.body, lookups.options, comments(prepared.kind.example), example)
    return prepared, found, {control.key: control for section in found for control in section.controls}


@pytest.fixture(scope="module")
def cobra():
    return load_scenario("sortie_popup_ah1s")


def test_units_are_a_choice_among_those_that_are_looked_for_there(cobra):
    _, _, controls = described(cobra)
    words = {word for _, word in controls["helicopter.unit"].options}
    assert {"ah1s_mc", "mi24d"} <= words
    assert "tornado_ids" not in words, "an airplane is no helicopter"
    assert {word for _, word in controls["air_defence.0.unit"].options} >= {"zsu23_4", "gepard", "sa9"}
    assert controls["helicopter.unit"].form == "choice"


def test_a_unit_may_be_spelled_by_its_name(cobra):
    _, _, controls = described(cobra.with_value("air_defence.0.unit", "ZSU-23-4 Shilka"))
    assert ("ZSU-23-4 Shilka (zsu23_4)", "ZSU-23-4 Shilka") in controls["air_defence.0.unit"].options


def test_words_numbers_and_flags(cobra):
    _, _, controls = described(cobra)
    altitude, turns = controls["profile.altitude"], controls["game.turns"]
    assert [word for _, word in altitude.options] == ["noe", "low", "popup", "landed"]
    assert (altitude.value, altitude.given) == ("popup", True)
    assert (turns.form, turns.value, turns.low, turns.high, turns.given) == ("whole", 12, 1, 100, False)
    assert controls["profile.behind_cover"].form == "flag"
    assert controls["terrain.table_in"].form == "toml"
    assert controls["helicopter.unit"].help == "id or name; simlab units command_decision lists them"


def test_what_is_not_set_may_be(cobra):
    _, sections, _ = described(cobra)
    entry = next(section for section in sections if section.key == "air_defence.0")
    assert entry.entry
    assert entry.missing["count"] == 1
    whole = next(section for section in sections if section.key == "")
    assert whole.missing == {"ground_fire": [{"weapon": "tank_gun", "range_in": 1}]}


def test_an_emptied_list_begins_again_with_the_entry_of_the_example(cobra):
    scenario = setting.without(setting.without(cobra, "air_defence.1"), "air_defence.0")
    _, sections, _ = described(scenario)
    whole = next(section for section in sections if section.key == "")
    assert whole.missing["air_defence"] == [{"unit": "zsu23_4", "range_in": 25}]


def test_units_that_are_keys_may_be_added():
    scenario = load_scenario("heavy_aa_against_fortresses")
    _, sections, controls = described(setting.first_case(scenario)[0])
    battery = next(section for section in sections if section.key == "battery")
    assert controls["battery.heavy_aa"].form == "whole"
    assert battery.missing["howitzer"] == 1


@pytest.mark.parametrize(("system", "kind"), KINDS)
def test_every_kind_is_described_and_every_choice_holds_its_value(system, kind):
    scenario = beginnings(system, kind)[EXAMPLE]
    prepared, sections, controls = described(scenario)
    assert len(controls) == sum(len(section.controls) for section in sections), "one control for a key"
    for control in [*controls.values(), *setting.ruling_controls(prepared)]:
        if control.form == "choice":
            assert control.value in [word for _, word in control.options], control.key
            assert len({name for name, _ in control.options}) == len(control.options), control.key
        if control.form in ("whole", "number"):
            assert control.least <= control.most, control.key
    given = [control for control in controls.values() if control.given]
    for control in given:
        assert scenario.value(control.key) == control.value or scenario.value(control.key) == [control.value]


@pytest.mark.parametrize(("system", "kind"), KINDS)
def test_every_ruling_can_be_turned_to_every_word(system, kind):
    scenario = beginnings(system, kind)[EXAMPLE]
    prepared = prepare(scenario)
    for control in setting.ruling_controls(prepared):
        name = control.key.removeprefix("rulings.")
        for _, word in control.options:
            made = setting.with_ruling(scenario, prepared.system, name, word)
            in_force = Rulings(prepared.system.rulings, made.rulings).in_force(kind)[name]
            assert str(in_force) == str(word) or control.form == "text"


def test_a_reading_that_holds_anyway_is_not_written_down(cobra):
    system = system_named("command_decision")
    turned = setting.with_ruling(cobra, system, "pop_up_penalty_mode", "none")
    assert turned.rulings == {"pop_up_penalty_mode": "none"}
    back = setting.with_ruling(turned, system, "pop_up_penalty_mode", "abort_band")
    assert back.rulings == {}
    with pytest.raises(ScenarioError, match="abort_band"):
        setting.with_ruling(cobra, system, "pop_up_penalty_mode", "sometimes")


def test_an_edition_moves_the_readings_that_are_not_given():
    scenario = beginnings("alpha_strike", "attack")[EXAMPLE]
    system = system_named("alpha_strike")
    choice = next(ruling for ruling in system.rulings if getattr(ruling, "presets", None))
    option, moved = next((option, moved) for option, moved in choice.presets.items() if moved)
    made = setting.with_ruling(scenario, system, choice.name, option)
    other, word = next(iter(moved.items()))
    assert setting.with_ruling(made, system, other, word).rulings == made.rulings


def test_entries_are_doubled_and_taken_out(cobra):
    twice = setting.doubled(cobra, "air_defence.0")
    assert [one["unit"] for one in twice.body["air_defence"]] == ["zsu23_4", "zsu23_4", "sa9"]
    assert [one["unit"] for one in setting.without(twice, "air_defence.2").body["air_defence"]] == ["zsu23_4"] * 2
    assert len(cobra.body["air_defence"]) == 2, "the scenario itself is as before"
    assert (
        "crew_quality"
        not in setting.without(cobra.with_value("helicopter.crew_quality", "elite"), "helicopter.crew_quality").body[
            "helicopter"
        ]
    )
    strike = beginnings("command_decision", "strike")[EXAMPLE]
    names = [one.get("name") for one in setting.doubled(strike, "stand.0").body["stand"]]
    assert names[:2] == ["platoon", None], "names are their owner's"
    prepare(setting.doubled(strike, "stand.0"))


def test_a_slider_keeps_whole_numbers_whole(cobra):
    assert repr(setting.changed(cobra, "air_defence.0.range_in", 20.0).body["air_defence"][0]["range_in"]) == "20"
    assert setting.changed(cobra, "air_defence.0.range_in", 20.5).body["air_defence"][0]["range_in"] == 20.5


def test_a_study_begins_with_the_case_that_its_file_describes():
    study = load_scenario("popup_stand_off")
    made, chosen = setting.first_case(study)
    assert chosen == {"profile": "popup", "stand_off_in": "25"}
    assert made.sweep == {}
    axis = next(axis for axis in setting.study_axes(study) if axis.name == "profile")
    assert setting.at_case(made, axis, "noe").body["profile"]["altitude"] == "noe"


@pytest.mark.parametrize(("system", "kind"), KINDS)
def test_a_saved_file_says_the_same(system, kind):
    for scenario in beginnings(system, kind).values():
        made, _ = setting.first_case(scenario)
        text = setting.toml_of(made)
        read = parse_scenario(tomllib.loads(text))
        assert read.digest == made.digest
        assert (read.title, read.run) == (made.title, made.run)


def test_own_data_files_are_saved_by_their_whole_paths(cobra, tmp_path):
    own = replace(cobra, data={"helicopters": "mine.csv", "encoding": "cp1252"}, folder=tmp_path)
    tree = tomllib.loads(setting.toml_of(own))
    assert tree["data"] == {"helicopters": str(tmp_path / "mine.csv"), "encoding": "cp1252"}


def test_a_browser_sends_a_scenario_but_no_files_along():
    text = 'system = "command_decision"\nkind = "shot"\n'
    assert setting.scenario_of_text("\ufeff" + text, "mine.toml").kind == "shot"
    with pytest.raises(ScenarioError, match=r"mine\.toml, data\.helicopters: .* simlab explore"):
        setting.scenario_of_text(text + '[data]\nhelicopters = "/etc/hosts"\n', "mine.toml")
    with pytest.raises(ScenarioError, match=r"mine\.toml: no valid TOML"):
        setting.scenario_of_text("kind = ", "mine.toml")


def test_a_file_of_ones_own_stands_first():
    mine = replace(load_scenario("sortie_popup_ah1s"), title="Mine", where="mine.toml")
    assert next(iter(Start(mine).offered("command_decision", "sortie"))) == "mine.toml"
    assert next(iter(Start().offered("command_decision", "sortie"))) == EXAMPLE


def test_what_a_key_begins_with():
    leaf = leaves_of(list[str] | int | None)
    assert beginning(leaf, None) == [""]
    assert beginning(leaves_of(int), None) == 1
    assert beginning(leaves_of(bool), None) is True
    assert beginning(leaves_of(int), 7) == 7
