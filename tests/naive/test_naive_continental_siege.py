"""The naive twin of Continental Siege in its parts: geometry, and the worked examples of the rules page."""

import re
from fractions import Fraction as F

import pytest

from .continental_siege_aim import chances, odds_column, shooters_of
from .continental_siege_bench import Bench, chain, fate
from .continental_siege_bombs import best_split
from .continental_siege_dice import BattleDice
from .continental_siege_flight import flight_of, turns_to_return
from .continental_siege_hexes import (
    ALL_HEXES,
    CRATERS,
    FACING_NAMES,
    RUBBLE,
    Hex,
    arc_coordinates,
    column_and_row,
    distance,
    edge_hexes,
    end_hexes,
    front_hexes,
    hex_of,
    in_arc,
    label_of,
    neighbours,
    on_map,
    paths,
)
from .continental_siege_rulings import OPTIONS, Rulings
from .continental_siege_state import ATTACKER, DEFENDER
from .continental_siege_tables import rows_of
from .dice_log import GOLDEN, mix64
from .every_face import Walk, law_of

ROWS = {row["id"]: row for row in rows_of("geometry_tests.csv")}
LENGTHS = {"MA 5": (5,), "fighter 5 or 6": (5, 6)}


# Geometry (section 4): every row of geometry_tests.csv.


def turned(facing: int) -> list[int]:
    return [(facing + turn) % 6 for turn in (-1, 0, 1)]


def end_states(states: set[tuple[Hex, int]], lengths: tuple[int, ...]) -> set[tuple[Hex, int]]:
    return {
        (end, turn) for a, facing in states for n in lengths
        for end in end_hexes(a, facing, n) for turn in turned(facing)
    }  # fmt: skip


def turns_until_flown_over_again(lengths: tuple[int, ...], first_hex_of_six: bool) -> int:
    """Least number of turns from a turn that crosses a hex to the next that can."""
    found = set()
    for whole in (6,) if first_hex_of_six else lengths:
        for before in (1,) if first_hex_of_six else range(1, whole + 1):  # steps up to the hex
            for bombed in end_hexes((0, 0), 0, before):
                states = {(end, turn) for end in end_hexes(bombed, 0, whole - before) for turn in turned(0)}
                turns = 1
                while not any(crosses(state, bombed, lengths) for state in states):
                    states, turns = end_states(states, lengths), turns + 1
                found.add(turns)
    return min(found)


def crosses(state: tuple[Hex, int], target: Hex, lengths: tuple[int, ...]) -> bool:
    return target != state[0] and in_arc(*state, target) and distance(state[0], target) <= max(lengths)


