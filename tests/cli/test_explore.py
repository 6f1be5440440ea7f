"""`simlab explore`: what it says, how it ends, and that it is light until somebody wants it."""

import os
import signal
import socket
import subprocess
import sys
import urllib.request

import pytest
from explorer.served import explorer

from simlab.cli import main


def test_it_says_its_address_answers_there_and_ends_with_ctrl_c():
    with explorer("gun_ranges") as (address, process):
        assert address.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(address, timeout=60) as page:
            assert "simlab explorer" in page.read().decode()
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0, "Ctrl-C is how it ends"
        assert "Traceback" not in process.stderr.read()


def test_it_listens_at_this_machine_alone():
    with explorer() as (address, _):
        port = int(address.rsplit(":", 1)[1].strip("/"))
        others = {found[4][0] for found in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
        for other in others - {"127.0.0.1", "127.0.1.1"}:
            with socket.socket() as line:
                line.settimeout(2)
                assert line.connect_ex((other, port)) != 0


def test_a_port_that_is_taken_is_said_in_one_line(capsys):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["explore", "--no-browser", "--port", str(port)]) == 2
    line = capsys.readouterr().err
    assert line.startswith(f"simlab: --host 127.0.0.1 --port {port}: nobody can listen there (")
    assert line.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["no_such_scenario_at_all"], "no_such_scenario_at_all"),
        (["shot_zsu_tornado", "--set", "firer.unit=zsu"], 'firer.unit: no unit "zsu"'),
    ],
)
def test_a_scenario_that_is_wrong_is_said_before_anything_is_served(words, said, capsys):
    assert main(["explore", "--no-browser", *words]) == 2
    line = capsys.readouterr().err
    assert said in line
    assert line.count("\n") == 1


def test_without_the_library_it_says_how_to_install_it(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "panel", None)
    assert main(["explore"]) == 2
    assert capsys.readouterr().err == (
        'simlab: the explorer needs the library Panel; install it with: pip install "simlab[explore]"\n'
    )


def test_the_command_line_and_the_package_do_not_load_it():
    script = (
        "import sys, simlab; from simlab.cli import main; main(['explore', '--help']); "
        "assert simlab.explore; sys.exit(any(name in sys.modules for name in ('panel', 'bokeh', 'numba', 'pandas')))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=os.environ, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "--no-browser" in done.stdout
