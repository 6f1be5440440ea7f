"""The explorer: a page to pick a scenario, turn its units, numbers and rulings, and see what that changes.

``simlab explore`` serves it to a browser on this machine; ``simlab.explore(...)`` shows it in a notebook.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from simlab.explorer.serving import Explorer
    from simlab.scenario import Scenario


def explore(source: Scenario | Mapping[str, Any] | str | Path | None = None) -> Explorer:
    """The explorer, to be shown at the end of a notebook cell.

    Args:
        source: a Scenario, a mapping, the path of a file or the name of a scenario that comes with simlab; left out, a
            Cobra that pops up.

    Returns:
        An object that shows itself; its ``scenario`` is what stands on the page, for `simlab.run`.

    Raises:
        SimlabError: the scenario is wrong, or the library Panel (the extra ``explore``) is missing.
    """
    from simlab.execute import as_scenario
    from simlab.explorer.serving import Explorer

    return Explorer(None if source is None else as_scenario(source))
