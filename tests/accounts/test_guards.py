"""The database itself refuses what a ledger must not do, asked past every line of ours."""

import uuid
from typing import cast

import pytest
from django.apps import apps
from django.core import checks as system_checks
from django.core.exceptions import ImproperlyConfigured
from django.db import IntegrityError, connection, models, transaction
from django.utils import timezone

from accounts import guards, journal, submissions
from accounts.models import NO_HASH, Account, Book, JournalEntry, Posting, Submission
from loo_ledger.checks import reasons_to_refuse
from tests.accounts.conftest import Refused

LEDGER = ("accounts_posting", "accounts_journalentry", "accounts_submission")


@pytest.fixture
def submission(db: None) -> Submission:
    """A submission that is kept."""
    draft = submissions.draft(scope="s", actor="a", operation="o", key="k" * 16, content={"a": 1}, why="slip")
    return submissions.keep(draft, {"entry": 1})


def _pk(value: uuid.UUID) -> str | uuid.UUID:
    """An id as raw SQL of this database wants it."""
    return value.hex if connection.vendor == "sqlite" else value


@pytest.mark.parametrize(
    ("table", "change"),
    [
        ("accounts_posting", "amount = amount + 1"),
        ("accounts_posting", "position = 9"),
        ("accounts_posting", "amount = amount"),
        ("accounts_journalentry", "what = 'other'"),
        ("accounts_journalentry", "hash = 'x'"),
        ("accounts_journalentry", "number = number + 1"),
        ("accounts_submission", "status = 201"),
        ("accounts_submission", "why = 'another'"),
        ("accounts_submission", "content = '[]'"),
        ("accounts_submission", "answer = '{\"entry\": 2}'"),
        ("accounts_submission", "why = '', actor = 'b'"),
    ],
)
def test_no_row_is_ever_changed(
    booked: JournalEntry, submission: Submission, refused: Refused, table: str, change: str
) -> None:
    assert f"rows of {table} are never changed" in refused(f"UPDATE {table} SET {change}")


@pytest.mark.parametrize("table", LEDGER)
def test_no_row_is_ever_deleted(booked: JournalEntry, submission: Submission, refused: Refused, table: str) -> None:
    assert f"rows of {table} are never deleted" in refused(f"DELETE FROM {table}")


@pytest.mark.postgresql
@pytest.mark.parametrize("table", LEDGER)
@pytest.mark.parametrize("cascade", ["", " CASCADE"])
def test_no_table_is_ever_emptied(committed_db: str, table: str, cascade: str) -> None:
    with pytest.raises(Exception, match=r"is never emptied|referenced in a foreign key"), connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {table}{cascade}")


@pytest.mark.postgresql
@pytest.mark.parametrize("table", ["accounts_book", "accounts_account"])
def test_emptying_the_books_does_not_empty_the_ledger(committed_db: str, table: str) -> None:
    with pytest.raises(IntegrityError, match="is never emptied"), connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {table} CASCADE")


@pytest.mark.sqlite
@pytest.mark.parametrize("table", LEDGER)
def test_no_row_is_ever_replaced(booked: JournalEntry, submission: Submission, refused: Refused, table: str) -> None:
    assert "exists" in refused(f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}")


@pytest.mark.sqlite
def test_no_row_is_replaced_by_way_of_another_unique_column(submission: Submission, refused: Refused) -> None:
    columns = "scope, actor, device, operation, key, subject, why, digest, content, answer, status, refused, created_at"
    said = refused(
        f"INSERT OR REPLACE INTO accounts_submission (id, {columns}) SELECT %s, {columns} FROM accounts_submission",
        (uuid.uuid4().hex,),
    )

    assert "this scope, actor, operation, key exists" in said


def test_neither_does_the_orm(booked: JournalEntry, submission: Submission) -> None:
    posting = Posting.objects.filter(journal_entry=booked)[0]
    posting.amount += 1
    booked.what = "other"
    for write in (
        lambda: Posting.objects.update(position=9),
        lambda: Posting.objects.bulk_update([posting], ["amount"]),
        posting.save,
        booked.save,
        lambda: Posting.objects.all().delete(),
        lambda: Posting.objects.all()._raw_delete("default"),
        submission.delete,
    ):
        with pytest.raises(IntegrityError, match="are never"), transaction.atomic():
            write()
    for cascade in (booked.delete, booked.book.delete, posting.account.delete):
        with pytest.raises(models.ProtectedError), transaction.atomic():
            cascade()


