"""The product's settings with database options planted by PLANTED (JSON), as a careless hand would have set them."""

import json
import os

from loo_ledger.settings import *  # noqa: F403
from loo_ledger.settings import DATABASES

DATABASES["default"]["OPTIONS"].update(json.loads(os.environ["PLANTED"]))
