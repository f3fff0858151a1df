"""Sessions, games, their facts, and what is derived from them.

Facts (:class:`EntryRevision`, :class:`GameRevision`, :class:`Payment`, the settlement's lines) are append-only: the
database refuses to change or delete them. Everything marked *derived* can be rebuilt from them by replaying.
"""

from __future__ import annotations

import uuid

from django.db import models

from accounts.models import Book, JournalEntry, Submission
from clubs.models import Person

POSITION_STEP = 1 << 20
"""Distance between the positions of two entries recorded one after the other: room for insertions."""


class GameSession(models.Model):
    """An evening: the games that are settled together. Its row is the lock that makes all its writing serial."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    book = models.OneToOneField(Book, on_delete=models.PROTECT, related_name="+")
    version = models.PositiveBigIntegerField(default=1)
    settlements = models.PositiveIntegerField(default=0, help_text="versions of the settlement made so far")
    settled = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"session {self.id}"


class Participant(models.Model):
    """A person in a session. The number is his account in the session's book."""

    session = models.ForeignKey(GameSession, on_delete=models.PROTECT, related_name="participants")
    number = models.PositiveSmallIntegerField()
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["session", "number"], name="participant_number_once")]

    def __str__(self) -> str:
        return f"participant {self.number}"


class Game(models.Model):
    """One table under one set of rules, from its first deal to its finish.

    ``rules``, ``unit`` and ``opening`` are those of its newest :class:`GameRevision`; ``state`` is the engine's state
    after the last entry (both derived).
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    session = models.ForeignKey(GameSession, on_delete=models.PROTECT, related_name="games")
    number = models.PositiveSmallIntegerField(default=1)
    book = models.OneToOneField(Book, on_delete=models.PROTECT, related_name="+")
    title = models.CharField(max_length=200, blank=True)
    players = models.PositiveSmallIntegerField(help_text="how many sat at the start: seats 0 to players - 1")
    revision = models.PositiveIntegerField(default=1)
    rules = models.JSONField()
    unit = models.JSONField()
    opening = models.JSONField()
    state = models.JSONField()
    pending = models.JSONField(default=dict, help_text="what is known of the deal in progress")
    entries_count = models.PositiveIntegerField(default=0)
    deals_count = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["session", "number"], name="game_number_once")]

    def __str__(self) -> str:
        return self.title or f"game {self.number}"


class GameRevision(models.Model):
    """Fact: the rules, unit and opening of a game as the table agreed them. A later one corrects the whole game."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="revisions")
    number = models.PositiveIntegerField()
    rules = models.JSONField()
    unit = models.JSONField()
    opening = models.JSONField()
    submission = models.ForeignKey(Submission, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="game_revision_once")]

    def __str__(self) -> str:
        return f"rules, revision {self.number}"


class Seat(models.Model):
    """Who has which seat number in a game. One who leaves and comes back keeps his number."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField()
    participant = models.ForeignKey(Participant, on_delete=models.PROTECT, related_name="seats")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="seat_number_once")]

    def __str__(self) -> str:
        return f"seat {self.number}"


class Entry(models.Model):
    """Something that happened at the table, at its place in the game.

    ``position`` orders all entries, struck-out ones included. ``rank`` is the number people see (None: struck out),
    ``deal_number`` the number among the deals. ``facts``, ``note``, ``outcome`` and ``state`` (after this entry) are
    derived from the newest revision by replaying.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="entries")
    position = models.BigIntegerField()
    revision = models.PositiveIntegerField(default=1)
    rank = models.PositiveIntegerField(null=True)
    deal_number = models.PositiveIntegerField(null=True)
    facts = models.JSONField()
    note = models.TextField(blank=True)
    outcome = models.JSONField(null=True)
    state = models.JSONField(null=True)
    recorded_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "position"], name="entry_position_once"),
            models.UniqueConstraint(fields=["game", "rank"], name="entry_rank_once"),
        ]

    def __str__(self) -> str:
        return f"entry {self.rank}"


