"""The reference of the public names as web pages, made from their docstrings by pdoc: ``make reference``.

    python docs/reference.py build/reference

Nothing is fetched, and the pages fetch nothing: they can be read without a network and sent around as a folder.
"""

import sys
import warnings
from importlib import import_module
from pathlib import Path

import pdoc
import pdoc.render

import simlab

PACKAGES = ("simlab", "simlab.analysis", "simlab.plots", "simlab.report")


def write_reference(folder: Path) -> None:
    """Write the pages of all public packages to a folder. A page that cannot be made as it should is an error."""
    for package in PACKAGES:
        module = import_module(package)
        for name in getattr(module, "__all__", ()):
            # Public names are loaded when first used; pdoc looks only at what a module holds already.
            module.__dict__[name] = getattr(module, name)
    # pdoc follows a package to the modules that its __all__ names; so the page in front leads to the others.
    simlab.__all__ = [*simlab.__all__, *(package.partition(".")[2] for package in PACKAGES if "." in package)]
    pdoc.render.configure(docformat="google", show_source=False, footer_text="simlab")
    with warnings.catch_warnings():
        warnings.filterwarnings("error", "Found .* in .*__all__")
        # Named tuples keep their annotations as text that pdoc cannot look up; it then shows the text.
        warnings.filterwarnings("ignore", "Error parsing type annotation")
        pdoc.pdoc(PACKAGES[0], output_directory=folder)


if __name__ == "__main__":
    out = Path(sys.argv[1] if len(sys.argv) > 1 else "build/reference")
    write_reference(out)
    print(f"reference of {', '.join(PACKAGES)}: {out / 'index.html'}")
