"""The explorer in a real browser: turn a unit, see the number change, save a scenario that `simlab run` accepts."""

import subprocess
import sys
from urllib.parse import urlsplit

import pytest

from explorer.driven import Browser
from explorer.served import explorer
from simlab import load_scenario

pytestmark = pytest.mark.browser

# The field under a label; after the label, what is to be done with it.
FIELD = """
const field = (name, place = 0) => {
  const labels = all("label").filter((label) => shown(label) && label.textContent.trim().startsWith(name));
  const root = labels[place] && labels[place].getRootNode();
  return root && root.querySelector("select, input");
};
const give = (element, value) => {
  element.value = value;
  element.dispatchEvent(new Event("change", {bubbles: true}));
};
const button = (name) => {
  const found = all("button").find((e) => shown(e) && e.textContent.trim().startsWith(name));
  return found && (found.querySelector("a") || found);
};
const number = () => all(".number").map((e) => e.textContent).join(" / ");
"""
OVERFLOW = """
const wide = every(document.body).filter((e) => shown(e) && !e.closest(".scroll")
  && e.getBoundingClientRect().right > document.documentElement.clientWidth + 1);
return wide.map((e) => `${e.tagName} ${e.className} ${e.textContent.slice(0, 30)}`).slice(0, 5);
"""


@pytest.fixture(scope="module")
def address():
    with explorer() as (found, _):
        yield found


@pytest.fixture
def browser(address):
    made = Browser()
    made.open(address)
    wait_for(made, "68.9105 %")
    yield made
    made.close()


def act(browser, script):
    return browser.ask(FIELD + script)


def wait_for(browser, text, seconds=60):
    browser.until(f"{FIELD} return number().includes({text!r});", seconds, text)


def own_complaints(browser):
    """What the page complains about; that this machine draws without a graphics card is the browser's own affair."""
    return [line for line in browser.complaints if "WebGL" not in line]


def test_turn_a_unit_and_save_a_scenario_that_runs(browser, address, tmp_path):
    act(browser, "give(field('unit'), field('unit').options[1].value)")
    browser.until(FIELD + "return number() && !number().includes('68.9105');")
    shown = act(browser, "return number();")
    browser.save_to(tmp_path)
    act(browser, "button('Save scenario').click()")
    browser.until(FIELD + "return true;")
    for _ in range(100):
        if files := [path for path in tmp_path.iterdir() if path.suffix == ".toml"]:
            break
        browser.rest(0.1)
    (file,) = files
    assert load_scenario(file).body["helicopter"]["unit"] != "ah1s_mc"
    done = subprocess.run(
        [sys.executable, "-m", "simlab", "run", str(file), "--table", "fate"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert shown.strip() in done.stdout
    hosts = {urlsplit(request).hostname for request in browser.requests if not request.startswith(("data:", "about:"))}
    assert {host for host in hosts if host} == {urlsplit(address).hostname}
    assert own_complaints(browser) == []
