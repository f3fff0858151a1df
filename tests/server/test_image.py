"""The image's own steps and its containers' commands, run on this machine: on PostgreSQL and Redis, as composed."""

import os
import re
import subprocess
import urllib.request
from pathlib import Path

import pytest

from tests.support import processes
from tests.support.processes import running, wait_for

ROOT = processes.ROOT
RUN = str(ROOT / "docker" / "run")


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the image's environment says, after its steps ran here (its fonts are installed by script/test)."""
    folder = tmp_path_factory.mktemp("image")
    places = {"LOO_VENV": str(folder / "venv"), "LOO_STATIC": str(folder / "static")}
    command = [str(ROOT / "docker" / "build"), "packages", "static"]
    subprocess.run(command, env=processes.environment("", folder / "data", **places), check=True, timeout=300)
    return places


def healthy(role: str, env: dict[str, str]) -> bool:
    return (
        subprocess.run([RUN, f"healthy-{role}"], env=env, capture_output=True, timeout=60, check=False).returncode == 0
    )


@pytest.mark.postgresql
def test_the_containers_commands_serve_on_postgresql_and_redis(
    image: dict[str, str], committed_db: str, tmp_path: Path
) -> None:
    changes = {**image, "REDIS_URL": os.environ["TEST_REDIS_URL"], "PORT": str(processes.free_port())}
    env = processes.environment(committed_db, tmp_path / "data", **changes)
    subprocess.run([RUN, "migrate"], env=env, check=True, capture_output=True, timeout=60)
    assert not healthy("web", env)
    with (
        running([RUN, "web"], env, tmp_path / "web.log") as web,
        running([RUN, "worker"], env, tmp_path / "worker.log") as worker,
        running([RUN, "beat"], env, tmp_path / "beat.log") as beat,
    ):
        wait_for(lambda: healthy("web", env), 30, web)
        wait_for(lambda: healthy("worker", env), 40, worker)
        assert beat.popen.poll() is None, beat.said()
        workers = [line for line in processes.alive(tmp_path / "data").values() if "gunicorn" in line]
        assert len(workers) == 3  # the parent and its two
        with urllib.request.urlopen(f"http://127.0.0.1:{env['PORT']}/", timeout=10) as answer:
            styles = re.findall(r'href="(/static/[^"]+\.[0-9a-f]{12}\.css)"', answer.read().decode())
        assert styles
        with urllib.request.urlopen(f"http://127.0.0.1:{env['PORT']}{styles[0]}", timeout=10) as answer:
            assert answer.status == 200
    assert processes.alive(tmp_path / "data") == {}


def test_every_step_of_the_dockerfile_is_one_that_runs_here() -> None:
    steps = re.findall(r"^RUN (.*)$", (ROOT / "Dockerfile").read_text("ascii"), re.MULTILINE)
    assert steps == ["docker/build system", "docker/build packages", "docker/build static"]


def test_every_container_runs_a_command_that_is_tried_here() -> None:
    composed = (ROOT / "docker-compose.yml").read_text("ascii")
    assert re.findall(r"command: \[(\w+)\]", composed) == ["migrate", "web", "worker", "beat"]
    assert re.findall(r"docker/run, ([\w-]+)\]", composed) == ["healthy-web", "healthy-worker"]
    assert "\nUSER loo\n" in (ROOT / "Dockerfile").read_text("ascii")
