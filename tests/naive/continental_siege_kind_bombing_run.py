"""Naive twin of the kind `bombing_run` of Continental Siege: bombers fly at a guarded target (section 6c).

All fire policies but `best_dp` are played.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .continental_siege_aim import AUTO, D, X, chances, odds_column
from .continental_siege_drill import Attacker, NumberedDice, Rows, added, boxes_taken, reaches, strength_at
from .continental_siege_kind_attack import Numbered, attack_prey, prey_of
from .continental_siege_kind_attrition import smallest_group
from .continental_siege_rulings import Rulings
from .continental_siege_tables import rows_of, sheet_of, unit_types

LOAD = "bombload"
POINTS = 6
SPLIT_ORDER = ("missile", "main_battery", "secondary_battery", "antipersonnel", "treads")
PLANS: dict[str, list[tuple[str, int]]] = {
    "missiles_3_3": [("missile", 3), ("missile", 3)],
    "ap_sweep": [("antipersonnel", 1)] * 6,
    "main4_plus2": [("main_battery", 4), ("treads", 2)],
    "treads_6": [("treads", 6)],
}
Part = tuple[str, int]


@dataclass
class Bomber:
    """One bomber. `recover` = (player-turn, end or fire): until when a D works."""

    loads: int
    alive: bool = True
    taken_off: bool = False
    recover: tuple[int, str] | None = None
    received: int = 0

    @property
    def in_play(self) -> bool:
        """Whether it still flies."""
        return self.alive and not self.taken_off

    @property
    def fit(self) -> bool:
        """Whether it may drop."""
        return self.in_play and self.recover is None


class Flak:
    """The guns at the target and their fire at bombers; shared with `interception`."""

    def __init__(self, guns: dict[str, int], target: str, rulings: Rulings):
        self.target = target
        self.rulings = rulings
        self.defence = unit_types()[target].defence
        named = [(place, Attacker(unit), count) for place, (unit, count) in enumerate(guns.items())]
        named.sort(key=lambda entry: (-self.force([entry[1]]), entry[0]))
        self.guns = [gun for _, gun, count in named for _ in range(count) if self.force([gun]) > 0]

    def force(self, guns: list[Attacker]) -> Fraction:
        """Strength of an attack on a bomber."""
        return added([strength_at(gun, self.target, "", 0, self.rulings) for gun in guns], self.rulings)

    def column(self, guns: list[Attacker]) -> str:
        """Odds of an attack on a bomber."""
        return odds_column(self.force(guns), self.defence)


def disabled_until(turn: int, own_turn: bool, rulings: Rulings) -> tuple[int, str]:
    """Until when a bomber or fighter hit in a player-turn is disabled (B9; ruling `aircraft_recovery`)."""
    ruling = rulings["aircraft_recovery"]
    last = turn + (1 if own_turn else 2)
    if ruling == "own_turn_only":
        return last - 1, "end"
    return (last, "fire") if ruling == "until_next_fire_phase_start" else (last, "end")


def play_bombing_run(scenario: dict[str, Any], rulings: dict[str, object], key: int, trial: int) -> Rows:
    """One trial: table -> rows counted."""
    return BombingRun(scenario, Rulings(rulings), NumberedDice(key, trial)).run()


class BombingRun:
    """One trial under way."""

    def __init__(self, scenario: dict[str, Any], rulings: Rulings, dice: NumberedDice):
        self.scenario = scenario
        self.rulings = rulings
        self.dice = dice
        self.unit = scenario.get("bomber", "bomber")
        loads = next(int(row["loads"]) for row in rows_of("units.csv") if row["id"] == self.unit)
        self.bombers = [Bomber(loads) for _ in range(scenario.get("bombers", 1))]
        self.flak = Flak(scenario.get("guns", {}), self.unit, rulings)
        self.movement = unit_types()[self.unit].move
        self.position = scenario.get("distance_hexes", 10)
        self.prey = prey_of(scenario, rulings)
        self.ogre: dict[str, int] = {}
        if self.prey.kind == "ogre":
            self.ogre = {system: line.count for system, line in sheet_of(self.prey.unit).items()}
        self.turn = 0
        self.numbered = Numbered(dice)
        self.fired: set[int] = set()  # places of AA guns that fired in the bombers' turn
        self.fit_at_target = 0
        self.fit_now = 0

    # The turns.

    def run(self) -> Rows:
        """Play to the end and count."""
        release = self.rulings["bomb_release_hexes"]
        again = False
        while True:
            self.begin_turn()
            before = self.position
            last = release == "exclude_last"
            may_drop = (0 < before < self.movement) if last else (0 < before <= self.movement)
            over_target = last and before == self.movement
            if again or may_drop:
                self.fly(drops=True)
                ends = again or not (release == "include_start" and before == self.movement)
                again = True
            else:
                self.fly(drops=False)
                ends = over_target
            if ends:
                break
            if self.rulings["aa_fire_timing"] == "enemy_turn_after_movement":
                self.fire([gun for gun in self.flak.guns if _is_aa(gun)])
            self.end_turn()
            self.begin_turn()
            self.clear("fire")
            self.fire(self.guns_of_own_turn())
            self.fired = set()
            self.end_turn()
        return self.rows()

    def begin_turn(self) -> None:
        """The next player-turn."""
        self.turn += 1
        self.numbered = Numbered(self.dice, self.turn)
        for bomber in self.bombers:
            bomber.received = 0

    def end_turn(self) -> None:
        """Disablements that run out."""
        self.clear("end")

    def clear(self, moment: str) -> None:
        """Make fit again the bombers whose time has come."""
        for bomber in self.bombers:
            if bomber.recover == (self.turn, moment):
                bomber.recover = None

    def guns_of_own_turn(self) -> list[Attacker]:
        """The guns that fire in their side's player-turn."""
        timing = self.rulings["aa_fire_timing"]
        if timing == "enemy_turn_after_movement":
            return [gun for gun in self.flak.guns if not _is_aa(gun)]
        return [gun for place, gun in enumerate(self.flak.guns) if place not in self.fired]

    def fly(self, drops: bool) -> None:
        """The bombers' move: together, or one after another where that matters; fit ones first."""
        before, self.position = self.position, self.position - self.movement
        for bomber in sorted(self.bombers, key=lambda bomber: not bomber.fit):
            if self.rulings["aa_fire_timing"] == "reaction_on_entry" and bomber.in_play:
                self.react(bomber, before)
            if drops and bomber.fit:
                self.drop(bomber)
        if drops:
            self.fit_at_target, self.fit_now = max(self.fit_at_target, self.fit_now), 0

    def react(self, bomber: Bomber, before: int) -> None:
        """Reaction fire at one bomber: the gun that meets it first, then firing order."""
        meeting = []
        for place, gun in enumerate(self.flak.guns):
            if _is_aa(gun) and place not in self.fired:
                steps = [n for n in range(1, self.movement + 1) if self.reach(gun, before - n)]
                if steps:
                    meeting.append((steps[0], place, gun))
        for _, place, gun in sorted(meeting, key=lambda entry: entry[:2]):
            if bomber.alive:
                self.fired.add(place)
                self.hit(bomber, [gun])

    def reach(self, gun: Attacker, position: int) -> bool:
        """Whether a gun at the target reaches a place on the line."""
        return reaches(gun, True, abs(position), self.rulings)

    # Fire at the bombers.

    def fire(self, guns: list[Attacker]) -> None:
        """One phase of fire by those of the guns that reach the bombers."""
        left = [gun for gun in guns if self.reach(gun, self.position)]
        if self.rulings["attack_sequencing"] == "declare_all_first":
            self.declared(left)
            return
        while left:
            choice = self.choose(left, self.bombers)
            if choice is None:
                return
            group, bomber = choice
            for gun in group:
                left.remove(gun)
            self.hit(bomber, group)

    def choose(self, guns: list[Attacker], bombers: list[Bomber]) -> tuple[list[Attacker], Bomber] | None:
        """The next attack of the fire policy."""
        in_play = [bomber for bomber in bombers if bomber.in_play]
        if not in_play:
            return None
        # Of several the one whose D runs out first, then the one with the fewest loads.
        bomber = min(
            in_play, key=lambda bomber: (not bomber.fit, bomber.received, bomber.recover or (0, ""), bomber.loads)
        )
        group: list[Attacker] | None = None
        combined = self.rulings["combined_fire_on_aircraft"] == "allowed"
        if self.scenario.get("fire", "bombers_first") == "pair_to_auto" and combined:
            group = smallest_group(guns, self.flak.force, self.flak.defence)
        return group or guns[:1], bomber

    def hit(self, bomber: Bomber, group: list[Attacker]) -> None:
        """One attack on a bomber."""
        bomber.received += 1
        self.suffer(bomber, self.numbered.roll(self.flak.column(group)))

    def suffer(self, bomber: Bomber, result: str) -> None:
        """What a result does to a bomber (11.09)."""
        ruling = self.rulings["aircraft_second_d"]
        if result == X or (result == D and bomber.recover is not None and ruling == "destroyed"):
            bomber.alive = False
        elif result == D and (bomber.recover is None or ruling == "extends"):
            bomber.recover = disabled_until(self.turn, self.turn % 2 == 1, self.rulings)

    def declared(self, guns: list[Attacker]) -> None:
        """All attacks are named first; automatic ones are taken to destroy, others to change nothing."""
        left = list(guns)
        imagined = [Bomber(b.loads, b.alive, b.taken_off, b.recover, b.received) for b in self.bombers]
        named = []
        while left:
            choice = self.choose(left, imagined)
            if choice is None:
                break
            group, bomber = choice
            for gun in group:
                left.remove(gun)
            bomber.received += 1
            bomber.alive = self.flak.column(group) != AUTO
            named.append((group, next(n for n, other in enumerate(imagined) if other is bomber)))
        for group, n in named:
            if self.bombers[n].alive:
                self.hit(self.bombers[n], group)
            else:
                self.numbered.number += 1

    # Bombs.

    @property
    def destroyed(self) -> bool:
        """Whether the target is gone."""
        return not any(self.ogre.values()) if self.ogre else self.prey.destroyed

    def drop(self, bomber: Bomber) -> None:
        """What one fit bomber drops on the target."""
        self.fit_now += 1
        preplotted = self.rulings["bomb_decision_timing"] == "preplotted"
        every = preplotted or self.scenario.get("drop", "until_destroyed") == "all_on_first"
        ruling = self.rulings["bombload_combination"]
        if every and ruling != "separate" and not self.ogre and not self.destroyed:
            self.release(bomber, bomber.loads, every)
        begun = not self.destroyed  # on a target that is gone already nobody begins to drop
        while bomber.loads and begun and (every or not self.destroyed):
            loads = 1
            if not every and not self.ogre and ruling != "separate":
                loads = self.loads_at_once(bomber.loads)
            if not self.release(bomber, loads, every):
                break
            if ruling == "must_combine" and not self.ogre:
                break
        if not bomber.loads and self.rulings["bomber_empty"] != "flies_on":
            bomber.taken_off = True

    def loads_at_once(self, left: int) -> int:
        """The fewest loads at automatic odds; else one, or all if they must be added up."""
        for loads in range(1, left + 1):
            if odds_column(self.force(loads), self.bomb_defence()) == AUTO:
                return loads
        return left if self.rulings["bombload_combination"] == "must_combine" else 1

    def bomb_defence(self) -> int:
        """Defence that a bombload meets."""
        alone = self.rulings["infantry_grouping"] == "each_alone"
        if self.prey.kind == "infantry" and (alone or self.rulings["bomb_halved_vs_infantry_group"] == "each_squad"):
            return 1
        return self.prey.defence(LOAD)

    def force(self, loads: int) -> Fraction:
        """Strength of loads added up."""
        bomb = Attacker(self.unit, LOAD)
        one = strength_at(bomb, self.prey.unit, "", self.prey.defence(), self.rulings)
        return added([one] * loads, self.rulings)

    def release(self, bomber: Bomber, loads: int, bound: bool) -> bool:
        """Drop so many loads in one attack, or one load on an Ogre; False if the load is kept instead."""
        if not self.ogre:
            bomber.loads -= loads
            if self.prey.destroyed:
                self.numbered.number += 1
            else:
                attack_prey(self.prey, LOAD, self.force(loads), self.numbered)
            return True
        parts = self.parts()
        if not parts and not bound:
            return False
        bomber.loads -= loads
        for system, points in parts:
            self.on_ogre(system, points)
        return True

    def on_ogre(self, system: str, points: int) -> None:
        """One part of a load on an Ogre."""
        if not self.ogre[system]:
            self.numbered.number += 1
            return
        if system == "treads":
            if self.numbered.roll("1-1") == X:
                self.ogre["treads"] -= min(self.ogre["treads"], int(boxes_taken(Fraction(points), self.rulings)))
        elif self.numbered.roll(odds_column(points, sheet_of(self.prey.unit)[system].defence)) == X:
            self.ogre[system] -= 1

    def parts(self) -> list[Part]:
        """The attacks of one load on what is left of an Ogre's sheet, in their order."""
        plan = self.scenario.get("split", "missiles_3_3")
        wishes = self.best_split() if plan == "best_for" else PLANS[plan]
        return ordered(split_on(wishes, self.ogre, self.prey.unit, self.rulings), self.rulings)

    def best_split(self) -> list[Part]:
        """The split with the greatest sum of weight x P(X)."""
        sheet = sheet_of(self.prey.unit)
        weights = {name: Fraction(str(weight)) for name, weight in self.scenario.get("weights", {}).items()}
        for system in SPLIT_ORDER:
            weights.setdefault(system, Fraction(1 if system == "treads" else sheet[system].attack))
        one = self.rulings["ogre_system_granularity"] == "weapon_class"

        def value(split: tuple[Part, ...]) -> Fraction:
            total = Fraction(0)
            for system, points in split:
                if system == "treads":
                    total += weights[system] * min(points, self.ogre["treads"]) / 3
                else:
                    total += weights[system] * chances(odds_column(points, sheet[system].defence))[X]
            return total

        def fits(split: tuple[Part, ...]) -> bool:
            for system in SPLIT_ORDER:
                room = min(self.ogre[system], 1) if one or system == "treads" else self.ogre[system]
                if sum(name == system for name, _ in split) > room:
                    return False
            return self.rulings["bomb_part_rule"] == "at_most_6" or sum(points for _, points in split) == POINTS

        def preference(split: tuple[Part, ...]) -> tuple[Any, ...]:
            lists = [sorted(-points for name, points in split if name == system) for system in SPLIT_ORDER]
            used = sum(points for _, points in split)
            return (-value(split), used, [parts + [0] * 7 for parts in lists])

        choices = [(system, points) for system in SPLIT_ORDER for points in range(1, POINTS + 1)]
        possible: list[tuple[Part, ...]] = [split for split in splits(choices, POINTS) if fits(split)]
        best: tuple[Part, ...] = min(possible, key=preference)
        return list(best)

    # Counts.

    def rows(self) -> Rows:
        """What is counted at the end."""
        lost = [bomber for bomber in self.bombers if not bomber.alive]
        spent = [bomber for bomber in self.bombers if bomber.alive and not bomber.loads]
        as_lost = self.rulings["bomber_empty"] == "counts_as_lost"
        disabled = [bomber for bomber in self.bombers if bomber.in_play and bomber.recover is not None]
        fate = ("destroyed" if self.destroyed else "none") if self.ogre else self.prey.fate
        rows: Rows = {
            "result": [(fate,)],
            "arrived": [("yes" if self.fit_at_target else "no",)],
            "fit_at_target": [(self.fit_at_target,)],
            "bombers_lost": [(len(lost) + (len(spent) if as_lost else 0),)],
            "bombers_disabled": [(len(disabled),)],
            "bombers_spent": [(len(spent),)],
            "loads_left": [(sum(bomber.loads for bomber in self.bombers if bomber.alive),)],
        }
        if self.prey.kind == "infantry":
            rows["squads_left"] = [(self.prey.left,)]
        for system, left in self.ogre.items():
            rows[f"{system}_left"] = [(left,)]
        return rows


