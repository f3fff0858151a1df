"""Checks of the books: everything that is stored twice, or follows from something else, is compared.

Each check reads a book from its first journal entry to its last, a few at a time, under the book's lock, so that what
it reads is of one moment. Who may write to the database without the guards can rewrite a whole chain; only a head that
was printed or sent before, given as `printed`, shows that.
"""

import uuid
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Final, TypeAlias

from django.db import transaction
from django.db.models import Sum

from accounts import journal
from accounts.journal import Head
from accounts.models import NO_HASH, Account, Book, JournalEntry, Posting

AT_ONCE: Final = 500
"""How many journal entries are in memory together: SQLite takes 999 parameters in a query."""

Moved: TypeAlias = tuple[int, int]
"""An account's primary key and the amount of a posting on it."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Something in a book that is not as it must be; `number` is the journal entry's, if it is about one."""

    book: uuid.UUID
    number: int | None
    sentence: str

    def __str__(self) -> str:
        return f"book {self.book}: {self.sentence}"


def check_books() -> Iterator[Difference]:
    """The differences of every book, book by book."""
    for book in Book.objects.order_by("created_at", "pk").iterator(chunk_size=AT_ONCE):
        yield from check_book(book)


def check_book(book: Book, *, printed: Head | None = None) -> list[Difference]:
    """What is wrong in the book, nothing if all is well; what concerns a journal entry first, lowest number first.

    Every journal entry has postings that sum to 0 on accounts of its book; the numbers run from 1 without gaps; the
    chain of hashes holds from the first to the head; every balance is the sum of the account's postings, and all
    balances sum to 0. With `printed`, a head that was seen earlier, the chain must still go through it.
    """
    with transaction.atomic():
        walk = _Walk(journal.lock(book), printed, dict(Account.objects.filter(book=book).values_list("pk", "code")))
        for entry, postings in _journal(book):
            walk.visit(entry, postings)
        walk.end()
        return walk.found + _check_balances(book, walk.sums)


@dataclass(slots=True)
class _Walk:
    """One way through a book's journal entries: what is expected next, and what was found so far."""

    book: Book
    printed: Head | None
    codes: dict[int, str]
    last: int = 0
    last_hash: str = NO_HASH
    found: list[Difference] = field(default_factory=list)
    sums: defaultdict[int, int] = field(default_factory=lambda: defaultdict(int))

    def visit(self, entry: JournalEntry, postings: list[Moved]) -> None:
        """Compare the next journal entry with what must follow, and with itself."""
        number = entry.number
        if number <= self.last:
            self._say(number, f"journal entry {number} is there twice")
        elif number != self.last + 1:
            self._say(self.last + 1, f"{_entries(self.last + 1, number - 1)} missing")
        elif entry.previous_hash != self.last_hash:
            self._say(number, f"journal entry {number} does not carry the hash of the one before it")
        total = sum(amount for _, amount in postings)
        if total or not postings:
            wrong = f"sums to {total}, not to 0" if postings else "has no postings"
            self._say(number, f"journal entry {number} {wrong}")
        if any(account not in self.codes for account, _ in postings):
            self._say(number, f"journal entry {number} moves an account of another book")
        moved = [(self.codes.get(account, ""), amount) for account, amount in postings]
        if entry.hash != journal.entry_hash(entry, self.book.unit, moved):
            self._say(number, f"journal entry {number} is not as it was booked: its hash does not fit what it holds")
        if self.printed is not None and self.printed.number == number and self.printed.hash != entry.hash:
            self._say(number, f"journal entry {number} has another hash than was printed")
        for account, amount in postings:
            self.sums[account] += amount
        self.last, self.last_hash = number, entry.hash

    def end(self) -> None:
        """Compare the last journal entry with the head that the book has, and with the one that was printed."""
        head = Head(self.book.next_number - 1, self.book.head_hash)
        if head.number > self.last:
            self._say(self.last + 1, f"{_entries(self.last + 1, head.number)} missing at the end")
        elif head.number < self.last:
            self._say(head.number + 1, f"{_entries(head.number + 1, self.last)} beyond the head of the book")
        elif head.hash != self.last_hash:
            self._say(self.last, f"the head of the book is not the hash of its last journal entry, {self.last}")
        if self.printed is not None and self.printed.number > self.last:
            self._say(
                self.last + 1, f"{self.printed.number} journal entries were printed, the book ends at {self.last}"
            )

    def _say(self, number: int, sentence: str) -> None:
        self.found.append(Difference(self.book.pk, number, sentence))


def _journal(book: Book) -> Iterator[tuple[JournalEntry, list[Moved]]]:
    """The book's journal entries in order, each with its postings in order, in flat memory."""
    entries = JournalEntry.objects.filter(book=book).order_by("number").iterator(chunk_size=AT_ONCE)
    while some := list(islice(entries, AT_ONCE)):
        postings: defaultdict[uuid.UUID, list[Moved]] = defaultdict(list)
        found = Posting.objects.filter(journal_entry__in=some).order_by("position", "pk")
        for entry_id, account, amount in found.values_list("journal_entry_id", "account_id", "amount"):
            postings[entry_id].append((account, amount))
        for entry in some:
            yield entry, postings[entry.pk]


def _check_balances(book: Book, sums: dict[int, int]) -> list[Difference]:
    """The balances against the postings: those of the book's journal entries, and all there are."""
    found: list[str] = []
    total = 0
    for account in Account.objects.filter(book=book).annotate(posted=Sum("postings__amount")).order_by("pk"):
        total += account.balance
        booked = sums.get(account.pk, 0)
        if account.balance != booked:
            found.append(f"the balance of {account.code} is {account.balance}, its postings sum to {booked}")
        if (account.posted or 0) != booked:
            found.append(f"{account.code} has postings that are in no journal entry of this book")
    if total:
        found.append(f"the balances sum to {total}, not to 0")
    return [Difference(book.pk, None, sentence) for sentence in found]


def _entries(first: int, last: int) -> str:
    return f"journal entry {first} is" if first == last else f"journal entries {first} to {last} are"
