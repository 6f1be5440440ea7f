"""The Alpha Strike wing as `run` and `cli` see it."""

from dataclasses import replace

from simlab.contract import Kind, RulesSystem
from simlab.systems.alpha_strike.attack.card.kinds import ATTACK
from simlab.systems.alpha_strike.attack.run.kinds import BOMBING_RUN
from simlab.systems.alpha_strike.engagement.duel.kinds import DUEL
from simlab.systems.alpha_strike.engagement.return_fire.kinds import RETURN_FIRE
from simlab.systems.alpha_strike.mission.sortie.kinds import SORTIE
from simlab.systems.alpha_strike.rulings import FIXED, RULINGS
from simlab.systems.alpha_strike.units import TABLES

KINDS: dict[str, Kind] = {kind.name: kind for kind in (ATTACK, BOMBING_RUN, RETURN_FIRE, DUEL, SORTIE)}

SYSTEM = RulesSystem(
    name="alpha_strike",
    title="BattleTech: Alpha Strike, Abstract Aerospace Combat (editions 2013 and Commander's Edition)",
    dice="2d6, roll high: the total must reach a target number; scatter by d6",
    behaviour=2,
    kinds=KINDS,
    rulings=tuple(replace(one, bears_on=tuple(kind for kind in one.bears_on if kind in KINDS)) for one in RULINGS),
    tables=TABLES,
    fixed_rulings=FIXED,
)
