"""What the user gets wrong: one clear line, exit code 2, no traceback."""

import pytest

from simlab.systems import system_named

FIXED = next(iter(system_named("command_decision").fixed_rulings))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--set", "firer.unit=zsu23"), ('firer.unit: no unit "zsu23"', '"zsu23_4"')),
        (("--set", "geometry.range_in=-1"), ("geometry.range_in: -1", "greater than or equal to 0")),
        (("--set", "geometry.range_in=abc"), ("geometry.range_in: 'abc'", "valid number")),
        (("--set", "geometry.range_in=nan"), ("geometry.range_in: nan",)),
        (("--set", "geometry.range_in=inf"), ("geometry.range_in: inf",)),
        (("--set", "geometry.rnge_in=5"), ("geometry.rnge_in: no such key", '"range_in"')),
        (("--set", "geometry.range_in.x=5"), ('"x" lies below 25',)),
        (("--set", "gun=5"), ("gun: no such key",)),
        (("--set", "run.trails=5"), ("run.trails: no such key", '"trials"')),
        (("--set", "run=5"), ("run: 5 is no table",)),
        (("--set", "title=5"), ("title: 5 is no text",)),
        (("--set", "geometry"), ("--set", "NAME=VALUE")),
        (("--set", "kind=shoot"), ('no kind "shoot"', '"shot"')),
        (("--set", "system=comand_decision"), ('no rules system "comand_decision"', '"command_decision"')),
        (("--ruling", "fc_reroll_recusion=once"), ('no ruling "fc_reroll_recusion"', '"fc_reroll_recursion"')),
        (("--ruling", "fc_reroll_recursion=twice"), ('"twice"', "recursive (default), once")),
        (("--ruling", "pop_up_penalty_size=9"), ("pop_up_penalty_size: 9", "0..3")),
        (("--ruling", f"{FIXED}=no"), (f"{FIXED}: stands at its default",)),
        (("--ruling", "once"), ("--ruling", "NAME=VALUE")),
        (("--trials", "0"), ("trials: 0",)),
        (("--trials", "-1"), ("trials: -1",)),
        (("--trials", str(10**12)), ("trials: 1,000,000,000,000", "at most")),
        (("--trials", "abc"), ('"abc" is no whole number',)),
        (("--trials", "1.5"), ('"1.5" is no whole number',)),
        (("--seed", "1.5"), ('"1.5" is no whole number',)),
        (("--seed", "9" * 5000), ("is no whole number",)),
        (("--threads", "0"), ("threads: 0",)),
        (("--level", "95"), ("level: 95",)),
        (("--precision", "0"), ("precision: 0",)),
        (("--precision", "lots"), ('"lots" is no number',)),
        (("--precision", "0.01", "--verdict", "0.5"), ("precision and verdict",)),
        (("--method", "guess"), ("guess", "sample")),
        (("--metric", "effect:abrt"), ('no outcome "abrt"', '"abort"')),
        (("--metric", "efect"), ('no table "efect"', '"effect"')),
        (("--table", "efect"), ("--table efect", '"effect"')),
        (("--data", "no/such/folder"), ("no/such/folder",)),
        (("--format", "xml"), ("xml", "json")),
        (("--trails", "5"), ("--trails", "--trials")),
        (("--out", "result.txt"), ("--out result.txt", ".parquet")),
        (("--out", "no/such/folder/result.json"), ("no/such/folder/result.json", "cannot be written")),
    ],
)
def test_options_that_make_no_sense(refused, shot, words, said):
    line = refused("run", shot, *words)
    for text in said:
        assert text in line


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'system = "command_decision"\nkind = "sh\xe9t"\n', ("line 2", "UTF-8")),
        (b'system = "command_decision\n', ("no valid TOML", "line 1")),
        (b"x = " + b"[" * 5000, ("no valid TOML",)),
        (b"x = " + b"9" * 5000, ("no valid TOML",)),
        (b"\x00\x01\x02", ("no valid TOML",)),
        (b"", ('the key "system" is missing',)),
        (b'system = 5\nkind = "shot"\n', ('"system"', "no text")),
        (b'system = "command_decision"\nkind = "shoot"\n', ('no kind "shoot"', '"shot"')),
        (b'system = "command_decision"\nkind = "shot"\nsweep = 5\n', ("sweep: 5 is no table",)),
        (b'system = "command_decision"\nkind = "shot"\n', ("firer: this key is missing",)),
    ],
)
@pytest.mark.parametrize("word", ["run", "check"])
def test_files_that_are_no_scenario(refused, tmp_path, content, said, word):
    path = tmp_path / "bad.toml"
    path.write_bytes(content)
    line = refused(word, path)
    assert "bad.toml" in line
    for text in said:
        assert text in line


