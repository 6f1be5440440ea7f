"""A widget for each control, a card for each section. Panel alone is known here; what a key means is not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from html import escape
from typing import Any

from simlab.explorer.controls import Control, Section
from simlab.explorer.setting import text_of_value, value_of_text

Changed = Callable[[str, Any], None]
"""Called with the dotted key and its new value."""
# Parts of the widgets that Panel draws in colours of its own, which a dark page would swallow or blaze up.
QUIET_COLOURS = """
.noUi-target { background: rgba(128, 128, 128, 0.25); border-color: rgba(128, 128, 128, 0.5); box-shadow: none; }
.noUi-connect { background: rgba(128, 128, 128, 0.6); }
select.bk-input { appearance: auto; background-image: none; }
.bk-input { border-color: rgba(128, 128, 128, 0.6); }
"""
WIDTH: dict[str, Any] = {"sizing_mode": "stretch_width", "margin": (3, 10), "stylesheets": [QUIET_COLOURS]}


def widget_of(control: Control, changed: Changed) -> Any:
    """The widget of a control; it calls ``changed`` with its key and its value as a scenario has it."""
    import panel as pn

    same: dict[str, Any] = {"name": control.label, **WIDTH}
    told = {"description": escape(control.help)} if control.help else {}
    value = control.value
    made: Any
    match control.form:
        case "choice":
            made = pn.widgets.Select(options=dict(control.options), value=value, **same, **told)
        case "flag":
            made = pn.widgets.Checkbox(value=value, **same)
        case "whole":
            made = pn.widgets.EditableIntSlider(value=int(value), **_slider(control, int), **same)
        case "number":
            made = pn.widgets.EditableFloatSlider(value=float(value), **_slider(control, float), **same)
        case "text" if control.options:
            made = pn.widgets.AutocompleteInput(
                value=value, options=[name for name, _ in control.options], restrict=False, min_characters=0,
                case_sensitive=False, **same, **told,
            )  # fmt: skip
        case "text":
            made = pn.widgets.TextInput(value=value, **same, **told)
        case _:
            made = pn.widgets.TextInput(value=text_of_value(value), **same, **told)

    def tell(event: Any) -> None:
        changed(control.key, value_of_text(event.new) if control.form == "toml" else event.new)

    made.param.watch(tell, "value")
    return made


def _slider(control: Control, number: type) -> dict[str, Any]:
    """Ends and step of a slider; the ends that may never be passed are fixed ones."""
    value = control.value
    ends = {"start": number(min(control.least, value)), "end": number(max(control.most, value))}
    ends["end"] = max(ends["end"], ends["start"] + number(1))
    fixed = {"fixed_start": control.low, "fixed_end": control.high}
    return ends | {name: number(end) for name, end in fixed.items() if end is not None} | {
        "step": max(number(1), number(control.step)) if number is int else control.step
    }  # fmt: skip


class SectionCard:
    """The card of a section. structure: called with ("set", key), ("leave", key), ("double", key) or ("take", key)."""

    def __init__(self, section: Section, changed: Changed, structure: Callable[[str, str, Any], None]) -> None:
        self.section, self.structure = section, structure
        self.widgets = {control.key: widget_of(control, changed) for control in section.controls}

    def card(self, title: str) -> Any:
        """The widgets under a heading that folds."""
        import panel as pn

        parts: list[Any] = list(self.widgets.values())
        if (more := self._more()) is not None:
            parts.append(more)
        if self.section.entry:
            parts.append(pn.Row(*self._entry_buttons(), **WIDTH))
        heading = self.section.title or title
        heading = heading[:1].upper() + heading[1:]
        return pn.Card(*parts, title=heading, collapsed=self.section.quiet, margin=(6, 8),
                       sizing_mode="stretch_width")  # fmt: skip

    def _more(self) -> Any:
        """A list of what may be set besides, and of what may be left out."""
        import panel as pn

        base = f"{self.section.key}." if self.section.key else ""
        offered: dict[str, Any] = {"more keys ...": ()}
        for name in self.section.missing:
            offered[f"set {name.replace('_', ' ')}"] = ("set", base + name, self.section.missing[name])
        for control in self.section.controls:
            if control.given and not control.needed:
                offered[f"leave out {control.label}"] = ("leave", control.key, None)
        if len(offered) == 1:
            return None
        made = pn.widgets.Select(name="", options=list(offered), value=next(iter(offered)), **WIDTH)
        made.param.watch(lambda event: self.structure(*offered[event.new]) if offered[event.new] else None, "value")
        return made

    def _act(self, act: str, event: Any) -> None:
        self.structure(act, self.section.key, None)

    def _entry_buttons(self) -> list[Any]:
        import panel as pn

        title = self.section.title
        words: Mapping[str, str] = {"double": f"another {title.rsplit(' ', 1)[0]}", "take": f"without {title}"}
        made = []
        for act, name in words.items():
            button = pn.widgets.Button(name=name, margin=(0, 8, 0, 0))
            button.on_click(partial(self._act, act))
            made.append(button)
        return made
