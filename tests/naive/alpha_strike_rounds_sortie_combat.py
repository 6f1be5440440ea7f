"""The Combat Phase of a sortie, for the naive twin of Alpha Strike (sections 4.5 and 4.6 of ROUNDS.md)."""

import math
from typing import Any

from .alpha_strike_bombs import Bomb, Fallen, affects, effect
from .alpha_strike_cards import bomb_types
from .alpha_strike_rounds_air import (
    AIR_WINDOW,
    ATTACK,
    CONTROL,
    FREE,
    IDLE,
    RANGE,
    TAILED,
    TAILING,
    attacks_of,
    control,
    expected,
    picked_range,
    positions,
    roll_attack,
    ways,
)
from .alpha_strike_rounds_damage import Address, suffer
from .alpha_strike_rounds_fire import ALTITUDES, Firer, fire, overheat_allowed, overheat_points, shot_at
from .alpha_strike_rounds_plans import (
    attacker_of_unit,
    bomb_number,
    fallen_at,
    is_immobile,
    shot_number,
    steps_missed,
    strike_arc,
)
from .alpha_strike_rounds_units import BRACKETS, SHUT_DOWN, two_dice
from .alpha_strike_shots import Shot, damage_of

AIR_TO_GROUND, DROP, WHOLE_LANE = 4, 14, 63
FIRST_GROUND = 64


