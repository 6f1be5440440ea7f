"""A strike from above: stands, air defence, planes on their headings, areas; rows for `plots.ground_table`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simlab.moments import Drawing
from simlab.systems.command_decision.attack.salvo import Salvo
from simlab.systems.command_decision.attack.scene import Thing, attacked, key_thing, stand_things
from simlab.systems.command_decision.attack.weapons import Dropped
from simlab.systems.command_decision.rules.strikes import place_along
from simlab.systems.command_decision.strike.pack import Packer

ATTACKS = "Attacks"  # the moment in which planes attack
RUN_IN = 5.0  # inches of its line of flight that are drawn behind a plane over its point


class Picture:
    """What the pictures of a strike show; attacks are added as they are made."""

    def __init__(self, packer: Packer) -> None:
        self.packer = packer
        self.areas: list[Thing] = []

    def attacked(self, flight: Any, dropped: Dropped, salvo: Salvo) -> None:
        """Add an attack."""
        self.areas += attacked(dropped, salvo, "own", f"P{flight.plane.number + 1}:")

    def drawing(self, title: str, flights: Sequence[Any], worst: Sequence[int]) -> Drawing:
        """How it stands now."""
        packer, shape = self.packer, self.packer.shape
        low, high = (tuple(n / 1000 for n in corner) for corner in (packer.places.table.low, packer.places.table.high))
        things: list[Thing] = [
            key_thing(),
            {"what": "table", "x": low[0], "y": low[1], "length": high[0] - low[0], "width": high[1] - low[1]},
        ]
        stands = stand_things(shape.stand, packer.attacks.names, worst)
        things += [thing for thing in stands if thing["what"] == "unit"]
        for number, (system, name) in enumerate(zip(shape.air_defence, shape.system_names(), strict=True), start=1):
            things.append(
                {"what": "unit", "name": f"A{number}", "side": "defender", "x": float(system.at[0]),
                 "y": float(system.at[1])}
            )  # fmt: skip
            many = f", {system.count} of them" if system.count > 1 else ""
            things.append({"what": "note", "name": f"A{number} {name}{many}"})
        for flight in flights:
            things += self._flight(flight, title == ATTACKS)
        things += [*self.areas, *(thing for thing in stands if thing["what"] == "note")]
        told = "; ".join(str(thing["name"]) for thing in things if thing["what"] == "note")
        return Drawing("ground_table", things, f"{title}, the table from above. {told}.")

    def _flight(self, flight: Any, attacked: bool) -> list[Thing]:
        """A plane: the line it flies to its point, and in words how it fares."""
        tag = f"P{flight.plane.number + 1}"
        fate = flight.fate.replace("_", " ")
        if flight.attacks:
            where = "its alternative point" if flight.choice else "its primary point"
            fate = f"{'attacks' if attacked else 'flies to'} {where}"
        note = f"{tag} {flight.plane.name}: {fate}"
        if flight.aborted:
            note += f" by {flight.by}"
        found: list[Thing] = [{"what": "note", "name": note}]
        site = flight.final
        if flight.arrived and site is not None:
            start = site.place
            if start == site.point:
                start = place_along(site.point, site.heading, -RUN_IN)
            found.append({
                "what": "line", "name": ("× " if flight.aborted else "") + tag, "side": "attacker",
                "x": start[0] / 1000, "y": start[1] / 1000, "to_x": site.point[0] / 1000, "to_y": site.point[1] / 1000,
            })  # fmt: skip
        return found
