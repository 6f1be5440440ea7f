"""`simlab explore` in a process of its own."""

import os
import re
import subprocess
import sys
from contextlib import contextmanager


@contextmanager
def explorer(*words, cwd=None):
    """(address, process) of `simlab explore --no-browser --port 0 ...`; ended with what Ctrl-C sends."""
    command = [sys.executable, "-m", "simlab", "explore", "--no-browser", "--port", "0", *words]
    path = os.pathsep.join(filter(None, (os.getcwd(), os.environ.get("PYTHONPATH"))))
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, cwd=cwd,
        env={**os.environ, "PYTHONPATH": path},
    )  # fmt: skip
    try:
        line = process.stderr.readline()
        found = re.search(r"http://\S+", line)
        assert found, line + process.stderr.read()
        yield found[0], process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait(20)
        process.stderr.close()
