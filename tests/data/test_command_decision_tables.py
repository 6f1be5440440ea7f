"""The Command Decision data as files: complete, sourced, and in step with one another.

Units, clauses, rulings, printed constants and the tables of the base game. What the derived cells of a unit must
hold is checked in `test_command_decision_data.py`.
"""

import csv
import re
from fractions import Fraction
from pathlib import Path

import pytest

DATA = Path(__file__).resolve().parents[2] / "data" / "command_decision"
FILES = sorted(path.relative_to(DATA).as_posix() for path in DATA.rglob("*.csv"))
UNIT_COUNTS = {"aircraft.csv": 42, "helicopters.csv": 30, "air_defence.csv": 45}
SOURCED = [name for name in FILES if name.startswith("tables/") or name == "constants.csv"]
CONSTANT_FILES = ("constants.csv", "tables/base_game_constants.csv")
QUALITIES = ["green", "trained", "regular", "experienced", "veteran", "elite"]

# Words a column may hold; "-" is the empty cell.
FIT = {"side": "NATO WP", "flares": "0 1", "ecm": "0 1", "irs": "0 1", "gun_ap": "0 1"}
GUIDANCE = "- MCLOS CLOS SACLOS SAL TV IIR AR"
WORDS = {
    "aircraft.csv": {
        **FIT,
        "role": "bomber fighter_bomber ground_attack light_attack strike",
        "asm_guidance": GUIDANCE,
        "aam_in_addition": "0 1",
    },
    "helicopters.csv": {
        **FIT,
        "role": "attack observation transport",
        "missile_guidance": GUIDANCE,
        "sight": "nose roof mast none",
        **dict.fromkeys(("stabilised_sight", "transport", "aam"), "0 1"),
    },
    "air_defence.csv": {
        "side": "NATO WP",
        "kind": "SAM GUN",
        "mount": "manpads team vehicle towed infantry",
        "guidance": "- TCIR IAIR AAIR MCLOS CLOS SACLOS SARH BEAM",
        "seeker": "- uncooled cooled dual_band radar radar_optical optical",
    },
}

Row = dict[str, str]


def rows(name: str) -> list[Row]:
    """Rows of one file, every cell text."""
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, strict=True))


def column(name: str, key: str, value: str) -> dict[str, str]:
    """One column of a file by another that is its key."""
    return {row[key]: row[value] for row in rows(name)}


def is_in(clause: str, reference: str) -> bool:
    """Whether a clause is the one referred to or stands in the section referred to."""
    return clause == reference or re.fullmatch(re.escape(reference) + r"([a-z]|(\.\d+)+[a-z])", clause) is not None


# ------------------------------------------------------------------------------------------------- every file


def test_every_file_is_described_in_sources() -> None:
    described = (DATA / "SOURCES.md").read_text(encoding="utf-8")
    assert [name for name in FILES if f"`{name.removeprefix('tables/')}`" not in described] == []


@pytest.mark.parametrize("name", [*FILES, "SOURCES.md"])
def test_files_are_plain_utf8(name: str) -> None:
    raw = (DATA / name).read_bytes()
    assert not raw.startswith(b"\xef\xbb\xbf")
    assert raw.decode("utf-8").endswith("\n")


@pytest.mark.parametrize("name", FILES)
def test_rows_have_one_cell_a_column(name: str) -> None:
    content = rows(name)
    assert content
    assert [row for row in content if None in row or None in row.values()] == []
    assert [row for row in content for cell in row.values() if cell != cell.strip()] == []


@pytest.mark.parametrize("name", SOURCED)
def test_every_value_has_a_source_and_a_status(name: str) -> None:
    words = {"derived"} if name == "tables/aa_shot_laws.csv" else {"printed", "public", "inferred", "assumed"}
    assert [row for row in rows(name) if not row["source"] or row["status"] not in words] == []


# ------------------------------------------------------------------------------------------------------ units


@pytest.mark.parametrize(("name", "count"), UNIT_COUNTS.items())
def test_unit_files_are_complete(name: str, count: int) -> None:
    units = rows(name)
    assert len(units) == count
    assert [row["id"] for row in units if not re.fullmatch(r"[a-z][a-z0-9_]*", row["id"])] == []
    assert [row["id"] for row in units if not row["name"] or not row["source"]] == []
    assert [row["id"] for row in units if row["confidence"] not in {"high", "medium", "low"}] == []


@pytest.mark.parametrize(("name", "columns"), WORDS.items())
def test_cells_hold_words_of_their_column(name: str, columns: dict[str, str]) -> None:
    allowed = {column: {"" if word == "-" else word for word in words.split()} for column, words in columns.items()}
    wrong = [(row["id"], key, row[key]) for row in rows(name) for key in allowed if row[key] not in allowed[key]]
    assert wrong == []


def test_ids_are_unique_over_all_unit_files() -> None:
    ids = [row["id"] for name in UNIT_COUNTS for row in rows(name)]
    assert len(ids) == len(set(ids)) == 117


