"""`simlab.analysis.paths`: plans whose worth is known by hand, the curve between them, readings, shell, pictures."""

import json
from fractions import Fraction as F

import pytest

from simlab import plots
from simlab.analysis.paths import by_load, by_reading, paths, shown
from simlab.cli import main
from simlab.errors import RunError
from simlab.execute import prepare, run
from simlab.systems.alpha_strike.attack.answers import mixes

PAIR = [{"name": "enemy", "at": [10, 0]}, {"name": "friend", "side": "friend", "at": [12, 0]}]
RUN = {"system": "alpha_strike", "kind": "bombing_run", "bombs": [{"type": "he", "at": [0, 0]}], "target": PAIR}
ATTACK = {**RUN, "kind": "attack", "attack": "dive", "attacker": {"short": 4}}
X, Y = 2 * F(83, 108), 2 * F(61, 81)  # WE-5: one HE on X, Y 2 in ahead of it


def test_a_dive_beside_a_friend_is_what_we_5_says():
    """Worked example 5: 83/108 and 61/81 of 2 points; the point of the scenario itself does not matter."""
    found = paths(RUN)
    (dive,) = found.frame[found.frame["attack"] == "dive"].to_dict("records")
    assert (dive["enemy"], dive["friend"]) == (pytest.approx(float(X)), pytest.approx(float(Y)))
    assert dive["value"] == pytest.approx(float(X - Y))
    assert dive["plan"] == "at 10 in along"
    assert found.refused == {"altitude": "no enemy lies near enough to a path that is allowed"}


def test_every_attack_is_searched_and_its_curve_is_efficient():
    """A strafe can leave the friend out, a dive cannot; a strike hits one unit alone."""
    found = paths({**ATTACK, "bombs": [{"type": "he", "count": 2}], "placement": "best"})
    best = found.best().set_index("attack")
    assert set(best.index) == {"dive", "altitude", "strafe", "strike"}
    assert best.loc["strafe", "enemy"] == pytest.approx(2 * 15 / 36)  # TN 8
    assert best.loc["strafe", "friend"] == 0
    assert best.loc["strike", "enemy"] == pytest.approx(4 * 26 / 36)  # TN 6
    curve = found.curve()
    for _, mine in curve.groupby("attack"):
        assert mine["friend"].is_monotonic_increasing
        assert mine["enemy"].is_monotonic_increasing
        assert len(mine) == len(mine[["enemy", "friend"]].drop_duplicates())
    beaten = found.frame[~found.frame["efficient"]]
    for row in beaten.to_dict("records"):
        rivals = curve[curve["attack"] == row["attack"]]
        assert ((rivals["enemy"] >= row["enemy"]) & (rivals["friend"] <= row["friend"])).any()


@pytest.mark.parametrize("attack", ["dive", "altitude", "strafe", "strike"])
def test_the_best_plan_is_the_one_that_is_flown(attack):
    """What the search promises is the mean of the exact law of a scenario that leaves its placement to it."""
    target = [{"at": [20, 20]}, {"at": [23, 20]}, {"side": "friend", "at": [22, 22]}]
    bombs = {"bombs": [{"type": "he", "count": 2}]} if attack in ("dive", "altitude") else {}
    source = {**ATTACK, "attack": attack, "target": target, "path": {"p0": [24, 0]}, "placement": "best", **bombs}
    if not bombs:
        del source["bombs"]
    best = paths(source).best().set_index("attack").loc[attack]
    result = run(source, exact_fractions=True)
    for table, promised in (("damage_enemy", best["enemy"]), ("damage_friend", best["friend"])):
        mean = sum(row[table] * F(row["fraction"]) for row in result.rows(table))
        assert float(mean) == pytest.approx(promised)


def test_friends_that_weigh_more_are_spared():
    heavy = paths({**ATTACK, "bombs": [{"type": "he", "count": 2}], "placement": "best", "friend_weight": 3})
    assert heavy.best()["attack"].iloc[0] == "strike"
    assert heavy.weight == 3
    by_pv = {**RUN, "worth": "pv", "target": [{**PAIR[0], "unit": "atlas_as7_d"}, PAIR[1]]}
    assert paths(by_pv).frame["enemy"].iloc[0] == pytest.approx(float(X) * 52 / 18)  # 52 PV over 18 points


def test_the_best_plan_by_reading():
    frame = by_reading(RUN, ["aoe_boundary", "attack_mods"])
    told = {(row["ruling"], row["option"]): row for row in frame.to_dict("records")}
    assert told["aoe_boundary", "inclusive"]["in_force"]
    assert told["aoe_boundary", "exclusive"]["friend"] < told["aoe_boundary", "inclusive"]["friend"]
    assert told["attack_mods", "3/1/0/0"]["enemy"] > told["attack_mods", "4/2/3/2"]["enemy"]
    with pytest.raises(RunError, match="does not bear on bombing_run"):
        by_reading(RUN, ["strafe_ov"])


