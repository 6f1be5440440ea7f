"""Pictures: what they show is what the frame says, and every letter can be read."""

from itertools import pairwise

import numpy as np
import pytest
from frames_to_draw import (
    LONG,
    amounts,
    attacks,
    chain,
    curves,
    deviations,
    guns,
    means,
    pairs,
    prices,
    rates,
    swings,
)  # fmt: skip
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.container import BarContainer, ErrorbarContainer
from matplotlib.figure import Figure
from matplotlib.text import Text

from simlab import plots
from simlab.errors import SimlabError
from simlab.plots.canvas import moved_apart, overlapping, wrap_to
from simlab.plots.frames import per_cent
from simlab.plots.style import FONT_PT, SERIES, readable_on

DRAWN = {
    "curves": lambda ax=None: plots.survival_curves(curves(), series="profile", title="Dense", ax=ax),
    "curves rolled": lambda ax=None: plots.survival_curves(curves(exact=False), series="profile", ax=ax),
    "one curve": lambda ax=None: plots.survival_curves(curves(names=("only",)), ax=ax),
    "curves that end alike": lambda ax=None: plots.survival_curves(
        curves().assign(p=lambda f: 1 - 0.02 * f["turn"]), series="profile", title=f"{LONG} and {LONG}", ax=ax
    ),
    "bars": lambda ax=None: plots.distribution(attacks(), title="Attacks", xlabel="attacks", ax=ax),
    "bars rolled": lambda ax=None: plots.distribution(attacks(exact=False), decimals=1, ax=ax),
    "many bars": lambda ax=None: plots.distribution(
        rates([{"outcome": n, "p": 1 / 11} for n in range(11)]), decimals=1, ax=ax
    ),
    "long outcomes": lambda ax=None: plots.distribution(
        rates([{"outcome": f"lost_to_{word}", "p": 0.3} for word in ("air_defence", "ground_fire", "nobody at all")]),
        ax=ax,
    ),
    "bars of two": lambda ax=None: plots.distribution(
        rates([{"outcome": n, "who": who, "p": 0.25} for who in ("rolled", "exact") for n in range(4)], exact=False),
        series="who", title="Both", ax=ax,
    ),
    "chain": lambda ax=None: plots.chain_waterfall(chain(), start="turns over the table", title="pop-up", ax=ax),
    "chain rolled": lambda ax=None: plots.chain_waterfall(chain(exact=False), ax=ax),
    "tornado": lambda ax=None: plots.tornado(swings(), base=0.6, answer="survival", ax=ax),
    "ranked": lambda ax=None: plots.ranked_bars(amounts(), title="What hurts", xlabel="points", ax=ax),
    "prices": lambda ax=None: plots.price_list(prices(), title="Worth", unit="armour units", ax=ax),
    "prices alone": lambda ax=None: plots.price_list(prices(costs=False), ax=ax),
    "deviations": lambda ax=None: plots.deviation_gains(deviations(), title="Deviations", ax=ax),
    "strips": lambda ax=None: plots.range_strips(guns(), title="Guns", decimals=1, ax=ax),
    "lines": lambda ax=None: plots.rate_by_range(guns(), series="series", steps=True, ax=ax),
    "means": lambda ax=None: plots.mean_by_number(means(), x="tonnes", series="load", ylabel="stands", ax=ax),
    "means rolled": lambda ax=None: plots.mean_by_number(means(exact=False), x="tonnes", series="load", ax=ax),
    "small map": lambda ax=None: plots.heat_map(pairs(3), rows="a", columns="b", value_label="A beats B", ax=ax),
    "map of 25": lambda ax=None: plots.heat_map(pairs(25), rows="a", columns="b", value_label="A beats B", ax=ax),
}  # fmt: skip


