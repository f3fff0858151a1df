from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Loo: the rules, the tables at which it is played and their reports."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"
