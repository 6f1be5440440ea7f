"""Cells and rows of the rulebook tables of the Continental Siege wing, in data/continental_siege/.

Strengths in points, distances in hexes. An empty cell is "not applicable"; what the files hold stands in SOURCES.md.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, StringConstraints

from simlab.cells import Flag, Ident, Row, Text

Points = Annotated[int, Field(ge=0, le=1000)]
Hexes = Annotated[int, Field(ge=0, le=100)]
Boxes = Annotated[int, Field(ge=0, le=200)]
Multiple = Literal["0", "1/2", "1"]
Confidence = Literal["high", "medium", "low"]
Status = Literal["printed", "public", "derived", "assumed"]
Result = Literal["NE", "D", "X"]


def as_fraction(cell: object) -> object:
    """A cost as a decimal number; 1/2 and 1/3 are written as such."""
    return float(Fraction(cell)) if isinstance(cell, str) and "/" in cell else cell


Cost = Annotated[float, BeforeValidator(as_fraction), Field(ge=0, le=1000)]


class CrtRow(Row):
    """One face of the die on the Combat Results Table (B6)."""

    die: Annotated[int, Field(ge=1, le=6)]
    below_1_2: Result
    odds_1_2: Result
    odds_1_1: Result
    odds_2_1: Result
    odds_3_1: Result
    odds_4_1: Result
    odds_5_1: Result
    status: Status
    source: Text


class MapFeature(Row):
    """A crater or a rubble hexside of the published map (B16)."""

    id: Ident
    feature: Literal["crater", "rubble_hexside"]
    hex_a: Annotated[str, StringConstraints(pattern=r"^\d{4}$")]
    hex_b: Text = ""
    qa: int
    ra: int
    qb: int | None = None
    rb: int | None = None
    confidence: Confidence
    notes: Text = ""
    source: Text


class DoctrineRow(Row):
    """The policy of one hook in a doctrine of one side; hooks without a row keep their default policy (6e)."""

    id: Ident
    doctrine: Ident
    side: Literal["defender", "attacker"]
    hook: Ident
    policy: Text
    weights: Text = ""
    status: Status
    source: Text


class GeometryTest(Row):
    """A worked case of section 4 of the rules page."""

    id: Ident
    kind: Text
    codec: Literal["even_low", "odd_low"]
    input: Text
    expected: Text
    status: Status
    source: Text


class ScenarioRow(Row):
    """A scenario of the base game, its air version, a raid or a drill (B17)."""

    id: Ident
    name: Text
    map: Text
    attacker: Text
    defender_infantry_points: Points
    defender_armour_units: Points
    defender_may_buy: Text = ""
    attacker_extra_armour_units: Points = 0
    cp: Flag = False
    central_area_attack_strength_limit: Points | None = None
    first_player: Literal["attacker", "defender"]
    attacker_edge: Text = ""
    defender_aircraft_edge: Text = ""
    victory_table: Text = ""
    complete_defence_strength: Points | None = None
    status: Status
    source: Text
    notes: Text = ""
