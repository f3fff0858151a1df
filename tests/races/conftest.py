"""A table on a real server with two workers, and client processes that wait to be released."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connection
from pytest_django import Settings

from games.rules.ruleset import RuleSet
from games.services.tables import OpenedTable, TableSpec, open_table
from tests.conftest import StartServer
from tests.races.clients import Crew, Phone, crew
from tests.services.tables import key

RAISED = {"deals_per_device_minute": 100_000, "deals_per_game_minute": 100_000}
"""Limits that people at a table never reach, but a race does."""

RULES = RuleSet.of("peel", stake=3, loo_amount=6, single_loo=3, first_deal="declare", single_play="declare")
"""Every deal is played for tricks, so that one and the same taps are a deal whenever they come."""


@pytest.fixture
def clients(start_server: StartServer, settings: Settings) -> Iterator[Crew]:
    """Client processes for a server with two workers and raised limits; the test itself has the same limits."""
    settings.LOO_LIMITS = {**settings.LOO_LIMITS, **RAISED}
    given = {f"LOO_LIMIT_{name.upper()}": str(limit) for name, limit in RAISED.items()}
    server = start_server(workers=2, SECRET_KEY=settings.SECRET_KEY, **given)
    print(f"{connection.vendor}, 2 workers, limits raised: {RAISED}")
    with crew(server.host, server.port) as found:
        yield found


@pytest.fixture
def table(clients: Crew) -> OpenedTable:
    """A table of five, before its first deal."""
    return open_table(TableSpec(tuple("ABCDE"), RULES), key=key())


@pytest.fixture
def phones(clients: Crew) -> Iterator[list[Phone]]:
    """Two phones that have been shown a page before."""
    found = [Phone(clients.host, clients.port) for _ in range(2)]
    for phone in found:
        phone.get("/")
    yield found
    for phone in found:
        phone.close()
