"""Whoever gets past the guards is found, and the first wrong journal entry is named."""

import random
from collections.abc import Callable

import pytest
from django.db import connection, transaction
from django.db.models import F

from accounts import checks, guards, journal
from accounts.checks import Difference
from accounts.journal import Head, Line
from accounts.models import Account, Book, JournalEntry, Posting

ENTRIES = 40

pytestmark = pytest.mark.tampers


@pytest.fixture
def unguarded(book: Book) -> Book:
    """A book with forty journal entries whose guards somebody took down."""
    _book_many(book, ENTRIES)
    connection.check_constraints()
    guards.remove(connection)
    return book


def _book_many(book: Book, count: int) -> None:
    choose = random.Random(7)
    lines = []
    for number in range(count):
        amount = choose.randint(1, 9)
        payer, getter = choose.sample(["table", "seat:0", "seat:1"], 2)
        lines.append(Line(f"entry:{number}", "deal", {getter: amount, payer: -amount}))
    journal.post_all(book, lines)


def _entries(book: Book, number: int) -> JournalEntry:
    return JournalEntry.objects.get(book=book, number=number)


def _first(found: list[Difference]) -> tuple[int | None, str]:
    return found[0].number, found[0].sentence


def test_a_book_in_order_has_no_differences(book: Book) -> None:
    assert checks.check_book(book) == []
    _book_many(book, checks.AT_ONCE + 3)

    assert checks.check_book(book) == []
    assert list(checks.check_books()) == []
    assert checks.check_book(book, printed=journal.head(book)) == []


Tamper = Callable[[Book, int], object]


def _remake(book: Book, number: int) -> None:
    """Change an amount and make the hash fit again, as somebody would who can compute."""
    entry = _entries(book, number)
    for posting in entry.postings.all():
        Posting.objects.filter(pk=posting.pk).update(amount=F("amount") * 2)
    entry.hash = journal.entry_hash(entry, book.unit, journal.amounts(_entries(book, number)).items())
    JournalEntry.objects.filter(pk=entry.pk).update(hash=entry.hash)


def _swap(book: Book, number: int) -> None:
    """Let two journal entries change places."""
    first, second = _entries(book, number), _entries(book, number + 1)
    for pk, to in ((first.pk, -1), (second.pk, number), (first.pk, number + 1)):
        JournalEntry.objects.filter(pk=pk).update(number=to)


def _insert(book: Book, number: int) -> None:
    """Put a balanced journal entry of one's own before this one."""
    for entry in JournalEntry.objects.filter(book=book, number__gte=number).order_by("-number"):
        JournalEntry.objects.filter(pk=entry.pk).update(number=entry.number + 1)
    after = _entries(book, number + 1)
    false = JournalEntry(
        book=book,
        number=number,
        what="deal",
        subject="false",
        created_at=after.created_at,
        previous_hash=after.previous_hash,
    )
    table, seat = Account.objects.filter(book=book).order_by("pk")[:2]
    false.hash = journal.entry_hash(false, book.unit, [(table.code, 5), (seat.code, -5)])
    false.save(force_insert=True)
    Posting.objects.create(journal_entry=false, account=table, amount=5, position=0)
    Posting.objects.create(journal_entry=false, account=seat, amount=-5, position=1)
    Book.objects.filter(pk=book.pk).update(next_number=F("next_number") + 1)


def _delete(book: Book, number: int) -> None:
    entry = JournalEntry.objects.filter(book=book, number=number)
    Posting.objects.filter(journal_entry__in=entry)._raw_delete("default")
    entry._raw_delete("default")


def _edit(**changes: object) -> Tamper:
    return lambda book, number: JournalEntry.objects.filter(book=book, number=number).update(**changes)


# Who remakes the hash, or puts one in before, is betrayed by the journal entry after it.
TAMPERS: list[tuple[str, Tamper, int, str]] = [
    ("one amount", lambda b, n: _entries(b, n).postings.filter(position=0).update(amount=77), 0, "sum"),
    ("both amounts", lambda b, n: _entries(b, n).postings.update(amount=F("amount") * 2), 0, "not as it was booked"),
    ("order", lambda b, n: _entries(b, n).postings.update(position=1 - F("position")), 0, "not as it was booked"),
    ("what", _edit(what="other"), 0, "not as it was booked"),
    ("subject", _edit(subject="other"), 0, "not as it was booked"),
    ("time", _edit(created_at="2020-01-01T00:00:00Z"), 0, "not as it was booked"),
    ("hash", _edit(hash="f" * 64), 0, "not as it was booked"),
    ("previous hash", _edit(previous_hash="f" * 64), 0, "does not carry the hash"),
    ("remade", _remake, 1, "does not carry the hash"),
    ("swapped", _swap, 0, "does not carry the hash"),
    ("inserted", _insert, 1, "does not carry the hash"),
    ("deleted", _delete, 0, "is missing"),
    ("emptied", lambda b, n: _entries(b, n).postings.all()._raw_delete("default"), 0, "no postings"),
]


@pytest.mark.parametrize(("tamper", "later", "words"), [row[1:] for row in TAMPERS], ids=[row[0] for row in TAMPERS])
@pytest.mark.parametrize("number", [1, 17, ENTRIES - 1])
def test_tampering_is_named_with_the_first_wrong_number(
    unguarded: Book, number: int, tamper: Tamper, later: int, words: str
) -> None:
    tamper(unguarded, number)

    found_number, sentence = _first(checks.check_book(unguarded))
    assert found_number == number + later
    assert words in sentence


