"""One trial of a `strike` told die by die, on the dice that the kernel reads: arrival, air defence, attacks, morale."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from simlab.catalog import Catalog
from simlab.contract import Rulings
from simlab.dice import face, lower, rest, upper
from simlab.moments import Moment
from simlab.systems.command_decision.addresses import AIR, ARRIVE, ATTACK, COLLECTIVE, END, MARK, MORALE
from simlab.systems.command_decision.attack.words import OnTheGround, layout_in_words, struck_by, totals_of
from simlab.systems.command_decision.rules.attacks import ELIMINATED, FORCED_BACK, RESULTS, SUPPRESSED
from simlab.systems.command_decision.rules.geometry import point_at
from simlab.systems.command_decision.rules.hitting import effect_of, stacked
from simlab.systems.command_decision.rules.strikes import HEADINGS
from simlab.systems.command_decision.rules.telling import (
    WHERE_DICE_LIE,
    Told,
    TrialDice,
    chance_in_words,
    collective_in_words,
    inches,
)
from simlab.systems.command_decision.rulings.strike import SelectionBeforeAa
from simlab.systems.command_decision.strike.attacks import impacts_of
from simlab.systems.command_decision.strike.classes import ALTERNATIVES
from simlab.systems.command_decision.strike.kernel import ARRIVES, FELT, GUNS_FELT, MARKED, UNMARKED
from simlab.systems.command_decision.strike.pack import NO_MARKING, Packed, Packer
from simlab.systems.command_decision.strike.places import Plane, Site
from simlab.systems.command_decision.strike.rows import SUMS
from simlab.systems.command_decision.strike.scene import ATTACKS, Picture
from simlab.systems.command_decision.strike.shapes import MOST_PLANES
from simlab.systems.command_decision.strike.told_fire import Battery

MORALES = ("good", "shaken", "demoralised")
Records = dict[str, list[tuple]]
LOAD_TURN, STRAFE_TURN = 2, 2 + MOST_PLANES  # turns that hold the dice of the attacks of plane 0


def moments_of(
    shape: Any, rulings: Rulings, catalog: Catalog, where: str, packed: Packed, key: int, trial: int
) -> list[Moment]:
    """The parts of a strike turn as moments (`Kind.moments`)."""
    return told(shape, rulings, catalog, where, packed, key, trial).moments


def told(shape: Any, rulings: Rulings, catalog: Catalog, where: str, packed: Packed, key: int, trial: int) -> Told:
    """A strike turn in its parts, and what it counts."""
    return Teller(Packer(shape, rulings, catalog, where), packed, TrialDice(key, trial)).told()


@dataclass
class Flight:
    """A plane in the turn. choice: of its points; seen, final: its site for AA and for its attack; near: checks."""

    plane: Plane
    arrived: bool = False
    choice: int = 0
    seen: Site | None = None
    final: Site | None = None
    out: bool = False  # blocked before AA fires
    blocked: bool = False
    total: int = 0
    aborted: str = ""  # sent_home or lost
    by: str = "nobody"
    carried: int = 0
    near: int = 0
    touches_own: bool = False

    @property
    def attacks(self) -> bool:
        """Does it make its attack?"""
        return self.arrived and not self.blocked and not self.aborted

    @property
    def fate(self) -> str:
        """What becomes of it, as counted."""
        if not self.arrived:
            return "not_arrived"
        if self.aborted:
            return self.aborted
        if self.blocked:
            return "blocked"
        return "attacks_alternative" if self.choice else "attacks_primary"


class Teller:
    """Plays a strike turn in plain steps and writes each down."""

    def __init__(self, packer: Packer, packed: Packed, dice: TrialDice) -> None:
        self.packer, self.packed, self.dice = packer, packed, dice
        self.flights = [Flight(plane) for plane in packer.planes]
        self.stands, self.names = packer.attacks.stands, packer.attacks.names
        self.ground = OnTheGround(self.names, packer.attacks.grounds, packer.rulings, packer.attacks.rules)
        self.worst, self.hits = [0] * len(self.stands), 0
        self.picture = Picture(packer)

    def told(self) -> Told:
        """All parts."""
        moments = [self._moment("Arrival", [WHERE_DICE_LIE, *self._arrival()])]
        battery = Battery(self.packer, self.packed, self.dice, self.flights)
        lines = battery.fire()
        if lines:
            moments.append(self._moment("Air defence", lines))
        moments.append(self._moment(ATTACKS, self._attacks()))
        records, lines = self._morale()
        if lines:
            moments.append(Moment("Morale", lines))
        return Told(moments, records | self._records(battery.fired))

    def _moment(self, title: str, lines: list[str]) -> Moment:
        return Moment(title, lines, [self.picture.drawing(title, self.flights, self.worst)])

    def _arrival(self) -> list[str]:
        """Marking, arrival, selection, headings (2.2, 2.3.3)."""
        packed, marked = self.packed, False
        lines: list[str] = []
        if packed.marking > NO_MARKING:
            mark = self.dice.rolled(1, AIR, 0, MARK, 0)
            marked = bool(upper(mark.word) < packed.marking)
            asked = f"die {face(upper(mark.word), 10)} against {packed.marking_faces}"
            if packed.marking_faces < 0:
                asked = f"chance {chance_in_words(upper(mark.word), packed.marking)}"
            lines.append(f"marking: {asked} {mark.at}: {'marked' if marked else 'fails'} (2.3.3h)")
        for flight in self.flights:
            lines += self._arrive(flight, marked)
        return lines

    def _arrive(self, flight: Flight, marked: bool) -> list[str]:
        plane, packer = flight.plane, self.packer
        row = self.packed.planes[plane.number].tolist()
        arrive = self.dice.rolled(1, AIR, plane.number, ARRIVE, 0)
        flight.arrived = bool(upper(arrive.word) < row[ARRIVES])
        name = f"{plane.name} ({plane.row.name}, {plane.shape.load.replace('_', ' ')})"
        chance = f"chance {chance_in_words(upper(arrive.word), row[ARRIVES])} {arrive.at}; 2.2"
        if not flight.arrived:
            return [f"{name} does not arrive ({chance})"]
        hand = lower(arrive.word)
        selection = int(face(hand, 10))
        hand = rest(hand, 10)
        heading = int(face(hand, HEADINGS))
        alternative = int(face(rest(hand, HEADINGS), ALTERNATIVES))
        faces = row[MARKED] if marked else row[UNMARKED]
        many = len(plane.points)
        flight.choice = 0 if selection <= faces else alternative if many > 2 else 1
        which = "primary point" if not flight.choice else "alternative point"
        if flight.choice and many > 2:
            which += f" {alternative} of {many - 1} (die {alternative}; 2.3.3b)"
        sites = {n: packer.places.sites(plane, n, packer.defence.danger) for n in {0, flight.choice}}
        aimed = flight.choice if packer.rulings.selection_before_aa == SelectionBeforeAa.YES else 0
        flight.final = sites[flight.choice][(heading - 1) % len(sites[flight.choice])]
        flight.seen = sites[aimed][(heading - 1) % len(sites[aimed])]
        flight.out = packer.classes.blocked[plane.number, aimed]
        flight.blocked = flight.out or packer.classes.blocked[plane.number, flight.choice]
        turned = f", heading die {heading}" if len(sites[flight.choice]) > 1 else ""
        lines = [
            f"{name} arrives ({chance}); selection die {selection} against {faces}: {which} "
            f"{inches(flight.final.point)} (2.3.3c, 2.3.3e){turned}: heading {flight.final.heading:g}, it is at "
            f"{inches(flight.final.place)}"
        ]
        if flight.seen != flight.final:
            lines.append(f"  air defence sees it at {inches(flight.seen.place)} (ruling selection_before_aa)")
        if flight.blocked:
            when = "before" if flight.out else "after"
            lines.append(f"  an enemy fighter bars it {when} air defence fires (2.3.5.1a)")
        return lines

    def _attacks(self) -> list[str]:
        """Collective fire and attacks, plane by plane (3.2.8, 2.3.4)."""
        packed = self.packed
        lines: list[str] = []
        for flight in self.flights:
            number = flight.plane.number
            if flight.aborted and packed.aborts_near == 1 and flight.seen is not None:
                flight.near = self.packer.near([flight.seen.point])
            if not flight.attacks:
                continue
            shape = flight.plane.shape
            total = self._collective(flight, flight.total, 0, lines) if packed.collective else flight.total
            flight.carried = min(total, packed.cap) * int(packed.planes[number, FELT])
            lines += self._attack(flight, shape.load, flight.carried, LOAD_TURN + number)
            if not self.packer.classes.strafes(flight.plane):
                continue
            total = 0 if packed.next_attack_only == 1 else total
            if packed.collective_each == 1:
                total = self._collective(flight, total, 1, lines)
            felt = min(total, packed.cap) * int(packed.planes[number, GUNS_FELT])
            lines += self._attack(flight, "guns", felt, STRAFE_TURN + number)
        return lines or ["no plane attacks"]

    def _collective(self, flight: Flight, total: int, nth: int, lines: list[str]) -> int:
        """The total penalty after a collective roll, where one falls on the plane."""
        assert flight.final is not None
        if not self.packed.collective or not self.packer.classes.collective_reaches(flight.plane, flight.final):
            return total
        roll = self.dice.rolled(1, AIR, flight.plane.number, COLLECTIVE, nth)
        die = int(face(upper(roll.word), 10))
        penalty = int(effect_of(self.packed.collective, die))
        after = int(stacked(total, penalty, self.packed.stacking))
        lines.append(f"{flight.plane.name}: {collective_in_words(die, penalty, roll.at, after)}")
        return after

    def _attack(self, flight: Flight, load: str, penalty: int, turn: int) -> list[str]:
        """One attack: its layout and its rolls."""
        plane, attacks, choice = flight.plane, self.packer.attacks, flight.choice
        about = (plane.shape, load, plane.points[choice], choice == 0, penalty)
        attack, laid = attacks.at(*about), attacks.laid(*about)
        begin = f"{plane.name} attacks {inches(plane.points[choice])} with penalty {penalty}"
        if attack is None or laid is None:
            return [f"{begin}: barred, no stand there may be attacked in full (2.3.2a)"]
        dropped, salvo = laid
        struck = struck_by(
            attack.packed, [dropped], [salvo], self.ground,
            lambda actor, nth: self.dice.rolled(turn, END, actor, ATTACK, nth),
        )  # fmt: skip
        self.picture.attacked(flight, dropped, salvo)
        flight.near |= self.packer.near(impacts_of([attack]))
        flight.touches_own = flight.touches_own or attack.touches_own
        self.worst = [max(pair) for pair in zip(self.worst, struck.worst, strict=True)]
        self.hits += sum(self.stands[stand].side == "enemy" for stand in struck.hits)
        layout = list(layout_in_words(dropped, salvo, self.ground))
        return [f"{begin}: {layout[0]}", *layout[1:], *(f"  {line}" for line in struck.lines)]

    def _morale(self) -> tuple[Records, list[str]]:
        """The checks, with the strikes near each (2.3.8)."""
        shape, packed = self.packer.shape, self.packed
        near = 0
        lines: list[str] = []
        records: Records = {}
        for number, (check, name) in enumerate(zip(shape.check, shape.check_names(), strict=True)):
            strikes = min(sum(flight.near >> number & 1 for flight in self.flights), packed.most_strikes)
            roll = self.dice.rolled(1, AIR, number, MORALE, 0)
            die, card = int(face(upper(roll.word), 10)), int(packed.checks[number, strikes])
            passes = [one for one in range(1, 11) if effect_of(card, one) < 2]
            morale = MORALES[max(int(effect_of(card, die)) - 1, 0)]
            lines.append(
                f"{name} at {inches(point_at(check.at))}: strikes within 12 in {strikes} (2.3.8a), die {die} {roll.at} "
                f"against {max(passes, default=0)}: {morale}"
            )
            records[f"check:{name}"] = [(strikes, morale)]
            near += strikes > 0
        records["checks_near"] = [(near,)]
        return records, lines

    def _records(self, fired: int) -> Records:
        """What the turn counts."""
        flights = self.flights
        records: Records = {}
        for flight in flights:
            total = "penalty_10_or_more" if flight.carried == 10 else f"penalty_{flight.carried}"
            end = (flight.fate, flight.by, total if flight.attacks else "none")
            records[f"plane:{flight.plane.name}"] = [end]
        sums = (
            sum(flight.arrived for flight in flights), sum(bool(flight.aborted) for flight in flights),
            sum(flight.aborted == "lost" for flight in flights), sum(flight.attacks for flight in flights),
            sum(flight.attacks and flight.choice > 0 for flight in flights),
            sum(flight.touches_own for flight in flights),
        )  # fmt: skip
        records |= {name: [(count,)] for name, count in zip(SUMS, sums, strict=True)}
        records |= {"aa_shots": [(fired,)], "hits": [(self.hits,)]}
        records |= {f"result:{name}": [(RESULTS[result],)] for name, result in zip(self.names, self.worst, strict=True)}
        records |= totals_of(self.worst, [stand.side == "own" for stand in self.stands])
        for sort in {stand.target for stand in self.stands if stand.side == "enemy"}:
            results = [
                result for result, stand in zip(self.worst, self.stands, strict=True)
                if stand.side == "enemy" and stand.target == sort
            ]  # fmt: skip
            records[f"eliminated:{sort}"] = [(results.count(ELIMINATED),)]
            records[f"forced_back:{sort}"] = [(results.count(FORCED_BACK),)]
            records[f"suppressed:{sort}"] = [(sum(result >= SUPPRESSED for result in results),)]
        return records