def texts_of(ax):
    """Every text that can be seen on the figure of the axes."""
    figure = ax.get_figure()
    FigureCanvasAgg(figure).draw()  # ticks are made when they are drawn
    found = figure.findobj(Text)
    beyond = set()  # labels of ticks outside the axes exist but are not drawn
    for axis in (axis for axes in figure.axes for axis in (axes.xaxis, axes.yaxis)):
        low, high = sorted(axis.get_view_interval())
        beyond |= {
            id(tick.label1) for tick in axis.get_major_ticks() if not low - 1e-9 <= tick.get_loc() <= high + 1e-9
        }
    return [text for text in found if text.get_visible() and text.get_text().strip() and id(text) not in beyond]


@pytest.mark.parametrize("name", DRAWN)
def test_every_picture_is_axes_with_letters_that_can_be_read(name):
    ax = DRAWN[name]()
    assert isinstance(ax, Axes)
    figure = ax.get_figure()
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    texts = texts_of(ax)
    assert texts
    frame = figure.bbox
    for text in texts:
        assert text.get_fontsize() >= FONT_PT, text.get_text()
        box = text.get_window_extent(canvas.get_renderer())
        where = (text.get_text(), box, frame)
        assert box.x0 >= frame.x0 - 1 and box.x1 <= frame.x1 + 1, where  # noqa: PT018
        assert box.y0 >= frame.y0 - 1 and box.y1 <= frame.y1 + 1, where  # noqa: PT018
    assert overlapping(texts, slack_px=1.0) == []


@pytest.mark.parametrize("name", DRAWN)
def test_given_axes_are_drawn_on(name):
    figure = Figure(figsize=(7, 5))
    ax = figure.add_subplot()
    assert DRAWN[name](ax) is ax
    FigureCanvasAgg(figure).draw()


@pytest.mark.parametrize(("number", "size"), [(25, None), (25, (10, 10)), (25, (6, 6)), (4, None), (8, (5, 4))])
def test_c14_no_two_labels_of_a_heat_map_overlap(number, size):
    ax = Figure(figsize=size).add_subplot() if size else None
    ax = plots.heat_map(pairs(number), rows="a", columns="b", ax=ax)
    labels = [*ax.get_xticklabels(), *ax.get_yticklabels()]
    assert len(labels) == 2 * number
    assert all(len(label.get_text()) == 20 for label in labels)
    assert overlapping(labels) == []


def test_c14_cells_and_colour_bar_have_one_unit():
    frame = pairs(5)
    ax = plots.heat_map(frame, rows="a", columns="b", decimals=1)
    figure = ax.get_figure()
    FigureCanvasAgg(figure).draw()
    (bar,) = [axes for axes in figure.axes if axes is not ax]
    assert all(label.get_text().endswith(" %") for label in bar.get_yticklabels())
    assert bar.get_ylim() == (0, 100)
    cells = {(text.get_position()): text.get_text() for text in ax.texts}
    assert len(cells) == 25
    names = list(dict.fromkeys(frame["a"]))
    for row in frame.to_dict("records"):
        assert cells[names.index(row["b"]) + 0.5, names.index(row["a"]) + 0.5] == f"{100 * row['p']:.1f} %"
    top, bottom = ax.get_ylim()[1], ax.get_ylim()[0]
    assert top < bottom, "the first row stands at the top"


def test_a_pair_that_is_missing_stays_blank_and_one_that_stands_twice_is_refused():
    frame = pairs(3)
    ax = plots.heat_map(frame.iloc[1:], rows="a", columns="b")
    assert [text.get_text() for text in ax.texts].count("–") == 1
    with pytest.raises(SimlabError, match="stands twice"):
        plots.heat_map(frame.assign(a="same"), rows="a", columns="b")


def test_survival_begins_with_everybody_and_holds_each_value_to_the_next_turn():
    frame = curves(exact=False)
    ax = plots.survival_curves(frame, series="profile")
    lines = [line for line in ax.lines if line.get_drawstyle() == "steps-post"]
    assert len(lines) == 3
    for line, name in zip(lines, ("pop-up", "NOE", "low"), strict=True):
        expected = frame[frame["profile"] == name]["p"].tolist()
        np.testing.assert_array_equal(line.get_xdata(), range(13))
        np.testing.assert_allclose(line.get_ydata(), [100, *(100 * p for p in expected)])
    assert len(ax.collections) == 3, "a band a curve"
    assert ax.get_ylim() == (0, 100)
    assert not plots.survival_curves(curves(), series="profile").collections, "an exact curve has no band"
    ends = [text.get_text() for text in ax.texts]
    assert ends == [f"{name} {100 * (0.97 - 0.02 * i) ** 12:.0f} %" for i, name in enumerate(("pop-up", "NOE", "low"))]


