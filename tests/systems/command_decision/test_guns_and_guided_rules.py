"""Guns (2.3.5) and guided weapons (2.3.6) as pure rules: numbers of the clauses, worked by hand."""

from fractions import Fraction as F

import pytest

from simlab.catalog import open_catalog
from simlab.contract import Rulings
from simlab.systems.command_decision.attack.ordnance import ground_rules
from simlab.systems.command_decision.rules.attacks import (
    ELIMINATED,
    EVERY_FACE,
    FORCED_BACK,
    HIT,
    GroundStand,
    Ordnance,
)
from simlab.systems.command_decision.rules.cards import card_of, may_be_chosen, suppresses
from simlab.systems.command_decision.rules.guided import guided_result, guided_rof, launch_distance
from simlab.systems.command_decision.rules.guns import (
    armour_piercing,
    gun_ordnance,
    gun_rof,
    may_strafe,
    strafer_takes_collective,
)
from simlab.systems.command_decision.rulings.weapons import (
    AsmLaunchDistance,
    FireAndForgetSet,
    GpsMovedWindow,
    StrafingExposure,
)
from simlab.systems.command_decision.stands import Book
from simlab.systems.command_decision.system import SYSTEM

CATALOG = open_catalog("command_decision", SYSTEM.tables)
BOOK = Book(CATALOG)
TABLES = ground_rules(CATALOG, BOOK)
DEFAULTS = Rulings(SYSTEM.rulings, {})
BANDS = CATALOG.rows("armour_piercing")
ROF = {row.guidance: (row.plane_rof, row.helicopter_rof) for row in CATALOG.rows("missile_rof")}


class Reading:
    """The default rulings, some of them read otherwise; also those that no kind offers yet."""

    def __init__(self, **values):
        self.values = values

    def __getattr__(self, name):
        return self.values[name] if name in self.values else getattr(DEFAULTS, name)


def stand(target="personnel", weight=3, cover="open", dug_in=False, quality="regular", terrain="open", **more):
    return GroundStand(target, weight, terrain, False, cover, dug_in, quality, **more)


def guns(piercing=0, penalty=0):
    return gun_ordnance(piercing, int(BOOK.constants["gun_hit_number"]), penalty, False, False)


def guided(load="asm", factor=7, penalty=0, face="flank", guidance="IIR"):
    effect = CATALOG.row("missile_effects", load, "test")
    warhead = "he" if effect.armour_piercing is None else "ap"
    return Ordnance(load, warhead, factor, penalty, False, False, effect.armour_piercing or 0, face,
                    effect.he_factor or 0, guidance)  # fmt: skip


def number_of(target, ordnance):
    return card_of(target, ordnance, DEFAULTS, TABLES).number


def kills(target, ordnance):
    """Faces of the effect die that eliminate."""
    card = card_of(target, ordnance, DEFAULTS, TABLES)
    return [die for die in range(1, 11) if card.effects >> (4 * die) & 15 == ELIMINATED]


# 2.3.5: guns


@pytest.mark.parametrize(
    ("target", "number"),
    [
        (stand(), 5), (stand(cover="medium"), 3), (stand(cover="hard"), 2), (stand(cover="fortification"), 0),
        (stand("gun", dug_in=True), 3), (stand("soft_vehicle"), 5), (stand("soft_vehicle", cover="hard"), 2),
        (stand("soft_vehicle", dug_in=True), 3), (stand("weak_afv"), 5), (stand("weak_afv", dug_in=True), 3),
    ],
)  # fmt: skip
def test_2_3_5a_guns_hit_on_5_less_cover(target, number):
    """2.3.5a: one attack on a stand in the open hits in half of all cases."""
    assert number_of(target, guns()) == number
    assert number_of(target, guns(penalty=2)) == number - 2
    card = card_of(target, guns(), DEFAULTS, TABLES)
    assert card.hits_on.bit_count() == max(number, 0)
    assert card.he_on == EVERY_FACE


