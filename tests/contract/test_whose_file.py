"""Messages name the file that a value comes from: a user's own where it stands in place of the shipped one."""

import tomllib

import pytest

from simlab.analysis.summary import assumptions
from simlab.errors import ScenarioError
from simlab.execute import prepare
from simlab.scenario import parse_scenario
from simlab.systems import system_named


def scenario(kind, folder, data, **changes):
    tree = tomllib.loads(system_named("command_decision").kinds[kind].example)
    made = parse_scenario({**tree, "data": data}, folder=folder)
    for key, value in changes.items():
        made = made.with_value(key.replace("__", "."), value)
    return made


def test_a_row_that_is_missing_beside_ones_own_table(tmp_path):
    (tmp_path / "mine.csv").write_text("pod,rockets,calibre_mm,status,source\nUB-99,9,57,mine,mine\n", encoding="utf-8")
    (tmp_path / "choppers.csv").write_text(
        "id,name,role,ordering,gun_mount,rocket_fit,rocket_count,rocket_calibre_mm,source,confidence\n"
        "x1,X1,attack,self,none,2xUB-98,18,57,mine,low\n", encoding="utf-8"
    )  # fmt: skip
    own = {"rocket_pods": "mine.csv", "helicopters": "choppers.csv"}
    made = scenario("bombing", tmp_path, own, attacker__unit="x1", attacker__load="rockets")
    with pytest.raises(ScenarioError, match=r'no "UB-98" in mine\.csv or tables/rocket_pods\.csv; nearest: .*"UB-99"'):
        prepare(made)
    made = scenario("bombing", tmp_path, {"helicopters": "choppers.csv"}, attacker__unit="x1", attacker__load="rockets")
    with pytest.raises(ScenarioError, match=r'no "UB-98" in tables/rocket_pods\.csv; nearest: '):
        prepare(made)


def test_a_row_names_the_one_file_that_it_comes_from(tmp_path):
    (tmp_path / "mine.csv").write_text(
        "quality,no_effect_to,forced_back_to,eliminated_to,status,source\ngreen,2,5,10,assumed,mine\n", encoding="utf-8"
    )
    catalog = prepare(scenario("sortie", tmp_path, {"hit_results": "mine.csv"})).catalog
    assert catalog.file_of("hit_results", "green") == "mine.csv"
    assert catalog.file_of("hit_results", "elite") == "tables/hit_results.csv"
    assert catalog.file_of("morale", "elite") == "tables/morale.csv"


def test_cells_of_units_that_are_assumed_and_used_are_named():
    tree = tomllib.loads(system_named("command_decision").kinds["sortie"].example)
    found = assumptions(prepare(tree))
    values = found[found["sort"] == "unit value"]
    assert values["name"].tolist() == ["AH-1S (MC) / AH-1F Cobra, ecm"]
    assert values["text"].tolist() == ["AH-1S (MC) / AH-1F Cobra: ecm 1 is assumed."]
    tree["helicopter"]["ecm"] = True  # said by the scenario itself, so no longer an assumption of the row
    found = assumptions(prepare(tree))
    assert (found["sort"] != "unit value").all()


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("target.ecm", "falsch", "target.ecm: 'falsch'; must be true or false, without quotes"),
        ("target.ecm", 3, "target.ecm: 3; must be true or false, without quotes"),
        ("geometry.line_of_sight", "ja",
         "geometry.line_of_sight: 'ja'; must be true or false, without quotes or 'ruling'"),
    ],
)  # fmt: skip
def test_a_flag_that_is_none_says_what_to_write(tmp_path, key, value, said):
    with pytest.raises(ScenarioError) as error:
        prepare(scenario("shot", tmp_path, {}).with_value(key, value))
    assert str(error.value) == f"scenario, {said}"
