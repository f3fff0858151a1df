from django.apps import AppConfig


class ClubsConfig(AppConfig):
    """The people."""

    name = "clubs"
    default_auto_field = "django.db.models.BigAutoField"
