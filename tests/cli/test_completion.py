"""What Tab offers, asked as a shell asks it; and that nobody who does not press it waits for it."""

from types import SimpleNamespace

import pytest

from simlab.systems import system_named

HEAVY = {"numba", "pandas", "scipy", "matplotlib", "rich", "pyarrow", "distributed"}
AS_INSTALLED = ("-c", "import sys; from simlab.cli import main; sys.argv = ['simlab']; sys.exit(main())")


@pytest.fixture
def completed(shell):
    """The words offered for a line that ends where the cursor stands, and the whole process."""

    def ask(typed):
        env = {"_SIMLAB_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": str(len(typed.split(" ")) - 1)}
        ended = shell(env=env, python=("-X", "importtime", *AS_INSTALLED))
        loaded = {line.rpartition("|")[2].strip().partition(".")[0] for line in ended.err.splitlines()}
        assert "typer" in loaded
        assert loaded & HEAVY == set()
        return ended.out.split()

    return ask


def test_words_systems_and_kinds(completed):
    assert completed("simlab ru") == ["run", "rules", "rulings"]
    assert completed("simlab units com") == ["command_decision"]
    assert completed("simlab new s") == ["shot", "sortie", "strike"]


def test_scenarios_that_come_along_and_files_that_are_here(completed, tmp_path):
    (tmp_path / "sortie_mine.toml").write_text("")
    (tmp_path / "sortie_notes.txt").write_text("")
    (tmp_path / "sorties").mkdir()
    assert completed("simlab run sortie_") == ["sortie_popup_ah1s", "sortie_mine.toml"]
    assert completed("simlab check sorti")[1:] == ["sortie_mine.toml", "sorties/"]
    (tmp_path / "sorties" / "night.toml").write_text("")
    assert completed("simlab report sorties/") == ["sorties/night.toml"]


def test_readings_of_the_scenario_named_before(completed):
    fc = completed("simlab run shot_zsu_tornado --ruling fc_reroll_rec")
    assert fc == ["fc_reroll_recursion=once"]
    assert completed("simlab run raid_csa10 --ruling fc_reroll") == []  # another game has no such clause
    every = completed("simlab run nowhere.toml --ruling fc_reroll_rec")
    assert every == fc


def test_clauses(completed):
    assert completed("simlab rules command_decision 3.2.4") == [f"3.2.4{letter}" for letter in "abcdef"]
    assert completed("simlab rules nowhere 3") == []


def test_units_and_rulings_of_the_system_named_before(completed):
    assert completed("simlab units command_decision sa1") == [
        "sa13", "sa14", "sa16", "sa18", "sa11", "sa15", "sa19_2s6",
    ]  # fmt: skip
    assert completed("simlab rulings command_decision fc_reroll") == ["fc_reroll_recursion", "fc_reroll_scope"]


def test_what_is_offered_is_what_a_run_accepts():
    from simlab.cli.completing import complete_ruling

    system = system_named("command_decision")
    offered = complete_ruling(SimpleNamespace(params={"file": "shot_zsu_tornado"}, args=[]), "")
    assert len(offered) > 20
    for pair in offered:
        name, _, option = pair.partition("=")
        ruling = next(one for one in system.rulings if one.name == name)
        assert "shot" in ruling.bears_on
        assert ruling.parse(option, "here") != ruling.default


def test_the_first_shell_is_told_how_to_switch_it_on(call):
    assert "--install-completion" in call("--help").out
