"""``simlab doctor``: what a bug report needs, and ``--warm``, which compiles every kernel ahead of time."""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from simlab.cli import options as o
from simlab.cli.output import aligned, csv_text, emit, json_text
from simlab.errors import RunError, SimlabError, nearest

PACKAGES = (
    "numpy",
    "numba",
    "llvmlite",
    "scipy",
    "pandas",
    "pyarrow",
    "pydantic",
    "matplotlib",
    "typer",
    "rich",
    "jinja2",
    "distributed",
)
VECTORS = ("avx", "avx2", "avx512f", "neon")
Warm = Annotated[bool, typer.Option("--warm", help="Compile every kernel now, so that no answer waits for it.")]
Only = Annotated[
    list[str] | None,
    typer.Option("--for", metavar="SYSTEM.KIND", help="With --warm: only this kind (repeatable)."),
]


def doctor(
    warm: Warm = False,
    only: Only = None,
    data: o.Data = None,
    form: o.Formats = o.Format.TABLE,
    decimal: o.Decimals = o.Mark.POINT,
) -> None:
    """Say what a bug report needs to know.

    Versions, cores, cache, where data are read from.
    """
    if warm:
        warm_kernels(only)
        return
    if only:
        raise RunError(f"--for {only[0]}: only --warm makes kernels ready; add it")
    found = findings(data)
    if form is o.Format.JSON:
        emit(json_text(found))
    elif form is o.Format.CSV:
        emit(csv_text([{"what": name, "found": value} for name, value in found.items()], ["what", "found"], decimal))
    else:
        emit(aligned([[name, str(value)] for name, value in found.items()], indent=0))


def findings(data: Any = None) -> dict[str, str]:
    """What there is, by name; what is wrong says so instead of failing."""
    from importlib.metadata import PackageNotFoundError, version

    from simlab.jit import jit_is_off
    from simlab.systems import NAMES, system_named
    from simlab.version import __version__

    found = {
        "simlab": __version__,
        "python": f"{platform.python_version()} ({platform.python_implementation()})",
        "executable": sys.executable,
        "platform": platform.platform(),
        "processor": _processor(),
        "vector units": _vectors(),
        "cores": _cores(),
    }
    found["kernels"] = (
        "plain Python (SIMLAB_JIT or NUMBA_DISABLE_JIT turns compiling off)" if jit_is_off() else "compiled"
    )
    found["kernel cache"] = _cache()
    found["data"] = _data(data)
    for name in NAMES:
        system = system_named(name)
        found[f"system {name}"] = f"behaviour version {system.behaviour}; kinds {', '.join(system.kinds)}"
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed" + (' (extra "cluster")' if package == "distributed" else "")
    return found


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def _vectors() -> str:
    try:
        from llvmlite.binding import get_host_cpu_features

        features = get_host_cpu_features()
    except (ImportError, OSError, RuntimeError) as error:
        return f"unknown ({error})"
    return ", ".join(name for name in VECTORS if features.get(name)) or "none known"


def _cores() -> str:
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{os.cpu_count()}, of which this process may use {usable}"


def _cache() -> str:
    from simlab.jit import cache_root

    root = cache_root()
    try:
        root.mkdir(parents=True, exist_ok=True)
        probe = root / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        return f"{root} CANNOT BE WRITTEN ({error.strerror}): kernels are compiled anew in each process"
    size = sum(path.stat().st_size for path in root.rglob("*") if path.is_file())
    return f"{root} (writable, {size / 1e6:.1f} MB)"


def _data(given: Any) -> str:
    from simlab.catalog import data_folder

    try:
        return str(data_folder(given))
    except SimlabError as error:
        return f"MISSING: {error}"


def warm_kernels(only: Sequence[str] | None = None) -> None:
    """Compile the kernel of every kind for its own example, or load it from the cache; one line each.

    only: names such as command_decision.sortie; RunError names the nearest for one that is none.
    """
    import tomllib

    from simlab.execute import prepare
    from simlab.jit import jit_is_off
    from simlab.systems import NAMES, system_named

    if jit_is_off():
        emit("kernels run as plain Python here; nothing to compile")
        return
    kinds = {f"{name}.{kind}": (name, kind) for name in NAMES for kind in system_named(name).kinds}
    for wanted in only or ():
        if wanted not in kinds:
            raise RunError(f'--for "{wanted}": no such kind; nearest: {nearest(wanted, kinds)}')
    for name in NAMES:
        for kind in system_named(name).kinds.values():
            if only and f"{name}.{kind.name}" not in only:
                continue
            begun = time.perf_counter()
            prepared = prepare(tomllib.loads(kind.example))
            kind.kernel.warm(prepared.packed, every_way=True)
            emit(f"{name} {kind.name}: kernel ready after {time.perf_counter() - begun:.2f} s")
    emit(f"kernel cache: {_cache()}")
