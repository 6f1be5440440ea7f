"""One sortie as pictures: the Radar Map and the table on the ground at the end of each turn (AS-4.1, G-1)."""

from __future__ import annotations

import math
from typing import Any

from simlab.catalog import Catalog
from simlab.contract import Rulings
from simlab.moments import Drawing, Moment
from simlab.systems.alpha_strike.attack.areas import landings
from simlab.systems.alpha_strike.attack.run.pack import names_in
from simlab.systems.alpha_strike.mission.sortie.columns import BOMBS, G_SIDE, NAME, SIDE, ZONE
from simlab.systems.alpha_strike.mission.sortie.events import BOMB, EVENTS
from simlab.systems.alpha_strike.mission.sortie.pack import Packed, force_of
from simlab.systems.alpha_strike.mission.sortie.plans import AIM, KIND, KINDS, Ground
from simlab.systems.alpha_strike.mission.sortie.plans import LINE as LINE_OF_PLAN
from simlab.systems.alpha_strike.mission.sortie.plans import SIDE as SIDE_OF_PLAN
from simlab.systems.alpha_strike.mission.sortie.state import AT, CONDITION, DROPPED, ENGAGED, LINE, PLAN
from simlab.systems.alpha_strike.mission.sortie.told import Turn, told_by_turn
from simlab.systems.alpha_strike.rules.condition import BYTE, CAUSE, LEFT, STRUCTURE, THREE, part
from simlab.systems.alpha_strike.rules.fighting_card import ARMOR_POINTS, STRUCTURE_POINTS
from simlab.systems.alpha_strike.rules.geometry import INCH, Number, Point
from simlab.systems.alpha_strike.rules.scatter import radius_in

Thing = dict[str, Any]
SIDES = ("attacker", "defender")
LETTERS = "ABCDEFGHIJKLMNOP"


