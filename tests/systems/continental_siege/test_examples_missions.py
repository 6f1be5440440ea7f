"""Worked examples of section 7 over several attacks and turns: W3 to W12, W18, W19, W23, as exact fractions."""

from fractions import Fraction as F

import pytest
from siege_scenarios import attack, attrition, bombing_run, chance, interception, law, laws, mean

FOUR_HEAVY = {"heavy_aa": 4}


def test_w3_four_heavy_aa_at_a_csa10():
    """14.02, 15.03: six hits of 8."""
    tables = laws(attrition("csa10", FOUR_HEAVY, turns=8))
    assert tables["crash_turn"] == {
        1: 0, 2: F(43, 2187), 3: F(28000, 177147), 4: F(3950848, 14348907), 5: F(96747520, 387420489),
        6: F(44895109120, 282429536481), 7: F(618510942208, 7625597484987), 8: F(2442175447040, 68630377364883),
        "never": 1 - F(67150761131411, 68630377364883),
    }  # fmt: skip
    assert list(tables["crashed_by"].values())[1:] == [
        F(43, 2187), F(31483, 177147), F(6500971, 14348907), F(272273737, 387420489),
        F(243382663393, 282429536481), F(7189842853819, 7625597484987), F(67150761131411, 68630377364883),
    ]  # fmt: skip


def test_w3_mean_turns():
    """The last hit wastes boxes, so the mean is not 48 / (32/3)."""
    assert float(mean(attrition("csa10", FOUR_HEAVY, turns=60), "turns_flown")) == pytest.approx(
        float(F(367661773602, 75418890625)), abs=1e-12
    )


def test_w4_movement_allowance():
    """14.02 and ruling ff_ma_threshold."""
    tables = laws(attrition("csa10", FOUR_HEAVY, turns=2))["movement"]
    assert [tables[1, ma] for ma in (4, 3, 2, 1, 0)] == [F(16, 27), F(8, 27), F(1, 9), 0, 0]
    assert [tables[2, ma] for ma in (4, 3, 2, 1, 0)] == [
        F(1280, 6561), F(1792, 6561), F(2912, 6561), F(448, 6561), F(43, 2187),
    ]  # fmt: skip
    late = laws(attrition("csa10", FOUR_HEAVY, turns=1, rulings={"ff_ma_threshold": "after_quarter"}))["movement"]
    assert [late[1, ma] for ma in (4, 3, 2)] == [F(16, 27), F(32, 81), F(1, 81)]


def test_w5_five_light_aa_at_a_csa15():
    crashed = laws(attrition("csa15", {"light_aa": 5}, turns=8))["crashed_by"]
    assert list(crashed.values()) == [
        0, F(1, 59049), F(122027, 14348907), F(320420753, 3486784401), F(257915693731, 847288609443),
        F(38999599316371, 68630377364883), F(12987612324180617, 16677181699666569),
        F(10983582354229946401, 12157665459056928801),
    ]  # fmt: skip


@pytest.mark.parametrize(("gun", "small", "large"), [
    ("heavy_aa", 18, 24), ("light_aa", 24, 30), ("fighter", 36, 45), ("howitzer", 48, 60),
])  # fmt: skip
def test_w6_one_gun_alone(gun, small, large):
    """Hits needed times 3; the tail beyond 100 shots is bounded by what is left."""
    for fortress, expected in (("csa10", small), ("csa15", large)):
        tables = laws(attrition(fortress, {gun: 1}, turns=100))
        tail = tables["crash_turn"]["never"]
        flown = float(sum(F(turn) * share for turn, share in tables["turns_flown"].items()))
        assert flown <= expected <= flown + float(tail) * 3 * expected + 1e-9


def test_w7_combined_fire_at_propulsion():
    body = attrition("csa10", FOUR_HEAVY, turns=5, rulings={"propulsion_combined_fire": "allowed"})
    assert list(laws(body)["crashed_by"].values()) == [0, F(1, 9), F(7, 27), F(11, 27), F(131, 243)]


def test_w8_how_many_heavy_aa_for_a_csa15_in_three_turns():
    crashed = {n: laws(attrition("csa15", {"heavy_aa": n}, turns=3))["crashed_by"][3] for n in (7, 8, 10, 11)}
    assert crashed[7] == F(1392057233, 3486784401)
    assert crashed[8] == F(54244862027, 94143178827)
    assert float(crashed[10]) == pytest.approx(0.8332, abs=5e-5)
    assert crashed[11] == F(558988036893227, 617673396283947)


