"""The page of a replay in a real browser: one turn at a time with keys and buttons, all of them without a script."""

import tomllib

import pytest

from report.chromium import opened, probed
from simlab.execute import prepare
from simlab.moments import replay_moments
from simlab.report import replays
from simlab.systems import system_named
from tests.systems.continental_siege.battle_scenarios import SCENARIOS

pytestmark = pytest.mark.browser

TURNS = 4
STEPPED = """
const shown = () => Array.from(document.querySelectorAll(".moment"))
  .filter((m) => getComputedStyle(m).display !== "none").map((m) => m.id);
const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
const click = (name) => document.querySelector(`[data-do=${name}]`).click();
const seen = [shown()];
press("ArrowRight"); seen.push(shown());
click("next"); seen.push(shown());
press("End"); seen.push(shown());
press("ArrowRight"); seen.push(shown());
press("ArrowLeft"); seen.push(shown());
press("Home"); seen.push(shown());
const slider = document.querySelector("input[type=range]");
slider.value = "2"; slider.dispatchEvent(new Event("input")); seen.push(shown());
press("f");
const fitted = document.body.classList.contains("fitted");
return {seen: seen.map((ids) => ids.join()), fitted, told: document.querySelector("output").textContent,
        last: document.querySelector("[data-do=last]").disabled};
"""
SCROLLED = """
const moments = Array.from(document.querySelectorAll(".moment")).filter((m) => getComputedStyle(m).display !== "none");
return {controls: getComputedStyle(document.querySelector(".controls")).display, shown: moments.map((m) => m.id),
        tops: moments.map((m) => m.getBoundingClientRect().top),
        told: moments.map((m) => Array.from(m.querySelectorAll("li"), (li) => li.textContent)),
        alts: moments.map((m) => m.querySelector("svg title").textContent)};
"""
LAYOUT = """
document.querySelector("[data-do=last]").click();
const clash = [], outside = [], wide = [];
for (const moment of document.querySelectorAll(".moment")) moment.classList.add("shown");
for (const svg of document.querySelectorAll("figure svg")) {
  const frame = svg.getBoundingClientRect();
  const texts = Array.from(svg.querySelectorAll("text")).filter((text) => text.textContent.trim());
  const boxes = texts.map((text) => [text.textContent, text.getBoundingClientRect()]);
  for (const [text, box] of boxes)
    if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1
        || box.bottom > frame.bottom + 1) outside.push(text);
  boxes.forEach(([one, a], place) => {
    for (const [other, b] of boxes.slice(place + 1)) {
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 1 && down > 0.34 * Math.min(a.height, b.height)) clash.push([one, other]);
    }
  });
}
for (const element of document.querySelectorAll("body *"))
  if (!element.closest("figure, .skip, .ground") && element.getBoundingClientRect().right > innerWidth + 1)
    wide.push(element.tagName + " " + element.className);
const letters = Array.from(document.querySelectorAll("figure svg"), (svg) => {
  const text = parseFloat(getComputedStyle(svg.querySelector("text:not(.ground text)")).fontSize);
  return text * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
});
return {letters: Math.min(...letters),
        svgs: document.querySelectorAll("figure svg").length, uses: document.querySelectorAll("figure use").length,
        ground: document.querySelectorAll("#ground text").length, clash, outside, wide};
"""
INKS = """
const light = (colour) => {
  const [r, g, b] = colour.match(/[\\d.]+/g).slice(0, 3).map((c) => c / 255)
    .map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
const probe = document.body.appendChild(document.createElement("i"));
const value = (name) => { probe.style.color = `var(${name})`; return light(getComputedStyle(probe).color); };
const [card, page, ink, muted, own] = ["--card", "--page", "--ink", "--muted", "--series-1"].map(value);
const other = value("--series-2");
return {text: Math.min(contrast(ink, card), contrast(muted, card), contrast(ink, page), contrast(muted, page)),
        counter: contrast(card, own), edge: contrast(other, card), page};
"""


@pytest.fixture(scope="module")
def watched(tmp_path_factory):
    """The first turns of a battle with aircraft on both sides, and what was said in them."""
    ready = prepare({**SCENARIOS["both_air"], "title": "Aircraft <on> both sides", "question": "Who & what wins?"})
    shown = replay_moments(ready, 1, 0)[3 : 3 + TURNS]
    folder = tmp_path_factory.mktemp("watched")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(replays, "replay_moments", lambda *_: shown)
        return replays.write_replay(ready, folder, trial=0, seed=1), shown


def complaints(log):
    return [line for line in log if "CONSOLE" in line]


def test_it_complains_about_nothing_and_shows_its_controls(watched, tmp_path):
    dom, said = opened(watched[0], tmp_path / "profile")
    assert complaints(said) == []
    assert '<div class="controls">' in dom, "the script ran: it shows the controls"
    assert "http://" not in dom.replace("http://www.w3.org/", "")
    assert "https://" not in dom


def test_without_a_script_all_turns_are_there_to_scroll(watched, tmp_path):
    page, shown = watched
    text = page.read_text(encoding="utf-8")
    silent = tmp_path / "silent.html"
    silent.write_text(text[: text.index("<script>")] + "</body></html>", encoding="utf-8")
    found = probed(silent, tmp_path, SCROLLED)
    assert found["controls"] == "none"
    assert found["tops"] == sorted(found["tops"])
    assert found["shown"] == [f"moment-{n}" for n in range(TURNS)]
    for moment, told, alt in zip(shown, found["told"], found["alts"], strict=True):
        assert told == [line.strip() for line in moment.lines]
        assert alt == moment.drawings[0].alt


def test_keys_buttons_and_slider_step_through_the_turns(watched, tmp_path):
    found = probed(watched[0], tmp_path, STEPPED)
    assert found["seen"] == [f"moment-{n}" for n in (0, 1, 2, 3, 3, 2, 0, 2)]
    assert found["fitted"]
    assert found["told"] == watched[1][2].title
    assert not found["last"]


@pytest.mark.parametrize("width", [390, 1280])
def test_every_label_can_be_read_and_the_ground_is_kept_once(watched, width, tmp_path):
    found = probed(watched[0], tmp_path, LAYOUT, width=width)
    assert (found["svgs"], found["uses"], found["ground"]) == (TURNS, TURNS, 322)
    assert {key: found[key] for key in ("clash", "outside", "wide")} == {"clash": [], "outside": [], "wide": []}
    assert found["letters"] >= 10  # pixels; a page fitted to the window may have less


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("kind", ["strike", "campaign"])
def test_the_table_of_an_air_war_can_be_read(kind, width, tmp_path):
    body = tomllib.loads(system_named("command_decision").kinds[kind].example)
    if kind == "campaign":
        body["game"]["turns"] = 2
    page = replays.write_replay(prepare(body), tmp_path / "watch", trial=3, seed=1)
    found = probed(page, tmp_path, LAYOUT, width=width)
    assert found["svgs"] == {"strike": 3, "campaign": 2}[kind]
    assert {key: found[key] for key in ("clash", "outside", "wide")} == {"clash": [], "outside": [], "wide": []}
    assert found["letters"] >= 10


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast(scheme, watched, tmp_path):
    option = f"--blink-settings=preferredColorScheme={0 if scheme == 'dark' else 1}"
    found = probed(watched[0], tmp_path, INKS, option)
    assert found["text"] >= 4.5
    assert found["counter"] >= 4.5
    assert found["edge"] >= 3
    assert (found["page"] < 0.1) == (scheme == "dark")


def test_the_page_is_small(watched):
    assert watched[0].stat().st_size < 100_000 + 40_000 * TURNS
