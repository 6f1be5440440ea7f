"""Small studies with every part of the page, played once for all tests that only look."""

import pytest

from simlab.report import play_studies, write_report

POPUP = """\
title = "{title}"
question = "How survivable is a pop-up chopper{question}?"
system = "command_decision"
kind = "sortie"
[helicopter]
unit = "{first}"
[profile]
altitude = "popup"
[game]
turns = 9
[[air_defence]]
unit = "{gun}"
range_in = 25
[sweep]
"helicopter.unit" = ["{first}", "{second}"]
[[sweep.profile]]
label = "popup"
set = {{profile.altitude = "popup"}}
[[sweep.profile]]
label = "noe"
set = {{profile.altitude = "noe"}}
[[sweep.defence]]
label = "light"
set = {{air_defence = [{{unit = "{gun}", range_in = 25}}]}}
[[sweep.defence]]
label = "dense"
set = {{air_defence = [{{unit = "{gun}", range_in = 25}}, {{unit = "{missile}", range_in = 40, count = 2}}]}}
"""
GUNS = """\
title = "Two guns <by> range & ECM"
question = "How far do two guns reach?"
system = "command_decision"
kind = "shot"
[firer]
unit = "zsu23_4"
[target]
unit = "tornado_ids"
ecm = false
[geometry]
range_in = 20
[sweep]
"firer.unit" = ["zsu23_4", "zu23", "rh202"]
"target.ecm" = [false, true]
"geometry.range_in" = {from = 5, to = 40, step = 5}
"""
TANKS = """\
title = "In sight of tanks"
question = "What do tanks do?"
system = "command_decision"
kind = "sortie"
[helicopter]
unit = "ah1s_mc"
[profile]
altitude = "popup"
[game]
turns = 4
[[air_defence]]
unit = "zsu23_4"
range_in = 25
[[sweep.tanks]]
label = 0
set = {ground_fire = []}
[[sweep.tanks]]
label = 1
set = {ground_fire = [{weapon = "tank_gun", range_in = 30}]}
[[sweep.tanks]]
label = 2
set = {ground_fire = [{weapon = "tank_gun", range_in = 30, count = 2}]}
[[sweep.tanks]]
label = 3
set = {ground_fire = [{weapon = "tank_gun", range_in = 30, count = 3}]}
"""
SHOT = """\
title = "One shot"
question = "What does one shot do?"
system = "command_decision"
kind = "shot"
[firer]
unit = "zsu23_4"
[target]
unit = "tornado_ids"
[geometry]
range_in = 25
[rulings]
fc_reroll_recursion = "once"
"""


@pytest.fixture(scope="session")
def study_files(tmp_path_factory):
    """Paths of the studies, in an order that is not that of the page."""
    folder = tmp_path_factory.mktemp("studies")
    texts = {
        "a_shot": SHOT,
        "b_other_side": POPUP.format(title="Against NATO", question=" on the other side", first="mi24d", second="mi24v",
                                     gun="gepard", missile="roland2"),
        "c_guns": GUNS,
        "d_this_side": POPUP.format(title="Against the Pact", question=", beside one at NOE", first="ah1s_mc",
                                    second="pah1", gun="zsu23_4", missile="sa8b"),
        "e_tanks": TANKS,
    }  # fmt: skip
    for name, text in texts.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return [folder / f"{name}.toml" for name in texts]


@pytest.fixture(scope="session")
def studies(study_files):
    return play_studies(study_files)


@pytest.fixture(scope="session")
def page(studies, tmp_path_factory):
    """The report of the studies."""
    return write_report(studies, tmp_path_factory.mktemp("page"))


@pytest.fixture(scope="session")
def rolled_page(study_files, tmp_path_factory):
    """The same for two of the studies, all dice rolled."""
    folder = tmp_path_factory.mktemp("rolled")
    files = []
    for file in (study_files[3], study_files[2]):
        text = file.read_text(encoding="utf-8").replace("[sweep]", '[run]\nmethod = "sample"\n[sweep]')
        files.append(folder / file.name)
        files[-1].write_text(text, encoding="utf-8")
    return write_report(files, folder / "page", seed=3, trials=4000, threads=1)
