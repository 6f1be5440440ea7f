"""The hex map: everything stands where the frame says, and every letter can be read."""

import math

import pandas as pd
import pytest
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch, Polygon, Rectangle
from matplotlib.transforms import Bbox

from simlab import plots
from simlab.errors import SimlabError
from simlab.plots.canvas import overlapping
from simlab.plots.counters import lines_of
from simlab.plots.hex_grid import middle, ring_of, steps_between
from simlab.plots.style import ACCENT, FONT_PT, MAIN
from simlab.systems.continental_siege.rules.hexes import front_hexes, neighbours, separation

HERE = [(0, 0), *neighbours((0, 0))]
HEXES = [
    {"what": "hex", "q": q, "r": r, "name": f"{q + 5:02d}{r + 5:02d}", "crater": (q, r) == (1, 0)} for q, r in HERE
]


def counter(place, name="GEV", note="24", side="defender", **more):
    return {"what": "counter", "q": place[0], "r": place[1], "name": name, "note": note, "side": side, **more}


def shot(begin, end, result, side="defender"):
    ends = {"q": begin[0], "r": begin[1], "to_q": end[0], "to_r": end[1]}
    return {"what": "shot", "result": result, "side": side, **ends}


def drawn(*things, **more):
    return plots.hex_map(pd.DataFrame([*HEXES, *things]), **more)


def texts(ax):
    return [text.get_text() for text in ax.texts]


def test_every_hex_has_its_number_and_a_crater_shows():
    ax = drawn(title="Seven hexes")
    assert {row["name"] for row in HEXES} <= set(texts(ax))
    assert "Seven hexes" in texts(ax)
    polygons = {c.get_gid(): len(c.get_paths()) for c in ax.collections if isinstance(c, PolyCollection)}
    assert polygons == {"ground-hexes": 6, "ground-craters": 1, "ground-pits": 1}


def test_rubble_lies_between_its_two_hexes():
    ax = drawn(*({"what": "rubble", "q": 0, "r": 0, "to_q": q, "to_r": r} for q, r in HERE[1:]))
    (rubble,) = [c for c in ax.collections if isinstance(c, LineCollection)]
    for side, place in zip(rubble.get_segments(), HERE[1:], strict=True):
        for end in side:
            assert math.dist(end, middle((0, 0))) == pytest.approx(1.0)
            assert math.dist(end, middle(place)) == pytest.approx(1.0)


@pytest.mark.parametrize("facing", range(6))
def test_a_wedge_points_at_the_corner_between_the_two_front_hexes(facing):
    ax = drawn(counter((0, 0), "FTR", sort="air", facing=facing))
    (wedge,) = [patch for patch in ax.patches if isinstance(patch, Polygon)]
    tip = max(wedge.get_xy(), key=lambda point: math.hypot(*point))
    first, second = front_hexes((0, 0), facing)
    assert math.dist(tip, middle(first)) == pytest.approx(math.dist(tip, middle(second)))
    assert math.dist(tip, middle(first)) < 1.0


def test_the_map_measures_as_the_rules_do():
    for one in ring_of(set(HERE)):
        for other in HERE:
            assert steps_between(one, other) == separation(one, other)


def test_like_counters_stand_together_and_no_more_than_three_lines():
    squads = [counter((0, 0), "INF", str(n)) for n in (7, 8, 9)]
    full = [
        *squads, counter((0, 0), "OGRE", "T 39", "attacker", sort="big"),
        counter((0, 0), "BMB", "21", sort="air", status="disabled"),
        {"what": "bomb", "q": 0, "r": 0, "result": "NE X", "side": "defender"},
        {"what": "bomb", "q": 0, "r": 0, "result": "NE", "side": "defender"},
        counter((0, 0), "GEV", "30", status="lost"),
    ]  # fmt: skip
    assert [line.text for line in lines_of(full)] == ["OGRE T 39", "3 INF", "BMB 21 D", "∗ X 2NE", "× GEV 30"]
    shown = texts(drawn(*full))
    assert {"OGRE T 39", "3 INF", "+3 more"} <= set(shown)
    assert "BMB 21 D" not in shown


def test_sides_differ_in_filling_and_the_disabled_in_their_edge():
    ax = drawn(counter((0, 0)), counter((1, 0), side="attacker"), counter((0, 1), status="disabled"))
    own, other, broken = [patch for patch in ax.patches if isinstance(patch, FancyBboxPatch)]
    hexes = [patch.get_facecolor() for patch in (own, other, broken)]
    from matplotlib.colors import to_rgba

    assert hexes[0] == hexes[2] == to_rgba(MAIN.colour)
    assert hexes[1] != hexes[0]
    assert other.get_edgecolor() == to_rgba(ACCENT.colour)
    assert own.get_linestyle() == "solid"
    assert broken.get_linestyle() != "solid"
    assert "24 D" in texts(ax)


