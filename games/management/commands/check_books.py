"""``manage.py check_books``: prove that the books are what the facts say."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.checks import check_all


class Command(BaseCommand):
    """Replays every game and compares every entry, balance, derived value and hash. Exit code 1 if anything differs."""

    help = "Replay every game from its facts and compare all that is booked and derived. Exits 1 if anything differs."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print each difference on a line of its own."""
        found = 0
        for sentence in check_all():
            self.stdout.write(sentence)
            found += 1
        if found:
            raise CommandError(f"{found} differences found in the books.", returncode=1)
        self.stdout.write("The books are in order.")
