"""The accounts application: registers the append-only tables, the guards around migrations and the database check."""

from django.apps import AppConfig
from django.core import checks
from django.db.models.signals import post_migrate, pre_migrate


class AccountsConfig(AppConfig):
    """THE BOOKS (not sign-in)."""

    name = "accounts"
    label = "accounts"
    verbose_name = "Books"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register what this room guards and connect the one permitted pair of signals."""
        from accounts import guards
        from accounts.models import JournalEntry, Posting, Submission

        guards.append_only(Posting)
        guards.append_only(JournalEntry)
        guards.append_only(Submission, erasable={"why": "", "content": "{}", "answer": "{}"})
        # Both fire once for every application with models; listening to ours alone makes it once for every migration.
        pre_migrate.connect(guards.before_migration, sender=self, dispatch_uid="accounts.guards.before_migration")
        post_migrate.connect(guards.after_migration, sender=self, dispatch_uid="accounts.guards.after_migration")
        checks.register(guards.database_check, checks.Tags.database)