def test_bars_have_the_height_and_the_interval_of_their_row():
    frame = attacks(exact=False)
    ax = plots.distribution(frame, decimals=1)
    (bars,) = [container for container in ax.containers if isinstance(container, BarContainer)]
    np.testing.assert_allclose([bar.get_height() for bar in bars], 100 * frame["p"])
    (errors,) = [container for container in ax.containers if isinstance(container, ErrorbarContainer)]
    segments = errors.lines[2][0].get_segments()
    np.testing.assert_allclose([segment[:, 1] for segment in segments], 100 * frame[["p_lo", "p_hi"]])
    assert [text.get_text() for text in ax.texts] == ["10.0 %", "5.0 %", "25.0 %", "60.0 %"]
    exact = plots.distribution(attacks())
    assert not [container for container in exact.containers if isinstance(container, ErrorbarContainer)]


def test_the_waterfall_shows_what_is_left_and_the_chance_of_each_step():
    ax = plots.chain_waterfall(chain())
    ghosts, shares = ax.containers[0::2], ax.containers[1::2]
    np.testing.assert_allclose([bar[0].get_width() for bar in shares], [100, 90, 90, 50, 20, 10])
    np.testing.assert_allclose([bar[0].get_width() for bar in ghosts], [100, 100, 90, 90, 50, 20])
    words = [text.get_text() for text in ax.texts]
    assert "40 % of the step above" in words
    assert "in range" in words


def test_a_tornado_names_both_ends():
    ax = plots.tornado(swings(), base=0.6, answer="survival")
    words = [text.get_text() for text in ax.texts]
    assert words[0] == "survival as played: 60 %"
    for row in swings().to_dict("records"):
        assert row["ruling"] in words
        below = words[words.index(row["ruling"]) + 1].replace("\n", " ").replace("_ ", "_")
        assert below.split("→")[0].strip() == f"← {row['low_option']}"
        assert below.split("→")[1].strip() == row["high_option"]
    ends = [(bar.get_x(), bar.get_x() + bar.get_width()) for container in ax.containers for bar in container]
    np.testing.assert_allclose(ends[:2], [(45, 60), (60, 75)])


def test_strips_merge_what_is_alike_and_cut_where_the_rate_changes():
    ax = plots.range_strips(guns(), decimals=1)
    pieces = sorted({(round(bar.get_x()), round(bar.get_x() + bar.get_width()))
                     for container in ax.containers for bar in container if bar.get_alpha() is None})  # fmt: skip
    assert pieces == [(0, 15), (0, 20), (15, 30), (20, 40)]
    words = [text.get_text().replace("\n", " ") for text in ax.texts]
    assert f"{LONG}, Gepard" in words
    assert words.count("22.2 %") == 3
    assert words.count("17.8 %") == 2
    assert "0.0 %" not in words


def test_what_is_missing_is_named():
    with pytest.raises(SimlabError, match='no column "profil"; nearest: "profile"'):
        plots.survival_curves(curves(), series="profil")
    with pytest.raises(SimlabError, match="no rows"):
        plots.distribution(attacks().iloc[:0])


def test_series_can_be_told_apart_without_colour():
    assert len({str(look.line) for look in SERIES}) == len(SERIES)
    assert len({look.marker for look in SERIES}) == len(SERIES)
    assert len({look.hatch for look in SERIES}) == len(SERIES)


# Machado, Oliveira and Fernandes (2009), severity 1.0, on linear light.
BLINDNESS = {
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}


