"""A mix of settings for each of two players against which no reply is found that gains (double oracle).

Where settings beat each other in a circle no single pair is a resting place, and tuning one against the other goes
round for ever. The double oracle (H. McMahan, G. Gordon, A. Blum 2003; with searched replies: M. Lanctot and others
2017) keeps a pool of settings for each player: all pairs are played, the matrix game is solved, and each player
searches a reply to the mix of the other. A reply that gains on new dice joins the pool. When none does, the mixes are
an equilibrium as far as the search can see, and the gain of the last replies says how far that is. Equal seeds give
equal answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from simlab import display
from simlab.analysis.duels import Duels, Gain, Settings
from simlab.analysis.games import Equilibrium, equilibrium
from simlab.analysis.polish import single_changes
from simlab.analysis.tuning import Player, check_players, starts
from simlab.errors import RunError
from simlab.execute import Source
from simlab.intervals import normal_quantile
from simlab.intervals.rates import checked_level
from simlab.progress import watched

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

ROUNDS, TRIALS = 8, 3000
AGAIN = 4  # times the trials of the first asking, on new dice, for what promises most
MATRIX = 4  # times these trials for each pair of the pools
FINAL = 8  # times these trials decide whether a reply joins
ASKED_AGAIN = 12  # promising changes that are asked again, each on top of what was kept before it
PASSES = 2  # over all single changes in search of one reply
SMALLEST = 0.02  # shares of a mix below this are left out where a reply is searched
PLAYED = 0.05  # and below this in the end: so small a share hangs on the noise of the matrix
SEEDS_A_ROUND = 211


class Reply(NamedTuple):
    """What a round found for a player: gain over the best of the pool against the other's mix, on new dice."""

    round: int
    player: str
    changed: tuple[str, ...]
    gain: Gain
    joined: bool


@dataclass(frozen=True, repr=False)
class Mixed:
    """A mix for each player. pools: settings by player; shares: of each, 0 where it is not played.

    matrix: float64[first player's pool, second player's pool], what the first player wins; value: what he wins of the
    mixes; settled: did the last round find no reply that gains?
    """

    players: tuple[Player, Player]
    pools: Mapping[str, tuple[Settings, ...]]
    shares: Mapping[str, tuple[float, ...]]
    matrix: np.ndarray
    value: float
    replies: tuple[Reply, ...]
    settled: bool

    def frame(self) -> pd.DataFrame:
        """A row for each dial of each setting in the pools: player, member (from 1), its share, key, value."""
        import pandas as pd

        return pd.DataFrame(
            [
                {"player": player.name, "member": number, "share": share, "key": dial.key, "value": settings[dial.key]}
                for player in self.players
                for number, (settings, share) in enumerate(
                    zip(self.pools[player.name], self.shares[player.name], strict=True), 1
                )
                for dial in player.dials
            ]
        )

    def history(self) -> pd.DataFrame:
        """A row for each reply: round, player, dials changed, gain on new dice with its interval, joined."""
        import pandas as pd

        return pd.DataFrame(
            [
                {"round": reply.round, "player": reply.player, "changed": "; ".join(reply.changed),
                 **reply.gain._asdict(), "joined": reply.joined}
                for reply in self.replies
            ]
        )  # fmt: skip

    def __repr__(self) -> str:
        """The answer in one line."""
        return display.one_line(self, f"value {self.value:.3f}, {len(self.replies)} replies")

    def _repr_html_(self) -> str:
        """Rich display in a notebook: the replies of each round."""
        rows = [[reply.round, reply.player, points_of(reply.gain), "joined" if reply.joined else "no gain"]
                for reply in self.replies]  # fmt: skip
        return display.page("", display.table(["round", "player", "gain of the reply, points", ""], rows, 2))


def points_of(gain: Gain) -> str:
    """A gain in points, with its interval."""
    return f"{100 * gain.gain:+.2f} ({100 * gain.lo:+.2f} to {100 * gain.hi:+.2f})"


