"""Polishing tuned settings by single dials, until no single change is found that gains.

`tune` moves all dials at once and ends near a place where no step gains, seldom in it. Here each player in turn tries
every dial alone, one step, three steps and all the way in either direction (of a dial of words all others), against
the settings that the others have now. What promises most is asked again on new dice, in the order of its promise, each
on top of what was kept before it; it stays if its gain is more than its noise. Equal seeds give equal answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from simlab.analysis.deviations import neighbours
from simlab.analysis.duels import Duels, Gain, Settings
from simlab.analysis.tuning import Dial, Player, check_players
from simlab.errors import RunError
from simlab.execute import Source
from simlab.intervals import normal_quantile
from simlab.intervals.rates import checked_level
from simlab.progress import watched

if TYPE_CHECKING:
    import pandas as pd

ROUNDS, TRIALS = 6, 1200
STEPS = (1, 3)  # how far a number dial is moved, and all the way
ASKED_AGAIN = 16  # changes of a pass that are asked again at most
AGAIN = 6  # times the trials of the first asking
SEEDS_A_PASS = 97  # the first asking and every asking again have dice of their own


class Change(NamedTuple):
    """A change of one dial that was kept: in which round, by whom, from what to what, with its gain on new dice."""

    round: int
    player: str
    key: str
    value: Any
    other: Any
    gain: Gain


class Polished(NamedTuple):
    """The settings of each player, the changes that led there, and whether the last round found none."""

    settings: dict[str, Settings]
    changes: tuple[Change, ...]
    settled: bool

    def frame(self) -> pd.DataFrame:
        """A row for each change kept: round, player, key, value, other, gain with its interval."""
        import pandas as pd

        return pd.DataFrame([{**change._asdict(), **change.gain._asdict()} for change in self.changes])


def single_changes(dial: Dial, value: Any) -> list[Any]:
    """What a dial may be turned to from a value: so many steps down or up, either end; of a dial of words all others.

    >>> single_changes(Dial("a", tuple(range(10)), 0), 4)
    [0, 1, 3, 5, 7, 9]
    >>> single_changes(Dial("b", ("x", "y"), "x"), "y")
    ['x']
    """
    if not dial.counts:
        return neighbours(dial, value)
    place, last = dial.values.index(value), len(dial.values) - 1
    reached = {0, last} | {place + sign * step for step in STEPS for sign in (-1, 1)}
    return [dial.values[at] for at in sorted(reached) if 0 <= at <= last and at != place]


@watched("single changes")
def polish(
    cases: Sequence[Source],
    players: Sequence[Player],
    settings: Mapping[str, Settings],
    *,
    rounds: int = ROUNDS,
    trials: int = TRIALS,
    seed: int = 0,
    level: float = 0.95,
    duels: Duels | None = None,
    progress: Callable[[int, int], None] | None = None,
    note: Callable[[str], None] | None = None,
) -> Polished:
    """Turn single dials as long as one gains.

    Args:
        cases: scenarios that are played, each counting alike.
        players: who turns which dials.
        settings: of each player by name, as `tune` found them.
        rounds: passes of each player at most; it ends earlier when a round keeps nothing.
        trials: of the first asking of each change, shared out among the cases.
        seed: of the dice.
        level: of the intervals; a change is kept if the lower end of its interval on new dice is above 0.
        duels: who plays.
        progress: called with (changes asked, changes at most).
        note: called with a line about each change that is kept.

    Raises:
        SimlabError: dials or numbers that make no sense, a scenario that refuses a setting.
    """
    check_players(cases, players)
    if min(rounds, trials) < 1:
        raise RunError("polish: give 1 or more rounds and trials")
    checked_level(level)
    duels, asked = duels or Duels(), 0
    now = {name: dict(one) for name, one in settings.items()}
    kept: list[Change] = []
    most = rounds * sum(len(dial.values) - 1 for player in players for dial in player.dials)

    def gain(player: Player, key: str, other: Any, each: int, dice: int) -> Gain:
        nonlocal asked
        together = {key: value for one in now.values() for key, value in one.items()}
        pairs = [((case, together), (case, {**together, key: other})) for case in cases]
        asked += 1
        if progress is not None:
            progress(min(asked, most), most)
        return duels.gain(pairs, player.wants, max(each // len(cases), 2), dice, level)

    dice, settled = seed, False
    for number in range(1, rounds + 1):
        before = len(kept)
        for player in players:
            dice += SEEDS_A_PASS
            for place, (key, other) in enumerate(_promising(player, now[player.name], gain, trials, dice, level)):
                found = gain(player, key, other, AGAIN * trials, dice + 1 + place)
                if found.lo > 0.0:
                    kept.append(Change(number, player.name, key, now[player.name][key], other, found))
                    now[player.name][key] = other
                    if note is not None:
                        note(sentence_of(kept[-1]))
        if len(kept) == before:
            settled = True
            break
    return Polished(now, tuple(kept), settled)


def _promising(
    player: Player, now: Settings, gain: Callable[..., Gain], trials: int, dice: int, level: float
) -> list[tuple[str, Any]]:
    """The best change of each dial that may gain, the greatest lower bound first."""
    best: dict[str, tuple[float, Any]] = {}
    for dial in player.dials:
        for other in single_changes(dial, now[dial.key]):
            found = gain(player, dial.key, other, trials, dice)
            bound = found.gain - 0.5 * normal_quantile(level) * found.error
            if bound > best.get(dial.key, (0.0, None))[0]:
                best[dial.key] = bound, other
    order = sorted(best, key=lambda key: -best[key][0])
    return [(key, best[key][1]) for key in order[:ASKED_AGAIN]]


def sentence_of(change: Change) -> str:
    """A change in words."""
    points = f"{100 * change.gain.gain:+.2f} points ({100 * change.gain.lo:+.2f} to {100 * change.gain.hi:+.2f})"
    return f"round {change.round}, {change.player}: {change.key} {change.value} to {change.other}, {points} on new dice"
