"""The AA step of a strike in words: who shoots at whom and why, every die (2.3.3.1, 3.2; F1, F2)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from simlab.dice import face, upper
from simlab.systems.command_decision.addresses import AIR, CONFIRM, PLACE, SHOT, TARGET
from simlab.systems.command_decision.engagement.words import aim_in_words
from simlab.systems.command_decision.rules.hitting import SAVED, penalty_of, stacked
from simlab.systems.command_decision.rules.strikes import range_to_plane
from simlab.systems.command_decision.rules.telling import ShotSetting, TrialDice, chance_in_words, shot_told
from simlab.systems.command_decision.rulings.strike import AaTargetChoice
from simlab.systems.command_decision.strike.fire import Shot, Wish
from simlab.systems.command_decision.strike.pack import Packed, Packer


class Battery:
    """All systems, firing in order at the flights of a strike."""

    def __init__(self, packer: Packer, packed: Packed, dice: TrialDice, flights: list[Any]) -> None:
        self.packer, self.packed, self.dice, self.flights = packer, packed, dice, flights
        self.defence, self.fired = packer.defence, 0
        self.uses = [packed.uses] * len(flights)
        self.target: Any = None  # of the system that fires now
        self.stopped = self.raw = False
        self.setting = ShotSetting(packed.removal, 0, packed.converted, False)
        entries, shape = packer.shape.system_names(), packer.shape
        self.names = []
        for actor in self.defence.actors:
            name, entry = entries[actor.entry], shape.air_defence[actor.entry]
            if entry.count > 1:
                before = sum(other.entry == actor.entry and other.system < actor.system for other in self._firsts())
                name += f" {before + 1}"
            if entry.guns is not None:
                name += ", missile" if actor.firer.is_missile else ", guns"
            self.names.append(name)
        self.entries = entries
        self.lines: list[str] = []

    def _firsts(self) -> list[Any]:
        """The first actor of each system."""
        return [self.defence.actors[system[0]] for system in self.defence.systems]

    def fire(self) -> list[str]:
        """Every shot of the step, in words."""
        for shot in self.packer.shots:
            if shot.wish is not None:
                self._choose(shot, shot.wish)
            self._shoot(shot)
        return self.lines

    def _available(self, flight: Any) -> bool:
        """May it be shot at: it came, nothing bars it, it is not aborted (but for shots declared together)?"""
        return flight.arrived and not flight.out and not (flight.aborted and self.packed.clears == 1)

    def _sees(self, actor: int, flight: Any) -> bool:
        """Line of sight (ruling los_probability_plane)."""
        if self.packed.sight < 0:
            return True
        place = self.dice.rolled(1, AIR, actor, PLACE, flight.plane.number)
        return bool(upper(place.word) < self.packed.sight)

    def _choose(self, shot: Shot, wish: Wish) -> None:
        """The target of a system: the plane it likes best, chance among equals (ruling aa_target_choice)."""
        likings = {}
        for flight in self.flights:
            if not self._available(flight) or (shot.free and self.raw and flight is self.target):
                continue
            if not any(self._engages(actor, shot, flight) for actor in wish.actors):
                continue
            liking = self.defence.priority(wish, flight.plane, flight.seen, self._worth(flight))
            if liking is not None:
                likings[flight.plane.number] = liking
        self.stopped = self.raw = False
        self.target = None
        name = self.names[shot.actor]
        if not likings:
            unseen = [
                f"{flight.plane.name} ({self._sight_words(shot.actor, flight)})"
                for flight in self.flights if self._available(flight) and not self._sees(shot.actor, flight)
            ]  # fmt: skip
            self.lines.append(f"{name}: no target" + (f"; no line of sight to {', '.join(unseen)}" if unseen else ""))
            return
        best = max(likings.values())
        equals = [number for number, liking in likings.items() if liking == best]
        words = f"{name} takes {{}} (ruling aa_target_choice)"
        chosen = equals[0]
        if len(equals) > 1:
            tie = self.dice.rolled(1, AIR, shot.tie[0], TARGET, shot.tie[1])
            die = int(face(upper(tie.word), len(equals)))
            chosen = equals[die - 1]
            words += f", die {die} of {len(equals)} equals {tie.at}"
        self.target = self.flights[chosen]
        self.lines.append(words.format(self.target.plane.name))
        for actor in wish.actors:
            self.lines.append(f"  {self._aim(actor)}")

    def _engages(self, actor: int, shot: Shot, flight: Any) -> bool:
        """May this half shoot at it, and does it see it?"""
        draw = shot.draw._replace(actor=actor)
        return self.defence.drawn(draw, flight.plane, flight.seen) is not None and self._sees(actor, flight)

    def _worth(self, flight: Any) -> Fraction:
        """Enemy stands that its attack is expected to eliminate, where the choice asks for them."""
        if self.packer.rulings.aa_target_choice != AaTargetChoice.ATTACKER_WORST_CASE:
            return Fraction(0)
        losses = self.packer.attacks.losses(flight.plane.shape, flight.seen.point, flight.seen.choice == 0)
        return losses.enemy

    def _aim(self, number: int) -> str:
        """Range, modifiers and faces of an actor at the target."""
        packer, actor, flight = self.packer, self.defence.actors[number], self.target
        distance = range_to_plane(actor.place, flight.seen.place, flight.seen.point, packer.rulings)
        words = aim_in_words(
            packer.book, actor.firer, flight.plane.target, packer.rulings, distance, self.defence.visual
        )
        barred = self.defence.card(actor, flight.plane, flight.seen) is None
        if barred and "may not fire" not in words:
            words = f"{distance:.4g} in: may not fire, the plane is not in its arc (3.2.3j, 3.2.3k)"
        return f"{self.names[number]}: {words}"

    def _sight_words(self, actor: int, flight: Any) -> str:
        place = self.dice.rolled(1, AIR, actor, PLACE, flight.plane.number)
        return f"{chance_in_words(upper(place.word), self.packed.sight)} {place.at}"

    def _shoot(self, shot: Shot) -> None:
        """One shot at the target of its system."""
        flight, name = self.target, f"  {self.names[shot.actor]}, shot {shot.nth + 1}"
        if flight is None or self.stopped or not self._available(flight):
            return
        card = self.defence.drawn(shot.draw, flight.plane, flight.seen)
        if card is None:
            return
        if not self._sees(shot.actor, flight):
            self.lines.append(f"{name}: no line of sight ({self._sight_words(shot.actor, flight)})")
            return
        if shot.silent and self.raw:
            self.lines.append(f"{name}: silent, an abort of the missile was saved (3.2.7b)")
            return
        self.fired += 1
        if flight.aborted:
            self.lines.append(f"{name}: wasted, {flight.plane.name} is aborted already (ruling aa_shot_order)")
            return
        number = flight.plane.number
        rolled = self.dice.rolled(1, AIR, shot.actor, SHOT, shot.nth)
        more = self.dice.rolled(1, AIR, shot.actor, CONFIRM, shot.nth)
        done = shot_told(card, rolled, more, self.setting, self.uses[number] != 0)
        self.uses[number] -= int(done.saves and self.uses[number] > 0)
        words = f"{name} at {flight.plane.name}: {done.words}"
        if done.result > SAVED:
            flight.aborted = "sent_home" if done.result == SAVED + 1 else "lost"
            flight.by = self.entries[shot.entry]
            self.stopped = shot.in_combination
        else:
            self.raw = self.raw or done.result == SAVED
            flight.total, before = int(stacked(flight.total, penalty_of(done.result, self.packed.converted),
                                               self.packed.stacking)), flight.total  # fmt: skip
            words += f"; total -{flight.total}" if flight.total != before else ""
        self.lines.append(words)
