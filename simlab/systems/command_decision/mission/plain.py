"""Plain sorties, the most common ones, played with less work for each lane.

A lane adds up what happens to it in a turn. What such a sum means for the game is looked up in tables that the rules
wrote beforehand (`mission.ends`): at the end of every turn or, where a game has two turns at most, for all of it once.
"""

import numpy as np

from simlab.dice import face, level, moved, rough_level, rough_will_do, spot, upper, within
from simlab.jit import rule
from simlab.systems.command_decision.addresses import COLLECTIVE as COLLECTIVE_ROLL
from simlab.systems.command_decision.addresses import PLACE, PREPARATORY, SHOT
from simlab.systems.command_decision.mission.ends import (
    ANY_SHOT,
    BACK,
    BACK_PLACE,
    CHANGE,
    COLLECTIVE_AT,
    COLLECTIVE_PLACE,
    DOWN,
    END_CELL,
    END_GAIN,
    END_GAIN_BY_TURN,
    ENDS,
    FIELD,
    FIRST_BACK,
    FIRST_GONE,
    GAMES,
    GONE,
    GONE_PLACE,
    MAY_SAVE,
    NOT_HERE,
    NOWHERE,
    PENALTIES,
    PENALTIES_ONLY,
    PENALTY_AT,
    PLACE_BITS,
    PLACES,
    REMOVED_PLACE,
    ROLLED_ONCE,
    ROLLS_AGAIN,
    SAVES_BELOW,
    SECOND_BACK,
    SECOND_GONE,
    SHOT_AT,
    SHOT_AT_PLACE,
    SHOTS,
    SORT_OF_SHOT,
    UNSHOT,
    longest_at,
)
from simlab.systems.command_decision.mission.game import BYTE, COPIES, EVENTS, HERE, add_games, entered
from simlab.systems.command_decision.mission.pack import COLLECTIVE, FIRE_WINDOW
from simlab.systems.command_decision.mission.shots import (
    ACTOR,
    AGAIN_SIDES,
    EVERYONE,
    NTH,
    SIGHT_FROM,
    SIGHT_TO,
    WINDOW,
)
from simlab.systems.command_decision.rules.hitting import DIE_FACES, MOST_PENALTY, effect_of, hands_of_shot

SIDE = 1024  # lanes of a short game played side by side: their arrays stay in the nearest caches
IN_SIGHT, ROUGH_LOOK, LOOK = range(3)  # looks of an act: all lanes are in its sight; see `dice.rough_level`; any other


@rule
def _field(card, hand, sides):
    """What the next die in a hand does, with whatever the card holds above it."""
    return card >> (FIELD * (face(hand, sides) - 1))


@rule
def _draw(acts, row, turn, words, sights, looks):
    """Draw the words of an air shot, and of the line of sight unless all are in it. looks: a constant, loops apart.

    Dice are drawn in one loop and read in another, because a processor overlaps two short chains of operations better
    than one that is long.
    """
    here = spot(acts[row, WINDOW], acts[row, ACTOR], SHOT, acts[row, NTH])
    where, low = spot(PREPARATORY, acts[row, ACTOR], PLACE, 0), acts[row, SIGHT_FROM]
    for lane in range(words.size):
        words[lane] = level(turn[lane], here)
        if looks == ROUGH_LOOK:
            sights[lane] = rough_level(turn[lane], where)
        elif looks == LOOK:
            sights[lane] = moved(level(turn[lane], where), low)


@rule
def _air_shot(packed, row, cards, lanes_, words, sights, looks, sort):
    """One AA shot: what it comes to is added to the lanes that are in reach and in sight. looks, sort: constants."""
    first_back, first_gone = cards[row, FIRST_BACK], cards[row, FIRST_GONE]
    second_back, second_gone = cards[row, SECOND_BACK], cards[row, SECOND_GONE]
    again_sides = packed.acts[row, AGAIN_SIDES] & 15  # known to be small, so that a product of 32 bits will do
    see = packed.acts[row, SIGHT_TO] - packed.acts[row, SIGHT_FROM]  # so many hands
    saves_below, removal, shot = cards[row, SAVES_BELOW], packed.removal, 1 << SHOT_AT
    saved = shot + (packed.converted_penalty << PENALTY_AT)
    for lane in range(lanes_.size):
        aa_hand, save_hand, again_hand, split_hand = hands_of_shot(words[lane])
        if sort == PENALTIES_ONLY:
            change = (_field(first_back, aa_hand, DIE_FACES) & CHANGE) | shot
        else:
            removed = split_hand < removal
            change = _field(first_gone if removed else first_back, aa_hand, DIE_FACES)
            if sort == ANY_SHOT:
                again = _field(second_gone if removed else second_back, again_hand, again_sides)
                change = again if (change & ROLLS_AGAIN) != 0 else change
            may_save = (change & MAY_SAVE) != 0
            change = saved if may_save & (save_hand < saves_below) else (change & CHANGE) | shot
        old = lanes_[lane]
        suffers = (old & DOWN) == 0
        if looks != IN_SIGHT:
            suffers &= within(sights[lane], 0, see)
        lanes_[lane] = old + change if suffers else old


