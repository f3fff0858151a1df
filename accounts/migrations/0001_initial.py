"""The tables of the books, complete: none of them is ever altered."""

import uuid

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Book",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("unit", models.CharField(max_length=64)),
                ("created_at", models.DateTimeField()),
                ("next_number", models.BigIntegerField(default=1)),
                ("head_hash", models.CharField(default="0" * 64, max_length=64)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=Q(next_number__gte=1), name="accounts_book_next_number"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Account",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "book",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="accounts", to="accounts.book"
                    ),
                ),
                ("code", models.CharField(max_length=64)),
                ("balance", models.BigIntegerField(default=0)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("book", "code"), name="accounts_account_code"),
                    models.CheckConstraint(
                        condition=Q(balance__gte=-(10**15)) & Q(balance__lte=10**15),
                        name="accounts_account_balance",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Submission",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("scope", models.CharField(max_length=100)),
                ("actor", models.CharField(max_length=100)),
                ("device", models.CharField(blank=True, max_length=100)),
                ("operation", models.CharField(max_length=64)),
                ("key", models.CharField(max_length=64)),
                ("subject", models.CharField(blank=True, max_length=100)),
                ("why", models.TextField(blank=True)),
                ("digest", models.CharField(max_length=64)),
                ("content", models.JSONField()),
                ("answer", models.JSONField()),
                ("status", models.PositiveSmallIntegerField()),
                ("refused", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("scope", "actor", "operation", "key"), name="accounts_submission_key"
                    ),
                    models.CheckConstraint(
                        condition=Q(status__gte=200) & Q(status__lt=500), name="accounts_submission_status"
                    ),
                ],
                "indexes": [
                    models.Index(fields=["subject", "created_at"], name="accounts_submission_subject"),
                    models.Index(fields=["scope", "created_at"], name="accounts_submission_scope"),
                    models.Index(fields=["device", "created_at"], name="accounts_submission_device"),
                ],
            },
        ),
        migrations.CreateModel(
            name="JournalEntry",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                (
                    "book",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="journal_entries",
                        to="accounts.book",
                    ),
                ),
                ("number", models.BigIntegerField()),
                ("what", models.CharField(max_length=32)),
                ("subject", models.CharField(max_length=64)),
                (
                    "submission",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="journal_entries",
                        to="accounts.submission",
                    ),
                ),
                ("created_at", models.DateTimeField()),
                ("previous_hash", models.CharField(max_length=64)),
                ("hash", models.CharField(max_length=64)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("book", "number"), name="accounts_journalentry_number"),
                ],
                "indexes": [models.Index(fields=["book", "subject"], name="accounts_journalentry_subject")],
            },
        ),
        migrations.CreateModel(
            name="Posting",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "journal_entry",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="postings",
                        to="accounts.journalentry",
                    ),
                ),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="postings", to="accounts.account"
                    ),
                ),
                ("amount", models.BigIntegerField()),
                ("position", models.PositiveSmallIntegerField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("journal_entry", "account"), name="accounts_posting_account"),
                    models.CheckConstraint(
                        condition=Q(amount__gte=-(10**13)) & Q(amount__lte=10**13) & ~Q(amount=0),
                        name="accounts_posting_amount",
                    ),
                ],
            },
        ),
    ]