class Watcher:
    """What the pictures of a sortie show: aircraft by number, ground units by letter."""

    def __init__(self, shape: Any, rulings: Rulings, catalog: Catalog, where: str, packed: Packed) -> None:
        self.packed, self.shape = packed, shape
        self.names = names_in(packed.cards[:, NAME:])
        self.planes = packed.aircraft.shape[0]
        self.zones = catalog.rows("zones")
        force = force_of(shape, rulings, catalog, where)
        self.lines, self.rulings = force.lines, rulings
        self.bombs = [catalog.row("bombs", key, "bombs") for key in force.types]
        self.seen = [Ground(side, shape.ground, rulings, catalog, where) for side in range(len(SIDES))]
        self.tags = [str(n + 1) for n in range(self.planes)] + list(LETTERS[: len(shape.ground)])
        self.at = packed.aircraft[:, ZONE].tolist()

    def moment(self, turn: Turn) -> Moment:
        """The two pictures of a turn."""
        title = f"Turn {turn.number}"
        radar, ground = self.radar(turn), self.ground(turn)
        self.at = turn.state.plane[:, AT].tolist()
        return Moment(title, turn.lines, [
            Drawing("radar_map", radar, f"Radar Map at the end of turn {turn.number}. {self._said(radar)}"),
            Drawing("ground_table", ground, f"Table at the end of turn {turn.number}. {self._said(ground)}"),
        ])  # fmt: skip

    def radar(self, turn: Turn) -> list[Thing]:
        """Zones, aircraft where they are, the way they came, who is engaged: rows for `plots.radar_map`."""
        rings = [zone.ring for zone in self.zones]
        things: list[Thing] = [
            {"what": "zone", "zone": zone.zone, "ring": zone.distance_to_central,
             "place": rings[:number].count(zone.ring), "of": rings.count(zone.ring)}
            for number, zone in enumerate(self.zones)
        ]  # fmt: skip
        for plane in range(self.planes):
            here, before = int(turn.state.plane[plane, AT]), self.at[plane]
            side, status = SIDES[self.packed.aircraft[plane, SIDE]], self._status(turn, plane)
            if here != before:
                things.append(
                    {"what": "move", "zone": self.zones[before].zone, "to": self.zones[here].zone, "side": side}
                )
            if status != "left":
                things.append({"what": "counter", "zone": self.zones[here].zone, "name": self.tags[plane], "side": side,
                               "status": status})  # fmt: skip
        notes = [self._about(turn, plane) for plane in range(self.planes)]
        pairs = [
            f"{self.tags[one]} with {self.tags[other]}"
            for one in range(self.planes)
            for other in range(self.planes)
            if turn.state.pair[one, other, ENGAGED] == 1
        ]
        notes += [f"engaged: {', '.join(pairs)}"] if pairs else []
        return [*things, *({"what": "note", "name": note} for note in notes)]

    def ground(self, turn: Turn) -> list[Thing]:
        """Ground units, the lines that aircraft chose to fly, where bombs came down: rows for `plots.ground_table`."""
        wide, deep = self.shape.game.table
        things: list[Thing] = [{"what": "table", "x": 0.0, "y": 0.0, "length": float(wide), "width": float(deep)}]
        for plane in range(self.planes):
            number, plan = int(turn.state.plane[plane, LINE]), int(turn.state.plane[plane, PLAN])
            if number >= 0 and plan >= 0:
                path = self.lines[number].path
                (x, y), length = path.entry, (path.length or 0) / INCH
                angle = math.radians(path.heading)
                things.append({
                    "what": "line", "name": self.tags[plane], "side": SIDES[self.packed.aircraft[plane, SIDE]],
                    "x": x, "y": y, "to_x": x + length * math.sin(angle), "to_y": y + length * math.cos(angle),
                })  # fmt: skip
        for number, one in enumerate(self.shape.ground):
            unit = self.planes + number
            things.append({
                "what": "unit", "name": self.tags[unit], "side": SIDES[self.packed.ground[number, G_SIDE]],
                "x": float(one.at[0]), "y": float(one.at[1]), "size": float(one.base_radius),
                "status": self._status(turn, unit),
            })  # fmt: skip
        things += self._impacts(turn)
        notes = [self._about(turn, unit) for unit in range(self.planes, len(self.names))]
        chosen = {plane: int(turn.state.plane[plane, PLAN]) for plane in range(self.planes)}
        plans = {plane: self.packed.plans[plan] for plane, plan in chosen.items() if plan >= 0}
        notes += [
            f"{self.tags[plane]} chose to {KINDS[plan[KIND]]} at {self.tags[self.planes + int(plan[AIM])]}"
            for plane, plan in plans.items()
        ]
        return [*things, *({"what": "note", "name": note} for note in notes)]

    def _impacts(self, turn: Turn) -> list[Thing]:
        """Where the bombs of a turn were aimed and where they came down (AS-7.3 to AS-7.8, AS-9.4)."""
        found: list[Thing] = []
        for row in turn.state.log[: turn.state.game[EVENTS]].tolist():
            if row[0] != BOMB:
                continue
            _, plane, bomb, type_, *_, place = row
            plan = self.packed.plans[int(turn.state.plane[plane, PLAN])].tolist()
            path, kind = self.lines[plan[LINE_OF_PLAN]].path, KINDS[plan[KIND]]
            ground = self.seen[plan[SIDE_OF_PLAN]]
            inch = ground.constants["poi_spacing_in"] * bomb if kind == "altitude" else 0
            target = ground.on(self.lines[plan[LINE_OF_PLAN]])[plan[AIM]].place.s.a
            point = Point(Number(target + round(inch * INCH)), Number(0))
            step = round(ground.constants["scatter_step_in"] * INCH)
            impact = landings(point, kind, self.packed.steps, step, path, self.rulings)[place]
            aimed, at = path.on_table(point), (None, None) if impact is None else path.on_table(impact)
            found.append({
                "what": "impact", "name": f"{self.tags[plane]}:{bomb + 1}", "x": at[0], "y": at[1],
                "side": SIDES[self.packed.aircraft[plane, SIDE]], "from_x": aimed[0], "from_y": aimed[1],
                "size": float(radius_in(self.bombs[type_], self.rulings)),
            })  # fmt: skip
        return found

    def _status(self, turn: Turn, unit: int) -> str:
        cause = part(int(turn.state.unit[unit, CONDITION]), CAUSE, THREE)
        return "" if cause == 0 else "left" if cause == LEFT else "lost"

    def _about(self, turn: Turn, unit: int) -> str:
        """A unit in words: its tag, name, what is left of it."""
        status, words = self._status(turn, unit), f"{self.tags[unit]} {self.names[unit]}"
        if status:
            return f"{words}: {'has left' if status == 'left' else 'lost'}"
        condition, card = int(turn.state.unit[unit, CONDITION]), self.packed.cards[unit]
        words += f": armor {part(condition, 0, BYTE)} of {card[ARMOR_POINTS]}"
        words += f", structure {part(condition, STRUCTURE, BYTE)} of {card[STRUCTURE_POINTS]}"
        if unit < self.planes and (loaded := int(self.packed.aircraft[unit, BOMBS])):
            words += f", bombs {loaded - int(turn.state.plane[unit, DROPPED])} of {loaded}"
        return words

    @staticmethod
    def _said(things: list[Thing]) -> str:
        return "; ".join(str(thing["name"]) for thing in things if thing["what"] == "note") + "."


def moments_of(
    shape: Any, rulings: Rulings, catalog: Catalog, where: str, packed: Packed, key: int, trial: int
) -> list[Moment]:
    """One trial as pictures, turn by turn (`Kind.moments`)."""
    watcher = Watcher(shape, rulings, catalog, where, packed)
    return [watcher.moment(turn) for turn in told_by_turn(packed, key, trial)]