@pytest.mark.parametrize("kind", BLINDNESS)
def test_the_first_four_colours_stay_apart_for_the_colour_blind(kind):
    from matplotlib.colors import to_rgb

    def seen(colour):
        rgb = np.array(to_rgb(colour))
        linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
        x, y, z = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]) @ np.clip(
            np.array(BLINDNESS[kind]) @ linear, 0, 1
        )
        f = [np.cbrt(v) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x / 0.9505, y, z / 1.089)]
        return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])

    points = [seen(look.colour) for look in SERIES[:4]]
    for place, one in enumerate(points):
        for other in points[place + 1 :]:
            assert np.linalg.norm(one - other) > 11  # steps of the CIELAB scale; about 2 can just be seen


def test_letters_on_colours_stand_out():
    from matplotlib import colormaps

    def luminance(rgb):
        return sum(
            weight * (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4)
            for weight, c in zip((0.2126, 0.7152, 0.0722), rgb, strict=False)
        )

    for share in np.linspace(0, 1, 101):
        ground = colormaps["cividis"](share)
        ink = 0.0 if readable_on(ground) == "#000000" else 1.0
        light = luminance(ground)
        assert (max(ink, light) + 0.05) / (min(ink, light) + 0.05) >= 4.5


def test_percentages_never_claim_a_certainty_that_is_none():
    assert [per_cent(share) for share in (0.0, 1e-9, 0.0049, 0.5, 0.995, 1 - 1e-9, 1.0)] == [
        "0 %", "< 1 %", "< 1 %", "50 %", "> 99 %", "> 99 %", "100 %",
    ]  # fmt: skip
    assert per_cent(0.9999, 1) == "> 99.9 %"


@given(st.lists(st.floats(0, 100), max_size=8), st.floats(0.1, 10))
def test_labels_are_moved_apart_and_stay_in_order(wanted, gap):
    places = moved_apart(wanted, gap, 0.0, 100.0)
    order = sorted(range(len(wanted)), key=lambda i: (wanted[i], i))
    moved = [places[i] for i in order]
    assert all(b - a >= gap - 1e-6 for a, b in pairwise(moved))
    assert all(-1e-6 <= place <= 100 + 1e-6 for place in places)
    if all(b - a >= gap for a, b in pairwise(sorted(wanted))):
        assert places == pytest.approx(wanted), "labels that have room stay where they belong"


def test_long_words_are_broken_at_underscores():
    assert wrap_to("opportunity_if_not_moved_else_general", 120.0).split("\n")[0].endswith("_")
    assert wrap_to("a b", 1000.0) == "a b"


def test_a_mean_is_drawn_in_its_own_unit():
    frame = means()
    ax = plots.mean_by_number(frame, x="tonnes", series="load", ylabel="stands")
    drawn = [line for line in ax.lines if len(line.get_xdata()) == 3]
    assert [list(line.get_ydata()) for line in drawn] == [
        pytest.approx(rows["mean"].tolist()) for _, rows in frame.groupby("load", sort=False)
    ]
    FigureCanvasAgg(ax.get_figure()).draw()
    assert not any("%" in label.get_text() for label in ax.get_yticklabels())
    with pytest.raises(SimlabError, match='no column "hi"'):
        plots.mean_by_number(frame.drop(columns="hi"), x="tonnes")


def test_a_notebook_shows_a_figure_that_a_plot_made_for_itself():
    ax = plots.heat_map(pairs(3), rows="a", columns="b", title="Shown")
    picture, size = ax._repr_png_()
    wide, tall = (int.from_bytes(picture[at : at + 4], "big") for at in (16, 20))  # of the header of a PNG
    assert picture.startswith(b"\x89PNG")
    assert (abs(wide - 2 * size["width"]), abs(tall - 2 * size["height"])) <= (2, 2)
    assert ax.figure.patch.get_alpha() == 0.0, "a file that is written stays without a ground"
    own = Figure().add_subplot()
    assert not hasattr(plots.heat_map(pairs(3), rows="a", columns="b", ax=own), "_repr_png_")
