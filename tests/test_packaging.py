"""The package travels: what is built, installed and run far from the source tree is what the source tree says."""

import csv
import io
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT / "data"
SCENARIOS = DATA / "scenarios"
SYSTEMS = sorted(folder.name for folder in DATA.iterdir() if folder.is_dir() and folder != SCENARIOS)
JUNK = re.compile(r"__pycache__|\.py[cod]$|(^|/)\.[^/]+$|\.swp$")
# One worker builds and installs once for every test of this file.
pytestmark = pytest.mark.xdist_group("packaging")


def files_below(folder):
    """Paths relative to `folder` of the files that are meant to travel."""
    paths = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return {path for path in paths if not JUNK.search(path)}


def shell(words, folder):
    """Standard output of a command that must succeed, run in `folder` with no way back to the source tree."""
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "SIMLAB_DATA")}
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, f"{words}: exit code {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def command_in(folder):
    """The `simlab` command that stands in a folder of executables."""
    found = shutil.which("simlab", path=str(folder))
    assert found, f"no simlab command in {folder}"
    return found


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """Folder with the source archive and the wheel, the wheel built from the archive as for a release."""
    folder = tmp_path_factory.mktemp("dist")
    shell([sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)], folder)
    return folder


@pytest.fixture(scope="session")
def wheel(built):
    (path,) = built.glob("*.whl")
    return path


@pytest.fixture(scope="session")
def installed(wheel, tmp_path_factory):
    """Folder of executables of an environment that holds the wheel and, borrowed, what it depends on."""
    home = tmp_path_factory.mktemp("installed") / "environment"
    venv.create(home, with_pip=False)
    paths = sysconfig.get_paths(scheme="venv", vars={"base": str(home), "platbase": str(home)})
    python = shutil.which("python", path=paths["scripts"])
    shell(
        [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-index", "--no-deps", str(wheel)],
        home,
    )
    # A path file adds the folder behind the environment's own and does not follow the editable install found there.
    borrowed = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    Path(paths["purelib"], "borrowed.pth").write_text("\n".join(sorted(borrowed)) + "\n", encoding="utf-8")
    return Path(paths["scripts"])


@pytest.fixture
def elsewhere(tmp_path):
    """An empty folder outside the source tree."""
    assert ROOT not in tmp_path.parents
    return tmp_path


def test_wheel_holds_package_and_data_and_nothing_else(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    inside = {name for name in names if ".dist-info/" not in name}
    code = {f"simlab/{path}" for path in files_below(ROOT / "simlab")}
    data = {f"simlab/_data/{path}" for path in files_below(DATA)}
    assert data, "no data in the source tree"
    assert inside == code | data


def test_source_archive_can_be_built_and_tested(built):
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {f"{folder}/{file}" for folder in ("simlab", "data", "tests") for file in files_below(ROOT / folder)}
    assert wanted | {"README.md", "Makefile", "pyproject.toml", "requirements.txt"} <= names


def test_installed_package_is_not_the_source_tree(installed, elsewhere):
    python = shutil.which("python", path=str(installed))
    where = Path(shell([python, "-c", "import simlab; print(simlab.__file__)"], elsewhere).strip())
    assert installed.parent in where.parents
    assert ROOT not in where.parents


@pytest.mark.parametrize("system", SYSTEMS)
def test_units_are_those_of_the_source_tree(system, installed, elsewhere):
    words = ["units", system, "--format", "csv"]
    listed = shell([command_in(installed), *words], elsewhere)
    assert len(list(csv.DictReader(io.StringIO(listed)))) > 0
    assert listed == shell([command_in(Path(sys.executable).parent), *words], ROOT)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_shipped_scenario_of_each_system_runs(system, wheel, installed, elsewhere):
    shipped = sorted(
        name
        for name in zipfile.ZipFile(wheel).namelist()
        if name.startswith(f"simlab/_data/scenarios/{system}/") and name.endswith(".toml")
    )
    assert shipped, f"no scenario of {system} in the wheel"
    scenario = elsewhere / "scenario.toml"
    scenario.write_bytes(zipfile.ZipFile(wheel).read(shipped[0]))
    words = ["run", scenario.name, "--method", "sample", "--trials", "2000", "--seed", "1", "--format", "csv"]
    outcomes = list(csv.DictReader(io.StringIO(shell([command_in(installed), *words], elsewhere))))
    assert outcomes
    assert {outcome["system"] for outcome in outcomes} == {system}


def test_every_dependency_is_pinned_within_its_bounds():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    pins = {}
    for line in lines:
        if line and not line.startswith("#"):
            pin = Requirement(line)
            (exact,) = pin.specifier
            assert exact.operator == "==", f"not an exact version: {line}"
            assert pin.name not in pins, f"pinned twice: {line}"
            pins[pin.name] = exact.version
    extras = [word for words in project["optional-dependencies"].values() for word in words]
    wanted = [Requirement(word) for word in project["dependencies"] + extras]
    for need in wanted:
        if need.name != project["name"]:
            assert need.specifier.contains(pins[need.name]), f"{need} is not met by {need.name}=={pins[need.name]}"
