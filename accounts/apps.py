from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """The books. Not sign-in: no address begins with the name of this room."""

    name = "accounts"
    default_auto_field = "django.db.models.BigAutoField"
