"""The journal books what balances, in order, and refuses the rest with a sentence and without a trace."""

import hashlib
import json
import uuid
from datetime import UTC, datetime

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts import journal, submissions
from accounts.models import AMOUNT_LIMIT, BALANCE_LIMIT, NO_HASH, Account, Book, JournalEntry, Posting


def test_a_new_book_has_its_accounts_in_order_and_nothing_booked(book: Book) -> None:
    assert journal.balances(book) == {"table": 0, "seat:0": 0, "seat:1": 0}
    assert list(journal.balances(book)) == ["table", "seat:0", "seat:1"]
    assert journal.Head(0, NO_HASH) == journal.head(book)
    assert journal.history(book) == []


def test_a_booking_moves_balances_and_the_head(book: Book) -> None:
    first = journal.post(book, {"table": 3, "seat:0": -3, "seat:1": 0}, subject="entry:1", what="deal")
    second = journal.post(book, {"table": -3, "seat:1": 3}, subject="entry:2", what="deal")

    assert journal.balances(book) == {"table": 0, "seat:0": -3, "seat:1": 3}
    assert (first.number, second.number) == (1, 2)
    assert (NO_HASH, first.hash) == (first.previous_hash, second.previous_hash)
    assert journal.Head(2, second.hash) == journal.head(book)
    assert journal.amounts(first) == {"table": 3, "seat:0": -3}


def test_what_is_booked_for_a_subject_is_the_sum_of_its_journal_entries(book: Book) -> None:
    journal.post(book, {"table": 3, "seat:0": -3}, subject="entry:1", what="deal")
    journal.post(book, {"table": 5, "seat:1": -5}, subject="entry:2", what="deal")
    journal.post(book, {"seat:1": -3, "seat:0": 3}, subject="entry:1", what="correction")

    assert journal.booked(book, "entry:1") == {"table": 3, "seat:1": -3}
    assert journal.booked(book, "entry:3") == {}
    assert journal.booked_for(book, ["entry:1", "entry:2", "entry:3"]) == {
        "entry:1": {"table": 3, "seat:1": -3},
        "entry:2": {"table": 5, "seat:1": -5},
    }


def test_more_subjects_than_one_query_takes_are_all_found(book: Book) -> None:
    subjects = [f"entry:{number}" for number in range(journal.IN_ONE_QUERY * 2 + 1)]
    journal.post_all(book, [journal.Line(subject, "deal", {"table": 1, "seat:0": -1}) for subject in subjects])

    assert set(subjects) == set(journal.booked_for(book, subjects))
    assert len(subjects) == journal.balances(book)["table"]


def test_another_book_with_the_same_subject_is_not_mixed_in(book: Book, booked: JournalEntry) -> None:
    other = journal.open_book("counter", ["table", "seat:0"])
    journal.post(other, {"table": 8, "seat:0": -8}, subject=booked.subject, what="deal")

    assert journal.booked(book, booked.subject) == {"table": 3, "seat:0": -3}
    assert journal.head(other).number == 1


def test_several_lines_are_booked_as_they_would_be_one_by_one(book: Book) -> None:
    entries = journal.post_all(
        book,
        [
            journal.Line("entry:1", "deal", {"table": 3, "seat:0": -3}),
            journal.Line("entry:2", "deal", {"seat:1": 3, "table": -3}),
            journal.Line("entry:1", "deal", {"seat:1": -2, "seat:0": 2}),
        ],
    )

    assert [entry.number for entry in entries] == [1, 2, 3]
    assert [entry.hash for entry in entries] == [entry.hash for entry in journal.history(book)]
    assert journal.balances(book) == {"table": 0, "seat:0": -1, "seat:1": 1}
    assert journal.post_all(book, []) == []


def test_history_is_read_from_a_number_on(book: Book) -> None:
    journal.post_all(book, [journal.Line(f"entry:{n}", "deal", {"table": n, "seat:0": -n}) for n in range(1, 8)])

    assert [entry.number for entry in journal.history(book, after=2, limit=3)] == [3, 4, 5]
    assert journal.amounts(journal.history(book, after=5)[0]) == {"table": 6, "seat:0": -6}


