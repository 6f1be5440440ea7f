"""Pictures of twenty-five units, forty rulings, sixty outcomes: every letter inside them and by itself."""

import numpy as np
import pandas as pd
import pytest
from frames_to_draw import rates
from matplotlib.backends.backend_agg import FigureCanvasAgg
from test_plots import texts_of

from simlab import plots
from simlab.plots.canvas import overlapping
from simlab.plots.many import WIDEST_IN
from simlab.plots.style import FONT_PT

UNITS = [f"unit_{'' if n % 5 else 'of_a_long_name_'}{n}" for n in range(25)]
LEVELS = np.linspace(0.004, 0.09, 25)


def shares(exact=False, **more):
    return rates([{"outcome": u, "p": float(p), **more} for u, p in zip(UNITS, LEVELS, strict=True)], exact=exact)


def swings(number):
    return pd.DataFrame(
        [
            {"ruling": f"ruling_number_{n}_of_many", "p_low": 0.5 - n / 100, "p_high": 0.5 + n / 120,
             "low_option": "the_first_option_of_it", "high_option": "another_option"}
            for n in range(number, 0, -1)
        ]
    )  # fmt: skip


LARGE = {
    "25 outcomes": lambda: plots.distribution(shares(), decimals=1, title="Fates", xlabel="fate"),
    "25 outcomes, exact": lambda: plots.distribution(shares(exact=True)),
    "25 outcomes of three": lambda: plots.distribution(
        pd.concat([shares(who=who) for who in ("one", "two", "three")]), series="who", decimals=1
    ),
    "60 numbers": lambda: plots.distribution(
        rates([{"outcome": n, "p": 1 / 60} for n in range(60)], exact=False), decimals=1, xlabel="points lost"
    ),
    "60 numbers of two": lambda: plots.distribution(
        rates([{"outcome": n, "who": w, "p": 1 / 60} for w in "ab" for n in range(60)], exact=False), series="who"
    ),
    "tornado of 40": lambda: plots.tornado(swings(40), base=0.5),
    "25 prices": lambda: plots.price_list(
        pd.DataFrame(
            [
                {"unit": u, "price": 1 + n / 5, "price_lo": 0.8 + n / 6, "price_hi": 1.5 + n / 3 if n % 7 else np.inf,
                 "cost": 1.0 + n % 4}
                for n, u in enumerate(UNITS)
            ]
        )
    ),
    "25 amounts": lambda: plots.ranked_bars(pd.DataFrame({"name": UNITS, "value": np.linspace(9, -3, 25)})),
    "25 strips": lambda: plots.range_strips(
        rates(
            [
                {"series": u, "range_in": x, "p": 0.3 if x < 20 + n else 0.1 if x < 30 + n else 0.0}
                for n, u in enumerate(UNITS)
                for x in range(5, 60, 5)
            ]
        )
    ),
    "12 curves": lambda: plots.survival_curves(
        rates(
            [
                {"turn": t, "profile": u, "p": float(np.exp(-t * (n + 1) / 60))}
                for n, u in enumerate(UNITS[:12])
                for t in range(1, 13)
            ]
        ),
        series="profile",
    ),
    "12 steps of long names": lambda: plots.chain_waterfall(
        rates([{"stage": f"step_number_{n}_of_many", "p": 0.9**n, "p_given": 0.9} for n in range(1, 13)], exact=False),
        start="turns over the table",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LARGE)
def test_every_letter_of_a_large_picture_can_be_read(name):
    ax = LARGE[name]()
    figure = ax.get_figure()
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    texts = texts_of(ax)
    for text in texts:
        box = text.get_window_extent(canvas.get_renderer())
        assert text.get_fontsize() >= FONT_PT, text.get_text()
        assert box.x0 >= -1, text.get_text()
        assert box.y0 >= -1, text.get_text()
        assert box.x1 <= figure.bbox.x1 + 1, text.get_text()
        assert box.y1 <= figure.bbox.y1 + 1, text.get_text()
    assert overlapping(texts, slack_px=1.0) == []
    assert figure.get_figwidth() <= WIDEST_IN


def test_level_bars_are_as_long_as_their_shares_and_carry_their_numbers():
    ax = LARGE["25 outcomes"]()
    assert [bar.get_width() for bar in ax.patches] == pytest.approx(list(100 * LEVELS))
    names = [label.get_text().replace("\n", " ") for label in ax.get_yticklabels()]
    assert names == [unit.replace("_", " ") for unit in UNITS]
    assert {text.get_text() for text in ax.texts} >= {"0.4 %", "9.0 %"}


def test_a_histogram_stands_at_its_numbers():
    ax = LARGE["60 numbers"]()
    assert [bar.get_x() + bar.get_width() / 2 for bar in ax.patches] == pytest.approx(list(range(60)))
    assert [bar.get_height() for bar in ax.patches] == pytest.approx([100 / 60] * 60)
    assert ax.get_xlabel() == "points lost"
