"""A turn of a campaign from above: both sides' stands, lines of flight, what was attacked; rows for `ground_table`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simlab.moments import Drawing
from simlab.systems.command_decision.attack.salvo import Salvo
from simlab.systems.command_decision.attack.weapons import Dropped
from simlab.systems.command_decision.battle.forces import Aircraft
from simlab.systems.command_decision.battle.shapes import SIDES
from simlab.systems.command_decision.rules.strikes import place_along

if TYPE_CHECKING:
    from simlab.systems.command_decision.battle.told import Battle

Thing = dict[str, Any]
LOOKS = ("defender", "attacker")  # blue is drawn as defenders are, red as attackers
RUN_IN = 5.0  # inches of its line of flight that are drawn behind a plane over its point
KEY = (
    "Filled: blue; outlined: red. B, R: stands at one place, left of all there; ×: none left; !: some of them "
    "suppressed. H: helicopters. Arrows: planes and helicopters at what they attacked in this turn. Dashed squares: "
    "areas; rings: stands attacked alone. Scale: inches of the table."
)


class Picture:
    """What the pictures of a battle show; attacks are added as they are made, turn by turn."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.attacks: list[Thing] = []
        self.places: dict[tuple[int, Any], list[int]] = {}
        for stand in battle.forces.stands:
            self.places.setdefault((stand.side, stand.place), []).append(stand.number)

    def attacked(self, aircraft: Aircraft, dropped: Dropped, salvo: Salvo) -> None:
        """Add an attack of this turn."""
        tag, look = self._tag(aircraft), LOOKS[aircraft.side]
        for centre in dict.fromkeys(centre for centre, _ in salvo.areas):
            self.attacks.append({"what": "area", "x": centre[0] / 1000, "y": centre[1] / 1000, "side": look,
                                 "square": dropped.side / 1000, "name": ""})  # fmt: skip
            start = self.battle.fire.place(aircraft, centre)
            if start == centre:
                start = place_along(centre, self.battle.fire.heading(aircraft.side), -RUN_IN)
            self.attacks.append({
                "what": "line", "name": tag, "side": look, "x": start[0] / 1000, "y": start[1] / 1000,
                "to_x": centre[0] / 1000, "to_y": centre[1] / 1000,
            })  # fmt: skip

    def drawing(self) -> Drawing:
        """The table at the end of the turn; the attacks of the turn are then forgotten."""
        battle = self.battle
        low, high = (tuple(n / 1000 for n in corner) for corner in (battle.fire.table.low, battle.fire.table.high))
        things: list[Thing] = [
            {"what": "key", "name": KEY},
            {"what": "table", "x": low[0], "y": low[1], "length": high[0] - low[0], "width": high[1] - low[1]},
        ]
        counts = [0, 0]
        for (side, place), numbers in self.places.items():
            counts[side] += 1
            things += self._stands(f"{SIDES[side][0].upper()}{counts[side]}", side, place, numbers)
        for aircraft, over in zip(battle.forces.aircraft, battle.over.tolist(), strict=True):
            if over:
                at = aircraft.shape.at  # type: ignore[union-attr]
                things.append({"what": "unit", "name": self._tag(aircraft), "side": LOOKS[aircraft.side],
                               "x": float(at[0]), "y": float(at[1])})  # fmt: skip
        things += self.attacks
        flew = {thing["name"] for thing in self.attacks if thing["what"] == "line"}
        flew |= {self._tag(each) for each, over in zip(battle.forces.aircraft, battle.over, strict=True) if over}
        names = [f"{self._tag(each)} {each.name}" for each in battle.forces.aircraft if self._tag(each) in flew]
        things += [{"what": "note", "name": ", ".join(names)}] if names else []
        self.attacks = []
        told = "; ".join(str(thing["name"]) for thing in things if thing["what"] == "note")
        return Drawing("ground_table", things, f"Table at the end of turn {battle.turn}. {told}.")

    def _tag(self, aircraft: Aircraft) -> str:
        """A helicopter or plane by a letter and its number among all of the battle."""
        letter = "H" if aircraft.is_helicopter else "P"
        mine = [each for each in self.battle.forces.aircraft if each.is_helicopter == aircraft.is_helicopter]
        return f"{letter}{mine.index(aircraft) + 1}"

    def _stands(self, tag: str, side: int, place: Any, numbers: list[int]) -> list[Thing]:
        """The stands at one place as one counter, and in words."""
        battle, many = self.battle, len(numbers)
        left = [number for number in numbers if battle.gone[number] == 0]
        pressed = [number for number in left if battle.suppressed[number] == 1]
        names = [battle.forces.stands[number].name for number in numbers]
        who = names[0] if many == 1 else f"{names[0]} to {names[-1]}"
        words = f"{tag} {who}: " + ("lost" if not left else "there" if many == 1 else f"{len(left)} of {many} left")
        words += f", suppressed {len(pressed)}" if pressed and many > 1 else ", suppressed" if pressed else ""
        status = "lost" if not left else "suppressed" if pressed else ""
        shown = tag if many == 1 else f"{tag} {len(left)}/{many}"
        x, y = place[0] / 1000, place[1] / 1000
        return [
            {"what": "unit", "name": shown, "side": LOOKS[side], "x": x, "y": y, "status": status},
            {"what": "note", "name": words},
        ]