def test_one_booking_takes_six_queries_and_ninety_take_no_more(book: Book) -> None:
    for lines in (1, 90):
        with CaptureQueriesContext(connection) as queries:
            journal.post_all(book, [journal.Line("entry:1", "deal", {"table": 3, "seat:0": -3})] * lines)
        assert len(queries) <= 6


def test_the_hash_is_the_one_the_module_describes(book: Book) -> None:
    submission = submissions.draft(scope="s", actor="a", operation="record", key="k" * 16, content={})
    entry = journal.post(book, {"table": 3, "seat:0": -3}, subject="entry:é", what="deal", submission=submission)
    submissions.keep(submission, {})

    stored = JournalEntry.objects.get(pk=entry.pk)
    at = stored.created_at.astimezone(UTC)
    written = (
        f'{{"amounts":[["table",3],["seat:0",-3]],"at":"{at:%Y-%m-%dT%H:%M:%S.%f}Z","book":"{book.pk}",'
        f'"id":"{entry.pk}","number":1,"previous":"{"0" * 64}","subject":"entry:é",'
        f'"submission":"{submission.pk}","unit":"counter","what":"deal"}}'
    )
    assert json.loads(written)
    assert hashlib.sha256(written.encode()).hexdigest() == stored.hash


def test_a_hash_once_made_stays_the_same() -> None:
    entry = JournalEntry(
        id=uuid.UUID(int=1),
        book_id=uuid.UUID(int=2),
        number=7,
        what="deal",
        subject="entry:1",
        created_at=datetime(2024, 5, 1, 20, 15, tzinfo=UTC),
        previous_hash=NO_HASH,
    )

    expected = "ed30f0e9fc7ed907f607ca735323b703ffabd846bf2a47ff3429942f391c89d9"
    assert expected == journal.entry_hash(entry, "minor:USD", [("table", 3), ("seat:0", -3)])


@pytest.mark.parametrize(
    ("amounts", "error", "words"),
    [
        ({"table": 3, "seat:0": -2}, journal.Unbalanced, "sum to 1, not to 0"),
        ({"table": 3}, journal.Unbalanced, "sum to 3, not to 0"),
        ({}, journal.NothingToPost, "moves nothing"),
        ({"table": 0, "seat:0": 0}, journal.NothingToPost, "moves nothing"),
        ({"table": 3, "seat:9": -3}, journal.UnknownAccount, "no account 'seat:9'"),
        ({"table": 3.0, "seat:0": -3}, journal.NotAWholeNumber, "'table' is 3.0"),
        ({"table": True, "seat:0": -1}, journal.NotAWholeNumber, "'table' is True"),
        ({"table": "3", "seat:0": -3}, journal.NotAWholeNumber, "'table' is '3'"),
        ({"table": None, "seat:0": -3}, journal.NotAWholeNumber, "'table' is None"),
        ({"table": AMOUNT_LIMIT + 1, "seat:0": -AMOUNT_LIMIT - 1}, journal.OverLimit, f"at most {AMOUNT_LIMIT}"),
        ({"table": 2**63, "seat:0": -(2**63)}, journal.OverLimit, f"at most {AMOUNT_LIMIT}"),
    ],
)
def test_what_cannot_be_booked_is_refused_with_a_sentence(
    book: Book, amounts: dict[str, int], error: type[journal.JournalError], words: str
) -> None:
    with pytest.raises(error, match=words):
        journal.post(book, amounts, subject="entry:1", what="deal")

    assert not JournalEntry.objects.exists()
    assert not Posting.objects.exists()
    assert journal.Head(0, NO_HASH) == journal.head(book)