class EntryRevision(models.Model):
    """Fact: an entry as it was recorded, replaced, or struck out (``facts`` None)."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="revisions")
    number = models.PositiveIntegerField()
    facts = models.JSONField(null=True)
    note = models.TextField(blank=True)
    submission = models.ForeignKey(Submission, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["entry", "number"], name="entry_revision_once")]

    def __str__(self) -> str:
        return f"revision {self.number}"


class Link(models.Model):
    """A secret address that lets its holder act at a table. Only the hash of the secret is stored."""

    class Role(models.TextChoices):
        HOST = "host"
        SCORER = "scorer"
        WATCH = "watch"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    session = models.ForeignKey(GameSession, on_delete=models.PROTECT, related_name="links")
    role = models.CharField(max_length=8, choices=Role.choices)
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    withdrawn_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.role} link"


class Settlement(models.Model):
    """Fact: one version of who pays whom. Frozen when made; a correction makes the next one for the rest."""

    session = models.ForeignKey(GameSession, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    currency = models.CharField(max_length=12, blank=True, help_text="empty: points, in base units")
    bank = models.PositiveSmallIntegerField(null=True, help_text="number of the participant who is the bank")
    least = models.BooleanField(help_text="the number of payments is the least possible")
    payable = models.BooleanField(help_text="False where counters were brought in: such a game has no payments")
    summary = models.JSONField(help_text="each participant's result and what was paid before this version")
    created_at = models.DateTimeField(auto_now_add=True)
    submission = models.ForeignKey(Submission, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["session", "number"], name="settlement_number_once")]

    def __str__(self) -> str:
        return f"settlement, version {self.number}"


class SettlementLine(models.Model):
    """Fact: one payment that a settlement asks for."""

    settlement = models.ForeignKey(Settlement, on_delete=models.PROTECT, related_name="lines")
    number = models.PositiveSmallIntegerField()
    debtor = models.ForeignKey(Participant, on_delete=models.PROTECT, related_name="+")
    creditor = models.ForeignKey(Participant, on_delete=models.PROTECT, related_name="+")
    amount = models.PositiveBigIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["settlement", "number"], name="settlement_line_once")]

    def __str__(self) -> str:
        return f"line {self.number}"


class Payment(models.Model):
    """Fact: money that changed hands towards a line, or (``takes_back``) the withdrawal of such a payment."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    line = models.ForeignKey(SettlementLine, on_delete=models.PROTECT, related_name="payments")
    amount = models.PositiveBigIntegerField()
    takes_back = models.OneToOneField("self", null=True, on_delete=models.PROTECT, related_name="taken_back_by")
    journal_entry = models.OneToOneField(JournalEntry, on_delete=models.PROTECT, related_name="+")
    submission = models.ForeignKey(Submission, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"payment of {self.amount}"


class SettledGame(models.Model):
    """Fact: which revisions of a game's facts a version of the settlement was made from.

    The report of that version is made from them, however often the game is corrected afterwards. ``entries`` are pairs
    of an entry's id and its revision, in order; the heads are the ends of the books' chains at that moment.
    """

    settlement = models.ForeignKey(Settlement, on_delete=models.PROTECT, related_name="settled_games")
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="+")
    revision = models.PositiveIntegerField(help_text="number of the revision of the rules")
    entries = models.JSONField()
    heads = models.JSONField(help_text="[[what the book is of, number, hash], ...]")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["settlement", "game"], name="settled_game_once")]

    def __str__(self) -> str:
        return f"game {self.game_id} as settled"


class Job(models.Model):
    """Something to be done beside the requests, written in the same database transaction as its cause.

    ``attempts`` is the fence: whoever claims the job counts it up, and only who holds the newest number may write.
    """

    class Status(models.TextChoices):
        QUEUED = "queued"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=32)
    subject = models.CharField(max_length=64)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    not_before = models.DateTimeField()
    lease_until = models.DateTimeField(null=True)
    progress = models.PositiveSmallIntegerField(default=0, help_text="percent")
    doing = models.CharField(max_length=100, blank=True, help_text="what is being done, in words")
    error = models.CharField(max_length=300, blank=True, help_text="why the last attempt failed, a sentence")
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "subject"], name="job_once")]
        indexes = [models.Index(fields=["status", "not_before"], name="games_job_due")]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}, {self.status}"


class Report(models.Model):
    """The files of a settlement's report, made once. They stay as they were, whatever happens to the game."""

    settlement = models.OneToOneField(Settlement, on_delete=models.PROTECT, related_name="report")
    pdf = models.BinaryField()
    csv = models.BinaryField()
    pdf_sha256 = models.CharField(max_length=64)
    csv_sha256 = models.CharField(max_length=64)
    note = models.CharField(max_length=300, blank=True, help_text="what the PDF could not show, a sentence")
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"report of settlement {self.settlement_id}"