@pytest.mark.parametrize("count", [1, 2, 20])
def test_a_tail_that_was_cut_off_is_found(unguarded: Book, count: int) -> None:
    for number in range(ENTRIES - count + 1, ENTRIES + 1):
        _delete(unguarded, number)

    found_number, sentence = _first(checks.check_book(unguarded))
    assert found_number == ENTRIES - count + 1
    assert "missing at the end" in sentence


@pytest.mark.parametrize("count", [1, 2, 20])
def test_a_tail_that_was_cut_off_with_everything_put_right_is_found_by_a_printed_head(
    unguarded: Book, count: int
) -> None:
    printed = journal.head(unguarded)
    for number in range(ENTRIES - count + 1, ENTRIES + 1):
        _delete(unguarded, number)
    last = _entries(unguarded, ENTRIES - count)
    Book.objects.filter(pk=unguarded.pk).update(next_number=last.number + 1, head_hash=last.hash)
    for account in Account.objects.filter(book=unguarded):
        account.balance = sum(account.postings.values_list("amount", flat=True))
        account.save()

    assert checks.check_book(unguarded) == []
    number_found, sentence = _first(checks.check_book(unguarded, printed=printed))
    assert number_found == ENTRIES - count + 1
    assert f"{ENTRIES} journal entries were printed" in sentence


def test_a_chain_that_was_rewritten_is_found_by_a_printed_head(unguarded: Book) -> None:
    printed = Head(20, _entries(unguarded, 20).hash)
    Posting.objects.filter(journal_entry=_entries(unguarded, 20)).update(amount=F("amount") * 2)
    previous = _entries(unguarded, 19).hash
    for entry in JournalEntry.objects.filter(book=unguarded, number__gte=20).order_by("number"):
        entry.previous_hash = previous
        entry.hash = previous = journal.entry_hash(entry, unguarded.unit, journal.amounts(entry).items())
        JournalEntry.objects.filter(pk=entry.pk).update(hash=entry.hash, previous_hash=entry.previous_hash)
    Book.objects.filter(pk=unguarded.pk).update(head_hash=previous)

    assert _first(checks.check_book(unguarded, printed=printed)) == (
        20,
        "journal entry 20 has another hash than was printed",
    )


def test_a_journal_entry_moved_to_another_account_or_book_is_found(unguarded: Book) -> None:
    other = journal.open_book("counter", ["table"])
    posting = _entries(unguarded, 9).postings.all()[0]
    Posting.objects.filter(pk=posting.pk).update(account=Account.objects.get(book=other))

    sentences = [difference.sentence for difference in checks.check_book(unguarded) if difference.number == 9]
    assert "journal entry 9 moves an account of another book" in sentences
    assert "table has postings that are in no journal entry of this book" in checks.check_book(other)[0].sentence


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"head_hash": "f" * 64}, f"the head of the book is not the hash of its last journal entry, {ENTRIES}"),
        ({"next_number": ENTRIES + 2}, f"journal entry {ENTRIES + 1} is missing at the end"),
        ({"next_number": ENTRIES - 1}, f"journal entries {ENTRIES - 1} to {ENTRIES} are beyond the head of the book"),
    ],
)
def test_a_head_that_was_changed_is_found(unguarded: Book, change: dict[str, object], sentence: str) -> None:
    Book.objects.filter(pk=unguarded.pk).update(**change)

    assert _first(checks.check_book(unguarded))[1] == sentence


def test_a_unit_or_a_code_that_was_renamed_is_found_at_the_first_journal_entry_it_touches(unguarded: Book) -> None:
    Book.objects.filter(pk=unguarded.pk).update(unit="pound")
    assert _first(checks.check_book(unguarded))[0] == 1

    Book.objects.filter(pk=unguarded.pk).update(unit="counter")
    Account.objects.filter(book=unguarded, code="seat:1").update(code="seat:2")
    touched = JournalEntry.objects.filter(postings__account__code="seat:2").order_by("number")[0].number
    assert _first(checks.check_book(unguarded))[0] == touched


def test_a_balance_that_was_changed_is_found_with_both_numbers(book: Book) -> None:
    journal.post(book, {"table": 3, "seat:0": -3}, subject="entry:1", what="deal")
    Account.objects.filter(book=book, code="seat:0").update(balance=-2)

    found = [str(difference) for difference in checks.check_book(book)]
    assert found == [
        f"book {book.pk}: the balance of seat:0 is -2, its postings sum to -3",
        f"book {book.pk}: the balances sum to 1, not to 0",
    ]
    assert [str(difference) for difference in checks.check_books()] == found


def test_two_hundred_random_tampers_are_all_named(unguarded: Book) -> None:
    choose = random.Random(20)
    for attempt in range(200):
        name, tamper, later, _ = choose.choice(TAMPERS)
        number = choose.randint(1, ENTRIES - 1)
        before = transaction.savepoint()
        tamper(unguarded, number)
        found = checks.check_book(unguarded)
        transaction.savepoint_rollback(before)

        assert found, (attempt, name, number)
        assert found[0].number == number + later, (attempt, name, number)
