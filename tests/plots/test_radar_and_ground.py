"""The Radar Map and the table on the ground: everything stands where the frame says, and can be read."""

import math

import pandas as pd
import pytest
from matplotlib.patches import FancyArrowPatch

from simlab import plots
from simlab.errors import SimlabError
from simlab.plots.canvas import overlapping
from simlab.plots.ground import clipped
from simlab.plots.radar import RADII
from simlab.plots.style import FONT_PT

RINGS = (("central",), ("inner",), [f"middle_{letter}" for letter in "ABCDEF"], [f"outer_{n}" for n in range(1, 13)])
ZONES = [
    {"what": "zone", "zone": zone, "ring": ring, "place": place, "of": len(zones)}
    for ring, zones in enumerate(RINGS)
    for place, zone in enumerate(zones)
]


def plane(zone, name, side="attacker", status=""):
    return {"what": "counter", "zone": zone, "name": str(name), "side": side, "status": status}


def at(ax, words):
    (text,) = [text for text in ax.texts if text.get_text() == words]
    return text.get_position()


def test_every_zone_has_its_name_and_aircraft_stand_inside_theirs():
    ax = plots.radar_map(pd.DataFrame([*ZONES, *(plane(row["zone"], n) for n, row in enumerate(ZONES, start=1))]))
    assert {row["zone"].replace("_", " ") for row in ZONES} <= {text.get_text() for text in ax.texts}
    for number, zone in enumerate(ZONES, start=1):
        x, y = at(ax, str(number))
        assert RADII[zone["ring"]] <= math.hypot(x, y) < RADII[zone["ring"] + 1]
        clockwise = (90.0 - math.degrees(math.atan2(y, x))) % 360.0
        if zone["of"] > 1:
            assert int(clockwise // (360.0 / zone["of"])) == zone["place"]


@pytest.mark.parametrize("zone", ["central", "inner", "middle_B", "outer_3", "outer_6", "outer_11"])
def test_a_zone_with_all_aircraft_in_it_can_be_read(zone):
    crowd = [plane(zone, n, "defender" if n % 2 else "attacker", "lost" if n > 10 else "") for n in range(1, 13)]
    ax = plots.radar_map(pd.DataFrame([*ZONES, *crowd, {"what": "note", "name": "1 stuka: armor 8 of 8"}]), title="All")
    assert overlapping(ax.texts, 0.5) == []
    shown = {text.get_text() for text in ax.texts}
    left_out = next((int(text[1:]) for text in shown if text.startswith("+")), 0)
    assert sum(text.lstrip("×") in map(str, range(1, 13)) for text in shown) == 12 - left_out
    assert all(text.get_fontsize() == FONT_PT for text in ax.texts)


def test_a_move_is_an_arrow_between_two_zones():
    ax = plots.radar_map(
        pd.DataFrame([*ZONES, {"what": "move", "zone": "outer_1", "to": "middle_A", "side": "attacker"}])
    )
    assert len([patch for patch in ax.patches if isinstance(patch, FancyArrowPatch)]) == 1


def unit(name, x, y, **more):
    return {"what": "unit", "name": name, "x": x, "y": y, "side": "defender", **more}


TABLE = {"what": "table", "x": 0.0, "y": 0.0, "length": 48.0, "width": 48.0}


def test_units_stand_where_they_are_and_counters_make_room_for_each_other():
    places = {"A": (24.0, 30.0), "B": (24.2, 30.0), "C": (24.1, 30.1), "D": (30.0, 31.0), "E": (24.2, 29.9)}
    rows = [unit(name, x, y, size=0.6, status="lost" if name == "C" else "") for name, (x, y) in places.items()]
    ax = plots.ground_table(pd.DataFrame([TABLE, *rows]))
    dots = {(line.get_xdata()[0], line.get_ydata()[0]) for line in ax.lines if line.get_marker() == "o"}
    assert dots == set(places.values())
    assert overlapping(ax.texts, 0.5) == []
    assert {"A", "B", "× C", "D", "E"} <= {text.get_text() for text in ax.texts}


def test_a_line_of_flight_is_shown_as_far_as_the_picture_goes():
    line = {"what": "line", "name": "2", "side": "attacker", "x": 24.0, "y": 0.0, "to_x": 24.0, "to_y": 48.0}
    ax = plots.ground_table(pd.DataFrame([TABLE, unit("A", 24.0, 30.0), line, {**line, "x": 0.0, "to_x": 0.0}]))
    (arrow,) = [patch for patch in ax.patches if isinstance(patch, FancyArrowPatch)]
    ends = arrow.get_path().vertices
    low, high = ends[:, 1].min(), ends[:, 1].max()
    assert 23.0 <= low < 30.0 < high <= 37.0  # with the head of the arrow
    assert "2" in {text.get_text() for text in ax.texts}


def test_what_falls_is_shown_whole_and_its_names_meet_nothing():
    impact = {"what": "impact", "side": "attacker", "size": 6.0, "from_x": 30.0, "from_y": 30.0}
    rows = [
        TABLE, unit("A", 24.0, 30.0, status="lost"), unit("B", 25.0, 30.0, square=1.0, status="back"),
        {**impact, "name": "1:1", "x": 34.0, "y": 30.0}, {**impact, "name": "1:2", "x": 34.0, "y": 30.0},
        {**impact, "name": "1:3", "x": None, "y": None},
        {"what": "area", "name": "2:1", "x": 25.0, "y": 30.5, "square": 2.0, "side": "attacker"},
        {"what": "area", "name": "2:2", "x": 24.0, "y": 30.0, "square": 0.0, "side": "attacker"},
        {"what": "point", "x": 25.0, "y": 31.0}, {"what": "key", "name": "How to read it."},
    ]  # fmt: skip
    ax = plots.ground_table(pd.DataFrame(rows))
    low, high = ax.get_xlim()
    assert low <= 20.0
    assert high > 40.0  # the whole area of a bomb that fell far to the right
    shown = {text.get_text() for text in ax.texts}
    assert {"× A", "« B", "1:1", "1:2", "2:1", "2:2"} <= shown
    assert "1:3" not in shown
    assert any(text.startswith("How to read it. Dotted circles") for text in shown)
    assert overlapping(ax.texts, 0.5) == []


def test_clipping():
    assert clipped((0.0, 0.0), (10.0, 10.0), (2.0, 0.0), (4.0, 9.0)) == ((2.0, 2.0), (4.0, 4.0))
    assert clipped((0.0, 0.0), (0.0, 9.0), (1.0, 0.0), (4.0, 9.0)) is None
    assert clipped((0.0, 5.0), (5.0, 0.0), (4.0, 4.0), (6.0, 6.0)) is None


def test_frames_without_zones_or_units_are_refused():
    with pytest.raises(SimlabError, match="no row with what = zone"):
        plots.radar_map(pd.DataFrame([plane("central", 1)]))
    with pytest.raises(SimlabError, match="no unit stands on the table"):
        plots.ground_table(pd.DataFrame([TABLE]))
