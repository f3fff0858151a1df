"""The journal: the only writer of books, accounts, journal entries and postings, and what is read from them.

A journal entry is balanced (its amounts sum to 0), numbered in its book 1, 2, 3 ... without gaps, and carries a hash
over itself and the hash of the one before it. `post` and `post_all` work under the lock of the book's row and only
inside the caller's `transaction.atomic()`: facts and money are written together or not at all. They refuse before
they write.

The hash of a journal entry is the SHA-256, as 64 lower-case hexadecimal digits, of this object as canonical JSON (keys
sorted, no white space, UTF-8; see `accounts.canonical`):

    amounts     [[account code, amount], ...] in the order of the postings' positions
    at          when it was made, UTC, with exactly six digits of a second: "2024-05-01T20:15:00.000000Z"
    book        id of the book: UUID in lower case with hyphens, as are all ids here
    id          id of the journal entry
    number      its number in the book
    previous    hash of the journal entry before it; 64 zeros for the first
    subject     opaque text: what it books
    submission  id of the submission that caused it, or null
    unit        unit of the book
    what        a short word: what kind of booking it is

Names, free text and the content of a submission are in no hash, so a person can be erased without breaking a chain.
"""

import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from django.db import transaction
from django.db.models import QuerySet, Sum
from django.utils import timezone

from accounts import canonical
from accounts.models import AMOUNT_LIMIT, BALANCE_LIMIT, Account, Book, JournalEntry, Posting, Submission

IN_ONE_QUERY: Final = 500
"""How many subjects one query asks for: SQLite takes 999 parameters in each."""


class JournalError(Exception):
    """A booking was refused and nothing was written; the message says what is wrong."""


class Unbalanced(JournalError):
    """The amounts do not sum to 0."""


class NothingToPost(JournalError):
    """There is no amount, or every amount is 0."""


class UnknownAccount(JournalError):
    """The book has no account with this code."""


class AccountExists(JournalError):
    """The book already has an account with this code."""


class NotAWholeNumber(JournalError):
    """An amount is not a whole number; True and False are none."""


class OverLimit(JournalError):
    """An amount is beyond AMOUNT_LIMIT, or a balance would be beyond BALANCE_LIMIT."""


class BadText(JournalError):
    """A unit, a code, a subject or the word for what is booked is empty, too long or not text."""


@dataclass(frozen=True, slots=True)
class Line:
    """What one journal entry is to book: account codes to whole numbers that sum to 0."""

    subject: str
    what: str
    amounts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Head:
    """The end of a book's chain: number and hash of its last journal entry; 0 and 64 zeros if it has none."""

    number: int
    hash: str


def open_book(unit: str, codes: Iterable[str] = ()) -> Book:
    """A new book in the unit, with an account for each code. Raises BadText, AccountExists."""
    wanted = [_text(code, "account code") for code in codes]
    for code in wanted:
        if wanted.count(code) > 1:
            raise AccountExists(f"The account {code!r} is named twice.")
    book = Book.objects.create(unit=_text(unit, "unit"), created_at=timezone.now())
    Account.objects.bulk_create([Account(book=book, code=code) for code in wanted])
    return book


def open_account(book: Book, code: str) -> Account:
    """One more account of the book, with balance 0. Raises BadText, AccountExists."""
    wanted = _text(code, "account code")
    account, opened = Account.objects.get_or_create(book=book, code=wanted)
    if not opened:
        raise AccountExists(f"The book {book.pk} already has the account {wanted!r}.")
    return account


def lock(book: Book) -> Book:
    """The book as it is now, kept from other writers until the caller's transaction ends.

    SQLite knows no row locks; there the transaction itself, begun IMMEDIATE, keeps every other writer out.
    """
    if not transaction.get_connection().in_atomic_block:
        raise transaction.TransactionManagementError("The books are written inside transaction.atomic() only.")
    return Book.objects.select_for_update().get(pk=book.pk)


def post(
    book: Book, amounts: Mapping[str, int], *, subject: str, what: str, submission: Submission | uuid.UUID | None = None
) -> JournalEntry:
    """Append one balanced journal entry to the book and move the balances.

    `amounts` maps account codes to whole numbers in the book's unit that sum to 0, positive for what an account gains;
    zeros are left out. `submission` is the Submission that caused it, or its id; it may be kept later in the same
    transaction. Takes six queries. Raises a JournalError and writes nothing if something is wrong.
    """
    return post_all(book, [Line(subject, what, amounts)], submission=submission)[0]


def post_all(
    book: Book, lines: Sequence[Line], *, submission: Submission | uuid.UUID | None = None
) -> list[JournalEntry]:
    """Append a journal entry for each line, in order, in the same six queries as one. Raises as `post` does."""
    checked = [_checked(line) for line in lines]
    locked = lock(book)
    if not checked:
        return []
    accounts = {account.code: account for account in Account.objects.filter(book=locked).order_by("pk")}
    moved = _move(locked, accounts, checked)
    now = timezone.now()
    cause = submission.pk if isinstance(submission, Submission) else submission
    postings: list[Posting] = []
    entries: list[JournalEntry] = []
    for line in checked:
        entry = _chained(locked, line, now, cause)
        entries.append(entry)
        postings += [
            Posting(journal_entry=entry, account=accounts[code], amount=amount, position=position)
            for position, (code, amount) in enumerate(line.amounts.items())
        ]
    # The database wants the postings first: it weighs them when their journal entry arrives and takes no more after it.
    Posting.objects.bulk_create(postings)
    JournalEntry.objects.bulk_create(entries)
    Account.objects.bulk_update(moved, ["balance"])
    locked.save(update_fields=["next_number", "head_hash"])
    return entries


