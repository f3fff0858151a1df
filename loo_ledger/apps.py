from django.apps import AppConfig


class LooLedgerConfig(AppConfig):
    """The wiring itself is an app, so that it may carry commands, checks, templates and static files."""

    name = "loo_ledger"

    def ready(self) -> None:
        """Register the checks of the settings that would lose data, and Celery, so that web processes can ring."""
        from loo_ledger import celery, checks  # noqa: F401  (registering happens on import)
