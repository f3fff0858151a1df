"""The Celery application. The broker is only the door bell: what must be done stands in the Job table."""

import os
import warnings

from celery import Celery
from celery.exceptions import SecurityWarning

# Messages are JSON only, which is what makes a worker of root's safe; containers run it as nobody in particular.
warnings.filterwarnings("ignore", category=SecurityWarning)
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "loo_ledger.settings")

app = Celery("loo_ledger")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.set_default()  # for every thread: requests are answered in threads that did not make the application
app.autodiscover_tasks()
