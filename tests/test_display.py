"""What a notebook shows by itself: rich answers made of numbers that the objects have, and a bar while work goes on."""

import re
from html.parser import HTMLParser
from typing import ClassVar

import pytest

import simlab
from simlab import progress
from simlab.analysis.better import better, worth_of_tally
from simlab.analysis.compare import compare, compare_all
from simlab.analysis.dice_share import dice_share
from simlab.analysis.diff import diff
from simlab.analysis.doctrine_value import doctrine_value
from simlab.analysis.lifetimes import compare_lives, play_lives
from simlab.analysis.luck import course_of_play
from simlab.analysis.matrix import matrix
from simlab.analysis.overall_sensitivity import overall_sensitivity
from simlab.analysis.points.duels import duels
from simlab.analysis.points.prices import number
from simlab.analysis.points.study import points
from simlab.analysis.search import Knob, Target, balance_search
from simlab.analysis.sweep import sweep
from simlab.analysis.tournament import from_rates
from simlab.analysis.tuning import Dial, Player, tune
from simlab.errors import RunError
from simlab.execute import prepare

SHOT = {
    "title": "Guns <b>& missiles",
    "system": "command_decision",
    "kind": "shot",
    "firer": {"unit": "zsu23_4"},
    "target": {"unit": "tornado_ids"},
    "geometry": {"range_in": 25},
}
RANGES = {"geometry.range_in": [10, 25, 40], "target.ecm": [False, True]}
SAMPLED = {"method": "sample", "trials": 2_000, "seed": 1}


class Balanced(HTMLParser):
    """Reads a page and holds that every tag that opens closes again."""

    def __init__(self):
        super().__init__()
        self.open, self.cells = [], []

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] in ("td", "th"):
            self.cells.append(data)


def cells_of(shown):
    assert re.fullmatch(r"<[A-Z]\w+:? [^\n]{1,400}>", repr(shown)), "a line where there is no page"
    page = Balanced()
    page.feed(shown._repr_html_())
    assert page.open == []
    return page.cells


def test_an_exact_result_shows_its_chances_without_error_bars():
    result = simlab.run(SHOT)
    page, cells = result._repr_html_(), cells_of(result)
    assert "17.7778 %" in cells  # 8/45
    assert "count" not in cells
    assert "Guns &lt;b&gt;&amp; missiles" in page
    assert "exact law, no dice; rulings: all at their defaults" in page


def test_a_sampled_result_shows_intervals_counts_and_its_seed():
    result = simlab.run({**SHOT, "rulings": {"fc_reroll_recursion": "once"}}, **SAMPLED)
    p, low, high = result.interval("effect", "abort")
    cells = cells_of(result)
    assert f"{100 * p:.1f} % ({100 * low:.1f} to {100 * high:.1f})" in cells
    assert f"{round(p * 2_000)}" in cells
    page = result._repr_html_()
    assert "2,000 trials, seed 1, 95 % intervals" in page
    assert "fc_reroll_recursion = once" in page


def test_long_tables_are_named_and_a_mean_stands_with_its_tally():
    page = simlab.run("sortie_popup_ah1s")._repr_html_()
    assert re.search(r"longer tables: \w+.*\.table\(", page)
    assert re.search(r"attacks: [^<]*; mean \d", page)


def test_a_sweep_shows_a_row_a_point():
    done = sweep({**SHOT, "sweep": RANGES})
    cells = cells_of(done)
    assert cells[:3] == ["geometry.range_in", "target.ecm", "chance"]
    assert len(cells) == 3 + 3 * 6
    assert cells[cells.index("25") + 2].endswith(" %")
    assert "6 of 6 points" in done._repr_html_()


def test_a_longer_sweep_is_cut_and_says_so():
    done = sweep({**SHOT, "sweep": {"geometry.range_in": {"from": 1, "to": 30}}})
    assert "and 6 more" in done._repr_html_()


def test_means_of_a_sweep_are_those_of_its_points():
    done = sweep({**simlab.load_scenario("sortie_popup_ah1s").body, "system": "command_decision", "kind": "sortie",
                  "sweep": {"air_defence.0.range_in": [20, 40]}})  # fmt: skip
    frame = done.means("attacks")
    for row, (_, result) in zip(frame.to_dict("records"), done, strict=True):
        mean = next(mean for mean in result.means() if mean["table"] == "attacks")
        assert row["mean"] == mean["mean"]
        assert row["lo"] == row["hi"] == row["mean"]
        assert row["method"] == "exact"
    assert list(frame["air_defence.0.range_in"]) == [20, 40]
    with pytest.raises(RunError, match='no tally "attack"; nearest: "attacks"'):
        done.means("attack")


