"""One door to the card of an attack, whatever is dropped or fired: bombs and rockets, guns, guided weapons."""

from __future__ import annotations

from typing import Any

from simlab.systems.command_decision.rules.attacks import AttackCard, GroundRules, GroundStand, Ordnance, attack_card
from simlab.systems.command_decision.rules.guided import GUIDED, guided_card, guided_may_attack, has_he
from simlab.systems.command_decision.rules.guns import gun_card
from simlab.systems.command_decision.rulings.air_defence import PenaltyAppliesTo

STAND_WEAPONS = ("guns", "door_guns", *GUIDED)  # they attack stands one by one; bombs and rockets attack areas


def card_of(stand: GroundStand, ordnance: Ordnance, rulings: Any, tables: GroundRules) -> AttackCard:
    """What one attack with this ordnance does to this stand."""
    if ordnance.load in ("guns", "door_guns"):
        return gun_card(stand, ordnance, rulings, tables)
    if ordnance.load in GUIDED:
        return guided_card(stand, ordnance, rulings, tables)
    return attack_card(stand, ordnance, rulings, tables)


def may_be_chosen(stand: GroundStand, ordnance: Ordnance, rulings: Any) -> bool:
    """May the attacker choose this stand for a weapon that attacks stands one by one (2.3.6.1a for GPS weapons)?"""
    return ordnance.load not in GUIDED or guided_may_attack(stand, ordnance, rulings)


def feels_penalty(load: str, rulings: Any) -> bool:
    """Does an attack with this load feel the hit penalty of the aircraft (3.2.4a, ruling penalty_applies_to)?"""
    if rulings.penalty_applies_to == PenaltyAppliesTo.UNGUIDED_ONLY:
        return load not in GUIDED
    return rulings.penalty_applies_to == PenaltyAppliesTo.ALL_ATTACKS or load in STAND_WEAPONS


def suppresses(ordnance: Ordnance) -> bool:
    """Does a full attack suppress what it attacks?

    Bombs (3.1.1.4c), cluster bombs (3.1.1.5d), rockets (1.5.6.4e, 2.3.7.3e), guided weapons with an HE effect
    (2.3.6e); neither guns nor weapons that only pierce armour, of which nothing is said.
    """
    return ordnance.load not in STAND_WEAPONS or (ordnance.load in GUIDED and has_he(ordnance))
