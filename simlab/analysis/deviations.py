"""Does any simple deviation from tuned settings gain more than its noise? Every dial one step, every other word.

All deviations are compared with the settings on the same numbered dice. Asking many at once finds a lucky one, so the
bound is J. Holm's (1979): the chance that any deviation without a gain is said to have one is at most 1 - level.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from simlab.analysis.duels import Duels, Gain, Settings
from simlab.analysis.tuning import Dial, Player
from simlab.execute import Source
from simlab.intervals.rates import checked_level
from simlab.progress import watched

if TYPE_CHECKING:
    import pandas as pd

    from simlab.analysis.double_oracle import Mixed

TRIALS = 20_000


def neighbours(dial: Dial, value: Any) -> list[Any]:
    """The values one step from a value of a dial; of a dial of words, all others.

    >>> neighbours(Dial("a", (0, 2, 4), 0), 2), neighbours(Dial("b", ("x", "y"), "x"), "y")
    ([0, 4], ['x'])
    """
    if not dial.counts:
        return [other for other in dial.values if other != value]
    place = dial.values.index(value)
    return [dial.values[at] for at in (place - 1, place + 1) if 0 <= at < len(dial.values)]


@watched("deviations")
def deviations(
    cases: Sequence[Source],
    players: Sequence[Player],
    settings: Mapping[str, Settings],
    *,
    trials: int = TRIALS,
    seed: int = 0,
    level: float = 0.95,
    duels: Duels | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> pd.DataFrame:
    """A row for each deviation: player, key, value, other, gain with its interval, error, p, gains.

    Args:
        cases: scenarios that are played, each counting alike.
        players: who turns which dials.
        settings: of each player by name, as `tune` found them.
        trials: of each deviation, shared out among the cases.
        seed: of the dice; one that no search has used keeps the answer honest.
        level: of the intervals, and of the bound over all deviations together.
        duels: who plays, where the data lie elsewhere.
        progress: called with (deviations played, deviations).

    Returns:
        The frame, greatest gain first. p: one-sided chance of a gain so large by luck alone (normal approximation),
        after Holm's step-down over all rows. gains: is p below 1 - level?
    """
    checked_level(level)
    duels = duels or Duels()
    together = {key: value for one in settings.values() for key, value in one.items()}
    asked = [
        (player, dial, other)
        for player in players
        for dial in player.dials
        for other in neighbours(dial, settings[player.name][dial.key])
    ]
    rows = []
    for number, (player, dial, other) in enumerate(asked):
        changed = {**together, dial.key: other}
        pairs = [((case, together), (case, changed)) for case in cases]
        gain = duels.gain(pairs, player.wants, max(trials // len(cases), 2), seed, level)
        rows.append(
            {"player": player.name, "key": dial.key, "value": together[dial.key], "other": other, **gain._asdict(),
             "p": chance(gain)}
        )  # fmt: skip
        if progress is not None:
            progress(number + 1, len(asked))
    return _judged(rows, level)


@watched("deviations")
def mixed_deviations(
    cases: Sequence[Source],
    mixed: Mixed,
    *,
    trials: int = TRIALS,
    seed: int = 0,
    level: float = 0.95,
    threads: int = 1,
    duels: Duels | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> pd.DataFrame:
    """As `deviations`, from every member that is played of a mix, each against the other player's mix.

    A column ``member`` (from 1) says from which; gains are over the member itself.
    """
    from simlab.analysis.double_oracle import Against, mix_of

    checked_level(level)
    duels = duels or Duels()
    asked = []
    for player, other in zip(mixed.players, reversed(mixed.players), strict=True):
        mix = mix_of(mixed.pools[other.name], mixed.shares[other.name])
        field = Against(player, cases, mix, trials, seed, level, threads, duels)
        for member, (settings, share) in enumerate(
            zip(mixed.pools[player.name], mixed.shares[player.name], strict=True), 1
        ):
            if share > 0.0:
                many = [(dial.key, value) for dial in player.dials for value in neighbours(dial, settings[dial.key])]
                asked.append((field, player, member, settings, many))
    rows, whole = [], sum(len(each[-1]) for each in asked)
    for field, player, member, settings, many in asked:
        found = field.gains(settings, [{**settings, key: value} for key, value in many], trials, seed)
        for (key, other_value), gain in zip(many, found, strict=True):
            rows.append(
                {"player": player.name, "member": member, "key": key, "value": settings[key], "other": other_value,
                 **gain._asdict(), "p": chance(gain)}
            )  # fmt: skip
        if progress is not None:
            progress(len(rows), whole)
    return _judged(rows, level)


def _judged(rows: list[dict[str, Any]], level: float) -> pd.DataFrame:
    """Rows with their chances as a frame, greatest gain first, judged together by Holm's bound."""
    import pandas as pd

    frame = pd.DataFrame(rows).sort_values(["gain", "key"], ascending=[False, True], ignore_index=True)
    frame["p"] = holm(frame["p"].tolist())
    frame["gains"] = frame["p"] < 1.0 - level
    return frame


def chance(gain: Gain) -> float:
    """One-sided chance of a gain so large by luck alone; 1 where both play the same numbers."""
    from statistics import NormalDist

    if gain.error == 0.0:
        return 0.0 if gain.gain > 0.0 else 1.0
    return NormalDist().cdf(-gain.gain / gain.error)


def holm(chances: Sequence[float]) -> list[float]:
    """Chances after J. Holm's step-down procedure, in the order given.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(chances)), key=lambda place: chances[place])
    adjusted, least = [0.0] * len(chances), 0.0
    for rank, place in enumerate(order):
        least = max(least, min((len(chances) - rank) * chances[place], 1.0))
        adjusted[place] = least
    return adjusted