def test_comparisons_show_their_sentence_or_a_row_a_metric():
    nearer = {**SHOT, "title": "nearer", "geometry": {"range_in": 10}}
    one = compare(SHOT, nearer)
    assert "22.2222 %" in one._repr_html_()
    cells = cells_of(compare_all(SHOT, nearer, ["effect:abort", "effect:none"]))
    assert cells[6:12] == ["effect", "abort", "17.7778 %", "22.2222 %", "+4.4444", "yes"]
    assert "to" in cells_of(compare_all(SHOT, nearer, ["effect:abort"], 2_000, method="sample"))[10]


def test_a_tournament_shows_its_matrix():
    found = from_rates(["a", "b"], ["a", "b"], [[50, 80], [30, 50]], [[100, 100], [100, 100]], metric="wins")
    assert cells_of(found) == ["row \\ column", "a", "b", "a", "50.0 %", "75.0 %", "b", "25.0 %", "50.0 %"]
    assert "points to either side" in found._repr_html_()


def test_a_balance_search_shows_its_trade_off():
    found = balance_search(SHOT, [Target(None, 0.2, 0.3)], [Knob("geometry.range_in", (10, 25))])
    cells = cells_of(found)
    assert "geometry.range_in = 10" in cells
    assert "yes" in cells
    assert "Every target is met with 1 change" in found._repr_html_()


def test_differences_show_what_moved(tmp_path):
    old = simlab.run(SHOT).save(tmp_path / "old.json")
    new = simlab.run({**SHOT, "geometry": {"range_in": 10}}).save(tmp_path / "new.json")
    cells = cells_of(diff(old, new))
    assert "moved" in cells
    assert cells_of(diff(old, old)) == []


def test_a_missile_matrix_shows_ranges():
    from simlab.systems import system_named

    found = matrix(system_named("command_decision"), ["sa9", "zsu23_4"], ["tornado_ids"])
    cells = cells_of(found)
    assert cells[0] == "firer"
    assert cells[1].startswith("Tornado IDS")
    assert any(re.search(r"\d", cell) for cell in cells[2:])


BATTERY = {
    "title": "Guns", "system": "continental_siege", "kind": "attrition", "fortress": "csa10", "turns": 6,
    "battery": {"heavy_aa": 4, "light_aa": 0, "howitzer": 1},
    "points": {
        "metric": "crashed_by:5", "method": "swap",
        "units": {
            "heavy": {"key": "battery.heavy_aa", "most": 8, "cost": 1},
            "light": {"key": "battery.light_aa", "most": 8, "cost": 1},
        },
    },
}  # fmt: skip
SORTIE = {
    "title": "A Cobra", "system": "command_decision", "kind": "sortie", "helicopter": {"unit": "ah1s_mc"},
    "profile": {"altitude": "popup"}, "game": {"turns": 2}, "air_defence": [{"unit": "zsu23_4", "range_in": 25}],
}  # fmt: skip


def test_price_lists_show_prices_and_whether_they_hold():
    study = points(BATTERY)
    light = study.prices.rows()[1]
    cells = cells_of(study)
    assert cells[cells.index("light") + 1] == number(light["price"])
    assert cells[cells.index("light") + 6] == light["verdict"]
    assert study.check.sentence in study._repr_html_()
    assert (study.check.rows.set_index("prices").loc["new", "lists"] == 4).all()  # so coarse a list has few equals
    assert "Prices are coarse: lists with and without heavy, light meet within 6 %" in study.check.sentence
    assert repr(study).startswith("<PointsStudy: At 95 %")
    assert number(light["price"]) in cells_of(study.prices)
    assert cells_of(study.swaps[0])[:3] == ["light", "metric", "interval"]
    drawn = int((study.check.rows["lists"] > 0).sum())
    assert drawn > 1
    assert len(cells_of(study.check)) == 3 + 4 * drawn  # the last heading is empty


def test_duels_show_strengths_and_fair_costs():
    wins = [[50, 60, 70], [40, 50, 60], [30, 40, 50]]
    met = from_rates(["a", "b", "c"], ["a", "b", "c"], wins, [[100] * 3] * 3, metric="wins", mirrored=True)
    cells = cells_of(duels(met, [3.0, 2.0, 1.0]))
    assert cells[:4] == ["unit", "strength, log odds", "cost", "fair cost"]
    assert [cells[4], cells[9], cells[14]] == ["a", "b", "c"]