def _is_aa(gun: Attacker) -> bool:
    return unit_types()[gun.unit].kind == "aa"


def splits(choices: list[Part], points: int) -> Iterator[tuple[Part, ...]]:
    """All ways to spend at most so many points, each in the order of the choices."""
    yield ()
    for n, choice in enumerate(choices):
        if choice[1] <= points:
            for rest in splits(choices[n:], points - choice[1]):
                yield (choice, *rest)


def split_on(wishes: list[Part], boxes: dict[str, int], unit: str, rulings: Rulings) -> dict[tuple[str, int], int]:
    """Points by (system, box): gone boxes give theirs to the treads, then to the strongest weapon left (P18)."""
    one = rulings["ogre_system_granularity"] == "weapon_class"
    points: dict[tuple[str, int], int] = {}
    asked: dict[str, int] = {}
    for system, wish in wishes:
        nth = asked.get(system, 0)
        asked[system] = nth + 1
        name = "treads" if nth >= boxes[system] else system
        box = 0 if one or name == "treads" else nth
        points[name, box] = points.get((name, box), 0) + wish
    stray = 0 if boxes["treads"] else points.pop(("treads", 0), 0)
    left = [system for system in SPLIT_ORDER if system != "treads" and boxes[system]]
    if stray and left:
        strongest = max(left, key=lambda system: sheet_of(unit)[system].attack)
        points[strongest, 0] = points.get((strongest, 0), 0) + stray
    return points


def ordered(points: dict[tuple[str, int], int], rulings: Rulings) -> list[Part]:
    """The attacks of a load: by class, from great to small, treads last (ruling `bomb_tread_attacks`)."""
    parts = sorted(((system, k) for (system, _), k in points.items()), key=lambda p: (SPLIT_ORDER.index(p[0]), -p[1]))
    if rulings["bomb_tread_attacks"] == "one_per_part":
        return [
            part for system, k in parts for part in ([(system, 1)] * k if system == "treads" else [(system, k)])
        ]  # fmt: skip
    return parts