def answer(row: dict[str, str]) -> str:
    """What the twin says to a row of geometry_tests.csv, in the words of the row."""
    kind, codec, text = row["kind"], row["codec"], row["input"]
    labels = re.findall(r"\b\d{4}\b", text)
    hexes = [hex_of(label, codec) for label in labels]
    named = re.search(r"facing (\w+)", text)
    facing = FACING_NAMES.index(named[1]) if named else 0

    def written(found: list[Hex]) -> str:
        return " ".join(sorted(label_of(a, codec) for a in found))

    if kind == "label_to_axial":
        return "{},{}".format(*hexes[0])
    if kind.startswith("neighbours"):
        return " ".join(label_of(a, codec) for a in neighbours(hexes[0]))
    if kind == "front_hexes":
        return written(list(front_hexes(hexes[0], facing)))
    if kind == "distance":
        return str(distance(*hexes))
    if kind == "arc_coordinates a,b":
        return "{},{}".format(*arc_coordinates(hexes[0], facing, hexes[1]))
    if kind == "in_arc":
        a, b = arc_coordinates(hexes[0], facing, hexes[1])
        if hexes[0] == hexes[1]:
            return "yes (own hex)"
        if in_arc(hexes[0], facing, hexes[1]):
            return f"yes (a,b = {a},{b}; range {distance(*hexes)})"
        return f"no (a,b = {a},{b})"
    if kind == "arc_hexes_within_range_3":
        rings = [[a for a in end_hexes(hexes[0], facing, d) if in_arc(hexes[0], facing, a)] for d in range(4)]
        return " | ".join(written(ring) for ring in rings)
    if kind == "end_hexes_of_full_move":
        return written(end_hexes(hexes[0], facing, 4))
    if kind == "paths_to_end_hex":
        return f"{sum(path[-1] == hexes[1] for path in paths(hexes[0], facing, 4))} (4 choose 2)"
    lengths = LENGTHS.get(text.removeprefix("any, "), (5,))
    if kind.startswith("end_states_after"):
        states = {((0, 0), 0)}
        for _ in range(int(kind.split("_")[3])):
            states = end_states(states, lengths)
        places = len({a for a, _ in states})
        if "=" in row["expected"]:
            return f"{places} hexes x 3 facings = {len(states)}"
        parts = {"states": len(states), "hexes": places}
        return ", ".join(f"{parts[word]} {word}" for word in re.findall(r"states|hexes", row["expected"]))
    if kind.startswith("turns_until"):
        if "fighter" in text:
            both = turns_until_flown_over_again((5, 6), True), turns_until_flown_over_again((5,), False)
            return "{} (otherwise {})".format(*both)
        found = {turns_until_flown_over_again((n,), False) for n in range(1, 6)}
        (turns,) = found
        return f"{turns} (bombed in turn t, again in t+{turns} at the earliest)"
    assert kind == "off_map_return"
    q, r = (int(number) for number in re.findall(r"-?\d+", text.rpartition("axial")[2]))

    def on_seed_grid(a: Hex) -> bool:
        column, line = column_and_row(a, "even_low")
        return 1 <= column <= 15 and 1 <= line <= 22

    turns = min(turns_to_return(((q, r), turn), (5,), on_seed_grid) for turn in turned(facing))
    return f"{turns} turn{'s' if turns > 1 else ''} after the exit turn"


@pytest.mark.parametrize("test_id", ROWS)
def test_rows_of_the_geometry_tests(test_id):
    row = ROWS[test_id]
    assert answer(row) == row["expected"].removesuffix(" (best end-of-move facing)")


def test_the_board_of_b16():
    assert (len(ALL_HEXES), len(CRATERS), len(RUBBLE)) == (322, 17, 63)
    assert all(distance(*pair) == 1 for pair in RUBBLE)
    assert all(
        label_of(hex_of(label_of(a, codec), codec), codec) for a in ALL_HEXES for codec in ("even_low", "odd_low")
    )
    assert [label_of(a, "odd_low") for a in edge_hexes("south")[:3]] == ["0121", "0222", "0321"]


