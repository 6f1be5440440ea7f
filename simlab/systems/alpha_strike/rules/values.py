"""Damage tokens, rounding and special abilities of a card (AS-1.5, AS-2.3, section 17)."""

from __future__ import annotations

import re

from simlab.jit import rule

HALVES = 2  # a damage value is kept in half points: 0* is one, 3 is six
MINIMAL = 1
NUMBER_AFTER = re.compile(r"^(\d|[-(/]|0\*)")


def half_points(token: str) -> int:
    """A damage token in half points: ``-`` and ``0`` nothing, ``0*`` one, a number two for each point (AS-1.5).

    >>> half_points("3"), half_points("0*"), half_points("0"), half_points("-")
    (6, 1, 0, 0)
    """
    text = token.strip()
    if text == "0*":
        return MINIMAL
    return 0 if text in ("", "-") else HALVES * int(text)


@rule
def halved(value, share, rounding):
    """A whole number divided by ``share`` (2): rounding 0 half up ("normal", AS-2.3), 1 down, 2 up.

    >>> halved(5, 2, 0), halved(5, 2, 1), halved(4, 2, 2)
    (3, 2, 2)
    """
    if rounding == 1:
        return value // share
    if rounding == 2:
        return (value + share - 1) // share
    return (2 * value + share) // (2 * share)


def special(specials: str, code: str) -> str | None:
    """What follows a special ability's code on the card, "" when it stands alone, None when the card lacks it.

    >>> special("BOMB3;REAR1/1/-;ENE", "BOMB"), special("ENE", "ENE"), special("HTC", "HT"), special("ENE", "CASE")
    ('3', '', None, None)
    """
    for token in (part.strip() for part in specials.split(";")):
        if token == code:
            return ""
        if token.startswith(code) and NUMBER_AFTER.match(token[len(code) :]):
            return token[len(code) :]
    return None


def has(specials: str, *codes: str) -> bool:
    """Does the card have one of these special abilities?"""
    return any(special(specials, code) is not None for code in codes)


def brackets(specials: str, code: str) -> tuple[str, ...]:
    """The damage tokens of a special ability by range (Short, Medium, Long, Extreme), four of them; absent ones "-".

    >>> brackets("FLK1/1/1;REAR1/-/-", "FLK"), brackets("ENE", "FLK")
    (('1', '1', '1', '-'), ('-', '-', '-', '-'))
    """
    values = special(specials, code)
    tokens = values.split("/") if values else []
    return (*tokens, "-", "-", "-", "-")[:4]


def number_of(specials: str, code: str) -> int:
    """The number of a special ability such as BOMB3; 1 when it stands alone, 0 when the card lacks it.

    >>> number_of("BOMB3", "BOMB"), number_of("PNT1;ENE", "ENE"), number_of("", "PNT")
    (3, 1, 0)
    """
    found = special(specials, code)
    if found is None:
        return 0
    digits = re.match(r"-?(\d+)", found)
    return int(digits.group(1)) if digits else 1
