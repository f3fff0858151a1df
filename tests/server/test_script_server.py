"""`script/server` on a fresh clone: it brings everything itself, and says plainly what is missing."""

import shutil
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support import processes
from tests.support.processes import Process, wait_for

pytestmark = pytest.mark.sqlite  # the database that it makes itself, whatever the run is on
TOOLS = ("sh", "dirname", "cmp", "cp", "rm", "env")
PRODUCT = ("manage.py", "requirements.txt", "script", "loo_ledger", "accounts", "clubs", "games")


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """The files that make the product, as a fresh clone has them: no environment, no data."""
    folder = tmp_path / "clone"
    folder.mkdir()
    for name in PRODUCT:
        source = processes.ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(source, folder / name)
    return folder


@contextmanager
def started(clone: Path, number: int) -> Iterator[Process]:
    env = processes.environment("", clone / "data", HOST="127.0.0.1", PORT="0")
    log = clone / f"start-{number}.log"
    with processes.running([str(clone / "script" / "server")], env, log) as process:
        wait_for(lambda: "Ctrl-C stops it" in process.said() or process.popen.poll() is not None, 240, process)
        assert process.popen.poll() is None, process.said()
        yield process


def test_a_fresh_clone_starts_and_starts_again_within_five_seconds(clone: Path) -> None:
    with started(clone, 1) as process:
        assert "Installing the packages of requirements.txt" in process.said()
        assert "http://127.0.0.1:" in process.said()
    assert processes.alive(clone / "data") == {}
    start = time.monotonic()
    with started(clone, 2) as process:
        assert time.monotonic() - start < 5
        assert "Installing" not in process.said()


def fake_python(folder: Path, version: str, refuses: str) -> None:
    """A python3 that calls itself `version`, and fails for a command that contains `refuses`."""
    program = folder / "python3"
    program.write_text(
        "#!/bin/sh\n"
        f'[ "$1" = --version ] && {{ echo "Python {version}"; exit; }}\n'
        f'case "$*" in *"{refuses}"*) exit 1;; esac\n'
        f'exec {sys.executable} "$@"\n'
    )
    program.chmod(program.stat().st_mode | stat.S_IXUSR)


def run_with_tools(clone: Path, folder: Path, **changes: str) -> subprocess.CompletedProcess[str]:
    """script/server where the path has the usual small tools and what `folder` has, and no other Python."""
    for tool in TOOLS:
        found = shutil.which(tool)
        assert found, tool
        if not (folder / tool).exists():
            (folder / tool).symlink_to(found)
    env = {"PATH": str(folder), "HOME": str(folder), "LOO_DATA": str(clone / "data"), "PORT": "0", **changes}
    command = [str(clone / "script" / "server")]
    return subprocess.run(command, env=env, capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """An empty folder for programs."""
    folder = tmp_path / "tools"
    folder.mkdir()
    return folder


def test_without_python_it_says_so(clone: Path, tools: Path) -> None:
    refused = run_with_tools(clone, tools)
    assert refused.returncode == 1
    assert "needs Python 3.11 or newer; here is no Python at all" in refused.stderr
    assert "apt install python3" in refused.stderr


def test_an_old_python_is_named(clone: Path, tools: Path) -> None:
    fake_python(tools, "3.9.2", "version_info")
    refused = run_with_tools(clone, tools)
    assert refused.returncode == 1
    assert "needs Python 3.11 or newer; here is Python 3.9.2" in refused.stderr


def test_a_missing_venv_module_is_named(clone: Path, tools: Path) -> None:
    fake_python(tools, "3.11.2", "import venv")
    refused = run_with_tools(clone, tools)
    assert refused.returncode == 1
    assert "its venv module is missing" in refused.stderr
    assert "apt install python3-venv" in refused.stderr


def test_without_a_network_it_says_so_and_tries_again_next_time(clone: Path, tools: Path) -> None:
    fake_python(tools, "3.11.2", "nothing at all")
    nowhere = {"PIP_INDEX_URL": f"http://127.0.0.1:{processes.free_port()}/", "PIP_RETRIES": "0"}
    for _ in range(2):
        refused = run_with_tools(clone, tools, **nowhere)
        assert refused.returncode == 1
        assert "could not be installed" in refused.stderr
        assert "needs the network" in refused.stderr


def test_the_lock_files_name_no_index_and_hash_everything() -> None:
    for name in ("requirements.txt", "requirements-dev.txt"):
        text = (processes.ROOT / name).read_text("ascii")
        assert "://" not in text
        assert "--index-url" not in text
        pinned = [line for line in text.splitlines() if line and not line.startswith((" ", "#"))]
        assert all("==" in line and line.endswith("\\") for line in pinned), name
        assert text.count("--hash=sha256:") >= len(pinned)
