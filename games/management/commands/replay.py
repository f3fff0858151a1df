"""``manage.py replay FILE... | -``: replay game files; needs no database (``games.rules.commandline``)."""

from __future__ import annotations

import sys

from django.core.management.base import BaseCommand, CommandParser

from games.rules.commandline import main


class Command(BaseCommand):
    help = "Replay game files and print one JSON line for each; exit 1 where one is refused or does not match."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="one game each; - reads one a line from input")

    def handle(self, *args: object, **options: object) -> None:
        files = [str(name) for name in options["files"]] if isinstance(options["files"], list) else []
        sys.exit(main(files, sys.stdin.buffer, sys.stdout.buffer))
