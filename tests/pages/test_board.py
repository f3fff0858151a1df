"""The board: what everybody with a link sees, and what an unchanged board costs."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.pending import Pending
from games.rules.facts import Leave, Penalty
from games.selectors import table as table_of
from games.services.recording import prepare, record, undo
from tests.pages.tables import Holder, caller, form_of, key, played, text_of

pytestmark = pytest.mark.django_db


def test_shows_the_pool_with_its_parts_the_dealer_and_who_was_looed() -> None:
    table = played("X20", entries=5)
    said = text_of(Holder.of(table, "watch").get("board/"))
    assert "Pool 9 double Deal 6 · A deals 6 left + stake 3" in said
    assert "Deal 5: D 2 tricks, A 1; E looed 6; E paid a penalty of 3 (misdeal)." in said


def test_shows_every_balance_and_what_the_last_entry_moved() -> None:
    table = played("X20", entries=5)
    said = text_of(Holder.of(table, "watch").get("board/"))
    for row in (
        "A deals balance −1 last +8",
        "B balance −15 last 0",
        "D balance +12 last +16",
        "E balance −12 last −12",
    ):
        assert row in said


def test_a_penalty_of_the_deal_in_progress_raises_the_pool_at_once() -> None:
    table = played("X20", entries=5)
    scorer = caller(table)
    pending = Pending(penalties=(Penalty(1, "misdeal", 3, "current"), Penalty(2, "revoke", 6, "next")))
    prepare(scorer, pending, key=key(), version=scorer.link.session.version)
    said = text_of(Holder.of(table, "watch").get("board/"))
    assert "Pool 12" in said
    assert "6 left + stake 3 + misdeal 3; 6 for the next pool" in said


def test_another_dealer_who_has_left_since_deals_no_more() -> None:
    table = played("X20", entries=5)
    prepare(caller(table), Pending(dealer=2), key=key(), version=caller(table).link.session.version)
    watcher = Holder.of(table, "watch")
    assert "C deals" in text_of(watcher.get("board/"))
    record(caller(table), Leave(2), key=key(), version=caller(table).link.session.version)
    assert "A deals" in text_of(watcher.get("board/"))


@pytest.mark.parametrize("act", ["dealer:99", "out:99", "allow:99", "leave:99", "back:99"])
def test_a_seat_that_is_not_at_the_table_is_refused_and_breaks_no_page(act: str) -> None:
    host = Holder.of(played("X20", entries=5))
    sheet = form_of(host.get("more/"), "dealer:1")
    refused = host.post("more/", {**sheet, "act": act, "after": "0"})
    assert refused.status_code in (409, 422) or act == "allow:99"
    assert [host.get(page).status_code for page in ("", "board/", "more/")] == [200, 200, 200]


def test_a_watcher_who_sends_a_deal_is_shown_no_entry_of_deals() -> None:
    watcher = Holder.of(played("X20", entries=5), "watch")
    for page in ("record/", "undo/"):
        answer = watcher.post(page, {"deal": "made up", "d": "6", "entry": str(uuid4()), "key": key()})
        assert answer.status_code in (403, 422)
        assert 'id="entry"' not in answer.content.decode()


def test_an_unchanged_board_is_204_for_one_read_and_is_never_kept() -> None:
    table = played("X20", entries=5)
    watcher = Holder.of(table, "watch")
    version = str(table_of(caller(table).link).version)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        answer = watcher.get("board/", version=version)
    assert (answer.status_code, answer.content) == (204, b"")
    assert len(queries) == 1
    assert "no-store" in answer["Cache-Control"]


def test_a_changed_board_sends_the_part_that_changes_with_its_new_version() -> None:
    table = played("X20", entries=5)
    watcher, scorer = Holder.of(table, "watch"), caller(table)
    before = scorer.link.session.version
    entry = table_of(scorer.link).last
    assert entry is not None
    undo(scorer, entry.id, key=key())
    answer = watcher.get("board/", version=str(before))
    assert answer.status_code == 200
    assert b"<html" not in answer.content
    assert f"version={before + 1}" in answer.content.decode()
    assert "Pool 21" in text_of(answer)


def test_speaks_in_the_units_of_the_game() -> None:
    said = text_of(Holder.of(played("X24", entries=1), "watch").get("board/"))
    assert "Balance in whites" in said
    assert "r" in said.split("Pool ")[1].split()[0]


def test_says_in_words_who_played_for_the_pool_what_a_fault_was_and_that_all_but_one_were_looed() -> None:
    whole = text_of(Holder.of(played("X20"), "host").get("deals/"))
    assert "A played for the pool, in which 3 stayed; nobody looed." in whole
    assert "D paid a penalty of 3 (looked early)" in whole
    assert "the other 4 looed 3 each" in whole
    assert "looked-early" not in whole


def test_a_finished_game_leads_to_who_pays_whom() -> None:
    table = played("X20")
    page = Holder.of(table, "watch").get("board/")
    assert "Finished after 10 deals Who pays whom" in text_of(page)


def test_no_link_shows_more_than_its_own_secret() -> None:
    table = played("X20", entries=5)
    page = Holder.of(table, "watch").get("board/").content.decode()
    assert table.links["host"] not in page
    assert table.links["scorer"] not in page
