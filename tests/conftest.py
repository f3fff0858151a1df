"""Fixtures that every room's tests share.

`db` (pytest-django) is for what may be rolled back. `committed_db` is a database of the test's own with real commits:
threads and other processes see them. `server`, `start_server` and `start_celery` run our real processes there.
"""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test.utils import setup_databases, teardown_databases
from pytest_django import DjangoDbBlocker

from tests.support import databases, processes


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None, django_db_blocker: DjangoDbBlocker, django_db_modify_db_settings: None
) -> Iterator[None]:
    """The migrated test database, also where only `committed_db` asks for one (pytest-django would then make none)."""
    with django_db_blocker.unblock():
        made = setup_databases(verbosity=0, interactive=False, serialized_aliases=set())
    yield
    with django_db_blocker.unblock():
        teardown_databases(made, verbosity=0)


@pytest.fixture
def committed_db(django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path: Path) -> Iterator[str]:
    """A fresh, migrated and guarded database of this test alone, to which Django connects. Gives its DATABASE_URL."""
    with django_db_blocker.unblock(), databases.fresh_copy(tmp_path) as url:
        yield url


@pytest.fixture(autouse=True)
def books_balance(request: pytest.FixtureRequest) -> Iterator[None]:
    """After every test that touched the books they are checked from the facts up, unless it is marked `tampers`."""
    names = {"db", "committed_db"} & set(request.fixturenames)
    marked = request.node.get_closest_marker("django_db") is not None
    if not names and not marked:
        yield
        return
    # Asked for here, so that it is still there when the check runs.
    request.getfixturevalue("committed_db" if "committed_db" in names else "db")
    yield
    if request.node.get_closest_marker("tampers") is None:
        _check_books()


def _check_books() -> None:
    from accounts.models import JournalEntry

    if JournalEntry.objects.exists():
        call_command("check_books", verbosity=0)


@pytest.fixture(scope="session")
def static_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Static files under their hashed names, collected once, as the real server needs them."""
    folder = tmp_path_factory.mktemp("static")
    env = processes.environment("sqlite:///:memory:", tmp_path_factory.mktemp("data"), LOO_STATIC=str(folder))
    command = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0"]
    subprocess.run(command, cwd=processes.ROOT, env=env, check=True)
    return folder


StartServer = Callable[..., processes.Server]
StartCelery = Callable[..., processes.Process]


@pytest.fixture
def start_server(committed_db: str, static_root: Path, tmp_path: Path) -> Iterator[StartServer]:
    """Starts gunicorn on this test's database: `start_server(workers=2, LOO_LIMIT_DEALS_PER_DEVICE_MINUTE="1000")`."""
    with ExitStack() as stack:

        def start(workers: int = 2, **changes: str) -> processes.Server:
            env = processes.environment(committed_db, tmp_path / "data", LOO_STATIC=str(static_root), **changes)
            return stack.enter_context(processes.web_server(env, tmp_path, workers))

        yield start


@pytest.fixture
def server(start_server: StartServer) -> processes.Server:
    """gunicorn with two workers and the default limits on this test's database."""
    return start_server()


@pytest.fixture
def start_celery(committed_db: str, tmp_path: Path) -> Iterator[StartCelery]:
    """Starts a real worker or beat on this test's database: `start_celery("beat", REDIS_URL=...)`.

    Without REDIS_URL the broker is the one that needs no server, shared with `start_server` of the same test.
    """
    with ExitStack() as stack:

        def start(role: str = "worker", **changes: str) -> processes.Process:
            env = processes.environment(committed_db, tmp_path / "data", **changes)
            running: AbstractContextManager[processes.Process] = processes.celery(env, tmp_path, role)
            return stack.enter_context(running)

        yield start


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out (not skip: a skip fails the run) what is promised on the other database only."""
    from django.conf import settings

    here = "postgresql" if "postgresql" in settings.DATABASES["default"]["ENGINE"] else "sqlite"
    other = {"postgresql": "sqlite", "sqlite": "postgresql"}[here]
    left_out = [item for item in items if item.get_closest_marker(other)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker(other)]