def test_the_other_analyses_show_their_numbers():
    value = doctrine_value(SORTIE, [Knob("profile.altitude", ("popup", "noe"))])
    assert f"{100 * value.share:.2f} %" in value._repr_html_()
    assert "not profile.altitude = noe" in cells_of(value)
    moving = overall_sensitivity(SORTIE, rulings=["chopper_removed_meaning", "slow_threshold"])
    assert cells_of(moving)[3:5] == ["chopper_removed_meaning", "100.0 %"]
    assert "slow_threshold" in moving._repr_html_()
    profiles = {"popup": prepare(SORTIE), "noe": prepare({**SORTIE, "profile": {"altitude": "noe"}})}
    lives = compare_lives(play_lives(profiles))
    cells = cells_of(lives)
    assert [cells[5], cells[8]] == ["popup", "noe"]  # the first has nothing to be compared with
    worth = worth_of_tally(profiles["popup"], "attacks")
    more = better(profiles["popup"], profiles["noe"], "attacks", worth, worth, trials=100)
    assert cells_of(more)[:2] == ["mean under A", f"{more.mean_a:.4g}"]
    shares = dice_share({**SORTIE, "sweep": {"profile.altitude": ["popup", "noe"]}})
    assert len(cells_of(shares)) == 9
    duel = {"system": "alpha_strike", "kind": "duel", "rounds": 2, "a": {"unit": "corsair_csr_v12"},
            "b": {"unit": "sparrowhawk_spr_h5"}}  # fmt: skip
    course = course_of_play(duel)
    assert len(cells_of(course)) == 6 * 3
    assert course.sentence in repr(course)


def test_a_tuning_shows_its_turns_and_dials():
    gunner = Player("gunner", "effect:abort", (Dial("geometry.range_in", (10, 25), 25),))
    cells = cells_of(tune([SHOT], [gunner], rounds=1, budget=10, trials=500))
    assert cells[5:7] == ["1", "gunner"]
    assert cells[-4:] == ["gunner", "geometry.range_in", "25", "10"]


class Tape:
    """Stands in for the bar of tqdm."""

    made: ClassVar[list] = []

    def __init__(self, total, desc, **options):
        self.total, self.desc, self.n, self.closed, self.options = total, desc, 0, False, options
        Tape.made.append(self)

    def update(self, more):
        self.n += more

    def close(self):
        self.closed = True


@pytest.fixture
def notebook(monkeypatch):
    Tape.made = []
    monkeypatch.setattr(progress, "in_notebook", lambda: True)
    monkeypatch.setattr(progress, "_tqdm", lambda: Tape)
    return Tape


def test_a_run_in_a_notebook_moves_a_bar_and_takes_it_away(notebook):
    simlab.run(SHOT, **SAMPLED)
    (bar,) = notebook.made
    assert (bar.desc, bar.n, bar.total, bar.closed) == ("trials", 2_000, 2_000, True)
    assert bar.options["delay"] == progress.PATIENCE
    assert bar.options["leave"] is False


def test_a_sweep_shows_its_points_and_not_the_trials_of_each(notebook):
    sweep({**SHOT, "sweep": RANGES}, **SAMPLED)
    (bar,) = notebook.made
    assert (bar.desc, bar.n, bar.total, bar.closed) == ("points", 6, 6, True)


def test_a_callback_of_ones_own_is_called_in_place_of_the_bar(notebook):
    heard = []
    simlab.run(SHOT, progress=lambda done, most: heard.append((done, most)), **SAMPLED)
    assert heard[-1] == (2_000, 2_000)
    assert notebook.made == []


def test_the_bar_goes_when_the_work_fails_and_the_next_one_comes(notebook):
    def broken(labels, result):
        raise ValueError("full disk")

    with pytest.raises(ValueError, match="full disk"):
        sweep({**SHOT, "sweep": RANGES}, each=broken, **SAMPLED)
    simlab.run(SHOT, **SAMPLED)
    assert [bar.desc for bar in notebook.made] == ["trials"]
    assert all(bar.closed for bar in notebook.made)


def test_outside_a_notebook_nothing_is_shown(monkeypatch):
    Tape.made = []
    monkeypatch.setattr(progress, "_tqdm", lambda: Tape)
    simlab.run(SHOT, **SAMPLED)
    assert not progress.in_notebook()
    assert Tape.made == []


def test_without_tqdm_a_notebook_run_goes_on_silently(notebook, monkeypatch):
    monkeypatch.setattr(progress, "_tqdm", lambda: None)
    assert simlab.run(SHOT, **SAMPLED).trials == 2_000
    assert notebook.made == []


# played inside another verb, which shows the bar
INNER = {"play_on", "play_all", "check_prices", "play_forces", "regression", "swap"}


def test_every_verb_that_may_take_long_shows_its_progress():
    import importlib
    import inspect
    import pkgutil

    import simlab.analysis

    seen = set()
    for found in pkgutil.walk_packages(simlab.analysis.__path__, "simlab.analysis."):
        module = importlib.import_module(found.name)
        for name, verb in vars(module).items():
            if not inspect.isfunction(verb) or verb.__module__ != found.name or name.startswith("_"):
                continue
            keyword = inspect.signature(verb).parameters.get("progress")
            if keyword is not None and keyword.kind is inspect.Parameter.KEYWORD_ONLY and name not in INNER:
                assert hasattr(verb, "__wrapped__"), f"{found.name}.{name}: mark it with @watched"
                seen.add(name)
    assert {"sweep", "compare", "tornado", "points", "tournament"} <= seen
