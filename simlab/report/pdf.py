"""`write_pdf`: pages of a report as PDF files beside them, printed by a Chromium of this machine."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from simlab.errors import RunError

VARIABLE = "SIMLAB_CHROMIUM"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
PATIENCE_S = 300  # for one page; the longest takes some seconds
# Without a sandbox: it is not to be had in most containers, and the page is our own, asks for nothing and says so in
# its policy. A profile of its own (below) keeps the printer away from a browser that somebody has open.
QUIET = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-extensions",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-pdf-header-footer",
    "--generate-pdf-document-outline",  # headings as bookmarks; an older Chromium does without
)  # fmt: skip
FOLD = "<details>"  # long ones have a class and stay shut
LEADS_AWAY = re.compile(r' href="[^#"][^"]*"')


def browser() -> str:
    """The Chromium that prints: the one that SIMLAB_CHROMIUM names, else the first on the path.

    Raises:
        RunError: there is none; the message says what to do.
    """
    named = os.environ.get(VARIABLE)
    if named:
        found = shutil.which(named)
        if found is None:
            raise RunError(f"{VARIABLE}: {named} is no program; name the file of a Chromium or Chrome")
        return found
    found = next((path for path in map(shutil.which, NAMES) if path), None)
    if found is None:
        raise RunError(
            f"--pdf: no Chromium on the path ({', '.join(NAMES)}); install one, or say where it is: {VARIABLE}=FILE. "
            "Without it, any browser prints the page to a file"
        )
    return found


def pages_of(front: Path) -> list[Path]:
    """The page of a report and those that it leads to, the front one first."""
    linked = re.findall(r'href="([^"#:]+\.html)', front.read_text(encoding="utf-8"))
    return [front, *(front.parent / name for name in dict.fromkeys(linked))]


def write_pdf(pages: Sequence[Path], progress: Callable[[int, int], None] | None = None) -> list[Path]:
    """Print pages to ``.pdf`` files beside them, fold-outs open but for long tables, without header and footer.

    Args:
        pages: HTML files that need nothing beside them.
        progress: called with (pages finished, pages in all).

    Raises:
        RunError: no Chromium, or it fails; nothing half printed stays.
    """
    program, made = browser(), []
    for number, page in enumerate(pages, start=1):
        made.append(_printed(program, page))
        if progress is not None:
            progress(number, len(pages))
    return made


def on_paper(text: str) -> str:
    """A page for paper: all but long tables unfolded, and no links to files of this machine, which lead nowhere.

    >>> on_paper('<details><a href="alpha_strike.html#s2">Who?</a> <a href="#s1">Below</a></details>')
    '<details open><a>Who?</a> <a href="#s1">Below</a></details>'
    """
    return LEADS_AWAY.sub("", text.replace(FOLD, "<details open>"))


def _printed(program: str, page: Path) -> Path:
    out = page.with_suffix(".pdf")
    with tempfile.TemporaryDirectory(prefix="simlab-pdf-", ignore_cleanup_errors=True) as folder:
        copy, fresh = Path(folder) / page.name, Path(folder) / out.name
        copy.write_text(on_paper(page.read_text(encoding="utf-8")), encoding="utf-8")
        words = [program, *QUIET, f"--user-data-dir={folder}/profile", f"--print-to-pdf={fresh}", copy.as_uri()]
        try:
            done = subprocess.run(words, capture_output=True, text=True, errors="replace", timeout=PATIENCE_S)
        except OSError as error:
            raise RunError(f"{program}: cannot be started ({error.strerror or error})") from None
        except subprocess.TimeoutExpired:
            raise RunError(f"{program}: {page.name} not printed after {PATIENCE_S} s") from None
        if done.returncode != 0 or not fresh.exists():
            said = next((line for line in reversed(done.stderr.splitlines()) if line.strip()), "it says nothing")
            raise RunError(f"{program}: {page.name} not printed; {said}")
        try:
            shutil.move(fresh, out)
        except OSError as error:
            raise RunError(f"{out}: cannot be written ({error.strerror or error})") from None
    return out