def test_combinations_name_each_other() -> None:
    partner = {row["id"]: row["combo_with"] for row in rows("air_defence.csv") if row["combo_with"]}
    assert partner == {"sa19_2s6": "g2s6", "g2s6": "sa19_2s6"}
    kinds = column("air_defence.csv", "id", "kind")
    assert (kinds["sa19_2s6"], kinds["g2s6"]) == ("SAM", "GUN")


# ------------------------------------------------------------------------------------------ clauses and rulings


def test_clauses_are_the_201_of_the_rules() -> None:
    ids = [row["clause"] for row in rows("clauses.csv")]
    assert len(ids) == len(set(ids)) == 201
    assert [clause for clause in ids if not re.fullmatch(r"[123](\.\d+)+[a-z]", clause)] == []
    assert {"1.1a", "1.4.1.1a", "1.4.2f", "1.4.3.1c", "1.5.6.3f", "1.6a", "2.0a", "2.3.3.1b", "2.4a"} <= set(ids)
    assert {"3.1.1.5e", "3.2.3k", "3.2.4a", "3.2.4f", "3.2.6.2f", "3.2.7b", "3.2.8e"} <= set(ids)
    per_part = [sum(clause.startswith(f"{part}.") for clause in ids) for part in (1, 2, 3)]
    assert per_part == [80, 60, 61]


def test_clause_texts_are_short_and_whole() -> None:
    bad = [row["clause"] for row in rows("clauses.csv") if not (row["section"] and row["title"] and row["summary"])]
    long = [row["clause"] for row in rows("clauses.csv") if len(row["summary"]) > 260 or len(row["title"]) > 40]
    assert (bad, long) == ([], [])
    assert [row["clause"] for row in rows("clauses.csv") if not row["summary"].endswith(".")] == []


def test_rulings_are_the_134() -> None:
    rulings = rows("rulings.csv")
    assert len({row["name"] for row in rulings}) == len(rulings) == 134
    assert [row["name"] for row in rulings if not re.fullmatch(r"[a-z][a-z0-9_]*", row["name"])] == []
    assert [row["name"] for row in rulings if row["expected_weight"] not in {"H", "M", "L"}] == []
    assert [row["name"] for row in rulings for key in row if not row[key]] == []


def test_clauses_name_only_rulings_that_exist() -> None:
    names = {row["name"] for row in rows("rulings.csv")}
    cited = [(row["clause"], name) for row in rows("clauses.csv") for name in row["rulings"].split(";") if name]
    assert [pair for pair in cited if pair[1] not in names] == []
    assert len(cited) == len(set(cited)), "a ruling twice on one clause"
    assert {name for _, name in cited} == names, "a ruling on no clause"


def test_rulings_stand_on_every_clause_they_name() -> None:
    """A reference to a section is met by the ruling standing on one of its clauses."""
    on_clause = {row["clause"]: row["rulings"].split(";") for row in rows("clauses.csv")}
    missing = [
        (row["name"], reference)
        for row in rows("rulings.csv")
        for reference in row["clause"].split(", ")
        if not any(is_in(clause, reference) and row["name"] in names for clause, names in on_clause.items())
    ]
    assert missing == []


# --------------------------------------------------------------------------------------- constants and tables


@pytest.mark.parametrize("name", CONSTANT_FILES)
def test_constants_are_scalars_with_a_meaning(name: str) -> None:
    constants = rows(name)
    clauses = {row["clause"] for row in rows("clauses.csv")}
    names = [row["name"] for row in constants]
    assert len(names) == len(set(names))
    assert [row["name"] for row in constants if row["clause"] and row["clause"] not in clauses] == []
    assert [row["name"] for row in constants if not row["meaning"] or not row["unit"]] == []
    wrong = [row["name"] for row in constants if float(row["value"]).is_integer() != row["value"].lstrip("-").isdigit()]
    assert wrong == [], "integers are written as integers"


def test_printed_constants_are_as_printed() -> None:
    value = column("constants.csv", "name", "value")
    faces = ("penalty_face_low", "penalty_face_high", "fc_reroll_face", "abort_face_standard", "abort_face_basic")
    assert [value[name] for name in faces] == ["1", "3", "4", "9", "10"]
    assert [value[f"cm_faces_{rating}"] for rating in ("p", "v", "vv")] == ["2", "5", "8"]
    assert [value[f"rearm_turns_{morale}"] for morale in ("good", "shaken", "demoralised")] == ["4", "5", "6"]
    assert (value["near_miss_penalty"], value["cm_converted_penalty"], value["noe_bma_in"]) == ("3", "2", "30")
    assert float(value["rocket_exponent"]) == 1 / 2.8198
    assert set(column("constants.csv", "name", "status").values()) == {"printed"}


def test_constants_agree_with_the_rulings_of_the_same_name() -> None:
    default = column("rulings.csv", "name", "default")
    value = column("constants.csv", "name", "value")
    shared = set(default) & set(value)
    assert shared == {"bomb_load_usable_fraction", "chopper_abort_removed_fraction", "light_attack_threshold_kg"}
    assert [name for name in shared if Fraction(default[name]) != Fraction(value[name])] == []