@pytest.mark.parametrize("word", ["run", "check"])
@pytest.mark.parametrize(
    ("section", "said"),
    [
        ('trials = "many"', "run.trials: 'many' is no whole number"),
        ("trials = 0", "run.trials: 0"),
        ("seed = 1.5", "run.seed: 1.5 is no whole number"),
        ("threads = true", "run.threads: True is no whole number"),
        ("level = 95", "run.level: 95"),
        ('method = "guess"', 'run.method: "guess"'),
        ("trails = 5", 'run.trails: no such key; nearest: "trials"'),
    ],
)
def test_run_sections_that_make_no_sense(refused, shot, word, section, said):
    shot.write_text(shot.read_text(encoding="utf-8") + f"\n[run]\n{section}\n", encoding="utf-8")
    assert f"shot.toml, {said}" in refused(word, shot)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("attacker=3", "attacker: 3; must be a table; write [attacker] and its keys below"),
        ("stand=[5]", "stand[0]: 5; must be a table; write [[stand]] and its keys below"),
        ("stand=5", "stand: 5; must be a list"),
        ("stand.0.at=[1]", "stand[0].at[1]: this entry is missing in [1]; entries count from 0"),
        ("stand.0.at=[1, 2, 3]", "stand[0].at: [1, 2, 3]; must be a list of at most 2 entries, not 3"),
        ("attacker.templates=[]", "attacker.templates: []; must be a list of at least 1 entry, not 0"),
    ],
)
def test_tables_and_lists_are_told_in_the_words_of_toml(call, refused, tmp_path, value, said):
    bombing = tmp_path / "bombing.toml"
    call("new", "bombing", "--out", bombing)
    assert f"bombing.toml, {said}" in refused("run", bombing, "--set", value)


def test_a_key_that_takes_a_word_or_a_number_tells_both(call, refused, tmp_path):
    strike = tmp_path / "strike.toml"
    call("new", "strike", "--out", strike)
    line = refused("run", strike, "--set", "plane.0.arrives=1.5")
    assert "plane[0].arrives: 1.5; must be 'ruling' or less than or equal to 1" in line


@pytest.mark.parametrize("word", ["run", "check", "sweep"])
def test_files_that_cannot_be_read(refused, tmp_path, word):
    assert "nothing.toml: cannot be read" in refused(word, tmp_path / "nothing.toml")
    assert "cannot be read" in refused(word, tmp_path)


def test_a_file_instead_of_a_folder_for_out(refused, shot, tmp_path):
    (tmp_path / "file").write_text("")
    assert "cannot be written" in refused("run", shot, "--out", tmp_path / "file" / "result.json")
    (tmp_path / "folder.json").mkdir()
    assert "cannot be written" in refused("run", shot, "--out", tmp_path / "folder.json")


def test_out_is_tried_before_the_work(refused, shot, tmp_path, monkeypatch):
    monkeypatch.setattr("simlab.execute.run", lambda *words, **more: pytest.fail("the work was done first"))
    refused("run", shot, "--out", tmp_path / "nowhere" / "result.json")
    assert not (tmp_path / "nowhere").exists()


def test_trying_a_file_leaves_what_is_there(call, refused, shot, tmp_path):
    kept = tmp_path / "kept.json"
    kept.write_text("precious")
    refused("run", shot, "--out", kept, "--set", "geometry.range_in=-1")
    assert kept.read_text() == "precious"
    refused("run", shot, "--out", tmp_path / "new.json", "--set", "geometry.range_in=-1")
    assert not (tmp_path / "new.json").exists()


def test_no_scheduler(refused, shot):
    assert "no scheduler answers there" in refused("run", shot, "--scheduler", "nonsense")
    assert "no scheduler answers there" in refused("run", shot, "--scheduler", "ftp://127.0.0.1:1")


def test_the_extra_for_schedulers_is_missing(refused, shot, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    assert 'pip install "simlab[cluster]"' in refused("run", shot, "--scheduler", "tcp://127.0.0.1:8786")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("rum",), ("No such command 'rum'", "'run'")),
        (("run",), ("Missing argument 'FILE'",)),
        (("units", "comand_decision"), ('"command_decision"',)),
        (("units", "command_decision", "--table", "helicopter"), ('"helicopters"',)),
        (("units", "command_decision", "--add", "helicopters"), ("--add",)),
        (("units", "command_decision", "--add", "helicopter=a.csv"), ('"helicopters"',)),
        (("rules", "command_decision", "3.2.44c"), ('no clause "3.2.44c"', '"3.2.4c"')),
        (("rules", "comand_decision"), ('"command_decision"',)),
        (("rulings", "command_decision", "--kind", "sorte"), ('"sortie"',)),
        (("new", "sort"), ('no kind "sort"', '"sortie"')),
        (("new", "shot", "--system", "chess"), ('no rules system "chess"',)),
    ],
)
def test_words_that_do_not_exist(refused, words, said):
    line = refused(*words)
    for text in said:
        assert text in line
