"""Naive twin of the Alpha Strike kind `sortie`: one trial at a time (section 4 of ROUNDS.md)."""

from typing import Any

from .alpha_strike_rounds_map import CENTRAL, one_step, speed, start_zone, steps_between
from .alpha_strike_rounds_plans import GroundUnit, Plan, lines_of, plans_of, strike_arc, weights
from .alpha_strike_rounds_return_fire import Outcomes
from .alpha_strike_rounds_sortie_combat import Combat
from .alpha_strike_rounds_sortie_end import end_phase
from .alpha_strike_rounds_units import SHUT_DOWN, Card, Unit, rows
from .alpha_strike_rulings import rulings_in_force
from .dice_log import DiceLog

FIRST_SIDE = 11
WEIGHTS: dict[str, Any] = {}  # plans and weights of the scenario played last


class Aircraft:
    """One aircraft of a sortie."""

    def __init__(self, number: int, name: str, entry: dict[str, Any], card: Card, rulings: dict[str, str]):
        self.number, self.name, self.entry, self.card = number, name, entry, card
        self.side = entry.get("side", "attacker")
        self.role = entry.get("role", "strike" if self.side == "attacker" else "interceptor")
        self.load = list(entry.get("bombs", []))
        self.aboard = list(self.load)
        self.unit = Unit(card, entry.get("skill", 4), rulings, bombs=len(self.load))
        self.fresh = Unit(card, entry.get("skill", 4), rulings)
        first = entry.get("attack", "dive" if self.load else "strike")
        self.modes = [first, entry.get("then", "leave")]
        self.home = self.zone = start_zone(self.side, entry.get("zone"), rulings)
        self.altitude = ("low", "middle", "high", "extreme").index(entry.get("altitude", "low"))
        self.overheat = entry.get("overheat", 0)
        self.going_home = self.gone = self.acted = self.attacked_ground = False
        self.plan: Plan | None = None
        self.line_drawn = False
        self.new_turn()

    def new_turn(self) -> None:
        """Forget what belongs to one turn."""
        self.acted = self.line_drawn = self.used_weapons = False
        self.plan = None
        self.points_used = 0
        self.instances: list[tuple[int, bool, int]] = []

    @property
    def present(self) -> bool:
        """Neither lost nor gone."""
        return self.unit.lost is None and not self.gone

    @property
    def shut_down(self) -> bool:
        """Heat 4."""
        return self.unit.heat >= SHUT_DOWN

    def worth(self) -> int:
        """PV of a point, in thousandths."""
        return 1000 * self.card.pv // (self.card.armor + self.card.structure)


