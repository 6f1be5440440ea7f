"""The server of the page, and the page inside a notebook. Everything the browser asks for comes from this process."""

from __future__ import annotations

import socket
from collections.abc import Callable
from html import escape
from typing import Any

from simlab.errors import RunError, SimlabError
from simlab.explorer.choosing import Start
from simlab.explorer.page import Page
from simlab.scenario import Scenario

HOST, PORT = "127.0.0.1", 5006
LOOPBACK = ("127.0.0.1", "localhost", "::1")
# Variables that the style sheets of Panel's widgets take from the page around them.
COLOURS = """
:root { color-scheme: light dark; --series-1: #0072b2; --series-2: #d55e00; --card: #ffffff; }
@media (prefers-color-scheme: dark) {
  :root {
    --design-background-color: #1b1e22; --design-background-text-color: #e8eaed; --design-surface-color: #2a2e34;
    --design-surface-text-color: #e8eaed; --series-1: #56b4e9; --series-2: #ff9a4d; --card: #1b1e22;
    --muted: #a8b0ba; --faint: #3d434b;
  }
  body { background: #1b1e22; color: #e8eaed; }
}
"""
MISSING = 'the explorer needs the library Panel; install it with: pip install "simlab[explore]"'


def panel() -> Any:
    """The library Panel, set up. RunError that says how to install it where it is missing."""
    try:
        import panel as pn
    except ImportError:
        raise RunError(MISSING) from None
    return pn


class Explorer:
    """The explorer in a notebook: it shows itself at the end of a cell."""

    def __init__(self, scenario: Scenario | None = None) -> None:
        pn = panel()
        pn.extension()
        self.page = Page(Start(scenario))
        self._view = self.page.view()

    @property
    def scenario(self) -> Scenario:
        """The scenario as it stands on the page."""
        return self.page.scenario

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        """Rich display in a notebook."""
        return self._view._repr_mimebundle_(include, exclude)


def serve(
    scenario: Scenario | None = None, host: str = HOST, port: int = PORT, started: Callable[[str], None] | None = None
) -> None:
    """Serve the page until somebody presses Ctrl-C.

    Args:
        scenario: what it begins with.
        host: address that is listened at; 127.0.0.1 is reached from this machine alone.
        port: of the address; 0 takes a free one.
        started: called with the address to open, once it answers.

    Raises:
        RunError: the library is missing, or nobody can listen there.
    """
    pn = panel()
    if COLOURS not in pn.config.raw_css:
        pn.config.raw_css.append(COLOURS)
    taken = _listening(host, port)

    def session() -> Any:
        try:
            page = Page(Start(scenario))
        except SimlabError as error:  # its file was changed since the explorer began
            return pn.pane.HTML(f"<p role='alert'>{escape(str(error))}</p>")
        pn.state.on_session_destroyed(lambda context: page.close())
        return page.view()

    names = {host, *(LOOPBACK[:2] if host in (*LOOPBACK, "0.0.0.0", "::") else ()), *_own_names(host)}
    server = pn.serve(
        {"/": session}, address=host, port=taken, show=False, start=False, title="simlab explorer", verbose=False,
        websocket_origin=[f"{name}:{taken}" for name in sorted(names)],
    )  # fmt: skip
    server.start()
    if started is not None:
        started(f"http://{'localhost' if host in ('0.0.0.0', '::') else host}:{taken}/")
    try:
        server.io_loop.start()
    finally:
        server.stop()


def _own_names(host: str) -> set[str]:
    """Under what names others reach a server that listens everywhere."""
    if host not in ("0.0.0.0", "::"):
        return set()
    name = socket.gethostname()
    try:
        return {name, *socket.gethostbyname_ex(name)[2]}
    except OSError:
        return {name}


def _listening(host: str, port: int) -> int:
    """The port, a free one for 0. RunError where nobody can listen."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError) as error:
            why = getattr(error, "strerror", None) or str(error)
            where = f"--host {host} --port {port}"
            raise RunError(f"{where}: nobody can listen there ({why}); --port 0 takes a free one") from None
        return int(probe.getsockname()[1])