def test_free_text_of_a_person_can_be_emptied_and_nothing_else_with_it(submission: Submission) -> None:
    with connection.cursor() as cursor:
        cursor.execute("UPDATE accounts_submission SET why = '', content = '{}', answer = '{}'")

    submission.refresh_from_db()
    assert (submission.why, submission.content, submission.answer) == ("", {}, {})


class Attempt:
    """A journal entry put into the database past the journal, right in everything but what a test changes."""

    def __init__(self, book: Book) -> None:
        head = journal.head(book)
        self.entry = JournalEntry(
            book=book,
            number=head.number + 1,
            what="deal",
            subject="x",
            created_at=timezone.now(),
            previous_hash=head.hash,
            hash="f" * 64,
        )
        self.accounts = list(Account.objects.filter(book=book).order_by("pk"))

    def post(self, *amounts: int) -> None:
        """One posting for each amount, on the book's accounts in order."""
        for position, amount in enumerate(amounts):
            account = self.accounts[position]
            Posting.objects.create(journal_entry=self.entry, account=account, amount=amount, position=position)

    def close(self) -> None:
        """The journal entry itself, last."""
        self.entry.save(force_insert=True)

    def refusal(self) -> str:
        """What the database says to the journal entry."""
        with pytest.raises(IntegrityError) as caught, transaction.atomic():
            self.close()
        return str(caught.value)


@pytest.mark.tampers
def test_the_attempt_of_these_tests_is_taken_when_nothing_is_wrong(booked: JournalEntry) -> None:
    attempt = Attempt(booked.book)
    attempt.post(2, 2, -4)
    attempt.close()

    assert JournalEntry.objects.count() == 2


@pytest.mark.tampers
@pytest.mark.parametrize("amounts", [(1,), (1, 1), (5, -4), (10**13, -(10**13), 1)])
def test_a_journal_entry_that_does_not_sum_to_0_is_refused(book: Book, amounts: tuple[int, ...]) -> None:
    with transaction.atomic():
        attempt = Attempt(book)
        attempt.post(*amounts)
        assert "must sum to 0" in attempt.refusal()
        transaction.set_rollback(True)


@pytest.mark.tampers
def test_a_journal_entry_without_postings_is_refused(booked: JournalEntry) -> None:
    assert "this one has none" in Attempt(booked.book).refusal()


@pytest.mark.tampers
@pytest.mark.parametrize("number", [-1, 0, 1, 3, 2**62])
def test_a_number_that_is_not_the_next_is_refused(booked: JournalEntry, number: int) -> None:
    with transaction.atomic():
        attempt = Attempt(booked.book)
        attempt.entry.number = number
        attempt.post(1, -1)
        said = attempt.refusal()
        assert "numbered without gaps" in said or "this book_id, number exists" in said
        transaction.set_rollback(True)


@pytest.mark.tampers
@pytest.mark.parametrize("previous", [NO_HASH, "", "f" * 64])
def test_a_previous_hash_that_is_not_the_hash_before_is_refused(booked: JournalEntry, previous: str) -> None:
    with transaction.atomic():
        attempt = Attempt(booked.book)
        attempt.entry.previous_hash = previous
        attempt.post(1, -1)
        assert "hash of the one before it" in attempt.refusal()
        transaction.set_rollback(True)


@pytest.mark.tampers
def test_the_first_journal_entry_must_carry_zeros(book: Book) -> None:
    with transaction.atomic():
        attempt = Attempt(book)
        attempt.entry.previous_hash = "f" * 64
        attempt.post(1, -1)
        assert "hash of the one before it" in attempt.refusal()
        transaction.set_rollback(True)


@pytest.mark.tampers
def test_an_account_of_another_book_is_refused(book: Book) -> None:
    other = journal.open_book("counter", ["table"])
    with transaction.atomic():
        attempt = Attempt(book)
        attempt.accounts[1] = Account.objects.get(book=other)
        attempt.post(1, -1)
        assert "accounts of its book" in attempt.refusal()
        transaction.set_rollback(True)


def test_a_posting_after_its_journal_entry_is_refused(booked: JournalEntry, refused: Refused) -> None:
    account = Account.objects.get(book=booked.book, code="seat:1")
    said = refused(
        "INSERT INTO accounts_posting (journal_entry_id, account_id, amount, position) VALUES (%s, %s, 5, 2)",
        (_pk(booked.pk), account.pk),
    )

    assert "is closed" in said


@pytest.mark.sqlite
def test_a_fraction_is_refused(book: Book, refused: Refused) -> None:
    account = Account.objects.get(book=book, code="table")
    said = refused(
        "INSERT INTO accounts_posting (journal_entry_id, account_id, amount, position) VALUES (%s, %s, 0.5, 0)",
        (uuid.uuid4().hex, account.pk),
    )

    assert "whole number" in said


