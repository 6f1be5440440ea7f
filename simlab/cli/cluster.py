"""A Dask client made from the address of a scheduler."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from simlab.errors import RunError

SECONDS = 5  # to wait for a scheduler and for its first worker


@contextmanager
def client_at(address: str | None) -> Iterator[Any]:
    """A client of the scheduler at an address, closed afterwards; None without an address.

    RunError when the extra ``cluster`` is missing, nobody answers, or the scheduler has no worker.
    """
    if address is None:
        yield None
        return
    try:
        from distributed import Client
    except ImportError:
        raise RunError(f'--scheduler {address}: needs the extra "cluster": pip install "simlab[cluster]"') from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what goes wrong is told in one line below
    try:
        _check_form(address)
        client = Client(address, timeout=SECONDS, set_as_default=False)
    except Exception as error:  # whatever a transport of Dask makes of a strange address
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise RunError(f"--scheduler {address}: no scheduler answers there ({reason})") from None
    try:
        try:
            client.wait_for_workers(1, timeout=SECONDS)
        except TimeoutError:
            raise RunError(f"--scheduler {address}: it has no worker; start one with: dask worker {address}") from None
        yield client
    finally:
        client.close(timeout=SECONDS)


def _check_form(address: str) -> None:
    """ValueError for a text that is no address; a client half made from one would take ten seconds to give up."""
    from distributed.comm import parse_address, parse_host_port
    from distributed.comm.registry import get_backend

    scheme, place = parse_address(address)
    get_backend(scheme)
    parse_host_port(place)
