"""The glossary: every word that pages and tables use and that needs explaining is in it, in order, once."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "GLOSSARY.md").read_text(encoding="utf-8")
TERMS = re.findall(r"^\| \*\*([^*]+)\*\* \| (.+) \|$", TEXT, flags=re.MULTILINE)
NAMES = [name for name, _ in TERMS]
SOURCES = "\n".join(
    path.read_text(encoding="utf-8")
    for folder in ("report", "cli", "analysis", "plots")
    for path in sorted((ROOT / "simlab" / folder).rglob("*.py"))
)
# words on the pages and in the tables of the shell that need explaining: as they are shown, and their entry
SHOWN = {
    "Alpha-rank": "alpha-rank", "Logrank p": "logrank", "Median life": "median life", "Settled": "settled",
    "Decided": "decided", "Group": "group", "Dominated by": "dominated", "Interval": "interval", "Ruling": "ruling",
    "In force": "in force", "Digest": "digest", "Clause": "clause", "Confidence": "confidence", "Worth": "worth",
    "In the best mix": "mix", "Rulings in force": "ruling", "Price list": "worth", "Case": "case", "Outcome": "outcome",
    "behaviour version": "behaviour version", "Wilson intervals": "Wilson", "exact law": "law", "seed": "seed",
    "common dice": "common dice", "correlation": "correlation", "power": "power", "a circle": "circle",
    "mix nobody can exploit": "equilibrium", "sobol": "Sobol", "morris": "Morris", "share of the variance": "variance",
    "pairs of forces": "pair of forces", "regression": "regression", "swap": "swap", "tornado": "tornado",
    "standard deviation": "standard deviation", "trials": "trial", "sweep": "sweep", "doctrine": "doctrine",
    "regret": "regret", "knob": "knob", "assumed": "assumed",
}  # fmt: skip


@pytest.mark.parametrize("shown", SHOWN)
def test_a_word_that_is_shown_is_explained(shown):
    assert shown in SOURCES, f"{shown} is shown no more: take it out here, and out of GLOSSARY.md"
    assert SHOWN[shown] in NAMES


def test_entries_stand_once_and_in_order():
    assert len(set(NAMES)) == len(NAMES) > 60
    for section in TEXT.split("\n## ")[1:]:
        names = re.findall(r"^\| \*\*([^*]+)\*\*", section, flags=re.MULTILINE)
        assert names == sorted(names, key=str.lower)


def test_every_word_in_italics_has_its_entry():
    for about in [about for _, about in TERMS]:
        for word in re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", about):
            assert word in NAMES, word


def test_the_readme_leads_there():
    assert "(GLOSSARY.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