def test_postings_without_a_journal_entry_do_not_commit(committed_db: str) -> None:
    book = journal.open_book("counter", ["table", "seat:0"])

    with pytest.raises(IntegrityError), transaction.atomic():
        Attempt(book).post(1, -1)

    assert not Posting.objects.exists()


def test_nothing_is_missing_after_the_migrations(db: None) -> None:
    assert guards.missing(connection) == []
    guards.require()


def _guard_names() -> list[tuple[str, str]]:
    """The name and the table of each guard that is up."""
    source = {
        "sqlite": "SELECT name, tbl_name FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'guard%'",
        "postgresql": "SELECT tgname, tgrelid::regclass::text FROM pg_trigger WHERE tgname LIKE 'guard%'",
    }
    with connection.cursor() as cursor:
        cursor.execute(source[connection.vendor])
        return sorted((str(name), str(table)) for name, table in cursor.fetchall())


def test_every_append_only_table_has_each_of_its_guards(db: None) -> None:
    found = _guard_names()
    kinds = {"update", "delete"} | ({"truncate"} if connection.vendor == "postgresql" else {"insert"})
    for table in LEDGER:
        for kind in kinds | ({"insert"} if table != "accounts_submission" else set()):
            assert (f"guard_{table}_{kind}", table) in found


@pytest.mark.tampers
def test_each_guard_that_is_gone_is_named_and_refuses_the_start(committed_db: str) -> None:
    drop = "DROP TRIGGER {0}" if connection.vendor == "sqlite" else "DROP TRIGGER {0} ON {1}"
    for name, table in _guard_names():
        with connection.cursor() as cursor:
            cursor.execute(drop.format(name, table))
        assert [f"the guard {name}"] == guards.missing(connection)
        with pytest.raises(guards.GuardsMissing, match=rf"{name}\. Stop every .* manage\.py migrate"):
            guards.require()
        assert any(name in reason for reason in reasons_to_refuse())
        guards.install(connection)
    assert guards.missing(connection) == []


@pytest.mark.tampers
def test_a_guard_that_was_weakened_counts_as_missing(committed_db: str) -> None:
    weaken = {
        "sqlite": [
            "DROP TRIGGER guard_accounts_posting_update",
            "CREATE TRIGGER guard_accounts_posting_update BEFORE UPDATE ON accounts_posting BEGIN SELECT 1; END",
        ],
        "postgresql": [
            (
                "CREATE OR REPLACE FUNCTION guard_accounts_posting_update() RETURNS trigger "
                "LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'"
            )
        ],
    }
    with connection.cursor() as cursor:
        for statement in weaken[connection.vendor]:
            cursor.execute(statement)

    assert guards.missing(connection) == ["the guard guard_accounts_posting_update"]


@pytest.mark.tampers
@pytest.mark.postgresql
@pytest.mark.parametrize("how", ["DISABLE TRIGGER", "ENABLE REPLICA TRIGGER"])
def test_a_guard_that_is_switched_off_counts_as_missing(committed_db: str, how: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE accounts_posting {how} guard_accounts_posting_delete")

    assert guards.missing(connection) == ["the guard guard_accounts_posting_delete"]


@pytest.mark.postgresql
def test_a_temporary_table_does_not_stand_in_for_the_ledger(booked: JournalEntry, refused: Refused) -> None:
    account = Account.objects.get(book=booked.book, code="seat:1")
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY TABLE accounts_journalentry (id uuid) ON COMMIT DROP")
    said = refused(
        "INSERT INTO accounts_posting (journal_entry_id, account_id, amount, position) VALUES (%s, %s, 5, 2)",
        (booked.pk, account.pk),
    )

    assert "is closed" in said
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE pg_temp.accounts_journalentry")


@pytest.mark.tampers
def test_the_system_check_warns_of_it(committed_db: str) -> None:
    def found() -> list[str | None]:
        messages = system_checks.run_checks(tags=[system_checks.Tags.database], databases=["default"])
        return [message.id for message in messages if cast("str", message.id).startswith("accounts.")]

    assert found() == []
    guards.remove(connection)
    assert found() == ["accounts.W001"]


def test_a_constraint_that_the_guards_could_not_repeat_is_refused() -> None:
    class Conditional(models.Model):
        number = models.IntegerField()

        class Meta:
            app_label = "accounts"
            constraints = (
                models.UniqueConstraint(fields=["number"], condition=models.Q(number__gt=0), name="some_number"),
            )

    apps.all_models["accounts"].pop("conditional")
    with pytest.raises(ImproperlyConfigured, match="some_number"):
        guards.append_only(Conditional)
