"""The naive battle of Continental Siege: invariants of whole battles, every option of every ruling, every policy."""

from functools import cache

import pytest

from .continental_siege import play
from .continental_siege_invariants import Broken, check_log
from .continental_siege_rulings import OPTIONS
from .continental_siege_state import ATTACKER, DEFENDER
from .continental_siege_tables import scenario_rows

KEY = 20121122
BATTLES = ("mk3_attack", "mk5_attack", "mk3_attack_air", "mk5_attack_air", "mk3_both_air", "csa10_raid", "csa15_raid")
AIR_FORCE = [
    {"unit": "bomber", "count": 2},
    {"unit": "fighter", "count": 2},
    {"unit": "light_aa", "count": 2},
    {"unit": "heavy_aa", "count": 2},
    {"unit": "howitzer", "count": 1},
]


@cache
def log_of(scenario: str, trial: int):
    return play({"scenario": scenario}, {}, KEY, trial)[1].log


@pytest.mark.parametrize("scenario", BATTLES)
def test_invariants_hold_in_every_battle(scenario):
    """Nothing lost or doubled, no illegal stack, no shot out of range or arc, every aircraft flies its full move."""
    for trial in range(4):
        check_log(log_of(scenario, trial))


@pytest.mark.campaign
@pytest.mark.parametrize("scenario", BATTLES)
@pytest.mark.parametrize("setup", ["standard_rear", "random_legal"])
def test_invariants_hold_in_many_battles(scenario, setup):
    for trial in range(20):
        told = {"scenario": scenario, DEFENDER: {"policies": {"setup": setup}}}
        check_log(play(told, {}, KEY, trial)[1].log)


def test_the_invariants_notice_what_is_wrong():
    """A log that has been tampered with does not pass."""
    log = list(log_of("csa10_raid", 0))
    flights = [n for n, event in enumerate(log) if event[0] == "fly"]
    shots = [n for n, event in enumerate(log) if event[0] == "attack"]

    def broken(n, event):
        with pytest.raises(Broken):
            check_log(log[:n] + event + log[n + 1 :])

    n = flights[0]
    broken(n, [])  # an aircraft that stays where it is
    broken(n, [(*log[n][:4], log[n][4][:-1], *log[n][5:])])  # one hex too few
    broken(shots[0], [log[shots[0]], log[shots[0]]])  # two shots with one gun
    first = log[shots[0]]
    broken(shots[0], [(*first[:3], ((1, ""),), *first[4:])])  # a squad fires at a fortress


def test_a_trial_is_the_same_whenever_it_is_played():
    assert play({"scenario": "mk3_both_air"}, {}, KEY, 3)[1].log == log_of("mk3_both_air", 3)
    assert log_of("mk3_both_air", 3) != log_of("mk3_both_air", 4)


def test_scenarios_without_a_force_list_draw_one():
    rows = scenario_rows()
    for name in BATTLES:
        names = [event[2] for event in log_of(name, 0) if event[0] == "unit"]
        assert names[0] == "cp"
        assert names.count("infantry_squad") == int(rows[name]["defender_infantry_points"])
        assert rows[name]["attacker"] in names


RAID_FORCE = [entry for entry in AIR_FORCE if entry["unit"] != "bomber"]
TOLD = (
    {"scenario": "mk3_both_air", DEFENDER: {"force": AIR_FORCE}},
    {"scenario": "csa10_raid", DEFENDER: {"force": RAID_FORCE}},
)


def option(name: str, nth: int) -> str:
    """The nth option of a ruling, its last if it has fewer; a number where a designer sets a value."""
    options = OPTIONS[name]
    found = options[min(nth, len(options) - 1)]
    return "1/2" if found == "free_parameter" else found


@pytest.mark.parametrize("nth", [1, 2])
@pytest.mark.parametrize("told", TOLD, ids=["mk3_both_air", "csa10_raid"])
def test_all_other_options_at_once(told, nth):
    """Every ruling turned to its second, or to its third option: the battle still ends."""
    outcome, battle = play(told, {name: option(name, nth) for name in OPTIONS}, KEY, nth)
    assert battle.log[-1] == ("over", battle.player_turn, outcome.level)


@pytest.mark.campaign
@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_by_itself(name):
    for nth in range(1, len(OPTIONS[name])):
        for told in TOLD:
            outcome, battle = play(told, {"turn_limit": "20"} | {name: option(name, nth)}, KEY, 1)
            assert battle.log[-1] == ("over", battle.player_turn, outcome.level)


POLICIES = [
    ("mk3_attack_air", DEFENDER, "setup", {"aa_ring": 5}),
    ("mk3_attack", ATTACKER, "ogre_move", "hunter"),
    ("mk3_attack", ATTACKER, "ogre_fire", "nearest_first"),
    ("mk3_attack", DEFENDER, "ground_move", "hold"),
    ("mk3_attack", DEFENDER, "ground_move", "gev_hit_and_run"),
    ("mk3_attack", DEFENDER, "ground_move", "screen_cp"),
    ("mk3_attack", DEFENDER, "ground_fire", "treads_only"),
    ("mk3_attack", DEFENDER, "ground_fire", "best_marginal"),
    ("mk3_both_air", DEFENDER, "aa_fire", "pair_to_auto"),
    ("mk3_both_air", DEFENDER, "aa_fire", "best_dp"),
    ("csa10_raid", DEFENDER, "aa_fire", "ff_pu_only"),
    ("csa10_raid", DEFENDER, "aa_fire", "ff_bombs_first"),
    ("mk3_both_air", ATTACKER, "bomber", "avoid_aa"),
    ("mk3_both_air", ATTACKER, "bomber_target", "howitzers"),
    ("mk3_both_air", ATTACKER, "bomber_target", "aa"),
    ("mk3_both_air", ATTACKER, "bomber_target", "best_value"),
    ("mk3_attack_air", DEFENDER, "ogre_loads", "ap_sweep"),
    ("mk3_attack_air", DEFENDER, "ogre_loads", "main4_plus2"),
    ("mk3_attack_air", DEFENDER, "ogre_loads", "treads_6"),
    ("mk3_attack_air", DEFENDER, "ogre_loads", {"best_for": {"main_battery": 1}}),
    ("mk3_both_air", ATTACKER, "fighter", "escort"),
    ("mk3_both_air", ATTACKER, "fighter", {"strafe": ["howitzer", "cp"]}),
    ("csa10_raid", ATTACKER, "ff_move", "kill_aa_first"),
    ("csa10_raid", ATTACKER, "ff_withdrawal", {"ma_at_most": 3}),
    ("csa10_raid", ATTACKER, "ff_withdrawal", "never"),
]


@pytest.mark.parametrize(("scenario", "side", "hook", "policy"), POLICIES)
def test_every_policy_plays(scenario, side, hook, policy):
    """Each named policy plays a legal battle."""
    force = AIR_FORCE
    if scenario == "mk3_attack":
        force = [{"unit": "gev", "count": 4}, {"unit": "heavy_tank", "count": 4}, {"unit": "howitzer", "count": 2}]
    if scenario == "csa10_raid":
        force = RAID_FORCE
    told = {"scenario": scenario, DEFENDER: {"force": force}}
    told.setdefault(side, {}).setdefault("policies", {})[hook] = policy
    check_log(play(told, {}, KEY, 1)[1].log)
