"""Two variables choose the engines; nothing else changes."""

import os
from pathlib import Path

import pytest

from tests.server.test_serve import address, one, serving, status
from tests.support.processes import wait_for


@pytest.mark.postgresql
def test_two_variables_choose_the_engines(committed_db: str, tmp_path: Path) -> None:
    redis = os.environ["TEST_REDIS_URL"]
    with serving(tmp_path, DATABASE_URL=committed_db, REDIS_URL=redis) as process:
        assert status(address(process) + "readyz") == 200
        wait_for(lambda: one(tmp_path, " worker ") is not None, 10, process)
        assert not (tmp_path / "data" / "loo.sqlite3").exists()
        assert not (tmp_path / "data" / "broker").exists()
