"""Reports of several games: a page each, and one in front of them; sentences about sweeps; the largest rulings."""

import pandas as pd
import pytest

import simlab
from report.pages import read, table_of
from simlab.errors import SimlabError
from simlab.execute import prepare
from simlab.report import Change, headline_rows, play_studies, shipped_studies, write_comparison, write_report
from simlab.report.answers import answer, passes
from simlab.report.largest import ranked
from simlab.report.studies import read_studies

AA = """\
title = "How many guns?"
question = "How many Heavy AA bring down a CSA-10?"
system = "continental_siege"
kind = "attrition"
fortress = "csa10"
turns = 6
[battery]
heavy_aa = 4
[sweep]
"battery.heavy_aa" = {from = 1, to = 6, step = 1}
"""
LOADS = """\
title = "Loads"
question = "What does a bomber do to each target?"
system = "continental_siege"
kind = "bombing_run"
bombers = 1
distance_hexes = 5
target = "heavy_tank"
[sweep]
target = ["heavy_tank", "superheavy", "cp"]
"""
BOMBS = """\
title = "Dive"
question = "What does a dive do?"
system = "alpha_strike"
kind = "bombing_run"
attack = "dive"
bombs = [{type = "he", at = [0, 0], count = 3}]
[attacker]
skill = 4
[[target]]
name = "tank"
at = [0, 0]
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("games")
    for name, text in {"aa": AA, "loads": LOADS, "bombs": BOMBS}.items():
        (place / f"{name}.toml").write_text(text, encoding="utf-8")
    return place


@pytest.fixture(scope="module")
def games(folder):
    return play_studies([folder / f"{name}.toml" for name in ("aa", "bombs", "loads")])


def test_each_game_has_its_page_and_the_contents_lead_there(games, tmp_path):
    front = write_report(games, tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "alpha_strike.html", "continental_siege.html", "index.html"
    ]  # fmt: skip
    root = read(front)
    links = [element.attributes["href"] for element in root.all("a")]
    assert links == [
        "continental_siege.html", "continental_siege.html#s1", "continental_siege.html#s3",
        "alpha_strike.html", "alpha_strike.html#s2",
    ]  # fmt: skip
    told = [element.text() for element in root.all("dd")]
    assert told == [answer(games[0]), answer(games[2]), answer(games[1])]
    for game, keys in {"continental_siege": ("s1", "s3"), "alpha_strike": ("s2",)}.items():
        page = read(tmp_path / f"{game}.html")
        assert [s.attributes["id"] for s in page.all("section") if s.attributes.get("id", "") in keys] == list(keys)


def test_studies_without_a_question_in_common_begin_with_their_answers(games, tmp_path):
    root = read(write_report([games[0], games[2]], tmp_path))
    assert root.one("h1").text() == "Continental Siege Aircraft, an air variant of Ogre"
    listed = [item.text() for item in root.one("nav").all("li")]
    assert "How many Heavy AA bring down a CSA-10?" in listed[0]
    assert answer(games[0]) in listed[0]


def test_rows_for_the_terminal_stand_by_game(games):
    assert list(dict.fromkeys(row["study"] for row in headline_rows(games))) == ["How many guns?", "Loads", "Dive"]


def test_the_answer_says_where_one_half_is_passed(games):
    shares = {guns: simlab.run({**BASE, "battery": {"heavy_aa": guns}}).p("fate", "crashed") for guns in range(1, 7)}
    first = min(guns for guns, p in shares.items() if p >= 0.5)
    assert f"past one half from {first} on" in answer(games[0])
    assert answer(games[0]).startswith("Share brought down by number of Heavy AA, from 1 to 6: How many guns?, ")


BASE = {"system": "continental_siege", "kind": "attrition", "fortress": "csa10", "turns": 6, "battery": {"heavy_aa": 4}}


def test_a_line_may_pass_and_come_back():
    assert passes([(1, 0.9), (2, 0.2), (3, 0.8), (4, 0.1)]) == 4
    assert passes([(1, 0.9), (2, 0.2), (3, 0.8)]) is None


def test_a_sweep_is_told_by_its_ends(games):
    chances = {name: simlab.run({"system": "continental_siege", "kind": "bombing_run", "bombers": 1,
                                 "distance_hexes": 5, "target": name}).p("result", "destroyed")
               for name in ("heavy_tank", "superheavy", "cp")}  # fmt: skip
    low = min(chances, key=chances.get)
    assert low == "superheavy"
    assert f"from {100 * chances[low]:.1f} % (superheavy) to 100.0 % (command post) over 3 cases" in answer(games[2])


def test_the_largest_rulings_over_several_studies(games):
    def frame(**points):
        rows = [
            {"ruling": name, "clause": "1.1", "question": "What?", "default": "a", "option": "b", "p_default": 0.5,
             "p_option": 0.5 + change, "difference": change, "lo": change, "hi": change,
             "matters": "yes" if change else "no", "swing": abs(change)}
            for name, change in points.items()
        ]  # fmt: skip
        return pd.DataFrame(rows)

    turned = {"s1": frame(x=0.1, y=0.0), "s2": frame(x=-0.3, z=0.2), "s3": frame(y=0.0)}
    rows, still = ranked(games, turned)
    assert [(row["ruling"], row["moved"], row["tried"], round(row["swing"], 9)) for row in rows] == [
        ("x", 2, 2, 0.3), ("z", 1, 1, 0.2)
    ]  # fmt: skip
    assert rows[0]["where"] == "Dive"
    assert still == ["y"]


def test_the_page_of_a_game_ranks_the_rulings(folder, tmp_path):
    page = write_report([folder / "aa.toml", folder / "loads.toml", folder / "aa.toml"], tmp_path)
    _, rows = table_of(read(page), "Rulings by how far they move an answer")
    farthest = [float(row[3].removesuffix(" points")) for row in rows]
    assert farthest == sorted(farthest, reverse=True)
    assert farthest[-1] > 0
    tried = {row[0]: row[2] for row in rows}
    assert tried["propulsion_combined_fire"] == "2 of 2", "of the two studies of a battery, not of the bombing run"


def test_battles_are_played_when_they_or_their_game_are_named():
    unasked, named = shipped_studies(), shipped_studies("continental_siege")
    battles = {path.name for path in named} - {path.name for path in unasked}
    assert "mark_3_attack.toml" in battles
    assert {prepare(path).kind.name for path in named if path.name in battles} == {"battle"}


def test_studies_of_one_game_are_named_by_it(tmp_path):
    files = shipped_studies("continental_siege")
    assert len(files) >= 8
    assert {path.parent.name for path in files} == {"continental_siege"}
    assert {path.parent.name for path in shipped_studies()} == {
        "command_decision", "alpha_strike", "continental_siege"
    }  # fmt: skip
    with pytest.raises(SimlabError, match=r'no rules system "continental"; nearest: .*"continental_siege"'):
        shipped_studies("continental")


def test_a_study_may_name_its_own_metric(folder):
    prepared = prepare({**BASE, "run": {"metric": "crash_turn:3"}})
    assert prepared.headline == ("crash_turn", (3,))
    assert prepare(BASE).headline == ("fate", ("crashed",))
    assert simlab.run(prepared).provenance["headline"] == ["crash_turn", "3"]
    assert prepared.scenario.digest == prepare(BASE).scenario.digest, "what is looked at decides no answer"


@pytest.mark.parametrize(
    ("metric", "message"),
    [
        ("crash_turm:3", 'run.metric "crash_turm:3": no table "crash_turm"; nearest: "crash_turn"'),
        ("crash_turn:33", 'run.metric "crash_turn:33": no outcome "33" in crash_turn'),
        ("crash_turn", 'run.metric "crash_turn": names a table; write one of its outcomes, such as crash_turn:1'),
        (3, 'run.metric: 3 is no text; write metric = "table:outcome"'),
    ],
)
def test_a_metric_that_does_not_exist_is_refused_at_once(metric, message):
    with pytest.raises(SimlabError) as caught:
        prepare({**BASE, "run": {"metric": metric}})
    assert message in str(caught.value)


def test_what_a_change_changes(folder, tmp_path):
    change = Change({"aa_fire_timing": "enemy_turn_after_movement"}, {"battery.heavy_aa": 3})
    front = write_comparison([folder / "aa.toml"], Change({}, {"turns": 4}), tmp_path)
    root = read(front)
    heads, rows = table_of(root, "Share brought down: How many guns?")
    assert heads == ["Number of Heavy AA", "A", "B", "B less A", "verdict"]
    for guns, a, b, less, _ in rows:
        now = simlab.run({**BASE, "battery": {"heavy_aa": int(guns)}}).p("fate", "crashed")
        then = simlab.run({**BASE, "turns": 4, "battery": {"heavy_aa": int(guns)}}).p("fate", "crashed")
        assert [a, b] == [f"{100 * now:.1f} %", f"{100 * then:.1f} %"]
        assert float(less.removesuffix(" points")) == pytest.approx(100 * (then - now), abs=0.051)
    assert any("down in" in p.text() for p in root.all("p"))
    assert "simlab report" in root.text()
    assert "--set-b turns=4" in root.text()
    assert change.options == ["--ruling-b aa_fire_timing=enemy_turn_after_movement", "--set-b battery.heavy_aa=3"]


def test_a_comparison_plays_no_study_for_its_names_alone(folder, tmp_path, monkeypatch):
    monkeypatch.setattr("simlab.execute.run", lambda *words, **more: pytest.fail("played as it stands"))
    monkeypatch.setattr("simlab.analysis.sweep.sweep", lambda *words, **more: pytest.fail("played as it stands"))
    seen = []
    change = Change({}, {"turns": 4})
    write_comparison([folder / "aa.toml"], change, tmp_path, progress=lambda *done: seen.append(done))
    assert seen == [(number, 6) for number in range(1, 7)]


def test_studies_are_read_as_they_are_played(folder, games):
    names = read_studies([folder / f"{name}.toml" for name in ("aa", "bombs", "loads")])
    for played, named in zip(games, names, strict=True):
        assert named.points == ()
        assert named.cases == [labels for labels, _ in played.points]
        assert (named.key, named.file, named.focus, named.title) == (
            played.key,
            played.file,
            played.focus,
            played.title,
        )
        assert named.metric == ":".join(played.points[0][1].provenance["headline"]) == played.metric


def test_a_change_that_changes_nothing_says_so(folder, tmp_path):
    front = write_comparison([folder / "loads.toml"], Change({"aa_fire_timing": "reaction_on_entry"}, {}), tmp_path)
    assert "0 of 3 answers move." in read(front).text()
    assert "nothing moves in 3 cases" in read(front).text()


def test_a_change_is_one_of_one_game(games, tmp_path):
    with pytest.raises(SimlabError, match="these studies are of continental_siege, alpha_strike"):
        write_comparison(games, Change({}, {"turns": 4}), tmp_path)


def test_a_change_that_cannot_be_played_names_the_file(folder, tmp_path):
    with pytest.raises(SimlabError, match=r"loads\.toml: cannot be played under B; .*fortres"):
        write_comparison([folder / "loads.toml"], Change({}, {"fortres": "csa15"}), tmp_path)
