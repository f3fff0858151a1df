"""The product's settings on a data folder of the tests' own, with static files straight from their folders."""

import atexit
import os
import shutil
import tempfile

if "LOO_DATA" not in os.environ:
    os.environ["LOO_DATA"] = tempfile.mkdtemp(prefix="loo-tests-")
    atexit.register(shutil.rmtree, os.environ["LOO_DATA"], ignore_errors=True)

from loo_ledger.settings import *  # noqa: F403
from loo_ledger.settings import STORAGES

STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
# Look for the files when they are asked for: there is no collected folder to read at start.
WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True
