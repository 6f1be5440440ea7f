"""The rulings of the Alpha Strike air rules: the one list, in the order of section 20.

The reasons for the defaults stand in data/alpha_strike/rulings.csv. `ruleset` is a preset: `asce` moves the defaults of
others to the Commander's Edition (`editions`), and a scenario mixes by naming a ruling itself.
"""

from simlab.contract import Ruling
from simlab.systems.alpha_strike.rulings.damage import DAMAGE
from simlab.systems.alpha_strike.rulings.declaring import DECLARING
from simlab.systems.alpha_strike.rulings.flying import FLYING
from simlab.systems.alpha_strike.rulings.scatter import SCATTER
from simlab.systems.alpha_strike.rulings.to_hit import TO_HIT
from simlab.systems.alpha_strike.rulings.value import VALUE

RULINGS: tuple[Ruling, ...] = (*DECLARING, *TO_HIT, *SCATTER, *DAMAGE, *FLYING)
PRICE_RULINGS = VALUE  # no kind plays a price: `simlab pv` takes them
FIXED: dict[str, str] = {one.name: "bears on prices alone; simlab pv --ruling turns it" for one in PRICE_RULINGS}
