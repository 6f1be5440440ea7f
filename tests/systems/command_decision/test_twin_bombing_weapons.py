"""`bombing` with guns and guided weapons, fired together, and without a map: kernel, law and naive twin agree."""

import random
from fractions import Fraction as F

import numpy as np
import pytest
from naive.command_decision_bombing import attack_of, result_of
from naive.command_decision_bombing_load import RefusedAttack
from naive.command_decision_bombing_random import (
    random_bombing_rulings,
    random_scenario_without_map,
    random_weapon_scenario,
)
from naive.every_face import law_of
from test_twin_bombing import DATA, assert_equal_trials, prepared_with, twin_plays

from simlab.errors import SimlabError


def assert_same(body, rulings, trials):
    """Both play the same, or both refuse; says whether they refuse."""
    try:
        prepared_with(body, rulings)
    except SimlabError:
        with pytest.raises(RefusedAttack):
            twin_plays(body, rulings, 0)
        return True
    assert_equal_trials(body, rulings, trials)
    return False


def drawn(number, make):
    chooser = random.Random(7000 + number)
    body, rulings = make(chooser), random_bombing_rulings(chooser)
    if isinstance(body, tuple):
        body, rulings = body[0], rulings | body[1]
    return {key: value for key, value in body.items() if key != "kind"}, rulings


@pytest.mark.parametrize("number", range(400))
def test_twin_plays_or_refuses_weapons_under_random_rulings(number):
    assert_same(*drawn(number, random_weapon_scenario), 12)


@pytest.mark.parametrize("number", range(200))
def test_twin_plays_or_refuses_attacks_without_a_map(number):
    assert_same(*drawn(number, random_scenario_without_map), 12)


def test_most_are_played_and_some_are_refused():
    refused = [assert_same(*drawn(number, random_weapon_scenario), 1) for number in range(400)]
    assert 60 <= sum(refused) <= 220
    refused = [assert_same(*drawn(number, random_scenario_without_map), 1) for number in range(200)]
    assert 1 <= sum(refused) <= 40


@pytest.mark.parametrize("number", range(60))
def test_law_of_every_stand_is_that_of_every_face(number):
    """The exact law against the twin on dice that show every face: no statistics."""
    body, rulings = drawn(number, random_weapon_scenario)
    try:
        prepared = prepared_with(body, rulings)
    except SimlabError:
        with pytest.raises(RefusedAttack):
            attack_of({"kind": "bombing", **body}, rulings, DATA)
        return
    law = prepared.kind.exact_fractions(prepared.packed)
    attack = attack_of({"kind": "bombing", **body}, rulings, DATA)
    for place, table in enumerate(t for t in prepared.space.tables if t.name.startswith("result:")):
        if int(prepared.packed.stands[place, 1] - prepared.packed.stands[place, 0]) > 2:
            continue  # the tree of faces grows by a thousand leaves a roll
        walked = law_of(lambda walk, place=place: result_of(attack, place, walk))
        found = {row[0]: p for row, p in zip(table.rows, law[6 * place : 6 * place + 6], strict=True)}
        assert {result: p for result, p in found.items() if p} == walked


def test_law_without_a_map_by_hand():
    """3.1.1.3a: one 2x2 area of HE 7 on 0, 1 or 2 regular stands with chances 1/4, 1/2, 1/4: 28 % each if there."""
    body = {"attacker": {"unit": "alphajet"}, "troops": {}}
    prepared = prepared_with(body, {"stands_per_template": "law:1/4,1/2,1/4"})
    law = dict(zip([r[0] for r in prepared.space.table("eliminated_enemy").rows],
                   prepared.space.values(np.array(prepared.kind.exact_fractions(prepared.packed), object),
                                         "eliminated_enemy"), strict=True))  # fmt: skip
    q = F(28, 100)
    assert law == {0: F(1, 4) + F(1, 2) * (1 - q) + F(1, 4) * (1 - q) ** 2,
                   1: F(1, 2) * q + F(1, 4) * 2 * q * (1 - q), 2: F(1, 4) * q**2}  # fmt: skip


@pytest.mark.parametrize(
    ("unit", "placement", "value", "stands"),
    [
        ("alphajet", "spread", "2x2: 2; 1x1: 1", 2), ("mig21bis", "spread", "2x2: 2; 1x1: 1", 1),
        ("tornado_ids", "spread", "2x2: 2; 1x1: 1", 6), ("tornado_ids", "superimpose", "2x2: 2; 1x1: 1", 2),
        ("tornado_ids", "spread", 5, 15), ("tornado_ids", "spread", 0, 0),
    ],
)  # fmt: skip
def test_stands_under_the_areas(unit, placement, value, stands):
    """3.1.1.3a: each area on a place of its own has that many stands, areas on one place share theirs."""
    body = {"attacker": {"unit": unit, "placement": placement}, "troops": {}}
    assert prepared_with(body, {"stands_per_template": value}).packed.enemies == stands


@pytest.mark.parametrize("value", ["law:", "law:1/2", "law:1/2,x", "law:0.5,0.6", "law:0,0,0,0,0,0,0,1", "law:-1,2"])
def test_a_law_must_be_one(value):
    with pytest.raises(SimlabError, match="stands_per_template"):
        prepared_with({"attacker": {"unit": "alphajet"}, "troops": {}}, {"stands_per_template": value})


@pytest.mark.parametrize(
    "words",
    [
        {"troops": {}, "stand": [{"at": [0, 0]}]}, {}, {"troops": {}, "attacker": {"unit": "su25", "load": "guns"}},
        {"troops": {}, "attacker": {"unit": "su25", "templates": [[0, 0]]}},
    ],
)  # fmt: skip
def test_stands_or_troops(words):
    with pytest.raises(SimlabError, match=r"\[\[stand\]\]|map"):
        prepared_with({"attacker": {"unit": "su25"}, **words}, {})
