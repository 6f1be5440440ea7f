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
# Small print, and what is fainter than the page: an element and the layer of it that lets the ground through.
READING = """
const how = () => all(".how").filter(shown).map((e) => e.textContent).join(" / ");
const over = (node) => node.nodeType === 1 ? node : node.host;
const chain = (node) => node && over(node) ? [over(node), ...chain(over(node).parentNode)] : [];
const faint = () => all(".number, svg text, td").filter(shown).filter(
  (e) => chain(e).some((layer) => getComputedStyle(layer).opacity !== "1")).map((e) => e.textContent);
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


def test_a_bad_value_is_one_line_and_goes_again(browser):
    act(browser, "give(field('begin with'), 'example, every key explained')")
    browser.until(FIELD + "return text().includes('How survivable is a pop-up chopper');")
    act(browser, "const more = all('select').find((e) => [...e.options].some((o) => o.text === 'set guns'));"
                 "give(more, 'set guns');")  # fmt: skip
    told = browser.until(FIELD + "return all('.wrong').map((e) => e.textContent).join();")
    assert told.startswith("example of sortie, air_defence[0]")
    assert "Traceback" not in browser.ask("return text();")
    assert act(browser, "return number();") == ""
    assert act(browser, "return button('Save scenario').closest('button').disabled;")
    act(browser, "const more = all('select').find((e) => [...e.options].some((o) => o.text === 'leave out guns'));"
                 "give(more, 'leave out guns');")  # fmt: skip
    browser.until(FIELD + "return number() && all('.wrong').length === 0;")


def test_two_settings_beside_each_other_and_taken_home(browser, tmp_path):
    act(browser, "button('Keep as A').click()")
    browser.until(FIELD + "return number().includes('B: 68.9105 %');")
    act(browser, "give(field('altitude'), 'noe')")
    browser.until(FIELD + "return number() && !number().includes('B: 68.9105 %');")
    shown = act(browser, "return number();")
    assert shown.startswith("A: 68.9105 % / B: ")
    assert "under B, by" in browser.ask("return text();")
    browser.save_to(tmp_path)
    for name, ending in (("Save table", ".csv"), ("Save picture", ".png")):
        act(browser, f"button('{name}').click()")
        for _ in range(100):
            if found := [path for path in tmp_path.iterdir() if path.suffix == ending]:
                break
            browser.rest(0.1)
        assert found, name
    (table,) = tmp_path.glob("*.csv")
    assert table.read_text(encoding="utf-8").startswith("setting,system,kind,scenario,table,outcome,")
    (picture,) = tmp_path.glob("*.png")
    assert picture.read_bytes().startswith(b"\x89PNG")
    act(browser, "button('Compare no more').click()")
    browser.until(FIELD + "return number() && !number().includes('A:');")


def test_another_game_and_another_kind(browser):
    act(browser, "give(field('system'), [...field('system').options].find((o) => o.text.startsWith('Contin')).value)")
    browser.until(FIELD + "return number() && !number().includes('68.9105');")
    act(browser, "give(field('kind'), [...field('kind').options].find((o) => o.text.startsWith('attrition')).value)")
    browser.until(FIELD + "return field('fortress') && number();")
    assert own_complaints(browser) == []


def test_dice_are_rolled_and_the_number_is_not_left_grey(browser):
    """A duel is rolled in stages: the number that stays stands as clear as an exact one."""
    act(browser, "give(field('system'), [...field('system').options].find((o) => o.text.startsWith('BattleT')).value)")
    duel = "[...field('kind').options].find((o) => o.text.startsWith('duel'))"
    browser.until(f"{FIELD} return {duel} && number() && !number().includes('68.9105');")
    act(browser, f"give(field('kind'), {duel}.value)")
    wait_for(browser, " to ", 240)
    browser.until(f"{FIELD} {READING} return how().includes('intervals') && !how().includes(' of ');", 240, "the end")
    assert act(browser, READING + "return faint();") == []
    assert own_complaints(browser) == []


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_sticks_out(address, width, dark):
    made = Browser(size=(width, 900), dark=dark)
    try:
        made.open(address)
        wait_for(made, "68.9105 %")
        assert made.ask(OVERFLOW) == []
        page = made.ask("return getComputedStyle(document.body).backgroundColor;")
        assert (page == "rgb(27, 30, 34)") == dark
    finally:
        made.close()
