"""Static files under hashed names, collected again only when one of them has changed."""

import hashlib
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command


def _fingerprint() -> str:
    """Changes whenever a static file appears, vanishes or changes; reads no contents."""
    digest = hashlib.sha256(type(staticfiles_storage).__name__.encode())
    for finder in get_finders():
        for path, storage in finder.list([]):
            status = Path(storage.path(path)).stat()
            digest.update(f"{path} {status.st_size} {status.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def collect_if_changed() -> bool:
    """Collect into STATIC_ROOT unless the same files were collected there before; whether it had to."""
    mark = Path(settings.STATIC_ROOT) / ".collected"
    now = _fingerprint()
    if mark.exists() and mark.read_text("ascii") == now:
        return False
    call_command("collectstatic", interactive=False, verbosity=0)
    mark.write_text(now, "ascii")
    return True
