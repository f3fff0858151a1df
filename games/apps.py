from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Loo: the rules, the tables at which it is played and their reports."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the facts of a game as tables that only grow."""
        from accounts import guards
        from games.models import (
            EntryRevision,
            GameRevision,
            Payment,
            Report,
            SettledGame,
            Settlement,
            SettlementLine,
        )

        guards.append_only(GameRevision)
        guards.append_only(EntryRevision, erasable={"note": ""})
        guards.append_only(Settlement)
        guards.append_only(SettlementLine)
        guards.append_only(Payment)
        guards.append_only(SettledGame)
        guards.append_only(Report)
