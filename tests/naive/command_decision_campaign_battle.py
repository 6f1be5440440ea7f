"""One battle of a campaign, turn by turn: strikes, helicopters, morale, end of turn (README, campaign)."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from .command_decision_aim import Aim, Firer
from .command_decision_bombing import befalls
from .command_decision_bombing_stands import ELIMINATED, FORCED_BACK, RESULTS, SUPPRESSED, UNTOUCHED, Place
from .command_decision_bombing_weapons import GUIDED
from .command_decision_campaign_attack import within_inches
from .command_decision_campaign_forces import Aircraft, Post, Side
from .command_decision_campaign_helicopters import HelicopterPhase
from .command_decision_campaign_state import AircraftState, Pass, StandState
from .command_decision_ground import collective_penalty
from .command_decision_penalty import Penalties
from .command_decision_shot import Countermeasures, Dice, ShotAddress, fire_one_shot
from .command_decision_sortie import turns_until_return
from .command_decision_strike import MORALE_RADIUS, STRIKE_MORALE
from .command_decision_strike_attack import DiceElsewhere
from .command_decision_strike_places import distance_squared
from .command_decision_tables import ENDURANCE_TURNS, MORALE_PASS
from .dice_log import COLLECTIVE, MORALE, PLACE, threshold

if TYPE_CHECKING:
    from .command_decision_campaign import Campaign

ARRIVE = 8
STRIKE_WINDOW, STRIKE_ATTACK, MORALE_WINDOW = 8, 12, 16
ATTACK_TURN, TURN_STRIDE = 64, 32
ALTERNATIVE_RADIUS = Fraction(24)  # 2.3.3b
PRIMARY_TO, PRIMARY_TO_WITH_FAC = 8, 9  # 2.3.3c, e
DEMORALISED_BY = 4
MOST_ATTACKS = 200

Outcomes = dict[str, list[tuple[Any, ...]]]


@dataclass
class Battle:
    """One trial."""

    campaign: Campaign
    dice: Dice
    stands: list[StandState] = field(default_factory=list)
    aircraft: list[list[AircraftState]] = field(default_factory=list)
    attacks: list[int] = field(default_factory=lambda: [0, 0])
    impacts: list[tuple[int, Place]] = field(default_factory=list)  # of this turn: side that flew, place
    turn: int = 0

    def play(self) -> Outcomes:
        """All turns, and what is counted."""
        campaign = self.campaign
        self.stands = [StandState() for _ in campaign.posts]
        self.aircraft = [
            [AircraftState(back_in=one.entry_turn) for one in (*side.planes, *side.helicopters)]
            for side in campaign.sides
        ]
        leads: list[int] = []  # blue's margin at the beginning of each turn
        order = (campaign.first, 1 - campaign.first)
        for self.turn in range(1, campaign.turns + 1):
            leads.append(self.blue_margin())
            self.impacts = []
            for state in self.stands:
                state.shots = 0
            for side in order:
                self.strike_of(campaign.sides[side])
            for side in order:
                HelicopterPhase(self, campaign.sides[side]).play()
            if campaign.morale:
                self.check_morale()
            self.end_turn()
            if self.wiped_out():
                break
        return self.outcomes(leads)

    # What is there

    def present(self, side: int) -> list[Post]:
        """The stands and systems of a side that are present."""
        return [post for post in self.campaign.posts if post.side == side and self.stands[post.number].present]

    def systems_that_fire(self, side: int) -> list[Post]:
        """The air defence of a side that may fire now."""
        return [
            post
            for post in self.present(side)
            if post.system is not None and self.stands[post.number].shaken_in != self.turn
        ]

    def has_broken_off(self, side: Side) -> bool:
        """Whether a side has lost too many aircraft to send more."""
        states = self.aircraft[side.number]
        lost = sum(state.lost for state in states)
        return lost > 0 and lost >= side.break_off * len(states)

    def wiped_out(self) -> bool:
        """Whether a side that had stands has none present."""
        return any(any(post.side == side for post in self.campaign.posts) and not self.present(side) for side in (0, 1))

    def by_preference(self, side: Side, posts: list[Post], taken: dict[int, int]) -> Post | None:
        """The target that a side prefers among some stands."""

        def order(post: Post) -> tuple[int, ...]:
            crowd = 0 if side.concentrate else taken.get(post.number, 0)
            if side.targets == "air_defence_first":
                policy = (int(post.system is None), -post.points)
            elif side.targets == "points_first":
                policy = (-post.points, 0)
            else:
                policy = (distance_squared(side.edge_middle, post.stand.at), 0)
            return (crowd, *policy, post.number)

        best = min(posts, key=order, default=None)
        if best is not None:
            taken[best.number] = taken.get(best.number, 0) + 1
        return best

    # Strikes

    def strike_of(self, side: Side) -> None:
        """The strike of one side: arrival, targets, AA fire, attacks."""
        if self.has_broken_off(side):
            return
        for state in self.stands:
            state.phase_shots = 0
        passes = self.arrivals(side)
        self.fire_at_planes(side, passes)
        for one in passes:
            if one.aborted:
                if self.campaign.strike.morale_aborted_strike == "yes":
                    self.impacts.append((side.number, one.point))
            else:
                self.attack_of_plane(side, one)

    def arrivals(self, side: Side) -> list[Pass]:
        """The planes that come, with their targets and the points that they attack."""
        window = STRIKE_WINDOW + side.number
        came: list[Aircraft] = []
        for plane in side.planes:
            state = self.aircraft[side.number][plane.number]
            if state.lost or state.back_in > self.turn:
                continue
            arrives = self.dice.hand(self.turn, window, plane.number, ARRIVE, 0, "upper").chance(plane.arrives)
            if arrives and len(came) < side.planes_a_turn:
                came.append(plane)
                away = self.campaign.turns_away
                state.back_in = self.turn + away if away is not None else self.campaign.turns + 1
        passes: list[Pass] = []
        taken: dict[int, int] = {}
        for plane in came:
            open_to_it = [post for post in self.present(1 - side.number) if self.campaign.may_attack(plane, post)]
            target = self.by_preference(side, open_to_it, taken)
            if target is None:
                continue
            selection = self.dice.hand(self.turn, window, plane.number, ARRIVE, 0, "lower").die(10)
            attacked: Post | None = target
            if selection > (PRIMARY_TO_WITH_FAC if side.fac else PRIMARY_TO):
                attacked = self.alternative(side, target)
            rulings = self.campaign.rulings
            passes.append(Pass(plane, target, attacked, Penalties(rulings), Countermeasures(rulings.cm_uses)))
        return passes

    def alternative(self, side: Side, target: Post) -> Post | None:
        """The stand of the attacker's own side that the opponent marks; None for empty ground (2.3.3b)."""
        if self.campaign.strike.alternative_point_policy in ("empty_ground", "random_within_24"):
            return None
        near = [
            post
            for post in self.present(side.number)
            if within_inches(post.stand.at, target.stand.at, ALTERNATIVE_RADIUS)
        ]
        return min(near, key=lambda post: (distance_squared(post.stand.at, target.stand.at), post.number), default=None)

    def fire_at_planes(self, side: Side, passes: list[Pass]) -> None:
        """The air defence of the other side, system by system, shot by shot."""
        campaign, window = self.campaign, STRIKE_WINDOW + side.number
        for post in self.systems_that_fire(1 - side.number):
            state = self.stands[post.number]
            assert post.system is not None
            in_sight: dict[int, bool] = {}
            for nth in range(post.system.firer.rof):
                best: tuple[Fraction, Pass, Firer, Aim] | None = None
                for one in passes:
                    if one.aborted:
                        continue
                    firer, aim, chance = campaign.aim_at_plane(post, state.suppressed, one.plane, one.point)
                    if aim is None:
                        continue
                    number = one.plane.number
                    if number not in in_sight:
                        u = self.dice.hand(self.turn, window, post.number, PLACE, number, "upper").number()
                        in_sight[number] = u < threshold(campaign.rulings.los_probability_plane)
                    if in_sight[number] and (best is None or chance > best[0]):
                        best = (chance, one, firer, aim)
                if best is None:
                    break
                _, one, firer, aim = best
                at = ShotAddress(self.dice, self.turn, window, post.number, nth)
                result = fire_one_shot(at, firer, aim, one.plane.seen_as, campaign.rulings, one.countermeasures)
                state.shots += 1
                one.penalties.take(result.penalty)
                if result.aborted:
                    one.aborted = True
                    if result.fate == "lost":
                        self.aircraft[side.number][one.plane.number].lost = True

    def attack_of_plane(self, side: Side, one: Pass) -> None:
        """The attack of a plane that AA has let through."""
        if one.attacked is None:
            return
        collective = self.campaign.sides[1 - side.number].collective
        if collective != "none" and one.plane.load not in GUIDED:
            hand = self.dice.hand(self.turn, STRIKE_WINDOW + side.number, one.plane.number, COLLECTIVE, 0, "upper")
            one.penalties.take(collective_penalty(hand.die(10), collective))
        primary = one.attacked is one.target
        if self.deliver(one.plane, one.attacked, primary, one.penalties.total(), STRIKE_ATTACK + side.number):
            self.impacts.append((side.number, one.attacked.stand.at))

    def deliver(self, aircraft: Aircraft, post: Post, primary: bool, penalty: int, window: int) -> bool:
        """Resolve an attack on a stand; False when a ruling bars it."""
        attack = self.campaign.attack(aircraft, post.number, primary, penalty)
        if attack is None:
            return False
        self.attacks[aircraft.side] += 1
        elsewhere = DiceElsewhere(self.dice, ATTACK_TURN + TURN_STRIDE * self.turn + aircraft.number, window)
        for number, state in enumerate(self.stands):
            if not state.present:
                continue
            worst = max([UNTOUCHED, *befalls(attack, number, 0, elsewhere)], key=RESULTS.index)
            if worst == ELIMINATED:
                state.present = False
            elif RESULTS.index(worst) >= RESULTS.index(SUPPRESSED):
                state.suppressed = True
                state.forced_back = state.forced_back or worst == FORCED_BACK
        return True

    def leave(self, state: AircraftState, morale: str) -> None:
        """A helicopter leaves the table to re-arm (1.4.3.1)."""
        state.over_the_table, state.leaving = False, ""
        state.back_in = self.turn + turns_until_return(morale, self.campaign.rulings)

    # Morale, end of turn, what is counted

    def check_morale(self) -> None:
        """Stands that were forced back check (2.3.8; D6)."""
        strike = self.campaign.strike
        for post in self.campaign.posts:
            state = self.stands[post.number]
            if not state.present or not state.forced_back:
                continue
            near = sum(
                within_inches(place, post.stand.at, Fraction(MORALE_RADIUS))
                and not (side == post.side and strike.morale_own_side == "no")
                for side, place in self.impacts
            )
            near = min(near, 1) if strike.morale_stacking == "once" else near
            die = self.dice.hand(self.turn, MORALE_WINDOW, post.number, MORALE, 0, "upper").die(10)
            failed_by = die - (MORALE_PASS[post.stand.quality] - STRIKE_MORALE * near)
            if failed_by >= DEMORALISED_BY:
                state.present = False
            elif failed_by > 0:
                state.shaken_in = self.turn + 1

    def end_turn(self) -> None:
        """Suppression ends; helicopters whose time is up leave (1.4.3a)."""
        for state in self.stands:
            state.suppressed = state.forced_back = False
        for side in self.campaign.sides:
            for helicopter in side.helicopters:
                aircraft = self.aircraft[side.number][helicopter.number]
                if not aircraft.over_the_table:
                    continue
                arrival_is_free = self.campaign.rulings.endurance_arrival_turn_counts == "no"
                aircraft.endurance_used += 0 if aircraft.k == 1 and arrival_is_free else 1
                if aircraft.leaving:
                    self.leave(aircraft, aircraft.leaving)
                elif aircraft.endurance_used >= ENDURANCE_TURNS:
                    self.leave(aircraft, "good")

    def points_lost(self, side: int) -> int:
        """Points that a side has lost."""
        campaign = self.campaign
        gone = [post.points for post in campaign.posts if post.side == side and not self.stands[post.number].present]
        flown = campaign.sides[side]
        shot_down = [one.points for one in (*flown.planes, *flown.helicopters) if self.aircraft[side][one.number].lost]
        return sum(gone) + sum(shot_down)

    def blue_margin(self) -> int:
        """How far blue leads by points."""
        return self.points_lost(1) - self.points_lost(0)

    def outcomes(self, leads: list[int]) -> Outcomes:
        """All tables of the README."""
        campaign, margin = self.campaign, self.blue_margin()
        winner = "blue" if margin > campaign.margin else "red" if margin < -campaign.margin else "draw"
        decided = self.turn
        if winner != "draw":
            sign = 1 if winner == "blue" else -1
            decided = max(turn for turn, lead in enumerate(leads, start=1) if sign * lead <= 0)
        tables: Outcomes = {"winner": [(winner,)], "ended": [(self.turn,)], "decided": [(decided,)]}
        for number, name in enumerate(("blue", "red")):
            side, states = campaign.sides[number], self.aircraft[number]
            gone = [post for post in campaign.posts if post.side == number and not self.stands[post.number].present]
            tables[f"points_lost_{name}"] = [(self.points_lost(number),)]
            tables[f"planes_lost_{name}"] = [(sum(states[one.number].lost for one in side.planes),)]
            tables[f"helicopters_lost_{name}"] = [(sum(states[one.number].lost for one in side.helicopters),)]
            tables[f"air_defence_lost_{name}"] = [(sum(post.system is not None for post in gone),)]
            tables[f"stands_lost_{name}"] = [(sum(post.system is None for post in gone),)]
            tables[f"attacks_{name}"] = [(min(self.attacks[number], MOST_ATTACKS),)]
        return tables
