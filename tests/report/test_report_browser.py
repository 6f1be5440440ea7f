"""The page in a real browser: it asks for nothing, complains about nothing, and every text in it can be read."""

import json
import re

import pytest

from report.chromium import opened, probed
from simlab.report import write_report
from simlab.systems import NAMES

pytestmark = pytest.mark.browser

# Every fold-out open; then, of the letters in figures: too small (9 points are 12 pixels), outside their figure, on top
# of each other; and whatever else of the page sticks out at the right.
LAYOUT = """
for (const fold of document.querySelectorAll("details")) fold.open = true;
const small = [], clash = [], outside = [], wide = [];
for (const svg of document.querySelectorAll("figure svg")) {
  const frame = svg.getBoundingClientRect(), scale = frame.width / svg.viewBox.baseVal.width;
  const key = svg.closest("figure").id;
  const texts = Array.from(svg.querySelectorAll("text")).filter((text) => text.textContent.trim());
  for (const text of texts) {
    const size = parseFloat(getComputedStyle(text).fontSize) * scale;
    if (size < 11.95) small.push([key, text.textContent, size]);
  }
  const boxes = texts.map((text) => [text.textContent, text.getBoundingClientRect()]);
  for (const [text, box] of boxes)
    if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1
        || box.bottom > frame.bottom + 1) outside.push([key, text]);
  boxes.forEach(([one, a], place) => {
    for (const [other, b] of boxes.slice(place + 1)) {
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      // Boxes hold the room above and below the letters, so lines of text may touch with a third of it.
      if (across > 1 && down > 0.34 * Math.min(a.height, b.height)) clash.push([key, one, other]);
    }
  });
}
for (const element of document.querySelectorAll("body *"))
  if (!element.closest(".scroll, .sheet, .skip") && element.getBoundingClientRect().right > innerWidth + 1)
    wide.push(element.tagName + " " + element.className);
return {figures: document.querySelectorAll("figure svg").length, small, clash, outside, wide};
"""
SORTED = """
const tables = Array.from(document.querySelectorAll("table"));
const table = tables.find((table) => table.caption.textContent.startsWith("Every case"));
const column = (place) => Array.from(table.tBodies[0].rows, (row) => row.cells[place].textContent);
const heads = table.querySelectorAll("th [role=button]");
const orders = [column(3)];
heads[3].click(); orders.push(column(3));
heads[3].dispatchEvent(new KeyboardEvent("keydown", {key: "Enter"})); orders.push(column(3));
heads[0].click();
return {orders, names: column(0), sorted: Array.from(table.querySelectorAll("th"), (h) => h.getAttribute("aria-sort"))};
"""
INKS = """
const light = (colour) => {
  const [r, g, b] = colour.match(/[\\d.]+/g).slice(0, 3).map((c) => c / 255)
    .map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
const ground = (element) => {
  for (let e = element; e; e = e.parentElement) {
    const colour = getComputedStyle(e).backgroundColor;
    if (!colour.startsWith("rgba(0, 0, 0, 0")) return colour;
  }
};
const faint = [];
for (const element of document.querySelectorAll("p, h1, h2, h3, td, th, dt, dd, a, summary, figcaption")) {
  const ratio = contrast(light(getComputedStyle(element).color), light(ground(element)));
  if (ratio < 4.5) faint.push([element.tagName, element.textContent.slice(0, 40), ratio]);
}
const card = light(ground(document.querySelector("figure")));
for (const line of document.querySelectorAll("figure[id*=curve] svg path[style*=series]"))  // WCAG asks 3 of graphics
  if (contrast(light(getComputedStyle(line).stroke), card) < 3) faint.push(["line", line.getAttribute("style")]);
return {faint: faint.slice(0, 10), page: light(getComputedStyle(document.body).backgroundColor)};
"""


def complaints(log):
    return [line for line in log if "CONSOLE" in line]


