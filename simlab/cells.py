"""Cells that the tables of every rules system have: text, identifiers, flags, and the row that holds them.

An empty cell is left out before a row is checked, so that a default stands for it (see `catalog`).
"""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, StringConstraints

Text = Annotated[str, StringConstraints(strip_whitespace=True)]
Ident = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.+-]+$")]
Flag = Annotated[bool, BeforeValidator(lambda cell: {"0": False, "1": True}.get(str(cell), cell))]


class Row(BaseModel):
    """A row of a table: immutable, no unknown columns."""

    model_config = ConfigDict(extra="forbid", frozen=True)
