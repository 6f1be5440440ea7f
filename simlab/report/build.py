"""`write_report`: studies in, one page out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simlab.errors import RunError
from simlab.report.answers import answer, is_survival
from simlab.report.appendix import again_section, assumptions_section, rulings_section
from simlab.report.balance import FRONT, front_sections, put_in_lives
from simlab.report.chain import chain_blocks
from simlab.report.contents import by_system, contents_of, page_name
from simlab.report.headline import as_studies
from simlab.report.hurts import has_enemies, hurts, hurts_block
from simlab.report.laboratory import asked_of, laboratory_blocks
from simlab.report.largest import largest_section
from simlab.report.matrix import has_matrix, matrix_block
from simlab.report.page import Block, Page, Section, contents_html, html_of
from simlab.report.paths import has_paths, paths_block
from simlab.report.points import has_points, points_block
from simlab.report.ranges import range_block
from simlab.report.readings import readings_block, turned
from simlab.report.settings import setting_block
from simlab.report.single import single_block
from simlab.report.studies import Study, read_studies, shipped_studies, shown_path
from simlab.report.survival import cases_block, curves_block, heat_block
from simlab.report.top import findings, hardest, head_answer, in_page_order, leading, shared_question, top_block
from simlab.report.versus import Change, changes_of, versus_page

if TYPE_CHECKING:
    import pandas as pd


def write_report(
    studies: Sequence[str | Path | Study] | None,
    out: str | Path,
    *,
    whole: bool | None = None,
    named: bool | None = None,
    seed: int = 0,
    trials: int | None = None,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    parts: Callable[[int, int], None] | None = None,
    note: Callable[[str], None] | None = None,
) -> Path:
    """Write the balance report of studies as ``out/index.html``, one self-contained page.

    Studies of several rules systems get a page for each, ``out/<system>.html``, and ``index.html`` in front of them has
    every question with its answer. Equal studies, seed, trials and versions give equal bytes.

    Args:
        studies: scenario files, or studies that `play_studies` returned; None takes the shipped ones.
        out: folder of the page; made where it is missing.
        whole: are these the studies of a whole game? Its page then begins with price lists, match-ups, lives and the
            largest rulings. None: when no studies are named.
        named: were the studies, or their game, named? Analyses that take long are left out where they were not. None:
            when studies are named.
        seed: for what is rolled; any integer.
        trials: of each case that is rolled.
        threads: worker threads; changes only the time.
        progress: called with (cases finished, cases in all).
        parts: called with (parts of the pages finished, parts in all) when all cases are played: the readings of each
            study, and each analysis that it asks for.
        note: called with one-line remarks.

    Returns:
        The path of ``index.html``.

    Raises:
        SimlabError: a study that cannot be read or played, a folder that cannot be written.
    """
    out = Path(out)
    page = _page_path(out)
    how: dict[str, Any] = {"seed": seed, "trials": trials, "threads": threads, "progress": progress, "note": note}
    whole = studies is None if whole is None else whole
    named = studies is not None if named is None else named
    played = as_studies(studies, **how)
    systems = by_system(played)
    told = _counter(sum(1 + len(asked_of(study, named)) for study in played), parts)
    if len(systems) == 1:
        _write(page, html_of(page_of(played, whole, named, told)))
        return page
    for system, mine in systems.items():
        _write(out / page_name(system), html_of(page_of(mine, whole, named, told)))
    _write(page, contents_html(contents_of(played, _command(played))))
    return page


def _counter(most: int, parts: Callable[[int, int], None] | None) -> Callable[[], None]:
    """What to call after each part."""
    done = count(1)

    def told() -> None:
        if parts is not None:
            parts(next(done), most)

    return told


def write_comparison(
    studies: Sequence[str | Path | Study] | None,
    change: Change,
    out: str | Path,
    *,
    seed: int = 0,
    trials: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Path:
    """Write how every answer of some studies changes with a change of rulings, keys or data, as ``out/index.html``.

    Args:
        studies: as in `write_report`; all of one rules system. Files are only read: what each case does as it stands is
            played beside what it does under the change.
        change: what is different under B.
        out: folder of the page; made where it is missing.
        seed: for what is rolled; any integer.
        trials: of each side of a case that is rolled, on the same dice.
        progress: called with (cases finished, cases in all).

    Raises:
        SimlabError: a study that cannot be read or played, under A or under B; a folder that cannot be written.
    """
    page = _page_path(Path(out))
    named = [study for study in studies or () if isinstance(study, Study)]
    read = named or read_studies(None if studies is None else [str(file) for file in studies], seed=seed, trials=trials)
    if len(systems := by_system(read)) > 1:
        raise RunError(f"report: a change is one of one game; these studies are of {', '.join(systems)}")
    command = " ".join([_command(read), *change.options])
    sizes, found = [len(study.cases) for study in read], []
    for number, study in enumerate(read):
        done = sum(sizes[:number])
        told = None if progress is None else (lambda n, _, base=done: progress(base + n, sum(sizes)))
        found.append(changes_of(study, change, trials, seed, told))
    _write(page, html_of(versus_page(read, found, change, command)))
    return page


def _write(page: Path, text: str) -> None:
    try:
        page.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise RunError(f"{page}: cannot be written ({error.strerror or error})") from None


def _page_path(out: Path) -> Path:
    """The file to write, tried before the work: a report that cannot be saved is not worth playing."""
    page = out / "index.html"
    try:
        out.mkdir(parents=True, exist_ok=True)
        with page.open("a", encoding="utf-8"):
            pass
    except OSError as error:
        raise RunError(f"{out}: cannot be written ({error.strerror or error})") from None
    return page


def page_of(
    studies: Sequence[Study], whole: bool = False, named: bool = True, told: Callable[[], None] = lambda: None
) -> Page:
    """The page of studies that were played.

    whole, named: as in `write_report`; told: called after each part.
    """
    lead = leading(studies)
    ordered = in_page_order(studies)
    rulings, asked = {}, {}
    for study in ordered:
        rulings[study.key] = turned(study)
        told()
        asked[study.key] = laboratory_blocks(study, named, told)
    hurt = {study.key: hurts(study, hardest(lead)) for study in lead if is_survival(study) and has_enemies(study)}
    top = top_block(lead)
    largest = largest_section(ordered, rulings)
    front: list[Section] = []
    if whole:
        front = [*front_sections(ordered, asked), *largest]
        if is_survival(lead[0]):
            put_in_lives(front, top, head_answer(lead), findings(lead, hurt, rulings))
        top, largest = Block(""), []
    sections = [
        Section(s.key, s.title, s.question, answer(s), study_blocks(s, rulings[s.key], _own(asked[s.key], whole)))
        for s in ordered
    ]
    mixed = whole or (len(studies) > 1 and not is_survival(lead[0]))  # studies that have no question in common
    page = Page(
        title=studies[0].prepared.system.title if mixed else shared_question(lead),
        answer="" if mixed else head_answer(lead),
        findings=[] if mixed else findings(lead, hurt, rulings),
        top=top,
        glossary={term: text for study in studies for term, text in study.words.glossary.items()},
        sections=[*front, *sections, *largest, assumptions_section(ordered), rulings_section(ordered)],
        build="Made by simlab " + studies[0].points[0][1].provenance["versions"]["simlab"],
    )
    figures = [*top.all_figures(), *(figure for section in page.sections for figure in section.all_figures())]
    page.sections.append(again_section(ordered, figures, page.numbers(), _command(studies)))
    return page


def _own(asked: Mapping[str, Block], whole: bool) -> list[Block]:
    """The analyses that stand in the section of their study; on the page of a whole game some stand in front."""
    return [block for verb, block in asked.items() if not (whole and verb in FRONT)]


def study_blocks(study: Study, rulings: pd.DataFrame, asked: Sequence[Block]) -> list[Block]:
    """The parts of a study: first what it asks about, then what stands behind it.

    rulings: its frame of rulings turned; asked: the analyses that it asks for.
    """
    blocks: list[Block] = []
    behind = [curves_block(study)] if "survival" in study.tables else []
    if not study.axes:
        blocks.append(single_block(study))
    elif study.range_axis is not None:
        blocks.append(range_block(study))
    else:
        blocks += behind
        behind = []
        if study.parts["subject"] and study.parts["threat"]:
            blocks.append(heat_block(study))
    if has_matrix(study):
        blocks.append(matrix_block(study))
    if study.axes:
        blocks.append(cases_block(study))
    if has_paths(study):
        blocks.append(paths_block(study))
    behind += chain_blocks(study)
    if has_enemies(study):
        behind.append(hurts_block(study))
    if study.range_axis is not None and behind:
        blocks.append(Block(f"Behind one of the cases: {study.case_words()}", blocks=behind, folded=True))
    else:
        blocks += behind
    if has_points(study):
        blocks.append(points_block(study))
    return [*blocks, *asked, readings_block(study, rulings), setting_block(study)]


def _command(studies: Sequence[Study]) -> str:
    """The command of these pages; all shipped studies of all systems, or of some, need no naming."""
    files = [study.file for study in studies]
    systems = list(by_system(studies))
    if files == [shown_path(path) for path in shipped_studies()]:
        named = []
    elif files == [shown_path(path) for path in shipped_studies(*systems)]:
        named = [f"--system {system}" for system in systems]
    else:
        named = files
    rolled = ["--trials", str(studies[0].trials)] if studies[0].trials else []
    return " ".join(["simlab report", *named, "--seed", str(studies[0].seed), *rolled])