def test_one_bad_line_refuses_all_of_them(book: Book) -> None:
    lines = [journal.Line("entry:1", "deal", {"table": 3, "seat:0": -3}), journal.Line("entry:2", "deal", {"table": 1})]

    with pytest.raises(journal.Unbalanced):
        journal.post_all(book, lines)

    assert journal.balances(book) == {"table": 0, "seat:0": 0, "seat:1": 0}


@pytest.mark.parametrize("subject", ["", "x" * 65, "a\0b", "\ud800", None, 7])
def test_a_subject_that_a_database_would_refuse_or_cut_is_refused(book: Book, subject: str) -> None:
    with pytest.raises(journal.BadText, match="subject"):
        journal.post(book, {"table": 3, "seat:0": -3}, subject=subject, what="deal")


def test_the_word_for_a_booking_and_a_code_have_their_lengths_too(book: Book) -> None:
    with pytest.raises(journal.BadText, match="what"):
        journal.post(book, {"table": 3, "seat:0": -3}, subject="entry:1", what="x" * 33)
    with pytest.raises(journal.BadText, match="account code"):
        journal.open_account(book, "")
    with pytest.raises(journal.BadText, match="unit"):
        journal.open_book("")


def test_the_largest_amount_and_the_largest_balance_are_kept_exactly(book: Book) -> None:
    times = BALANCE_LIMIT // AMOUNT_LIMIT
    journal.post_all(book, [journal.Line("entry:1", "deal", {"table": AMOUNT_LIMIT, "seat:0": -AMOUNT_LIMIT})] * times)
    assert journal.balances(book) == {"table": BALANCE_LIMIT, "seat:0": -BALANCE_LIMIT, "seat:1": 0}

    with pytest.raises(journal.OverLimit, match=f"'table' would be {BALANCE_LIMIT + 1}"):
        journal.post(book, {"table": 1, "seat:1": -1}, subject="entry:2", what="deal")
    with pytest.raises(journal.OverLimit, match=f"'seat:0' would be {-BALANCE_LIMIT - 1}"):
        journal.post(book, {"seat:1": 1, "seat:0": -1}, subject="entry:2", what="deal")


def test_the_database_keeps_the_limits_too(book: Book) -> None:
    account = Account.objects.get(book=book, code="table")
    for amount in (0, AMOUNT_LIMIT + 1, -AMOUNT_LIMIT - 1):
        with pytest.raises(IntegrityError, match="accounts_posting_amount"), transaction.atomic():
            Posting.objects.create(journal_entry_id=uuid.uuid4(), account=account, amount=amount, position=0)
    for balance in (BALANCE_LIMIT + 1, -BALANCE_LIMIT - 1):
        with pytest.raises(IntegrityError, match="accounts_account_balance"), transaction.atomic():
            Account.objects.filter(pk=account.pk).update(balance=balance)


def test_an_account_is_opened_once(book: Book) -> None:
    journal.open_account(book, "seat:2")
    journal.post(book, {"seat:2": 4, "table": -4}, subject="entry:1", what="deal")

    with pytest.raises(journal.AccountExists, match="'seat:2'"):
        journal.open_account(book, "seat:2")
    with pytest.raises(journal.AccountExists, match="'a' is named twice"):
        journal.open_book("counter", ["a", "b", "a"])
    assert journal.balances(book)["seat:2"] == 4


def test_nothing_is_booked_outside_a_transaction(committed_db: str) -> None:
    book = journal.open_book("counter", ["table", "seat:0"])

    with pytest.raises(transaction.TransactionManagementError, match="atomic"):
        journal.post(book, {"table": 3, "seat:0": -3}, subject="entry:1", what="deal")


def test_a_booking_whose_submission_is_never_kept_does_not_commit(committed_db: str) -> None:
    book = journal.open_book("counter", ["table", "seat:0"])

    with pytest.raises(IntegrityError), transaction.atomic():
        journal.post(book, {"table": 3, "seat:0": -3}, subject="e", what="deal", submission=uuid.uuid4())

    assert journal.balances(book) == {"table": 0, "seat:0": 0}
    assert not JournalEntry.objects.exists()
