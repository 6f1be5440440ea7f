"""Every ruling that a campaign feels changes what is counted when it is turned to some other option."""

import campaign_scenarios
import numpy as np
import pytest

from simlab.dice import key_from_seed
from simlab.execute import prepare
from simlab.systems.command_decision.rulings import RULINGS
from simlab.systems.command_decision.rulings.campaign import CAMPAIGN_RULINGS, FELT_IN_CAMPAIGNS, ON_ITS_CARDS

TRIALS = 2_000
FELT = sorted(FELT_IN_CAMPAIGNS | {ruling.name for ruling in CAMPAIGN_RULINGS})
BY_NAME = {ruling.name: ruling for ruling in RULINGS}


def counts_of(prepared):
    counts = np.zeros(prepared.space.size, np.int64)
    prepared.kind.kernel.play(prepared.packed, key_from_seed(5), 0, TRIALS, counts)
    return counts


@pytest.fixture(scope="module")
def by_default():
    prepared = {name: prepare(tree) for name, tree in campaign_scenarios.ALL.items()}
    return {name: (each.inputs, counts_of(each)) for name, each in prepared.items()}


def differs(name, option, by_default):
    """Is anything counted otherwise under this option, in any of the campaigns?"""
    for scenario, tree in campaign_scenarios.ALL.items():
        turned = prepare({**tree, "rulings": {name: option}})
        inputs, counts = by_default[scenario]
        if turned.inputs != inputs and not np.array_equal(counts_of(turned), counts):
            return True
    return False


@pytest.mark.parametrize("name", FELT)
def test_some_option_changes_a_campaign(name, by_default):
    assert any(differs(name, option, by_default) for option in BY_NAME[name].alternatives[1:])


def test_all_rulings_named_for_campaigns_exist():
    assert set(FELT) | ON_ITS_CARDS == {ruling.name for ruling in RULINGS if "campaign" in ruling.bears_on}
