"""A Chromium that a test drives: it types, clicks and reads, and it remembers what was asked for and what went wrong.

Over the protocol of its developer tools. Widgets of the page live in shadow trees, so every look goes through them.
"""

import json
import shutil
import subprocess
import tempfile
import time
from base64 import b64decode
from pathlib import Path

from websocket import WebSocketTimeoutException, create_connection

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
QUIET = (
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--remote-debugging-port=0",
    "--remote-allow-origins=*",
)  # fmt: skip
DEEP = """
const every = (root, found = []) => {
  for (const element of root.querySelectorAll("*")) {
    found.push(element);
    if (element.shadowRoot) every(element.shadowRoot, found);
  }
  return found;
};
const all = (selector) => every(document).filter((element) => element.matches(selector));
const shown = (element) => element.getClientRects().length > 0;
const text = () => every(document).filter((e) => !["STYLE", "SCRIPT"].includes(e.tagName) && shown(e)).flatMap(
  (e) => Array.from(e.childNodes).filter((n) => n.nodeType === 3).map((n) => n.textContent.trim())
).filter(Boolean).join("\\n");
"""


class Browser:
    """One page in a fresh browser. requests: addresses asked for; complaints: errors and warnings of the console."""

    def __init__(self, size=(1280, 900), dark=False):
        self.folder = Path(tempfile.mkdtemp(prefix="simlab-browser-"))
        binary = next((path for path in map(shutil.which, NAMES) if path), None)
        assert binary, f"no {', '.join(NAMES)} on the path; the browser tests need one"
        words = [binary, *QUIET, f"--user-data-dir={self.folder}", f"--window-size={size[0]},{size[1]}", "about:blank"]
        self.process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
        port, path = self._port()
        self.requests, self.complaints, self.downloads = [], [], {}
        self.sent = 0
        self.wire = create_connection(f"ws://127.0.0.1:{port}{path}", timeout=30)
        found = self._call("Target.getTargets")["targetInfos"]
        target = next(one["targetId"] for one in found if one["type"] == "page")
        self.session = None
        self.session = self._call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self._call(f"{domain}.enable")
        self._call(
            "Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1, mobile=False
        )
        scheme = "dark" if dark else "light"
        self._call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def _port(self):
        file, until = self.folder / "DevToolsActivePort", time.monotonic() + 60
        while not (file.is_file() and file.read_text().count("\n") >= 1):
            assert self.process.poll() is None, self.process.stderr.read()
            assert time.monotonic() < until, "the browser opens no port"
            time.sleep(0.05)
        return file.read_text().split("\n")[:2]

    def _call(self, method, **parameters):
        self.sent += 1
        message = {"id": self.sent, "method": method, "params": parameters}
        if getattr(self, "session", None):
            message["sessionId"] = self.session
        self.wire.send(json.dumps(message))
        while True:
            answer = json.loads(self.wire.recv())
            if answer.get("id") == self.sent:
                assert "error" not in answer, (method, answer)
                return answer["result"]
            self._note(answer)

    def _note(self, event):
        about = event.get("params", {})
        match event.get("method"):
            case "Network.requestWillBeSent":
                self.requests.append(about["request"]["url"])
            case "Network.webSocketCreated":
                self.requests.append(about["url"])
            case "Runtime.exceptionThrown":
                self.complaints.append(str(about["exceptionDetails"]))
            case "Log.entryAdded" if about["entry"]["level"] in ("error", "warning"):
                self.complaints.append(f"{about['entry']['text']} {about['entry'].get('url', '')}")
            case "Runtime.consoleAPICalled" if about["type"] in ("error", "warning", "assert"):
                self.complaints.append(" ".join(str(one.get("value", one)) for one in about["args"]))

    def rest(self, seconds=0.2):
        """Let the page live for a moment, noting what it does."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            self.wire.settimeout(left)
            try:
                self._note(json.loads(self.wire.recv()))
            except WebSocketTimeoutException:
                break
        self.wire.settimeout(30)

    def open(self, address):
        self._call("Page.navigate", url=address)

    def ask(self, script):
        """What the body of a function returns inside the page; `all`, `every`, `shown` and `text` look everywhere."""
        whole = f"(() => {{ {DEEP} {script} }})()"
        found = self._call("Runtime.evaluate", expression=whole, returnByValue=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def until(self, script, seconds=60, what=""):
        """Wait until a script returns something true, and return it."""
        end = time.monotonic() + seconds
        while not (found := self.ask(script)):
            assert time.monotonic() < end, f"{what or script} never came; the page says:\n{self.ask('return text();')}"
            self.rest(0.1)
        return found

    def save_to(self, folder):
        """Downloads go there."""
        session, self.session = self.session, None
        self._call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
        self.session = session

    def picture(self, path, full=True):
        """A screenshot of the whole page."""
        shot = self._call("Page.captureScreenshot", format="png", captureBeyondViewport=full)
        Path(path).write_bytes(b64decode(shot["data"]))

    def close(self):
        self.wire.close()
        self.process.terminate()
        self.process.wait(20)
        self.process.stderr.close()
        shutil.rmtree(self.folder, ignore_errors=True)
