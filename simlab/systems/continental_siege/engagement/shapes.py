"""Keys of an `attack` scenario."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, model_validator

from simlab.systems.continental_siege.stands import Shape

MOST_ATTACKERS = 120
_COUNTED = re.compile(r"(\d{1,4})\s+(\S.*)")


def not_a_flag(value: object) -> object:
    """Refuses true and false, which Python takes for 1 and 0."""
    if isinstance(value, bool):
        raise ValueError("must be a number, not true or false")
    return value


def repeated(words: list[str]) -> list[str]:
    """The words with "3 heavy_aa" written out.

    >>> repeated(["2 heavy_aa", "fighter"])
    ['heavy_aa', 'heavy_aa', 'fighter']
    """
    written: list[str] = []
    for word in words:
        match = _COUNTED.fullmatch(word.strip())
        written += [match[2]] * int(match[1]) if match else [word.strip()]
    return written


class AttackShape(Shape):
    """Keys of an `attack` scenario."""

    target: str
    system_attacked: str | None = None
    squads: Annotated[int, BeforeValidator(not_a_flag), Field(ge=1, le=3)] | None = None
    disabled: bool = False
    attackers: Annotated[list[str], Field(min_length=1)]
    combine: bool = False
    range_hexes: Annotated[int, BeforeValidator(not_a_flag), Field(ge=0, le=100)] = 1
    arc: Literal["inside", "boundary", "outside"] = "inside"

    @model_validator(mode="after")
    def _not_too_many(self) -> AttackShape:
        count = len(repeated(self.attackers))
        if not 1 <= count <= MOST_ATTACKERS:
            raise ValueError(f"attackers: {count} in all; 1 to {MOST_ATTACKERS} can be played")
        return self
