"""A misspelt name is met with the nearest; where none is near, never with the first dozen of many."""

import pytest

from simlab.errors import nearest

MISSPELT = {
    ("rnu",): "Did you mean 'run'?",
    ("run", "shot_zsu_tornado", "--trails", "3"): "--trials",
    ("run", "sortie_popup"): 'nearest: "sortie_popup_ah1s"',
    ("units", "comand"): 'nearest: "command_decision"',
    ("units", "command_decision", "--table", "helos"): 'nearest: "helicopters"',
    ("new", "shott"): 'nearest: "shot"',
    ("rulings", "command_decision", "--kind", "sotie"): 'nearest: "sortie"',
    ("run", "shot_zsu_tornado", "--ruling", "fc_reroll=once"): 'nearest: "fc_reroll_recursion"',
    ("run", "shot_zsu_tornado", "--ruling", "fc_reroll_recursion=onc"): "options: recursive (default), once",
    ("run", "shot_zsu_tornado", "--set", "firer.unit=zsu234"): 'nearest: "zsu23_4"',
    ("run", "shot_zsu_tornado", "--set", "geometry.rnge=3"): 'nearest: "range_in"',
    ("run", "shot_zsu_tornado", "--metric", "effct:abort"): 'nearest: "effect"',
    ("run", "shot_zsu_tornado", "--metric", "effect:abrt"): 'nearest: "abort"',
    ("run", "shot_zsu_tornado", "--table", "efect"): 'nearest: "effect"',
    ("run", "shot_zsu_tornado", "--method", "exat"): "'--method': 'exat' is not one of 'auto', 'exact', 'sample'",
    ("matrix", "--systems", "sa99"): 'nearest: "sa9"',
    ("pv", "stuka_k5"): '"stuka_stu_k5"',
    ("rules", "command_decision", "3.2.9z"): 'nearest: "3.2.8e"',
}


@pytest.mark.parametrize("words", MISSPELT)
def test_the_way_out_is_named(call, words):
    code, out, err = call(*words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert MISSPELT[words] in err


def test_a_clause_of_no_chapter_is_met_with_the_chapters(call):
    err = call("rules", "command_decision", "99").err
    assert "1.1a" not in err
    chapters = err.split("nearest: ")[1].replace('"', "").strip().split(", ")
    assert "3" in chapters
    for chapter in chapters:
        assert call("rules", "command_decision", chapter).code == 0


def test_a_unit_like_no_other_is_not_met_with_strangers(call):
    err = call("run", "shot_zsu_tornado", "--set", "firer.unit=qqqqq").err
    assert "nearest: none of the" in err


def test_few_words_are_all_named_and_many_are_counted():
    assert nearest("zzz", ["one", "two"]) == '"one", "two"'
    assert nearest("zzz", []) == "none"
    assert nearest("zzz", map(str, range(40))) == "none of the 40 that there are"
