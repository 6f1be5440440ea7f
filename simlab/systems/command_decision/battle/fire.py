"""Who may shoot at which aircraft in a campaign, with which card, and what an aircraft can reach (3.2, 2.3.6, 1.5)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from simlab.dice import threshold
from simlab.errors import ScenarioError
from simlab.systems.command_decision.battle.forces import Aircraft, Forces, Stand
from simlab.systems.command_decision.battle.shapes import SIDES, CampaignShape, PlaneShape
from simlab.systems.command_decision.rules.air_defence import arc_allows
from simlab.systems.command_decision.rules.geometry import Point, thousandths
from simlab.systems.command_decision.rules.guided import GUIDED
from simlab.systems.command_decision.rules.hitting import ShotCard
from simlab.systems.command_decision.rules.strikes import (
    EDGE_HEADINGS,
    TableEdges,
    bearing_of,
    distance_in,
    model_place,
    range_to_plane,
)
from simlab.systems.command_decision.rulings import CollectiveStandoffDistance
from simlab.systems.command_decision.stands import TerrainShape, sight_chance
from simlab.systems.command_decision.strike.fire import IN_ARC, abort_chance

STANDOFF, RADIUS = 1, 2  # bits of Packed.exposed
GUN_LIKE = "autocannon"  # the weapon of table D9 whose range stands for a helicopter's gun at the ground (assumed)
CM_PER_INCH = 2.54


def reach_of_standoff(rulings: Any, constants: Any) -> float:
    """Inches within which an enemy takes the exemption of missiles from collective fire away (3.2.8b)."""
    standoff = float(constants["collective_standoff_in"])
    centimetres = rulings.collective_standoff_distance == CollectiveStandoffDistance.CENTIMETRES_20
    return standoff / CM_PER_INCH if centimetres else standoff


class Fire:
    """The air defence of both sides, and the reach of all aircraft."""

    def __init__(self, forces: Forces, shape: CampaignShape, rulings: Any) -> None:
        self.forces, self.shape, self.rulings, self.book = forces, shape, rulings, forces.book
        self.visual = shape.game.visibility == "clear"
        width, depth = (thousandths(inches) for inches in shape.game.table_in)
        self.table = TableEdges((-(width // 2), -(depth // 2)), (width - width // 2, depth - depth // 2))
        for stand in forces.stands:
            if not self.table.holds(stand.place):
                raise ScenarioError(
                    f"{forces.where}, {SIDES[stand.side]}: {stand.name} at {list(stand.laid.at)} lies off the table "
                    "(game.table_in)"
                )
        self._known: dict[Any, int] = {}
        self._cards: dict[ShotCard, int] = {}

    def heading(self, side: int) -> float:
        """Planes fly in from their own edge."""
        word = SIDES[side]
        return EDGE_HEADINGS[getattr(self.shape, word).edge or ("south", "north")[side]]

    def place(self, aircraft: Aircraft, point: Point) -> Point:
        """Where the model stands when it attacks a point (2.3.3k, 2.3.6a, 2.3.7.1a, 3.1.1.1a)."""
        entry, reach = aircraft.shape, None
        if not isinstance(entry, PlaneShape):
            return thousandths(entry.at[0]), thousandths(entry.at[1])
        if aircraft.load in GUIDED:
            reach = aircraft.row.asm_range_in
            if reach is None:
                raise ScenarioError(
                    f"{self.forces.where}, {aircraft.name}.load: the row of {aircraft.row.id} names no range of a "
                    "guided weapon; give the unit an asm_range_m or choose another load"
                )
        heading = self.heading(aircraft.side)
        return model_place(aircraft.load, reach, point, heading, self.table, self.rulings, self.book.constants)

    def distance(self, aircraft: Aircraft, system: Stand, point: Stand | None) -> float:
        """Range of a system to an aircraft that attacks a stand, or (None) to a helicopter where it stands."""
        if point is None:
            return distance_in(system.place, self.place(aircraft, (0, 0)))
        return range_to_plane(system.place, self.place(aircraft, point.place), point.place, self.rulings)

    def card(self, aircraft: Aircraft, system: Stand, point: Stand | None, suppressed: bool) -> int:
        """Number of the card of a shot at an aircraft, -1 where the system may not fire."""
        assert system.firer is not None
        firer = replace(system.firer, suppressed=suppressed)
        target = aircraft.target
        if point is not None and firer.is_missile and firer.row.guidance in IN_ARC:
            place = self.place(aircraft, point.place)
            if not arc_allows(firer.row.guidance, bearing_of(place, self.heading(aircraft.side), system.place)):
                return -1
        distance = self.distance(aircraft, system, point)
        key = (firer.row.id, firer.terrain, suppressed, target, distance)
        if key not in self._known:
            card = self.book.shot_at(firer, target, self.rulings, distance, self.visual)
            self._known[key] = -1 if card is None else self._cards.setdefault(card, len(self._cards))
        return self._known[key]

    def card_rows(self) -> np.ndarray:
        """int64[cards, 7]."""
        return np.array(list(self._cards), np.int64).reshape(-1, len(ShotCard._fields))

    def ranks(self) -> np.ndarray:
        """int64[cards]: equal for equal chances of an abort, higher for higher ones."""
        chances = [abort_chance(card) for card in self._cards]
        places = {chance: place for place, chance in enumerate(sorted(set(chances)))}
        return np.array([places[chance] for chance in chances], np.int64)

    def sight(self, aircraft: Aircraft) -> int:
        """Hands for which a system has line of sight to it."""
        chance = sight_chance(
            aircraft.target.altitude, self.rulings, TerrainShape(), self.book.constants["low_dead_zone_in"]
        )
        return threshold(chance)

    def in_reach(self, aircraft: Aircraft, stand: Stand) -> bool:
        """Can it attack this stand from where it flies: planes any on the table, helicopters by their weapon (1.5)?"""
        if not aircraft.is_helicopter:
            return True
        constants = self.book.constants
        reach = {
            "atgm": aircraft.row.missile_range_in or 0.0,
            "rockets": constants["rocket_range_in"],
            "guns": self.book.catalog.row("ground_vs_chopper", GUN_LIKE, self.forces.where).range_in,
        }[aircraft.load]
        return bool(distance_in(self.place(aircraft, (0, 0)), stand.place) <= reach)

    def exposes(self, aircraft: Aircraft, stand: Stand) -> int:
        """Does an enemy stand take a helicopter's exemption from collective fire (1), or lie within its radius (2)?"""
        if not aircraft.is_helicopter or stand.side == aircraft.side:
            return 0
        distance = distance_in(self.place(aircraft, (0, 0)), stand.place)
        bits = STANDOFF if distance <= reach_of_standoff(self.rulings, self.book.constants) else 0
        radius = self.rulings.collective_fire_radius
        return bits | (RADIUS if radius != "none" and distance <= radius else 0)
