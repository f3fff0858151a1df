"""The product's settings, but with static files straight from their folders: nothing is collected for a test."""

from loo_ledger.settings import *  # noqa: F403
from loo_ledger.settings import STORAGES

STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
