"""Wiring of Loo Ledger: settings, addresses, Celery, base templates and shared static files."""

__version__ = "0.1.0"
