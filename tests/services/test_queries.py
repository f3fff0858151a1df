"""How many queries a deal takes: the same at the first deal and at the two hundredth."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from games.access import find_link
from games.rules import facts
from games.services.commands import Caller
from games.services.recording import record
from games.services.tables import OpenedTable, TableSpec, open_table
from tests.services.tables import game_of, key, worked

pytestmark = pytest.mark.django_db

CONTROL = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK")
MOST = 16
"""Reads and writes of one whole request: from the secret in its address to the answer that is kept."""


def queries_of_one_deal(table: OpenedTable) -> list[str]:
    state = game_of(table).deals_count
    deal = facts.Deal(facts.Card(0), kind="single")
    with CaptureQueriesContext(
        connection,
    ) as captured:
        link = find_link(table.links["host"])
        assert link is not None
        record(Caller(link, "phone-00000001"), deal, key=key(), expected_deal_number=state + 1)
    return [query["sql"] for query in captured if not query["sql"].startswith(CONTROL)]


def test_a_deal_takes_as_many_queries_at_the_two_hundredth_as_at_the_first(settings: Settings) -> None:
    settings.LOO_LIMITS = {
        **settings.LOO_LIMITS,
        "deals_per_device_minute": 1_000,
        "deals_per_game_minute": 1_000,
    }
    table = open_table(TableSpec(tuple("ABCDEF"), worked("X20").rules), key=key())
    counts = [len(queries_of_one_deal(table)) for _ in range(200)]
    print(f"queries of one deal: {counts[0]} at the first, {counts[-1]} at the two hundredth")
    assert len(set(counts)) == 1
    assert counts[0] <= MOST, "\n".join(queries_of_one_deal(table))
