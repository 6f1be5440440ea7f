"""The helicopters of one side in one turn of a campaign: air defence fires at each, then it attacks (1.4, 3.2)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from .command_decision_aim import has_line_of_sight
from .command_decision_bombing_load import ROCKETS
from .command_decision_campaign_attack import within_inches
from .command_decision_campaign_forces import Aircraft, Side
from .command_decision_campaign_state import AircraftState
from .command_decision_ground import collective_penalty
from .command_decision_penalty import Penalties
from .command_decision_shot import Countermeasures, ShotAddress, ShotResult, fire_one_shot
from .command_decision_tables import STANDOFF_INCHES
from .dice_log import COLLECTIVE, PLACE

if TYPE_CHECKING:
    from .command_decision_campaign_battle import Battle

HELICOPTER_WINDOW, HELICOPTER_ATTACK = 10, 14


@dataclass
class HelicopterPhase:
    """Step 3 or 4 of a turn."""

    battle: Battle
    side: Side

    def play(self) -> None:
        """One helicopter after the other."""
        states = self.battle.aircraft[self.side.number]
        broken_off = self.battle.has_broken_off(self.side)
        for stand in self.battle.stands:
            stand.phase_shots = 0
        taken: dict[int, int] = {}
        for helicopter in self.side.helicopters:
            state = states[helicopter.number]
            if broken_off and state.over_the_table:
                self.battle.leave(state, "good")
            if broken_off or state.lost:
                continue
            if not state.over_the_table and state.back_in <= self.battle.turn:
                state.over_the_table, state.k, state.endurance_used = True, 0, 0
                state.countermeasures = Countermeasures(self.battle.campaign.rulings.cm_uses)
            if state.over_the_table:
                state.k += 1
                self.acts(helicopter, state, taken)

    def acts(self, helicopter: Aircraft, state: AircraftState, taken: dict[int, int]) -> None:
        """AA fire at one helicopter, then its attack."""
        penalties = Penalties(self.battle.campaign.rulings)
        if not self.survives_fire(helicopter, state, penalties):
            return
        campaign, rulings = self.battle.campaign, self.battle.campaign.rulings
        enemies = self.battle.present(1 - self.side.number)
        open_to_it = [
            post
            for post in enemies
            if within_inches(helicopter.at, post.stand.at, helicopter.reach) and campaign.may_attack(helicopter, post)
        ]
        target = self.battle.by_preference(self.side, open_to_it, taken)
        if target is None:
            return
        collective = campaign.sides[1 - self.side.number].collective
        standoff = STANDOFF_INCHES[rulings.collective_standoff_distance]

        def enemy_within(inches: Fraction) -> bool:
            return any(within_inches(helicopter.at, post.stand.at, inches) for post in enemies)

        exempt = collective == "none"
        exempt = exempt or (helicopter.load == "atgm" and not enemy_within(standoff))
        exempt = exempt or (helicopter.seen_as.altitude == "noe" and rulings.collective_vs_noe == "no")
        radius = rulings.collective_fire_radius
        exempt = exempt or (radius is not None and not enemy_within(Fraction(radius)))
        if not exempt:
            window = HELICOPTER_WINDOW + self.side.number
            hand = self.battle.dice.hand(self.battle.turn, window, helicopter.number, COLLECTIVE, 0, "upper")
            penalties.take(collective_penalty(hand.die(10), collective))
        self.battle.deliver(helicopter, target, True, penalties.total(), HELICOPTER_ATTACK + self.side.number)
        if helicopter.load == ROCKETS and rulings.rocket_expended == "per_sortie":
            state.leaving = "good"  # 1.5.6.3a: all rockets are fired in one volley

    def survives_fire(self, helicopter: Aircraft, state: AircraftState, penalties: Penalties) -> bool:
        """AA fire at one helicopter; whether it is still there and its attack is not lost."""
        campaign, rulings = self.battle.campaign, self.battle.campaign.rulings
        window = HELICOPTER_WINDOW + self.side.number
        attack_lost = False
        for post in self.battle.systems_that_fire(1 - self.side.number):
            system = self.battle.stands[post.number]
            firer, aim = campaign.aim_at_helicopter(post, system.suppressed, helicopter)
            if aim is None:
                continue
            u = self.battle.dice.hand(self.battle.turn, window, post.number, PLACE, helicopter.number, "upper").number()
            if not has_line_of_sight(u, helicopter.seen_as, rulings, {}):
                continue
            budget = firer.system.rof + rulings.aa_opportunity_bonus
            if rulings.aa_shots_per_turn != "once_per_phase":
                budget -= system.shots
            while system.phase_shots < budget:
                at = ShotAddress(self.battle.dice, self.battle.turn, window, post.number, system.phase_shots)
                system.phase_shots += 1
                assert state.countermeasures is not None
                result = fire_one_shot(at, firer, aim, helicopter.seen_as, rulings, state.countermeasures)
                penalties.take(result.penalty)
                if not result.aborted:
                    continue
                goes_on = self.suffer(state, result, penalties)
                if goes_on == "this system too":
                    continue
                attack_lost = True
                if goes_on == "later systems":
                    break
                return False
        return not attack_lost

    def suffer(self, state: AircraftState, result: ShotResult, penalties: Penalties) -> str:
        """What an abort does to a helicopter; who may go on firing at it."""
        rulings = self.battle.campaign.rulings
        if result.fate == "removed":
            if rulings.chopper_removed_meaning == "off_table_may_rearm":
                state.leaving = "good"
            else:
                state.lost, state.over_the_table = True, False
            return "nobody"
        effect = rulings.chopper_forced_back_effect
        if effect == "minus_3_penalty_only":
            penalties.take(3)
            return "this system too"
        if effect == "lose_attack_stay_in_place":
            return "later systems"
        if effect == "leave_table":
            state.leaving = "good"
        elif effect == "leave_table_shaken":
            state.leaving = "shaken"
        return "nobody"
