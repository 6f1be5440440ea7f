"""From the words of a `return_fire` scenario to a card for every defender, altitude and pass (ROUNDS.md 2.2)."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simlab.catalog import Catalog
from simlab.errors import ScenarioError
from simlab.systems.alpha_strike.engagement.cards import (
    Book,
    effect_columns,
    fighting_card,
    fresh_condition,
    settings_of,
    token_of,
)
from simlab.systems.alpha_strike.engagement.return_fire.shapes import DefenderShape, ReturnFireShape
from simlab.systems.alpha_strike.rules.end_phase import ALTITUDES
from simlab.systems.alpha_strike.rules.fighting_card import EXTREME, HEAT_TOP
from simlab.systems.alpha_strike.rules.geometry import INCH, Path, path_over
from simlab.systems.alpha_strike.rules.ground_to_air import (
    ALL_ROUND,
    HALF,
    LANE,
    bracket_of,
    distance_to_path,
    part_of_path,
)
from simlab.systems.alpha_strike.rules.heat import heat_after, overheat_counts, points_used
from simlab.systems.alpha_strike.rules.values import brackets, has, special
from simlab.systems.alpha_strike.rulings.declaring import LosTextError, Ruleset
from simlab.systems.alpha_strike.rulings.flying import G2aArc, G2aBudget
from simlab.systems.alpha_strike.units import Aerospace

NUMBER, TOKEN, POINTS, FLAK = range(4)  # columns of Packed.shots
NO_SHOT = 99  # a TN that no roll reaches, flak included


class Packed(NamedTuple):
    """A packed scenario.

    shots: int64[4 altitudes, passes, defenders, 4]: TN, damage token, overheat points that add, FLK token; card,
    settings, columns: see `rules.fighting_card`; damage_most: of one pass, all defenders together.
    """

    shots: np.ndarray
    card: np.ndarray
    settings: np.ndarray
    columns: np.ndarray
    condition: int
    altitude: int
    leaves: int
    damage_most: int


class Shooter(NamedTuple):
    """A defender with the distance from which it fires and the tokens of its arc; distance None: no shot."""

    row: Any
    shape: DefenderShape
    distance: float | None
    tokens: list[int]
    flak: list[int]


def pack_return_fire(shape: ReturnFireShape, rulings: Any, catalog: Catalog, where: str) -> Packed:
    """Pack a `return_fire` scenario."""
    book = Book(rulings, catalog)
    row = catalog.unit(shape.aircraft.unit, ("aerospace",), f"{where}, aircraft.unit")
    settings = settings_of(book)
    path = flight_path(shape, rulings, where)
    altitude = ALTITUDES.index(shape.aircraft.altitude)
    shots = [
        shots_of(shooter, row, altitude, shape.passes, settings, book, f"{where}, defender[{number}]")
        for number, defender in enumerate(shape.defender)
        for shooter in [shooter_of(defender, path, rulings, catalog, f"{where}, defender[{number}]")]
        for _ in range(defender.count)
    ]
    cards = np.array(shots, np.int64).transpose(1, 2, 0, 3)
    most = np.maximum(np.maximum(cards[..., TOKEN] - 1, cards[..., TOKEN] > 0) + cards[..., POINTS],
                      np.maximum(cards[..., FLAK] - 1, cards[..., FLAK] > 0)).max(axis=(0, 1)).sum()  # fmt: skip
    return Packed(
        shots=np.ascontiguousarray(cards),
        card=np.array(fighting_card(row, shape.aircraft.skill, book, f"{where}, aircraft.unit"), np.int64),
        settings=np.array(settings, np.int64),
        columns=effect_columns(catalog),
        condition=fresh_condition(row),
        altitude=altitude,
        leaves=int(shape.aircraft.leave_when_damaged),
        damage_most=int(most),
    )


def flight_path(shape: ReturnFireShape, rulings: Any, where: str) -> Path | None:
    """The path over the table (G-2), None where ranges are given. ScenarioError when it is too short (AS-4.6)."""
    if shape.path is None:
        return None
    path = path_over(shape.path.p0, shape.path.heading, shape.path.table)
    if path is None:
        raise ScenarioError(f"{where}, path: this line does not cross the table")
    assert path.length is not None
    if path.length < float(rulings.path_min_length) * INCH:
        raise ScenarioError(
            f"{where}, path: {path.length / INCH:g} in over the table; path_min_length asks for "
            f"{float(rulings.path_min_length):g}"
        )
    return path


def shooter_of(shape: DefenderShape, path: Path | None, rulings: Any, catalog: Catalog, where: str) -> Shooter:
    """A defender with its arc and distance (AS-13.1 to AS-13.3)."""
    row = catalog.unit(shape.unit, ("ground", "aerospace"), f"{where}.unit")
    own = [token_of(text) for text in _own_values(row)]
    flak = [token_of(text) for text in brackets(row.specials, "FLK")]
    sees = shape.hidden == (rulings.los_text_error == LosTextError.LITERAL)
    busy = shape.engaged_on_ground and rulings.g2a_budget == G2aBudget.YES
    if not sees or busy:
        return Shooter(row, shape, None, own, flak)
    turret = special(getattr(row, "specials", ""), "TUR")
    in_turret = _turret(turret) if turret else ([0] * 4, [0] * 4)
    best_flak = [max(pair) for pair in zip(flak, in_turret[1], strict=True)]
    if path is None or shape.at is None:
        return Shooter(row, shape, float(shape.range_in or 0.0), own, best_flak)
    assert path.length is not None
    length = path.length / INCH
    everywhere = rulings.g2a_arc == G2aArc.ALL_360 or row.type == "DS"  # no small craft (AS-13.2)
    arc = ALL_ROUND if everywhere else LANE if isinstance(row, Aerospace) and row.type == "DA" else HALF
    span = part_of_path(path.entry, path.heading, length, shape.at, shape.facing, arc)
    tokens, grazes = own, best_flak
    if turret is not None:
        if span is None:
            tokens, grazes = in_turret
        span = (0.0, length)
    if span is None:
        return Shooter(row, shape, None, tokens, grazes)
    distance = distance_to_path(path.entry, path.heading, span, shape.at, shape.base_radius)
    return Shooter(row, shape, distance, tokens, grazes)


def _own_values(row: Any) -> tuple[str, ...]:
    """Printed damage against airborne targets: the card's, of a landed aerospace unit the front arc's (AS-8.6)."""
    return row.damage() if isinstance(row, Aerospace) else (row.dmg_s, row.dmg_m, row.dmg_l, "-")


def _turret(text: str) -> tuple[list[int], list[int]]:
    """Tokens and FLK tokens in the brackets of TUR(...).

    >>> _turret("(2/2/-,FLK1/1/1)")
    ([3, 3, 0, 0], [2, 2, 2, 0])
    >>> _turret("(FLK1/1/1)")
    ([0, 0, 0, 0], [2, 2, 2, 0])
    """
    parts = text.strip("()").split(",")
    flak = next((part for part in parts if part.startswith("FLK")), "")
    first = parts[0] if parts[0][:1] in "0123456789-" else ""  # else a special ability: no plain values there
    plain = [token_of(value) for value in (*first.split("/"), "-", "-", "-", "-")[:4]]
    return plain, [token_of(value) for value in brackets(flak, "FLK")]


def shots_of(
    shooter: Shooter, target: Aerospace, start: int, passes: int, settings: list[int], book: Book, where: str
) -> list[list[list[int]]]:
    """Shots of a defender: int[4 altitudes][passes][4] (AS-13.3 to AS-13.6)."""
    row, shape = shooter.row, shooter.shape
    if shape.overheat > row.ov:
        raise ScenarioError(f"{where}.overheat: {row.id} has an overheat value of {row.ov}")
    card = fighting_card(row, shape.skill, book, f"{where}.unit")
    reach = [_bracket(shooter, altitude, book) for altitude in range(len(ALTITUDES))]
    base = to_hit_base(shooter, target, book)
    heat, shots = shape.heat, [[[NO_SHOT, 0, 0, 0]] * passes for _ in ALTITUDES]
    for number in range(passes):
        ready = heat < settings[HEAT_TOP]
        first = reach[start]
        fires_first = ready and first is not None and shooter.tokens[first] > 0
        used = fires_first and first is not None and overheat_counts(card, first)
        points = points_used(settings, shape.overheat, heat) if used else 0
        for altitude, bracket in enumerate(reach):
            if ready and bracket is not None and shooter.tokens[bracket] > 0:
                adds = points if overheat_counts(card, bracket) else 0
                tn = base + book.range_modifiers()[bracket] + heat
                shots[altitude] = list(shots[altitude])
                shots[altitude][number] = [tn, shooter.tokens[bracket], adds, shooter.flak[bracket]]
        if row.heat_scale:
            heat = heat_after(heat, points, 0, int(fires_first), int(shape.in_water), 0, settings[HEAT_TOP])
    return shots


def _bracket(shooter: Shooter, altitude: int, book: Book) -> int | None:
    """Range bracket at an altitude (AS-13.3; ruling g2a_altitude_add); None: no shot."""
    if shooter.distance is None:
        return None
    add = book.rulings.g2a_altitude_add
    if isinstance(add, str):
        add = book.constants[f"altitude_{ALTITUDES[altitude]}_in"]
    bracket = bracket_of(shooter.distance + float(add), book.bounds)
    return None if bracket == EXTREME and not isinstance(shooter.row, Aerospace) else bracket


def to_hit_base(shooter: Shooter, target: Aerospace, book: Book) -> int:
    """TN of a ground unit at an airborne target without range and heat (AS-13.4, AS-6.9)."""
    row, shape, of = shooter.row, shooter.shape, book.modifiers
    base = book.own_skill(row, shape.skill) + book.own_modifier(row) + book.airborne_target(target, True)
    base += of["fire_control_hit"] * shape.fire_control_hits
    base += of["attacker_spotting"] if shape.spotting else 0
    if isinstance(row, Aerospace):
        return base + (of["attacker_grounded_dropship"] if row.type in ("DA", "DS") else 0)
    if row.type == "IM" and not has(row.specials, "AFC"):
        base += of["im_no_afc"]
    if book.rulings.ruleset == Ruleset.ASCE and row.type not in ("CI", "BA"):
        base += of["attacker_jumped"] if shape.jumped else 0
        base += of["attacker_stood_still"] if shape.stood_still else 0
    return base
