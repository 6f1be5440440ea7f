"""The worker behind the page: stages, the newest question, cancelling, mistakes, comparisons, tables, CSV, pictures."""

import csv
import io

import pytest
from PIL import Image

from simlab import load_scenario, prepare, run
from simlab.explorer import answering
from simlab.explorer.work import Order, Worker, _stages


@pytest.fixture
def worker():
    made = Worker()
    yield made
    made.close()


@pytest.fixture(scope="module")
def cobra():
    return load_scenario("sortie_popup_ah1s")


@pytest.fixture(scope="module")
def rolled():
    """A shot; the tests have its dice rolled."""
    return load_scenario("shot_zsu_tornado")


def test_an_exact_answer_is_that_of_run(worker, cobra):
    worker.ask(Order(cobra))
    news = worker.wait()
    assert (news.state, news.message) == ("done", "")
    assert news.answer.result.p("fate", "survives") == run(cobra).p("fate", "survives")
    assert answering.rate(news.answer.result, "fate", "survives") == "68.9105 % (exact)"
    assert answering.made(news.answer.result) == "exact law, no dice"


def test_the_newest_question_is_answered(worker, cobra):
    for turns in range(1, 12):
        worker.ask(Order(cobra.with_value("game.turns", turns)))
    last = worker.ask(Order(cobra.with_value("game.turns", 12)))
    news = worker.wait()
    assert news.number == last
    assert news.answer.prepared.shape.game.turns == 12


def test_a_mistake_is_one_line(worker, cobra):
    worker.ask(Order(cobra.with_value("helicopter.unit", "mi24")))
    news = worker.wait()
    assert (news.state, news.answer) == ("wrong", None)
    assert news.message.startswith('sortie_popup_ah1s.toml, helicopter.unit: no unit "mi24"')
    worker.ask(Order(cobra))
    assert worker.wait().state == "done", "the next question is answered as ever"


def test_a_fault_of_ours_is_one_line_too(worker, cobra, monkeypatch, capsys):
    monkeypatch.setattr("simlab.explorer.work.prepare", lambda scenario: 1 / 0)
    worker.ask(Order(cobra))
    news = worker.wait()
    assert (news.state, news.message) == ("wrong", "a fault of simlab: ZeroDivisionError('division by zero')")
    assert "Traceback" in capsys.readouterr().err


def test_stages_grow_to_what_is_asked_for(cobra):
    prepared = prepare(cobra)
    assert _stages(Order(cobra), prepared) == [20_000, 80_000, 320_000, 1_000_000]
    assert _stages(Order(cobra.with_value("run.trials", 50_000)), prepared) == [20_000, 50_000]
    assert _stages(Order(cobra, trials=500), prepared) == [500]


def test_dice_are_rolled_in_stages_and_give_the_counts_of_one_run(worker, rolled, monkeypatch):
    monkeypatch.setattr("simlab.explorer.work.is_exact", lambda prepared, method: False)
    seen = []
    tell = Worker._tell

    def told(self, number, **more):
        tell(self, number, **more)
        if more.get("answer") is not None:
            seen.append(more["answer"].result)

    monkeypatch.setattr(Worker, "_tell", told)
    worker.ask(Order(rolled, trials=100_000, seed=5))
    news = worker.wait()
    assert news.state == "done"
    assert [result.trials for result in seen] == [20_000, 80_000, 100_000]
    at_once = run(rolled, method="sample", trials=100_000, seed=5)
    assert (news.answer.result.values == at_once.values).all()
    assert answering.made(news.answer.result) == "100,000 trials, seed 5, 95 % intervals"


def test_cancel_keeps_what_was_rolled(worker, rolled, monkeypatch, capsys):
    monkeypatch.setattr("simlab.explorer.work.is_exact", lambda prepared, method: False)
    tell = Worker._tell

    def told(self, number, **more):
        tell(self, number, **more)
        if more.get("answer") is not None:
            self.cancel()

    monkeypatch.setattr(Worker, "_tell", told)
    worker.ask(Order(rolled, trials=10**9, seed=5))
    news = worker.wait()
    assert news.state == "stopped"
    assert news.answer.result.trials == 20_000
    assert worker.ask(Order(rolled, trials=10**9)) == news.number + 1
    assert worker.wait().state == "stopped", "the thread has lived on"
    assert "Traceback" not in capsys.readouterr().err


def test_two_settings_side_by_side(worker, cobra):
    low = cobra.with_value("profile.altitude", "noe")
    worker.ask(Order(low, kept=cobra, metric="fate:survives"))
    answer = worker.wait().answer
    assert [name for name, _ in answer.sides] == ["A", "B"]
    assert answer.comparison.result.p_a == pytest.approx(run(cobra).p("fate", "survives"))
    assert answer.comparison.result.p_b == pytest.approx(run(low).p("fate", "survives"))
    assert "under A (A Cobra pops up), 88.1243 % under B (A Cobra pops up, changed)" in answer.comparison.sentence
    head, rows = answering.shown_rows(answer, "fate")
    assert head == ["outcome", "A", "B", "B - A, points"]
    assert rows[0][0] == "survives"
    assert float(rows[0][3]) == pytest.approx(100 * answer.comparison.result.difference, abs=0.005)
    written = list(csv.DictReader(io.StringIO(answering.csv_of(answer))))
    assert {row["setting"] for row in written} == {"A", "B"}
    assert len(written) == 2 * len(run(cobra).tidy_rows())


def test_dice_are_shared_where_they_are_rolled(worker, rolled, monkeypatch):
    monkeypatch.setattr("simlab.explorer.work.is_exact", lambda prepared, method: False)
    other = rolled.with_rulings(fc_reroll_recursion="once")
    worker.ask(Order(other, kept=rolled, trials=20_000))
    answer = worker.wait().answer
    assert (answer.comparison.result.n, answer.comparison.result.paired) == (20_000, True)


def test_two_games_have_no_number_in_common(worker, cobra):
    worker.ask(Order(load_scenario("shot_zsu_tornado"), kept=cobra))
    news = worker.wait()
    assert news.state == "done"
    assert news.answer.comparison is None
    assert news.answer.apart.startswith("A is a sortie of command_decision, B a shot of command_decision")


def test_tables_csv_and_pictures(worker, cobra):
    worker.ask(Order(cobra))
    answer = worker.wait().answer
    assert answering.headline_of(answer) == ("fate", "survives")
    names = answering.tables_of(answer)
    assert len(names) > 5
    for name in names[:3]:
        assert answering.outcomes_of(answer, name)
        assert answering.svg_of(answer, name).startswith("<svg")
    picture = Image.open(io.BytesIO(answering.png_of(answering.picture_of(answer, "fate"))))
    assert picture.getpixel((0, 0)) == (255, 255, 255, 255), "paper, also where the viewer is dark"
    written = list(csv.DictReader(io.StringIO(answering.csv_of(answer))))
    assert written[0]["p"] == str(run(cobra).tidy_rows()[0]["p"])
    assert "setting" not in written[0]