def requests_of_the_page(log):
    """Addresses that a page asked for, in a net-log of Chromium; the browser's own errands have no initiator."""
    events = json.loads(log.read_text(encoding="utf-8"))["events"]
    starts = [event.get("params", {}) for event in events]
    return [
        start["url"]
        for start in starts
        if "url" in start and str(start.get("initiator", "")).startswith(("file", "null"))
    ]


def test_it_complains_about_nothing_and_asks_for_nothing(page, tmp_path):
    log = tmp_path / "net.json"
    dom, said = opened(page, tmp_path / "profile", f"--log-net-log={log}")
    assert '<button type="button" id="all-folds">' in dom, "the script ran: it shows the button"
    assert complaints(said) == []
    assert requests_of_the_page(log) == []


def test_this_browser_would_tell(page, tmp_path):
    """The two lists of the test above are empty because the page is good, not because they always are."""
    loud = tmp_path / "loud.html"
    text = page.read_text(encoding="utf-8")
    loud.write_text(
        text.replace("</body>", "<img src='http://127.0.0.1:9/a.png'><script>later()</script></body>"), encoding="utf-8"
    )
    _, said = opened(loud, tmp_path / "one")
    assert len(complaints(said)) >= 2, "the policy of the page forbids both"
    bare = tmp_path / "bare.html"
    bare.write_text("<!DOCTYPE html><img src='http://127.0.0.1:9/a.png'>", encoding="utf-8")
    log = tmp_path / "net.json"
    opened(bare, tmp_path / "two", f"--log-net-log={log}")
    assert requests_of_the_page(log) == ["http://127.0.0.1:9/a.png"]


@pytest.fixture(scope="module")
def shipped_pages(tmp_path_factory):
    """The folder with the report of every study that comes with simlab."""
    return write_report(None, tmp_path_factory.mktemp("shipped")).parent


@pytest.mark.parametrize("width", [360, 390, 768, 1280])
def test_every_text_of_a_rolled_page_can_be_read(width, rolled_page, tmp_path):
    legible(rolled_page, tmp_path, width)


@pytest.mark.parametrize("width", [360, 768, 1280])
@pytest.mark.parametrize("system", NAMES)
def test_every_text_of_the_shipped_pages_can_be_read(system, width, shipped_pages, tmp_path):
    legible(shipped_pages / f"{system}.html", tmp_path, width)


def legible(page, folder, width):
    found = probed(page, folder, LAYOUT, width=width)
    assert found.pop("figures", 0) > 8, found
    assert found == {"small": [], "clash": [], "outside": [], "wide": []}


@pytest.mark.parametrize("width", [360, 1280])
def test_the_contents_lead_to_the_pages(width, shipped_pages, tmp_path):
    page = shipped_pages / "index.html"
    found = probed(page, tmp_path / "probe", LAYOUT, width=width)
    assert found == {"figures": 0, "small": [], "clash": [], "outside": [], "wide": []}
    dom, said = opened(page, tmp_path / "profile")
    assert complaints(said) == []
    links = set(re.findall(r'href="([^"#]+)#([^"]+)"', dom))
    assert len(links) > 30
    for file, key in links:
        assert f'id="{key}"' in (shipped_pages / file).read_text(encoding="utf-8")


def test_tables_sort(page, tmp_path):
    found = probed(page, tmp_path, SORTED)
    before, up, down = ([float(text.removesuffix(" %")) for text in order] for order in found["orders"])
    assert before != up
    assert up == sorted(before)
    assert down == sorted(before, reverse=True)
    assert found["names"] == sorted(found["names"])
    assert found["sorted"][:4] == ["ascending", None, None, None]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast(scheme, page, tmp_path):
    option = f"--blink-settings=preferredColorScheme={0 if scheme == 'dark' else 1}"
    found = probed(page, tmp_path, INKS, option)
    assert found["faint"] == []
    assert (found["page"] < 0.1) == (scheme == "dark")
