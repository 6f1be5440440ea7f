"""A headless Chromium for tests: what it says about a page, and what a script inside the page finds out."""

import html
import json
import re
import shutil
import subprocess

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
QUIET = (
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--enable-logging=stderr",
)  # fmt: skip
# Written by a script of the test into a copy of the page; read from the DOM that Chromium prints.
PROBE = """
<script>
addEventListener("load", () => {
  let found;
  try { found = (() => { %s })(); } catch (error) { found = {error: String(error)}; }
  parent.document.documentElement.dataset.found = JSON.stringify(found);
});
</script>
"""


def chromium():
    found = next((path for path in map(shutil.which, NAMES) if path), None)
    assert found, f"no {', '.join(NAMES)} on the path; the browser tests need one"
    return found


def opened(page, folder, *options, size=(1280, 900)):
    """(DOM after loading, lines of the log) of a file opened in a fresh browser."""
    words = [chromium(), *QUIET, f"--user-data-dir={folder}", f"--window-size={size[0]},{size[1]}", *options]
    done = subprocess.run([*words, "--dump-dom", page.as_uri()], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr.splitlines()


def probed(page, folder, script, *options, width=1280):
    """What a script returns that runs inside a copy of the page, whose policy would not let it in.

    width: of the window in pixels; a frame stands for it, since browsers open no window as narrow as a phone.
    """
    text = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", page.read_text(encoding="utf-8"))
    text = text.replace("</body>", PROBE % script + "</body>")
    frame = (
        f'<!DOCTYPE html><iframe width="{width}" height="800" style="border:0" srcdoc="{html.escape(text)}"></iframe>'
    )
    folder.mkdir(parents=True, exist_ok=True)
    copy = folder / "copy.html"
    copy.write_text(frame, encoding="utf-8")
    dom, _ = opened(copy, folder / "profile", *options, size=(max(width + 40, 600), 900))
    found = re.search(r'<html data-found="([^"]*)"', dom)
    assert found, dom[:500]
    return json.loads(html.unescape(found[1]))
