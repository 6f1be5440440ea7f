"""Progress: a bar on a terminal, for runs that last; nothing elsewhere."""

import io

from simlab.cli import progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


def watch(monkeypatch, stream, quiet=False, patience=0.0):
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr(progress, "PATIENCE", patience)
    with progress.Watcher(quiet) as watcher:
        watcher.progress(40, 100)
        watcher.note("a remark")
        watcher.progress(100, 100)
    return stream.getvalue()


def test_a_bar_with_the_time_left_on_a_terminal(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    shown = watch(monkeypatch, Terminal())
    assert "100/100" in shown
    assert "0:00:00" in shown
    assert "simlab: a remark" in shown


def test_short_runs_show_no_bar(monkeypatch):
    assert watch(monkeypatch, Terminal(), patience=60.0) == "simlab: a remark\n"


def test_no_bar_in_a_file_and_nothing_at_all_when_quiet(monkeypatch):
    assert watch(monkeypatch, io.StringIO()) == "simlab: a remark\n"
    assert watch(monkeypatch, Terminal(), quiet=True) == ""
