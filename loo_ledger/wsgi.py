"""What a web server calls. Refuses to start where a booked deal could be lost."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "loo_ledger.settings")

application = get_wsgi_application()

from loo_ledger.checks import refuse_to_start  # noqa: E402  (needs the settings read)

refuse_to_start()
