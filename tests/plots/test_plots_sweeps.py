"""Sweeps: the picture follows the shape of the grid, and shows every point once."""

import itertools

import pandas as pd
import pytest

from simlab.plots import sweep_pictures
from simlab.plots.canvas import overlapping
from simlab.plots.sweeps import sweep_shape


def grid(**axes):
    rows = []
    for number, values in enumerate(itertools.product(*axes.values())):
        p = (number % 10) / 10
        rows.append({**dict(zip(axes, values, strict=True)), "p": p, "p_lo": p, "p_hi": p})
    return pd.DataFrame(rows)


UNITS = [f"unit {letter}" for letter in "abcd"]


@pytest.mark.parametrize(
    ("axes", "numeric", "shape"),
    [
        ({"x": [1, 2, 3, 4]}, ["x"], ("lines", ["x"])),
        ({"x": [1, 2]}, ["x"], ("bars", ["x"])),
        ({"unit": UNITS}, [], ("bars", ["unit"])),
        ({"x": [1, 2, 3], "unit": UNITS}, ["x"], ("lines", ["x", "unit"])),
        ({"x": range(9), "y": range(9)}, ["x", "y"], ("map", ["x", "y"])),
        ({"unit": UNITS, "foe": UNITS}, [], ("map", ["unit", "foe"])),
        ({"a": UNITS[:2], "x": range(5), "b": UNITS}, ["x"], ("lines", ["x", "b"])),
        ({"a": UNITS[:1], "x": range(5)}, ["x"], ("lines", ["x"])),
    ],
)
def test_the_shape_chooses_the_picture(axes, numeric, shape):
    assert sweep_shape(grid(**axes), list(axes), numeric) == shape


def test_one_picture_for_each_further_case():
    frame = grid(a=UNITS[:2], x=list(range(5)), b=UNITS)
    pictures = sweep_pictures(frame, ["a", "x", "b"], ["x"], title="Sweep")
    assert len(pictures) == 2
    for ax, name in zip(pictures, UNITS, strict=False):
        assert ax.get_figure().get_suptitle().replace("\n", " ") == f"Sweep; a {name}"
        assert len([line for line in ax.lines if len(line.get_xdata()) == 5]) == 4
        assert not overlapping(ax.texts)