@watched("replies")
def double_oracle(
    cases: Sequence[Source],
    players: Sequence[Player],
    pools: Mapping[str, Sequence[Settings]] | None = None,
    *,
    rounds: int = ROUNDS,
    trials: int = TRIALS,
    seed: int = 0,
    level: float = 0.95,
    threads: int = 1,
    duels: Duels | None = None,
    progress: Callable[[int, int], None] | None = None,
    note: Callable[[str], None] | None = None,
) -> Mixed:
    """Mixes of settings that nobody gains by leaving, as far as a search by single dials and whole groups can see.

    Args:
        cases: scenarios that are played, each counting alike.
        players: two; what one wins the other loses.
        pools: settings of each player to begin with, by name; None: the starts of the dials.
        rounds: replies of each player at most; it ends earlier when neither gains. 0: the mix of the pools as they are.
        trials: of the first asking of each change, shared out among cases and opponents.
        seed: of the dice, any integer.
        level: of the intervals; a reply joins if the lower end of its interval on new dice is above 0.
        threads: changes that are played at a time; their number changes no answer.
        duels: what remembers answers, so that a stopped search goes on where it was.
        progress: called with (replies searched, replies at most).
        note: called with a line about each reply.

    Raises:
        SimlabError: dials or numbers that make no sense, a scenario that refuses a setting.
    """
    check_players(cases, players)
    if len(players) != 2:
        raise RunError(f"mixed doctrines need two players; here are {len(players)}")
    if rounds < 0 or min(trials, threads) < 1:
        raise RunError("mixed doctrines: give 0 or more rounds, 1 or more trials and threads")
    checked_level(level)
    first, second = players
    duels = duels or Duels()
    known: dict[str, list[Settings]] = {
        player.name: [dict(one) for one in (pools or {}).get(player.name) or [starts(player)]] for player in players
    }
    table = Table(cases, (first, second), MATRIX * trials, seed, threads, duels)
    replies: list[Reply] = []
    settled = False
    for number in range(1, rounds + 1):
        joined = False
        for place, player in enumerate((first, second)):
            other, solved = (second, first)[place], table.solve(known)
            theirs = (solved.columns if place == 0 else solved.rows).tolist()
            field = Against(player, cases, mix_of(known[other.name], theirs), trials,
                            seed + SEEDS_A_ROUND * (2 * number + place), level, threads, duels)  # fmt: skip
            reply = _reply(field, known[player.name], number)
            replies.append(reply[0])
            if reply[0].joined:
                joined = True
                known[player.name].append(reply[1])
            if progress is not None:
                progress(len(replies), 2 * rounds)
            if note is not None:
                note(sentence_of(reply[0], solved.value, first.name))
        if not joined:
            settled = True
            break
    solved = table.solve(known)
    shares = {player.name: _trimmed(mix.tolist(), PLAYED)
              for player, mix in zip((first, second), (solved.rows, solved.columns), strict=True)}  # fmt: skip
    return Mixed((first, second), {name: tuple(pool) for name, pool in known.items()}, shares,
                 table.matrix(known), solved.value, tuple(replies), settled)  # fmt: skip


def sentence_of(reply: Reply, value: float, name: str) -> str:
    """A reply in words."""
    end = f"joins ({', '.join(reply.changed)})" if reply.joined else "no gain"
    return (
        f"round {reply.round}, mixes worth {100 * value:.1f} % to {name}; reply of {reply.player}: "
        f"{points_of(reply.gain)} points, {end}"
    )


def _trimmed(shares: Sequence[float], least: float = SMALLEST) -> tuple[float, ...]:
    kept = [float(share) if share >= least else 0.0 for share in shares]
    return tuple(share / sum(kept) for share in kept)


def mix_of(pool: Sequence[Settings], shares: Sequence[float]) -> list[tuple[Settings, float]]:
    """The settings of a pool that are played, with their shares; small ones are left out."""
    return [(one, share) for one, share in zip(pool, _trimmed(shares), strict=True) if share > 0.0]


