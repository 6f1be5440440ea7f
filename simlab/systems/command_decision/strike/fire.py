"""Who may shoot at which plane, with which card and how willingly; the shots of the AA step in order (3.2, F1, F2)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from simlab.errors import ScenarioError
from simlab.systems.command_decision.rules.air_defence import Firer, Target, arc_allows
from simlab.systems.command_decision.rules.geometry import Point, point_at
from simlab.systems.command_decision.rules.hitting import (
    ABORT,
    FORCED_BACK,
    SAVED,
    ShotCard,
    shot_effect,
    shot_result,
)
from simlab.systems.command_decision.rules.strikes import bearing_of, range_to_plane
from simlab.systems.command_decision.rulings import ComboOrder, ComboTrigger
from simlab.systems.command_decision.rulings.strike import (
    AaGunSplitFire,
    AaMandatoryFire,
    AaTargetChoice,
    ComboGunFreeTarget,
)
from simlab.systems.command_decision.stands import Book
from simlab.systems.command_decision.strike.places import Plane, Site
from simlab.systems.command_decision.strike.shapes import StrikeShape
from simlab.systems.command_decision.strike.state import ABORTS, FAILED_SAVE

MOST_SHOTS = 63  # of one actor
IN_ARC = ("TCIR", "IAIR")


class Actor(NamedTuple):
    """An AA system, or a half of a combination. system, entry: its place among systems and in the file."""

    number: int
    firer: Firer
    place: Point
    system: int
    entry: int

    @property
    def rof(self) -> int:
        """Its shots in the AA step."""
        return int(self.firer.row.rof)


class Wish(NamedTuple):
    """How a choice of target ranks planes.

    actors: those who may engage (two halves of a combination, or one); primary_only: only planes at their primary point
    are looked at, since the shot is not mandatory (ruling aa_mandatory_fire).
    """

    actors: tuple[int, ...]
    primary_only: bool


class Draw(NamedTuple):
    """Which card a shot has: that of an actor, or none at planes that are not at their primary point."""

    actor: int
    primary_only: bool


class Shot(NamedTuple):
    """A shot of the AA step.

    draw: its card; wish: how its target is chosen, None: that of the shot before; tie: (actor, nth) of TARGET; silent:
    not fired at a target whose abort by the missile was saved; free: not at that plane, when it chooses anew.
    """

    actor: int
    nth: int
    draw: Draw
    wish: Wish | None
    tie: tuple[int, int]
    in_combination: bool
    silent: bool
    free: bool
    entry: int


@lru_cache(maxsize=4096)
def hand_results(card: ShotCard) -> tuple[int, ...]:
    """What each hand of AA die, save die and re-roll die does, in the order in which they are read from a hand.

    0 nothing, 1..3 a penalty, SAVED, ABORTS (no save was rolled), FAILED_SAVE.
    """
    results = []
    for aa_die in range(1, 11):
        for save_die in range(1, 11):
            for again_die in range(1, card.again_sides + 1):
                effect = shot_effect(aa_die, again_die, card.first, card.second)
                result = shot_result(effect, save_die, card.save_to, 0, 0)
                if result == FORCED_BACK:
                    result = FAILED_SAVE if effect == ABORT and card.save_to > 0 else ABORTS
                results.append(int(result))
    return tuple(results)


@lru_cache(maxsize=4096)
def abort_chance(card: ShotCard) -> Fraction:
    """Chance that one shot aborts a plane, countermeasures being at hand (3.2.4b, 3.2.6.2)."""
    results = hand_results(card)
    failed = Fraction(results.count(FAILED_SAVE) * (10 - card.second_save_to), 10)
    return (results.count(ABORTS) + failed) / len(results)


class Defence:
    """The air defence of a scenario."""

    def __init__(self, shape: StrikeShape, rulings: Any, book: Book, where: str) -> None:
        self.rulings, self.book, self.visual = rulings, book, shape.visibility == "clear"
        self.actors: list[Actor] = []
        self.systems: list[tuple[int, ...]] = []
        for entry, system in enumerate(shape.air_defence):
            here = f"{where}, air_defence[{entry}]"
            halves = [book.firer(system, f"{here}.unit")]
            if system.guns is not None:
                halves.append(book.firer(system.model_copy(update={"unit": system.guns}), f"{here}.guns"))
                if halves[1].is_missile or not halves[0].is_missile:
                    raise ScenarioError(f"{here}.guns: a combination is a missile as unit with a gun as guns (3.2.7)")
            for _ in range(system.count):
                first = len(self.actors)
                for half in halves:
                    place = point_at(system.at)
                    self.actors.append(Actor(len(self.actors), half, place, len(self.systems), entry))
                self.systems.append(tuple(range(first, len(self.actors))))
        self._known: dict[Any, ShotCard | None] = {}

    def _card_anywhere(self, actor: Actor, target: Target, distance: float) -> ShotCard | None:
        """The card of a shot at this range, whatever the arc; None where it may not fire (F1)."""
        key = (actor.entry, actor.firer.is_missile, target, distance)
        if key not in self._known:
            self._known[key] = self.book.shot_at(actor.firer, target, self.rulings, distance, self.visual)
        return self._known[key]

    def card(self, actor: Actor, plane: Plane, site: Site) -> ShotCard | None:
        """The card of a shot at a plane at this site, with range and bearing of the table (3.2.3i-k, 2.3.5.1b)."""
        guidance = actor.firer.row.guidance
        limited = actor.firer.is_missile and guidance in IN_ARC
        if limited and not arc_allows(guidance, bearing_of(site.place, site.heading, actor.place)):
            return None
        distance = range_to_plane(actor.place, site.place, site.point, self.rulings)
        return self._card_anywhere(actor, plane.target, distance)

    def drawn(self, draw: Draw, plane: Plane, site: Site) -> ShotCard | None:
        """The card of a shot at a plane at this site; a shot that is not mandatory is saved for primary points."""
        return None if draw.primary_only and site.choice > 0 else self.card(self.actors[draw.actor], plane, site)

    def danger(self, plane: Plane, site: Site) -> list[tuple[Point, Fraction]]:
        """Place of each actor that an arc limits, and its chance to abort the plane at this site were it in its arc."""
        found = []
        for actor in self.actors:
            if actor.firer.is_missile and actor.firer.row.guidance in IN_ARC:
                distance = range_to_plane(actor.place, site.place, site.point, self.rulings)
                card = self._card_anywhere(actor, plane.target, distance)
                found.append((actor.place, Fraction(0) if card is None else abort_chance(card)))
        return found

    def priority(self, wish: Wish, plane: Plane, site: Site, worth: Fraction) -> Fraction | None:
        """How much a choice likes a plane at this site (ruling aa_target_choice); None where it cannot engage it.

        worth: enemy stands that its attack is expected to eliminate.
        """
        cards = [self.card(self.actors[number], plane, site) for number in wish.actors]
        if all(card is None for card in cards) or (wish.primary_only and site.choice > 0):
            return None
        choice = self.rulings.aa_target_choice
        if choice == AaTargetChoice.NEAREST:
            place = self.actors[wish.actors[0]].place
            return -Fraction(range_to_plane(place, site.place, site.point, self.rulings))
        if choice == AaTargetChoice.HIGHEST_VALUE:
            return Fraction(plane.shape.value)
        if choice == AaTargetChoice.RANDOM:
            return Fraction(1)
        spared = Fraction(1)
        for card in cards:
            spared *= 1 if card is None else 1 - abort_chance(card)
        return (1 - spared) * (worth if choice == AaTargetChoice.ATTACKER_WORST_CASE else 1)

    def shots(self) -> list[Shot]:
        """The shots of all systems in order."""
        found: list[Shot] = []
        for system in self.systems:
            found += self._engagement(system) if len(system) == 2 else self._series(system[0])
        return found

    def _mandatory(self, shot: int) -> bool:
        """Must this point of ROF be used (2.3.3.1a, 2.3.3.1b)?"""
        rule = self.rulings.aa_mandatory_fire
        return bool(rule == AaMandatoryFire.ALL_ROF or (rule == AaMandatoryFire.AT_LEAST_ONE and shot == 0))

    def _series(self, number: int) -> list[Shot]:
        """The shots of one system; a gun engages a single target (3.2.5a, ruling aa_gun_split_fire)."""
        actor = self.actors[number]
        sticks = not actor.firer.is_missile and self.rulings.aa_gun_split_fire == AaGunSplitFire.NO
        return [
            Shot(number, nth, Draw(number, not self._mandatory(nth)),
                 None if sticks and nth else Wish((number,), not self._mandatory(nth)), (number, nth),
                 False, False, False, actor.entry)
            for nth in range(actor.rof)
        ]  # fmt: skip

    def _engagement(self, system: Sequence[int]) -> list[Shot]:
        """The engagement of a gun-missile combination (3.2.7a, 3.2.7b)."""
        missile, gun = system
        rulings, optional = self.rulings, not self._mandatory(0)
        blocks = rulings.combo_trigger == ComboTrigger.RAW_ABORT_BLOCKS_GUNS
        missile_first = rulings.combo_order == ComboOrder.SAM_THEN_GUN or (
            rulings.combo_order == ComboOrder.OWNER_BEST and not blocks
        )
        free = missile_first and rulings.combo_gun_free_target == ComboGunFreeTarget.ANY_TARGET
        shots: list[Shot] = []
        for half in (missile, gun) if missile_first else (gun, missile):
            actor = self.actors[half]
            for nth in range(actor.rof):
                wish, tie = None, (missile, 0)
                if not shots:
                    wish = Wish((missile, gun), optional)
                elif free and half == gun and nth == 0:
                    wish, tie = Wish((gun,), optional), (gun, 0)
                silent = half == gun and missile_first and blocks and not free
                excluded = wish is not None and wish.actors == (gun,) and blocks
                shots.append(Shot(half, nth, Draw(half, optional), wish, tie, True, silent, excluded, actor.entry))
        return shots


assert (SAVED, ABORTS) == (4, 5)
