"""The tables of the books. All columns are in the first migration: a ledger's tables are never altered.

Positive: the books owe this account. All amounts are whole numbers of the book's unit. Posting, JournalEntry and
Submission only grow: the database itself refuses to change or delete their rows (`accounts.guards`). Write with
`accounts.journal` and `accounts.submissions` only.
"""

import uuid
from typing import Final

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

AMOUNT_LIMIT: Final = 10**13
"""The largest amount of one posting. A game keeps every pool, table and balance within 10^12, so the correction of
one entry moves at most 4 * 10^12."""

BALANCE_LIMIT: Final = 10**15
"""The largest balance of an account: below 2^53, so that every reader of JSON has it exactly."""

NO_HASH: Final = "0" * 64
"""The previous hash of the first journal entry of a book, and the head of a book that has none."""


class Book(models.Model):
    """A set of accounts in one unit whose balances sum to 0. Only its head changes; who writes locks this row first."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    unit = models.CharField(max_length=64)
    created_at = models.DateTimeField()
    next_number = models.BigIntegerField(default=1)
    head_hash = models.CharField(max_length=64, default=NO_HASH)

    class Meta:
        constraints = (CheckConstraint(condition=Q(next_number__gte=1), name="accounts_book_next_number"),)

    def __str__(self) -> str:
        return f"book {self.id} in {self.unit}"


class Account(models.Model):
    """One account of a book, named by a code that the book's owner chooses; its balance is kept by the journal."""

    book = models.ForeignKey(Book, on_delete=models.PROTECT, related_name="accounts")
    code = models.CharField(max_length=64)
    balance = models.BigIntegerField(default=0)

    class Meta:
        constraints = (
            UniqueConstraint(fields=["book", "code"], name="accounts_account_code"),
            CheckConstraint(
                condition=Q(balance__gte=-BALANCE_LIMIT) & Q(balance__lte=BALANCE_LIMIT),
                name="accounts_account_balance",
            ),
        )

    def __str__(self) -> str:
        return self.code


class Submission(models.Model):
    """What somebody sent, once: its key, its content and the answer it got. One place for audit, and it only grows.

    `scope`, `actor` and `subject` are opaque. `why` is free text of a person; it, `content` and `answer` may be
    emptied when a person is erased, and none of them is part of any chain.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    scope = models.CharField(max_length=100)
    actor = models.CharField(max_length=100)
    device = models.CharField(max_length=100, blank=True)
    operation = models.CharField(max_length=64)
    key = models.CharField(max_length=64)
    subject = models.CharField(max_length=100, blank=True)
    why = models.TextField(blank=True)
    digest = models.CharField(max_length=64)
    content = models.JSONField()
    answer = models.JSONField()
    status = models.PositiveSmallIntegerField()
    refused = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    class Meta:
        constraints = (
            UniqueConstraint(fields=["scope", "actor", "operation", "key"], name="accounts_submission_key"),
            CheckConstraint(condition=Q(status__gte=200) & Q(status__lt=500), name="accounts_submission_status"),
        )
        indexes = (
            models.Index(fields=["subject", "created_at"], name="accounts_submission_subject"),
            models.Index(fields=["scope", "created_at"], name="accounts_submission_scope"),
            models.Index(fields=["device", "created_at"], name="accounts_submission_device"),
        )

    def __str__(self) -> str:
        return f"{self.operation} {self.key}"


class JournalEntry(models.Model):
    """One balanced booking, numbered in its book without gaps and chained by hash to the one before it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    book = models.ForeignKey(Book, on_delete=models.PROTECT, related_name="journal_entries", db_index=False)
    number = models.BigIntegerField()
    what = models.CharField(max_length=32)
    subject = models.CharField(max_length=64)
    submission = models.ForeignKey(Submission, on_delete=models.PROTECT, null=True, related_name="journal_entries")
    created_at = models.DateTimeField()
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        constraints = (UniqueConstraint(fields=["book", "number"], name="accounts_journalentry_number"),)
        indexes = (models.Index(fields=["book", "subject"], name="accounts_journalentry_subject"),)

    def __str__(self) -> str:
        return f"journal entry {self.number}: {self.what}"


class Posting(models.Model):
    """One amount moved on one account. Postings go in first, their journal entry last: the foreign key is deferred."""

    journal_entry = models.ForeignKey(JournalEntry, on_delete=models.PROTECT, related_name="postings", db_index=False)
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="postings")
    amount = models.BigIntegerField()
    position = models.PositiveSmallIntegerField()

    class Meta:
        constraints = (
            UniqueConstraint(fields=["journal_entry", "account"], name="accounts_posting_account"),
            CheckConstraint(
                condition=Q(amount__gte=-AMOUNT_LIMIT) & Q(amount__lte=AMOUNT_LIMIT) & ~Q(amount=0),
                name="accounts_posting_amount",
            ),
        )

    def __str__(self) -> str:
        return f"{self.amount:+d} at {self.position}"
