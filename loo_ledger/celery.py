"""The Celery application. The broker is only the door bell: what must be done stands in the Job table."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "loo_ledger.settings")

app = Celery("loo_ledger")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