def head(book: Book) -> Head:
    """The end of the book's chain as it is stored; printed on a report it shows later that nothing was cut off."""
    next_number, head_hash = Book.objects.values_list("next_number", "head_hash").get(pk=book.pk)
    return Head(next_number - 1, head_hash)


def balances(book: Book) -> dict[str, int]:
    """Each account's code and balance, in the order in which the accounts were opened."""
    return dict(Account.objects.filter(book=book).order_by("pk").values_list("code", "balance"))


def booked(book: Book, subject: str) -> dict[str, int]:
    """What all journal entries with this subject come to, by account code; accounts where that is 0 are left out."""
    return _sums(book, Posting.objects.filter(journal_entry__subject=subject)).get(subject, {})


def booked_for(book: Book, subjects: Collection[str]) -> dict[str, dict[str, int]]:
    """The answer of `booked` for many subjects at once, under each subject that does not come to nothing."""
    wanted = list(subjects)
    found: dict[str, dict[str, int]] = {}
    for start in range(0, len(wanted), IN_ONE_QUERY):
        some = wanted[start : start + IN_ONE_QUERY]
        found |= _sums(book, Posting.objects.filter(journal_entry__subject__in=some))
    return found


def booked_by_subject(book: Book) -> dict[str, dict[str, int]]:
    """The answer of `booked` for every subject of the book that does not come to nothing: for the audit."""
    return _sums(book, Posting.objects.all())


def history(book: Book, *, after: int = 0, limit: int = 100) -> list[JournalEntry]:
    """The book's journal entries with numbers above `after`, in order, at most `limit`, their postings prefetched.

    `amounts` of each gives what it moved.
    """
    found = JournalEntry.objects.filter(book=book, number__gt=after).order_by("number")
    return list(found.prefetch_related("postings__account")[:limit])


def amounts(entry: JournalEntry) -> dict[str, int]:
    """What a journal entry moved: account code to amount, in the order of its postings."""
    postings = sorted(entry.postings.all(), key=lambda posting: posting.position)
    return {posting.account.code: posting.amount for posting in postings}


def entry_hash(entry: JournalEntry, unit: str, moved: Iterable[tuple[str, int]]) -> str:
    """The hash of a journal entry in a book of this unit that moves these (account code, amount); see the module."""
    return canonical.digest(
        {
            "amounts": [[code, amount] for code, amount in moved],
            "at": entry.created_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
            "book": str(entry.book_id),
            "id": str(entry.pk),
            "number": entry.number,
            "previous": entry.previous_hash,
            "subject": entry.subject,
            "submission": None if entry.submission_id is None else str(entry.submission_id),
            "unit": unit,
            "what": entry.what,
        }
    )


def _checked(line: Line) -> Line:
    """The line without its zeros; raises what is wrong with it that needs no look at the book."""
    moved: dict[str, int] = {}
    for code, amount in line.amounts.items():
        if type(amount) is not int:
            raise NotAWholeNumber(f"The amount for {code!r} is {amount!r}; amounts are whole numbers.")
        if abs(amount) > AMOUNT_LIMIT:
            raise OverLimit(f"The amount for {code!r} is {amount}; a posting moves at most {AMOUNT_LIMIT}.")
        if amount:
            moved[code] = amount
    subject = _text(line.subject, "subject")
    what = _text(line.what, "what", 32)
    if not moved:
        raise NothingToPost(f"The booking of {what!r} for {subject!r} moves nothing.")
    if total := sum(moved.values()):
        raise Unbalanced(f"The amounts of {what!r} for {subject!r} sum to {total}, not to 0.")
    return Line(subject, what, moved)


def _move(book: Book, accounts: Mapping[str, Account], lines: Iterable[Line]) -> list[Account]:
    """Move the balances in memory; the accounts moved. Raises UnknownAccount, OverLimit."""
    moved: dict[str, Account] = {}
    for line in lines:
        for code, amount in line.amounts.items():
            if code not in accounts:
                raise UnknownAccount(f"The book {book.pk} has no account {code!r}.")
            account = accounts[code]
            account.balance += amount
            if abs(account.balance) > BALANCE_LIMIT:
                raise OverLimit(f"The balance of {code!r} would be {account.balance}, beyond {BALANCE_LIMIT}.")
            moved[code] = account
    return list(moved.values())


def _chained(book: Book, line: Line, now: datetime, submission: uuid.UUID | None) -> JournalEntry:
    """The next journal entry of the book, not yet stored; the book's head moves to it."""
    entry = JournalEntry(
        book=book,
        number=book.next_number,
        what=line.what,
        subject=line.subject,
        submission_id=submission,
        created_at=now,
        previous_hash=book.head_hash,
    )
    entry.hash = entry_hash(entry, book.unit, line.amounts.items())
    book.next_number += 1
    book.head_hash = entry.hash
    return entry


def _sums(book: Book, postings: QuerySet[Posting]) -> dict[str, dict[str, int]]:
    """Subject to account code to sum, of these postings as far as they belong to the book."""
    found: dict[str, dict[str, int]] = {}
    sums = (
        postings.filter(journal_entry__book=book)
        .values_list("journal_entry__subject", "account__code")
        .annotate(total=Sum("amount"))
        .exclude(total=0)
        .order_by("journal_entry__subject", "account_id")
    )
    for subject, code, total in sums:
        found.setdefault(subject, {})[code] = int(total)
    return found


def _text(text: object, name: str, longest: int = 64) -> str:
    """The text, if the column for it takes it: SQLite would keep any length. Raises BadText."""
    if not isinstance(text, str) or not 0 < len(text) <= longest:
        raise BadText(f"The {name} must be a text of 1 to {longest} signs; it is {text!r}.")
    try:
        canonical.plain(text)
    except canonical.ContentError as error:
        raise BadText(f"The {name} is {text!r}. {error}") from error
    return text
