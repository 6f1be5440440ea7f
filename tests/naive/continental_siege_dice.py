"""Addressed dice of a battle (section 6e of the rules page): no address is handed out twice in a trial."""

from .dice_log import word_at

FIRST, TYPE, PLACE, ATTACK, BOMB, RAM, SPILL = range(7)
DOCTRINE = 3  # W9: in the phase of the set-up, where nothing is attacked
SETUP_PHASE, MOVEMENT, FIRE, SECOND_MOVE = range(4)
ROOM = {"player_turn": 256, "phase": 4, "actor": 256, "purpose": 8, "n": 512}


class BattleDice:
    """The dice of one trial.

    >>> dice = BattleDice(1, 0)
    >>> 1 <= dice.face(6, 1, FIRE, 3, ATTACK, 0) <= 6
    True
    """

    def __init__(self, key: int, trial: int):
        self.key = key
        self.trial = trial
        self.taken: set[tuple[int, int, int, int, int]] = set()

    def face(self, sides: int, player_turn: int, phase: int, actor: int, purpose: int, n: int) -> int:
        """The die of this many sides at an address; asking twice raises ValueError."""
        address = (player_turn, phase, actor, purpose, n)
        for (name, room), value in zip(ROOM.items(), address, strict=True):
            if not 0 <= value < room:
                raise ValueError(f"{name} {value} does not fit into an address (0 to {room - 1})")
        if address in self.taken:
            raise ValueError(f"the die {address} was handed out before in trial {self.trial}")
        self.taken.add(address)
        spot = ((phase * 256 + actor) * 8 + purpose) * 512 + n
        return 1 + ((word_at(self.key, self.trial, player_turn, spot) >> 32) * sides >> 32)