def test_an_arrow_for_each_two_hexes_with_all_results():
    ax = drawn(shot((0, 1), (0, -1), "NE"), shot((0, 1), (0, -1), "X"), shot((1, 0), (-1, 0), "D", "attacker"))
    arrows = [patch for patch in ax.patches if isinstance(patch, FancyArrowPatch)]
    assert len(arrows) == 2
    assert {"X NE", "D"} <= set(texts(ax))
    assert arrows[0].get_linestyle() == "solid"


def test_an_aircraft_far_off_the_map_stands_at_its_edge_with_the_distance():
    ax = drawn(counter((0, -5), "BMB", "21", sort="air", facing=2))
    assert "21 +3" in texts(ax)
    (box,) = [patch for patch in ax.patches if isinstance(patch, FancyBboxPatch)]
    low, high = ax.get_ylim()
    assert low < box.get_y() < box.get_y() + box.get_height() < high


def crowd():
    """A map as full as can be: stacks in every hex, attacks from each at its neighbours, aircraft beyond it."""
    for number, place in enumerate(HERE):
        if number % 2:
            yield counter(place, "MHWZ", "118", sort="ground", status="disabled")
            continue
        yield from (counter(place, "INF", str(3 * number + n)) for n in range(3))
        yield counter(place, "FTR", "120", "attacker", sort="air", facing=number)
        yield {"what": "bomb", "q": place[0], "r": place[1], "result": "X D NE", "side": "attacker"}
        yield counter(place, "SHVY", "119", status="lost")
    for place in HERE[1:]:
        yield shot(place, (0, 0), "D")
        yield shot((0, 0), place, "NE", "attacker")
    yield shot((-1, 1), (1, -1), "X")
    yield counter((0, -2), "CSA-15", "PU 57.5", "attacker", sort="big", facing=0)
    yield counter((4, 0), "BMB", "100", "attacker", sort="air", status="disabled", facing=3)


def test_no_label_lies_on_another_however_full_the_hexes_are():
    ax = drawn(*crowd(), title="Full")
    numbers = {row["name"] for row in HEXES}
    clashes = overlapping(ax.texts, 1.0)
    assert [pair for pair in clashes if not numbers & set(pair)] == []
    # The result of an attack may lie on the number of an empty hex, a counter never.
    assert all(set(pair) - numbers <= {"X", "D", "NE", "D NE", "X NE"} for pair in clashes)
    assert all(text.get_fontsize() >= FONT_PT for text in ax.texts)


def test_a_label_hides_a_hex_number_whole_or_not_at_all():
    """In a crowd a result may have to stand on a number: rather no number than half of one."""
    every = [shot(one, other, "NE") for one in HERE for other in HERE if one != other]
    ax = drawn(*crowd(), *every)
    ax.figure.draw_without_rendering()
    labels = [text for text in ax.texts if text.get_bbox_patch() is not None]
    numbers = [text for text in ax.texts if str(text.get_gid()).startswith("ground-")]
    assert labels
    covers = [patch.get_bbox() for patch in ax.patches if isinstance(patch, Rectangle) and patch.get_zorder() == 1.4]
    hidden = 0
    for label in labels:
        box = label.get_bbox_patch().get_window_extent().transformed(ax.transData.inverted())
        for number in numbers:
            own = number.get_window_extent().transformed(ax.transData.inverted())
            # the outline of digits is lower than that of their line
            if box.overlaps(Bbox.from_extents(own.x0, own.y0 + 0.06, own.x1, own.y1 - 0.06)):
                middle = own.x0 / 2 + own.x1 / 2, own.y0 / 2 + own.y1 / 2
                assert any(cover.contains(*middle) and cover.x0 <= own.x0 and cover.x1 >= own.x1 for cover in covers)
                hidden += 1
    assert hidden > 0


def test_notes_stand_below_and_are_broken_to_the_width():
    ax = drawn({"what": "note", "q": 0, "r": 0, "name": "Ogre Mark III: " + "treads 45 of 45, " * 6})
    note = next(text for text in ax.texts if text.get_text().startswith("Ogre"))
    assert "\n" in note.get_text()
    assert note.get_position()[1] < min(y for _, y in map(middle, HERE)) - 0.8


def test_it_draws_on_axes_that_are_given():
    figure = Figure(figsize=(4, 4))
    ax = figure.add_subplot()
    assert drawn(counter((0, 0)), title="Small", ax=ax) is ax
    assert ax.get_title(loc="left") == "Small"
    assert {"GEV", "24"} <= set(texts(ax))


def test_frames_that_show_no_map_are_refused():
    with pytest.raises(SimlabError, match="no row with what = hex"):
        plots.hex_map(pd.DataFrame([counter((0, 0))]))
    with pytest.raises(SimlabError, match='no column "r"'):
        plots.hex_map(pd.DataFrame([{"what": "hex", "q": 0}]))