def test_w9_a_csa10_over_one_heavy_aa():
    """Losing MA keeps it longer over the gun."""
    body = attrition("csa10", {"heavy_aa": 1}, approach={"start_hexes": 7})
    assert law(body, "boxes_left") == {48: F(8, 27), 40: F(4, 9), 32: F(2, 9), 24: F(2, 81), 16: F(1, 81)}
    assert 48 - mean(body, "boxes_left") == F(656, 81)
    assert law(body, "turns_flown") == {4: F(26, 27), 5: F(1, 27)}
    assert law(body, "fate") == {"left": F(1)}


def test_w10_two_heavy_aa_at_two_bombloads():
    """14.06: single shots and combined ones."""
    two = {"heavy_aa": 2}
    single, combined = (
        [law(attrition("csa10", two, turns=turns, priority=name), "bombload_left") for turns in (1, 2)]
        for name in ("bombs_first", "bombs_first_combined")
    )
    assert (single[0], single[1][0]) == ({0: F(1, 4), 1: F(1, 2), 2: F(1, 4)}, F(11, 16))
    assert combined == [{1: F(1)}, {0: F(1)}]


def test_w11_disarming_costs_one_turn():
    plain = laws(attrition("csa10", FOUR_HEAVY, turns=5))["crashed_by"]
    first = laws(attrition("csa10", FOUR_HEAVY, turns=6, priority="bombs_first_combined"))["crashed_by"]
    assert [first[turn + 1] for turn in range(1, 6)] == [plain[turn] for turn in range(1, 6)]
    assert first[3] == F(43, 2187)


def test_w12_bombers_against_a_guarded_cp():
    """One fire phase before the drop; any fit bomber destroys a CP of D0."""

    def run(bombers, guns, **keys):
        return laws(bombing_run("cp", bombers=bombers, guns={"heavy_aa": guns}, **keys))

    assert (run(1, 1)["result"]["destroyed"], run(1, 1)["bombers_lost"][1]) == (F(1, 6), F(1, 2))
    assert (run(1, 2)["result"]["destroyed"], run(1, 2)["bombers_lost"][1]) == (F(1, 36), F(31, 36))
    assert run(1, 2)["bombers_disabled"][1] == F(1, 9)
    assert run(1, 2, fire="pair_to_auto")["bombers_lost"][1] == 1
    assert run(2, 2)["arrived"]["yes"] == F(11, 36)
    assert run(2, 2, fire="pair_to_auto")["arrived"]["yes"] == 1
    for count in (3, 5):
        assert run(count, count)["arrived"]["no"] == F(5, 6) ** count
    assert law(attack("bomber", "heavy_aa")) == {"none": F(1, 6), "disabled": F(1, 3), "destroyed": F(1, 2)}


def test_w18_two_fighters_in_each_others_arc():
    """B9: p = 9/13 for the one that fires first; after 40 turns nearly nothing is open."""
    duel = laws(interception(0, 1, escorts=1, turns_to_target=40))["duel"]
    assert float(duel[1, 0]) == pytest.approx(9 / 13, abs=1e-12)
    assert float(duel[0, 1]) == pytest.approx(4 / 13, abs=1e-12)
    assert duel[0, 0] == 0


def test_w19_one_fighter_keeps_a_bomber_in_its_arc():
    destroyed, fit = (F(1, 3), F(2, 3), F(22, 27), F(73, 81)), (F(1, 3), F(2, 9), F(1, 9), F(5, 81))
    for turns in range(1, 5):
        tables = laws(interception(1, 1, turns_to_target=turns))
        assert tables["bombers_destroyed"][1] == destroyed[turns - 1]
        assert tables["bombers_arriving"][1] == fit[turns - 1]


def test_w23_four_heavy_aa_at_a_csa15():
    crashed = laws(attrition("csa15", FOUR_HEAVY, turns=7))["crashed_by"]
    assert [crashed[turn] for turn in range(3, 8)] == [
        F(3323, 177147), F(201683, 1594323), F(393458651, 1162261467), F(54244862027, 94143178827),
        F(5835418206139, 7625597484987),
    ]  # fmt: skip
    assert float(mean(attrition("csa15", FOUR_HEAVY, turns=60), "turns_flown")) == pytest.approx(
        float(F(2031357814488738, 318644812890625)), abs=1e-9
    )


def test_w5_mean_turns():
    expected = F(1119449410100218420392186, 174913992535407978606601)
    assert float(mean(attrition("csa15", {"light_aa": 5}, turns=60), "turns_flown")) == pytest.approx(
        float(expected), abs=1e-9
    )


def test_chances_name_their_outcome():
    assert chance(attack("cp", "heavy_aa")) == 1