class Combat:
    """What aircraft and ground units do in the Combat Phase. A part of the class `Sortie`."""

    # Instances

    def record(self, ground: bool, number: int, points: int, natural_12: bool) -> None:
        """Note an instance of damage on a unit; under `immediate` it is applied now."""
        if points == 0:
            return
        owner = self.ground_turns[number] if ground else self.aircraft[number]
        owner.instances.append((points, natural_12, len(owner.instances)))
        if self.rulings["damage_timing"] == "immediate":
            self.apply(ground, number, owner.instances[-1])

    def apply(self, ground: bool, number: int, instance: tuple[int, bool, int]) -> None:
        """Apply one instance to its unit."""
        points, natural_12, place = instance
        one = self.grounds[number] if ground else self.aircraft[number]
        where = Address(self.turn, place // 8, FIRST_GROUND + number if ground else number, 8 * (place % 8))
        submerged = ground and one.entry.get("depth", 0) > 0
        suffer(one.unit, points, natural_12, where, self.dice, more_rolls=int(submerged))
        if one.unit.stunned_by_hit:
            one.unit.stunned_by_hit = False
            one.stun_coming = True

    # Aircraft

    def act(self, one: Any) -> None:
        """One aircraft acts, if it can."""
        if not one.present or one.shut_down or one.acted:
            return
        if self.rulings["flight_path_timing"] == "at_attack":
            one.plan = self.best_plan(one) if self.may_attack_ground(one) else None
            one.line_drawn = one.plan is not None
        if one.plan is not None:
            self.attack_ground(one)
        elif not one.going_home or self.pairs_of(one):
            self.engage(one)

    def pair(self, one: Any, other: Any) -> tuple[int, int]:
        """The numbers of a pair, the attacker's first."""
        return (one.number, other.number) if one.side == "attacker" else (other.number, one.number)

    def candidates(self, one: Any) -> list[Any]:
        """Whom it may engage."""
        own = self.pairs_of(one)
        found = []
        for other in self.enemies(one):
            pair = self.pair(one, other)
            if other.zone != one.zone or (pair in self.engaged and self.engaged[pair]["opened"]):
                continue
            if (own or one.role == "strike") and pair not in own:
                continue
            if self.rulings["engagements_per_unit"] == "1":
                others = [busy for busy in [*own, *self.pairs_of(other)] if busy != pair]
                if others:
                    continue
            found.append(other)
        return found

    def engage(self, one: Any) -> None:
        """Open an engagement with the best enemy."""
        found = self.candidates(one)
        if not found:
            return
        scores = [self.score(one, other) for other in found]
        other = found[scores.index(max(scores))]
        one.acted = True
        self.fight(one, other)

    def score(self, one: Any, other: Any) -> int:
        """Best exchange over the brackets, front against front."""
        return max(
            expected(attacks_of(one.unit, other.unit, FREE, bracket, one.overheat), self.rulings) * other.worth()
            - expected(attacks_of(other.unit, one.unit, FREE, bracket, other.overheat), self.rulings) * one.worth()
            for bracket in range(4)
        )

    def fight(self, opener: Any, enemy: Any) -> None:
        """One engagement of this turn."""
        pair = self.pair(opener, enemy)
        both = (self.aircraft[pair[0]], self.aircraft[pair[1]])
        units = (both[0].unit, both[1].unit)
        tails = self.engaged.get(pair, {}).get("tails", (FREE, FREE))
        rolls = [
            control(
                units[side],
                tails[side],
                lambda half=half: self.dice.hand(self.turn, AIR_WINDOW, pair[0], CONTROL, pair[1], half),
            )
            for side, half in enumerate(("upper", "lower"))
        ]
        success, totals = tuple(done for done, _ in rolls), tuple(total for _, total in rolls)
        place = positions(units, success)
        tails = tuple(state if state in (TAILING, TAILED) else FREE for state in place)
        self.engaged[pair] = {"tails": tails, "opened": True}
        where = dict(zip(pair, place, strict=True))
        returns = not enemy.acted and not enemy.shut_down and not (enemy.role == "strike" and enemy.line_drawn)
        held = where[enemy.number] == TAILED and self.rulings["tailed_return_fire"] == "none"
        if returns and where[enemy.number] != IDLE and not held:
            enemy.acted = True
        if not any(success):
            return
        bracket = self.bracket_of_fight(pair, units, place, success, totals, (both[0].overheat, both[1].overheat))
        self.shoot(opener, enemy, where[opener.number], bracket)
        if returns and not enemy.unit.lost:
            self.shoot(enemy, opener, where[enemy.number], bracket)

    def bracket_of_fight(self, pair: Any, units: Any, place: Any, success: Any, totals: Any, wanted: Any) -> int:
        """Range of an engagement."""
        ruling = self.rulings["air_range_choice"]
        if ruling == "winner_picks_tie_medium":
            return picked_range(units, place, success, totals, wanted)
        if ruling == "random_equal":
            return self.dice.hand(self.turn, AIR_WINDOW, pair[0], RANGE, pair[1], "upper").die(4) - 1
        return BRACKETS.index("medium" if ruling == "paths" else ruling)

    def shoot(self, one: Any, target: Any, position: str, bracket: int) -> None:
        """All attacks of one aircraft in an engagement."""
        for attack in attacks_of(one.unit, target.unit, position, bracket, one.overheat):
            one.used_weapons = True
            one.points_used += attack.points
            points, natural_12 = roll_attack(attack, self.turn, one.number, self.rulings, self.dice)
            self.record(False, target.number, points, natural_12)

    # Attacks on the ground

    def attack_ground(self, one: Any) -> None:
        """The attack of the plan."""
        one.acted = True
        if self.mode_of(one) != one.plan.mode:
            return  # hits of this turn took what the plan needs
        one.attacked_ground = True
        if one.side == "attacker" and self.first_attack is None:
            self.first_attack = self.turn
        if one.plan.mode in ("dive", "altitude"):
            self.drop_bombs(one)
        else:
            self.shoot_at_ground(one)

    def drop_bombs(self, one: Any) -> None:
        """A bombing run."""
        plan, rulings = one.plan, self.rulings
        most = rulings["max_bombs_per_attack"]
        count = len(one.aboard) if most == "all_carried" else min(int(most), len(one.aboard))
        if plan.mode == "altitude":
            count = min(count, len(plan.points))
        dropped, one.aboard = one.aboard[:count], one.aboard[count:]
        if rulings["bomb_thrust_timing"] == "immediately":
            one.unit.bombs = len(one.aboard)
        if rulings["bombing_and_cooling"] == "yes":
            one.used_weapons = True
        alive = [ground.unit.lost is None for ground in self.grounds]
        on_immobile = is_immobile(self.grounds[plan.unit], False)
        fallen = self.roll_bombs(one, dropped, on_immobile)
        pooled = [[0, False] for _ in self.grounds]
        for bomb in fallen:
            for number, target in enumerate(plan.line.targets):
                if not alive[number] or self.grounds[number].unit.lost:
                    continue
                damage, heat = effect(bomb, target, rulings) if affects(bomb, target, rulings) else (0, 0)
                if heat:
                    self.ground_turns[number].outside_heat.append(heat)
                if rulings["bomb_instances"] == "pooled":
                    pooled[number][0] += damage
                    pooled[number][1] |= damage > 0 and bomb.roll == 12
                else:
                    self.record(True, number, damage, bomb.roll == 12)
        for number, (damage, natural_12) in enumerate(pooled):
            self.record(True, number, damage, natural_12)

    def roll_bombs(self, one: Any, dropped: list[str], on_immobile: bool) -> list[Fallen]:
        """Roll for every bomb of a run."""
        plan, rulings = one.plan, self.rulings
        fallen, first_miss = [], None
        for place, type_ in enumerate(dropped):
            half = "lower" if place % 2 else "upper"
            hand = self.dice.hand(self.turn, AIR_TO_GROUND, one.number, DROP, place // 2, half)
            total, face, pips = two_dice(hand), hand.die(6), hand.die(6)
            first = place == 0 or plan.mode == "dive"
            bomb = Bomb(type_, (plan.points[place if plan.mode == "altitude" else 0], 0.0), bomb_types()[type_])
            number = bomb_number(one.unit, type_, plan.mode, first and on_immobile, rulings)
            if total >= number:
                fallen.append(Fallen(bomb, True, total, bomb.point))
                continue
            steps = steps_missed(number, total, pips, rulings)
            if rulings["scatter_grouping"] == "per_attack":
                first_miss = first_miss or (face, steps)
                face, steps = first_miss
            fallen.append(fallen_at(bomb, total, face, steps, plan.mode, plan.line.path, rulings))
        return fallen

    def shoot_at_ground(self, one: Any) -> None:
        """A strike or a strafe."""
        plan, rulings = one.plan, self.rulings
        token = one.unit.token(0, strike_arc(one.card, plan.mode, rulings))
        points = overheat_points(one.unit, one.overheat)
        one.used_weapons = True
        one.points_used = points
        lane = None
        if plan.mode == "strafe" and rulings["strafe_rolls"] == "single_roll":
            lane = two_dice(self.dice.hand(self.turn, AIR_TO_GROUND, one.number, ATTACK, WHOLE_LANE, "upper"))
        for number in plan.shot_at:
            ground, target = self.grounds[number], plan.line.targets[number]
            if ground.unit.lost:
                continue
            needed = shot_number(one.unit, plan.mode, target, ground, False, rulings)
            hand = self.dice.hand(self.turn, AIR_TO_GROUND, one.number, ATTACK, number, "upper")
            total, minimal = two_dice(hand), hand.die(6)
            total = total if lane is None else lane
            if total >= needed:
                shot = Shot(plan.mode, target, token, points, 0)
                damage = damage_of(shot, attacker_of_unit(one.unit), rulings, minimal)
                self.record(True, number, damage, total == 12)

    # Fire from the ground

    def ground_fires(self, ground: Any) -> None:
        """One ground unit fires at an aircraft, if it can."""
        unit, entry = ground.unit, ground.entry
        if unit.lost or ground.stunned or unit.heat >= SHUT_DOWN or not entry.get("fires", True):
            return
        hidden = entry.get("concealed", False) or entry.get("depth", 0) > 0
        firer = Firer(unit, {**entry, "hidden": hidden})
        choices = []
        for one in self.aircraft:
            if one.side == ground.side or not one.present or not one.line_drawn:
                continue
            shot = shot_at(firer, one.card, ALTITUDES[one.altitude], one.plan.line.path, self.rulings)
            if shot:
                wanted = overheat_points(unit, entry.get("overheat", 0))
                points = wanted if overheat_allowed(ground.card, shot.bracket) else 0
                choices.append((one, shot, points))
        if not choices:
            return
        one, shot, points = self.chosen(choices, ground.side)
        turn = self.ground_turns[ground.number]
        turn.used_weapons, turn.points_used = True, points
        self.fired_at[ground.side, one.number] = self.fired_at.get((ground.side, one.number), 0) + 1
        damage, natural_12 = fire(shot, points, self.turn, FIRST_GROUND + ground.number, self.rulings, self.dice)
        self.record(False, one.number, damage, natural_12)

    def chosen(self, choices: list[Any], side: str) -> Any:
        """The aircraft that a ground unit fires at, by doctrine."""
        doctrine = self.doctrine.get("ground_fire", "max_expected_pv")
        if doctrine == "focus_fire":
            return choices[0]
        if doctrine == "nearest":
            return min(choices, key=lambda choice: math.floor(1000 * choice[1].inches + 1e-6))
        if doctrine == "spread":
            return min(
                choices, key=lambda choice: (self.fired_at.get((side, choice[0].number), 0), -self.prospect(*choice))
            )
        return max(choices, key=lambda choice: self.prospect(*choice))

    def prospect(self, one: Any, shot: Any, points: int) -> int:
        """Expected PV of a shot, in 216ths of thousandths."""
        small = 7 - int(self.rulings["minimal_damage_roll"])
        whole = (small if shot.token == 1 else 6 * (shot.token - 1)) + 6 * points
        graze = small if shot.flak == 1 else 6 * max(shot.flak - 1, 0)
        hit, near = ways(shot.number), ways(shot.number - int(self.rulings["flak_margin"]))
        return (hit * whole + (near - hit) * graze) * one.worth()