def test_2_3_5b_guns_count_as_small_arms():
    """2.3.5b: hit results on what has no armour, a 10 on weak AFVs, nothing on other AFVs."""
    assert kills(stand(), guns()) == [7, 8, 9, 10]
    assert kills(stand(quality="elite"), guns()) == [9, 10]
    assert kills(stand("weak_afv"), guns()) == [10]
    assert card_of(stand("afv", weight=1), guns(), DEFAULTS, TABLES) == (0, 0, 0, EVERY_FACE)
    assert card_of(stand(), guns(), DEFAULTS, TABLES).chance() == F(5, 10) * F(4, 10)
    effects = card_of(stand(), guns(), DEFAULTS, TABLES).effects
    assert [effects >> (4 * die) & 15 for die in (1, 3, 4, 6)] == [HIT, HIT, FORCED_BACK, FORCED_BACK]
    assert not suppresses(guns())


def test_2_3_5c_rof_is_2_unless_stated():
    """2.3.5c."""
    assert gun_rof(None, BOOK.constants) == 2
    assert gun_rof(3, BOOK.constants) == 3
    assert gun_rof(0, BOOK.constants) == 0  # no gun


@pytest.mark.parametrize(
    ("gun", "calibre", "piercing"),
    [
        ("GAU-8/A 7-barrel", 30, 6), ("GSh-30-2", 30, 5), ("M230 chain gun", 30, 4), ("N-37", 37, 4),
        ("M61A1 6-barrel", 20, 3), ("BK 27", 27, 3), ("M60C", 7.62, 0), ("odd", None, 0),
    ],
)  # fmt: skip
def test_2_3_5d_ap_by_gun(gun, calibre, piercing):
    """2.3.5d: only types marked so have AP ammunition; how much it pierces is part D5."""
    assert armour_piercing(gun, calibre, BANDS) == piercing
    marked = {row.id for row in CATALOG.rows("aircraft") if row.gun_ap}
    assert marked == {"a10a", "su25"}


def test_2_3_5e_2_3_5f_ap_at_close_range_against_the_flank():
    """2.3.5e, 2.3.5f: GAU-8 against weight V, flank 5: on 5 + 6 - 5 = 6 or less; front 10 would leave it 1."""
    assert kills(stand("afv", weight=5), guns(6)) == [1, 2, 3, 4, 5, 6]
    assert kills(stand("afv", weight=6), guns(4)) == [1, 2, 3]
    assert kills(stand("weak_afv"), guns(4)) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert kills(stand(), guns(6)) == [7, 8, 9, 10]  # no armour to pierce: hit results
    assert number_of(stand("afv", weight=5), guns(6)) == 5


def test_2_3_5_1a_which_fighters_strafe():
    """2.3.5.1a."""
    assert may_strafe(standard_fighter=True, has_gun=True, enemy_aircraft_on_board=False)
    assert not may_strafe(standard_fighter=False, has_gun=True, enemy_aircraft_on_board=False)
    assert not may_strafe(standard_fighter=True, has_gun=False, enemy_aircraft_on_board=False)
    assert not may_strafe(standard_fighter=True, has_gun=True, enemy_aircraft_on_board=True)


def test_2_3_5_1b_a_strafer_is_fired_at():
    """2.3.5.1b."""
    assert strafer_takes_collective(Reading(strafing_exposure=StrafingExposure.YES))
    assert not strafer_takes_collective(Reading(strafing_exposure=StrafingExposure.NO))


# 2.3.6: guided weapons


@pytest.mark.parametrize(
    ("range_in", "edge", "both", "eighty_only"),
    [
        (285, None, 80, 80), (285, 200, 80, 80), (285, 50, 50, 50), (100, None, 80, 80), (99, None, 74.25, 74.25),
        (64, None, 48, 48), (64, 40, 40, 48), (64, 60, 48, 48),
    ],
)  # fmt: skip
def test_2_3_6a_2_3_6b_launch_distance(range_in, edge, both, eighty_only):
    """2.3.6a, 2.3.6b, table B11: 80 in or the edge; below 100 in of range three quarters of it."""
    for option, distance in (
        (AsmLaunchDistance.MIN_EDGE_BOTH, both),
        (AsmLaunchDistance.EDGE_CAPS_80_ONLY, eighty_only),
    ):
        assert launch_distance(range_in, edge, Reading(asm_launch_distance=option), BOOK.constants) == distance


def test_2_3_6a_rows_of_the_planes_agree():
    """2.3.6a: the launch distances of the shipped planes are those of the rule."""
    rulings = Reading(asm_launch_distance=AsmLaunchDistance.MIN_EDGE_BOTH)
    armed = [row for row in CATALOG.rows("aircraft") if row.asm]
    assert armed
    for row in armed:
        assert launch_distance(row.asm_range_in, None, rulings, BOOK.constants) == row.asm_launch_in


