"""The hit number of an attack on a stand, part by part with the clause of each: what `hit_number` adds up, in words."""

from __future__ import annotations

from typing import Any

from simlab.systems.command_decision.rules.attacks import (
    ARMOURED,
    CREW_SERVED,
    GroundRules,
    GroundStand,
    Ordnance,
    class_modifier,
    cover_of,
    spotted_at_edge,
    warhead_modifier,
)
from simlab.systems.command_decision.rules.guided import GUIDED, has_he
from simlab.systems.command_decision.rules.guns import gun_modifier
from simlab.systems.command_decision.rulings.attacks import AtClusterWeightModifier

Term = tuple[int, str]
FACTORS = {
    "bombs": "HE factor (3.1.1.4)", "at_cluster": "HE factor (3.1.1.5a)", "rockets": "HE factor (1.5.6.4a, 2.3.7.3a)",
    "guns": "guns (2.3.5a)", "door_guns": "door guns (1.5.4b)",
}  # fmt: skip


def hit_terms(stand: GroundStand, ordnance: Ordnance, rulings: Any, tables: GroundRules) -> list[Term]:
    """The parts of the hit number of one roll; they add up to the number of its card (3.1, 1.5.6, 2.3.5 to 2.3.7)."""
    if ordnance.load in GUIDED:
        return [(ordnance.factor, f"{ordnance.guidance} (2.3.6c, 1.5.5a)"), *_penalty(ordnance)]
    if ordnance.load in ("guns", "door_guns"):
        modifier = gun_modifier(stand, ordnance, rulings, tables)
        terms = [(ordnance.factor, FACTORS[ordnance.load]), *_penalty(ordnance)]
        return terms + ([(modifier, f"{_target(stand, ordnance, rulings)} (D5)")] if modifier else [])
    if ordnance.warhead == "flechette" and stand.target == "weak_afv":
        number = int(tables.constants["gun_hit_number"])
        return [(number, "small arms at a weak AFV (1.5.6.4d)"), *_penalty(ordnance)]
    terms = [(ordnance.factor, FACTORS[ordnance.load]), *_penalty(ordnance)]
    terms += class_terms(stand, ordnance, rulings, tables)
    warhead = warhead_modifier(stand, ordnance, rulings, tables.constants)
    clause = {"heat": "1.5.6.4b", "flechette": "1.5.6.4c"}.get(ordnance.warhead, "")
    return terms + ([(warhead, f"{ordnance.warhead} ({clause})")] if warhead else [])


def he_terms(stand: GroundStand, ordnance: Ordnance, rulings: Any, tables: GroundRules) -> list[Term]:
    """The parts of the HE number that the third die of a guided weapon meets (2.3.6c); none without an HE effect."""
    if ordnance.load not in GUIDED or not has_he(ordnance):
        return []
    return [(ordnance.he_factor, "HE factor (D11)"), *class_terms(stand, ordnance, rulings, tables)]


def class_terms(stand: GroundStand, ordnance: Ordnance, rulings: Any, tables: GroundRules) -> list[Term]:
    """The parts of `class_modifier`: class and cover, weight, being dug in (D2)."""
    whole = class_modifier(stand, ordnance, rulings, tables)
    cluster, armoured = ordnance.load == "at_cluster", stand.target in ARMOURED
    if cluster and armoured and rulings.at_cluster_weight_modifier == AtClusterWeightModifier.IGNORE:
        return []
    dug_in = stand.dug_in and stand.target not in CREW_SERVED and not cluster
    digging = tables.modifiers["he", "gun", "medium"][0] if dug_in else 0
    terms = [(whole - digging, f"{_target(stand, ordnance, rulings)} ({'3.1.1.5a' if cluster else 'D2'})")]
    if dug_in:
        terms.append((digging, "dug in, as medium cover (assumed)"))
    return [term for term in terms if term[0]]


def _penalty(ordnance: Ordnance) -> list[Term]:
    return [(-ordnance.penalty, "penalty (3.2.4a)")] if ordnance.penalty else []


def _target(stand: GroundStand, ordnance: Ordnance, rulings: Any) -> str:
    """What the stand is, and its cover where that counts."""
    words = stand.target.replace("_", " ").replace("afv", "AFV")
    if stand.target == "afv":
        words += f" of weight {stand.weight}"
    if stand.target in CREW_SERVED and ordnance.load != "at_cluster":
        edge = ", at the edge (2.3.2b)" if spotted_at_edge(stand, ordnance) else ""
        words += f", cover {cover_of(stand, ordnance, rulings)}{edge}"
    return words