def test_collective_fire_agrees_with_the_constants() -> None:
    value = column("constants.csv", "name", "value")
    for army in ("normal", "heavy"):
        faces = [(row["die"], row["penalty"]) for row in rows("tables/collective_fire.csv") if row["army"] == army]
        assert faces == [(str(face), str(face)) for face in range(1, int(value[f"collective_{army}_faces"]) + 1)]


def test_collective_armies_name_their_rulings() -> None:
    default = column("rulings.csv", "name", "default")
    year = {"1975": default["heavy_mg_year"], "0": {"any": "0"}.get(default["heavy_mg_israel_year"])}
    armies = rows("tables/collective_armies.csv")
    assert [row["army"] for row in armies] == ["warsaw_pact", "soviet_supplied", "us", "us_supplied", "israel", "other"]
    assert [row for row in armies if row["ruling"] and year[row["heavy_from_year"]] != row["heavy_from_year"]] == []


@pytest.mark.parametrize("name", ["aa_gun_ranges", "rocket_he"])
def test_calibre_brackets_leave_no_gap(name: str) -> None:
    brackets = rows(f"tables/{name}.csv")
    assert brackets[0]["calibre_from_mm"] == "0"
    assert [row["calibre_from_mm"] for row in brackets[1:]] == [row["calibre_below_mm"] for row in brackets[:-1]]
    assert brackets[-1]["calibre_below_mm"] == ""


def test_gun_ranges_double_with_fire_control() -> None:
    ranges = [(int(row["manual_in"]), int(row["fire_control_in"])) for row in rows("tables/aa_gun_ranges.csv")]
    assert ranges == [(10, 20), (15, 30), (20, 40), (30, 60)]


def test_better_quality_is_never_worse() -> None:
    results = rows("tables/hit_results.csv")
    assert [row["quality"] for row in results] == [row["quality"] for row in rows("tables/morale.csv")] == QUALITIES
    for limit in ("no_effect_to", "forced_back_to"):
        steps = [int(row[limit]) for row in results]
        assert steps == sorted(steps)
    assert [row for row in results if not int(row["no_effect_to"]) < int(row["forced_back_to"]) < 10] == []
    assert {row["eliminated_to"] for row in results} == {"10"}


def test_armour_piercing_guns_of_the_unit_files_have_a_value() -> None:
    patterns = rows("tables/armour_piercing.csv")
    guns = [row for name in ("aircraft.csv", "helicopters.csv") for row in rows(name) if row["gun_ap"] == "1"]
    found = {
        gun["id"]: next(
            row["armour_piercing"]
            for row in patterns
            if gun["gun"].startswith(row["gun_starts_with"])
            and float(row["calibre_from_mm"] or 0)
            <= float(gun["gun_calibre_mm"])
            < float(row["calibre_below_mm"] or 999)
        )
        for gun in guns
    }
    assert found == {"a10a": "6", "su25": "5", "mi24p": "5", "mi28a": "4", "ah64a": "4"}


def test_guidance_of_every_missile_has_a_row() -> None:
    used = {row["asm_guidance"] for row in rows("aircraft.csv")}
    used |= {row["missile_guidance"] for row in rows("helicopters.csv")}
    for name in ("missiles", "missile_rof"):
        assert used - {""} <= set(column(f"tables/{name}.csv", "guidance", "status"))


def shot_law(row: Row) -> list[Fraction]:
    """Law over abort, -1, -2, -3, none of one AA shot (3.2.4, 3.2.6.2), face by face."""
    size, mode, reroll = int(row["pop_up_penalty_size"]), row["pop_up_penalty_mode"], row["fc_reroll"]
    lowest = (9 if row["quality"] == "9-10" else 10) + (size if mode == "abort_band" else 0)
    scores = [face - size if mode == "die_modifier" else face for face in range(1, 11)]
    kept = [score for score in scores if score != 4 or reroll == "none"]
    shares = [(score, Fraction(1, 10)) for score in kept]
    if reroll == "recursive":
        shares = [(score, Fraction(1, len(kept))) for score in kept]
    elif reroll == "once":
        shares += [(score, Fraction(1, 100)) for score in scores]
    saved = Fraction({"": 0, "P": 2, "V": 5, "VV": 8}[row["cm_rating"]], 10)
    abort = sum((share for score, share in shares if score >= lowest), Fraction(0))
    penalty = [sum((share for score, share in shares if score == size_), Fraction(0)) for size_ in (1, 2, 3)]
    penalty[1] += abort * saved
    return [abort * (1 - saved), *penalty, 1 - abort * (1 - saved) - sum(penalty)]


@pytest.mark.parametrize("row", rows("tables/aa_shot_laws.csv"), ids=lambda row: "-".join(list(row.values())[:5]))
def test_shot_laws_are_exact(row: Row) -> None:
    printed = [Fraction(row[name]) for name in ("abort", "minus_1", "minus_2", "minus_3", "none")]
    assert printed == shot_law(row)
    assert sum(printed) == 1
