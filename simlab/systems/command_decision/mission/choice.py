"""How each system engages the helicopter: air shot, ground factors, both or not at all (3.2.3c, F4 "act").

The choice is the firing player's and is made from what he can see beforehand, so it is worked out while packing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simlab.exact import enumerate_law
from simlab.systems.command_decision.addresses import OPPORTUNITY
from simlab.systems.command_decision.rules.air_defence import Target, can_reach, in_reach
from simlab.systems.command_decision.rules.helicopters import ground_card
from simlab.systems.command_decision.rules.hitting import ShotCard, removal_threshold, shot_card, split_first
from simlab.systems.command_decision.rules.rolling import roll_air_shot, roll_ground_shot
from simlab.systems.command_decision.rules.state import FORCED_BACK, REMOVED, SAVED
from simlab.systems.command_decision.rulings import ComboTrigger, GroundVsAirChoice
from simlab.systems.command_decision.stands import Book, may_fire

if TYPE_CHECKING:
    from simlab.systems.command_decision.mission.acts import Actor


@dataclass(frozen=True)
class Method:
    """One way to engage: an air shot with its card, or a ground shot with its two cards."""

    card: ShotCard | None
    ground: tuple[int, int]
    rounds: int
    partner: int | None = None  # the other half of a combination
    raw_blocks: bool = False  # a saved abort of the missile keeps these guns silent (ruling combo_trigger)

    def dice(self) -> dict[str, int]:
        """The columns of an act that its dice need."""
        if self.card is not None:
            return self.card._asdict()
        return {"first": self.ground[0], "second": self.ground[1], "by_ground": 1}


class Methods:
    """Asks the rules for every actor: does it spot, is it in range, how does it engage?"""

    def __init__(self, book: Book, rulings: Any, visual: bool, quality: str, actors: list[Actor]) -> None:
        self.book, self.rulings, self.visual = book, rulings, visual
        self.result = book.catalog.row("hit_results", quality, "helicopter.crew_quality")
        self.weapons = {row.weapon: row for row in book.catalog.rows("ground_vs_chopper")}
        self.armour = next(row.flank for row in book.catalog.rows("armour") if row.afv == "weak")
        self.ground_weapons = {actor.number for actor in actors if actor.firer is None}

    def is_ground_weapon(self, actor: int) -> bool:
        """True for entries of [[ground_fire]]."""
        return actor in self.ground_weapons

    def spots(self, actor: Actor, target: Target) -> bool:
        """Given line of sight, does it spot the helicopter (3.2.1)?"""
        if actor.firer is not None:
            return self.book.spots(actor.firer, target, self.rulings, actor.distance, self.visual)
        return self.visual and self.book.sees(actor.weapon.suppressed, target, self.rulings, actor.distance)

    def in_range(self, actor: Actor, target: Target, slow: bool) -> bool:
        """Is it within range limits and ratings, terrain, suppression and visibility apart?"""
        if actor.firer is None:
            return self._ground_reach(actor, slow)
        if in_reach(actor.firer, target, self.rulings, actor.distance) is not None:
            return True
        return self._ground_reach(actor, slow)

    def _ground_reach(self, actor: Actor, slow: bool) -> bool:
        if not slow:
            return False
        if actor.firer is None:
            return can_reach(actor.distance, actor.weapon.reach_in, self.rulings)
        if actor.firer.is_missile or not actor.ground_role:
            return False
        return can_reach(actor.distance, actor.firer.manual_range_in, self.rulings)

    def of(self, actor: Actor, target: Target, slow: bool, window: int) -> list[Method]:
        """The shots it takes in a window at this target, an empty list for none."""
        ground = self._ground_method(actor) if self._ground_reach(actor, slow) else None
        if actor.firer is None:
            return [ground] if ground else []
        air = self._air_method(actor, target)
        chosen = self._choose(air, ground, target)
        extra = int(self.rulings.aa_opportunity_bonus) if window == OPPORTUNITY else 0
        is_gun = not actor.firer.is_missile
        raw_blocks = is_gun and self.rulings.combo_trigger == ComboTrigger.RAW_ABORT_BLOCKS_GUNS
        rounds = actor.firer.row.rof + extra
        return [Method(method.card, method.ground, rounds, actor.partner, raw_blocks) for method in chosen]

    def _air_method(self, actor: Actor, target: Target) -> Method | None:
        firer = actor.firer
        if firer is None or not may_fire(firer, self.rulings):
            return None
        shot = in_reach(firer, target, self.rulings, actor.distance, self.visual)
        if shot is None:
            return None
        return Method(shot_card(firer, target, shot, self.rulings, self.book.constants), (0, 0), firer.row.rof)

    def _ground_method(self, actor: Actor) -> Method:
        """Ground factors: those of its weapon, or `aa_gun` for AA (part D9); suppressed firers are 2 worse (D10)."""
        weapon = self.weapons["aa_gun"] if actor.firer is not None else actor.weapon.row
        suppressed = actor.firer.suppressed if actor.firer is not None else actor.weapon.suppressed
        change = int(self.book.base["suppressed_fire_modifier"]) if suppressed else 0
        ap_base = int(self.book.base["ap_base"])
        card = ground_card(
            weapon.hit_number + change, weapon.armour_piercing, self.result, self.rulings, ap_base, self.armour
        )
        return Method(None, card, 1)

    def _choose(self, air: Method | None, ground: Method | None, target: Target) -> list[Method]:
        """The better of the two, or both (ruling ground_vs_air_choice)."""
        both = [method for method in (air, ground) if method is not None]
        if len(both) < 2 or self.rulings.ground_vs_air_choice == GroundVsAirChoice.BOTH_METHODS:
            return both
        if self.rulings.ground_vs_air_choice == GroundVsAirChoice.FIRER_BEST_REMOVAL:
            values = [self.chance(method, target, {REMOVED}) for method in both]
        else:
            values = [1 - self.chance(method, target, {0}) for method in both]
        return [both[1]] if values[1] > values[0] else [both[0]]

    def chance(self, method: Method, target: Target, results: set[int]) -> Any:
        """Chance of one of these results in one shot (rational; countermeasures unlimited)."""
        if method.card is None:
            law = enumerate_law(lambda roll: roll_ground_shot(*method.ground, roll))
        else:
            card = method.card
            removal, first = removal_threshold(target, self.rulings), split_first(target, self.rulings)
            law = enumerate_law(lambda roll: roll_air_shot(card, removal, first, True, roll)[1])
        return sum((p for result, p in law.items() if result in results), 0)

    def could_be_blocked(self, missile: Actor, gun: Actor, target: Target, slow: bool, window: int) -> bool:
        """Would the guns lose a chance of an abort by following the missile?

        Rulings combo_order = owner_best and combo_trigger. A combination's chance of an abort is a + b - ab in either
        order; it is less with the missile first just when a saved abort of the missile can silence guns that can abort.
        """
        first = self._air_method(missile, target)
        if first is None or self.rulings.combo_trigger != ComboTrigger.RAW_ABORT_BLOCKS_GUNS:
            return False
        down = {FORCED_BACK, REMOVED}
        guns = any(self.chance(method, target, down) > 0 for method in self.of(gun, target, slow, window))
        return bool(guns and self.chance(first, target, {SAVED}) > 0)
