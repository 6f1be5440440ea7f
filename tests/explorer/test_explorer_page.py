"""The page without a browser: nothing in it that its library warns of, and what it says while somebody waits."""

import time
from types import SimpleNamespace

import pytest
from bokeh.core.validation import check_integrity

from simlab import load_scenario
from simlab.explorer.choosing import Start
from simlab.explorer.page import Page
from simlab.explorer.work import GETTING_READY, News


@pytest.fixture
def made():
    pages = []

    def page(name):
        pages.append(Page(Start(load_scenario(name))))
        return pages[-1]

    yield page
    for one in pages:
        one.close()


@pytest.mark.parametrize("name", ["shot_zsu_tornado", "gun_ranges"])  # a setting alone, and a study of many cases
def test_the_library_finds_nothing_to_warn_of(name, made):
    found = check_integrity(made(name).view().get_root().references())
    assert (found.error, found.warning) == ([], [])


def test_the_cases_of_a_study_stand_above_its_tables_and_go_with_it(made):
    page = made("gun_ranges")
    assert page.tables.objects[0].title == "Case of the study"
    page.load(load_scenario("shot_zsu_tornado"))
    assert "Case of the study" not in [card.title for card in page.tables.objects]


def test_who_waits_for_a_kernel_sees_for_how_long(made):
    page = made("shot_zsu_tornado")
    page.worker.wait()
    waiting = News(9, "working", message=GETTING_READY)
    page.worker.close()
    page.worker = SimpleNamespace(news=waiting, close=lambda: None)
    for seconds, told in ((0, GETTING_READY), (75, f"{GETTING_READY} (75 s so far)")):
        page.asked_at = time.monotonic() - seconds - 0.1
        page.look()
        assert page.outcome.far.object == f'<p class="how">{told}</p>'
        assert page.outcome.bar.visible
        assert page.outcome.number.styles["opacity"] == "0.4", "the number before is no answer to this"
    page.worker.news = News(9, "done")
    page.look()
    assert not page.outcome.bar.visible
    assert page.outcome.number.styles["opacity"] == "1"