class Sortie(Combat):
    """The whole game."""

    def __init__(self, scenario: dict[str, Any], rulings: dict[str, str], dice: DiceLog):
        self.rulings, self.dice = rulings, dice
        known = rows(scenario.get("data", {}))
        game = scenario.get("game", {})
        self.turns = game.get("turns", 8)
        self.doctrine = scenario.get("doctrine", {})
        self.aircraft: list[Aircraft] = []
        seen: dict[str, int] = {}
        for entry in scenario["aircraft"]:
            for _ in range(entry.get("count", 1)):
                seen[entry["unit"]] = times = seen.get(entry["unit"], 0) + 1
                name = entry["unit"] if times == 1 else f"{entry['unit']}_#{times}"
                card = Card(known[entry["unit"]])
                self.aircraft.append(Aircraft(len(self.aircraft), name, entry, card, rulings))
        self.grounds: list[GroundUnit] = []
        for number, entry in enumerate(scenario["ground"]):
            unit = Unit(Card(known[entry["unit"]]), entry.get("skill", 4), rulings, heat=entry.get("heat", 0))
            name = entry.get("name", f"ground_{number + 1}")
            self.grounds.append(GroundUnit(number, name, entry.get("side", "defender"), unit, entry))
        of_defender = [ground.name for ground in self.grounds if ground.side == "defender"]
        self.objective = game.get("objective", of_defender)
        self.table = game.get("table", [48, 48])
        self.engaged: dict[tuple[int, int], dict[str, Any]] = {}
        self.first_attack: int | None = None
        self.objective_turn: int | None = None
        self.ground_turns = {ground.number: Turn() for ground in self.grounds}
        self.work_out_plans(scenario)

    def work_out_plans(self, scenario: dict[str, Any]) -> None:
        """Plans and weights of every aircraft and mode; the same in every trial."""
        key = repr((scenario, sorted(self.rulings.items())))
        if key not in WEIGHTS:
            WEIGHTS.clear()
            WEIGHTS[key] = [self.plans_of_aircraft(one) for one in self.aircraft]
        self.plans: list[dict[str, Any]] = WEIGHTS[key]

    def plans_of_aircraft(self, one: Aircraft) -> dict[str, Any]:
        """Mode -> [(plan, weights)] of one aircraft."""
        lines = lines_of(self.grounds, one.side, self.table, self.rulings)
        found = {}
        for mode in one.modes:
            if mode == "leave" or one.role != "strike":
                continue
            plans = plans_of(mode, lines, len(one.load), self.rulings)
            found[mode] = [
                (plan, self.aimed(one, weights(plan, one.fresh, one.load, self.grounds, self.rulings)))
                for plan in plans
            ]
        return found

    def aimed(self, one: Aircraft, found: list[int]) -> list[int]:
        """Weights after the doctrine `aim`."""
        if self.doctrine.get("aim", "any") == "any" or one.side == "defender":
            return found
        spared = [ground.side == "defender" and ground.name not in self.objective for ground in self.grounds]
        return [0 if out else weight for weight, out in zip(found, spared, strict=True)]

    # What aircraft want

    def mode_of(self, one: Aircraft) -> str | None:
        """The mode that it can still attack in (4.4)."""
        for mode in one.modes:
            if mode == "leave" or not self.plans[one.number].get(mode):
                continue
            if mode == "dive" and one.aboard:
                return mode
            if mode == "altitude" and len(one.aboard) >= len(self.plans[one.number][mode][0][0].points):
                return mode
            if mode in ("strike", "strafe") and one.unit.token(0, strike_arc(one.card, mode, self.rulings)):
                return mode
        return None

    def best_plan(self, one: Aircraft) -> Plan | None:
        """The plan with the largest sum over units not lost (4.4)."""
        mode = self.mode_of(one)
        if mode is None:
            return None
        alive = [ground.unit.lost is None for ground in self.grounds]
        sums = [
            sum(weight for weight, there in zip(found, alive, strict=True) if there)
            for _, found in self.plans[one.number][mode]
        ]
        best = max(sums)
        return self.plans[one.number][mode][sums.index(best)][0] if best > 0 else None

    def enemies(self, one: Aircraft) -> list[Aircraft]:
        """Enemy aircraft present."""
        return [other for other in self.aircraft if other.side != one.side and other.present]

    def decide_to_leave(self, one: Aircraft) -> None:
        """Section 4.3."""
        wish = one.entry.get("leaves", "never")
        if (
            (one.role == "strike" and self.mode_of(one) is None)
            or (wish == "when_damaged" and one.unit.marked_off() > 0)
            or (wish == "when_structure" and one.unit.structure < one.card.structure)
            or (self.rulings["loiter"] == "one_pass_then_leave" and one.attacked_ground)
            or (one.role != "strike" and not self.enemies(one))
        ):
            one.going_home = True

    def goal(self, one: Aircraft) -> str:
        """The zone that it flies to."""
        if one.going_home:
            return one.home
        if one.role == "strike":
            return CENTRAL
        prey = "interceptor" if one.role == "escort" else "strike"
        enemies = self.enemies(one)
        wanted = [other for other in enemies if other.role == prey] or enemies
        return min(wanted, key=lambda other: (steps_between(one.zone, other.zone), other.number)).zone

    def pairs_of(self, one: Aircraft) -> list[tuple[int, int]]:
        """Engagements that an aircraft is in."""
        return [pair for pair in self.engaged if one.number in pair]

    def end_engagements_of(self, one: Aircraft) -> None:
        """All engagements of an aircraft end."""
        for pair in self.pairs_of(one):
            del self.engaged[pair]

    def move(self, one: Aircraft) -> None:
        """One aircraft moves (4.5, step 2)."""
        self.decide_to_leave(one)
        if not one.shut_down and not self.pairs_of(one):
            goal = self.goal(one)
            for _ in range(speed(one.unit.thrust_now(), self.rulings)):
                one.zone = one_step(one.zone, goal)
        if self.may_attack_ground(one):
            one.plan = self.best_plan(one)
            if self.rulings["flight_path_timing"] == "movement_phase":
                one.line_drawn = one.plan is not None

    def may_attack_ground(self, one: Aircraft) -> bool:
        """A strike aircraft over the table that wants to stay."""
        return one.zone == CENTRAL and one.role == "strike" and not one.going_home and not one.shut_down

    # The game

    def play(self) -> Outcomes:
        """Turn after turn."""
        for turn in range(1, self.turns + 1):
            self.play_turn(turn)
            if all(ground.unit.lost for ground in self.grounds if ground.name in self.objective):
                self.objective_turn = turn
                break
            if not any(one.present for one in self.aircraft if one.side == "attacker"):
                break
        return self.outcomes(turn)

    def play_turn(self, turn: int) -> None:
        """One turn (4.5)."""
        self.turn = turn
        for one in self.aircraft:
            one.new_turn()
        for ground in self.ground_turns.values():
            ground.__init__()
        for engagement in self.engaged.values():
            engagement["opened"] = False
        self.fired_at: dict[tuple[str, int], int] = {}
        attacker_wins = self.dice.hand(turn, 0, 0, FIRST_SIDE, 0, "upper").die(2) == 1
        order = ("defender", "attacker") if attacker_wins else ("attacker", "defender")
        queues = [[one for one in self.aircraft if one.side == side and one.present] for side in order]
        for place in range(max(map(len, queues))):
            for queue in queues:
                if place < len(queue):
                    self.move(queue[place])
        for side in order:
            for one in self.aircraft:
                if one.side == side:
                    self.act(one)
            for ground in self.grounds:
                if ground.side == side:
                    self.ground_fires(ground)
        end_phase(self)

    def outcomes(self, length: int) -> Outcomes:
        """What is counted (4.9)."""
        found: Outcomes = {
            "objective": [("yes" if self.objective_turn else "no",)],
            "objective_turn": [(self.objective_turn or "never",)],
            "length": [(length,)],
            "first_attack": [(self.first_attack or "never",)],
        }
        for side in ("attacker", "defender"):
            planes = [one for one in self.aircraft if one.side == side]
            troops = [ground for ground in self.grounds if ground.side == side]
            lost_planes = [one for one in planes if one.unit.lost]
            lost_troops = [ground for ground in troops if ground.unit.lost]
            found[f"{side}_aircraft_lost"] = [(len(lost_planes),)]
            found[f"{side}_ground_lost"] = [(len(lost_troops),)]
            found[f"pv_lost_{side}"] = [(sum(one.card.pv for one in [*lost_planes, *lost_troops]),)]
            if side == "attacker":
                marked = sum(one.unit.marked_off() for one in planes)
                found["points_lost_attacker_aircraft"] = [(marked,)]
                found["bombs_left"] = [(sum(len(one.aboard) for one in planes if not one.unit.lost),)]
            else:
                found["points_lost_defender_ground"] = [(sum(one.unit.marked_off() for one in troops),)]
        for one in self.aircraft:
            found[f"fate:{one.name}"] = [(one.unit.lost or ("left" if one.gone else "flies_on"),)]
        for ground in self.grounds:
            found[f"fate:{ground.name}"] = [
                ({None: "stands", "crash": "critical"}.get(ground.unit.lost, ground.unit.lost),)
            ]
        return found


class Turn:
    """What a ground unit does and suffers in one turn."""

    def __init__(self) -> None:
        self.instances: list[tuple[int, bool, int]] = []
        self.outside_heat: list[int] = []
        self.points_used = 0
        self.used_weapons = False


def play_sortie(scenario: dict[str, Any], given: dict[str, object], dice: DiceLog) -> Outcomes:
    """Play one trial of a scenario that is in order."""
    return Sortie(scenario, rulings_in_force(given), dice).play()