@pytest.mark.parametrize("lengths", [(5,), (5, 6), (4,), (1,)])
def test_forced_returns_agree_with_trying_everything(lengths):
    """11.10: the table of turns against a plain search from a sample of states."""
    flight = flight_of(lengths, Rulings())
    off = sorted(state for state in flight.successors if not on_map(state[0]))
    for state in off[:: max(1, len(off) // 25)]:
        assert turns_to_return(state, lengths, on_map) == flight.return_turns[state]


def test_crossings_agree_with_trying_everything():
    """P38: the table of turns to a crossing against a plain search over whole moves."""
    flight, target = flight_of((5,), Rulings()), (7, 3)
    table = flight.turns_to_cross(target)
    for state in sorted(table)[::400]:
        layer, turns = {state}, 1
        while not any(flight.crosses(move, target) for s in layer for move in flight.moves_from(s)):
            layer, turns = {move.state for s in layer for move in flight.moves_from(s)}, turns + 1
        assert turns == table[state]


# Dice and rulings.


def test_a_die_lies_at_its_address_and_is_rolled_once():
    dice = BattleDice(20121122, 8)
    spot = ((2 * 256 + 31) * 8 + 3) * 512 + 5
    word = mix64(mix64(mix64(20121122 + GOLDEN * 9) + GOLDEN * 18) + GOLDEN * (spot + 1))
    assert dice.face(6, 17, 2, 31, 3, 5) == 1 + (word >> 32) * 6 // 2**32
    with pytest.raises(ValueError, match="handed out before"):
        dice.face(6, 17, 2, 31, 3, 5)
    with pytest.raises(ValueError, match="does not fit"):
        dice.face(6, 256, 2, 31, 3, 5)


def test_rulings_are_those_of_the_table():
    for row in rows_of("rulings.csv"):
        options = [row["default"], *re.findall(r"(?:^|; )(\w+) =", row["alternatives"])]
        assert list(OPTIONS[row["name"]]) == options
    assert len(OPTIONS) == 71
    with pytest.raises(ValueError, match="no option"):
        Rulings({"gev_second_move": "4"})


# Worked examples.


def test_odds_of_b5_and_the_table_of_b6():
    assert [odds_column(F(149, 100), 3), odds_column(F(3, 2), 3), odds_column(3, 4), odds_column(8, 3)] == [
        "none", "1-2", "1-2", "2-1",
    ]  # fmt: skip
    assert [tuple(chances(column).values()) for column in ("1-2", "1-1", "2-1", "3-1", "4-1", "auto")] == [
        (F(2, 3), F(1, 6), F(1, 6)), (F(1, 3), F(1, 3), F(1, 3)), (F(1, 6), F(1, 3), F(1, 2)),
        (0, F(1, 3), F(2, 3)), (0, F(1, 6), F(5, 6)), (0, 0, 1),
    ]  # fmt: skip


def bombed(name: str, loads: int, rulings: dict[str, object] | None = None, at_once: int = 1):
    """Law of the fate of a unit under bombloads, one after another."""

    def step(state, walk):
        bench = Bench(walk, rulings)
        unit = bench.put(name, DEFENDER, disabled=state == "disabled")
        if state == "destroyed":
            return state
        bench.bomb(bench.put("bomber", ATTACKER), loads=at_once)
        return fate(unit)

    return chain("ok", step, loads)


def test_w1_and_w2_bombloads_on_armour():
    assert bombed("heavy_tank", 3) == {"destroyed": F(209, 216), "disabled": F(1, 36), "ok": F(1, 216)}
    assert [bombed("heavy_tank", n)["destroyed"] for n in (1, 2)] == [F(1, 2), F(31, 36)]
    assert bombed("heavy_tank", 3, {"second_d_armor": "no_extra"})["destroyed"] == F(7, 8)
    assert bombed("heavy_tank", 1, {"bombload_combination": "combinable"}, at_once=3) == {"destroyed": 1}
    for name in ("gev", "missile_tank", "light_aa"):
        assert bombed(name, 1) == {"destroyed": F(2, 3), "disabled": F(1, 3)}
        assert bombed(name, 2) == {"destroyed": 1}
    assert [bombed("heavy_aa", n)["destroyed"] for n in (2, 3)] == [F(31, 36), F(209, 216)]


def worn_down(fortress: str, guns: list[str], turns: int, rulings: dict[str, object] | None = None):
    """Law of (PUs left, MA) after so many turns of fire at propulsion."""

    def shot(state, walk, group):
        bench = Bench(walk, rulings, capital=fortress)
        bench.capital.boxes["propulsion"] = F(state[0])
        bench.begin(DEFENDER)
        shooters = [shooters_of(bench.battle, bench.put(gun, DEFENDER))[0] for gun in group]
        bench.capital.hex = (7, 5)
        if state[0]:
            bench.fire(shooters, bench.capital, "propulsion")
        return bench.capital.boxes["propulsion"], bench.battle.movement_allowance(bench.capital)

    together = (rulings or {}).get("propulsion_combined_fire") == "allowed"
    groups = [guns] if together else [[gun] for gun in guns]
    start = {"csa10": 48, "csa15": 60}[fortress]
    assert len({tuple(group) for group in groups}) == 1
    return chain((start, 4), lambda state, walk: shot(state, walk, groups[0]), turns * len(groups))


def crashed(law) -> F:
    return sum((p for (left, _), p in law.items() if left == 0), F(0))


def test_w3_w4_and_w7_heavy_aa_against_a_csa10():
    by_turn = [crashed(worn_down("csa10", ["heavy_aa"] * 4, turn)) for turn in range(1, 5)]
    assert by_turn == [0, F(43, 2187), F(31483, 177147), F(6500971, 14348907)]

    def movement(turns, rulings=None):
        law: dict[int, F] = {}
        for (_, ma), p in worn_down("csa10", ["heavy_aa"] * 4, turns, rulings).items():
            law[ma] = law.get(ma, F(0)) + p
        return law

    assert movement(1) == {4: F(16, 27), 3: F(8, 27), 2: F(1, 9)}
    assert movement(2) == {
        4: F(1280, 6561), 3: F(1792, 6561), 2: F(2912, 6561), 1: F(448, 6561), 0: F(43, 2187),
    }  # fmt: skip
    assert movement(1, {"ff_ma_threshold": "after_quarter"}) == {4: F(16, 27), 3: F(32, 81), 2: F(1, 81)}
    allowed = {"propulsion_combined_fire": "allowed"}
    assert [crashed(worn_down("csa10", ["heavy_aa"] * 4, turn, allowed)) for turn in (2, 3, 4, 5)] == [
        F(1, 9), F(7, 27), F(11, 27), F(131, 243),
    ]  # fmt: skip


def test_w5_and_w23_batteries_against_a_csa15():
    assert [crashed(worn_down("csa15", ["light_aa"] * 5, turn)) for turn in (2, 3)] == [
        F(1, 59049),
        F(122027, 14348907),
    ]
    assert [crashed(worn_down("csa15", ["heavy_aa"] * 4, turn)) for turn in (3, 4)] == [
        F(3323, 177147), F(201683, 1594323),
    ]  # fmt: skip


def test_w10_two_heavy_aa_against_two_bombloads():
    def step(state, walk, combined):
        bench = Bench(walk, capital="csa10")
        bench.capital.hex = (7, 5)
        bench.capital.boxes["bombload"] = F(state)
        bench.begin(DEFENDER)
        guns = [shooters_of(bench.battle, bench.put("heavy_aa", DEFENDER))[0] for _ in range(2)]
        for group in [guns] if combined else [[gun] for gun in guns]:
            if bench.capital.boxes["bombload"]:
                bench.fire(group, bench.capital, "bombload")
        return bench.capital.boxes["bombload"]

    apart = [chain(2, lambda state, walk: step(state, walk, False), turns) for turns in (1, 2)]
    assert apart[0] == {0: F(1, 4), 1: F(1, 2), 2: F(1, 4)}
    assert apart[1][0] == F(11, 16)
    assert chain(2, lambda state, walk: step(state, walk, True), 2) == {0: 1}


def shot_at(target: str, gun: str, groups: list[int], rulings: dict[str, object] | None = None):
    """Law of an aircraft's fate under attacks by so many guns each."""

    def play(walk: Walk):
        bench = Bench(walk, rulings)
        unit = bench.put(target, ATTACKER)
        bench.begin(DEFENDER)
        for number in groups:
            shooters = [shooters_of(bench.battle, bench.put(gun, DEFENDER))[0] for _ in range(number)]
            if unit.in_play:
                bench.fire(shooters, unit)
        return fate(unit)

    return law_of(play)


def test_w12_w16_and_w17_fire_at_aircraft():
    assert shot_at("bomber", "heavy_aa", [1]) == {"ok": F(1, 6), "disabled": F(1, 3), "destroyed": F(1, 2)}
    assert shot_at("bomber", "heavy_aa", [1, 1]) == {"ok": F(1, 36), "disabled": F(1, 9), "destroyed": F(31, 36)}
    assert shot_at("bomber", "heavy_aa", [2]) == {"destroyed": 1}
    apart = shot_at("fighter", "heavy_aa", [1, 1])
    assert (apart["destroyed"], apart["disabled"]) == (F(31, 36), F(1, 9))
    assert shot_at("fighter", "heavy_aa", [2])["destroyed"] == F(5, 6)
    assert shot_at("fighter", "heavy_aa", [1, 1], {"aircraft_second_d": "no_extra"})["destroyed"] == F(3, 4)
    for target in ("bomber", "fighter"):
        found = [shot_at(target, "fighter", [1] * n)["destroyed"] for n in (1, 2, 3)]
        assert found == [F(1, 3), F(2, 3), F(23, 27)]
    assert [shot_at("bomber", "fighter", [n])["destroyed"] for n in (2, 3, 4)] == [F(1, 2), F(5, 6), 1]
    assert [shot_at("fighter", "fighter", [n])["destroyed"] for n in (2, 3, 4)] == [F(1, 2), F(2, 3), F(5, 6)]


def test_w13_splits_of_a_bombload():
    def best(weights, plan=None):
        bench = Bench(Walk([]))
        sheet = bench.capital.sheet
        split = plan or best_split(bench.battle, bench.capital, dict.fromkeys(sheet, 0) | weights)
        return split, sum(
            weights.get(system, 0)
            * (F(k, 3) if system == "treads" else chances(odds_column(k, sheet[system].defence))["X"])
            for system, k in split
        )

    every_weapon = dict.fromkeys(("missile", "main_battery", "secondary_battery", "antipersonnel"), 1)
    assert best(every_weapon) == ([("antipersonnel", 1)] * 6, 2)
    assert best({"missile": 6, "main_battery": 4, "secondary_battery": 3, "antipersonnel": 1}) == (
        [("missile", 3)] * 2,
        4,
    )
    assert best({"treads": 1})[1] == 2
    assert best({"main_battery": 4, "secondary_battery": 3}) == ([("secondary_battery", 3)] * 2, 2)
    assert best({"main_battery": 1}) == ([("main_battery", 4)], F(1, 3))
    mixed = {"main_battery": 8, "secondary_battery": 4, "missile": 1, "antipersonnel": 1, "treads": 1}
    assert best(mixed)[1] == best(mixed, [("main_battery", 4), ("treads", 2)])[1] == F(10, 3)


def test_w14_and_w15_bombs_on_infantry():
    def step(state, walk, system, loads, rulings=None):
        bench = Bench(walk, rulings, capital="csa15")
        squads = bench.squads(state)
        if state:
            bench.capital.hex = (7, 5)
            bench.bomb(bench.capital, system, loads)
        return sum(squad.in_play for squad in squads)

    def left(start, times, system="bombload", loads=1, rulings=None):
        return chain(start, lambda state, walk: step(state, walk, system, loads, rulings), times)

    assert left(3, 1) == {0: F(1, 3), 2: F(1, 3), 3: F(1, 3)}
    assert left(3, 2) == {0: F(5, 9), 1: F(1, 9), 2: F(2, 9), 3: F(1, 9)}
    assert left(3, 3) == {0: F(7, 9), 1: F(2, 27), 2: F(1, 9), 3: F(1, 27)}
    assert left(2, 4, "ap_bombload") == {0: F(115, 162), 1: F(5, 54), 2: F(16, 81)}
    assert left(2, 1, "ap_bombload", 4) == {0: F(1, 2), 1: F(1, 3), 2: F(1, 6)}
    assert left(3, 12, "ap_bombload") == {3: 1}
    assert left(3, 1, "ap_bombload", 12) == {0: F(5, 6), 2: F(1, 6)}
    assert left(1, 1, "ap_bombload", 1, {"ap_bomb_halved": "yes"}) == {0: F(1, 3), 1: F(2, 3)}


def test_w15_an_ap_bomb_on_a_cp():
    def play(walk, rulings=None):
        bench = Bench(walk, rulings, capital="csa10")
        bench.cp.hex = bench.capital.hex = (7, 5)
        bench.bomb(bench.capital, "ap_bombload")
        return fate(bench.cp)

    assert law_of(play) == {"destroyed": 1}
    assert law_of(lambda walk: play(walk, {"ap_bomb_vs_cp": "as_d1"})) == {"destroyed": F(1, 3), "ok": F(2, 3)}


def test_w18_and_w19_recovery_by_b9():
    """One fighter keeps a bomber in arc: a shot in every second player-turn; fit again two enemy turns later."""

    def step(state, walk):
        bench = Bench(walk)
        name, clock = state
        if name == "destroyed":
            return state
        unit = bench.put("bomber", ATTACKER)
        unit.recover = (1 + clock, "end") if clock is not None else None
        bench.begin(DEFENDER)
        bench.fire(shooters_of(bench.battle, bench.put("fighter", DEFENDER)), unit)
        bench.battle.recover_at("end")
        bench.battle.player_turn += 1
        bench.battle.recover_at("end")  # of its own turn
        if not unit.in_play:
            return "destroyed", None
        return (fate(unit), None if unit.recover is None else unit.recover[0] - bench.battle.player_turn - 1)

    laws = [chain(("ok", None), step, n) for n in (1, 2, 3, 4)]
    assert [law["destroyed", None] for law in laws] == [F(1, 3), F(2, 3), F(22, 27), F(73, 81)]
    assert [law["ok", None] for law in laws] == [F(1, 3), F(2, 9), F(1, 9), F(5, 81)]


def test_w20_a_csa15_fires_all_guns_at_a_heavy_tank():
    def play(walk, weapons, rulings=None):
        bench = Bench(walk, rulings, capital="csa15")
        bench.capital.hex = (7, 5)
        bench.begin(ATTACKER)
        tank = bench.put("heavy_tank", DEFENDER)
        ready = [shooter for shooter in shooters_of(bench.battle, bench.capital) if shooter.weapon in weapons]
        bench.fire(ready[:1] if weapons == ("main_gun", "") else ready, tank)
        return fate(tank)

    def destroyed(weapons, **rulings):
        return law_of(lambda walk: play(walk, weapons, rulings)).get("destroyed", F(0))

    every_gun = ("main_gun", "secondary_gun")
    assert destroyed(("main_gun", "")) == F(1, 6)
    assert destroyed(("main_gun",)) == F(1, 3)
    assert destroyed(every_gun) == F(5, 6)
    assert destroyed(every_gun, fractional_strength="floor_each") == F(2, 3)
    assert destroyed(every_gun, fractional_strength="ceil_each") == 1
    assert destroyed(every_gun, ff_guns_vs_ground="full") == 1


def test_w21_and_w22_a_mark_iii_fires_at_aircraft():
    def play(walk, target, groups):
        bench = Bench(walk)
        bench.capital.hex = (7, 5)
        unit = bench.put(target, DEFENDER)
        bench.begin(ATTACKER)
        for group in groups:
            ready = {shooter.weapon: shooter for shooter in shooters_of(bench.battle, bench.capital)}
            missiles = [shooter for shooter in shooters_of(bench.battle, bench.capital) if shooter.weapon == "missile"]
            shooters = missiles[: group.count("missile")] + ([ready["main_battery"]] if "main_battery" in group else [])
            if unit.in_play:
                bench.fire(shooters, unit)
        return fate(unit)

    both, gun = ["missile", "missile"], ["main_battery"]

    def destroyed(target, groups):
        return law_of(lambda walk: play(walk, target, groups))["destroyed"]

    apart = [["missile"], ["missile"], gun]
    assert (destroyed("bomber", [both + gun]), destroyed("bomber", apart)) == (1, F(17, 18))
    assert (destroyed("fighter", [both + gun]), destroyed("fighter", apart)) == (F(5, 6), F(23, 27))
    assert destroyed("fighter", [both, gun]) == destroyed("fighter", [gun, both]) == F(8, 9)
