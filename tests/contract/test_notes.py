"""Notes beside an answer: fire that never happens, with the reason; cells that nothing reads; none without cause."""

import pytest

import simlab
from simlab.execute import prepare
from simlab.remarks import idle_cells
from simlab.shipped import load_scenario, shipped_files
from simlab.systems import NAMES, system_named


def cells_unread(source, key, value):
    prepared = prepare(load_scenario(source).with_value(key, value))
    about = (prepared.kind, prepared.shape, prepared.rulings, prepared.catalog, prepared.packed)
    return list(idle_cells(*about, prepared.scenario.body))


def example(system, kind, **more):
    import tomllib

    tree = tomllib.loads(system_named(system).kinds[kind].example)
    for key, value in more.items():
        *path, last = key.split("__")
        part = tree
        for name in path:
            part = part[int(name)] if name.isdigit() else part.setdefault(name, {})
        part[last] = value
    return prepare(tree).notes


def test_a_target_beyond_the_only_gun():
    found = example("command_decision", "shot", geometry__range_in=40)
    assert found == [
        "nothing fires at the aircraft: zsu23_4 (it reaches 0 to 30 in at a plane, and this one is 40 in away)"
    ]
    assert example("command_decision", "shot", geometry__range_in=30) == []  # 3.2.5b: one number is inside
    assert example("command_decision", "shot", geometry__line_of_sight=False)[0].endswith("(it has no line of sight)")
    woods = example("command_decision", "shot", firer__terrain="woods")  # 3.2.3a
    assert woods[0].endswith("(it may not fire from where it stands (woods))")


def test_one_half_of_a_combination_beyond_its_range():
    [line] = example("command_decision", "combo", geometry__range_in=100)
    assert line.startswith("g2s6 never fires: it reaches 0 to 40 in at a helicopter at Low, and this one is 100 in")
    [line] = example("command_decision", "combo", geometry__range_in=1000)
    assert line.startswith("nothing fires at the aircraft: sa19_2s6 (it reaches ")
    assert "; g2s6 (it reaches 0 to 40 in" in line


def test_systems_of_a_sortie_that_never_fire():
    assert example("command_decision", "sortie") == []
    [line] = example("command_decision", "sortie", air_defence__0__range_in=40)
    assert line == "zsu23_4 never fires: it reaches 0 to 30 in at a helicopter that pops up, and this one is 40 in away"
    [line] = example("command_decision", "sortie", profile__altitude="noe")
    assert line == "sa9 never fires: it may not fire at a helicopter at NOE"


def test_nothing_fires_means_that_the_answer_is_nothing():
    """Where every system is said to be silent, no shot has any effect, by the exact law."""
    for inches in (40, 31):
        result = simlab.run(load_scenario("shot_zsu_tornado").with_value("geometry.range_in", inches))
        assert result.provenance["notes"][0].startswith("nothing fires")
        assert next(row["p"] for row in result.rows("effect") if row["effect"] == "none") == 1


def test_defenders_and_attackers_out_of_range():
    tree = {
        "system": "alpha_strike", "kind": "return_fire", "aircraft": {"unit": "corsair_csr_v12"},
        "defender": [{"unit": "partisan_air_defense_tank", "count": 2, "range_in": 14},
                     {"unit": "rifleman_rfl_3n", "range_in": 90}],
    }  # fmt: skip
    assert prepare(tree).notes == [
        "rifleman_rfl_3n never fires: its damage values do not reach 90 in, as the altitude counts"
    ]
    tree["defender"][0]["range_in"] = 90
    assert prepare(tree).notes[0].startswith("nothing fires at the aircraft: partisan_air_defense_tank (its damage")
    assert example("continental_siege", "attack") == []
    assert example("continental_siege", "attack", range_hexes=9)[0].startswith(
        "nothing attacks from 9 hexes away: 1 x heavy_aa may not attack"
    )


@pytest.mark.parametrize(
    ("source", "read", "idle"),
    [
        ("sortie_popup_ah1s", "air_defence.sa9.max_range_in = 30", "air_defence.sa6.max_range_in = 30"),
        ("strike_package", "aerospace.corsair_csr_v12.armor = 1", "aerospace.sabre_sb_27.armor = 1"),
        ("bombers_through_aa", "units.heavy_aa.attack = 2", "units.gev.attack = 6"),
    ],
)
def test_a_cell_that_nothing_reads_is_named_in_every_game(source, read, idle):
    for text, said in ((read, 0), (idle, 1)):
        cell, value = text.split(" = ")
        found = cells_unread(source, f"data.cells.{cell}", int(value))
        key = cell.split(".")[1]
        line = f"data.cells.{cell} is set, but changes nothing: this scenario has no {key} in its forces"
        assert found == [line] * said


def test_a_cell_of_a_unit_that_plays_but_is_not_read():
    found = cells_unread("sortie_popup_ah1s", "data.cells.air_defence.sa9.min_altitude_m", 5)
    assert found == [
        "data.cells.air_defence.sa9.min_altitude_m is set, but changes nothing: this scenario plays the same without it"
    ]


def test_notes_stand_below_the_answer_and_in_json(tmp_path, capsys):
    from simlab.cli import main

    words = ["run", "shot_zsu_tornado", "--set", "geometry.range_in=40"]
    assert main(words) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("note: nothing fires at the aircraft: zsu23_4 (")
    assert main([*words, "--format", "json"]) == 0
    assert '"notes"' in capsys.readouterr().out


def test_a_cell_that_nothing_reads_is_told_after_the_answer(capsys):
    from simlab.cli import main

    words = ["run", "shot_zsu_tornado", "--set", "data.cells.air_defence.sa6.max_range_in=20"]
    assert main(words) == 0
    assert "simlab: data.cells.air_defence.sa6.max_range_in is set, but changes nothing" in capsys.readouterr().err
    assert main([*words, "--quiet"]) == 0
    assert capsys.readouterr().err == ""


def test_a_sweep_of_a_cell_that_nothing_reads_says_so(tmp_path, capsys):
    from simlab.cli import main

    file = tmp_path / "swept.toml"
    file.write_text(
        system_named("command_decision").kinds["shot"].example
        + '[sweep]\n"data.cells.air_defence.sa6.max_range_in" = [10, 500]\n"geometry.range_in" = [10, 25]\n',
        encoding="utf-8",
    )
    assert main(["run", str(file)]) == 0
    told = [line for line in capsys.readouterr().out.splitlines() if line.startswith("note: ")]
    assert told == ["note: data.cells.air_defence.sa6.max_range_in: no value of it changes anything here"]


def test_shipped_scenarios_without_a_sweep_and_examples_have_nothing_idle():
    """What comes along is no example of what does nothing; the guns of one combination stand too far off on purpose."""
    for name in NAMES:
        for kind in system_named(name).kinds.values():
            if kind.name not in ("battle", "campaign", "combo"):
                assert example(name, kind.name) == [], kind.name
    for path in shipped_files():
        scenario = load_scenario(path)
        if not scenario.sweep and scenario.kind not in ("battle", "campaign"):
            assert prepare(scenario).notes == [], path.name