def test_2_3_6c_hit_chance_then_effect():
    """2.3.6c: SAL hits on 8; an HE weapon then needs its factor of 7, an anti-tank one pierces 5 + 12 - armour."""
    bomb = guided("gb", 8, guidance="SAL")
    card = card_of(stand(), bomb, DEFAULTS, TABLES)
    assert (card.number, card.hits_on.bit_count(), card.he_on.bit_count()) == (8, 8, 7)
    assert card.chance() == F(8, 10) * F(7, 10) * F(4, 10)
    assert card_of(stand(cover="hard"), bomb, DEFAULTS, TABLES).he_on.bit_count() == 4
    assert card_of(stand("afv", weight=5), bomb, DEFAULTS, TABLES).chance() == F(8, 10) * F(2, 10) * F(1, 10)
    assert card_of(stand(), guided("gb", 8, penalty=3), DEFAULTS, TABLES).number == 5
    missile = guided("atgm", 7, guidance="SACLOS")
    assert kills(stand("afv", weight=5), missile) == list(range(1, 11))
    front = guided("atgm", 7, face="front")
    assert kills(stand("afv", weight=5), front) == [1, 2, 3, 4, 5, 6, 7]
    assert kills(stand("afv", weight=6), front) == [1, 2, 3, 4, 5]
    assert kills(stand(), missile) == [7, 8, 9, 10]
    assert card_of(stand("afv"), missile, DEFAULTS, TABLES).he_on == EVERY_FACE


def test_2_3_6c_the_third_die_lets_a_hit_take_effect():
    """2.3.6c: hit on 1-8, eliminated by 7-10, HE factor 7."""
    card = card_of(stand(), guided("gb", 8), DEFAULTS, TABLES)
    read = (card.hits_on, card.effects, card.he_on)
    assert guided_result(8, 7, 7, *read) == ELIMINATED
    assert guided_result(8, 7, 8, *read) == 0
    assert guided_result(9, 7, 7, *read) == 0
    assert guided_result(1, 3, 1, *read) == HIT


@pytest.mark.parametrize(
    ("guidance", "plane", "helicopter"),
    [("MCLOS", 1, 1), ("CLOS", 1, 1), ("SACLOS", 1, 1), ("SAL", 1, 1), ("TV", 2, 1), ("IIR", 2, 2), ("AR", 2, 2),
     ("GPS", 2, 1)],
)  # fmt: skip
def test_2_3_6d_1_5_5a_1_5_5b_rof_by_guidance(guidance, plane, helicopter):
    """2.3.6d, 1.5.5a, 1.5.5b."""
    assert guided_rof(guidance, False, ROF, DEFAULTS) == plane
    assert guided_rof(guidance, True, ROF, DEFAULTS) == helicopter
    assert guided_rof(guidance, True, ROF, Reading(fire_and_forget_set=FireAndForgetSet.UNIFIED)) == plane


def test_2_3_6e_only_weapons_with_an_he_effect_suppress():
    """2.3.6e."""
    assert [suppresses(guided(load)) for load in ("asm", "gb", "arm", "atgm")] == [True, True, True, False]


def test_2_3_6_1a_gps_weapons_need_a_target_that_stood_still():
    """2.3.6.1a: never on one that moved; how far back that looks is a ruling."""
    jdam, laser = guided("gb", 8, guidance="GPS"), guided("gb", 8, guidance="SAL")
    long = Reading(gps_moved_window=GpsMovedWindow.SINCE_PREVIOUS_STRIKE_PHASE)
    for moved, by_default, by_long in (
        ("no", True, True),
        ("this_turn", False, False),
        ("since_last_strike", True, False),
    ):
        assert may_be_chosen(stand(moved=moved), jdam, DEFAULTS) is by_default
        assert may_be_chosen(stand(moved=moved), jdam, long) is by_long
        assert may_be_chosen(stand(moved=moved), laser, long)
    assert card_of(stand(moved="this_turn"), jdam, DEFAULTS, TABLES).hits_on == 0


def test_anti_radar_missiles_need_a_radar():
    """Part D11: against one AA stand with a radar, with HE factor 7."""
    assert not may_be_chosen(stand("gun"), guided("arm", 8), DEFAULTS)
    assert card_of(stand("gun", radar=True), guided("arm", 8), DEFAULTS, TABLES).he_on.bit_count() == 7
