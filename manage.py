#!/usr/bin/env python
"""The command line: `manage.py serve`, `manage.py replay`, `manage.py check_books` and Django's own commands."""

import os
import sys


def main() -> None:
    """Run the command named on the command line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "loo_ledger.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
