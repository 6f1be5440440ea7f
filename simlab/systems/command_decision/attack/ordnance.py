"""What an attacker drops: its load as areas, ROF and HE factor, and the tables that its hits are read from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simlab.catalog import Catalog
from simlab.errors import ScenarioError
from simlab.systems.command_decision.attack.shapes import AREA_LOADS, MOST_TEMPLATES, BombingShape
from simlab.systems.command_decision.attack.weapons import Dropped, weapon_of
from simlab.systems.command_decision.rules.attacks import GroundRules, Ordnance
from simlab.systems.command_decision.rules.cards import feels_penalty
from simlab.systems.command_decision.rules.geometry import thousandths
from simlab.systems.command_decision.rules.loads import (
    bomb_factor,
    bomb_load,
    bomb_side,
    cluster_factor,
    cluster_side,
    read_fit,
    rocket_rof,
)
from simlab.systems.command_decision.rulings.attacks import PlaneRocketRof
from simlab.systems.command_decision.stands import Book
from simlab.systems.command_decision.units import Helicopter

MOST_ROLLS = 32  # rolls of one area that the dice of a trial have room for


def load_of(
    row: Any, shape: BombingShape, rulings: Any, catalog: Catalog, constants: Mapping[str, float], where: str
) -> Dropped:
    """The load of ``[attacker]``, by the row of its unit. ScenarioError where the row has none of that sort."""
    attacker, load, here = shape.attacker, shape.attacker.load, f"{where}, attacker.load"
    if load not in AREA_LOADS:
        return weapon_of(load, row, attacker, shape.point.fac, rulings, catalog, constants, where)
    is_helicopter = isinstance(row, Helicopter)
    bombs = bomb_load(row.max_load_kg or 0, is_helicopter, rulings, constants)
    if load == "rockets":
        pods, calibre = _rockets(row, catalog, here)
        as_bombs = not is_helicopter and rulings.plane_rocket_rof == PlaneRocketRof.BOMB_ROF
        rof = bombs.rof if as_bombs else rocket_rof(pods, rulings, constants)
        side, factor = thousandths(constants["rocket_area_in"]), _rocket_factor(calibre, catalog, here)
    else:
        if not row.max_load_kg:
            raise ScenarioError(f"{here}: {row.id} carries no bombs; its row has no max_load_kg")
        rof = bombs.rof
        if load == "bombs":
            side, factor = bomb_side(bombs, constants), bomb_factor(bombs, constants)
        else:
            side, factor = cluster_side(bombs, rulings, constants), cluster_factor(bombs, rulings, constants)
    most = MOST_ROLLS if load == "rockets" else MOST_TEMPLATES
    if rof > most:
        raise ScenarioError(f"{here}: {row.id} has ROF {rof} with {load}; at most {most} can be played")
    penalty = attacker.penalty if feels_penalty(load, rulings) else 0
    return Dropped(rof, side, Ordnance(load, attacker.warhead, factor, penalty, is_helicopter, shape.point.fac))


def _rockets(row: Any, catalog: Catalog, here: str) -> tuple[list[int], float]:
    """Rockets of each pod and their calibre in mm."""
    if not row.rocket_fit:
        raise ScenarioError(f"{here}: {row.id} carries no rockets; its row has no rocket_fit")
    fit = read_fit(row.rocket_fit)
    if not fit:
        raise ScenarioError(
            f'{here}: rocket_fit of {row.id} is "{row.rocket_fit}"; write "4xUB-32" or "2xM261 + 2xM260"'
        )
    pods, calibres = [], set()
    for count, name in fit:
        pod = catalog.row("rocket_pods", name, f"{here}: rocket_fit of {row.id}")
        pods += [pod.rockets] * count
        calibres.add(pod.calibre_mm)
    if len(calibres) > 1:
        raise ScenarioError(f"{here}: rocket_fit of {row.id} mixes calibres; one calibre at a time can be played")
    return pods, calibres.pop()


def _rocket_factor(calibre: float, catalog: Catalog, here: str) -> int:
    """HE factor of rockets: that of a gun of the same calibre in indirect fire (1.5.6.4a, 2.3.7.3a)."""
    for band in catalog.rows("rocket_he"):
        if band.calibre_from_mm <= calibre and (band.calibre_below_mm is None or calibre < band.calibre_below_mm):
            return int(band.he_factor)
    raise ScenarioError(f"{here}: no HE factor for {calibre:g} mm in {catalog.file_of('rocket_he')}")


def ground_rules(catalog: Catalog, book: Book) -> GroundRules:
    """The tables of parts D2, D4 and D5 as plain dictionaries."""
    return GroundRules(
        constants=book.constants,
        base=book.base,
        modifiers={
            (row.attack, row.target_class, row.cover): (row.modifier, row.per_weight)
            for row in catalog.rows("he_modifiers")
        },
        results={
            row.quality: (row.no_effect_to, row.forced_back_to, row.eliminated_to)
            for row in catalog.rows("hit_results")
        },
        armour={row.afv: row.flank for row in catalog.rows("armour")},
        small_arms={
            (row.target_class, row.cover): (row.modifier, row.effect) for row in catalog.rows("small_arms_modifiers")
        },
        front={row.afv: row.front for row in catalog.rows("armour")},
    )
