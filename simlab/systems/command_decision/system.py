"""The Command Decision wing as `run` and `cli` see it."""

from simlab.contract import RulesSystem
from simlab.systems.command_decision.attack.kinds import BOMBING
from simlab.systems.command_decision.battle.kinds import CAMPAIGN
from simlab.systems.command_decision.engagement.kinds import COMBO, SHOT
from simlab.systems.command_decision.engagement.matrix import MATRIX
from simlab.systems.command_decision.mission.kinds import SORTIE
from simlab.systems.command_decision.rulings import FIXED, RULINGS
from simlab.systems.command_decision.strike.kinds import STRIKE
from simlab.systems.command_decision.units import TABLES

SYSTEM = RulesSystem(
    name="command_decision",
    title="Command Decision: Test of Battle, air supplement V0.5",
    dice="d10, low is good for the firer's hit number, 9-10 aborts an aircraft",
    behaviour=1,
    kinds={kind.name: kind for kind in (SHOT, COMBO, BOMBING, STRIKE, SORTIE, CAMPAIGN)},
    rulings=RULINGS,
    tables=TABLES,
    fixed_rulings=FIXED,
    matrix=MATRIX,
)
