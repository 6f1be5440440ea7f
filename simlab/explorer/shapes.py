"""What a key of a scenario may hold, read from the pydantic shape of its kind.

Annotations are taken apart into `Leaf` objects: one for every way in which a value may be written.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pydantic import BaseModel
from pydantic_core import PydanticUndefined


@dataclass(frozen=True)
class Leaf:
    """One way in which a value may be written.

    sort: "table" (model), "words", "flag", "whole", "number", "text", "list" (of entries, see items), "names" (a table
    with keys of the user's own, their values in items) or "fixed" (a list of a fixed length); low, high: ends of a
    number, both allowed.
    """

    sort: str
    model: type[BaseModel] | None = None
    words: tuple[Any, ...] = ()
    low: float | None = None
    high: float | None = None
    items: tuple[Leaf, ...] = ()


def leaves_of(annotation: Any, metadata: Sequence[Any] = ()) -> tuple[Leaf, ...]:
    """Every way in which a value of this annotation may be written, in its order.

    >>> [leaf.sort for leaf in leaves_of(typing.Literal["noe", "low"] | int | None)]
    ['words', 'whole']
    """
    return tuple(_leaves(annotation, list(metadata)))


def fields_of(model: type[BaseModel]) -> dict[str, tuple[Any, tuple[Leaf, ...]]]:
    """Scenario key -> (pydantic field, its leaves), in the order of the model."""
    return {
        field.alias or name: (field, leaves_of(field.annotation, field.metadata))
        for name, field in model.model_fields.items()
    }


def default_of(field: Any) -> Any:
    """The default of a field as plain data; None where it has none."""
    value = field.get_default(call_default_factory=True)
    return None if value is PydanticUndefined else plain(value)


def plain(value: Any) -> Any:
    """Defaults of models as a TOML file would hold them: tables, lists, words and numbers."""
    if isinstance(value, BaseModel):
        return {name: plain(part) for name, part in value if plain(part) is not None}
    if isinstance(value, Mapping):
        return {name: plain(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    return value


def _leaves(annotation: Any, metadata: list[Any]) -> Iterator[Leaf]:
    origin, given = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Annotated:
        yield from _leaves(given[0], [*given[1:], *metadata])
    elif origin is typing.Union or origin is types.UnionType:
        for part in given:
            yield from _leaves(part, metadata)
    elif origin is typing.Literal:
        yield Leaf("words", words=given)
    elif origin is list or (origin is tuple and len(given) == 2 and given[1] is Ellipsis):
        yield Leaf("list", items=leaves_of(given[0]))
    elif origin is tuple:
        yield Leaf("fixed")
    elif origin is dict:
        yield Leaf("names", items=leaves_of(given[1]))
    elif isinstance(annotation, type):
        yield from _of_type(annotation, metadata)


def _of_type(annotation: type, metadata: Sequence[Any]) -> Iterator[Leaf]:
    if issubclass(annotation, BaseModel):
        yield Leaf("table", model=annotation)
    elif issubclass(annotation, bool):
        yield Leaf("flag")
    elif issubclass(annotation, int | float | Fraction):
        low, high = _ends(metadata)
        yield Leaf("whole" if issubclass(annotation, int) else "number", low=low, high=high)
    elif issubclass(annotation, str):
        yield Leaf("text")


def _ends(metadata: Sequence[Any]) -> tuple[float | None, float | None]:
    """Lowest and highest number that the marks of a field allow; an open end counts as its limit."""
    low = high = None
    for mark in _flat(metadata):
        for name in ("ge", "gt"):
            low = getattr(mark, name, None) if low is None else low
        for name in ("le", "lt"):
            high = getattr(mark, name, None) if high is None else high
    return low, high


def _flat(metadata: Sequence[Any]) -> Iterator[Any]:
    """Marks of a field, those inside a nested Field among them."""
    for mark in metadata:
        yield from getattr(mark, "metadata", None) or (mark,)
