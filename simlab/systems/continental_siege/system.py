"""The Continental Siege wing as `run` and `cli` see it."""

from simlab.contract import RulesSystem
from simlab.systems.continental_siege.battle.kinds import BATTLE
from simlab.systems.continental_siege.engagement.kinds import ATTACK
from simlab.systems.continental_siege.mission.attrition import ATTRITION
from simlab.systems.continental_siege.mission.bombing_run import BOMBING_RUN
from simlab.systems.continental_siege.mission.interception import INTERCEPTION
from simlab.systems.continental_siege.rulings import NO_CASE_IN_BATTLES, rulings_for
from simlab.systems.continental_siege.units import TABLES

KINDS = {kind.name: kind for kind in (ATTACK, ATTRITION, BOMBING_RUN, INTERCEPTION, BATTLE)}
RULINGS, FIXED = rulings_for(KINDS)

SYSTEM = RulesSystem(
    name="continental_siege",
    title="Continental Siege Aircraft, an air variant of Ogre",
    dice="d6 on a table of odds; a second D destroys what is still disabled",
    behaviour=3,
    kinds=KINDS,
    rulings=RULINGS,
    tables=TABLES,
    fixed_rulings=FIXED,
    no_case={"battle": NO_CASE_IN_BATTLES},
)
