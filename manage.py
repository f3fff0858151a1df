#!/usr/bin/env python
"""The command line: `manage.py serve`, `manage.py replay`, `manage.py check_books` and Django's own commands."""

import os
import sys


def main() -> None:
    """Run the command named on the command line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "loo_ledger.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        # Our settings say in a sentence which variable is wrong; a traceback would bury it.
        sys.exit(f"Loo Ledger cannot run: {error}")


if __name__ == "__main__":
    main()