@rule
def _shot_of_any_sort(packed, row, cards, lanes_, words, sights, looks):
    """One AA shot in the loop for shots of its sort."""
    if cards[row, SORT_OF_SHOT] == ANY_SHOT:
        _air_shot(packed, row, cards, lanes_, words, sights, looks, ANY_SHOT)
    elif cards[row, SORT_OF_SHOT] == ROLLED_ONCE:
        _air_shot(packed, row, cards, lanes_, words, sights, looks, ROLLED_ONCE)
    else:
        _air_shot(packed, row, cards, lanes_, words, sights, looks, PENALTIES_ONLY)


@rule
def _collective(packed, turn, lanes_, window):
    """The collective roll on those that attack (3.2.8)."""
    here, card = spot(window, 0, COLLECTIVE_ROLL, 0), packed.collective_card
    for lane in range(lanes_.size):
        old = lanes_[lane]
        penalty = effect_of(card, face(upper(level(turn[lane], here)), DIE_FACES))
        lanes_[lane] = old + (penalty << COLLECTIVE_AT) if (old & DOWN) == 0 else old


@rule
def _end_of_turn(ends, now, lanes_, game, counts):
    """Look up how the turn ended for each lane."""
    gains, tally = np.zeros(ENDS, np.int64), np.zeros(COPIES * ENDS, np.int64)
    for place in range(NOWHERE):
        gains[place] = ends[place, END_GAIN] + now * ends[place, END_GAIN_BY_TURN]
    for lane in range(lanes_.size):
        old = lanes_[lane]
        place = min((old >> PENALTY_AT) & PENALTIES, MOST_PENALTY) | (((old >> COLLECTIVE_AT) & 3) * COLLECTIVE_PLACE)
        place |= SHOT_AT_PLACE if (old & SHOTS) != 0 else 0
        out = GONE_PLACE if (old & GONE) != 0 else BACK_PLACE
        place = (NOWHERE if old >= NOT_HERE else out) if (old & DOWN) != 0 else place
        lanes_[lane] = place + (lane & (COPIES - 1)) * ENDS
    for lane in range(lanes_.size):
        place = lanes_[lane]
        game[lane] += gains[place & (ENDS - 1)]
        tally[place & (COPIES * ENDS - 1)] += 1
    for place in range(NOWHERE):
        for copy in range(COPIES):
            counts[(now - 1) * EVENTS + ends[place, END_CELL]] += tally[copy * ENDS + place]


@rule
def _acts(tables, turn, lanes_, words, sights, k):
    """The acts of the k-th turn over the table."""
    packed, cards = tables.packed, tables.cards
    for row in range(packed.act_starts[k - 1, 0], packed.act_starts[k - 1, 4]):
        low, high = packed.acts[row, SIGHT_FROM], packed.acts[row, SIGHT_TO]
        if low == 0 and high == EVERYONE:
            _draw(packed.acts, row, turn, words, sights, IN_SIGHT)
            _shot_of_any_sort(packed, row, cards, lanes_, words, sights, IN_SIGHT)
            continue
        if low == 0 and rough_will_do(high):
            _draw(packed.acts, row, turn, words, sights, ROUGH_LOOK)
        else:
            _draw(packed.acts, row, turn, words, sights, LOOK)
        _shot_of_any_sort(packed, row, cards, lanes_, words, sights, LOOK)
    window = packed.plans[k - 1, FIRE_WINDOW]
    if window >= 0 and packed.plans[k - 1, COLLECTIVE] == 1 and packed.collective_card != 0:
        _collective(packed, turn, lanes_, window)