def test_the_best_load_is_the_best_mix_of_the_wing():
    """Two units 6 in apart: clusters reach both from between; guns do not depend on the load."""
    target = [{"at": [20, 20]}, {"at": [26, 20]}]
    placed = {"placement": "best", "path": {"p0": [0, 0]}}
    source = {**ATTACK, "target": target, "bombs": [{"type": "he", "count": 2}], **placed}
    frame = by_load(source, ["he", "cluster"])
    dives = frame[frame["attack"] == "dive"]
    assert list(dives["load"]) == ["2 cluster", "1 he, 1 cluster", "2 he"]
    ready = prepare({**source, "kind": "bombing_run", "attacker": {}})
    wing = mixes(ready.shape, 2, ("he", "cluster"), ready.rulings, ready.catalog)
    assert list(dives["enemy"]) == pytest.approx([mix.enemy for mix in wing])
    assert "strike" not in set(frame["attack"])
    strike = {key: value for key, value in ATTACK.items() if key != "bombs"}
    with pytest.raises(RunError, match="no bombs"):
        by_load({**strike, "attack": "strike", "target": PAIR[:1], "placement": "best"}, ["he"])


def test_a_kind_without_a_layout_is_refused():
    duel = {"system": "alpha_strike", "kind": "duel", "a": {"unit": "corsair_csr_v12"}, "b": {"unit": "stuka_stu_k5"}}
    with pytest.raises(RunError, match="duel has no layout to attack; kinds that have: attack, bombing_run"):
        paths(duel)


def test_a_load_of_no_bomb_is_refused(capsys):
    """Loads that cannot be carried are left out; a type that does not exist is a slip."""
    for load, said in (("he,clustr", 'no "clustr" in bombs.csv; nearest: "cluster"'), (",", "name bomb types")):
        assert main(["paths", "best_path", "--load", load]) == 2
        assert said in capsys.readouterr().err


def test_the_shell_lists_plans_and_draws_the_curve(tmp_path, capsys):
    file, picture = tmp_path / "run.toml", tmp_path / "curve.svg"
    file.write_text(
        'title = "Two side by side"\nsystem = "alpha_strike"\nkind = "bombing_run"\n'
        'bombs = [{type = "he", count = 2}]\nplacement = "best"\n'
        '[[target]]\nname = "e"\nat = [10, 0]\n[[target]]\nside = "friend"\nat = [14, 0]\n',
        encoding="utf-8",
    )
    assert main(["paths", str(file), "--reading", "aoe_boundary", "--out", str(picture)]) == 0
    text = capsys.readouterr().out
    for words in ("Two side by side", "the best plans", "no other of their attack beats", "by reading", "exclusive"):
        assert words in text
    assert "dive" in picture.read_text(encoding="utf-8")
    assert main(["paths", str(file), "--format", "json", "--out", str(tmp_path / "plans.csv")]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["plans"][0]["attack"] in ("dive", "altitude")
    assert (tmp_path / "plans.csv").read_text(encoding="utf-8").startswith("rank,attack,value")
    assert main(["paths", str(file), "--load", "he,cluster"]) == 0
    assert "2 cluster" in capsys.readouterr().out
    assert main(["paths", str(file), "--load", "napalm"]) == 2
    assert main(["paths", str(file), "--reading", "strafe_ov"]) == 2
    assert main(["paths", str(file), "--out", "curve.gif"]) == 2


def test_the_curve_is_drawn_in_steps_that_never_fall():
    found = paths({**ATTACK, "bombs": [{"type": "he", "count": 2}], "placement": "best"})
    ax = plots.trade_off(found.curve(), title="Trade-off")
    steps = [line for line in ax.get_lines() if line.get_drawstyle() == "steps-post"]
    assert len(steps) == found.curve()["attack"].nunique()
    for line in steps:
        gains = list(line.get_ydata())
        assert gains == sorted(gains)
    assert {text.get_text() for text in ax.texts} == set(found.curve()["attack"])


def test_a_study_that_leaves_its_path_to_the_search_shows_the_curve(tmp_path):
    from simlab.report.paths import has_paths, paths_block
    from simlab.report.studies import play_studies

    file = tmp_path / "own.toml"
    layout = '[[target]]\nname = "e"\nat = [10, 0]\n[[target]]\nside = "friend"\nat = [14, 0]\n'
    placed = 'system = "alpha_strike"\nkind = "bombing_run"\nbombs = [{type = "he", at = [10, 0]}]\n'
    file.write_text(placed + layout, encoding="utf-8")
    assert not has_paths(play_studies([file])[0])
    file.write_text(placed.replace(", at = [10, 0]", "") + 'placement = "best"\n' + layout, encoding="utf-8")
    (study,) = play_studies([file])
    assert has_paths(study)
    block = paths_block(study)
    assert "trade-off" in block.figures[0].key
    assert block.tables[0].rows


@pytest.mark.parametrize("weight", [1.0, 2.0, 0.5])
def test_what_is_shown_adds_up(weight):
    """Two digits each, and the value is what enemies less friends make of the digits that are shown."""
    for number in range(200):
        enemy, friend = number * 0.0537, number * 0.0119
        row = {"enemy": enemy, "friend": friend, "value": enemy - weight * friend}
        value, enemies, friends = map(float, shown(row, weight))
        assert value == pytest.approx(enemies - weight * friends, abs=0.0051)
        assert abs(value - row["value"]) <= 0.005 * (2 + weight) + 1e-9
        if weight == 1.0:
            assert value == pytest.approx(enemies - friends)
