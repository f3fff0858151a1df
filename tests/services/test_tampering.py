"""`check_books` finds whatever somebody changed past the guards, names it, and exits with 1."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import F

from accounts import guards
from accounts.models import NO_HASH, Account, Book, JournalEntry, Posting
from games.books import seat_code
from games.models import Entry, EntryRevision, Game, GameRevision, GameSession, Payment, Settlement, SettlementLine
from games.services.settling import take_back
from games.services.tables import OpenedTable
from tests.services.tables import caller, game_of, key, opened, paid, play, settled, worked

pytestmark = [pytest.mark.django_db, pytest.mark.tampers]


@pytest.fixture
def table() -> OpenedTable:
    """Y01 played, settled and partly paid, with its guards taken down."""
    game = worked("Y01")
    table = opened(game)
    play(table, game)
    lines = settled(table)
    take_back(caller(table), paid(table, lines[0]), key=key())
    paid(table, lines[1], 1)
    assert said() == (0, "The books are in order.\n")
    connection.check_constraints()
    guards.remove(connection)
    return table


def said() -> tuple[int, str]:
    """Exit code and output of ``manage.py check_books``."""
    out = StringIO()
    try:
        call_command("check_books", stdout=out)
    except CommandError as error:
        return error.returncode, out.getvalue()
    return 0, out.getvalue()


def entry(table: OpenedTable, rank: int) -> Entry:
    return Entry.objects.get(game=game_of(table), rank=rank)


def changed(row: Entry | Game | EntryRevision | GameRevision | Settlement, name: str, change: dict[str, Any]) -> None:
    """Change fields of a JSON column, as an SQL prompt would."""
    value = {**getattr(row, name), **change}
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE {row._meta.db_table} SET {name} = %s WHERE id = %s",
            [json.dumps(value), row._meta.pk.get_db_prep_value(row.pk, connection)],
        )


def an_amount(table: OpenedTable) -> None:
    Posting.objects.filter(journal_entry__book=game_of(table).book, amount__gt=0).update(amount=F("amount") + 1)


def a_whole_journal_entry(table: OpenedTable) -> None:
    postings = Posting.objects.filter(journal_entry__subject=f"entry:{entry(table, 3).pk}")
    postings.update(amount=F("amount") * 2)


def a_fact(table: OpenedTable) -> None:
    revision = EntryRevision.objects.get(entry=entry(table, 1))
    changed(revision, "facts", {"deal": {**(revision.facts or {})["deal"], "card": "0"}})


def a_fact_in_both_places(table: OpenedTable) -> None:
    a_fact(table)
    Entry.objects.filter(pk=entry(table, 1).pk).update(facts=EntryRevision.objects.get(entry=entry(table, 1)).facts)


def nonsense_for_a_fact(table: OpenedTable) -> None:
    EntryRevision.objects.filter(entry=entry(table, 3)).update(facts={"deal": {"trikcs": 7}})


def an_outcome(table: OpenedTable) -> None:
    changed(entry(table, 3), "outcome", {"left": 7})


def a_state(table: OpenedTable) -> None:
    changed(game_of(table), "state", {"table": 1})


def a_rank(table: OpenedTable) -> None:
    Entry.objects.filter(pk=entry(table, 3).pk).update(rank=99)


def the_order(table: OpenedTable) -> None:
    Entry.objects.filter(pk=entry(table, 5).pk).update(position=0)


def a_count(table: OpenedTable) -> None:
    Game.objects.filter(pk=game_of(table).pk).update(deals_count=F("deals_count") + 1)


def a_note(table: OpenedTable) -> None:
    Entry.objects.filter(pk=entry(table, 3).pk).update(note="paid double")


def the_rules(table: OpenedTable) -> None:
    changed(game_of(table), "rules", {"stake": 30})


def the_rules_in_both_places(table: OpenedTable) -> None:
    changed(game_of(table), "rules", {"stake": 30})
    changed(GameRevision.objects.get(game=game_of(table)), "rules", {"stake": 30})


def the_opening(table: OpenedTable) -> None:
    changed(game_of(table), "opening", {"pool": "much"})


def a_revision_gone(table: OpenedTable) -> None:
    EntryRevision.objects.filter(entry=entry(table, 3)).delete()


def an_entry_struck_out_by_hand(table: OpenedTable) -> None:
    Entry.objects.filter(pk=entry(table, 9).pk).update(rank=None)


def two_balances(table: OpenedTable) -> None:
    book = game_of(table).book
    Account.objects.filter(book=book, code=seat_code(0)).update(balance=F("balance") + 5)
    Account.objects.filter(book=book, code=seat_code(1)).update(balance=F("balance") - 5)


def the_chain(table: OpenedTable) -> None:
    JournalEntry.objects.filter(book=game_of(table).book, number=2).update(previous_hash=NO_HASH)


def a_hash(table: OpenedTable) -> None:
    JournalEntry.objects.filter(book=game_of(table).book, number=2).update(hash="f" * 64)


def the_end_of_the_chain(table: OpenedTable) -> None:
    last = JournalEntry.objects.filter(book=game_of(table).book).order_by("number").reverse()[0]
    Posting.objects.filter(journal_entry=last).delete()
    JournalEntry.objects.filter(pk=last.pk).delete()


def the_head(table: OpenedTable) -> None:
    Book.objects.filter(pk=game_of(table).book.pk).update(head_hash="0" * 63 + "1")


def a_payment(table: OpenedTable) -> None:
    Payment.objects.filter(takes_back=None, taken_back_by=None).update(amount=F("amount") + 1)


def a_payment_taken_back(table: OpenedTable) -> None:
    Payment.objects.exclude(takes_back=None).update(amount=1_000)


def a_payment_gone(table: OpenedTable) -> None:
    Payment.objects.filter(takes_back=None, taken_back_by=None).delete()


def a_payment_moved_to_another_line(table: OpenedTable) -> None:
    other = SettlementLine.objects.order_by("-number").first()
    Payment.objects.filter(takes_back=None, taken_back_by=None).update(line=other)


def what_a_line_asks_for(table: OpenedTable) -> None:
    SettlementLine.objects.filter(number=1).update(amount=F("amount") + 1)


def who_is_asked(table: OpenedTable) -> None:
    line = SettlementLine.objects.filter(number=3).get()
    SettlementLine.objects.filter(pk=line.pk).update(debtor=line.creditor, creditor=line.debtor)


def a_result_of_the_settlement(table: OpenedTable) -> None:
    version = Settlement.objects.get()
    results = dict(version.summary["results"])
    results[0], results[4] = results[0] + 1, results[4] - 1
    changed(version, "summary", {"results": sorted(results.items())})


def that_it_is_settled(table: OpenedTable) -> None:
    GameSession.objects.filter(pk=table.session.pk).update(settled=False)


def how_often_it_was_settled(table: OpenedTable) -> None:
    GameSession.objects.filter(pk=table.session.pk).update(settlements=2)


def who_sat_where(table: OpenedTable) -> None:
    seats = list(game_of(table).seats.order_by("number"))
    seats[0].participant, seats[4].participant = seats[4].participant, seats[0].participant
    seats[0].save()
    seats[4].save()


NAMED: dict[Callable[[OpenedTable], None], str] = {
    an_amount: "sums to",
    a_whole_journal_entry: "journal entry 2 is not as it was booked",
    a_fact: "entry 1: the stored facts",
    a_fact_in_both_places: "entry 1: the stored outcome",
    nonsense_for_a_fact: "entry 3 cannot be replayed",
    an_outcome: "entry 3: the stored outcome",
    a_state: "the game: the stored state",
    a_rank: "entry 3: the stored rank is 99",
    the_order: "entry 1: the stored rank is 5",
    a_count: "the game: the stored deals_count",
    a_note: "entry 3: the stored note",
    the_rules: "are not those of its newest revision",
    the_rules_in_both_places: "entry 1: the stored outcome",
    the_opening: "the game cannot be replayed",
    a_revision_gone: "the newest revision of an entry is not number 1",
    an_entry_struck_out_by_hand: "the stored rank is None",
    two_balances: "the balance of seat:0",
    the_chain: "journal entry 2 does not carry the hash",
    a_hash: "journal entry 2 is not as it was booked",
    the_end_of_the_chain: "missing at the end",
    the_head: "the head of the book is not the hash",
    a_payment: "its journal entry something else",
    a_payment_taken_back: "takes back 1000 of a payment of",
    a_payment_gone: "is booked as",
    a_payment_moved_to_another_line: "its journal entry something else",
    what_a_line_asks_for: "does not clear what it says was open",
    who_is_asked: "does not clear what it says was open",
    a_result_of_the_settlement: "version 1 of the settlement",
    that_it_is_settled: "is booked as",
    how_often_it_was_settled: "2 versions of the settlement were made, there are 1",
    who_sat_where: "is booked as",
}


@pytest.mark.parametrize("tamper", NAMED, ids=lambda tamper: tamper.__name__)
def test_it_is_found_and_named(table: OpenedTable, tamper: Callable[[OpenedTable], None]) -> None:
    tamper(table)

    code, output = said()

    assert code == 1
    assert NAMED[tamper] in output, output