class Table:
    """The matrix game between two pools, every pair on the same dice."""

    def __init__(
        self, cases: Sequence[Source], players: tuple[Player, Player], trials: int, seed: int, threads: int,
        duels: Duels,
    ) -> None:  # fmt: skip
        self.cases, self.players, self.seed, self.threads, self.duels = cases, players, seed, threads, duels
        self.each = max(trials // len(cases), 1)

    def matrix(self, known: Mapping[str, Sequence[Settings]]) -> np.ndarray:
        """float64[first pool, second pool]: what the first player wins, mean of the cases."""
        import numpy as np

        rows, columns = (known[player.name] for player in self.players)
        wants = self.players[0].wants

        def share(pair: tuple[Settings, Settings]) -> float:
            joint = {**pair[0], **pair[1]}
            return sum(self.duels.share(case, joint, wants, self.each, self.seed) for case in self.cases)

        pairs = [(one, other) for one in rows for other in columns]
        with ThreadPoolExecutor(self.threads) as workers:
            found = list(workers.map(share, pairs))
        return np.array(found).reshape(len(rows), len(columns)) / len(self.cases)

    def solve(self, known: Mapping[str, Sequence[Settings]]) -> Equilibrium:
        """The equilibrium of the game as it stands."""
        return equilibrium(self.matrix(known))


class Against:
    """One player's search for a reply to a mix of the other's settings."""

    def __init__(
        self, player: Player, cases: Sequence[Source], mix: Sequence[tuple[Settings, float]], trials: int, seed: int,
        level: float, threads: int, duels: Duels,
    ) -> None:  # fmt: skip
        self.player, self.cases, self.mix, self.trials, self.seed = player, cases, mix, trials, seed
        self.level, self.threads, self.duels = level, threads, duels

    def gain(self, before: Settings, after: Settings, trials: int, seed: int) -> Gain:
        """What ``after`` wins more than ``before`` against the mix, paired on the same dice."""
        pairs, weights = [], []
        for case in self.cases:
            for other, share in self.mix:
                pairs.append(((case, {**other, **before}), (case, {**other, **after})))
                weights.append(share / len(self.cases))
        return self.duels.gain(pairs, self.player.wants, trials, seed, self.level, weights)

    def gains(self, before: Settings, many: Sequence[Settings], trials: int, seed: int) -> list[Gain]:
        """The gain of each of many."""
        with ThreadPoolExecutor(self.threads) as workers:
            return list(workers.map(lambda after: self.gain(before, after, trials, seed), many))


def _reply(field: Against, pool: Sequence[Settings], number: int) -> tuple[Reply, Settings]:
    """The best reply found: from the best of the pool by single dials and by groups of other members, twice over."""
    seed = field.seed
    against = field.gains(pool[0], pool, AGAIN * field.trials, seed)
    best = pool[max(range(len(pool)), key=lambda place: against[place].gain)]
    now = dict(best)
    for _ in range(PASSES):
        seed += 1
        tried = list(changes_of(field.player, now, pool))
        if not tried:
            break
        found = field.gains(now, [{**now, **change} for change in tried], field.trials, seed)
        half = 0.5 * normal_quantile(field.level)
        bounds = [one.gain - half * one.error for one in found]
        order = sorted((place for place in range(len(tried)) if bounds[place] > 0.0), key=lambda place: -bounds[place])
        promising = [tried[place] for place in order[:ASKED_AGAIN]]
        again = field.gains(now, [{**now, **change} for change in promising], AGAIN * field.trials, seed + 1)
        sure = sorted(
            ((one.gain, place) for place, one in enumerate(again) if one.lo > 0.0), key=lambda pair: (-pair[0], pair[1])
        )
        kept = bool(sure)
        seed += 1
        for number_kept, (_, place) in enumerate(sure):
            seed += 1
            other = {**now, **promising[place]}
            # the first is known to gain; the others must gain on top of it
            if number_kept == 0 or field.gain(now, other, AGAIN * field.trials, seed).lo > 0.0:
                now = other
        if not kept:
            break
    gain = field.gain(best, now, FINAL * field.trials, seed + 1)
    changed = tuple(f"{key} {best[key]} to {now[key]}" for key in now if now[key] != best.get(key))
    return Reply(number, field.player.name, changed, gain, gain.lo > 0.0 and now not in pool), now


def changes_of(player: Player, now: Settings, pool: Sequence[Settings]) -> Iterator[Settings]:
    """What is tried: single dials (one step, three steps, either end, other words), groups of another of the pool.

    A group are the dials whose keys differ in their last part alone, such as the weights of one policy.
    """
    for dial in player.dials:
        for value in single_changes(dial, now[dial.key]):
            yield {dial.key: value}
    groups: dict[str, list[str]] = {}
    for dial in player.dials:
        groups.setdefault(dial.key.rpartition(".")[0], []).append(dial.key)
    seen: list[Settings] = []
    for other in pool:
        for keys in groups.values():
            change = {key: other[key] for key in keys if other[key] != now[key]}
            if len(change) > 1 and change not in seen:
                seen.append(change)
                yield change
