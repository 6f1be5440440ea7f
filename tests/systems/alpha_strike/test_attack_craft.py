"""Clauses of Thrust with bombs, Control Rolls, conditions and large craft (alpha_strike, sections 1, 2, 5, 15)."""

import pytest

from simlab.catalog import open_catalog
from simlab.contract import Rulings
from simlab.execute import prepare
from simlab.systems.alpha_strike.engagement.cards import Book, fighting_card, fresh_condition, settings_of
from simlab.systems.alpha_strike.rules.condition import (
    ARMOR,
    BYTE,
    CREW,
    ENGINE,
    MOVE,
    SEVEN,
    STRUCTURE,
    THRUSTER,
    marked,
    part,
)
from simlab.systems.alpha_strike.rules.ground_to_air import part_of_path
from simlab.systems.alpha_strike.rules.large_craft import hover_inches, may_hover
from simlab.systems.alpha_strike.rules.radar_map import thrust_now
from simlab.systems.alpha_strike.rules.thresholds import control_number, damage_control_number, engaged_control_number
from simlab.systems.alpha_strike.rulings import RULINGS
from simlab.systems.alpha_strike.units import TABLES

CATALOG = open_catalog("alpha_strike", TABLES)


def ready(unit, **given):
    """Card, settings and fresh condition of an aerospace unit."""
    book, row = Book(Rulings(RULINGS, given), CATALOG), CATALOG.unit(unit, ("aerospace", "ground"), "test")
    return fighting_card(row, 4, book, "test"), settings_of(book), fresh_condition(row)


@pytest.mark.parametrize(("unit", "bombs", "thrust"), [
    ("stuka_stu_k5", 0, 5), ("stuka_stu_k5", 3, 2), ("lightning_ltn_g15", 1, 5), ("seydlitz_syd_z1", 1, 10),
    ("planetlifter_air_transport", 6, 1),
])  # fmt: skip
def test_as_1_11_bombs_take_thrust(unit, bombs, thrust):
    """AS-1.11: one for each bomb, never below 1."""
    card, settings, condition = ready(unit)
    assert thrust_now(card, settings, condition, bombs) == thrust


def test_as_1_11_order_of_bombs_and_damage():
    """Ruling bomb_thrust_order: Thrust 5, an Engine Hit and a bomb: 5 // 2 - 1 or (5 - 1) // 2."""
    for word, thrust in (("damage_then_bombs", 1), ("bombs_then_damage", 2)):
        card, settings, condition = ready("stuka_stu_k5", bomb_thrust_order=word)
        assert thrust_now(card, settings, condition + (1 << ENGINE), 1) == thrust


def test_as_1_13_the_state_that_is_kept():
    """AS-1.13: armor and structure left, critical counters, Move: all in one integer, each to be read again."""
    _, _, condition = ready("griffin_grf_1n")
    assert (part(condition, ARMOR, BYTE), part(condition, STRUCTURE, BYTE), part(condition, MOVE, SEVEN)) == (5, 5, 10)
    hurt = marked(condition, 7)
    assert (part(hurt, ARMOR, BYTE), part(hurt, STRUCTURE, BYTE), part(hurt, MOVE, SEVEN)) == (0, 3, 10)


def test_as_2_2_control_rolls():
    """AS-2.2: Skill + 2, + 2 a Crew Hit, + 4 after a Thruster Hit for damage, + 2 tailed, - 2 tailing."""
    card, settings, condition = ready("union_2708")
    assert control_number(card, settings, condition) == 6
    assert control_number(card, settings, condition + (1 << CREW)) == 8
    assert damage_control_number(card, settings, condition + (1 << THRUSTER)) == 10
    fighter, settings, condition = ready("stuka_stu_k5")
    assert [engaged_control_number(fighter, settings, condition, 0, side) for side in (-1, 0, 1)] == [6, 4, 8]


def test_as_5_9_every_attack_runs_through_the_same_steps():
    """AS-5.9: who is seen and on the path is rolled at with one number; a hit does damage, damage brings criticals."""
    target = [{"name": "seen", "unit": "atlas_as7_d", "armor_left": 0}, {"name": "hidden", "concealed": True},
              {"name": "aside", "at": [0, 3]}]  # fmt: skip
    for attack in ("strafe", "strike"):
        prepared = prepare({"system": "alpha_strike", "kind": "attack", "attack": attack, "target": target,
                            "strike_at": "seen", "attacker": {"short": 2}})  # fmt: skip
        assert prepared.packed.shots[:, 0].tolist() == [0]
        law = dict(zip(prepared.space.table("fate:seen").rows, prepared.space.values(
            prepared.kind.exact(prepared.packed), "fate:seen"), strict=True))  # fmt: skip
        assert law["destroyed_by_critical",] > 0


def test_as_15_4_hovering():
    """AS-15.4: spheroids and airships, half their Thrust in inches."""
    assert [may_hover(mode) for mode in "aip"] == [False, True, True]
    assert [hover_inches(thrust) for thrust in (3, 4, 7)] == [1, 2, 3]


def test_as_15_6_a_landed_dropship_fires_better():
    """AS-15.6: 2 better, 1 in the Commander's Edition; an aerodyne's nose sees a lane of 2 in straight ahead."""
    for edition, better in (("as2013", -2), ("asce", -1)):
        assert Book(Rulings(RULINGS, {"ruleset": edition}), CATALOG).modifiers["attacker_grounded_dropship"] == better
    across = part_of_path((0.0, 10.0), 90, 48.0, (24.0, 0.0), 0, "lane")
    assert across == pytest.approx((23, 25))
    assert part_of_path((0.0, 10.0), 90, 48.0, (24.0, 20.0), 0, "lane") is None


def test_as_15_7_cards_have_no_capital_weapons():
    """AS-15.7: outside this specification; no shipped card needs them."""
    for row in CATALOG.rows("aerospace"):
        assert not {"CAP", "SCAP", "MSL"} & set(row.specials.split(";"))
