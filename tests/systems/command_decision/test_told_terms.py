"""The parts of a hit number that replays name add up to the number of the card; pictures show what was told."""

from itertools import product

import pandas as pd
import pytest
from test_told import example, told

from simlab import plots
from simlab.contract import Rulings
from simlab.execute import prepare
from simlab.plots.canvas import overlapping
from simlab.systems.command_decision.attack.ordnance import ground_rules
from simlab.systems.command_decision.rules.attacks import GroundStand, Ordnance, faces_that_hit
from simlab.systems.command_decision.rules.cards import card_of
from simlab.systems.command_decision.rules.geometry import squares_touch
from simlab.systems.command_decision.rules.terms import he_terms, hit_terms
from simlab.systems.command_decision.rulings import RULINGS
from simlab.systems.command_decision.stands import Book

CLASSES = ("personnel", "gun", "soft_vehicle", "weak_afv", "afv")
LOADS = [
    Ordnance("bombs", "he", 7, 2, False, True), Ordnance("at_cluster", "he", 8, 1, False, False),
    Ordnance("rockets", "heat", 3, 0, False, False), Ordnance("rockets", "flechette", 3, 1, True, False),
    Ordnance("guns", "small_arms", 5, 3, False, True), Ordnance("door_guns", "small_arms", 3, 0, True, False),
    Ordnance("guns", "ap", 5, 0, False, False, 2), Ordnance("atgm", "ap", 8, 1, True, False, 12, guidance="SAL"),
    Ordnance("asm", "he", 8, 2, False, False, 0, "flank", 7, "SAL"),
]  # fmt: skip
TURNED = [
    {}, {"edge_of_cover_modifier": "hard_cover_-3", "weak_afv_weight": 2, "hit_number_floor": "natural_1_always_hits"},
    {"at_cluster_weight_modifier": "ignore", "heat_modifier_scope": "penetration"},
]  # fmt: skip


@pytest.mark.parametrize("turned", TURNED)
def test_the_terms_of_a_hit_number_add_up_to_that_of_the_card(turned):
    """D2, D5, 3.2.4a, 1.5.6.4, 2.3.5, 2.3.6c: class, cover, weight, penalty, warhead."""
    catalog = example("bombing").catalog
    rules, rulings = ground_rules(catalog, Book(catalog)), Rulings(RULINGS, turned)
    places = [("open", "open"), ("woods", "medium"), ("bua", "hard"), ("open", "fortification")]
    seen = 0
    for target, (terrain, cover), edge, dug_in, ordnance in product(
        CLASSES, places, (False, True), (False, True), LOADS
    ):
        stand = GroundStand(target, 4, terrain, edge, cover, dug_in, "regular", "no", True)
        card = card_of(stand, ordnance, rulings, rules)
        if card.effects == 0:
            continue
        terms = hit_terms(stand, ordnance, rulings, rules)
        assert sum(value for value, _ in terms) == card.number, (stand, ordnance, terms)
        assert all("(" in why for _, why in terms), terms
        if he := he_terms(stand, ordnance, rulings, rules):
            assert faces_that_hit(sum(value for value, _ in he), rulings) == card.he_on
        seen += 1
    assert seen > 500


def things_of(prepared, trial, moment=-1):
    """What a moment of a trial draws."""
    drawn = [one for one in told(prepared, trial).moments if one.drawings]
    (drawing,) = drawn[moment].drawings
    assert drawing.plot == "ground_table"
    return drawing.things


def test_areas_lie_on_the_stands_that_they_are_said_to_touch():
    prepared = example("bombing")
    things = things_of(prepared, 3)
    stands = {str(number): stand for number, stand in enumerate(prepared.shape.stand, start=1)}
    areas = [thing for thing in things if thing["what"] == "area"]
    names = {thing["name"]: thing for thing in things if thing["what"] == "unit"}
    assert set(names) == set(stands)
    touched = {
        number for number, stand in stands.items() for area in areas
        if squares_touch((round(1000 * area["x"]), round(1000 * area["y"])), round(1000 * area["square"]),
                         (round(1000 * stand.at[0]), round(1000 * stand.at[1])), round(1000 * stand.size_in))
    }  # fmt: skip
    (untouched,) = (thing["name"] for thing in things if str(thing.get("name")).startswith("untouched: "))
    assert {word.split()[0] for word in untouched.removeprefix("untouched: ").split(", ")} == set(stands) - touched
    assert {number for number, thing in names.items() if thing["status"]} == touched


def test_counters_carry_what_befell_the_stands_of_the_trial():
    prepared = example("strike")
    found = set()
    for trial in range(12):
        results = told(prepared, trial).records
        units = {thing["name"]: thing for thing in things_of(prepared, trial) if thing["what"] == "unit"}
        for number, name in enumerate(prepared.shape.stand_names(), start=1):
            ((result,),) = results[f"result:{name}"]
            lost, back = units[str(number)]["status"] == "lost", units[str(number)]["status"] == "back"
            assert (lost, back) == (result == "eliminated", result == "forced_back")
            found.add(result)
    assert {"eliminated", "suppressed", "untouched"} <= found


def test_a_battle_shows_how_many_are_left_at_each_place():
    prepared = example("campaign")
    story = told(prepared, 3)
    lost = sum(
        story.records[f"{what}_lost_{side}"][0][0] for what in ("air_defence", "stands") for side in ("blue", "red")
    )
    things = story.moments[-1].drawings[0].things
    units = [thing for thing in things if thing["what"] == "unit" and thing["name"][0] in "BR"]
    left = 0
    for unit in units:
        _, _, share = unit["name"].partition(" ")
        left += int(share.split("/")[0]) if share else unit["status"] != "lost"
    assert left == prepared.packed.stands.shape[0] - lost


@pytest.mark.parametrize("kind", ["bombing", "strike", "campaign"])
def test_pictures_can_be_read(kind):
    prepared = example(kind)
    for moment in told(prepared, 3).moments[:3]:
        for drawing in moment.drawings:
            axes = plots.ground_table(pd.DataFrame(drawing.things), title=moment.title)
            assert overlapping([text for text in axes.texts if text.get_text()], 0.5) == []


def test_a_layout_without_a_map_has_no_picture():
    tree = {"system": "command_decision", "kind": "bombing", "attacker": {"unit": "tornado_ids"}, "troops": {}}
    (moment,) = told(prepare(tree), 0).moments
    assert moment.drawings == []
