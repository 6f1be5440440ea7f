"""What becomes of stands, aircraft and strikes in the course of a campaign."""

from dataclasses import dataclass

from .command_decision_bombing_stands import Place
from .command_decision_campaign_forces import Aircraft, Post
from .command_decision_penalty import Penalties
from .command_decision_shot import Countermeasures


@dataclass
class StandState:
    """What has become of a stand."""

    present: bool = True
    suppressed: bool = False
    forced_back: bool = False  # this turn
    shaken_in: int = 0  # the turn in which it does not fire
    shots: int = 0  # fired this turn in strikes
    phase_shots: int = 0  # fired in the phase that is played


@dataclass
class AircraftState:
    """What has become of an aircraft."""

    lost: bool = False
    back_in: int = 1  # the turn from which it may come (again)
    over_the_table: bool = False
    endurance_used: int = 0
    k: int = 0
    leaving: str = ""  # the morale in which it leaves at the end of this turn
    countermeasures: Countermeasures | None = None  # of a helicopter in this sortie


@dataclass
class Pass:
    """A plane that came with a target, in one strike."""

    plane: Aircraft
    target: Post
    attacked: Post | None  # None: empty ground
    penalties: Penalties
    countermeasures: Countermeasures
    aborted: bool = False

    @property
    def point(self) -> Place:
        """Where AA sees it."""
        return self.target.stand.at if self.attacked is None else self.attacked.stand.at