@rule
def _begin(tables, game, lanes_, nth, k):
    """Which lanes are in the k-th turn over the table now, the nth turn (from 0) in which a game may be there."""
    away = NOT_HERE | DOWN
    if tables.short == 1 and nth == 0:
        for lane in range(lanes_.size):
            lanes_[lane] = 0
    elif tables.short == 1:
        then = tables.then
        in_reach, back = 0 if then[UNSHOT] == k else away, 0 if then[BACK] == k else away
        removed = 0 if then[REMOVED_PLACE] == k else away
        for lane in range(lanes_.size):
            place = game[lane] & (PLACES - 1)
            out = removed if place == REMOVED_PLACE else back
            lanes_[lane] = out if place >= BACK else in_reach
    else:
        for lane in range(lanes_.size):
            lanes_[lane] = 0 if ((game[lane] >> HERE) & BYTE) == k else away


@rule
def _place(old, away):
    """How a turn ended for a lane, as a place in the number of its game. away: may it be elsewhere? A constant."""
    place = UNSHOT + min((old >> PENALTY_AT) & PENALTIES, MOST_PENALTY) + (1 if (old & SHOTS) != 0 else 0)
    out = REMOVED_PLACE if (old & GONE) != 0 else BACK
    if away:
        out = 0 if old >= NOT_HERE else out
    return out if (old & DOWN) != 0 else place


@rule
def _note_turn(lanes_, game, nth):
    """Write how the turn ended for each lane into the number of its game, above it the copy in which it counts."""
    if nth == 0:
        for lane in range(lanes_.size):
            game[lane] = _place(lanes_[lane], False) | ((lane & (COPIES - 1)) * GAMES)
    else:
        for lane in range(lanes_.size):
            game[lane] |= _place(lanes_[lane], True) << (PLACE_BITS * nth)


@rule
def _add_numbers(tables, tally, counts):
    """Count the games that their numbers stand for."""
    for copy in range(1, COPIES):
        for number in range(GAMES):
            tally[number] += tally[copy * GAMES + number]
    for number in range(GAMES):
        if tally[number] > 0:
            for column in range(tables.games.shape[1]):
                cell = tables.games[number, column]
                if cell >= 0:
                    counts[cell] += tally[number]


@rule
def _play(tables, trial, turn, lanes_, words, sights, game, counts):
    """Play the games of these trials; ``game`` gets their numbers, or what `add_games` counts."""
    packed, nth = tables.packed, 0
    for now in range(1, packed.turns + 1):
        longest = longest_at(packed, now)
        if longest == 0:
            continue
        if packed.possible[now, 1] == 1 and tables.short == 0:
            for lane in range(game.size):
                game[lane] = entered(game[lane], now)
        for lane in range(trial.size):
            turn[lane] = level(trial[lane], now)
        for k in range(longest, 0, -1):
            if packed.possible[now, k] == 0:
                continue
            _begin(tables, game, lanes_, nth, k)
            _acts(tables, turn, lanes_, words, sights, k)
            if tables.short == 1:
                _note_turn(lanes_, game, nth)
            else:
                _end_of_turn(tables.ends[k - 1], now, lanes_, game, counts)
        nth += 1


@rule
def play_plain(tables, base, counts):
    """Play whole plain sorties, one lane a trial; the cells are those of `kinds.space_of`."""
    packed, side = tables.packed, min(base.size, SIDE if tables.short == 1 else base.size)
    turn, lanes_, words, sights, game = (
        np.empty(side, np.int64),
        np.empty(side, np.int64),
        np.empty(side, np.int64),
        np.empty(side, np.int64),
        np.empty(side, np.int64),
    )
    tally = np.zeros(COPIES * GAMES, np.int64)
    for start in range(0, base.size, side):
        size = min(side, base.size - start)
        if tables.short == 0:
            for lane in range(size):
                game[lane] = packed.entry_turn
        mine = turn[:size], lanes_[:size], words[:size], sights[:size], game[:size]
        _play(tables, base[start : start + size], *mine, counts)
        if tables.short == 1:
            for lane in range(size):
                tally[game[lane] & (COPIES * GAMES - 1)] += 1
        else:
            add_games(game[:size], packed.turns, packed.most, counts)
    if tables.short == 1:
        _add_numbers(tables, tally, counts)
